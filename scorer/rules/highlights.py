"""Highlights: what is told of a game afterwards, found on its sheet.

Each says how remarkable it is by its `standing`: the smaller, the more remarkable, within one
kind and one game. Points and counters are never compared.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from scorer.rules.asks import Hand
from scorer.rules.feats import (
    CAUGHT,
    CLOSEST_FINISH,
    COMEBACK,
    OUT_ON_RED_NINE,
    RED_NINES_HELD,
    SWEPT,
    comebacks,
    game_feats,
    swept,
)
from scorer.rules.results import deals_played
from scorer.rules.sheet import DealRead, Sheet

DEAREST_HAND = "dearest_hand"
SWEEP = "sweep"
KINDS = (DEAREST_HAND, RED_NINES_HELD, OUT_ON_RED_NINE, SWEEP, CLOSEST_FINISH, COMEBACK)

SEVERAL = 2
# More than any hand costs, so that the number of red nines comes first.
DEARER_THAN_ANY = 10_000_000
# What is worth telling of an evening; a record is told whatever it is.
NEAR = {True: 10, False: 3}
FAR = {True: 20, False: 10}
MOST_OF_A_KIND = {RED_NINES_HELD: 3}


@dataclass(frozen=True)
class Highlight:
    """Something remarkable: of a deal, or of the whole game where `deal` is 0.

    `player` is the id of whom it is told, and `numbers` what its sentence needs.
    """

    kind: str
    seat: int
    player: str
    standing: int
    deal: int = 0
    numbers: Mapping[str, Any] = field(default_factory=dict)


def highlights_of(sheet: Sheet) -> tuple[Highlight, ...]:
    """What is remarkable in a game, as far as it was played."""
    found: defaultdict[str, list[Highlight]] = defaultdict(list)
    for deal in deals_played(sheet):
        for highlight in _of_deal(sheet, deal):
            found[highlight.kind].append(highlight)
    for kind in (DEAREST_HAND, SWEEP):
        found[kind] = sorted(found[kind], key=lambda highlight: highlight.standing)[:1]
    return (*(each for kind in KINDS for each in found[kind]), *_of_game(sheet))


def worth_telling(lowest_wins: bool, one: Highlight) -> bool:
    """Whether this is worth telling of an evening, though it may be far from a record."""
    if one.kind == CLOSEST_FINISH:
        return one.standing <= NEAR[lowest_wins]
    return one.kind != COMEBACK or -one.standing >= FAR[lowest_wins]


def _of_deal(sheet: Sheet, deal: DealRead) -> Iterator[Highlight]:
    feats = sheet.start.variant.feats(deal)
    costs = {feat.seat: feat.number for feat in feats if feat.key == CAUGHT}
    for feat in feats:
        seat, number = feat.seat, feat.number
        if feat.key == CAUGHT and number > 0:
            yield _in(deal, DEAREST_HAND, seat, -number, _held(deal, seat, number))
        elif feat.key == RED_NINES_HELD and number >= SEVERAL:
            cost = costs.get(seat, 0)
            standing = -(number * DEARER_THAN_ANY + cost)
            yield _in(deal, RED_NINES_HELD, seat, standing, _held(deal, seat, cost))
        elif feat.key == OUT_ON_RED_NINE:
            yield _in(deal, OUT_ON_RED_NINE, seat, -number, {"amount": number})
        elif feat.key == SWEPT:
            numbers = {"amount": number, "pools": sorted(swept(deal)[seat])}
            yield _in(deal, SWEEP, seat, -number, numbers)


def _in(
    deal: DealRead, kind: str, seat: int, standing: int, numbers: Mapping[str, Any]
) -> Highlight:
    return Highlight(kind, seat, deal.sitters[seat].player, standing, deal.number, numbers)


def _held(deal: DealRead, seat: int, cost: int) -> dict[str, Any]:
    """What a hand cost and what was in it, as far as that was noted."""
    hands: Sequence[Hand] = deal.facts.answers["hands"]
    hand = hands[seat]
    cards = None if hand.cards is None else list(hand.cards)
    return {"cost": cost, "cards": cards, "red_nines": hand.red_nines}


def _of_game(sheet: Sheet) -> Iterator[Highlight]:
    """How close the end was, and how far behind a winner had once been."""
    winners = [sheet.sitters[seat].player for seat in sheet.winners]
    for feat in game_feats(sheet):
        player, numbers = sheet.sitters[feat.seat].player, dict[str, Any](gap=feat.number)
        if feat.key == COMEBACK:
            numbers["after"] = next(deal for _, deal in comebacks(sheet))
        if feat.key == CLOSEST_FINISH or len(winners) > 1:
            numbers["winners"] = winners
        standing = feat.number if feat.key == CLOSEST_FINISH else -feat.number
        yield Highlight(feat.key, feat.seat, player, standing, numbers=numbers)
