"""Every deal of Ninety-Nine that three can play, scored a second time in the plainest way.

All bids with those that were never shown, all ways to split nine tricks, and every premium.
"""

from itertools import product

import pytest

from scorer.rules.asks import Facts
from scorer.rules.entries import Sitter
from scorer.rules.errors import ImpossibleDeal
from scorer.rules.start import Start, resolve_start

READY = resolve_start(
    Start("ninety-nine", tuple(Sitter(name, name) for name in ("Ann", "Ben", "Cat")))
)
TABLE = READY.table(0)
BIDS = tuple(product((*range(10), None), repeat=3))
TRICKS = tuple(split for split in product(range(10), repeat=3) if sum(split) == 9)
WORTH = {"declared": 30, "revealed": 60}
PREMIUMS = tuple(
    tuple(said if seat == by else None for seat in range(3)) for by in range(3) for said in WORTH
)
NONE = (None, None, None)
TRUMPS = {0: "diamonds", 1: "spades", 2: "hearts", 3: "clubs"}
HIGHEST = 99


def facts(bids, tricks, premiums=NONE):
    return Facts({"bids": bids, "tricks": tricks, "premiums": premiums})


def scored(bids, tricks, premiums=NONE):
    """What each scores by the rules, and all that they carry on."""
    told = facts(bids, tricks, premiums)
    READY.variant.check(told, TABLE, READY.carry)
    score = READY.variant.score(told, TABLE, READY.carry)
    return READY.carry.after(score.lines, score.marks)


def plainly_scored(bids, tricks, premiums):
    """The same by counting on the fingers."""
    exact = [bids[seat] == tricks[seat] for seat in range(3)]
    scores = []
    for seat in range(3):
        points = tricks[seat]
        if exact[seat]:
            points += [30, 20, 10][exact.count(True) - 1]
        for other in range(3):
            if premiums[other] and (other == seat) == exact[other]:
                points += 30 if premiums[other] == "declared" else 60
        scores.append(points)
    return tuple(scores)


@pytest.fixture(scope="module")
def every_deal(soaking):
    """Every bid with every split, without a premium and with one, each premium in its turn.

    The short run has every seventeenth of them.
    """
    return [
        (bids, tricks, scored(bids, tricks), premiums, scored(bids, tricks, premiums))
        for number, (bids, tricks) in enumerate(product(BIDS, TRICKS))
        if soaking or number % 17 == 0
        for premiums in [PREMIUMS[number % len(PREMIUMS)]]
    ]


def made_by(bids, tricks):
    return tuple(bid == taken for bid, taken in zip(bids, tricks, strict=True))


def test_every_deal_is_scored_as_on_the_fingers(every_deal):
    seen = set()
    for bids, tricks, plain, premiums, carry in every_deal:
        assert plain.totals == plainly_scored(bids, tricks, NONE), (bids, tricks)
        assert carry.totals == plainly_scored(bids, tricks, premiums), (bids, tricks, premiums)
        assert all(0 <= score <= HIGHEST for score in carry.totals)
        seen.add((made_by(bids, tricks), premiums))
    # Each premium, and all who can make their bids together.
    assert {premiums for _, premiums in seen} == set(PREMIUMS)
    assert len({made for made, _ in seen}) == 2**3


def test_the_next_trump_is_told_by_how_many_made_it(every_deal):
    for bids, tricks, plain, _, carry in every_deal:
        follows = READY.variant.after(TABLE, facts(bids, tricks), plain, 1)
        assert follows.trump == TRUMPS[sum(made_by(bids, tricks))]
        assert carry.marks == plain.marks


def test_tricks_that_are_not_nine_are_refused():
    for tricks in product(range(10), repeat=3):
        if sum(tricks) != 9:
            with pytest.raises(ImpossibleDeal) as fault:
                scored(NONE, tricks)
            assert fault.value.code == "tricks_add_up"


def test_two_premiums_are_refused():
    for two in product((None, *WORTH), repeat=3):
        if sum(premium is not None for premium in two) > 1:
            with pytest.raises(ImpossibleDeal) as fault:
                scored((3, 2, 4), (3, 2, 4), two)
            assert fault.value.code == "two_premiums"


def test_a_bid_told_by_its_suits_is_the_number_they_stand_for():
    counts = {"C": 3, "H": 2, "S": 1, "D": 0}
    for cards in product(counts, repeat=3):
        bid = sum(counts[card] for card in cards)
        for tricks in TRICKS:
            told = scored((cards, None, None), tricks)
            assert told == scored((bid, None, None), tricks)
