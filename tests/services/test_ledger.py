"""The ledger of a club: balances, the payments that clear them, those made and taken back."""

import random
from collections import Counter

import pytest

from scorer.rules.counter_value import shares_of
from scorer.services.errors import Conflict, NotFound
from scorer.services.games.read import read_game
from scorer.services.money.ledger import Ledger, read_ledger, record_payment, undo_payment
from scorer.services.nights import bin
from scorer.services.people.merge import merge_people, undo_merge
from scorer.services.projections import check
from tests.examples import examples
from tests.tables import all_games, begin, new_id, people

PENNY = {"counters": 2, "pays": 1}


def pink(database, club, *, players=None, **rules):
    """A game of Pink Nines in which Ann wins all four pools of four counters, two for a coin."""
    said = {
        "variant": "pink-nines",
        "house_rules": {"counter_value": PENNY, **rules},
    }
    if players:
        said["players"] = players
    table = begin(database, club, **said)
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
    said = {"payer": due.payer, "payee": due.payee, "amount": due.amount, **other}
    payment = said.pop("payment", None) or new_id()
    record_payment(table.database, table.club, device=None, payment=payment, **said)
    return str(payment)


def pay_all(table):
    while ledger(table).due:
        pay(table)


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
def test_what_was_paid_for_a_game_that_is_corrected_or_deleted_is_owed_back(database, club):
    table = pink(database, club)
    pay_all(table)
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


def test_another_club_has_another_ledger(database, club):
    table = pink(database, club)
    paid = pay(table)
    other = new_id()
    assert read_ledger(database, other) == Ledger([], [], [], {})
    for unknown in (other, club):
        with pytest.raises(NotFound):
            undo_payment(database, unknown, paid if unknown is other else new_id())


@pytest.mark.every_database
def test_payments_are_read_page_by_page_the_newest_first(database, club, fake_clock):
    table = pink(database, club)
    paid = [pay(table) for _ in range(3)][::-1]
    assert [payment.id for payment in read_ledger(database, club, limit=2).payments] == paid[:2]
    older = read_ledger(database, club, limit=2, before=paid[1])
    assert [payment.id for payment in older.payments] == paid[2:]
    assert read_ledger(database, club, before=paid[2]).payments == []
    assert read_ledger(database, club, before=new_id()).payments == []


RATES = (None, PENNY, {"counters": 3, "pays": 2}, {"counters": 1, "pays": 5})


class Model:
    """A club at play, and what it should have in its ledger."""

    def __init__(self, database, club, dice):
        self.database, self.club, self.dice = database, club, dice
        self.tables = []
        self.people = [{"id": new_id(), "name": name} for name in ("Ann", "Ben", "Cat", "Dan")]
        self.deleted = []
        self.paid = {}

    def play(self):
        """A game of some of them, played to its end or stopped."""
        some = self.dice.sample(self.people, self.dice.randint(2, 4))
        rules = {"counter_value": self.dice.choice(RATES), "ante": self.dice.randint(1, 5)}
        table = begin(
            self.database,
            self.club,
            players=some,
            variant="pink-nines",
            house_rules={key: rule for key, rule in rules.items() if rule is not None},
            night=self.dice.choice(["new", None]),
        )
        deals = self.dice.randint(1, len(some))
        table.score(*({"out": self.dice.randrange(len(some))} for _ in range(deals)))
        if not table.read().sheet.over:
            table.write("end", {"why": "late"})
        self.tables.append(table)

    def correct(self):
        table = self.dice.choice(self.tables)
        seats = len(table.read().sheet.sitters)
        facts = {"out": self.dice.randrange(seats)}
        table.correct(self.dice.choice(table.deals), facts)

    def delete(self):
        game = self.dice.choice(self.tables).id
        bin.delete(self.database, self.club, "game", game, device=None)
        self.deleted.append(game)

    def restore(self):
        bin.restore(self.database, self.club, "game", self.dice.choice(self.deleted))

    def pay(self):
        due = self.dice.choice(list(read_ledger(self.database, self.club).due))
        amount, payment = self.dice.randint(1, due.amount), new_id()
        values = {"payer": due.payer, "payee": due.payee, "amount": amount}
        record_payment(self.database, self.club, device=None, payment=payment, **values)
        self.paid[payment] = (due.payer, due.payee, amount)

    def undo(self):
        payment = self.dice.choice(sorted(self.paid))
        undo_payment(self.database, self.club, payment)
        del self.paid[payment]

    def expected(self):
        """What the games made, by their books, less what was paid."""
        balances = Counter()
        for line in all_games(self.database, self.club):
            sheet = read_game(self.database, self.club, line.id).sheet
            for sitter, share in zip(sheet.sitters, shares_of(sheet) or (), strict=False):
                balances[sitter.player] += share.money or 0
        for payer, payee, amount in self.paid.values():
            balances[payer] += amount
            balances[payee] -= amount
        return {person: amount for person, amount in balances.items() if amount}


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(examples(1)))
def test_balances_are_what_games_made_less_what_was_paid_and_sum_to_zero(database, club, seed):
    model = Model(database, club, random.Random(seed))
    deeds = (model.play, model.correct, model.delete, model.restore, model.pay, model.undo)
    model.play()
    done = Counter()
    for _ in range(40):
        deed = model.dice.choice(deeds)
        try:
            deed()
        except (IndexError, Conflict, NotFound):
            continue  # nothing there to do it to
        done[deed.__name__] += 1
        found = read_ledger(database, club)
        balances = {balance.person: balance.amount for balance in found.balances}
        assert sum(balances.values()) == 0
        assert balances == model.expected()
        for due in found.due:
            balances[due.payer] += due.amount
            balances[due.payee] -= due.amount
        assert not any(balances.values())
    assert len(done) == len(deeds)
    assert check(database) == []
