"""Feats: what is counted in deals and in whole games, and the best of each in a game.

Their definitions stand in words/: how the numbers are summed, and the texts of each page.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import pairwise
from typing import Any, Literal, TypeAlias

from scorer.rules.asks import Hand, Hands
from scorer.rules.counters import swept
from scorer.rules.sheet import Sheet, deciding_totals
from scorer.rules.types import Feat, SheetDeal, Unit
from scorer.rules.words import WORDS

# The deal of a feat that belongs to the whole game, and the keys of such feats.
WHOLE_GAME = 0
CLOSEST_FINISH = "closest_finish"
COMEBACK = "comeback"
OF_GAMES = (CLOSEST_FINISH, COMEBACK)

# By the keys that CONTRIBUTING.md lists.
Texts: TypeAlias = Mapping[str, str]


@dataclass(frozen=True)
class HighlightRule:
    """The conditions under which a feat is a highlight, and its sentence.

    `shared` is that where several sides won, `level` where its number is 0. Numbers below
    `least` are none; an evening has the best, and by unit only within a `limit`. With `of_side` it
    is about all partners. Of feats that are `alike`, though of different games, an evening has one.
    A number times `sign` is its rank among others: the smaller, the more remarkable.
    """

    sign: int
    says: str
    shared: str = ""
    level: str = ""
    least: int | None = None
    limit: Mapping[str, int] = field(default_factory=dict)
    of_side: bool = False
    alike: str = ""


@dataclass(frozen=True)
class FeatDefinition:
    """The meaning of a feat: how its numbers are `summed`, its texts, its `stamp` on a deal.

    It may be a part `of` another feat. `person` has its texts on the page of a person, and
    `against` those on the page of a person whom such feats cost most.
    """

    key: str
    summed: Literal["count", "sum", "largest", "smallest"]
    of: str | None = None
    stamp: str = ""
    person: Texts = field(default_factory=dict)
    against: Texts = field(default_factory=dict)
    highlight: HighlightRule | None = None


def feat_definition(key: str) -> FeatDefinition:
    """The meaning of a feat."""
    words: Mapping[str, Any] = WORDS["feats"][key]
    return FeatDefinition(key, **{**words, "highlight": highlight_rules().get(key)})


def feat_definitions() -> tuple[FeatDefinition, ...]:
    """The meanings of all feats, in the order of the pages."""
    return tuple(map(feat_definition, WORDS["feats"]))


def feats_of_variant(variant: str) -> tuple[FeatDefinition, ...]:
    """The feats that there can be in games of a variant: its own, shared ones, any game's."""
    words = WORDS["variants"].get(variant, {})
    known = {*words.get("feats", ()), *words.get("shared_feats", ()), *OF_GAMES}
    return tuple(meaning for meaning in feat_definitions() if meaning.key in known)


@cache
def highlight_rules() -> dict[str, HighlightRule]:
    """The feats that are highlights, by key, in the order of the pages."""
    feats: Mapping[str, Any] = WORDS["feats"]
    return {
        key: HighlightRule(1 if words["summed"] == "smallest" else -1, **words["highlight"])
        for key, words in feats.items()
        if "highlight" in words
    }


@dataclass(frozen=True)
class Highlight:
    """A remarkable feat of a deal, or of the whole game where `deal` is 0.

    `player` is the id of the person it is about; the smaller its `rank` among others of the same
    feat, the more remarkable it is. What the sentence of the feat may need besides: the `cards` of
    the seat as far as they were noted, the `pools` it swept, and as `winners` the players of each
    side that won a whole game, or of the side that did this together, or all who did equally well
    in this game.
    """

    feat: str
    player: str
    number: int
    rank: int
    deal: int = WHOLE_GAME
    cards: Sequence[str] | None = None
    pools: Sequence[str] = ()
    winners: Sequence[Sequence[str]] = ()


def highlights_of(sheet: Sheet) -> tuple[Highlight, ...]:
    """The highlights of a game, as far as it was played: the best of each feat."""
    done = defaultdict[str, list[tuple[SheetDeal | None, Feat]]](list)
    if sheet.finished:
        for feat in game_feats(sheet):
            done[feat.key].append((None, feat))
    for deal in sheet.deals_that_count:
        for feat in sheet.feats_of(deal):
            done[feat.key].append((deal, feat))
    highlights = []
    for key, rule in highlight_rules().items():
        found = [
            (rule.sign * feat.number, deal, feat)
            for deal, feat in done[key]
            if rule.least is None or feat.number >= rule.least
        ]
        if found:
            best = min(rank for rank, _, _ in found)
            equal = [(deal, feat) for rank, deal, feat in found if rank == best]
            highlights.append(_highlight(sheet, best, equal, of_side=rule.of_side))
    return tuple(highlights)


def worth_telling(unit: Unit, feat: str, rank: int) -> bool:
    """Whether a highlight is worth showing of an evening, though it may be far from a record."""
    rule = highlight_rules()[feat]
    limit = rule.limit.get(unit)
    return limit is None or rank <= rule.sign * limit


def _highlight(
    sheet: Sheet, rank: int, equal: Sequence[tuple[SheetDeal | None, Feat]], *, of_side: bool
) -> Highlight:
    deal, feat = equal[0]
    side, sitters, together = sheet.table.sides[feat.seat], sheet.sitters, sheet.winners
    if deal is not None:
        sitters, together = deal.sitters, (side,) if of_side and sheet.table.by_sides else ()
    winners = tuple(
        tuple(sitters[seat].player for seat in sorted(sheet.table.seats_of(each)))
        for each in together
    )
    players = dict.fromkeys(it.sitters[other.seat].player for it, other in equal if it is not None)
    if len(players) > 1 and not together:
        winners = (tuple(players),)
    asked = next((ask for ask in sheet.table.asks if isinstance(ask, Hands)), None)
    hands: tuple[Hand, ...] = deal.facts[asked] if deal is not None and asked else ()
    pools = tuple(sorted(swept(deal).get(side, ()))) if deal and deal.carry.pools else ()
    return Highlight(
        feat.key,
        sitters[feat.seat].player,
        feat.number,
        rank,
        deal=WHOLE_GAME if deal is None else deal.number,
        cards=hands[feat.seat].cards if hands else None,
        pools=pools,
        winners=winners,
    )


def game_feats(sheet: Sheet) -> tuple[Feat, ...]:
    """The feats of a finished game: how close its finish was, and from how far it was won."""
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
        every, table = deciding_totals(following.laid, following.loans), following.table
        totals = {side: every[side] for side in table.sides_in_order}
        best = (min if sheet.start.unit == "penalties" else max)(totals.values())
        gaps += [
            (abs(best - totals[sheet.side(seat)]), -deal.number, -seat)
            for seat in sheet.winning_seats
            if seat in table.order
        ]
    gap, _, seat = max(gaps, default=(0, 0, 0))
    return Feat(-seat, COMEBACK, gap) if gap else None
