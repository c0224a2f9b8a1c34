"""Conflicts in words: what was written since a phone last looked, and deals scored twice."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from flask import Flask, Response, render_template, request
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from scorer.rules.answers import NOTHING, AnswerWords, is_answered
from scorer.rules.asks import Ask, Flag, Hands
from scorer.rules.entries import Answer, CorrectDeal, CorrectStart, Deal, End, Entry, Withdraw
from scorer.rules.errors import Refused
from scorer.rules.fold import SheetHistory
from scorer.rules.same_deal import same_deal
from scorer.rules.sheet import SheetDeal
from scorer.rules.words import WORDS, list_names
from scorer.services.errors import Conflict, WrittenSince
from scorer.services.games.read import GameRead, read_book
from scorer.services.games.resolve_conflict import two_deals
from scorer.storage.book import SignedEntry
from scorer.storage.stored_json import dump_json
from scorer.translation import gettext, ngettext
from scorer.web.access import database, device_here, game_here
from scorer.web.drawn_cards import draw_hand
from scorer.web.errors import answer, sentence_of, speaks_json
from scorer.web.games.book_view import EntrySentences, find_deal
from scorer.web.games.counters_view import score_format
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
        return gettext("this phone")
    return in_a_sentence(signed.device_name) if signed.device_name else gettext("another phone")


def _other_numbers(signed: SignedEntry, deal: int) -> str:
    """Who saved a deal that says something else."""
    if signed.device is not None and signed.device == device_here().id:
        return gettext("This phone saved deal %(number)s with other numbers.", number=deal)
    if not signed.device_name:
        return gettext("Another phone saved deal %(number)s with other numbers.", number=deal)
    name = in_a_sentence(signed.device_name)
    return gettext("%(phone)s saved deal %(number)s with other numbers.", phone=name, number=deal)


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
        whole = gettext("%(phone)s %(did)s", phone=writer, did=action)
        parts.append(action if writer == last_writer else whole)
        last_writer = writer
    told, more = list_names(parts), len(fault.since) - len(numbers)
    if more:
        told = ngettext(
            "%(told)s, and %(num)s more entry was written",
            "%(told)s, and %(num)s more entries were written",
            more,
            told=told,
        )
    if fault.deal:
        return gettext(
            "Meanwhile %(told)s; yours would be deal %(number)s.", told=told, number=fault.deal
        )
    return gettext("Meanwhile %(told)s.", told=told)


def refused_withdrawal(read: GameRead, entry: str, fault: WrittenSince) -> Anyway:
    """What to show where a withdrawal was refused."""
    sentences = EntrySentences(read)
    withdrawn = sentences.by_name[entry]
    if isinstance(withdrawn.body, Withdraw):
        label = gettext("Redo %(what)s anyway", what=_short(sentences, withdrawn))
    else:
        short = sentences.short(withdrawn, read.sheet)
        label = gettext("Undo %(what)s anyway", what=short)
    return Anyway(conflict_sentence(read, fault), label, entry, fault.version)


def _action(sentences: EntrySentences, entries: Sequence[Entry]) -> str:
    """What an entry, or several deals, did in the middle of a sentence: "saved deal 5"."""
    entry = entries[0]
    short = list_names([sentences.short(one, sentences.game.sheet) for one in entries])
    match entry.body:
        case Deal():
            return gettext("saved %(what)s", what=short)
        case CorrectStart():
            return gettext("changed the setup")
        case CorrectDeal(deal=corrected):
            deal = find_deal(corrected, sentences.game.sheet)
            if deal is None:
                return gettext("corrected")
            return gettext("corrected deal %(number)s", number=deal.number)
        case End():
            return gettext("stopped the game")
        case Withdraw(entry=name):
            what = _short(sentences, entry)
            if isinstance(sentences.by_name[name].body, Withdraw):
                return gettext("redid %(what)s", what=what)
            return gettext("undid %(what)s", what=what)
        case Answer() if sentences.completed(entry, sentences.game.sheet) is not None:
            return gettext("saved %(what)s", what=short)
    return gettext("noted %(what)s", what=short)


def _short(sentences: EntrySentences, withdrawal: Entry) -> str:
    """What was taken back or put back, as it stood before."""
    game, entry, by = sentences.game, withdrawal, withdrawal
    while isinstance(entry.body, Withdraw):
        entry, by = sentences.by_name[entry.body.entry], entry
    return sentences.short(entry, SheetHistory(game.start, game.entries).sheet(by.number - 1))


# Nothing that either of both says.
NONE = ("", "")
# Between answers, of which some are drawn.
COMMA = Markup(", ")


@dataclass(frozen=True)
class TypedDeal:
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

    `same` is the entry of theirs, where both say the same by now.
    """

    number: int
    sentence: str
    rows: tuple[Row, ...]
    theirs: str
    facts: str
    typed: TypedDeal
    seen: int
    over: bool
    same: SignedEntry | None = None
    fault: str = ""


