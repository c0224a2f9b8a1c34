"""Forgetting: a person's name goes from everywhere, while games and scores stay."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, bindparam, func, select, update

from scorer.services import clock
from scorer.services.errors import NotFound
from scorer.services.ids import is_id
from scorer.services.people.merge import IDS, NAMING, PERSON, games_that_name
from scorer.services.people.players import anonymous_name, fold_name
from scorer.storage.database import Database
from scorer.storage.locks import PIECE, lock_club, lock_players, pieces
from scorer.storage.schema import entries, players, seats
from scorer.storage.stored_json import dump_json, load_json
from scorer.storage.uploads import forget_uploads_of

NAMES = select(players.c.name).where(players.c.club == bindparam("of_club"))
RENAME = (
    update(entries)
    .where(
        entries.c.club == bindparam("of_club"),
        entries.c.game == bindparam("of_game"),
        entries.c.number == bindparam("of_number"),
    )
    .values(content=bindparam("renamed"))
)


def anonymise(database: Database, club: str, player: str) -> str:
    """Call a person "Anon C" everywhere and for good; gives the name. Raises NotFound.

    This alone writes in books: it changes what somebody is called in them, and nothing about what
    happened. The player's own row changes last, with the last of the books; whoever was stopped
    before that asks for it again.
    """
    with database.reading() as connection:
        before = _read(connection, club, player)
        games = sorted(games_that_name(connection, club, before.ids))[:-PIECE]
    if before.is_forgotten:
        return before.name
    for piece in pieces(games):
        with database.writing() as connection:
            lock_club(connection, club)
            _rename_in_books(connection, club, piece, before)
    with database.writing() as connection:
        # Nobody is named in a book by whoever does not hold the club.
        lock_club(connection, club)
        now = _read(connection, club, player)
        if now.is_forgotten:
            return now.name
        left = games_that_name(connection, club, now.ids)
        _rename_in_books(connection, club, left - set(games) if now == before else left, now)
        lock_players(connection, club, now.ids)
        whom = (players.c.club == club, players.c.id.in_(now.ids))
        forgotten = {"name": now.name, "anonymous_at": clock.now()}
        connection.execute(update(players).where(*whom).values(forgotten))
        forget_uploads_of(connection, club)
    database.leave_no_trace()
    return now.name


@dataclass(frozen=True)
class _Forgotten:
    """Who is to be forgotten: the ids of the person, and the name that it is to get or has."""

    ids: tuple[str, ...]
    name: str
    is_forgotten: bool


def _read(connection: Connection, club: str, player: str) -> _Forgotten:
    parameters = {"of_club": club, "of_player": player}
    row = connection.execute(PERSON, parameters).first() if is_id(player) else None
    if row is None:
        raise NotFound
    here = {"of_club": club, "of_person": row.id}
    ids = tuple(known.id for known in connection.execute(IDS, here))
    is_forgotten = row.anonymous_at is not None
    return _Forgotten(ids, row.name if is_forgotten else _free_name(connection, club), is_forgotten)


def _free_name(connection: Connection, club: str) -> str:
    taken = {fold_name(name) for name in connection.scalars(NAMES, {"of_club": club})}
    anonymous = select(func.count(players.c.person.distinct())).where(
        players.c.club == club, players.c.anonymous_at.is_not(None)
    )
    number = int(connection.scalar(anonymous) or 0) + 1
    while fold_name(name := anonymous_name(number)) in taken:
        number += 1
    return name


def _rename_in_books(
    connection: Connection, club: str, ids: Collection[str], person: _Forgotten
) -> None:
    """Write the new name in the books of these games."""
    sat = (seats.c.club == club, seats.c.game.in_(ids), seats.c.player.in_(person.ids))
    connection.execute(update(seats).where(*sat).values(name=person.name))
    naming = select(entries.c.game, entries.c.number, entries.c.content).where(
        entries.c.club == club,
        entries.c.game.in_(ids),
        entries.c.kind.in_(NAMING),
    )
    rows = [
        {
            "of_club": club,
            "of_game": row.game,
            "of_number": row.number,
            "renamed": dump_json(_renamed(load_json(row.content), person.ids, person.name)),
        }
        for row in connection.execute(naming).all()
    ]
    if rows:
        connection.execute(RENAME, rows)


def _renamed(content: Any, ids: Collection[str], name: str) -> Any:
    """The same content, with this name wherever one of these people is named."""
    if isinstance(content, list):
        return [_renamed(value, ids, name) for value in content]
    if not isinstance(content, dict):
        return content
    inside = {key: _renamed(value, ids, name) for key, value in content.items()}
    return {**inside, "name": name} if inside.get("id") in ids and "name" in inside else inside
