"""Two phones scored the same deal otherwise: both tellings side by side, and the question."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from flask import render_template
from flask.typing import ResponseReturnValue

from scorer.rules.asks import Ask, Hand, HandsAsk, YesNoAsk
from scorer.rules.cards import write_hand
from scorer.rules.same_deal import same_deal
from scorer.rules.sheet import DealRead
from scorer.rules.words import WORDS
from scorer.services.games import GameRead
from scorer.services.games.conflicts import two_deals
from scorer.storage.book import SignedEntry
from scorer.storage.canonical import to_text
from scorer.web.access import database
from scorer.web.errors import answer, speaks_json
from scorer.web.games.counter_words import score_of
from scorer.web.games.shown import shown
from scorer.web.games.since_view import as_sentence, writer_of
from scorer.web.games.told_differently import NOBODY
from scorer.web.names import shown_names

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
        facts=to_text(dict(typed.facts)),
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
    return render_template("deals/conflict.html", question=question, **shown(read)), 409


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
