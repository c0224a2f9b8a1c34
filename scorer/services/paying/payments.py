"""Payments that were made, between the persons whom their players are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import Connection

from scorer.services.paying.plan import balances_as_text
from scorer.services.people.players import persons_of
from scorer.storage.canonical import from_text
from scorer.storage.columns import AnyRow


@dataclass
class Payment:
    """A payment that was made, between the persons its players are."""

    id: str
    night: str
    unit: str
    payer: str
    payee: str
    amount: int
    balances: str


def payments_by_person(connection: Connection, club: str, rows: Sequence[AnyRow]) -> list[Payment]:
    """The payments between persons: what somebody paid under a second name is nobody's debt."""
    if not rows:
        return []
    balances = [from_text(row.balances) for row in rows]
    named = {player for one in balances for player in one}
    persons = persons_of(connection, club, named.union(*((row.payer, row.payee) for row in rows)))
    made = []
    for row, each in zip(rows, balances, strict=True):
        payer, payee = persons[row.payer], persons[row.payee]
        then: dict[str, int] = {}
        for player, balance in each.items():
            then[persons[player]] = then.get(persons[player], 0) + balance
        if payer != payee:
            told = balances_as_text(then)
            made.append(Payment(row.id, row.night, row.unit, payer, payee, row.amount, told))
    return made
