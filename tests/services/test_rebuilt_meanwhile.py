"""What is done while another makes all copies anew is not lost."""

import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

import pytest

from scorer.services import projections
from scorer.services.nights import bin
from scorer.services.people.anonymise import anonymise
from scorer.services.projections import check, rebuild
from scorer.services.statistics.club import read_club
from scorer.services.statistics.highlights import read_best_ever
from scorer.services.statistics.kinds import read_kinds
from scorer.services.statistics.person import read_person
from scorer.storage.database import Database
from tests.services.finished_games import player, win

pytestmark = pytest.mark.every_database

SHORT_WAIT_SECONDS = 10


@pytest.fixture
def held(monkeypatch):
    """Threads called "slow" wait with what they write: `reached` is set, `go` lets them on."""
    reached, go = threading.Event(), threading.Event()
    writing = Database.writing

    @contextmanager
    def slowly(self, **more):
        if threading.current_thread().name.startswith("slow"):
            reached.set()
            go.wait(SHORT_WAIT_SECONDS)
        with writing(self, **more) as connection:
            yield connection

    monkeypatch.setattr(Database, "writing", slowly)
    yield reached, go
    go.set()


def wait_for(reached, done):
    """Wait until the slow one would write; one that writes nothing may have finished."""
    while not reached.wait(0.02) and not done.done():
        pass


@pytest.mark.parametrize("was_deleted", [False, True])
def test_a_game_that_is_deleted_meanwhile_does_not_count(database, club, held, was_deleted):
    reached, go = held
    win(database, club, 1)
    table = win(database, club, 0)
    if was_deleted:
        bin.delete(database, club, "game", table.id, device=None)
        bin.restore(database, club, "game", table.id)
    with ThreadPoolExecutor(1, thread_name_prefix="slow") as other:
        done = other.submit(rebuild, database)
        wait_for(reached, done)
        bin.delete(database, club, "game", table.id, device=None)
        go.set()
        done.result()
    ann = read_person(database, club, player(database, "Ann"))
    assert (ann.whole.games, ann.whole.wins, ann.whole.deals) == (1, 0, 4)
    read = read_club(database, club, 2025)
    assert {one.name: one.games for one in read.people} == dict.fromkeys(
        ("Ann", "Ben", "Cat", "Dan"), 1
    )
    with database.reading() as connection:
        records = read_best_ever(connection, club, read_kinds(connection, club))
    assert records and table.id not in {one.game for one in records}
    assert check(database) == []


def test_somebody_is_forgotten_while_all_copies_are_made_anew(database, table, monkeypatch):
    """The name goes between the reading of the books and the writing of the rows."""
    table.deal()
    who = table.read().sheet.sitters[0].player
    save_changes = projections.save_changes
    with ThreadPoolExecutor(1) as other:
        forgot = []

        def save_while_another_forgets(*words):
            forgot.append(other.submit(anonymise, database, table.club, who))
            threading.Event().wait(0.5)
            save_changes(*words)

        monkeypatch.setattr(projections, "save_changes", save_while_another_forgets)
        assert rebuild(database) == 1
        assert forgot[0].result() == "Anon A"
    assert table.read().names[who] == "Anon A"
    assert check(database) == []
