"""Writing: an entry is added to the book of a game, and the results are saved with it."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from sqlalchemy import Connection

from scorer.rules.conflicts import find_conflict
from scorer.rules.entries import NOBODY, Deal, End, Entry, Lend, Withdraw, parse_body
from scorer.rules.errors import BadEntry, GameIsOver
from scorer.rules.fold import check_newest
from scorer.rules.in_play import is_in_deal
from scorer.rules.tallies import counts_of
from scorer.rules.types import Over
from scorer.services import clock
from scorer.services.club.devices import Device, end_over_night, load_in_night
from scorer.services.errors import Conflict
from scorer.services.games.may_write import check_may_write
from scorer.services.games.read import GameRead, add_entry, load_game
from scorer.services.games.seats import check_seats, seat_content
from scorer.services.games.seats_held import seat_phones, unseat_newcomers
from scorer.services.people.merge import NAMING
from scorer.services.ratings import mark_due
from scorer.storage.book import (
    add_entries,
    bump_answers_version,
    clear_answers,
    entry_row,
    move_answers,
    settle_answers,
)
from scorer.storage.database import Database
from scorer.storage.locks import lock_club
from scorer.storage.results import change_counts, rows_of, save_rows

MAX_SEEN = 2**31 - 1
# Entries that may change who sits where, or who ever sat there.
CHANGES_PEOPLE = (*NAMING, Withdraw.kind)


@dataclass(frozen=True)
class Saved:
    """The number of the entry, and the game now; `repeated`: it was written before.

    `changes` is the club's counter of changes since, where the entry counts as one.
    """

    number: int
    game_read: GameRead
    repeated: bool = False
    changes: int | None = None


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

    `seen` is the newest number that the phone had seen, `answers_seen` the counter of the answers
    that it was asked about.
    Raises NotFound, InTheBin, NotAllowed, Refused, and Conflict where others wrote meanwhile what
    is in its way.
    """
    now = clock.now()
    with database.writing() as connection:
        changes = lock_club(connection, device.club) if kind in CHANGES_PEOPLE else None
        before = load_game(connection, device.club, game, lock=True)
        known = before.find(id)
        if known is not None and known.device == device.id:
            return Saved(known.number, before, repeated=True)
        phone = load_in_night(connection, device, before.night, "watch", game)
        if kind in CHANGES_PEOPLE:
            content = seat_content(connection, before, kind, content, because=id, now=now)
        entry = Entry(before.version + 1, id, parse_body(kind, content), device.id)
        if not phone.keeps_score:
            check_may_write(phone, before, entry.body)
        read = add_entry(connection, before, entry)
        conflict = find_conflict(before.book, read.book, seen)
        if conflict is not None and conflict.kind == "repeated":
            return Saved(conflict.entries[0].number, before, repeated=True)
        if conflict is not None:
            raise Conflict(conflict.kind, conflict.entries)
        is_next_deal = isinstance(entry.body, Deal) and entry.body.before is None
        if is_next_deal:
            if before.answered and answers_seen != before.answers_version:
                _check_answers(before, read, device)
            # Of the sheet before it nothing is needed.
            check_newest(None, read.sheet, read.entries)
        else:
            _check_change(before, read, answers_seen)
        read = append_entry(connection, before, read, now)
        if not is_next_deal:
            read = _keep_answers(connection, before, read)
        if kind in CHANGES_PEOPLE:
            sat = dict(enumerate(before.sheet.sitters))
            now_here = dict(enumerate(read.sheet.sitters))
            new = {seat: it for seat, it in now_here.items() if sat.get(seat) != it}
            was, order = before.sheet.table.order, read.sheet.table.order
            new |= {seat: now_here[seat] for seat in order if seat not in was}
            if new:
                seat_phones(connection, read.club, game, read.night, new)
            gone = {seat: it for seat, it in sat.items() if now_here.get(seat, NOBODY) == NOBODY}
            if gone:
                unseat_newcomers(connection, read.club, game, read.night, gone)
    return Saved(entry.number, read, changes=changes)


