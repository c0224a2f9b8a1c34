"""Tallies: what a game adds to the sums of its people, for statistics.

A deal belongs to who was dealt to when it was played; the win and the place of a finished game
to who sits there at the end. Void deals do not count.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import permutations
from typing import TypeAlias

from scorer.rules.counter_value import shares_of
from scorer.rules.entries import NOBODY
from scorer.rules.kinds import kind_of
from scorer.rules.sheet import Sheet
from scorer.rules.types import SheetDeal
from scorer.rules.words import WORDS

THOUSAND = 1000


@dataclass
class Tally:
    """How a player did in games of a kind.

    `apart` sums the score of each deal less the others' average, in thousandths. `first_seats` are
    the finished games in which the player had the first seat, so that they sum to all games, and
    `by_sides` those with a partner in an earlier one.
    """

    games: int = 0
    wins: int = 0
    deals: int = 0
    apart: int = 0
    first_seats: int = 0
    by_sides: int = 0


@dataclass
class Pair:
    """How a player fared against another player at the same table.

    `deals` played against each other, and those scored `better` or `worse` than the other player;
    `games` finished against each other, and those ended `ahead` or `behind`; `games_with` are those
    finished as partners, and `won_with` those won. `feats` are the deals in which the other player
    did something at this one's cost, such as going out, and `cost` what that came to.
    """

    deals: int = 0
    better: int = 0
    worse: int = 0
    games: int = 0
    ahead: int = 0
    behind: int = 0
    games_with: int = 0
    won_with: int = 0
    feats: int = 0
    cost: int = 0


# By table, by the key of a row without its club, and by column.
Counts: TypeAlias = Counter[tuple[str, tuple[str | int, ...], str]]


def counts_of(sheet: Sheet, year: int, deals: Iterable[SheetDeal] | None = None) -> Counts:
    """What a game of this year adds to all sums, or what its end and these of its deals do."""
    counts: Counts = Counter()
    for deal in sheet.deals_that_count if deals is None else deals:
        if deal.facts.known:
            _count_deal(counts, sheet, deal, year)
    if sheet.finished:
        _count_finish(counts, sheet, year)
    # Only what was played for counters is worth money, once it is over.
    shares = shares_of(sheet) if sheet.settled is not None else None
    for sitter, share in zip(sheet.sitters, shares or (), strict=False):
        if sitter != NOBODY:
            counts["balances", (sitter.player,), "amount"] += share.money or 0
    return counts


def counts_of_payment(payer: str, payee: str, amount: int) -> Counts:
    """What a payment adds to the balances, in the smallest coin; it may be below zero."""
    return Counter(
        {
            ("balances", (payer,), "amount"): amount,
            ("balances", (payee,), "amount"): -amount,
        }
    )


def _count_deal(counts: Counts, sheet: Sheet, deal: SheetDeal, year: int) -> None:
    kind, feats = kind_of(sheet.start).key, WORDS["feats"]
    sign = -1 if sheet.start.unit == "penalties" else 1
    scores, sides = deal.carry.won_since(deal.before), deal.table.sides
    players, dealt = [sitter.player for sitter in deal.sitters], sorted(deal.table.dealt)
    dealt_sides = deal.table.dealt_sides
    total, others = sum(scores[side] for side in dealt_sides), max(len(dealt_sides) - 1, 1)
    for player, side in ((players[seat], sides[seat]) for seat in dealt):
        apart = THOUSAND * (scores[side] * others - (total - scores[side]))
        counts["tallies", (player, kind, year), "deals"] += 1
        counts["tallies", (player, kind, year), "apart"] += (2 * apart + others) // (2 * others)
    for seat, other in permutations(dealt, 2):
        if sides[seat] != sides[other]:
            ahead = sign * (scores[sides[seat]] - scores[sides[other]])
            pair = players[seat], kind, players[other]
            counts["pairs", pair, "deals"] += 1
            counts["pairs", pair, "better"] += ahead > 0
            counts["pairs", pair, "worse"] += ahead < 0
    for feat in sheet.feats_of(deal):
        # Of what no page of a person tells, nothing is summed.
        if "person" in feats[feat.key]:
            number = feat.number if feats[feat.key]["summed"] != "count" else 0
            counts["feats", (players[feat.seat], kind, feat.key, number), "times"] += 1
        if feat.against is not None:
            pair = players[feat.seat], kind, players[feat.against]
            counts["pairs", pair, "feats"] += 1
            counts["pairs", pair, "cost"] += feat.number


def _count_finish(counts: Counts, sheet: Sheet, year: int) -> None:
    kind, places, sides = kind_of(sheet.start).key, sheet.standing.places, sheet.table.sides
    players, seats = [sitter.player for sitter in sheet.sitters], sorted(sheet.table.order)
    for seat in seats:
        mine = players[seat], kind, year
        counts["tallies", mine, "games"] += 1
        counts["tallies", mine, "wins"] += sheet.won(seat)
        counts["tallies", mine, "first_seats"] += seat == seats[0]
        counts["tallies", mine, "by_sides"] += seat > sides[seat]
    for seat, other in permutations(seats, 2):
        pair = players[seat], kind, players[other]
        if sides[seat] == sides[other]:
            counts["pairs", pair, "games_with"] += 1
            counts["pairs", pair, "won_with"] += sheet.won(seat)
        else:
            counts["pairs", pair, "games"] += 1
            counts["pairs", pair, "ahead"] += places[sides[seat]] < places[sides[other]]
            counts["pairs", pair, "behind"] += places[sides[seat]] > places[sides[other]]
