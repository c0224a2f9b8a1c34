"""Who sits where, whose deal it is, who leads."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from scorer.rules.cards import Pack


@dataclass(frozen=True)
class Table:
    """The table as one deal finds it.

    `order` names the seats clockwise; a seat keeps its number when the order is corrected,
    so what was recorded of a seat stays with it. `rules` are the house rules of the variant,
    frozen when the game began, and `pack` the pack they make for this many players.
    """

    order: tuple[int, ...]
    dealer: int
    rules: Any
    pack: Pack

    @property
    def players(self) -> int:
        """How many play."""
        return len(self.order)

    @property
    def eldest(self) -> int:
        """The seat on the dealer's left, which leads."""
        return left_of(self.order, self.dealer)

    def from_left_of(self, seat: int) -> tuple[int, ...]:
        """All seats clockwise, beginning on the left of `seat` and ending with it."""
        return clockwise_from(self.order, left_of(self.order, seat))


def left_of(order: tuple[int, ...], seat: int) -> int:
    """The seat on the left of another."""
    return order[(order.index(seat) + 1) % len(order)]


def clockwise_from(order: tuple[int, ...], seat: int) -> tuple[int, ...]:
    """All seats clockwise, beginning with this one."""
    at = order.index(seat)
    return order[at:] + order[:at]
