"""Settling several nights together: where it is offered, its plan, its payments and their Undo."""

import re

import pytest

from scorer.services.club import clubs
from scorer.storage.database import Database
from tests.tables import Statements, Table, begin, new_id
from tests.web.counters import PINK_NINES, play
from tests.web.payments import PENNY
from tests.web.phones import Phone

SETTLE = "/nights/settle"


def people(*names: str) -> list[dict[str, str | None]]:
    """People told by name alone."""
    return [{"id": None, "name": name} for name in names]


def evening(
    database: Database, club: str, people: list[dict[str, str | None]], *winners: int
) -> Table:
    """A night of Pink Nines for ten counters a deal; two of them are a coin."""
    said = {"variant": PINK_NINES, "house_rules": {"ante": 10, **PENNY}, "night": "new"}
    table = begin(database, club, players=people, **said)
    play(table, *({"out": winner} for winner in winners))
    return table


def same_people(table: Table) -> list[dict[str, str | None]]:
    """Those who sat at this table."""
    return [{"id": one.player, "name": one.name} for one in table.read().sheet.sitters]


@pytest.fixture
def nights(database: Database, club: str) -> list[str]:
    """Three unpaid nights: Ann won 30, then Ben, then Ann 15; Cat lost 15 in each."""
    clubs.set_currency(database, club, "GBP")
    first = evening(database, club, people("Ann", "Ben", "Cat"), 0, 0, 0)
    more = [evening(database, club, same_people(first), *won) for won in ((1, 1, 1), (0, 0, 1))]
    return [table.read().night for table in (first, *more)]


def to_pay(phone: Phone) -> list[str]:
    """What the buttons say of the payments not made yet."""
    return re.findall(r'aria-label="(Mark paid[^"]+)"', phone.page.html)


def undo(phone: Phone) -> None:
    """Press the first “Undo” on the page."""
    actions = (str(one["action"]) for one in phone.page.forms)
    phone.send(next(action for action in actions if action.endswith("undo")))


def test_unpaid_nights_are_offered_together_on_the_pages_of_the_nights(
    phone: Phone, nights: list[str]
) -> None:
    phone.get("/nights/")
    assert "3 nights are unpaid Settle together" in phone.page.text
    assert SETTLE in phone.page.links
    assert "2 more nights are unpaid: settle together" in phone.get(f"/nights/{nights[0]}").text
    assert SETTLE in phone.page.links
    phone.get("/")
    assert SETTLE in phone.page.links
    assert "unpaid" not in phone.get("/nights/?q=ann").text


def test_one_unpaid_night_is_settled_by_itself(phone: Phone, database: Database, club: str) -> None:
    table = evening(database, club, people("Ann", "Ben"), 0, 0)
    assert "unpaid" not in phone.get("/nights/").text
    assert "unpaid" not in phone.get(f"/nights/{table.read().night}").text
    phone.get("/")
    assert SETTLE not in phone.page.links


def test_the_plan_says_who_pays_whom_and_what_each_night_adds(
    phone: Phone, nights: list[str]
) -> None:
    phone.get(SETTLE)
    assert sorted(to_pay(phone)) == ["Mark paid: Cat to Ann, £0.30", "Mark paid: Cat to Ben, £0.15"]
    assert "3 nights" in phone.page.text
    assert "Ann +£0.30" in phone.page.text and "Cat −£0.15" in phone.page.text
    assert [f"/nights/{night}#paying" for night in reversed(nights)] == [
        link for link in phone.page.links if link.endswith("#paying")
    ]


def test_paying_all_settles_every_night_and_undo_takes_all_of_it_back(
    phone: Phone, nights: list[str]
) -> None:
    phone.get(SETTLE)
    page = phone.page
    for _ in range(2):
        phone.page = page
        assert phone.send(SETTLE).status_code == 303
    phone.follow()
    while to_pay(phone):
        assert phone.send(SETTLE).status_code == 303
        phone.follow()
    assert "All paid." in phone.page.text
    for night in nights:
        assert "Undo for all nights" in phone.get(f"/nights/{night}").text
        assert to_pay(phone) == [] and "scores have changed" not in phone.page.text
    assert "unpaid" not in phone.get("/nights/").text
    phone.get(f"/nights/{nights[0]}")
    undo(phone)
    assert phone.answer.headers["Location"] == SETTLE
    phone.follow()
    assert len(to_pay(phone)) == 1
    undo(phone)
    for night in nights:
        assert "Undo for all nights" not in phone.get(f"/nights/{night}").text
        assert to_pay(phone)


def test_a_payment_that_another_phone_has_marked_is_refused_in_place(
    phone: Phone, nights: list[str]
) -> None:
    phone.get(SETTLE)
    sent = {key: one[0] for key, one in phone.page.form(SETTLE).items()}
    assert phone.post(SETTLE, **sent).status_code == 303
    assert phone.post(SETTLE, **{**sent, "payment": new_id()}).status_code == 409
    assert "The plan has changed, or this is already marked paid" in phone.page.text
    assert phone.post(SETTLE, **{**sent, "amount": "7"}).status_code == 409
    assert "This name was already used for another payment" in phone.page.text


@pytest.mark.parametrize("missing", ["unit", "payer", "payee", "amount"])
def test_a_payment_of_which_a_field_did_not_arrive_is_not_understood(
    phone: Phone, nights: list[str], missing: str
) -> None:
    phone.get(SETTLE)
    sent = {key: one[0] for key, one in phone.page.form(SETTLE).items()}
    del sent[missing]
    assert phone.post(SETTLE, **sent).status_code == 400


def test_where_everybody_is_even_one_tap_settles_the_nights(
    phone: Phone, database: Database, club: str
) -> None:
    first = evening(database, club, people("Ann", "Ben"), 0, 0)
    evening(database, club, same_people(first), 1, 1)
    assert "2 nights are unpaid" in phone.get("/nights/").text
    assert "It all evens out. Nobody has to pay." in phone.get(SETTLE).text
    assert phone.send(SETTLE).status_code == 303
    phone.follow()
    assert "Two nights were settled." in phone.page.text and "All paid." in phone.page.text
    assert "unpaid" not in phone.get("/nights/").text
    phone.get(f"/nights/{first.read().night}")
    undo(phone)
    phone.follow()
    assert "It all evens out" in phone.page.text


def test_only_those_who_keep_score_settle(watcher: Phone, nights: list[str]) -> None:
    watcher.get(SETTLE)
    assert "Cat →pays Ann £0.30" in watcher.page.text
    assert watcher.page.forms == []
    assert watcher.post(SETTLE).status_code == 403


def test_where_all_is_paid_the_page_says_so(phone: Phone) -> None:
    assert "Every night is paid." in phone.get(SETTLE).text


def test_pages_ask_no_more_for_many_unpaid_nights_than_for_three(
    phone: Phone, nights: list[str], database: Database, club: str
) -> None:
    def asked() -> list[int]:
        counts = []
        for path in (SETTLE, "/nights/", f"/nights/{nights[0]}"):
            with Statements(database) as statements:
                phone.get(path)
            counts.append(statements.count)
        return counts

    asked()
    before = asked()
    for _ in range(4):
        evening(database, club, people("Dan", "Eve"), 0, 0)
    asked()
    assert asked() == before
    assert max(before) < 25
