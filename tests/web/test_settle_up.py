"""Settling up: what a night changed, who owes what, payments noted and taken back."""

import re

import pytest

from scorer.services.club import clubs
from tests.tables import new_id
from tests.web.counters import PINK_NINES, begin_counters
from tests.web.night_links import night_of
from tests.web.payments import pay, pink_nines_played

SETTLE_UP = "/settle-up"


@pytest.fixture
def finished(database, club):
    """Pink Nines with 10 to the pool, played to the end: Cat won 30 and Ben lost 30."""
    return pink_nines_played(database, club)


def to_pay(phone):
    """What the buttons say of the payments not made yet."""
    return re.findall(r'aria-label="(Mark paid[^"]+)"', phone.page.html)


def to_undo(phone):
    """Where the buttons lead that take a payment back."""
    return [str(form["action"]) for form in phone.page.forms if form["action"].endswith("/undo")]


def test_a_finished_game_says_what_everybody_won(phone, finished, database, club):
    clubs.set_currency(database, club, "GBP")
    phone.get(f"/games/{finished.id}")
    # 0, −15 and +30 … the antes: three deals cost everybody 30; Ann took 30 once, Cat twice.
    assert "Cat £0.15 · holds 50 +30" in phone.page.text
    assert "Ben −£0.15 · owes 10 −30" in phone.page.text
    assert "Ann £0.00 · holds 20 0" in phone.page.text
    assert "2 counters pay £0.01, rounded to £0.01." in phone.page.text
    assert f"{SETTLE_UP}?game={finished.id}" in phone.page.links
    assert "Cat +£0.15 Ann £0.00 Ben −£0.15" in phone.read(night_of(finished))
    assert SETTLE_UP in phone.page.links and "All is paid" not in phone.page.text
    assert "Settle up: Ben owes £0.15 " in phone.read("/")
    assert SETTLE_UP in phone.page.links
    phone.get(SETTLE_UP)
    assert to_pay(phone) == ["Mark paid: Ben to Cat, £0.15"]
    assert "Cat +£0.15 Ben −£0.15" in phone.page.text
    # Both of the payment, and one of each balance.
    assert phone.page.html.count('class="look"') == 4
    assert "Nobody owes" not in phone.page.text and "Paid so far" not in phone.page.text


def test_settling_up_leads_back_to_the_game_it_was_reached_from(phone, finished):
    phone.get(f"{SETTLE_UP}?game={finished.id}")
    assert f"/games/{finished.id}" in phone.page.links
    answer = phone.send(f"{SETTLE_UP}?game={finished.id}")
    assert f"?game={finished.id}&" in answer.location
    phone.follow()
    assert f"/games/{finished.id}" in phone.page.links
    assert "← All nights" in phone.read(f"{SETTLE_UP}?game=x")


def test_a_payment_is_noted_once_and_taken_back(phone, finished):
    phone.get(SETTLE_UP)
    page = phone.page
    (payment,) = page.form(SETTLE_UP)["payment"]
    for _ in range(2):
        phone.page = page
        assert pay(phone) == 303
        assert phone.answer.location == f"{SETTLE_UP}?paid={payment}"
    phone.follow()
    assert to_pay(phone) == []
    assert "Ben paid Cat 15 coins" in phone.page.text and "Paid so far" not in phone.page.text
    assert "Nobody owes anything. All is paid" in phone.page.text
    assert phone.page.text.count("Ben paid Cat") == 1
    assert "owes" not in phone.read("/")
    assert "All is paid." in phone.read(night_of(finished))
    phone.get(SETTLE_UP)
    (undo,) = to_undo(phone)
    assert phone.send(undo).status_code == 303
    phone.follow()
    assert len(to_pay(phone)) == 1
    assert "Paid so far" not in phone.page.text
    # The first form again, from a phone that went back to it: the page says so and has a new one.
    phone.page = page
    assert pay(phone) == 409
    assert (
        "This payment was undone meanwhile, so it is not marked paid: look again."
        in phone.page.text
    )
    assert pay(phone) == 303
    phone.follow()
    assert phone.page.text.count("Ben paid Cat") == 1


def test_another_payment_under_a_used_id_is_refused(phone, finished):
    sent = {key: one[0] for key, one in phone.open_form(SETTLE_UP).items()}
    for _ in range(2):
        assert phone.post(SETTLE_UP, **sent).status_code == 303
    assert phone.post(SETTLE_UP, **{**sent, "amount": "7"}).status_code == 409
    assert "This name was already used for another payment" in phone.page.text
    assert phone.post(SETTLE_UP, **{**sent, "payment": new_id()}).status_code == 409
    assert "already marked paid" in phone.page.text


