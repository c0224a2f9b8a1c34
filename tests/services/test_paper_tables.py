"""Tables of a paper book, as people and their programs write them."""

from datetime import UTC, date, datetime

import pytest
from sqlalchemy import update

from scorer.services import clock
from scorer.services.exchange.faults import BadFile, Fault
from scorer.services.exchange.preview import NEW, SAME
from scorer.services.nights.night_list import read_night
from scorer.storage.database import Database
from scorer.storage.schema import clubs
from tests.services.imports import everything, import_file, preview
from tests.services.paper_book import BOOK, lines
from tests.tables import all_games


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
        b"sep=;\r\n" + BOOK.replace(",", ";").encode(),
        b"\xef\xbb\xbfsep=,\n" + BOOK.encode(),
        BOOK.replace("Pink Nines,Ann", "Pink Nines,ANN").encode(),
        BOOK.replace("2024-12-26,Pink", "\n\n2024-12-26,Pink", 1).encode(),
        "\n".join(",".join(reversed(line.split(","))) for line in BOOK.splitlines()).encode(),
    ],
    ids=[
        *("bom", "utf-16", "latin-1", "semicolons", "tabs", "crlf", "dots", "slashes", "minus"),
        *("no-head", "sep", "sep-bom", "other-case", "empty-lines", "other-order"),
    ],
)
def test_a_table_is_read_however_it_was_written(database: Database, club: str, data: bytes) -> None:
    assert import_file(database, club, data).games == {NEW: 3}
    assert import_file(database, club, BOOK.encode()).games == {SAME: 3}


