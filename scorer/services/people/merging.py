"""Persons: players who are one person under two names, and people who want to be forgotten.

Books keep the player ids they were written with. Who is the same person is said beside them,
in `players.person`, so that it can be undone; everything that is shown goes by the person.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection, bindparam, select, update

from scorer.services import clock
from scorer.services.errors import Conflict, NotFound
from scorer.services.ids import is_id
from scorer.services.nights.deeds import deed_in, mark_undone, note_deed
from scorer.services.people.players import PERSONS, Player
from scorer.services.people.together import check_never_together
from scorer.services.statistics.ratings import rate_club
from scorer.storage.canonical import from_text
from scorer.storage.columns import AnyRow
from scorer.storage.database import Database
from scorer.storage.holding import hold_club
from scorer.storage.last_played import keep_last_played
from scorer.storage.models import deeds, players, results
from scorer.storage.ratings import rate_from

MERGE = "merge_people"

PERSON = select(players).where(
    players.c.club == bindparam("of_club"),
    players.c.id
    == select(players.c.person)
    .where(players.c.club == bindparam("of_club"), players.c.id == bindparam("of_player"))
    .scalar_subquery(),
)
IDS = (
    select(players.c.id, players.c.name)
    .where(players.c.club == bindparam("of_club"), players.c.person == bindparam("of_person"))
    .order_by(players.c.made_at, players.c.id)
)
HOLD = (
    select(players.c.id)
    .where(
        players.c.club == bindparam("of_club"), players.c.id.in_(bindparam("ids", expanding=True))
    )
    .order_by(players.c.id)
    .with_for_update(key_share=True)
)
MERGES = (
    select(deeds.c.id, deeds.c.content, deeds.c.made_at)
    .where(
        deeds.c.club == bindparam("of_club"),
        deeds.c.kind == MERGE,
        deeds.c.undone_at.is_(None),
        deeds.c.content.contains(bindparam("of_person")),
    )
    .order_by(deeds.c.made_at.desc(), deeds.c.id)
)
FIRST_RESULT = (
    select(results.c.started_at, results.c.game)
    .where(
        results.c.club == bindparam("of_club"),
        results.c.player.in_(bindparam("ids", expanding=True)),
    )
    .order_by(results.c.started_at, results.c.game)
    .limit(1)
)
MOVE_RESULTS = (
    update(results)
    .where(
        results.c.club == bindparam("of_club"),
        results.c.player.in_(bindparam("ids", expanding=True)),
    )
    .values(person=bindparam("now_person"))
)
MOVE_PLAYERS = (
    update(players)
    .where(
        players.c.club == bindparam("of_club"), players.c.id.in_(bindparam("ids", expanding=True))
    )
    .values(person=bindparam("now_person"))
)


@dataclass(frozen=True)
class Merge:
    """That somebody was found to be the same person, which can be undone."""

    deed: str
    name: str
    made_at: datetime


@dataclass(frozen=True)
class Person:
    """A person: today's name, the other names, and whether the name was forgotten."""

    id: str
    name: str
    anonymous: bool
    other_names: tuple[str, ...]


def read_person(database: Database, club: str, player: str) -> Person:
    """The person a player is, whichever of the ids is told; raises NotFound."""
    with database.reading() as connection:
        row = _person(connection, club, player)
        ids = connection.execute(IDS, {"of_club": club, "of_person": row.id}).all()
    others = tuple(dict.fromkeys(one.name for one in ids if one.name != row.name))
    return Person(row.id, row.name, row.anonymous_at is not None, others)


def merges_of(database: Database, club: str, person: str) -> tuple[Merge, ...]:
    """Who was found to be this person and can be another one again, the last one first."""
    here = {"of_club": club, "of_person": person}
    with database.reading() as connection:
        names = {one.id: one.name for one in connection.execute(IDS, here)}
        return tuple(
            Merge(deed.id, names[content["gone"]], deed.made_at)
            for deed in connection.execute(MERGES, here)
            for content in [from_text(deed.content)]
            if content["stays"] == person and content["gone"] in names
        )


def list_persons(database: Database, club: str) -> list[Player]:
    """All people of a club who can be named, by name."""
    wanted = PERSONS.order_by(players.c.name, players.c.id)
    with database.reading() as connection:
        return [Player(*row) for row in connection.execute(wanted, {"of_club": club})]


def merge_people(
    database: Database, club: str, player: str, other: str, *, device: str | None
) -> str:
    """Say that a player is the same person as another one, whose name stays; the deed's id.

    Raises NotFound, and Conflict where they are one person already, have sat in the same deal
    together, or one of them is anonymous.
    """
    with database.writing() as connection:
        hold_club(connection, club)
        gone, stays = _person(connection, club, player), _person(connection, club, other)
        if gone.id == stays.id:
            raise Conflict("same_person_already")
        if gone.anonymous_at is not None or stays.anonymous_at is not None:
            raise Conflict("anonymous_stays")
        theirs, others = (_ids(connection, club, one.id) for one in (gone, stays))
        _hold(database, connection, club, [*theirs, *others])
        check_never_together(connection, club, theirs, others)
        _become(connection, club, theirs, stays.id, was=gone.id)
        said = {"gone": gone.id, "stays": stays.id, "players": theirs}
        now = clock.now()
        deed = note_deed(connection, club, MERGE, gone.id, said, device=device, now=now)
    rate_club(database, club)
    return deed


def undo_merge(database: Database, club: str, deed: str) -> str:
    """Let the two be different people again, and say the id of the one who had gone.

    Undone twice it is undone once. Raises NotFound, and Conflict where somebody merged the
    remaining person later, or made it anonymous.
    """
    with database.writing() as connection:
        hold_club(connection, club)
        found = deed_in(connection, club, deed)
        if found.kind != MERGE:
            raise NotFound
        content = found.content
        gone, stays, theirs = content["gone"], content["stays"], content["players"]
        if found.undone_at is not None:
            return str(gone)
        now = _person(connection, club, gone)
        if now.anonymous_at is not None:
            raise Conflict("anonymous_stays")
        if now.id != stays:
            raise Conflict("merged_again")
        _hold(database, connection, club, [*theirs, stays])
        _become(connection, club, theirs, gone, was=stays)
        mark_undone(connection, club, deed, clock.now())
    rate_club(database, club)
    return str(gone)


def _hold(database: Database, connection: Connection, club: str, ids: Collection[str]) -> None:
    """Let nobody write results for the person of a moment ago.

    First the players and then the results, as whoever takes a seat goes about it.
    """
    connection.execute(HOLD, {"of_club": club, "ids": sorted(ids)})
    database.alone(connection, results)


def _become(connection: Connection, club: str, ids: Collection[str], person: str, was: str) -> None:
    """Let these players be that person, in one statement for all of their results."""
    here = {"of_club": club, "ids": sorted(ids)}
    connection.execute(MOVE_PLAYERS, {**here, "now_person": person})
    connection.execute(MOVE_RESULTS, {**here, "now_person": person})
    first = connection.execute(FIRST_RESULT, here).first()
    if first is not None:
        rate_from(connection, club, first.started_at, first.game)
    keep_last_played(connection, club, {was, person})


def _person(connection: Connection, club: str, player: str) -> AnyRow:
    asked = {"of_club": club, "of_player": player}
    row = connection.execute(PERSON, asked).first() if is_id(player) else None
    if row is None:
        raise NotFound
    return row


def _ids(connection: Connection, club: str, person: str) -> list[str]:
    return [row.id for row in connection.execute(IDS, {"of_club": club, "of_person": person})]
