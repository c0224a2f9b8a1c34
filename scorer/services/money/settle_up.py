"""Paying up: what everybody won or lost in a night, and which payments were made.

A payment that was made remembers the balances it was made under: as long as they stand, it
is one of the plan's payments and only marked; once a correction has changed them it is
counted as paid, and `plan.py` makes a new plan for the rest.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from sqlalchemy import Connection, bindparam, insert, select, update

from scorer.services import clock
from scorer.services.changes import Change, changes_made_at
from scorer.services.errors import Conflict, NotFound
from scorer.services.games.game_list import GameLine, SeatLine, lines_of_nights
from scorer.services.ids import is_id
from scorer.services.money.plan import (
    PayingUp,
    PlannedPayment,
    StoredPayment,
    balances_as_text,
    have_one_rate,
    plan_for,
)
from scorer.services.people.players import find_players
from scorer.services.rows import load_night_row
from scorer.storage.database import Database
from scorer.storage.schema import AnySelect, payments
from scorer.storage.stored_json import load_json

MONEY = "money"
COUNTERS = "counters"
# A change that settled several nights by payments in each of them: see `together.py`.
SETTLE = "settle"


@dataclass(frozen=True)
class NightPaying:
    """All that is to be paid in a night, and what people are called; `open_games` count not yet.

    `counters` are those won (+) and lost (-) in games that pay money, `put_in` those people had
    put in; both are empty where counters were not worth the same in all of them. `rounded` and
    `stakes_rounded` say that some of either did not come to whole coins.
    """

    night: str
    names: Mapping[str, str]
    units: tuple[PayingUp, ...]
    open_games: int
    counters: Mapping[str, int] = field(default_factory=dict)
    put_in: Mapping[str, int] = field(default_factory=dict)
    rounded: bool = False
    stakes_rounded: bool = False


PAYMENTS: AnySelect = (
    select(payments)
    .where(
        payments.c.club == bindparam("of_club"),
        payments.c.night.in_(bindparam("nights", expanding=True)),
        payments.c.withdrawn_at.is_(None),
    )
    .order_by(payments.c.made_at, payments.c.id)
)


def read_paying(database: Database, club: str, night: str) -> NightPaying:
    """What is to be paid in a night; raises NotFound where the club has no such night."""
    if not is_id(night):
        raise NotFound
    with database.reading() as connection:
        load_night_row(connection, club, night)
        return _load_paying(connection, club, night)


def read_paying_of(
    database: Database, club: str, night: str, lines: Sequence[GameLine]
) -> NightPaying:
    """What is to be paid in a night whose games are read already."""
    with database.reading() as connection:
        return paying_of(night, lines, _read_with_changes(connection, club, night))


def record_payment(
    database: Database,
    club: str,
    night: str,
    *,
    device: str | None,
    payment: str,
    unit: str,
    payer: str,
    payee: str,
    amount: int,
) -> None:
    """Note that a payment of the plan was made; the same `payment` id twice is one payment.

    Raises NotFound, InTheBin, and Conflict where the plan has no such payment open (any more),
    or where another payment was noted under this id.
    """
    if not is_id(payment):
        raise NotFound
    values = {"night": night, "unit": unit, "payer": payer, "payee": payee, "amount": amount}
    with database.writing() as connection:
        # One payment of a night at a time, so that none is noted twice.
        load_night_row(connection, club, night, lock=True)
        known = connection.execute(
            select(payments).where(payments.c.club == club, payments.c.id == payment)
        ).first()
        if known is not None:
            if any(getattr(known, key) != value for key, value in values.items()):
                raise Conflict("payment_taken")
            return
        paying = _load_paying(connection, club, night)
        of_unit = next((plan for plan in paying.units if plan.unit == unit), None)
        due = PlannedPayment(payer, payee, amount)
        if of_unit is None or due not in of_unit.plan:
            raise Conflict("plan_changed")
        connection.execute(
            insert(payments),
            {
                **values,
                "club": club,
                "id": payment,
                "balances": balances_as_text(of_unit.balances),
                "made_at": clock.now(),
                "device": device,
            },
        )


def undo_payment(database: Database, club: str, night: str, *, payment: str) -> None:
    """Take back that a payment was made, once however often; raises NotFound, InTheBin.

    What was paid together with other nights is taken back with them (see `undo_changes`).
    """
    if not is_id(payment):
        raise NotFound
    with database.writing() as connection:
        load_night_row(connection, club, night, lock=True)
        made = _read_with_changes(connection, club, night)
        if any(one.together for one in made if one.id == payment):
            raise NotFound
        done = connection.execute(
            update(payments)
            .where(
                payments.c.club == club,
                payments.c.night == night,
                payments.c.id == payment,
            )
            .values(withdrawn_at=clock.now())
        )
        if done.rowcount == 0:
            raise NotFound


def _load_paying(connection: Connection, club: str, night: str) -> NightPaying:
    lines = lines_of_nights(connection, club, [night])
    return paying_of(night, lines, _read_with_changes(connection, club, night))


def _read_with_changes(connection: Connection, club: str, night: str) -> list[StoredPayment]:
    made = read_payments(connection, club, [night])
    return with_changes(made, settling_changes(connection, club, [one.made_at for one in made]))


def settling_changes(
    connection: Connection, club: str, moments: Collection[datetime]
) -> list[Change]:
    """The changes that settled several nights at these moments, the newest first."""
    return changes_made_at(connection, club, SETTLE, moments)


def with_changes(made: Iterable[StoredPayment], changes: Iterable[Change]) -> list[StoredPayment]:
    """These payments, each with the change that it is a part of."""
    change_of = {payment: change.id for change in changes for payment in change.content["payments"]}
    return [replace(payment, together=change_of.get(payment.id)) for payment in made]


def read_payments(connection: Connection, club: str, nights: Sequence[str]) -> list[StoredPayment]:
    """The payments of these nights, the oldest first.

    They are between persons: what somebody paid under a second name is nobody's debt.
    """
    rows = connection.execute(PAYMENTS, {"of_club": club, "nights": list(nights)}).all()
    if not rows:
        return []
    balances = [load_json(row.balances) for row in rows]
    ids = {player for under in balances for player in under}
    persons = find_players(connection, club, ids.union(*((row.payer, row.payee) for row in rows)))
    made = []
    for row, under in zip(rows, balances, strict=True):
        payer, payee = persons[row.payer], persons[row.payee]
        sums: dict[str, int] = {}
        for player, balance in under.items():
            person = persons[player].id if player in persons else player
            sums[person] = sums.get(person, 0) + balance
        if payer.id != payee.id:
            made.append(
                StoredPayment(
                    id=row.id,
                    night=row.night,
                    unit=row.unit,
                    payer=payer.id,
                    payee=payee.id,
                    amount=row.amount,
                    balances=balances_as_text(sums),
                    names={payer.id: payer.name, payee.id: payee.name},
                    made_at=row.made_at,
                )
            )
    return made


def paying_of(night: str, lines: Iterable[GameLine], made: Iterable[StoredPayment]) -> NightPaying:
    """What a night comes to, from its games in the order they were begun and its payments."""
    lines, made = list(lines), [payment for payment in made if payment.night == night]
    # A game of totals alone has a net, but its counters were settled long ago.
    seats = [seat for line in lines if line.over for seat in line.seats if seat.stake is not None]
    in_money = [seat for seat in seats if seat.money is not None]
    units = []
    for unit in (MONEY, COUNTERS):
        of_unit = in_money if unit == MONEY else [seat for seat in seats if seat.money is None]
        paid = [payment for payment in made if payment.unit == unit]
        if of_unit or paid:
            won, put_in = ("money", "stake_money") if unit == MONEY else ("counters", "stake")
            units.append(plan_for(unit, _sums(of_unit, won), _sums(of_unit, put_in), paid))
    one_rate = have_one_rate((seat.stake or 0, seat.stake_money or 0) for seat in in_money)
    names = {seat.person: seat.name for seat in seats}
    names.update((person, name) for payment in made for person, name in payment.names.items())
    return NightPaying(
        night=night,
        names=names,
        units=tuple(units),
        open_games=sum(
            not line.over and line.version > 0 and line.kind.unit == "counters" for line in lines
        ),
        counters=_sums(in_money, "counters") if one_rate else {},
        put_in=_sums(in_money, "stake") if one_rate else {},
        rounded=any(seat.rounded for seat in in_money),
        stakes_rounded=any(seat.stake_rounded for seat in in_money),
    )


def _sums(seats: Iterable[SeatLine], column: str) -> dict[str, int]:
    """One column, added up for each person."""
    sums: dict[str, int] = {}
    for seat in seats:
        sums[seat.person] = sums.get(seat.person, 0) + getattr(seat, column)
    return sums