@pytest.mark.parametrize(
    ("old", "new", "where", "says"),
    [
        ("2024-05-03,Red Nines,Ben", "05/03/2024,Red Nines,Ben", "Line 3", "one way"),
        (
            "2024-05-03,Red Nines,Ben",
            "2023-02-29,Red Nines,Ben",
            "Line 3",
            "no such day as 2023-02-29",
        ),
        (
            "2024-05-03,Red Nines,Ben",
            "30.2.2024,Red Nines,Ben",
            "Line 3",
            "no such day as 30.2.2024",
        ),
        ("2024-05-03,Red Nines,Ben", "0024-02-20,Red Nines,Ben", "Line 3", "the year 24"),
        ("Red Nines,Cat", f"{'W' * 41},Cat", "Line 4", "too long for the name of a game"),
        ("Red Nines,Cat", ",Cat", "Line 4", "a line needs a date, a game"),
        ("Cat,71", "Cat,7.5", "Line 4", "“7.5” is not a whole number"),
        ("Cat,71", "Cat,99999999", "Line 4", "“99999999” is too large"),
        ("Cat,71", f"Cat,{'9' * 5000}", "Line 4", "is too large"),
        ("Cat,71", "Cat,²", "Line 4", "“²” is not a whole number"),
        ("Cat,71", "Cat,NaN", "Line 4", "whole number"),
        ("Cat,71", "Cat,", "Line 4", "whole number"),
        ("Cat,71", "Cat,-71", "Line 4", "Penalties are never below 0."),
        ("Cat,71", ",71", "Line 4", "needs a name"),
        ("Cat,71", "Cat", "Line 4", "a line needs"),
        ("Cat,71", '"Cat,71', "Line", "cannot be read"),
        ("Cat,71", f"{'C' * 41},71", "Line 4", "40 letters"),
        ("Cat,71", "Cat,1000001", "Lines 2 to 5", "1,000,000"),
        ("2024-05-03,red-nines,Dan,7\n", "", "Lines 6 to 8", "4 to 12 players"),
        ("Zoë,3", "Zoë,4", "Lines 10 to 11", "counters were brought"),
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
        preview(database, club, BOOK.replace(old, new, 1).encode())
    assert fault.value.faults[0].where.startswith(where)
    assert says in fault.value.faults[0].says
    assert everything(database) == before


@pytest.mark.parametrize(
    ("said", "instead"),
    [
        ("05/03/2024", "write 2024-03-05 or 2024-05-03, whichever it was."),
        ("13/05/2024", "write 2024-05-13."),
        ("05-13-2024", "write 2024-05-13."),
        ("04/04/2024", "write 2024-04-04."),
        ("3 May 2024", "write year, month and day."),
        ("99/99/2024", "write year, month and day."),
    ],
)
def test_a_date_is_never_answered_with_another_one(
    database: Database, club: str, said: str, instead: str
) -> None:
    with pytest.raises(BadFile) as fault:
        preview(database, club, BOOK.replace("2024-05-03", said, 1).encode())
    assert fault.value.faults[0].says.endswith(f": {instead}")


@pytest.mark.every_database
def test_no_day_that_is_still_to_come_in_the_time_zone_of_the_club(
    database: Database, club: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At half past eleven in London it is the next day in Tokyo."""
    with database.writing() as connection:
        connection.execute(update(clubs).values(time_zone="Asia/Tokyo"))
    monkeypatch.setattr(clock, "now", lambda: datetime(2024, 5, 2, 23, 30, tzinfo=UTC))
    book = "date,game,player,total\n" + "".join(
        f"2024-05-03,Red Nines,{name},{number}\n"
        for number, name in enumerate(("Ann", "Ben", "Cat", "Dan"))
    )
    import_file(database, club, book.encode())
    (game,) = all_games(database, club)
    night = read_night(database, club, game.night)
    assert night.day == date(2024, 5, 3)
    assert game.started_at < clock.now()
    with pytest.raises(BadFile) as fault:
        preview(database, club, book.replace("2024-05-03", "2024-05-04", 1).encode())
    assert fault.value.faults == (Fault("Line 2", "2024-05-04 is in the future."),)


def test_several_lines_that_are_wrong_are_told_at_once(database: Database, club: str) -> None:
    with pytest.raises(BadFile) as fault:
        preview(database, club, BOOK.replace("Cat,", "Cat,x").encode())
    assert [one.where for one in fault.value.faults] == ["Line 4", "Line 8"]


@pytest.mark.parametrize(
    "data",
    [b"", b" \n", b"\x00\x01\x02" * 50, b"Date,Game,Player,Total\n", b"a,b\x81\n", b"\xff\xfe\x00"],
)
def test_what_is_no_table_is_refused(database: Database, club: str, data: bytes) -> None:
    with pytest.raises(BadFile):
        preview(database, club, data)


def test_a_name_that_was_made_harmless_is_the_name_it_was(database: Database, club: str) -> None:
    book = BOOK.replace("Ann", "'=Ann").replace("Ben", "<b>Ben</b>")
    import_file(database, club, book.encode())
    assert [one.name for one in lines(database, club)[0].seats][:2] == ["=Ann", "<b>Ben</b>"]


@pytest.mark.parametrize(
    ("told", "where", "says"),
    [
        ("ABCDB", "Line 5", "B comes twice, in line 2 and in line 5, where another game begins."),
        ("ABACD", "Lines 1 to 2", "A comes twice, in line 1 and in line 3, where another"),
    ],
)
def test_somebody_who_comes_twice_in_one_game_is_named(
    database: Database, club: str, told: str, where: str, says: str
) -> None:
    book = "".join(f"2024-05-03,Red Nines,{name},{at}\n" for at, name in enumerate(told))
    with pytest.raises(BadFile) as fault:
        preview(database, club, book.encode())
    assert [one.where for one in fault.value.faults] == [where]
    told = fault.value.faults[0].says
    assert told.startswith("This game is for 4 to 12 players, not ")
    assert says in told


def test_all_that_is_wrong_in_a_line_is_told(database: Database, club: str) -> None:
    book = BOOK.replace("2024-05-03,Red Nines,Ben", "05/03/2024,Red Nines,Ben")
    book = "\n".join(f"{line}x" if "05/03" in line else line for line in book.splitlines())
    with pytest.raises(BadFile) as fault:
        preview(database, club, book.encode())
    assert [one.where for one in fault.value.faults] == ["Line 3", "Line 3"]


def test_a_file_that_cannot_be_opened_says_what_can_be_imported(
    database: Database, club: str
) -> None:
    with pytest.raises(BadFile) as fault:
        preview(database, club, b"a\x00b")
    assert fault.value.faults[0].says.startswith("this cannot be opened. You can import a zip")


def test_who_is_written_otherwise_in_the_midst_of_a_game_is_asked_about(
    database: Database, club: str
) -> None:
    """Enough have come for a game of their own; but not the same ones come again."""
    names = ("Ann", "Ben", "Cat", "Dan", "ANN", "Eve", "Fay", "Gus")
    book = "".join(f"2024-05-03,Red Nines,{name},{at}\n" for at, name in enumerate(names))
    with pytest.raises(BadFile) as fault:
        preview(database, club, book.encode())
    says = "Ann and ANN in the same game: are they two people? Write their names differently."
    assert fault.value.faults == (Fault("Line 5", says),)
