"""Oh Hell: bid how many tricks you will take, in hands that grow and shrink, and take just those.

Sources: W, Wikipedia's text, and OH, pages on Oh Hell; where they differ a house rule has what each
says. That a course only grows is the house's own.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from scorer.rules import called_bids
from scorer.rules.asks import Ask, Choice, Facts
from scorer.rules.called_bids import BIDS, TRICKS
from scorer.rules.errors import BadRecord
from scorer.rules.exact_bids import SUITS, check_tricks
from scorer.rules.house_rules import choice, whole
from scorer.rules.table import Table
from scorer.rules.types import Carry, DealScore, Feat, Line, Next, Over, Remark, SheetDeal, Shown
from scorer.rules.variant import Variant, next_dealer

PACK = 52
# The largest hand where the table says nothing, if the pack has as many (OH).
USUAL_LARGEST = 10
# The trumps that follow each other, whatever lies on the table (OH).
TRUMPS = {
    "spades_first": ("spades", "hearts", "clubs", "diamonds", "none"),
    "hearts_first": ("hearts", "diamonds", "clubs", "spades", "none"),
    "spades": ("spades",),
}
NO_TRUMP = "none"
FROM_FOUR = 4
TRUMP = Choice("trump", values=(*"CDHS", NO_TRUMP), when="before", required=False)


@dataclass(frozen=True)
class HouseRules:
    """The house rules of Oh Hell."""

    course: str = choice("up_down", "down_up", "up", "down", other_game=True)
    largest: int | None = whole(None, least=1, most=PACK // 3, other_game=True)
    trump: str = choice("turn_up", *TRUMPS, other_game=True)
    made: str = choice("ten_plus", "five_plus", "ten_plus_square")
    missed: str = choice("tricks", "nothing", "minus_off", "minus_square")
    bids: str = choice("in_turn", "together", other_game=True)
    even_bids: str = choice(
        "forbidden", "allowed", "forbidden_from_four", other_game=True, only={"bids": ("in_turn",)}
    )
    ties: str = choice("shared", "play_on")


def largest_hand(players: int, rules: HouseRules) -> int:
    """How many cards the largest hand has where so many begin the game."""
    return rules.largest or min(USUAL_LARGEST, PACK // players)


def hands(table: Table, carry: Carry) -> tuple[int, ...]:
    """How many cards each deal of the course has, which goes by those who began the game."""
    up = tuple(range(1, carry.marks["largest"] + 1))
    down = up[::-1]
    courses = {"up_down": up + down[1:], "down_up": down + up[1:], "up": up, "down": down}
    return courses[table.rules.course]


def cards_of(table: Table, carry: Carry) -> int:
    """How many cards this deal has; those behind the course have the most, as the pack allows."""
    course = hands(table, carry)
    cards = course[table.played] if table.played < len(course) else max(course)
    return min(cards, PACK // table.players)


def known_trump(table: Table, carry: Carry) -> str | None:
    """The trump of this deal, None where a card is turned up for it."""
    if table.rules.trump == "turn_up":
        return NO_TRUMP if cards_of(table, carry) * table.players == PACK else None
    in_turn = TRUMPS[table.rules.trump]
    return in_turn[table.played % len(in_turn)]


def is_barred(rules: HouseRules, cards: int) -> bool:
    """Whether the dealer may not bring the bids to the cards of this hand."""
    least = {"forbidden": 1, "forbidden_from_four": FROM_FOUR}.get(rules.even_bids, PACK)
    return rules.bids == "in_turn" and cards >= least


def line_of(seat: int, bid: int, tricks: int, rules: HouseRules) -> Line:
    """The line of a seat, by its bid and its tricks."""
    off = abs(tricks - bid)
    made = {"ten_plus": 10 + tricks, "five_plus": 5 + tricks, "ten_plus_square": 10 + tricks**2}
    missed = {"tricks": tricks, "nothing": 0, "minus_off": -off, "minus_square": -(off**2)}
    key = rules.missed if off else rules.made
    points = (missed if off else made)[key]
    return Line(seat, points, key, {"bid": bid, "tricks": tricks, "off": off, "points": points})


class OhHell(Variant):
    """Oh Hell: bid how many tricks you will take, and take exactly those."""

    key = "oh-hell"
    players = range(3, 8)
    rules = HouseRules
    scored_in = "points"

    def start(self, players: int, rules: HouseRules) -> Carry:
        """The largest hand, which stays as the game begins."""
        return Carry((), marks={"largest": largest_hand(players, rules)})

    def fits(self, players: int, rules: HouseRules) -> BadRecord | None:
        """The pack has as many cards as the largest hand needs."""
        most, cards = PACK // players, rules.largest or 1
        return BadRecord("largest_hand", players=players, most=most) if cards > most else None

    def below_zero(self, rules: HouseRules) -> bool:
        """Only what is off the bid takes points away."""
        return rules.missed in ("minus_off", "minus_square")

    def asks(self, players: int, rules: HouseRules) -> tuple[Ask[Any], ...]:
        """The card turned up, the bids and the tricks."""
        return TRUMP, *called_bids.asks_of(largest_hand(players, rules), rules)

    def asked(self, table: Table, carry: Carry, answers: Mapping[str, Any]) -> Iterator[Ask[Any]]:
        """The bids and tricks of so many cards; the trump where a card is left to turn up."""
        cards = cards_of(table, carry)
        barred = is_barred(table.rules, cards)
        if known_trump(table, carry) is None:
            yield TRUMP
        yield from called_bids.asked(table, answers, cards, barred=barred)

    def check(self, facts: Facts, table: Table, carry: Carry) -> None:
        """Refuse tricks that are not all."""
        check_tricks(facts[TRICKS], cards_of(table, carry))

    def remarks(self, facts: Facts, table: Table, carry: Carry) -> tuple[Remark, ...]:
        """Flag bids that the dealer should have prevented."""
        cards = cards_of(table, carry)
        return called_bids.remarks(facts, cards, barred=is_barred(table.rules, cards))

    def score(self, facts: Facts, table: Table, carry: Carry) -> DealScore:
        """Ten, or five, and the tricks of a bid that was made; what a miss is worth is agreed."""
        lines = [
            line_of(seat, facts[BIDS][seat], tricks, table.rules)
            for seat, tricks in enumerate(facts[TRICKS])
        ]
        return called_bids.score(lines, facts, carry)

    def after(self, table: Table, facts: Facts | None, carry: Carry, played: int) -> Next | Over:
        """The game is over with its course, or once somebody is ahead then."""
        table, dealer = replace(table, played=played), next_dealer(table, facts)
        left, trump = len(hands(table, carry)) - played, known_trump(table, carry)
        cards = Shown("cards", None, {"cards": cards_of(table, carry)})
        if left > 0:
            return Next(dealer, left, trump, (cards,))
        if table.rules.ties == "play_on" and carry.totals.count(max(carry.totals)) > 1:
            return Next(dealer, None, trump, (Shown("plays_on"), cards))
        return Over()

    def trump(self, facts: Facts, table: Table, before: Carry) -> str | None:
        """The trump by the number of the deal, or the suit that was turned up."""
        noted = facts[TRUMP]
        return known_trump(table, before) or (noted and {**SUITS, NO_TRUMP: NO_TRUMP}[noted])

    def feats(self, deal: SheetDeal) -> tuple[Feat, ...]:
        """What became of the bids."""
        cards = cards_of(deal.table, deal.before)
        return called_bids.feats(deal, cards, barred=is_barred(deal.table.rules, cards))


VARIANT = OhHell()
