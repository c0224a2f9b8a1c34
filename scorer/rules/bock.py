"""Bock rounds, in which every deal counts double.

What begins one is for the table, which marks that deal; here the deals behind it are counted, as
many as people sit there. A void deal is none of them.
"""

from collections.abc import Sequence

from scorer.rules.asks import Facts, Flag
from scorer.rules.table import Table
from scorer.rules.types import Carry, Line, Shown

# How many rounds double the same deal, by the house rule: others wait until one of them is over.
AT_ONCE = {"none": 0, "queue": 1, "stack": 3}
BOCK = Flag("bock")


def rounds_of(carry: Carry) -> Sequence[int]:
    """How many deals are left of each Bock round, the earliest first."""
    rounds: Sequence[int] = carry.marks.get(BOCK.key, ())
    return rounds


def times_of(table: Table, carry: Carry) -> int:
    """How many times as much a deal counts."""
    times: int = 2 ** len(rounds_of(carry)[: AT_ONCE[table.rules.bock]])
    return times


def multiplied(lines: Sequence[Line], times: int, key: str = BOCK.key) -> tuple[Line, ...]:
    """The lines by which each side has so many times as much as by these."""
    points = dict[int, int]()
    for line in lines:
        points[line.side] = points.get(line.side, 0) + line.points * (times - 1)
    numbers = {"times": times}
    return tuple(Line(side, more, key, numbers) for side, more in points.items() if more)


def marks_of_bock(facts: Facts, table: Table, carry: Carry) -> dict[str, Sequence[int]]:
    """What is left of the Bock rounds after a deal, which may begin another."""
    rounds = _after_one(rounds_of(carry), table)
    if facts.answers.get(BOCK.key):
        rounds = [*rounds, table.players]
    return {BOCK.key: rounds} if rounds else {}


def shown_of_bock(table: Table, carry: Carry) -> tuple[Shown, ...]:
    """How many times as much the next deal counts, and for how many deals there is Bock."""
    rounds, deals = rounds_of(carry), 0
    while rounds:
        rounds, deals = _after_one(rounds, table), deals + 1
    numbers = {"times": times_of(table, carry), "deals": deals}
    return (Shown(BOCK.key, None, numbers),) if deals else ()


def _after_one(rounds: Sequence[int], table: Table) -> list[int]:
    most = AT_ONCE[table.rules.bock]
    left = (deals - (at < most) for at, deals in enumerate(rounds))
    return [deals for deals in left if deals]
