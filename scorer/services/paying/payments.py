"""Payments that were made, between the persons whom their players are."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import Connection

from scorer.services.paying.plan import balances_as_text
from scorer.services.people.players import called_now
from scorer.storage.canonical import from_text
from scorer.storage.columns import AnyRow


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
    balances = [from_text(row.balances) for row in rows]
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
