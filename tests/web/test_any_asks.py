"""Whatever a game asks is asked by the plain form, said in the book and taken along."""

import csv
import io
from typing import Any

import pytest

from scorer.services.exchange import spreadsheet
from scorer.storage.database import Database
from tests.tables import Table, begin
from tests.web.any_asks import begin_spriggle, spriggle, spriggled
from tests.web.phones import Phone

__all__ = ["spriggle"]
SAVED = "Ben cried −3 on Q♠: Ann and Cat 7, Ben and Dan −2"


@pytest.fixture
def game(spriggle: str, database: Database, club: str) -> Table:
    """A game of Spriggle that has just begun."""
    return begin_spriggle(database, club)


def fields(**more: str) -> dict[str, str]:
    """What has to be typed for a deal in which everything is answered."""
    return {
        "crier": "1",
        "cry": "−3",
        "leaf": "QS",
        "vows__0": "3",
        "vows__1": "♣ ♢ ♢",
        "vows__3": "0",
        "vows__4": "2",
        "stooks__0": "4",
        "stooks__1": "3",
        "stooks__2": "3",
        "stooks__3": "2",
        "airs__1": "told",
        "airs__3": "bared",
        "trips__1": "1",
        "weddings__0": "2",
        "weddings__1": "0",
        "weddings__2": "2",
        "first": "1",
        "last": "none",
        "rest_of": "0",
        "more__1": "-7",
        **more,
    }


def new(phone: Phone, table: Table, **typed: str) -> int:
    address = f"/games/{table.id}/deals/new"
    phone.get(address)
    return phone.send(address, **typed).status_code


def wrong(phone: Phone) -> dict[str, str]:
    """The fields that the page calls wrong, and what it says beside each."""
    said = {}
    for _, attributes in phone.page.tags:
        if attributes.get("aria-invalid") == "true":
            name, fault = str(attributes["name"]), attributes["aria-describedby"]
            text = phone.page.html.split(f'id="{fault}"')[1].split("</p>")[0]
            said[name] = text.split("</span>")[1].strip()
    return said


def record(table: Table) -> Any:
    return table.read().sheet.deals[0].record


def test_what_is_typed_is_read_by_the_kind_of_each_ask(phone: Phone, game: Table) -> None:
    assert new(phone, game, **fields()) == 303, phone.page.text
    assert record(game) == spriggled()
    assert game.read().sheet.totals == (7, -2)
    phone.follow()
    assert f"Saved: deal 1, {SAVED}." in phone.page.text


def test_a_deal_that_is_corrected_is_typed_as_it_was_told(phone: Phone, game: Table) -> None:
    game.write("deal", {"after": None, "facts": spriggled()})
    address = f"/games/{game.id}/deals/{game.deals[0]}/correct"
    phone.get(address)
    typed = phone.page.form(address)
    sent = {name.replace("__", "-"): [value] for name, value in fields(stooks__4="1").items()}
    sent |= {"cry": ["-3"], "vows-1": ["C D D"]}
    assert {name: value for name, value in typed.items() if name in sent} == sent
    assert phone.send(address).status_code == 303
    assert record(game) == spriggled()
    assert game.read().version == 2


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("C D D", ["C", "D", "D"]),
        ("cdd", ["C", "D", "D"]),
        ("♣♦︎♢", ["C", "D", "D"]),
        ("h, s, c", ["H", "S", "C"]),
        ("٣", 3),
        (" 7 ", 7),
        ("2 + 3 − 1", 4),
    ],
)
def test_a_number_is_told_by_digits_of_any_script_or_by_cards(
    phone: Phone, game: Table, typed: str, told: Any
) -> None:
    assert new(phone, game, **fields(vows__0=typed)) == 303, phone.page.text
    assert record(game)["vows"][0] == told


def test_all_that_is_wrong_is_said_at_once_beside_its_field(phone: Phone, game: Table) -> None:
    typed = fields(
        crier="",
        cry="9" * 50,
        vows__0="C D",
        vows__1="Q",
        vows__3="1.5",
        stooks__0="-1",
        stooks__2="",
        stooks__3="",
        first="",
        more__1="²",
    )
    assert new(phone, game, **typed) == 422
    assert "Say who cried." in phone.page.text
    assert "Say whose the first was." in phone.page.text
    assert wrong(phone) == {
        "cry": "The cry: type a number from −5 to 18.",
        "vows-0": "The vows: this takes three cards, not two.",
        "vows-1": "There is no card &#34;Q&#34;.",
        "vows-3": "There is no card &#34;1.5&#34;.",
        "stooks-0": "The stooks: type a number from 0 to 13.",
        "stooks-2": "This is missing.",
        "stooks-3": "This is missing.",
        "stooks-4": "This is missing.",
        "more-1": "Write a whole number, or a sum such as 10 + 5.",
    }
    form = phone.page.form(f"/games/{game.id}/deals/new")
    for name, value in typed.items():
        if name not in ("crier", "first"):
            assert form[name.replace("__", "-")] == [value]
    assert game.read().version == 0


