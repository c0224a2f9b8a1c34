"""A stale Undo or correction is told what was written since, and done when it is confirmed."""

import pytest

from scorer.services.club.devices import rename_device
from scorer.storage.database import Database
from scorer.storage.schema import devices
from tests.tables import Table, facts, new_id
from tests.web.conftest import NewPhone
from tests.web.counters import cards
from tests.web.phones import Phone


@pytest.fixture
def ben(joined: NewPhone, database: Database, club: str, table: Table) -> Table:
    """The same game from Ben's phone."""
    joined("score")
    with database.reading() as connection:
        rows = connection.execute(devices.select().order_by(devices.c.made_at)).all()
    rename_device(database, club, rows[-1].id, "Ben’s <b>phone</b>")
    return Table(database, club, table.id, rows[-1].id, deals=table.deals)


def test_a_stale_undo_takes_nothing_back_until_it_is_confirmed(
    phone: Phone, table: Table, ben: Table
) -> None:
    table.deal()
    phone.get(f"/games/{table.id}")
    ben.deal()
    undo = f"/games/{table.id}/undo"
    assert phone.send(undo).status_code == 409
    assert "Meanwhile Ben’s <b>phone</b> saved deal 2." in phone.page.text
    assert "<b>phone" not in phone.page.html
    assert "Undo deal 1 anyway" in phone.page.text
    assert table.read().version == 2
    ben.write("deal", {"after": table.deals[-1], "facts": facts(1, 5, 6, 8)})
    assert phone.send(undo).status_code == 409
    assert "Meanwhile Ben’s <b>phone</b> saved deal 3." in phone.page.text
    assert "saved deal 2" not in phone.page.text
    assert phone.send(undo).status_code == 303
    assert [deal.id for deal in table.read().sheet.deals] == table.deals[1:]


def test_the_phones_modules_get_the_same_sentence_and_button(
    phone: Phone, table: Table, ben: Table
) -> None:
    table.deal()
    ben.deal()
    error = phone.write(table.id, "withdraw", {"entry": table.deals[0]}, 1).json["error"]
    assert error["code"] == "changed_meanwhile"
    assert error["message"] == "Meanwhile Ben’s <b>phone</b> saved deal 2."
    assert "Meanwhile Ben’s &lt;b&gt;phone&lt;/b&gt; saved deal 2." in error["html"]
    assert 'name="seen" value="2"' in error["html"]
    told = {"deal": table.deals[0], "facts": facts(0, 9, 23, 32)}
    error = phone.write(table.id, "correct_deal", told, 1).json["error"]
    assert error["message"].endswith("saved deal 2. If yours is right, save again.")
    assert phone.write(table.id, "correct_deal", told, 2).status_code == 200


def test_the_book_page_asks_too(phone: Phone, table: Table, ben: Table) -> None:
    table.deal()
    undo = f"/games/{table.id}/undo"
    phone.get(f"/games/{table.id}/book")
    told = {"deal": table.deals[0], "facts": facts(0, 9, 23, 32)}
    corrected = new_id()
    ben.write("correct_deal", told, name=corrected, seen=1)
    assert phone.send(undo).status_code == 409
    assert "Meanwhile Ben’s <b>phone</b> corrected deal 1." in phone.page.text
    phone.get(f"/games/{table.id}/book")
    ben.write("correct_deal", told)
    assert phone.send(undo, entry=corrected).status_code == 409
    assert "Undo the correction of deal 1 anyway" in phone.page.text


def test_a_stale_redo_is_asked_about_by_its_own_name(
    phone: Phone, table: Table, ben: Table
) -> None:
    table.deal()
    table.undo()
    phone.get(f"/games/{table.id}")
    table.deals.clear()
    ben.deal(seen=2)
    redo = f"/games/{table.id}/redo"
    assert phone.send(redo).status_code == 409
    assert "Meanwhile Ben’s <b>phone</b> saved deal 1." in phone.page.text
    assert "Redo deal 1 anyway" in phone.page.text
    assert phone.send(f"/games/{table.id}/undo").status_code == 303
    assert len(table.read().sheet.deals) == 2


