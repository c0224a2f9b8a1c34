"""The ledger of a club: what its games made for each person, less what was paid.

Only games whose counters are worth money count. Amounts are in the smallest coin, and all balances
of a club sum to zero.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import (
    BigInteger,
    BindParameter,
    ColumnElement,
    Connection,
    Integer,
    bindparam,
    cast,
    func,
    insert,
    select,
    tuple_,
    union_all,
    update,
)

from scorer.services import clock
from scorer.services.errors import Conflict, NotFound
from scorer.services.ids import is_id
from scorer.services.people.players import find_players
from scorer.storage.database import Database
from scorer.storage.locks import lock_club
from scorer.storage.schema import ID, AnySelect, games, payments, players, refers, results


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
    names: Mapping[str, str]


_OF_CLUB: BindParameter[str] = bindparam("of_club", type_=ID)
_STANDS = (payments.c.club == _OF_CLUB, payments.c.withdrawn_at.is_(None))
_payer, _payee = players.alias("payer"), players.alias("payee")
_IS_PAYER = refers(payments.c.payer, _payer)
_IS_PAYEE = refers(payments.c.payee, _payee)
_AMOUNTS = union_all(
    select(results.c.person, func.sum(results.c.money).label("amount"))
    .where(results.c.club == _OF_CLUB, results.c.money.is_not(None))
    .group_by(results.c.person),
    # The few games in the bin are taken off, so that no other game has to be looked at. An outer
    # join begins with them, where SQLite would begin an inner one with all results of the club.
    select(results.c.person, -results.c.money)
    .select_from(games)
    .outerjoin(results, refers(results.c.game, games))
    .where(games.c.club == _OF_CLUB, games.c.deleted_at.is_not(None)),
    select(_payer.c.person, payments.c.amount).join(_payer, _IS_PAYER).where(*_STANDS),
    select(_payee.c.person, -payments.c.amount).join(_payee, _IS_PAYEE).where(*_STANDS),
).subquery()
# PostgreSQL makes decimals of sums of sums.
_BALANCE = cast(func.sum(_AMOUNTS.c.amount), BigInteger).label("balance")
BALANCES: AnySelect = (
    select(players.c.id, players.c.name, _BALANCE)
    .join(_AMOUNTS, _AMOUNTS.c.person == players.c.id)
    .where(players.c.club == _OF_CLUB)
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
    .join(_payer, _IS_PAYER)
    .join(_payee, _IS_PAYEE)
    # What somebody paid under a second name is nobody's payment.
    .where(*_STANDS, _payer.c.person != _payee.c.person)
    .order_by(payments.c.made_at.desc(), payments.c.id.desc())
    .limit(bindparam("most", type_=Integer()))
)
OLDER = PAYMENTS.where(
    tuple_(payments.c.made_at, payments.c.id)
    < select(payments.c.made_at, payments.c.id)
    .where(payments.c.club == _OF_CLUB, payments.c.id == bindparam("before"))
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
        balances = load_balances(connection, club)
        rows = connection.execute(PAYMENTS if before is None else OLDER, parameters)
        made = [StoredPayment(*row) for row in rows]
        people = {person for payment in made for person in (payment.payer, payment.payee)}
        people |= {balance.person for balance in balances}
        found = find_players(connection, club, people)
    # By id, so that no other name makes another plan.
    owed = dict(sorted((balance.person, balance.amount) for balance in balances))
    names = {person: found[person].name for person in sorted(people)}
    return Ledger(balances, payments_that_settle(owed), made, names)


def load_balances(connection: Connection, club: str) -> list[Balance]:
    """The balances of all who are not even, the highest first."""
    return [Balance(*row) for row in connection.execute(BALANCES, {"of_club": club})]


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


def undo_payment(database: Database, club: str, payment: str) -> None:
    """Take back that a payment was made, once however often; raises NotFound."""
    if not is_id(payment):
        raise NotFound
    withdrawn_at = func.coalesce(payments.c.withdrawn_at, clock.now())
    with database.writing() as connection:
        lock_club(connection, club)
        undone = update(payments).where(*_this(club, payment)).values(withdrawn_at=withdrawn_at)
        if connection.execute(undone).rowcount == 0:
            raise NotFound


def _this(club: str, payment: str) -> tuple[ColumnElement[bool], ...]:
    return payments.c.club == club, payments.c.id == payment


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
