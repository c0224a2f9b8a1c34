"""Merging: two players found to be one person, who never sat in one deal together."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import ColumnElement, Connection, bindparam, func, or_, select, update

from scorer.rules.fold import read_sheet
from scorer.services.errors import Conflict, NotFound
from scorer.services.ids import is_id
from scorer.services.people.players import PERSONS, Player
from scorer.services.ratings import mark_due
from scorer.storage.database import Database
from scorer.storage.games import read_game_rows
from scorer.storage.locks import lock_club
from scorer.storage.schema import AnyRow, entries, of_club, players, results, seats

# The kinds of entries that name people.
NAMING = ("take_seat", "change_table", "correct_start")


def check_never_together(
    connection: Connection, club: str, first: Sequence[str], second: Sequence[str]
) -> None:
    """Refuse where two players sat in one deal, or sit in one game, together."""
    both = games_that_name(connection, club, first) & games_that_name(connection, club, second)
    # Games in the bin count as well: they may come back.
    for game in read_game_rows(connection, club, sorted(both)):
        sheet = read_sheet(game.start, game.entries)
        for sitting in sheet.sitting:
            together = {sitter.player for sitter in sitting}
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


PERSON = select(players).where(
    of_club(players),
    players.c.id
    == select(players.c.person)
    .where(of_club(players), players.c.id == bindparam("of_player"))
    .scalar_subquery(),
)
IDS = (
    select(players.c.id, players.c.name, players.c.merged_into)
    .where(of_club(players), players.c.person == bindparam("of_person"))
    .order_by(players.c.made_at, players.c.id)
)


@dataclass(frozen=True)
class Person:
    """A person by today's name, with the number in the club.

    `ids` are those of all players who are this person, `other_names` what they were called, and
    `merged` the names of those merged into this one, by id.
    """

    id: str
    name: str
    number: int
    anonymous: bool
    ids: tuple[str, ...]
    other_names: tuple[str, ...]
    merged: Mapping[str, str]


def read_person(database: Database, club: str, player: str) -> Person:
    """The person a player is, by any of the ids; raises NotFound."""
    with database.reading() as connection:
        return load_person(connection, club, player)


def load_person(connection: Connection, club: str, player: str) -> Person:
    """The person a player is, as this transaction sees it; raises NotFound."""
    row = person_row(connection, club, player)
    rows = connection.execute(IDS, {"of_club": club, "of_person": row.id}).all()
    return Person(
        id=row.id,
        name=row.name,
        number=row.number,
        anonymous=row.anonymous_at is not None,
        ids=tuple(known.id for known in rows),
        other_names=tuple(dict.fromkeys(known.name for known in rows if known.name != row.name)),
        merged={known.id: known.name for known in rows if known.merged_into == row.id},
    )


def list_persons(database: Database, club: str) -> list[Player]:
    """All people of a club who can be named, by name."""
    by_name = PERSONS.order_by(players.c.name, players.c.id)
    return [Player(*row) for row in database.rows(by_name, {"of_club": club})]


def merge_people(database: Database, club: str, player: str, into: str) -> None:
    """Note that a player is another one, too, whose name stays; sent twice it is noted once.

    Raises NotFound, Conflict.
    """
    with database.writing() as connection:
        lock_club(connection, club)
        gone, stays = (load_person(connection, club, one) for one in (player, into))
        if gone.id == stays.id:
            return
        if gone.anonymous or stays.anonymous:
            raise Conflict("anonymous_stays")
        check_never_together(connection, club, gone.ids, stays.ids)
        _move_to(connection, club, gone.ids, stays.id, merged=gone.id)


def undo_merge(database: Database, club: str, player: str) -> None:
    """Make a merged player a person again, with those merged before; raises NotFound, Conflict."""
    with database.writing() as connection:
        lock_club(connection, club)
        person = person_row(connection, club, player)
        rows = connection.execute(IDS, {"of_club": club, "of_person": person.id}).all()
        if not any(row.id == player and row.merged_into for row in rows):
            return
        if person.anonymous_at is not None:
            raise Conflict("anonymous_stays")
        ids, more = set[str](), {player}
        while more:
            ids |= more
            more = {row.id for row in rows if row.merged_into in more}
        _move_to(connection, club, ids, player, merged=player)


def _move_to(
    connection: Connection, club: str, ids: Collection[str], person: str, *, merged: str
) -> None:
    """Let these players be that person, with all their results, of whom one is `merged` into it."""
    # In the order in which a deal that is saved locks them.
    for table, player in ((results, results.c.player), (players, players.c.id)):
        moved = update(table).where(table.c.club == club, player.in_(ids))
        connection.execute(moved.values(person=person))
    began = select(func.min(results.c.started_at)).where(
        results.c.club == club, results.c.player.in_(ids)
    )
    if (first := connection.scalar(began)) is not None:
        mark_due(connection, club, first)
    this = (players.c.club == club, players.c.id == merged)
    into = None if merged == person else person
    connection.execute(update(players).where(*this).values(merged_into=into))


def person_row(connection: Connection, club: str, player: str) -> AnyRow:
    """The row of the person a player is; raises NotFound."""
    parameters = {"of_club": club, "of_player": player}
    row = connection.execute(PERSON, parameters).first() if is_id(player) else None
    if row is None:
        raise NotFound
    return row
