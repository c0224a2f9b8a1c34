"""Highlights: what was remarkable in a game, found on its sheet.

The smaller its `sort_key`, the more remarkable it is, within one kind and one variant. Points and
counters are never compared.
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
    comeback,
    game_feats,
    swept,
)
from scorer.rules.sheet import Sheet, SheetDeal

DEAREST_HAND = "dearest_hand"
SWEEP = "sweep"
KINDS = (DEAREST_HAND, RED_NINES_HELD, OUT_ON_RED_NINE, SWEEP, CLOSEST_FINISH, COMEBACK)

SEVERAL = 2
# More than any hand costs, so that the number of red nines comes first.
DEARER_THAN_ANY = 10_000_000
# By `lowest_wins`: what is worth showing of an evening; a record is shown whatever it is.
NEAR = {True: 10, False: 3}
FAR = {True: 20, False: 10}
MOST_OF_A_KIND = {RED_NINES_HELD: 3}


@dataclass(frozen=True)
class Highlight:
    """Something remarkable in a deal, or in the whole game where `deal` is 0.

    `player` is the id of the person it is about, and `numbers` what its sentence needs.
    """

    kind: str
    seat: int
    player: str
    sort_key: int
    deal: int = 0
    numbers: Mapping[str, Any] = field(default_factory=dict)


def highlights_of(sheet: Sheet) -> tuple[Highlight, ...]:
    """What is remarkable in a game, as far as it was played."""
    by_kind: defaultdict[str, list[Highlight]] = defaultdict(list)
    for deal in sheet.deals_that_count:
        for highlight in _of_deal(sheet, deal):
            by_kind[highlight.kind].append(highlight)
    for kind in (DEAREST_HAND, SWEEP):
        by_kind[kind] = sorted(by_kind[kind], key=lambda highlight: highlight.sort_key)[:1]
    return (*(highlight for kind in KINDS for highlight in by_kind[kind]), *_of_game(sheet))


def worth_telling(lowest_wins: bool, highlight: Highlight) -> bool:
    """Whether this is worth showing of an evening, though it may be far from a record."""
    if highlight.kind == CLOSEST_FINISH:
        return highlight.sort_key <= NEAR[lowest_wins]
    return highlight.kind != COMEBACK or -highlight.sort_key >= FAR[lowest_wins]


def _of_deal(sheet: Sheet, deal: SheetDeal) -> Iterator[Highlight]:
    def highlight(kind: str, seat: int, sort_key: int, **numbers: Any) -> Highlight:
        return Highlight(kind, seat, deal.sitters[seat].player, sort_key, deal.number, numbers)

    feats = sheet.start.variant.feats(deal)
    costs = {feat.seat: feat.number for feat in feats if feat.key == CAUGHT}
    for feat in feats:
        seat, number = feat.seat, feat.number
        if feat.key == CAUGHT and number > 0:
            yield highlight(DEAREST_HAND, seat, -number, **_hand(deal, seat, number))
        elif feat.key == RED_NINES_HELD and number >= SEVERAL:
            cost = costs.get(seat, 0)
            sort_key = -(number * DEARER_THAN_ANY + cost)
            yield highlight(RED_NINES_HELD, seat, sort_key, **_hand(deal, seat, cost))
        elif feat.key == OUT_ON_RED_NINE:
            yield highlight(OUT_ON_RED_NINE, seat, -number, amount=number)
        elif feat.key == SWEPT:
            yield highlight(SWEEP, seat, -number, amount=number, pools=sorted(swept(deal)[seat]))


def _hand(deal: SheetDeal, seat: int, cost: int) -> dict[str, Any]:
    """What a hand cost and what was in it, as far as that was noted."""
    hands: Sequence[Hand] = deal.facts.answers["hands"]
    hand = hands[seat]
    cards = None if hand.cards is None else list(hand.cards)
    return {"cost": cost, "cards": cards, "red_nines": hand.red_nines}


def _of_game(sheet: Sheet) -> Iterator[Highlight]:
    """How close the end was, and how far behind a winner had once been."""
    winners = [sheet.sitters[seat].player for seat in sheet.winners]
    furthest = comeback(sheet)
    for feat in game_feats(sheet):
        player, numbers = sheet.sitters[feat.seat].player, dict[str, Any](gap=feat.number)
        if furthest is not None and feat == furthest[0]:
            numbers["after"] = furthest[1]
        if feat.key == CLOSEST_FINISH or len(winners) > 1:
            numbers["winners"] = winners
        sort_key = feat.number if feat.key == CLOSEST_FINISH else -feat.number
        yield Highlight(feat.key, feat.seat, player, sort_key, numbers=numbers)
