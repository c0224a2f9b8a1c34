"""One deal recorded twice: how it is scored as the other record has it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from scorer.rules.errors import ImpossibleDeal
from scorer.rules.score_deal import score_deal
from scorer.rules.sheet import Sheet, SheetDeal
from scorer.rules.variant import Next


def rescore_deal(sheet: Sheet, deal: SheetDeal, raw: Mapping[str, Any]) -> SheetDeal:
    """A deal of the sheet as it would read with these facts; raises ImpossibleDeal.

    What was noted in play and would be given back if it were void is left out.
    """
    # Whose turn it was to deal, whoever was recorded.
    dealer = sheet.start.first_dealer
    if deal.number > 1:
        follows = sheet.deals[deal.number - 2].follows
        dealer = follows.dealer if isinstance(follows, Next) else dealer
    table = sheet.start.table(dealer, deal.before)
    try:
        scored = score_deal(sheet.start, raw, table, deal.before)
    except ImpossibleDeal as fault:
        fault.deal = deal.number
        raise
    return replace(deal, **scored._asdict())
