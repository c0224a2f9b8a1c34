"""Tables of totals, as families and their programs write them."""

import io
from datetime import UTC, date, datetime
from zipfile import ZipFile

import pytest
from sqlalchemy import update

from scorer.services import clock
from scorer.services.exchange.export import export_zip
from scorer.services.exchange.import_file import BadFile, Fault
from scorer.services.exchange.imports import preview_again, preview_import
from scorer.services.exchange.plan import HERE, IN_BIN, NEW
from scorer.services.games.read import read_game
from scorer.services.money.ledger import read_ledger
from scorer.services.nights.night_list import read_night
from scorer.services.nights.standings import standings_of
from scorer.services.people.forget import anonymise
from scorer.services.people.players import known_players, rename_player
from scorer.services.projections import check
from scorer.services.statistics.club import read_club
from scorer.storage.schema import clubs
from scorer.storage.schema import games as game_rows
from tests.services.finished_games import player
from tests.services.imports import everything, import_file, plan_of, preview, refused, second_club
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
LOWEST, HIGHEST = {"wins": "penalties"}, {"wins": "points"}
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


# How families write their tables: what is chosen, and the day, title and totals of the first game.
TABLES = {
    "a line each": (
        "date,game,player,total\n2024-05-03,Whist,Ann,4\n2024-05-03,Whist,Ben,2\n",
        LOWEST,
        (MAY, "Whist", {"Ann": 4, "Ben": 2}, {"Ben"}),
    ),
    "column each": (
        "Date,Ann,Ben,Cat\n2024-05-03,40,12,7\n2024-05-04,1,2,3\n",
        {"game": "Hearts"},
        (MAY, "Hearts", {"Ann": 40, "Ben": 12, "Cat": 7}, {"Cat"}),
    ),
    "somebody stayed at home": (
        "Date,Game,Ann,Ben,Cat\n2024-05-03,Hearts,40,,7\n2024-05-04,Hearts,–,1,2\n",
        {},
        (MAY, "Hearts", {"Ann": 40, "Cat": 7}, {"Cat"}),
    ),
    "german": (
        "Datum;Spiel;Spieler;Punkte\n03.05.2024;Skat;Jörg;120\n03.05.2024;Skat;Änne;64\n",
        {},
        (MAY, "Skat", {"Jörg": 120, "Änne": 64}, {"Jörg"}),
    ),
    "german days": (
        "Tag;Spiel;Ida;Max\nFr., 3. Mai 2024;Doppelkopf;-12;12\n",
        {},
        (MAY, "Doppelkopf", {"Ida": -12, "Max": 12}, {"Max"}),
    ),
    "french": (
        "Jour;Jeu;Joueur;Total\n3 février 2024;Belote;Zoé;162\n3 févr. 2024;Belote;Luc;0\n",
        HIGHEST,
        ("2024-02-03", "Belote", {"Zoé": 162, "Luc": 0}, {"Zoé"}),
    ),
    "windows-1252": (
        "Datum;Spiel;Müller;Groß\n03.05.2024;Hearts;4;5\n".encode("cp1252"),
        {},
        (MAY, "Hearts", {"Müller": 4, "Groß": 5}, {"Müller"}),
    ),
    "byte-order mark": (
        "\ufeffDate;Game;Player;Score\n2024-05-03;Golf;Ann;4\n2024-05-03;Golf;Ben;5\n",
        {},
        (MAY, "Golf", {"Ann": 4, "Ben": 5}, {"Ann"}),
    ),
    "utf-16 and tabs": (
        "Date\tGame\tPlayer\tTotal\n2024-05-03\tGolf\tZoë\t4\n2024-05-03\tGolf\tBen\t5\n".encode(
            "utf-16"
        ),
        {},
        (MAY, "Golf", {"Zoë": 4, "Ben": 5}, {"Zoë"}),
    ),
    "day first": (
        "Date,Game,Ann,Ben\n3/5/2024,Golf,1,2\n13/5/2024,Golf,2,1\n",
        {},
        (MAY, "Golf", {"Ann": 1, "Ben": 2}, {"Ann"}),
    ),
    "month first": (
        "Date,Game,Ann,Ben\n3/5/2024,Golf,1,2\n5/13/2024,Golf,2,1\n",
        {},
        (MARCH, "Golf", {"Ann": 1, "Ben": 2}, {"Ann"}),
    ),
    "asked and day first": (
        "Date,Game,Ann,Ben\n3/5/24,Golf,1,2\n",
        {"order": "day_first"},
        (MAY, "Golf", {"Ann": 1, "Ben": 2}, {"Ann"}),
    ),
    "asked and month first": (
        "Date,Game,Ann,Ben\n3/5/24,Golf,1,2\n",
        {"order": "month_first"},
        (MARCH, "Golf", {"Ann": 1, "Ben": 2}, {"Ann"}),
    ),
    "numbers of a spreadsheet": (
        'Date,Game,Ann,Ben,Cat,Dan\n2024-05-03,Canasta,42.0,"5,120",1\'000,−10\n',
        {},
        (MAY, "Canasta", {"Ann": 42, "Ben": 5120, "Cat": 1000, "Dan": -10}, {"Ben"}),
    ),
    "numbers, notes and sums": (
        "No.,Date,Game,Ann,Ben,Total,Notes\n1,2024-05-03,Golf,4,5,9,late\n2,2024-05-04,Golf,4,5,9,\n",
        {},
        (MAY, "Golf", {"Ann": 4, "Ben": 5}, {"Ann"}),
    ),
    "a day without a heading": (
        ",Ann,Ben\n2024-05-03,4,5\n",
        {"game": "Golf"},
        (MAY, "Golf", {"Ann": 4, "Ben": 5}, {"Ann"}),
    ),
    "headings that say nothing": (
        "Abend,Was,Wer,Stand\n2024-05-03,Golf,Ann,4\n2024-05-03,Golf,Ben,5\n",
        {"columns": ("day", "game", "name", "total")},
        (MAY, "Golf", {"Ann": 4, "Ben": 5}, {"Ann"}),
    ),
    "how it is won behind the title": (
        "Date,Game,Ann,Ben\n2024-05-03,Wizard (highest wins),4,5\n",
        {},
        (MAY, "Wizard", {"Ann": 4, "Ben": 5}, {"Ben"}),
    ),
    "sorted by name": (
        "Player,Date,Game,Total\nAnn,2024-05-03,Golf,4\nAnn,2024-05-04,Golf,1\n"
        "Ben,2024-05-03,Golf,5\nBen,2024-05-04,Golf,2\n",
        {},
        (MAY, "Golf", {"Ann": 4, "Ben": 5}, {"Ann"}),
    ),
    "sums in several words": (
        "Date,Ann,Ben,Sum,Scores,Punkte gesamt,Total points,Σ,Spiel Nr.\n"
        "2024-05-03,4,5,9,9,9,9,9,1\n",
        {"game": "Golf"},
        (MAY, "Golf", {"Ann": 4, "Ben": 5}, {"Ann"}),
    ),
    "a sum that is a person": (
        "Date,Ann,Sum\n2024-05-03,4,5\n",
        {"game": "Golf", "columns": ("day", "person", "person")},
        (MAY, "Golf", {"Ann": 4, "Sum": 5}, {"Ann"}),
    ),
    "french days": (
        "Jour;Jeu;Zoé;Luc\nven. 3 mai 2024;Golf;4;5\nmer. 1er mai 2024;Golf;1;2\n"
        "mar. 7 mai 2024;Golf;1;2\n1er mars 2024;Golf;1;2\n",
        {},
        ("2024-03-01", "Golf", {"Zoé": 1, "Luc": 2}, {"Zoé"}),
    ),
    "asked and year first": (
        "Date,Game,Ann,Ben\n24-05-03,Golf,1,2\n24-05-17,Golf,1,2\n",
        {"order": "year_first"},
        (MAY, "Golf", {"Ann": 1, "Ben": 2}, {"Ann"}),
    ),
    "only the year can be first": (
        "Date,Game,Ann,Ben\n24-05-03,Golf,1,2\n99-05-03,Golf,1,2\n",
        {},
        ("1999-05-03", "Golf", {"Ann": 1, "Ben": 2}, {"Ann"}),
    ),
    "a line for who did not play": (
        f"{BOOK.splitlines()[0]}\n2024-05-03,Golf,Ben,-\n2024-05-03,Golf,Ann,4\n"
        "2024-05-03,Golf,Cat,6\n2024-05-03,Golf,Ben,3\n2024-05-03,Golf,Ann,\n2024-05-03,Golf,Cat,5\n",
        {},
        (MAY, "Golf", {"Ann": 4, "Cat": 6}, {"Ann"}),
    ),
    "excel names the separator": (
        "sep=;\nDate;Game;Ann, the first;Ben\n2024-05-03;Golf;4;5\n",
        {},
        (MAY, "Golf", {"Ann, the first": 4, "Ben": 5}, {"Ann, the first"}),
    ),
    "counters won and lost": (
        "Date,Game,Ann,Ben\n2024-05-03,Pink Nines,-3,3\n",
        {},
        (MAY, "Pink Nines", {"Ann": 17, "Ben": 23}, {"Ben"}),
    ),
}


