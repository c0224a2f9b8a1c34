"""Highlights: what is worth telling of some games, and the best there ever was."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from sqlalchemy import Connection, Select, bindparam, literal, select, union_all

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
from scorer.rules.sheet import Sheet
from scorer.rules.variants import newest_variants
from scorer.services.people.players import find_players
from scorer.storage.database import Database
from scorer.storage.games import GAMES, read_sheets
from scorer.storage.results import DELETED
from scorer.storage.schema import feats, games

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
    found: dict[tuple[str, str], list[tuple[str, Highlight]]] = {}
    for game, sheet in sheets.items():
        variant = sheet.start.variant
        for highlight in highlights_of(sheet):
            if worth_telling(variant.lowest_wins, highlight):
                found.setdefault((highlight.kind, variant.key), []).append((game, highlight))
    chosen = [
        (variant, game, highlight, None)
        for kind in KINDS
        for variant in newest_variants()
        for game, highlight in sorted(
            found.get((kind, variant), ()), key=lambda pair: pair[1].standing
        )[: MOST_OF_A_KIND.get(kind, 1)]
    ]
    with database.reading() as connection:
        return _with_names(connection, club, chosen)


def read_best_ever(connection: Connection, club: str) -> tuple[HighlightRead, ...]:
    """The best there ever was of each kind, for each kind of game; the earliest of equal ones."""
    wanted = [(kind, variant) for variant in newest_variants() for kind in KINDS]
    every = union_all(*(_best(kind, variant, at) for at, (kind, variant) in enumerate(wanted)))
    best = every.subquery()
    rows = GAMES.add_columns(best.c.at).join(best, best.c.game == games.c.id).order_by(None)
    found = sorted(connection.execute(rows, {"of_club": club}), key=lambda row: row.at)
    once = list({row.id: row for row in found}.values())
    read = {game.row.id: game for game in read_sheets(connection, club, once)}
    chosen = []
    for row in found:
        kind, variant = wanted[row.at]
        sheet = read[row.id].sheet
        if sheet is not None:
            of_kind = (found for found in highlights_of(sheet) if found.kind == kind)
            if highlight := min(of_kind, key=lambda found: found.standing, default=None):
                chosen.append((variant, row.id, highlight, row.day))
    return _with_names(connection, club, chosen)


def _best(kind: str, variant: str, at: int) -> Select[*tuple[Any, ...]]:
    """The game with the best of a kind: two looks into an index that has the numbers in order."""
    key, number = FEATS[kind], feats.c.number
    mine = [
        feats.c.club == bindparam("of_club"),
        feats.c.variant == variant,
        feats.c.key == key,
        feats.c.game.not_in(DELETED),
        *([number >= LEAST[kind]] if kind in LEAST else []),
    ]
    first = number if kind == CLOSEST_FINISH else number.desc()
    best = select(number).where(*mine).order_by(first).limit(1).scalar_subquery()
    order: list[Any] = [feats.c.started_at, feats.c.game]
    if kind == RED_NINES_HELD:
        order = [_cost_of_hand().desc(), *order]
    earliest = select(literal(at).label("at"), feats.c.game).where(*mine, number == best)
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
