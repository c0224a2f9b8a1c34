"""Pictures to share: the podium of the page as PNG, whatever the people are called."""

import struct
from itertools import pairwise

import pytest

from scorer.services.nights.night_list import read_night
from scorer.storage.database import Database
from scorer.web.drawing.looks import look_of
from scorer.web.games.sheet_view import SheetView
from scorer.web.sharing.pictures import (
    NAME,
    Picture,
    PictureStanding,
    picture_of_game,
    picture_of_night,
)
from scorer.web.text_width import folded, wide
from tests.tables import NAMES, Table, begin, facts
from tests.web.counters import begin_counters, cards, play
from tests.web.phones import Phone

SIZE = (1200, 630)
FAMILY = "👩‍👩‍👧‍👦"
LONG = "Wolfeschlegelsteinhausenbergerdorffxyzab"
MARKUP = "<img src=x>&amp;\"'"
# Names of many scripts, and letters that no font has.
AWKWARD = (LONG, "שָׂרָה בַּת־אַבְרָהָם", f"{FAMILY} Nağme", MARKUP, "عبد الرحمن بن محمد", "王小明")
ODD = ("W" * 40, "\U00013000\U00010330", "a\u0301\u0302\u0303" * 9, "김철수", "🇩🇪", "ქეთი")


def size_of(png: bytes) -> tuple[int, int]:
    """The width and height of a PNG, by its head."""
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    return struct.unpack(">II", png[16:24])


def finish(table: Table) -> None:
    """Score one deal and stop."""
    others = len(table.read().sheet.sitters) - 1
    table.deal(0, *range(2, 2 + others))
    table.write("end", {"why": "it got late", "leftover": None})


@pytest.mark.parametrize("names", [AWKWARD, (*AWKWARD, *ODD)], ids=["six", "twelve"])
def test_a_finished_game_has_a_picture_whatever_the_people_are_called(
    phone: Phone, database: Database, club: str, names: tuple[str, ...]
) -> None:
    table = begin(database, club, *names)
    finish(table)
    answer = phone.get(f"/games/{table.id}/picture.png")
    assert (answer.status_code, answer.mimetype) == (200, "image/png")
    assert size_of(answer.data) == SIZE


def test_a_game_that_goes_on_and_a_night_without_a_finished_one_have_none(
    phone: Phone, table: Table
) -> None:
    table.deal()
    assert phone.get(f"/games/{table.id}/picture.png").status_code == 404
    assert phone.get(f"/nights/{table.read().night}/picture.png").status_code == 404


