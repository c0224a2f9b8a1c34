"""The way back: letters by which any phone manages a club again, of which a hash is kept."""

import logging

from sqlalchemy import Connection, bindparam, func, select, update

from scorer.services.club.codes import plain_code, way_back_code
from scorer.services.club.devices import hash_of
from scorer.services.errors import NotFound
from scorer.storage.database import Database
from scorer.storage.locks import lock_club
from scorer.storage.schema import AnySelect, clubs, games

log = logging.getLogger(__name__)
# To any other club a host can invite a phone again.
OFFERED: AnySelect = select(clubs.c.id).where(
    clubs.c.id == bindparam("of_club"),
    clubs.c.by_stranger,
    clubs.c.way_back_hash.is_(None),
    select(func.count()).where(games.c.club == clubs.c.id).scalar_subquery() == 1,
)


def keep_way_back(database: Database, secret: str, club: str, identity: str) -> None:
    """Let the letters of this id lead back to a club, and no others; raises NotFound."""
    letters = plain_code(way_back_code(secret, club, identity))
    kept = update(clubs).where(clubs.c.id == club).values(way_back_hash=hash_of(letters))
    with database.writing() as connection:
        if lock_club(connection, club) is None:  # a result may offer it
            raise NotFound
        connection.execute(kept)
    log.info("Club %s has a new way back", club)


def is_way_back_due(database: Database, club: str) -> bool:
    """Whether a stranger has begun this club, with one game so far and no way back."""
    return database.first(OFFERED, {"of_club": club}) is not None


def find_club(connection: Connection, code: str) -> str | None:
    """The club that letters lead back to, if there is one."""
    this = (clubs.c.way_back_hash == hash_of(plain_code(code)), clubs.c.closed_at.is_(None))
    club: str | None = connection.scalar(select(clubs.c.id).where(*this))
    return club
