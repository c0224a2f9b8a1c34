"""Highlights: what is worth telling of some games, and the best there ever was."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache
from itertools import groupby
from typing import Any

from sqlalchemy import Connection, and_, bindparam, func, literal, select, union_all

from scorer.rules.feats import (
    CAUGHT,
    CLOSEST_FINISH,
    COMEBACK,
    OUT_ON_RED_NINE,
    RED_NINES_HELD,
    SWEPT,
)
from scorer.rules.highlights import (
    DEAREST_HAND,
    KINDS,
    MOST_OF_A_KIND,
    SEVERAL,
    SWEEP,
    Highlight,
    highlights_of,
    worth_telling,
)
from scorer.rules.results import WHOLE_GAME
from scorer.rules.sheet import Sheet
from scorer.rules.variants import newest_variants
from scorer.services.people.players import find_players
from scorer.storage.database import Database
from scorer.storage.games import GAMES, read_sheets
from scorer.storage.results import DELETED
from scorer.storage.schema import AnyRow, AnySelect, feats, games, results

# The feat that a kind is the best of.
FEATS = {
    DEAREST_HAND: CAUGHT,
    RED_NINES_HELD: RED_NINES_HELD,
    OUT_ON_RED_NINE: OUT_ON_RED_NINE,
    SWEEP: SWEPT,
    CLOSEST_FINISH: CLOSEST_FINISH,
    COMEBACK: COMEBACK,
}
# A hand that cost nothing is not dear, and a single red nine is not many.
LEAST = {DEAREST_HAND: 1, RED_NINES_HELD: SEVERAL}

# What a feat of a club is known by.
FEAT = ("game", "deal", "key", "seat")
# What these tell of is not kept: which cards were held, which pools were swept.
TOLD_BY_SHEET = frozenset({DEAREST_HAND, RED_NINES_HELD, SWEEP})


@dataclass(frozen=True)
class HighlightRead:
    """A highlight with whom it is told of.

    `shared` names all who won a close finish, or shared the win after a comeback; `day` is that
    of the night, where it is a record.
    """

    kind: str
    variant: str
    game: str
    deal: int
    person: str
    name: str
    numbers: Mapping[str, Any]
    shared: tuple[str, ...] = ()
    day: date | None = None


def read_highlights(
    database: Database, club: str, sheets: Mapping[str, Sheet]
) -> tuple[HighlightRead, ...]:
    """What is worth telling of these games: the best of each kind for each kind of game.

    `sheets` are those of the games, the one begun first before the others.
    """
    by_kind: dict[tuple[str, str], list[tuple[str, Highlight]]] = {}
    for game, sheet in sheets.items():
        variant = sheet.start.variant
        for highlight in highlights_of(sheet):
            if worth_telling(variant.lowest_wins, highlight):
                by_kind.setdefault((highlight.kind, variant.key), []).append((game, highlight))
    chosen = [
        (variant, game, highlight, None)
        for kind in KINDS
        for variant in newest_variants()
        for game, highlight in sorted(
            by_kind.get((kind, variant), ()), key=lambda pair: pair[1].sort_key
        )[: MOST_OF_A_KIND.get(kind, 1)]
    ]
    with database.reading() as connection:
        return _with_names(connection, club, chosen)


def read_best_ever(connection: Connection, club: str) -> tuple[HighlightRead, ...]:
    """The best there ever was of each kind, for each kind of game; the earliest of equal ones.

    Only games whose cards or pools are told of are read from their books.
    """
    pairs = tuple((kind, variant) for variant in newest_variants() for kind in KINDS)
    rows = sorted(
        connection.execute(_best_of_each(pairs), {"of_club": club}),
        key=lambda row: (row.at, row.winner_seat),
    )
    to_read = {row.id: row for row in rows if pairs[row.at][0] in TOLD_BY_SHEET}
    read = read_sheets(connection, club, list(to_read.values()))
    sheets = {game.row.id: game.sheet for game in read if game.sheet is not None}
    chosen = []
    highlight: Highlight | None
    for at, same in groupby(rows, key=lambda row: row.at):
        (kind, variant), (row, *others) = pairs[at], same
        if kind not in TOLD_BY_SHEET:
            highlight = _by_feat(kind, row, [row.winner, *(other.winner for other in others)])
        else:
            sheet = sheets.get(row.id)
            highlights = () if sheet is None else highlights_of(sheet)
            of_kind = [highlight for highlight in highlights if highlight.kind == kind]
            highlight = min(of_kind, key=lambda highlight: highlight.sort_key, default=None)
        if highlight is not None:
            chosen.append((variant, row.id, highlight, row.day))
    return _with_names(connection, club, chosen)


def _by_feat(kind: str, row: AnyRow, winners: Sequence[str]) -> Highlight:
    """A highlight of which the kept feat says everything; `winners` are those of the game."""
    if kind == OUT_ON_RED_NINE:
        return Highlight(kind, row.seat, row.player, -row.number, row.deal, {"amount": row.number})
    numbers: dict[str, Any] = {"gap": row.number}
    if kind == CLOSEST_FINISH or len(winners) > 1:
        numbers["winners"] = winners
    return Highlight(kind, row.seat, row.player, row.number, numbers=numbers)


# Put together once: that takes longer than the database needs to answer it.
@cache
def _best_of_each(pairs: tuple[tuple[str, str], ...]) -> AnySelect:
    """The game with the best of each (kind, variant); `at` is the pair's place among them."""
    deleted = select(DELETED.cte("deleted"))  # found once, for all of them
    best = union_all(*(_best(*pair, at, deleted) for at, pair in enumerate(pairs))).subquery()
    feat = and_(feats.c.club == games.c.club, *(feats.c[name] == best.c[name] for name in FEAT))
    won = (results.c.club == games.c.club) & (results.c.game == games.c.id) & results.c.won
    return (
        GAMES.add_columns(
            best.c.at,
            *(feats.c[name] for name in ("deal", "seat", "number", "player")),
            results.c.player.label("winner"),
            func.coalesce(results.c.seat, 0).label("winner_seat"),
        )
        .join(best, best.c.game == games.c.id)
        .join(feats, feat)
        .outerjoin(results, won & (feats.c.deal == WHOLE_GAME))
        .order_by(None)
    )


