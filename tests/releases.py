"""A release that comes after this one, and databases as this one left them."""

import shutil
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

import pytest
from sqlalchemy import delete, update

from scorer.storage import migrate, revisions
from scorer.storage.backup import write_backup
from scorer.storage.database import Database, open_database
from scorer.storage.migrate import prepare
from scorer.storage.restore import restore_backup
from scorer.storage.schema import night_words, players, rated, results

NEXT = """
import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None
rebuilds = {rebuilds!r}


def upgrade() -> None:
    op.add_column("clubs", sa.Column("motto", sa.String(80), nullable=True))
"""


class DayOfUpdate(datetime):
    """A clock that stands still on the day that README.md names."""

    @classmethod
    def now(cls, *zone: object) -> "DayOfUpdate":
        return cls(2026, 11, 22, 20)


@pytest.fixture
def day_of_update(monkeypatch: pytest.MonkeyPatch) -> None:
    """Copies are named for that day, also where the test begins just before midnight."""
    monkeypatch.setattr(migrate, "datetime", DayOfUpdate)


def write_next_release(folder: Path, rebuilds: Sequence[str]) -> Path:
    """Write down all migrations and a further one; the folder where they lie."""
    migrations = folder / "migrations"
    shutil.copytree(revisions.MIGRATIONS, migrations, dirs_exist_ok=True)
    (migrations / "versions" / "0013_motto.py").write_text(NEXT.format(rebuilds=tuple(rebuilds)))
    return migrations


def make_older(url: str, played: Database, file: Path, stale: Sequence[str]) -> None:
    """Make a database of today's tables with what was played, but for what is to be stale."""
    older = open_database(url)
    prepare(older)
    write_backup(played, file)
    restore_backup(older, file)
    file.unlink()
    spoilt = {
        "results": update(results).values(total=99, won=False),
        "last_played": update(players).values(last_played_at=None),
        "search": delete(night_words),
        "ratings": delete(rated),
    }
    with older.writing() as connection:
        for name in stale:
            connection.execute(spoilt[name])
    older.close()
