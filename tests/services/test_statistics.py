"""Statistics are what was played, at every look: nothing is counted later, nothing is written."""

from datetime import date

import pytest
from sqlalchemy import select, update

from scorer.services.nights.bin import delete_game, delete_night, find_deletion
from scorer.services.nights.edit import Description, edit_night
from scorer.services.nights.undo_changes import undo_change
from scorer.services.projections import check, rebuild
from scorer.services.statistics import person
from scorer.services.statistics.club import read_club
from scorer.services.statistics.highlights import read_best_ever
from scorer.services.statistics.person import read_person
from scorer.storage.database import Database
from scorer.storage.schema import entries
from tests.services.finished_games import player, win
from tests.services.plain_recount import agree
from tests.storage.test_many_writers import all_at_once
from tests.tables import Statements, Table, begin

WRITES = ("INSERT", "UPDATE", "DELETE")


def streak(database: Database, club: str, name: str) -> tuple[int, int]:
    """Somebody's streak by now, and the longest one."""
    read = read_person(database, club, player(database, name))
    return read.streak, read.longest


def won(database: Database, club: str, name: str) -> list[bool]:
    form = person.form_of(database, club, player(database, name))
    return [game.won for game in form]


def bring_back(database: Database, club: str, what: str, identity: str) -> None:
    undo_change(database, club, find_deletion(database, club, what, identity).id)


def test_a_streak_grows_with_each_win_and_ends_with_a_loss(database: Database, club: str) -> None:
    seen = []
    for out in (0, 0, 1, 0):
        win(database, club, out)
        seen.append(streak(database, club, "Ann"))
    assert seen == [(1, 0), (2, 2), (0, 2), (1, 2)]
    assert streak(database, club, "Ben") == (0, 0)
    assert won(database, club, "Ann") == [True, True, False, True]


def test_a_streak_is_mended_by_what_is_corrected_deleted_and_brought_back(
    database: Database, club: str
) -> None:
    tables = [win(database, club, out) for out in (0, 0, 1, 0, 0)]
    assert streak(database, club, "Ann") == (2, 2)
    delete_game(database, club, tables[2].id, device=None)
    assert streak(database, club, "Ann") == (4, 4)
    bring_back(database, club, "game", tables[2].id)
    assert streak(database, club, "Ann") == (2, 2)
    tables[2].undo()  # a game that is not finished is none
    assert streak(database, club, "Ann") == (4, 4)
    tables[2].redo()
    for deal in tables[0].deals:
        hands = [{"points": points, "red_nines": 0} for points in (9, 9, 0, 7)]
        facts = {"out": 2, "hands": [*hands[:2], [], hands[3]]}
        tables[0].write("correct_deal", {"deal": deal, "facts": facts})
    assert won(database, club, "Ann") == [False, True, False, True, True]
    assert streak(database, club, "Ann") == (2, 2)
    agree(database, club)


def test_a_streak_follows_the_seat_that_was_taken_over_at_the_end(
    database: Database, club: str
) -> None:
    tables = [win(database, club, 0) for _ in range(3)]
    assert streak(database, club, "Ann") == (3, 3)
    content = {"after": tables[1].deals[2], "seat": 0, "player": {"id": None, "name": "Eve"}}
    tables[1].write("take_seat", content)
    assert streak(database, club, "Ann") == (2, 2)
    assert streak(database, club, "Eve") == (1, 0)
    agree(database, club)


@pytest.mark.every_database
def test_every_look_is_true_while_deals_are_saved_at_several_tables(
    database: Database, club: str
) -> None:
    tables = [begin(database, club) for _ in range(4)]
    ann = player(database, "Ann")

    def play(table: Table) -> list[int]:
        seen = []
        for _ in range(4):
            table.deal(0, 5, 6, 7)
            seen.append(read_person(database, club, ann).whole.deals)
        return seen

    seen = all_at_once([lambda table=table: play(table) for table in tables])
    assert all(each == sorted(each) for each in seen)
    assert max(each[-1] for each in seen) == 16
    assert read_person(database, club, ann).whole.games == 4
    agree(database, club)


