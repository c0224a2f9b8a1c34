"""Ninety-Nine in words: what was corrected, what cannot be, and how a match ended."""

from typing import Any

import pytest

from scorer.rules.errors import ImpossibleDeal
from scorer.rules.variants.ninety_nine import third_bonus
from scorer.rules.words import WORDS, say
from scorer.storage.database import Database
from scorer.web.games.deal_form import DealForm
from scorer.web.games.sheet_view import SheetView
from tests.tables import NAMES, Table, begin
from tests.web.phones import Phone


def seated(database: Database, club: str, players: int, **rules: Any) -> Table:
    """A game of Ninety-Nine that has just begun."""
    return begin(database, club, *NAMES[:players], variant="ninety-nine", house_rules=rules)


def told(**more: Any) -> dict[str, Any]:
    """A deal of three in which Ann and Ben made their bids."""
    return {"bids": [3, 2, None], "tricks": [3, 2, 4], **more}


@pytest.mark.parametrize(
    ("then", "sentence"),
    [
        (
            told(bids=[3, None, None]),
            "Ben bid something else, not 2; Ann 23 → 33, Ben 22 → 2",
        ),
        (told(bids=[["C", "D", "D"], 2, None]), "Ann bid ♣ ♢ ♢, not 3"),
        (
            told(premiums=[None, "declared", None]),
            "Ben declared; Ben 22 → 52",
        ),
        (
            told(tricks=[3, 3, 3]),
            "Ben took 3, not 2; Cat took 3, not 4; Ann 23 → 33, Ben 22 → 3, Cat 4 → 3",
        ),
    ],
)
def test_a_correction_says_what_was_bid_and_taken_otherwise(
    phone: Phone, database: Database, club: str, then: dict[str, Any], sentence: str
) -> None:
    table = seated(database, club, 3)
    table.write("deal", {"after": None, "facts": told()})
    table.write("correct_deal", {"deal": table.deals[0], "facts": then})
    phone.get(f"/games/{table.id}/book")
    assert f"corrected deal 1: {sentence}" in phone.page.text


def test_the_page_of_a_deal_tells_the_trump_the_bids_and_the_dummy(
    phone: Phone, database: Database, club: str
) -> None:
    table = seated(database, club, 2)
    facts = {"bids": [3, None, 5], "tricks": [3, 2, 4], "premiums": ["declared", None]}
    for after in (None, 0):
        last = None if after is None else table.deals[after]
        table.write("deal", {"after": last, "facts": facts})
    phone.get(f"/games/{table.id}/deals/{table.deals[0]}")
    assert "No trump" in phone.page.text
    phone.get(f"/games/{table.id}/deals/{table.deals[1]}")
    shown = phone.page.text
    for told_there in (
        "Hearts are trumps",
        "The bid: 3",
        "The premium: declared",
        "The dummy",
        "The bid: 5",
        "The tricks: 4",
    ):
        assert told_there in shown, told_there


def test_the_bonus_of_a_game_is_told_with_the_score(
    phone: Phone, database: Database, club: str
) -> None:
    table = seated(database, club, 3, length="match")
    facts = {"bids": [9, None, None], "tricks": [9, 0, 0], "premiums": ["revealed", None, None]}
    table.write("deal", {"after": None, "facts": facts})
    table.write("deal", {"after": table.deals[0], "facts": told()})
    phone.get(f"/games/{table.id}/book")
    told_of_book = phone.page.text
    assert (
        "scored deal 2: Ann bid 3, took 3: 123 (100 of it for the game); Ben bid 2, took 2: 22; "
        "Cat took 4: 4" in told_of_book
    )
    assert told_of_book.count("for the game") == 1
    # The sheet has the two parts of it in the deal's row.
    phone.get(f"/games/{table.id}")
    assert "Deal 2 23 + 100 22 4" in " ".join(phone.page.text.split())


def test_the_book_tells_what_everybody_bid_and_took_the_dummy_too(
    phone: Phone, database: Database, club: str
) -> None:
    table = seated(database, club, 2)
    facts = {"bids": [3, None, 5], "tricks": [3, 2, 4], "premiums": ["declared", None]}
    table.write("deal", {"after": None, "facts": facts})
    phone.get(f"/games/{table.id}/book")
    sentence = (
        "scored deal 1: Ann declared, bid 3, took 3: 53; Ben took 2: 2; the dummy bid 5, took 4"
    )
    assert sentence in phone.page.text
    # The notice on the sheet tells the scores alone.
    phone.get(f"/games/{table.id}")
    assert "Saved: deal 1, Ann 53, Ben 2." in phone.page.text


