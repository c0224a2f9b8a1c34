"""The table view: who lies where, what stands there, and what a phone remembers of it."""

import random
import re

import pytest

from scorer.rules.variants import newest_variants
from scorer.services import demo_deals
from scorer.web.games.sheet_view import SheetView
from scorer.web.games.table_view import AT_EACH_SIDE, seats_along
from tests.tables import NAMES, begin

PLACE = re.compile(r'<li class="place(.*?)">(.*?)</li>', re.DOTALL)


def places(phone, table, way):
    """The classes and styles, and the words of each place, as the page has them."""
    html = phone.get(f"/games/{table.id}/table?way={way}").get_data(as_text=True)
    return [
        (classes, " ".join(re.sub(r"<[^>]+>", "", inner).split()))
        for classes, inner in PLACE.findall(html)
    ]


def shown_way(phone, table, query=""):
    """The way that the page is painted in."""
    html = phone.get(f"/games/{table.id}/table{query}").get_data(as_text=True)
    (way,) = re.findall(r'data-way="(\w+)"', html)
    return str(way)


def test_the_way_is_remembered_on_the_phone_that_chose_it(phone, watcher, table):
    assert shown_way(phone, table) == "standing"
    assert shown_way(phone, table, "?way=flat") == "flat"
    assert shown_way(phone, table) == "flat"
    assert shown_way(phone, table, "?way=upside-down") == "flat"
    assert shown_way(watcher, table) == "standing"
    assert shown_way(phone, table, "?way=standing") == "standing"
    assert shown_way(phone, table) == "standing"


@pytest.mark.parametrize("screen", AT_EACH_SIDE)
def test_everybody_has_a_place_along_an_edge_as_far_as_twelve(screen):
    for players in range(2, 13):
        bottom, left, top, right = seats_along(screen, players).values()
        assert bottom + left + top + right == players
        # The same to the left as to the right, and somebody at both ends.
        assert left == right and bottom and top
        # An edge is divided into twelve.
        assert not any(12 % count for count in (bottom, left, top, right) if count)


def test_seats_lie_clockwise_from_the_lower_edge(phone, database, club):
    table = begin(database, club, *NAMES[:8])
    shown = places(phone, table, "flat")
    assert [words.split()[0] for _, words in shown] == list(NAMES[:8])
    slots = [re.findall(r"--tall: ([^;]*);--tall-turn: ([^;]*);", style) for style, _ in shown]
    assert [slot for (slot,) in slots] == [
        ("-2 / 1 / auto / span 12", "0deg"),
        ("10 / 1 / span 4 / span 3", "90deg"),
        ("6 / 1 / span 4 / span 3", "90deg"),
        ("2 / 1 / span 4 / span 3", "90deg"),
        ("1 / 1 / auto / span 12", "180deg"),
        ("2 / span 3 / span 4 / -1", "-90deg"),
        ("6 / span 3 / span 4 / -1", "-90deg"),
        ("10 / span 3 / span 4 / -1", "-90deg"),
    ]


@pytest.mark.parametrize("variant", newest_variants())
def test_every_game_can_be_put_on_the_table(phone, database, club, variant):
    players = newest_variants()[variant].players[-1]
    table = begin(database, club, *NAMES[:players], variant=variant, house_rules={})
    dice = random.Random(5)
    for deal in range(3):
        sheet = SheetView(table.read())
        shown = places(phone, table, "flat")
        words_shown = " ".join(words for _, words in shown)
        assert all(name in words_shown for name in NAMES[:players])
        assert words_shown.count("deals") == 1, deal
        for row in sheet.rows:
            total = row["total"] if row["in_part"] is None else row["in_part"]
            of_side = [words for _, words in shown if row["members"][0]["name"] in words.split()]
            assert len(of_side) == 1
            assert f"total {str(total).replace('-', '−')}" in of_side[0]
        facts = demo_deals.deal(sheet.game.sheet, [1] * players, dice)
        table.score(facts)
    if not table.read().sheet.over:
        table.write("end", {"why": "it got late", "leftover": None})
    winners = [classes for classes, _ in places(phone, table, "flat") if "place-won" in classes]
    sheet = SheetView(table.read())
    won = [row for row in sheet.rows if row["won"]]
    assert len(winners) == sum(len(row["members"]) for row in won)
    assert sheet.headline in phone.page.text


def test_partners_stand_together_and_lie_where_they_sit(phone, database, club):
    table = begin(database, club, *NAMES[:4], variant="nine-five")
    standing = [words for _, words in places(phone, table, "standing")]
    assert len(standing) == 2
    assert "Ann" in standing[0] and "Cat" in standing[0]
    lying = [words.split()[0] for _, words in places(phone, table, "flat")]
    assert lying == ["Ann", "Ben", "Cat", "Dan"]


def test_the_best_stands_first_once_a_game_is_over(phone, table):
    table.play_out(3, 40, 30, 20)
    best_first = [words for _, words in places(phone, table, "standing")]
    assert best_first[0].startswith("♛won, Dan")
    assert [words.split()[0] for words in best_first[1:]] == ["Cat", "Ben", "Ann"]
    first, *_ = places(phone, table, "flat")
    assert first[1].startswith("Ann")


def test_whose_hand_is_still_to_come_is_named_and_marked(table, phone):
    assert "Waiting for" not in phone.read(f"/games/{table.id}/table")
    table.answer(("out", -1, 3))
    assert "Dan is out. Waiting for Ann, Ben and Cat" in phone.read(f"/games/{table.id}/table")
    table.answer(("hands", 1, {"points": 7, "red_nines": 0}))
    shown = places(phone, table, "flat")
    assert ["to come" in words for _, words in shown] == [True, False, True, False]
    assert "Waiting for Ann and Cat" in phone.page.text
    # Never what is in.
    assert "7" not in shown[1][1]


def test_what_is_called_in_play_stands_in_the_middle(phone, database, club):
    table = begin(database, club, variant="nine-five")
    table.answer(("bidder", -1, 1), ("bid", -1, 11), ("trump", -1, "S"))
    for way in ("standing", "flat"):
        assert "Ben bid 11" in phone.read(f"/games/{table.id}/table?way={way}")
        assert "♠ Spades are trumps" in phone.page.text


def test_a_watcher_sees_it_and_nothing_can_be_written_on_it(watcher, table):
    table.deal()
    assert watcher.get(f"/games/{table.id}/table").status_code == 200
    assert watcher.page.forms == []
    assert watcher.get(f"/games/{table.id}").status_code == 200
    assert f"/games/{table.id}/table" in watcher.page.links
