"""Ratings: kept after every finished game, and recomputed from the earliest that has changed.

What a game made of everybody's rating stays with the game. When a game changes, is deleted, or
its people turn out to be others, the mark moves back to it; `catch_up_ratings` rates again
from there, so many games at a time. Everything here is called by whoever holds the club.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping
from dataclasses import asdict
from datetime import date, datetime
from typing import Any

from sqlalchemy import (
    Connection,
    Integer,
    String,
    bindparam,
    delete,
    insert,
    select,
    tuple_,
    update,
)

from scorer.rules.sheet import Sheet
from scorer.services.statistics.rating_model import Finish, Rating, rate_game
from scorer.storage.book import LONG_AGO
from scorer.storage.columns import AnyRow
from scorer.storage.honours import rated, rating_marks, ratings
from scorer.storage.models import games, nights, players, results
from scorer.storage.moments import Utc

AT_ONCE = 300

_PLACE = tuple_(bindparam("at", type_=Utc()), bindparam("of_game", type_=String()))
_HERE = rated.c.club == bindparam("of_club")
MARK = select(rating_marks.c.started_at, rating_marks.c.game).where(
    rating_marks.c.club == bindparam("of_club")
)
MOVE_MARK = update(rating_marks).where(rating_marks.c.club == bindparam("of_club"))
# The first games to be rated again, in the order in which they were begun.
NEXT = (
    select(games.c.id, games.c.started_at)
    .join(nights, (nights.c.club == games.c.club) & (nights.c.id == games.c.night))
    .where(
        games.c.club == bindparam("of_club"),
        games.c.over.is_(True),
        games.c.deleted_at.is_(None),
        nights.c.deleted_at.is_(None),
        tuple_(games.c.started_at, games.c.id) >= _PLACE,
    )
    .order_by(games.c.started_at, games.c.id)
    .limit(bindparam("most", type_=Integer()))
)
FINISHES = (
    select(results.c.game, results.c.person, results.c.place, results.c.won)
    .where(
        results.c.club == bindparam("of_club"),
        results.c.game.in_(bindparam("ids", expanding=True)),
    )
    .order_by(results.c.game, results.c.seat)
)
OF_GAME = select(rated.c.person, rated.c.place, rated.c.won).where(
    _HERE, rated.c.game == bindparam("of_game")
)
SINCE = tuple_(rated.c.started_at, rated.c.game) >= _PLACE
UNTIL = tuple_(rated.c.started_at, rated.c.game) < tuple_(
    bindparam("end_at", type_=Utc()), bindparam("end_game", type_=String())
)
_mine = rated.alias("mine")


def _newest(*before: Any) -> Any:
    """A query for the newest row of each of these people, by one look into the index for each."""
    newest = (
        select(_mine.c.game)
        .where(_mine.c.club == players.c.club, _mine.c.person == players.c.id, *before)
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
NEWEST_BEFORE = _newest(tuple_(_mine.c.started_at, _mine.c.game) < _PLACE)


def rating_keeper(
    connection: Connection, club: str, game: AnyRow, day: date, sheet: Sheet | None
) -> None:
    """Move the mark back where a game's places are not those that were rated."""
    here = {"of_club": club, "of_game": game.id}
    kept = {row.person: Finish(row.place, row.won) for row in connection.execute(OF_GAME, here)}
    wanted: Mapping[str, Finish] = {}
    if sheet is not None and sheet.over:
        wanted = finishes_of(connection, club, [game.id])[game.id]
    if wanted != kept:
        mark_changed(connection, club, game)


def mark_changed(connection: Connection, club: str, game: AnyRow) -> None:
    """Rate again from this game on."""
    move_mark_back(connection, club, game.started_at, game.id)


def move_mark_back(connection: Connection, club: str, started_at: datetime, game: str) -> None:
    """Rate again from here on, unless it is to be done from an earlier game anyway."""
    here = {"of_club": club}
    if connection.execute(MARK, here).first() is None:
        connection.execute(
            insert(rating_marks), {"club": club, "started_at": started_at, "game": game}
        )
        return
    later = tuple_(rating_marks.c.started_at, rating_marks.c.game) > _PLACE
    earlier = MOVE_MARK.where(later).values(started_at=started_at, game=game)
    connection.execute(earlier, {**here, "at": started_at, "of_game": game})