@pytest.mark.parametrize("name", TABLES)
def test_a_table_is_read_as_its_family_meant_it(database, club, name):
    data, choices, first = TABLES[name]
    data = data if isinstance(data, bytes) else data.encode()
    import_file(database, club, data, **choices)
    assert games_of(database, club)[0] == first
    assert check(database) == []
    assert plan_of(database, club, data, **choices).games.keys() == {HERE}


# What is wrong with a table, where that is said to be, and what to do.
WRONG = [
    ("Date,Game,Ann,Ben\n3/5/2024,Golf,1,2\n", "Columns", "choose what comes first in a day"),
    ("Date,Game,Ann,Ben\n24-05-03,Golf,1,2\n", "Columns", "choose what comes first in a day"),
    ("Date,Ann,Ben\n2024-05-03,1,2\n", "Line 2", "there is no game: say below which one"),
    ("Date,Game,Ann,Ben\n2024-05-03,Wizard,1,2\n", "Line 2", "not known here: say below who wins"),
    ("Who,Ann,Ben\nx,1,2\n", "Columns", "choose one for the day"),
    ("Our,,\nDate,Ann,Ben\n2024-05-03,1,2\n", "Columns", "the first line has to name the columns"),
    ("Date,Game,Place\n2024-05-03,Golf,home\n", "Columns", "or one for each person"),
    ("Date,Game,Ann,ANN\n2024-05-03,Golf,1,2\n", "Columns", "give each its own"),
    ("2024-05-03,Golf,Ann,1\n2024-05-03,Golf,Ben,2\n", "The file", "has to name the columns"),
    ("Date,Game,Ann,Ben\n", "The file", "no lines"),
    ("Date,Game,Player,Total\n,,,\n", "The file", "no line with a day"),
    ("Date,Game,Ann,Ben\n2024-05-03,Nine-Five,1,2,\n", "Line 2", "4 to 6 players"),
    ("date,game,deal,player,score,total\n2024-05-03,Golf,1,Ann,1,1\n", "The file", "the zip"),
    ("Date,Game,Ann,Ben\n2024-05-03,Golf,1.5,2\n", "Line 2", "“1.5” is not a whole number"),
    ("Date,Game,Ann,Ben\n2024-05-03,Golf,1,99999999\n", "Line 2", "1,000,000"),
    ("Date,Game,Ann,Ben\nTotal,Golf,1,2\n2024-05-03,Golf,1,2\n", "Line 2", "not a day"),
    ("Date,Game,Ann,Ben\n30.2.2024,Golf,1,2\n", "Line 2", "“30.2.2024” is not a day"),
    ("Date,Game,Ann,Ben\n0024-02-20,Golf,1,2\n", "Line 2", "too early"),
    ("Date,Game,Ann,Ben\n2024-05-03,Red Nines,1,2\n", "Line 2", "4 to 12 players"),
    ("Date,Game,Ann,Ben\n2024-05-03,Pink Nines,1,2\n", "Line 2", "counters were brought"),
    (BOOK.replace("Ann,40", "Ann,-40"), "Line 2", "Penalties are never below 0."),
    (BOOK.replace("Ann,40", "Ann,1000001"), "Line 2", "1,000,000"),
    (BOOK.replace("Cat,71", ",71"), "Line 4", "needs a name"),
    (BOOK.replace("Cat,71", f"{'C' * 41},71"), "Line 4", "40 letters"),
    (BOOK.replace("Cat,71", '"Cat,71'), "Line", "cannot be read"),
    (BOOK.replace("Red Nines,Cat", f"{'W' * 41},Cat"), "Line 4", "not known here"),
    (b"a\x00b", "The file", "this cannot be read: import a zip"),
    (b"PK\x05\x06" + bytes(18), "The file", "this is missing"),
    (b"\xd0\xcf\x11\xe0 a workbook", "The file", "save the sheet with the totals as CSV"),
    (b'{"plays": [], "games": []}', "The file", "this is a file of BG Stats"),
    (b" \n", "The file", "no lines"),
    (b"%PDF-1.7\n\x00", "The file", "this cannot be read: import a zip"),
]


