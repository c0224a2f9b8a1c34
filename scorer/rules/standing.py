"""Who is where: what decides, the places of the seats, and who wins."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from scorer.rules.counters import Loan, repayments
from scorer.rules.variant import Carry, Variant

if TYPE_CHECKING:
    from scorer.rules.sheet import SheetDeal


@dataclass(frozen=True)
class Standing:
    """How the seats stand.

    `totals` are what decides, one number a seat: what was bought or borrowed wins nothing.
    `places` count from 1 for the best seat, and level seats share one. `seats` names the best
    first, level ones clockwise.
    """

    seats: tuple[int, ...]
    totals: tuple[int, ...]
    places: tuple[int, ...]

    @property
    def leaders(self) -> tuple[int, ...]:
        """The seats at the best total, lowest number first."""
        return tuple(seat for seat, place in enumerate(self.places) if place == 1)

    @property
    def lead(self) -> int:
        """How far the best seat is ahead of the next; 0 where two are level at the top."""
        best, second, *_ = (self.totals[seat] for seat in self.seats)
        return abs(best - second)


def deciding_totals(carry: Carry, loans: Sequence[Loan] = ()) -> tuple[int, ...]:
    """What decides, one number a seat: what it holds less what it bought and owes for loans."""
    held = carry.after(repayments(loans)).totals
    return tuple(total - bought for total, bought in zip(held, carry.bought, strict=True))


def standing_of(
    variant: Variant, order: Sequence[int], carry: Carry, loans: Sequence[Loan] = ()
) -> Standing:
    """How the seats stand with this carry while these loans are not given back."""
    totals = deciding_totals(carry, loans)
    ranked = sorted(totals, reverse=not variant.lowest_wins)
    places = tuple(1 + ranked.index(total) for total in totals)
    return Standing(tuple(sorted(order, key=lambda seat: places[seat])), totals, places)


def winners_of(
    variant: Variant, rules: Any, standing: Standing, deals: Sequence[SheetDeal]
) -> tuple[int, ...]:
    """The seats that won, lowest number first; nobody wins a game without a scored deal.

    Lowest total for penalties; for counters the most after sharing, less what was bought.
    """
    return variant.tie_break(standing.leaders, deals, rules) if deals else ()
