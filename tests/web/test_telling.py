"""Names, recipes, the sheet and the book as the screen tells them."""

import re
from datetime import UTC, date, datetime, time
from zoneinfo import ZoneInfo

import pytest
from flask import g

from scorer.rules.entries import changed_answers
from scorer.rules.kinds import number_duplicates
from scorer.rules.variants import find_variant
from scorer.services.clock import set_to, zone_of
from scorer.web.formats import clock_time, day
from scorer.web.games.book_view import entry_views
from scorer.web.games.deals_table import deals_table
from scorer.web.games.sheet_page import notice_of
from scorer.web.games.sheet_view import SheetView
from scorer.web.rules.pack_recipe import recipe
from tests.tables import begin, facts
from tests.web.counters import begin_counters, cards

RED_NINES = find_variant("red-nines")


def whole_book(game):
    """Every entry of a game in words, oldest first."""
    return entry_views(game, 1, len(game.entries))


@pytest.mark.parametrize(
    ("players", "says"),
    [
        (4, "Four: one pack. 52 cards, 13 each, 2 red nines."),
        (5, "Five: one pack and the hearts of a second. 65 cards, 13 each, 3 red nines."),
        (6, "Six: one pack and the hearts and spades of a second. 78 cards, 13 each, 3 red nines."),
        (
            7,
            "Seven: one pack and the hearts, diamonds and spades of a second. "
            "91 cards, 13 each, 4 red nines.",
        ),
        (8, "Eight: two packs. 104 cards, 13 each, 4 red nines."),
        (9, "Nine: two packs and the hearts of a third. 117 cards, 13 each, 5 red nines."),
        (12, "Twelve: three packs. 156 cards, 13 each, 6 red nines."),
    ],
)
def test_the_recipe_for_the_pack(players, says):
    assert recipe(RED_NINES, players, RED_NINES.rules()) == says


@pytest.mark.parametrize(
    ("names", "shown"),
    [
        (("Ann", "Ben"), ("Ann", "Ben")),
        (("Ann", "Ann", "ANN"), ("Ann", "Ann (2)", "ANN (3)")),
        (("Ann", "Ann (2)", "Ann"), ("Ann", "Ann (2)", "Ann (3)")),
        (("Zoë", "Zoe\u0308"), ("Zoë", "Zoe\u0308 (2)")),
    ],
)
def test_people_of_one_name_are_told_apart(names, shown):
    assert number_duplicates(names) == shown


def test_days_are_told_by_the_clubs_calendar(app):
    late = datetime(2025, 5, 3, 22, 30, tzinfo=UTC)
    for zone, today, says in (
        (ZoneInfo("Europe/Berlin"), date(2025, 5, 4), "today"),
        (UTC, date(2025, 5, 4), "yesterday"),
        (UTC, date(2025, 6, 4), "Sat 3 May"),
        (UTC, date(2026, 6, 4), "Sat 3 May 2025"),
    ):
        with app.app_context(), set_to(datetime.combine(today, time(10), UTC)):
            g.zone = zone
            assert day(late) == says
            assert clock_time(late) == ("22:30" if zone is UTC else "00:30")
    # A night that goes on past midnight.
    for hour, says in ((2, "tonight"), (10, "yesterday")):
        with app.app_context(), set_to(datetime(2025, 5, 4, hour, tzinfo=UTC)):
            g.zone = UTC
            assert day(date(2025, 5, 3)) == says
    assert zone_of("Nowhere/Atlantis") is UTC
    assert zone_of("../../etc/passwd") is UTC


def test_seats_go_clockwise_and_never_by_their_standing(table):
    table.deal(3, 40, 30, 20)
    view = SheetView(table.read())
    assert [row["name"] for row in view.rows] == ["Ann", "Ben", "Cat", "Dan"]
    assert [row["place"] for row in view.rows] == ["4th", "3rd", "2nd", "1st"]
    assert [row["in_front"] for row in view.rows] == [False, False, False, True]
    assert [member["deals"] for member in view.members] == [False, True, False, False]
    assert [member["leads"] for member in view.members] == [False, False, True, False]
    assert [row["name"] for row in view.result] == ["Dan", "Cat", "Ben", "Ann"]


