"""The picture of a result: an SVG that says what the page says, whatever the people are called."""

from xml.etree import ElementTree

import pytest

from scorer.services.nights.night_list import read_night
from scorer.web.drawing.looks import look_of
from scorer.web.drawing.svg import svg_answer
from scorer.web.games.sheet_view import SheetView
from scorer.web.sharing.pictures import fit, fit_names, picture_of_game, picture_of_night, wrap
from tests.tables import begin
from tests.web.counters import begin_counters, cards
from tests.web.test_sharing import finish

TEXT = "{http://www.w3.org/2000/svg}text"
LONG = "Wolfeschlegelsteinhausenbergerdorffxyzab"


def texts_of(phone, page):
    """All texts of the picture of a game or a night."""
    answer = phone.get(f"{page}/picture.svg")
    assert (answer.status_code, answer.mimetype) == (200, "image/svg+xml")
    return [one.text or "" for one in ElementTree.fromstring(answer.text).iter(TEXT)]


def test_a_picture_has_each_name_as_it_is_written(phone, database, club):
    markup = "<img src=x>&amp;\"'"
    names = ("שָׂרָה בַּת־אַבְרָהָם", "👩‍👩‍👧‍👦 Nağme", markup, "عبد الرحمن بن محمد", "王小明")
    table = begin(database, club, *names)
    finish(table)
    assert set(names) <= set(texts_of(phone, f"/games/{table.id}"))


def test_an_svg_holds_no_letters_that_it_cannot(phone):
    with phone.client.application.test_request_context():
        assert svg_answer("a\u202eb\x07c").get_data(as_text=True) == "abc"


def test_the_picture_of_a_game_says_what_its_page_says(table):
    for out in (1, 1, 2, 3):
        table.deal(out, 7, 23, 32)
    picture = picture_of_game(SheetView(table.read()), "Sat 3 May 2025", "Kitchen")
    rows = [(one.name, one.place, one.total, one.won) for one in picture.standings]
    assert rows == [
        ("Ann", "1st", "28", True),
        ("Ben", "2nd", "46", False),
        ("Cat", "3rd", "78", False),
        ("Dan", "4th", "96", False),
    ]
    assert (picture.title, picture.place) == ("Red Nines", "Kitchen")
    assert picture.about == "4 of 4 deals · lowest total wins"


def test_who_left_a_game_for_counters_is_on_its_picture(database, club):
    table = begin_counters(database, club)
    table.write("deal", {"after": None, "facts": cards(0, 1, 2, 3)})
    table.change([0, 1, 2])
    table.write("end", {"why": "late"})
    view = SheetView(table.read())
    *here, dan = picture_of_game(view, "", "").standings
    assert len(here) == 3
    assert (dan.name, dan.place) == ("Dan", "")
    assert dan.says.startswith("left · holds ")
    assert sum(int(one.total.replace("−", "-")) for one in (*here, dan)) == 0
    of_night = picture_of_night(read_night(database, club, table.night)).standings
    says = {one.name: one.says for one in of_night}
    assert says["Dan"] == f"{dan.total} counters" and says["Ann"].endswith("in 1 game")


def test_the_picture_of_a_night_counts_wins(phone, database, club):
    first, second = begin(database, club), begin(database, club, "Ann", "Ben", "Cat", "Eve")
    for table in (first, second):
        table.play_out(0, 2, 3, 4)
    pink = begin_counters(database, club, variant="pink-nines")
    pink.score(*({"out": out} for out in (1, 1, 1, 1)))
    begin(database, club).deal()
    night = first.night
    picture = picture_of_night(read_night(database, club, night))
    rows = [(one.name, one.total, one.says, one.won) for one in picture.standings]
    assert rows[:2] == [
        ("Ann", "2 wins", "Red Nines 0 · Pink Nines −4", True),
        ("Ben", "1 win", "Red Nines 16 · Pink Nines +12", False),
    ]
    assert ("Eve", "0 wins", "Red Nines 16", False) in rows
    assert picture.about == "Red Nines ×2 · Pink Nines"
    assert "Red Nines ×2 · Pink Nines" in texts_of(phone, f"/nights/{night}")[1]


