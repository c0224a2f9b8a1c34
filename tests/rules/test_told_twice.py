"""Two tell of the same deal, neither having seen the other: what counts, and how it is decided."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorer.rules.entries import CorrectDeal, Deal, Decide, End, Entry, Withdraw
from scorer.rules.errors import GameIsOver, ImpossibleDeal
from scorer.rules.fold import SheetHistory, read_sheet
from scorer.rules.start import Start
from tests.rules.test_own_hands import (
    ANN,
    BEN,
    CAT,
    DAN,
    FACTS,
    PLAYERS,
    START,
    WHOLE,
    book,
    facts,
    hand,
    out,
    sheet,
)

ANNS, BENS, CATS = facts(7, 23, 12), facts(7, 23, 28), facts(7, 23, 30)
FIRST = Deal(None, ANNS)
# Ann’s phone and Ben’s have both told of deal 1; neither has seen the other.
TWICE = (FIRST, Deal(None, BENS))


def ids(read):
    return [deal.id for deal in read.deals]


def dans(read):
    """What Dan got in each deal."""
    return [deal.scores[DAN] for deal in read.deals]


def test_the_first_in_the_book_counts_and_the_other_stands_beside_it():
    read = sheet(*TWICE, unseen={2: 0})
    assert (ids(read), dans(read)) == (["e1"], [12])
    (rival,) = read.deals[0].rivals
    assert (rival.id, rival.entry, rival.number, rival.scores) == ("e2", 2, 1, (0, 7, 23, 28))
    assert read.undecided == read.deals


def test_what_says_the_same_is_one_deal():
    read = sheet(FIRST, Deal(None, {**ANNS, "on_red_nine": False}), unseen={2: 0})
    assert (ids(read), read.deals[0].repeats, read.undecided) == (["e1"], ("e2",), ())


def test_whoever_has_seen_the_other_puts_in_a_forgotten_deal():
    read = sheet(*TWICE)
    assert (ids(read), read.undecided) == (["e2", "e1"], ())


def test_of_three_two_of_whom_say_the_same_there_are_two():
    read = sheet(*TWICE, Deal(None, BENS), Deal(None, CATS), unseen={2: 0, 3: 0, 4: 0})
    first, second = read.deals[0].rivals
    assert (first.id, first.repeats, second.id) == ("e2", ("e3",), "e4")


@pytest.mark.parametrize(
    ("decision", "score"),
    [
        (Decide("e1"), 12),
        (Decide("e2"), 28),
        (Withdraw("e1"), 28),
        (Withdraw("e2"), 12),
        (CorrectDeal("e1", CATS), 30),
    ],
)
def test_somebody_who_has_seen_both_decides(decision, score):
    read = sheet(*TWICE, decision, unseen={2: 0})
    assert (dans(read), read.undecided) == ([score], ())
    # Undo asks again.
    again = sheet(*TWICE, decision, Withdraw("e3"), unseen={2: 0})
    assert (dans(again), [rival.id for rival in again.deals[0].rivals]) == ([12], ["e2"])


def test_both_were_played():
    read = sheet(*TWICE, Decide("e2", apart=True), unseen={2: 0})
    assert (ids(read), dans(read), read.undecided) == (["e1", "e2"], [12, 28], ())
    assert read.deals[1].table.dealer == BEN
    assert len(sheet(*TWICE, Decide("e2", apart=True), Withdraw("e3"), unseen={2: 0}).deals) == 1


def test_who_has_not_seen_the_third_has_not_decided_about_it():
    read = sheet(*TWICE, Deal(None, CATS), Decide("e2"), unseen={2: 0, 3: 0, 4: 2})
    assert (ids(read), [rival.id for rival in read.deals[0].rivals]) == (["e2"], ["e3"])


def test_a_correction_that_has_not_seen_the_other_decides_nothing():
    read = sheet(*TWICE, CorrectDeal("e1", CATS), unseen={2: 0, 3: 1})
    assert (dans(read), [rival.id for rival in read.deals[0].rivals]) == ([30], ["e2"])


def test_a_correction_of_the_other_is_what_stands_beside():
    read = sheet(*TWICE, CorrectDeal("e2", CATS), unseen={2: 0})
    (rival,) = read.deals[0].rivals
    assert (rival.id, rival.entry, rival.scores[DAN]) == ("e2", 3, 30)
    same = sheet(*TWICE, CorrectDeal("e2", ANNS), unseen={2: 0})
    assert (same.undecided, same.deals[0].repeats) == ((), ("e2",))


def test_two_phones_without_signal_that_each_tell_of_two_deals_ask_about_each():
    anns = (FIRST, Deal("e1", facts(5, 6, 8)))
    bens = (Deal(None, BENS), Deal("e3", facts(5, 6, 9)))
    read = sheet(*anns, *bens, unseen={2: 0, 3: 0, 4: 0})
    assert [(deal.id, [r.id for r in deal.rivals]) for deal in read.deals] == [
        ("e1", ["e3"]),
        ("e2", ["e4"]),
    ]
    # Where one of the two was another deal, what follows it stays in its place.
    apart = sheet(*anns, *bens, Decide("e3", apart=True), unseen={2: 0, 3: 0, 4: 0})
    assert [(deal.id, len(deal.rivals)) for deal in apart.deals] == [
        ("e1", 0),
        ("e3", 0),
        ("e2", 1),
    ]
    bens_count = sheet(*anns, *bens, Decide("e3"), Withdraw("e1"), unseen={2: 0, 3: 0, 4: 0})
    assert ids(bens_count) == ["e3", "e2"]


def test_the_one_who_has_two_deals_and_the_one_who_has_one_ask_about_one():
    read = sheet(FIRST, Deal(None, BENS), Deal("e2", CATS), unseen={2: 0, 3: 0})
    assert [(deal.id, len(deal.rivals)) for deal in read.deals] == [("e1", 1), ("e3", 0)]


def test_a_deal_whose_forerunner_was_taken_back_and_told_anew_meanwhile():
    second = Deal("e1", facts(5, 6, 8))
    told = (FIRST, second, Withdraw("e2"), Deal("e1", facts(2, 3, 4)), Deal("e2", facts(3, 4, 5)))
    read = sheet(*told, unseen={5: 2})
    assert [(deal.id, [r.id for r in deal.rivals]) for deal in read.deals] == [
        ("e1", []),
        ("e4", ["e5"]),
    ]


def test_a_deal_that_was_taken_back_before_the_other_came_asks_nothing():
    read = sheet(FIRST, Withdraw("e1"), Deal(None, BENS), unseen={3: 0})
    assert (ids(read), read.undecided) == (["e3"], ())
    # Nor does it when it is put back by somebody who has seen both.
    assert (
        sheet(FIRST, Withdraw("e1"), Deal(None, BENS), Withdraw("e2"), unseen={3: 0}).undecided
        == ()
    )


def test_two_corrections_of_which_neither_has_seen_the_other():
    told = (FIRST, CorrectDeal("e1", BENS), CorrectDeal("e1", CATS))
    read = sheet(*told, unseen={3: 1})
    assert (dans(read), [r.id for r in read.deals[0].rivals]) == ([28], ["e3"])
    assert read.deals[0].rivals[0].scores[DAN] == 30
    for decision, score in (("e1", 28), ("e2", 28), ("e3", 30)):
        decided = sheet(*told, Decide(decision), unseen={3: 1})
        assert (dans(decided), decided.undecided) == ([score], ())
    assert dans(sheet(*told, Withdraw("e2"), unseen={3: 1})) == [30]
    assert dans(sheet(*told, CorrectDeal("e1", ANNS), unseen={3: 1})) == [12]
    third = sheet(*told, CorrectDeal("e1", ANNS), unseen={3: 1, 4: 2})
    assert [r.id for r in third.deals[0].rivals] == ["e3", "e4"]
    assert sheet(*told[:2], CorrectDeal("e1", BENS), unseen={3: 1}).deals[0].repeats == ("e3",)


def test_the_correction_that_is_chosen_strikes_the_other_through():
    told = (FIRST, CorrectDeal("e1", BENS), CorrectDeal("e1", CATS), Decide("e3"))
    assert [scores[DAN] for scores in sheet(*told, unseen={3: 1}).deals[0].earlier] == [12, 28]


def test_hands_written_one_by_one_and_the_whole_deal_by_somebody_who_had_not_seen_them():
    told = (*WHOLE, Deal(None, facts(7, 23, 28)))
    read = sheet(*told, unseen={5: 2})
    assert [(deal.id, [r.id for r in deal.rivals]) for deal in read.deals] == [("e1", ["e5"])]
    assert dans(sheet(*told, Decide("e1"), unseen={5: 2})) == [32]
    assert dans(sheet(*told, Decide("e5"), unseen={5: 2})) == [28]
    assert dans(sheet(*told, Decide("e5", apart=True), unseen={5: 2})) == [32, 28]
    assert dans(sheet(*told, Withdraw("e1", whole=True), unseen={5: 2})) == [28]
    corrected = sheet(*told, CorrectDeal("e1", CATS), unseen={5: 2})
    assert (dans(corrected), corrected.undecided) == ([30], ())


def test_one_tap_decides_between_two_answers():
    told = (out(ANN), hand(BEN, 7), hand(BEN, 28), hand(CAT, 23), hand(DAN, 32))
    for name, score in (("e2", 7), ("e3", 28)):
        read = sheet(*told, Decide(name), unseen={3: 1})
        assert (read.deals[0].scores[BEN], read.undecided) == (score, ())
    before = sheet(*told[:3], Decide("e3"), unseen={3: 1})
    assert before.opening.open_questions == ()
    late = sheet(*told[:3], Decide("e3"), hand(BEN, 9), unseen={3: 1, 5: 1})
    assert [q.entries for q in late.opening.open_questions] == [("e3", "e5")]


def the_last_but_one():
    """Three deals, after which one is left."""
    last, deals = None, []
    for number in range(1, 4):
        deals.append(Deal(last, ANNS))
        last = f"e{number}"
    return deals


def test_the_game_does_not_end_before_it_is_decided():
    told = (*the_last_but_one(), Deal("e3", ANNS), Deal("e3", BENS))
    read = sheet(*told, unseen={5: 3})
    assert not read.over and not read.winners
    assert (read.left, read.waits) == (0, True)
    assert sheet(*told, Decide("e5"), unseen={5: 3}).over
    # Nor can a deal be scored behind it.
    with pytest.raises(GameIsOver):
        read_sheet(START, [*book(*told, unseen={5: 3}), Entry(6, "e6", Deal("e4", ANNS), 5)])


def test_a_game_that_was_stopped_goes_on_until_it_is_decided():
    told = (FIRST, End("late"), Deal(None, BENS))
    assert not sheet(*told, unseen={3: 0}).over
    assert sheet(*told, Decide("e3"), unseen={3: 0}).ended == End("late")


def test_what_cannot_have_happened_is_refused_when_it_comes_and_kept_later():
    aces = {"out": ANN, "hands": [[], ["A"] * 5, ["2"], ["3"]]}
    new = Entry(2, "e2", Deal(None, aces), 0)
    with pytest.raises(ImpossibleDeal):
        read_sheet(START, [*book(FIRST), new])
    read = sheet(FIRST, Deal(None, aces), unseen={2: 0})
    assert (read.deals[0].rivals[0].lines, dans(read)) == ((), [12])


def same_history(entries):
    """Check that a book reads as it does when it is read from one entry to the next."""
    history = SheetHistory(START, entries)
    for version in range(len(entries) + 1):
        read, direct = history.sheet(version), read_sheet(START, entries[:version])
        assert [(deal.id, deal.entry) for deal in read.deals] == [
            (deal.id, deal.entry) for deal in direct.deals
        ]
        told_beside = [[rival.id for rival in deal.rivals] for deal in read.deals]
        assert told_beside == [[rival.id for rival in deal.rivals] for deal in direct.deals]
        assert (read.totals, read.undecided == ()) == (direct.totals, direct.undecided == ())


def counters(out, *held):
    """A deal of Red Nines 1881 in which everybody but one pays for so many cards."""
    hands = [{"cards": cards, "red_nines": 0} for cards in held]
    return {"out": out, "hands": [*hands[:out], [], *hands[out:]]}


def test_nothing_is_laid_down_for_a_deal_that_may_never_be_played():
    deals = [Deal(f"e{at}" if at else None, counters(at, 2, 2, 2)) for at in range(4)]
    entries = book(*deals, Deal("e3", counters(3, 2, 2, 3)), unseen={5: 3})
    read = read_sheet(Start("red-nines-1881", PLAYERS), entries)
    assert read.waits
    assert read.now == read.carry


# Two phones without signal, of which neither sees what the other writes.

SOME = (facts(7, 23, 12), facts(7, 23, 28), facts(5, 6, 8))


@st.composite
def told_offline(draw, phone):
    """What a phone has written without signal: up to three deals, some of them corrected."""
    bodies, after = [], None
    for number in range(draw(st.integers(1, 3))):
        name = f"{phone}{number}"
        bodies.append((name, Deal(after, draw(st.sampled_from(SOME)))))
        if draw(st.booleans()):
            bodies.append((f"{name}-again", CorrectDeal(name, draw(st.sampled_from(SOME)))))
        after = name
    return bodies


def arrived(anns, bens, order):
    """The book where both have come back, and the entries arrived in this order."""
    left = {True: list(anns), False: list(bens)}
    told = [left[is_anns].pop(0) for is_anns in order]
    return [
        Entry(number, name, body, 0, stored=True)
        for number, (name, body) in enumerate(told, start=1)
    ]


def asked(read):
    """All that was told of each deal, whichever counts."""
    return [
        {frozenset((told.id, *told.repeats)) for told in (deal, *deal.rivals)}
        for deal in read.deals
    ]


@given(st.data())
def test_whichever_phone_comes_back_first_the_same_is_asked_and_decided(data):
    anns, bens = data.draw(told_offline("ann")), data.draw(told_offline("ben"))
    phones = [True] * len(anns) + [False] * len(bens)
    first, second = (
        arrived(anns, bens, data.draw(st.permutations(phones))) for _ in ("one", "other")
    )
    one, other = (read_sheet(START, entries) for entries in (first, second))
    assert asked(one) == asked(other)

    def decided(entries, read):
        chosen = [
            told.id if told.id.startswith("ann") else next(iter(told.repeats), None)
            for deal in read.undecided
            for told in (deal, *deal.rivals)
            if any(name.startswith("ann") for name in (told.id, *told.repeats))
        ]
        more = [
            Entry(len(entries) + at, f"tap{at}", Decide(name), len(entries), stored=True)
            for at, name in enumerate(chosen, start=1)
        ]
        return read_sheet(START, [*entries, *more])

    one, other = decided(first, one), decided(second, other)
    assert one.undecided == other.undecided == ()
    assert one.totals == other.totals


# A deal that was written whole, and single answers to it.


def bens(read):
    """What Ben got in each deal."""
    return [deal.scores[BEN] for deal in read.deals]


def questions(read):
    """What is asked of single answers, deal by deal."""
    return [
        [(question.key, question.seat, set(question.entries)) for question in deal.open_questions]
        for deal in read.deals
    ]


def test_a_hand_that_the_writer_of_the_whole_deal_had_not_seen_is_the_same_or_a_question():
    told = (out(ANN), hand(BEN, 9), Deal(None, ANNS))
    read = sheet(*told, unseen={3: 1})
    assert (ids(read), bens(read), read.deals[0].beside) == (["e3"], [9], ("e2",))
    assert questions(read) == [[("hands", BEN, {"e2", "e3"})]]
    same = sheet(out(ANN), hand(BEN, 7), Deal(None, ANNS), unseen={3: 1})
    assert (ids(same), bens(same), same.undecided) == (["e3"], [7], ())
    # Whoever has seen it has replaced it.
    assert sheet(*told).undecided == ()
    # It comes late as well, where its writer had not seen the deal.
    late = sheet(out(ANN), Deal(None, ANNS), hand(BEN, 9), unseen={3: 1})
    assert (bens(late), questions(late)) == ([7], [[("hands", BEN, {"e2", "e3"})]])


@pytest.mark.parametrize(
    ("decision", "score"),
    [
        (Decide("e2"), 9),
        (Decide("e3"), 7),
        (Withdraw("e2"), 7),
        (CorrectDeal("e3", facts(8, 23, 12)), 8),
    ],
)
def test_somebody_who_has_seen_a_hand_and_the_whole_deal_decides(decision, score):
    told = (out(ANN), hand(BEN, 9), Deal(None, ANNS))
    read = sheet(*told, decision, unseen={3: 1})
    assert (bens(read), read.undecided) == ([score], ())
    asked = sheet(*told, decision, Withdraw("e4"), unseen={3: 1})
    assert len(asked.undecided) == 1


def test_hands_of_two_seats_beside_a_whole_deal_are_asked_about_one_by_one():
    told = (out(ANN), hand(BEN, 9), Deal(None, ANNS), hand(CAT, 25))
    unseen = {3: 1, 4: 1}
    read = sheet(*told, unseen=unseen)
    assert [question[1] for question in questions(read)[0]] == [BEN, CAT]
    assert read.totals == (0, 9, 23, 12)
    for entry, totals, left in (("e2", (0, 9, 23, 12), CAT), ("e4", (0, 9, 25, 12), BEN)):
        decided = sheet(*told, Decide(entry), unseen=unseen)
        assert decided.totals == totals
        assert [question[1] for question in questions(decided)[0]] == [left]


def test_who_is_out_by_another_phone_is_a_question_beside_a_whole_deal():
    read = sheet(out(BEN), Deal(None, ANNS), unseen={2: 0})
    # That somebody is out who held cards cannot be true together, so the deal counts.
    assert (read.totals, questions(read)) == ((0, 7, 23, 12), [[("out", None, {"e1", "e2"})]])
    assert read.deals[0].open_questions[0].entries[0] == "e2"
    assert sheet(out(ANN), Deal(None, ANNS), unseen={2: 0}).undecided == ()
    # The hand of whoever was out is none.
    assert sheet(hand(ANN, 40), Deal(None, ANNS), unseen={2: 0}).undecided == ()


def test_a_deal_forgotten_before_one_that_was_answered_is_a_deal_before_it():
    for read in (
        sheet(*WHOLE, Deal(None, ANNS)),
        # Taken back and put back, it behaves as whole deals do among themselves.
        sheet(*WHOLE, Deal(None, ANNS), Withdraw("e5"), Withdraw("e6")),
    ):
        assert (ids(read), dans(read), read.undecided) == (["e5", "e1"], [12, 32], ())
    taken = sheet(*WHOLE, Deal(None, ANNS), Withdraw("e5"))
    assert (ids(taken), dans(taken)) == (["e1"], [32])
    again = sheet(Deal(None, ANNS), Withdraw("e1"), *WHOLE, Withdraw("e2"))
    assert (ids(again), dans(again), again.undecided) == (["e3", "e1"], [32, 12], ())
    whole = sheet(Deal(None, ANNS), Withdraw("e1"), Deal(None, FACTS), Withdraw("e2"))
    assert (ids(whole), dans(whole)) == (["e3", "e1"], [32, 12])
    # What follows them stays behind them.
    later = (*WHOLE, Deal("e1", BENS), Deal(None, ANNS), out(DAN, "e5"))
    read = sheet(*later)
    assert (ids(read), dans(read)) == (["e6", "e1", "e5"], [12, 32, 28])
    assert [one.value for one in read.opening.answered] == [DAN]


def test_hands_that_make_a_deal_after_it_was_written_whole_stand_beside_it():
    told = (out(ANN), hand(BEN, 9), Deal(None, ANNS), hand(CAT, 23), hand(DAN, 12))
    unseen = {3: 2, 4: 2, 5: 2}
    read = sheet(*told, unseen=unseen)
    assert [(d.id, [r.id for r in d.rivals]) for d in read.deals] == [("e3", ["e1"])]
    assert (read.deals[0].beside, read.deals[0].open_questions) == (("e4", "e5"), ())
    assert (bens(read), bens(sheet(*told, Decide("e1"), unseen=unseen))) == ([7], [9])
    decided = sheet(*told, Decide("e3"), unseen=unseen)
    assert (bens(decided), decided.undecided) == ([7], ())
    assert bens(sheet(*told, Withdraw("e3"), unseen=unseen)) == [9]
    corrected = sheet(*told, CorrectDeal("e3", CATS), unseen=unseen)
    assert (dans(corrected), corrected.undecided) == ([30], ())


HANDS = (("ben", hand(BEN, 9)), ("cat", hand(CAT, 25)), ("dan", hand(DAN, 12)))


@given(st.permutations([("whole", Deal(None, ANNS)), *HANDS[:2], ("out", out(ANN))]), st.data())
def test_in_whatever_order_a_whole_deal_and_single_hands_arrive_the_same_is_asked(order, data):
    entries = [
        Entry(number, name, body, 0, stored=True)
        for number, (name, body) in enumerate(order, start=1)
    ]
    read = read_sheet(START, entries)
    assert [deal.id for deal in read.deals] == ["whole"]
    asked = {("hands", BEN): {"ben", "whole"}, ("hands", CAT): {"cat", "whole"}}
    assert {(key, seat): names for key, seat, names in questions(read)[0]} == asked
    same_history(entries)
    # Whatever is chosen, in whatever order, the sheet is the same.
    choices = data.draw(st.permutations(["ben", "cat"]))
    for at, name in enumerate(choices, start=1):
        number = len(order) + at
        entries.append(Entry(number, f"tap{at}", Decide(name), number - 1, stored=True))
    decided = read_sheet(START, entries)
    assert (decided.totals, decided.undecided) == ((0, 9, 25, 12), ())


@given(st.permutations([("whole", Deal(None, CATS)), *HANDS, ("out", out(ANN))]))
def test_in_whatever_order_they_arrive_all_hands_and_the_whole_deal_are_one_question(order):
    entries = [
        Entry(number, name, body, 0, stored=True)
        for number, (name, body) in enumerate(order, start=1)
    ]
    read = read_sheet(START, entries)
    (deal,) = read.deals
    names = [{told.id, *told.answers} for told in (deal, *deal.rivals)]
    assert len(deal.rivals) == 1
    assert any("whole" in told for told in names)
    same_history(entries)
    last = len(order) + 1
    for choice, totals in (("whole", (0, 7, 23, 30)), ("out", (0, 9, 25, 12))):
        decide = Entry(last, "tap", Decide(choice), last - 1, stored=True)
        decided = read_sheet(START, [*entries, decide])
        assert (decided.totals, decided.undecided) == (totals, ())


# Corrections of one deal by those who had not seen each other's.


def corrected(**changed):
    """The deal that everybody’s hands make, with other points of some."""
    held = {"ben": 7, "cat": 23, "dan": 32, **changed}
    return CorrectDeal("e1", facts(*held.values()))


def test_two_who_correct_different_hands_unseen_are_both_right():
    told = (*WHOLE, corrected(ben=8), corrected(cat=24))
    read = sheet(*told, unseen={6: 4})
    assert (read.totals, read.undecided) == ((0, 8, 24, 32), ())
    assert read.deals[0].earlier == ((0, 7, 23, 32), (0, 8, 23, 32))
    # A third one who has seen only the first of them, and the one after who has seen all.
    third = sheet(*told, corrected(ben=8, dan=33), unseen={6: 4, 7: 5})
    assert (third.totals, third.undecided) == ((0, 8, 24, 33), ())
    last = sheet(*told, corrected(ben=9), unseen={6: 4})
    assert (last.totals, last.undecided) == ((0, 9, 23, 32), ())
    taken = sheet(*told, Withdraw("e5"), unseen={6: 4})
    assert taken.totals == (0, 7, 24, 32)


def test_two_who_correct_the_same_hand_unseen_are_asked_about_and_the_third_counts_anyhow():
    told = (*WHOLE, corrected(ben=8), corrected(ben=9), corrected(cat=24))
    read = sheet(*told, unseen={6: 4, 7: 4})
    assert read.totals == (0, 8, 24, 32)
    assert [rival.id for rival in read.deals[0].rivals] == ["e6"]
    for choice, totals in (("e5", (0, 8, 24, 32)), ("e6", (0, 9, 24, 32))):
        decided = sheet(*told, Decide(choice), unseen={6: 4, 7: 4})
        assert (decided.totals, decided.undecided) == (totals, ())


def test_who_corrects_more_than_hands_unseen_is_asked_about():
    red_nine = CorrectDeal("e1", {**facts(7, 23, 32), "on_red_nine": True})
    read = sheet(*WHOLE, corrected(ben=8), red_nine, unseen={6: 4})
    assert [rival.id for rival in read.deals[0].rivals] == ["e6"]
    same = sheet(*WHOLE, corrected(ben=8), corrected(ben=8), unseen={6: 4})
    assert (same.undecided, same.deals[0].repeats) == ((), ("e6",))


def test_hands_that_cannot_be_true_together_are_asked_about():
    def with_aces(seat):
        hands = [[], *({"points": held, "red_nines": 0} for held in (7, 23, 32))]
        hands[seat] = ["A", "A", "A"]
        return CorrectDeal("e1", {"out": ANN, "hands": hands})

    read = sheet(*WHOLE, with_aces(BEN), with_aces(CAT), unseen={6: 4})
    assert [rival.id for rival in read.deals[0].rivals] == ["e6"]


@given(
    st.permutations([("ben", {"ben": 8}), ("cat", {"cat": 24}), ("dan", {"dan": 33})]),
    st.lists(st.integers(0, 2), min_size=3, max_size=3),
)
def test_in_whatever_order_corrections_of_different_seats_arrive_the_sheet_is_the_same(order, late):
    entries, held = book(*WHOLE), {}
    for at, (name, changed) in enumerate(order):
        # Each has seen some of those before it, and has them in what it writes.
        seen = max(0, at - late[at])
        known = {key: value for _, told in order[:seen] for key, value in told.items()}
        body = corrected(**{**known, **changed})
        entries.append(Entry(len(entries) + 1, name, body, 4 + seen, stored=True))
        held |= changed
    read = read_sheet(START, entries)
    assert (read.totals, read.undecided) == ((0, 8, 24, 33), ())
    same_history(entries)


@given(
    st.permutations(["dan is out", "cat is out", "ann", "ben", "dan"]),
    st.integers(0, 5),
    st.sampled_from(["dan is out", "nobody"]),
)
def test_whoever_takes_back_that_he_was_out_the_deal_is_one_by_any_of_its_names(order, late, gone):
    says = {
        "dan is out": out(DAN),
        "cat is out": out(CAT),
        **{name: hand(at, 10 + at) for name, at in (("ann", ANN), ("ben", BEN), ("dan", DAN))},
    }
    entries = []

    def add(name, body, seen):
        entries.append(Entry(len(entries) + 1, name, body, seen, stored=True))

    if gone == "nobody":
        order = [name for name in order if name != "dan is out"]
    # Nobody has seen anything, but who takes it back has seen what he said.
    for name in order:
        add(name, says[name], 0)
    if gone in order:
        at = order.index(gone) + 1 + late
        told = Entry(0, "back", Withdraw(gone), len(order), stored=True)
        entries.insert(at, told)
        entries[:] = [
            Entry(number, one.name, one.body, one.seen, stored=True)
            for number, one in enumerate(entries, start=1)
        ]
    read = read_sheet(START, entries)
    assert (read.totals, read.undecided) == ((10, 11, 0, 13), ())
    (deal,) = read.deals
    assert deal.id == order[0]
    same_history(entries)
    for name in deal.answers:
        number = len(entries) + 1
        taken = Entry(number, "undo", Withdraw(name, whole=True), number - 1, stored=True)
        left = read_sheet(START, [*entries, taken])
        assert (left.deals, left.opening.answered) == ((), ())
        again = Entry(number + 1, "redo", Withdraw("undo"), number, stored=True)
        assert read_sheet(START, [*entries, taken, again]).deals == read.deals
        corrected = CorrectDeal(name, facts(7, 23, 12))
        fixed = Entry(number, "fix", corrected, number - 1, stored=True)
        assert read_sheet(START, [*entries, fixed]).totals == (0, 7, 23, 12)
