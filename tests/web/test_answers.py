"""The deal in play from several phones: what is asked first, what is hidden, what makes a deal."""

import re

import pytest

from tests.tables import begin


def hand(points):
    return {"points": points, "red_nines": 0}


def test_a_phone_reads_what_it_may_answer_for_each_seat_and_who_is_out(phone, seated, table):
    def read(reader):
        following = reader.client.get(f"/games/{table.id}/news").json["data"]["next"]
        return following["asked"], following["out_says"]

    ben = seated(1)
    assert read(ben) == ([[], [], [], []], "")
    table.answer(("out", -1, 0), ("on_red_nine", -1, True))
    # What is answered may still be changed.
    ben.answers(table.id, ["hands", 1, hand(7)])
    for reader in (ben, phone):
        hands = [["hands"]] * 3
        assert read(reader) == ([[], *hands], "Ann is out on a red nine")


def test_replacing_what_another_phone_answered_asks_once(phone, seated, table):
    phone.answers(table.id, ["out", -1, 0])
    ben = seated(1)
    ben.answers(table.id, ["hands", 1, hand(7)])
    mine = ["hands", 1, hand(9)]
    error = phone.answers(table.id, mine).json["error"]
    assert (error["code"], error["message"]) == ("replaces", "Ben has entered their own answer.")
    assert "Use mine" in error["html"]
    assert phone.answers(table.id, mine, replace=True).status_code == 200
    assert "in, by" in phone.read(f"/games/{table.id}")
    assert ben.client.get(f"/games/{table.id}/own").json == {}
    assert phone.client.get(f"/games/{table.id}/own").json["hands"][1] == hand(9)


def test_an_answer_taken_back_after_its_deal_asks_a_whole_sentence(phone, table):
    table.score({"out": 0, "on_red_nine": True, "hands": [[], *map(hand, (7, 23, 32))]})
    for place, there, answers in (
        (["out", -1], "who went out: Ann", ["OK"]),
        (["hands", 1], "Ben: 7", ["OK"]),
        (["on_red_nine", -1], "out on a red nine: yes", ["Correct it", "Drop it"]),
    ):
        error = phone.answers(table.id, clear=[place]).json["error"]
        assert error["message"] == f"Deal 1 is saved already ({there})."
        assert re.findall('class="button"[^>]*>([^<]+)', error["html"]) == answers


@pytest.mark.parametrize(
    ("variant", "names", "place", "values"),
    [
        ("red-nines", "ABCD", ("hands", 1), (hand(7), hand(8))),
        ("red-nines-1881", "ABCD", ("hands", 1), ({"cards": 3, "red_nines": 0},) * 2),
        ("ninety-nine", "ABC", ("bids", 1), (["C", "D", "D"], ["D", "C", "C"])),
        ("ninety-nine", "AB", ("bids", 2), (["C", "D", "D"], ["D", "C", "C"])),
        ("oxford-whist", "ABC", ("bids", 1), (2, 3)),
    ],
)
def test_hidden_means_absent(app, joined, database, club, variant, names, place, values):
    """Two values of one shape: all that all other phones get is the same, byte by byte."""
    host, watcher = joined("score"), joined("watch")
    table = begin(database, club, *names, variant=variant, house_rules={})
    ben, cat = (table.seat_phone(seat) for seat in (1, 0))
    if variant.startswith("red-nines"):
        table.answer(("out", -1, 0))
    seen = []
    for value in values:
        table.answer((*place, value), device=ben)
        seen.append([_all_pages(one, table) for one in (host, watcher)])
    assert seen[0] == seen[1]
    guesses = [
        [host.answers(table.id, [*place, value]).status_code for value in values],
        [table.read().in_play.is_shown(one, cat.id) for one in table.read().answers],
    ]
    assert guesses[0] == [409, 409]
    assert not all(guesses[1])


def _all_pages(phone, table):
    """All that a phone gets about a game, without what changes with every request."""
    paths = ("", "/book", "/table", "/export", "/paper", "/own", "/asked", "/chart", "/what-if")
    pages = []
    for path in paths:
        pages.append(_steady(phone.client.get(f"/games/{table.id}{path}").text))
    return pages


def _steady(text):
    """A page without its tokens, new ids and tags."""
    text = re.sub(r'"tag": ?"[^"]*"|data-fresh="[^"]*"', "", text)
    text = re.sub(r'name="(csrf_token|id|game)" value="[^"]*"', "", text)
    return re.sub(r'csrf-token" content="[^"]*"', "", text)


def test_a_note_takes_the_place_of_the_notice_that_a_game_was_begun(phone, database, club):
    before = begin(database, club, variant="nine-five")
    table = begin(database, club, variant="nine-five", follows=before.id)
    assert "The same people again." in phone.read(f"/games/{table.id}")
    table.answer(("bidder", -1, 1), ("bid", -1, 11), ("trump", -1, "H"))
    text = phone.read(f"/games/{table.id}")
    assert "Noted: Ben bid 11" in text
    assert "The same people again." not in text
