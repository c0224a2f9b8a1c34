"""Highlights: what is worth telling of some games, and the best there ever was."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import date
from functools import cache
from itertools import groupby, islice
from typing import Any

from sqlalchemy import Connection, bindparam, literal, select, union_all

from scorer.rules.feats import OfHighlight, highlight_keys, meaning_of
from scorer.rules.highlights import Highlight, highlights_of, worth_telling
from scorer.rules.kinds import Kind, kind_of
from scorer.rules.sheet import Sheet
from scorer.services.people.players import find_players
from scorer.services.statistics.kinds import KINDS
from scorer.storage.database import Database
from scorer.storage.games import SOME_GAMES, read_sheets
from scorer.storage.results import DELETED
from scorer.storage.schema import AnySelect, feats


@dataclass(frozen=True, kw_only=True)
class HighlightRead(Highlight):
    """A highlight of a game with today's names: `player` is the person, `winners` are names.

    `day` is that of the night, where it is a record.
    """

    kind: Kind
    game: str
    name: str
    day: date | None = None


def read_highlights(
    database: Database, club: str, sheets: Mapping[str, Sheet]
) -> tuple[HighlightRead, ...]:
    """What is worth telling of these games: the best of each feat for each kind of games.

    `sheets` are those of the games, the one begun first before the others.
    """
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
        for *_, game, highlight in islice(alike, _words(order[feat]).most):
            chosen.append((highlight, game, named_last[kind], None))
    with database.reading() as connection:
        return _with_names(connection, club, chosen)


def read_best_ever(
    connection: Connection, club: str, kinds: Mapping[str, Kind]
) -> tuple[HighlightRead, ...]:
    """The best there ever was of each feat, for each of these kinds of games.

    Of equal ones it is the earliest.
    """
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
        of_feat = [
            highlight
            for highlight in (highlights_of(sheet) if sheet else ())
            if highlight.feat == highlight_keys()[at]
        ]
        if of_feat:
            first = min(of_feat, key=lambda highlight: highlight.rank)
            chosen.append((first, game, kinds[kind], read[game].day))
    return _with_names(connection, club, chosen)


def _words(feat: str) -> OfHighlight:
    words = meaning_of(feat).highlight
    if words is None:
        raise ValueError(f"{feat} is no highlight")
    return words


# Put together once: that takes longer than the database needs to answer it.
@cache
def _best_of_each(highlights: tuple[str, ...]) -> Any:
    """The game with the best of each feat, by kind; `at` is the place of the feat among them."""
    deleted = select(DELETED.cte("deleted"))  # found once, for all of them
    return union_all(*(_best(key, at, deleted) for at, key in enumerate(highlights)))


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
    connection: Connection,
    club: str,
    chosen: Collection[tuple[Highlight, str, Kind, date | None]],
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
