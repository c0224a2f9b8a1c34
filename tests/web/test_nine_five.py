"""Nine-Five in everyday words: the book, corrections, notices, what two phones say, statistics."""

from typing import Any

import pytest

from scorer.rules.errors import ImpossibleDeal
from scorer.storage.database import Database
from scorer.web.games.sheet_view import SheetView
from scorer.web.sharing.pictures import picture_of_game
from tests.tables import NAMES, Table, begin
from tests.web.phones import Phone

USUAL = {"high": 0, "low": 1, "jack": 1, "game": 0, "nine": 0, "five": 1}


def deal(bidder: int = 0, bid: int = 10, **other: Any) -> dict[str, Any]:
    """A deal of which Ann and Cat take 11 unless something else is said."""
    taken = {key: other.pop(key, side) for key, side in USUAL.items()}
    return {"bidder": bidder, "bid": bid, "taken": taken, **other}


def play(table: Table, *deals: dict[str, Any]) -> None:
    """Score these deals, one after the other."""
    for facts in deals:
        after = table.deals[-1] if table.deals else None
        table.write("deal", {"after": after, "facts": facts})


@pytest.fixture
def table(database: Database, club: str) -> Table:
    """Ann and Cat against Ben and Dan."""
    return begin(database, club, variant="nine-five")


@pytest.mark.parametrize(
    ("facts", "says"),
    [
        (deal(trump="H"), "Ann bid 10, hearts are trumps: Ann and Cat 11, Ben and Dan 7"),
        (deal(bid=12), "Ann bid 12: Ann and Cat −12, Ben and Dan 7"),
        (
            deal(trump="S", minor_renege=1),
            "Ann bid 10, spades are trumps, Ben and Dan reneged in a trick: Ann and Cat 11",
        ),
        ({"major_renege": 1}, "Ben and Dan did not bid with a nine: Ann and Cat 18"),
        ({"passed": True}, "all passed."),
    ],
)
def test_a_deal_is_told_in_one_sentence(
    phone: Phone, table: Table, facts: dict[str, Any], says: str
) -> None:
    play(table, facts)
    phone.get(f"/games/{table.id}")
    assert f"Saved: deal 1, {says}" in phone.page.text


@pytest.mark.parametrize(
    ("changed", "says"),
    [
        (deal(bid=12, trump="H"), "Ann bid 12, hearts are trumps, not 10; Ann and Cat 11 → −12"),
        (deal(1, 18, trump="H"), "Ann bid 10, hearts are trumps → Ben bid 18, hearts are trumps"),
        (deal(bidder=2, trump="H"), "Cat bid 10, hearts are trumps, not Ann"),
        (deal(trump="D"), "Ann bid 10, diamonds are trumps, not hearts"),
        (deal(), "Ann bid 10, not hearts"),
        (
            deal(trump="H", nine=1),
            "Nine: Ann and Cat → Ben and Dan; Ann and Cat 11 → −10",
        ),
        (deal(trump="H", jack=None), "Jack: Ben and Dan → not out"),
        (deal(trump="H", game=None), "Game: Ann and Cat → tied"),
        (deal(trump="H", minor_renege=0), "Ann and Cat reneged in a trick"),
        ({"passed": True}, "nobody bid; all passed"),
        ({"major_renege": 0}, "nobody bid; Ann and Cat did not bid with a nine"),
    ],
)
def test_a_correction_says_what_was_otherwise(
    phone: Phone, table: Table, changed: dict[str, Any], says: str
) -> None:
    play(table, deal(trump="H"))
    table.write("correct_deal", {"deal": table.deals[0], "facts": changed})
    phone.get(f"/games/{table.id}/book")
    assert f"corrected deal 1: {says}" in phone.page.text


