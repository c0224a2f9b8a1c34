"""Highlights: what was remarkable in a game, found on its sheet.

Which feats are, and how they are told, stands in the words. The smaller its `rank`, the more
remarkable a highlight is, among those of one feat and one kind of games.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from scorer.rules.asks import Hand, Hands
from scorer.rules.feats import Meaning, OfHighlight, game_feats, highlight_keys, meaning_of, swept
from scorer.rules.results import WHOLE_GAME
from scorer.rules.sheet import Sheet
from scorer.rules.types import Feat, SheetDeal, Unit


@dataclass(frozen=True)
class Highlight:
    """A remarkable feat of a deal, or of the whole game where `deal` is 0.

    `player` is the id of the person it is about. `tie` is the number that orders equal ones. What
    the sentence of the feat needs besides: the `cards` of the seat as far as they were noted, the
    `pools` it swept, and as `winners` the players of each side that won a whole game, or of the
    side that did this together.
    """

    feat: str
    seat: int
    player: str
    number: int
    deal: int = WHOLE_GAME
    tie: int = 0
    cards: tuple[str, ...] | None = None
    pools: tuple[str, ...] = ()
    winners: tuple[tuple[str, ...], ...] = ()

    @property
    def rank(self) -> tuple[int, int]:
        """The place among others of the same feat, the most remarkable first."""
        sign = 1 if meaning_of(self.feat).smallest_is_best else -1
        return sign * self.number, -self.tie


def highlights_of(sheet: Sheet) -> tuple[Highlight, ...]:
    """What is remarkable in a game, as far as it was played: so many of a feat as are told."""
    deals = [(deal, sheet.start.variant.feats(deal)) for deal in sheet.deals_that_count]
    of_game = game_feats(sheet)
    highlights: list[Highlight] = []
    for key in highlight_keys():
        meaning = meaning_of(key)
        if meaning.highlight is None:
            continue
        candidates = [*_of_game(sheet, meaning, of_game)]
        for deal, feats in deals:
            candidates += _of_deal(sheet, deal, meaning, meaning.highlight, feats)
        highlights += sorted(candidates, key=lambda highlight: highlight.rank)[
            : meaning.highlight.most
        ]
    return tuple(highlights)


def worth_telling(unit: Unit, highlight: Highlight) -> bool:
    """Whether this is worth showing of an evening, though it may be far from a record."""
    meaning = meaning_of(highlight.feat)
    if meaning.highlight is None or meaning.highlight.limit is None:
        return True
    limit = meaning.highlight.limit[unit]
    if meaning.smallest_is_best:
        return highlight.number <= limit
    return highlight.number >= limit


def _of_deal(
    sheet: Sheet, deal: SheetDeal, meaning: Meaning, words: OfHighlight, feats: Sequence[Feat]
) -> Iterator[Highlight]:
    ties = {feat.seat: feat.number for feat in feats if feat.key == words.tie}
    for feat in feats:
        if feat.key != meaning.key or (words.least is not None and feat.number < words.least):
            continue
        yield Highlight(
            feat=feat.key,
            seat=feat.seat,
            player=deal.sitters[feat.seat].player,
            number=feat.number,
            deal=deal.number,
            tie=ties.get(feat.seat, 0),
            cards=_cards_held(sheet, deal, feat.seat) if words.needs == "cards" else None,
            pools=_pools_swept(deal, feat.seat) if words.needs == "pools" else (),
            winners=_partners(deal, feat.seat) if words.needs == "partners" else (),
        )


def _cards_held(sheet: Sheet, deal: SheetDeal, seat: int) -> tuple[str, ...] | None:
    """The cards in a hand, None where they were not noted."""
    for ask in sheet.start.asks:
        if isinstance(ask, Hands):
            hands: tuple[Hand, ...] = deal.facts[ask]
            return hands[seat].cards if hands else None
    return None


def _partners(deal: SheetDeal, seat: int) -> tuple[tuple[str, ...], ...]:
    """The side of a seat, where somebody else belongs to it."""
    sides = deal.table.sides
    members = [at for at, side in enumerate(sides) if side == sides[seat]]
    return (tuple(deal.sitters[at].player for at in members),) if len(members) > 1 else ()


def _pools_swept(deal: SheetDeal, seat: int) -> tuple[str, ...]:
    return tuple(sorted(swept(deal).get(deal.table.sides[seat], ())))


def _of_game(sheet: Sheet, meaning: Meaning, feats: Sequence[Feat]) -> Iterator[Highlight]:
    """How close the end was, and how far behind a winner had once been."""
    start = sheet.start
    for feat in feats:
        if feat.key == meaning.key:
            yield Highlight(
                feat=feat.key,
                seat=feat.seat,
                player=sheet.sitters[feat.seat].player,
                number=feat.number,
                winners=tuple(
                    tuple(sheet.sitters[seat].player for seat in sorted(start.seats_of(side)))
                    for side in sheet.winners
                ),
            )
