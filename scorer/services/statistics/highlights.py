"""Highlights: what is worth telling of some games, and the best there ever was.

The words say which feats are highlights, and have their sentences. The smaller its `rank`, the more
remarkable a highlight is, among those of one feat and one kind of games.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache
from itertools import groupby, islice
from typing import Any

from sqlalchemy import Connection, literal, select, union_all

from scorer.rules.asks import Hand, Hands
from scorer.rules.counters import swept
from scorer.rules.kinds import Kind, kind_of
from scorer.rules.sheet import Sheet
from scorer.rules.types import Feat, SheetDeal, Unit
from scorer.services.people.players import find_players
from scorer.services.statistics.feats import (
    HighlightRule,
    feat_definition,
    highlight_keys,
    words_of_highlight,
)
from scorer.services.statistics.kinds import KINDS
from scorer.storage.database import Database
from scorer.storage.games import SOME_GAMES, read_sheets
from scorer.storage.results import DELETED
from scorer.storage.schema import AnySelect, feats, of_club
from scorer.storage.sheet_results import WHOLE_GAME, game_feats


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
        sign = 1 if feat_definition(self.feat).smallest_is_best else -1
        return sign * self.number, -self.tie


def highlights_of(sheet: Sheet) -> tuple[Highlight, ...]:
    """The highlights of a game, as far as it was played; of each feat as many as are shown."""
    played = [(deal, sheet.start.variant.feats(deal)) for deal in sheet.deals_that_count]
    of_game = game_feats(sheet)
    highlights: list[Highlight] = []
    for key in highlight_keys():
        words = words_of_highlight(key)
        candidates = [*_of_game(sheet, key, of_game)]
        for deal, done in played:
            candidates += _of_deal(sheet, deal, key, words, done)
        highlights += sorted(candidates, key=lambda highlight: highlight.rank)[: words.most]
    return tuple(highlights)


def worth_telling(unit: Unit, highlight: Highlight) -> bool:
    """Whether this is worth showing of an evening, though it may be far from a record."""
    limit = (words_of_highlight(highlight.feat).limit or {}).get(unit)
    if limit is None:
        return True
    is_small = feat_definition(highlight.feat).smallest_is_best
    return highlight.number <= limit if is_small else highlight.number >= limit


def _of_deal(
    sheet: Sheet, deal: SheetDeal, key: str, words: HighlightRule, feats: Sequence[Feat]
) -> Iterator[Highlight]:
    ties = {feat.seat: feat.number for feat in feats if feat.key == words.tie}
    for feat in feats:
        if feat.key != key or (words.least is not None and feat.number < words.least):
            continue
        yield Highlight(
            feat=feat.key,
            seat=feat.seat,
            player=deal.sitters[feat.seat].player,
            number=feat.number,
            deal=deal.number,
            tie=ties.get(feat.seat, 0),
            cards=_cards_held(sheet, deal, feat.seat) if words.needs == "cards" else None,
            pools=tuple(sorted(swept(deal).get(deal.table.sides[feat.seat], ())))
            if words.needs == "pools"
            else (),
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
    """The side of a seat, where it has more than one."""
    sides = deal.table.sides
    members = [at for at, side in enumerate(sides) if side == sides[seat]]
    return (tuple(deal.sitters[at].player for at in members),) if len(members) > 1 else ()


def _of_game(sheet: Sheet, key: str, feats: Sequence[Feat]) -> Iterator[Highlight]:
    """How close the end was, and how far behind a winner had once been."""
    start = sheet.start
    for feat in feats:
        if feat.key == key:
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


@dataclass(frozen=True, kw_only=True)
class HighlightRead(Highlight):
    """A highlight of a game under today's names, with the day of a record."""

    kind: Kind
    game: str
    name: str
    day: date | None = None


