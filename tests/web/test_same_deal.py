"""Two phones score the same deal: once where both say the same, else side by side."""

import json
from typing import Any

import pytest

from scorer.rules.record import read_record
from scorer.services.club.devices import list_devices, rename_device
from scorer.services.exchange.export import export_game
from scorer.services.games.read import read_book
from scorer.services.games.seats_held import free_seat, hold_seat
from scorer.storage.database import Database
from scorer.storage.schema import devices
from tests.tables import Table, facts
from tests.web.conftest import NewPhone
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


def test_the_same_deal_is_one_deal_and_the_slower_phone_is_told(
    phone: Phone, table: Table, ann: Table
) -> None:
    address = type_deal(phone, table.id)
    ann.deal(0, 7, 23, 32)
    assert phone.send(address, **SEVENS).status_code == 303
    phone.follow()
    assert f"Already saved by {ANN}, the same." in phone.page.text
    assert "<i>phone" not in phone.page.html
    assert "Deal 2 of 4" in phone.page.text
    assert "Saved: deal 1, Ann out, Ben 7, Cat 23, Dan 32." in phone.page.text
    assert table.read().sheet.played == 1
    phone.get(f"/games/{table.id}/book")
    assert "scored deal 1 too, the same" in phone.page.text


def test_the_phones_modules_get_the_sheet_and_the_sentence(
    phone: Phone, table: Table, ann: Table
) -> None:
    ann.deal(0, 7, 23, 32)
    told = {"after": None, "facts": facts(0, 7, 23, 32)}
    answer = phone.write(table.id, "deal", told, 0)
    assert answer.status_code == 200
    assert (answer.json["number"], answer.json["repeated"]) == (2, False)
    assert answer.json["notice"] == f"Already saved by {ANN}, the same."
    assert answer.json["data"]["totals"] == [0, 7, 23, 32]
    assert table.read().sheet.played == 1


def ask(phone: Phone, table: Table, ann: Table) -> str:
    """Ben's phone typed another number for Dan; where the question is answered."""
    address = type_deal(phone, table.id)
    ann.deal(0, 7, 23, 32)
    assert phone.send(address, **{**SEVENS, "hands__3": "28"}).status_code == 303
    phone.follow()
    assert table.read().version == 2
    return f"/games/{table.id}/decide"


def test_other_numbers_are_shown_side_by_side(phone: Phone, table: Table, ann: Table) -> None:
    ask(phone, table, ann)
    text = phone.page.text
    assert "Deal 1: which is right?" in text
    assert f"Dan 32 28 Until somebody chooses, what {ANN} says counts." in text
    # What both say alike is not told again.
    assert "Ben 7 7" not in text
    assert f"{ANN} is right" in text
    assert "These are two deals" in text
    assert "<i>phone" not in phone.page.html
    assert table.read().sheet.totals == (0, 7, 23, 32)
    assert 'class="deals-says">open<' in phone.page.html


def choose(phone: Phone, question: str, **answer: str) -> int:
    return phone.send(question, **answer).status_code


def test_one_tap_decides(phone: Phone, table: Table, ann: Table) -> None:
    question = ask(phone, table, ann)
    first, second = (entry.name for entry in table.read().entries)
    for entry, dan in ((first, 32), (second, 28)):
        assert choose(phone, question, entry=entry) == 303
        assert table.read().sheet.totals == (0, 7, 23, dan)
        phone.follow()
        assert "which is right?" not in phone.page.text
        assert phone.send(f"/games/{table.id}/undo").status_code == 303
        phone.follow()
        assert "Deal 1: which is right?" in phone.page.text


def test_both_are_called_after_the_persons_whose_phones_they_are(
    phone: Phone, table: Table, ann: Table, database: Database, club: str
) -> None:
    ask(phone, table, ann)
    phone.get(f"/games/{table.id}")
    assert "Ann is right" not in phone.page.text
    # Whoever has left the seat since is the same person.
    for signed, seat in zip(read_book(database, club, table.id), (2, 0), strict=True):
        known = next(one for one in list_devices(database, club) if one.id == signed.device)
        hold_seat(database, known, table.id, seat)
        free_seat(database, known, table.id, seat)
    phone.get(f"/games/{table.id}")
    assert "Ann is right" in phone.page.text and "Cat is right" in phone.page.text
    assert "Deal 1 was saved in two ways." in phone.page.text


