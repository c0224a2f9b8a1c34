"""Forgetting: a person's name goes from everywhere, while games and scores stay."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from sqlalchemy import Connection, bindparam, func, or_, select, update

from scorer.services import clock
from scorer.services.errors import NotFound
from scorer.services.ids import is_id
from scorer.services.people.merge import IDS, NAMING, PERSON
from scorer.services.people.players import alike, anonymous_name
from scorer.storage.database import Database
from scorer.storage.locks import lock_club
from scorer.storage.schema import entries, games, nights, players, seats
from scorer.storage.stored_json import dump_json, load_json
from scorer.storage.uploads import forget_uploads_of

KNOWN_AS = select(players.c.name).where(players.c.club == bindparam("of_club"))
TELL_AGAIN = (
    update(entries)
    .where(
        entries.c.club == bindparam("of_club"),
        entries.c.game == bindparam("of_game"),
        entries.c.number == bindparam("of_number"),
    )
    .values(content=bindparam("told"))
)


def anonymise(database: Database, club: str, player: str) -> str:
    """Call a person "Anon C" everywhere and for good; gives the name. Raises NotFound.

    The one deed that writes in books: it changes what somebody is called in them, and nothing
    about what happened.
    """
    with database.writing() as connection:
        # The club first, as whoever rates takes it.
        lock_club(connection, club)
        # Whoever is writing the old name just now is waited for, and nobody begins to.
        database.alone(connection, nights)
        database.alone(connection, games)
        asked = {"of_club": club, "of_player": player}
        row = connection.execute(PERSON, asked).first() if is_id(player) else None
        if row is None:
            raise NotFound
        if row.anonymous_at is not None:
            return str(row.name)
        name = _free_name(connection, club)
        here = {"of_club": club, "of_person": row.id}
        ids = [one.id for one in connection.execute(IDS, here)]
        whom = (players.c.club == club, players.c.id.in_(ids))
        connection.execute(update(players).where(*whom).values(name=name, anonymous_at=clock.now()))
        sat = (seats.c.club == club, seats.c.player.in_(ids))
        connection.execute(update(seats).where(*sat).values(name=name))
        _rename_in_books(connection, club, ids, name)
        forget_uploads_of(connection, club)
    database.leave_no_trace()
    return name


def _free_name(connection: Connection, club: str) -> str:
    taken = {alike(name) for name in connection.scalars(KNOWN_AS, {"of_club": club})}
    anonymous = select(func.count(players.c.person.distinct())).where(
        players.c.club == club, players.c.anonymous_at.is_not(None)
    )
    number = int(connection.scalar(anonymous) or 0) + 1
    while alike(name := anonymous_name(number)) in taken:
        number += 1
    return name


def _rename_in_books(connection: Connection, club: str, ids: Collection[str], name: str) -> None:
    naming = select(entries.c.game, entries.c.number, entries.c.content).where(
        entries.c.club == club,
        entries.c.kind.in_(NAMING),
        or_(*(entries.c.content.contains(one) for one in ids)),
    )
    told = [
        {
            "of_club": club,
            "of_game": row.game,
            "of_number": row.number,
            "told": dump_json(_renamed(load_json(row.content), ids, name)),
        }
        for row in connection.execute(naming).all()
    ]
    if told:
        connection.execute(TELL_AGAIN, told)


def _renamed(content: Any, ids: Collection[str], name: str) -> Any:
    """The same content, with this name wherever one of these people is named."""
    if isinstance(content, list):
        return [_renamed(one, ids, name) for one in content]
    if not isinstance(content, dict):
        return content
    inside = {key: _renamed(value, ids, name) for key, value in content.items()}
    return {**inside, "name": name} if inside.get("id") in ids and "name" in inside else inside
