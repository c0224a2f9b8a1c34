"""A write that another phone's got in the way of shows what is there, and what can be done."""

import json
import re

import pytest

from scorer.services.games.seats_held import free_seat, hold_seat
from tests.tables import Table, add_phone, facts, new_id

MINE = facts(0, 9, 23, 32)


@pytest.fixture
def ben(database, club, table):
    """The same game from Ben's phone."""
    device = add_phone(database, club, "Ben’s <b>phone</b>")
    return Table(database, club, table.id, device, deals=table.deals)


def first(*points):
    """The content of a first deal."""
    return {"after": None, "facts": facts(0, *points)}


def press(phone, table, number=0):
    """Press a button of the conflict that is shown, by its place."""
    action = f"/games/{table.id}/entries"
    forms = [form for form in phone.page.forms if form["action"] == action]
    answer = phone.client.post(action, data=forms[number]["fields"])
    assert answer.status_code == 303, answer.text


def test_two_versions_of_a_deal_stand_beside_each_other(phone, table, ben):
    ben.deal(0, 7, 23, 32)
    answer = phone.write(table.id, "deal", {"after": None, "facts": MINE}, 0)
    assert answer.status_code == 409
    error = answer.json["error"]
    assert error["code"] == "other_deal"
    assert error["message"] == "Deal 1 was saved differently before."
    assert "<b>phone" not in error["html"]
    for says in ("Keep theirs", "Use mine", "It was another deal"):
        assert says in error["html"], says
    # Only what differs.
    assert re.findall("<b>(.+?)</b>", error["html"]) == ["7", "9"]


def test_without_javascript_a_page_offers_the_same(phone, table, ben):
    page = f"/games/{table.id}/deals/new"
    phone.get(f"{page}?out=0")
    ben.deal(0, 7, 23, 32)
    assert phone.send(page, hands__1="9", hands__2="23", hands__3="32").status_code == 409
    press(phone, table, 0)  # use mine
    assert table.read().sheet.totals == (0, 9, 23, 32)
    press(phone, table, 1)  # another deal
    assert table.read().sheet.totals == (0, 18, 46, 64)


def test_a_deal_after_one_that_was_undone_is_another_or_none(phone, table, ben):
    ben.deal()
    page = f"/games/{table.id}/deals/new"
    phone.get(f"{page}?out=0")
    ben.undo()
    assert phone.send(page, hands__1="9", hands__2="23", hands__3="32").status_code == 409
    assert "Meanwhile Ben’s <b>phone</b> undid deal 1." in phone.page.text
    assert "Drop it" in phone.page.text
    press(phone, table)
    assert table.read().sheet.totals == (0, 9, 23, 32)


@pytest.mark.parametrize("kind", ["withdraw", "correct"])
def test_of_what_was_undone_meanwhile_nothing_else_can_be_done(phone, table, ben, kind):
    ben.deal()
    (deal,) = ben.deals
    ben.undo()
    content = {"entry": deal} if kind == "withdraw" else {"deal": deal, "set": {"out": 1}}
    error = phone.write(table.id, kind, content, 1).json["error"]
    assert error["message"] == "Meanwhile Ben’s <b>phone</b> undid deal 1."
    assert error["html"].count("data-choice") == 1 and ">OK<" in error["html"]


def test_a_stale_undo_asks_first(phone, table, ben):
    ben.deal()
    phone.get(f"/games/{table.id}")
    ben.deal()
    assert phone.send(f"/games/{table.id}/undo").status_code == 409
    assert "Meanwhile Ben’s <b>phone</b> scored deal 2." in phone.page.text
    assert "Undo anyway" in phone.page.text
    press(phone, table)
    assert [deal.id for deal in table.read().sheet.deals] == ben.deals[1:]


def test_a_game_that_was_stopped_goes_on_with_the_deal(phone, table, ben):
    page = f"/games/{table.id}/deals/new"
    phone.get(f"{page}?out=0")
    ben.write("end", {"why": "it got late"})
    assert phone.send(page, hands__1="9", hands__2="23", hands__3="32").status_code == 422
    assert "Go on and save" in phone.page.text
    press(phone, table)
    sheet = table.read().sheet
    assert (sheet.over, sheet.totals) == (False, (0, 9, 23, 32))


def test_an_id_of_another_phone_is_offered_as_new(phone, table, ben):
    taken = new_id()
    ben.deal(id=taken)
    for kind, content in (
        ("deal", first(7, 23, 32)),
        ("withdraw", {"entry": taken}),
        ("end", {"why": "late"}),
    ):
        error = phone.write(table.id, kind, content, 1, id=taken).json["error"]
        assert (error["code"], "Save as new" in error["html"]) == ("id_taken", True)
        assert "Ben" not in json.dumps(error)


def test_a_correction_of_what_others_corrected_is_told(phone, table):
    table.deal()
    start, seat = f"/games/{table.id}/start", f"/games/{table.id}/seats/2"
    fay = {"seat": 2, "player": {"id": None, "name": "Fay"}}
    for address, kind, content, typed, says in (
        (start, "deal", None, {"first_dealer": "2"}, "scored deal 2"),
        (
            seat,
            "take_seat",
            fay,
            {"player": "Eve"},
            "noted that Fay sat down for Cat, after deal 2",
        ),
    ):
        phone.get(address)
        table.write(kind, content) if content else table.deal()
        assert phone.send(address, **typed).status_code == 409
        assert f"Meanwhile Host {says}." in phone.page.text


def test_a_phone_is_called_as_the_seat_that_it_holds(phone, database, table, ben):
    assert hold_seat(database, ben.device, table.id, 1)
    ben.deal()
    phone.get(f"/games/{table.id}")
    ben.deal()
    assert phone.send(f"/games/{table.id}/undo").status_code == 409
    assert "Meanwhile Ben scored deal 2." in phone.page.text
    for _ in ("in the seat", "out of it"):
        assert re.search(r"scored deal 2: .* · Ben ", phone.read(f"/games/{table.id}/book"))
        free_seat(database, ben.device, table.id, 1)