def test_a_picture_has_everybodys_mark_and_the_best_sentence(phone, database, club, table):
    finish(table)
    # What was best in a game that goes on is not of this picture.
    begin(database, club).deal(0, 80, 90, 100)
    of_game, of_night = f"/games/{table.id}", f"/nights/{table.night}"
    for page in (of_game, of_night):
        svg = phone.get(f"{page}/picture.svg").text
        for number in range(4):
            look = look_of(number)
            assert f'd="{look.mark}" fill="{look.paper}"' in svg
    assert texts_of(phone, of_game)[-1] == SheetView(table.read()).story
    says = " ".join(texts_of(phone, of_night)[-2:])
    assert says.startswith("Worst hand: ") and "100" not in says


def test_longer_texts_are_smaller_and_the_longest_are_cut():
    assert fit(["Ann", "Ben"], 600, 44, 24) == (["Ann", "Ben"], 44)
    texts, size = fit(["Ann", LONG], 600, 44, 24)
    assert texts == ["Ann", LONG]
    assert 24 < size < 44
    assert fit([LONG, "王小明王小明王小明"], 150, 44, 24) == (["Wolfeschl…", "王小明王…"], 24)


def test_a_long_name_has_two_lines_and_leaves_the_others_large(phone, database, club):
    table = begin(database, club, "Maximiliane-Alexandra von Hohenstein", "Pu", "Cat", "Dan")
    finish(table)
    svg = ElementTree.fromstring(phone.get(f"/games/{table.id}/picture.svg").text)
    sizes = {text.text: float(text.get("font-size")) for text in svg.iter(TEXT)}
    assert sizes["Pu"] == sizes["Cat"] > sizes["von Hohenstein"] > sizes["Pu"] / 2
    assert sizes["Maximiliane-Alexandra"] == sizes["von Hohenstein"]


def test_a_word_is_broken_where_its_letters_would_be_tiny():
    assert fit_names([LONG, LONG[:20], "Maximiliane-Alexandra von Hohenstein"], 600, 88, 24) == [
        (["Wolfeschlegelsteinha", "usenbergerdorffxyzab"], pytest.approx(600 / 12)),
        (["Wolfeschlegelsteinha"], pytest.approx(600 / 12)),
        (["Maximiliane-Alexandra", "von Hohenstein"], pytest.approx(600 / 12.6)),
    ]


def test_names_of_low_rows_stay_in_one_line_and_differ():
    assert fit_names(["Ann Lee", "Bo"], 600, 33, 24) == [(["Ann Lee"], 33), (["Bo"], 33)]
    [[first], [second]] = (lines for lines, _ in fit_names([f"{LONG}u", f"{LONG}w"], 400, 33, 24))
    assert second == f"{first} (2)"


def test_a_long_sentence_goes_on_in_further_lines():
    assert wrap("Ann won by 4.", 20) == ["Ann won by 4."]
    long = "Otto and Quin bid 12 and took 10, so Pia and Rosa won, though they were behind."
    assert " ".join(wrap(long, 20)) == long
    assert len(wrap(long, 20)) == 3
    assert wrap("Ben led from the first deal to the last.", 22) == [
        "Ben led from the first",
        "deal to the last.",
    ]
    assert wrap(f"{long} {long}", 20)[-1].endswith("…")
    hand = "Worst hand: Ann, 62 points (5\xa07\xa0red\xa09\xa0J)"
    assert wrap(hand, 18)[-1] == "points (5\xa07\xa0red\xa09\xa0J)"
    assert wrap(hand, 7)[-2:] == ["points (5 7", "red 9 J)"]
