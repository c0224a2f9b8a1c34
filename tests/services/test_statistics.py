"""How the statistics catch up with what was played, and streaks with them."""

import threading
from datetime import UTC, datetime
from typing import Any

import pytest
from sqlalchemy import select, update

from scorer.services.statistics import catching_up, sums
from scorer.services.statistics.catching_up import catch_up
from scorer.services.statistics.sums import read_person
from scorer.storage.database import Database
from scorer.storage.holding import hold_club
from scorer.storage.models import entries, games, nights
from scorer.storage.recount import check_statistics, rebuild_statistics
from scorer.storage.results import rebuild
from scorer.storage.uncounted import mark_uncounted
from tests.services.plain_recount import agree, kept
from tests.services.winning import player, win
from tests.storage.test_many_writers import all_at_once
from tests.tables import Table, begin

# With SQLite, whoever writes is alone.
ON_POSTGRESQL = pytest.mark.parametrize(
    "database", [pytest.param("postgresql", marks=pytest.mark.postgres)], indirect=True
)


def streaks(database: Database, club: str, name: str) -> list[int]:
    """Somebody's streaks, game after game."""
    catch_up(database, club)
    return [one.streak for one in sums.form_of(database, club, player(database, name))]


def bin_game(database: Database, club: str, table: Table, when: datetime | None) -> None:
    with database.writing() as connection:
        mine = update(games).where(games.c.id == table.id)
        connection.execute(mine.values(deleted_at=when))
        mark_uncounted(connection, club, these=[table.id])


def test_a_streak_grows_with_each_win_and_ends_with_a_loss(database: Database, club: str) -> None:
    for out in (0, 0, 1, 0):
        win(database, club, out)
    assert streaks(database, club, "Ann") == [1, 2, 0, 1]
    assert streaks(database, club, "Ben") == [0, 0, 1, 0]
    assert read_person(database, club, player(database, "Ann")).longest == 2


def test_a_streak_is_mended_by_what_is_corrected_deleted_and_brought_back(
    database: Database, club: str
) -> None:
    tables = [win(database, club, out) for out in (0, 0, 1, 0, 0)]
    assert streaks(database, club, "Ann") == [1, 2, 0, 1, 2]
    bin_game(database, club, tables[2], datetime(2025, 1, 1, tzinfo=UTC))
    assert streaks(database, club, "Ann") == [1, 2, 3, 4]
    bin_game(database, club, tables[2], None)
    assert streaks(database, club, "Ann") == [1, 2, 0, 1, 2]
    tables[2].undo()  # a game that is not finished is none
    assert streaks(database, club, "Ann") == [1, 2, 3, 4]
    tables[2].redo()
    for deal in tables[0].deals:
        facts = {"out": 2, "hands": [{"points": 9, "red_nines": 0}] * 2 + [[]] + [None]}
        facts["hands"][3] = {"points": 7, "red_nines": 0}  # type: ignore[index]
        tables[0].write("correct_deal", {"deal": deal, "facts": facts})
    assert streaks(database, club, "Ann") == [0, 1, 0, 1, 2]


def test_a_streak_follows_the_seat_that_was_taken_over_at_the_end(
    database: Database, club: str
) -> None:
    tables = [win(database, club, 0) for _ in range(3)]
    assert streaks(database, club, "Ann") == [1, 2, 3]
    content = {"after": tables[1].deals[2], "seat": 0, "player": {"id": None, "name": "Eve"}}
    tables[1].write("take_seat", content)
    assert streaks(database, club, "Ann") == [1, 2]
    assert streaks(database, club, "Eve") == [1]
    agree(database, club)


