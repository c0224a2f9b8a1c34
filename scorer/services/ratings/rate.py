"""Ratings: kept with every finished game, and worked out again from the earliest that changed.

Each kind of game has ratings of its own: who plays one well need not play another.

Whatever changes a finished game adds a mark in its own transaction (`rate_from`). Once it
has committed, `rate_club` rates again from there, a piece at a time, each in a transaction of
its own under the club's row. It stops after SECONDS; the next one who starts or finishes a game,
or changes an old one, goes on, and so does starting the server (`rate_rest`). Whoever reads
meanwhile works out the rest in memory, however much that is, and writes nothing.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Iterator, Mapping
from contextlib import suppress
from datetime import datetime
from math import isclose
from typing import Any, NamedTuple, TypeAlias

from sqlalchemy import Connection, Integer, bindparam, delete, insert, select, tuple_

from scorer.services.ratings.model import Finish, Rating, rate_game
from scorer.storage.book import LONG_AGO
from scorer.storage.database import Database
from scorer.storage.locks import PIECE, give_way, lock_club
from scorer.storage.results import rate_from
from scorer.storage.schema import (
    ID,
    LOWEST_ID,
    AnyRow,
    UtcDateTime,
    clubs,
    games,
    nights,
    players,
    rated,
    rating_marks,
    results,
)
from scorer.storage.unavailable import Unavailable

# How long rating may keep somebody waiting who has saved something, and a server that starts.
SECONDS = 2.0
SECONDS_AT_START = 10.0
AT_ONCE = 200
# What another machine may make of the last digits of a rating.
NOISE = 1e-9

_POSITION = tuple_(bindparam("at", type_=UtcDateTime()), bindparam("of_game", type_=ID))
MARKS = (
    select(rating_marks.c.id, rating_marks.c.started_at, rating_marks.c.game)
    .where(rating_marks.c.club == bindparam("of_club"))
    .order_by(rating_marks.c.started_at, rating_marks.c.game)
)
DROP_MARKS = delete(rating_marks).where(
    rating_marks.c.club == bindparam("of_club"),
    rating_marks.c.id.in_(bindparam("ids", expanding=True)),
)
# The first games from a place on, in the order in which they were begun.
NEXT = (
    select(games.c.id, games.c.kind, games.c.started_at)
    .join(nights, (nights.c.club == games.c.club) & (nights.c.id == games.c.night))
    .where(
        games.c.club == bindparam("of_club"),
        games.c.over.is_(True),
        games.c.deleted_at.is_(None),
        nights.c.deleted_at.is_(None),
        tuple_(games.c.started_at, games.c.id) >= _POSITION,
    )
    .order_by(games.c.started_at, games.c.id)
    .limit(bindparam("most", type_=Integer()))
)
FINISHES = (
    select(results.c.game, results.c.person, results.c.place, results.c.won, results.c.side)
    .where(
        results.c.club == bindparam("of_club"),
        results.c.game.in_(bindparam("ids", expanding=True)),
    )
    .order_by(results.c.game, results.c.seat)
)
MARKED_CLUBS = select(rating_marks.c.club).distinct().order_by(rating_marks.c.club)
OF_CLUB = rated.c.club == bindparam("of_club")
SINCE = tuple_(rated.c.started_at, rated.c.game) >= _POSITION
UNTIL = tuple_(rated.c.started_at, rated.c.game) < tuple_(
    bindparam("end_at", type_=UtcDateTime()), bindparam("end_game", type_=ID)
)
RATED = select(rated).where(OF_CLUB)
_mine = rated.alias("mine")


def _newest(*before: Any) -> Any:
    """A query for the newest row of each of these people, by one look into the index for each."""
    newest = (
        select(_mine.c.game)
        .where(
            _mine.c.club == players.c.club,
            _mine.c.person == players.c.id,
            _mine.c.kind == bindparam("of_kind"),
            *before,
        )
        .order_by(_mine.c.started_at.desc(), _mine.c.game.desc())
        .limit(1)
        .scalar_subquery()
    )
    return (
        select(rated)
        .join(players, (players.c.club == rated.c.club) & (players.c.id == rated.c.person))
        .where(
            players.c.club == bindparam("of_club"),
            players.c.id.in_(bindparam("people", expanding=True)),
            rated.c.game == newest,
        )
    )


NEWEST = _newest()
NEWEST_BEFORE = _newest(tuple_(_mine.c.started_at, _mine.c.game) < _POSITION)

# Everybody's rating in each kind of game, by kind and person.
Known: TypeAlias = dict[tuple[str, str], Rating]


class Position(NamedTuple):
    """Where a game stands in the order in which games were begun."""

    started_at: datetime
    game: str


def rate_club(database: Database, club: str, seconds: float = SECONDS) -> bool:
    """Rate again whatever has changed, for about so long; whether something is left to rate.

    Where somebody else is rating just now, it is left to them, and where nothing can be written,
    to whoever comes next: what was changed is saved already.
    """
    until = time.monotonic() + seconds
    with suppress(Unavailable):
        while (left := until - time.monotonic()) > 0:
            if not _is_marked(database, club):
                return False
            with database.writing(wait=left) as connection:
                if not lock_club(connection, club, skip_locked=True):
                    return True
                games = rate_piece(connection, club, PIECE)
            if games == PIECE:
                give_way()
    return True


def rate_rest(database: Database, seconds: float = SECONDS_AT_START) -> None:
    """Go on rating where it was stopped, in whichever club, for about so long."""
    until = time.monotonic() + seconds
    with database.reading() as connection:
        marked = connection.scalars(MARKED_CLUBS).all()
    for club in marked:
        rate_club(database, club, until - time.monotonic())


def _is_marked(database: Database, club: str) -> bool:
    with database.reading() as connection:
        return _first_mark(connection, club) is not None


def _first_mark(connection: Connection, club: str) -> Position | None:
    """From where on the ratings of a club do not hold, if there is such a place."""
    mark = connection.execute(MARKS, {"of_club": club}).first()
    return None if mark is None else Position(mark.started_at, mark.game)


def rate_piece(connection: Connection, club: str, most: int) -> int:
    """Rate so many games again, beginning at the earliest mark; how many games those were.

    The caller holds the club.
    """
    marks = connection.execute(MARKS, {"of_club": club}).all()
    if not marks:
        return 0
    start = Position(marks[0].started_at, marks[0].game)
    piece, end = _games_from(connection, club, start, most)
    parameters = {"of_club": club, "at": start.started_at, "of_game": start.game}
    stale = [OF_CLUB, SINCE]
    if end is not None:
        stale.append(UNTIL)
        parameters |= {"end_at": end.started_at, "end_game": end.game}
    connection.execute(delete(rated).where(*stale), parameters)
    rows = [row for _, rows in _rate(connection, club, start, piece, {}) for row in rows]
    if rows:
        connection.execute(insert(rated), rows)
    # A mark that was added since these were read stays, whatever it says.
    done = [mark.id for mark in marks if end is None or (mark.started_at, mark.game) < end]
    connection.execute(DROP_MARKS, {"of_club": club, "ids": done})
    if end is not None:
        rate_from(connection, club, *end)
    return len(piece)


def read_ratings(
    connection: Connection, club: str, people: Mapping[str, Collection[str]]
) -> dict[str, dict[str, Rating]]:
    """The ratings of these people in each of these kinds of games, as far as they have any.

    What is still to be rated is rated here, and not kept.
    """
    start = _first_mark(connection, club)
    known: Known = {}
    for kind, of_kind in people.items():
        known |= _ratings_before(connection, club, start, kind, of_kind)
    if start is not None:
        for game, new in _rate_all(connection, club, start):
            known.update(((game.kind, row["person"]), _rating(row)) for row in new)
    return {
        kind: {person: known[kind, person] for person in of_kind if (kind, person) in known}
        for kind, of_kind in people.items()
    }


def rate_everything(database: Database) -> None:
    """Rate all games of all clubs again; stopped on the way, it goes on as `rate_club` does."""
    with database.reading() as connection:
        ids = connection.scalars(select(clubs.c.id).order_by(clubs.c.id)).all()
    for club in ids:
        with database.writing() as connection:
            rate_from(connection, club, LONG_AGO, LOWEST_ID)
        while _is_marked(database, club):
            with database.writing() as connection:
                lock_club(connection, club)
                rate_piece(connection, club, PIECE)
            give_way()


def check_ratings(connection: Connection, club: str) -> Iterator[tuple[str, str]]:
    """Each game whose kept ratings are not those of its places, as far as ratings hold."""
    until = _first_mark(connection, club)
    expected: dict[tuple[str, str], Mapping[str, Any]] = {}
    for game, rows in _rate_all(connection, club, Position(LONG_AGO, LOWEST_ID)):
        if until is not None and (game.started_at, game.id) >= until:
            break
        expected.update(((row["game"], row["person"]), row) for row in rows)
    kept = {
        (row.game, row.person): row._asdict()
        for row in connection.execute(RATED, {"of_club": club})
        if until is None or (row.started_at, row.game) < until
    }
    both = expected.keys() | kept.keys()
    differing = {key[0] for key in both if not _is_close(expected.get(key), kept.get(key))}
    for game_id in sorted(differing):
        problem = "what it made of the ratings is not what its places make of them"
        yield game_id, problem


def _is_close(expected: Mapping[str, Any] | None, kept: Mapping[str, Any] | None) -> bool:
    """Whether two rows are the same but for noise."""
    if expected is None or kept is None:
        return expected is kept
    return all(
        isclose(value, kept[name], rel_tol=NOISE, abs_tol=NOISE)
        if isinstance(value, float)
        else value == kept[name]
        for name, value in expected.items()
    )


def _games_from(
    connection: Connection, club: str, start: Position, most: int
) -> tuple[list[AnyRow], Position | None]:
    """So many finished games from a place on, and the place of the one after them."""
    parameters = {"of_club": club, "at": start.started_at, "of_game": start.game, "most": most + 1}
    rows = list(connection.execute(NEXT, parameters))
    end = Position(rows[most].started_at, rows[most].id) if len(rows) > most else None
    return rows[:most], end


def _ratings_before(
    connection: Connection, club: str, start: Position | None, kind: str, people: Collection[str]
) -> Known:
    """The ratings that these people had in a kind of game before a place, or have now."""
    parameters = {"of_club": club, "of_kind": kind, "people": sorted(people)}
    if start is None:
        rows = connection.execute(NEWEST, parameters)
    else:
        before = {"at": start.started_at, "of_game": start.game}
        rows = connection.execute(NEWEST_BEFORE, {**parameters, **before})
    return {(kind, row.person): _rating(row._asdict()) for row in rows}


def _rating(row: Mapping[str, Any]) -> Rating:
    return Rating(row["mu"], row["sigma"], row["games"], row["wins"])


def _rate_all(
    connection: Connection, club: str, start: Position
) -> Iterator[tuple[AnyRow, list[dict[str, Any]]]]:
    """Each game from this place on with the rows of `rated` that it makes."""
    known: Known = {}
    at: Position | None = start
    while at is not None:
        batch, at = _games_from(connection, club, at, AT_ONCE)
        yield from _rate(connection, club, start, batch, known)


def _rate(
    connection: Connection,
    club: str,
    start: Position,
    batch: Collection[AnyRow],
    known: Known,
) -> Iterator[tuple[AnyRow, list[dict[str, Any]]]]:
    """Each of these games with the rows of `rated` that it makes.

    What is kept holds for those before `start`; `known` is what was rated since.
    """
    finishes = finishes_of(connection, club, [game.id for game in batch])
    people: dict[str, set[str]] = {}
    for game in batch:
        people.setdefault(game.kind, set()).update(finishes[game.id])
    for kind, of_kind in people.items():
        new = {person for person in of_kind if (kind, person) not in known}
        if new:
            known |= _ratings_before(connection, club, start, kind, new)
    for game in batch:
        yield game, rate_rows(club, game, finishes[game.id], known)


def finishes_of(
    connection: Connection, club: str, ids: Collection[str]
) -> dict[str, dict[str, Finish]]:
    """How each of these games ended for everybody in it."""
    finishes: dict[str, dict[str, Finish]] = {game: {} for game in ids}
    for row in connection.execute(FINISHES, {"of_club": club, "ids": list(ids)}):
        finishes[row.game][row.person] = Finish(row.place, row.won, row.side)
    return finishes


def rate_rows(
    club: str, game: AnyRow, finishes: Mapping[str, Finish], known: Known
) -> list[dict[str, Any]]:
    """The rows of `rated` that one game makes; `known` is brought up to date."""
    # A game stopped before any deal was won by nobody; and nobody can be compared with his own
    # side alone, should a book name one person in many seats.
    if len({finish.side for finish in finishes.values()}) < 2 or not any(
        finish.won for finish in finishes.values()
    ):
        return []
    # In the order of their ids, so that sums come out the same every time.
    people = sorted(finishes)
    before = [known.get((game.kind, person), Rating()) for person in people]
    after = rate_game(before, [finishes[person] for person in people])
    known.update(zip(((game.kind, person) for person in people), after, strict=True))
    return [
        {
            "club": club,
            "game": game.id,
            "person": person,
            "kind": game.kind,
            "started_at": game.started_at,
            "place": finishes[person].place,
            "won": finishes[person].won,
            **vars(rating),
        }
        for person, rating in zip(people, after, strict=True)
    ]
