"""Paying up: what a night comes to, payments noted and taken back, and a new plan."""

import re

import pytest

from scorer.services.club import clubs
from scorer.storage.database import Database
from tests.tables import Statements, Table, begin, new_id
from tests.web.counters import PINK_NINES, begin_counters, cards, play
from tests.web.payments import PENNY, pay, pink_nines_played
from tests.web.phones import Phone


@pytest.fixture
def finished(database: Database, club: str) -> Table:
    """Pink Nines with 10 to the pool, played to the end: Cat won 30 and Ben lost 30."""
    return pink_nines_played(database, club)


def to_pay(phone: Phone) -> list[tuple[str, str]]:
    """The buttons of the payments not made yet: where they lead, and what they say."""
    return re.findall(
        r'(?s)action="(/nights/[^"]+/payments)">.*?aria-label="([^"]+)"', phone.page.html
    )


def test_a_finished_game_says_what_everybody_won_and_who_pays_whom(
    phone: Phone, finished: Table, database: Database, club: str
) -> None:
    clubs.set_currency(database, club, "GBP")
    phone.get(f"/games/{finished.id}")
    # 0, −15 and +30 … the antes: three deals cost everybody 30; Ann took 30 once, Cat twice.
    assert "Cat holds 50, +£0.15 +30" in phone.page.text
    assert "Ben owes 10, −£0.15 −30" in phone.page.text
    assert "Ann holds 20, £0.00 0" in phone.page.text
    assert [says for _, says in to_pay(phone)] == ["Mark paid: Ben to Cat, £0.15"]
    night = finished.read().night
    phone.get(f"/nights/{night}")
    assert "Ben → pays Cat £0.15" in phone.page.text.replace("→pays", "→ pays")
    assert "Cat +30 +£0.15" in phone.page.text
    phone.get("/")
    assert f"/nights/{night}#paying" in phone.page.links
    assert "To pay" in phone.page.text


def test_a_payment_is_noted_once_and_taken_back(phone: Phone, finished: Table) -> None:
    night = finished.read().night
    phone.get(f"/games/{finished.id}")
    page = phone.page
    for _ in range(2):
        phone.page = page
        assert pay(phone, night) == 303
        assert phone.answer.headers["Location"] == f"/games/{finished.id}#paying"
    phone.follow()
    assert to_pay(phone) == []
    assert "All paid." in phone.page.text
    phone.get("/")
    assert "To pay" not in phone.page.text
    phone.get(f"/nights/{night}")
    undo = next(one["action"] for one in phone.page.forms if str(one["action"]).endswith("/undo"))
    phone.send(undo)
    assert phone.answer.headers["Location"] == f"/nights/{night}#paying"
    phone.follow()
    assert len(to_pay(phone)) == 1


def test_a_corrected_deal_makes_a_new_plan_that_counts_what_was_paid(
    phone: Phone, finished: Table
) -> None:
    night = finished.read().night
    phone.get(f"/nights/{night}")
    pay(phone, night)
    finished.write("correct_deal", {"deal": finished.deals[2], "facts": {"out": 0}})
    phone.get(f"/nights/{night}")
    assert "The scores have changed. This is a new plan" in phone.page.text
    # Ann is the one who won by now, so what Ben paid to Cat goes on to her.
    assert [says for _, says in to_pay(phone)] == ["Mark paid: Cat to Ann, 15 coins"]


def test_another_payment_under_a_name_that_was_sent_is_refused_in_place(
    phone: Phone, finished: Table
) -> None:
    night = finished.read().night
    phone.get(f"/nights/{night}")
    sent = {key: one[0] for key, one in phone.page.form(f"/nights/{night}/payments").items()}
    assert phone.post(f"/nights/{night}/payments", **sent).status_code == 303
    assert phone.post(f"/nights/{night}/payments", **sent).status_code == 303
    answer = phone.post(f"/nights/{night}/payments", **{**sent, "amount": "7"})
    assert answer.status_code == 409
    said = "This name was already used for another payment, so this one was not saved: look again."
    assert said in phone.page.text