@pytest.mark.parametrize(
    ("bids", "premiums", "name"),
    [
        (["JOKER", "C", "D"], [None] * 3, "bids-1"),
        ([3, 2, 4], ["declared", "revealed", None], "premiums-1"),
    ],
)
def test_without_javascript_a_refusal_stands_at_the_answer_it_is_about(
    phone: Phone, database: Database, club: str, bids: list[Any], premiums: list[Any], name: str
) -> None:
    table = seated(database, club, 3, version="classic")
    address = f"/games/{table.id}/deals/new"
    told_bids = [bids, bids, 4] if "JOKER" in bids else bids
    sent = {f"bids-{at}": written(bid) for at, bid in enumerate(told_bids)}
    sent |= {f"premiums-{at}": premium or "" for at, premium in enumerate(premiums)}
    sent |= {f"tricks-{at}": number for at, number in enumerate((3, 2, 4))}
    phone.get(address)
    assert phone.send(address, turn_up="QS", **sent).status_code == 422
    assert f'id="{name}-fault"' in phone.page.html
    assert 'id="tricks-1-fault"' not in phone.page.html


def written(bid: Any) -> str:
    """A bid as people type it."""
    return " ".join(bid) if isinstance(bid, list) else str(bid)


def test_a_correction_that_spoils_a_later_deal_says_whose(
    phone: Phone, database: Database, club: str
) -> None:
    """A refusal of another deal has no field here, so it says the name."""
    table = seated(database, club, 3)
    form = DealForm(table.read().sheet.start, table.read().sheet.opening.table, NAMES[:3])
    form.note(ImpossibleDeal("two_premiums", deal=2, seat=1), number=1)
    assert form.errors["form"] == (
        "Then deal 2 would be impossible. Ben: Only one player declares or reveals in a deal."
    )


def test_the_text_to_share_tells_the_bonuses_of_a_match(
    phone: Phone, database: Database, club: str
) -> None:
    table = seated(database, club, 3, length="match")
    ann = {"bids": [9, None, None], "tricks": [9, 0, 0], "premiums": ["revealed", None, None]}
    for _ in range(4):
        table.write("deal", {"after": table.deals[-1] if table.deals else None, "facts": ann})
    table.write("end", {"why": "late"})
    phone.get(f"/games/{table.id}/share")
    assert "Ann 596 (game bonuses: 2)" in phone.page.text


def test_a_trump_that_was_answered_is_told_once(
    phone: Phone, database: Database, club: str
) -> None:
    table = begin(database, club, *NAMES[:3], variant="oxford-whist")
    table.write("deal", {"after": None, "facts": {"tricks": [3, 2, 4], "trump": "H"}})
    phone.get(f"/games/{table.id}/deals/{table.deals[0]}")
    assert "The trump: hearts" in phone.page.text
    assert "Hearts are trumps" not in phone.page.text


@pytest.mark.parametrize(
    ("players", "deal", "seat", "sentence"),
    [
        (3, told(tricks=[3, 3, 4]), None, "Nine tricks are played in a deal, not ten"),
        (4, {"tricks": [3, 2, 3, 1]}, None, "Ten tricks are played in a deal, not nine"),
        (3, told(bids=[19, 2, None]), 0, "The bid: type a number from 0 to 9"),
        (
            3,
            told(premiums=["declared", None, "revealed"]),
            2,
            "Only one player declares or reveals in a deal",
        ),
        (
            2,
            {"bids": [3, 2, 4], "tricks": [3, 2, 4], "premiums": ["revealed", None]},
            0,
            "With two players nobody reveals",
        ),
        (2, {"bids": [3, 2, None], "tricks": [3, 2, 4]}, None, "The bid of the dummy"),
        (
            3,
            told(bids=[["C"] * 3, ["C"] * 3, ["C"] * 4]),
            2,
            "The bid: this takes three cards, not four",
        ),
    ],
)
def test_what_cannot_be_is_refused_in_a_sentence_about_whom_it_concerns(
    database: Database,
    club: str,
    players: int,
    deal: dict[str, Any],
    seat: int | None,
    sentence: str,
) -> None:
    table = seated(database, club, players)
    with pytest.raises(ImpossibleDeal) as fault:
        table.write("deal", {"after": None, "facts": deal})
    assert fault.value.seat == seat
    assert fault.value.message.startswith(sentence)


