"""Hands that everybody writes for themselves: what counts, what is open, and what does not fit."""

import pytest

from scorer.rules.book import to_undo
from scorer.rules.entries import (
    WITHHELD,
    Answer,
    CorrectDeal,
    CorrectStart,
    Deal,
    Decide,
    Entry,
    Sitter,
    Withdraw,
)
from scorer.rules.errors import ImpossibleDeal, Refused
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


def test_the_hand_of_whoever_went_out_after_all_is_not_counted():
    assert sheet(hand(ANN, 40), *WHOLE).deals[0].scores == (0, 7, 23, 32)
    other = sheet(hand(ANN, 40), out(DAN), hand(BEN, 7), hand(CAT, 23), out(ANN), hand(DAN, 32))
    # Dan's out completed it; that it was Ann is said to a deal that is scored.
    assert other.deals[0].id == "e1"


def test_taking_back_who_is_out_keeps_the_hands():
    taken = sheet(out(ANN), hand(BEN, 7), Withdraw("e1"), hand(CAT, 23), hand(DAN, 32))
    assert taken.deals == ()
    assert [one.seat for one in taken.opening.answered] == [BEN, CAT, DAN]
    said_again = sheet(out(BEN), hand(BEN, 7), Withdraw("e1"), *WHOLE[2:], out(ANN))
    assert said_again.deals[0].scores == (0, 7, 23, 32)


def test_what_is_said_to_be_told_with_an_answer_of_another_deal_does_not_go_with_it():
    later = (out(DAN, "e1"), *(hand(seat, 10, after="e1") for seat in (ANN, BEN)))
    strange = Answer("e1", "hands", CAT, {"points": 10, "red_nines": 0}, given_with="e1")
    told = (*WHOLE, *later, strange)
    assert to_undo(book(*told)).name == "e8"
    read = sheet(*told, Withdraw("e1", whole=True))
    assert [(deal.id, deal.scores) for deal in read.deals] == [("e5", (10, 10, 10, 0))]


def test_a_deal_dealt_again_after_it_was_taken_back_is_another_one():
    second = (out(BEN), hand(ANN, 5), hand(CAT, 6), hand(DAN, 8))
    read = sheet(*WHOLE, Withdraw("e1", whole=True), *second)
    assert [(deal.id, deal.scores) for deal in read.deals] == [("e6", (5, 0, 6, 8))]
    behind = sheet(*WHOLE, Withdraw("e1", whole=True), *second, Withdraw("e6", whole=True))
    assert (behind.deals, behind.opening.answered) == ((), ())


def test_deals_answered_one_by_one_follow_one_another():
    later = (out(DAN, "e1"), *(hand(seat, 10, after="e1") for seat in (ANN, BEN, CAT)))
    whole = Deal("e5", FACTS)
    read = sheet(*WHOLE, *later, whole)
    assert [deal.id for deal in read.deals] == ["e1", "e5", "e9"]
    assert read.totals == (10, 24, 56, 64)
    # Without the first, the second is the first.
    read = sheet(*WHOLE, *later, whole, Withdraw("e1", whole=True))
    assert [(deal.id, deal.number) for deal in read.deals] == [("e5", 1), ("e9", 2)]


def test_a_correction_replaces_the_answers():
    correction = CorrectDeal("e1", facts(8, 23, 32))
    read = sheet(*WHOLE, correction)
    assert (read.deals[0].scores, read.deals[0].earlier) == ((0, 8, 23, 32), ((0, 7, 23, 32),))
    assert sheet(*WHOLE, correction, Withdraw("e5")).deals == sheet(*WHOLE).deals


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


@pytest.mark.parametrize(
    ("decision", "score"),
    [
        (hand(BEN, 28), 28),
        (Withdraw("e2"), 28),
        (Withdraw("e3"), 7),
        (CorrectDeal("e1", FACTS), 7),
    ],
)
def test_a_person_decides(decision, score):
    read = sheet(out(ANN), hand(BEN, 7), hand(BEN, 28), *WHOLE[2:], decision, unseen={3: 1})
    assert read.deals[0].scores[BEN] == score
    assert read.deals[0].open_questions == ()


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


KINGS = (out(ANN), hand(BEN, ["K", "K", "K"]), hand(CAT, ["K", "K"]), hand(DAN, ["2"]))