def deal_question(read: GameRead, theirs: str, typed: TypedDeal, fault: str = "") -> Question:
    """The question about a deal of this sheet and what was typed; raises NotFound, Refused."""
    both = two_deals(database(), read, theirs, typed.facts)
    number = both.theirs.number
    return Question(
        number=number,
        sentence=_other_numbers(both.by, number),
        rows=tuple(_rows(read, both.theirs, both.mine)),
        theirs=theirs,
        facts=dump_json(dict(typed.facts)),
        typed=typed,
        seen=read.version,
        over=read.sheet.over,
        same=both.by if same_deal(read.sheet, both.theirs, both.mine) else None,
        fault=fault,
    )


def question_page(read: GameRead, question: Question) -> ResponseReturnValue:
    """The question: a page, or for the phone's modules what they lay over the pad."""
    if speaks_json():
        html = render_template("deals/_conflict.html", game=read, question=question)
        sentence = question.sentence
        return answer(409, sentence, code="already_scored", deal=question.number, html=html)
    return render_template("deals/conflict.html", question=question, game=read), 409


def same_sentence(signed: SignedEntry) -> str:
    """What is said where another phone has written the very same deal."""
    return gettext("Already saved by %(phone)s, the same.", phone=writer_of(signed))


def _rows(read: GameRead, theirs: SheetDeal, mine: SheetDeal) -> Iterator[Row]:
    names, both = shown_names(theirs.sitters, read.names), (theirs, mine)
    words = AnswerWords(read.sheet.start, names, draw_hand)
    asks = read.sheet.start.asks
    voids = [deal.facts.void for deal in both]
    if any(voids):
        played = [gettext("void") if void else gettext("played") for void in voids]
        yield Row(gettext("The deal"), played[0], played[1])
    if theirs.table.dealer != mine.table.dealer:
        yield Row(gettext("Dealer"), names[theirs.table.dealer], names[mine.table.dealer])
    for ask in asks:
        if not ask.asked or not (ask.many or ask.of == "deal"):
            continue
        title = WORDS["what"][ask.key]
        says = [
            NOTHING if deal.facts.void else words.answer(ask, deal.facts.answers[ask.key])
            for deal in both
        ]
        yield Row(f"{title[:1].upper()}{title[1:]}", says[0], says[1])
    of_seats, of_sides = (_answers_of_each(of, both, words) for of in ("seat", "side"))
    # What a seat answered stands beside its score where it plays for itself.
    alone = {} if read.sheet.start.by_sides else of_seats
    apart = {at: pair for at, pair in of_seats.items() if at not in range(len(names))}
    for seat, pair in of_seats.items():
        if seat not in apart and not alone:
            yield Row(names[seat], *pair)
    write = score_format(read)
    for side in read.sheet.start.sides_in_order:
        held = zip(alone.get(side, NONE), of_sides.get(side, NONE), strict=True)
        their_answers, my_answers = (COMMA.join(filter(None, answers)) for answers in held)
        scores = write(theirs.scores[side]), write(mine.scores[side])
        yield Row(words.sides[side], their_answers, my_answers, scores)
    for at, pair in apart.items():
        yield Row(words.whose("seat", at), *pair)


def _answers_of_each(
    of: str, both: tuple[SheetDeal, SheetDeal], words: AnswerWords
) -> dict[int, tuple[str, str]]:
    """What each seat or side answered in both deals, clockwise, stand-ins last."""
    found: dict[int, list[list[str]]] = {}
    for ask in words.start.asks:
        if not ask.asked or ask.many or ask.of != of:
            continue
        for which, deal in enumerate(both):
            for at, given in enumerate(deal.facts.answers.get(ask.key) or ()):
                if isinstance(ask, Hands) or is_answered(ask, given):
                    found.setdefault(at, [[], []])[which].append(_said(words, ask, given))
    start = words.start
    order = [*(start.order if of == "seat" else start.sides_in_order), *sorted(found)]
    return {
        at: (COMMA.join(found[at][0]), COMMA.join(found[at][1]))
        for at in dict.fromkeys(order)
        if at in found
    }


def _said(words: AnswerWords, ask: Ask[Any], answer: Any) -> str:
    """An answer of one seat or side, in the middle of a sentence; of a flag what is so."""
    return str(WORDS["what"][ask.key]) if isinstance(ask, Flag) else words.of_each(ask, answer)