@pytest.mark.parametrize("nought_or_ten", [False, True])
def test_without_javascript_ten_tricks_are_made_by_a_bid_of_nought_or_by_none(
    phone: Phone, database: Database, club: str, nought_or_ten: bool
) -> None:
    table = seated(database, club, 4, nought_or_ten=nought_or_ten)
    tricks = {f"tricks-{seat}": number for seat, number in enumerate((10, 0, 0, 0))}
    address = f"/games/{table.id}/deals/new"
    phone.get(address)
    status = phone.send(address, **tricks, **{"bids-0-same": 1}).status_code
    if nought_or_ten:
        assert status == 303
        assert table.read().sheet.deals[0].record["bids"] == [0, None, None, None]
    else:
        assert status == 422
        assert "This is at most 9, so it cannot be the same as 10." in phone.page.text


def test_what_is_merely_unlikely_is_let_through(database: Database, club: str) -> None:
    """All tricks by one, nobody's bid known, and three bids of nine."""
    table = seated(database, club, 3)
    table.write("deal", {"after": None, "facts": {"tricks": [9, 0, 0]}})
    more = {"bids": [9, 9, 9], "tricks": [0, 0, 9], "premiums": [None, "revealed", None]}
    table.write("deal", {"after": table.deals[0], "facts": more})
    assert table.read().sheet.totals == (69, 0, 99)


@pytest.mark.parametrize(
    ("card", "told"),
    [
        ("xC", ("A club turned up", "clubs are trumps")),
        ("QS", ("Q♠ turned up", "spades are trumps")),
        ("9H", ("9♡ turned up", "no trump")),
        ("JOKER", ("Joker turned up", "no trump")),
    ],
)
def test_a_card_turned_up_is_told_with_what_is_trump(
    database: Database, club: str, card: str, told: tuple[str, str]
) -> None:
    table = seated(database, club, 3, version="classic")
    table.write("answers", {"after": None, "facts": {"turn_up": card}})
    assert [(one.says, one.why) for one in SheetView(table.read()).shows] == [told]


@pytest.mark.parametrize(
    ("bonuses", "totals", "sentence"),
    [
        ([3, 1, 0], [716, 605, 345], "Ann has three bonuses and the most points."),
        ([3, 2, 0], [716, 762, 345], "Ann has three bonuses; Ben wins on points."),
        ([3, 2, 0], [716, 762, 762], "Ann has three bonuses; Ben and Cat win on points."),
        ([3, 3, 0], [716, 762, 345], "Ann and Ben have three bonuses; Ben wins on points."),
        ([3, 3, 0], [716, 716, 345], "Ann and Ben have three bonuses and share the most points."),
        ([3, 3, 3], [9, 8, 9], "Ann, Ben and Cat have three bonuses; Ann and Cat win on points."),
    ],
)
def test_the_end_of_a_match_says_who_has_three_bonuses_and_who_wins(
    bonuses: list[int], totals: list[int], sentence: str
) -> None:
    shown = third_bonus(bonuses, totals)
    assert shown.side is None
    assert say(WORDS["shows"][shown.key], shown.numbers, NAMES) == sentence


def test_the_sheet_of_a_match_shows_each_game_and_the_total_of_all(
    phone: Phone, database: Database, club: str
) -> None:
    """Five games of a match: Ann has three bonuses, and Ben wins."""
    table = seated(database, club, 3, length="match")
    ann = {"bids": [9, None, None], "tricks": [9, 0, 0], "premiums": ["revealed", None, None]}
    ben = {"bids": [None, 9, None], "tricks": [0, 9, 0], "premiums": [None, "revealed", None]}
    little = {"bids": [1, None, None], "tricks": [1, 4, 4]}
    deals = [ben, ben, ben, ben, *[ben, ann, little] * 3]
    for deal in deals:
        after = table.deals[-1] if table.deals else None
        table.write("deal", {"after": after, "facts": deal})
    phone.get(f"/games/{table.id}")
    said = " ".join(phone.page.text.split())
    assert "Ann has three bonuses; Ben wins on points." in said
    for number, totals in enumerate(["0 298 0"] * 2 + ["230 103 4"] * 3, start=1):
        assert f"Game {number} {totals}" in said
    assert "Total 690 905 12" in said