@pytest.mark.parametrize(
    "more", [CorrectDeal("e5", facts(8, 23, 32)), CorrectStart(first_dealer=BEN)]
)
def test_hands_that_never_fitted_are_replaced_by_the_deal_written_whole(more):
    written = book(*KINGS, Deal(None, FACTS))
    assert [deal.id for deal in read_sheet(START, written).deals] == ["e5"]
    read = read_sheet(START, [*written, Entry(6, "e6", more, 5)])
    assert [deal.id for deal in read.deals] == ["e5"]
    assert read == sheet(*KINGS, Deal(None, FACTS), more)


def test_hands_that_were_replaced_stay_so_though_they_would_fit_by_other_rules():
    american = Start("red-nines", PLAYERS, house_rules={"values": "american"})
    answers = (out(ANN), hand(BEN, 140), hand(CAT, 23), hand(DAN, 32))
    assert len(read_sheet(START, book(*answers)).deals) == 1
    assert read_sheet(american, book(*answers)).opening.fault is not None
    cards = {"out": ANN, "hands": [[], ["K"], ["Q"], ["2"]]}
    told = (*answers, Deal(None, cards), CorrectStart(house_rules={"values": "standard"}))
    assert [deal.id for deal in read_sheet(american, book(*told)).deals] == ["e5"]


# Two say that they were out, neither having seen the other, and Ann's hand was never told.
TWO_OUT = (out(ANN), out(DAN), hand(BEN, 7), hand(CAT, 23), hand(DAN, 32))
TWO_UNSEEN = {1: 0, 2: 0}


@pytest.mark.parametrize(
    "later",
    [
        (out(BEN, "e1"), *(hand(seat, 5, after="e1") for seat in (ANN, CAT, DAN))),
        (out(BEN, "e1"), hand(CAT, 5, after="e1")),
        (Deal("e1", FACTS),),
    ],
)
def test_a_deal_that_others_follow_does_not_lose_a_hand(later):
    told = book(*TWO_OUT, *later, unseen=TWO_UNSEEN)
    number = len(told) + 1
    with pytest.raises(ImpossibleDeal) as refused:
        read_sheet(START, [*told, Entry(number, "decision", Decide("e2"), number - 1)])
    fault = refused.value
    assert (fault.code, fault.deal, fault.seat) == ("missing_then", 1, ANN)
    # Correcting the deal says who was out, and Ann's hand.
    held = [{"points": points, "red_nines": 0} for points in (11, 7, 23)]
    corrected = CorrectDeal("e1", {"out": DAN, "hands": [*held, []]})
    read = read_sheet(START, [*told, Entry(number, "correction", corrected, number - 1)])
    assert read.deals[0].scores == (11, 7, 23, 0)
    assert not read.deals[0].open_questions
    # Nothing of the next deal was taken for this one.
    if len(later) == 2:
        assert {one.entry for one in read.opening.answered} == {"e6", "e7"}


def test_the_last_deal_asks_for_a_hand_again_that_is_missing_by_the_decision():
    read = sheet(*TWO_OUT, Decide("e2"), unseen=TWO_UNSEEN)
    assert (read.deals, read.opening.missing) == ((), (("hands", ANN),))
    told = sheet(*TWO_OUT, Decide("e2"), hand(ANN, 4), unseen=TWO_UNSEEN)
    assert told.deals[0].scores == (4, 7, 23, 0)


def test_answers_that_follow_a_deal_are_never_taken_for_it():
    # In a file it may be so: there nothing is refused.
    later = (out(BEN, "e1"), *(hand(seat, 5, after="e1") for seat in (ANN, CAT, DAN)))
    read = sheet(*TWO_OUT, *later, Decide("e2"), unseen=TWO_UNSEEN)
    assert [(deal.id, deal.scores) for deal in read.deals] == [("e6", (5, 0, 5, 5))]
    begun = sheet(*TWO_OUT, *later[:2], Decide("e2"), unseen=TWO_UNSEEN)
    assert {one.entry for one in begun.opening.answered} == {"e2", "e3", "e4", "e5"}
    assert begun.opening.missing == (("hands", ANN),)


def test_an_answer_that_is_not_told_counts_as_in_and_makes_no_deal():
    hidden = Answer(None, "hands", BEN, WITHHELD)
    opening = sheet(hidden, WHOLE[0]).opening
    assert ("hands", BEN, WITHHELD) in [(a.key, a.seat, a.value) for a in opening.answered]
    read = sheet(WHOLE[0], hidden, *WHOLE[2:])
    assert read.deals == ()
    assert "value" not in hidden.content()
