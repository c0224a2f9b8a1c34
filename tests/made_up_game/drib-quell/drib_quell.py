"""A game of bids whose hands go up and down: whatever a deal can ask by itself, this one asks.

How many cards there are is by the number of the deal; who bid nil says how many of his tricks were
rags; a rag that was called lets nobody note the trump; the dealer's bid is the last.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from scorer.rules.asks import Ask, Choice, Facts, Flag, Number, Seat
from scorer.rules.called_bids import last_bid
from scorer.rules.exact_bids import check_tricks
from scorer.rules.house_rules import choice, whole
from scorer.rules.table import Table
from scorer.rules.types import Carry, DealScore, Line, Next, Over, Remark, Shown
from scorer.rules.variant import Variant, next_dealer

MOST = 20
CALLED = Flag("called", of="seat", when="before")
TRUMP = Choice("trump", values=(*"CDHS",), when="before", required=False, unless=("called",))
BIDS = Number("bids", of="seat", most=MOST, when="before", by="seat")
TRICKS = Number("tricks", of="seat", most=MOST, by="seat", same_as="bids")
RAGS = Number("rags", of="seat", most=MOST, counted=True, required=False)
POT = Number("pot", most=200, keys={"small": 5, "large": 50}, required=False)
SEATS = (Seat("giver"), Seat("taker", unless=("alone",)), Flag("alone"))


@dataclass(frozen=True)
class HouseRules:
    """What a table can agree on."""

    course: str = choice("up_down", "down", other_game=True)
    largest: int | None = whole(None, least=1, most=MOST, other_game=True)
    bids: str = choice("in_turn", "together", other_game=True)
    pairs: bool = choice(False, True, other_game=True)


def hands(rules: HouseRules, largest: int) -> range | tuple[int, ...]:
    """How many cards each deal has."""
    down = range(largest, 0, -1)
    return down if rules.course == "down" else (*reversed(down), *down[1:])


def cards(table: Table, carry: Carry) -> int:
    """How many cards this deal has, and no more than those who are there can be dealt."""
    course = hands(table.rules, carry.marks["largest"])
    return min(course[min(table.played, len(course) - 1)], MOST, 60 // table.players)


class DribQuell(Variant):
    """A game of bids whose hands go up and down."""

    key = "drib-quell"
    players = range(3, 7)
    rules = HouseRules
    scored_in = "points"

    def start(self, players: int, rules: HouseRules) -> Carry:
        """The course of hands stays as it begins, whoever joins or leaves."""
        return Carry((), marks={"largest": rules.largest or 12 // players})

    def asks(self, players: int, rules: HouseRules) -> tuple[Ask[Any], ...]:
        """The bids and tricks; what only some deals ask besides."""
        shown = "when_answered" if rules.bids == "together" else "at_once"
        asks = CALLED, TRUMP, replace(BIDS, shown=shown), TRICKS, RAGS, POT
        return (*asks, *SEATS) if rules.pairs else asks

    def below_zero(self, rules: HouseRules) -> bool:
        """More rags than tricks are nobody's business."""
        return True

    def asked(self, table: Table, carry: Carry, answers: Mapping[str, Any]) -> Iterator[Ask[Any]]:
        """What one deal asks."""
        size, bids = cards(table, carry), answers.get("bids", ())
        yield CALLED
        yield TRUMP if size > 1 else replace(TRUMP, values=(*"CDH",))
        bid = replace(table.asks[2], most=size)
        yield bid if table.rules.bids == "together" else last_bid(bid, table, bids, size)
        yield replace(TRICKS, most=size, sum=size)
        yield replace(RAGS, most=size, seats=tuple(at for at, it in enumerate(bids) if it == 0))
        if size > 1:
            yield replace(POT, keys=POT.keys if table.played else {"small": 5})
        yield from table.asks[6:]

    def check(self, facts: Facts, table: Table, carry: Carry) -> None:
        """Refuse tricks that are not all."""
        check_tricks(facts[TRICKS], cards(table, carry))

    def remarks(self, facts: Facts, table: Table, carry: Carry) -> tuple[Remark, ...]:
        """Flag bids that the dealer should have prevented."""
        size, is_all = cards(table, carry), sum(facts[BIDS]) == cards(table, carry)
        is_wrong = is_all and table.rules.bids == "in_turn"
        return (Remark(None, "bids_come_to", {"cards": size}),) if is_wrong else ()

    def score(self, facts: Facts, table: Table, carry: Carry) -> DealScore:
        """Ten more for a bid that was made, one less for each rag; the pot is the dealer's."""
        lines = []
        for seat, tricks in enumerate(facts[TRICKS]):
            bid, rags = facts[BIDS][seat], facts[RAGS][seat] or 0
            numbers = {"tricks": tricks, "bid": bid, "cards": cards(table, carry)}
            lines.append(Line(seat, tricks, "took", numbers))
            if bid == tricks:
                lines.append(Line(seat, 10, "made", numbers))
            if rags:
                lines.append(Line(seat, -rags, "rags", {"rags": rags}))
        if facts[POT]:
            lines.append(Line(table.dealer, facts[POT], "pot", {"points": facts[POT]}))
        return DealScore(tuple(lines), carry.marks)

    def after(self, table: Table, facts: Facts | None, carry: Carry, played: int) -> Next | Over:
        """The game is over with its last hand."""
        left = len(hands(table.rules, carry.marks["largest"])) - played
        size = cards(replace(table, played=played), carry)
        shows = (Shown("cards", None, {"cards": size}),)
        return Next(next_dealer(table, facts), left, shows=shows) if left > 0 else Over()


VARIANT = DribQuell()
