"""Tables of totals, as families and their programs write them."""

from datetime import date, timedelta

import pytest

from scorer.services.exchange.days import days_of, first_in
from scorer.services.exchange.faults import BadFile, Fault
from scorer.services.exchange.imports import apply_import
from scorer.services.exchange.plan import HERE, NEW
from scorer.services.games.read import read_game
from scorer.services.money.ledger import read_ledger
from scorer.services.nights.night_list import read_night
from scorer.services.projections import check
from tests.services.imports import everything, import_file, plan_of, preview, refused
from tests.tables import all_games

BOOK = """Date,Game,Ann,Ben,Cat,Dan,Zoë
2024-05-03,Red Nines,40,12,71,12,
2024-05-03,red-nines,4,5,6,7,
2024-12-26,Pink Nines,-3,,,,3
"""
MAY, MARCH = "2024-05-03", "2024-03-05"


def games_of(database, club):
    """The day, the title, the totals and the winners of each game, the oldest first."""
    return [
        (
            read_night(database, club, game.night).day.isoformat(),
            game.kind.title,
            {seat.name: seat.total for seat in game.seats},
            {seat.name for seat in game.seats if seat.won},
        )
        for game in reversed(all_games(database, club))
    ]


# How families write their tables: the day, title and totals of the first game, and who has won.
TABLES = {
    "somebody stayed at home, and an empty line": (
        "Date,Game,Ann,Ben,Cat\n2024-05-03,Golf,40,,7\n,,,\n2024-05-04,Golf,–,1,2\n",
        (MAY, "Golf", {"Ann": 40, "Cat": 7}, {"Cat"}),
    ),
    "from Excel in German, in windows-1252": (
        "sep=;\r\nTag;Spiel;Müller;Groß\r\n03.05.24;Golf;4;-5\r\n".encode("cp1252"),
        (MAY, "Golf", {"Müller": 4, "Groß": -5}, {"Groß"}),
    ),
    "byte-order mark, tabs, and French": (
        "\ufeffDate\tPartie\tZoë\tBen\n3 mai 2024\tGolf\t-4\t5\n",
        (MAY, "Golf", {"Zoë": -4, "Ben": 5}, {"Zoë"}),
    ),
    "in small letters, and month first by another day": (
        "date,game,Ann,Ben\n3/5/2024,Whist (lowest wins),4,2\n5/13/2024,Golf,2,1\n",
        (MARCH, "Whist", {"Ann": 4, "Ben": 2}, {"Ben"}),
    ),
    "numbers of a spreadsheet": (
        'Date,Game,Ann,Ben,Cat,Dan\n2024-05-03,Canasta (only points),42.0,"5,120",1\'000,−10\n',
        (MAY, "Canasta (only points)", {"Ann": 42, "Ben": 5120, "Cat": 1000, "Dan": -10}, {"Ben"}),
    ),
    "counters won and lost": (
        "Date,Game,Ann,Ben\n2024-05-03,Pink Nines,-3,3\n",
        (MAY, "Pink Nines", {"Ann": 17, "Ben": 23}, {"Ben"}),
    ),
}


@pytest.mark.parametrize("name", TABLES)
def test_a_table_is_read_as_its_family_meant_it(database, club, name):
    data, first = TABLES[name]
    data = data if isinstance(data, bytes) else data.encode()
    import_file(database, club, data)
    assert games_of(database, club)[0] == first
    assert check(database) == []
    assert plan_of(database, club, data).games.keys() == {HERE}