@pytest.mark.every_database
def test_a_deleted_game_never_comes_back_into_the_statistics(database: Database, club: str) -> None:
    """One thread deletes and brings back while others save, rebuild and look."""
    tables = [win(database, club, 0) for _ in range(3)]
    ann = player(database, "Ann")
    going_on = begin(database, club)

    def delete() -> int:
        for _ in range(3):
            for table in tables:
                delete_game(database, club, table.id, device=None)
            bring_back(database, club, "game", tables[0].id)
        delete_game(database, club, tables[0].id, device=None)
        return 0

    def save() -> int:
        for _ in range(4):
            going_on.deal(1, 5, 6, 7)
        return 0

    def look() -> int:
        return max(read_person(database, club, ann).whole.games for _ in range(8))

    all_at_once([delete, save, look, lambda: rebuild(database)])
    read = read_person(database, club, ann)
    assert (read.whole.games, read.whole.wins, read.whole.deals) == (1, 0, 4)
    assert [game.game for game in read.form] == [going_on.id]
    with database.reading() as connection:
        records = read_best_ever(connection, club, enough=0)
    assert {one.game for one in records} == {going_on.id}
    agree(database, club)


def test_a_night_in_the_bin_counts_nowhere_and_its_year_is_that_of_its_day(
    database: Database, club: str
) -> None:
    table = win(database, club, 0)
    night, ann = table.read().night, player(database, "Ann")
    said = Description(day=date(2019, 1, 1), name="", place="", note="")
    edit_night(database, club, night, said)
    assert list(read_person(database, club, ann).by_year) == [2019]
    delete_night(database, club, night, device=None)
    read = read_person(database, club, ann)
    assert (read.whole.deals, read.by_year, read.companions, read.form) == (0, {}, (), ())
    bring_back(database, club, "night", night)
    assert read_person(database, club, ann).whole.deals == 4
    agree(database, club)


def test_looking_writes_nothing(database: Database, club: str) -> None:
    for out in range(3):
        win(database, club, out)
    with Statements(database) as sent:
        read_person(database, club, player(database, "Ann"))
        read_club(database, club, 2025)
    assert not [text for text in sent.texts if text.startswith(WRITES)]


def test_a_deal_at_the_end_writes_only_its_own_rows(database: Database, club: str) -> None:
    table = begin(database, club)
    table.deal(0, 5, 6, 7)
    with Statements(database) as sent:
        table.deal(1, 5, 6, 7)
    assert not [text for text in sent.texts if text.startswith("DELETE")]
    # The entry, the deal, the feats, the pairs; the game and its seats are updated.
    assert [text.split()[2] for text in sent.texts if text.startswith("INSERT")] == [
        "entries",
        "deal_results",
        "feats",
        "pair_results",
    ]


def test_a_broken_book_keeps_what_was_copied_of_it(database: Database, club: str) -> None:
    broken, _ = win(database, club, 0), win(database, club, 1)
    ann = player(database, "Ann")
    before = read_person(database, club, ann)
    with database.writing() as connection:
        last = entries.c.game == broken.id, entries.c.number == 4
        connection.execute(update(entries).where(*last).values(content="{"))
    assert read_person(database, club, ann) == before
    rebuild(database)
    assert read_person(database, club, ann) == before
    assert [one.game for one in check(database)] == [broken.id]


@pytest.mark.every_database
@pytest.mark.parametrize(
    ("spoilt", "problem"),
    [
        ("UPDATE deal_results SET score = 9 WHERE deal = 2", "its rows of deal_results"),
        ("DELETE FROM pair_results WHERE better = 4", "its rows of pair_results"),
        ("UPDATE feats SET number = 7 WHERE key = 'caught'", "its rows of feats"),
        ("DELETE FROM feats WHERE deal = 0", "its rows of feats"),
        ("UPDATE results SET finished = NOT finished WHERE seat = 2", "the results are"),
        ("UPDATE results SET person = game WHERE seat = 3", "seat 3 is another person's"),
    ],
)
def test_copies_that_were_spoilt_are_found_and_made_anew(
    database: Database, club: str, spoilt: str, problem: str
) -> None:
    win(database, club, 0)
    assert check(database) == []
    with database.writing() as connection:
        connection.exec_driver_sql(spoilt)
    assert any(problem in one.problem for one in check(database))
    rebuild(database)
    assert check(database) == []
    agree(database, club)
    with database.reading() as connection:
        assert connection.execute(select(entries)).all()
