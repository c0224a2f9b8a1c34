"""What the tests of updates share: a club with a past, and where an older database lies."""

from pathlib import Path

import pytest

from scorer.storage.database import Database
from tests.played import play_club
from tests.services.merging import finish
from tests.tables import Wall, begin


@pytest.fixture
def url(database: Database, request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of another database on the same engine."""
    if database.is_sqlite:
        return f"sqlite:///{tmp_path / 'older' / 'scorer.sqlite'}"
    return str(request.getfixturevalue("postgres_database"))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The instance folder, where the copy of either database comes to lie."""
    (tmp_path / "older").mkdir()
    return tmp_path / "older"


@pytest.fixture
def played(database: Database, club: str, wall: Wall) -> Database:
    """A club with a past: the games of two evenings, one of them finished."""
    play_club(database, club, wall)
    finish(begin(database, club))
    return database
