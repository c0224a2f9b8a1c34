"""Conflicts in words: what was written since a phone last looked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from flask import Flask, Response, request

from scorer.rules.entries import (
    Answer,
    CorrectDeal,
    CorrectStart,
    Deal,
    Decide,
    End,
    Entry,
    Withdraw,
)
from scorer.rules.errors import Refused
from scorer.rules.fold import SheetHistory
from scorer.rules.words import list_names
from scorer.services.errors import Conflict, WrittenSince
from scorer.services.games.read import GameRead, read_book
from scorer.storage.book import SignedEntry
from scorer.web.access import database, device_here, game_here
from scorer.web.errors import answer, sentence_of
from scorer.web.games.book_view import EntrySentences, find_deal
from scorer.web.names import in_a_sentence

MOST_TOLD = 3


def init_app(app: Flask) -> None:
    """Say who wrote what since, whatever form of a game was sent."""
    app.register_error_handler(WrittenSince, on_written_since)


def on_written_since(fault: WrittenSince) -> Response:
    """A write that has to wait until something else was seen, and holds nothing typed."""
    read = game_here((request.view_args or {})["game"])
    return answer(409, conflict_sentence(read, fault), code=fault.code)


@dataclass(frozen=True)
class Anyway:
    """A withdrawal that was refused: why, what its button says, and what that sends."""

    sentence: str
    label: str
    entry: str
    seen: int


def writer_of(signed: SignedEntry) -> str:
    """Which phone wrote an entry, in the middle of a sentence."""
    if signed.device is not None and signed.device == device_here().id:
        return "this phone"
    return in_a_sentence(signed.device_name) if signed.device_name else "another phone"


def conflict_sentence(read: GameRead, fault: Conflict | Refused) -> str:
    """What got in the way: "Meanwhile Ben’s phone saved deal 5."."""
    if not isinstance(fault, WrittenSince):
        return sentence_of(fault)
    book, sentences = read_book(database(), read.club, read.id), EntrySentences(read)
    numbers = fault.since[:MOST_TOLD]
    # Deals that one phone saved, one after the other, are told together.
    deeds = [
        (writer, list(entries))
        for (writer, _), entries in groupby(
            ((writer_of(book[number - 1]), read.entries[number - 1]) for number in numbers),
            lambda deed: (deed[0], "" if isinstance(deed[1].body, Deal) else deed[1].name),
        )
    ]
    parts, last_writer = [], ""
    for writer, together in deeds:
        action = _action(sentences, [entry for _, entry in together])
        whole = f"{writer} {action}"
        parts.append(action if writer == last_writer else whole)
        last_writer = writer
    told, more = list_names(parts), len(fault.since) - len(numbers)
    if more:
        told = (
            f"{told}, and {more} more entry was written"
            if more == 1
            else f"{told}, and {more} more entries were written"
        )
    if fault.deal:
        return f"Meanwhile {told}; yours would be deal {fault.deal}."
    return f"Meanwhile {told}."


def refused_withdrawal(read: GameRead, entry: str, fault: WrittenSince) -> Anyway:
    """What to show where a withdrawal was refused."""
    sentences = EntrySentences(read)
    withdrawn = sentences.by_name[entry]
    if isinstance(withdrawn.body, Withdraw):
        label = f"Redo {_short(sentences, withdrawn)} anyway"
    else:
        short = sentences.short(withdrawn, read.sheet)
        label = f"Undo {short} anyway"
    return Anyway(conflict_sentence(read, fault), label, entry, fault.version)


def _action(sentences: EntrySentences, entries: Sequence[Entry]) -> str:
    """What an entry, or several deals, did in the middle of a sentence: "saved deal 5"."""
    entry = entries[0]
    short = list_names([sentences.short(one, sentences.game.sheet) for one in entries])
    match entry.body:
        case Deal():
            return f"saved {short}"
        case CorrectStart():
            return "changed the setup"
        case CorrectDeal(deal=corrected):
            deal = find_deal(corrected, sentences.game.sheet)
            if deal is None:
                return "corrected"
            return f"corrected deal {deal.number}"
        case End():
            return "stopped the game"
        case Decide():
            return sentences.sentence(entry, None, sentences.game.sheet)
        case Withdraw(entry=name):
            what = _short(sentences, entry)
            if isinstance(sentences.by_name[name].body, Withdraw):
                return f"redid {what}"
            return f"undid {what}"
        case Answer() if sentences.completed(entry, sentences.game.sheet) is not None:
            return f"saved {short}"
    return f"noted {short}"


def _short(sentences: EntrySentences, withdrawal: Entry) -> str:
    """What was taken back or put back, as it stood before."""
    game, entry, by = sentences.game, withdrawal, withdrawal
    while isinstance(entry.body, Withdraw):
        entry, by = sentences.by_name[entry.body.entry], entry
    return sentences.short(entry, SheetHistory(game.start, game.entries).sheet(by.number - 1))


def same_sentence(signed: SignedEntry) -> str:
    """What is said where another phone has written the very same deal."""
    return f"Already saved by {writer_of(signed)}, the same."
