"""The ledger of a club: balances, the payments that clear them, those made and taken back."""

import pytest

from scorer.services.money.ledger import Ledger, read_ledger, record_payment
from scorer.services.nights import bin
from scorer.services.people.merge import merge_people, undo_merge
from tests.tables import begin, new_id, people

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
    eve = {"id": new_id(), "name": "Eve"}
    table.write("take_seat", {"seat": 3, "player": eve})
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


def test_one_person_under_two_names_has_one_balance(database, club):
    first = pink(database, club)
    second = pink(database, club, players=people("Annie", "Eve", "Fay", "Gus"))
    ann, annie = (table.read().sheet.sitters[0].player for table in (first, second))
    pay(first)
    before = {balance.name: balance.amount for balance in ledger(first).balances}
    assert len(before) in (6, 7)
    merge_people(database, club, annie, ann)
    after = {balance.name: balance.amount for balance in ledger(first).balances}
    both = before.pop("Ann", 0) + before.pop("Annie", 0)
    assert after == {**before, "Ann": both}
    undo_merge(database, club, annie)
    assert {balance.name: balance.amount for balance in ledger(first).balances} != after


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


@pytest.mark.every_database
def test_payments_are_read_page_by_page_the_newest_first(database, club, fake_clock):
    table = pink(database, club)
    paid = [pay(table) for _ in range(3)][::-1]
    assert [payment.id for payment in read_ledger(database, club, limit=2).payments] == paid[:2]
    older = read_ledger(database, club, limit=2, before=paid[1])
    assert [payment.id for payment in older.payments] == paid[2:]
    assert read_ledger(database, club, before=paid[2]).payments == []
    assert read_ledger(database, club, before=new_id()).payments == []
