"""After an update all that was left stale is made anew, and there is a way back."""

import logging
import os
import sqlite3
import stat
from contextlib import closing
from pathlib import Path
from threading import Thread

import pytest
from sqlalchemy import text

from scorer.commands.check import check_projections
from scorer.services import projections
from scorer.services.nights.night_list import list_nights
from scorer.services.prepare import prepare, prepared_database
from scorer.services.statistics.person import read_person
from scorer.storage import migrate
from scorer.storage.database import CannotPrepare, Database, open_database
from scorer.storage.migrate import mark_stale, read_stale
from scorer.storage.restore import BadBackup, restore_backup
from scorer.storage.revisions import stored_revision
from tests.releases import day_of_update
from tests.services.finished_games import ids
from tests.services.updates import Update, folder, played, update, url

pytestmark = pytest.mark.every_database

__all__ = ["day_of_update", "folder", "played", "update", "url"]


def prepare_at(url: str, folder: Path) -> None:
    """Bring the database at this URL up to date."""
    with prepared_database(url, folder):
        pass


ALL = tuple(projections.PROJECTIONS)


def copies(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir() if path.name.startswith("scorer-"))


@pytest.mark.parametrize("rebuilds", [("search",), ALL])
def test_after_an_update_what_it_left_stale_is_made_anew(
    update: Update, club: str, url: str, folder: Path, rebuilds: tuple[str, ...]
) -> None:
    update(*rebuilds)
    stale = open_database(url)
    assert check_projections(stale) == 1
    stale.close()
    with prepared_database(url, folder) as database:
        assert read_stale(database) == frozenset()
        assert check_projections(database) == 0
        found = list_nights(database, club, words="ann pink").nights
        assert len(found) == 1
        ann = read_person(database, club, ids(database, club)["Ann"])
        assert ann.whole.games >= 2
        assert ann.form
        with database.reading() as connection:
            assert stored_revision(connection) == "0013"
            connection.execute(text("SELECT motto FROM clubs"))


def test_a_copy_is_made_before_and_can_be_opened(
    played: Database,
    update: Update,
    url: str,
    folder: Path,
    caplog: pytest.LogCaptureFixture,
    day_of_update: None,
) -> None:
    update("search")
    with caplog.at_level(logging.WARNING):
        prepare_at(url, folder)
    (name,) = copies(folder)
    ending = "sqlite" if played.is_sqlite else "zip"
    assert name == f"scorer-0012-2026-11-22.{ending}"
    copy = folder / name
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    assert [line for line in caplog.messages if str(copy) in line] == [
        f"The database was updated; as it was before, it is kept in {copy}"
    ]
    if played.is_sqlite:
        with closing(sqlite3.connect(copy)) as opened:
            assert opened.execute("PRAGMA integrity_check").fetchone() == ("ok",)
            asked = opened.execute("SELECT version_num FROM alembic_version")
            assert asked.fetchall() == [("0012",)]
            assert opened.execute("SELECT count(*) FROM entries").fetchone()[0] > 10
        # Put back, it is updated like the first time.
        for rest in folder.glob("scorer.sqlite*"):
            rest.unlink()
        copy.rename(folder / "scorer.sqlite")
        with prepared_database(url, folder) as again:
            assert check_projections(again) == 0


def test_the_release_that_made_the_tables_can_restore_a_copy_of_postgresql(
    played: Database, update: Update, url: str, folder: Path
) -> None:
    if played.is_sqlite:
        pytest.skip("the copy is the file itself")
    release = update("search")
    prepare_at(url, folder)
    (name,) = copies(folder)
    with pytest.raises(BadBackup, match="older release"):
        restore_backup(played, folder / name)
    release.undo()
    with played.reading() as connection:
        before = connection.scalar(text("SELECT count(*) FROM entries"))
    restore_backup(played, folder / name)
    with played.reading() as connection:
        assert connection.scalar(text("SELECT count(*) FROM entries")) == before


def test_a_new_database_and_one_of_today_are_not_copied(url: str, folder: Path) -> None:
    for _ in range(2):
        prepare_at(url, folder)
    assert copies(folder) == []


