"""Removing a club: it is closed to everybody at once, and then emptied in steps.

Broken off, it stays closed, and the next start or command goes on. Nobody else removes a club.
"""

import logging
from datetime import timedelta
from typing import Any

from sqlalchemy import Connection, delete, exists, select, tuple_, update
from sqlalchemy.exc import IntegrityError

from scorer.services import clock
from scorer.services.club.clubs import list_clubs
from scorer.services.errors import NotFound
from scorer.storage.database import Database
from scorer.storage.locks import lock_club
from scorer.storage.schema import clubs, devices, entries, invitations, metadata, shares

log = logging.getLogger(__name__)
# So many rows go at once: who plays elsewhere waits no longer than for those.
STEP = 1000
IDLE = timedelta(days=90)
# Those that refer to others come before them.
TABLES = [table for table in reversed(metadata.sorted_tables) if "club" in table.c]
CLOSED = select(clubs.c.id).where(clubs.c.closed_at.is_not(None)).order_by(clubs.c.id)
PLAYED = exists().where(entries.c.club == clubs.c.id, entries.c.kind.in_(("deal", "totals")))


def is_idle() -> Any:
    """The condition of a club that a stranger has begun and nobody has used."""
    since = clock.now() - IDLE
    seen = exists().where(devices.c.club == clubs.c.id, devices.c.seen_at > since)
    return clubs.c.by_stranger & clubs.c.closed_at.is_(None) & ~PLAYED & ~seen


def close_club(database: Database, club: str) -> None:
    """Close a club to everybody, for good; raises NotFound."""
    with database.writing() as connection:
        lock_club(connection, club)
        if not _close(connection, clubs.c.id == club, clubs.c.closed_at.is_(None)):
            raise NotFound


def close_idle(database: Database, club: str) -> bool:
    """Close a club if it is idle still; whether it was."""
    with database.writing() as connection:
        lock_club(connection, club)
        return _close(connection, clubs.c.id == club, is_idle())


def _close(connection: Connection, *which: Any) -> bool:
    now = clock.now()
    closed = update(clubs).where(*which).values(closed_at=now, way_back_hash=None)
    club = connection.scalar(closed.returning(clubs.c.id))
    if club is None:
        return False
    # What a request that is under way would look for inside its transaction.
    for table, column in (
        (devices, "revoked_at"),
        (invitations, "withdrawn_at"),
        (shares, "withdrawn_at"),
    ):
        standing = (table.c.club == club, table.c[column].is_(None))
        connection.execute(update(table).where(*standing).values({column: now}))
    log.info("Club %s is closed", club)
    return True


def empty_closed(database: Database) -> None:
    """Remove the clubs that are closed, with all that they have; raises Unavailable."""
    closed = [row.id for row in database.rows(CLOSED, {})]
    for club in closed:
        # A request that was under way may have written since: then the next one goes on.
        try:
            while remove_step(database, club):
                pass
        except IntegrityError:
            log.warning("Club %s is not empty yet", club)
    # That holds up who plays; what is deleted is written over in any case.
    if closed and not list_clubs(database):
        database.purge_deleted_data()


def remove_step(database: Database, club: str) -> bool:
    """Remove rows of a club, the club itself as the last; whether there was any."""
    with database.writing() as connection:
        for table in TABLES:
            keys = table.primary_key.columns
            of_club = select(*keys).where(table.c.club == club).limit(STEP)
            if connection.execute(delete(table).where(tuple_(*keys).in_(of_club))).rowcount:
                return True
        return bool(connection.execute(delete(clubs).where(clubs.c.id == club)).rowcount)
