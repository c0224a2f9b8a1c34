"""Hiding hands and bids of the deal in play from other phones until all of them are in.

Everything that is sent to a phone or written to a file goes through here; only a backup holds all.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import replace

from sqlalchemy import bindparam, select

from scorer.rules.book import sort_entries, withdrawn
from scorer.rules.entries import WITHHELD, Answer, Entry, Withdraw
from scorer.rules.fold import read_sheet
from scorer.rules.sheet import Opening, Sheet
from scorer.rules.start import ResolvedStart, Start
from scorer.services.games.read import GameRead
from scorer.storage.book import SignedEntry
from scorer.storage.database import Database
from scorer.storage.schema import entries as written

OWN_ANSWERS = select(written.c.name).where(
    written.c.club == bindparam("of_club"),
    written.c.game == bindparam("of_game"),
    written.c.kind == Answer.kind,
    written.c.device == bindparam("of_device"),
)


def secret_answers(start: Start, entries: Sequence[Entry], sheet: Sheet) -> frozenset[str]:
    """The names of all answers that nobody but their writer may see.

    Those that were taken back or replaced too; but what was shown once, and then taken back with
    its whole deal, is no secret.
    """
    opening = sheet.opening
    if opening is not None and not opening.missing:
        return frozenset()
    keys = {ask.key for ask in sheet.start.asks if ask.shown == "when_complete"}
    answers = [(entry.name, entry.body) for entry in entries if isinstance(entry.body, Answer)]
    if not any(body.key in keys for _, body in answers):
        return frozenset()
    book = sort_entries(start, entries)
    bodies = [entry.body for entry in entries]
    shown = {
        book.first_of.get(body.entry)
        for body in bodies
        if isinstance(body, Withdraw) and body.whole
    }
    scored = (*sheet.deals, *sheet.behind_the_end)
    in_play = book.places[scored[-1].id if scored else None]
    gone = withdrawn(entries)
    read = {name for deal in scored for name in (*deal.answers, *deal.beside)}
    return frozenset(
        name
        for name, body in answers
        if body.key in keys
        # What follows a deal that was taken back may be in no deal at all.
        and (book.places[body.after] >= in_play or (body.after in gone and name not in read))
        and book.first_of[name] not in shown
        and not _is_open(name, body, opening, sheet.start)
    )


def _is_open(name: str, body: Answer, opening: Opening | None, start: ResolvedStart) -> bool:
    """Whether an answer that counts is open to all, by what its seat or side answered besides."""
    if opening is None:
        return False
    asks = {ask.key: ask for ask in start.asks}
    opener = asks.get(asks[body.key].open_with or "")
    given = opening.noted.get(opener.key, ()) if opener else ()
    if opener is None or body.seat is None or body.seat >= len(given):
        return False
    counts = any(answer.entry == name for answer in opening.answered)
    return counts and given[body.seat] != opener.nothing


def withhold(database: Database, read: GameRead, device: str | None) -> GameRead:
    """The game as this phone may see it; None is whoever has a link or a file."""
    hidden = secret_answers(read.start, read.entries, read.sheet)
    if hidden and device is not None:
        key = {"of_club": read.club, "of_game": read.id, "of_device": device}
        with database.reading() as connection:
            hidden -= frozenset(connection.scalars(OWN_ANSWERS, key))
    if not hidden:
        return read
    sheet, opening = read.sheet, read.sheet.opening
    if opening is not None:
        answered = tuple(
            replace(answer, value=WITHHELD) if answer.entry in hidden else answer
            for answer in opening.answered
        )
        # Whether another one says the same would tell a guess that is right.
        asked = tuple(one for one in opening.open_questions if hidden.isdisjoint(one.entries))
        opening = replace(opening, answered=answered, open_questions=asked)
        sheet = replace(sheet, opening=opening)
    return replace(read, entries=tuple(hide(read.entries, hidden)), sheet=sheet)


def hidden_in_files(start: Start, entries: Sequence[Entry]) -> frozenset[str]:
    """The names of all answers whose values no file may hold yet; raises Refused."""
    if not any(isinstance(entry.body, Answer) for entry in entries):
        return frozenset()
    return secret_answers(start, entries, read_sheet(start, entries))


def hide(entries: Iterable[Entry], hidden: Set[str]) -> Iterator[Entry]:
    """The entries, without what those of these names answer."""
    for entry in entries:
        if entry.name in hidden and isinstance(entry.body, Answer):
            yield replace(entry, body=replace(entry.body, value=WITHHELD))
        else:
            yield entry


def withhold_book(read: GameRead, signed: Iterable[SignedEntry]) -> tuple[SignedEntry, ...]:
    """Who wrote what, without what was withheld from whom the game was read for."""
    return tuple(
        replace(one, entry=read.entries[one.entry.number - 1])
        if one.entry.number <= len(read.entries)
        else replace(one, entry=next(hide([one.entry], {one.entry.name})))
        for one in signed
    )