def test_a_payment_of_a_plan_that_has_changed_is_refused_in_place(
    phone: Phone, finished: Table
) -> None:
    night = finished.read().night
    phone.get(f"/nights/{night}")
    finished.write("correct_deal", {"deal": finished.deals[2], "facts": {"out": 0}})
    assert pay(phone, night) == 409
    assert "The plan has changed" in phone.page.text
    assert [says for _, says in to_pay(phone)] == ["Mark paid: Ben to Ann, 15 coins"]


@pytest.mark.parametrize(
    "changed",
    [
        {"amount": "-15"},
        {"amount": "1.5"},
        {"amount": "9" * 40},
        {"amount": ""},
        {"unit": "gold"},
        {"payer": "nobody"},
        {"payee": new_id()},
    ],
)
def test_payments_that_nobody_owes_are_refused(
    phone: Phone, finished: Table, changed: dict[str, str]
) -> None:
    night = finished.read().night
    phone.get(f"/nights/{night}")
    assert phone.send(f"/nights/{night}/payments", **changed).status_code == 409
    assert len(to_pay(phone)) == 1


@pytest.mark.parametrize("missing", ["unit", "payer", "payee", "amount"])
def test_a_payment_of_which_a_field_did_not_arrive_is_not_understood(
    phone: Phone, finished: Table, missing: str
) -> None:
    night = finished.read().night
    phone.get(f"/nights/{night}")
    sent = {key: one[0] for key, one in phone.page.form(f"/nights/{night}/payments").items()}
    del sent[missing]
    assert phone.post(f"/nights/{night}/payments", **sent).status_code == 400
    phone.get(f"/nights/{night}")
    assert len(to_pay(phone)) == 1


def test_only_those_who_keep_score_note_payments(
    watcher: Phone, phone: Phone, finished: Table
) -> None:
    night = finished.read().night
    watcher.get(f"/games/{finished.id}")
    assert "Settle up" in watcher.page.text
    assert to_pay(watcher) == []
    assert watcher.post(f"/nights/{night}/payments").status_code == 403
    assert phone.post(f"/nights/{new_id()}/payments").status_code == 404
    assert phone.post(f"/nights/{night}/payments/{new_id()}/undo").status_code == 404


def test_games_still_open_are_not_counted_yet(
    phone: Phone, finished: Table, database: Database, club: str, table: Table
) -> None:
    table.deal()
    other = begin_counters(database, club, "Ann", "Ben", "Cat")
    phone.get(f"/nights/{finished.read().night}")
    assert "not counted yet" not in phone.page.text
    play(other, cards(0, 1, 2))
    phone.get(f"/nights/{finished.read().night}")
    assert "One game is still going on and not counted yet." in phone.page.text


def test_the_saucer_says_who_takes_how_much(phone: Phone, finished: Table) -> None:
    phone.get(f"/games/{finished.id}")
    # Everybody put in 20 counters, which are worth 10 coins.
    assert "Cat put in 20 counters = 10 coins, takes 25 coins" in phone.page.text
    assert "Ben put in 20 counters = 10 coins, puts in another 5 coins" in phone.page.text
    assert "rounded to whole coins" not in phone.page.text
    assert "only this is left:" in phone.page.text
    phone.get(f"/nights/{finished.read().night}")
    pay(phone, finished.read().night)
    phone.follow()
    assert "only this is left, less what was paid already:" in phone.page.text


@pytest.mark.parametrize(("counters", "same"), [(2, True), (4, False)])
def test_counters_of_different_worth_are_not_added_up(
    phone: Phone, database: Database, club: str, finished: Table, counters: int, same: bool
) -> None:
    people = [
        {"id": sitter.player, "name": sitter.name} for sitter in finished.read().sheet.sitters
    ]
    rules = {"ante": 10, "counter_value": {"counters": counters, "pays": 1}}
    said = {"players": people, "variant": PINK_NINES, "house_rules": rules}
    table = begin(database, club, **said)
    play(table, {"out": 2}, {"out": 2}, {"out": 2})
    phone.get(f"/nights/{finished.read().night}")
    assert ("Cat +90 +" in phone.page.text) == same
    assert ("Cat put in 40 counters = " in phone.page.text) == same
    assert f"Cat put in {'40 counters = 20' if same else 15} coins, takes" in phone.page.text


