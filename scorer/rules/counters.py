"""Counters: who pays whom, what lies in the pools, and what happens when somebody runs out.

Shared by the games that are played for counters. Every movement is either between a seat
and a pool (or the bank), or a pair of lines between two seats, so that what the seats and
pools hold together never changes but by what was bought.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from scorer.rules.entries import Buy, Lend
from scorer.rules.errors import BadEntry, BadRecord
from scorer.rules.table import Table
from scorer.rules.variant import BANK, Carry, Line, ScoredDeal, Variant

if TYPE_CHECKING:
    from scorer.rules.sheet import Sheet

OWE = "owe"
BUY_IN = "buy_in"
IN_PART = "_in_part"


class Till:
    """Writes the lines of a deal one movement after another and knows who holds what."""

    def __init__(self, carry: Carry, short: str = OWE, counters: int = 0) -> None:
        self.carry = carry
        self.short = short
        self.counters = counters
        self.lines: list[Line] = []

    def _write(self, *lines: Line) -> None:
        self.lines.extend(lines)
        self.carry = self.carry.after(lines, self.carry.marks)

    def note(self, seat: int, key: str, numbers: Mapping[str, int] | None = None) -> None:
        """Write a line that moves nothing."""
        self._write(Line(seat, 0, key, numbers or {}))

    def _can_pay(self, seat: int, due: int) -> int:
        """What a seat pays of what it owes, by the house rule for running out."""
        if self.short == OWE:
            return due
        if self.short == BUY_IN:
            while self.carry.totals[seat] < due:
                numbers = {"counters": self.counters, "due": due}
                self._write(Line(seat, self.counters, "buys_in", numbers, BANK))
            return due
        return min(due, max(self.carry.totals[seat], 0))

    def into_pool(self, seat: int, pool: str, due: int, key: str) -> None:
        """A seat pays into a pool."""
        paid = self._can_pay(seat, due)
        numbers = {"amount": paid, "due": due}
        self._write(Line(seat, -paid, key if paid == due else f"{key}{IN_PART}", numbers, pool))

    def sweep(self, seat: int, pool: str, key: str) -> None:
        """A seat takes all that lies in a pool."""
        amount = self.carry.pools.get(pool, 0)
        self._write(Line(seat, amount, key, {"amount": amount}, pool))

    def draw(self, seat: int, pool: str, amount: int, key: str) -> None:
        """A seat takes so many counters out of a pool."""
        self._write(Line(seat, amount, key, {"amount": amount}, pool))

    def pay(self, seat: int, to: int, due: int, key: str, numbers: Mapping[str, int]) -> None:
        """One seat pays another; `key` names the payer's line and the receiver's."""
        paid = self._can_pay(seat, due)
        told = {**numbers, "amount": paid, "due": due}
        short = "" if paid == due else IN_PART
        self._write(
            Line(seat, -paid, f"pays_{key}{short}", {**told, "to": to}),
            Line(to, paid, f"receives_{key}{short}", {**told, "from": seat}),
        )


def share_out(table: Table, carry: Carry) -> tuple[Line, ...]:
    """All pools shared equally; odd counters one each from the last dealer's left."""
    left = sum(carry.pools.values())
    each, odd = divmod(left, table.players)
    till = Till(carry)
    for at, seat in enumerate(table.from_left_of(table.dealer)):
        for pool, amount in _from_pools(till.carry.pools, each + (at < odd)):
            till.draw(seat, pool, amount, "shares_what_is_left")
    return tuple(till.lines)


def take_all(seat: int, carry: Carry) -> tuple[Line, ...]:
    """All pools go to one seat."""
    till = Till(carry)
    for pool, amount in _from_pools(carry.pools, sum(carry.pools.values())):
        till.draw(seat, pool, amount, "takes_what_is_left")
    return tuple(till.lines)


def _from_pools(pools: Mapping[str, int], amount: int) -> Iterator[tuple[str, int]]:
    """The amount, drawn from one pool after the other."""
    for pool, there in dict(pools).items():
        taken = min(there, amount)
        if taken:
            yield pool, taken
        amount -= taken


def together(lines: Sequence[Line]) -> tuple[Line, ...]:
    """One line for each seat, reason and other seat; none where nothing moved."""
    alike: dict[tuple[int | str | None, ...], list[Line]] = {}
    for line in lines:
        other = line.numbers.get("to", line.numbers.get("from"))
        alike.setdefault((line.seat, line.key.removesuffix(IN_PART), other), []).append(line)
    summed = [_sum(some) for some in alike.values()]
    return tuple(line for line in summed if line.points)


def _sum(lines: Sequence[Line]) -> Line:
    first = lines[0]
    numbers = dict(first.numbers)
    for key in {"amount", "due"} & numbers.keys():
        numbers[key] = sum(line.numbers[key] for line in lines)
    key = next((line.key for line in lines if line.key.endswith(IN_PART)), first.key)
    return Line(first.seat, sum(line.points for line in lines), key, numbers)


def times_dealt(table: Table, deals: Sequence[ScoredDeal]) -> dict[int, int]:
    """How often each seat has dealt a deal that counted."""
    dealt = dict.fromkeys(table.order, 0)
    for deal in deals:
        dealt[deal.dealer] += 1
    return dealt


def even_hands(cards: int, players: int, hand_size: int | None) -> tuple[int, int]:
    """The cards a hand and those on the table: four or a few more are laid aside.

    Source: s0 for eight players (1881) and for Pink Nines; other numbers by analogy,
    which is the house's own default, and the table may choose another size.
    """
    hand = (cards - 4) // players if hand_size is None else hand_size
    if hand * players > cards:
        raise BadRecord("hand_size", hand=hand, players=players, cards=cards)
    return hand, cards - hand * players


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
