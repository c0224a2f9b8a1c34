"""One deal told twice: how it reads as it was told again, and whether both say the same."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from scorer.rules.errors import ImpossibleDeal
from scorer.rules.fold import score_deal, written_facts
from scorer.rules.sheet import DealRead, Sheet
from scorer.rules.table import Table, left_of


def deal_as_told(sheet: Sheet, deal: DealRead, told: Mapping[str, Any]) -> DealRead:
    """A deal of the sheet as it would read had it been told so; raises ImpossibleDeal.

    What was noted in play and would be given back if it were void is left out.
    """
    variant = sheet.start.variant
    try:
        table, facts, lines, carry = score_deal(variant, told, _by_turn(sheet, deal), deal.before)
    except ImpossibleDeal as fault:
        fault.deal = deal.number
        raise
    told = written_facts(variant, facts, told)
    return replace(deal, table=table, facts=facts, told=told, lines=lines, carry=carry)


def _by_turn(sheet: Sheet, deal: DealRead) -> Table:
    """The table as the turn made it, whoever was said to have dealt."""
    dealer = sheet.start.first_dealer
    if deal.number > 1:
        before = sheet.deals[deal.number - 2]
        void = before.facts.void
        dealer = before.table.dealer if void else left_of(deal.table.order, before.table.dealer)
    return replace(deal.table, dealer=dealer)


def same_deal(sheet: Sheet, deal: DealRead, other: DealRead) -> bool:
    """Whether two tellings of one deal say the same, however they were written.

    Cards in another order are the same; so are a sum and the cards that make it, since both
    score the same. Cards that differ are not, even where they score the same.
    """
    if (deal.facts.void, deal.table) != (other.facts.void, other.table):
        return False
    if deal.facts.void:
        return True
    return deal.lines == other.lines and all(
        ask.same(deal.facts[ask], other.facts[ask]) for ask in sheet.start.variant.asks
    )