def test_a_correction_moves_the_end_of_a_match_to_and_fro(
    phone: Phone, database: Database, club: str
) -> None:
    table = seated(database, club, 3, length="match")
    nothing = {"tricks": [0, 5, 4]}
    much = {"bids": [9, None, None], "tricks": [9, 0, 0], "premiums": ["revealed", None, None]}
    little = {"bids": [1, None, None], "tricks": [1, 4, 4]}
    for deal in [nothing, *[much, little] * 3]:
        after = table.deals[-1] if table.deals else None
        table.write("deal", {"after": after, "facts": deal})
    assert table.read().sheet.over
    assert not table.read().sheet.behind_the_end
    table.write("correct_deal", {"deal": table.deals[0], "facts": much})
    sheet = table.read().sheet
    assert sheet.over and [deal.number for deal in sheet.behind_the_end] == [7]
    phone.get(f"/games/{table.id}")
    behind = phone.page.text.split("After the end: these deals do not count.")[1]
    assert "Deal 7" in behind.split("Tap a number")[0]
    table.write("correct_deal", {"deal": table.deals[0], "facts": nothing})
    sheet = table.read().sheet
    assert sheet.over and not sheet.behind_the_end and len(sheet.deals) == 7


DECLARED = {"premiums": ["declared", None, None], "bids": [4, None, None]}


def test_what_was_declared_stands_on_every_sheet_and_in_the_form(
    phone: Phone, database: Database, club: str
) -> None:
    table = seated(database, club, 3)
    table.write("answers", {"after": None, "facts": DECLARED})
    phone.get(f"/games/{table.id}")
    assert "Ann declared: bid 4" in phone.page.text
    assert "Type the bids" in phone.page.text
    phone.get(f"/games/{table.id}/book")
    assert "Ann declared: bid 4" in phone.page.text
    phone.get(f"/games/{table.id}/deals/new")
    form = phone.page.form(f"/games/{table.id}/deals/new")
    assert form["premiums-0"] == ["declared"]
    assert [form[f"bids-{at}"] for at in range(3)] == [["4"], [""], [""]]


@pytest.mark.parametrize("players", [2, 3])
def test_without_javascript_a_premium_is_noted_with_its_bid_and_no_other(
    phone: Phone, database: Database, club: str, players: int
) -> None:
    table = seated(database, club, players)
    page = f"/games/{table.id}/notes"
    phone.get(page)
    phone.send(page, **{"premiums-0": "declared", "bids-0": "4", "bids-1": "2"})
    assert "The bid stays hidden until the cards are played" in phone.page.text
    assert not table.read().sheet.opening.noted
    phone.send(page, **{"premiums-0": "declared", "bids-0": "4", "bids-1": ""})
    noted = table.read().sheet.opening.noted
    assert noted["premiums"][0] == "declared"
    assert noted["bids"] == (4, None, None)


def test_a_premium_that_beats_another_counts_until_it_is_taken_back(
    database: Database, club: str
) -> None:
    table = seated(database, club, 3)
    table.write("answers", {"after": None, "facts": DECLARED})
    revealed = {"premiums": [None, "revealed", None], "bids": [None, 2, None]}
    table.write("answers", {"after": None, "facts": revealed})
    noted = table.read().sheet.opening.noted
    assert noted == {"premiums": (None, "revealed", None), "bids": (None, 2, None)}
    table.undo()
    noted = table.read().sheet.opening.noted
    assert noted == {"premiums": ("declared", None, None), "bids": (4, None, None)}


def test_the_line_about_the_game_says_the_target_in_two_words(
    phone: Phone, database: Database, club: str
) -> None:
    phone.get(f"/games/{seated(database, club, 3, target=300).id}")
    assert "Ninety-Nine · to 300" in phone.page.text
    assert "Target 300 points" in phone.page.text
