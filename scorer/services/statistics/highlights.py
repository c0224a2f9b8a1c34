"""Highlights as they are kept: those of some games, and the best there ever were."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from sqlalchemy import Connection, Select, bindparam, delete, insert, literal, select, union_all

from scorer.rules.highlights import (
    KINDS,
    MOST_OF_A_KIND,
    Highlight,
    highlights_of,
    worth_telling,
)
from scorer.rules.sheet import Sheet
from scorer.rules.variants import newest_variants
from scorer.services.people.players import called_now
from scorer.storage.canonical import from_text, to_text
from scorer.storage.columns import AnyRow
from scorer.storage.database import Database
from scorer.storage.honours import highlights
from scorer.storage.models import games, nights

CLEAR = delete(highlights).where(
    highlights.c.club == bindparam("of_club"), highlights.c.game == bindparam("of_game")
)
OF_GAMES = (
    select(highlights)
    .where(
        highlights.c.club == bindparam("of_club"),
        highlights.c.game.in_(bindparam("ids", expanding=True)),
    )
    .order_by(highlights.c.standing, highlights.c.started_at, highlights.c.game, highlights.c.deal)
)


@dataclass(frozen=True)
class Told:
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


def highlight_keeper(
    connection: Connection, club: str, game: AnyRow, day: date, sheet: Sheet | None
) -> None:
    """Keep what is remarkable in a game by now; nothing of one that is gone."""
    connection.execute(CLEAR, {"of_club": club, "of_game": game.id})
    found = () if sheet is None else highlights_of(sheet)
    rows = [row_of(club, game, one) for one in found]
    if rows:
        connection.execute(insert(highlights), rows)


def row_of(club: str, game: AnyRow, one: Highlight) -> dict[str, Any]:
    """The row that is kept of a highlight, its values in the order of the table's columns."""
    return {
        "club": club,
        "game": game.id,
        "kind": one.kind,
        "deal": one.deal,
        "seat": one.seat,
        "variant": game.variant,
        "standing": one.standing,
        "started_at": game.started_at,
        "player": one.player,
        "numbers": to_text(dict(one.numbers)),
    }


def tell_highlights(
    connection: Connection, club: str, game_ids: Collection[str]
) -> tuple[Told, ...]:
    """What is worth telling of these games: the best of each kind for each kind of game."""
    rows = connection.execute(OF_GAMES, {"of_club": club, "ids": sorted(game_ids)}).all()
    told: dict[tuple[str, str], list[AnyRow]] = {}
    for row in rows:
        lowest_wins = newest_variants()[row.variant].lowest_wins
        if worth_telling(lowest_wins, Highlight(row.kind, row.seat, row.player, row.standing)):
            told.setdefault((row.kind, row.variant), []).append(row)
    chosen = [
        row
        for kind in KINDS
        for variant in newest_variants()
        for row in told.get((kind, variant), ())[: MOST_OF_A_KIND.get(kind, 1)]
    ]
    return _told(connection, club, chosen)


def read_highlights(database: Database, club: str, game_ids: Collection[str]) -> tuple[Told, ...]:
    """The same, for a page that has read which games a night has."""
    with database.reading() as connection:
        return tell_highlights(connection, club, game_ids)


def tell_records(connection: Connection, club: str) -> tuple[Told, ...]:
    """The best there ever was of each kind, for each kind of game; the earliest of equal ones."""
    best = union_all(
        *(_best(kind, variant, at) for at, (kind, variant) in enumerate(_every_record()))
    ).subquery()
    wanted = (
        select(best, nights.c.day)
        .join(games, (games.c.club == best.c.club) & (games.c.id == best.c.game))
        .join(nights, (nights.c.club == games.c.club) & (nights.c.id == games.c.night))
        .where(games.c.deleted_at.is_(None), nights.c.deleted_at.is_(None))
        .order_by(best.c.at)
    )
    return _told(connection, club, connection.execute(wanted, {"of_club": club}).all())


def _every_record() -> list[tuple[str, str]]:
    return [(kind, variant) for variant in newest_variants() for kind in KINDS]


def _best(kind: str, variant: str, at: int) -> Select[*tuple[Any, ...]]:
    first = (
        select(highlights, literal(at).label("at"))
        .where(
            highlights.c.club == bindparam("of_club"),
            highlights.c.kind == kind,
            highlights.c.variant == variant,
        )
        .order_by(highlights.c.standing, highlights.c.started_at, highlights.c.game)
        .limit(1)
        .subquery()
    )
    return select(first)


def _told(connection: Connection, club: str, rows: Sequence[AnyRow]) -> tuple[Told, ...]:
    numbers = [from_text(row.numbers) for row in rows]
    people = {row.player for row in rows}.union(*(one.get("winners", ()) for one in numbers))
    called = called_now(connection, club, people)
    return tuple(
        Told(
            kind=row.kind,
            variant=row.variant,
            game=row.game,
            deal=row.deal,
            person=called[row.player].person,
            name=called[row.player].name,
            numbers=each,
            shared=tuple(called[one].name for one in each.get("winners", ())),
            day=getattr(row, "day", None),
        )
        for row, each in zip(rows, numbers, strict=True)
    )
