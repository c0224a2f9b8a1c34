"""What a sheet adds to the tables of results: its deals, its pairs of people, its feats.

A deal belongs to who sat there when it was played; the win and the place of a finished game
to who sits there at the end. Void deals do not count.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from scorer.rules.feats import LENDING, game_feats
from scorer.rules.sheet import DealRead, Sheet
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
    """How a player fared beside another one at the same table.

    `deals` together, `better` or `worse` than the other in them; `games` finished together,
    `ahead` of or `behind` the other; `outs` are the deals the other won, and `cost` what they
    cost this player: the penalty, or the counters paid to the other for going out.
    """

    deals: int = 0
    better: int = 0
    worse: int = 0
    games: int = 0
    ahead: int = 0
    behind: int = 0
    outs: int = 0
    cost: int = 0


def deals_played(sheet: Sheet) -> Iterator[DealRead]:
    """The deals that count."""
    return (deal for deal in sheet.deals if not deal.facts.void)


def deal_results(sheet: Sheet) -> Iterator[DealResult]:
    """What each deal changed for everybody who sat there."""
    for deal in deals_played(sheet):
        scores = score_of(deal)
        for seat, sitter in enumerate(deal.sitters):
            apart = apart_of(scores, seat)
            yield DealResult(deal.number, seat, sitter.player, scores[seat], apart)


def pair_results(sheet: Sheet) -> dict[tuple[str, str], Pair]:
    """How everybody fared beside everybody else, by player and other."""
    pairs: defaultdict[tuple[str, str], Pair] = defaultdict(Pair)
    sign = -1 if sheet.start.variant.lowest_wins else 1
    for deal in deals_played(sheet):
        scores = score_of(deal)
        people = [sitter.player for sitter in deal.sitters]
        for seat, player in enumerate(people):
            for beside, other in enumerate(people):
                if beside != seat:
                    pair = pairs[player, other]
                    pair.deals += 1
                    pair.better += sign * scores[seat] > sign * scores[beside]
                    pair.worse += sign * scores[seat] < sign * scores[beside]
        for feat in sheet.start.variant.feats(deal):
            if feat.against is not None:
                pair = pairs[people[feat.seat], people[feat.against]]
                pair.outs += 1
                pair.cost += feat.number
    if sheet.finished:
        _add_end(sheet, pairs)
    return dict(pairs)


def _add_end(sheet: Sheet, pairs: defaultdict[tuple[str, str], Pair]) -> None:
    places = sheet.standing.places
    for seat, sitter in enumerate(sheet.sitters):
        for beside, other in enumerate(sheet.sitters):
            if beside != seat:
                pair = pairs[sitter.player, other.player]
                pair.games += 1
                pair.ahead += places[seat] < places[beside]
                pair.behind += places[seat] > places[beside]


def feats_of(sheet: Sheet) -> Iterator[tuple[int, str, Feat]]:
    """Each feat with the number of its deal and the player who sat there."""
    for deal in deals_played(sheet):
        for feat in sheet.start.variant.feats(deal):
            yield deal.number, deal.sitters[feat.seat].player, feat
    for feat in game_feats(sheet):
        yield WHOLE_GAME, sheet.sitters[feat.seat].player, feat


def score_of(deal: DealRead) -> tuple[int, ...]:
    """What a deal changed for each seat in play: counters bought or lent are nobody's doing."""
    scores = [0] * len(deal.sitters)
    for line in deal.lines:
        if line.pool != BANK and line.key not in LENDING:
            scores[line.seat] += line.points
    return tuple(scores)


def apart_of(scores: tuple[int, ...], seat: int) -> int:
    """A seat's score less the average of all others, in thousandths, rounded."""
    others = len(scores) - 1
    apart = THOUSAND * (scores[seat] * others - (sum(scores) - scores[seat]))
    return (2 * apart + others) // (2 * others)
