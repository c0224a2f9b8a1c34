"""A deleted game never counts, and a killed rebuild leaves nothing half: whoever else looks."""

import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from datetime import date

import pytest
from sqlalchemy import Connection

from scorer.commands.copies import check_copies, rebuild_copies
from scorer.services.nights import bin, undoing
from scorer.services.nights.describing import Description, describe_night
from scorer.services.statistics.best import ClubRead, read_club
from scorer.services.statistics.sums import read_person
from scorer.storage.database import Database
from scorer.storage.recount import rebuild_statistics
from tests.services.winning import player, win
from tests.tables import Table, begin

A_MOMENT = 10


def look(database: Database, club: str) -> ClubRead:
    """Somebody opens the club's page until it is counted to the end."""
    while True:
        read = read_club(database, club, 2025)
        if not (read.waiting or read.behind):
            return read


def brought_back(database: Database, table: Table) -> None:
    """The game was deleted, looked at, and brought back."""
    deed = bin.delete_game(database, table.club, table.id, device=None)
    look(database, table.club)
    undoing.undo_deed(database, table.club, deed)


def dated_back(database: Database, table: Table) -> None:
    """Its night turned out to have been another day."""
    said = Description(day=date(2024, 5, 3), name="", place="", note="")
    describe_night(database, table.club, table.read().night, said)


def opened(database: Database, club: str) -> None:
    """Somebody opens the club's page once."""
    read_club(database, club, 2025)


def rebuilt(database: Database, club: str) -> None:
    """Somebody has everything made anew."""
    rebuild_copies(database)


def recounted(database: Database, club: str) -> None:
    """The same, where the slow part of it is the counting."""
    rebuild_statistics(database)


@pytest.fixture
def held(monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[threading.Event, threading.Event]]:
    """Threads called "slow" wait with what they write: `reached` is set, `go` lets them on."""
    reached, go = threading.Event(), threading.Event()
    writing = Database.writing

    @contextmanager
    def slowly(self: Database) -> Iterator[Connection]:
        if threading.current_thread().name.startswith("slow"):
            reached.set()
            go.wait(A_MOMENT)
        with writing(self) as connection:
            yield connection

    monkeypatch.setattr(Database, "writing", slowly)
    yield reached, go
    go.set()


def wait_for(reached: threading.Event, done: Future[None]) -> None:
    """Wait until the slow one would write; one that writes nothing may have finished."""
    while not reached.wait(0.02) and not done.done():
        pass


@pytest.mark.parametrize("before", [brought_back, dated_back])
@pytest.mark.parametrize("slow", [opened, rebuilt, recounted])
@pytest.mark.parametrize("looked_at", [False, True])
def test_a_game_that_is_deleted_while_somebody_counts_it_does_not_count(
    database: Database,
    club: str,
    held: tuple[threading.Event, threading.Event],
    before: Callable[[Database, Table], None],
    slow: Callable[[Database, str], None],
    looked_at: bool,
) -> None:
    reached, go = held
    win(database, club, 1)
    table = win(database, club, 0)
    look(database, club)
    before(database, table)
    if slow is recounted:
        look(database, club)
    with ThreadPoolExecutor(1, thread_name_prefix="slow") as other:
        done = other.submit(slow, database, club)
        wait_for(reached, done)
        look(database, club)
        bin.delete_game(database, club, table.id, device=None)
        if looked_at:
            look(database, club)
        go.set()
        done.result()
    read = look(database, club)
    ann = read_person(database, club, player(database, "Ann"))
    assert (ann.whole.games, ann.whole.wins, ann.whole.deals) == (1, 0, 4)
    assert {one.name: one.games for one in read.people} == dict.fromkeys(
        ("Ann", "Ben", "Cat", "Dan"), 1
    )
    assert table.id not in {one.game for one in read.records}
    assert check_copies(database) == 0


def test_of_many_who_look_none_brings_a_deleted_game_back(database: Database, club: str) -> None:
    """Two people look again and again while games are deleted and brought back."""
    tables = [win(database, club, out) for out in range(3)]
    look(database, club)
    stop = threading.Event()

    def looking() -> None:
        while not stop.is_set():
            read_club(database, club, 2025)

    with ThreadPoolExecutor(2) as others:
        looks = [others.submit(looking) for _ in range(2)]
        try:
            for table in tables * 2:
                brought_back(database, table)
            for table in tables[1:]:
                bin.delete_game(database, club, table.id, device=None)
        finally:
            stop.set()
        for done in looks:
            done.result()
    read = look(database, club)
    assert {one.games for one in read.people} == {1}
    assert {one.game for one in read.records} <= {tables[0].id}
    assert check_copies(database) == 0


def killed_rebuild(database: Database, transactions: int) -> bool:
    """Have `rebuild` killed after it has written so often; whether it had finished before."""
    url = database.url.render_as_string(hide_password=False)
    words = [sys.executable, "-m", "tests.services.killed", url, str(transactions)]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode in (0, -9), done.stderr
    return done.returncode == 0


def test_a_killed_rebuild_leaves_nothing_half(
    database: Database, club: str, capsys: pytest.CaptureFixture[str]
) -> None:
    counted = win(database, club, 0)
    look(database, club)
    finished, transactions = False, 0
    while not finished:
        # One game that was never counted, one that is, one that goes and one that is played.
        fresh = win(database, club, transactions % 4)
        bin.delete_game(database, club, counted.id, device=None)
        begin(database, club).deal()
        finished = killed_rebuild(database, transactions)
        before = read_club(database, club, 2025)
        assert {one.games for one in before.people} == {transactions + 1}
        read = look(database, club)
        assert {one.games for one in read.people} == {transactions + 1}
        problems = check_copies(database)
        assert problems == 0, capsys.readouterr()
        assert fresh.read().sheet.over
        transactions += 1
        counted = win(database, club, transactions % 4)
        look(database, club)
    assert transactions > 5
