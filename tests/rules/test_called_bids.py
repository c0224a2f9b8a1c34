"""Games whose bids are called, in hands that grow and shrink: what no worked example shows."""

import pytest

from scorer.rules.entries import ChangeTable, Join, Sitter
from scorer.rules.errors import ImpossibleDeal
from scorer.rules.fold import read_sheet
from scorer.rules.in_play import Answer, DealInPlay
from scorer.rules.start import Start
from tests.rules.books import book_of, write

NAMES = ("Ann", "Ben", "Cat", "Dan", "Eve", "Fay", "Gus")


def start(players=4, variant="oh-hell", **house_rules):
    sitters = tuple(Sitter(name, name) for name in NAMES[:players])
    return Start(variant, sitters, house_rules=house_rules)


def deal(cards, players=4, bid=0, **more):
    """A deal in which Ann takes all tricks and bids so many; nobody else bids any."""
    others = [0] * (players - 1)
    return {"bids": [bid, *others], "tricks": [cards, *others], **more}


def asked(sheet):
    """The asks of the deal that comes next, by their keys."""
    return {ask.key: ask for ask in sheet.opening.table.asks}


def test_no_card_is_left_to_turn_up_where_all_are_dealt():
    thirteen = start(course="down", largest=13)
    sheet = read_sheet(thirteen, [])
    assert (sheet.follows.trump, asked(sheet)["trump"].of_nobody) == ("none", True)
    sheet = write(thirteen, book_of(deal(13)))
    assert (sheet.follows.trump, asked(sheet)["trump"].of_nobody) == (None, False)
    sheet = write(thirteen, book_of(deal(13), deal(12, trump="none")))
    assert [sheet.trump_of(row) for row in sheet.deals] == ["none", "none"]
    in_turn = start(trump="hearts_first")
    assert read_sheet(in_turn, []).follows.trump == "hearts"
    with pytest.raises(ImpossibleDeal) as fault:
        write(in_turn, book_of(deal(1, trump="H")))
    assert fault.value.code == "no_answer_here"


@pytest.mark.parametrize(
    ("rules", "barred"),
    [
        ({}, [True, True]),
        ({"even_bids": "forbidden_from_four"}, [True, False]),
        ({"even_bids": "allowed"}, [False, False]),
        ({"bids": "together"}, [False, False]),
    ],
)
def test_bids_that_come_to_the_cards_are_remarked_on_where_they_are_barred(rules, barred):
    deals = deal(4, bid=4), deal(3, bid=3)
    sheet = write(start(course="down", largest=4, **rules), book_of(*deals))
    assert [bool(row.remarks) for row in sheet.deals] == barred
    last = 2 if rules != {"bids": "together"} else None
    assert asked(sheet)["bids"].last == last


def test_hands_stay_as_they_began_and_no_larger_than_the_pack_gives():
    joins = [ChangeTable((0, 1, 2, 3, 4), (Join(4, Sitter("Eve", "Eve"), 0),), "e1")]
    joins.append(ChangeTable((0, 1, 2, 3, 4, 5), (Join(5, Sitter("Fay", "Fay"), 0),), "e2"))
    sheet = write(start(course="down"), book_of(deal(10), *joins))
    assert (sheet.to_play, asked(sheet)["tricks"].sum) == (10, 8)


def test_what_is_counted_of_bids():
    deals = deal(1, bid=1), deal(2, bid=2), deal(3), deal(4, bid=4)
    sheet = write(start(), book_of(*deals))
    feats = [(feat.seat, feat.key, feat.number) for feat in sheet.feats_of(sheet.deals[2])]
    ann = [(key, number) for seat, key, number in feats if seat == 0]
    assert ann[:3] == [("bid_nought", 1), ("missed_the_bid", 3), ("took_too_many", 3)]
    assert (1, "made_in_a_row", 3) in feats and (1, "made_nought", 1) in feats
    # Cat dealt, and made it; three tricks were bid by nobody.
    assert [it for it in feats if it[0] == 2][-2:] == [(2, "bid_last", 1), (2, "bids_under", 3)]
    rows = [sheet.deals[3].carry.by_side["in_a_row"], sheet.deals[1].carry.by_side["in_a_row"]]
    assert rows == [(1, 4, 4, 4), (2, 2, 2, 2)]


def test_each_deal_has_one_card_more_as_long_as_the_pack_is_large_enough():
    deals = [deal(cards, 3) for cards in range(1, 13)]
    sheet = write(start(3, "wizard"), book_of(*deals))
    assert (sheet.to_play, asked(sheet)["tricks"].sum) == (20, 13)
    joins = [ChangeTable((0, 1, 2, 3), (Join(3, Sitter("Dan", "Dan"), 0),), "e12")]
    joins.append(ChangeTable((0, 1, 2, 3, 4), (Join(4, Sitter("Eve", "Eve"), 0),), "e13"))
    sheet = write(start(3, "wizard"), book_of(*deals, *joins))
    assert (sheet.to_play, asked(sheet)["tricks"].sum) == (20, 12)


# The first deal, which Ann deals, by who is ahead after it.
AHEAD = {
    "Ben": {"bids": [0, 1, 0, 0], "tricks": [0, 1, 0, 0]},
    "Ann": {"bids": [1, 0, 0, 0], "tricks": [1, 0, 0, 0]},
    "nobody": {"bids": [0, 0, 0, 0], "tricks": [1, 0, 0, 0]},
}


@pytest.mark.parametrize(
    ("ahead", "others", "barred"),
    [("Ben", (1, 0, 0), 1), ("Ben", (1, 1, 0), None)]
    + [(name, (1, 0, 0), None) for name in ("Ann", "nobody")],
)
def test_a_dealer_who_leads_alone_may_not_make_the_bids_come_out_but_for_0(ahead, others, barred):
    begun = start(4, "wizard", even_bids="forbidden_for_leader")
    sheet = write(begun, book_of(AHEAD[ahead]))
    bids = dict(zip((0, 2, 3), others, strict=True))
    rows = [Answer("bids", seat, bid, f"phone-{seat}") for seat, bid in bids.items()]
    assert DealInPlay(sheet, rows).asks["bids"].barred == barred
    bids[1] = 2 - sum(others)
    second = {"bids": [bids[seat] for seat in range(4)], "tricks": [2, 0, 0, 0]}
    sheet = write(begun, book_of(AHEAD[ahead], second))
    assert bool(sheet.deals[1].remarks) == (barred is not None)
