"""Totals out of a paper book, as people and their programs write tables."""

import pytest

from scorer.services import exporting, games, spreadsheet
from scorer.services.faults import BadFile
from scorer.services.past import GameLine
from scorer.services.paying import read_paying
from scorer.services.plan import DIFFERENT, NEW, SAME
from scorer.storage.database import Database
from scorer.storage.results import check
from tests.services.bringing import bring, everything, look, second_club
from tests.tables import all_games, begin

BOOK = """Date,Game,Player,Total
2024-05-03,Red Nines,Ann,40
2024-05-03,Red Nines,Ben,12
2024-05-03,Red Nines,Cat,71
2024-05-03,Red Nines,Dan,12
2024-05-03,red-nines,Ann,4
2024-05-03,red-nines,Ben,5
2024-05-03,red-nines,Cat,6
2024-05-03,red-nines,Dan,7
2024-12-26,Pink Nines,Ann,-3
2024-12-26,Pink Nines,Zoë,3
"""


def lines(database: Database, club: str) -> list[GameLine]:
    return list(reversed(all_games(database, club)))


def seats(line: GameLine) -> list[tuple[str, int, bool]]:
    return [(one.name, one.total, one.won) for one in line.seats]


def test_totals_become_games_of_their_nights(database: Database, club: str) -> None:
    plan = bring(database, club, BOOK.encode())
    assert (plan.games, plan.nights) == ({NEW: 3}, 2)
    first, second, pink = lines(database, club)
    assert first.night == second.night != pink.night
    assert seats(first) == [
        ("Ann", 40, False),
        ("Ben", 12, True),
        ("Cat", 71, False),
        ("Dan", 12, True),
    ]
    assert seats(pink) == [("Ann", 17, False), ("Zoë", 23, True)]
    assert (first.over, first.deals) == (True, 0)
    assert games.read_game(database, club, first.id).sheet.only_totals
    assert check(database) == []


def test_a_paper_book_is_brought_in_once(database: Database, club: str) -> None:
    bring(database, club, BOOK.encode())
    before = everything(database)
    assert bring(database, club, BOOK.encode()).games == {SAME: 3}
    assert everything(database) == before
    changed = BOOK.replace("Cat,71", "Cat,70")
    assert look(database, club, changed.encode())[0].games == {SAME: 2, DIFFERENT: 1}


def test_games_of_totals_travel_like_any_other(database: Database, club: str) -> None:
    bring(database, club, BOOK.encode())
    data, other = exporting.export_club(database, club).whole(), second_club(database)
    bring(database, other, data)
    assert exporting.export_club(database, other).whole() == data
    table = spreadsheet.table_of_club(database, club).whole().decode("utf-8-sig")
    assert len(table.splitlines()) == 1 + 10


def test_counters_in_a_paper_book_are_not_paid_again(database: Database, club: str) -> None:
    bring(database, club, BOOK.encode())
    assert read_paying(database, club, lines(database, club)[2].night).units == ()


def test_people_of_the_paper_book_are_those_who_play_now(database: Database, club: str) -> None:
    begin(database, club, "Ann", "Ben", "Cat", "Dan")
    assert bring(database, club, BOOK.encode()).by_name == ["Ann", "Ben", "Cat", "Dan"]


@pytest.mark.parametrize(
    "data",
    [
        BOOK.encode("utf-8-sig"),
        BOOK.encode("utf-16"),
        BOOK.encode("latin-1"),
        BOOK.replace(",", ";").encode(),
        BOOK.replace(",", "\t").encode(),
        BOOK.replace("\n", "\r\n").encode(),
        BOOK.replace("2024-05-03", "3.5.2024").replace("2024-12-26", "26. 12. 2024").encode(),
        BOOK.replace("2024-05-03", "2024/5/3").encode(),
        BOOK.replace("-3\n", "−3\n").encode(),
        BOOK.split("\n", 1)[1].encode(),
        BOOK.replace("2024-12-26,Pink", "\n\n2024-12-26,Pink", 1).encode(),
        "\n".join(",".join(reversed(line.split(","))) for line in BOOK.splitlines()).encode(),
    ],
    ids=[
        *("bom", "utf-16", "latin-1", "semicolons", "tabs", "crlf", "dots", "slashes", "minus"),
        *("no-head", "empty-lines", "other-order"),
    ],
)
def test_a_table_is_read_however_it_was_written(database: Database, club: str, data: bytes) -> None:
    assert bring(database, club, data).games == {NEW: 3}
    assert bring(database, club, BOOK.encode()).games == {SAME: 3}


@pytest.mark.parametrize(
    ("old", "new", "where", "says"),
    [
        ("2024-05-03,Red Nines,Ben", "05/03/2024,Red Nines,Ben", "Line 3", "one way"),
        ("2024-05-03,Red Nines,Ben", "2024-02-30,Red Nines,Ben", "Line 3", "one way"),
        ("2024-05-03,Red Nines,Ben", "0024-02-20,Red Nines,Ben", "Line 3", "the year 24"),
        ("Red Nines,Cat", "Whist,Cat", "Line 4", "no game called “Whist”"),
        ("Cat,71", "Cat,7.5", "Line 4", "“7.5” is not a whole number"),
        ("Cat,71", "Cat,NaN", "Line 4", "whole number"),
        ("Cat,71", "Cat,", "Line 4", "whole number"),
        ("Cat,71", ",71", "Line 4", "needs a name"),
        ("Cat,71", "Cat", "Line 4", "a line needs"),
        ("Cat,71", '"Cat,71', "Line", "cannot be read"),
        ("Cat,71", f"{'C' * 41},71", "Line 4", "40 letters"),
        ("Cat,71", "Cat,1000001", "Lines 2 to 5", "1000000"),
        ("2024-05-03,red-nines,Dan,7\n", "", "Lines 6 to 8", "4 to 12 players"),
        ("Zoë,3", "Zoë,4", "Lines 10 to 11", "neither made nor lost"),
        ("Player", "Name", "Line 1", "no column called “player”"),
        ("Date,Game,Player,Total", "date,game,deal,player,score,total", "Line 1", "zip"),
    ],
)
def test_a_line_that_is_wrong_is_named_and_nothing_is_brought_in(
    database: Database, club: str, old: str, new: str, where: str, says: str
) -> None:
    assert old in BOOK
    before = everything(database)
    with pytest.raises(BadFile) as fault:
        look(database, club, BOOK.replace(old, new, 1).encode())
    assert fault.value.faults[0].where.startswith(where)
    assert says in fault.value.faults[0].says
    assert everything(database) == before


def test_several_lines_that_are_wrong_are_told_at_once(database: Database, club: str) -> None:
    with pytest.raises(BadFile) as fault:
        look(database, club, BOOK.replace("Cat,", "Cat,x").encode())
    assert [one.where for one in fault.value.faults] == ["Line 4", "Line 8"]


@pytest.mark.parametrize(
    "data",
    [b"", b" \n", b"\x00\x01\x02" * 50, b"Date,Game,Player,Total\n", b"a,b\x81\n", b"\xff\xfe\x00"],
)
def test_what_is_no_table_is_refused(database: Database, club: str, data: bytes) -> None:
    with pytest.raises(BadFile):
        look(database, club, data)


def test_a_name_that_was_made_harmless_is_the_name_it_was(database: Database, club: str) -> None:
    book = BOOK.replace("Ann", "'=Ann").replace("Ben", "<b>Ben</b>")
    bring(database, club, book.encode())
    assert [one.name for one in lines(database, club)[0].seats][:2] == ["=Ann", "<b>Ben</b>"]
