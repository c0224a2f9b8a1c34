"""Rummy: who goes out first leaves the others with what they hold; with pool rummy.

Sources: PA and BI for the basic game, R24 for penalties, PR for the pool. The total with which who
is out comes back, and that a hand is doubled before it is limited, are the house's own.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from scorer.rules.asks import Ask, Facts, Flag, Number, Seat
from scorer.rules.errors import ImpossibleDeal
from scorer.rules.house_rules import choice, whole
from scorer.rules.out_at_target import after_who_is_out, lines_back_in, seats_out
from scorer.rules.table import Table
from scorer.rules.types import Carry, DealScore, Feat, Line, Next, Over, Remark, SheetDeal, Unit
from scorer.rules.variant import Variant, before_target, next_dealer

MOST_IN_HAND = 999
MOST_IN_POOL = 80
# More than this is hardly held by anybody.
RARELY_SO_MUCH = 150
NO_POOL = ("winner_takes", "penalties")
POOL = {"how": ("pool",)}


@dataclass(frozen=True)
class HouseRules:
    """The house rules of Rummy."""

    how: str = choice(*NO_POOL, "pool", other_game=True)
    length: str = choice("target", "deals", "open", other_game=True, only={"how": NO_POOL})
    target: int = whole(100, least=1, most=100_000, only={"length": ("target",)})
    deals: int = whole(10, least=1, most=1000, only={"how": NO_POOL, "length": ("deals",)})
    in_one: str = choice("doubles", "plain", other_game=True)
    most: int | None = whole(None, least=1, most=MOST_IN_HAND)
    first_drop: int = whole(20, least=1, most=MOST_IN_HAND, only=POOL)
    middle_drop: int = whole(40, least=1, most=MOST_IN_HAND, only=POOL)
    buy_in: str = choice("none", "highest", "highest_plus_one", other_game=True, only=POOL)
    ties: str = choice("shared", "play_on", only={"how": ("penalties",), "length": ("target",)})

    @property
    def is_pool(self) -> bool:
        """Whether who reaches the target is out, and the last one left wins."""
        return self.how == "pool"

    @property
    def limit(self) -> int:
        """The most that a hand costs."""
        return self.most or (MOST_IN_POOL if self.is_pool else 2 * MOST_IN_HAND)


WINNER = Seat("winner")
IN_ONE = Flag("in_one")
HANDS = Number(
    "hands", of="seat", by="seat", shown="when_complete", but=WINNER.key, most=MOST_IN_HAND
)


class Rummy(Variant):
    """Rummy: the winner of a deal scores what the others hold, or each what he holds himself."""

    key = "rummy"
    players = range(2, 7)
    rules = HouseRules
    scored_in = "points"
    eldest_leads = False

    def unit(self, rules: HouseRules) -> Unit:
        """Points for the winner of a deal, else penalties for the others."""
        return "points" if rules.how == "winner_takes" else "penalties"

    def asks(self, players: int, rules: HouseRules) -> tuple[Ask[Any], ...]:
        """Who went out, whether all at once, and what the others hold."""
        winner = replace(WINNER, required=rules.how != "penalties")
        in_one = (IN_ONE,) if rules.in_one == "doubles" else ()
        keys = {"drop": rules.first_drop, "middle": rules.middle_drop, "full": rules.limit}
        return winner, *in_one, replace(HANDS, keys=keys if rules.is_pool else None)

    def resting(self, table: Table, carry: Carry) -> tuple[int, ...]:
        """Who is out of the pool."""
        return seats_out(table, carry) if table.rules.is_pool else ()

    def buy_ins(self, table: Table, carry: Carry) -> tuple[Line, ...]:
        """Who is out comes back where he stays in with a first drop."""
        rules = table.rules
        if not rules.is_pool or rules.buy_in == "none":
            return ()
        above = rules.buy_in == "highest_plus_one"
        return lines_back_in(table, carry, above=above, room=rules.first_drop)

    def check(self, facts: Facts, table: Table, carry: Carry) -> None:
        """Refuse that it was all at once where nobody went out."""
        if facts.answers.get(IN_ONE.key) and facts[WINNER] is None:
            raise ImpossibleDeal("nobody_in_one")

    def remarks(self, facts: Facts, table: Table, carry: Carry) -> tuple[Remark, ...]:
        """Flag hands that are seldom held, and those that count less than was typed."""
        rules, found = table.rules, []
        held = {seat: hand for seat, hand in enumerate(facts[HANDS]) if hand is not None}
        for seat, hand in held.items():
            numbers = {"points": hand, "most": rules.limit}
            if not hand:
                found.append(Remark(seat, "holds_nothing", numbers))
            elif hand > rules.limit:
                found.append(Remark(seat, "is_limited", numbers))
            elif hand > RARELY_SO_MUCH:
                found.append(Remark(seat, "rarely_so_much", numbers))
        hands = {*held.values()}
        # All others of a pool may drop.
        drops = {rules.first_drop, rules.middle_drop} if rules.is_pool else set()
        if len(hands) == 1 < len(held) and not hands <= drops:
            found.append(Remark(None, "all_the_same", {"points": max(hands)}))
        return tuple(found)

    def score(self, facts: Facts, table: Table, carry: Carry) -> DealScore:
        """What each is caught with, for himself or for the winner; doubled first, then limited."""
        return DealScore(tuple(sorted(self._lines(facts, table), key=lambda line: line.side)))

    def _lines(self, facts: Facts, table: Table) -> Iterator[Line]:
        rules, winner, caught = table.rules, facts[WINNER], 0
        takes = rules.how == "winner_takes"
        times = 2 if facts.answers.get(IN_ONE.key) else 1
        for seat, hand in enumerate(facts[HANDS]):
            if hand is not None:
                points = min(times * hand, rules.limit)
                caught += points
                key = ("held" if takes else "caught") + ("_doubled" if times > 1 else "")
                key += "_limited" if points < times * hand else ""
                yield Line(seat, 0 if takes else points, key, {"hand": hand, "points": points})
        if winner is not None:
            key = "takes" if takes else "went_out"
            yield Line(winner, caught if takes else 0, key, {"points": caught})
        for seat in table.resting:
            yield Line(seat, 0, "was_out", {"points": rules.target})

    def after(self, table: Table, facts: Facts | None, carry: Carry, played: int) -> Next | Over:
        """The last one left wins the pool; else so many deals, the target or a stop ends it."""
        rules, unit = table.rules, self.unit(table.rules)
        if rules.is_pool:
            return after_who_is_out(table, facts, carry, played, unit=unit)
        left = rules.deals - played if rules.length == "deals" else None
        before = before_target(table, facts, carry, played, unit=unit, target=rules.target)
        if (rules.length == "target" and before is None) or (left is not None and left <= 0):
            return Over()
        shows = before or () if rules.length == "target" else ()
        return Next(next_dealer(table, facts), left, shows=shows)

    def feats(self, deal: SheetDeal) -> tuple[Feat, ...]:
        """Who went out, what the others were caught with, and who stayed in a pool narrowly."""
        facts, rules, winner = deal.facts, deal.table.rules, deal.facts[WINNER]
        caught = [line for line in deal.lines if "hand" in line.numbers]
        done = [Feat(it.side, "caught_with", it.numbers["points"]) for it in caught]
        if winner is not None:
            done.append(Feat(winner, "went_out", deal.table.players))
            if facts.answers.get(IN_ONE.key):
                done.append(Feat(winner, "out_in_one", 1))
            if deal.scores[winner]:
                done.append(Feat(winner, "taken_from_others", deal.scores[winner]))
        narrow = rules.target - rules.first_drop
        for seat in deal.table.dealt if rules.is_pool else ():
            if narrow <= deal.before.totals[seat] and deal.carry.totals[seat] < rules.target:
                done.append(Feat(seat, "stayed_in", 1))
        return tuple(done)


VARIANT = Rummy()
