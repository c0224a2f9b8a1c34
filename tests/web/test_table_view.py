"""The table view: who lies where, what stands there, and what a phone remembers of it."""

import re

import pytest

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
    assert all("total 0" in words for _, words in shown)
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


def test_partners_stand_together_and_lie_where_they_sit(phone, database, club):
    table = begin(database, club, *NAMES[:4], variant="nine-five")
    standing = [words for _, words in places(phone, table, "standing")]
    assert len(standing) == 2
    assert "Ann" in standing[0] and "Cat" in standing[0]
    lying = [words.split()[0] for _, words in places(phone, table, "flat")]
    assert lying == ["Ann", "Ben", "Cat", "Dan"]
    # What is called in play stands in the middle.
    table.answer(("bidder", -1, 1), ("bid", -1, 11), ("trump", -1, "S"))
    for way in ("standing", "flat"):
        assert "Ben bid 11" in phone.read(f"/games/{table.id}/table?way={way}")
        assert "♠ Spades are trumps" in phone.page.text


def test_the_best_stands_first_once_a_game_is_over(phone, table):
    table.play_out(3, 40, 30, 20)
    best_first = [words for _, words in places(phone, table, "standing")]
    assert best_first[0].startswith("won, Dan")
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
