"""Two tell of the same deal, neither having seen the other: what counts, and how it is decided."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorer.rules.entries import CorrectDeal, Deal, Decide, Entry, Withdraw
from scorer.rules.errors import GameIsOver, ImpossibleDeal
from scorer.rules.fold import SheetHistory, read_sheet
from tests.rules.test_own_hands import (
    ANN,
    BEN,
    CAT,
    DAN,
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


# Two phones without signal, of which neither sees what the other writes.


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
