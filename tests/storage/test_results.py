"""Results are a copy: they agree with the books, and can be made anew from them."""

from threading import Thread

import pytest
from sqlalchemy import select, text, update

from scorer import create_app
from scorer.services.projections import COUNTED_BY, check, rebuild, rebuild_once
from scorer.storage.schema import counted_by, games, results
from scorer.storage.unavailable import Unavailable
from scorer.version import VERSION
from tests.faults import failing
from tests.tables import begin, execute


def kept(database):
    with database.reading() as connection:
        order = (results.c.club, results.c.game, results.c.seat)
        return list(connection.execute(select(results).order_by(*order)))


def test_a_version_that_is_not_the_number_of_entries_is_found(database, table):
    table.deal()
    execute(database, update(games).values(version=7))
    assert check(database) == [f"game {table.id}: the version is 7, the book has 1 entries"]


@pytest.mark.parametrize(
    ("damage", "problem"),
    [
        ("DELETE FROM entries WHERE number = 1", "the numbers of its entries have a gap"),
        ("UPDATE entries SET content = '{' WHERE number = 2", "its book is damaged"),
        ("UPDATE entries SET kind = 'gossip' WHERE number = 2", "its book cannot be read"),
    ],
)
def test_a_damaged_book_is_named_and_its_results_are_left(database, club, damage, problem):
    table, other = begin(database, club), begin(database, club)
    table.deal()
    table.deal()
    with database.writing() as connection:
        connection.execute(text(damage))
        connection.execute(update(results).where(results.c.game == other.id).values(total=99))
    before = [row for row in kept(database) if row.game == table.id]
    assert f"game {table.id}: {problem}" in next(one for one in check(database) if table.id in one)
    assert rebuild(database) == 1
    (left,) = check(database)
    assert f"game {table.id}: {problem}" in left
    assert [row for row in kept(database) if row.game == table.id] == before


def test_what_is_written_during_a_rebuild_is_not_lost(database, club, monkeypatch):
    first, second = begin(database, club), begin(database, club)
    first.deal()
    writing = database.writing

    def score_then_write():
        """Score one more deal before any row is written."""
        monkeypatch.undo()
        second.deal()
        return writing()

    monkeypatch.setattr(database, "writing", score_then_write)
    assert rebuild(database) == 2
    assert check(database) == []
    assert second.read().sheet.totals == (0, 7, 23, 32)


def spoil(database, version):
    """Let a total be wrong, and another version have counted last."""
    with database.writing() as connection:
        connection.execute(update(results).where(results.c.seat == 2).values(total=99))
        connection.execute(update(counted_by).values(version=version))


def counted(database):
    """Which version counted last, and whether all is as the books say."""
    return database.first(COUNTED_BY, {})[0], check(database) == []


def test_the_first_start_of_a_newer_version_counts_again(database, table, tmp_path):
    assert counted(database) == (VERSION, True)
    table.deal()
    url = database.url.render_as_string(hide_password=False)
    for version, is_mended in (("999.0", False), (VERSION, False), ("0.4.10", True)):
        spoil(database, version)
        create_app(instance=tmp_path, secret_key="x" * 16, database_url=url)
        assert counted(database) == (VERSION, is_mended)


def test_one_of_several_that_start_counts_and_the_others_wait(database, table, caplog):
    table.deal()
    spoil(database, "0.4")
    starts = [Thread(target=rebuild_once, args=(database,)) for _ in range(3)]
    for start in starts:
        start.start()
    for start in starts:
        start.join()
    counted_again = [one.message.split(" for")[0] for one in caplog.records]
    assert counted_again == ["Counting results and statistics again"]
    assert counted(database) == (VERSION, True)


def test_what_cannot_be_counted_now_is_left_to_the_next_start(database, table, caplog):
    table.deal()
    spoil(database, "0.4")
    with failing(database, Unavailable("disk_full")):
        rebuild_once(database)
    assert counted(database) == ("0.4", False)
    assert "the disk is full" in caplog.text
    rebuild_once(database)
    assert counted(database) == (VERSION, True)
