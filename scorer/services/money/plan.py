"""The plan by which a night settles: who pays whom how much, and which of it was paid.

A plan is a function of the balances and of what was paid under other balances; it is worked
out anew each time and never stored, so marking a payment as made reshuffles nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from fractions import Fraction

from scorer.rules.settling import payments_that_settle
from scorer.storage.stored_json import dump_json, load_json


@dataclass(frozen=True)
class StoredPayment:
    """A payment that was made from one person to another.

    `balances` are those it was made under, as text; `names` are the two persons' names.
    `together` is the change that settled several nights by it, where it is a part of that.
    """

    id: str
    night: str
    unit: str
    payer: str
    payee: str
    amount: int
    balances: str
    names: Mapping[str, str]
    made_at: datetime
    together: str | None = None


@dataclass(frozen=True)
class PlannedPayment:
    """One payment of the plan; `paid` names the payment made for it, where there is one.

    `together` is the change that this payment was a part of, as in `StoredPayment`.
    """

    payer: str
    payee: str
    amount: int
    paid: str | None = None
    together: str | None = None


@dataclass(frozen=True)
class PayingUp:
    """How a night settles in one unit: money, or counters where no rate was agreed.

    `balances` are what everybody won (+) or lost (-), by player id; `earlier` the payments
    made under another plan, which this one counts; `stakes` what each put in; `saucer` what
    each takes out of a saucer that holds all stakes, less what was paid beside it.
    """

    unit: str
    balances: Mapping[str, int]
    plan: tuple[PlannedPayment, ...]
    stakes: Mapping[str, int]
    saucer: Mapping[str, int]
    earlier: tuple[StoredPayment, ...] = ()

    @property
    def open(self) -> tuple[PlannedPayment, ...]:
        """The payments that were not made yet."""
        return tuple(planned for planned in self.plan if not planned.paid)

    @property
    def settled(self) -> bool:
        """Whether nothing is left to pay."""
        return not self.open

    @property
    def changed(self) -> bool:
        """Whether scores have changed since an earlier payment was made."""
        now = _won_and_lost(self.balances)
        return any(_won_and_lost(load_json(made.balances)) != now for made in self.earlier)


def plan_for(
    unit: str,
    balances: Mapping[str, int],
    stakes: Mapping[str, int],
    payments: Sequence[StoredPayment],
) -> PayingUp:
    """The plan for these balances, given the payments made so far (oldest first).

    Payments made under the very same balances are payments of this plan; whatever was paid
    under others, or no longer fits, is counted first. Whoever paid or was paid is counted with 0
    where their game is gone: the payment is still theirs.
    """
    parties = [person for payment in payments for person in (payment.payer, payment.payee)]
    without = {person: 0 for person in parties if person not in balances}
    balances, stakes = {**balances, **without}, {**stakes, **without}
    now = balances_as_text(balances)
    earlier = [payment for payment in payments if payment.balances != now]
    while True:
        current = [payment for payment in payments if payment not in earlier]
        plan, stray = _mark_paid(plan_of(after_paying(balances, earlier)), current)
        if not stray:
            break
        earlier = [payment for payment in payments if payment in earlier or payment in stray]
    open_now = after_paying(balances, payments)
    return PayingUp(
        unit=unit,
        balances=balances,
        plan=plan,
        stakes=stakes,
        saucer={player: stakes[player] + open_now[player] for player in balances},
        earlier=tuple(earlier),
    )


def have_one_rate(stakes: Iterable[tuple[int, int]]) -> bool:
    """Whether one worth of a counter explains all these (counters, coins), rounded up."""
    known = [stake for stake in stakes if stake[0]]
    least = max((Fraction(coins - 1, counters) for counters, coins in known), default=Fraction(-1))
    most = min((Fraction(coins, counters) for counters, coins in known), default=Fraction(0))
    return least < most


def after_paying(balances: Mapping[str, int], payments: Iterable[StoredPayment]) -> dict[str, int]:
    """What these payments leave of the balances."""
    left = dict(balances)
    for payment in payments:
        left[payment.payer] = left.get(payment.payer, 0) + payment.amount
        left[payment.payee] = left.get(payment.payee, 0) - payment.amount
    return left


def plan_of(left: Mapping[str, int]) -> list[PlannedPayment]:
    """The fewest payments that settle these balances."""
    # By id, so that neither a new name nor the order of the games makes another plan.
    people = sorted(left)
    settling = payments_that_settle([left[player] for player in people])
    return [
        PlannedPayment(people[step.payer], people[step.payee], step.amount) for step in settling
    ]


def _mark_paid(
    plan: Sequence[PlannedPayment], payments: Sequence[StoredPayment]
) -> tuple[tuple[PlannedPayment, ...], list[StoredPayment]]:
    """The plan with the payments made for it, and those that are not in it."""
    marked, stray = list(plan), []
    for payment in payments:
        due = PlannedPayment(payment.payer, payment.payee, payment.amount)
        if due in marked:
            marked[marked.index(due)] = replace(due, paid=payment.id, together=payment.together)
        else:
            stray.append(payment)
    return tuple(marked), stray


def balances_as_text(balances: Mapping[str, int]) -> str:
    """The balances a payment was made under, as text that can be compared."""
    return dump_json({player: balances[player] for player in sorted(balances)})


def _won_and_lost(balances: Mapping[str, int]) -> dict[str, int]:
    return {player: balance for player, balance in balances.items() if balance}
