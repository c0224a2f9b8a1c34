"""What the tests of updates share: a club with a past, and an update that is to come."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from scorer.storage import revisions
from scorer.storage.database import Database
from tests.played_club import play_club
from tests.releases import make_older, write_next_release
from tests.services.finished_games import finish
from tests.tables import Wall, begin

Update = Callable[..., pytest.MonkeyPatch]


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


@pytest.fixture
def update(played: Database, url: str, tmp_path: Path) -> Iterator[Update]:
    """A function that makes an older database and lets the next release be the one that runs.

    It is called with what the release has to rebuild. What it gives takes the release back.
    """
    with pytest.MonkeyPatch.context() as patch:

        def come(*rebuilds: str) -> pytest.MonkeyPatch:
            make_older(url, played, tmp_path / "played.zip", rebuilds)
            migrations = write_next_release(tmp_path, rebuilds)
            patch.setattr(revisions, "MIGRATIONS", migrations)
            return patch

        yield come