def _check_change(before: GameRead, read: GameRead, answers_seen: int | None) -> None:
    """Refuse an entry that is no next deal where it cannot be; raises Refused, Conflict."""
    entry = read.entries[-1]
    body = entry.body
    if isinstance(body, Withdraw) and before.is_answered:
        gone = before.find(body.entry)
        if gone is not None and isinstance(gone.body, Withdraw):
            raise Conflict("redo_over")
    check_newest(before.sheet, read.sheet, read.entries)
    check_seats(before, read)
    check_lending(before, entry)
    in_play, is_confirmed = before.in_play, answers_seen == before.answers_version
    if in_play and in_play.answers and not is_confirmed and _is_other_table(before, read):
        raise Conflict("clears")
    if isinstance(body, End) and isinstance(read.sheet.follows, Over):
        raise GameIsOver(deals=read.sheet.played)


def _check_answers(before: GameRead, read: GameRead, device: Device) -> None:
    """Refuse a next deal that says something else than other phones have answered."""
    in_play = before.in_play
    if in_play is None or read.sheet.last_deal != read.entries[-1].id:
        return
    deal = read.sheet.deals[-1]
    if deal.facts.void:
        return
    others = [answer for answer in in_play.answers.values() if answer.device != device.id]
    new = [answer for answer in others if not is_in_deal(deal, answer)]
    if new:
        raise Conflict("replaces", places=[(answer.ask, answer.place) for answer in new])


def append_entry(
    connection: Connection, before: GameRead, read: GameRead, now: datetime
) -> GameRead:
    """Write the newest entry of a game that was read with it, and what follows from it."""
    entry, sheet, year = read.entries[-1], read.sheet, read.day.year
    body = entry.body
    end_over_night(connection, read.club, read.night, read.last_at)
    last_at = add_entries(connection, read.row, [entry_row(entry, now)])
    is_newest = isinstance(body, Deal) and body.before is None and sheet.last_deal == entry.id
    rows = rows_of(sheet, year, newest=is_newest)
    save_rows(connection, read.row, rows, anew=not is_newest)
    if not is_newest:
        rows.counts.subtract(counts_of(before.sheet, year))
    elif read.answers_version:
        # A void deal shows nothing.
        opened = not sheet.deals[-1].facts.void
        settle_answers(connection, read.row, len(sheet.deals), opened=opened)
    change_counts(connection, read.club, rows.counts)
    if read.row.over or sheet.over:
        mark_due(connection, read.club, read.started_at)
    return replace(read, last_at=last_at)


def _keep_answers(connection: Connection, before: GameRead, now: GameRead) -> GameRead:
    """Let the answers in play follow their deal, where one before it was put in or withdrawn.

    At another table all are cleared.
    """
    was, is_now, rows = before.sheet.opening, now.sheet.opening, before.answer_rows
    if not rows or was is None or is_now is None:
        return now
    if _is_other_table(before, now):
        clear_answers(connection, now.row, was.number)
        bump_answers_version(connection, now.row)
        cleared = [replace(it, value=None, cleared=True, opened=False, was=()) for it in rows]
        answered = {is_now.number: tuple(cleared)}
        return replace(now, answered=answered, answers_version=now.answers_version + 1)
    if was.number == is_now.number or before.sheet.last_deal != now.sheet.last_deal:
        return now
    move_answers(connection, now.row, was.number, is_now.number)
    return replace(now, answered={is_now.number: rows})


def _is_other_table(before: GameRead, now: GameRead) -> bool:
    """Whether other people are dealt the next deal; False where there is none any more."""
    was, is_now = before.sheet.opening, now.sheet.opening
    if was is None or is_now is None:
        return False
    return set(was.table.order) != set(is_now.table.order)


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