def _best(kind: str, variant: str, at: int, deleted: AnySelect) -> AnySelect:
    """The feat that is the best of a kind: two looks into an index with the numbers in order.

    Nothing is asked for that is not in the index, or SQLite would go through all feats instead.
    """
    key, number = FEATS[kind], feats.c.number
    mine = [
        feats.c.club == bindparam("of_club"),
        feats.c.variant == variant,
        feats.c.key == key,
        feats.c.game.not_in(deleted),
    ]
    first = number if kind == CLOSEST_FINISH else number.desc()
    enough = [number >= LEAST[kind]] if kind in LEAST else []
    best = select(number).where(*mine, *enough).order_by(first).limit(1).scalar_subquery()
    order: list[Any] = [feats.c.started_at, feats.c.game, feats.c.deal, feats.c.seat]
    if kind == RED_NINES_HELD:
        order = [_cost_of_hand().desc(), *order]
    columns = [feats.c[name] for name in FEAT]
    earliest = select(literal(at).label("at"), *columns).where(*mine, number == best)
    return select(earliest.order_by(*order).limit(1).subquery())


def _cost_of_hand() -> Any:
    """What the hand cost that a feat is told of."""
    caught = feats.alias("caught")
    return (
        select(caught.c.number)
        .where(
            caught.c.club == feats.c.club,
            caught.c.game == feats.c.game,
            caught.c.deal == feats.c.deal,
            caught.c.key == CAUGHT,
            caught.c.seat == feats.c.seat,
        )
        .scalar_subquery()
    )


def _with_names(
    connection: Connection, club: str, chosen: Sequence[tuple[str, str, Highlight, date | None]]
) -> tuple[HighlightRead, ...]:
    people = {highlight.player for _, _, highlight, _ in chosen}
    people |= {
        winner for _, _, highlight, _ in chosen for winner in highlight.numbers.get("winners", ())
    }
    called = find_players(connection, club, people)
    return tuple(
        HighlightRead(
            kind=highlight.kind,
            variant=variant,
            game=game,
            deal=highlight.deal,
            person=called[highlight.player].id,
            name=called[highlight.player].name,
            numbers=highlight.numbers,
            shared=tuple(called[winner].name for winner in highlight.numbers.get("winners", ())),
            day=day,
        )
        for variant, game, highlight, day in chosen
    )
