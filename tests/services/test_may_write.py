"""Which phone may write what: right, own seat or another's, kind, deal in play or newest."""

from dataclasses import replace
from itertools import product

import pytest

from scorer.rules.entries import parse_body
from scorer.rules.in_play import Answer
from scorer.services.club import RIGHTS
from scorer.services.club.devices import revoke_device
from scorer.services.errors import NotAllowed
from scorer.services.games.may_write import check_may_answer, check_may_write
from tests.tables import NAMES, begin, facts, new_id

ANN, BEN, CAT, DAN = range(4)
OF_DEAL = -1


def hand(points):
    return {"points": points, "red_nines": 0}


@pytest.fixture
def played(table):
    """A game with two deals, in the next of which Ann is out and Ben’s hand is in."""
    table.deal()
    table.deal(ANN)
    table.answer(("out", OF_DEAL, ANN), ("hands", BEN, hand(7)))
    return table


VALUES = {"hands": hand(5), "on_red_nine": True, "premiums": "declared"}


def reason(table, right, seat, new, device="x", *, unattended=False, rows=()):
    """Why a phone may not write an entry, as (kind, content), or answers, at places."""
    phone, read = replace(table.phone, id=device, lasting=right, seat=seat), table.read()
    try:
        if isinstance(new[0], str):
            read = replace(read, answered={len(read.sheet.deals): rows})
            check_may_write(phone, read, parse_body(*new))
        else:
            changes = [Answer(key, at, VALUES.get(key, 1), device) for key, at in new]
            now = read.in_play.put(*changes)
            check_may_answer(phone, read, now, changes, unattended=unattended)
    except NotAllowed as fault:
        return fault.code
    return None


def correction(deal, **answers):
    return "correct", {"deal": deal, "set": answers}


NEVER = [
    ("deal", {"after": None, "facts": facts(0, 7, 23, 32)}),
    ("end", {"why": "late"}),
    ("take_seat", {"seat": 1, "player": {"id": "eve", "name": "Eve"}}),
    ("change_table", {"seats": [0, 2, 1, 3], "joins": [], "after": None}),
    ("correct_start", {"first_dealer": 1}),
    ("adjust", {"side": 1, "points": 5, "why": "late"}),
    ("buy", {"seat": 1, "counters": 5}),
    ("lend", {"seat": 1, "lender": 2, "counters": 5}),
    ("totals", {"totals": [1, 2, 3, 4]}),
]
OUT, BENS, CATS = ("out", OF_DEAL), ("hands", BEN), ("hands", CAT)


def test_who_keeps_score_writes_all_and_who_watches_nothing(played):
    every = [*NEVER, ("withdraw", {"entry": "x"}), [OUT], [BENS], [CATS]]
    for new, seat in product(every, (None, BEN, CAT)):
        assert reason(played, "score", seat, new) is None
        assert reason(played, "manage", seat, new) is None
        assert reason(played, "watch", seat, new) == "not_allowed"


def test_who_plays_keeps_no_score(played):
    for new, seat in product(NEVER, (None, BEN)):
        assert reason(played, "play", seat, new) == "keeps_no_score"


def test_a_phone_answers_for_its_own_seat(played):
    for new, seat, expected in (
        ([OUT], BEN, "depends_on_it"),  # a hand is in
        ([("on_red_nine", OF_DEAL)], BEN, None),
        ([BENS], BEN, None),
        ([CATS], CAT, None),
        ([CATS], BEN, "only_own_seat"),
        ([BENS, CATS], BEN, "only_own_seat"),
        ([OUT, BENS], None, "no_seat_held"),
        ([("on_red_nine", OF_DEAL)], None, None),
        ([("gift", 0)], BEN, None),  # that is impossible, not forbidden
    ):
        assert reason(played, "play", seat, new) == expected, new


def bids(table, *numbers):
    table.answer(*(("bids", seat, number) for seat, number in enumerate(numbers)))


@pytest.mark.parametrize("variant", ["ninety-nine", "oxford-whist"])
def test_a_bid_is_closed_once_all_are_in_or_tricks_are(database, club, variant):
    table = begin(database, club, *NAMES[:3], variant=variant)
    bids(table, 3, 2)
    assert reason(table, "play", BEN, [("bids", BEN)]) is None
    assert reason(table, "play", BEN, [("bids", CAT)]) == "only_own_seat"
    table.answer(("tricks", ANN, 3))
    assert reason(table, "play", BEN, [("bids", BEN)]) == "all_are_in"
    assert reason(table, "play", CAT, [("bids", CAT)]) is None  # it was missed
    assert reason(table, "play", CAT, [("tricks", ANN)]) == "only_own_seat"
    assert reason(table, "play", BEN, [("tricks", BEN)]) is None
    # Tricks are taken with the bid, and not without it.
    assert reason(table, "play", CAT, [("tricks", CAT)]) == "bid_first"
    assert reason(table, "play", CAT, [("tricks", CAT), ("bids", CAT)]) is None
    bids(table, 3, 2, 4)
    for seat in (ANN, BEN, CAT):
        assert reason(table, "play", seat, [("bids", seat)]) == "all_are_in"
        assert reason(table, "score", seat, [("bids", seat)]) is None


