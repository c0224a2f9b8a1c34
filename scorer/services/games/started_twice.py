"""Games that were started twice: they follow the same one, and none had seen the other.

Two phones without signal have both tapped Same again. It is one game, or both were played: that
is no fact of either book, so it is kept with what was done to games (`changes`).
"""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Connection, bindparam, select

from scorer.services import clock
from scorer.services.changes import find_change, record_change
from scorer.services.errors import Conflict
from scorer.services.games.game_list import OF_IDS, GameLine, lines_of
from scorer.services.ids import id_from
from scorer.services.rows import load_game_row
from scorer.storage.database import Database
from scorer.storage.locks import lock_club, lock_nights
from scorer.storage.schema import AnyRow, devices, games

BOTH_PLAYED = "both_played"

_FOLLOWING = (
    select(games.c.id, devices.c.name)
    .outerjoin(devices, (devices.c.club == games.c.club) & (devices.c.id == games.c.started_by))
    .where(
        games.c.club == bindparam("of_club"),
        games.c.follows == bindparam("of_game"),
        games.c.deleted_at.is_(None),
    )
    .order_by(games.c.started_at, games.c.id)
)


@dataclass(frozen=True)
class StartedGame:
    """One of the games, and what the phone is called that has started it."""

    line: GameLine
    phone: str | None

    @property
    def leaders(self) -> tuple[str, ...]:
        """Who leads, once something was played."""
        seats = self.line.seats if self.line.played else ()
        return tuple(seat.name for seat in seats if seat.place == 1)


def find_started_twice(
    database: Database, club: str, game: str, follows: str | None
) -> tuple[StartedGame, StartedGame] | None:
    """A game beside the first other one that it may be one with, in the order they were started.

    None where nothing is to be decided.
    """
    if follows is None:
        return None
    with database.reading() as connection:
        rows = connection.execute(_FOLLOWING, {"of_club": club, "of_game": follows}).all()
        phones = {row.id: row.name for row in rows}
        others = [row.id for row in rows if row.id != game]
        if game not in phones or not others:
            return None
        other = next((one for one in others if not _decided(connection, club, game, one)), None)
        if other is None:
            return None
        both = connection.execute(OF_IDS, {"of_club": club, "ids": [game, other]}).all()
        lines = {line.id: line for line in lines_of(connection, club, both)}
    first, second = (
        StartedGame(lines[one], name) for one, name in phones.items() if one in (game, other)
    )
    return first, second


def keep_both(database: Database, club: str, game: str, other: str, *, device: str | None) -> None:
    """Say that both games were played, once however often; raises NotFound, InTheBin, Conflict."""
    with database.writing() as connection:
        lock_club(connection, club)
        rows = [load_game_row(connection, club, one) for one in (game, other)]
        if game == other or not _follow_the_same(rows):
            raise Conflict("not_one_game")
        if _decided(connection, club, game, other):
            return
        lock_nights(connection, club, {row.night for row in rows})
        now, content = clock.now(), {"other": other}
        decision = _decision(game, other)
        record_change(
            connection, club, BOTH_PLAYED, game, content, device=device, now=now, name=decision
        )


def _follow_the_same(rows: list[AnyRow]) -> bool:
    return rows[0].follows is not None and rows[0].follows == rows[1].follows


def _decided(connection: Connection, club: str, game: str, other: str) -> bool:
    """Whether somebody has said that both were played."""
    return find_change(connection, club, _decision(game, other)) is not None


def _decision(game: str, other: str) -> str:
    """The id of the change that says so of these two, whichever is named first."""
    return id_from(BOTH_PLAYED, *sorted((game, other)))