def test_the_book_says_what_was_chosen(phone: Phone, table: Table, ann: Table) -> None:
    question = ask(phone, table, ann)
    choose(phone, question, entry=table.read().entries[1].name)
    phone.get(f"/games/{table.id}/book")
    assert "chose what is right in deal 1: Dan 32 → 28" in phone.page.text
    phone.send(f"/games/{table.id}/undo", entry=table.read().entries[2].name)
    phone.get(f"/games/{table.id}/book")
    assert "undid the choice in deal 1" in phone.page.text


def test_whoever_decides_second_is_told(phone: Phone, table: Table, ann: Table) -> None:
    question = ask(phone, table, ann)
    first, second = (entry.name for entry in table.read().entries)
    ann.write("decide", {"entry": second}, seen=2)
    assert choose(phone, question, entry=first) == 409
    assert f"Meanwhile {ANN} chose what is right in deal 1" in phone.page.text
    phone.get(f"/games/{table.id}")
    sent = phone.write(table.id, "decide", {"entry": second}, 2)
    assert sent.json["notice"] == f"Already saved by {ANN}, the same."
    assert phone.write(table.id, "decide", {"entry": first}, 3).status_code == 409
    assert table.read().version == 3


def test_a_third_who_says_otherwise_is_a_third(phone: Phone, table: Table, ann: Table) -> None:
    question = ask(phone, table, ann)
    table.write("deal", {"after": None, "facts": facts(0, 7, 23, 30)}, seen=0)
    phone.get(f"/games/{table.id}")
    assert "Dan 32 28 30" in phone.page.text
    assert "Another phone is right" in phone.page.text
    third = table.read().entries[2].name
    assert choose(phone, question, entry=third) == 303
    assert table.read().sheet.totals == (0, 7, 23, 30)


def test_whoever_only_watches_sees_both_and_no_buttons(
    phone: Phone, table: Table, ann: Table, joined: NewPhone
) -> None:
    question = ask(phone, table, ann)
    watcher = joined("watch")
    watcher.get(f"/games/{table.id}")
    assert "Dan 32 28" in watcher.page.text
    assert "is right</" not in watcher.page.html
    entry = table.read().entries[1].name
    assert watcher.post(question, entry=entry).status_code == 403
    assert watcher.write(table.id, "decide", {"entry": entry}, 2).status_code == 403
    assert table.read().version == 2


def test_two_corrections_are_shown_side_by_side(phone: Phone, table: Table, ann: Table) -> None:
    ann.deal(0, 7, 23, 32)
    address = f"/games/{table.id}/deals/{ann.deals[0]}/correct"
    phone.get(address)
    ann.write("correct_deal", {"deal": ann.deals[0], "facts": facts(0, 7, 23, 30)})
    assert phone.send(address, hands__3="28").status_code == 303
    phone.follow()
    assert "Dan 30 28" in phone.page.text
    assert "These are two deals" not in phone.page.text
    phone.get(f"/games/{table.id}/book")
    assert "corrected deal 1 differently: Dan 30 → 28" in phone.page.text
    phone.get(f"/games/{table.id}")
    rival = table.read().sheet.deals[0].rivals[0].id
    assert choose(phone, f"/games/{table.id}/decide", entry=rival) == 303
    assert table.read().sheet.totals == (0, 7, 23, 28)


def answer(table: Table, key: str, seat: int | None, value: Any, **other: Any) -> None:
    content = {"after": None, "key": key, "seat": seat, "value": value}
    table.write("answer", content, **other)


def points(held: int) -> dict[str, int]:
    return {"points": held, "red_nines": 0}


