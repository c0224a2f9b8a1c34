"""No key and no constraint forgets the club: each table can be spread over parts of its clubs."""

from contextlib import closing

import pytest
from sqlalchemy import Index, MetaData, UniqueConstraint, func, insert, select, text

from scorer.services.club.removal import close_club, empty_closed
from scorer.services.projections import check
from scorer.storage.database import open_database
from scorer.storage.migrate import newest_revision
from scorer.storage.schema import alembic_version, clubs, counted_by, metadata
from scorer.version import VERSION
from tests.played_club import play_club
from tests.services.imports import export, files_of, import_file
from tests.tables import make_club

PARTS = 4


def spread():
    """The tables, with those that have clubs in parts; only tokens are looked up in all of them."""
    tables = MetaData(naming_convention=metadata.naming_convention)
    for table in (*metadata.sorted_tables, alembic_version):
        copy = table.to_metadata(tables)
        if "club" not in copy.primary_key.columns:
            continue
        copy.dialect_options["postgresql"]["partition_by"] = "HASH (club)"
        for unique in list(copy.constraints):
            if isinstance(unique, UniqueConstraint) and unique.columns.keys() == ["token_hash"]:
                copy.constraints.remove(unique)
                Index(None, copy.c.token_hash)
    return tables


@pytest.fixture
def parted(postgres_database):
    """A database whose tables lie in parts."""
    tables = spread()
    with closing(open_database(postgres_database)) as database:
        with database.writing() as connection:
            tables.create_all(connection)
            for table in tables.sorted_tables:
                if table.dialect_options["postgresql"]["partition_by"]:
                    for part in range(PARTS):
                        named = f"{table.name}_{part} PARTITION OF {table.name}"
                        values = f"(MODULUS {PARTS}, REMAINDER {part})"
                        connection.execute(text(f"CREATE TABLE {named} FOR VALUES WITH {values}"))
            connection.execute(insert(alembic_version), {"version_num": newest_revision()})
            connection.execute(insert(counted_by), {"version": VERSION})
        yield database


def count_rows(database, club):
    """How many rows of a club each table has."""
    tables = [table for table in metadata.sorted_tables if "club" in table.c]
    with database.reading() as connection:
        return {
            table.name: connection.scalar(select(func.count()).where(table.c.club == club))
            for table in tables
        }


def test_clubs_in_parts_are_played_exported_and_removed(parted, fake_clock):
    first, second = (make_club(parted, name) for name in ("First", "Second"))
    play_club(parted, first, fake_clock)
    exported = export(parted, first)
    import_file(parted, second, exported)
    assert files_of(exported).keys() == files_of(export(parted, second)).keys()
    assert check(parted) == []
    before = count_rows(parted, second)
    close_club(parted, first)
    empty_closed(parted)
    assert not any(count_rows(parted, first).values())
    assert count_rows(parted, second) == before
    with parted.reading() as connection:
        assert connection.scalars(select(clubs.c.id)).all() == [second]
