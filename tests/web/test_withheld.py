"""What a seat has answered of its own reaches no other phone, file or link before the reveal."""

from collections.abc import Iterator
from io import BytesIO
from zipfile import ZipFile, is_zipfile

import pytest
from flask import Flask

from scorer.services.club import Right, share_links
from scorer.services.club.share_links import Kind
from scorer.storage.database import Database
from tests.tables import Table, begin
from tests.web.conftest import SECRET, NewPhone, Seated
from tests.web.phones import Phone
from tests.web.test_door import every_address

# No number that stands anywhere else.
PLANTED = 98765


def answer(table: Table, key: str, seat: int | None, value: object, **other: object) -> None:
    """A phone answers one ask of the deal in play."""
    content = {"after": table.deals[-1], "key": key, "seat": seat, "value": value}
    table.write("answer", content, **other)


@pytest.fixture
def secret(table: Table) -> Table:
    """Ben's hand is in, once more after a change, and Cat's and Dan's are not."""
    table.deal()
    answer(table, "out", None, 0)
    answer(table, "hands", 1, {"points": PLANTED, "red_nines": 0})
    table.undo()
    answer(table, "hands", 1, {"points": PLANTED, "red_nines": 1})
    return table


def told(phone: Phone, address: str) -> Iterator[bytes]:
    """Whatever an address answers, unpacked."""
    data = phone.get(address).data
    yield data
    if is_zipfile(BytesIO(data)):
        with ZipFile(BytesIO(data)) as packed:
            yield from (packed.read(name) for name in packed.namelist())


def is_told(phone: Phone, address: str) -> bool:
    return any(str(PLANTED).encode() in data for data in told(phone, address))


@pytest.mark.parametrize("right", ["watch", "score", "manage"])
def test_no_page_tells_it(app: Flask, joined: NewPhone, secret: Table, right: Right) -> None:
    phone = joined(right)
    pages = [at for method, at in every_address(app, secret) if method == "GET"]
    assert f"/games/{secret.id}/book" in pages
    assert not [at for at in pages if is_told(phone, at)]


def test_not_even_the_phone_that_wrote_it_tells_it_but_where_it_is_changed(
    app: Flask, seated: Seated, table: Table
) -> None:
    table.deal()
    answer(table, "out", None, 0)
    ben = seated(1)
    hand = {"points": PLANTED, "red_nines": 1}
    said = {"after": table.deals[-1], "key": "hands", "seat": 1, "value": hand}
    assert ben.write(table.id, "answer", said, table.read().version).status_code == 200
    pages = [at for method, at in every_address(app, table) if method == "GET"]
    own = f"/games/{table.id}/own"
    assert [at for at in pages if is_told(ben, at)] == [own]
    assert "Ben is in" in ben.get(f"/games/{table.id}/book").text


def test_the_book_says_that_somebody_has_bid_and_not_what(
    seated: Seated, database: Database, club: str, table: Table
) -> None:
    ben = seated(1)
    night, names = table.read().night, ("Ann", "Ben", "Cat")
    trio = begin(database, club, *names, variant="ninety-nine", night=night)
    said = {"after": None, "key": "bids", "seat": 1, "value": 4}
    assert ben.write(trio.id, "answer", said, 0).status_code == 200
    for page in ("", "/book"):
        text = ben.get(f"/games/{trio.id}{page}").text
        assert "Ben has bid" in text
        assert "Ben bid 4" not in text


def test_no_link_tells_it(
    app: Flask, stranger: Phone, secret: Table, database: Database, club: str
) -> None:
    night = secret.read().night
    kinds: tuple[tuple[Kind, str], ...] = (("game", secret.id), ("night", night))
    for kind, target in kinds:
        share = share_links.share(database, SECRET, club, kind, target, device=None)
        link = f"/shared/{share.code}"
        assert not is_told(stranger, link)
        assert not is_told(stranger, f"{link}/games/{secret.id}")


def test_no_answer_to_an_entry_tells_it(phone: Phone, secret: Table) -> None:
    first, deal, read = secret.deals[0], secret.deals[-1], secret.read()
    hand = {"points": 7, "red_nines": 0}
    whole = {"out": 0, "hands": [[], hand, hand, hand]}
    newest = read.version
    said = [
        ("answer", {"after": deal, "key": "hands", "seat": 2, "value": hand}, newest),
        ("answer", {"after": deal, "key": "hands", "seat": 1, "value": hand}, 0),
        ("withdraw", {"entry": read.entries[-1].name}, 0),
        ("withdraw", {"entry": first}, 1),
        ("correct_deal", {"deal": first, "facts": whole}, 1),
    ]
    for kind, content, seen in said:
        response = phone.write(secret.id, kind, content, seen)
        assert str(PLANTED) not in response.text, (kind, response.status_code)
    # Whoever writes all of it ends it: the hand that he had not seen is shown beside his.
    response = phone.write(secret.id, "deal", {"after": deal, "facts": whole}, 1)
    assert str(PLANTED) in response.text
    assert secret.read().sheet.undecided


def test_all_is_told_once_all_hands_are_in(phone: Phone, secret: Table) -> None:
    answer(secret, "hands", 2, ["K"])
    assert not is_told(phone, f"/games/{secret.id}")
    answer(secret, "hands", 3, ["Q"])
    # No hand is that dear: it is shown all the same, with what does not fit.
    opening = secret.read().sheet.opening
    assert opening is not None
    assert (opening.missing, opening.unfit) == ((), (1,))
    assert is_told(phone, f"/games/{secret.id}/book")


def test_the_page_says_who_is_in_and_no_more(phone: Phone, secret: Table) -> None:
    assert "Ben is in" in phone.get(f"/games/{secret.id}/book").text
    assert "saved: Ben is in" in phone.get(f"/games/{secret.id}").text.replace("Saved", "saved")
