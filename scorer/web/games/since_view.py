"""What was written since a phone last looked, in words, and the button to do it all the same."""

from __future__ import annotations

from dataclasses import dataclass

from flask import Flask, Response, render_template, request

from scorer.rules.entries import CorrectDeal, CorrectStart, Deal, End, Entry, Withdraw
from scorer.rules.errors import Refused
from scorer.rules.reading import Parts
from scorer.services import games
from scorer.services.errors import Conflict, WrittenSince
from scorer.services.games import GameRead
from scorer.storage.book import SignedEntry
from scorer.web.access import database, device_here, game_here
from scorer.web.errors import answer, sentence_of
from scorer.web.games.book_view import Teller
from scorer.web.names import in_a_sentence

MOST_TOLD = 3


def init_app(app: Flask) -> None:
    """Say who wrote what since, whatever form of a game was sent."""
    app.register_error_handler(WrittenSince, on_written_since)


def on_written_since(fault: WrittenSince) -> Response:
    """A write that has to wait until something else was seen, and holds nothing typed."""
    read = game_here((request.view_args or {})["game"], "score")
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


def as_sentence(words: str) -> str:
    """The words as a sentence; the name of a phone stays as it is written."""
    begins = words.startswith(("this phone", "another phone"))
    return f"{words[0].upper() if begins else words[0]}{words[1:]}."


def conflict_sentence(read: GameRead, fault: Conflict | Refused) -> str:
    """What got in the way: "Ben’s phone saved deal 5 since."."""
    if not isinstance(fault, WrittenSince):
        return sentence_of(fault)
    book, told, by = games.read_book(database(), read.club, read.id), [], ""
    for number in fault.since[:MOST_TOLD]:
        writer, did = writer_of(book[number - 1]), _did(read, read.entries[number - 1])
        told.append(did if writer == by else f"{writer} {did}")
        by = writer
    words = " and ".join([", ".join(told[:-1]), told[-1]] if told[1:] else told)
    more = len(fault.since) - len(told)
    words += f" since{f', and {more} more was written' if more else ''}"
    return as_sentence(f"{words}; yours would be deal {fault.deal}" if fault.deal else words)


def refused_withdrawal(read: GameRead, entry: str, fault: WrittenSince) -> Anyway:
    """What to show where a withdrawal was refused."""
    teller = Teller(read)
    taken = teller.by_name[entry]
    if isinstance(taken.said, Withdraw):
        short = f"Redo {_short(read, taken)}"
    else:
        short = f"Undo {teller.short(taken, read.sheet)}"
    return Anyway(conflict_sentence(read, fault), f"{short} anyway", entry, fault.version)


def anyway_partial(read: GameRead, anyway: Anyway) -> str:
    """The sentence and its button, for the sheet of a phone's modules."""
    return render_template("games/_anyway.html", game=read, anyway=anyway)


def _did(read: GameRead, entry: Entry) -> str:
    said, short = entry.said, Teller(read).short(entry, read.sheet)
    if isinstance(said, Deal):
        return f"saved {short}"
    if isinstance(said, CorrectDeal | CorrectStart):
        return short.replace("the correction of", "corrected").replace("a correction", "corrected")
    if isinstance(said, End):
        return "stopped the game"
    if isinstance(said, Withdraw):
        again = isinstance(Teller(read).by_name[said.entry].said, Withdraw)
        return f"{'put back' if again else 'took back'} {_short(read, entry)}"
    return f"noted {short}"


def _short(read: GameRead, withdrawal: Entry) -> str:
    """What was taken back or put back, as it stood before."""
    teller, taken, by = Teller(read), withdrawal, withdrawal
    while isinstance(taken.said, Withdraw):
        taken, by = teller.by_name[taken.said.entry], taken
    return teller.short(taken, Parts(read.start, read.entries).sheet(by.number - 1))