@pytest.mark.parametrize(
    "fault",
    [OSError(28, "No space left on device"), sqlite3.OperationalError("database or disk is full")],
)
def test_without_room_for_the_copy_nothing_is_changed(
    played: Database,
    update: Update,
    url: str,
    folder: Path,
    fault: Exception,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    update("search")

    def fail(*words: object, **more: object) -> None:
        part = next(word for word in words if isinstance(word, Path) and word.suffix == ".part")
        part.write_text("half of it")
        raise fault

    monkeypatch.setattr(migrate, "_copy_file" if played.is_sqlite else "write_backup", fail)
    with pytest.raises(CannotPrepare) as refused:
        prepare_at(url, folder)
    assert str(refused.value) == (
        f"Before its update the database is copied into {folder}, and that failed:"
        f" {getattr(fault, 'strerror', None) or fault}. Nothing was changed."
    )
    assert copies(folder) == []
    monkeypatch.undo()
    untouched = open_database(url)
    with untouched.reading() as connection:
        assert stored_revision(connection) == "0012"
    untouched.close()
    prepare_at(url, folder)


def test_the_copy_of_an_update_that_fails_goes_again(
    update: Update, url: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    update("search")

    def fail(*words: object) -> None:
        assert len(copies(folder)) == 1
        raise RuntimeError("the power fails")

    monkeypatch.setattr(migrate, "mark_stale", fail)
    with pytest.raises(RuntimeError):
        prepare_at(url, folder)
    assert copies(folder) == []


def test_the_newest_three_copies_are_kept(
    played: Database, update: Update, url: str, folder: Path, day_of_update: None
) -> None:
    ending = "sqlite" if played.is_sqlite else "zip"
    for age, name in enumerate(("0004-2025-01-05", "0003-2025-01-04", "0002-2025-01-03")):
        old = folder / f"scorer-{name}.{ending}"
        old.touch()
        set_back(old, age)
    (folder / f"scorer-mine.{ending}").touch()
    update("search")
    prepare_at(url, folder)
    assert copies(folder) == [
        f"scorer-0003-2025-01-04.{ending}",
        f"scorer-0004-2025-01-05.{ending}",
        f"scorer-0012-2026-11-22.{ending}",
        f"scorer-mine.{ending}",
    ]


def set_back(file: Path, days: int) -> None:
    at = file.stat().st_mtime - (days + 1) * 86_400
    os.utime(file, (at, at))


def test_workers_that_start_together_update_once_and_wait_until_all_is_done(
    update: Update, url: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    update(*ALL)
    rebuilt: list[str] = []
    real = dict(projections.PROJECTIONS)

    def noting(name: str) -> object:
        def rebuild(database: Database) -> None:
            rebuilt.append(name)
            real[name](database)

        return rebuild

    monkeypatch.setattr(projections, "PROJECTIONS", {name: noting(name) for name in real})
    faults: list[object] = []

    def start() -> None:
        try:
            with prepared_database(url, folder) as database:
                faults.extend(read_stale(database))
        except BaseException as fault:
            faults.append(fault)

    threads = [Thread(target=start) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert faults == []
    assert rebuilt == list(real)
    assert len(copies(folder)) == 1


def test_an_update_that_is_interrupted_goes_on_at_the_next_start(
    update: Update, url: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    update(*ALL)

    def fail(database: Database) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(projections, "PROJECTIONS", {**projections.PROJECTIONS, "search": fail})
        with pytest.raises(KeyboardInterrupt):
            prepare_at(url, folder)
    left = open_database(url)
    assert read_stale(left) == {"search", "ratings"}
    left.close()
    assert len(copies(folder)) == 1
    with prepared_database(url, folder) as database:
        assert read_stale(database) == frozenset()
        assert check_projections(database) == 0
    assert len(copies(folder)) == 1


def test_only_what_is_stale_is_rebuilt_and_an_interruption_is_made_good(
    database: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rebuilt: list[str] = []

    def fail(database: Database) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(
        projections,
        "PROJECTIONS",
        {
            "results": lambda database: rebuilt.append("results"),
            "search": lambda database: rebuilt.append("search"),
            "ratings": fail,
        },
    )
    with database.writing() as connection:
        mark_stale(connection, ["search", "ratings"])
    with pytest.raises(KeyboardInterrupt):
        prepare(database, tmp_path)
    assert rebuilt == ["search"]
    assert read_stale(database) == {"ratings"}
    monkeypatch.setitem(
        projections.PROJECTIONS, "ratings", lambda database: rebuilt.append("ratings")
    )  # type: ignore[arg-type]
    prepare(database, tmp_path)
    assert rebuilt == ["search", "ratings"]
