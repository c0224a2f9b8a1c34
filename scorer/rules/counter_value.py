"""The value of counters: wins and losses of a finished game, by side and by seat, in money."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from scorer.rules.house_rules import rate_of

if TYPE_CHECKING:
    from scorer.rules.sheet import Sheet


@dataclass(frozen=True)
class Share:
    """The counters that a seat won or lost, and as money with its stake; None if worth nothing."""

    counters: int
    money: int | None = None
    stake_money: int | None = None


def in_money(nets: Sequence[int], rate: Mapping[str, int]) -> tuple[int, ...]:
    """The worth of counters won or lost, in the smallest coin; sums to zero if they do.

    `rate` is {"counters": 2, "pays": 1}. What cannot be divided goes by largest remainder,
    earlier seats first where remainders are equal.
    """
    counters, pays = rate["counters"], rate["pays"]
    whole = [net * pays // counters for net in nets]
    remainders = [net * pays % counters for net in nets]
    missing = sum(remainders) // counters
    order = sorted(range(len(nets)), key=lambda seat: (-remainders[seat], seat))
    for seat in order[:missing]:
        whole[seat] += 1
    return tuple(whole)


def shares_of(sheet: Sheet) -> tuple[Share, ...] | None:
    """The share of each seat in a finished game of counters; None for any other.

    Partners share what their side put in and what it has; odd counters and odd coins go one each
    from the last dealer's left.
    """
    nets = nets_of(sheet)
    if nets is None or sheet.settled is None:
        return None
    # With what was bought for the closing itself.
    stakes = [had + bought for had, bought in zip(sheet.began, sheet.now.bought, strict=True)]
    put_in = _among_partners(sheet, stakes)
    has = _among_partners(sheet, sheet.settled)
    won = [now - had for now, had in zip(has, put_in, strict=True)]
    rate = rate_of(sheet.start.rules)
    if rate is None:
        return tuple(map(Share, won))
    money = _among_partners(sheet, in_money(nets, rate))
    shares, sides = [], sheet.table.sides
    for seat, side in enumerate(sides):
        counters = rate["counters"] * sides.count(side)
        # Part of a coin is a whole one: so equal stakes cost the same, and nobody who still
        # holds counters is asked for more.
        coins = -(-stakes[side] * rate["pays"] // counters)
        shares.append(Share(won[seat], money[seat], coins))
    return tuple(shares)


def _among_partners(sheet: Sheet, amounts: Sequence[int]) -> tuple[int, ...]:
    table = sheet.table
    if not table.by_sides:
        return tuple(amounts)
    dealer = sheet.deals[-1].table.dealer if sheet.deals else sheet.start.first_dealer
    shares, odd_coins = [0] * table.players, [0] * len(amounts)
    for seat in table.from_left_of(dealer):
        side = table.sides[seat]
        share, odd = divmod(amounts[side], len(table.seats_of(side)))
        shares[seat] = share + (odd_coins[side] < odd)
        odd_coins[side] += 1
    return tuple(shares)


def nets_of(sheet: Sheet) -> tuple[int, ...] | None:
    """The counters that each side won or lost in a game that is over; None in any other."""
    if sheet.start.unit != "counters" or not sheet.over:
        return None
    in_the_end = zip(sheet.held, sheet.began, sheet.now.bought, strict=True)
    return tuple(now - had - bought for now, had, bought in in_the_end)
