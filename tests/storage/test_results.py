"""Results are a copy: they agree with the books, and can be made anew from them."""

from datetime import UTC, datetime

import pytest
from sqlalchemy import delete, select, text, update

from scorer.services.projections import check, rebuild
from scorer.storage.schema import games, results
from tests.tables import begin


def kept(database):
    with database.reading() as connection:
        order = (results.c.club, results.c.game, results.c.seat)
        return list(connection.execute(select(results).order_by(*order)))


def play(database, club):
    tables = [begin(database, club) for _ in range(3)]
    tables[0].play_out(1, 5, 6, 7)
    tables[1].deal()
    return tables


def test_a_game_that_has_begun_has_results(database, table):
    assert [
        (row.seat, row.player, row.total, row.place, row.won, row.deals) for row in kept(database)
    ] == [
        (seat, player.player, 0, 1, False, 0)
        for seat, player in enumerate(table.read().sheet.sitters)
    ]
    assert check(database) == []


def test_results_follow_every_entry(database, table):
    table.play_out(1, 5, 6, 7)
    assert [(row.total, row.place, row.won, row.deals) for row in kept(database)] == [
        (20, 2, False, 4),
        (0, 1, True, 4),
        (24, 3, False, 4),
        (28, 4, False, 4),
    ]
    table.undo()
    assert [(row.total, row.place, row.won, row.deals) for row in kept(database)] == [
        (15, 2, False, 3),
        (0, 1, False, 3),
        (18, 3, False, 3),
        (21, 4, False, 3),
    ]
    assert check(database) == []


def test_results_that_were_spoilt_are_found_and_made_anew(database, club):
    tables = play(database, club)
    before = kept(database)
    with database.writing() as connection:
        connection.execute(update(results).where(results.c.seat == 2).values(total=1, won=True))
        connection.execute(
            delete(results).where(results.c.game == tables[1].id, results.c.seat == 3)
        )
        connection.execute(update(games).where(games.c.id == tables[0].id).values(over=False))
        long_ago = datetime(2001, 1, 1, tzinfo=UTC)
        connection.execute(update(games).where(games.c.id == tables[1].id).values(last_at=long_ago))
    problems = check(database)
    assert {one.game for one in problems} == {table.id for table in tables}
    assert {one.problem.split()[0] for one in problems} == {"over", "last_at", "its"}
    assert rebuild(database) == 3
    assert check(database) == []
    assert kept(database) == before


def test_a_version_that_is_not_the_number_of_entries_is_found(database, table):
    table.deal()
    with database.writing() as connection:
        connection.execute(update(games).values(version=7))
    (found,) = check(database)
    assert found.problem == "the version is 7, the book has 1 entries"


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
    assert problem in next(one for one in check(database) if one.game == table.id).problem
    assert rebuild(database) == 1
    (left,) = check(database)
    assert (left.game, problem in left.problem) == (table.id, True)
    assert [row for row in kept(database) if row.game == table.id] == before


def test_what_is_written_while_results_are_made_anew_is_not_lost(database, club, monkeypatch):
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
