"""Counters: who pays whom, what lies in the pools, and what happens when somebody runs out.

What moves is a line between a seat and a pool or the bank, or a pair of lines between two seats, so
that seats and pools together hold the same, but for what was bought.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from scorer.rules.table import Table
from scorer.rules.types import BANK, Carry, Line, Loan, SheetDeal

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
        self.carry = self.carry.after(lines)

    def note(self, seat: int, key: str) -> None:
        """Write a line that moves nothing."""
        self._write(Line(seat, 0, key))

    def _can_pay(self, seat: int, due: int) -> int:
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
        self.draw(seat, pool, self.carry.pools.get(pool, 0), key)

    def draw(self, seat: int, pool: str, amount: int, key: str) -> None:
        """A seat takes so many counters out of a pool."""
        self._write(Line(seat, amount, key, {"amount": amount}, pool))

    def pay(self, seat: int, to: int, due: int, key: str, numbers: Mapping[str, int]) -> None:
        """One seat pays another; `key` names the payer's line and the receiver's."""
        paid = self._can_pay(seat, due)
        numbers = {**numbers, "amount": paid, "due": due}
        short = "" if paid == due else IN_PART
        self._write(
            Line(seat, -paid, f"pays_{key}{short}", {**numbers, "to": to}),
            Line(to, paid, f"receives_{key}{short}", {**numbers, "from": seat}),
        )

    def draw_from_all(self, seat: int, amount: int, key: str) -> None:
        """A seat takes so many counters, out of one pool after the other."""
        for pool, content in dict(self.carry.pools).items():
            drawn = min(content, amount)
            if drawn:
                self.draw(seat, pool, drawn, key)
            amount -= drawn


def share_out(table: Table, carry: Carry) -> tuple[Line, ...]:
    """All pools shared equally; odd counters one each from the last dealer's left."""
    share, odd = divmod(sum(carry.pools.values()), table.players)
    till = Till(carry)
    for at, seat in enumerate(table.from_left_of(table.dealer)):
        till.draw_from_all(seat, share + (at < odd), "shares_what_is_left")
    return tuple(till.lines)


def take_all(seat: int, carry: Carry) -> tuple[Line, ...]:
    """All pools go to one seat."""
    till = Till(carry)
    till.draw_from_all(seat, sum(carry.pools.values()), "takes_what_is_left")
    return tuple(till.lines)


def merge_lines(lines: Sequence[Line]) -> tuple[Line, ...]:
    """One line for each seat, reason and other seat; none where nothing moved."""
    groups: dict[tuple[int | str | None, ...], list[Line]] = {}
    for line in lines:
        opposite = line.numbers.get("to", line.numbers.get("from"))
        groups.setdefault((line.side, line.key.removesuffix(IN_PART), opposite), []).append(line)
    merged = []
    for first, *rest in groups.values():
        group = [first, *rest]
        numbers = dict(first.numbers)
        for key in {"amount", "due"} & numbers.keys():
            numbers[key] = sum(line.numbers[key] for line in group)
        key = next((line.key for line in group if line.key.endswith(IN_PART)), first.key)
        points = sum(line.points for line in group)
        if points:
            merged.append(Line(first.side, points, key, numbers))
    return tuple(merged)


def swept(deal: SheetDeal) -> dict[int, Counter[str]]:
    """The pools that each side swept, but for what was paid in for this very deal."""
    amounts: dict[int, Counter[str]] = {}
    for line in deal.lines:
        if line.pool is None or not line.key.startswith("sweeps_") or line.points <= 0:
            continue
        # Where there is a single pool, somebody takes it in every deal.
        if len(deal.carry.pools) > 1 or deal.before.pools.get(line.pool):
            amounts.setdefault(line.side, Counter())[line.pool] = line.points
    return amounts


def times_dealt(table: Table, deals: Sequence[SheetDeal]) -> dict[int, int]:
    """How often each seat at the table has dealt a deal that counted."""
    dealers = [deal.table.dealer for deal in deals]
    return {seat: dealers.count(seat) for seat in table.order}


def even_hands(cards: int, players: int, hand_size: int | None) -> tuple[int, int]:
    """The cards a hand and those on the table: four or a few more are laid aside.

    Source: s0 for eight players (1881) and for Pink Nines; other numbers by analogy,
    which is the house's own default, and the table may choose another size.
    """
    hand = (cards - 4) // players if hand_size is None else hand_size
    return hand, cards - hand * players


def lend(
    loans: Sequence[Loan], side: int, lender: int, counters: int
) -> tuple[tuple[Loan, ...], tuple[Line, ...]]:
    """The loans once one side lends another, a debt paid back before, and the lines of that.

    Between any two at most one loan stands; the oldest comes first.
    """
    owed = {(loan.seat, loan.lender): loan.counters for loan in loans}
    back = min(owed.get((lender, side), 0), counters)
    owed[lender, side] = owed.get((lender, side), 0) - back
    owed[side, lender] = owed.get((side, lender), 0) + counters - back
    lines = (
        *_handed(lender, side, back, "gives_back", "is_given_back"),
        *_handed(lender, side, counters - back, "lends", "is_lent"),
    )
    return tuple(Loan(*pair, number) for pair, number in owed.items() if number), lines


def buy(side: int, counters: int) -> tuple[Line, ...]:
    """The line of counters that a side buys from the bank."""
    return (Line(side, counters, "buys", {"counters": counters}, BANK),)


def _handed(seat: int, to: int, counters: int, key: str, receiver_key: str) -> tuple[Line, ...]:
    if not counters:
        return ()
    return (
        Line(seat, -counters, key, {"counters": counters, "to": to}),
        Line(to, counters, receiver_key, {"counters": counters, "from": seat}),
    )


def repayments(loans: Sequence[Loan]) -> tuple[Line, ...]:
    """The lines that give every loan back in full, whatever the borrower holds."""
    return tuple(
        line
        for loan in loans
        for line in _handed(loan.seat, loan.lender, loan.counters, "gives_back", "is_given_back")
    )
