"""Points: any card game that is not known here, scored by the numbers the table counts itself.

No source: everything here is the house's own, and the table says how its game is won.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from scorer.rules.asks import Ask, Choice, Facts, Number, Side
from scorer.rules.errors import BadRecord
from scorer.rules.house_rules import choice, text, texts, whole, wholes
from scorer.rules.out_at_target import after_who_is_out, lines_back_in, seats_out
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
from scorer.rules.variant import Variant, before_target, next_dealer
from scorer.rules.words import list_names

MAX_IN_A_DEAL = 100_000
LETTERS = 40
MAX_PLAYERS = 12
MAX_NAMED_DEALS = 100
MAX_SUMS, MAX_SUM = 6, 1_000_000
MAX_EVENTS, EVENT_LETTERS = 4, 16
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
    out: str = choice(
        "ends", "for_good", "buy_in", "buy_in_above", other_game=True, only={"length": ("target",)}
    )
    ties: str = choice("shared", "play_on", only={"length": ("target",), "out": ("ends",)})
    sides: str = choice("each", "two", "three", other_game=True)
    winner: str = choice("typed", "takes_all", other_game=True)
    zero_sum: bool = choice(False, True, only={"winner": ("takes_all",)})
    # Nothing is scored by it, so nothing would be another under another sum.
    adds_to: tuple[int, ...] = wholes(
        most=MAX_SUMS, limit=MAX_SUM, other_game=True, only={"winner": ("typed",)}
    )
    events: tuple[str, ...] = texts(most=MAX_EVENTS, letters=EVENT_LETTERS)
    deal_names: tuple[str, ...] = texts(most=MAX_NAMED_DEALS, letters=LETTERS)

    @property
    def takes_all(self) -> bool:
        """Whether who wins a deal scores what all others are caught with."""
        return self.winner == "takes_all"

    @property
    def goes_on(self) -> bool:
        """Whether who reaches the target is out, and the others go on."""
        return self.length == "target" and self.out != "ends"

    @property
    def number_of_deals(self) -> int | None:
        """How many deals there are at most; None where nobody knows."""
        if self.deal_names:
            return len(self.deal_names)
        return self.deals if self.length == "deals" else None


def is_spared(numbers: Sequence[int], due: int) -> bool:
    """Whether one side has nothing and each other has all there is, as where somebody takes all."""
    return sorted(numbers) == sorted([0, *[due] * (len(numbers) - 1)])


WINNER = Side("winner")
EVENTS = Choice("events", of="side", required=False)
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
        events = (replace(EVENTS, values=rules.events),) if rules.events else ()
        if rules.takes_all:
            return WINNER, replace(points, but=WINNER.key, least=0), *events
        # Of several sums nobody knows which one fills in the last number.
        due = rules.adds_to[0] if len(rules.adds_to) == 1 else None
        return replace(points, sum=due), *events

    def sides(self, players: int, rules: HouseRules) -> tuple[int, ...]:
        """Partners sit opposite each other, so the sides take turns round the table."""
        number = NUMBER_OF_SIDES.get(rules.sides, players)
        return tuple(seat % number for seat in range(players))

    def below_zero(self, rules: HouseRules) -> bool:
        """Also where nobody is caught with less than nothing: by a penalty, or by who wins."""
        return True

    def fits(self, players: int, rules: HouseRules) -> BadRecord | None:
        """Sides need equally many partners, and two at least."""
        number = NUMBER_OF_SIDES.get(rules.sides)
        if number and (players % number or players < FEWEST_PARTNERS * number):
            some = [str(many) for many in range(FEWEST_PARTNERS * number, MAX_PLAYERS + 1, number)]
            return BadRecord("sides_of_players", sides=number, these=list_names(some, "or"))
        return None

    def at_odds(self, rules: HouseRules) -> dict[str, BadRecord]:
        """Whoever won the most deals would lose, or whoever is best would be out."""
        if rules.takes_all and rules.wins == "lowest":
            return {"winner": BadRecord("takes_all_and_lowest")}
        if rules.goes_on and rules.wins == "highest":
            return {"out": BadRecord("out_and_highest")}
        return {}

    def resting(self, table: Table, carry: Carry) -> tuple[int, ...]:
        """Who is out."""
        return seats_out(table, carry) if table.rules.goes_on else ()

    def buy_ins(self, table: Table, carry: Carry) -> tuple[Line, ...]:
        """Who is out comes back level with the highest of those in, or one above, if that is in."""
        rules = table.rules
        if not rules.goes_on or rules.out == "for_good":
            return ()
        return lines_back_in(table, carry, above=rules.out == "buy_in_above")

    def score(self, facts: Facts, table: Table, carry: Carry) -> DealScore:
        """The numbers as they were counted; who takes all scores their sum, the others nothing.

        Where a deal is zero-sum the others lose what they were caught with.
        """
        rules = table.rules
        counted = {side: number for side, number in enumerate(facts[POINTS]) if number is not None}
        if not rules.takes_all:
            lines = {side: (number, "scored", number) for side, number in counted.items()}
        elif rules.zero_sum:
            lines = {side: (-number, "pays_winner", number) for side, number in counted.items()}
        else:
            lines = {side: (0, "caught_by_winner", number) for side, number in counted.items()}
        if rules.takes_all:
            caught = sum(counted.values())
            lines[facts[WINNER]] = (caught, "takes_all", caught)
        for seat in table.resting:
            lines[table.sides[seat]] = (0, "was_out", rules.target)
        return DealScore(
            tuple(
                Line(side, score, key, {"points": number})
                for side, (score, key, number) in sorted(lines.items())
            )
        )

    def remarks(self, facts: Facts, table: Table, carry: Carry) -> tuple[Remark, ...]:
        """Flag numbers that come to another sum than those of this game, and one that ends it."""
        rules, numbers = table.rules, [number for number in facts[POINTS] if number is not None]
        dues, total, most = rules.adds_to, sum(numbers), max(numbers)
        if rules.length == "target" and most > rules.target:
            return (Remark(None, "beyond_the_target", {"points": most, "target": rules.target}),)
        is_whole = len(numbers) == len(table.dealt_sides)
        if rules.takes_all or not dues or not is_whole or any(total == due for due in dues):
            return ()
        if any(is_spared(numbers, due) for due in dues):
            return ()
        due = min(dues, key=lambda due: abs(total - due))
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
        dealer, shows = next_dealer(table, facts), list[Shown]()
        if rules.goes_on:
            follows = after_who_is_out(table, facts, carry, played, unit=self.unit(rules))
            if isinstance(follows, Over):
                return follows
            dealer, shows = follows.dealer, [*follows.shows]
        elif rules.length == "target":
            unit, target = self.unit(rules), rules.target
            before = before_target(table, facts, carry, played, unit=unit, target=target)
            if before is None:
                return Over()
            shows += before
        if rules.deal_names:
            shows.append(Shown("deal_name", None, {"name": rules.deal_names[played]}))
        return Next(dealer, left, shows=tuple(shows))

    def feats(self, deal: SheetDeal) -> tuple[Feat, ...]:
        """Who was best in a deal, and what each scored, if anything; partners alike."""
        table = deal.table
        scores = {side: deal.scores[side] for side in table.dealt_sides}
        least, most = min(scores.values()), max(scores.values())
        best = most if table.rules.wins == "highest" else least
        done: list[Feat] = []
        for seat in sorted(table.dealt):
            score = scores[table.sides[seat]]
            if score == best and least < most:
                done.append(Feat(seat, BEST_OF_DEAL, score))
            if score:
                done.append(Feat(seat, MAX_IN_DEAL if score > 0 else MIN_IN_DEAL, score))
        return tuple(done)


VARIANT = Points()