def test_a_number_can_be_told_as_the_same_as_another_one(phone: Phone, game: Table) -> None:
    typed = {**fields(vows__0=""), "vows-0-same": "1", "vows-2-same": "1"}
    assert new(phone, game, **typed) == 303, phone.page.text
    assert record(game)["vows"] == [4, ["C", "D", "D"], 3, 0, 2]


def test_what_is_the_same_is_not_another_number(phone: Phone, game: Table) -> None:
    assert new(phone, game, **{**fields(vows__0="3"), "vows-0-same": "1"}) == 422
    assert wrong(phone) == {"vows-0": "This number and the ticked box below do not match."}
    assert new(phone, game, **{**fields(vows__0="4"), "vows-0-same": "1"}) == 303


def test_whoever_stands_in_always_answers(phone: Phone, game: Table) -> None:
    assert new(phone, game, **fields(vows__4="")) == 422
    assert wrong(phone) == {"vows-4": "This is missing."}


def test_what_excludes_all_others_stands_alone(phone: Phone, game: Table) -> None:
    assert new(phone, game, blot="1", cry="5", vows__2="1") == 422
    assert wrong(phone) == {"cry": "The cry and a blot do not go together."}
    assert new(phone, game, blot="1") == 303
    assert record(game) == {"blot": True}
    phone.follow()
    assert "Saved: deal 1, all blotted." in phone.page.text


def test_whoever_has_the_rest_answers_nothing(phone: Phone, game: Table) -> None:
    assert new(phone, game, **fields(more__0="4")) == 422
    assert "What is more: not needed here." in phone.page.text
    assert new(phone, game, **fields(rest_of="")) == 422
    assert wrong(phone) == {"more-0": "This is missing."}


def test_the_last_number_of_a_sum_fills_itself_in(phone: Phone, game: Table) -> None:
    assert new(phone, game, **fields(stooks__2="", stooks__4="2")) == 303
    assert record(game)["stooks"] == [4, 3, 2, 2, 2]


def test_a_number_of_the_other_sign_is_never_filled_in(phone: Phone, game: Table) -> None:
    assert new(phone, game, **fields(stooks__0="13", stooks__2="", stooks__4="2")) == 422
    assert game.read().version == 0


def test_more_answers_than_there_are_fields_can_be_told(phone: Phone, game: Table) -> None:
    address = f"/games/{game.id}/deals/new"
    phone.get(address)
    assert phone.send(address, **fields(), more="weddings").status_code == 200
    form = phone.page.form(address)
    assert [form[f"weddings-{at}"] for at in range(6)] == [["2"], ["0"], ["2"], [""], [""], [""]]
    assert game.read().version == 0
    assert phone.send(address, weddings__5="3").status_code == 303
    assert record(game)["weddings"] == [2, 0, 2, 3]


def test_each_note_adds_one_and_the_newest_is_taken_back(phone: Phone, game: Table) -> None:
    address = f"/games/{game.id}"
    for seat in ("2", "0", "2"):
        phone.get(address)
        assert phone.page.text.count("Who wed?") == 1
        sent = phone.post(f"{address}/notes", weddings=seat, after="", **a_name(game))
        assert sent.status_code == 303
        game.seen += 1
    phone.get(address)
    assert "wedded ×2" in phone.page.text
    assert game.read().sheet.opening.noted["weddings"] == (2, 0, 2)  # type: ignore[union-attr]
    newest = game.read().entries[-1].name
    back = [form for form in phone.page.forms if form["fields"].get("entry") == [newest]]
    assert back
    phone.get(f"{address}/deals/new")
    form = phone.page.form(f"{address}/deals/new")
    assert [form[f"weddings-{at}"] for at in range(3)] == [["2"], ["0"], ["2"]]
    game.write("withdraw", {"entry": newest})
    assert game.read().sheet.opening.noted["weddings"] == (2, 0)  # type: ignore[union-attr]
    phone.get(f"{address}/book")
    assert "undid that Cat wedded" in phone.page.text.lower().replace("cat", "Cat")


