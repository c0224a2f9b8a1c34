"""Bids of so many tricks, called in hands of any size: what games with such bids share."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from scorer.rules import exact_bids
from scorer.rules.asks import Facts, Number
from scorer.rules.table import Table
from scorer.rules.types import Carry, DealScore, Feat, Line, Remark, SheetDeal

BIDS = Number("bids", of="seat", when="before", by="seat")
TRICKS = replace(exact_bids.TAKEN, same_as=BIDS.key)
# How many bids each seat has made in a row, as the carry remembers it.
IN_A_ROW = "in_a_row"
# A small hand, in which a bid is easy to miss.
FEW_CARDS = 3


def asks_of(most: int, rules: Any) -> tuple[Number, Number]:
    """The bids and tricks of hands of at most so many cards."""
    bids, tricks = replace(BIDS, most=most), replace(TRICKS, most=most)
    return bids if rules.bids == "in_turn" else replace(bids, shown="when_answered"), tricks


def last_bid(ask: Number, table: Table, bids: Sequence[int | None], due: int) -> Number:
    """The bids where the dealer's is the last, and may not bring all of them to so many."""
    others = [bids[seat] if seat < len(bids) else None for seat in table.dealt]
    others.pop(table.dealt.index(table.dealer))
    known = [bid for bid in others if bid is not None]
    barred = due - sum(known) if len(known) == len(others) else None
    return replace(ask, last=table.dealer, barred=barred)


def asked(
    table: Table, answers: Mapping[str, Any], cards: int, *, barred: bool
) -> tuple[Number, Number]:
    """The bids and tricks of a hand of so many cards.

    In turn the dealer bids last, and where that is `barred` not what brings all bids to the cards.
    """
    bids, tricks = asks_of(cards, table.rules)
    if table.rules.bids == "in_turn":
        last = last_bid(bids, table, answers.get(BIDS.key, ()), cards)
        bids = last if barred else replace(last, barred=None)
    return bids, replace(tricks, sum=cards)


def remarks(facts: Facts, cards: int, *, barred: bool) -> tuple[Remark, ...]:
    """Flag bids that come to the cards of the hand, where the dealer should have prevented it."""
    is_wrong = barred and sum(facts[BIDS]) == cards
    return (Remark(None, "bids_come_to", {"cards": cards}),) if is_wrong else ()


def score(lines: Iterable[Line], facts: Facts, carry: Carry) -> DealScore:
    """These lines, and how many bids each seat has made in a row by now."""
    bids, taken = facts[BIDS], facts[TRICKS]
    before = carry.by_side.get(IN_A_ROW, (0,) * len(bids))
    numbers = [made + 1 if bids[at] == taken[at] else 0 for at, made in enumerate(before)]
    return DealScore(tuple(lines), carry.marks, {IN_A_ROW: numbers})


def feats(deal: SheetDeal, cards: int, *, barred: bool) -> tuple[Feat, ...]:
    """Who made the bid and who missed it, by how much; and what all of them have bid."""
    bids, taken, dealer = deal.facts[BIDS], deal.facts[TRICKS], deal.table.dealer
    made = [seat for seat, bid in enumerate(bids) if bid == taken[seat]]
    done = [Feat(seat, "bid_nought", 1) for seat, bid in enumerate(bids) if not bid]
    done += [Feat(seat, "made_nought", 1) for seat in made if not bids[seat]]
    for seat, bid in enumerate(bids):
        off = abs(taken[seat] - bid)
        if not off:
            in_a_row = deal.carry.by_side[IN_A_ROW][seat]
            done += [Feat(seat, "made_the_bid", bid), Feat(seat, "made_in_a_row", in_a_row)]
        else:
            way = "took_too_many" if taken[seat] > bid else "took_too_few"
            done += [Feat(seat, "missed_the_bid", off), Feat(seat, way, off)]
            done += [Feat(seat, "missed_by_one", 1)] if off == 1 else []
    if len(made) == 1:
        done.append(Feat(made[0], "alone_made_the_bid", bids[made[0]]))
    if cards <= FEW_CARDS:
        done += [Feat(seat, "small_hand", 1) for seat in range(len(bids))]
        done += [Feat(seat, "made_small_hand", 1) for seat in made]
    if barred:
        done.append(Feat(dealer, "bid_last", 1))
        done += [] if dealer in made else [Feat(dealer, "missed_bidding_last", 1)]
    over = sum(bids) - cards
    if over:
        done.append(Feat(dealer, "bids_over" if over > 0 else "bids_under", abs(over)))
    return tuple(done)