def test_the_page_of_a_deal_names_who_took_what_and_nobody_who_led(
    phone: Phone, table: Table
) -> None:
    play(table, deal(bid=12, jack=None, trump="C"))
    phone.get(f"/games/{table.id}/deals/{table.deals[0]}")
    text = phone.page.text
    assert "Ann dealt" in text and " led" not in text
    assert "Who took High: Ann and Cat" in text
    assert "Bid 12 and took only 11: set, −12." in text


def test_the_list_of_deals_is_written_as_clubs_do(phone: Phone, table: Table) -> None:
    play(table, deal(), deal(1, 12), {"passed": True}, {"major_renege": 0}, deal(minor_renege=1))
    view = SheetView(table.read())
    assert [row.says for row in view.deals] == [
        "10 Ann",
        "12 Ben",
        "all passed",
        "renege Ann and Cat",
        "10 Ann · renege Ben and Dan",
    ]
    assert [cell.word for cell in view.deals[1].cells] == ["", "set −12"]
    assert [row.shows for row in view.rows] == [("needs 76",), ("needs 80",)]
    phone.get(f"/games/{table.id}")
    assert "Deal 212 Ben 11 , total 22 set −12 , total −5" in phone.page.text


def test_what_was_called_is_told_and_taken_back_in_words(phone: Phone, table: Table) -> None:
    table.write("answers", {"after": None, "facts": {"bidder": 1, "bid": 11, "trump": "S"}})
    phone.get(f"/games/{table.id}")
    assert "Saved: Ben bid 11, spades are trumps." in phone.page.text
    assert "♠ Spades are trumps" in phone.page.text
    assert "Who bid?" not in phone.page.text
    phone.send(f"/games/{table.id}/undo")
    phone.get(f"/games/{table.id}/book")
    assert "undid that Ben bid 11, spades are trumps" in phone.page.text
    phone.get(f"/games/{table.id}")
    assert "Who bid? Tap a name." in phone.page.text


def test_only_the_trump_can_be_noted(phone: Phone, table: Table) -> None:
    table.write("answers", {"after": None, "facts": {"trump": "D"}})
    phone.get(f"/games/{table.id}")
    assert "Saved: diamonds are trumps." in phone.page.text
    assert [(one.mark, one.says) for one in SheetView(table.read()).shows] == [
        ("♢", "Diamonds are trumps")
    ]


def test_two_phones_that_say_otherwise_are_shown_side_by_side(phone: Phone, table: Table) -> None:
    play(table, deal())
    page = f"/games/{table.id}/deals/new"
    taken = {key: str(side) for key, side in USUAL.items()}
    phone.get(page)
    phone.send(page, bidder="1", bid="9", **taken, after="", seen="0")
    phone.get(f"/games/{table.id}")
    assert "Deal 1: which is right?" in phone.page.text
    assert "Who bid Ann Ben" in phone.page.text


@pytest.mark.parametrize(
    ("facts", "message"),
    [
        (deal(bid=19), "the bid: type a number from 9 to 18"),
        (deal(bid=8), "the bid: type a number from 9 to 18"),
        (deal(high=None), "who took High: this is missing"),
        (deal(low=2), "who took Low: there are only 2 sides, counted from 0"),
        ({"passed": True, "bidder": 0}, "who bid and all passed do not go together"),
        (
            {"major_renege": 0, "bid": 9},
            "the bid and who did not bid with a nine do not go together",
        ),
        (
            {"passed": True, "major_renege": 1},
            "who did not bid with a nine and all passed do not go",
        ),
        ({"bidder": 0, "bid": 9}, "this is missing"),
    ],
)
def test_what_cannot_be_is_refused_by_a_clear_sentence(
    table: Table, facts: dict[str, Any], message: str
) -> None:
    with pytest.raises(ImpossibleDeal) as fault:
        play(table, facts)
    assert message in fault.value.message.lower()[:1] + fault.value.message[1:]


def test_what_is_merely_unlikely_is_let_through(table: Table) -> None:
    everything = dict.fromkeys(USUAL, 1)
    play(table, deal(0, 18, **everything), deal(3, 9, jack=None, game=None, nine=None, five=None))
    assert table.read().sheet.totals == (-17, 9)


