"""The entries of a game as JSON: for phones that may score, and never what is withheld."""

from werkzeug.test import TestResponse

from tests.tables import Statements, Table, facts
from tests.web.conftest import NewPhone, Seated
from tests.web.phones import Phone


def ask(phone: Phone, table: Table, tag: str = "") -> TestResponse:
    """Ask for the entries, as the page's modules do."""
    headers = {"Accept": "application/json", **({"If-None-Match": tag} if tag else {})}
    return phone.client.get(f"/games/{table.id}/entries", headers=headers)


def test_every_entry_is_told_as_the_book_has_it(phone: Phone, table: Table) -> None:
    assert ask(phone, table).json == {"version": 0, "entries": []}
    table.deal()
    table.write("correct_deal", {"deal": table.deals[0], "facts": facts(1, 4, 5, 6)})
    table.undo()
    told = ask(phone, table)
    book = table.read().entries
    assert told.json == {
        "version": 3,
        "entries": [
            {
                "number": number,
                "name": entry.name,
                "kind": kind,
                "content": entry.body.content(),
            }
            for number, (entry, kind) in enumerate(
                zip(book, ("deal", "correct_deal", "withdraw"), strict=True), start=1
            )
        ],
    }
    assert told.headers["Cache-Control"] == "private, no-cache"


def test_who_has_them_is_told_so_and_no_book_is_read(phone: Phone, table: Table) -> None:
    table.deal()
    tag = ask(phone, table).headers["ETag"]
    with Statements(table.database) as statements:
        again = ask(phone, table, tag)
    assert (again.status_code, again.data) == (304, b"")
    assert not [text for text in statements.texts if "FROM entries" in text]
    table.deal()
    assert ask(phone, table, tag).status_code == 200


def test_only_who_may_score_is_told(joined: NewPhone, seated: Seated, table: Table) -> None:
    table.deal()
    assert ask(joined("score"), table).status_code == 200
    assert ask(joined("watch"), table).status_code == 403
    assert ask(seated(1), table).status_code == 403


def test_a_hand_that_is_withheld_is_named_without_its_value(phone: Phone, table: Table) -> None:
    said = {"after": None, "key": "hands", "seat": 1, "value": {"points": 98765, "red_nines": 0}}
    assert phone.write(table.id, "answer", said, 0).status_code == 200
    (answer,) = ask(phone, table).json["entries"]
    del said["value"]
    assert answer["content"] == said
