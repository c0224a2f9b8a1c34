"""Forgetting: a person's name goes from everywhere, while games and scores stay."""

import json
from collections.abc import Collection, Iterator, Mapping
from typing import Any

from sqlalchemy import Connection, func, select, update

from scorer.rules.kinds import comparison_key
from scorer.services import clock
from scorer.services.errors import Conflict
from scorer.services.people.merge import entry_names, games_that_name, load_person
from scorer.storage.database import Database
from scorer.storage.locks import lock_club
from scorer.storage.schema import devices, dump_json, entries, games, players, seats
from scorer.storage.uploads import forget_uploads_of


def anonymise(database: Database, club: str, player: str) -> str:
    """Call a person "Anon 3" everywhere and for good, in books too; the name. Raises NotFound."""
    with database.writing() as connection:
        # Whoever names somebody in a book holds the club as well.
        lock_club(connection, club)
        person = load_person(connection, club, player)
        name = person.name
        if not person.anonymous:
            name = _free_name(connection, club)
            _rename(connection, club, person.ids, name)
            forget_uploads_of(connection, club)
    database.purge_deleted_data()
    return name


def remove_player(database: Database, club: str, player: str) -> None:
    """Take a person who never played out of all lists; raises NotFound, Conflict."""
    with database.writing() as connection:
        lock_club(connection, club)
        ids = load_person(connection, club, player).ids
        named = games_that_name(connection, club, ids)
        kept = select(func.count()).where(
            games.c.club == club, games.c.id.in_(named), games.c.deleted_at.is_(None)
        )
        if connection.scalar(kept):
            raise Conflict("has_played")
        _rename(connection, club, ids, _free_name(connection, club))


def _free_name(connection: Connection, club: str) -> str:
    names = select(players.c.name).where(players.c.club == club)
    taken = {comparison_key(name) for name in connection.scalars(names)}
    anonymous = select(func.count(players.c.person.distinct())).where(
        players.c.club == club, players.c.anonymous_at.is_not(None)
    )
    number = int(connection.scalar(anonymous) or 0) + 1
    while comparison_key(name := f"Anon {number}") in taken:
        number += 1
    return name


def _rename(connection: Connection, club: str, ids: Collection[str], name: str) -> None:
    sat = (seats.c.club == club, seats.c.player.in_(ids))
    connection.execute(update(seats).where(*sat).values(name=name))
    for row in connection.execute(select(entries).where(entry_names(club, ids))).all():
        content = dump_json(rename_people(json.loads(row.content), dict.fromkeys(ids, name)))
        this = (entries.c.club == club, entries.c.game == row.game, entries.c.number == row.number)
        connection.execute(update(entries).where(*this).values(content=content))
    mine = (devices.c.club == club, devices.c.person.in_(ids))
    # The phone of a guest is called after the person.
    connection.execute(update(devices).where(*mine, devices.c.right == "play").values(name=name))
    connection.execute(update(devices).where(*mine).values(person=None))
    forgotten = {"name": name, "anonymous_at": clock.now()}
    whom = (players.c.club == club, players.c.id.in_(ids))
    connection.execute(update(players).where(*whom).values(forgotten))


def rename_people(content: Any, names: Mapping[str, str]) -> Any:
    """Call people by these names, by id, in this JSON, which is changed."""
    for person in find_people(content):
        person["name"] = names.get(str(person["id"]), person["name"])
    return content


def find_people(content: Any) -> Iterator[dict[str, Any]]:
    """The people in this JSON: wherever {"id", "name"} stands."""
    if isinstance(content, dict):
        if "id" in content and "name" in content:
            yield content
        content = list(content.values())
    if isinstance(content, list):
        for value in content:
            yield from find_people(value)
