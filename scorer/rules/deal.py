"""One deal by itself: scored as it was told, and written as a record keeps it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from scorer.rules.asks import read_seat
from scorer.rules.facts import Facts, read_facts, write_facts
from scorer.rules.sheet import DealRead
from scorer.rules.table import Table
from scorer.rules.variant import Carry, Line, ScoredDeal, Variant

ScoreRead = tuple[Table, Facts, tuple[Line, ...], Carry]


def score_deal(variant: Variant, told: Mapping[str, Any], table: Table, before: Carry) -> ScoreRead:
    """A deal's table, facts and lines, and the carry after it; raises ImpossibleDeal.

    `table` is as the turn made it: what was told may name another dealer.
    """
    if told.get("dealer") is not None:
        table = replace(table, dealer=read_seat(told["dealer"], table.players, what="dealer"))
    facts = read_facts(variant.asks, told, table)
    opening = variant.opening(table, before)
    laid = before.after(opening.lines, opening.marks)
    if facts.void:
        score = variant.void(table, laid)
    else:
        variant.check(facts, table)
        score = variant.score(facts, table, laid)
    return table, facts, (*opening.lines, *score.lines), laid.after(score.lines, score.marks)


def scored_deal(deal: DealRead) -> ScoredDeal:
    """The deal as the end of the game looks back on it."""
    out = deal.facts.answers.get("out")
    return ScoredDeal(deal.table.dealer, out if isinstance(out, int) else None, deal.scores)


def written_facts(variant: Variant, facts: Facts, told: Mapping[str, Any]) -> dict[str, Any]:
    """The facts in the form a record keeps, with the dealer where the table chose its own."""
    written = write_facts(variant.asks, facts)
    if told.get("dealer") is not None:
        written["dealer"] = told["dealer"]
    return written
