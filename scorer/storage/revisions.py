"""The revisions of the tables: the newest there is, and the one of a database."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import Connection, inspect, text

MIGRATIONS = Path(__file__).with_name("migrations")
# The first revision of these tables; what an older release made is not brought up to date.
FIRST = "0012"


def newest_revision() -> str:
    """The newest revision, told from file names: importing Alembic would slow every start."""
    return max(path.name.split("_")[0] for path in (MIGRATIONS / "versions").glob("[0-9]*_*.py"))


def stored_revision(connection: Connection) -> str | None:
    """The revision of the tables in the database; None where there are none yet."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    revision: str | None = connection.scalar(text("SELECT version_num FROM alembic_version"))
    return revision