def test_a_person_is_told_how_the_bids_went(phone: Phone, database: Database, club: str) -> None:
    table = begin(database, club, variant="nine-five", house_rules={"target": 40})
    play(table, deal(0, 10), deal(0, 13), deal(2, 11), {"passed": True}, deal(0, 9), deal(1, 9))
    play(table, deal(0, 11))
    sheet = table.read().sheet
    assert sheet.over and sheet.winners == (0,)
    phone.get(f"/players/{sheet.sitters[0].player}")
    wanted = "Won the bidding in 4 of 7 deals, made the bid 3 times, was set once."
    assert wanted in phone.page.text
    # There are records from five games on.
    for _ in range(4):
        play(begin(database, club, variant="nine-five", house_rules={"target": 5}), deal(0, 9))
    phone.get("/players/")
    assert "Worst set: Ann, −13" in phone.page.text


@pytest.mark.parametrize(("rules", "names"), [({}, NAMES[:6]), ({"sides": "three"}, NAMES[:6])])
def test_partners_win_and_lose_together_everywhere(
    phone: Phone, database: Database, club: str, rules: dict[str, str], names: tuple[str, ...]
) -> None:
    table = begin(database, club, *names, variant="nine-five", house_rules={"target": 15, **rules})
    everything = dict.fromkeys(USUAL, 0)
    play(table, deal(0, 18, **everything))
    sheet = table.read().sheet
    winners = [seat for seat in range(6) if sheet.won(seat)]
    assert winners == ([0, 3] if rules else [0, 2, 4])
    phone.get(f"/players/{sheet.sitters[winners[1]].player}")
    assert "As partners, won their only game." in phone.page.text
    phone.get(f"/nights/{table.read().night}")
    side = "Ann and Dan" if rules else "Ann, Cat and Eve"
    assert f"{side} won" in phone.page.text
    phone.get(f"/games/{table.id}/paper")
    assert side in phone.page.text


def test_who_wins_against_a_better_total_stands_first(
    phone: Phone, database: Database, club: str
) -> None:
    table = begin(database, club, variant="nine-five", carried=(90, 97))
    play(table, deal(0, 9))
    sheet = table.read().sheet
    assert (sheet.totals, sheet.winners, sheet.standing.places) == ((101, 104), (0,), (1, 2))
    view = SheetView(table.read())
    assert [row.name for row in view.result] == ["Ann and Cat", "Ben and Dan"]
    phone.get(f"/games/{table.id}")
    assert (
        "Ann and Cat won: 101 points against 104 for Ben and Dan. Ann and Cat bid, so they win."
        in phone.page.text
    )
    for page in ("more", "paper", "share", "what-if"):
        phone.get(f"/games/{table.id}/{page}")
        assert "Ann and Cat bid, so they win." in phone.page.text
    assert view.goal == "first side at 100 wins"
    picture = picture_of_game(SheetView(table.read(), ""), "", "")
    assert [one.says for one in picture.standings] == ["they bid", ""]
    assert picture.about == "one deal · first side at 100 wins"
    phone.get(f"/nights/{table.read().night}")
    assert "Ann and Cat won: they bid" in phone.page.text
    phone.get(f"/players/{sheet.sitters[0].player}")
    assert "Ahead in 1 and behind in 0 of 1 game." in phone.page.text
    for _ in range(4):
        play(begin(database, club, variant="nine-five", house_rules={"target": 5}), deal(0, 9))
    phone.get("/players/")
    assert "Closest finish: Ann and Cat won by 4 points" in phone.page.text


