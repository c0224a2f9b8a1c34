"""What a sheet adds to the tables of results: its deals, its pairs of people, its feats.

A deal belongs to who sat there when it was played; the win and the place of a finished game
to who sits there at the end. Void deals do not count.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import permutations

from scorer.rules.feats import LENDING, game_feats
from scorer.rules.sheet import Sheet
from scorer.rules.types import BANK, Feat, SheetDeal

THOUSAND = 1000
# The deal of a feat that belongs to the whole game.
WHOLE_GAME = 0


@dataclass(frozen=True)
class DealResult:
    """What a deal changed for a seat, without counters bought or lent.

    `apart` is the score less the average of the other sides, in thousandths: tables differ in size.
    """

    deal: int
    seat: int
    player: str
    score: int
    apart: int


@dataclass
class Pair:
    """How a player fared beside another player at the same table.

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


def deal_results(sheet: Sheet) -> Iterator[DealResult]:
    """What each deal changed for everybody who sat there."""
    for deal in sheet.deals_that_count:
        scores = scores_in_play(deal)
        opponents = len(scores) - 1
        for seat, sitter in enumerate(deal.sitters):
            score = scores[deal.table.sides[seat]]
            apart = THOUSAND * (score * opponents - (sum(scores) - score))
            rounded = (2 * apart + opponents) // (2 * opponents)
            yield DealResult(deal.number, seat, sitter.player, score, rounded)


def pair_results(sheet: Sheet) -> dict[tuple[str, str], Pair]:
    """How everybody fared beside everybody else, by the ids of the two players."""
    pairs: defaultdict[tuple[str, str], Pair] = defaultdict(Pair)
    sign = -1 if sheet.start.unit == "penalties" else 1
    for deal in sheet.deals_that_count:
        scores = scores_in_play(deal)
        players, sides = [sitter.player for sitter in deal.sitters], deal.table.sides
        for seat, beside in permutations(range(len(players)), 2):
            if sides[seat] == sides[beside]:
                continue
            pair = pairs[players[seat], players[beside]]
            pair.deals += 1
            pair.better += sign * scores[sides[seat]] > sign * scores[sides[beside]]
            pair.worse += sign * scores[sides[seat]] < sign * scores[sides[beside]]
        for feat in sheet.start.variant.feats(deal):
            if feat.against is not None:
                pair = pairs[players[feat.seat], players[feat.against]]
                pair.feats += 1
                pair.cost += feat.number
    if sheet.finished:
        places, sides = sheet.standing.places, sheet.start.sides
        for seat, beside in permutations(range(len(sides)), 2):
            pair = pairs[sheet.sitters[seat].player, sheet.sitters[beside].player]
            if sides[seat] == sides[beside]:
                pair.games_with += 1
                pair.won_with += sheet.won(seat)
                continue
            pair.games += 1
            pair.ahead += places[sides[seat]] < places[sides[beside]]
            pair.behind += places[sides[seat]] > places[sides[beside]]
    return dict(pairs)


def feats_of(sheet: Sheet) -> Iterator[tuple[int, str, Feat]]:
    """Each feat with the number of its deal and the player who sat there."""
    for deal in sheet.deals_that_count:
        for feat in sheet.start.variant.feats(deal):
            yield deal.number, deal.sitters[feat.seat].player, feat
    for feat in game_feats(sheet):
        yield WHOLE_GAME, sheet.sitters[feat.seat].player, feat


def scores_in_play(deal: SheetDeal) -> tuple[int, ...]:
    """What a deal changed for each side, without counters bought or lent."""
    scores = [0] * len(deal.carry.totals)
    for line in deal.lines:
        if line.pool != BANK and line.key not in LENDING:
            scores[line.side] += line.points
    return tuple(scores)
