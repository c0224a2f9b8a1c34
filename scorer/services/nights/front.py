"""The front page: what is going on, was played lately, and is still to be paid."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from sqlalchemy import Connection, bindparam, func, select, union, union_all

from scorer.rules.kinds import parse_kind
from scorer.services import clock
from scorer.services.games.game_list import LINES, GameLine, lines_of
from scorer.services.money.plan import StoredPayment, after_paying
from scorer.services.money.settle_up import NightPaying, paying_of, read_payments
from scorer.services.money.together import MOST_TOGETHER, balances_of
from scorer.services.nights.night_list import SEEN, Night, NightHead, heads_of
from scorer.services.nights.standings import Wins
from scorer.services.nights.state import LATELY
from scorer.storage.book import STILL_PLAYING
from scorer.storage.database import Database
from scorer.storage.schema import AnyRow, AnySelect, games, nights

MOST_IN_PROGRESS = 10
PAST_NIGHTS = 3
A_DAY = timedelta(days=1)
# The nights of the last day; of older ones as many are looked at as can be settled together.
MOST_NIGHTS = 10


@dataclass(frozen=True)
class Front:
    """What the front page shows: games in progress, the newest first, and the nights.

    `tonight` is the night that is going on, where one is; `nights` are those before it.
    `paying` are the nights of the last day on which anybody played (two tables are two
    nights), `owing` older ones that are not paid up, the newest first.
    """

    in_progress: tuple[GameLine, ...] = ()
    last_finished: GameLine | None = None
    tonight: Night | None = None
    nights: tuple[Night, ...] = ()
    paying: tuple[NightPaying, ...] = ()
    owing: tuple[NightHead, ...] = ()

    @property
    def all_nights(self) -> tuple[Night, ...]:
        """Tonight and the nights before it."""
        return (*(() if self.tonight is None else (self.tonight,)), *self.nights)[:PAST_NIGHTS]

    @property
    def wins(self) -> tuple[Wins, ...]:
        """Who won how many games tonight."""
        return self.tonight.wins if self.tonight else ()


_BY_LAST_AT = LINES.order_by(games.c.last_at.desc(), games.c.id.desc())
_UNFINISHED = _BY_LAST_AT.where(games.c.over.is_(False), games.c.last_at > bindparam("since"))
# The games in progress, the newest first, and the one that was finished last.
JUST_PLAYED: Any = union_all(
    select(_UNFINISHED.limit(MOST_IN_PROGRESS).subquery()),
    select(_BY_LAST_AT.where(games.c.over.is_(True)).limit(1).subquery()),
)
LAST_NIGHTS: AnySelect = (
    select(games.c.night, func.max(games.c.last_at).label("last_at"))
    .where(
        games.c.club == bindparam("of_club"),
        games.c.last_at >= bindparam("since"),
        games.c.deleted_at.is_(None),
    )
    .group_by(games.c.night)
    .order_by(func.max(games.c.last_at).desc(), games.c.night)
    .limit(MOST_NIGHTS)
)
_SHOWN = union(
    select(SEEN.with_only_columns(nights.c.id).subquery()),
    select(nights.c.id).where(
        nights.c.club == bindparam("of_club"), nights.c.id.in_(bindparam("last", expanding=True))
    ),
).subquery()
# The newest nights and those of the last day, each with its games. Not sorted: SQLite would go
# through all games in their order to save the sorting.
NIGHTS_AND_GAMES: AnySelect = (
    select(
        nights.c.id.label("night"),
        nights.c.day,
        nights.c.opened_at,
        nights.c.name,
        nights.c.place,
        nights.c.note,
        games.c.id,
        games.c.kind,
        games.c.title,
        games.c.started_at,
        games.c.last_at,
        games.c.over,
        games.c.version,
    )
    .select_from(_SHOWN)
    # Outer joins are made in the order in which they stand: SQLite from 3.46 on would begin an
    # inner one with all games of the club. A night without a game has a row without an id.
    .outerjoin(nights, (nights.c.club == bindparam("of_club")) & (nights.c.id == _SHOWN.c.id))
    .outerjoin(
        games,
        (games.c.club == nights.c.club)
        & (games.c.night == nights.c.id)
        & games.c.deleted_at.is_(None),
    )
)


def read_front(database: Database, club: str) -> Front:
    """What the front page shows of a club, in six queries however much was played.

    Of older nights about MOST_TOGETHER are looked at for what is owing. A seventh query finds out
    who the people are who paid something.
    """
    now = clock.now()
    of_club: dict[str, Any] = {"of_club": club}
    with database.reading() as connection:
        just_played = connection.execute(JUST_PLAYED, {**of_club, "since": now - LATELY}).all()
        played_at = max((row.last_at for row in just_played), default=now)
        last = connection.execute(LAST_NIGHTS, {**of_club, "since": played_at - A_DAY}).all()
        last_ids = [row.night for row in last]
        parameters = {**of_club, "last": last_ids, "most": MOST_TOGETHER + len(last)}
        night_rows = connection.execute(NIGHTS_AND_GAMES, parameters)
        rows = [row for row in night_rows if row.id is not None]
        heads = heads_of(rows)
        tonight = next((row.night for row in last if row.last_at >= now - STILL_PLAYING), None)
        past = [night for night in heads if night != tonight][:PAST_NIGHTS]
        older = [night for night in heads if night not in last_ids]
        listed = {*last_ids, *past}
        line_rows = {row.id: row for row in (*just_played, *rows) if row.night in listed}
        line_rows.update((row.id, row) for row in just_played)
        lines = lines_of(connection, club, list(line_rows.values()))
        payments = read_payments(connection, club, sorted({*last_ids, *older}))
        owing = _owing(connection, club, [row for row in rows if row.night in older], payments)
    by_id = {line.id: line for line in lines}
    games_of: dict[str, list[GameLine]] = {night: [] for night in listed}
    for line in sorted(lines, key=lambda line: (line.started_at, line.id)):
        games_of.setdefault(line.night, []).append(line)
    shown = {
        night: Night(**vars(heads[night]), games=tuple(games_of[night]))
        for night in (tonight, *past)
        if night is not None
    }
    recent = [by_id[row.id] for row in just_played]
    recent.sort(key=lambda line: (line.last_at, line.id), reverse=True)
    return Front(
        in_progress=tuple(line for line in recent if not line.over),
        last_finished=next((line for line in recent if line.over), None),
        tonight=shown.get(tonight or ""),
        nights=tuple(shown[night] for night in past),
        paying=tuple(paying_of(night, games_of[night], payments) for night in last_ids),
        owing=tuple(heads[night] for night in older if night in owing),
    )


def _owing(
    connection: Connection, club: str, played: Sequence[AnyRow], payments: Sequence[StoredPayment]
) -> set[str]:
    """The nights in which what was won and lost does not come to what was paid."""
    ids = [game.id for game in played if game.over and parse_kind(game.kind).unit == "counters"]
    # What is played for in another unit since it was paid has a plan of its own.
    return {
        night
        for (night, unit), won in balances_of(connection, club, ids).items()
        if any(
            after_paying(
                won, [made for made in payments if (made.night, made.unit) == (night, unit)]
            ).values()
        )
    }