def test_a_call_is_for_its_own_seat_alone(database, club):
    table = begin(database, club, *NAMES[:2], variant="ninety-nine")
    assert reason(table, "play", BEN, [("premiums", BEN)]) is None
    assert reason(table, "play", BEN, [("premiums", ANN)]) == "only_own_seat"
    assert reason(table, "play", BEN, [("bids", CAT), ("tricks", CAT)]) is None
    assert reason(table, "play", BEN, [("bids", ANN)]) == "only_own_seat"


def test_a_seat_corrects_its_own_hand_in_the_newest_deal(played):
    first, newest = played.deals
    mine = correction(newest, hands={"1": hand(8)})
    assert reason(played, "play", BEN, mine) is None
    for other, seat, expected in (
        (mine, CAT, "only_own_seat"),
        (mine, ANN, "only_own_seat"),
        (mine, None, "no_seat_held"),
        (correction(newest, hands={"1": hand(8), "2": hand(8)}), BEN, "only_own_seat"),
        (correction(newest, hands=[[], *[hand(8)] * 3]), BEN, "only_own_seat"),
        (correction(newest, out=BEN), BEN, "only_own_seat"),
        (correction(newest, on_red_nine=True), BEN, "only_own_seat"),
        (correction(newest, hands={"0": hand(8)}), ANN, "only_own_seat"),
        (correction(newest, void=True), BEN, "only_own_seat"),
        (correction(first, hands={"1": hand(8)}), BEN, "only_last_deal"),
    ):
        assert reason(played, "play", seat, other) == expected


def test_a_seat_corrects_no_bid(database, club):
    table = begin(database, club, *NAMES[:3], variant="oxford-whist")
    deal = {"bids": [3, 2, 4], "tricks": [3, 2, 4]}
    table.score(deal)
    assert reason(table, "play", BEN, correction(table.deals[0], bids={"1": 3})) == "only_own_seat"


def test_the_phone_that_completed_a_deal_undoes_it(played):
    dan = played.seat_phone(DAN, "play")
    played.answer(("hands", CAT, hand(23)))
    played.answer(("hands", DAN, hand(32)), device=dan)
    undo = "withdraw", {"entry": played.read().sheet.last_deal}
    assert reason(played, "play", DAN, undo, dan.id) is None
    assert reason(played, "play", DAN, undo) == "only_own_seat"
    # Not where somebody else had hidden a hand in it, nor does it correct for another seat.
    rows = played.read().answered[3]
    assert reason(played, "play", DAN, undo, dan.id, rows=rows) == "others_are_in"
    mine = correction(undo[1]["entry"], hands={"3": hand(8)})
    assert reason(played, "play", DAN, mine, dan.id, rows=rows) is None
    theirs = correction(undo[1]["entry"], hands={"2": hand(8)})
    assert reason(played, "play", CAT, theirs, dan.id, rows=rows) == "plays_for"
    assert reason(played, "play", DAN, ("withdraw", {"entry": played.deals[0]}), dan.id)
    played.write("correct", {"deal": undo[1]["entry"], "set": {}}, device=dan, seen=3)
    assert reason(played, "play", DAN, undo, dan.id) == "only_own_seat"


def test_what_a_phone_may_is_asked_when_it_is_written(database, table):
    table.seat_phone(ANN, "manage")
    ben = table.seat_phone(BEN, "play")
    table.answer(("out", OF_DEAL, ANN), device=ben)
    with pytest.raises(NotAllowed, match="only_own_seat"):
        table.answer(("hands", CAT, hand(7)), device=ben)
    with pytest.raises(NotAllowed, match="keeps_no_score"):
        table.deal(device=ben)
    revoke_device(database, table.club, ben.id)
    for write in (
        lambda: table.answer(("hands", BEN, hand(7)), device=ben),
        lambda: table.write("withdraw", {"entry": new_id()}, device=ben),
    ):
        with pytest.raises(NotAllowed):
            write()
    assert RIGHTS[1] == "play"
