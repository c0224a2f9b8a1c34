"""Merging: two players found to be one person, who never sat in one deal together."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import BindParameter, ColumnElement, Connection, bindparam, or_, select, update

from scorer.rules.fold import read_sheet
from scorer.services import clock
from scorer.services.changes import load_change, mark_undone, record_change
from scorer.services.errors import Conflict, NotFound
from scorer.services.ids import is_id
from scorer.services.people.players import PERSONS, Player
from scorer.storage import book
from scorer.storage.book import read_start
from scorer.storage.database import Database
from scorer.storage.games import update_last_played
from scorer.storage.locks import lock_club, lock_players
from scorer.storage.schema import ID, AnyRow, changes, entries, players, results, seats
from scorer.storage.stored_json import load_json

# The kinds of entries that name people.
NAMING = ("take_seat", "correct_start")


def check_never_together(
    connection: Connection, club: str, first: Sequence[str], second: Sequence[str]
) -> None:
    """Refuse where two players sat in one deal, or sit in one game, together."""
    both = games_that_name(connection, club, first) & games_that_name(connection, club, second)
    for game in sorted(both):
        # Games in the bin count as well: they may come back.
        start = read_start(connection, club, game)
        sheet = read_sheet(start, book.read_entries(connection, club, game))
        for sitters in (sheet.sitters, *(deal.sitters for deal in sheet.deals)):
            together = {sitter.player for sitter in sitters}
            if together & set(first) and together & set(second):
                raise Conflict("sat_together")


def games_that_name(connection: Connection, club: str, ids: Sequence[str]) -> set[str]:
    """The games whose start or book names any of these players."""
    sat = select(seats.c.game).where(seats.c.club == club, seats.c.player.in_(ids))
    named = select(entries.c.game).where(entry_names(club, ids))
    return {*connection.scalars(sat), *connection.scalars(named)}


def entry_names(club: str, ids: Collection[str]) -> ColumnElement[bool]:
    """The condition that an entry of this club names any of these players."""
    named = or_(*(entries.c.content.contains(player) for player in ids))
    return (entries.c.club == club) & entries.c.kind.in_(NAMING) & named


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
MERGES = (
    select(changes.c.id, changes.c.content, changes.c.made_at)
    .where(
        changes.c.club == bindparam("of_club"),
        changes.c.kind == MERGE,
        changes.c.undone_at.is_(None),
        changes.c.content.contains(bindparam("of_person")),
    )
    .order_by(changes.c.made_at.desc(), changes.c.id)
)
_IDS: BindParameter[Any] = bindparam("ids", type_=ID, expanding=True)
MOVE_PLAYERS = (
    update(players)
    .where(players.c.club == bindparam("of_club"), players.c.id.in_(_IDS))
    .values(person=bindparam("now_person"))
)
MOVE_RESULTS = (
    update(results)
    .where(results.c.club == bindparam("of_club"), results.c.player.in_(_IDS))
    .values(person=bindparam("now_person"))
)


@dataclass(frozen=True)
class Merge:
    """That somebody was found to be the same person; `change` is the id by which to undo it."""

    change: str
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
    """The person a player is, by any of the ids; raises NotFound."""
    with database.reading() as connection:
        row = person_row(connection, club, player)
        rows = connection.execute(IDS, {"of_club": club, "of_person": row.id}).all()
    names = dict.fromkeys(known.name for known in rows if known.name != row.name)
    return Person(row.id, row.name, row.anonymous_at is not None, tuple(names))


def merges_of(database: Database, club: str, person: str) -> tuple[Merge, ...]:
    """Who was found to be this person and can be another one again, the last one first."""
    parameters = {"of_club": club, "of_person": person}
    with database.reading() as connection:
        names = {row.id: row.name for row in connection.execute(IDS, parameters)}
        return tuple(
            Merge(row.id, names[content["gone"]], row.made_at)
            for row in connection.execute(MERGES, parameters)
            for content in [load_json(row.content)]
            if content["stays"] == person and content["gone"] in names
        )


def list_persons(database: Database, club: str) -> list[Player]:
    """All people of a club who can be named, by name."""
    by_name = PERSONS.order_by(players.c.name, players.c.id)
    with database.reading() as connection:
        return [Player(*row) for row in connection.execute(by_name, {"of_club": club})]


def merge_people(
    database: Database, club: str, player: str, into: str, *, device: str | None
) -> str:
    """Say that a player is the same person as another one, whose name stays; the change's id.

    Raises NotFound, and Conflict where they are one person already, have sat in the same deal
    together, or one of them is anonymous.
    """
    with database.writing() as connection:
        lock_club(connection, club)
        gone, stays = person_row(connection, club, player), person_row(connection, club, into)
        if gone.id == stays.id:
            raise Conflict("same_person_already")
        if gone.anonymous_at is not None or stays.anonymous_at is not None:
            raise Conflict("anonymous_stays")
        theirs, ours = (ids_of(connection, club, person.id) for person in (gone, stays))
        check_never_together(connection, club, theirs, ours)
        _move_to(connection, club, theirs, stays.id, was=gone.id)
        content = {"gone": gone.id, "stays": stays.id, "players": theirs}
        now = clock.now()
        return record_change(connection, club, MERGE, gone.id, content, device=device, now=now)


def undo_merge(database: Database, club: str, change: str) -> str:
    """Let the two be different people again, and say the id of the one who had gone.

    Undone twice it is undone once. Raises NotFound, and Conflict where somebody merged the
    remaining person later, or made it anonymous.
    """
    with database.writing() as connection:
        lock_club(connection, club)
        merge = load_change(connection, club, change)
        if merge.kind != MERGE:
            raise NotFound
        gone, stays = str(merge.content["gone"]), merge.content["stays"]
        if merge.undone_at is not None:
            return gone
        person = person_row(connection, club, gone)
        if person.anonymous_at is not None:
            raise Conflict("anonymous_stays")
        if person.id != stays:
            raise Conflict("merged_again")
        _move_to(connection, club, merge.content["players"], gone, was=stays)
        mark_undone(connection, club, change, clock.now())
    return gone


def _move_to(
    connection: Connection, club: str, ids: Collection[str], person: str, was: str
) -> None:
    """Let these players be that person, with all their results.

    In one transaction, so that nobody ever has a part of them: ten thousand results take a tenth
    of a second.
    """
    lock_players(connection, club, {*ids, person, was})
    parameters = {"of_club": club, "ids": sorted(ids), "now_person": person}
    connection.execute(MOVE_PLAYERS, parameters)
    connection.execute(MOVE_RESULTS, parameters)
    update_last_played(connection, club, {person, was})


def ids_of(connection: Connection, club: str, person: str) -> list[str]:
    """The ids of the players who are this person."""
    return list(connection.scalars(IDS, {"of_club": club, "of_person": person}))


def person_row(connection: Connection, club: str, player: str) -> AnyRow:
    """The row of the person a player is; raises NotFound."""
    parameters = {"of_club": club, "of_player": player}
    row = connection.execute(PERSON, parameters).first() if is_id(player) else None
    if row is None:
        raise NotFound
    return row
