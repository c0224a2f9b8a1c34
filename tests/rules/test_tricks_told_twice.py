"""Two phones enter the tricks of one deal, neither having seen the other: that is one question."""

import pytest

from scorer.rules.entries import Answer, Deal, Decide, Entry, Sitter
from scorer.rules.fold import SheetHistory, read_sheet
from scorer.rules.start import Start

START = Start("oxford-whist", tuple(Sitter(name, name) for name in ("ann", "ben", "cat")), 0)
BIDS = (3, 2, 4)


def entry(number, key, seat, value, *, seen=None, given_with=None):
    body = Answer(None, key, seat, value, given_with)
    return Entry(number, f"e{number}", body, number - 1 if seen is None else seen, stored=True)


def tricks(first, *counts, seen=None):
    """The tricks of all, entered in one tap."""
    return [
        entry(
            first + seat,
            "tricks",
            seat,
            count,
            seen=seen,
            given_with=f"e{first}" if seat else None,
        )
        for seat, count in enumerate(counts)
    ]


def opened():
    """What is noted before the tricks of deal 1: all that is needed besides."""
    book = [entry(seat + 1, "bids", seat, bid) for seat, bid in enumerate(BIDS)]
    missing = read_sheet(START, book).opening.missing
    for key, seat in missing:
        if key != "tricks":
            book.append(entry(len(book) + 1, key, seat, "S"))
    return book


def told(*counts):
    """What several phones entered of which none had seen another."""
    book = opened()
    before = len(book)
    for one in counts:
        book += tricks(len(book) + 1, *one, seen=before)
    return book, before


def took(read):
    return read.deals[0].facts.answers["tricks"]


def test_all_tricks_are_one_question_and_one_tap_decides():
    book, before = told((1, 2, 6), (3, 3, 3))
    read = read_sheet(START, book)
    (question,) = read.deals[0].open_questions
    assert (question.key, question.seat) == ("tricks", None)
    assert question.entries == (f"e{before + 1}", f"e{before + 4}")
    assert took(read) == (1, 2, 6)
    for name, counts in zip(question.entries, ((1, 2, 6), (3, 3, 3)), strict=True):
        decision = Entry(len(book) + 1, "d", Decide(name), len(book))
        decided = read_sheet(START, [*book, decision])
        assert (took(decided), decided.undecided) == (counts, ())
        assert SheetHistory(START, [*book, decision]).sheet(len(book) + 1).totals == decided.totals


def test_who_says_the_same_of_one_seat_is_chosen_whole():
    book, _ = told((1, 2, 6), (4, 2, 3), (1, 4, 4))
    (question,) = read_sheet(START, book).deals[0].open_questions
    assert len(question.entries) == 3
    for name, counts in zip(question.entries, ((1, 2, 6), (4, 2, 3), (1, 4, 4)), strict=True):
        decision = Entry(len(book) + 1, "d", Decide(name), len(book))
        decided = read_sheet(START, [*book, decision])
        assert (took(decided), decided.undecided) == (counts, ())


def test_who_says_the_same_of_all_is_no_question():
    read = read_sheet(START, told((1, 2, 6), (1, 2, 6))[0])
    assert (took(read), read.undecided) == ((1, 2, 6), ())
    (question,) = (
        read_sheet(START, told((1, 2, 6), (3, 3, 3), (3, 3, 3))[0]).deals[0].open_questions
    )
    assert len(question.entries) == 2


def test_whoever_has_seen_both_enters_them_anew():
    book, _ = told((1, 2, 6), (3, 3, 3))
    read = read_sheet(START, [*book, *tricks(len(book) + 1, 2, 3, 4)])
    assert (took(read), read.undecided) == ((2, 3, 4), ())


@pytest.mark.parametrize("late", [(3, 3, 3), (2, 3, 4)])
def test_tricks_that_come_after_the_decision_ask_again(late):
    book, before = told((1, 2, 6), (3, 3, 3))
    decision = Entry(len(book) + 1, "d", Decide(f"e{before + 4}"), len(book), stored=True)
    read = read_sheet(START, [*book, decision, *tricks(len(book) + 2, *late, seen=before)])
    assert took(read) == (3, 3, 3)
    assert bool(read.undecided) == (late != (3, 3, 3))


def test_tricks_beside_a_deal_that_was_written_whole_are_one_question():
    record = read_sheet(START, told((1, 2, 6))[0]).deals[0].record
    whole = Entry(1, "e1", Deal(None, {**record, "tricks": [3, 3, 3]}), 0, True)
    book = [whole, *tricks(2, 1, 2, 6, seen=0)]
    read = read_sheet(START, book)
    (question,) = read.deals[0].open_questions
    assert (question.seat, question.entries) == (None, ("e1", "e2"))
    assert took(read) == (3, 3, 3)
    decided = read_sheet(START, [*book, Entry(5, "d", Decide("e2"), 4)])
    assert (took(decided), decided.undecided) == ((1, 2, 6), ())
