"""What was written since a phone last looked, in words, and the button to do it all the same."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from flask import Flask, Response, render_template, request
from flask.typing import ResponseReturnValue

from scorer.rules.asks import Ask, Hand, HandsAsk, YesNoAsk
from scorer.rules.cards import write_hand
from scorer.rules.entries import CorrectDeal, CorrectStart, Deal, End, Entry, Withdraw
from scorer.rules.errors import Refused
from scorer.rules.fold import Parts
from scorer.rules.same_deal import same_deal
from scorer.rules.sheet import DealRead
from scorer.rules.words import WORDS
from scorer.services.errors import Conflict, WrittenSince
from scorer.services.games.conflicts import two_deals
from scorer.services.games.read import GameRead, read_book
from scorer.storage.book import SignedEntry
from scorer.storage.stored_json import dump_json
from scorer.web.access import database, device_here, game_here
from scorer.web.errors import answer, sentence_of, speaks_json
from scorer.web.games.book_view import NOBODY, Teller
from scorer.web.games.counters_view import score_of
from scorer.web.games.sheet_view import game_context
from scorer.web.names import in_a_sentence, shown_names

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
    book, told, by = read_book(database(), read.club, read.id), [], ""
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
    if isinstance(taken.body, Withdraw):
        short = f"Redo {_short(read, taken)}"
    else:
        short = f"Undo {teller.short(taken, read.sheet)}"
    return Anyway(conflict_sentence(read, fault), f"{short} anyway", entry, fault.version)


def anyway_partial(read: GameRead, anyway: Anyway) -> str:
    """The sentence and its button, for the sheet of a phone's modules."""
    return render_template("games/_anyway.html", game=read, anyway=anyway)


def _did(read: GameRead, entry: Entry) -> str:
    said, short = entry.body, Teller(read).short(entry, read.sheet)
    if isinstance(said, Deal):
        return f"saved {short}"
    if isinstance(said, CorrectDeal | CorrectStart):
        return short.replace("the correction of", "corrected").replace("a correction", "corrected")
    if isinstance(said, End):
        return "stopped the game"
    if isinstance(said, Withdraw):
        again = isinstance(Teller(read).by_name[said.entry].body, Withdraw)
        return f"{'put back' if again else 'took back'} {_short(read, entry)}"
    return f"noted {short}"


def _short(read: GameRead, withdrawal: Entry) -> str:
    """What was taken back or put back, as it stood before."""
    teller, taken, by = Teller(read), withdrawal, withdrawal
    while isinstance(taken.body, Withdraw):
        taken, by = teller.by_name[taken.body.entry], taken
    return teller.short(taken, Parts(read.start, read.entries).sheet(by.number - 1))


# Of a void deal nothing is said.
NOTHING = "–"


@dataclass(frozen=True)
class Typed:
    """A deal that is not in the book yet: where it was meant to go, and what its phone had seen."""

    after: str | None
    facts: Mapping[str, Any]
    seen: int


@dataclass(frozen=True)
class Row:
    """What both say of one seat or of one question, and what they score there."""

    title: str
    theirs: str
    mine: str
    scores: tuple[str, str] | None = None

    @property
    def differs(self) -> bool:
        """Whether they say something else, or score something else."""
        return self.theirs != self.mine or (self.scores is not None and len(set(self.scores)) > 1)


@dataclass(frozen=True)
class Question:
    """Which of two deals counts; `fault` says what went wrong with an answer before.

    `same` is the entry that tells theirs, where both say the same by now.
    """

    number: int
    sentence: str
    rows: tuple[Row, ...]
    theirs: str
    facts: str
    typed: Typed
    seen: int
    over: bool
    same: SignedEntry | None = None
    fault: str = ""


def question_of(read: GameRead, theirs: str, typed: Typed, fault: str = "") -> Question:
    """The question about a deal of this sheet and what was typed; raises NotFound, Refused."""
    both = two_deals(database(), read, theirs, typed.facts)
    number = both.theirs.number
    return Question(
        number=number,
        sentence=as_sentence(f"{writer_of(both.by)} saved deal {number} with other numbers"),
        rows=tuple(_rows(read, both.theirs, both.mine)),
        theirs=theirs,
        facts=dump_json(dict(typed.facts)),
        typed=typed,
        seen=read.version,
        over=read.sheet.over,
        same=both.by if same_deal(read.sheet, both.theirs, both.mine) else None,
        fault=fault,
    )


def asked(read: GameRead, question: Question) -> ResponseReturnValue:
    """The question: a page, or for the phone's modules what they lay over the pad."""
    if speaks_json():
        html = render_template("deals/_conflict.html", game=read, question=question)
        sentence = question.sentence
        return answer(409, sentence, code="already_scored", deal=question.number, html=html)
    return render_template("deals/conflict.html", question=question, **game_context(read)), 409


def same_sentence(by: SignedEntry) -> str:
    """What is said where another phone has written the very same deal."""
    return f"Already saved by {writer_of(by)}, the same."


def _rows(read: GameRead, theirs: DealRead, mine: DealRead) -> Iterator[Row]:
    names = shown_names(theirs.sitters, read.names)
    if theirs.facts.void or mine.facts.void:
        played = ["void" if one.facts.void else "played" for one in (theirs, mine)]
        yield Row("The deal", played[0], played[1])
    if theirs.table.dealer != mine.table.dealer:
        yield Row("Dealer", names[theirs.table.dealer], names[mine.table.dealer])
    hands: dict[int, list[str]] = {seat: ["", ""] for seat in theirs.table.order}
    for ask in read.sheet.start.variant.asked(read.sheet.start.rules):
        answers = [one.facts.answers.get(ask.key) for one in (theirs, mine)]
        if isinstance(ask, HandsAsk):
            for side, answer in enumerate(answers):
                for seat, hand in enumerate(answer or ()):
                    hands[seat][side] = _hand(hand, ask)
        else:
            title = WORDS["what"][ask.key]
            said = [
                NOTHING if one.facts.void else _answer(ask, answer, names)
                for one, answer in zip((theirs, mine), answers, strict=True)
            ]
            yield Row(f"{title[:1].upper()}{title[1:]}", said[0], said[1])
    write = score_of(read)
    for seat, (one, other) in hands.items():
        scores = write(theirs.scores[seat]), write(mine.scores[seat])
        yield Row(names[seat], one, other, scores)


def _answer(ask: Ask[Any], answer: Any, names: Sequence[str]) -> str:
    if isinstance(ask, YesNoAsk):
        return "yes" if answer else "no"
    return NOBODY if answer is None else names[answer]


def _hand(hand: Hand, ask: HandsAsk) -> str:
    if hand.empty:
        return "no cards"
    if hand.cards is not None:
        return write_hand(hand.cards)
    nines = WORDS["nines"].get(str(hand.red_nines), f"{hand.red_nines} red nines")
    held = (
        str(hand.points)
        if ask.by == "points"
        else WORDS["cards"].get(str(hand.count), f"{hand.count} cards")
    )
    return f"{held}, {nines}" if hand.red_nines else held