def read_highlights(
    database: Database, club: str, sheets: Mapping[str, Sheet]
) -> tuple[HighlightRead, ...]:
    """The best of each feat for each kind of game; `sheets` in the order the games began."""
    kinds = {game: kind_of(sheet.start) for game, sheet in sheets.items()}
    named_last = {kind.key: kind for kind in kinds.values()}
    order = highlight_keys()
    found = [
        (order.index(highlight.feat), kinds[game].key, highlight.rank, game, highlight)
        for game, sheet in sheets.items()
        for highlight in highlights_of(sheet)
        if worth_telling(kinds[game].unit, highlight)
    ]
    found.sort(key=lambda each: each[:3])
    chosen = []
    for (feat, kind), alike in groupby(found, key=lambda each: each[:2]):
        for *_, game, highlight in islice(alike, words_of_highlight(order[feat]).most):
            chosen.append((highlight, game, named_last[kind], None))
    with database.reading() as connection:
        return _with_names(connection, club, chosen)


def read_best_ever(
    connection: Connection, club: str, kinds: Mapping[str, Kind]
) -> tuple[HighlightRead, ...]:
    """The best, earliest of equals, of each feat for each of these kinds of games."""
    of_club = {"of_club": club}
    best = [
        (row.kind, row.at, row.game)
        for row in connection.execute(_best_of_each(highlight_keys()), of_club)
        if row.kind in kinds and row.game is not None
    ]
    ids = sorted({game for *_, game in best})
    rows = connection.execute(SOME_GAMES, {**of_club, "ids": ids}).all()
    read = {game.row.id: game for game in read_sheets(connection, club, rows)}
    chosen = []
    for kind, at, game in sorted(best):
        sheet = read[game].sheet
        # The best of each feat comes first.
        for highlight in highlights_of(sheet) if sheet else ():
            if highlight.feat == highlight_keys()[at]:
                chosen.append((highlight, game, kinds[kind], read[game].day))
                break
    return _with_names(connection, club, chosen)


# Put together once: that takes longer than the database needs to answer it.
@cache
def _best_of_each(highlights: tuple[str, ...]) -> Any:
    """The game with the best of each feat, by kind; `at` is the place of the feat among them."""
    deleted = select(DELETED.cte("deleted"))  # found once, for all of them
    return union_all(*(_best(key, at, deleted) for at, key in enumerate(highlights)))


def _best(key: str, at: int, deleted: AnySelect) -> AnySelect:
    """The game with the best feat of a key, by kind; of columns in one index, as SQLite needs."""
    meaning, words, number = feat_definition(key), words_of_highlight(key), feats.c.number
    mine = [of_club(feats), feats.c.key == key, feats.c.game.not_in(deleted)]
    enough = [] if words.least is None else [number >= words.least]
    best_number = (
        select(number)
        .where(*mine, *enough, feats.c.kind == KINDS.c.kind)
        .order_by(number if meaning.smallest_is_best else number.desc())
        .limit(1)
        .correlate(KINDS)
        .scalar_subquery()
    )
    best = select(KINDS.c.kind, best_number.label("number")).subquery()
    order: list[Any] = [feats.c.started_at, feats.c.game]
    if words.tie is not None:
        order = [_number_of(words.tie).desc().nulls_last(), *order]
    game = (
        select(feats.c.game)
        .where(*mine, feats.c.kind == best.c.kind, number == best.c.number)
        .order_by(*order)
        .limit(1)
        .correlate(best)
        .scalar_subquery()
    )
    return select(best.c.kind, literal(at).label("at"), game.label("game"))


def _number_of(key: str) -> Any:
    """The number of another feat of the same deal and seat."""
    other = feats.alias("other")
    return (
        select(other.c.number)
        .where(
            other.c.club == feats.c.club,
            other.c.game == feats.c.game,
            other.c.deal == feats.c.deal,
            other.c.key == key,
            other.c.seat == feats.c.seat,
        )
        .scalar_subquery()
    )


def _with_names(
    connection: Connection, club: str, chosen: Collection[tuple[Highlight, str, Kind, date | None]]
) -> tuple[HighlightRead, ...]:
    people = {highlight.player for highlight, *_ in chosen}
    people |= {player for highlight, *_ in chosen for side in highlight.winners for player in side}
    called = find_players(connection, club, people)
    return tuple(
        HighlightRead(
            **{
                **vars(highlight),
                "player": called[highlight.player].id,
                "winners": tuple(
                    tuple(called[player].name for player in side) for side in highlight.winners
                ),
            },
            kind=kind,
            game=game,
            name=called[highlight.player].name,
            day=day,
        )
        for highlight, game, kind, day in chosen
    )
