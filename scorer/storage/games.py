"""Nights, and whole games: their rows, seats and books, read a batch at a time."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Integer, Table, bindparam, extract, func, insert, select

from scorer.rules.entries import Entry
from scorer.rules.fold import read_sheet
from scorer.rules.sheet import Sheet
from scorer.rules.start import Start
from scorer.rules.tallies import Counts, counts_of
from scorer.storage.book import last_played, parse_entry, start_of, start_row
from scorer.storage.locks import lock_games
from scorer.storage.results import Row, SheetRows, change_counts, upsert
from scorer.storage.schema import (
    AnyRow,
    AnySelect,
    devices,
    entries,
    games,
    in_ids,
    nights,
    of_club,
    players,
    refers,
    results,
    seats,
)

# So many games are held at a time, where all of a club are gone through.
BATCH = 500
NIGHT: AnySelect = select(nights).where(of_club(nights), nights.c.id == bindparam("of_night"))


def find_night(connection: Connection, club: str, night: str) -> AnyRow | None:
    """The row of a night, if the club has it."""
    return connection.execute(NIGHT, {"of_club": club, "of_night": night}).first()


@dataclass(frozen=True)
class GameRows:
    """A game, under the day of its night, with all that was written of it."""

    row: AnyRow
    seats: list[AnyRow]
    book: list[AnyRow]

    @property
    def start(self) -> Start:
        """How it began, before any correction."""
        return start_of(self.row, self.seats)

    @property
    def entries(self) -> tuple[Entry, ...]:
        """Its book, as the rules read it."""
        return tuple(map(parse_entry, self.book))


# The day of a game's night. Not joined: that could make SQLite begin with all nights to find a few
# games.
DAY: Any = (
    select(nights.c.day)
    .where(nights.c.club == games.c.club, nights.c.id == games.c.night)
    .scalar_subquery()
    .label("day")
)
ROWS: AnySelect = select(games, DAY).where(of_club(games), in_ids(games.c.id))
SEATS: AnySelect = (
    select(seats).where(of_club(seats), in_ids(seats.c.game)).order_by(seats.c.game, seats.c.seat)
)
# What people call a phone: by who sat with it last, or else by what it is.
CALLED: Any = func.coalesce(players.c.name, devices.c.name).label("device_name")
BOOKS: AnySelect = (
    select(entries, CALLED)
    .select_from(entries.outerjoin(devices, refers(entries.c.device, devices)))
    .outerjoin(players, refers(devices.c.person, players))
    .where(of_club(entries), in_ids(entries.c.game))
    .order_by(entries.c.game, entries.c.number)
)


# The games in the order they were played, each with its night; what lies in the bin stays there.
PLAYED: AnySelect = (
    select(games.c.id.label("game"), nights)
    .join(nights, refers(games.c.night, nights))
    .where(of_club(games), games.c.deleted_at.is_(None), nights.c.deleted_at.is_(None))
    .order_by(nights.c.day, nights.c.opened_at, nights.c.id, games.c.started_at, games.c.id)
)


def stream_games(
    connection: Connection, club: str, *, night: str | None = None, game: str | None = None
) -> Iterator[tuple[AnyRow, GameRows]]:
    """The games of a club, of one of its nights, or one of them, as played, each with its night."""
    which = [nights.c.id == night] if night else [games.c.id == game] if game else []
    rows = connection.execute(PLAYED.where(*which), {"of_club": club})
    night_of = {row.game: row for row in rows}
    for read in read_game_rows(connection, club, list(night_of)):
        yield night_of[read.row.id], read


def read_game_rows(connection: Connection, club: str, ids: Sequence[str]) -> Iterator[GameRows]:
    """These games in this order, those that the club does not have left out."""
    for at in range(0, len(ids), BATCH):
        batch = list(ids[at : at + BATCH])
        parameters = {"of_club": club, "ids": batch}
        rows = connection.execute(ROWS, parameters)
        loaded = {row.id: GameRows(row, [], []) for row in rows}
        for seat in connection.execute(SEATS, parameters):
            loaded[seat.game].seats.append(seat)
        for entry in connection.execute(BOOKS, parameters):
            loaded[entry.game].book.append(entry)
        yield from (loaded[game] for game in batch if game in loaded)


def read_sheets(
    connection: Connection, club: str, ids: Sequence[str]
) -> Iterator[tuple[AnyRow, Sheet]]:
    """The rows and sheets of these games in this order, but for those whose book is broken."""
    for game in read_game_rows(connection, club, ids):
        try:
            sheet = read_sheet(game.start, game.entries)
        except ValueError:  # `check` names it
            continue
        yield game.row, sheet


@dataclass(frozen=True)
class NewGameRows:
    """A game that is new here: how it began, more of its row, its book and what its sheet says."""

    start: Start
    row: Mapping[str, Any]
    book: Sequence[Mapping[str, Any]]
    results: SheetRows


# The years of nights, without those in the bin.
YEARS: AnySelect = select(
    nights.c.id, extract("year", nights.c.day).cast(Integer).label("year")
).where(of_club(nights), in_ids(nights.c.id), nights.c.deleted_at.is_(None))


def insert_games(connection: Connection, new: Sequence[NewGameRows]) -> None:
    """Add these games of a club with all that was written of them, and count them."""
    rows: dict[Table, list[Row]] = {games: [], seats: [], entries: []}
    copies: dict[Table, list[Row]] = {}
    for game in new:
        ids = {"club": game.row["club"], "game": game.row["id"]}
        last_at = last_played(game.row["started_at"], game.book)
        version = {"version": len(game.book), "last_at": last_at}
        own = start_row(game.start) | game.results.own
        rows[games].append({**game.row, **own, **version})
        for seat, sitter in enumerate(game.start.sitters):
            rows[seats].append({**ids, "seat": seat, "player": sitter.player, "name": sitter.name})
        rows[entries] += [{**ids, **entry} for entry in game.book]
        by_table = game.results.by_table(ids["club"], ids["game"], game.row["started_at"])
        for table, of_sheet in by_table.items():
            copies.setdefault(table, []).extend(of_sheet)
    for table, added in rows.items():
        if added:
            connection.execute(insert(table), added)
    for table, added in copies.items():
        upsert(connection, table, added)
    if counted := [game for game in new if game.results.counts]:
        club = str(counted[0].row["club"])
        ids = {"of_club": club, "ids": sorted({game.row["night"] for game in counted})}
        years = {row.id: row.year for row in connection.execute(YEARS, ids)}
        counts: Counts = Counter()
        for game in counted:
            if (year := years.get(game.row["night"])) is not None:
                for (name, key, column), number in game.results.counts.items():
                    dated = (*key[:-1], year) if name == "tallies" else key
                    counts[name, dated, column] += number
        change_counts(connection, club, counts)


def move_counts(
    connection: Connection, club: str, ids: Sequence[str], old: int | None, new: int | None
) -> None:
    """Count these games in another year; None is the bin, where nothing counts."""
    if old != new:
        lock_games(connection, club, ids)
        changes: Counts = Counter()
        for _, sheet in read_sheets(connection, club, ids):
            if new is not None:
                changes.update(counts_of(sheet, new))
            if old is not None:
                changes.subtract(counts_of(sheet, old))
        change_counts(connection, club, changes)


# When a person has last played, found by one look into the index; the bin does not count.
LAST_PLAYED: Any = (
    select(results.c.started_at)
    .join(games, refers(results.c.game, games))
    .where(
        results.c.club == players.c.club,
        results.c.person == players.c.id,
        games.c.deleted_at.is_(None),
    )
    .order_by(results.c.started_at.desc(), results.c.game.desc())
    .limit(1)
    .correlate(players)
    .scalar_subquery()
    .label("last_played_at")
)
