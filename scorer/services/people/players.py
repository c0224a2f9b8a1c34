"""Players: their names, checked and matched, and the people that a club knows."""

import re
from collections.abc import Collection, Container, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from itertools import count
from operator import attrgetter
from typing import Any

from sqlalchemy import Connection, Integer, bindparam, func, insert, select, update

from scorer.rules.entries import MAX_NAME_LENGTH
from scorer.rules.errors import BadRecord
from scorer.rules.kinds import comparison_key, number_duplicates
from scorer.services.clean_text import clean_line, is_visible
from scorer.services.errors import Conflict, NotFound
from scorer.services.ids import is_id
from scorer.services.limits import MAX_PEOPLE
from scorer.storage.database import Database
from scorer.storage.games import LAST_PLAYED
from scorer.storage.locks import lock_club
from scorer.storage.schema import (
    AnyRow,
    AnySelect,
    games,
    in_ids,
    of_club,
    players,
    refers,
    results,
)

ANONYMOUS = re.compile(r"anon[0-9]+")
# Of so many clubs the numbered names are kept.
KEPT_CLUBS = 1_000


@dataclass(frozen=True)
class Player:
    """A person, across nights; the `number` in the club gives everybody a colour and a mark."""

    id: str
    name: str
    last_played_at: datetime | None = None
    number: int = 0


def parse_name(raw: object) -> str:
    """A name for somebody, fit to show and not one of the forgotten; raises BadRecord."""
    name = clean_name(raw)
    if ANONYMOUS.fullmatch(comparison_key(name)):
        raise BadRecord("name_of_the_forgotten")
    return name


def match_by_name(name: str, people: Sequence[Player], taken: Container[str]) -> Player | None:
    """The person that a name means among these who are not taken, written just so before others."""
    folded = comparison_key(name)
    matches = [who for who in people if who.id not in taken and comparison_key(who.name) == folded]
    return min(matches, key=lambda who: who.name != name, default=None)


def clean_name(raw: object, missing: str = "player_name") -> str:
    """A name fit to show; raises BadRecord, `missing` where nothing is seen, or over 40 letters."""
    if not isinstance(raw, str):
        raise BadRecord(missing)
    # Nobody's name needs more than this, and the steps below should not be made to work.
    name = clean_line(raw[: MAX_NAME_LENGTH * 20])
    if not is_visible(name):
        raise BadRecord(missing)
    if len(name) > MAX_NAME_LENGTH:
        raise BadRecord("name_too_long", most=MAX_NAME_LENGTH)
    return name


_person = players.alias("person")
# Each person once, under the name that stays; who is anonymous is not asked to the table again.
PERSONS = select(players.c.id, players.c.name, LAST_PLAYED).where(
    of_club(players), players.c.person == players.c.id, players.c.anonymous_at.is_(None)
)
LATEST = PERSONS.order_by(LAST_PLAYED.desc().nulls_last(), players.c.name, players.c.id)
KNOWN = LATEST.limit(bindparam("most", type_=Integer()))
# Those who sit in a game of a night.
KNOWN_AT_TABLE = KNOWN.where(
    players.c.id.in_(
        select(results.c.person)
        .join(games, refers(results.c.game, games))
        .where(of_club(games), games.c.night == bindparam("of_night"))
    )
)
OF_IDS = (
    select(players.c.id, _person.c.id.label("person"), _person.c.name, _person.c.number)
    .join(_person, refers(players.c.person, _person))
    .where(of_club(players), in_ids(players.c.id))
)
EVERYBODY: AnySelect = (
    select(players.c.id, players.c.name, players.c.person, players.c.anonymous_at, players.c.number)
    .where(of_club(players))
    .order_by(players.c.id)
)
OTHERS = select(players.c.name).where(of_club(players), players.c.person != bindparam("of_person"))
LAST_NUMBER = select(
    func.max(players.c.number),
    func.count().filter(players.c.person == players.c.id, players.c.anonymous_at.is_(None)),
).where(of_club(players))


def add_players(connection: Connection, club: str, rows: Sequence[Mapping[str, Any]]) -> None:
    """Make people known to a club that is locked, each under the next number; raises BadRecord."""
    last, people = connection.execute(LAST_NUMBER, {"of_club": club}).one()
    new = sum(row.get("person", row["id"]) == row["id"] for row in rows)
    if new and people + new > MAX_PEOPLE:
        raise BadRecord("too_many_people", most=MAX_PEOPLE)
    numbers = count(0 if last is None else last + 1)
    added = [{"person": row["id"], **row, "club": club, "number": next(numbers)} for row in rows]
    connection.execute(insert(players), added)


def known_players(
    database: Database, club: str, limit: int = 60, *, night: str | None = None
) -> list[Player]:
    """The players a club remembers, or those of a night, who played last first."""
    query, parameters = KNOWN, {"of_club": club, "most": limit}
    if night is not None:
        query, parameters = KNOWN_AT_TABLE, {**parameters, "of_night": night}
    return [Player(*row) for row in database.rows(query, parameters)]


def rename_player(
    database: Database, club: str, player: str, name: str, *, allow_duplicate: bool = False
) -> None:
    """Call a person by another name from now on; raises NotFound, BadRecord, Conflict."""
    name = parse_name(name)
    if not is_id(player):
        raise NotFound
    with database.writing() as connection:
        lock_club(connection, club)
        person = connection.execute(OF_IDS, {"of_club": club, "ids": [player]}).first()
        if person is None:
            raise NotFound
        names = connection.execute(OTHERS, {"of_club": club, "of_person": person.person})
        if not allow_duplicate and any(
            comparison_key(taken) == comparison_key(name) for taken in names.scalars()
        ):
            raise Conflict("name_in_use")
        this = (players.c.club == club, players.c.id == person.person)
        renamed = update(players).where(*this, players.c.anonymous_at.is_(None)).values(name=name)
        if connection.execute(renamed).rowcount == 0:
            raise Conflict("anonymous_stays")


def find_players(connection: Connection, club: str, ids: Collection[str]) -> dict[str, Player]:
    """The persons these players are, under today's names, by player id."""
    rows = connection.execute(OF_IDS, {"of_club": club, "ids": sorted(ids)})
    return {row.id: Player(row.person, row.name, number=row.number) for row in rows}


@lru_cache(KEPT_CLUBS)
def numbered_names(database: Database, club: str, changes: int) -> Mapping[str, str]:
    """The numbered names of a club, kept until it has another counter of `changes`."""
    return number_people(database.rows(EVERYBODY, {"of_club": club}))


def number_people(rows: Collection[AnyRow]) -> dict[str, str]:
    """The names with a number, "Ann (2)", by player id, of who came after others of that name."""
    in_order = sorted(rows, key=attrgetter("number"))
    persons = {row.id: row.name for row in in_order if row.id == row.person}
    shown = dict(zip(persons, number_duplicates(persons.values()), strict=True))
    return {row.id: shown[row.person] for row in rows if shown[row.person] != persons[row.person]}
