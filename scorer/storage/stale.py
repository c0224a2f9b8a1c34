"""Which projections a migration has left stale: copies of what the books say, to be rebuilt.

A migration names them as its `rebuilds`. They are noted in the transaction that migrates and
struck off one by one as they are rebuilt, so that whoever is interrupted goes on at the next start.
"""

from __future__ import annotations

from collections.abc import Iterable

from sqlalchemy import Column, Connection, String, Table, delete, insert, select

from scorer.storage.columns import metadata
from scorer.storage.database import Database

stale_projections = Table(
    "stale_projections",
    metadata,
    Column("name", String(20), primary_key=True),
)


def mark_stale(connection: Connection, names: Iterable[str]) -> None:
    """Note that these have to be rebuilt."""
    noted = set(connection.scalars(select(stale_projections.c.name)))
    rows = [{"name": name} for name in sorted(set(names) - noted)]
    if rows:
        connection.execute(insert(stale_projections), rows)


def read_stale(database: Database) -> frozenset[str]:
    """The names of those that are still to be rebuilt."""
    with database.reading() as connection:
        return frozenset(connection.scalars(select(stale_projections.c.name)))


def strike_off(database: Database, name: str) -> None:
    """Note that this one was rebuilt."""
    with database.writing() as connection:
        connection.execute(delete(stale_projections).where(stale_projections.c.name == name))
