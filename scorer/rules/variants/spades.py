"""Spades: partners bid how many tricks they will take, and spades are always trumps.

Source: the pages of pagat.com as others have copied them (PG), and what players answer each other.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from scorer.rules.asks import Ask, Facts, Flag, Number
from scorer.rules.errors import ImpossibleDeal
from scorer.rules.exact_bids import check_tricks
from scorer.rules.house_rules import choice, whole
from scorer.rules.table import Table
from scorer.rules.types import Carry, DealScore, Feat, Line, Next, Over, Remark, SheetDeal, Shown
from scorer.rules.variant import Variant, needs, next_dealer

# Three play with 51 cards; two draw theirs from the stock.
CARDS = {2: 13, 3: 17, 4: 13}
PARTNERS = 4
TEN, HUNDRED = 10, 100
MERCY = -200


@dataclass(frozen=True)
class HouseRules:
    """The house rules of Spades."""

    sides: str = choice("two", "each", other_game=True, players=(PARTNERS,))
    target: int = whole(500, least=1, most=100_000)
    mercy: bool = choice(True, False)
    bags: str = choice("ten", "none")
    nil: int = choice(100, 50)
    blind_nil: bool = choice(True, False, other_game=True)
    failed_nil: str = choice("bags", "help", "nothing")
    set: str = choice("minus", "nothing")


BIDS = Number("bids", of="seat", most=max(CARDS.values()), when="before", by="seat")
BLIND = Flag("blind", of="seat", when="before", by="seat")
TRICKS = Number("tricks", of="side", most=BIDS.most)
NIL_TRICKS = Number("nil_tricks", of="seat", most=BIDS.most)


def bid_by(side: int, facts: Facts, table: Table) -> tuple[int, dict[int, int]]:
    """What a side bid, and the tricks of each seat that bid nil."""
    bids, seats = facts[BIDS], table.seats_of(side)
    own = facts[NIL_TRICKS] if table.by_sides else facts[TRICKS]
    return sum(bids[seat] for seat in seats), {seat: own[seat] for seat in seats if bids[seat] == 0}


def lines_of(side: int, facts: Facts, table: Table, had: int) -> Iterator[Line]:
    """What a side scores that had so many bags: each nil by itself, the contract, the bags."""
    rules, (contract, nil) = table.rules, bid_by(side, facts, table)
    for seat, tricks in nil.items():
        key, worth = ("blind_nil", 2 * rules.nil) if facts[BLIND][seat] else ("nil", rules.nil)
        points, outcome = (-worth, "failed") if tricks else (worth, "made")
        numbers = {"points": worth, "tricks": tricks, "bidder": seat}
        yield Line(side, points, f"{key}_{outcome}", numbers)
    of_nil = sum(nil.values())
    tricks = facts[TRICKS][side] - (0 if rules.failed_nil == "help" else of_nil)
    if contract:
        points, key = TEN * contract, "exact_contract" if tricks == contract else "contract_made"
        if tricks < contract:
            points, key = -points if rules.set == "minus" else 0, "contract_set"
        yield Line(side, points, key, {"contract": contract, "tricks": tricks, "points": points})
    bags, bags_of_nil = max(tricks - contract, 0), of_nil if rules.failed_nil == "bags" else 0
    if bags:
        yield Line(side, bags, "bags", {"bags": bags})
    if bags_of_nil:
        yield Line(side, bags_of_nil, "bags_of_nil", {"bags": bags_of_nil})
    cost = HUNDRED * ((had + bags + bags_of_nil) // TEN)
    if cost and rules.bags == "ten":
        yield Line(side, -cost, "bags_cost", {"points": cost})


class Spades(Variant):
    """Spades: partners bid how many tricks they will take, and spades are always trumps."""

    key = "spades"
    players = range(2, 5)
    rules = HouseRules
    scored_in = "points"

    def asks(self, players: int, rules: HouseRules) -> tuple[Ask[Any], ...]:
        """The bids, the tricks of each side, and more of who bid nil."""
        due = CARDS[players]
        tricks = replace(TRICKS, most=due, sum=due)
        return replace(BIDS, most=due), BLIND, tricks, replace(NIL_TRICKS, most=due)

    def asked(self, table: Table, carry: Carry, answers: Mapping[str, Any]) -> Iterator[Ask[Any]]:
        """The dealer bids last; who bid nil says if it was blind, and the tricks it took."""
        bids, blind, tricks, own = table.asks
        nil = tuple(seat for seat, bid in enumerate(answers.get(BIDS.key, ())) if bid == 0)
        yield replace(bids, last=table.dealer)
        yield replace(blind, seats=nil if table.rules.blind_nil else ())
        yield tricks
        yield replace(own, seats=nil if table.by_sides else ())

    def sides(self, players: int, rules: HouseRules) -> tuple[int, ...]:
        """Of four, partners sit opposite each other."""
        number = 2 if players == PARTNERS and rules.sides == "two" else players
        return tuple(seat % number for seat in range(players))

    def below_zero(self, rules: HouseRules) -> bool:
        """A nil that failed is lost."""
        return True

    def start(self, players: int, rules: HouseRules) -> Carry:
        """No side has a bag."""
        return Carry((), by_side={"bags": (0,) * len(set(self.sides(players, rules)))})

    def check(self, facts: Facts, table: Table, carry: Carry) -> None:
        """Refuse more tricks of who bid nil than their side took, and tricks that are not all."""
        for side, tricks in enumerate(facts[TRICKS]):
            own = sum(bid_by(side, facts, table)[1].values())
            if own > tricks:
                raise ImpossibleDeal("more_than_the_side", own=own, tricks=tricks)
        check_tricks(facts[TRICKS], CARDS[table.players])

    def remarks(self, facts: Facts, table: Table, carry: Carry) -> tuple[Remark, ...]:
        """Flag a blind nil that nobody needed, two partners who bid nil, and bids above all."""
        found, due, best = list[Remark](), CARDS[table.players], max(carry.totals)
        for side in table.sides_in_order:
            bid, nil = bid_by(side, facts, table)
            for seat in nil:
                if facts[BLIND][seat] and carry.totals[side] > best - HUNDRED:
                    found.append(Remark(seat, "blind_not_behind", {"points": HUNDRED}))
            key = "both_nil" if len(nil) > 1 else "bids_above" if bid > due else None
            if key:
                found.append(Remark(None, key, {"bid": bid, "due": due}))
        return tuple(found)

    def score(self, facts: Facts, table: Table, carry: Carry) -> DealScore:
        """What each side scores; every tenth bag costs a hundred."""
        lines, bags = list[Line](), list(carry.by_side["bags"])
        for side, had in enumerate(bags):
            lines += lines_of(side, facts, table, had)
        for line in lines:
            bags[line.side] += line.numbers.get("bags", 0)
        return DealScore(tuple(lines), by_side={"bags": [number % TEN for number in bags]})

    def after(self, table: Table, facts: Facts | None, carry: Carry, played: int) -> Next | Over:
        """The game ends at the target, or far below zero, unless the best are level."""
        rules, totals, best = table.rules, carry.totals, max(carry.totals)
        is_there = best >= rules.target or (rules.mercy and min(totals) <= MERCY)
        can_end = is_there and played and facts is not None
        if can_end and totals.count(best) == 1:
            return Over()
        shows = [Shown("plays_on")] if can_end else []
        shows += needs(totals, rules.target)
        bags = carry.by_side["bags"] if rules.bags == "ten" else ()
        known = [{"bags": number, "left": TEN - number} for number in bags]
        shows += [Shown("bags", side, had) for side, had in enumerate(known) if had["bags"]]
        return Next(next_dealer(table, facts), shows=tuple(shows))

    def feats(self, deal: SheetDeal) -> tuple[Feat, ...]:
        """What partners did together, by the lines; a nil is of one seat, and others broke it."""
        table, done = deal.table, list[Feat]()
        for line in deal.lines:
            seats, bidder = table.seats_of(line.side), line.numbers.get("bidder")
            if bidder is not None and line.points < 0 and table.by_sides:
                done += [Feat(seat, "broke_nil", 1) for seat in table.order if seat not in seats]
            for seat in seats if bidder is None else (bidder,):
                done.append(Feat(seat, line.key, abs(line.points)))
        done += [Feat(seat, "highest_deal", deal.scores[table.sides[seat]]) for seat in table.order]
        return tuple(done)


VARIANT = Spades()
