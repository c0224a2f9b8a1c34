"""Paying up: what counters are worth in money, and the fewest payments that clear balances."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from scorer.rules.house_rules import rate_of

if TYPE_CHECKING:
    from scorer.rules.sheet import Sheet

# Up to so many people the number of payments is the smallest there is; the search doubles
# with each person more, so beyond it the largest debt is paid to the largest credit.
MOST_EXACT = 12


@dataclass(frozen=True)
class Share:
    """What a finished game means for one seat: the counters it won (+) or lost (-).

    `money` is the same in the smallest coin, and `stake_money` what the seat had put in; both are
    None where counters are worth nothing.
    """

    counters: int
    money: int | None = None
    stake_money: int | None = None


@dataclass(frozen=True)
class Payment:
    """One person hands another so much; `payer` and `payee` are places in the balances."""

    payer: int
    payee: int
    amount: int


def in_money(nets: Sequence[int], rate: Mapping[str, int]) -> tuple[int, ...]:
    """What counters won or lost are worth, in the smallest coin; sums to zero if they do.

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
    """What each seat won or lost, for a finished game of counters; None for any other.

    Partners share what their side put in and what it has; odd counters and odd coins go one each
    from the last dealer's left.
    """
    nets = nets_of(sheet)
    if nets is None or sheet.settled is None:
        return None
    brought = sheet.start.carry.totals
    stakes = [had + bought for had, bought in zip(brought, sheet.carry.bought, strict=True)]
    put_in = _among_partners(sheet, stakes)
    has = _among_partners(sheet, sheet.settled)
    won = [now - had for now, had in zip(has, put_in, strict=True)]
    rate = rate_of(sheet.start.rules)
    if rate is None:
        return tuple(map(Share, won))
    money = _among_partners(sheet, in_money(nets, rate))
    shares = []
    for seat, side in enumerate(sheet.start.sides):
        counters = rate["counters"] * len(sheet.start.seats_of(side))
        # Part of a coin is a whole one: so equal stakes cost the same, and nobody who still
        # holds counters is asked for more.
        coins = -(-stakes[side] * rate["pays"] // counters)
        shares.append(Share(won[seat], money[seat], coins))
    return tuple(shares)


def _among_partners(sheet: Sheet, amounts: Sequence[int]) -> tuple[int, ...]:
    """What each seat gets of what its side has, in whole numbers."""
    start = sheet.start
    dealer = sheet.deals[-1].table.dealer if sheet.deals else start.first_dealer
    shares, given = [0] * len(start.order), [0] * len(amounts)
    for seat in start.table(dealer).from_left_of(dealer):
        side = start.sides[seat]
        share, odd = divmod(amounts[side], len(start.seats_of(side)))
        shares[seat] = share + (given[side] < odd)
        given[side] += 1
    return tuple(shares)


def nets_of(sheet: Sheet) -> tuple[int, ...] | None:
    """What each side won or lost in a game of counters that is over; None in any other.

    Also where only the totals were noted: nothing is paid there.
    """
    if sheet.start.unit != "counters" or not sheet.over:
        return None
    in_the_end = zip(sheet.held, sheet.start.carry.totals, sheet.carry.bought, strict=True)
    return tuple(now - had - bought for now, had, bought in in_the_end)


def payments_that_settle(balances: Sequence[int]) -> tuple[Payment, ...]:
    """The payments after which everybody has what they won (+) or lost (-).

    Raises ValueError where the balances do not sum to zero. Fewest possible for up to
    MOST_EXACT people with a balance; beyond that an approximation, never more than one
    payment fewer than there are people.
    """
    if sum(balances) != 0:
        raise ValueError("what some won is not what others lost")
    people = [at for at, balance in enumerate(balances) if balance]
    groups = _groups(people, balances) if len(people) <= MOST_EXACT else [people]
    return tuple(payment for group in groups for payment in _settle(group, balances))


def _groups(people: Sequence[int], balances: Sequence[int]) -> list[list[int]]:
    """The people split into as many groups as possible that settle among themselves.

    A group of n needs n - 1 payments, so the more groups, the fewer payments.
    """
    size = 1 << len(people)
    sums, most, last = [0] * size, [0] * size, [0] * size
    for mask in range(1, size):
        low = mask & -mask
        sums[mask] = sums[mask ^ low] + balances[people[low.bit_length() - 1]]
        best = -1
        for bit in range(len(people)):
            if mask >> bit & 1 and most[mask ^ (1 << bit)] > best:
                best, last[mask] = most[mask ^ (1 << bit)], bit
        most[mask] = best + (sums[mask] == 0)
    groups: list[list[int]] = []
    mask = size - 1
    while mask:
        if sums[mask] == 0:
            groups.append([])
        groups[-1].append(people[last[mask]])
        mask ^= 1 << last[mask]
    return [sorted(group) for group in reversed(groups)]


def _settle(group: Sequence[int], balances: Sequence[int]) -> list[Payment]:
    """One payment fewer than people: the largest debt is paid to the largest credit."""
    left = {person: balances[person] for person in group}
    payments = []
    while any(left.values()):
        payer = min(left, key=lambda person: (left[person], person))
        payee = max(left, key=lambda person: (left[person], -person))
        amount = min(-left[payer], left[payee])
        payments.append(Payment(payer, payee, amount))
        left[payer] += amount
        left[payee] -= amount
    return payments
