"""People: the players a club remembers, and their names made fit to show."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Container, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, bindparam, insert, select, update

from scorer.rules.entries import LONGEST_NAME, Sitter
from scorer.rules.errors import BadRecord
from scorer.services import clock
from scorer.services.anonymous import not_forgotten
from scorer.services.errors import Conflict, NotFound
from scorer.services.ids import id_from, is_id, new_id
from scorer.services.texts import is_seen, one_line
from scorer.storage.database import Database
from scorer.storage.models import players


@dataclass(frozen=True)
class Player:
    """A person, across nights."""

    id: str
    name: str
    last_played_at: datetime | None = None


def typed_name(raw: object) -> str:
    """A name for somebody, fit to show and not one of the forgotten; raises BadRecord."""
    return not_forgotten(clean_name(raw))


def alike(name: str) -> str:
    """What two names have in common that nobody can tell apart when they are read out."""
    return unicodedata.normalize("NFKC", name).casefold()


def meant_by(name: str, people: Sequence[Player], taken: Container[str]) -> Player | None:
    """Whom a name means among these people, the likelier first, who are not taken already.

    Whoever is written just so comes before those who only sound like it.
    """
    alikes = [one for one in people if one.id not in taken and alike(one.name) == alike(name)]
    return min(alikes, key=lambda one: one.name != name, default=None)


def clean_name(raw: object) -> str:
    """A name fit to show: no letters that steer the text, and no needless spaces.

    Raises BadRecord where nothing to see is left, or more than 40 letters.
    """
    if not isinstance(raw, str):
        raise BadRecord("player_name")
    # Nobody's name needs more than this, and the steps below should not be made to work.
    name = one_line(raw[: LONGEST_NAME * 20])
    if not is_seen(name):
        raise BadRecord("player_name")
    if len(name) > LONGEST_NAME:
        raise BadRecord("name_too_long", most=LONGEST_NAME)
    return name


_person = players.alias("person")
_IS_PERSON = (_person.c.club == players.c.club) & (_person.c.id == players.c.person)
# Each person once, under the name that stays; who is anonymous is not asked to the table again.
PERSONS = select(players.c.id, players.c.name, players.c.last_played_at).where(
    players.c.club == bindparam("of_club"),
    players.c.person == players.c.id,
    players.c.anonymous_at.is_(None),
)
LATEST = PERSONS.order_by(
    players.c.last_played_at.desc().nulls_last(), players.c.name, players.c.id
)
KNOWN = LATEST.limit(bindparam("most"))
OF_IDS = (
    select(players.c.id, _person.c.id.label("person"), _person.c.name)
    .join(_person, _IS_PERSON)
    .where(
        players.c.club == bindparam("of_club"), players.c.id.in_(bindparam("ids", expanding=True))
    )
)
OTHERS = select(players.c.name).where(
    players.c.club == bindparam("of_club"), players.c.person != bindparam("of_person")
)
ADD = insert(players)
PLAYED = (
    update(players)
    .where(
        players.c.club == bindparam("of_club"),
        players.c.id == bindparam("of_id"),
        players.c.last_played_at.is_(None) | (players.c.last_played_at < bindparam("at")),
    )
    .values(last_played_at=bindparam("at"))
)


def known_players(database: Database, club: str, limit: int = 60) -> list[Player]:
    """The players a club remembers, who played last first."""
    with database.reading() as connection:
        rows = connection.execute(KNOWN, {"of_club": club, "most": limit})
        return [Player(*row) for row in rows]


def name_player(database: Database, club: str, name: str) -> Player:
    """Remember somebody new, though others may have the same name; raises BadRecord."""
    player = Player(new_id(), typed_name(name))
    with database.writing() as connection:
        connection.execute(
            ADD, {"club": club, "id": player.id, "name": player.name, "made_at": clock.now()}
        )
    return player


def rename_player(
    database: Database, club: str, player: str, name: str, *, though_taken: bool = False
) -> Player:
    """Call a person by another name from now on, whichever of the ids is told.

    Raises NotFound, BadRecord, and Conflict for somebody who was made anonymous, or where
    somebody else is called like that and it was not said that this is meant.
    """
    name = typed_name(name)
    if not is_id(player):
        raise NotFound
    with database.writing() as connection:
        person = connection.execute(OF_IDS, {"of_club": club, "ids": [player]}).first()
        if person is None:
            raise NotFound
        others = connection.execute(OTHERS, {"of_club": club, "of_person": person.person})
        if not though_taken and any(alike(other) == alike(name) for other in others.scalars()):
            raise Conflict("name_in_use")
        row = connection.execute(
            update(players)
            .where(
                players.c.club == club,
                players.c.id == person.person,
                players.c.anonymous_at.is_(None),
            )
            .values(name=name)
            .returning(players.c.id, players.c.name, players.c.last_played_at)
        ).first()
        if row is None:
            raise Conflict("anonymous_stays")
        return Player(*row)


@dataclass(frozen=True)
class Called:
    """The person a player is, and what that person is called today."""

    person: str
    name: str


def called_now(connection: Connection, club: str, ids: Collection[str]) -> dict[str, Called]:
    """The persons these players are, with today's names."""
    rows = connection.execute(OF_IDS, {"of_club": club, "ids": sorted(ids)})
    return {row.id: Called(row.person, row.name) for row in rows}


