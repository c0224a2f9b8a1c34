"""Merging: two players found to be one person, who never sat in one deal together."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection, Integer, bindparam, or_, select, update

from scorer.rules.fold import read_sheet
from scorer.services import clock
from scorer.services.changes import load_change, mark_undone, record_change
from scorer.services.errors import Conflict, NotFound
from scorer.services.ids import is_id
from scorer.services.people.players import PERSONS, Player
from scorer.services.ratings.rate import rate_club
from scorer.storage import book
from scorer.storage.book import read_start
from scorer.storage.database import Database
from scorer.storage.games import update_last_played
from scorer.storage.locks import PIECE, give_way, lock_club, lock_players
from scorer.storage.results import rate_from
from scorer.storage.schema import AnyRow, changes, entries, players, results, seats
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
    named = select(entries.c.game).where(
        entries.c.club == club,
        entries.c.kind.in_(NAMING),
        or_(*(entries.c.content.contains(player) for player in ids)),
    )
    return {*connection.scalars(sat), *connection.scalars(named)}


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
# The results of these players that are still somebody else's.
LEFT_OVER = (
    select(results.c.game, results.c.started_at)
    .join(players, (players.c.club == results.c.club) & (players.c.id == results.c.player))
    .where(
        results.c.club == bindparam("of_club"),
        results.c.player.in_(bindparam("ids", expanding=True)),
        results.c.person != players.c.person,
    )
    .order_by(results.c.started_at, results.c.game)
    .limit(bindparam("most", type_=Integer()))
)
MOVE_RESULTS = (
    update(results)
    .where(
        results.c.club == bindparam("of_club"),
        results.c.player.in_(bindparam("ids", expanding=True)),
        results.c.game.in_(bindparam("games", expanding=True)),
    )
    .values(
        person=select(players.c.person)
        .where(players.c.club == results.c.club, players.c.id == results.c.player)
        .scalar_subquery()
    )
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
        row = _person(connection, club, player)
        ids = connection.execute(IDS, {"of_club": club, "of_person": row.id}).all()
    names = dict.fromkeys(known.name for known in ids if known.name != row.name)
    return Person(row.id, row.name, row.anonymous_at is not None, tuple(names))


def merges_of(database: Database, club: str, person: str) -> tuple[Merge, ...]:
    """Who was found to be this person and can be another one again, the last one first."""
    here = {"of_club": club, "of_person": person}
    with database.reading() as connection:
        names = {row.id: row.name for row in connection.execute(IDS, here)}
        return tuple(
            Merge(row.id, names[content["gone"]], row.made_at)
            for row in connection.execute(MERGES, here)
            for content in [load_json(row.content)]
            if content["stays"] == person and content["gone"] in names
        )


def list_persons(database: Database, club: str) -> list[Player]:
    """All people of a club who can be named, by name."""
    wanted = PERSONS.order_by(players.c.name, players.c.id)
    with database.reading() as connection:
        return [Player(*row) for row in connection.execute(wanted, {"of_club": club})]


def merge_people(
    database: Database, club: str, player: str, into: str, *, device: str | None
) -> str:
    """Say that a player is the same person as another one, whose name stays; the change's id.

    Raises NotFound, and Conflict where they are one person already, have sat in the same deal
    together, or one of them is anonymous.
    """
    with database.writing() as connection:
        lock_club(connection, club)
        gone, stays = _person(connection, club, player), _person(connection, club, into)
        if gone.id == stays.id:
            raise Conflict("same_person_already")
        if gone.anonymous_at is not None or stays.anonymous_at is not None:
            raise Conflict("anonymous_stays")
        theirs, ours = (
            [row.id for row in connection.execute(IDS, {"of_club": club, "of_person": person.id})]
            for person in (gone, stays)
        )
        check_never_together(connection, club, theirs, ours)
        left = _move_to(connection, club, theirs, stays.id, was=gone.id)
        content = {"gone": gone.id, "stays": stays.id, "players": theirs}
        now = clock.now()
        change = record_change(connection, club, MERGE, gone.id, content, device=device, now=now)
    _finish(database, club, theirs, {gone.id, stays.id}, left=left)
    return change


def undo_merge(database: Database, club: str, change: str) -> str:
    """Let the two be different people again, and say the id of the one who had gone.

    Undone twice it is undone once. Raises NotFound, and Conflict where somebody merged the
    remaining person later, or made it anonymous.
    """
    with database.writing() as connection:
        lock_club(connection, club)
        found = load_change(connection, club, change)
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
        left = _move_to(connection, club, theirs, gone, was=stays)
        mark_undone(connection, club, change, clock.now())
    _finish(database, club, theirs, {gone, stays}, left=left)
    return str(gone)


def _move_to(
    connection: Connection, club: str, ids: Collection[str], person: str, was: str
) -> bool:
    """Let these players be that person; whether more of their results are to follow."""
    lock_players(connection, club, {*ids, person, was})
    parameters = {"of_club": club, "ids": sorted(ids), "now_person": person}
    connection.execute(MOVE_PLAYERS, parameters)
    return _move_results(connection, club, ids, {person, was})


def _move_results(
    connection: Connection, club: str, ids: Collection[str], persons: Collection[str]
) -> bool:
    """Give a piece of the results of these players to the persons they are; whether more follow."""
    parameters = {"of_club": club, "ids": sorted(ids)}
    rows = connection.execute(LEFT_OVER, {**parameters, "most": PIECE}).all()
    if rows:
        connection.execute(MOVE_RESULTS, {**parameters, "games": [row.game for row in rows]})
        rate_from(connection, club, rows[0].started_at, rows[0].game)
    update_last_played(connection, club, persons)
    return len(rows) == PIECE


def _finish(
    database: Database, club: str, ids: Collection[str], persons: Collection[str], *, left: bool
) -> None:
    """Move the rest of the results, a piece at a time, and rate again."""
    while left:
        give_way()
        with database.writing() as connection:
            lock_club(connection, club)
            left = _move_results(connection, club, ids, persons)
    rate_club(database, club)


def _person(connection: Connection, club: str, player: str) -> AnyRow:
    parameters = {"of_club": club, "of_player": player}
    row = connection.execute(PERSON, parameters).first() if is_id(player) else None
    if row is None:
        raise NotFound
    return row
