"""Nine-Five: sides bid for trumps, of which the nine counts nine and the five counts five.

Source: s4 alone, with AP for what it shares with Auction Pitch. The smallest bid, what is scored
beyond a bid, scores below zero and both sides at the target are house rules.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from scorer.rules.asks import Ask, Choice, Facts, Flag, Number, Seat, Side
from scorer.rules.errors import BadRecord, ImpossibleDeal
from scorer.rules.house_rules import choice, whole
from scorer.rules.table import Table
from scorer.rules.types import Carry, DealScore, Feat, Line, Next, Over, SheetDeal, Shown
from scorer.rules.variant import Variant, needs, next_dealer

# What each of the six counts (s4).
WORTH = {"high": 1, "low": 1, "jack": 1, "game": 1, "nine": 9, "five": 5}
ALL_OUT = sum(WORTH.values())
RENEGE, INJURED = -9, 18
SUITS = {"C": "clubs", "H": "hearts", "S": "spades", "D": "diamonds"}
SIX = 6
NUMBER_OF_SIDES = {"two": 2, "three": 3}


@dataclass(frozen=True)
class HouseRules:
    """The house rules of Nine-Five."""

    target: int = whole(100, least=1, most=100_000)
    minimum_bid: int = whole(9, least=1, most=9, other_game=True)
    overtricks: str = choice("all", "bid_only")
    below_zero: str = choice("allowed", "floor")
    both_out: str = choice("bidders", "highest")
    sides: str = choice("two", "three", other_game=True, players=(SIX,))


PASSED = Flag("passed")
MAJOR_RENEGE = Side("major_renege", required=False, unless=("passed",))
ALONE = (PASSED.key, MAJOR_RENEGE.key)
BIDDER = Seat("bidder", when="during", unless=ALONE)
BID = Number("bid", when="during", most=ALL_OUT, unless=ALONE)
TRUMP = Choice("trump", values=tuple(SUITS), required=False, when="during", unless=ALONE)
TAKEN = tuple(
    Side(key, group="taken", required=key in ("high", "low"), unless=ALONE) for key in WORTH
)
GAME = TAKEN[list(WORTH).index("game")]
MINOR_RENEGE = Side("minor_renege", required=False, unless=ALONE)


def taken_by(facts: Facts, number_of_sides: int) -> tuple[int, ...]:
    """The points that each side took; what is not out, or tied, is nobody's."""
    points = [0] * number_of_sides
    for ask in TAKEN:
        if facts[ask] is not None:
            points[facts[ask]] += WORTH[ask.key]
    return tuple(points)


def _lines(facts: Facts, table: Table) -> Iterator[Line]:
    every = range(len(table.sides_in_order))
    if facts[PASSED]:
        yield from (Line(side, 0, "all_passed") for side in every)
        return
    if facts[MAJOR_RENEGE] is not None:
        for side in every:
            reneged = side == facts[MAJOR_RENEGE]
            points, key = (RENEGE, "reneged") if reneged else (INJURED, "others_reneged")
            numbers = {"points": abs(points), "who": facts[MAJOR_RENEGE]}
            yield Line(side, points, key, numbers)
        return
    bid, bidders = facts[BID], table.sides[facts[BIDDER]]
    for side, taken in enumerate(taken_by(facts, len(table.sides_in_order))):
        numbers = {"taken": taken, "bid": bid}
        if side != bidders:
            yield Line(side, taken, "took", numbers)
        elif taken < bid:
            yield Line(side, -bid, "set", numbers)
        elif table.rules.overtricks == "bid_only" and taken > bid:
            yield Line(side, bid, "made_bid_only", numbers)
        else:
            yield Line(side, taken, "made_bid", numbers)
    if facts[MINOR_RENEGE] is not None:
        yield Line(facts[MINOR_RENEGE], 0, "reneged_in_trick")


class NineFive(Variant):
    """Nine-Five: sides bid for trumps, of which the nine counts nine and the five counts five."""

    key = "nine-five"
    players = range(4, 7, 2)
    rules = HouseRules
    scored_in = "points"
    eldest_leads = False

    def asks(self, players: int, rules: HouseRules) -> tuple[Ask[Any], ...]:
        """Who bid what, and which side took each of the six; or that nobody bid."""
        bid = replace(BID, least=rules.minimum_bid)
        return BIDDER, bid, TRUMP, *TAKEN, PASSED, MAJOR_RENEGE, MINOR_RENEGE

    def sides(self, players: int, rules: HouseRules) -> tuple[int, ...]:
        """Partners sit opposite each other (s4); six play in two sides of three, or three pairs."""
        number = NUMBER_OF_SIDES[rules.sides]
        return tuple(seat % number for seat in range(players))

    def fits(self, players: int, rules: HouseRules) -> BadRecord | None:
        """Three sides need six."""
        if rules.sides == "three" and players != SIX:
            return BadRecord("sides_of_players", sides=NUMBER_OF_SIDES[rules.sides], these=SIX)
        return None

    def below_zero(self, rules: HouseRules) -> bool:
        """A bid that was not made is lost, and may cost more than a side has."""
        return rules.below_zero == "allowed"

    def check(self, facts: Facts, table: Table, carry: Carry) -> None:
        """Refuse Game for a side that reneged in a trick: it goes to the others (s4)."""
        reneged = facts[MINOR_RENEGE]
        if reneged is not None and facts[GAME] == reneged:
            raise ImpossibleDeal("game_after_renege")

    def score(self, facts: Facts, table: Table, carry: Carry) -> DealScore:
        """The points that each side took; a bid that was not made is lost instead (s4, AP)."""
        lines = list(_lines(facts, table))
        if table.rules.below_zero == "floor":
            totals = carry.after(lines).totals
            lines += [
                Line(side, -total, "not_below_zero", {"points": -total})
                for side, total in enumerate(totals)
                if total < 0
            ]
        return DealScore(tuple(lines))

    def after(self, table: Table, facts: Facts | None, carry: Carry, played: int) -> Next | Over:
        """The first side at the target wins; where several are, the bidders do (s4, AP)."""
        rules, totals = table.rules, carry.totals
        at_target = [side for side, total in enumerate(totals) if total >= rules.target]
        if played and at_target and facts is not None and not facts.void:
            bidder = facts[BIDDER]
            bidders = None if bidder is None else table.sides[bidder]
            if rules.both_out == "bidders" and bidders in at_target:
                most = max(total for side, total in enumerate(totals) if side != bidders)
                shown = Shown("bidders_win", numbers={"bidders": bidders})
                return Over((bidders,), (shown,) if most >= totals[bidders] else ())
            best = max(totals)
            if totals.count(best) == 1:
                return Over((totals.index(best),))
        return Next(next_dealer(table, facts), shows=needs(totals, rules.target))

    def feats(self, deal: SheetDeal) -> tuple[Feat, ...]:
        """Who won the bidding, and made the bid or was set."""
        bidder, bid = deal.facts[BIDDER], deal.facts[BID]
        if bidder is None:
            return ()
        taken = taken_by(deal.facts, len(deal.table.sides_in_order))[deal.table.sides[bidder]]
        outcome = "made_a_bid" if taken >= bid else "was_set"
        return Feat(bidder, "won_the_bidding", 1), Feat(bidder, outcome, bid)

    def trump(self, facts: Facts, table: Table, before: Carry) -> str | None:
        """The suit that was noted."""
        return SUITS.get(facts[TRUMP] or "")


VARIANT = NineFive()