def test_a_streak_goes_on_beyond_what_is_read_at_a_time(
    database: Database, club: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scorer.storage.streaks.A_STRETCH", 2)
    tables = [win(database, club, 0) for _ in range(7)]
    assert streaks(database, club, "Ann") == [1, 2, 3, 4, 5, 6, 7]
    bin_game(database, club, tables[0], datetime(2025, 1, 1, tzinfo=UTC))
    assert streaks(database, club, "Ann") == [1, 2, 3, 4, 5, 6]


def test_two_threads_count_nothing_twice(database: Database, club: str) -> None:
    for _ in range(3):
        tables = [win(database, club, out) for out in range(4)]
        left = all_at_once([lambda: catch_up(database, club)] * 4)
        assert min(left) == 0
        tables[0].undo()
    agree(database, club)


def test_what_changes_while_it_is_counted_is_counted_once_more(
    database: Database, club: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, other = win(database, club, 0), win(database, club, 1)
    reading = catching_up.read_sheets

    def read_then_write(*words: Any) -> Any:
        read = list(reading(*words))
        monkeypatch.setattr(catching_up, "read_sheets", reading)
        late = threading.Thread(target=table.undo)
        late.start()
        late.join()
        return read

    monkeypatch.setattr(catching_up, "read_sheets", read_then_write)
    assert catch_up(database, club) == 1
    assert read_person(database, club, player(database, "Ann")).whole.deals == 7
    assert other.read().version == 4
    agree(database, club)


def test_a_night_that_moves_twice_while_it_is_counted_is_noticed(
    database: Database, club: str
) -> None:
    table = win(database, club, 0)
    catch_up(database, club)
    seen = set()
    for _ in range(3):
        with database.writing() as connection:
            mark_uncounted(connection, club, night=table.read().night)
        with database.reading() as connection:
            seen.add(connection.scalar(select(games.c.tallied)))
    assert len(seen) == 3
    assert max(seen) < 0


@ON_POSTGRESQL
def test_a_club_that_somebody_else_counts_is_left_to_him(database: Database, club: str) -> None:
    win(database, club, 0)
    with database.writing() as connection:
        assert hold_club(connection, club)
        assert catch_up(database, club) == 1
        begin(database, club)  # which nobody has to wait for
    assert catch_up(database, club) == 0


@ON_POSTGRESQL
def test_a_game_that_is_being_saved_is_counted_later(database: Database, club: str) -> None:
    table, other = win(database, club, 0), win(database, club, 1)
    with database.writing() as connection:
        connection.execute(update(games).where(games.c.id == table.id).values(over=True))
        assert catch_up(database, club) == 1
    assert other.read().sheet.over
    agree(database, club)


def test_a_broken_book_does_not_stand_in_the_way(database: Database, club: str) -> None:
    broken, _ = win(database, club, 0), win(database, club, 1)
    catch_up(database, club)
    before = kept(database, club)
    with database.writing() as connection:
        last = entries.c.game == broken.id, entries.c.number == 4
        connection.execute(update(entries).where(*last).values(content="{"))
        mark_uncounted(connection, club, these=[broken.id])
    assert catch_up(database, club) == 0
    assert kept(database, club) == before
    rebuild_statistics(database)
    assert kept(database, club) == before


def test_counting_is_bounded_and_the_oldest_comes_first(database: Database, club: str) -> None:
    for _ in range(5):
        win(database, club, 0)
    assert catch_up(database, club, most=2) == 3
    ann = player(database, "Ann")
    assert [one.streak for one in sums.form_of(database, club, ann)] == [1, 2]
    person = read_person(database, club, ann)
    assert (person.waiting, person.whole.games) == (0, 5)


def test_keepers_are_told_of_each_game_that_changed(
    database: Database, club: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[Any] = []

    def keeper(connection: Any, club: str, game: Any, day: Any, sheet: Any) -> None:
        told.append((game.id, day.isoformat()[:4], sheet and sheet.played))

    monkeypatch.setattr(catching_up, "KEEPERS", (keeper,))
    table = win(database, club, 0)
    with database.writing() as connection:
        day = datetime(2019, 1, 1, tzinfo=UTC).date()
        connection.execute(update(nights).values(day=day))
    catch_up(database, club)
    bin_game(database, club, table, datetime(2025, 1, 1, tzinfo=UTC))
    catch_up(database, club)
    catch_up(database, club)
    assert told == [(table.id, "2019", 4), (table.id, "2019", None)]


@pytest.mark.parametrize(
    ("spoilt", "problem"),
    [
        ("UPDATE tallies SET deals = 9 WHERE games = 1", "4 rows of tallies"),
        ("DELETE FROM pairs WHERE better = 4", "rows of pairs are not the sum"),
        ("UPDATE leads SET eldest_out = 7", "1 rows of leads"),
        ("UPDATE results SET streak = 7 WHERE seat = 2", "the streak of seat 2 should be 0"),
        ("UPDATE results SET person = '-' WHERE seat = 3", "seat 3 is another person's"),
        ("DELETE FROM contributions", "counted otherwise than its book says"),
    ],
)
def test_statistics_that_were_spoilt_are_found_and_made_anew(
    database: Database, club: str, spoilt: str, problem: str
) -> None:
    win(database, club, 0)
    catch_up(database, club)
    before = kept(database, club)
    assert check_statistics(database) == []
    with database.writing() as connection:
        connection.exec_driver_sql(spoilt)
    assert any(problem in one.problem for one in check_statistics(database))
    rebuild(database)
    rebuild_statistics(database)
    assert check_statistics(database) == []
    assert kept(database, club) == before


def test_results_made_anew_by_themselves_are_counted_again(database: Database, club: str) -> None:
    win(database, club, 0)
    catch_up(database, club)
    rebuild(database)
    agree(database, club)