def test_what_is_wrong_with_a_table_is_one_sentence_that_says_what_to_do(database, club, subtests):
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
    assert fault.says.endswith("who played with whom: give it another title.")
    import_file(database, club, book.replace("Nine-Five", "95").encode(), **HIGHEST)
    assert games_of(database, club)[0][3] == {"Ann", "Cat"}


@pytest.mark.parametrize(
    ("name", "data", "says"),
    [
        ("[Content_Types].xml", b"<x/>", "this is a workbook"),
        ("content.xml", b"<x/>", "this is a workbook"),
        ("BGStatsExport.json", b'{"plays": []}', "this is a file of BG Stats"),
        ("game.json", b"{}", "this is missing in the zip"),
    ],
)
def test_a_zip_of_another_app_is_told_by_what_is_in_it(database, club, name, data, says):
    made = io.BytesIO()
    with ZipFile(made, "w") as packed:
        packed.writestr(name, data)
        packed.writestr(f"__MACOSX/._{name}", b"\x00")
    [fault] = refused(database, club, made.getvalue())
    assert fault.says.startswith(says)


def test_a_fault_is_told_once_with_its_first_line_and_how_many_more(database, club):
    lines = [f"2024-05-03,Golf,{number}.5,x" for number in range(30)]
    data = "\n".join(["Date,Game,Ann,Ben", *lines]).encode()
    assert refused(database, club, data, columns=("day", "game", "person", "person")) == [
        Fault("Line 2", "“0.5” is not a whole number.", 29)
    ]


