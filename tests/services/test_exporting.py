"""What is taken along: the same bytes for the same data, and nothing that should stay."""

import csv
import io
import json
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import update

from scorer.rules.errors import Refused
from scorer.services import clock
from scorer.services.errors import NotFound
from scorer.services.exchange.export import export_game, export_zip
from scorer.services.exchange.plan import NEW
from scorer.services.exchange.spreadsheet import escape_formula, export_table
from scorer.storage.schema import entries, games, nights
from tests.played_club import play_club
from tests.services.imports import export, files_of, import_file, second_club, whole
from tests.tables import Statements, begin


def lines(export):
    return list(csv.DictReader(io.StringIO(whole(export).decode("utf-8-sig"))))


@pytest.mark.every_database
def test_an_export_streams_by_as_few_statements_for_many_nights(database, club, fake_clock):
    play_club(database, club, fake_clock)

    def numbers():
        """How many statements each export takes, and how many pieces."""
        for write in (export_zip, export_table):
            with Statements(database) as sent:
                pieces = list(write(database, club).pieces)
            yield sent.count, len(pieces)

    few = list(numbers())
    for _ in range(4):
        fake_clock.advance(days=1)
        begin(database, club).deal()
    assert list(numbers()) == [(sent, pieces + 4) for sent, pieces in few]


def test_a_night_takes_along_only_those_who_played(database, club, fake_clock):
    played = play_club(database, club, fake_clock)
    export = export_zip(database, club, played[-1].read().night)
    assert export.name == "night-2025-05-06.zip"
    files = files_of(whole(export))
    assert [one["name"] for one in json.loads(files["players.json"])] != []
    assert {one["name"] for one in json.loads(files["players.json"])} == {
        *("Ann", "Fay", "Gus", "Hal")
    }
    assert json.loads(files["payments.json"]) == []


def test_phones_travel_by_name_alone(database, club, fake_clock):
    table = play_club(database, club, fake_clock)[0]
    assert table.device is not None
    data = b"".join(files_of(export(database, club)).values())
    assert table.device.id.encode() not in data
    assert b"Ann\\u2019s phone" in data
    assert b"token" not in data


def test_a_phone_is_called_by_who_sat_with_it_last(database, table):
    phone = table.seat_phone(2)
    table.write("adjust", {"side": 0, "points": 5, "why": "a bet"}, device=phone)
    [entry] = json.loads(export_game(database, table.club, table.id))["entries"]
    assert entry["phone"] == "Cat"


def test_what_lies_in_the_bin_is_not_taken_along(database, club, fake_clock):
    played = play_club(database, club, fake_clock)
    night = played[0].night
    with database.writing() as connection:
        gone = {"deleted_at": clock.now()}
        connection.execute(update(nights).where(nights.c.id == night).values(**gone))
        connection.execute(update(games).where(games.c.id == played[2].id).values(**gone))
    files = files_of(export(database, club))
    kept = {name for name in files if name.startswith("records/")}
    assert kept == {f"records/{table.id}.json" for table in played[3:]}
    # What was paid for them is owed back.
    assert len(json.loads(files["payments.json"])) == 1
    with pytest.raises(NotFound):
        export_zip(database, club, night)
    # Neither by itself: the one that was deleted, nor one whose night was.
    for table in (played[2], played[0]):
        with pytest.raises(NotFound):
            export_game(database, club, table.id)
        with pytest.raises(NotFound):
            export_table(database, club, game=table.id)


@pytest.mark.parametrize("content", ["{", "{}"])
def test_a_damaged_book_is_left_out_and_named(database, club, fake_clock, content):
    first, *others = play_club(database, club, fake_clock)
    night = first.night
    with database.writing() as connection:
        last = (entries.c.game == first.id, entries.c.number == 1)
        connection.execute(update(entries).where(*last).values(content=content))
    export = export_zip(database, club)
    assert export.name == "games.zip"
    data = whole(export)
    files = files_of(data)
    kept = {name for name in files if name.startswith("records/")}
    assert kept == {f"records/{table.id}.json" for table in others}
    assert first.id not in files["nights.json"].decode()
    text = files["left-out.txt"].decode()
    assert "These games cannot be read" in text
    assert text.endswith(f"\n2025-05-03: Red Nines, {first.id}\n")
    of_night = export_zip(database, club, night)
    assert of_night.name == "night-2025-05-03.zip"
    assert files_of(whole(of_night))["left-out.txt"].decode() == text
    table = export_table(database, club)
    assert table.name == "games.csv"
    of_game = {}
    for line in lines(table):
        of_game.setdefault(line["game id"], []).append(line["deal"])
    says = "This game is damaged and cannot be read"
    assert of_game.pop(first.id) == [says]
    assert of_game.keys() <= {table.id for table in others}
    by_night = export_table(database, club, night=night)
    assert by_night.name == "night-2025-05-03.csv"
    assert says in [line["deal"] for line in lines(by_night)]
    with pytest.raises(Refused):
        export_game(database, club, first.id)
    # What is left comes in.
    assert import_file(database, second_club(database), data).games == {NEW: len(others)}


