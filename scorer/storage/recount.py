"""The statistics counted again from all books: to compare them, and to make them anew."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from sqlalchemy import Connection, bindparam, delete, select

from scorer.storage.columns import AnyRow
from scorer.storage.contributions import (
    SUMMED,
    Contribution,
    Sums,
    add,
    contribution_of,
    put_in,
    read_contribution,
    sum_up,
)
from scorer.storage.database import Database
from scorer.storage.holding import hold_club
from scorer.storage.models import clubs, games, players, results
from scorer.storage.progress import in_batches
from scorer.storage.results import Difference
from scorer.storage.sheets import GAMES, read_sheets
from scorer.storage.streaks import KEEP
from scorer.storage.tallies import contributions
from scorer.storage.uncounted import count_waiting

AT_ONCE = 200

IN_ORDER = (
    select(results.c.person, results.c.game, results.c.seat, results.c.won, results.c.streak)
    .where(results.c.club == bindparam("of_club"))
    .order_by(results.c.person, results.c.started_at, results.c.game)
)
KEPT = select(contributions.c.game, contributions.c.content).where(
    contributions.c.club == bindparam("of_club")
)
ANOTHER_PERSON = (
    select(results.c.game, results.c.seat)
    .join(players, (players.c.club == results.c.club) & (players.c.id == results.c.player))
    .where(results.c.club == bindparam("of_club"), results.c.person != players.c.person)
)


@dataclass(frozen=True)
class _Read:
    """What a game puts in by its book, and which state of the game was read."""

    state: tuple[Any, ...]
    now: Contribution | None
    broken: bool


def check_statistics(database: Database) -> list[Difference]:
    """Where the statistics differ from the books; games not counted yet are no difference."""
    found: list[Difference] = []
    with database.reading() as connection:
        for club in connection.scalars(select(clubs.c.id).order_by(clubs.c.id)).all():
            found += [Difference(club, *one) for one in _problems(connection, club)]
    return found


def _problems(connection: Connection, club: str) -> Iterator[tuple[str, str]]:
    """Each game that differs, or "" for sums, and how."""
    kept = _kept(connection, club)
    for game, read in _read(connection, club, _games(connection, club)).items():
        version, tallied, *_ = read.state
        if not read.broken and version == tallied and kept.get(game) != read.now:
            yield game, "it was counted otherwise than its book says"
    sums: Sums = {}
    for one in kept.values():
        sum_up(sums, one)
    for table in SUMMED:
        wanted = {key: numbers for key, numbers in sums.get(table, {}).items() if any(numbers)}
        rows = connection.execute(select(table).where(table.c.club == club))
        key_ends = len(table.primary_key)
        there = {tuple(row[1:key_ends]): list(row[key_ends:]) for row in rows}
        keys = wanted.keys() | there.keys()
        if differing := sum(wanted.get(key) != there.get(key) for key in keys):
            yield "", f"{differing} rows of {table.name} are not the sum of all games"
    for game, seat in connection.execute(ANOTHER_PERSON, {"of_club": club}):
        yield game, f"the result of seat {seat} is another person's than its player"
    if not count_waiting(connection, club):
        for game, seat, streak in _wrong_streaks(connection, club, _finished(kept)):
            yield game, f"the streak of seat {seat} should be {streak}"


def rebuild_statistics(database: Database) -> int:
    """Count all books aside, then swap club by club; how many games.

    Games that were still to be counted stay so: more is made of them than is kept here.
    """
    with database.reading() as connection:
        every = connection.scalars(select(clubs.c.id).order_by(clubs.c.id)).all()
    return sum(_rebuild(database, club) for club in every)


def _rebuild(database: Database, club: str) -> int:
    with database.reading() as connection:
        aside = _read(connection, club, _games(connection, club))
    with database.writing() as connection:
        # The club first, as whoever catches up takes it; then nobody can score any more.
        hold_club(connection, club)
        database.alone(connection, games)
        rows = _games(connection, club)
        late = [one for one in rows if one.id not in aside or _state(one) != aside[one.id].state]
        aside |= _read(connection, club, late)
        kept = _kept(connection, club)
        now = {game: kept.get(game) if read.broken else read.now for game, read in aside.items()}
        _swap(connection, club, {game: one for game, one in now.items() if one is not None})
    return len(aside)


def _swap(connection: Connection, club: str, now: dict[str, Contribution]) -> None:
    for table in (*SUMMED, contributions):
        connection.execute(delete(table).where(table.c.club == club))
    sums: Sums = {}
    for one in now.values():
        sum_up(sums, one)
    add(connection, club, sums)
    put_in(connection, club, now)
    streaks = [
        {"of_club": club, "of_game": game, "of_seat": seat, "now": streak}
        for game, seat, streak in _wrong_streaks(connection, club, _finished(now))
    ]
    if streaks:
        connection.execute(KEEP, streaks)


def _games(connection: Connection, club: str) -> Sequence[AnyRow]:
    return connection.execute(GAMES, {"of_club": club}).all()


def _state(row: AnyRow) -> tuple[Any, ...]:
    """All that a game is counted by; one that is counted already says nothing by its mark."""
    return row.version, row.tallied, row.night, row.day, row.deleted_at, row.night_deleted_at


def _read(connection: Connection, club: str, rows: Sequence[AnyRow]) -> dict[str, _Read]:
    """What these games put in by their books, a few hundred of them in memory at a time."""
    return {
        one.row.id: _Read(_state(one.row), contribution_of(one), one.broken)
        for batch in in_batches(rows, AT_ONCE)
        for one in read_sheets(connection, club, batch)
    }


def _kept(connection: Connection, club: str) -> dict[str, Contribution]:
    rows = connection.execute(KEPT, {"of_club": club})
    return {game: read_contribution(content) for game, content in rows}


def _finished(now: dict[str, Contribution]) -> set[str]:
    return {game for game, one in now.items() if one.finishers}


def _wrong_streaks(
    connection: Connection, club: str, finished: set[str]
) -> Iterator[tuple[str, int, int | None]]:
    """Each seat whose streak is not what the results make of it, with the right one."""
    rows = connection.execute(IN_ORDER, {"of_club": club}).all()
    for _, theirs in groupby(rows, key=lambda row: row.person):
        streak = 0
        for row in theirs:
            right = None
            if row.game in finished:
                right = streak = streak + 1 if row.won else 0
            if row.streak != right:
                yield row.game, row.seat, right
