"""Scoring: entries are added to a game's book, and what follows from them is saved with it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Connection

from scorer.rules.asks import MOST_ANSWERS, opened_in_play
from scorer.rules.book import deals_of_answers, withdrawn
from scorer.rules.counters import could_lend
from scorer.rules.entries import (
    Answer,
    Body,
    Buy,
    CorrectDeal,
    Deal,
    Entry,
    Lend,
    Withdraw,
    parse_body,
)
from scorer.rules.errors import BadEntry, GameIsOver
from scorer.rules.fold import read_sheet, reading_on
from scorer.rules.given import value_of
from scorer.rules.own_answers import asks_of_who_is_out, flags_of_deal
from scorer.rules.sheet import Sheet
from scorer.rules.start import ResolvedStart, Start, resolve_start
from scorer.services import clock
from scorer.services.club.devices import Device, load_in_game
from scorer.services.errors import Conflict, InTheBin, NotFound
from scorer.services.games.detect_conflicts import (
    SameDeal,
    check_answer,
    check_conflicts,
    check_decided,
    same_as,
    saying_the_same,
)
from scorer.services.games.may_write import check_keeps_deals, check_may_write
from scorer.services.games.read import GameRead, build_game, read_book, read_game
from scorer.services.games.seats import check_seats, seat_content
from scorer.services.games.withhold import withhold
from scorer.services.ids import id_from, is_id
from scorer.storage.book import (
    NameTaken,
    NoSuchGame,
    OpenBook,
    Repeated,
    SignedEntry,
    StoredEntry,
    Written,
    add_entry,
    go_on,
    open_book,
    seats_of,
    start_of,
    written_by,
)
from scorer.storage.book import read_book as signed_entries
from scorer.storage.database import Database
from scorer.storage.locks import lock_club
from scorer.storage.results import rows_of, save_changes, save_deal
from scorer.storage.stored_json import load_json


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
# What one tap answers, of several asks perhaps: each is an entry of its own.
ANSWERS = "answers"
MAKING_A_DEAL = ("deal", Answer.kind, ANSWERS)
TELLING_OF_A_DEAL = (Deal.kind, Answer.kind, CorrectDeal.kind)
# What may change who sits where, or who ever sat there.
CHANGES_PEOPLE = ("take_seat", "correct_start", "withdraw")


@dataclass(frozen=True)
class Draft:
    """An entry that is to be written."""

    name: str
    kind: str
    content: Content


@dataclass(frozen=True)
class Saved:
    """An entry that is in the book: its number, and the game as it reads now.

    `repeated` says that it was there before and nothing was written. `same` is the entry by
    which another phone had told the very same: a deal or a correction is written all the same,
    since what its phone says next may go on from it.
    """

    number: int
    game_read: GameRead
    repeated: bool = False
    same: SignedEntry | None = None

    @property
    def version(self) -> int:
        """The newest number in the book."""
        return self.game_read.version

    @property
    def same_number(self) -> int | None:
        """The number of the entry that says the very same."""
        return None if self.same is None else self.same.entry.number


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
    player: Device | None = None,
) -> Saved:
    """Add an entry to a game's book.

    `name` is the UUID its writer gave it and `seen` the newest number he had seen. A deal or a
    correction that another phone has written just so, unseen, is one with that, and who is out is
    not written twice; one that says otherwise stands open beside the other. Of the kind
    `ANSWERS` the content holds {"after", "facts"}, and each of the answers becomes an entry: the
    first is called `name`, and a withdrawal of it takes all. Raises NotFound, InTheBin, Refused,
    and Conflict where the name is taken or somebody wrote meanwhile. What not all may see yet is
    left out of what comes back. `player` is a phone that may not write everything; raises
    NotAllowed for what it may not, as it stands when this is written.
    """
    _check(game, name, seen, kind)
    now = clock.now()
    try:
        with reading_on(), database.writing() as connection:
            if kind in CHANGES_PEOPLE:
                lock_club(connection, club)
            book = open_book(
                connection, club, game, now, kind=Answer.kind if kind == ANSWERS else kind
            )
            if book.game.deleted_at is not None:
                raise InTheBin("game", game)
            seats = seats_of(connection, book.game)
            start = start_of(book.game, seats)
            names = {seat.player: seat.name_now for seat in seats}
            if player is not None:
                player = load_in_game(connection, player, game, book.game.night)
            then = read_sheet(start, book.entries) if kind in MAKING_A_DEAL else None
            written: Written | None = None
            new: list[Entry] = []
            drafts = _drafts(start, name, kind, content)
            if device is not None:
                _check_ids_of_others(connection, book, drafts, device)
            own = _written_by(connection, book, device, seen)
            known = [e for e in book.entries if e.number <= seen or e.number in own]
            for draft in (*drafts, *_not_said_again(start, known, drafts)):
                if written is not None:
                    book = go_on(connection, book, written, now)
                if player is not None:
                    said = (draft.name, seen, draft.kind, draft.content)
                    check_may_write(connection, book, start, player, *said)
                if written is None:
                    _check_not_said(start, book, drafts, seen)
                written = _add(connection, book, start, draft, seen, own, device=device, now=now)
                *before, entry = written.entries
                check_conflicts(start, (*before, entry), seen, names, own)
                new.append(entry)
            # What was written together is new together.
            entries = (*book.entries[: book.game.version - len(new)], *new)
            read = build_game(connection, book.game, seats, entries)
            check_seats(read)
            check_lending(read)
            check_answer(read)
            check_decided(read)
            if player is not None:
                was = read_sheet(start, entries[: -len(new)])
                check_keeps_deals(player, was, read.sheet)
            number = same_as(read.sheet, new[0].name)
            same = None
            if number is not None:
                (same,) = signed_entries(connection, club, game, number, number)
            if then is not None and _results_of(then) == _results_of(read.sheet):
                return Saved(new[0].number, withhold(database, read, None), same=same)
            rows = rows_of(read.sheet)
            if then is not None and _is_one_more(then, read.sheet):
                save_deal(connection, book.game, rows, read.sheet.deals[-1].number)
            else:
                save_changes(connection, book.game, rows)
        return Saved(new[0].number, withhold(database, read, None), same=same)
    except Repeated as fault:
        read = withhold(database, read_game(database, club, game), None)
        return Saved(fault.number, read, repeated=True)
    except SameDeal as fault:
        read = withhold(database, read_game(database, club, game), None)
        same = read_book(database, club, game)[fault.number - 1]
        return Saved(fault.number, read, repeated=True, same=same)
    except NoSuchGame:
        raise NotFound from None
    except NameTaken as fault:
        raise Conflict("name_taken", number=fault.number) from None


def write_from(
    database: Database,
    device: Device,
    game: str,
    *,
    name: str,
    seen: int,
    kind: str,
    content: Content,
) -> Saved:
    """Add an entry that a phone sends, as far as it may write it; raises NotAllowed besides."""
    return write(
        database,
        device.club,
        game,
        device=device.id,
        player=device,
        name=name,
        seen=seen,
        kind=kind,
        content=content,
    )


def _results_of(sheet: Sheet) -> tuple[Any, ...]:
    """All that the results of a game are made of; of deals read on they are the very same."""
    return sheet.deals, sheet.now, sheet.over


def _is_one_more(then: Sheet, now: Sheet) -> bool:
    """Whether a sheet has one deal more than it had then, behind all others."""
    *before, _ = now.deals or (None,)
    grown = len(now.deals) > len(then.deals) and tuple(before) == then.deals
    return grown and not then.over and not then.behind_the_end


def _drafts(begun: Start, name: str, kind: str, content: Content) -> list[Draft]:
    """The entries to be written; raises Refused."""
    body = parse_body(kind, content) if kind in (Answer.kind, Withdraw.kind) else None
    # What goes together is for the book to say.
    if isinstance(body, Answer) and body.given_with is not None:
        raise BadEntry("unknown_key", unknown="with")
    if isinstance(content, Mapping) and "unseen" in content:
        raise BadEntry("unknown_key", unknown="unseen")
    if isinstance(body, Withdraw) and (body.whole or body.also):
        raise BadEntry("unknown_key", unknown="whole" if body.whole else "also")
    if kind != ANSWERS:
        return [Draft(name, kind, content)]
    if not isinstance(content, Mapping) or content.keys() != {"after", "facts"}:
        raise BadEntry("entry_shape", what="content")
    after, facts = content["after"], content["facts"]
    if not isinstance(facts, Mapping) or len(facts) > MOST_ANSWERS:
        raise BadEntry("entry_shape", what="facts")
    start = resolve_start(begun)
    asks, table = {ask.key: ask for ask in start.asks}, start.table(start.first_dealer)
    told: list[dict[str, Any]] = []
    for key, answer in facts.items():
        ask = asks.get(key)
        if ask is None or ask.many or ask.of == "deal":
            told.append({"after": after, "key": key, "seat": None, "value": answer})
            continue
        values = ask.read(answer, table)
        told += [
            {"after": after, "key": key, "seat": seat, "value": raw}
            for seat, (raw, value) in enumerate(zip(answer or (), values, strict=False))
            if value != ask.nothing
        ]
    drafts = [
        Draft(id_from(name, one["key"], one["seat"]), Answer.kind, {**one, "with": name})
        for one in told[1:]
    ]
    if not told:
        raise BadEntry("empty_note")
    for draft in told:
        parse_body(Answer.kind, draft)
    _check_opened(start, told)
    return [Draft(name, Answer.kind, told[0]), *drafts]


def _not_said_again(
    begun: Start, entries: Sequence[Entry], drafts: Sequence[Draft]
) -> Iterator[Draft]:
    """What was said of somebody who was out, and is not said of whoever is out now instead.

    `entries` are those that the writer has seen, or has written.
    """
    first = drafts[0]
    keys = {draft.content.get("key") for draft in drafts if draft.kind == Answer.kind}
    start = resolve_start(begun) if keys else None
    if start is None or not keys & {ask.key for ask in asks_of_who_is_out(start)}:
        return
    gone = withdrawn(entries)
    for ask in flags_of_deal(start):
        said = [
            entry.body.value
            for entry in entries
            if isinstance(entry.body, Answer) and entry.name not in gone
            if (entry.body.after, entry.body.key) == (first.content.get("after"), ask.key)
        ]
        if said and said[-1] and ask.key not in keys:
            content = {"after": first.content["after"], "key": ask.key, "seat": None}
            told = {**content, "value": False, "with": first.name}
            yield Draft(id_from(first.name, ask.key, None), Answer.kind, told)


def _check_ids_of_others(
    connection: Connection, book: OpenBook, drafts: Sequence[Draft], device: str
) -> None:
    """Raise NameTaken where another device has written an entry of this id, whatever it says.

    An answer that depended on what it says would tell what is hidden to whoever guesses.
    """
    for draft in drafts:
        known = book.find(draft.name)
        if known and known.number not in written_by(connection, book, device, known.number - 1):
            raise NameTaken(known.number)


def _check_not_said(begun: Start, book: OpenBook, drafts: Sequence[Draft], seen: int) -> None:
    """Raise SameDeal where another phone has said just so who is out, unseen.

    Two would have to be taken back, of which nobody sees more than one.
    """
    if drafts[0].kind != Answer.kind or book.find(drafts[0].name) is not None:
        return
    start = resolve_start(begun)
    keys = {ask.key for ask in (*asks_of_who_is_out(start), *flags_of_deal(start))}
    gone = withdrawn(book.entries)
    stands = {
        (entry.body.after, entry.body.key): entry
        for entry in book.entries
        if isinstance(entry.body, Answer) and entry.body.key in keys and entry.name not in gone
    }
    numbers = []
    for draft in drafts:
        told = stands.get((draft.content["after"], draft.content["key"]))
        if told is None or told.number <= seen or value_of(told) != draft.content["value"]:
            return
        numbers.append(told.number)
    raise SameDeal(numbers[0])


def _check_opened(start: ResolvedStart, told: Sequence[Mapping[str, Any]]) -> None:
    """Refuse an answer that stays hidden and is told to all, in one tap with what all can see."""
    given = {(one["key"], one["seat"]) for one in told}
    for ask in opened_in_play(start.asks):
        for one in told:
            if one["key"] == ask.key and (ask.open_with, one["seat"]) not in given:
                raise BadEntry("not_open_yet", what=ask.key)


def _add(
    connection: Connection,
    book: OpenBook,
    start: Start,
    draft: Draft,
    seen: int,
    own: Sequence[int],
    *,
    device: str | None,
    now: datetime,
) -> Written:
    """Add one entry, with everybody in it whom the club knows, and the deal it takes back."""
    name, kind = draft.name, draft.kind
    known = book.find(name)
    said = seat_content(connection, book, kind, draft.content, known=known, because=name, now=now)
    if kind == Withdraw.kind:
        said = _with_same(book, start, _whole(book, start, said, known), range(1, seen + 1), known)
    if kind in TELLING_OF_A_DEAL:
        said = _with_known(book, start, kind, said, own, known)
    return add_entry(
        connection, book, name=name, kind=kind, content=said, seen=seen, device=device, now=now
    )


def _written_by(
    connection: Connection, book: OpenBook, device: str | None, seen: int
) -> Sequence[int]:
    """What a phone has written itself behind what it had seen.

    A form may have been open for long: what its phone wrote since it knows all the same, but not
    what others wrote between.
    """
    if device is None or seen >= len(book.stored):
        return ()
    return written_by(connection, book, device, seen)


def _with_known(
    book: OpenBook,
    start: Start,
    kind: str,
    content: Content,
    own: Sequence[int],
    known: StoredEntry | None,
) -> Content:
    """What is said, with the numbers of what its `own` phone has told of the same, unseen.

    Answers that made a deal are not among them: another deal for its place is asked about.
    """
    content = {key: content[key] for key in content if key != "known"}
    if known is not None:
        numbers = load_json(known.content).get("known")
    else:
        body = parse_body(kind, content)
        deals = read_sheet(start, book.entries).deals if own and isinstance(body, Deal) else ()
        made = {name for deal in deals for name in deal.answers}
        numbers = [
            number
            for number in own
            if _tells_of_the_same(body, book.entries[number - 1].body)
            if book.entries[number - 1].name not in made
        ]
    return {**content, "known": numbers} if numbers else content


def _tells_of_the_same(body: Body, earlier: Body) -> bool:
    """Whether a later entry of one phone may take the place of an earlier one.

    A deal never takes that of another deal. What its phone has taken back in between it knows too.
    """
    if isinstance(earlier, Withdraw):
        return isinstance(body, Deal | Answer)
    if isinstance(body, Answer) and isinstance(earlier, Answer):
        return (body.key, body.seat) == (earlier.key, earlier.seat)
    if isinstance(body, CorrectDeal):
        return isinstance(earlier, CorrectDeal)
    return isinstance(earlier, Answer if isinstance(body, Deal) else Deal)


def _whole(book: OpenBook, start: Start, content: Content, known: StoredEntry | None) -> Content:
    """The withdrawal of an answer that is part of a deal by now takes back the deal."""
    name = content.get("entry")
    stored = book.find(name) if isinstance(name, str) else None
    if stored is None or stored.kind != Answer.kind or content.keys() != {"entry"}:
        return content
    if known is not None:
        written, deals = load_json(known.content), deals_of_answers(book.entries)
        taken = {deals.get(written.get("entry")), *written.get("also", ())}
        return written if written.get("whole") and deals[stored.name] in taken else content
    for deal in read_sheet(start, book.entries).deals:
        if stored.name in deal.answers:
            first = deals_of_answers(book.entries)
            also = dict.fromkeys(first[answer] for answer in deal.answers)
            also.pop(first[deal.id])
            whole = {"entry": deal.id, "whole": True}
            return {**whole, "also": [*also]} if also else whole
    return content


def _with_same(
    book: OpenBook, start: Start, content: Content, seen: range, known: StoredEntry | None
) -> Content:
    """The withdrawal of a deal or a correction takes back what says the same with it."""
    name = content.get("entry")
    if content.keys() != {"entry"} or not isinstance(name, str) or book.find(name) is None:
        return content
    if known is not None:
        written: Content = load_json(known.content)
        return written if written.get("entry") == name and not written.get("whole") else content
    also = saying_the_same(start, book.entries, name, seen)
    return {**content, "also": also} if also else content


def _check(game: str, name: object, seen: object, kind: object) -> None:
    if not is_id(game):
        raise NotFound
    if not isinstance(kind, str):
        raise BadEntry("unknown_entry_kind", kind="")
    if not is_id(name):
        raise BadEntry("entry_shape", what="name")
    if type(seen) is not int or not 0 <= seen <= LARGEST_SEEN:
        raise BadEntry("entry_shape", what="seen")