def test_payments_that_nobody_owes_are_refused(phone, finished):
    amounts = ({"amount": amount} for amount in ("-15", "1.5", "16", "9" * 40, ""))
    for changed in (*amounts, {"payer": "nobody"}, {"payee": new_id()}):
        assert phone.fill(SETTLE_UP, **changed).status_code == 409, changed
        assert len(to_pay(phone)) == 1


def test_only_those_who_keep_score_note_payments(watcher, phone, finished):
    assert "Ben pays Cat 15 coins" in watcher.read(SETTLE_UP)
    assert watcher.page.forms == []
    assert watcher.post(SETTLE_UP).status_code == 403
    assert phone.post(f"{SETTLE_UP}/{new_id()}/undo").status_code == 404


def test_counters_that_are_worth_nothing_are_not_paid(phone, watcher, database, club):
    table = begin_counters(database, club, "Ann", "Ben", variant=PINK_NINES, ante=3)
    table.score({"out": 0}, {"out": 0})
    phone.get(f"/games/{table.id}")
    assert SETTLE_UP not in phone.page.links
    assert "The counters were worth no money. What is a counter worth?" in phone.page.text
    assert "Won and lost Counters Ann +6 Ben −6" in phone.read(night_of(table))
    assert SETTLE_UP not in phone.page.links
    assert "owes" not in phone.read("/")
    pink_nines_played(database, club)
    assert "Counters Ann +6 Ben −6" in phone.read(night_of(table))
    assert "Money Cat +15 coins" in phone.page.text


def test_settle_up_says_why_nobody_owes_anything_and_leads_on(phone, watcher, database, club):
    says = "Nobody owes anything. Only games for counters are paid, and none was played lately."
    assert f"{says} To the games" in phone.read(SETTLE_UP)
    table = begin_counters(database, club, "Ann", "Ben", variant=PINK_NINES, ante=3)
    table.score({"out": 0})
    assert "Pink Nines is not over yet. To the game" in phone.read(SETTLE_UP)
    table.score({"out": 0})
    says = "The counters of Pink Nines were worth no money."
    assert f"{says} To the game" in watcher.read(SETTLE_UP)
    assert f"{says} What is a counter worth?" in phone.read(SETTLE_UP)
    (worth,) = (link for link in phone.page.links if "counter_value" in link)
    seen = phone.read(worth).partition("Who sat where")[0]
    assert "What counters are worth" in seen
    assert "The stake" not in seen
    worth_of_one = {"rule-counter_value-counters": "1", "rule-counter_value-pays": "5"}
    assert phone.send(worth, **worth_of_one).status_code == 303
    assert table.read().sheet.start.rules.ante == 3
    assert "30 coins · holds" in phone.read_next()
    assert "Ben owes 30 coins" in phone.read("/")


def test_who_still_owes_is_named_before_the_name_is_forgotten_or_the_seat_left(
    manager, phone, finished, database, club
):
    ann, ben, cat = (sitter.player for sitter in finished.read().sheet.sitters)
    assert "Ben still owes 15 coins. Settle up" in manager.read(f"/players/{ben}/anonymise")
    assert "Cat still gets 15 coins. Settle up" in manager.read(f"/players/{cat}/anonymise")
    assert "Settle up" not in manager.read(f"/players/{ann}/anonymise")
    table = begin_counters(database, club, "Ann", "Ben", "Cat", "Dan")
    for way in ("seats/1", "people?out=1"):
        assert "Ben still owes 15 coins. Settle up" in phone.read(f"/games/{table.id}/{way}")
    assert "Settle up" not in phone.read(f"/games/{table.id}/seats/0")


def test_a_manager_says_in_which_money_the_club_pays(manager, phone, database, club):
    manager.fill("/club/currency", on="/club/", currency="JPY")
    assert clubs.get_club(database, club).currency == "JPY"
    manager.follow()
    assert manager.page.form("/club/currency")["currency"] == ["JPY"]
    assert manager.send("/club/currency", currency="XXXX").status_code == 422
    assert phone.post("/club/currency", currency="EUR").status_code == 403
    assert "Japanese Yen" in phone.read("/club/")
