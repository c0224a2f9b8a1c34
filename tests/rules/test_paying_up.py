"""Paying up: never a counter or a penny off, and fewer payments than people."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorer.rules.counter_value import in_money, nets_of, shares_of
from scorer.rules.entries import Buy, Deal, End, Entry, Sitter, Totals
from scorer.rules.fold import read_sheet
from scorer.rules.start import Start
from scorer.services.money.ledger import payments_that_settle
from tests.made_up_game import KEY
from tests.rules.strategies import book_of, games

pytestmark = pytest.mark.usefixtures("made_up_game")


def balances(least, most, largest=30):
    """What people won and lost; the last one makes the sum zero."""
    amount = st.integers(-largest, largest)
    sizes = st.integers(least - 1, most - 1)
    amounts = sizes.flatmap(lambda size: st.lists(amount, min_size=size, max_size=size))
    return amounts.map(lambda credits: [*credits, -sum(credits)])


def named(amounts):
    return {f"person {at}": amount for at, amount in enumerate(amounts)}


@given(balances(2, 30))
def test_everybody_is_even_after_fewer_payments_than_people(amounts):
    left, due = named(amounts), payments_that_settle(named(amounts))
    for payment in due:
        assert payment.amount > 0
        left[payment.payer] += payment.amount
        left[payment.payee] -= payment.amount
    assert not any(left.values())
    assert len(due) <= max(sum(1 for amount in amounts if amount) - 1, 0)


def test_who_owes_just_what_another_is_owed_pays_that():
    due = payments_that_settle({"Ann": 7, "Ben": -9, "Cat": 12, "Dan": -7, "Eve": -3})
    assert [(one.payer, one.payee, one.amount) for one in due] == [
        ("Dan", "Ann", 7),
        ("Ben", "Cat", 9),
        ("Eve", "Cat", 3),
    ]


def test_balances_that_do_not_sum_to_zero_are_refused():
    with pytest.raises(ValueError, match="lost"):
        payments_that_settle({"Ann": 1, "Ben": 2})


@given(balances(2, 12, largest=300), st.integers(1, 9), st.integers(1, 9))
def test_money_sums_to_zero_and_is_never_a_whole_coin_off(nets, counters, pays):
    worth = in_money(nets, {"counters": counters, "pays": pays})
    assert sum(worth) == 0
    for net, coins in zip(nets, worth, strict=True):
        assert abs(coins * counters - net * pays) < counters


def test_an_odd_penny_goes_by_the_largest_remainder():
    assert in_money([3, -1, -1, -1], {"counters": 2, "pays": 1}) == (2, 0, -1, -1)


def finished(draw_game):
    """The sheet of a game that was stopped where it stands."""
    _, start, deals = draw_game
    book = book_of(deals)
    return read_sheet(start, [*book, Entry(len(book) + 1, "end", End("late"))])


@settings(deadline=None)
@given(
    games("red-nines-1881", most_deals=4, most_players=8) | games("pink-nines", most_deals=4),
    st.sampled_from([(3, 2), (7, 3), (2, 1), (1, 4), (36, 5), (5, 7)]),
)
def test_a_saucer_gives_back_all_that_was_put_in(game, rate):
    variant, start, deals = game
    worth = {"counters": rate[0], "pays": rate[1]}
    start = replace(start, house_rules={**start.house_rules, "counter_value": worth})
    sheet = finished((variant, start, deals))
    shares = shares_of(sheet)
    assert sum(share.money for share in shares) == 0
    for share, held in zip(shares, sheet.settled, strict=True):
        takes, stake = share.stake_money + share.money, held - share.counters
        assert takes >= 0 or held < 0
        assert abs(takes * rate[0] - held * rate[1]) < 2 * rate[0]
        exact = share.counters * rate[1]
        assert exact % rate[0] or share.money * rate[0] == exact
        assert share.stake_money == -(-stake * rate[1] // rate[0]), "equal stakes cost the same"


def by_sides(players, **rules):
    """A game for counters that is played by sides: seats 0, 2, 4 against 1, 3, 5."""
    sitters = tuple(Sitter(name, name) for name in ("Ann", "Ben", "Cat", "Dan", "Eve")[:players])
    rules = {"gleb": "counters", "plid": "sets", "spod": 0, "stoom": 400, **rules}
    return Start(KEY, sitters, house_rules=rules)


def stopped(start, *bodies):
    return read_sheet(start, [Entry(at, f"e{at}", body) for at, body in enumerate(bodies, 1)])


def test_partners_have_one_odd_counter_each():
    sheet = stopped(by_sides(5), Buy(1, 1), End("late"))
    assert sheet.settled == (50, 51)
    shares = shares_of(sheet)
    assert [share.counters for share in shares] == [0] * 5
    assert {share.money for share in shares} == {None}


@pytest.mark.parametrize(
    ("last_dealer", "false_ones", "counters"),
    [
        # The three have won 6 and 7. Where Ann dealt last, the odd ones of what was put in are
        # Cat's and Eve's, and so is the odd one of 44.
        (0, 2, [2, -3, 2, -3, 2]),
        (0, 3, [3, -3, 2, -4, 2]),
        (2, 3, [2, -4, 3, -3, 2]),
    ],
)
def test_what_a_side_won_is_shared_in_whole_counters(
    made_up_game, last_dealer, false_ones, counters
):
    facts = {"vex": [7] * 5, "plu": [1, 2, 2, 2, 0], "quim": {"ith": 0, "orm": None}, "bra": [0, 0]}
    first = {**facts, "fle": [False, True, False, True, False]}
    second = {**facts, "fle": [False, false_ones > 2, False, False, False]}
    start = replace(by_sides(5, pelf=2), first_dealer=(last_dealer - 1) % 5)
    sheet = stopped(start, Deal(first), Deal(second))
    assert sheet.deals[-1].table.dealer == last_dealer
    assert nets_of(sheet) == (4 + false_ones, -4 - false_ones)
    assert [share.counters for share in shares_of(sheet)] == counters


def test_of_totals_alone_each_side_has_won_what_it_holds_more():
    sheet = stopped(by_sides(5), Totals((57, 43)))
    assert (nets_of(sheet), shares_of(sheet)) == ((7, -7), None)
    assert nets_of(stopped(by_sides(5), Buy(1, 1))) is None


@settings(deadline=None)
@given(
    st.data(),
    st.sampled_from([None, (3, 2), (7, 3), (2, 1), (1, 4), (36, 5), (5, 7), (1, 100)]),
)
def test_what_partners_pay_comes_to_what_their_side_pays(data, rate):
    worth = None if rate is None else {"counters": rate[0], "pays": rate[1]}
    rules = {"gleb": "counters", "plid": "sets", "zolt": worth}
    sheet = finished(data.draw(games(KEY, most_deals=3, **rules)))
    shares, sides = shares_of(sheet), sheet.start.sides
    assert len(shares) == len(sides)
    assert sum(share.counters for share in shares) == sum(sheet.settled) - sum(
        sheet.start.carry.totals
    ) - sum(sheet.carry.bought)
    for side, settled in enumerate(sheet.settled):
        mine = [share for share, of in zip(shares, sides, strict=True) if of == side]
        assert sum(share.counters for share in mine) == nets_of(sheet)[side]
        for even in ("money", "stake_money"):
            amounts = [getattr(share, even) for share in mine]
            assert amounts == [None] * len(mine) or max(amounts) - min(amounts) <= 1
        if rate:
            assert len({share.stake_money for share in mine}) == 1
            assert settled < 0 or all(share.stake_money + share.money >= 0 for share in mine)
    if rate:
        assert sum(share.money for share in shares) == 0
