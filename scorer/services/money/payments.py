"""The plan by which a night settles: who pays whom how much, and which of it was paid.

A plan is a function of the balances and of what was paid under other balances; it is worked
out anew each time and never stored, so marking a payment as made reshuffles nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol

from sqlalchemy import Connection

from scorer.rules.settling import is_exact, payments_that_settle
from scorer.services.people.players import called_now
from scorer.storage.schema import AnyRow
from scorer.storage.stored_json import dump_json, load_json


class PaymentRow(Protocol):
    """A payment that was made, as it is kept."""

    id: str
    payer: str
    payee: str
    amount: int
    balances: str


@dataclass(frozen=True)
class Planned:
    """One payment of the plan; `paid` names the payment made for it, where there is one."""

    payer: str
    payee: str
    amount: int
    paid: str | None = None


@dataclass(frozen=True)
class Made:
    """A payment made under balances that a correction has changed since."""

    id: str
    payer: str
    payee: str
    amount: int


@dataclass(frozen=True)
class PayingUp:
    """How a night settles in one unit: money, or counters where no rate was agreed.

    `balances` are what everybody won (+) or lost (-), by player id; `earlier` the payments
    made under another plan, which this one counts; `stakes` what each put in; `saucer` what
    each takes out of a saucer that holds all stakes, less what was paid beside it.
    """

    unit: str
    balances: Mapping[str, int]
    plan: tuple[Planned, ...]
    exact: bool
    stakes: Mapping[str, int]
    saucer: Mapping[str, int]
    earlier: tuple[Made, ...] = ()

    @property
    def settled(self) -> bool:
        """Whether nothing is left to pay."""
        return all(one.paid for one in self.plan)


def plan_for(
    unit: str,
    balances: Mapping[str, int],
    stakes: Mapping[str, int],
    made: Sequence[PaymentRow],
) -> PayingUp:
    """The plan for these balances, given the payments made so far (oldest first).

    Payments made under the very same balances are payments of this plan; whatever was paid
    under others, or no longer fits, is counted first. Whoever paid or was paid is counted with 0
    where their game is gone: the payment is still theirs.
    """
    without = {who: 0 for one in made for who in (one.payer, one.payee) if who not in balances}
    balances, stakes = {**balances, **without}, {**stakes, **without}
    now = balances_as_text(balances)
    earlier = [one for one in made if one.balances != now]
    while True:
        marks = [one for one in made if one not in earlier]
        plan, stray = _marked(_plan(balances, earlier), marks)
        if not stray:
            break
        earlier = [one for one in made if one in earlier or one in stray]
    left, open_now = _after(balances, earlier), _after(balances, made)
    return PayingUp(
        unit=unit,
        balances=balances,
        plan=plan,
        exact=is_exact(list(left.values())),
        stakes=stakes,
        saucer={player: stakes[player] + open_now[player] for player in balances},
        earlier=tuple(Made(one.id, one.payer, one.payee, one.amount) for one in earlier),
    )


def one_worth(stakes: Iterable[tuple[int, int]]) -> bool:
    """Whether one worth of a counter explains all these (counters, coins), rounded up."""
    known = [one for one in stakes if one[0]]
    least = max((Fraction(coins - 1, counters) for counters, coins in known), default=Fraction(-1))
    most = min((Fraction(coins, counters) for counters, coins in known), default=Fraction(0))
    return least < most


def _after(balances: Mapping[str, int], paid: Sequence[PaymentRow]) -> dict[str, int]:
    left = dict(balances)
    for one in paid:
        left[one.payer] = left.get(one.payer, 0) + one.amount
        left[one.payee] = left.get(one.payee, 0) - one.amount
    return left


def _plan(balances: Mapping[str, int], earlier: Sequence[PaymentRow]) -> list[Planned]:
    left = _after(balances, earlier)
    # By id, so that neither a new name nor the order of the games makes another plan.
    people = sorted(left)
    settling = payments_that_settle([left[player] for player in people])
    return [Planned(people[one.payer], people[one.payee], one.amount) for one in settling]


def _marked(
    plan: Sequence[Planned], marks: Sequence[PaymentRow]
) -> tuple[tuple[Planned, ...], list[PaymentRow]]:
    """The plan with the payments made for it, and those that are not in it."""
    marked, stray = list(plan), []
    for one in marks:
        wanted = Planned(one.payer, one.payee, one.amount)
        if wanted in marked:
            marked[marked.index(wanted)] = Planned(one.payer, one.payee, one.amount, one.id)
        else:
            stray.append(one)
    return tuple(marked), stray


def balances_as_text(balances: Mapping[str, int]) -> str:
    """The balances a payment remembers, written the same way every time."""
    return dump_json({player: balances[player] for player in sorted(balances)})


@dataclass
class Payment:
    """A payment that was made, between the persons its players are; `names` says their names."""

    id: str
    night: str
    unit: str
    payer: str
    payee: str
    amount: int
    balances: str
    names: Mapping[str, str]


def payments_by_person(connection: Connection, club: str, rows: Sequence[AnyRow]) -> list[Payment]:
    """The payments between persons: what somebody paid under a second name is nobody's debt."""
    if not rows:
        return []
    balances = [load_json(row.balances) for row in rows]
    named = {player for one in balances for player in one}
    every = named.union(*((row.payer, row.payee) for row in rows))
    called = called_now(connection, club, every)
    persons = {one: called[one].person if one in called else one for one in every}
    made = []
    for row, each in zip(rows, balances, strict=True):
        payer, payee = persons[row.payer], persons[row.payee]
        then: dict[str, int] = {}
        for player, balance in each.items():
            then[persons[player]] = then.get(persons[player], 0) + balance
        if payer != payee:
            told = balances_as_text(then)
            names = {payer: called[row.payer].name, payee: called[row.payee].name}
            made.append(Payment(row.id, row.night, row.unit, payer, payee, row.amount, told, names))
    return made


def names_in(made: Iterable[Payment]) -> dict[str, str]:
    """The names of all who paid or were paid, by person."""
    return {person: name for one in made for person, name in one.names.items()}
