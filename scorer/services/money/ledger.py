"""The ledger of a club: what its games made for each person, less what was paid.

Only games whose counters are worth money count. Amounts are in the smallest coin, and all balances
of a club sum to zero.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Connection,
    Integer,
    bindparam,
    cast,
    func,
    insert,
    select,
    tuple_,
    update,
)

from scorer.rules.tallies import Counts, counts_of_payment
from scorer.services import clock
from scorer.services.errors import Conflict, NotFound
from scorer.services.ids import is_id
from scorer.services.people.players import Player, find_players
from scorer.storage.database import Database
from scorer.storage.locks import lock_club
from scorer.storage.results import change_counts
from scorer.storage.schema import AnySelect, balances, of_club, payments, players, refers


@dataclass(frozen=True)
class Balance:
    """The amount that a person is still to be paid (+) or owes (-)."""

    person: str
    name: str
    amount: int


@dataclass(frozen=True)
class DuePayment:
    """A payment that is still to be made, from one person to another."""

    payer: str
    payee: str
    amount: int


@dataclass(frozen=True)
class StoredPayment:
    """A payment that was made; `note` says what it was for, if a file did."""

    id: str
    payer: str
    payee: str
    amount: int
    made_at: datetime
    note: str


@dataclass(frozen=True)
class Ledger:
    """All balances but zero, a few payments that clear them, and a page of those made."""

    balances: Sequence[Balance]
    due: Sequence[DuePayment]
    payments: Sequence[StoredPayment]
    people: Mapping[str, Player]


_player, _payer, _payee = (players.alias(name) for name in ("player", "payer", "payee"))
_STANDS = (of_club(payments), payments.c.withdrawn_at.is_(None))
# One person under several names has one balance. PostgreSQL makes decimals of sums.
_BALANCE = cast(func.sum(balances.c.amount), BigInteger)
BALANCES: AnySelect = (
    select(players.c.id, players.c.name, _BALANCE)
    .join(_player, (_player.c.club == players.c.club) & (_player.c.person == players.c.id))
    .join(balances, refers(balances.c.player, _player))
    .where(of_club(players))
    .group_by(players.c.id, players.c.name)
    .having(_BALANCE != 0)
    .order_by(_BALANCE.desc(), players.c.id)
)
PAYMENTS: AnySelect = (
    select(
        payments.c.id,
        _payer.c.person,
        _payee.c.person.label("payee"),
        payments.c.amount,
        payments.c.made_at,
        payments.c.note,
    )
    .join(_payer, refers(payments.c.payer, _payer))
    .join(_payee, refers(payments.c.payee, _payee))
    # What somebody paid under a second name is nobody's payment.
    .where(*_STANDS, _payer.c.person != _payee.c.person)
    .order_by(payments.c.made_at.desc(), payments.c.id.desc())
    .limit(bindparam("most", type_=Integer()))
)
OLDER = PAYMENTS.where(
    tuple_(payments.c.made_at, payments.c.id)
    < select(payments.c.made_at, payments.c.id)
    .where(of_club(payments), payments.c.id == bindparam("before"))
    .scalar_subquery()
)


def read_ledger(
    database: Database, club: str, *, before: str | None = None, limit: int = 30
) -> Ledger:
    """The ledger of a club, with its newest payments, or the newest before one of them."""
    parameters: dict[str, Any] = {"of_club": club, "most": limit}
    if before is not None:
        parameters["before"] = before
    with database.reading() as connection:
        kept = load_balances(connection, club)
        rows = connection.execute(PAYMENTS if before is None else OLDER, parameters)
        made = [StoredPayment(*row) for row in rows]
        people = {person for payment in made for person in (payment.payer, payment.payee)}
        people |= {balance.person for balance in kept}
        found = find_players(connection, club, people)
    # By id, so that no other name makes another plan.
    owed = dict(sorted((balance.person, balance.amount) for balance in kept))
    return Ledger(kept, payments_that_settle(owed), made, dict(sorted(found.items())))


def load_balances(connection: Connection, club: str) -> list[Balance]:
    """The balances of all who are not even, the highest first."""
    return [Balance(*row) for row in connection.execute(BALANCES, {"of_club": club})]


def read_balances(database: Database, club: str) -> list[Balance]:
    """The same in a transaction of its own."""
    with database.reading() as connection:
        return load_balances(connection, club)


def record_payment(
    database: Database,
    club: str,
    *,
    device: str | None,
    payment: str,
    payer: str,
    payee: str,
    amount: int,
) -> None:
    """Note a payment, once for the same id; raises NotFound, and Conflict if it is not due."""
    if not is_id(payment):
        raise NotFound
    values = {"payer": payer, "payee": payee, "amount": amount}
    with database.writing() as connection:
        # One payment at a time, so that none is noted twice.
        lock_club(connection, club)
        known = connection.execute(select(payments).where(*_this(club, payment))).first()
        if known is not None:
            if (known.payer, known.payee, known.amount) != (payer, payee, amount):
                raise Conflict("payment_taken")
            if known.withdrawn_at is not None:
                raise Conflict("payment_undone")
            return
        owed = {balance.person: balance.amount for balance in load_balances(connection, club)}
        if not 0 < amount <= min(-owed.get(payer, 0), owed.get(payee, 0)):
            raise Conflict("plan_changed")
        row = {**values, "club": club, "id": payment, "made_at": clock.now(), "device": device}
        connection.execute(insert(payments), row)
        change_counts(connection, club, counts_of_payment(payer, payee, amount))


def undo_payment(database: Database, club: str, payment: str) -> None:
    """Take back that a payment was made, once however often; raises NotFound."""
    if not is_id(payment):
        raise NotFound
    with database.writing() as connection:
        lock_club(connection, club)
        known = connection.execute(select(payments).where(*_this(club, payment))).first()
        if known is None:
            raise NotFound
        if known.withdrawn_at is None:
            this = update(payments).where(*_this(club, payment))
            connection.execute(this.values(withdrawn_at=clock.now()))
            undone = counts_of_payment(known.payer, known.payee, -known.amount)
            change_counts(connection, club, undone)


def _this(club: str, payment: str) -> tuple[ColumnElement[bool], ...]:
    return payments.c.club == club, payments.c.id == payment


def counts_of_payments(connection: Connection, club: str) -> Counts:
    """What all payments of a club that stand have added to its balances."""
    counts: Counts = Counter()
    standing = select(payments).where(*_STANDS)
    for row in connection.execute(standing, {"of_club": club}):
        counts.update(counts_of_payment(row.payer, row.payee, row.amount))
    return counts


def payments_that_settle(balances: Mapping[str, int]) -> list[DuePayment]:
    """The payments after which everybody has what they won (+) or lost (-), by person.

    Who owes just what another one is owed pays that; else the largest debt is paid to the largest
    credit. They are always fewer than there are people. Raises ValueError where the balances do not
    sum to zero.
    """
    if sum(balances.values()) != 0:
        raise ValueError("what some won is not what others lost")
    left = {person: balance for person, balance in balances.items() if balance}
    payments = []
    while left:
        owed = {balance: person for person, balance in reversed(left.items())}
        exact = (person for person, balance in left.items() if balance < 0 and -balance in owed)
        payer = next(exact, None) or min(left, key=left.__getitem__)
        payee = owed.get(-left[payer]) or max(left, key=left.__getitem__)
        amount = min(-left[payer], left[payee])
        payments.append(DuePayment(payer, payee, amount))
        left[payer] += amount
        left[payee] -= amount
        left = {person: balance for person, balance in left.items() if balance}
    return payments
