"""Joining two games that were one: the book of the second is written on behind that of the first.

Both follow the same game, and neither was started having seen the other. What was written in one
had seen nothing of the other, so equal deals are one deal and others stand beside each other, as
where two phones have told of one place in one book.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, bindparam, delete, insert, select, update

from scorer.rules.entries import Answer, CorrectDeal, Deal, Decide
from scorer.rules.errors import Refused
from scorer.rules.fold import read_sheet
from scorer.services import clock
from scorer.services.changes import record_change, standing_change
from scorer.services.errors import Conflict
from scorer.services.games.read import GameRead, build_game, load_game
from scorer.services.games.seats import check_seated_once
from scorer.services.games.seats_held import take_along
from scorer.services.ids import is_id
from scorer.services.ratings.rate import rate_club
from scorer.storage.book import StoredEntry, seats_of
from scorer.storage.database import Database
from scorer.storage.games import SET_GAME_DELETED, append_entries, update_last_played
from scorer.storage.locks import lock_club, lock_devices, lock_games, lock_nights
from scorer.storage.results import rate_from, rows_of
from scorer.storage.schema import AnyRow, entries, games, seats_held
from scorer.storage.search import write_document
from scorer.storage.stored_json import dump_json, load_json

JOIN = "join_games"
# What is written of what was told of a deal, by whom it was not seen.
UNSEEN_IN = frozenset(body.kind for body in (Deal, CorrectDeal, Answer, Decide))
_BOOK = (
    select(entries)
    .where(entries.c.club == bindparam("of_club"), entries.c.game == bindparam("of_game"))
    .order_by(entries.c.number)
)
_FOLLOW_INSTEAD = (
    update(games)
    .where(games.c.club == bindparam("of_club"), games.c.follows == bindparam("of_game"))
    .values(follows=bindparam("first"))
)
_HELD = select(seats_held).where(
    seats_held.c.club == bindparam("of_club"),
    seats_held.c.game.in_(bindparam("ids", expanding=True)),
)


class Joined(Exception):
    """The game is part of another one by now, `into` whose book its own was put.

    It stands there behind the entry of the number `before`, `entries` of them.
    """

    def __init__(self, into: str, before: int, entries: int) -> None:
        self.into, self.before, self.entries = into, before, entries
        super().__init__(into)

    def number_of(self, number: int) -> int:
        """The number that an entry of the game has in the other one; that before all for 0."""
        return self.before + min(number, self.entries)


def find_join(connection: Connection, club: str, game: str) -> Joined | None:
    """Which game this one was joined to; None where it was not."""
    change = standing_change(connection, club, JOIN, game)
    if change is None:
        return None
    return Joined(*(change.content[key] for key in ("into", "before", "entries")))


def now_part_of(connection: Connection, club: str, game: str) -> str:
    """The game that holds the book of this one: itself, unless it was joined to another one."""
    while is_id(game) and (joined := find_join(connection, club, game)) is not None:
        game = joined.into
    return game


def joined_to(database: Database, club: str, game: str) -> str | None:
    """The game that this one is part of by now; None where it stands for itself."""
    with database.reading() as connection:
        whole = now_part_of(connection, club, game)
    return None if whole == game else whole


def join_games(database: Database, club: str, game: str, other: str, *, device: str | None) -> str:
    """Say that two games are one, and give the id of the one that stays: the first started.

    Said again, or of a game that was joined already, it is the same answer. Raises NotFound,
    InTheBin, and Conflict where they cannot be one game.
    """
    now = clock.now()
    with database.writing() as connection:
        lock_club(connection, club)
        game, other = (now_part_of(connection, club, one) for one in (game, other))
        if game == other:
            return game
        # Both nights are locked before both games, as is everything (see `locks`).
        nights = {load_game(connection, club, one).night for one in (game, other)}
        lock_nights(connection, club, nights)
        locked = lock_games(connection, club, [game, other])
        order = sorted(locked.values(), key=lambda row: (row.started_at, row.id))
        into, gone = order
        first, second = (load_game(connection, club, row.id) for row in order)
        _check_one_game(first, second)
        book = connection.execute(_BOOK, {"of_club": club, "of_game": gone.id}).all()
        moved = [_moved(row, into.version) for row in book]
        merged = _read_merged(connection, into, first, moved)
        if moved:
            append_entries(connection, into, moved, rows_of(merged.sheet))
        connection.execute(SET_GAME_DELETED, {"of_club": club, "of_id": gone.id, "at": now})
        parameters = {"of_club": club, "of_game": gone.id, "first": into.id}
        connection.execute(_FOLLOW_INSTEAD, parameters)
        if gone.over:
            rate_from(connection, club, gone.started_at, gone.id)
        _move_seats(connection, into, gone)
        for night in sorted(nights):
            write_document(connection, club, night)
        content = {
            "into": into.id,
            "before": into.version,
            "entries": len(book),
            "night": gone.night,
        }
        record_change(connection, club, JOIN, gone.id, content, device=device, now=now)
        people = {*first.persons, *second.persons}
    with database.writing() as connection:
        update_last_played(connection, club, people)
    rate_club(database, club)
    return str(into.id)


def _check_one_game(first: GameRead, second: GameRead) -> None:
    """Raise Conflict where two games cannot be one: other people, seats or rules."""
    if first.follows is None or first.follows != second.follows:
        raise Conflict("not_one_game")
    starts = first.sheet.start, second.sheet.start
    same_game = (first.variant, first.edition) == (second.variant, second.edition)
    if not same_game or len({start.order for start in starts}) > 1:
        raise Conflict("not_one_game")
    mine, yours = starts
    seats = [
        (first.persons.get(one.player), second.persons.get(other.player))
        for one, other in zip(mine.sitters, yours.sitters, strict=True)
    ]
    if any(one != other for one, other in seats) or mine.rules != yours.rules:
        raise Conflict("not_one_game")
    if first.start.carried != second.start.carried:
        raise Conflict("not_one_game")


def _moved(row: AnyRow, before: int) -> dict[str, Any]:
    """An entry as it stands in another book, behind this number; it had seen nothing of that."""
    content = load_json(row.content)
    if "known" in content:
        content["known"] = [before + number for number in content["known"]]
    if row.kind in UNSEEN_IN and before:
        content["unseen"] = before + content.get("unseen", 0)
    return {
        **{key: value for key, value in row._mapping.items() if key not in ("club", "game")},
        "number": before + row.number,
        "seen": before + row.seen,
        "content": dump_json(content),
    }


def _read_merged(
    connection: Connection, into: AnyRow, first: GameRead, moved: Sequence[Mapping[str, Any]]
) -> GameRead:
    """The first game with the book of the second behind its own; raises Conflict, Refused."""
    names = {entry.name for entry in first.entries}
    if any(row["name"] in names for row in moved):
        raise Conflict("not_one_game")
    keys = ("number", "name", "kind", "content", "seen")
    added = tuple(StoredEntry(*(row[key] for key in keys)).entry for row in moved)
    try:
        read_sheet(first.start, (*first.entries, *added))
    except Refused:
        raise Conflict("not_one_book") from None
    read = build_game(connection, into, seats_of(connection, into), (*first.entries, *added))
    check_seated_once(read)
    return read


def _move_seats(connection: Connection, into: AnyRow, gone: AnyRow) -> None:
    """Let the phones of the second game go on with their seats, as far as these are free."""
    club = into.club
    if into.night != gone.night:
        take_along(connection, club, [gone.id], gone.night, into.night)
    rows = connection.execute(_HELD, {"of_club": club, "ids": [into.id, gone.id]}).all()
    here = [row for row in rows if row.game == into.id]
    taken = {row.seat for row in here}
    phones = {row.device for row in here}
    lock_devices(connection, club, {row.device for row in rows})
    free = [
        {**row._mapping, "game": into.id, "asked_by": None, "asked_at": None, "taken_from": None}
        for row in rows
        if row.game == gone.id and row.seat not in taken and row.device not in phones
    ]
    if free:
        connection.execute(insert(seats_held), free)
    leaving = (seats_held.c.club == club, seats_held.c.game == gone.id)
    connection.execute(delete(seats_held).where(*leaving))
