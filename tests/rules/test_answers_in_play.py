"""Answers in play are checked as deals are, not taken of a game that is over, and have a limit."""

import pytest

from scorer.rules.entries import Answer, Deal, End, Entry, Withdraw
from scorer.rules.errors import Refused
from scorer.rules.fold import read_sheet
from scorer.rules.record import read_record
from scorer.rules.start import Start
from tests.rules.test_counter_games import book_of, start_of, won_by
from tests.rules.test_records import RECORD, changed, refusal

WHOLE = [won_by(0), won_by(1), won_by(2), won_by(3)]


def code_of(start: Start, book: list[Entry]) -> str:
    with pytest.raises(Refused) as fault:
        read_sheet(start, book)
    return fault.value.code


@pytest.mark.parametrize(
    ("noted", "code"),
    [
        (("aces_swept_by", None, [1]), "not_a_seat"),
        (("aces_swept_by", None, {}), "not_a_seat"),
        (("aces_swept_by", None, True), "not_a_seat"),
        (("aces_swept_by", None, "1"), "not_a_seat"),
        (("aces_swept_by", None, 4), "no_such_seat"),
        (("aces_swept_by", None, -1), "no_such_seat"),
        (("aces_swept_by", 1, 1), "entry_shape"),
        (("out", None, None), "missing_answer"),
        (("hands", None, ["A"]), "entry_shape"),
        (("hands", 4, ["A"]), "entry_shape"),
        (("hands", 3, [[]]), "unknown_card"),
        (("bids", 1, 3), "unknown_key"),
    ],
)
@pytest.mark.parametrize("more", [[], [won_by(3)], [End("late")]])
def test_an_answer_is_checked_whatever_comes_after_it(noted, code, more):
    assert code_of(start_of(), book_of(*WHOLE[:3], Answer("e3", *noted), *more)) == code


@pytest.mark.parametrize("end", [WHOLE, [*WHOLE[:2], End("late")], [End("late")]])
@pytest.mark.parametrize("noted", [("aces_swept_by", None, 2), ("out", None, 1)])
def test_a_game_that_is_over_takes_no_answer(end, noted):
    deals = sum(not isinstance(body, End) for body in end)
    last = f"e{deals}" if deals else None
    assert code_of(start_of(), book_of(*end, Answer(last, *noted))) == "game_is_over"


def in_a_record(*entries):
    book = [
        {"name": entry.name, "kind": entry.body.kind, "content": entry.body.content()}
        for entry in entries
    ]
    deals = [entry.body.facts for entry in entries if isinstance(entry.body, Deal)]
    players = ["Ann", "Ben", "Cat", "Dan"]
    more = {"variant": "red-nines-1881", "players": players, "first_dealer": 0}
    return {"format": "scorer-game/1", **more, "deals": deals, "entries": book}


def test_a_record_with_such_an_answer_is_refused():
    for noted, code in (([1], "not_a_seat"), (1, "game_is_over")):
        record = in_a_record(*book_of(*WHOLE, Answer("e4", "aces_swept_by", None, noted)))
        assert refusal(record) == (code, None, None)
    assert read_record(
        in_a_record(*book_of(*WHOLE[:3], Answer("e3", "aces_swept_by", None, 2), won_by(3)))
    ).sheet.over


def test_a_game_has_at_most_a_thousand_deals_void_ones_too():
    void = {"void": True}
    assert len(read_sheet(start_of(), book_of(*[void] * 1000)).deals) == 1000
    assert code_of(start_of(), book_of(*[void] * 1001)) == "too_many_deals"
    assert refusal(changed(deals=[void] * 1001)) == ("too_many_deals", None, None)
    taken_back = book_of(*[void] * 1001, Withdraw("e7"))
    assert len(read_sheet(start_of(), taken_back).deals) == 1000


def test_a_game_has_at_most_five_thousand_entries():
    notes = [Answer(None, "aces_swept_by", None, at % 4) for at in range(5000)]
    assert read_sheet(start_of(), book_of(*notes)).opening.noted == {"aces_swept_by": 3}
    more = book_of(*notes, won_by(0))
    assert code_of(start_of(), more) == "too_many_entries"
    assert refusal(in_a_record(*more)) == ("too_many_entries", None, None)
    taken = [{"before_deal": 1, "seat": 0, "player": "Eve"}] * 5001
    assert refusal({**RECORD, "seats_taken": taken}) == ("too_many_entries", None, None)
