"""`score_deal`: the lines and the carry that follow from the facts of a deal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from scorer.rules.asks import Facts, read_facts, read_seat, write_facts
from scorer.rules.errors import faults_of
from scorer.rules.start import ResolvedStart
from scorer.rules.table import Table
from scorer.rules.types import Carry, Line


class DealScored(NamedTuple):
    """A deal that was read and scored, with its facts as a record keeps them."""

    table: Table
    facts: Facts
    record: dict[str, Any]
    lines: tuple[Line, ...]
    carry: Carry


def score_deal(
    start: ResolvedStart, raw: Mapping[str, Any], table: Table, before: Carry
) -> DealScored:
    """Read and score a deal as it was recorded; raises ImpossibleDeal.

    `table` has the dealer whose turn it is, but the record may name another one.
    """
    variant, table = start.variant, _with_named_dealer(start, raw, table)
    with faults_of(variant.key):
        facts = read_facts(start.asks, raw, table)
        opening = variant.opening(table, before)
        carry = before.after(opening.lines, opening.marks)
        if facts.void:
            score = variant.void(table, carry)
        else:
            variant.check(facts, table, carry)
            score = variant.score(facts, table, carry)
    lines = (*opening.lines, *score.lines)
    after = carry.after(score.lines, score.marks)
    return DealScored(table, facts, _record_of(start, facts, table, raw), lines, after)


def read_unscored(
    start: ResolvedStart, raw: Mapping[str, Any], table: Table, before: Carry
) -> DealScored:
    """Read a deal that cannot be scored; it changes no score."""
    table = _with_named_dealer(start, raw, table)
    facts = read_facts(start.asks, raw, table)
    return DealScored(table, facts, _record_of(start, facts, table, raw), (), before)


def _with_named_dealer(start: ResolvedStart, raw: Mapping[str, Any], table: Table) -> Table:
    if raw.get("dealer") is None:
        return table
    return start.table(read_seat(raw["dealer"], table.players, what="dealer"))


def _record_of(
    start: ResolvedStart, facts: Facts, table: Table, raw: Mapping[str, Any]
) -> dict[str, Any]:
    record = write_facts(start.asks, facts)
    return record if raw.get("dealer") is None else {**record, "dealer": table.dealer}