def test_a_table_asks_only_what_it_does_not_say(database, club):
    def asked(data):
        questions = preview_import(database, club, io.BytesIO(data.encode())).questions
        assert questions is not None
        asks = len(questions.orders), questions.asks_game, questions.asks_wins
        return questions.choices.columns, *asks

    assert asked(BOOK) == (("day", "game", "name", "total"), 1, False, False)
    wide = ("day", "person", "person")
    assert asked("Date,Ann,Ben\n3/5/2024,1,2\n") == (wide, 2, True, False)
    assert asked("Date,Ann,Ben\n3.5.2024,1,2\n") == (wide, 1, True, False)
    assert asked("Date,Ann,Ben\n03-05-24,1,2\n") == (wide, 3, True, False)
    assert asked("Date,Ann,Ben\n24-05-03,1,2\n13/5/24,1,2\n") == (wide, 2, True, False)
    assert asked("Date,Game,Ann\n4/4/2024,Wizard,1\n")[1:] == (1, False, True)


def test_no_two_columns_hold_the_day(database, club):
    book = b"Date,Day,Ann\n2024-05-03,2024-05-03,1\n"
    [fault] = refused(database, club, book, columns=("day", "day", "person"))
    assert fault.says == "choose one for the day, and one at most for the game."


def test_other_choices_are_another_promise(database, club):
    found = preview(database, club, b"Date,Game,Ann,Ben\n3/5/24,Golf,1,2\n", order="day_first")
    assert found.questions is not None
    choices = vars(found.questions.choices) | {"order": "month_first"}
    again = preview_again(database, club, found.upload, type(found.questions.choices)(**choices))
    assert again.plan.mark != found.plan.mark


def test_no_day_that_is_still_to_come_in_the_time_zone_of_the_club(database, club, monkeypatch):
    """At half past eleven in London it is the next day in Tokyo."""
    with database.writing() as connection:
        connection.execute(update(clubs).values(time_zone="Asia/Tokyo"))
    monkeypatch.setattr(clock, "now", lambda: datetime(2024, 5, 2, 23, 30, tzinfo=UTC))
    book = "Date,Game,Ann,Ben\n2024-05-03,Golf,1,2\n"
    import_file(database, club, book.encode())
    (game,) = all_games(database, club)
    assert read_night(database, club, game.night).day == date(2024, 5, 3)
    assert game.started_at < clock.now()
    assert refused(database, club, book.replace("03", "04").encode()) == [
        Fault("Line 2", "“2024-05-04” is in the future.")
    ]


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