def test_two_hands_for_one_seat_wait_until_all_are_in(
    phone: Phone, table: Table, ann: Table
) -> None:
    answer(table, "out", None, 0)
    answer(ann, "hands", 1, points(23), seen=1)
    answer(table, "hands", 1, points(28), seen=1)
    phone.get(f"/games/{table.id}")
    assert "which is right?" not in phone.page.text and "28" not in phone.page.text
    answer(table, "hands", 2, points(5))
    answer(table, "hands", 3, points(6))
    phone.get(f"/games/{table.id}")
    second = table.read().sheet.deals[0].open_questions[0].entries[1]
    assert f"Ben’s hand {ANN}" in phone.page.text
    assert f"{ANN} is right" in phone.page.text
    assert choose(phone, f"/games/{table.id}/decide", entry=second) == 303
    assert table.read().sheet.totals == (0, 28, 5, 6)
    phone.follow()
    assert "which is right?" not in phone.page.text


def test_what_does_not_fit_says_whose(phone: Phone, table: Table) -> None:
    answer(table, "out", None, 0)
    answer(table, "hands", 1, ["A", "A", "A"])
    answer(table, "hands", 2, ["A", "A"])
    answer(table, "hands", 3, points(6))
    phone.get(f"/games/{table.id}")
    assert "This cannot all be right Five aces, but this pack has four." in phone.page.text
    assert "Look again at what Ben or Cat entered." in phone.page.text
    assert f"/games/{table.id}/own?seat=1" in phone.page.links


def test_a_deal_that_was_taken_back_before_is_no_conflict(
    phone: Phone, table: Table, ann: Table
) -> None:
    address = type_deal(phone, table.id)
    ann.deal(1, 7, 23, 32)
    ann.undo()
    assert phone.send(address, **SEVENS).status_code == 303
    assert table.read().sheet.totals == (0, 7, 23, 32)


def test_every_page_of_a_game_with_something_open_is_there(
    phone: Phone, table: Table, ann: Table
) -> None:
    for _ in range(3):
        ann.deal(0, 7, 23, 32)
    for dan in (32, 28, 30):
        told = {"after": ann.deals[2], "facts": facts(0, 7, 23, dan)}
        ann.write("deal", told, seen=3)
    deal = table.read().sheet.deals[3].id
    pages = ("", "/table", "/more", "/chart", "/share", "/paper", "/book", "/what-if", "/end")
    for page in (*pages, "/start", "/phones", f"/deals/{deal}", f"/deals/{deal}/correct", "/news"):
        assert phone.get(f"/games/{table.id}{page}").status_code == 200, page
    for page in ("/", "/nights/", f"/nights/{table.read().night}", "/players/"):
        assert phone.get(page).status_code == 200, page
    # A new deal has to wait, on the plain form too.
    assert phone.get(f"/games/{table.id}/deals/new").status_code == 303
    assert (
        phone.write(table.id, "deal", {"after": deal, "facts": facts(0, 7, 8, 9)}, 6).status_code
        == 422
    )


def test_undo_of_one_of_two_says_whose_goes_and_whose_stays(
    phone: Phone, table: Table, ann: Table
) -> None:
    ask(phone, table, ann)
    undo = f"/games/{table.id}/undo"
    phone.get(f"/games/{table.id}")
    assert phone.send(undo).status_code == 303
    phone.follow()
    assert f"Undone: Phone (2)’s deal 1. {ANN}’s stays." in phone.page.text
    assert table.read().sheet.totals == (0, 7, 23, 32)
    assert phone.send(undo).status_code == 303
    phone.follow()
    assert "Undone: deal 1." in phone.page.text


def test_what_is_open_comes_back_out_of_a_file(
    table: Table, ann: Table, database: Database, club: str
) -> None:
    ann.deal(0, 7, 23, 32)
    table.write("deal", {"after": None, "facts": facts(0, 7, 23, 28)}, seen=0)
    record = read_record(json.loads(export_game(database, club, table.id)))
    assert record.sheet is not None
    assert [rival.id for rival in record.sheet.deals[0].rivals] == table.deals
