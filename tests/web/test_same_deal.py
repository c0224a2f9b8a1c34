"""Two phones score the same deal: written once where both say the same, else somebody chooses."""

import json
from typing import Any

import pytest

from scorer.services.club.devices import rename_device
from scorer.storage.database import Database
from scorer.storage.schema import devices
from tests.tables import Table, begin, facts, new_id
from tests.web.conftest import NewPhone
from tests.web.counters import PINK_NINES, begin_counters, cards
from tests.web.phones import Phone

ANN = "Ann’s <i>phone</i>"


@pytest.fixture
def ann(joined: NewPhone, database: Database, club: str, table: Table) -> Table:
    """The same game from Ann's phone."""
    joined("score")
    with database.reading() as connection:
        row = connection.execute(devices.select().order_by(devices.c.made_at)).all()[-1]
    rename_device(database, club, row.id, ANN)
    return Table(database, club, table.id, row.id)


def type_deal(phone: Phone, game: str, out: int = 0, **fields: str) -> str:
    """Open the form of the next deal, and say its address."""
    address = f"/games/{game}/deals/new"
    phone.get(f"{address}?out={out}")
    return address


SEVENS = {"hands__1": "7", "hands__2": "23", "hands__3": "32"}


def test_the_same_deal_is_written_once_and_the_slower_phone_is_told(
    phone: Phone, table: Table, ann: Table
) -> None:
    address = type_deal(phone, table.id)
    ann.deal(0, 7, 23, 32)
    assert phone.send(address, **SEVENS).status_code == 303
    phone.follow()
    assert f"Already saved by {ANN}, the same." in phone.page.text
    assert "<i>phone" not in phone.page.html
    assert "Deal 2 of 4" in phone.page.text
    assert table.read().version == 1


def test_the_phones_modules_get_the_sheet_and_the_sentence(
    phone: Phone, table: Table, ann: Table
) -> None:
    ann.deal(0, 7, 23, 32)
    told = {"after": None, "facts": facts(0, 7, 23, 32)}
    answer = phone.write(table.id, "deal", told, 0)
    assert answer.status_code == 200
    assert (answer.json["number"], answer.json["repeated"]) == (1, True)
    assert answer.json["notice"] == f"Already saved by {ANN}, the same."
    assert answer.json["data"]["totals"] == [0, 7, 23, 32]
    assert table.read().version == 1


def ask(phone: Phone, table: Table, ann: Table) -> str:
    """Ben's phone typed another number for Dan; the address of the question."""
    address = type_deal(phone, table.id)
    ann.deal(0, 7, 23, 32)
    assert phone.send(address, **{**SEVENS, "hands__3": "28"}).status_code == 409
    assert table.read().version == 1
    return f"/games/{table.id}/deals/conflict"


def test_other_numbers_are_shown_side_by_side(phone: Phone, table: Table, ann: Table) -> None:
    ask(phone, table, ann)
    assert "Deal 1: which is right?" in phone.page.text
    assert f"{ANN} saved deal 1 with other numbers." in phone.page.text
    assert "<i>phone" not in phone.page.html
    assert "Who went out Ann Ann" in phone.page.text
    assert "Ben 7 7 Cat 23 23 Dan 32 28" in phone.page.text
    assert phone.page.html.count("data-differs") == 1
    assert "“Another deal” makes yours deal 2." in phone.page.text


def test_keep_theirs(phone: Phone, table: Table, ann: Table) -> None:
    assert phone.send(ask(phone, table, ann), answer="theirs").status_code == 303
    assert table.read().version == 1


def test_use_mine(phone: Phone, table: Table, ann: Table) -> None:
    question = ask(phone, table, ann)
    name = phone.page.form(question)["name"][0]
    for _ in range(2):
        assert phone.send(question, answer="mine").status_code == 303
    sheet = table.read().sheet
    assert (sheet.totals, len(sheet.deals)) == ((0, 7, 23, 28), 1)
    assert [entry.name for entry in table.read().entries][1:] == [name]


def test_another_deal(phone: Phone, table: Table, ann: Table) -> None:
    assert phone.send(ask(phone, table, ann), answer="another").status_code == 200
    assert "Deal 2" in phone.page.text
    assert table.read().version == 1
    form = f"/games/{table.id}/deals/new"
    assert phone.page.form(form)["hands-3"] == ["28"]
    assert phone.send(form).status_code == 303
    assert table.read().sheet.totals == (0, 14, 46, 60)


