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
from scorer.rules.sheet import Sheet, SheetDeal
from scorer.rules.variant import BANK, Feat

THOUSAND = 1000
# The deal of a feat that belongs to the whole game.
WHOLE_GAME = 0


@dataclass(frozen=True)
class DealResult:
    """What a deal changed for a seat, without counters bought or lent.

    `apart` is the score less the average of the others, in thousandths: tables differ in size.
    """

    deal: int
    seat: int
    player: str
    score: int
    apart: int


@dataclass
class Pair:
    """How a player fared beside another player at the same table.

    `deals` played together, and those scored `better` or `worse` than the other player; `games`
    finished together, and those ended `ahead` or `behind`; `outs` are the deals that the other
    player won, and `cost` what they cost: penalties, or counters paid for going out.
    """

    deals: int = 0
    better: int = 0
    worse: int = 0
    games: int = 0
    ahead: int = 0
    behind: int = 0
    outs: int = 0
    cost: int = 0


def deal_results(sheet: Sheet) -> Iterator[DealResult]:
    """What each deal changed for everybody who sat there."""
    for deal in sheet.deals_that_count:
        scores = scores_in_play(deal)
        opponents = len(scores) - 1
        for seat, sitter in enumerate(deal.sitters):
            apart = THOUSAND * (scores[seat] * opponents - (sum(scores) - scores[seat]))
            rounded = (2 * apart + opponents) // (2 * opponents)
            yield DealResult(deal.number, seat, sitter.player, scores[seat], rounded)


def pair_results(sheet: Sheet) -> dict[tuple[str, str], Pair]:
    """How everybody fared beside everybody else, by the ids of the two players."""
    pairs: defaultdict[tuple[str, str], Pair] = defaultdict(Pair)
    sign = -1 if sheet.start.variant.lowest_wins else 1
    for deal in sheet.deals_that_count:
        scores = scores_in_play(deal)
        players = [sitter.player for sitter in deal.sitters]
        for seat, beside in permutations(range(len(players)), 2):
            pair = pairs[players[seat], players[beside]]
            pair.deals += 1
            pair.better += sign * scores[seat] > sign * scores[beside]
            pair.worse += sign * scores[seat] < sign * scores[beside]
        for feat in sheet.start.variant.feats(deal):
            if feat.against is not None:
                pair = pairs[players[feat.seat], players[feat.against]]
                pair.outs += 1
                pair.cost += feat.number
    if sheet.finished:
        places = sheet.standing.places
        for seat, beside in permutations(range(len(places)), 2):
            pair = pairs[sheet.sitters[seat].player, sheet.sitters[beside].player]
            pair.games += 1
            pair.ahead += places[seat] < places[beside]
            pair.behind += places[seat] > places[beside]
    return dict(pairs)


def feats_of(sheet: Sheet) -> Iterator[tuple[int, str, Feat]]:
    """Each feat with the number of its deal and the player who sat there."""
    for deal in sheet.deals_that_count:
        for feat in sheet.start.variant.feats(deal):
            yield deal.number, deal.sitters[feat.seat].player, feat
    for feat in game_feats(sheet):
        yield WHOLE_GAME, sheet.sitters[feat.seat].player, feat


def scores_in_play(deal: SheetDeal) -> tuple[int, ...]:
    """What a deal changed for each seat, without counters bought or lent."""
    scores = [0] * len(deal.sitters)
    for line in deal.lines:
        if line.pool != BANK and line.key not in LENDING:
            scores[line.seat] += line.points
    return tuple(scores)
