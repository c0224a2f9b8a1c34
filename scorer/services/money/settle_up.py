"""Paying up: what everybody won or lost in a night, and which payments were made.

A payment that was made remembers the balances it was made under: as long as they stand, it
is one of the plan's payments and only marked; once a correction has changed them it is
counted as paid, and `settling.py` makes a new plan for the rest.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from sqlalchemy import BindParameter, Connection, bindparam, insert, select, update

from scorer.rules.variants import every_variant
from scorer.services import clock
from scorer.services.errors import Conflict, NotFound
from scorer.services.ids import is_id
from scorer.services.load import load_night_row
from scorer.services.money.payments import (
    PayingUp,
    Payment,
    Planned,
    balances_as_text,
    names_in,
    one_worth,
    payments_by_person,
    plan_for,
)
from scorer.storage.database import Database
from scorer.storage.schema import (
    ID,
    AnyRow,
    AnySelect,
    clubs,
    games,
    nights,
    payments,
    players,
    results,
)

MONEY = "money"
COUNTERS = "counters"
COUNTER_GAMES = sorted({one.key for one in every_variant().values() if not one.lowest_wins})


@dataclass(frozen=True)
class NightPaying:
    """All that is to be paid in a night, and what people are called; `open_games` count not yet.

    `counters` are those won (+) and lost (-) in games that pay money, `put_in` those people had
    put in; both are empty where counters were not worth the same in all of them. `rounded` and
    `stakes_rounded` say that some of either did not come to whole coins.
    """

    night: str
    currency: str
    names: Mapping[str, str]
    units: tuple[PayingUp, ...]
    open_games: int
    counters: Mapping[str, int] = field(default_factory=dict)
    put_in: Mapping[str, int] = field(default_factory=dict)
    rounded: bool = False
    stakes_rounded: bool = False


OF_NIGHTS: BindParameter[str] = bindparam("of_nights", type_=ID, expanding=True)
HEADS: AnySelect = (
    select(nights.c.id, clubs.c.currency)
    .join(clubs, clubs.c.id == nights.c.club)
    .where(
        nights.c.club == bindparam("of_club"),
        nights.c.id.in_(OF_NIGHTS),
        nights.c.deleted_at.is_(None),
    )
)
NIGHT_GAMES: AnySelect = (
    select(games.c.id, games.c.night, games.c.variant, games.c.over, games.c.version)
    .where(
        games.c.club == bindparam("of_club"),
        games.c.night.in_(OF_NIGHTS),
        games.c.deleted_at.is_(None),
    )
    .order_by(games.c.started_at, games.c.id)
)
# The games are named one by one: SQLite would begin a join with all results of the club.
WON_AND_LOST: AnySelect = (
    select(
        results.c.game,
        results.c.person,
        players.c.name,
        results.c.net,
        results.c.stake,
        results.c.money,
        results.c.stake_money,
        results.c.rounded,
        results.c.stake_rounded,
    )
    .join(players, (players.c.club == results.c.club) & (players.c.id == results.c.person))
    .where(
        results.c.club == bindparam("of_club"),
        results.c.game.in_(bindparam("ids", expanding=True)),
        # A game of totals alone has a net, but its counters were settled long ago.
        results.c.stake.is_not(None),
    )
    .order_by(results.c.game, results.c.seat)
)
PAYMENTS: AnySelect = (
    select(payments)
    .where(
        payments.c.club == bindparam("of_club"),
        payments.c.night.in_(OF_NIGHTS),
        payments.c.withdrawn_at.is_(None),
    )
    .order_by(payments.c.made_at, payments.c.id)
)


def read_paying(database: Database, club: str, night: str) -> NightPaying:
    """What is to be paid in a night; raises NotFound where the club has no such night."""
    if not is_id(night):
        raise NotFound
    with database.reading() as connection:
        return _paying(connection, club, night)


def read_paying_of(database: Database, club: str, some: Sequence[str]) -> list[NightPaying]:
    """What is to be paid in each of these nights, in as few queries as for one of them."""
    with database.reading() as connection:
        return _all_paying(connection, club, some)


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
    told = {"night": night, "unit": unit, "payer": payer, "payee": payee, "amount": amount}
    with database.writing() as connection:
        # One payment of a night at a time, so that none is noted twice.
        load_night_row(connection, club, night, lock=True)
        known = connection.execute(
            select(payments).where(payments.c.club == club, payments.c.id == payment)
        ).first()
        if known is not None:
            if any(getattr(known, key) != said for key, said in told.items()):
                raise Conflict("payment_taken")
            return
        paying = _paying(connection, club, night)
        of_unit = next((one for one in paying.units if one.unit == unit), None)
        wanted = Planned(payer, payee, amount)
        if of_unit is None or wanted not in of_unit.plan:
            raise Conflict("plan_changed")
        connection.execute(
            insert(payments),
            {
                **told,
                "club": club,
                "id": payment,
                "balances": balances_as_text(of_unit.balances),
                "made_at": clock.now(),
                "device": device,
            },
        )


def undo_payment(database: Database, club: str, night: str, *, payment: str) -> None:
    """Take back that a payment was made, once however often; raises NotFound, InTheBin."""
    if not is_id(payment):
        raise NotFound
    with database.writing() as connection:
        load_night_row(connection, club, night, lock=True)
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


def _paying(connection: Connection, club: str, night: str) -> NightPaying:
    for one in _all_paying(connection, club, [night]):
        return one
    raise NotFound


def _all_paying(connection: Connection, club: str, some: Sequence[str]) -> list[NightPaying]:
    """What these nights come to, in their order; one that the club does not have is left out."""
    here = {"of_club": club, "of_nights": list(some)}
    currency = {head.id: head.currency for head in connection.execute(HEADS, here)}
    played = connection.execute(NIGHT_GAMES, here).all()
    order = {game.id: at for at, game in enumerate(played) if game.over}
    found = connection.execute(WON_AND_LOST, {"of_club": club, "ids": list(order)})
    rows = sorted(found, key=lambda row: order[row.game])
    made = payments_by_person(connection, club, connection.execute(PAYMENTS, here).all())
    night_of = {game.id: game.night for game in played}
    return [
        _night(
            night,
            currency[night],
            [game for game in played if game.night == night],
            [row for row in rows if night_of[row.game] == night],
            [one for one in made if one.night == night],
        )
        for night in some
        if night in currency
    ]


def _night(
    night: str,
    currency: str,
    played: Sequence[AnyRow],
    rows: Sequence[AnyRow],
    made: Sequence[Payment],
) -> NightPaying:
    units = []
    for unit in (MONEY, COUNTERS):
        of_unit = [row for row in rows if (row.money is not None) == (unit == MONEY)]
        marks = [one for one in made if one.unit == unit]
        if of_unit or marks:
            won, put = ("money", "stake_money") if unit == MONEY else ("net", "stake")
            units.append(plan_for(unit, _sums(of_unit, won), _sums(of_unit, put), marks))
    worth_money = [row for row in rows if row.money is not None]
    alike = worth_money if one_worth((one.stake, one.stake_money) for one in worth_money) else []
    return NightPaying(
        night=night,
        currency=currency,
        names={row.person: row.name for row in rows} | names_in(made),
        units=tuple(units),
        open_games=sum(_is_open(game) for game in played),
        counters=_sums(alike, "net"),
        put_in=_sums(alike, "stake"),
        rounded=any(row.rounded for row in worth_money),
        stakes_rounded=any(row.stake_rounded for row in worth_money),
    )


def _is_open(game: AnyRow) -> bool:
    """Whether a game for counters was begun and not finished."""
    return not game.over and game.version > 0 and game.variant in COUNTER_GAMES


def _sums(rows: Sequence[AnyRow], what: str) -> dict[str, int]:
    """One column, added up for each person."""
    sums: dict[str, int] = {}
    for row in rows:
        sums[row.person] = sums.get(row.person, 0) + getattr(row, what)
    return sums