def test_this_phone_and_many_entries_are_told_in_few_words(
    phone: Phone, table: Table, ben: Table
) -> None:
    table.deal()
    phone.get(f"/games/{table.id}")
    here = {"after": table.deals[0], "facts": facts(1, 5, 6, 8)}
    name = new_id()
    assert phone.write(table.id, "deal", here, 1, name=name).status_code == 200
    ben.seen, last = 2, {"after": name, "facts": facts(2, 5, 6, 8)}
    ben.write("deal", last)
    ben.write("correct_deal", {"deal": table.deals[0], "facts": facts(0, 9, 9, 9)})
    ben.write("end", {"why": "it got late"})
    phone.get(f"/games/{table.id}")
    sent = {"entry": table.deals[0], "name": new_id(), "seen": "1"}
    phone.post(f"/games/{table.id}/undo", **sent)
    assert (
        "Meanwhile this phone saved deal 2, Ben’s <b>phone</b> saved deal 3 and corrected deal 1,"
        " and 1 more entry was written." in phone.page.text
    )


def test_a_new_deal_says_which_one_it_would_be_by_now(
    phone: Phone, table: Table, ben: Table
) -> None:
    table.deal()
    address = f"/games/{table.id}/deals/new"
    phone.get(f"{address}?out=0")
    ben.seen = 1
    ben.write("withdraw", {"entry": table.deals[0]})
    typed = {"hands__1": "7", "hands__2": "23", "hands__3": "32"}
    assert phone.send(address, **typed).status_code == 409
    sentence = "Meanwhile Ben’s <b>phone</b> undid deal 1; yours would be deal 1."
    assert sentence in phone.page.text
    assert "<b>phone" not in phone.page.html
    assert "<h1>Deal 1</h1>" in phone.page.html
    assert "Save as deal 1" in phone.page.text
    assert table.read().sheet.deals == ()
    assert phone.send(address).status_code == 303
    assert table.read().sheet.totals == (0, 7, 23, 32)


def test_the_same_correction_from_two_phones_is_one(phone: Phone, table: Table, ben: Table) -> None:
    table.deal()
    deal = table.deals[0]
    address = f"/games/{table.id}/deals/{deal}/correct"
    phone.get(address)
    ben.seen = 1
    told = {"deal": deal, "facts": facts(0, 9, 23, 32)}
    ben.write("correct_deal", told)
    assert phone.send(address, hands__1="9").status_code == 303
    phone.follow()
    assert "Already saved by Ben’s <b>phone</b>, the same." in phone.page.text
    answer = phone.write(table.id, "correct_deal", told, 1).json
    assert (answer["number"], answer["repeated"]) == (4, False)
    assert answer["notice"] == "Already saved by Ben’s <b>phone</b>, the same."
    assert not table.read().sheet.undecided


def test_a_tap_that_came_too_late_is_told_which_phone_did_what(
    phone: Phone, circuit: Table, ben: Table
) -> None:
    note = ("answers", {"after": None, "facts": {"aces_swept_by": 3}}, 0)
    late = Table(circuit.database, circuit.club, circuit.id, ben.device)
    phone.get(f"/games/{circuit.id}")
    late.write("answers", {"after": None, "facts": {"aces_swept_by": 2}})
    words = "Meanwhile Ben’s <b>phone</b> noted that Cat swept the red aces."
    assert phone.send(f"/games/{circuit.id}/notes", aces_swept_by="3").status_code == 409
    assert words in phone.page.text
    assert phone.write(circuit.id, *note).json["error"]["message"] == words
    late.undo()
    late.write("deal", {"after": None, "facts": cards(0, 3, 4, 5)})
    words = "Meanwhile Ben’s <b>phone</b> saved deal 1."
    assert phone.write(circuit.id, *note).json["error"]["message"] == words
    phone.get(f"/games/{circuit.id}/end")
    late.write("end", {"why": "it got late", "leftover": None})
    assert phone.send(f"/games/{circuit.id}/end", why="it got late").status_code == 409
    assert "Meanwhile Ben’s <b>phone</b> stopped the game." in phone.page.text
    assert "Somebody else" not in phone.page.text
