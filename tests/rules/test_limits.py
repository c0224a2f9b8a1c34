"""A game has so many deals and entries at most."""

import pytest

from scorer.rules.entries import Adjust, Withdraw
from scorer.rules.errors import Refused
from scorer.rules.fold import read_sheet
from scorer.rules.start import Start
from tests.rules.books import book_of
from tests.rules.test_counter_games import start_of
from tests.rules.test_records import RECORD, changed, refusal


def code_of(start, book):
    with pytest.raises(Refused) as fault:
        read_sheet(start, book)
    return fault.value.code


def test_a_game_has_at_most_a_thousand_deals_void_ones_too():
    void = {"void": True}
    assert len(read_sheet(start_of(), book_of(*[void] * 1000)).deals) == 1000
    assert code_of(start_of(), book_of(*[void] * 1001)) == "too_many_deals"
    assert refusal(changed(deals=[void] * 1001)) == ("too_many_deals", None, None)
    withdrawn = book_of(*[void] * 1001, Withdraw("e7"))
    assert len(read_sheet(start_of(), withdrawn).deals) == 1000


def test_a_game_has_at_most_five_thousand_entries():
    start = Start("points", start_of().sitters)
    book = book_of(*[Adjust(0, 1, "late")] * 5001)
    assert read_sheet(start, book[:-1]).totals[0] == 5000
    assert code_of(start, book) == "too_many_entries"
    taken = [{"before_deal": 1, "seat": 0, "player": "Eve"}] * 5001
    assert refusal({**RECORD, "seats_taken": taken}) == ("too_many_entries", None, None)
