"""Who is where: what decides, the places of the sides, and who wins."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scorer.rules.counters import repayments
from scorer.rules.start import ResolvedStart
from scorer.rules.types import Carry, Loan, Over, SheetDeal


@dataclass(frozen=True)
class Standing:
    """How the sides stand; a seat is a side where each plays for itself.

    `totals` are what decides, one number a side: what was bought or borrowed wins nothing.
    `places` count from 1 for the best side, and level ones share one. `sides` names the best
    first, level ones clockwise. Who won has the first place, also where others are level;
    `against_total` tells that others are even better.
    """

    sides: tuple[int, ...]
    totals: tuple[int, ...]
    places: tuple[int, ...]
    against_total: bool = False

    @property
    def leaders(self) -> tuple[int, ...]:
        """The sides at the best total, lowest number first."""
        return tuple(side for side, place in enumerate(self.places) if place == 1)

    @property
    def lead(self) -> int:
        """How far the best side is ahead of the next; 0 where two are level at the top."""
        best, second, *_ = (self.totals[side] for side in self.sides)
        return abs(best - second)


def deciding_totals(carry: Carry, loans: Sequence[Loan] = ()) -> tuple[int, ...]:
    """What decides, one number a side: what it holds less what it bought and owes for loans."""
    held = carry.after(repayments(loans)).totals
    return tuple(total - bought for total, bought in zip(held, carry.bought, strict=True))


def standing_of(
    start: ResolvedStart, carry: Carry, loans: Sequence[Loan] = (), won: Sequence[int] = ()
) -> Standing:
    """How the sides stand with this carry while these loans are not given back.

    `won` are the sides that have won, once the game is over.
    """
    totals = deciding_totals(carry, loans)
    better = 1 if start.unit == "penalties" else -1
    best = min(better * total for total in totals)
    against_total = any(better * totals[side] > best for side in won)
    ranks = [(bool(won) and side not in won, better * total) for side, total in enumerate(totals)]
    ranked = sorted(ranks)
    places = tuple(1 + ranked.index(rank) for rank in ranks)
    best_first = sorted(start.sides_in_order, key=lambda side: places[side])
    return Standing(tuple(best_first), totals, places, against_total)


def winners_of(
    start: ResolvedStart, standing: Standing, deals: Sequence[SheetDeal], end: Over
) -> tuple[int, ...]:
    """The sides that won, lowest number first; nobody wins a game without a scored deal.

    Those the game names; else fewest penalties, most points, or most counters after sharing,
    less what was bought.
    """
    if not deals:
        return ()
    if end.winners is not None:
        return end.winners
    return start.variant.tie_break(standing.leaders, deals, start.rules)