def persons_of(connection: Connection, club: str, ids: Collection[str]) -> dict[str, str]:
    """The person each of these players is; whom the club does not know is himself."""
    known = called_now(connection, club, ids) if ids else {}
    return {one: known[one].person if one in known else one for one in ids}


def seat_people(
    connection: Connection,
    club: str,
    told: Sequence[object],
    *,
    because: str,
    now: datetime,
    begun: datetime,
    elsewhere: Collection[str] = (),
) -> tuple[Sitter, ...]:
    """The people named, made known to the club where they are new.

    Each is told as {"id", "name"}; whoever was found to be another person sits down as that
    one. An id the club does not know is somebody new whom a phone has named. Without an id,
    whoever goes by that name is meant, unless he sits here already (`elsewhere`, persons);
    then, or where nobody does, somebody new. New ids follow from `because`, so that the same
    deed names the same people however often it is sent. They have played when the game was
    `begun`, however late somebody says so. Raises BadRecord.
    """
    read = [_read(one) for one in told]
    ids = [identity for identity, _ in read if identity is not None]
    called = called_now(connection, club, ids) if ids else {}
    named = [(called[one].person if one in called else one, name) for one, name in read]
    ids = [identity for identity, _ in named if identity is not None]
    known = {one.person: one.name for one in called.values()}
    everybody: list[Player] = []
    if len(ids) < len(named):
        everybody = [Player(*row) for row in connection.execute(LATEST, {"of_club": club})]
    taken, made, sitters = {*ids, *elsewhere}, [], []
    for seat, (identity, name) in enumerate(named):
        if identity is None:
            meant = meant_by(name or "", everybody, taken)
            identity = meant.id if meant else id_from(club, because, seat)
            known.update({meant.id: meant.name} if meant else {})
        taken.add(identity)
        if identity not in known:
            known[identity] = typed_name(name)
            made.append(
                {
                    "club": club,
                    "id": identity,
                    "name": known[identity],
                    "made_at": now,
                    "last_played_at": begun,
                }
            )
        sitters.append(Sitter(identity, known[identity]))
    if made:
        connection.execute(ADD, made)
    older = {one.player for one in sitters} - {row["id"] for row in made}
    if older:
        played = [{"of_club": club, "of_id": one, "at": begun} for one in sorted(older)]
        connection.execute(PLAYED, played)
    return tuple(sitters)


def _read(told: object) -> tuple[str | None, str | None]:
    """The id and the name of somebody; the name may be missing where the id is known."""
    if not isinstance(told, Mapping) or set(told) - {"id", "name"}:
        raise BadRecord("bad_record_value", what="players")
    identity, name = told.get("id"), told.get("name")
    if identity is not None and not is_id(identity):
        raise BadRecord("bad_record_value", what="players")
    if identity is not None and name is None:
        return identity, None
    return identity, clean_name(name)


def same_people(
    connection: Connection, club: str, told: Sequence[object], written: Sequence[Mapping[str, Any]]
) -> bool:
    """Whether these people, told by id or by name alone, are those who were written down."""
    if len(told) != len(written):
        return False
    pairs = [(_read(one), two) for one, two in zip(told, written, strict=True)]
    ids = {one for (identity, _), two in pairs for one in (identity, two.get("id"))}
    persons = persons_of(connection, club, {one for one in ids if isinstance(one, str)})
    return all(
        alike(name or "") == alike(str(two.get("name")))
        if identity is None
        else persons.get(identity) == persons.get(two.get("id") or "")
        for (identity, name), two in pairs
    )