# What is wrong with a table or another file, where that is said to be, and what to do.
WRONG = [
    ("Date,Game,Ann,Ben\n24-05-03,Golf,1,2\n", "Line 2", "“24-05-03” is not a day such as 2024-"),
    ("Date,Game,Ann,Ben\n13/5/2024,Golf,1,2\n5/13/2024,Golf,1,2\n", "Line 3", "is not a day such"),
    ("sep=;\nDate;Game;Ann;Ben\n2024-05-03;;1;2\n", "Line 3", "there is no game"),
    ("Date,Game,Ann,Ben\n2024-05-03,Tarot,1,2\n", "Line 2", "write “Tarot (highest wins)” or"),
    ("Who,Ann,Ben\nx,1,2\n", "The file", "the first line has to name the columns"),
    ("Our,,\nDate,Game,Ann\n2024-05-03,1,2\n", "The file", "the first line has to name the"),
    ("Date,Game\n2024-05-03,Golf\n", "The file", "and a column for each player"),
    ("Date,Game,Ann,Total\n2024-05-03,Golf,1,2\n", "The file", "and a column for each player"),
    ("Date,Game,Ann,ANN\n2024-05-03,Golf,1,2\n", "The file", "give each its own"),
    ("2024-05-03,Golf,Ann,1\n2024-05-03,Golf,Ben,2\n", "The file", "has to name the columns"),
    ("Date,Game,Ann,Ben\n", "The file", "no lines"),
    ("Date,Game,Player,Total\n2024-05-03,Golf,Ann,4\n", "The file", "has to name the columns"),
    ("Datum;Spiel;Ann;Gewinner\n3.5.24;Golf;1;Ann\n", "The file", "“gewinner” names nobody."),
    ("Date;Jeu;Joueur;Points\n2024-05-03;Golf;Ann;4\n", "The file", "has to name the columns"),
    ("Date,Game,Ann,Ben\n2024-05-03,Golf,,\n", "The file", "no line with a day"),
    ("Date,Game,Ann,Ben\n2024-05-03,Nine-Five,1,2,\n", "Line 2", "4 or 6 players"),
    ("date,game,deal,player,score,total\n2024-05-03,Golf,1,Ann,1,1\n", "The file", "the zip"),
    ("Date,Game,Ann,Ben\n2024-05-03,Golf,1.5,2\n", "Line 2", "“1.5” is not a whole number"),
    ("Date,Game,Ann,Ben\n2024-05-03,Golf,1,99999999\n", "Line 2", "1,000,000"),
    ("Date,Game,Ann,Ben\n0024-02-20,Golf,1,2\n", "Line 2", "too early"),
    ("Date,Game,Ann,Ben\n2024-05-03,Red Nines,1,2\n", "Line 2", "4 to 12 players"),
    ("Date,Game,Ann,Ben\n2024-05-03,Pink Nines,1,2\n", "Line 2", "counters were brought"),
    (BOOK.replace("40,", "-40,"), "Line 2", "The totals of this game are never below 0."),
    (BOOK.replace("40,", "1000001,"), "Line 2", "1,000,000"),
    (BOOK.replace("Cat", "\u200b"), "Line 2", "needs a name"),
    (BOOK.replace("Cat", "C" * 41), "Line 2", "40 letters"),
    (BOOK.replace("71", '"71'), "Line", "cannot be read"),
    (BOOK.replace("red-nines", f"{'W' * 41} (lowest wins)"), "Line 3", "too long"),
    (b"a\x00b", "The file", "this cannot be read: import a zip"),
    (b"PK\x05\x06" + bytes(18), "The file", "this is missing"),
    (b"\xd0\xcf\x11\xe0\x00 a workbook", "The file", "this cannot be read"),
    (b'{"plays": [], "games": []}', "The file", "this cannot be read: import a zip"),
    (b" \n", "The file", "no lines"),
    (b"%PDF-1.7\n\x00", "The file", "this cannot be read: import a zip"),
    (b"%PDF-1.7 and so on", "The file", "has to name the columns"),
    (b"\x89PNG\r\n\x1a\n", "The file", "has to name the columns"),
    (b"{" + b" " * 5_000_000 + b"}", "The file", "too large for a record or a table"),
    (b"x," * 3_000_000, "The file", "too large for a record or a table"),
    (b"[]", "The record", "JSON"),
    (b"null", "The file", "has to name the columns"),
    (b'{"format": "scorer-backup/1"}', "The record", "format"),
]


def test_a_fault_of_a_table_is_one_sentence_with_what_to_do(database, club, subtests):
    before = everything(database)
    for data, where, says in WRONG:
        with subtests.test(says):
            with pytest.raises(BadFile) as fault:
                preview(database, club, data if isinstance(data, bytes) else data.encode())
            first = fault.value.faults[0]
            assert first.where.startswith(where), first
            assert says in first.says, first
            assert first.says.endswith(".")
    assert everything(database) == before


def test_games_by_sides_need_another_title(database, club):
    book = "Date,Game,Ann,Ben,Cat,Dan\n2024-05-03,Nine-Five,54,31,54,31\n"
    [fault] = refused(database, club, book.encode())
    other = "Nine-Five (only points)"
    assert fault.says.endswith(f"who played with whom: write “{other}”.")
    import_file(database, club, book.replace("Nine-Five", other).encode())
    [(_, title, _, won)] = games_of(database, club)
    assert (title, won) == (other, {"Ann", "Cat"})


def test_every_faulty_line_is_a_fault(database, club):
    lines = [f"2024-05-03,Golf,{number}.5,x" for number in range(30)]
    data = "\n".join(["Date,Game,Ann,Ben", *lines]).encode()
    faults = refused(database, club, data)
    assert faults[0] == Fault("Line 2", "“0.5” is not a whole number.")
    assert len(faults) == 30


def test_totals_become_games_of_their_nights(database, club):
    plan = import_file(database, club, BOOK.encode())
    assert (plan.games, len(plan.nights), plan.new) == (
        {NEW: 3},
        2,
        ["Ann", "Ben", "Cat", "Dan", "Zoë"],
    )
    first, second, pink = reversed(all_games(database, club))
    assert first.night == second.night != pink.night
    assert (first.over, first.deals) == (True, 0)
    assert read_game(database, club, first.id).sheet.only_totals
    assert games_of(database, club)[0][2:] == (
        {"Ann": 40, "Ben": 12, "Cat": 71, "Dan": 12},
        {"Ben", "Dan"},
    )
    # That evening was paid long ago.
    assert read_ledger(database, club).due == []
    assert check(database) == []


