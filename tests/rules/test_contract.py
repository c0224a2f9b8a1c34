"""The contract that every file in `variants/` keeps, on random games."""

import copy
import dataclasses

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorer.rules.entries import CorrectDeal, Deal, Entry, Lend, Withdraw
from scorer.rules.errors import Refused
from scorer.rules.fold import read_sheet
from scorer.rules.variant import BANK
from scorer.rules.words import WORDS, reason
from tests.examples import examples
from tests.rules.strategies import book_of, books, facts, games

settings.register_profile("contract", deadline=None, max_examples=examples(100))
settings.load_profile("contract")

pytestmark = pytest.mark.soak


def numbers_of(sheet):
    """All that a sheet says of scores, without the names of entries."""
    deals = [
        (deal.number, deal.lines, deal.scores, deal.carry, deal.table.dealer)
        for deal in sheet.deals
    ]
    return deals, sheet.carry, sheet.opening, sheet.winners, sheet.settled


def outcome(start, book):
    """What reading a book comes to: the numbers, or the fault it is refused with."""
    try:
        return numbers_of(read_sheet(start, book))
    except Refused as fault:
        return fault.code, fault.deal, fault.seat


@given(games())
def test_every_score_is_the_sum_of_its_lines(game):
    _, start, deals = game
    sheet = read_sheet(start, book_of(deals))
    totals = list(sheet.start.carry.totals)
    for deal in sheet.deals:
        for seat, score in enumerate(deal.scores):
            assert score == sum(line.points for line in deal.lines if line.seat == seat)
            totals[seat] += score
        assert tuple(totals) == deal.carry.totals


@given(games())
def test_every_line_has_words(game):
    _, start, deals = game
    for deal in read_sheet(start, book_of(deals)).deals:
        for line in deal.lines:
            names = [sitter.name for sitter in deal.sitters]
            assert "{" not in reason(line.key, line.numbers, names)
            assert line.key in WORDS["reasons"]


@given(st.data())
def test_correcting_a_deal_equals_having_got_it_right_at_first(data):
    variant, start, deals = data.draw(games())
    which = data.draw(st.integers(0, len(deals) - 1))
    right = data.draw(facts(variant, start))
    book = book_of(deals)
    corrected = [*book, Entry(len(book) + 1, "fix", CorrectDeal(book[which].name, right))]
    at_first = book_of([*deals[:which], right, *deals[which + 1 :]])
    assert outcome(start, corrected) == outcome(start, at_first)


@given(st.data())
def test_withdrawing_equals_never_having_written(data):
    _, start, deals = data.draw(games())
    which = data.draw(st.integers(0, len(deals) - 1))
    book = book_of(deals)
    withdrawn = [*book, Entry(len(book) + 1, "gone", Withdraw(book[which].name))]
    without = book_of([*deals[:which], *deals[which + 1 :]])
    assert outcome(start, withdrawn) == outcome(start, without)


@given(st.data())
def test_redo_restores(data):
    _, start, deals = data.draw(games())
    which = data.draw(st.integers(0, len(deals) - 1))
    book = book_of(deals)
    n = len(book)
    again = [
        *book,
        Entry(n + 1, "undo", Withdraw(book[which].name)),
        Entry(n + 2, "redo", Withdraw("undo")),
    ]
    assert outcome(start, again) == outcome(start, book)


@given(st.data())
def test_a_forgotten_deal_put_in_between_equals_having_written_it_in_time(data):
    variant, start, deals = data.draw(games(most_deals=3))
    which = data.draw(st.integers(0, len(deals)))
    forgotten = data.draw(facts(variant, start))
    book = book_of(deals)
    after = book[which - 1].name if which else None
    late = [*book, Entry(len(book) + 1, "late", Deal(after, forgotten), seen=len(book))]
    in_time = book_of([*deals[:which], forgotten, *deals[which:]])
    assert outcome(start, late) == outcome(start, in_time)


@given(games())
def test_reading_changes_nothing_it_was_given_and_gives_the_same_twice(game):
    _, start, deals = game
    book = book_of(deals)
    copied = copy.deepcopy((dataclasses.asdict(start), deals))
    first = numbers_of(read_sheet(start, book))
    assert numbers_of(read_sheet(start, book)) == first
    assert (dataclasses.asdict(start), deals) == copied


@given(books())
def test_counters_and_pools_are_what_was_brought_and_bought_after_every_movement(game):
    start, book = game
    sheet = read_sheet(start, book)
    carry = sheet.start.carry
    held = sum(carry.totals) + sum(carry.pools.values())
    between = [line for transfer in sheet.since for line in transfer.lines]
    steps = [
        [line for transfer in deal.transfers for line in transfer.lines] for deal in sheet.deals
    ]
    steps = [[*moved, *deal.lines] for moved, deal in zip(steps, sheet.deals, strict=True)]
    for lines in (*steps, between, sheet.closing):
        owed = 0
        for line in lines:
            carry = carry.after([line])
            owed += line.points if line.pool is None else 0
            counters = sum(carry.totals) + sum(carry.pools.values()) - sum(carry.bought)
            assert counters == held + owed, "counters came from nowhere"
            assert all(pool >= 0 for pool in carry.pools.values())
            assert line.pool != BANK or line.points > 0
        assert owed == 0, "what one paid another did not receive"
    if sheet.over:
        assert carry.totals == sheet.settled
        assert sum(sheet.settled) == held + sum(carry.bought)


@given(books())
def test_what_seats_hold_adds_up_from_deals_and_what_moved_between_them(game):
    start, book = game
    sheet = read_sheet(start, book)
    totals = list(sheet.start.carry.totals)
    for deal in sheet.deals:
        for line in (line for transfer in deal.transfers for line in transfer.lines):
            totals[line.seat] += line.points
        totals = [had + score for had, score in zip(totals, deal.scores, strict=True)]
        assert tuple(totals) == deal.carry.totals
    for line in (line for transfer in sheet.since for line in transfer.lines):
        totals[line.seat] += line.points
    assert tuple(totals) == sheet.totals


@given(books())
def test_between_two_seats_at_most_one_loan_stands_and_it_is_what_was_lent(game):
    start, book = game
    sheet = read_sheet(start, book)
    net = {}
    for loan in (entry.body for entry in book if isinstance(entry.body, Lend)):
        pair, sign = tuple(sorted((loan.seat, loan.lender))), 1 if loan.seat < loan.lender else -1
        net[pair] = net.get(pair, 0) + sign * loan.counters
    stands = {
        tuple(sorted((loan.seat, loan.lender))): loan.counters
        * (1 if loan.seat < loan.lender else -1)
        for loan in sheet.loans
    }
    assert len(stands) == len(sheet.loans)
    assert stands == {pair: counters for pair, counters in net.items() if counters}


@given(games())
def test_scores_are_whole_numbers(game):
    _, start, deals = game
    for deal in read_sheet(start, book_of(deals)).deals:
        assert all(type(score) is int for score in deal.scores)
        assert all(type(n) is int for line in deal.lines for n in line.numbers.values())
