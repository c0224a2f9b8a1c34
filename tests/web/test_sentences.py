"""What stands in the way is said in one place: each page shows the sentence of the fault itself."""

import pytest

from scorer.rules.words import WORDS, say


def sentence(code):
    return f"{say(WORDS['errors'][code], {})}."


def test_whoever_corrects_what_somebody_else_corrected_is_told_so(phone, table):
    table.deal()
    start, seat = f"/games/{table.id}/start", f"/games/{table.id}/seats/2"
    fay = {"seat": 2, "player": {"id": None, "name": "Fay"}}
    for address, kind, content, typed, says in (
        (start, "deal", None, {"first_dealer": "2"}, "saved deal 2"),
        (seat, "take_seat", fay, {"player": "Eve"}, "noted that Fay sat down"),
    ):
        phone.get(address)
        table.write(kind, content) if content else table.deal()
        assert phone.send(address, **typed).status_code == 409
        assert f"Meanwhile Host {says}." in phone.page.text


@pytest.mark.parametrize(
    ("address", "code"),
    [
        ("/games/00000000-0000-0000-0000-000000000000", "not_found"),
        ("/nowhere", "not_found"),
        ("/club/import", "not_allowed"),
        ("/join/aaaaaaaaaaaaaaaa", "no_such_invitation"),
    ],
)
def test_what_cannot_be_opened_says_why(watcher, address, code):
    assert watcher.get(address).status_code in (403, 404)
    assert sentence(code) in watcher.page.text
