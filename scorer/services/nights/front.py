"""The front page: what is going on, was played lately, and who owes what."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import bindparam, select, union_all

from scorer.services import clock
from scorer.services.games.game_list import LINES, GameLine, lines_of
from scorer.services.money.ledger import Balance, load_balances
from scorer.services.nights.night_list import SEEN, Night, with_games
from scorer.services.nights.state import SHOWN_FOR
from scorer.services.rows import load_night_row
from scorer.storage.book import STILL_PLAYING
from scorer.storage.database import Database
from scorer.storage.schema import games

MAX_IN_PROGRESS = 10
PAST_NIGHTS = 3


@dataclass(frozen=True)
class Front:
    """The games in progress, the newest first, tonight, and the nights before it."""

    in_progress: tuple[GameLine, ...] = ()
    last_finished: GameLine | None = None
    tonight: Night | None = None
    nights: tuple[Night, ...] = ()
    balances: Sequence[Balance] = ()


_BY_LAST_AT = LINES.order_by(games.c.last_at.desc(), games.c.id.desc())
_UNFINISHED = _BY_LAST_AT.where(games.c.over.is_(False), games.c.last_at > bindparam("since"))
# The games in progress, the newest first, and the one that was finished last.
JUST_PLAYED: Any = union_all(
    select(_UNFINISHED.limit(MAX_IN_PROGRESS).subquery()),
    select(_BY_LAST_AT.where(games.c.over.is_(True)).limit(1).subquery()),
)


def read_front(database: Database, club: str) -> Front:
    """The front page of a club, in as many queries however much was played."""
    now = clock.now()
    of_club: dict[str, Any] = {"of_club": club}
    with database.reading() as connection:
        rows = connection.execute(JUST_PLAYED, {**of_club, "since": now - SHOWN_FOR}).all()
        rows = sorted(rows, key=lambda row: (row.last_at, row.id), reverse=True)
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
    return Front(
        in_progress=tuple(line for line in recent if not line.over),
        last_finished=next((line for line in recent if line.over), None),
        tonight=nights[0] if tonight else None,
        nights=nights[len(tonight) :],
        balances=tuple(balances),
    )