def test_of_three_phones_the_third_is_asked_about_each_deal_in_turn(
    phone: Phone, table: Table, ann: Table
) -> None:
    question, form = ask(phone, table, ann), f"/games/{table.id}/deals/new"
    ann.deal(1, 5, 6, 8)
    phone.send(question, answer="another")
    assert phone.send(form).status_code == 409
    assert "Deal 2: which is right?" in phone.page.text
    phone.send(question, answer="another")
    assert "Deal 3" in phone.page.text
    assert phone.send(form).status_code == 303
    assert table.read().sheet.totals == (5, 14, 52, 68)


def test_another_deal_that_a_third_phone_has_saved_is_the_same(
    phone: Phone, table: Table, ann: Table
) -> None:
    question, form = ask(phone, table, ann), f"/games/{table.id}/deals/new"
    ann.deal(0, 7, 23, 28)
    phone.send(question, answer="another")
    assert phone.send(form).status_code == 303
    phone.follow()
    assert f"Already saved by {ANN}, the same." in phone.page.text
    assert table.read().version == 2


@pytest.mark.parametrize("chosen", ["theirs", "mine", "another"])
def test_whoever_chose_before_theirs_was_corrected_is_asked_again(
    phone: Phone, table: Table, ann: Table, chosen: str
) -> None:
    question = ask(phone, table, ann)
    ann.write("correct_deal", {"deal": ann.deals[0], "facts": facts(0, 7, 23, 41)})
    assert phone.send(question, answer=chosen).status_code == 409
    assert f"Meanwhile {ANN} corrected deal 1." in phone.page.text
    assert "Dan 41 28" in phone.page.text
    assert table.read().version == 2


def test_theirs_corrected_to_mine_meanwhile_is_the_same(
    phone: Phone, table: Table, ann: Table
) -> None:
    question = ask(phone, table, ann)
    ann.write("correct_deal", {"deal": ann.deals[0], "facts": facts(0, 7, 23, 28)})
    assert phone.send(question, answer="mine").status_code == 303
    phone.follow()
    assert f"Already saved by {ANN}, the same." in phone.page.text
    assert table.read().version == 2


@pytest.mark.parametrize("chosen", ["theirs", "mine", "another"])
def test_where_theirs_was_taken_back_meanwhile_mine_can_be_saved(
    phone: Phone, table: Table, ann: Table, chosen: str
) -> None:
    question, form = ask(phone, table, ann), f"/games/{table.id}/deals/new"
    ann.undo()
    assert phone.send(question, answer=chosen).status_code == 409
    assert f"Meanwhile {ANN} undid deal 1." in phone.page.text
    assert phone.page.form(form)["hands-3"] == ["28"]
    assert table.read().version == 2
    assert phone.send(form).status_code == 303
    assert table.read().sheet.totals == (0, 7, 23, 28)


def test_a_deal_that_was_taken_back_before_is_no_conflict(
    phone: Phone, table: Table, ann: Table
) -> None:
    address = type_deal(phone, table.id)
    ann.deal(1, 7, 23, 32)
    ann.undo()
    assert phone.send(address, **SEVENS).status_code == 303
    assert table.read().sheet.totals == (0, 7, 23, 32)


def test_a_deal_after_one_that_was_taken_back_is_not_lost(
    phone: Phone, table: Table, ann: Table
) -> None:
    ann.deal(1, 7, 23, 32)
    address = type_deal(phone, table.id)
    ann.undo()
    assert phone.send(address, **SEVENS).status_code == 409
    assert "undid deal 1; yours would be deal 1." in phone.page.text
    assert phone.send(address).status_code == 303
    assert table.read().sheet.totals == (0, 7, 23, 32)
    assert phone.get(f"{address}?after={new_id()}").status_code == 404


def test_once_the_game_is_over_it_is_no_other_deal(phone: Phone, table: Table, ann: Table) -> None:
    for _ in range(3):
        ann.deal(0, 7, 23, 32)
    address = type_deal(phone, table.id)
    ann.deal(0, 7, 23, 32)
    assert phone.send(address, **{**SEVENS, "hands__3": "28"}).status_code == 409
    assert "The game is over, so there cannot be another deal." in phone.page.text
    assert 'value="another"' not in phone.page.html
    question = f"/games/{table.id}/deals/conflict"
    assert phone.send(question, answer="mine").status_code == 303
    assert table.read().sheet.totals == (0, 28, 92, 124)
    type_same = {**SEVENS, "hands__3": "28"}
    sent = {"after": ann.deals[2], "facts": facts(0, 7, 23, 28)}
    assert phone.write(table.id, "deal", sent, 3).json["repeated"]
    assert type_same