def test_only_numbers_that_changed_are_struck_through(table):
    table.deal(0, 7, 28, 32)
    for cat in (23, 25, 25):
        deal = table.deals[0]
        table.write("correct", {"deal": deal, "set": facts(0, 7, cat, 32)})
    cells = deals_table(SheetView(table.read()))["by_deal"][0][0]["cells"]
    assert [cell["earlier"] for cell in cells.values()] == [[], [], [28, 23], []]
    assert [cell["score"] for cell in cells.values()] == [0, 7, 25, 32]


def test_the_book_tells_every_kind_of_entry(table):
    table.deal(0, 7, 28, 32)
    deal = table.deals[0]
    for _ in range(2):
        table.write("correct", {"deal": deal, "set": facts(0, 7, 23, 32)})
    table.take_seat(2, "Eve")
    table.write("correct_start", {"first_dealer": 1, "order": [0, 2, 1, 3]})
    table.write("correct_start", {"house_rules": {"circuits": 2, "ties": "last_deal"}})
    table.write("adjust", {"side": 1, "points": 10, "why": "looked"})
    table.write("end", {"why": "it got late"})
    table.undo()
    table.redo()
    table.undo()
    table.undo()
    book_lines = whole_book(table.read())
    assert [(one["sentence"], one["counts"]) for one in book_lines] == [
        ("scored deal 1: Ann out, Ben 7, Cat 28, Dan 32", True),
        ("corrected deal 1: Cat 28 → 23", True),
        ("corrected deal 1: no score changed", True),
        ("Eve sat down for Cat, after deal 1", True),
        ("changed the setup: clockwise Ann, Cat, Ben and Dan; Ben deals first", True),
        (
            "changed the setup: how long: everyone deals twice; "
            "if it is a tie: the lowest in the last deal wins",
            True,
        ),
        ("Ben +10: looked", False),
        ("stopped the game: it got late", False),
        ("undid the end of the game", False),
        ("redid the end of the game", True),
        ("undid the end of the game", True),
        ("undid that Ben +10: looked", True),
    ]


def test_a_reason_to_stop_is_shown_without_letters_that_steer(phone, table):
    # As a book out of a file may have it.
    table.write("end", {"why": "\u202eit \u200bgot late\n"})
    assert whole_book(table.read())[-1]["sentence"] == "stopped the game: it got late"
    table.undo()
    phone.fill(f"/games/{table.id}/end", why=" \u202eno\u200b cards ")
    assert [dict(vars(one.body))["why"] for one in table.read().entries[-1:]] == ["no cards"]


def test_a_correction_says_that_a_deal_is_void_or_not(database, club):
    table = begin_counters(database, club)
    table.score(cards(0, 1, 2, 3))

    def correct(said):
        (deal,) = table.read().sheet.deals
        table.write("correct", {"deal": deal.id, "set": changed_answers(deal.record, said)})
        newest = whole_book(table.read())[-1]
        return newest["sentence"].removeprefix("corrected deal 1: ")

    assert correct({"void": True}).startswith("void, dealt again; the counters stay in the")
    swept = cards(2, 1, 2, 3, aces_swept_by=1)
    assert correct(swept).startswith(
        "the deal: void → played; who swept the red aces: – → Ben; who went out: – → Cat; "
    )
    assert correct({**swept, "aces_swept_by": None}) == (
        "who swept the red aces: Ben → nobody; Ben +1 → −2"
    )
    assert correct({**swept, "aces_swept_by": None}) == "no score changed"


def test_a_correction_of_counted_points_says_each_number_once(database, club):
    table = begin(database, club, "Ann", "Ben", "Cat", variant="points")
    table.write("deal", {"after": None, "facts": {"points": [10, 6, 3]}})
    table.write("correct", {"deal": table.deals[0], "set": {"points": {"0": 7, "1": 9}}})
    assert whole_book(table.read())[-1]["sentence"] == "corrected deal 1: Ann 10 → 7, Ben 6 → 9"


def test_a_penalty_is_one_line_between_the_deals(phone, table):
    table.deal()
    table.write("adjust", {"side": 1, "points": -10, "why": "a present"})
    table.deal()
    body = deals_table(SheetView(table.read()))["body"]
    [line] = [line for line in body if line["kind"] == "brought"]
    assert (line["why"], line["changes"]) == ("a present", {1: -10})
    assert phone.read(f"/games/{table.id}").count("a present") == 1
    assert "a present" in phone.read(f"/games/{table.id}/paper")


