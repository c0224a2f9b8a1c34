"""The front page: what is going on, was played lately, and who owes what."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import bindparam, select, union_all, update

from scorer.services import clock
from scorer.services.games.game_list import LINES, GameLine, lines_of
from scorer.services.money.ledger import Balance, load_balances
from scorer.services.nights.night_list import SEEN, Night, with_games
from scorer.services.nights.state import EVENING_OVER, SHOWN_FOR
from scorer.services.rows import load_night_row
from scorer.storage.book import STILL_PLAYING
from scorer.storage.database import Database
from scorer.storage.locks import lock_club
from scorer.storage.schema import AnyRow, UtcDateTime, games

MAX_IN_PROGRESS = 10
PAST_NIGHTS = 3


@dataclass(frozen=True)
class Front:
    """The games in progress, the newest first, tonight, and the nights before it.

    Games that were begun and never played come behind all others, but for what was just begun.
    `lie_open` has the played ones at the end of an evening, unless they were left for another.
    """

    in_progress: tuple[GameLine, ...] = ()
    lie_open: tuple[GameLine, ...] = ()
    last_finished: GameLine | None = None
    tonight: Night | None = None
    nights: tuple[Night, ...] = ()
    balances: Sequence[Balance] = ()


_BY_LAST_AT = LINES.order_by(games.c.last_at.desc(), games.c.id.desc())
_SINCE = bindparam("since", type_=UtcDateTime())
_UNFINISHED = games.c.over.is_(False)
_RECENT = _BY_LAST_AT.where(_UNFINISHED, games.c.last_at > _SINCE).limit(MAX_IN_PROGRESS)
_LEFT = (
    LINES.where(_UNFINISHED, games.c.left_at.is_not(None))
    .order_by(games.c.left_at.desc(), games.c.id.desc())
    .limit(MAX_IN_PROGRESS)
)
# The games in progress, those that were left for another evening, and the one finished last.
JUST_PLAYED: Any = union_all(
    select(_RECENT.subquery()),
    select(_LEFT.subquery()),
    select(_BY_LAST_AT.where(games.c.over.is_(True)).limit(1).subquery()),
)


def read_front(database: Database, club: str) -> Front:
    """The front page of a club, in as many queries however much was played."""
    now = clock.now()
    of_club: dict[str, Any] = {"of_club": club}
    with database.reading() as connection:
        rows = connection.execute(JUST_PLAYED, {**of_club, "since": now - SHOWN_FOR}).all()
        rows = sorted({row.id: row for row in rows}.values(), key=_last_at, reverse=True)
        recent = lines_of(connection, club, rows)
        newest = connection.execute(SEEN, {**of_club, "most": PAST_NIGHTS + 1}).all()
        past: dict[str, Any] = {row.id: row for row in newest}
        # Its day may be one of the past.
        tonight = [
            past.pop(line.night, None) or load_night_row(connection, club, line.night)
            for line in recent[:1]
            if line.last_at >= now - STILL_PLAYING
        ]
        nights = with_games(connection, club, [*tonight, *list(past.values())[:PAST_NIGHTS]])
        balances = load_balances(connection, club)
    is_evening_over = not recent or recent[0].last_at < now - EVENING_OVER
    unfinished = [line for line in recent if not line.over]
    just_begun = unfinished[:1] if not is_evening_over else []
    lie_open = [line for line in unfinished if line.played and line.left_at is None]
    return Front(
        in_progress=(
            *just_begun,
            *sorted(unfinished[len(just_begun) :], key=lambda line: not line.played),
        ),
        lie_open=tuple(lie_open) if is_evening_over else (),
        last_finished=next((line for line in recent if line.over), None),
        tonight=nights[0] if tonight else None,
        nights=nights[len(tonight) :],
        balances=tuple(balances),
    )


def _last_at(row: AnyRow) -> tuple[datetime, str]:
    return row.last_at, row.id


def leave_open(database: Database, club: str) -> None:
    """Leave the unfinished games for another evening: nobody is asked about them before that."""
    now = clock.now()
    with database.writing() as connection:
        lock_club(connection, club)
        unfinished = (games.c.club == club, games.c.over.is_(False), games.c.version > 0)
        lately = (games.c.last_at > now - SHOWN_FOR, games.c.last_at < now - EVENING_OVER)
        connection.execute(update(games).where(*unfinished, *lately).values(left_at=now))
