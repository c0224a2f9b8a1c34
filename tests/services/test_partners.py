"""Partners on sides of unequal size: what a night, a person and the copies say of them."""

import pytest

from scorer.services.money.ledger import read_ledger
from tests.made_up_game import KEY
from tests.services.plain_recount import agree
from tests.tables import NAMES, begin

pytestmark = pytest.mark.usefixtures("made_up_game")

# Ann, Cat and Eve play against Ben and Dan; whoever loses a deal pays a counter a seat.
BY_SIDES = {"plid": "sets", "spod": 0, "stoom": 400, "pelf": 2}
COUNTERS = {**BY_SIDES, "gleb": "counters"}
TEN_PENCE_FOR_THREE = {"zolt": {"counters": 3, "pays": 10}}
TRIO, PAIR = 0, 1


def play(table, *winners):
    """Deals in which these sides had the ith, and a point for it where points are counted."""
    for side in winners:
        bra = [5, -5] if side == TRIO else [-5, 5]
        quim = {"ith": side, "orm": None}
        facts = {"vex": [7] * 5, "plu": [1, 2, 2, 2, 0], "quim": quim, "bra": bra}
        table.score(facts)
    return table


def five(database, club, rules, *winners):
    """A game of five in which these sides won the deals."""
    return play(begin(database, club, *NAMES[:5], variant=KEY, house_rules=rules), *winners)


def test_partners_share_what_they_are_to_be_paid_in_whole_coins(database, club):
    table = five(database, club, {**COUNTERS, **TEN_PENCE_FOR_THREE}, TRIO, TRIO)
    assert table.read().sheet.settled == (54, 46)
    # 13⅓ p: Ben dealt last, so that Cat has the odd one of three, and Dan pays one less of two.
    ledger = read_ledger(database, club)
    balances = {balance.name: balance.amount for balance in ledger.balances}
    assert balances == {"Ann": 4, "Ben": -7, "Cat": 5, "Dan": -6, "Eve": 4}
    assert sum(due.amount for due in ledger.due) == 13
    agree(database, club)
