"""Older nights that are not paid up yet: looked for among the newest, for the front page."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from sqlalchemy import Connection, bindparam, func, select

from scorer.services.money.payments import payments_by_person
from scorer.services.money.settle_up import COUNTER_GAMES, COUNTERS, MONEY, PAYMENTS
from scorer.services.nights.night_list import SEEN
from scorer.storage.database import Database
from scorer.storage.schema import AnyRow, AnySelect, games, results

# So far back is looked, however many nights there are.
LOOKED_AT = 20

_NIGHTS = SEEN.subquery()
# The newest nights with their finished games of counters, those without any among them. Not
# sorted: SQLite would go through all games in their order to save the sorting.
PLAYED: AnySelect = select(
    _NIGHTS.c.id, _NIGHTS.c.day, _NIGHTS.c.opened_at, games.c.id.label("game")
).select_from(
    _NIGHTS.outerjoin(
        games,
        (games.c.club == _NIGHTS.c.club)
        & (games.c.night == _NIGHTS.c.id)
        & games.c.deleted_at.is_(None)
        & games.c.over.is_(True)
        & games.c.variant.in_(COUNTER_GAMES),
    )
)
_IN_COUNTERS = results.c.money.is_(None)
# The games are named one by one: SQLite would begin a join with all results of the club.
BALANCES: AnySelect = (
    select(
        games.c.night,
        results.c.person,
        _IN_COUNTERS.label("in_counters"),
        func.sum(func.coalesce(results.c.money, results.c.net)).label("balance"),
    )
    .join(games, (games.c.club == results.c.club) & (games.c.id == results.c.game))
    .where(
        results.c.club == bindparam("of_club"),
        results.c.game.in_(bindparam("ids", expanding=True)),
        results.c.stake.is_not(None),
    )
    .group_by(games.c.night, results.c.person, _IN_COUNTERS)
)


@dataclass(frozen=True)
class OwingNight:
    """A night in which somebody still has to pay somebody."""

    id: str
    day: date


def owing_nights(
    database: Database, club: str, *, besides: Collection[str]
) -> tuple[OwingNight, ...]:
    """Those of the newest nights that are not paid up yet, the newest first; not those `besides`.

    A fixed number of queries, which look at about LOOKED_AT nights, however many there are.
    """
    with database.reading() as connection:
        asked = {"of_club": club, "most": LOOKED_AT + len(besides)}
        played = connection.execute(PLAYED, asked).all()
        older = [row for row in played if row.id not in besides]
        owing = _owing(connection, club, older)
    newest = sorted({(row.day, row.opened_at, row.id) for row in older}, reverse=True)
    return tuple(OwingNight(night, day) for day, _, night in newest if night in owing)


def _owing(connection: Connection, club: str, played: Sequence[AnyRow]) -> set[str]:
    """The nights in which what was won and lost does not come to what was paid."""
    here: dict[str, Any] = {"of_club": club, "of_nights": sorted({row.id for row in played})}
    ids = [row.game for row in played if row.game is not None]
    left: dict[tuple[str, str], dict[str, int]] = {}
    for row in connection.execute(BALANCES, {"of_club": club, "ids": ids}):
        unit = COUNTERS if row.in_counters else MONEY
        left.setdefault((row.night, unit), {})[row.person] = row.balance
    made = payments_by_person(connection, club, connection.execute(PAYMENTS, here).all())
    for one in made:
        # What is played for in another unit since then has a plan of its own.
        balances = left.get((one.night, one.unit))
        if balances is not None:
            balances[one.payer] = balances.get(one.payer, 0) + one.amount
            balances[one.payee] = balances.get(one.payee, 0) - one.amount
    return {night for (night, _), balances in left.items() if any(balances.values())}
