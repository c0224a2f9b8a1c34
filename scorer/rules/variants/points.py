"""Points: any card game that is not known here, scored by the numbers the table counts itself.

No source: everything here is the house's own, and the table says how its game is won.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from scorer.rules.asks import Ask, Facts, Number, Side
from scorer.rules.errors import BadRecord
from scorer.rules.house_rules import choice, text, texts, whole
from scorer.rules.table import Table
from scorer.rules.types import (
    Carry,
    DealScore,
    Feat,
    Line,
    Next,
    Over,
    Remark,
    SheetDeal,
    Shown,
    Unit,
)
from scorer.rules.variant import Variant, needs, next_dealer, reached
from scorer.rules.words import list_names

MAX_IN_A_DEAL = 100_000
LETTERS = 40
MAX_PLAYERS = 12
MAX_NAMED_DEALS = 100
FEWEST_PARTNERS = 2
NUMBER_OF_SIDES = {"two": 2, "three": 3}
BEST_OF_DEAL, MAX_IN_DEAL, MIN_IN_DEAL = "best_of_deal", "most_in_deal", "least_in_deal"


@dataclass(frozen=True)
class HouseRules:
    """The house rules of a game that is only counted."""

    title: str = text(most=LETTERS)
    wins: str = choice("lowest", "highest")
    length: str = choice("open", "deals", "target", other_game=True)
    deals: int = whole(10, least=1, most=1000, only={"length": ("deals",), "deal_names": ((),)})
    target: int = whole(100, least=1, most=100_000, only={"length": ("target",)})
    ties: str = choice("shared", "play_on", only={"length": ("target",)})
    sides: str = choice("each", "two", "three", other_game=True)
    winner: str = choice("typed", "takes_all", other_game=True)
    # Nothing is scored by it, so nothing would be another under another sum.
    adds_to: int | None = whole(
        None, least=-1_000_000, most=1_000_000, other_game=True, only={"winner": ("typed",)}
    )
    deal_names: tuple[str, ...] = texts(most=MAX_NAMED_DEALS, letters=LETTERS)

    @property
    def takes_all(self) -> bool:
        """Whether who wins a deal scores what all others are caught with."""
        return self.winner == "takes_all"

    @property
    def number_of_deals(self) -> int | None:
        """How many deals there are at most; None where nobody knows."""
        if self.deal_names:
            return len(self.deal_names)
        return self.deals if self.length == "deals" else None


def is_spared(numbers: Sequence[int], due: int) -> bool:
    """Whether one side has nothing and each other has all there is, as in Hearts."""
    return sorted(numbers) == sorted([0, *[due] * (len(numbers) - 1)])


WINNER = Side("winner")
POINTS = Number("points", of="side", least=-MAX_IN_A_DEAL, most=MAX_IN_A_DEAL)


class Points(Variant):
    """Points: any card game that is not known here, by the numbers the table counts itself."""

    key = "points"
    players = range(2, MAX_PLAYERS + 1)
    rules = HouseRules
    eldest_leads = False

    def unit(self, rules: HouseRules) -> Unit:
        """Penalties where the fewest win, else points."""
        return "penalties" if rules.wins == "lowest" else "points"

    def kind(self, rules: HouseRules) -> str:
        """The name that the table gives its game."""
        return rules.title

    def asks(self, players: int, rules: HouseRules) -> tuple[Ask[Any], ...]:
        """The points of each side; each may type its own where it plays for itself."""
        points = replace(POINTS, by="seat") if rules.sides == "each" else POINTS
        if rules.takes_all:
            return WINNER, replace(points, but=WINNER.key)
        return (replace(points, sum=rules.adds_to),)

    def sides(self, players: int, rules: HouseRules) -> tuple[int, ...]:
        """Partners sit opposite each other, so the sides take turns round the table."""
        number = NUMBER_OF_SIDES.get(rules.sides, players)
        return tuple(seat % number for seat in range(players))

    def fits(self, players: int, rules: HouseRules) -> BadRecord | None:
        """Sides need equally many partners, and two at least."""
        number = NUMBER_OF_SIDES.get(rules.sides)
        if number and (players % number or players < FEWEST_PARTNERS * number):
            some = [str(many) for many in range(FEWEST_PARTNERS * number, MAX_PLAYERS + 1, number)]
            return BadRecord("sides_of_players", sides=number, these=list_names(some, "or"))
        return None

    def at_odds(self, rules: HouseRules) -> dict[str, BadRecord]:
        """Whoever won the most deals would lose."""
        if rules.takes_all and rules.wins == "lowest":
            return {"winner": BadRecord("takes_all_and_lowest")}
        return {}

    def score(self, facts: Facts, table: Table, carry: Carry) -> DealScore:
        """The numbers as they were counted; who takes all scores their sum, the others nothing."""
        numbers = facts[POINTS]
        if not table.rules.takes_all:
            return DealScore(
                tuple(
                    Line(side, number, "scored", {"points": number})
                    for side, number in enumerate(numbers)
                )
            )
        winner = facts[WINNER]
        caught = sum(number for number in numbers if number is not None)
        return DealScore(
            tuple(
                Line(side, caught, "takes_all", {"points": caught})
                if side == winner
                else Line(side, 0, "caught_by_winner", {"points": number})
                for side, number in enumerate(numbers)
            )
        )

    def remarks(self, facts: Facts, table: Table, carry: Carry) -> tuple[Remark, ...]:
        """Flag numbers that come to another sum than those of this game, and one that ends it."""
        rules, numbers = table.rules, [number for number in facts[POINTS] if number is not None]
        due, total, most = rules.adds_to, sum(numbers), max(numbers)
        if rules.length == "target" and most > rules.target:
            return (Remark(None, "beyond_the_target", {"points": most, "target": rules.target}),)
        if rules.takes_all or due is None or total == due or is_spared(numbers, due):
            return ()
        key = "adds_up_to_more" if total > due else "adds_up_to_less"
        return (Remark(None, key, {"sum": total, "due": due, "off": abs(total - due)}),)

    def after(self, table: Table, facts: Facts | None, carry: Carry, played: int) -> Next | Over:
        """So many deals, until the target is reached without a tie, or until the table stops."""
        rules: HouseRules = table.rules
        left = None
        if rules.number_of_deals is not None:
            left = rules.number_of_deals - played
            if left <= 0:
                return Over()
        shows: list[Shown] = []
        if rules.length == "target":
            best = (min if rules.wins == "lowest" else max)(carry.totals)
            plays_on = rules.ties == "play_on" and carry.totals.count(best) > 1
            # A void deal ends nothing, nor do totals that were carried along.
            is_there = played and facts is not None and max(carry.totals) >= rules.target
            if is_there and not plays_on:
                return Over()
            if is_there:
                shows.append(Shown("plays_on"))
            if rules.wins == "lowest":
                ends_at = Shown("ends_at", None, {"points": rules.target})
                shows += reached(carry.totals, rules.target) or [ends_at]
            else:
                shows += needs(carry.totals, rules.target)
        if rules.deal_names:
            shows.append(Shown("deal_name", None, {"name": rules.deal_names[played]}))
        return Next(next_dealer(table, facts), left, shows=tuple(shows))

    def feats(self, deal: SheetDeal) -> tuple[Feat, ...]:
        """Who was best in a deal, and what each scored, if anything; partners alike."""
        rules, scores, sides = deal.table.rules, deal.scores, deal.table.sides
        best = max(scores) if rules.wins == "highest" else min(scores)
        done: list[Feat] = []
        for seat, side in enumerate(sides):
            score = scores[side]
            if score == best and min(scores) < max(scores):
                done.append(Feat(seat, BEST_OF_DEAL, score))
            if score:
                done.append(Feat(seat, MAX_IN_DEAL if score > 0 else MIN_IN_DEAL, score))
        return tuple(done)


VARIANT = Points()