@pytest.mark.parametrize(
    ("carried", "ends", "says"),
    [
        ((90, 90), "won by 4", "Ann and Cat won by 4: 101 points against 97 for Ben and Dan."),
        ((95, 93), "won by 6", "Ann and Cat won by 6: 106 points against 100 for Ben and Dan."),
        (
            (90, 94),
            "won: they bid",
            "Ann and Cat won: level with Ben and Dan at 101. Ann and Cat bid, so they win.",
        ),
    ],
)
def test_that_the_bidders_win_is_said_where_their_total_does_not_say_it(
    phone: Phone,
    database: Database,
    club: str,
    carried: tuple[int, int],
    ends: str,
    says: str,
) -> None:
    table = begin(database, club, variant="nine-five", carried=carried)
    phone.get(f"/games/{table.id}")
    assert "First side at 100 wins" in phone.page.text
    play(table, deal(0, 9))
    assert SheetView(table.read()).summary == says
    phone.get(f"/nights/{table.read().night}")
    assert f"Ann and Cat {ends}" in phone.page.text
    phone.get(f"/games/{table.id}/chart")
    assert "Up is better: the first side at 100 wins." in phone.page.text


def test_why_others_score_at_a_renege_names_who_reneged(
    phone: Phone, database: Database, club: str
) -> None:
    table = begin(database, club, *NAMES[:6], variant="nine-five", house_rules={"sides": "three"})
    play(table, {"major_renege": 1})
    phone.get(f"/games/{table.id}/deals/{table.deals[0]}")
    assert phone.page.text.count("Ben and Eve did not bid though they had to: 18.") == 2


def test_all_passed_is_not_offered_once_somebody_has_bid(phone: Phone, table: Table) -> None:
    phone.get(f"/games/{table.id}")
    assert "All passed" in phone.page.text
    table.write("answers", {"after": None, "facts": {"bidder": 0, "bid": 10}})
    phone.get(f"/games/{table.id}")
    assert "All passed" not in phone.page.text


def test_a_row_adds_up_where_a_total_stops_at_zero(database: Database, club: str) -> None:
    floor = {"below_zero": "floor"}
    table = begin(database, club, variant="nine-five", carried=(2, 30), house_rules=floor)
    play(table, deal(0, 18), deal(1, 9))
    first, second = SheetView(table.read()).deals
    assert (first.cells[0].word, first.cells[0].score, first.cells[0].total) == ("", -2, 0)
    assert second.cells[1].word == "set −9"


def test_a_forgotten_answer_is_asked_and_one_of_nobody_is_kept(phone: Phone, table: Table) -> None:
    play(table, deal(jack=None))
    page = f"/games/{table.id}/deals/{table.deals[0]}/correct"
    phone.get(page)
    assert phone.page.form(page)["jack"] == ["none"]
    assert phone.send(page, bid="9").status_code == 303
    assert table.read().sheet.deals[0].record["taken"]["jack"] is None
    new = f"/games/{table.id}/deals/new"
    phone.get(new)
    said = {"bidder": "1", "bid": "9", "high": "0", "low": "0", "jack": "none", "game": "none"}
    assert phone.send(new, **said, nine="1").status_code == 422
    assert "Say who took the Five." in phone.page.text


def test_what_goes_against_all_passed_is_said_once(phone: Phone, table: Table) -> None:
    page = f"/games/{table.id}/deals/new"
    phone.get(page)
    taken = {key: str(side) for key, side in USUAL.items()}
    assert phone.send(page, bidder="1", bid="9", **taken, passed="1").status_code == 422
    assert phone.page.text.count("do not go together") == 1


def test_each_column_of_its_spreadsheet_has_a_heading_that_people_use(
    phone: Phone, table: Table
) -> None:
    play(table, deal())
    heads = phone.get(f"/games/{table.id}/table.csv").text.splitlines()[0].split(",")
    assert "who took Game" in heads
    assert not [head for head in heads if head.startswith("asked")]
    assert len(set(heads)) == len(heads)


def test_on_paper_a_bid_stands_apart_from_the_number_of_its_deal(
    phone: Phone, table: Table
) -> None:
    play(table, deal(0, 10))
    phone.get(f"/games/{table.id}/paper")
    assert "1 · 10 Ann" in phone.page.text