def test_of_a_table_imported_again_only_what_is_new_comes_in(database, club):
    import_file(database, club, BOOK.encode())
    before = everything(database)
    lines = BOOK.splitlines()
    assert import_file(database, club, BOOK.encode()).games == {HERE: 3}
    assert everything(database) == before
    changed = BOOK.replace("71", "70")
    assert import_file(database, club, changed.encode()).games == {HERE: 2, NEW: 1}
    assert len({line.night for line in all_games(database, club)}) == 2
    head, first = lines[:2]
    twice = "\n".join([head, first, first])
    assert import_file(database, club, twice.encode()).games == {HERE: 1, NEW: 1}
    assert import_file(database, club, twice.encode()).games == {HERE: 2}


YEAR = [date(2024, 1, 1) + timedelta(at) for at in range(366)]
EN = "January February March April May June July August September October November December".split()
DE = "Januar Februar März April Mai Juni Juli August September Oktober November Dezember".split()
FR = "janvier février mars avril mai juin juillet août septembre octobre novembre décembre".split()
CLEAR = (
    "{0:%Y-%m-%d}|{0:%Y.%m.%d}|{0:%Y/%m/%d}|{0:%Y %m %d}|{0:%Y_%m_%d}|{0:%Y–%m–%d}|{0:%Y%m%d}|"
    "{0.year}. {0.month}. {0.day}.|{0.year} {en} {0.day}|{0:%Y-%m-%d} 20:15|{0:%Y-%m-%d}T20:15:00Z|"
    "{0:%Y/%m/%d}, 8:15:00 PM|{0:%Y-%m-%d}T20:15:00.5+02:00|{0:%Y%m%d}T201500Z|{0:%d.%m.%Y}|"
    "{0.day}.{0.month}.{0:%y}|{0:%d.%m.%y} um 20:15 Uhr|Fr., {0:%d.%m.%Y}|{0.day}. {de} {0.year}|"
    "{0:%d}. {de:.3} {0:%y}|Freitag, den {0.day}. {de} {0.year}|{0.day} {fr} {0.year} à 20h15|"
    "le {0.day}er {fr:.4}. {0.year}|mardi {0.day} {fr} {0:%y}|{en} {0.day}, {0.year}|"
    "{0:%A}, {en:.3} {0.day}, {0.year}|{0.day}-{en:.3}-{0:%y}|the {0.day}th of {en} {0.year}"
).split("|")
UNCLEAR = (
    "{0:%d/%m/%Y}|{0.day}-{0.month}-{0.year}|{0:%d %m %Y}|{0:%d/%m/%y} 20:15|"
    "{0.month}/{0.day}/{0.year}|{0:%m-%d-%Y}|{0:%m/%d/%y}|{0:%m/%d/%Y} 8:15 PM"
).split("|")
# 2024-13-05 is no 13 May, and 24-05-03 may begin with the year or end with it.
NO_DAYS = [f"{day:%Y{mark}%d{mark}%m}" for mark in "-./ " for day in YEAR if day.day > 12]
NO_DAYS += "5|5.2024|Mai 2024|30.2.2024|5.13.2024|24-05-03|7 5 24|45419|7 jui 2024|1.1.0".split("|")
NO_DAYS += "Total 3.5.2024|3.–4.5.2024|2024-W05-2|20241305|2024-05-03 or 4|3 may may||".split("|")


@pytest.mark.parametrize("spelling", [*CLEAR, *UNCLEAR])
def test_a_spelling_is_read_on_days_of_every_month(spelling):
    months = [{"en": en, "de": de, "fr": fr} for en, de, fr in zip(EN, DE, FR, strict=True)]
    some = YEAR[::5]
    column = [days_of(spelling.format(day, **months[day.month - 1])) for day in some]
    assert [days[first_in(column)] for days in column] == some
    assert ("" in {first_in([days]) for days in column}) is (spelling in UNCLEAR)


def test_what_is_no_whole_day_is_not_guessed():
    assert [text for text in NO_DAYS if days_of(text)] == []


@pytest.mark.parametrize(("first", "day"), [("day", "2024-07-05"), ("month", "2024-05-07")])
def test_days_that_can_be_two_are_asked_about_once(database, club, first, day):
    before = everything(database)
    table = b"Date;Game;Ann;Ben\n5/7/2024;Golf;3;4\n6/6/2024;Golf;5;6\n"
    upload, plan = preview(database, club, table)
    assert plan.file.asks == ("5/7/2024", {"day": date(2024, 7, 5), "month": date(2024, 5, 7)})
    assert apply_import(database, club, upload, first, write=False).games == {NEW: 2}
    assert everything(database) == before
    assert apply_import(database, club, upload, first).games == {NEW: 2}
    assert {game[0] for game in games_of(database, club)} == {day, "2024-06-06"}
    # What is wrong in it is said before anything is asked.
    assert refused(database, club, table.replace(b"3;4", b"3;x"))[0].where == "Line 2"
