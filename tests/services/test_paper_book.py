"""Totals out of a paper book, as people and their programs write tables."""

from datetime import UTC, date, datetime

import pytest
from sqlalchemy import select, update

from scorer.services import clock, exporting, games, spreadsheet
from scorer.services.best import read_club
from scorer.services.faults import BadFile, Fault
from scorer.services.honours import rebuild_honours
from scorer.services.past import GameLine
from scorer.services.paying import read_paying
from scorer.services.persons import merge_people, undo_merge
from scorer.services.plan import DIFFERENT, NEW, SAME
from scorer.services.standings import standings_of
from scorer.services.statistics import PersonRead, read_person
from scorer.storage.database import Database
from scorer.storage.models import clubs, players
from scorer.storage.results import check
from tests.services.bringing import bring, everything, look, second_club
from tests.services.plain_recount import agree
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


def who(database: Database, club: str, name: str) -> str:
    with database.reading() as connection:
        mine = select(players.c.id).where(players.c.club == club, players.c.name == name)
        return str(connection.scalar(mine))


def person(database: Database, club: str, name: str) -> PersonRead:
    return read_person(database, club, who(database, club, name))


def test_games_of_totals_count_as_finished_games_without_deals(
    database: Database, club: str
) -> None:
    bring(database, club, BOOK.encode())
    ann = person(database, club, "Ann")
    assert (ann.whole.games, ann.whole.wins, ann.whole.deals) == (3, 1, 0)
    assert {key: (one.games, one.wins) for key, one in ann.by_variant.items()} == {
        "red-nines": (2, 1),
        "pink-nines": (1, 0),
    }
    assert [one.games for one in ann.by_year.values()] == [3]
    assert [(one.place, one.won, one.streak) for one in ann.form] == [
        (3, False, 0),
        (1, True, 1),
        (2, False, 0),
    ]
    ben = {one.name: one.together for one in ann.beside}["Ben"]
    assert (ben.games, ben.ahead, ben.behind, ben.deals) == (2, 1, 1, 0)
    agree(database, club)


def test_games_of_totals_are_rated_and_win_the_trophy_of_their_year(
    database: Database, club: str
) -> None:
    bring(database, club, BOOK.encode())
    person(database, club, "Ann")
    read = read_club(database, club, 2024)
    assert not read.behind
    found = {one.name: (one.games, one.wins) for one in read.people}
    assert found == {"Ann": (3, 1), "Ben": (2, 1), "Cat": (2, 0), "Dan": (2, 1), "Zoë": (1, 1)}
    assert [one.wins for one in read.trophies] == [1]
    assert [one.name for one in read.trophies[0].holders] == ["Ann", "Ben", "Dan", "Zoë"]


def test_merging_somebody_of_the_paper_book_leaves_the_ratings_whole(
    database: Database, club: str
) -> None:
    bring(database, club, BOOK.encode())
    table = begin(database, club, "Eve", "Fay", "Gus", "Hal")
    table.write("end", {"why": "late", "leftover": None})
    person(database, club, "Ann")
    before = everything_rated(database, club)
    deed = merge_people(
        database, club, who(database, club, "Zoë"), who(database, club, "Ben"), device=None
    )
    assert everything_rated(database, club)["Ben"] == (3, 2)
    ben = person(database, club, "Ben")
    assert (ben.whole.games, ben.whole.wins, ben.longest) == (3, 2, 0)
    rebuild_honours(database)
    agree(database, club)
    assert everything_rated(database, club)["Ben"] == (3, 2)
    undo_merge(database, club, deed)
    assert everything_rated(database, club) == before


def everything_rated(database: Database, club: str) -> dict[str, tuple[int, int]]:
    read = read_club(database, club, clock.now().year)
    assert not read.behind
    return {one.name: (one.games, one.wins) for one in read.people}


def test_games_of_totals_stand_in_the_table_of_their_night(database: Database, club: str) -> None:
    bring(database, club, BOOK.encode())
    red, pink = standings_of(lines(database, club))
    assert [(one.name, one.games, one.wins, one.sum) for one in red.rows] == [
        ("Ben", 2, 1, 17),
        ("Dan", 2, 1, 19),
        ("Ann", 2, 1, 44),
        ("Cat", 2, 0, 77),
    ]
    assert pink.counters
    assert [(one.name, one.wins, one.sum, one.best) for one in pink.rows] == [
        ("Zoë", 1, 3, 3),
        ("Ann", 0, -3, -3),
    ]


def test_people_of_the_paper_book_are_those_who_play_now(database: Database, club: str) -> None:
    begin(database, club, "Ann", "Ben", "Cat", "Dan")
    assert bring(database, club, BOOK.encode()).by_name == ["Ann", "Ben", "Cat", "Dan"]


def test_one_person_may_be_written_in_two_ways_in_a_paper_book(
    database: Database, club: str
) -> None:
    lines = [
        f"2024-05-03,Red Nines,{name},{at}" for at, name in enumerate(("Ann", "Ben", "Cat", "D"))
    ]
    lines += [
        f"2024-05-03,Red Nines,{name},{at}" for at, name in enumerate(("ANN", "BEN", "cat", "d"))
    ]
    plan = bring(database, club, "\n".join(["date,game,player,total", *lines]).encode())
    assert plan.games == {NEW: 2}
    assert plan.new == ["Ann", "Ben", "Cat", "D"]


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
        ("Cat,71", "Cat,-71", "Line 4", "Penalties are never below 0."),
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


@pytest.mark.parametrize(
    ("said", "instead"),
    [
        ("05/03/2024", "write 2024-03-05 or 2024-05-03, whichever it was."),
        ("13/05/2024", "write 2024-05-13."),
        ("05-13-2024", "write 2024-05-13."),
        ("04/04/2024", "write 2024-04-04."),
        ("3 May 2024", "write the year, the month and the day."),
        ("99/99/2024", "write the year, the month and the day."),
    ],
)
def test_a_date_is_never_answered_with_another_one(
    database: Database, club: str, said: str, instead: str
) -> None:
    with pytest.raises(BadFile) as fault:
        look(database, club, BOOK.replace("2024-05-03", said, 1).encode())
    assert fault.value.faults[0].says.endswith(f": {instead}")


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
    bring(database, club, book.encode())
    (game,) = all_games(database, club)
    night = games.read_night(database, club, game.night)
    assert night.day == date(2024, 5, 3)
    assert game.started_at < clock.now()
    with pytest.raises(BadFile) as fault:
        look(database, club, book.replace("2024-05-03", "2024-05-04", 1).encode())
    assert fault.value.faults == (Fault("Line 2", "2024-05-04 is still to come."),)


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