def test_what_no_row_says_is_noted_on_a_page_of_its_own(phone: Phone, game: Table) -> None:
    address = f"/games/{game.id}"
    phone.get(address)
    assert "Note the leaf" in phone.page.text
    phone.get(f"{address}/notes")
    assert phone.send(f"{address}/notes", leaf="").status_code == 422
    assert "This note is empty." in phone.page.text
    assert phone.send(f"{address}/notes", leaf="hearts").status_code == 422
    assert "There is no card" in phone.page.text
    assert phone.send(f"{address}/notes", leaf="JOKER").status_code == 303
    phone.follow()
    assert "Saved: on the joker." in phone.page.text
    phone.get(f"{address}/notes")
    assert phone.page.form(f"{address}/notes")["leaf"] == ["JOKER"]
    phone.get(f"{address}/deals/new")
    assert phone.page.form(f"{address}/deals/new")["leaf"] == ["JOKER"]


def a_name(table: Table) -> dict[str, Any]:
    from tests.tables import new_id

    return {"name": new_id(), "seen": table.read().version}


@pytest.mark.parametrize(
    ("changed", "says"),
    [
        ({"crier": 2}, "Cat cried −3 on Q♠, not Ben"),
        ({"cry": 4}, "Ben cried 4 on Q♠"),
        ({"leaf": None}, "Ben cried, though not on Q♠"),
        ({"leaf": "JOKER"}, "Ben cried −3 on the joker"),
        ({"vows": [3, 3, None, 1, 2]}, "Ben vowed 3, not ♣ ♢ ♢; Dan vowed 1, not 0"),
        ({"weddings": []}, "nobody wedded"),
        ({"spoils": {"first": 0, "last": 1}}, "whose the last was: Ben and Dan"),
        ({"more": [None, 5]}, "Ben and Dan −2 → 10"),
    ],
)
def test_a_correction_says_what_was_answered_otherwise(
    phone: Phone, game: Table, changed: dict[str, Any], says: str
) -> None:
    game.write("deal", {"after": None, "facts": spriggled()})
    facts = spriggled(**changed)
    game.write("correct_deal", {"deal": game.deals[0], "facts": facts})
    phone.get(f"/games/{game.id}/book")
    assert says in phone.page.text


def test_the_page_of_a_deal_says_its_answers(phone: Phone, game: Table) -> None:
    game.write("deal", {"after": None, "facts": spriggled()})
    phone.get(f"/games/{game.id}/deals/{game.deals[0]}")
    for said in ("The cry: −3", "The leaf: Q♠", "Ben, the vows: ♣ ♢ ♢", "What is more: −7"):
        assert said in phone.page.text, phone.page.text


def test_a_spreadsheet_has_a_column_for_each_ask(game: Table) -> None:
    game.write("deal", {"after": None, "facts": spriggled()})
    export = spreadsheet.table_of_game(game.database, game.club, game.id)
    ann, ben, *_, straw = csv.DictReader(io.StringIO(export.whole().decode("utf-8-sig")))
    assert (ann["side"], ben["side"], straw["seat"]) == ("1", "2", "")
    assert (ann["crier"], ben["crier"], ann["cry"], ben["cry"]) == ("", "yes", "", "-3")
    assert (ann["vows"], ben["vows"], straw["vows"]) == ("3", "♣ ♢ ♢", "2")
    assert (ben["airs"], ben["trips"], ben["first"]) == ("told all", "yes", "yes")
    assert (ann["weddings"], ben["weddings"], ben["more"]) == ("1", "", "-7")
    assert (ann["score"], ben["score"], straw["player"]) == ("7", "-2", "Jack Straw")


def test_a_target_that_is_reached_sooner_leaves_deals_behind_it(
    phone: Phone, database: Database, club: str
) -> None:
    rules = {"length": "target", "target": 50}
    table = begin(database, club, variant="points", house_rules=rules)
    for points in ([10, 0, 0, 0], [20, 0, 0, 0], [0, 5, 5, 0], [30, 0, 0, 0]):
        after = table.deals[-1] if table.deals else None
        table.write("deal", {"after": after, "facts": {"points": points}})
    assert table.read().sheet.over
    address = f"/games/{table.id}/deals/{table.deals[0]}/correct"
    phone.get(address)
    assert phone.send(address, points__0="40", look="1").status_code == 200
    assert "Deals 3 and 4 are then after the end." in phone.page.text
    assert "After deal 4, then after deal 2" in phone.page.text
    phone.get(address)
    phone.send(address, points__0="40")
    assert len(table.read().sheet.behind_the_end) == 2
    phone.get(address)
    assert phone.send(address, points__0="9", look="1").status_code == 200
    assert "Deals 3 and 4 then count again." in phone.page.text
    phone.get(f"/games/{table.id}/deals/{table.deals[3]}")
    assert "After the end of the game: it does not count." in phone.page.text
    phone.get(f"/games/{table.id}/deals/{table.deals[3]}/correct")
    assert phone.page.form(f"/games/{table.id}/deals/{table.deals[3]}/correct")["points-0"] == [
        "30"
    ]
