"""The ledger of a club: balances, the payments that clear them, those made and taken back."""

import pytest

from scorer.services.money.ledger import Ledger, read_ledger, record_payment
from scorer.services.nights import bin
from scorer.services.people.merge import merge_people
from tests.services.plain_recount import agree
from tests.tables import NAMES, begin, new_id

PENNY = {"counters": 2, "pays": 1}


def pink(database, club, *, players=None, **rules):
    """A game of Pink Nines in which Ann wins all four pools of four counters, two for a coin."""
    options = {"variant": "pink-nines", "house_rules": {"counter_value": PENNY, **rules}}
    if players:
        options["players"] = players
    table = begin(database, club, **options)
    table.score(*({"out": 0} for _ in range(4)))
    return table


def people_of(table):
    return [{"id": one.player, "name": one.name} for one in table.read().sheet.sitters]


def ledger(table):
    return read_ledger(table.database, table.club)


def amounts(table):
    """The balances, the highest first."""
    return [balance.amount for balance in ledger(table).balances]


def pay(table, at=0, **other):
    """Note one of the payments that are due, or another one."""
    due = ledger(table).due[at]
    payment_values = {"payer": due.payer, "payee": due.payee, "amount": due.amount, **other}
    payment = payment_values.pop("payment", None) or new_id()
    record_payment(table.database, table.club, device=None, payment=payment, **payment_values)
    return str(payment)


def test_games_whose_counters_are_worth_nothing_stay_out(database, club, table):
    pink(database, club, counter_value=None)
    table.play_out()
    totals = begin(database, club, variant="pink-nines", house_rules={"counter_value": PENNY})
    totals.write("totals", {"totals": [40, 10, 20, 10]})
    assert totals.read().sheet.over
    assert ledger(table) == Ledger([], [], [], {})


def test_a_game_counts_once_it_is_over(database, club):
    table = begin(database, club, variant="pink-nines", house_rules={"counter_value": PENNY})
    table.score({"out": 0})
    assert amounts(table) == []
    table.write("end", {"why": "late"})
    assert amounts(table) == [2, -1, -1]


def test_whoever_took_over_a_seat_takes_over_what_it_owes(database, club):
    table = begin(database, club, variant="pink-nines", house_rules={"counter_value": PENNY})
    table.score({"out": 0})
    table.take_seat(3, "Eve")
    table.score(*({"out": 0} for _ in range(3)))
    assert {balance.name: balance.amount for balance in ledger(table).balances}["Eve"] == -2


@pytest.mark.every_database
def test_what_was_paid_for_a_game_that_changed_is_owed_back(database, club):
    table = pink(database, club)
    while ledger(table).due:
        pay(table)
    # Ben took a pool, so he is even again, and paid two for nothing.
    table.correct(table.deals[0], {"out": 1})
    assert amounts(table) == [2, -2]
    bin.delete(database, club, "game", table.id, device=None)
    assert amounts(table) == [2, 2, 2, -6]
    bin.restore(database, club, "game", table.id)
    assert amounts(table) == [2, -2]
    bin.delete(database, club, "night", table.night, device=None)
    assert amounts(table) == [2, 2, 2, -6]


def test_a_payment_to_oneself_under_another_name_is_no_payment(database, club):
    rules = {"variant": "pink-nines", "house_rules": {"counter_value": PENNY}}
    first = begin(database, club, "Ann", "Ben", **rules)
    first.score({"out": 0}, {"out": 0})
    cat = begin(database, club, "Cat", "Dan", **rules)
    cat.score({"out": 1}, {"out": 1})
    who = {balance.name: balance.person for balance in ledger(first).balances}
    pay(first, payer=who["Cat"], payee=who["Ann"], amount=1)
    assert len(ledger(first).payments) == 1
    merge_people(database, club, who["Cat"], who["Ann"])
    assert ledger(first).payments == []
    assert sorted(balance.name for balance in ledger(first).balances) == ["Ben", "Dan"]


def test_partners_share_what_they_are_to_be_paid_in_whole_coins(database, club, made_up_game):
    """Ann, Cat and Eve win two deals, in which Ben and Dan pay a counter a seat."""
    rules = {"gleb": "counters", "plid": "sets", "spod": 0, "stoom": 400, "pelf": 2}
    rules["zolt"] = {"counters": 3, "pays": 10}
    table = begin(database, club, *NAMES[:5], variant=made_up_game, house_rules=rules)
    facts = {"vex": [7] * 5, "plu": [1, 2, 2, 2, 0], "quim": {"ith": 0, "orm": None}}
    table.score(*[{**facts, "bra": [5, -5]}] * 2)
    assert table.read().sheet.settled == (54, 46)
    # 13⅓ p: Ben dealt last, so that Cat has the odd one of three, and Dan pays one less of two.
    balances = {balance.name: balance.amount for balance in ledger(table).balances}
    assert balances == {"Ann": 4, "Ben": -7, "Cat": 5, "Dan": -6, "Eve": 4}
    assert sum(due.amount for due in ledger(table).due) == 13
    agree(database, club)


@pytest.mark.every_database
def test_payments_are_read_page_by_page_the_newest_first(database, club, fake_clock):
    table = pink(database, club)
    paid = [pay(table) for _ in range(3)][::-1]
    assert [payment.id for payment in read_ledger(database, club, limit=2).payments] == paid[:2]
    older = read_ledger(database, club, limit=2, before=paid[1])
    assert [payment.id for payment in older.payments] == paid[2:]
    assert read_ledger(database, club, before=paid[2]).payments == []
    assert read_ledger(database, club, before=new_id()).payments == []
