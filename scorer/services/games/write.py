"""Writing: an entry is added to the book of a game, and the results are saved with it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from dataclasses import replace as changed
from datetime import datetime
from typing import Any

from sqlalchemy import Connection

from scorer.rules.conflicts import find_conflict
from scorer.rules.entries import Deal, End, Entry, Lend, Withdraw, parse_body
from scorer.rules.errors import BadEntry, GameIsOver, faults_of
from scorer.rules.in_play import (
    OF_DEAL,
    Answer,
    DealInPlay,
    Place,
    asks_of_who_is_out,
    flags_of_deal,
    is_in_deal,
)
from scorer.rules.types import Over
from scorer.services import clock
from scorer.services.club.devices import Device, load_in_game
from scorer.services.errors import AnswerReplaces, Conflict, DealIsThere, NotAllowed, NotFound
from scorer.services.games.may_write import keeps_score, may_write
from scorer.services.games.read import Book, GameRead, build_game, load_book
from scorer.services.games.seats import check_seats, seat_content
from scorer.services.ids import is_id
from scorer.storage.book import (
    add_entry,
    clear_answers,
    count_answers,
    forget_answers,
    move_answers,
    played_at,
    put_answers,
)
from scorer.storage.database import Database
from scorer.storage.locks import lock_club
from scorer.storage.results import rows_of, save_changes, save_deal

LARGEST_SEEN = 2**31 - 1
# Entries that may change who sits where, or who ever sat there.
CHANGES_PEOPLE = ("take_seat", "correct_start", "withdraw")


@dataclass(frozen=True)
class Saved:
    """The number of the entry that was written, and the game as it reads now.

    `repeated`: it had been written before, and nothing was written now. Where only answers were
    written, the number is that of the newest entry.
    """

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
) -> Saved:
    """Add an entry to the book of a game, as far as this phone may.

    `id` is the UUID that the phone gave it, and `seen` the newest number that the phone had seen.
    Raises NotFound, InTheBin, NotAllowed, Refused, and Conflict where others wrote meanwhile what
    it does not stand beside.
    """
    check_ids(game, id)
    if type(seen) is not int or not 0 <= seen <= LARGEST_SEEN:
        raise BadEntry("entry_shape", what="seen")
    if not isinstance(content, Mapping):
        raise BadEntry("entry_shape", what="content")
    now = clock.now()
    with database.writing() as connection:
        if kind in CHANGES_PEOPLE:
            lock_club(connection, device.club)
        book = load_book(connection, device.club, game, lock=True)
        known = book.find(id)
        if known is not None and known.device == device.id:
            return Saved(known.number, build_game(connection, book), repeated=True)
        phone = load_in_game(connection, device, game, book.game.night)
        # The next deal of a phone that keeps score needs nothing of the sheet before it.
        is_next_deal = kind == Deal.kind and content.get("before") is None
        before = None
        if not is_next_deal or not keeps_score(phone.right):
            before = build_game(connection, book)
            content = seat_content(connection, before, kind, content, because=id, now=now)
        entry = Entry(len(book.entries) + 1, id, parse_body(kind, content), device.id)
        if before is not None:
            reason = may_write(
                phone.right,
                phone.seat,
                phone.id,
                entry.body,
                sheet=before.sheet,
                in_play=before.in_play,
                entries=before.entries,
            )
            if reason is not None:
                raise NotAllowed(reason)
        conflict = find_conflict(book.start, book.entries, entry, seen)
        if conflict is not None:
            raise Conflict(conflict.kind, conflict.entries)
        if before is not None and before.redo is None and _restores(book, entry):
            raise Conflict("redo_over")
        read = build_game(connection, book.add(entry))
        if before is not None:
            check_seats(before, read)
            check_lending(before, entry)
        if isinstance(entry.body, End) and isinstance(read.sheet.follows, Over):
            raise GameIsOver(deals=read.sheet.played)
        read = append_entry(connection, book, read, now)
        if before is not None:
            _keep_answers(connection, book, before, read)
    return Saved(entry.number, read)


def _restores(book: Book, entry: Entry) -> bool:
    """Whether an entry withdraws a withdrawal."""
    gone = book.find(entry.body.entry) if isinstance(entry.body, Withdraw) else None
    return gone is not None and isinstance(gone.body, Withdraw)


def check_ids(game: object, id: object) -> None:
    """Refuse what is no id; raises NotFound, BadEntry."""
    if not is_id(game):
        raise NotFound
    if not is_id(id):
        raise BadEntry("entry_shape", what="id")


def append_entry(connection: Connection, book: Book, read: GameRead, now: datetime) -> GameRead:
    """Write the newest entry of a game that was read with it, and what follows from it."""
    entry, sheet, rows = read.entries[-1], read.sheet, rows_of(read.sheet)
    body = entry.body
    add_entry(connection, book.game, entry, now)
    if isinstance(body, Deal) and body.before is None and sheet.last_deal == entry.id:
        save_deal(connection, book.game, rows, len(sheet.deals))
        if read.answers_version:
            forget_answers(connection, book.game, len(sheet.deals))
    else:
        save_changes(connection, book.game, rows)
    return replace(read, last_at=played_at(book.game.last_at, body.kind, now))


def _keep_answers(connection: Connection, book: Book, before: GameRead, now: GameRead) -> None:
    """Let the answers in play follow their deal, where one before it was put in or withdrawn."""
    was, is_now = before.sheet.opening, now.sheet.opening
    if not before.answers or was is None or is_now is None:
        return
    if before.sheet.last_deal == now.sheet.last_deal and was.number != is_now.number:
        move_answers(connection, book.game, was.number, is_now.number)


def check_lending(before: GameRead, entry: Entry) -> None:
    """Refuse a loan beyond what its lender has, now and not when an earlier deal is corrected."""
    body = entry.body
    if not isinstance(body, Lend):
        return
    sitter = before.sheet.sitters[body.lender]
    name = before.names.get(sitter.player, sitter.name)
    held = before.sheet.can_lend(body.lender, body.before)
    if held < 0:
        raise BadEntry("lends_while_owing", seat=body.lender, name=name, owed=-held)
    if held < body.counters:
        numbers = {"held": held, "counters": body.counters}
        raise BadEntry("lends_too_much", seat=body.lender, name=name, **numbers)


# So many answers can be set and cleared at a time.
MOST_ANSWERS = 100


def set_answers(
    database: Database,
    device: Device,
    game: str,
    *,
    deal: int,
    id: str,
    answers: Sequence[tuple[str, int, Any]] = (),
    clear: Sequence[Place] = (),
    replace: bool = False,
) -> Saved:
    """Answer the deal of this number, or take answers away; each is of an ask at a place.

    Once they make a deal that is possible, and did not before, it is written as an entry of this
    id. Raises NotFound, InTheBin, NotAllowed, Refused, DealIsThere where that deal is in the book
    and says something else, and, unless with `replace`, AnswerReplaces for what another phone has
    answered.
    """
    check_ids(game, id)
    new = [Answer(ask, place, value, device.id) for ask, place, value in answers]
    if not 0 < len(new) + len(clear) <= MOST_ANSWERS:
        raise BadEntry("entry_shape", what="answers")
    now = clock.now()
    with database.writing() as connection:
        book = load_book(connection, device.club, game, lock=True)
        read = build_game(connection, book)
        known = book.find(id)
        if known is not None and known.device == device.id:
            return Saved(known.number, read, repeated=True)
        if known is not None:
            raise Conflict("id_taken", (known,))
        phone = load_in_game(connection, device, game, book.game.night)
        in_play = read.in_play
        if in_play is None or in_play.opening.number != deal:
            return _find_in_book(read, deal, new, clear)
        reason = may_write(
            phone.right,
            phone.seat,
            phone.id,
            [*((answer.ask, answer.place) for answer in new), *clear],
            sheet=read.sheet,
            in_play=in_play,
            entries=read.entries,
        )
        if reason is not None:
            raise NotAllowed(reason)
        new = [answer for answer in new if not in_play.has(answer)]
        clear = [place for place in clear if place in in_play.answers]
        clear += _outdated_flags(in_play, new)
        if not new and not clear:
            return Saved(read.version, read, repeated=True)
        answered = in_play.without(clear)
        for answer in new:
            answered.check(answer)
            answered = answered.put(answer)
        replaced = filter(None, map(in_play.replaced_by, new))
        cleared = [in_play.answers[place] for place in clear]
        asked = [*replaced, *(answer for answer in cleared if answer.device != device.id)]
        if asked and not replace:
            raise AnswerReplaces([in_play.as_shown(answer, device.id) for answer in asked])
        put_answers(connection, book.game, deal, new, now)
        clear_answers(connection, book.game, deal, clear)
        count_answers(connection, book.game)
        rows, version = tuple(answered.answers.values()), read.answers_version + 1
        if answered.composes(in_play):
            body = Deal(answered.facts(), read.sheet.last_deal)
            entry = Entry(len(book.entries) + 1, id, body, device.id)
            read = append_entry(connection, book, build_game(connection, book.add(entry)), now)
            return Saved(entry.number, changed(read, answers_version=version))
    return Saved(
        read.version, changed(read, answers=rows, answered_at=now, answers_version=version)
    )


def _find_in_book(
    read: GameRead, number: int, new: Sequence[Answer], clear: Sequence[Place]
) -> Saved:
    """Answers to a deal that is not in play: they are saved where that deal says the same."""
    deals = [*read.sheet.deals, *read.sheet.behind_the_end]
    if not 0 < number <= len(deals):
        if read.sheet.over:
            raise GameIsOver(deals=read.sheet.played)
        raise BadEntry("unknown_deal")
    deal = deals[number - 1]
    # Each of them, so that one that is no answer is refused first.
    with faults_of(read.variant):
        are_there = [is_in_deal(read.sheet.start, deal, answer) for answer in new]
    if clear or not all(are_there):
        raise DealIsThere(deal)
    return Saved(deal.entry, read, repeated=True)


def _outdated_flags(in_play: DealInPlay, new: Sequence[Answer]) -> list[Place]:
    """The flags about the seat that was out, where another one is out now."""
    values = {(answer.ask, answer.place): answer.value for answer in new}
    out = [(ask.key, OF_DEAL) for ask in asks_of_who_is_out(in_play.start)]
    if not any(_differs(in_play, values, place) for place in out):
        return []
    flags = [(ask.key, OF_DEAL) for ask in flags_of_deal(in_play.start)]
    return [place for place in flags if place in in_play.values and place not in values]


def _differs(in_play: DealInPlay, values: Mapping[Place, Any], place: Place) -> bool:
    known = in_play.values
    return place in known and place in values and known[place] != values[place]
