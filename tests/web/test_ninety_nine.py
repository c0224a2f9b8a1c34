"""Ninety-Nine in words: what was corrected, what cannot be, and how a match ended."""

import pytest

from scorer.web.formats import NO_BREAK_SPACE
from scorer.web.games.book_view import entry_views
from scorer.web.games.sheet_view import SheetView
from tests.tables import NAMES, begin


def seated(database, club, players, **rules):
    """A game of Ninety-Nine that has just begun."""
    return begin(database, club, *NAMES[:players], variant="ninety-nine", house_rules=rules)


def test_the_book_tells_what_everybody_bid_and_took(phone, database, club):
    table = seated(database, club, 2)
    facts = {"bids": [3, None, 5], "tricks": [3, 2, 4], "premiums": ["declared", None]}
    table.score(facts)
    phone.get(f"/games/{table.id}/book")
    sentence = (
        "scored deal 1: Ann declared, bid 3, took 3: 53; Ben took 2: 2; the dummy bid 5, took 4"
    )
    assert sentence in phone.page.text
    # The notice on the sheet tells the scores, and what was called.
    assert "Saved: deal 1, Ann 53 (declared), Ben 2." in phone.read(f"/games/{table.id}")


@pytest.mark.parametrize(
    ("card", "words"),
    [
        ("xC", ("A club turned up", "clubs are trumps")),
        ("QS", ("Q♠ turned up", "spades are trumps")),
        ("9H", ("9♡ turned up", "no trump")),
        ("JOKER", ("Joker turned up", "no trump")),
    ],
)
def test_a_card_turned_up_is_told_with_what_is_trump(database, club, card, words):
    table = seated(database, club, 3, version="classic")
    table.answer(("turn_up", -1, card))
    assert [(it["text"], it["why"]) for it in SheetView(table.read()).sentences] == [words]


def test_a_correction_tells_only_the_answers_that_changed(database, club):
    table = seated(database, club, 3)
    bids = [["C", "S", "D"], ["C", "C", "C"], ["H", "D", "D"]]
    table.score({"bids": bids, "tricks": [4, 3, 2], "premiums": [None, None, None]})
    (deal,) = table.deals
    table.write("correct", {"deal": deal, "set": {"tricks": [3, 4, 2]}})
    changed = [["C", "S", "S"], *bids[1:]]
    table.write("correct", {"deal": deal, "set": {"bids": changed}})
    _, tricks, suits = (view["sentence"] for view in entry_views(table.read(), 1, 3))
    space = NO_BREAK_SPACE
    assert tricks.replace(space, " ") == (
        "corrected deal 1: Ann: took 4 → 3; Ben: took 3 → 4; Ann 24 → 3, Ben 3 → 4, Cat 22 → 32"
    )
    assert f"4{space}(♣{space}♠{space}♢){space}→{space}5{space}(♣{space}♠{space}♠)" in suits
    assert "took" not in suits


def test_the_sheet_of_a_match_shows_each_game(phone, database, club):
    """Five games of a match: Ann has three bonuses, and Ben wins."""
    table = seated(database, club, 3, length="match")
    ann = {"bids": [9, None, None], "tricks": [9, 0, 0], "premiums": ["revealed", None, None]}
    ben = {"bids": [None, 9, None], "tricks": [0, 9, 0], "premiums": [None, "revealed", None]}
    little = {"bids": [1, None, None], "tricks": [1, 4, 4]}
    deals = [ben, ben, ben, ben, *[ben, ann, little] * 3]
    table.score(*deals)
    text = " ".join(phone.read(f"/games/{table.id}").split())
    assert "Ann has three bonuses; Ben wins on points." in text
    for number, totals in enumerate(["0 298 0"] * 2 + ["230 103 4"] * 3, start=1):
        assert f"Game {number} {totals}" in text
    assert "Total 690 905 12" in text


def test_what_was_declared_is_on_the_sheet_and_in_the_form(phone, database, club):
    table = seated(database, club, 3)
    table.answer(("premiums", 0, "declared"), ("bids", 0, 4))
    assert "Ann declared: bid 4" in phone.read(f"/games/{table.id}")
    assert "Bids" in phone.page.text
    form = phone.open_form(f"/games/{table.id}/deals/new")
    assert form["premiums-0"] == ["declared"]
    assert [form[f"bids-{at}"] for at in range(3)] == [["4"], [""], [""]]


def test_all_deals_mark_what_was_made_declared_and_revealed(phone, database, club):
    table = begin(database, club, "Ann", "Ben", "Cat", variant="ninety-nine")
    assert "First at 200 wins." in phone.read(f"/games/{table.id}")
    # Which goes without saying.
    assert "needs 200" not in phone.page.text
    calls = (None, "declared", None), ("revealed", None, None)
    bids = ([3, 2, 4], [3, 3, 4])
    table.score(
        *(
            {"bids": b, "tricks": [3, 2, 4], "premiums": c}
            for b, c in zip(bids, calls, strict=True)
        ),
        {"void": True},
    )
    for page in ("", "/paper"):
        says = phone.read(f"/games/{table.id}{page}")
        assert "✓ 13 made" in says
        assert "✓ 42 made declared" in says
        assert "✓ 83 made revealed" in says
        assert "2 missed" in says
        assert "void · · ·" in says