def test_rounding_is_said_once_where_there_is_any(
    phone: Phone, database: Database, club: str
) -> None:
    rate = {"counter_value": {"counters": 7, "pays": 3}}
    table = begin_counters(database, club, "Ann", "Ben", "Cat", variant=PINK_NINES, **rate)
    play(table, {"out": 0}, {"out": 1}, {"out": 1})
    phone.get(f"/games/{table.id}")
    # Twenty counters are 8 coins and four sevenths; of the nets, +0, +3 and -3 counters.
    assert "Ann put in 20 counters = 9 coins, takes 9 coins" in phone.page.text
    assert "Ben put in 20 counters = 9 coins, takes 10 coins" in phone.page.text
    assert "Cat put in 20 counters = 9 coins, takes 8 coins" in phone.page.text
    assert phone.page.text.count("Each game is rounded to whole coins") == 1
    assert "part of a coin as a whole one" in phone.page.text


def test_what_a_night_says_of_odd_coins_is_true_of_its_sum(
    phone: Phone, database: Database, club: str
) -> None:
    for _ in range(2):
        table = begin_counters(database, club, "Ann", "Ben", "Cat", variant=PINK_NINES, **PENNY)
        play(table, {"out": 0}, {"out": 2}, {"out": 2})
    phone.get(f"/nights/{table.read().night}")
    # Three counters are a coin and a half in each game, so six of them come to two coins.
    assert "Cat +6 +2 coins" in phone.page.text
    said = "Each game is rounded to whole coins, and the night is the sum of its games."
    assert said in phone.page.text


def test_counters_without_a_price_are_settled_as_counters(
    phone: Phone, database: Database, club: str
) -> None:
    table = begin_counters(database, club, "Ann", "Ben", variant=PINK_NINES, ante=3)
    play(table, {"out": 0}, {"out": 0})
    phone.get(f"/games/{table.id}")
    assert [says for _, says in to_pay(phone)] == ["Mark paid: Ben to Ann, 6 counters"]


def test_a_penalty_game_has_nothing_to_pay(phone: Phone, table: Table) -> None:
    for _ in range(4):
        table.deal()
    phone.get(f"/games/{table.id}")
    assert "Settle up" not in phone.page.text
    phone.get(f"/nights/{table.read().night}")
    assert "Settle up" not in phone.page.text


def test_pages_ask_no_more_for_many_games_of_counters_than_for_one(
    phone: Phone, finished: Table, database: Database, club: str
) -> None:
    paths = ["/", f"/nights/{finished.read().night}", f"/games/{finished.id}"]

    def asked(path: str) -> int:
        with Statements(database) as statements:
            phone.get(path)
        return statements.count

    phone.get(paths[1])
    before = [asked(path) for path in paths]
    for _ in range(6):
        table = begin_counters(
            database, club, "Ann", "Ben", "Cat", variant=PINK_NINES, ante=2, **PENNY
        )
        play(table, {"out": 1}, {"out": 2}, {"out": 2})
    # Whoever opens the night first has its games counted.
    phone.get(paths[1])
    assert [asked(path) for path in paths] == before
    assert max(before) < 20


def test_a_manager_says_in_which_money_the_club_pays(
    manager: Phone, phone: Phone, database: Database, club: str
) -> None:
    manager.get("/club/")
    manager.send("/club/currency", currency="JPY")
    assert clubs.get_club(database, club).currency == "JPY"
    manager.follow()
    assert manager.page.form("/club/currency")["currency"] == ["JPY"]
    assert manager.send("/club/currency", currency="XXXX").status_code == 422
    assert "Choose one from the list." in manager.page.text
    assert phone.post("/club/currency", currency="EUR").status_code == 403
    phone.get("/club/")
    assert "Japanese Yen" in phone.page.text
