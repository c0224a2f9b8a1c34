"""Paying up: what counters are worth in money, and the fewest payments that settle a night.

The plan is a function of the balances alone, so marking a payment as made changes nothing
in it; only other balances make another plan.
"""

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
    """What a finished game means for one seat: what it won or lost, and what it had put in.

    `net` and `stake` are in counters; `money` and `stake_money` are the same in the smallest
    coin, and None where counters are worth nothing. `rounded` and `stake_rounded` tell that
    they are no whole number of coins by themselves.
    """

    net: int
    stake: int
    money: int | None = None
    stake_money: int | None = None
    rounded: bool = False
    stake_rounded: bool = False


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
    """What each seat won or lost, for a finished game of counters; None for any other."""
    settled = sheet.settled
    if settled is None:
        return None
    brought = sheet.start.carry.totals
    stakes = [had + bought for had, bought in zip(brought, sheet.carry.bought, strict=True)]
    nets = [now - stake for now, stake in zip(settled, stakes, strict=True)]
    rate = rate_of(sheet.start.rules)
    if rate is None:
        return tuple(map(Share, nets, stakes))
    counters, pays = rate["counters"], rate["pays"]
    # Part of a coin is a whole one: so equal stakes cost the same, and nobody who still holds
    # counters is asked for more.
    put_in = [-(-stake * pays // counters) for stake in stakes]
    rounded = [net * pays % counters > 0 for net in nets]
    stake_rounded = [stake * pays % counters > 0 for stake in stakes]
    return tuple(map(Share, nets, stakes, in_money(nets, rate), put_in, rounded, stake_rounded))


def nets_of(sheet: Sheet) -> tuple[int, ...] | None:
    """What each seat won or lost, also where only the totals were noted: nothing is paid there."""
    if sheet.only_totals and sheet.start.unit == "counters":
        brought = sheet.start.carry.totals
        return tuple(now - had for now, had in zip(sheet.totals, brought, strict=True))
    shares = shares_of(sheet)
    return None if shares is None else tuple(share.net for share in shares)


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


def is_exact(balances: Sequence[int]) -> bool:
    """Whether the plan for these balances is known to have the fewest payments."""
    return sum(1 for balance in balances if balance) <= MOST_EXACT


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