def test_a_table_is_imported_once_and_what_is_new_in_it_comes_in(database, club):
    import_file(database, club, BOOK.encode())
    before = everything(database)
    lines = BOOK.splitlines()
    for again in (BOOK, "\n".join([lines[0], *reversed(lines[1:5]), "", *lines[5:]])):
        assert import_file(database, club, again.encode()).games == {HERE: 3}
    assert everything(database) == before
    changed = BOOK.replace("Cat,71", "Cat,70")
    assert import_file(database, club, changed.encode()).games == {HERE: 2, NEW: 1}
    assert len({line.night for line in all_games(database, club)}) == 2
    head, *first = lines[:5]
    twice = "\n".join([head, *first, *first])
    assert import_file(database, club, twice.encode()).games == {HERE: 1, NEW: 1}
    assert import_file(database, club, twice.encode()).games == {HERE: 2}


def test_a_game_played_here_or_in_the_bin_is_known_in_a_table(database, club):
    table = begin(database, club)
    table.deal(0, 5, 6, 7)
    table.write("end", {"why": "late", "leftover": None})
    line = all_games(database, club)[0]
    day = line.started_at.date().isoformat()
    data = "date,game,player,total\n" + "".join(
        f"{day},Red Nines,{seat.name},{seat.total}\n" for seat in line.seats
    )
    assert plan_of(database, club, data.encode()).games == {HERE: 1}
    with database.writing() as connection:
        connection.execute(update(game_rows).values(deleted_at=clock.now()))
    assert import_file(database, club, data.encode()).games == {IN_BIN: 1}


def test_people_are_known_by_their_names_and_a_forgotten_one_by_the_total_alone(database, club):
    begin(database, club, "ann", "B en", "Cat", "Eve")
    plan = import_file(database, club, BOOK.encode())
    assert (plan.known, plan.by_name, plan.new) == (["B en", "Cat", "ann"], [], ["Dan", "Zoë"])
    assert len(known_players(database, club)) == 6
    anonymise(database, club, player(database, "Zoë"))
    rename_player(database, club, player(database, "Dan"), "Daniel")
    plan = plan_of(database, club, BOOK.encode())
    assert (plan.games, plan.new) == ({HERE: 1, NEW: 2}, ["Dan"])


def test_games_of_totals_travel_like_any_other(database, club):
    import_file(database, club, BOOK.encode())
    data, other = export_zip(database, club).whole(), second_club(database)
    import_file(database, other, data)
    assert export_zip(database, other).whole() == data


def test_no_id_follows_from_a_name(database, club):
    for _ in range(2):
        import_file(database, second_club(database), BOOK.encode())
    ids = [row[1] for row in everything(database)["players"]]
    assert len(set(ids)) == len(ids) == 10


def test_games_of_totals_are_rated_and_win_the_trophy_of_their_year(database, club):
    import_file(database, club, BOOK.encode())
    assert not read_club(database, club, 2024).trophies
    more = "date,game,Eve,Fay\n2024-12-27,Pink Nines,-3,3\n2024-12-27,Pink Nines,3,-3\n"
    import_file(database, club, more.encode())
    read = read_club(database, club, 2024)
    found = {one.name: (one.games, one.wins) for one in read.people}
    assert {name: found.pop(name) for name in ("Eve", "Fay")} == {"Eve": (2, 1), "Fay": (2, 1)}
    assert found == {"Ann": (3, 1), "Ben": (2, 1), "Cat": (2, 0), "Dan": (2, 1), "Zoë": (1, 1)}
    assert [one.name for one in read.trophies[0].holders] == [
        *("Ann", "Ben", "Dan", "Eve", "Fay", "Zoë")
    ]


def test_games_of_totals_stand_in_the_table_of_their_night(database, club):
    import_file(database, club, BOOK.encode())
    red, pink = standings_of(list(reversed(all_games(database, club))))
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
