"""Results: a copy of what the sheets say, for lists and statistics."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, bindparam, delete, insert, select, update

from scorer.rules.errors import Refused
from scorer.rules.paying_up import nets_of, shares_of
from scorer.rules.reading import read_sheet
from scorer.rules.sheet import Sheet
from scorer.storage.book import played_at
from scorer.storage.columns import AnyRow
from scorer.storage.database import Database
from scorer.storage.entries import StoredEntry
from scorer.storage.models import entries, games, players, results, seats
from scorer.storage.progress import watched
from scorer.storage.starts import start_of
from scorer.storage.uncounted import MARKED

COUNTED = ("net", "stake", "money", "stake_money", "rounded", "stake_rounded")
SCORES = ("total", "place", "won", "deals", *COUNTED)
KEPT = ("seat", "player", *SCORES)
SeatRows = Iterable[dict[str, Any]]
KEEP = (
    update(results)
    .where(
        results.c.club == bindparam("of_club"),
        results.c.game == bindparam("of_game"),
        results.c.seat == bindparam("of_seat"),
    )
    .values({name: bindparam(name) for name in SCORES})
)
# Naming a player has his index written again as well, so this is kept for when people change.
_PERSON = (
    select(players.c.person)
    .where(players.c.club == bindparam("its_club"), players.c.id == bindparam("its_player"))
    .scalar_subquery()
)
KEEP_PEOPLE = KEEP.values(player=bindparam("player"), person=_PERSON)
ADD = insert(results).values(person=_PERSON)
SAY_OVER = (
    update(games)
    .where(games.c.club == bindparam("of_club"), games.c.id == bindparam("of_game"))
    .values(over=bindparam("now_over"))
)


def rows_of(sheet: Sheet) -> Iterator[dict[str, Any]]:
    """What a sheet says of each seat, as it is kept."""
    shares, nets = shares_of(sheet), nets_of(sheet)
    for seat, (sitter, total, place) in enumerate(
        zip(sheet.sitters, sheet.settled or sheet.totals, sheet.places, strict=True)
    ):
        share = shares[seat] if shares else None
        yield {
            "of_seat": seat,
            "player": sitter.player,
            "total": total,
            "place": place,
            "won": seat in sheet.winners,
            "deals": sheet.played,
            **{name: share and getattr(share, name) for name in COUNTED},
            "net": nets and nets[seat],
        }


def add_results(
    connection: Connection, club: str, game: str, started_at: datetime, seats: SeatRows
) -> None:
    """Keep the results of a game that is new here; `seats` as `rows_of` tells them."""
    rows = []
    for row in map(dict, seats):
        row["seat"] = row.pop("of_seat")
        rows.append(_whole_row(club, game, started_at, row))
    connection.execute(ADD, rows)


def _whole_row(club: str, game: str, started_at: datetime, row: dict[str, Any]) -> dict[str, Any]:
    """A row of results, and whom to ask for the person its player is."""
    here = {"club": club, "game": game, "started_at": started_at}
    return {**here, **row, "its_club": club, "its_player": row["player"]}


def keep_results(
    connection: Connection,
    club: str,
    game: str,
    seats: SeatRows,
    *,
    over: bool,
    was_over: bool,
    same_people: bool = False,
) -> None:
    """Keep what a sheet says by now; the game's own row only where it ended or goes on again."""
    here = {"of_club": club, "of_game": game}
    rows = [{**here, **row} for row in seats]
    for row in rows:
        if same_people:
            del row["player"]
        else:
            row |= {"its_club": club, "its_player": row["player"]}
    connection.execute(KEEP if same_people else KEEP_PEOPLE, rows)
    if over != was_over:
        connection.execute(SAY_OVER, {**here, "now_over": over})


@dataclass(frozen=True)
class Difference:
    """A game whose copy is not what its book says; `problem` says it for people.

    `game` is empty where the copy is of all games together.
    """

    club: str
    game: str
    problem: str


@dataclass(frozen=True)
class _Read:
    """What the book of one game makes of its copies."""

    version: int
    started_at: datetime
    over: bool
    last_at: datetime
    seats: frozenset[tuple[Any, ...]]
    problem: str = ""