def catch_up_ratings(connection: Connection, club: str, most: int = AT_ONCE) -> bool:
    """Rate so many games again, beginning at the mark; whether more are left after that."""
    mark = connection.execute(MARK, {"of_club": club}).first()
    if mark is None:
        return False
    here = {"of_club": club, "at": mark.started_at, "of_game": mark.game}
    found = connection.execute(NEXT, {**here, "most": most + 1}).all()
    batch, left = found[:most], found[most:]
    stale = [_HERE, SINCE]
    if left:
        stale.append(UNTIL)
        here |= {"end_at": left[0].started_at, "end_game": left[0].id}
    touched = set(connection.scalars(select(rated.c.person).where(*stale).distinct(), here))
    connection.execute(delete(rated).where(*stale), here)
    finishes = finishes_of(connection, club, [game.id for game in batch])
    people = {person for each in finishes.values() for person in each}
    known = {
        row.person: Rating(row.mu, row.sigma, row.games, row.wins)
        for row in connection.execute(NEWEST_BEFORE, {**here, "people": sorted(people)})
    }
    rows = []
    for game in batch:
        if game.id in finishes:
            rows += rate_rows(club, game, finishes[game.id], known)
    if rows:
        connection.execute(insert(rated), rows)
    _keep(connection, club, touched | people)
    if left:
        moved = {"started_at": left[0].started_at, "game": left[0].id}
        connection.execute(MOVE_MARK.values(**moved), {"of_club": club})
    else:
        connection.execute(delete(rating_marks).where(rating_marks.c.club == club))
    return bool(left)


def finishes_of(
    connection: Connection, club: str, ids: Collection[str]
) -> defaultdict[str, dict[str, Finish]]:
    """How each of these games ended for everybody in it."""
    found: defaultdict[str, dict[str, Finish]] = defaultdict(dict)
    for row in connection.execute(FINISHES, {"of_club": club, "ids": list(ids)}):
        found[row.game][row.person] = Finish(row.place, row.won)
    # A game stopped before any deal was won by nobody; and nobody can be compared with himself
    # alone, should a book name one person in every seat.
    return defaultdict(
        dict,
        {
            game: each
            for game, each in found.items()
            if len(each) > 1 and any(one.won for one in each.values())
        },
    )


def rate_rows(
    club: str, game: AnyRow, finishes: Mapping[str, Finish], known: dict[str, Rating]
) -> list[dict[str, Any]]:
    """The rows of `rated` that one game makes; `known`, by person, is brought up to date."""
    # In the order of their ids, so that sums come out the same every time.
    people = sorted(finishes)
    before = [known.get(person, Rating()) for person in people]
    after = rate_game(before, [finishes[person] for person in people])
    known.update(zip(people, after, strict=True))
    return [
        {
            "club": club,
            "game": game.id,
            "person": person,
            "started_at": game.started_at,
            **asdict(finishes[person]),
            **asdict(rating),
        }
        for person, rating in zip(people, after, strict=True)
    ]


def _keep(connection: Connection, club: str, people: Collection[str]) -> None:
    """Let the ratings of these people be what their newest games have made of them."""
    if not people:
        return
    asked = {"of_club": club, "people": sorted(people)}
    newest = connection.execute(NEWEST, asked).all()
    gone = delete(ratings).where(
        ratings.c.club == bindparam("of_club"),
        ratings.c.person.in_(bindparam("people", expanding=True)),
    )
    connection.execute(gone, asked)
    rows = [
        {
            "club": club,
            "person": row.person,
            "mu": row.mu,
            "sigma": row.sigma,
            "games": row.games,
            "wins": row.wins,
            "last_at": row.started_at,
        }
        for row in newest
    ]
    if rows:
        connection.execute(insert(ratings), rows)


def is_behind(connection: Connection, club: str) -> bool:
    """Whether some games are still to be rated again."""
    return connection.execute(MARK, {"of_club": club}).first() is not None


def rate_anew(connection: Connection, club: str) -> None:
    """Have all games rated again, from the first one on."""
    move_mark_back(connection, club, LONG_AGO, "")
