"""Highlights: what is worth telling of some games, and the best there ever was."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache
from typing import Any

from sqlalchemy import Connection, literal, select, union_all

from scorer.rules.asks import Hand, Hands
from scorer.rules.counters import swept
from scorer.rules.kinds import Kind, kind_of
from scorer.rules.sheet import Sheet
from scorer.rules.types import Feat, SheetDeal, Unit
from scorer.services.people.players import find_players
from scorer.services.statistics.feats import feat_definition, highlight_rules
from scorer.services.statistics.kinds import KINDS
from scorer.storage.database import Database
from scorer.storage.games import read_sheets
from scorer.storage.results import DELETED
from scorer.storage.schema import AnySelect, feats, of_club
from scorer.storage.sheet_results import WHOLE_GAME, game_feats


@dataclass(frozen=True)
class Highlight:
    """A remarkable feat of a deal, or of the whole game where `deal` is 0.

    `player` is the id of the person it is about. What the sentence of the feat may need besides:
    the `cards` of the seat as far as they were noted, the `pools` it swept, and as `winners` the
    players of each side that won a whole game, or of the side that did this together, or all who
    did equally well in this game.
    """

    feat: str
    player: str
    number: int
    deal: int = WHOLE_GAME
    cards: tuple[str, ...] | None = None
    pools: tuple[str, ...] = ()
    winners: tuple[tuple[str, ...], ...] = ()

    @property
    def rank(self) -> int:
        """The place among others of the same feat: the smaller, the more remarkable."""
        return rank_of(self.feat, self.number)


def rank_of(feat: str, number: int) -> int:
    """The rank of a number among others of this feat."""
    return number if feat_definition(feat).summed == "smallest" else -number


def highlights_of(sheet: Sheet) -> tuple[Highlight, ...]:
    """The highlights of a game, as far as it was played: the best of each feat."""
    done: list[tuple[SheetDeal | None, Feat]] = [(None, feat) for feat in game_feats(sheet)]
    for deal in sheet.deals_that_count:
        done += [(deal, feat) for feat in sheet.start.variant.feats(deal)]
    highlights = []
    for key, rule in highlight_rules().items():
        found = [
            (rank_of(key, feat.number), at)
            for at, (_, feat) in enumerate(done)
            if feat.key == key and (rule.least is None or feat.number >= rule.least)
        ]
        if found:
            best = min(found)[0]
            equal = [done[at] for rank, at in found if rank == best]
            highlights.append(_highlight(sheet, equal, of_side=rule.of_side))
    return tuple(highlights)


def worth_telling(unit: Unit, highlight: Highlight) -> bool:
    """Whether this is worth showing of an evening, though it may be far from a record."""
    limit = highlight_rules()[highlight.feat].limit.get(unit)
    return limit is None or highlight.rank <= rank_of(highlight.feat, limit)


def _highlight(
    sheet: Sheet, equal: Sequence[tuple[SheetDeal | None, Feat]], *, of_side: bool
) -> Highlight:
    deal, feat = equal[0]
    side, sitters, together = sheet.side(feat.seat), sheet.sitters, sheet.winners
    if deal is not None:
        sitters, together = deal.sitters, (side,) if of_side and sheet.start.by_sides else ()
    winners = tuple(
        tuple(sitters[seat].player for seat in sorted(sheet.start.seats_of(each)))
        for each in together
    )
    players = dict.fromkeys(it.sitters[other.seat].player for it, other in equal if it is not None)
    if len(players) > 1 and not together:
        winners = (tuple(players),)
    return Highlight(
        feat.key,
        sitters[feat.seat].player,
        feat.number,
        deal=WHOLE_GAME if deal is None else deal.number,
        cards=None if deal is None else _cards_held(sheet, deal, feat.seat),
        pools=() if deal is None else tuple(sorted(swept(deal).get(side, ()))),
        winners=winners,
    )


def _cards_held(sheet: Sheet, deal: SheetDeal, seat: int) -> tuple[str, ...] | None:
    for ask in sheet.start.asks:
        if isinstance(ask, Hands):
            hands: tuple[Hand, ...] = deal.facts[ask]
            return hands[seat].cards if hands else None
    return None


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
    """The best of each feat, and one of each hand; `sheets` in the order the games began."""
    kinds = {game: kind_of(sheet.start) for game, sheet in sheets.items()}
    named_last = {kind.key: kind for kind in kinds.values()}
    best: dict[str, tuple[Highlight, str]] = {}
    for game, sheet in sheets.items():
        for found in highlights_of(sheet):
            is_best = found.feat not in best or found.rank < best[found.feat][0].rank
            if is_best and worth_telling(kinds[game].unit, found):
                best[found.feat] = found, game
    by_hand: dict[tuple[str, int, str], tuple[Highlight, str, Kind, None]] = {}
    alike: set[str] = set()
    for feat, rule in highlight_rules().items():
        if feat not in best or rule.alike in alike:
            continue
        if rule.alike:
            alike.add(rule.alike)
        found, game = best[feat]
        # Two of a whole game are about no hand.
        about = feat if found.deal == WHOLE_GAME else found.player
        of_hand = found, game, named_last[kinds[game].key], None
        by_hand.setdefault((game, found.deal, about), of_hand)
    with database.reading() as connection:
        return _with_names(connection, club, by_hand.values())


def read_best_ever(
    connection: Connection, club: str, kinds: Mapping[str, Kind]
) -> tuple[HighlightRead, ...]:
    """The best, earliest of equals, of each feat for each of these kinds of games."""
    of_club, order = {"of_club": club}, tuple(highlight_rules())
    best = [
        (row.kind, row.at, row.game)
        for row in connection.execute(_best_of_each(order), of_club)
        if row.kind in kinds and row.game is not None
    ]
    ids = sorted({game for *_, game in best})
    days, highlights = {}, {}
    for row, sheet in read_sheets(connection, club, ids):
        days[row.id], highlights[row.id] = row.day, highlights_of(sheet)
    chosen = []
    for kind, at, game in sorted(best):
        of_feat = (found for found in highlights.get(game, ()) if found.feat == order[at])
        if (highlight := next(of_feat, None)) is not None:
            chosen.append((highlight, game, kinds[kind], days[game]))
    return _with_names(connection, club, chosen)


# Put together once: that takes longer than the database needs to answer it.
@cache
def _best_of_each(highlights: tuple[str, ...]) -> Any:
    deleted = select(DELETED.cte("deleted"))  # found once, for all of them
    return union_all(*(_best(key, at, deleted) for at, key in enumerate(highlights)))


def _best(key: str, at: int, deleted: AnySelect) -> AnySelect:
    """The game with the best feat of a key, by kind; of columns in one index, as SQLite needs."""
    rule, number = highlight_rules()[key], feats.c.number
    mine = [of_club(feats), feats.c.key == key, feats.c.game.not_in(deleted)]
    enough = [] if rule.least is None else [number >= rule.least]
    best_number = (
        select(number)
        .where(*mine, *enough, feats.c.kind == KINDS.c.kind)
        .order_by(number if feat_definition(key).summed == "smallest" else number.desc())
        .limit(1)
        .correlate(KINDS)
        .scalar_subquery()
    )
    best = select(KINDS.c.kind, best_number.label("number")).subquery()
    game = (
        select(feats.c.game)
        .where(*mine, feats.c.kind == best.c.kind, number == best.c.number)
        .order_by(feats.c.started_at, feats.c.game)
        .limit(1)
        .correlate(best)
        .scalar_subquery()
    )
    return select(best.c.kind, literal(at).label("at"), game.label("game"))


def _with_names(
    connection: Connection, club: str, chosen: Collection[tuple[Highlight, str, Kind, date | None]]
) -> tuple[HighlightRead, ...]:
    people = {highlight.player for highlight, *_ in chosen}
    people |= {player for highlight, *_ in chosen for side in highlight.winners for player in side}
    called = find_players(connection, club, people)
    named = []
    for highlight, game, kind, day in chosen:
        person = called[highlight.player]
        winners = tuple(tuple(called[player].name for player in side) for side in highlight.winners)
        of_today = {**vars(highlight), "player": person.id, "winners": winners}
        named.append(HighlightRead(**of_today, kind=kind, game=game, name=person.name, day=day))
    return tuple(named)
