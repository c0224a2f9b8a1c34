"""Hands that everybody writes for themselves: what counts, what is open, and what does not fit."""

import pytest

from scorer.rules.entries import (
    WITHHELD,
    Answer,
    CorrectStart,
    Deal,
    Entry,
    Sitter,
    Withdraw,
)
from scorer.rules.errors import Refused
from scorer.rules.fold import read_sheet
from scorer.rules.start import Start

ANN, BEN, CAT, DAN = range(4)
PLAYERS = tuple(
    Sitter(f"player-{seat}", name) for seat, name in enumerate("Ann Ben Cat Dan".split())
)
START = Start("red-nines", PLAYERS)


def out(seat, after=None):
    return Answer(after, "out", None, seat)


def hand(seat, points, red_nines=0, after=None):
    value = points if isinstance(points, list) else {"points": points, "red_nines": red_nines}
    return Answer(after, "hands", seat, value)


def book(*bodies, unseen=None):
    """A book in which everybody has seen everything, but for the entries named in `unseen`."""
    seen = unseen or {}
    return [
        Entry(number, f"e{number}", body, seen.get(number, number - 1), stored=True)
        for number, body in enumerate(bodies, start=1)
    ]


def sheet(*bodies, unseen=None):
    return read_sheet(START, book(*bodies, unseen=unseen))


def facts(*points):
    """A deal that Ann won, written whole."""
    return {"out": ANN, "hands": [[], *({"points": held, "red_nines": 0} for held in points)]}


WHOLE = (out(ANN), hand(BEN, 7), hand(CAT, 23), hand(DAN, 32))
FACTS = facts(7, 23, 32)


def test_the_opening_tells_who_is_in_and_what_is_missing():
    opening = sheet(hand(CAT, 23), out(ANN)).opening
    told = [(one.key, one.seat, one.entry) for one in opening.answered]
    assert told == [("out", None, "e2"), ("hands", CAT, "e1")]
    assert opening.missing == (("hands", BEN), ("hands", DAN))
    assert sheet(hand(CAT, 23)).opening.missing[0] == ("out", None)


def test_taking_back_who_is_out_keeps_the_hands():
    taken = sheet(out(ANN), hand(BEN, 7), Withdraw("e1"), hand(CAT, 23), hand(DAN, 32))
    assert taken.deals == ()
    assert [one.seat for one in taken.opening.answered] == [BEN, CAT, DAN]
    said_again = sheet(out(BEN), hand(BEN, 7), Withdraw("e1"), *WHOLE[2:], out(ANN))
    assert said_again.deals[0].scores == (0, 7, 23, 32)


def test_whoever_has_seen_an_answer_changes_it():
    read = sheet(hand(BEN, 70), hand(BEN, 7), *WHOLE[:1], *WHOLE[2:])
    assert read.deals[0].scores == (0, 7, 23, 32)
    assert read.deals[0].open_questions == ()


def test_two_who_say_the_same_unseen_are_one():
    cards = (hand(BEN, ["4", "3"]), hand(BEN, ["3", "4"]))
    read = sheet(*cards, *WHOLE[:1], *WHOLE[2:], unseen={2: 0})
    assert read.deals[0].open_questions == ()
    # A sum and the cards that make it are known to be the same once the deal is scored.
    read = sheet(hand(BEN, ["4", "3"]), *WHOLE, unseen={3: 0})
    assert read.deals[0].open_questions == ()


def test_two_who_say_otherwise_unseen_leave_a_question_open():
    said = (out(ANN), hand(BEN, 7), hand(BEN, 28), *WHOLE[2:])
    read = sheet(*said, unseen={3: 1})
    assert read.deals[0].scores == (0, 7, 23, 32)
    (question,) = read.deals[0].open_questions
    assert (question.key, question.seat, question.entries) == ("hands", BEN, ("e2", "e3"))
    before = sheet(*said[:3], unseen={3: 1})
    assert before.opening.open_questions == (question,)


def test_a_game_does_not_end_while_a_question_is_open():
    last, deals = None, []
    for number in range(3):
        deals.append(Deal(last, FACTS))
        last = f"e{number + 1}"
    answers = [out(ANN, last), *(hand(seat, 7, after=last) for seat in (BEN, CAT, DAN))]
    ended = sheet(*deals, *answers)
    assert ended.over and ended.winners
    waits = sheet(*deals, *answers, hand(DAN, 9, after=last), unseen={8: 3})
    assert not waits.over and not waits.winners
    assert waits.undecided and waits.left == 0
    decided = sheet(*deals, *answers, hand(DAN, 9, after=last), Withdraw("e8"), unseen={8: 3})
    assert decided.over


def test_what_cannot_be_true_together_stays_in_and_says_whose_hands_do_not_fit():
    aces = ["A", "A", "A"]
    bodies = (out(ANN), hand(BEN, aces), hand(CAT, ["A", "A"]), hand(DAN, 32))
    read = sheet(*bodies)
    assert read.deals == () and read.carry.totals == (0, 0, 0, 0)
    assert (read.opening.fault.code, read.opening.missing) == ("too_many_of_rank", ())
    assert read.opening.unfit == (BEN, CAT)
    mended = sheet(*bodies, hand(CAT, ["A", "K"]))
    assert [deal.id for deal in mended.deals] == ["e1"]
    # It is not refused when it comes, either.
    new = [*book(*bodies[:3]), Entry(4, "e4", bodies[3], 3)]
    assert read_sheet(START, new).opening.fault is not None


def test_a_correction_of_the_start_that_a_scored_deal_cannot_have_is_refused():
    bodies = (*WHOLE[:3], hand(DAN, 20))
    deal = read_sheet(START, book(*bodies)).deals[0]
    assert deal.scores == (0, 7, 23, 20)
    new = Entry(5, "e5", CorrectStart(house_rules={"values": "american"}), 4)
    with pytest.raises(Refused):
        read_sheet(START, [*book(*bodies), new])


def test_a_deal_written_whole_replaces_the_answers_its_writer_has_seen():
    read = sheet(*WHOLE[:3], Deal(None, FACTS))
    assert [(deal.id, deal.answers) for deal in read.deals] == [("e4", ())]
    assert read.opening.answered == ()
    # One that was complete by then is a deal: whoever has seen it puts in one that was forgotten.
    complete = sheet(*WHOLE, Deal(None, FACTS))
    assert [deal.id for deal in complete.deals] == ["e5", "e1"]
    # Whoever had not seen the last hand has told of the same deal.
    unseen = sheet(*WHOLE, Deal(None, FACTS), unseen={5: 3})
    assert [(deal.id, deal.repeats) for deal in unseen.deals] == [("e1", ("e5",))]


def test_an_answer_that_is_not_told_counts_as_in_and_makes_no_deal():
    hidden = Answer(None, "hands", BEN, WITHHELD)
    opening = sheet(hidden, WHOLE[0]).opening
    assert ("hands", BEN, WITHHELD) in [(a.key, a.seat, a.value) for a in opening.answered]
    read = sheet(WHOLE[0], hidden, *WHOLE[2:])
    assert read.deals == ()
    assert "value" not in hidden.content()