def test_a_penalty_makes_a_total_worse(phone, database, club, table):
    of_points = begin(database, club, variant="points", house_rules={"wins": "highest"})
    for game, way in ((table, "1"), (of_points, "-1")):
        phone.get(f"/games/{game.id}")
        assert re.findall(r'name="way" value="(.*?)" checked', phone.page.html) == [way]


def test_the_book_page_says_once_what_became_of_an_entry(phone, table):
    table.deal(0, 7, 28, 32)
    table.undo()
    table.redo()
    table.undo()
    assert re.search(r"undid deal 1 \d\d:\d\d · Host", phone.read(f"/games/{table.id}/book"))
    assert re.findall(r"<del>(.*?)</del> <i>(.*?)</i>", phone.page.html) == [
        ("undid deal 1", "redone"),
        ("scored deal 1: Ann out, Ben 7, Cat 28, Dan 32", "undone"),
    ]


def test_the_notice_offers_what_can_be_done(table):
    assert notice_of(SheetView(table.read())) is None
    table.deal(0, 7, 28, 32)
    table.deal(1, 7, 28, 32)
    notice = notice_of(SheetView(table.read()))
    assert notice is not None
    assert notice["sentence"] == "Saved: deal 2"
    assert notice["more"] == ", Ben out, Cat 28, Dan 32, Ann 7."
    assert (notice["undo"] is not None, notice["redo"]) == (True, None)
    table.undo()
    notice = notice_of(SheetView(table.read()))
    assert notice is not None
    assert notice["sentence"] == "Undone: deal 2."
    assert notice["undo"] is not None
    assert notice["undo"].id == table.deals[0]
    assert notice["redo"] is not None


def test_the_notice_names_what_undo_takes_back(phone, database, club):
    table = begin(database, club, variant="nine-five")
    table.score({"passed": True})
    table.answer(("bidder", -1, 0), ("bid", -1, 12))
    read = table.read()
    assert notice_of(SheetView(read)) == {
        "sentence": "Noted: Ann bid 12.",
        "change": "bidder",
        "undo": read.entries[-1],
        "undo_label": "Undo deal 1",
    }
    game = f"/games/{table.id}"
    assert "Noted: Ann bid 12. Change who won the bidding" in phone.read(game)
    assert [it in phone.page.html for it in (">Trump</a>", "bids first")] == [True, False]
    assert "Undo deal 1" in phone.page.text
    table.answer(clear=(("bidder", -1), ("bid", -1)))
    assert "Saved: deal 1, all passed. Undo" in phone.read(game)


def test_a_hand_is_told_in_cards_not_in_a_records_letters(phone, table):
    hands = [[], ["K", "9r", "4"], {"points": 7, "red_nines": 0}, ["9", "9r"]]
    table.score({"out": 0, "on_red_nine": False, "hands": hands})
    game, deal = f"/games/{table.id}", f"/games/{table.id}/deals/{table.deals[0]}"
    for page in (game, deal, f"{game}/book", f"{deal}/correct"):
        assert "9r" not in phone.read(page), page
        typed = [said.get("value") for tag, said in phone.page.tags if said.get("type") == "text"]
        assert not any("9r" in (value or "") for value in typed), page
    drawn = phone.get(deal).text.split('id="seat-1"')[1].split('id="seat-2"')[0]
    assert re.findall(r'class="(card[ \w]*)"[^>]*>([^<]+)<', drawn)[:3] == [
        ("card", "K"),
        ("card nine", "9"),
        ("card", "4"),
    ]


def test_the_book_has_pages(phone, table):
    table.deal()
    for turn in range(39):
        content = {"deal": table.deals[0], "set": facts(0, turn % 5 + 2, 23, 32)}
        table.write("correct", content)
    book, seen = f"/games/{table.id}/book", []
    phone.get(book)
    for shown in ((40, 11), (10, 1)):
        numbers = [int(one) for one in re.findall(r'id="entry-(\d+)"', phone.page.html)]
        assert (numbers[0], numbers[-1]) == shown
        assert f'reversed start="{shown[0]}"' in phone.page.html
        seen += numbers
        older = [link for link in phone.page.links if "before=" in link]
        assert (book in phone.page.links) == (shown[0] != 40)
        if older:
            phone.get(older[0])
    assert seen == list(range(40, 0, -1))
    assert not older