def test_a_void_deal_and_a_scored_one(phone: Phone, table: Table, ann: Table) -> None:
    address = type_deal(phone, table.id)
    ann.write("deal", {"after": None, "facts": {"void": True}})
    assert phone.send(address, **SEVENS).status_code == 409
    assert "The deal void played" in phone.page.text
    assert "Who went out – Ann" in phone.page.text
    assert phone.send(f"/games/{table.id}/deals/conflict", answer="mine").status_code == 303
    assert table.read().sheet.totals == (0, 7, 23, 32)
    void = phone.write(table.id, "deal", {"after": None, "facts": {"void": True}}, 0)
    assert void.status_code == 409
    assert "The deal</bdi>" in void.json["error"]["html"]


def test_red_aces_that_only_one_phone_knows_of(phone: Phone, circuit: Table) -> None:
    address = f"/games/{circuit.id}/deals/new"
    phone.get(f"{address}?out=0")
    circuit.write("answers", {"after": None, "facts": {"aces_swept_by": 2}})
    circuit.write("deal", {"after": None, "facts": cards(0, 3, 4, 5, aces_swept_by=2)})
    hands = {"hands__1": "3", "hands__2": "4", "hands__3": "5"}
    assert phone.send(address, **hands).status_code == 409
    assert "Who swept the red aces Cat nobody" in phone.page.text
    assert "Ben −3 three cards −3 three cards" in phone.page.text
    phone.send(f"/games/{circuit.id}/deals/conflict", answer="theirs")
    assert circuit.read().version == 2
    told = {"after": None, "facts": cards(0, 3, 4, 5, aces_swept_by=2)}
    assert phone.write(circuit.id, "deal", told, 0).json["repeated"]


def test_pink_nines_ask_who_went_out(phone: Phone, database: Database, club: str) -> None:
    pink = begin_counters(database, club, variant=PINK_NINES)
    pink.write("deal", {"after": None, "facts": {"out": 0}})
    assert phone.write(pink.id, "deal", {"after": None, "facts": {"out": 0}}, 0).json["repeated"]
    error = phone.write(pink.id, "deal", {"after": None, "facts": {"out": 1}}, 0).json["error"]
    page = Phone(phone.client.application).page.__class__(error["html"])
    assert "Who went out Ann Ben" in page.text
    assert "Ann +3 −1 Ben −1 +3 Cat −1 −1 Dan −1 −1" in page.text


def test_names_are_only_names(phone: Phone, database: Database, club: str) -> None:
    table = begin(database, club, "<b>A</b>", "{{ 7 * 7 }}", "Cat", "Dan")
    table.deal(0, 7, 23, 32)
    html = phone.write(table.id, "deal", {"after": None, "facts": facts(1, 7, 8, 9)}, 0).json
    assert "<b>A" not in html["error"]["html"]
    assert "{{ 7 * 7 }}" in html["error"]["html"]


@pytest.mark.parametrize(
    "changed",
    [
        {"answer": "ours"},
        {"theirs": "1"},
        {"facts": "{"},
        {"facts": "[]"},
        {"facts": "[" * 9000},
        {"facts": json.dumps({"a": [[[[[[[[[[1]]]]]]]]]]})},
        {"after": "x"},
        {"answer": ""},
    ],
)
def test_what_no_question_asked_is_refused(
    phone: Phone, table: Table, ann: Table, changed: dict[str, Any]
) -> None:
    question = ask(phone, table, ann)
    assert phone.send(question, **{"answer": "mine", **changed}).status_code == 400
    assert table.read().version == 1


def test_a_deal_that_is_not_there_is_not_found(phone: Phone, table: Table, ann: Table) -> None:
    question = ask(phone, table, ann)
    assert phone.send(question, answer="theirs", theirs=new_id()).status_code == 404


def test_an_impossible_deal_is_refused_before_anybody_has_to_choose(
    phone: Phone, table: Table, ann: Table
) -> None:
    ann.deal(0, 7, 23, 32)
    answer = phone.write(table.id, "deal", {"after": None, "facts": facts(0, 1, 23, 32)}, 0)
    assert answer.status_code == 422
    assert (answer.json["error"]["deal"], answer.json["error"]["seat"]) == (1, 1)
