"""Honours compared: whether ratings and highlights are what the books make of them.

Ratings are worked out once more from the first game on, as far as they are meant to hold: up to
the first game that is still to be counted or rated again.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime
from math import isclose
from typing import Any

from sqlalchemy import Connection, bindparam, func, select

from scorer.rules.highlights import highlights_of
from scorer.services.statistics.highlights import row_of
from scorer.services.statistics.rating_model import Rating
from scorer.services.statistics.ratings import MARK, NEXT, finishes_of, rate_rows
from scorer.storage.book import LONG_AGO
from scorer.storage.columns import AnyRow
from scorer.storage.database import Database
from scorer.storage.honours import highlights, rated, ratings
from scorer.storage.models import clubs, games, players
from scorer.storage.progress import in_batches
from scorer.storage.results import Difference
from scorer.storage.sheets import GAMES, read_sheets
from scorer.storage.uncounted import UNCOUNTED

AT_ONCE = 200
# What another machine may make of the last digits of a rating.
NOISE = 1e-9

FIRST_UNCOUNTED = (
    select(games.c.started_at, games.c.id)
    .where(games.c.club == bindparam("of_club"), UNCOUNTED)
    .order_by(games.c.started_at, games.c.id)
    .limit(1)
)
RATED = select(rated).where(rated.c.club == bindparam("of_club"))
COUNTED = GAMES.where(~UNCOUNTED)
HIGHLIGHTS = select(highlights).where(
    highlights.c.club == bindparam("of_club"),
    highlights.c.game.in_(bindparam("ids", expanding=True)),
)
NEWEST_FIRST = (
    func.row_number()
    .over(partition_by=rated.c.person, order_by=(rated.c.started_at.desc(), rated.c.game.desc()))
    .label("age")
)
_numbered = select(rated, NEWEST_FIRST).where(rated.c.club == bindparam("of_club")).subquery()
NEWEST = select(_numbered).where(_numbered.c.age == 1)
KEPT = select(ratings).where(ratings.c.club == bindparam("of_club"))
NAMES = select(players.c.id, players.c.name).where(players.c.club == bindparam("of_club"))

Row = Mapping[str, Any]


def check_honours(database: Database) -> list[Difference]:
    """Where ratings and highlights differ from the books, as far as they were counted."""
    found: list[Difference] = []
    with database.reading() as connection:
        for club in connection.scalars(select(clubs.c.id).order_by(clubs.c.id)).all():
            for problems in (_highlights, _rated, _ratings):
                found += [Difference(club, *one) for one in problems(connection, club)]
    return found


def _highlights(connection: Connection, club: str) -> Iterator[tuple[str, str]]:
    """Each game of which something else is told than its book makes remarkable."""
    counted = connection.execute(COUNTED, {"of_club": club}).all()
    for batch in in_batches(counted, AT_ONCE):
        kept: dict[str, set[tuple[Any, ...]]] = {}
        for row in connection.execute(HIGHLIGHTS, {"of_club": club, "ids": [g.id for g in batch]}):
            kept.setdefault(row.game, set()).add(tuple(row))
        for one in read_sheets(connection, club, batch):
            told = () if one.sheet is None else highlights_of(one.sheet)
            wanted = {tuple(row_of(club, one.row, each).values()) for each in told}
            if not one.broken and kept.get(one.row.id, set()) != wanted:
                yield one.row.id, "its highlights are not those of its book"


def _rated(connection: Connection, club: str) -> Iterator[tuple[str, str]]:
    """Each game that made something else of the ratings than its places do."""
    until = _until(connection, club)
    wanted = {(row["game"], row["person"]): row for row in _rated_anew(connection, club, until)}
    rows = connection.execute(RATED, {"of_club": club})
    kept = {
        (row.game, row.person): row._asdict()
        for row in rows
        if until is None or (row.started_at, row.game) < until
    }
    differing = {
        game
        for game, person in wanted.keys() | kept.keys()
        if not _alike(wanted.get((game, person)), kept.get((game, person)))
    }
    for game in sorted(differing):
        yield game, "what it made of the ratings is not what its places make of them"


def _rated_anew(
    connection: Connection, club: str, until: tuple[datetime, str] | None
) -> Iterator[Row]:
    """The rows that all games before this place make, worked out from the first one on."""
    known: dict[str, Rating] = {}
    asked: dict[str, Any] = {"of_club": club, "at": LONG_AGO, "of_game": "", "most": AT_ONCE + 1}
    while True:
        found = connection.execute(NEXT, asked).all()
        batch = [one for one in found[:AT_ONCE] if until is None or _place(one) < until]
        finishes = finishes_of(connection, club, [game.id for game in batch])
        for game in batch:
            if game.id in finishes:
                yield from rate_rows(club, game, finishes[game.id], known)
        if len(found) <= AT_ONCE or len(batch) < AT_ONCE:
            return
        asked |= {"at": found[-1].started_at, "of_game": found[-1].id}


def _until(connection: Connection, club: str) -> tuple[datetime, str] | None:
    """The first game whose rating is not meant to hold; None where all of them are."""
    here = {"of_club": club}
    mark = connection.execute(MARK, here).first()
    uncounted = connection.execute(FIRST_UNCOUNTED, here).first()
    places = [] if mark is None else [(mark.started_at, mark.game)]
    places += [] if uncounted is None else [_place(uncounted)]
    return min(places, default=None)


def _place(game: AnyRow) -> tuple[datetime, str]:
    return game.started_at, game.id


def _ratings(connection: Connection, club: str) -> Iterator[tuple[str, str]]:
    """Everybody whose rating is not what their newest game has made of it."""
    here = {"of_club": club}
    wanted = {
        row.person: {**row._asdict(), "last_at": row.started_at}
        for row in connection.execute(NEWEST, here)
    }
    kept = {row.person: row._asdict() for row in connection.execute(KEPT, here)}
    names = {row.id: row.name for row in connection.execute(NAMES, here)}
    for person in sorted(wanted.keys() | kept.keys()):
        if not _alike(kept.get(person), wanted.get(person)):
            who = f"{names.get(person, 'somebody')} ({person})"
            yield "", f"the rating of {who} is not what their newest game made of it"


def _alike(one: Row | None, other: Row | None) -> bool:
    """Whether two rows say the same in all that the first one has, but for noise."""
    if one is None or other is None:
        return one is other
    return all(_same(said, other[column]) for column, said in one.items())


def _same(one: Any, other: Any) -> bool:
    if isinstance(one, float):
        return isclose(one, other, rel_tol=NOISE, abs_tol=NOISE)
    return bool(one == other)
