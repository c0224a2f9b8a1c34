"""What stands in the way is said in one place: each page shows the sentence of the fault itself."""

import pytest

from scorer.rules.words import WORDS, say
from scorer.storage.database import Database
from tests.tables import Table, begin, new_id
from tests.web.phones import Phone


def sentence(code: str) -> str:
    return f"{say(WORDS['errors'][code], {})}."


def test_whoever_corrects_what_somebody_else_corrected_is_told_so(
    phone: Phone, table: Table
) -> None:
    table.deal()
    start, seat = f"/games/{table.id}/start", f"/games/{table.id}/seats/2"
    told = {"after": table.deals[-1], "seat": 2, "player": {"id": None, "name": "Fay"}}
    for address, kind, content, typed, says in (
        (start, "correct_start", {"first_dealer": 1}, {"first_dealer": "2"}, "changed the setup"),
        (seat, "take_seat", told, {"player": "Eve"}, "noted that Fay sat down"),
    ):
        phone.get(address)
        table.write(kind, content)
        assert phone.send(address, **typed).status_code == 409
        assert f"Meanwhile another phone {says}." in phone.page.text


def test_a_form_for_counters_that_was_used_for_something_else_says_so(
    phone: Phone, database: Database, club: str
) -> None:
    table = begin(database, club, variant="red-nines-1881")
    address = f"/games/{table.id}/counters"
    phone.get(address)
    name = new_id()
    assert phone.send(address, name=name, seat="0", counters="4").status_code == 303
    phone.get(address)
    assert phone.send(address, name=name, seat="0", counters="5").status_code == 409
    assert sentence("name_taken") in phone.page.text


@pytest.mark.parametrize(
    ("address", "code"),
    [
        ("/games/00000000-0000-0000-0000-000000000000", "not_found"),
        ("/nowhere", "not_found"),
        ("/club/import", "not_allowed"),
        ("/join/aaaaaaaaaaaaaaaa", "no_such_invitation"),
    ],
)
def test_what_cannot_be_opened_says_why(watcher: Phone, address: str, code: str) -> None:
    assert watcher.get(address).status_code in (403, 404)
    assert sentence(code) in watcher.page.text
