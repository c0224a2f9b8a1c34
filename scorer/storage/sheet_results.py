"""The rows that a sheet adds to the tables of results: its deals, its pairs of people, its feats.

A deal belongs to who sat there when it was played; the win and the place of a finished game
to who sits there at the end. Void deals do not count.
"""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise, permutations
from typing import Any

from scorer.rules.sheet import Sheet, deciding_totals
from scorer.rules.types import Feat

THOUSAND = 1000
# The deal of a feat that belongs to the whole game, and the keys of such feats.
WHOLE_GAME = 0
CLOSEST_FINISH = "closest_finish"
COMEBACK = "comeback"
OF_GAMES = (CLOSEST_FINISH, COMEBACK)


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


def deal_results(sheet: Sheet) -> Iterator[dict[str, Any]]:
    """The rows of a deal; `apart` is the score less the others' average, in thousandths."""
    for deal in sheet.deals_that_count:
        scores = deal.carry.won_since(deal.before)
        opponents = len(scores) - 1
        for seat, sitter in enumerate(deal.sitters):
            score = scores[deal.table.sides[seat]]
            apart = THOUSAND * (score * opponents - (sum(scores) - score))
            rounded = (2 * apart + opponents) // (2 * opponents)
            yield {
                "deal": deal.number,
                "seat": seat,
                "player": sitter.player,
                "apart": rounded,
            }


def pair_results(sheet: Sheet) -> dict[tuple[str, str], Pair]:
    """How everybody fared against everybody else, by the ids of the two players."""
    pairs: defaultdict[tuple[str, str], Pair] = defaultdict(Pair)
    sign = -1 if sheet.start.unit == "penalties" else 1
    for deal in sheet.deals_that_count:
        scores = deal.carry.won_since(deal.before)
        players, sides = [sitter.player for sitter in deal.sitters], deal.table.sides
        for seat, other in permutations(range(len(players)), 2):
            if sides[seat] == sides[other]:
                continue
            pair = pairs[players[seat], players[other]]
            pair.deals += 1
            pair.better += sign * scores[sides[seat]] > sign * scores[sides[other]]
            pair.worse += sign * scores[sides[seat]] < sign * scores[sides[other]]
        for feat in sheet.start.variant.feats(deal):
            if feat.against is not None:
                pair = pairs[players[feat.seat], players[feat.against]]
                pair.feats += 1
                pair.cost += feat.number
    if sheet.finished:
        places, sides = sheet.standing.places, sheet.start.sides
        for seat, other in permutations(range(len(sides)), 2):
            pair = pairs[sheet.sitters[seat].player, sheet.sitters[other].player]
            if sides[seat] == sides[other]:
                pair.games_with += 1
                pair.won_with += sheet.won(seat)
                continue
            pair.games += 1
            pair.ahead += places[sides[seat]] < places[sides[other]]
            pair.behind += places[sides[seat]] > places[sides[other]]
    return dict(pairs)


def feats_of(sheet: Sheet) -> Iterator[tuple[int, str, Feat]]:
    """Each feat with the number of its deal and the player who sat there."""
    for deal in sheet.deals_that_count:
        for feat in sheet.start.variant.feats(deal):
            yield deal.number, deal.sitters[feat.seat].player, feat
    for feat in game_feats(sheet):
        yield WHOLE_GAME, sheet.sitters[feat.seat].player, feat


def game_feats(sheet: Sheet) -> tuple[Feat, ...]:
    """The feats of a whole game: how close its finish was, and from how far it was won."""
    if not sheet.over or not sheet.winners:
        return ()
    feats = []
    # A game that was stopped early has no finish, nor one that was won against a better total.
    if sheet.ended is None and not sheet.standing.against_total:
        feats.append(Feat(sheet.winning_seats[0], CLOSEST_FINISH, sheet.standing.lead))
    furthest = comeback(sheet)
    if furthest is not None:
        feats.append(furthest)
    return tuple(feats)


def comeback(sheet: Sheet) -> Feat | None:
    """How far behind a winner had once been, the earliest of equals; None where nobody was."""
    gaps = []
    for deal, following in pairwise(sheet.deals):
        # As the table saw it, with what was put in for the deal that followed.
        totals = deciding_totals(following.laid, following.loans)
        best = min(totals) if sheet.start.unit == "penalties" else max(totals)
        gaps += [
            (abs(best - totals[sheet.side(seat)]), -deal.number, -seat)
            for seat in sheet.winning_seats
        ]
    gap, _, seat = max(gaps, default=(0, 0, 0))
    return Feat(-seat, COMEBACK, gap) if gap else None
