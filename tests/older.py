"""Databases as an older release left them: its tables, and in them what was played."""

from pathlib import Path

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, MetaData, insert, select

from scorer.storage.database import Database, make_file, open_database
from scorer.storage.preparing import MIGRATIONS

# What follows from the books, and was not rebuilt after an update.
NOT_REBUILT = {"night_words", "tallies", "pairs", "leads", "contributions", "rated", "ratings"}
NOT_REBUILT |= {"rating_marks", "highlights", "stale_projections", "uploads", "guesses"}


def make_older(url: str, revision: str, played: Database) -> None:
    """Make a database of an older revision that holds what was played in one of today."""
    older = open_database(url)
    if older.is_sqlite:
        make_file(Path(older.url.database or ""))
    with older.writing() as connection:
        config = Config()
        config.set_main_option("script_location", str(MIGRATIONS))
        config.attributes["connection"] = connection
        command.upgrade(config, revision)
    with older.writing() as connection, played.reading() as rows:
        _fill(connection, rows)
    older.close()


def _filled(name: str, metadata: MetaData) -> bool:
    return name != "alembic_version" and name not in NOT_REBUILT and "night_index" not in name


def _fill(connection: Connection, played: Connection) -> None:
    today, then = MetaData(), MetaData()
    today.reflect(played, only=_filled)
    then.reflect(connection, only=_filled)
    for table in then.sorted_tables:
        columns = [column for column in table.columns if column.name in today.tables[table.name].c]
        known = [today.tables[table.name].c[column.name] for column in columns]
        rows = [dict(row._mapping) for row in played.execute(select(*known))]
        if "tallied" in table.c:
            rows = [{**row, "tallied": 0} for row in rows]
        if "streak" in table.c:
            rows = [{**row, "streak": None} for row in rows]
        if rows:
            connection.execute(insert(table), rows)
