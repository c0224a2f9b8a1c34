"""The table of a deal: its seats, its dealer, its eldest hand."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeVar

from scorer.rules.cards import Pack

if TYPE_CHECKING:
    from scorer.rules.asks import Ask


S = TypeVar("S")


class Seats:
    """Seats clockwise, in their `order`, and the side of each seat that the sheet has."""

    order: tuple[int, ...]
    sides: tuple[int, ...]

    @cached_property
    def sides_in_order(self) -> tuple[int, ...]:
        """The sides, each where its first seat sits, clockwise."""
        return tuple(dict.fromkeys(self.sides[seat] for seat in self.order))

    @property
    def by_sides(self) -> bool:
        """Whether some seats win and lose together."""
        return len(self.sides_in_order) < len(self.order)

    def seats_of(self, side: int) -> tuple[int, ...]:
        """The seats of a side, clockwise."""
        return tuple(seat for seat in self.order if self.sides[seat] == side)


@dataclass(frozen=True)
class Table(Seats):
    """The table as one deal finds it.

    `order` names the seats clockwise; a seat keeps its number when the order is corrected, and
    what was recorded of it. `sides` gives the side of each seat that the sheet has, which is the
    seat itself where each plays for itself. `pack` is None where nothing is known of it, and `asks`
    are those of its deal. Who is `resting` is not dealt to. `owes` says how many deals each seat
    still has to deal once somebody has joined or left a game in which all deal equally often;
    `played` counts the deals before this one, void ones not among them.
    """

    order: tuple[int, ...]
    dealer: int
    rules: Any
    pack: Pack | None
    sides: tuple[int, ...]
    asks: tuple[Ask[Any], ...] = ()
    owes: tuple[int, ...] | None = None
    played: int = 0
    resting: tuple[int, ...] = ()

    @property
    def players(self) -> int:
        """How many sit at the table."""
        return len(self.order)

    @cached_property
    def dealt(self) -> tuple[int, ...]:
        """The seats that are dealt to, clockwise."""
        return tuple(seat for seat in self.order if seat not in self.resting)

    @property
    def dealt_sides(self) -> set[int]:
        """The sides that are dealt to."""
        return {self.sides[seat] for seat in self.dealt}

    @property
    def cards(self) -> Pack:
        """The pack of a game that says which one it is played with."""
        if self.pack is None:
            raise ValueError("this game says nothing of its pack")
        return self.pack

    @property
    def eldest(self) -> int:
        """The seat on the dealer's left: it leads."""
        return left_of(self.order, self.dealer)

    def from_left_of(self, seat: int) -> tuple[int, ...]:
        """All seats clockwise, beginning on the left of `seat` and ending with it."""
        return clockwise_from(self.order, left_of(self.order, seat))


def left_of(order: tuple[int, ...], seat: int) -> int:
    """The seat on the left of another."""
    return order[(order.index(seat) + 1) % len(order)]


def clockwise_from(order: tuple[S, ...], seat: S) -> tuple[S, ...]:
    """All seats clockwise, beginning with this one."""
    at = order.index(seat)
    return order[at:] + order[:at]
