"""Red Nines, 20th century: the lowest total wins after everybody has dealt equally often.

Sources: s0, s1 and s2; the American values are in s1 alone. What they leave open is a house rule
with a default of the house's own, and none of its options is "the rule".
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from scorer.rules.asks import Ask, Facts, Flag, Hand, Hands, Seat
from scorer.rules.cards import BLACK_NINE, CARDS, RED_NINE, Pack, pack_of_suits
from scorer.rules.errors import ImpossibleDeal
from scorer.rules.going_out import feats_of_going_out
from scorer.rules.house_rules import choice, whole
from scorer.rules.referee import check_hands, check_sums
from scorer.rules.table import Table
from scorer.rules.types import Carry, DealScore, Feat, Line, Remark, SheetDeal
from scorer.rules.variant import Variant

OUT = Seat("out")
ON_RED_NINE = Flag("on_red_nine")
HANDS = Hands(counted="points", but="out")

NINE = 9
HAND = 13
# Of the largest pack: more of them, which cannot be, count no more.
MOST_RED_NINES = 6
FACES = {"J": 11, "Q": 12, "K": 13, "A": 20}
AMERICAN_FACES = {"J": 10, "Q": 10, "K": 10, "A": 11}
# From this sum on, an even one with a red nine may have been doubled in the head already.
PERHAPS_DOUBLED = 50
# A table's own value of a card is from 1 to this; no source has such values.
MOST_A_CARD = 50
# A hand dearer than this is rare enough to be asked about.
RARELY_SO_DEAR = 100


def own_value(usual: int) -> Any:
    """A house rule for what a card counts at a table that has values of its own."""
    return whole(usual, least=1, most=MOST_A_CARD, only={"values": ("own",)})


@dataclass(frozen=True)
class HouseRules:
    """The house rules of Red Nines."""

    values: str = choice("standard", "american", "own")
    ace: int = own_value(FACES["A"])
    jack: int = own_value(FACES["J"])
    queen: int = own_value(FACES["Q"])
    king: int = own_value(FACES["K"])
    red_nine_doubling: str = choice("each", "at_most_four", "per_nine")
    out_on_red_nine: str = choice("multiplies", "highest_only")
    circuits: int = choice(1, 2, 3, other_game=True)
    ties: str = choice("shared", "last_deal", "most_out")


@lru_cache
def card_values(rules: HouseRules) -> dict[str, int]:
    """The value of each card in the hand it is caught in (s0, s1, s2; American: s1)."""
    faces = FACES if rules.values == "standard" else AMERICAN_FACES
    if rules.values == "own":
        faces = {"J": rules.jack, "Q": rules.queen, "K": rules.king, "A": rules.ace}
    values = {card: faces.get(card, 0) for card in CARDS}
    for card in CARDS:
        if card not in faces:
            values[card] = NINE if card in (BLACK_NINE, RED_NINE) else int(card)
    return values


def points_of(hand: Hand, rules: HouseRules) -> int:
    """The sum of a hand, each red nine as 9 and before any doubling."""
    if hand.cards is None:
        return hand.points or 0
    values = card_values(rules)
    return sum(values[card] for card in hand.cards)


def own_factor(red_nines: int, rules: HouseRules) -> int:
    """How often a hand counts for the red nines in it: ×2 each (s0, s1; beyond two: s2)."""
    if red_nines == 0:
        return 1
    red_nines = min(red_nines, MOST_RED_NINES)
    if rules.red_nine_doubling == "per_nine":
        return 2 * red_nines
    factor: int = 2**red_nines
    return min(factor, 4) if rules.red_nine_doubling == "at_most_four" else factor


def caught(seat: int, points: int, red_nines: int) -> Line:
    """The line for what was held, before any doubling."""
    plain = points - NINE * red_nines
    if red_nines == 0:
        return Line(seat, points, "caught", {"points": points})
    key = "caught_with_red_nine" if red_nines == 1 else "caught_with_red_nines"
    if plain == 0:
        key = key.replace("caught_with", "caught_with_only")
    return Line(seat, points, key, {"plain": plain, "red_nines": red_nines, "points": points})


def lines_of(seat: int, hand: Hand, facts: Facts, rules: HouseRules) -> tuple[Line, ...]:
    """The cost of a hand: the cards, its red nines, and how the deal was won."""
    points = points_of(hand, rules)
    own = own_factor(hand.red_nines, rules)
    lines = [caught(seat, points, hand.red_nines)]
    sofar = points
    if own > 1:
        key = "red_nine_doubles" if hand.red_nines == 1 else "red_nines_multiply"
        numbers = {"red_nines": hand.red_nines, "factor": own, "sofar": points * own}
        lines.append(Line(seat, points * (own - 1), key, numbers))
        sofar = points * own
    if facts[ON_RED_NINE] and (own == 1 or rules.out_on_red_nine == "multiplies"):
        numbers = {"factor": 2, "sofar": sofar * 2}
        lines.append(Line(seat, sofar, "out_on_red_nine_doubles", numbers))
    return tuple(lines)


class RedNines(Variant):
    """Red Nines, 20th century: the lowest total wins after everybody has dealt equally often."""

    key = "red-nines"
    players = range(4, 13)
    rules = HouseRules
    scored_in = "penalties"
    has_void_deals = False

    def pack(self, players: int, rules: HouseRules) -> Pack:
        """One suit a player, red ones never fewer; all dealt, 13 each (s0, s1, s2)."""
        return pack_of_suits(red=(players + 1) // 2, black=players // 2, hand=HAND)

    def asks(self, players: int, rules: HouseRules) -> tuple[Ask[Any], ...]:
        """Who went out, whether on a red nine, and what the others hold."""
        return OUT, ON_RED_NINE, HANDS

    def check(self, facts: Facts, table: Table, carry: Carry) -> None:
        """Refuse what cannot have happened: hands that one pack cannot make."""
        hands = facts[HANDS]
        check_hands(hands, facts[OUT], facts[ON_RED_NINE], table.cards)
        check_sums(hands, card_values(table.rules), table.cards)

    def reread(self, facts: Facts, then: HouseRules, now: HouseRules) -> None:
        """Refuse other card values where a hand is known only as a sum."""
        if card_values(then) == card_values(now):
            return
        hands = facts[HANDS]
        for seat, hand in enumerate(hands):
            if hand.cards is None and not hand.empty:
                raise ImpossibleDeal("values_need_cards", seat=seat)

    def remarks(self, facts: Facts, table: Table, carry: Carry) -> tuple[Remark, ...]:
        """Flag what is possible but rarely so."""
        found = []
        hands = facts[HANDS]
        for seat, hand in enumerate(hands):
            # Cards that were tapped add up by themselves.
            if hand.cards is not None:
                continue
            points = points_of(hand, table.rules)
            if hand.red_nines and points % 2 == 0 and points > PERHAPS_DOUBLED:
                numbers = {"points": points, "instead": points // 2}
                found.append(Remark(seat, "perhaps_doubled", numbers))
            elif points > RARELY_SO_DEAR:
                found.append(Remark(seat, "rarely_so_dear", {"points": points}))
        return tuple(found)

    def score(self, facts: Facts, table: Table, carry: Carry) -> DealScore:
        """The penalties of one deal: the first out scores nothing, the others what they hold."""
        lines: list[Line] = []
        hands = facts[HANDS]
        for seat, hand in enumerate(hands):
            if seat == facts[OUT]:
                key = "went_out_on_red_nine" if facts[ON_RED_NINE] else "went_out"
                lines.append(Line(seat, 0, key))
            else:
                lines.extend(lines_of(seat, hand, facts, table.rules))
        return DealScore(tuple(lines))

    def tie_break(
        self, best: tuple[int, ...], deals: Sequence[SheetDeal], rules: HouseRules
    ) -> tuple[int, ...]:
        """Who of the level players wins; sources are silent, so a tie is shared by default."""
        if rules.ties == "most_out":
            wins = {seat: sum(deal.facts[OUT] == seat for deal in deals) for seat in best}
            return tuple(seat for seat in best if wins[seat] == max(wins.values()))
        if rules.ties == "last_deal":
            for deal in reversed(deals):
                least = min(deal.scores[seat] for seat in best)
                best = tuple(seat for seat in best if deal.scores[seat] == least)
        return best

    def circuits(self, rules: HouseRules) -> int:
        """Everybody deals equally often (s0, s1, s2)."""
        return rules.circuits

    def feats(self, deal: SheetDeal) -> tuple[Feat, ...]:
        """Who went out, and what the others were caught with."""
        facts, costs = deal.facts, deal.scores
        out, gained = facts[OUT], sum(costs) - costs[facts[OUT]]
        feats = feats_of_going_out(deal, out, facts[ON_RED_NINE], facts[HANDS], costs, gained)
        return tuple(feats)


VARIANT = RedNines()
