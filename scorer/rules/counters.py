"""Counters: who pays whom, what lies in the pools, and what happens when somebody runs out.

Shared by the games that are played for counters. Every movement is either between a seat
and a pool (or the bank), or a pair of lines between two seats, so that what the seats and
pools hold together never changes but by what was bought.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from scorer.rules.errors import BadRecord
from scorer.rules.table import Table
from scorer.rules.variant import BANK, Carry, Line, ScoredDeal

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
