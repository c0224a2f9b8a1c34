"""Highlights: what is worth telling of some games, and the best there ever was."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import cache
from itertools import groupby
from typing import Any

from sqlalchemy import Connection, Integer, and_, bindparam, func, literal, select, union_all

from scorer.rules.feats import OfHighlight, highlight_keys, meaning_of
from scorer.rules.highlights import Highlight, highlights_of, worth_telling
from scorer.rules.kinds import Kind, kind_of, parse_kind
from scorer.rules.results import WHOLE_GAME
from scorer.rules.sheet import Sheet
from scorer.services.people.players import find_players
from scorer.services.statistics.kinds import KINDS
from scorer.storage.database import Database
from scorer.storage.games import GAMES, read_sheets
from scorer.storage.results import DELETED
from scorer.storage.schema import AnyRow, AnySelect, feats, games, nights, results

MOST_RECORDS = 10_000
# The best of fewer games of a kind is no record.
ENOUGH_FOR_RECORDS = 5


@dataclass(frozen=True)
class HighlightRead:
    """A highlight with whom it is told of.

    `number`, `tie`, `cards` and `pools` are those of the highlight. `winners` names those of each
    side that won, where it is about a whole game; `day` is that of the night, where it is a record.
    """

    feat: str
    kind: Kind
    game: str
    deal: int
    person: str
    name: str
    number: int
    tie: int = 0
    cards: tuple[str, ...] | None = None
    pools: tuple[str, ...] = ()
    winners: tuple[tuple[str, ...], ...] = ()
    day: date | None = None


@dataclass(frozen=True)
class _Chosen:
    """A highlight and where it is from."""

    kind: Kind
    game: str
    highlight: Highlight
    day: date | None = None


def read_highlights(
    database: Database, club: str, sheets: Mapping[str, Sheet]
) -> tuple[HighlightRead, ...]:
    """What is worth telling of these games: the best of each feat for each kind of games.

    `sheets` are those of the games, the one begun first before the others.
    """
    kinds: dict[str, Kind] = {}
    by_feat: dict[tuple[str, str], list[_Chosen]] = {}
    for game, sheet in sheets.items():
        kind = kind_of(sheet.start)
        kinds[kind.key] = kind  # the name that was typed last
        for highlight in highlights_of(sheet):
            if worth_telling(kind.unit, highlight):
                candidate = _Chosen(kind, game, highlight)
                by_feat.setdefault((highlight.feat, kind.key), []).append(candidate)
    chosen = []
    for feat in highlight_keys():
        for key in sorted(kinds):
            candidates = by_feat.get((feat, key), ())
            best_first = sorted(candidates, key=lambda candidate: candidate.highlight.rank)
            most = _words(feat).most
            chosen += [replace(candidate, kind=kinds[key]) for candidate in best_first[:most]]
    with database.reading() as connection:
        return _with_names(connection, club, chosen)


def read_best_ever(
    connection: Connection, club: str, enough: int = ENOUGH_FOR_RECORDS
) -> tuple[HighlightRead, ...]:
    """The best there ever was of each feat, for each kind of games; the earliest of equal ones.

    Kinds of which not `enough` games were finished have none. Only games whose cards, pools or
    partners are told of are read from their books.
    """
    rows = sorted(
        connection.execute(_best_of_each(highlight_keys()), {"of_club": club, "enough": enough}),
        key=lambda row: (row.kind, row.at, row.deal, row.seat, row.winner_seat),
    )
    to_read = {row.id: row for row in rows if _words(row.key).from_sheet}
    read = read_sheets(connection, club, list(to_read.values()))
    sheets = {game.row.id: game.sheet for game in read if game.sheet is not None}
    chosen = []
    for _, same in groupby(rows, key=lambda row: (row.kind, row.at)):
        row, *others = same
        if _words(row.key).from_sheet:
            highlight = _by_sheet(row.key, sheets.get(row.id))
        else:
            highlight = _by_feat(row, [row, *others])
        if highlight is not None:
            kind = parse_kind(row.kind, row.last_title or "")
            chosen.append(_Chosen(kind, row.id, highlight, row.day))
    return _with_names(connection, club, chosen)


def _words(feat: str) -> OfHighlight:
    words = meaning_of(feat).highlight
    if words is None:
        raise ValueError(f"{feat} is no highlight")
    return words


def _by_sheet(feat: str, sheet: Sheet | None) -> Highlight | None:
    """The best highlight of a feat that a sheet has."""
    every = () if sheet is None else highlights_of(sheet)
    of_feat = (highlight for highlight in every if highlight.feat == feat)
    return min(of_feat, key=lambda highlight: highlight.rank, default=None)


def _by_feat(row: AnyRow, rows: Sequence[AnyRow]) -> Highlight:
    """A highlight of which the kept feat says everything; `rows` has one for each winner."""
    sides: dict[int, list[str]] = {}
    for winning in rows:
        if winning.winner is not None and (winning.deal, winning.seat) == (row.deal, row.seat):
            sides.setdefault(winning.winner_side, []).append(winning.winner)
    return Highlight(
        feat=row.key,
        seat=row.seat,
        player=row.player,
        number=row.number,
        deal=row.deal,
        winners=tuple(tuple(players) for _, players in sorted(sides.items())),
    )


# Put together once: that takes longer than the database needs to answer it.
@cache
def _best_of_each(highlights: tuple[str, ...]) -> AnySelect:
    """The games with the best of each feat and kind; `at` is the place of the feat among them.

    A game has a row for each feat that is as good, and of those of a whole game for each winner.
    """
    deleted = select(DELETED.cte("deleted"))  # found once, for all of them
    each = (_best(key, at, deleted) for at, key in enumerate(highlights))
    best = union_all(*each).limit(MOST_RECORDS).subquery()
    game = (games.c.club == bindparam("of_club")) & (games.c.id == best.c.game)
    night = (nights.c.club == games.c.club) & (nights.c.id == games.c.night)
    feat = and_(
        feats.c.club == games.c.club,
        feats.c.game == games.c.id,
        feats.c.key == best.c.key,
        feats.c.number == best.c.number,
    )
    won = and_(
        results.c.club == games.c.club,
        results.c.game == games.c.id,
        results.c.won,
        feats.c.deal == WHOLE_GAME,
    )
    # The limit is never met. It and outer joins, which are made in the order in which they stand,
    # keep SQLite from going through all nights for each of these few rows.
    return (
        select(
            *GAMES.selected_columns,
            best.c.at,
            best.c.last_title,
            *(feats.c[name] for name in ("key", "deal", "seat", "number", "player")),
            results.c.player.label("winner"),
            results.c.side.label("winner_side"),
            func.coalesce(results.c.seat, 0).label("winner_seat"),
        )
        .select_from(best)
        .outerjoin(games, game)
        .outerjoin(nights, night)
        .outerjoin(feats, feat)
        .outerjoin(results, won)
        .where(best.c.game.is_not(None))
    )


def _best(key: str, at: int, deleted: AnySelect) -> AnySelect:
    """The game with the best feat of a key, by kind: looks into an index with the numbers in order.

    Nothing is asked for that is not in the index, or SQLite would go through all feats instead.
    """
    meaning, words, number = meaning_of(key), _words(key), feats.c.number
    mine = [
        feats.c.club == bindparam("of_club"),
        feats.c.key == key,
        feats.c.game.not_in(deleted),
    ]
    first = number if meaning.smallest_is_best else number.desc()
    enough = [] if words.least is None else [number >= words.least]
    best_number = (
        select(number)
        .where(*mine, *enough, feats.c.kind == KINDS.c.kind)
        .order_by(first)
        .limit(1)
        .correlate(KINDS)
        .scalar_subquery()
    )
    best = (
        select(KINDS.c.kind, KINDS.c.title, best_number.label("number"))
        .where(_played_enough(KINDS.c.kind))
        .subquery()
    )
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
    return select(
        literal(at).label("at"),
        literal(key).label("key"),
        best.c.number,
        best.c.title.label("last_title"),
        game.label("game"),
    )


def _played_enough(kind: Any) -> Any:
    """Whether `enough` games of a kind were finished."""
    alike = games.alias("alike")
    finished = select(results.c.seat).where(
        results.c.club == alike.c.club, results.c.game == alike.c.id, results.c.finished
    )
    found = (
        select(alike.c.id)
        .where(
            alike.c.club == bindparam("of_club"),
            alike.c.kind == kind,
            alike.c.deleted_at.is_(None),
            finished.exists(),
        )
        .limit(bindparam("enough", type_=Integer()))
        .correlate(KINDS)
        .subquery()
    )
    number = select(func.count()).select_from(found).scalar_subquery()
    return number >= bindparam("enough", type_=Integer())


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
    connection: Connection, club: str, chosen: Iterable[_Chosen]
) -> tuple[HighlightRead, ...]:
    chosen = tuple(chosen)
    highlights = [choice.highlight for choice in chosen]
    people = {highlight.player for highlight in highlights}
    people |= {player for highlight in highlights for side in highlight.winners for player in side}
    called = find_players(connection, club, people)
    return tuple(
        HighlightRead(
            feat=highlight.feat,
            kind=choice.kind,
            game=choice.game,
            deal=highlight.deal,
            person=called[highlight.player].id,
            name=called[highlight.player].name,
            number=highlight.number,
            tie=highlight.tie,
            cards=highlight.cards,
            pools=highlight.pools,
            winners=tuple(
                tuple(called[player].name for player in side) for side in highlight.winners
            ),
            day=choice.day,
        )
        for choice in chosen
        for highlight in [choice.highlight]
    )
