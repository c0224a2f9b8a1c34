"""Nine-Five in everyday words: the book, corrections, notices, what two phones say, statistics."""

import pytest

from scorer.web.games.deals_table import deals_table
from scorer.web.games.sheet_view import SheetView, goal_of
from scorer.web.sharing.pictures import picture_of_game
from tests.tables import begin

USUAL = {"high": 0, "low": 1, "jack": 1, "game": 0, "nine": 0, "five": 1}


def deal(bidder=0, bid=10, **other):
    """A deal of which Ann and Cat take 11 unless something else is said."""
    taken = {key: other.pop(key, side) for key, side in USUAL.items()}
    return {"bidder": bidder, "bid": bid, "taken": taken, **other}


@pytest.fixture
def table(database, club):
    """Ann and Cat against Ben and Dan."""
    return begin(database, club, variant="nine-five")


def test_a_score_says_which_of_the_six_a_side_took(phone, table):
    table.score(deal(jack=None))
    (scored,) = phone.get(f"/games/{table.id}/news").json["data"]["deals"]
    assert scored["notes"] == ["Taken: High, Game, Nine", "Taken: Low, Five"]
    why = phone.read(f"/games/{table.id}/deals/{table.deals[0]}")
    assert "Taken: High, Game, Nine" in why and "Taken: Low, Five" in why


def test_a_deal_is_told_in_one_sentence(phone, table):
    for facts, says in (
        (deal(trump="H"), "Ann bid 10, hearts are trumps: Ann and Cat 11, Ben and Dan 7"),
        (deal(bid=12), "Ann bid 12: Ann and Cat −12, Ben and Dan 7"),
        (
            deal(trump="S", minor_renege=1),
            "Ann bid 10, spades are trumps, Ben and Dan reneged in a trick: Ann and Cat 11",
        ),
        ({"major_renege": 1}, "Ben and Dan did not bid with a nine: Ann and Cat 18"),
        ({"passed": True}, "all passed"),
    ):
        table.score(facts)
        assert says in phone.read(f"/games/{table.id}/book")


def test_a_notice_is_as_short_as_two_lines_of_a_small_phone(phone, table):
    table.score(deal())
    assert "Saved: deal 1, Ann bid 10: Ann and Cat 11, Ben and Dan 7." in phone.read(
        f"/games/{table.id}"
    )
    table.score(deal(trump="S", minor_renege=1))
    assert "Saved: deal 2, Ann and Cat 11, Ben and Dan 7." in phone.read(f"/games/{table.id}")


def test_the_list_of_deals_is_written_as_clubs_do(phone, table):
    table.score(deal(), deal(1, 12), {"passed": True}, {"major_renege": 0}, deal(minor_renege=1))
    view = SheetView(table.read())
    deals = [line for line in deals_table(view)["body"] if "deal" in line]
    assert [line["words"] for line in deals] == [
        "10 Ann",
        "12 Ben",
        "all passed",
        "no bid Ann and Cat",
        "10 Ann · renege Ben and Dan",
    ]
    assert [cell["word"] for cell in deals[1]["cells"].values()] == ["", "set"]
    assert [row["words"] for row in view.rows] == [["needs 76"], ["needs 80"]]
    assert "Deal 212 Ben 11 , total 22 set , total −5" in phone.read(f"/games/{table.id}")


def test_who_wins_against_a_better_total_stands_first(phone, database, club):
    table = begin(database, club, variant="nine-five", carried=(90, 97))
    table.score(deal(0, 9))
    sheet = table.read().sheet
    assert (sheet.totals, sheet.winners, sheet.standing.places) == ((101, 104), (0,), (1, 2))
    view = SheetView(table.read())
    assert [row["name"] for row in view.result] == ["Ann and Cat", "Ben and Dan"]
    phone.get(f"/games/{table.id}")
    assert (
        "Ann and Cat won: 101 points against 104 for Ben and Dan. Ann and Cat bid, so they win."
        in phone.page.text
    )
    for page in ("export", "paper", "share", "what-if"):
        assert "Ann and Cat bid, so they win." in phone.read(f"/games/{table.id}/{page}")
    assert goal_of(view.start) == "first side at 100 wins"
    picture = picture_of_game(SheetView(table.read()), "", "")
    assert [one.says for one in picture.standings] == ["they bid", ""]
    assert picture.about == "1 deal · first side at 100 wins"
    assert "Ann and Cat won: they bid" in phone.read(f"/nights/{table.night}")
    phone.get(f"/players/{sheet.sitters[0].player}")
    assert "Ahead in 1 and behind in 0 of 1 game." in phone.page.text
    for _ in range(4):
        begin(database, club, variant="nine-five", house_rules={"target": 5}).score(deal(0, 9))
    assert "Closest finish: Ann and Cat won by 4 points" in phone.read("/players/")