def test_the_picture_is_drawn_again_only_when_something_changed(
    phone: Phone, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    finish(table)
    address = f"/games/{table.id}/picture.png"
    tag = phone.get(address).headers["ETag"]
    drawn: list[str] = []
    monkeypatch.setattr(
        "scorer.web.sharing.pictures.draw_png", lambda svg: drawn.append(svg) or b"drawn"
    )
    assert phone.get(address, headers={"If-None-Match": tag}).status_code == 304
    assert drawn == []
    table.undo()
    table.write("end", {"why": "late", "leftover": None})
    assert phone.get(address, headers={"If-None-Match": tag}).status_code == 304
    corrected = {"deal": table.deals[0], "facts": facts(1, 9, 3, 4)}
    table.write("correct_deal", corrected)
    assert phone.get(address, headers={"If-None-Match": tag}).data == b"drawn"
    assert ">Ann</tspan>" in drawn[0]


def test_names_are_never_taken_for_markup(
    phone: Phone, database: Database, club: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = begin(database, club, *AWKWARD)
    finish(table)
    drawn: list[str] = []
    monkeypatch.setattr(
        "scorer.web.sharing.pictures.draw_png", lambda svg: drawn.append(svg) or b""
    )
    phone.get(f"/games/{table.id}/picture.png")
    assert "<img" not in drawn[0]
    assert "&lt;img src=x&gt;&amp;amp;" in drawn[0]


def test_the_picture_of_a_game_says_what_its_page_says(table: Table) -> None:
    for out in (1, 1, 2, 3):
        table.deal(out, 7, 23, 32)
    picture = picture_of_game(SheetView(table.read(), ""), "Sat 3 May 2025", "Kitchen")
    said = [(one.name, one.place, one.total, one.won) for one in picture.standings]
    assert said == [
        ("Ann", "1st", "28", True),
        ("Ben", "2nd", "46", False),
        ("Cat", "3rd", "78", False),
        ("Dan", "4th", "96", False),
    ]
    assert (picture.title, picture.place) == ("Red Nines", "Kitchen")
    assert picture.foot == "four deals · lowest total wins"


def test_the_picture_of_a_game_of_counters_says_what_was_won_and_lost(
    database: Database, club: str
) -> None:
    table = begin_counters(database, club, counter_value={"counters": 2, "pays": 1})
    play(table, *(cards(out, 1, 2, 3) for out in (0, 0, 1, 3)))
    picture = picture_of_game(SheetView(table.read(), ""), "Sat 3 May 2025", "")
    assert picture.standings[0].says == "won 10, +5 coins"
    assert picture.standings[0].won
    assert {one.says.split()[0] for one in picture.standings} <= {"won", "lost", "even"}
    assert picture.foot == "four deals · most counters win"


def test_the_picture_of_a_night_counts_wins_and_adds_no_penalties_to_counters(
    phone: Phone, database: Database, club: str
) -> None:
    first, second = begin(database, club), begin(database, club, "Ann", "Ben", "Cat", "Eve")
    finish(first)
    finish(second)
    pink = begin_counters(database, club, variant="pink-nines")
    play(pink, *({"out": out} for out in (1, 1, 1, 1)))
    begin(database, club).deal()
    night = first.read().night
    picture = picture_of_night(read_night(database, club, night), "Sat 3 May 2025")
    told = [(one.name, one.total, one.says, one.won) for one in picture.standings]
    assert told[:2] == [
        ("Ann", "2 wins", "Red Nines 0 · Pink Nines −4", True),
        ("Ben", "1 win", "Red Nines 4 · Pink Nines +12", False),
    ]
    assert ("Eve", "0 wins", "Red Nines 4", False) in told
    assert picture.foot == "Red Nines × 2 · Pink Nines"
    answer = phone.get(f"/nights/{night}/picture.png")
    assert size_of(answer.data) == SIZE


def test_the_picture_of_a_night_of_one_kind_says_what_the_wins_rest_on(
    database: Database, club: str
) -> None:
    first, second = begin(database, club), begin(database, club)
    for table in (first, second):
        finish(table)
    picture = picture_of_night(read_night(database, club, first.read().night), "today")
    assert [one.says for one in picture.standings][:2] == [
        "0 points in 2 games",
        "4 points in 2 games",
    ]


@pytest.mark.parametrize("count", [2, 6, 12])
@pytest.mark.parametrize("winner", [LONG, "W" * 40, "Maximiliane-Friederike von Hohenlohe"])
def test_the_winner_is_written_largest_and_what_a_win_rests_on_can_be_read(
    count: int, winner: str
) -> None:
    says = "Red Nines 213 · Red Nines 1881 −12 · Pink Nines +5"
    standings = [PictureStanding(winner, "", "2 wins", True, says)]
    standings += [
        PictureStanding(name, "", "0 wins", False, "Red Nines 4") for name in NAMES[: count - 1]
    ]
    first, *others = Picture("A", "B", "", tuple(standings), "C").rows
    assert all(one.name_size <= first.name_size for one in others)
    assert all(one.says_size >= 17 for one in (first, *others))
    assert wide(first.says) * first.says_size <= first.width - NAME * first.size + 0.1
    assert first.says.startswith("Red Nines 213 · ")
    last, size = first.baselines[-1], first.name_size
    assert last + size * 0.25 <= first.y + first.height * 0.92 - first.says_size * 0.7


def test_a_long_name_of_a_night_is_not_smaller_than_its_date() -> None:
    for place in ("", "Kitchen", "W" * 40):
        for about in ("Red Nines", "Red Nines × 12 · Red Nines 1881 × 11 · Pink Nines × 10"):
            picture = Picture("The long night " * 4, "Sat 31 May 2025", place, (), about)
            assert picture.title_size >= picture.place_size
            assert wide(picture.short_title) * picture.title_size <= 981


def test_nothing_on_the_picture_lies_on_anything_else() -> None:
    for count in range(2, 13):
        names = (*AWKWARD, *ODD)[:count]
        standings = tuple(PictureStanding(name, "2nd=", "−1234", False, "won 3") for name in names)
        rows = Picture("A", "B", "", standings, "C").rows
        assert max(row.y + row.height for row in rows) <= 600
        assert max(row.x + row.width for row in rows) <= 1140
        for upper, lower in pairwise(rows):
            assert lower.x > upper.x or lower.y >= upper.y + upper.height - 0.001
        for row in rows:
            room = row.width - row.size * NAME - wide(row.standing.total) * row.size * 1.1
            assert all(wide(line) * row.name_size <= room for line in row.lines)
            assert "".join(row.lines).replace(" ", "") == row.standing.name.replace(" ", "")


def test_a_long_name_is_folded_at_a_space_where_there_is_one_near() -> None:
    assert folded("Maria del Carmen Fernandez") == ("Maria del Carmen", "Fernandez")
    assert folded("abcdefgh") == ("abcd", "efgh")
    assert folded(FAMILY * 4) == (FAMILY * 2, FAMILY * 2)


def test_letters_as_wide_as_a_sentence_stay_beside_the_number() -> None:
    for name in ("\ufdfd", "\ufdfd" * 40):
        one = PictureStanding(name, "1st", "123", won=True)
        [row] = Picture("Red Nines", "today", "", (one,), "4 deals").rows
        room = row.width - row.size * NAME - wide(one.total) * row.size * 1.1
        assert max(map(wide, row.lines)) * row.name_size <= room
    assert "…" in "".join(row.lines)


def test_a_picture_has_everybodys_mark_and_the_best_sentence(
    phone: Phone, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    finish(table)
    drawn: list[str] = []
    monkeypatch.setattr(
        "scorer.web.sharing.pictures.draw_png", lambda svg: drawn.append(svg) or b""
    )
    game = f"/games/{table.id}"
    for page in (game, f"/nights/{table.read().night}"):
        phone.get(f"{page}/picture.png")
        for number in range(4):
            look = look_of(number)
            assert f'd="{look.mark}" fill="{look.paper}"' in drawn[-1]
    assert f">{SheetView(table.read(), '').story}<" in drawn[0]
    assert ">Worst hand: " in drawn[1]


def test_a_long_sentence_stays_below_the_rows_and_on_the_picture() -> None:
    for count in range(2, 13):
        standings = tuple(PictureStanding(name, "2nd=", "−1234", False) for name in NAMES[:count])
        for sentence in ("Ann won.", "Ann won by 12: 12 points against 24 for Ben. " * 3):
            picture = Picture("A", "B", "", standings, "C", sentence)
            lowest = max(row.y + row.height for row in picture.rows)
            assert lowest <= 584 - picture.sentence_size
            assert wide(picture.short_sentence) * picture.sentence_size <= 1081
            assert picture.sentence_size >= 20
