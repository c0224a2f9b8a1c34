"""Oxford Whist: Ninety-Nine for three: no premiums, and the trump is turned up from a stock.

Source: s3 alone. It counts 20 deals, but the stock of twos to fives has 16 cards: 16 is the
house's own default, as is a bonus of ten on top of the tricks.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from scorer.rules import exact_bids
from scorer.rules.asks import Ask, Choice, Facts
from scorer.rules.errors import ImpossibleDeal
from scorer.rules.exact_bids import BID, SUITS, bid_of, check_tricks, line_of_tricks
from scorer.rules.house_rules import choice
from scorer.rules.table import Table
from scorer.rules.types import Carry, DealScore, Feat, Line, Next, Over, SheetDeal, Shown
from scorer.rules.variant import Variant, next_dealer

TRICKS = 9
TEN = 10
# The twos, threes, fours and fives of each suit lie in the stock.
OF_EACH_SUIT = 4
DEALS_OF_STOCK = 16


@dataclass(frozen=True)
class HouseRules:
    """The house rules of Oxford Whist."""

    deals: int = choice(16, 20, other_game=True)
    exact: str = choice("tricks_plus_ten", "ten_only", "ten_or_tricks")


TRUMP = Choice("trump", values=tuple(SUITS), required=False, when="during")
TAKEN = replace(exact_bids.TAKEN, most=TRICKS, sum=TRICKS)


def turned(carry: Carry) -> dict[str, int]:
    """How often each suit was trump so far, as far as it was noted."""
    return {suit: carry.marks.get(suit, 0) for suit in SUITS}


def check_trump(answers: Mapping[str, Any], table: Table, carry: Carry) -> None:
    """Refuse a suit that the stock has no more cards of."""
    suit = answers.get(TRUMP.key)
    counted = table.rules.deals == DEALS_OF_STOCK
    if counted and suit is not None and turned(carry)[suit] >= OF_EACH_SUIT:
        raise ImpossibleDeal("suit_used_up", suit=SUITS[suit], times=OF_EACH_SUIT)


class OxfordWhist(Variant):
    """Oxford Whist: Ninety-Nine for three: no premiums, and the trump is turned up from a stock."""

    key = "oxford-whist"
    players = range(3, 4)
    rules = HouseRules
    scored_in = "points"

    def asks(self, players: int, rules: HouseRules) -> tuple[Ask[Any], ...]:
        """The trump that was turned, the bids and the tricks."""
        return TRUMP, BID, TAKEN

    def check(self, facts: Facts, table: Table, carry: Carry) -> None:
        """Refuse tricks that are not nine, and a suit that the stock has no more cards of."""
        check_tricks(facts[TAKEN], TRICKS)
        check_trump(facts.answers, table, carry)

    def check_in_play(self, answers: Mapping[str, Any], table: Table, carry: Carry) -> None:
        """Refuse a suit that the stock has no more cards of."""
        check_trump(answers, table, carry)

    def score(self, facts: Facts, table: Table, carry: Carry) -> DealScore:
        """One for each trick, and ten for an exact bid; how the two go together is a house rule."""
        exact, lines = table.rules.exact, []
        for seat, tricks in enumerate(facts[TAKEN]):
            bid = bid_of(facts[BID][seat])
            made = bid == tricks
            numbers = {"tricks": tricks, "bid": -1 if bid is None else bid}
            if exact == "tricks_plus_ten" or (exact == "ten_or_tricks" and not made):
                lines.append(line_of_tricks(seat, tricks, bid, made=made))
            elif not made:
                lines.append(Line(seat, 0, "failed_bid", numbers))
            if made:
                lines.append(Line(seat, TEN, "exact_bid", numbers))
        marks = turned(carry)
        if facts[TRUMP] is not None:
            marks[facts[TRUMP]] += 1
        return DealScore(tuple(lines), marks)

    def after(self, table: Table, facts: Facts | None, carry: Carry, played: int) -> Next | Over:
        """The game is over when the stock is used up (s3)."""
        left = table.rules.deals - played
        if left <= 0:
            return Over()
        shows: list[Shown] = []
        if table.rules.deals == DEALS_OF_STOCK:
            stock = {suit: max(OF_EACH_SUIT - count, 0) for suit, count in turned(carry).items()}
            shows.append(Shown("stock", None, stock))
            not_noted = played - sum(turned(carry).values())
            if not_noted:
                shows.append(Shown("not_noted", None, {"deals": not_noted}))
        return Next(next_dealer(table, facts), left, shows=tuple(shows))

    def shows_in_play(
        self, shows: tuple[Shown, ...], noted: Mapping[str, Any]
    ) -> tuple[Shown, ...]:
        """The stock without the card that was turned for the deal in play."""
        suit = noted.get(TRUMP.key)
        return tuple(
            replace(shown, numbers={**shown.numbers, suit: shown.numbers[suit] - 1})
            if suit is not None and shown.key == "stock"
            else shown
            for shown in shows
        )

    def feats(self, deal: SheetDeal) -> tuple[Feat, ...]:
        """Who made the bid."""
        taken = deal.facts[TAKEN]
        return tuple(
            Feat(seat, "made_the_bid", tricks)
            for seat, tricks in enumerate(taken)
            if bid_of(deal.facts[BID][seat]) == tricks
        )

    def trump(self, facts: Facts, table: Table, before: Carry) -> str | None:
        """The suit that was noted."""
        return SUITS.get(facts[TRUMP] or "")


VARIANT = OxfordWhist()