def check(database: Database) -> list[Difference]:
    """Where results, ends and versions differ from what the books say."""
    found = []
    with database.reading() as connection:
        for game, read in _read_all(connection):
            if read.problem:
                found.append(Difference(game.club, game.id, read.problem))
                continue
            if game.version != read.version:
                problem = f"the version is {game.version}, the book has {read.version} entries"
                found.append(Difference(game.club, game.id, problem))
            if game.over != read.over:
                problem = f"over is {game.over}, the sheet says {read.over}"
                found.append(Difference(game.club, game.id, problem))
            if game.last_at != read.last_at:
                problem = f"last_at is {game.last_at}, the book says {read.last_at}"
                found.append(Difference(game.club, game.id, problem))
            kept = _kept(connection, game.club, game.id)
            if kept != read.seats:
                problem = f"the results are {sorted(kept)}, the sheet says {sorted(read.seats)}"
                found.append(Difference(game.club, game.id, problem))
    return found


def rebuild(database: Database) -> int:
    """Read all books aside, then swap all results at once; how many games.

    A game whose book cannot be read keeps what it has; `check` names it.
    """
    with database.reading() as connection:
        aside = {(game.club, game.id): read for game, read in _read_all(connection)}
    with database.writing() as connection:
        database.alone(connection, games)
        # What was written since is read again, now that nobody can write.
        for club, game, version in connection.execute(
            select(games.c.club, games.c.id, games.c.version)
        ).all():
            known = aside.get((club, game))
            if known is None or known.version != version:
                for row, read in _read_all(connection, (club, game)):
                    aside[row.club, row.id] = read
        good = {key: read for key, read in aside.items() if not read.problem}
        _swap(connection, good)
    return len(good)


def _swap(connection: Connection, good: dict[tuple[str, str], _Read]) -> None:
    clear = delete(results).where(
        results.c.club == bindparam("of_club"), results.c.game == bindparam("of_game")
    )
    say = (
        update(games)
        .where(games.c.club == bindparam("of_club"), games.c.id == bindparam("of_game"))
        # The rows of the results are new, so that their streaks have to be worked out again.
        .values(over=bindparam("now_over"), last_at=bindparam("now_last_at"), tallied=MARKED)
    )
    keys = [{"of_club": club, "of_game": game} for club, game in good]
    if not keys:
        return
    rows = [
        _whole_row(club, game, read.started_at, dict(zip(KEPT, seat, strict=True)))
        for (club, game), read in good.items()
        for seat in read.seats
    ]
    ends = [
        {**key, "now_over": read.over, "now_last_at": read.last_at}
        for key, read in zip(keys, good.values(), strict=True)
    ]
    connection.execute(clear, keys)
    connection.execute(ADD, rows)
    connection.execute(say, ends)


def _kept(connection: Connection, club: str, game: str) -> frozenset[tuple[Any, ...]]:
    columns = [results.c[name] for name in KEPT]
    mine = (results.c.club == club, results.c.game == game)
    return frozenset(tuple(row) for row in connection.execute(select(*columns).where(*mine)))


def _read_all(
    connection: Connection, only: tuple[str, str] | None = None
) -> Iterator[tuple[AnyRow, _Read]]:
    """Every game with what its book says, one after the other."""
    wanted = select(games).order_by(games.c.club, games.c.id)
    if only is not None:
        wanted = wanted.where(games.c.club == only[0], games.c.id == only[1])
    for game in watched(connection.execute(wanted).all()):
        mine = entries.c.club == game.club, entries.c.game == game.id
        book = connection.execute(select(entries).where(*mine).order_by(entries.c.number)).all()
        sat = seats.c.club == game.club, seats.c.game == game.id
        sitting = connection.execute(select(seats).where(*sat).order_by(seats.c.seat)).all()
        yield game, _read(game, sitting, book)


def _read(game: AnyRow, sitting: Sequence[AnyRow], book: Sequence[AnyRow]) -> _Read:
    last_at = game.started_at
    for row in book:
        last_at = played_at(last_at, row.kind, row.written_at)
    nothing = _Read(len(book), game.started_at, game.over, last_at, frozenset())
    if [row.number for row in book] != list(range(1, len(book) + 1)):
        return _problem(nothing, "the numbers of its entries have a gap")
    try:
        kept = [StoredEntry(row.number, row.name, row.kind, row.content, row.seen) for row in book]
        sheet = read_sheet(start_of(game, sitting), [one.entry for one in kept])
    except Refused as fault:
        return _problem(nothing, f"its book cannot be read: {fault}")
    except ValueError as fault:
        return _problem(nothing, f"its book is damaged: {fault}")
    seated = frozenset(tuple(row.values()) for row in rows_of(sheet))
    return _Read(len(book), game.started_at, sheet.over, last_at, seated)


def _problem(read: _Read, problem: str) -> _Read:
    return replace(read, problem=problem)