def test_a_spreadsheet_has_a_line_for_each_seat_and_deal(database, table):
    table.score({"out": 0, "on_red_nine": True, "hands": HANDS})
    found = lines(export_table(database, table.club, game=table.id))
    held = "Caught with 13 and a red nine, which counts 9: 22"
    doubled = "The deal was won on a red nine, which doubles everybody: ×2"
    assert [(one["player"], one["why"], one["score"], one["total"]) for one in found] == [
        ("Ann", "Went out on a red nine: nothing to pay", "0", "0"),
        ("Ben", f"{held}. A red nine in the hand doubles it: ×2 = 44. {doubled} = 88", "88", "88"),
        ("Cat", f"Caught with 7. {doubled} = 14", "14", "14"),
        ("Dan", f"Caught with 20. {doubled} = 40", "40", "40"),
    ]
    assert [one["dealer"] for one in found] == ["yes", "", "", ""]
    assert {one["game"] for one in found} == {"Red Nines"}


HANDS = [[], ["K", "9r"], {"points": 7, "red_nines": 0}, ["A"]]


def test_deals_after_the_end_have_no_score_in_a_spreadsheet(database, club):
    rules = {"title": "Golf", "length": "target", "target": 50}
    table = begin(database, club, variant="points", house_rules=rules)
    table.score(*({"points": points} for points in ([5, 10, 15, 20], [1, 2, 3, 4], [6, 7, 8, 9])))
    table.correct(table.deals[0], {"points": [5, 10, 15, 48]})
    rows = lines(export_table(database, club, game=table.id))
    raw = [(row["deal"], row["after the end"], row["why"], row["score"]) for row in rows]
    assert [row for row in raw if row[0] != "2"][:5] == [
        *(("1", "", f"Scored {number}", str(number)) for number in (5, 10, 15, 48)),
        ("3", "yes", "Scored 6", ""),
    ]
    assert sum(int(row["score"] or 0) for row in rows) == sum(table.read().sheet.totals)


def test_no_cell_of_a_spreadsheet_is_a_formula(database, club, fake_clock):
    play_club(database, club, fake_clock)
    data = whole(export_table(database, club))
    assert data.startswith(b"\xef\xbb\xbf")
    assert b"'=cmd()" in data
    for row in csv.reader(io.StringIO(data.decode("utf-8-sig"))):
        for cell in row:
            assert not cell.startswith(("=", "+", "@")) and (cell[:1] != "-" or int(cell) < 0)


SIGNS = "=+-@＝＋－＠﹦﹢﹣﹫−"
UNSEEN = (
    *("", " ", "\t", "\r", "\n", "\u00a0", "\u200b", "\u200d", "\ufeff", "\u2060"),
    '"',
    "\u3000",
)
# Letters that are worth putting together in every way.
LETTERS = st.text(alphabet=[*SIGNS, *UNSEEN[1:], "\u3164", *";,'aÉ1"], max_size=12)


def parts(text):
    """The cells of a line of our table where semicolons part them, quotation marks or not."""
    written = io.StringIO()
    csv.writer(written).writerow(["2025-05-03", text, ""])
    line = " ".join(written.getvalue().split("\r"))
    return line.split(";")[1:] + next(csv.reader([" ".join(line.split("\n"))], delimiter=";"))


def is_formula(cell):
    """Whether a cell begins with a sign, once all that is not seen is taken away."""
    return cell.lstrip("".join((*UNSEEN, "\u3164")))[:1] in set(SIGNS)


BEFORE = ("", "Ann;", "Ann; ", "a;b;", '"', '";', 'Ann";')


def test_every_sign_is_made_harmless_wherever_a_cell_may_begin():
    for before, unseen, sign in product(BEFORE, UNSEEN, SIGNS):
        cell = escape_formula(f"{before}{unseen}{sign}cmd|' /C calc'!A0")
        assert not is_formula(cell)
        assert not any(is_formula(part) for part in parts(cell)), cell


@given(LETTERS)
def test_no_text_is_a_formula(text):
    cell = escape_formula(text)
    assert not is_formula(cell)
    assert not any(is_formula(part) for part in parts(cell))


def test_other_texts_stay_as_they_are():
    for text in ("Ann", "", "Ann-Marie", "a=b", "Ann; Ben", "O'Neil", "e@f.org"):
        assert escape_formula(text) == text
