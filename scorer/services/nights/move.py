"""Moving a game to another night, or to one of its own."""

from __future__ import annotations

from datetime import timedelta

from sqlalchemy import Connection, bindparam, insert, select, update

from scorer.services import clock
from scorer.services.clean_text import LONGEST_NOTE
from scorer.services.games.find_night import OWN, ZONE
from scorer.services.games.seats_held import move_phones
from scorer.services.ids import new_id
from scorer.services.nights.edit import Description, write_description
from scorer.services.rows import load_game_row, load_night_row
from scorer.storage.database import Database
from scorer.storage.locks import lock_club, lock_games
from scorer.storage.schema import AnyRow, games, nights

OTHER_GAMES = (
    select(games.c.id)
    .where(
        games.c.club == bindparam("of_club"),
        games.c.night == bindparam("of_night"),
        games.c.id != bindparam("of_game"),
        games.c.deleted_at.is_(None),
    )
    .limit(1)
)


def move_game(database: Database, club: str, game: str, target: str) -> None:
    """Move a game to the night `target`, or to one of its own where that is OWN.

    What the last game leaves behind goes along: guests, the table's code, and what the
    night was called. A game that is alone in its night has one of its own. Raises NotFound and
    InTheBin.
    """
    with database.writing() as connection:
        lock_club(connection, club)
        row = load_game_row(connection, club, game)
        old = load_night_row(connection, club, row.night)
        others = {"of_club": club, "of_night": old.id, "of_game": game}
        is_last = connection.execute(OTHER_GAMES, others).first() is None
        if target == OWN:
            if is_last:
                return
            target = _open_own_night(connection, old, row)
        new = load_night_row(connection, club, target)
        if new.id == old.id:
            return
        lock_games(connection, club, [game])
        mine = (games.c.club == club, games.c.id == game)
        connection.execute(update(games).where(*mine).values(night=new.id))
        move_phones(connection, club, game, old.id, new.id, everybody=is_last)
        if is_last:
            _move_texts(connection, old, new)


def _open_own_night(connection: Connection, old: AnyRow, game: AnyRow) -> str:
    """A night for a game, as many days after the old one's day as it was begun after that."""
    zone = clock.zone_of(connection.scalar(ZONE, {"of_club": old.club}))
    began, opened = (at.astimezone(zone).date() for at in (game.started_at, old.opened_at))
    row = {
        "club": old.club,
        "id": new_id(),
        "opened_at": game.started_at,
        "day": old.day + max(began - opened, timedelta()),
        "place": old.place,
    }
    connection.execute(insert(nights), row)
    return str(row["id"])


def _move_texts(connection: Connection, old: AnyRow, new: AnyRow) -> None:
    """Move the texts of a night without games where the new one has none."""
    texts = {key: getattr(new, key) or getattr(old, key) for key in ("name", "place", "note")}
    notes = "\n".join(filter(None, dict.fromkeys((new.note, old.note))))
    if len(notes) <= LONGEST_NOTE:
        texts["note"] = notes
    write_description(connection, new.club, new.id, Description(day=new.day, **texts))
