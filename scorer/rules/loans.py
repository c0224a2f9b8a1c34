"""Counters bought and lent between two deals, and who still owes whom.

A loan is a debt: what is lent in the other direction gives it back, and what still stands
when the game ends is given back first, so that nobody wins or loses by it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from scorer.rules.entries import Buy, Lend
from scorer.rules.errors import BadEntry
from scorer.rules.variant import BANK, Carry, Line, Variant

if TYPE_CHECKING:
    from scorer.rules.sheet import Sheet


@dataclass(frozen=True)
class Loan:
    """So many counters that a seat owes another."""

    seat: int
    lender: int
    counters: int


@dataclass(frozen=True)
class Moved:
    """Counters bought or lent between two deals: `id` names the entry that said so."""

    id: str
    said: Buy | Lend
    lines: tuple[Line, ...]


class Loans:
    """Keeps who owes whom; between any two seats at most one loan stands."""

    def __init__(self) -> None:
        self._owed: dict[tuple[int, int], int] = {}

    @property
    def standing(self) -> tuple[Loan, ...]:
        """The loans not given back yet, the oldest first."""
        return tuple(Loan(*pair, counters) for pair, counters in self._owed.items())

    def move(self, said: Buy | Lend) -> tuple[Line, ...]:
        """The lines of counters bought or lent; what was owed is given back before more is lent."""
        if isinstance(said, Buy):
            return (Line(said.seat, said.counters, "buys", {"counters": said.counters}, BANK),)
        owed = Loan(said.lender, said.seat, self._owed.get((said.lender, said.seat), 0))
        back = min(owed.counters, said.counters)
        lent = said.counters - back
        self._change(owed.seat, owed.lender, -back)
        self._change(said.seat, said.lender, lent)
        lines = _handed(said.lender, said.seat, back, "gives_back", "is_given_back")
        return (*lines, *_handed(said.lender, said.seat, lent, "lends", "is_lent"))

    def _change(self, seat: int, lender: int, by: int) -> None:
        self._owed[seat, lender] = self._owed.get((seat, lender), 0) + by
        if not self._owed[seat, lender]:
            del self._owed[seat, lender]


def _handed(seat: int, to: int, counters: int, key: str, key_of_other: str) -> tuple[Line, ...]:
    """The two lines of counters handed from one seat to another; none where there are none."""
    if not counters:
        return ()
    return (
        Line(seat, -counters, key, {"counters": counters, "to": to}),
        Line(to, counters, key_of_other, {"counters": counters, "from": seat}),
    )


def given_back(loans: Sequence[Loan]) -> tuple[Line, ...]:
    """The lines that give every loan back in full, whatever the borrower holds."""
    lines: list[Line] = []
    for loan in loans:
        lines += _handed(loan.seat, loan.lender, loan.counters, "gives_back", "is_given_back")
    return tuple(lines)


def gained(carry: Carry, loans: Sequence[Loan] = ()) -> tuple[int, ...]:
    """What decides, one number a seat: what it holds less what it bought and owes for loans."""
    held = carry.after(given_back(loans)).totals
    return tuple(now - put for now, put in zip(held, carry.bought, strict=True))


def check_moved(said: Buy | Lend, variant: Variant, players: int) -> None:
    """Refuse counters where none are played for, and seats that there are not."""
    if variant.lowest_wins:
        raise BadEntry("no_counters_here")
    if said.seat >= players or (isinstance(said, Lend) and said.lender >= players):
        raise BadEntry("unknown_seat")


def can_lend(sheet: Sheet, seat: int) -> int:
    """What a seat has to lend or give back now; below zero where it owes."""
    return _dressed(sheet, sheet.carry)[seat]


def could_lend(sheet: Sheet, name: str, said: Lend) -> int:
    """What the lender had when the entry of this name lent it, as the sheet reads by now."""
    for deal in sheet.deals:
        if any(moved.id == name for moved in deal.moved):
            return deal.before.totals[said.lender] + said.counters
    undone = [Line(said.lender, said.counters, "lends"), Line(said.seat, -said.counters, "is_lent")]
    return _dressed(sheet, sheet.carry.after(undone))[said.lender]


def _dressed(sheet: Sheet, carry: Carry) -> tuple[int, ...]:
    """What everybody holds of this once the next deal is dressed; what it moves comes later."""
    if sheet.opening is None:
        return carry.totals
    laid = sheet.start.variant.opening(sheet.opening.table, carry)
    return carry.after(laid.lines).totals
