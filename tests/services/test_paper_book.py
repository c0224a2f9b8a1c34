"""Totals out of a paper book, as people and their programs write tables."""

from sqlalchemy import select

from scorer.services import clock
from scorer.services.exchange import spreadsheet
from scorer.services.exchange.export import export_club
from scorer.services.exchange.preview import DIFFERENT, NEW, SAME
from scorer.services.games.read import read_game
from scorer.services.money.ledger import read_ledger
from scorer.services.nights.front import GameLine
from scorer.services.nights.standings import standings_of
from scorer.services.people.merge import merge_people, undo_merge
from scorer.services.projections import check, rebuild
from scorer.services.statistics.club import read_club
from scorer.services.statistics.person import PersonRead, read_person
from scorer.storage.database import Database
from scorer.storage.schema import players
from tests.services.imports import everything, import_file, preview, second_club
from tests.services.paper_book import BOOK, lines
from tests.services.plain_recount import agree
from tests.tables import begin


def seats(line: GameLine) -> list[tuple[str, int, bool]]:
    return [(one.name, one.total, one.won) for one in line.seats]


def test_totals_become_games_of_their_nights(database: Database, club: str) -> None:
    plan = import_file(database, club, BOOK.encode())
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
    assert read_game(database, club, first.id).sheet.only_totals
    assert check(database) == []


def test_a_paper_book_is_brought_in_once(database: Database, club: str) -> None:
    import_file(database, club, BOOK.encode())
    before = everything(database)
    assert import_file(database, club, BOOK.encode()).games == {SAME: 3}
    assert everything(database) == before
    changed = BOOK.replace("Cat,71", "Cat,70")
    assert preview(database, club, changed.encode())[0].games == {SAME: 2, DIFFERENT: 1}


def test_games_of_totals_travel_like_any_other(database: Database, club: str) -> None:
    import_file(database, club, BOOK.encode())
    data, other = export_club(database, club).whole(), second_club(database)
    import_file(database, other, data)
    assert export_club(database, other).whole() == data
    table = spreadsheet.table_of_club(database, club).whole().decode("utf-8-sig")
    assert len(table.splitlines()) == 1 + 10


def test_counters_in_a_paper_book_are_not_paid_again(database: Database, club: str) -> None:
    import_file(database, club, BOOK.encode())
    assert read_ledger(database, club).due == []


def who(database: Database, club: str, name: str) -> str:
    with database.reading() as connection:
        mine = select(players.c.id).where(players.c.club == club, players.c.name == name)
        return str(connection.scalar(mine))


def person(database: Database, club: str, name: str) -> PersonRead:
    return read_person(database, club, who(database, club, name))


def test_games_of_totals_count_as_finished_games_without_deals(
    database: Database, club: str
) -> None:
    import_file(database, club, BOOK.encode())
    ann = person(database, club, "Ann")
    assert (ann.whole.games, ann.whole.wins, ann.whole.deals) == (3, 1, 0)
    assert {key: (one.games, one.wins) for key, one in ann.by_kind.items()} == {
        "red-nines": (2, 1),
        "pink-nines": (1, 0),
    }
    assert [one.games for one in ann.by_year.values()] == [3]
    assert [(one.place, one.won) for one in ann.form] == [
        (3, False),
        (1, True),
        (2, False),
    ]
    ben = {one.name: one.together for one in ann.companions}["Ben"]
    assert (ben.games, ben.ahead, ben.behind, ben.deals) == (2, 1, 1, 0)
    agree(database, club)


def test_games_of_totals_are_rated_and_win_the_trophy_of_their_year(
    database: Database, club: str
) -> None:
    import_file(database, club, BOOK.encode())
    person(database, club, "Ann")
    assert not read_club(database, club, 2024).trophies
    more = "2024-12-27,Pink Nines,Eve,{}\n2024-12-27,Pink Nines,Fay,{}\n"
    import_file(database, club, (more.format(-3, 3) + more.format(3, -3)).encode())
    person(database, club, "Ann")
    read = read_club(database, club, 2024)
    found = {one.name: (one.games, one.wins) for one in read.people}
    assert {name: found.pop(name) for name in ("Eve", "Fay")} == {"Eve": (2, 1), "Fay": (2, 1)}
    assert found == {"Ann": (3, 1), "Ben": (2, 1), "Cat": (2, 0), "Dan": (2, 1), "Zoë": (1, 1)}
    assert [one.wins for one in read.trophies] == [1]
    assert [one.name for one in read.trophies[0].holders] == [
        "Ann",
        "Ben",
        "Dan",
        "Eve",
        "Fay",
        "Zoë",
    ]


def test_merging_somebody_of_the_paper_book_leaves_the_ratings_whole(
    database: Database, club: str
) -> None:
    import_file(database, club, BOOK.encode())
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
    rebuild(database)
    agree(database, club)
    assert everything_rated(database, club)["Ben"] == (3, 2)
    undo_merge(database, club, deed)
    assert everything_rated(database, club) == before


def everything_rated(database: Database, club: str) -> dict[str, tuple[int, int]]:
    read = read_club(database, club, clock.now().year)
    return {one.name: (one.games, one.wins) for one in read.people}


def test_games_of_totals_stand_in_the_table_of_their_night(database: Database, club: str) -> None:
    import_file(database, club, BOOK.encode())
    red, pink = standings_of(lines(database, club))
    assert [(one.name, one.games, one.wins, one.sum) for one in red.rows] == [
        ("Ben", 2, 1, 17),
        ("Dan", 2, 1, 19),
        ("Ann", 2, 1, 44),
        ("Cat", 2, 0, 77),
    ]
    assert pink.kind.unit == "counters"
    assert [(one.name, one.wins, one.sum, one.best) for one in pink.rows] == [
        ("Zoë", 1, 3, 3),
        ("Ann", 0, -3, -3),
    ]


def test_people_of_the_paper_book_are_those_who_play_now(database: Database, club: str) -> None:
    begin(database, club, "Ann", "Ben", "Cat", "Dan")
    assert import_file(database, club, BOOK.encode()).by_name == ["Ann", "Ben", "Cat", "Dan"]


def test_one_person_may_be_written_in_two_ways_in_a_paper_book(
    database: Database, club: str
) -> None:
    lines = [
        f"2024-05-03,Red Nines,{name},{at}" for at, name in enumerate(("Ann", "Ben", "Cat", "D"))
    ]
    lines += [
        f"2024-05-03,Red Nines,{name},{at}" for at, name in enumerate(("ANN", "BEN", "cat", "d"))
    ]
    plan = import_file(database, club, "\n".join(["date,game,player,total", *lines]).encode())
    assert plan.games == {NEW: 2}
    assert plan.new == ["Ann", "Ben", "Cat", "D"]
