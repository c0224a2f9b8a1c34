"""Scoring: entries are added to a game's book, and what follows from them is saved with it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from scorer.rules.counters import could_lend
from scorer.rules.entries import Buy, Lend
from scorer.rules.errors import BadEntry, GameIsOver
from scorer.services import clock
from scorer.services.errors import Conflict, InTheBin, NotFound
from scorer.services.games.detect_conflicts import SameDeal, check_conflicts, check_noting
from scorer.services.games.read import GameRead, build_game, read_book, read_game
from scorer.services.games.seats import check_seats, seat_content
from scorer.services.ids import is_id
from scorer.services.ratings.rate import rate_club
from scorer.storage.book import (
    NameTaken,
    NoSuchGame,
    Repeated,
    SignedEntry,
    add_entry,
    open_book,
    seats_of,
    start_of,
)
from scorer.storage.database import Database
from scorer.storage.games import update_last_played
from scorer.storage.locks import lock_club
from scorer.storage.results import rows_of, save_changes, save_deal
from scorer.storage.search import write_document


def check_lending(read: GameRead) -> None:
    """Refuse the last entry where it lends more than its lender had, or comes after the end.

    Asked once, when it is written: a deal that is corrected later may leave the lender with
    less than he lent, and must stay possible to correct.
    """
    entry, sheet = read.entries[-1], read.sheet
    body = entry.body
    if isinstance(body, Buy | Lend) and sheet.over and body.after == sheet.last_deal:
        raise GameIsOver(deals=sheet.played)
    if not isinstance(body, Lend):
        return
    sitter = sheet.sitters[body.lender]
    name = read.names.get(sitter.player, sitter.name)
    held = could_lend(sheet, entry.name, body)
    if held < 0:
        raise BadEntry("lends_while_owing", seat=body.lender, name=name, owed=-held)
    if held < body.counters:
        numbers = {"held": held, "counters": body.counters}
        raise BadEntry("lends_too_much", seat=body.lender, name=name, **numbers)


Content = Mapping[str, Any]
LARGEST_SEEN = 2**31 - 1
# What may change who sits where, or who ever sat there.
CHANGES_PEOPLE = ("take_seat", "correct_start", "withdraw")


@dataclass(frozen=True)
class Saved:
    """An entry that is in the book: its number, and the game as it reads now.

    `repeated` says that it was there before and nothing was written. `same` is the entry by
    which another phone had written the very same deal, or the very same correction. `after`
    names the deal after which another one still has to be written.
    """

    number: int
    game_read: GameRead
    repeated: bool = False
    same: SignedEntry | None = None
    after: str | None = None

    @property
    def version(self) -> int:
        """The newest number in the book."""
        return self.game_read.version


def write(
    database: Database,
    club: str,
    game: str,
    *,
    device: str | None,
    name: str,
    seen: int,
    kind: str,
    content: Content,
) -> Saved:
    """Add an entry to a game's book.

    `name` is the UUID its writer gave it and `seen` the newest number he had seen. A deal or a
    correction that another phone has written just so, unseen, is not written twice. Raises
    NotFound, InTheBin, Refused, and Conflict where the name is taken or somebody wrote meanwhile.
    """
    _check(game, name, seen, kind)
    now = clock.now()
    try:
        with database.writing() as connection:
            if kind in CHANGES_PEOPLE:
                lock_club(connection, club)
            book = open_book(connection, club, game, now, kind=kind)
            if book.game.deleted_at is not None:
                raise InTheBin("game", game)
            known = book.find(name)
            seated = seat_content(
                connection, book, kind, content, known=known, because=name, now=now
            )
            written = add_entry(
                connection,
                book,
                name=name,
                kind=kind,
                content=seated,
                seen=seen,
                device=device,
                now=now,
            )
            seats = seats_of(connection, book.game)
            names = {seat.player: seat.name_now for seat in seats}
            check_conflicts(start_of(book.game, seats), written.entries, seen, names)
            read = build_game(connection, book.game, seats, written.entries)
            check_seats(read)
            check_lending(read)
            check_noting(read)
            rows, last = rows_of(read.sheet), read.sheet.deals[-1] if read.sheet.deals else None
            if kind == "deal" and last is not None and last.id == name:
                to_rate = save_deal(connection, book.game, rows, last.number)
            else:
                same_people = kind not in CHANGES_PEOPLE
                to_rate = save_changes(connection, book.game, rows, same_people=same_people)
            if kind in CHANGES_PEOPLE:
                write_document(connection, club, book.game.night)
        sitting = {sitter.player for sitter in read.sheet.sitters}
        if kind in CHANGES_PEOPLE and sitting != read.persons.keys():
            # Somebody sits here no more, or again: apart from the game, which nobody waits for.
            with database.writing() as connection:
                update_last_played(connection, club, read.persons.keys())
        if to_rate:
            rate_club(database, club)
        return Saved(written.number, read)
    except Repeated as fault:
        return Saved(fault.number, read_game(database, club, game), repeated=True)
    except SameDeal as fault:
        read = read_game(database, club, game)
        same = read_book(database, club, game)[fault.number - 1]
        return Saved(fault.number, read, repeated=True, same=same)
    except NoSuchGame:
        raise NotFound from None
    except NameTaken as fault:
        raise Conflict("name_taken", number=fault.number) from None


def _check(game: str, name: object, seen: object, kind: object) -> None:
    if not is_id(game):
        raise NotFound
    if not isinstance(kind, str):
        raise BadEntry("unknown_entry_kind", kind="")
    if not is_id(name):
        raise BadEntry("entry_shape", what="name")
    if type(seen) is not int or not 0 <= seen <= LARGEST_SEEN:
        raise BadEntry("entry_shape", what="seen")
