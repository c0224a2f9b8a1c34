"""The fewest payments that clear balances."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

# Up to so many people the number of payments is the smallest there is; the search doubles
# with each person more, so beyond it the largest debt is paid to the largest credit.
MOST_EXACT = 12


@dataclass(frozen=True)
class Payment:
    """One person hands another so much; `payer` and `payee` are places in the balances."""

    payer: int
    payee: int
    amount: int


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
