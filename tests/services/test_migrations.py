"""What each migration does to what was there before it."""

from pathlib import Path

import pytest
from sqlalchemy import select, text, update

from scorer.services import projections
from scorer.services.preparing import prepared_database
from scorer.storage import preparing
from scorer.storage.database import Database, open_database
from scorer.storage.models import clubs, nights
from scorer.storage.preparing import newest_revision
from tests.older import make_older
from tests.services.updating import folder, played, url

__all__ = ["folder", "played", "url"]


def test_every_migration_says_what_has_to_be_rebuilt_after_it() -> None:
    from alembic.config import Config
    from alembic.script import ScriptDirectory

    config = Config()
    config.set_main_option("script_location", str(preparing.MIGRATIONS))
    for script in ScriptDirectory.from_config(config).walk_revisions():
        assert set(script.module.rebuilds) <= set(projections.PROJECTIONS), script.revision
        # Results made anew have to be counted and found anew.
        if "results" in script.module.rebuilds and script.revision == newest_revision():
            assert "statistics" in script.module.rebuilds


def test_a_night_of_an_older_release_gets_the_day_of_its_clubs_calendar(
    played: Database, club: str, url: str, folder: Path
) -> None:
    with played.writing() as connection:
        connection.execute(update(clubs).values(time_zone="Pacific/Auckland"))
    make_older(url, "0003", played)
    database = prepared_database(url, folder)
    with database.reading() as connection:
        rows = connection.execute(select(nights.c.opened_at, nights.c.day)).all()
    database.close()
    assert {(opened.date().day, day.day) for opened, day in rows} == {(3, 4), (6, 7)}


def test_moments_that_python_wrote_unasked_are_put_into_the_form_of_all_others(
    played: Database, club: str, url: str, folder: Path
) -> None:
    if not played.is_sqlite:
        pytest.skip("PostgreSQL has a type for moments")
    make_older(url, "0005", played)
    older = open_database(url)
    say = text("UPDATE games SET last_at = :at")
    for written, kept in (
        ("2025-05-03 20:00:00+00:00", "2025-05-03 20:00:00.000000"),
        ("2025-05-03 20:00:00.123456+00:00", "2025-05-03 20:00:00.123456"),
    ):
        with older.writing() as connection:
            connection.execute(text("DROP TABLE IF EXISTS stale_projections"))
            connection.execute(text("UPDATE alembic_version SET version_num = '0005'"))
            connection.execute(say, {"at": written})
        older.prepare()
        with older.reading() as connection:
            assert set(connection.scalars(text("SELECT last_at FROM games"))) == {kept}
    older.close()
