"""Writing: an entry is added to the book of a game, and the results are saved with it."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from sqlalchemy import Connection

from scorer.rules.conflicts import find_conflict
from scorer.rules.entries import Deal, End, Entry, Lend, Withdraw, parse_body
from scorer.rules.errors import BadEntry, GameIsOver
from scorer.rules.fold import check_newest
from scorer.rules.in_play import is_in_deal
from scorer.rules.types import Over, SheetDeal
from scorer.services import clock
from scorer.services.club.devices import Device, end_over_night, load_in_night
from scorer.services.errors import Conflict
from scorer.services.games.may_write import check_may_write
from scorer.services.games.read import Book, GameRead, build_game, load_book
from scorer.services.games.seats import check_seats, seat_content
from scorer.storage.book import add_entries, entry_row, move_answers, read_answers, settle_answers
from scorer.storage.database import Database
from scorer.storage.locks import lock_club
from scorer.storage.results import rows_of, save_all, save_deal

MAX_SEEN = 2**31 - 1
# Entries that may change who sits where, or who ever sat there.
CHANGES_PEOPLE = ("take_seat", "correct_start", "withdraw")


@dataclass(frozen=True)
class Saved:
    """The number of the entry, and the game now; `repeated`: it was written before."""

    number: int
    game_read: GameRead
    repeated: bool = False


def write_entry(
    database: Database,
    device: Device,
    game: str,
    *,
    id: str,
    seen: int,
    kind: str,
    content: Mapping[str, Any],
    answers_seen: int | None = None,
) -> Saved:
    """Add an entry to the book of a game, as far as this phone may.

    `seen` is the newest number that the phone had seen, `answers_seen` its counter of answers.
    Raises NotFound, InTheBin, NotAllowed, Refused, and Conflict where others wrote meanwhile what
    is in its way.
    """
    now = clock.now()
    with database.writing() as connection:
        if kind in CHANGES_PEOPLE:
            lock_club(connection, device.club)
        book = load_book(connection, device.club, game, lock=True)
        known = book.find(id)
        if known is not None and known.device == device.id:
            return Saved(known.number, build_game(connection, book), repeated=True)
        phone = load_in_night(connection, device.club, device.id, book.game.night, "watch", game)
        # The next deal of a phone that keeps score needs nothing of the sheet before it.
        is_next_deal = kind == Deal.kind and content.get("before") is None
        before = None
        if not is_next_deal or not phone.keeps_score:
            before = build_game(connection, book)
            content = seat_content(connection, before, kind, content, because=id, now=now)
        entry = Entry(len(book.entries) + 1, id, parse_body(kind, content), device.id)
        if before is not None:
            answered = read_answers(connection, book.game, len(before.sheet.deals))
            check_may_write(phone, before, entry.body, answered)
        conflict = find_conflict(book.start, book.entries, entry, seen)
        if conflict is not None and conflict.kind == "repeated" and before is not None:
            return Saved(conflict.entries[0].number, before, repeated=True)
        if conflict is not None:
            raise Conflict(conflict.kind, conflict.entries)
        gone = book.find(entry.body.entry) if isinstance(entry.body, Withdraw) else None
        restores = gone is not None and isinstance(gone.body, Withdraw)
        if before is not None and before.redo is None and restores:
            raise Conflict("redo_over")
        read = build_game(connection, book.add(entry))
        if before is not None:
            check_newest(before.sheet, read.sheet, read.entries)
            check_seats(before, read)
            check_lending(before, entry)
        is_last = is_next_deal and read.sheet.last_deal == id
        if is_last and answers_seen is not None and answers_seen < read.answers_version:
            _check_answers(build_game(connection, book), read.sheet.deals[-1], device)
        if isinstance(entry.body, End) and isinstance(read.sheet.follows, Over):
            raise GameIsOver(deals=read.sheet.played)
        read = append_entry(connection, book, read, now)
        if before is not None:
            _keep_answers(connection, book, before, read)
    return Saved(entry.number, read)


def _check_answers(before: GameRead, deal: SheetDeal, device: Device) -> None:
    """Refuse a deal that has something else than other phones have answered for their seats."""
    in_play = before.in_play
    if in_play is None or deal.facts.void:
        return
    others = [answer for answer in in_play.answers.values() if answer.device != device.id]
    own = [answer for answer in others if in_play.asks[answer.ask].by == "seat"]
    new = [answer for answer in own if not is_in_deal(before.sheet.start, deal, answer)]
    if new:
        raise Conflict("replaces", places=[(answer.ask, answer.place) for answer in new])


def append_entry(connection: Connection, book: Book, read: GameRead, now: datetime) -> GameRead:
    """Write the newest entry of a game that was read with it, and what follows; raises Refused."""
    check_newest(None, read.sheet, read.entries)
    entry, sheet, rows = read.entries[-1], read.sheet, rows_of(read.sheet)
    body = entry.body
    end_over_night(connection, book.game.club, book.game.night, book.game.last_at)
    last_at = add_entries(connection, book.game, [entry_row(entry, now)])
    if isinstance(body, Deal) and body.before is None and sheet.last_deal == entry.id:
        save_deal(connection, book.game, rows, len(sheet.deals))
        if read.answers_version:
            # A void deal shows nothing.
            opened = not sheet.deals[-1].facts.void
            settle_answers(connection, book.game, len(sheet.deals), opened=opened)
    else:
        save_all(connection, book.game, rows)
    return replace(read, last_at=last_at)


def _keep_answers(connection: Connection, book: Book, before: GameRead, now: GameRead) -> None:
    """Let the answers in play follow their deal, where one before it was put in or withdrawn."""
    was, is_now = before.sheet.opening, now.sheet.opening
    if not before.answer_rows or was is None or is_now is None:
        return
    if before.sheet.last_deal == now.sheet.last_deal and was.number != is_now.number:
        move_answers(connection, book.game, was.number, is_now.number)


def check_lending(before: GameRead, entry: Entry) -> None:
    """Refuse a loan beyond what its lender has, now and not when an earlier deal is corrected."""
    body = entry.body
    if not isinstance(body, Lend):
        return
    name = before.name_of(before.sheet.sitters[body.lender])
    held = before.sheet.can_lend(body.lender, body.before)
    if held < 0:
        raise BadEntry("lends_while_owing", seat=body.lender, name=name, owed=-held)
    if held < body.counters:
        numbers = {"held": held, "counters": body.counters}
        raise BadEntry("lends_too_much", seat=body.lender, name=name, **numbers)
