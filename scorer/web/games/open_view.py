"""Open questions on a sheet, in words: two saved something differently, and nobody has chosen."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property
from typing import Any

from markupsafe import Markup

from scorer.rules.answers import NOTHING, AnswerWords, is_answered
from scorer.rules.asks import Ask, Flag, Hands, read_facts
from scorer.rules.book import sort_entries
from scorer.rules.entries import WITHHELD, Answer, Entry
from scorer.rules.errors import Refused
from scorer.rules.given import OpenQuestion, read_answer
from scorer.rules.sheet import Opening, SheetDeal
from scorer.rules.table import Table
from scorer.rules.types import Over
from scorer.rules.words import WORDS
from scorer.services.club.devices import persons_of
from scorer.services.games.detect_conflicts import may_be_apart
from scorer.services.games.read import GameRead, read_book
from scorer.services.games.seats_held import list_held
from scorer.storage.book import SignedEntry
from scorer.web.access import database
from scorer.web.drawn_cards import draw_hand
from scorer.web.errors import sentence_of
from scorer.web.games.book_view import find_rival
from scorer.web.games.counters_view import score_format
from scorer.web.names import in_a_sentence, listed, shown_names, tell_apart

# Between answers, of which some are drawn.
COMMA = Markup(", ")


@dataclass(frozen=True)
class Told:
    """Who told something, and when; `entry` is what is chosen with it, and `says` what it says.

    `others` are what is taken back with it instead, where the same entry is asked about elsewhere.
    """

    who: str
    at: datetime
    entry: str
    says: str = ""
    may_be_apart: bool = False
    others: tuple[str, ...] = ()


@dataclass(frozen=True)
class Row:
    """What each of them says of one seat or of one question, and what it scores there."""

    title: str
    says: tuple[str, ...]
    scores: tuple[str, ...] = ()


@dataclass(frozen=True)
class OpenDeal:
    """A deal that was told otherwise; the first of those who told it counts so far."""

    deal: SheetDeal
    told: tuple[Told, ...]
    rows: tuple[Row, ...]

    @property
    def apart(self) -> tuple[Told, ...]:
        """Those whose deal may have been another one."""
        return tuple(told for told in self.told if told.may_be_apart)


@dataclass(frozen=True)
class OpenAnswer:
    """An answer of a deal that was given otherwise.

    `asked_of` is the seat whose own answer it is, or "any" where anybody may tell.
    """

    number: int
    title: str
    asked_of: int | str | None
    told: tuple[Told, ...]


@dataclass(frozen=True)
class Misfit:
    """Why what all have answered cannot be true together, and whose does not fit, by seat."""

    sentence: str
    seats: Mapping[int, str]


def deal_told_otherwise(read: GameRead, name: str) -> int | None:
    """The number of the deal in which an entry, or what was told with it, stands beside another.

    None where it stands alone.
    """
    rival = find_rival(name, read.sheet)
    if rival is not None:
        return rival.number
    named = {name, *(one.name for one in read.entries if name in _named_in(one))}
    deals: list[SheetDeal | Opening] = [*read.sheet.deals]
    if read.sheet.opening is not None:
        deals.append(read.sheet.opening)
    for deal in deals:
        if any(not named.isdisjoint(question.entries) for question in deal.open_questions):
            return deal.number
    return None


def beside_sentence(read: GameRead, name: str) -> str:
    """What is said to whoever wrote something that stands open beside another; else nothing."""
    number = deal_told_otherwise(read, name)
    if number is None:
        return ""
    return f"Deal {number} was saved differently before. Both are kept: choose which is right."


class OpenView:
    """What is open on the sheet of a game."""

    def __init__(self, read: GameRead) -> None:
        self.read, self.sheet = read, read.sheet

    def __bool__(self) -> bool:
        opening = self.sheet.opening
        asks = opening is not None and (opening.open_questions or opening.fault)
        return bool(self.sheet.undecided or asks)

    @cached_property
    def _book(self) -> Sequence[SignedEntry]:
        return read_book(database(), self.read.club, self.read.id)

    @cached_property
    def _players(self) -> Mapping[str, str]:
        """Whose phones those are that hold a seat, or have held one, by device."""
        names = shown_names(self.sheet.sitters, self.read.names)
        held = list_held(database(), self.read.club, self.read.id)
        holders = {one.device: names[seat] for seat, one in held.items() if seat < len(names)}
        return persons_of(database(), self.read.club) | holders

    def _signed(self, name: str) -> SignedEntry:
        return next(signed for signed in self._book if signed.entry.name == name)

    def _tellers(self, entries: Sequence[str]) -> tuple[str, ...]:
        """Who wrote each of these: a player whose phone it is, or the phone."""
        signed = [self._signed(name) for name in entries]
        return self._names_of(signed)

    def tellers(self, told: Sequence[SheetDeal]) -> tuple[str, ...]:
        """Who wrote each of these deals, as it stood, or what made it one."""
        return self._names_of([self._book[deal.entry - 1] for deal in told])

    def _names_of(self, signed: Sequence[SignedEntry]) -> tuple[str, ...]:
        return tell_apart(
            self._players.get(one.device or "") or one.device_name or "Another phone"
            for one in signed
        )

    @cached_property
    def deals(self) -> tuple[OpenDeal, ...]:
        """The deals of which more than one was told."""
        return tuple(map(self._deal, (deal for deal in self.sheet.deals if deal.rivals)))

    def _deal(self, deal: SheetDeal) -> OpenDeal:
        told = (deal, *deal.rivals)
        # Who has corrected a deal has told it as it stands.
        entries = [self._book[one.entry - 1].entry.name for one in told]
        by_name = {signed.entry.name: signed.entry.body for signed in self._book}
        goes_on = not isinstance(deal.follows, Over)
        apart = may_be_apart(deal.id, [one.id for one in deal.rivals], by_name) if goes_on else ()
        return OpenDeal(
            deal=deal,
            told=tuple(
                Told(
                    who=who,
                    at=self._signed(entry).written_at,
                    entry=one.id,
                    may_be_apart=one.id in apart,
                )
                for one, who, entry in zip(told, self._tellers(entries), entries, strict=True)
            ),
            rows=tuple(row for row in _rows(self.read, told) if _differs(row)),
        )

    @cached_property
    def answers(self) -> tuple[OpenAnswer, ...]:
        """The answers of which more than one was given."""
        found: list[OpenAnswer] = []
        for deal in self.sheet.deals:
            of_deal = self._of_deal(deal.open_questions, deal.number, deal.table)
            # What is older than the last deal is for whoever keeps the score.
            is_last = deal is self.sheet.deals[-1]
            found += (one if is_last else replace(one, asked_of=None) for one in of_deal)
        if (opening := self.sheet.opening) is not None:
            found += self._of_deal(opening.open_questions, opening.number, opening.table)
        return tuple(found)

    def _of_deal(
        self, questions: Sequence[OpenQuestion], number: int, table: Table
    ) -> Iterator[OpenAnswer]:
        """The questions of one deal; those that one tap answers together are one."""
        together: dict[tuple[str, ...], list[OpenQuestion]] = {}
        for question in questions:
            together.setdefault(self._taps(question), []).append(question)
        for several in together.values():
            yield _joined([self._answer(question, number, table) for question in several])

    def _taps(self, question: OpenQuestion) -> tuple[str, ...]:
        """What the answers of a question are chosen by: the entry, or what it was told with."""
        ask = next(ask for ask in self.sheet.start.asks if ask.key == question.key)
        if not ask.told_at_once:
            return (question.key, str(question.seat))
        bodies = {one.name: one.body for one in self.read.entries if one.name in question.entries}
        told = ((name, bodies[name]) for name in question.entries)
        return tuple((isinstance(body, Answer) and body.given_with) or name for name, body in told)

    def _answer(self, question: OpenQuestion, number: int, table: Table) -> OpenAnswer:
        start = self.sheet.start
        ask = next(ask for ask in start.asks if ask.key == question.key)
        words = AnswerWords(start, shown_names(self.sheet.sitters, self.read.names), draw_hand)
        values = [self._value(question, name, table) for name in question.entries]
        says = [_says(ask, question, one, words) for one in values]
        signed = zip(question.entries, self._tellers(question.entries), says, strict=True)
        title = str(WORDS["asks"][ask.key]["what"])
        if question.seat is not None:
            whose = in_a_sentence(words.whose(ask.of, question.seat))
            title = f"{whose}’s hand" if isinstance(ask, Hands) else f"{whose}: {title}"
        return OpenAnswer(
            number=number,
            title=f"{title[:1].upper()}{title[1:]}",
            asked_of=_asked_of(ask, question.seat),
            told=tuple(
                Told(
                    who,
                    self._signed(name).written_at,
                    name,
                    told or NOTHING,
                    others=tuple(one for one in question.entries if one != name)
                    if self._is_asked_elsewhere(name, question)
                    else (),
                )
                for name, who, told in signed
            ),
        )

    def _is_asked_elsewhere(self, name: str, question: OpenQuestion) -> bool:
        """Whether to choose this entry would answer another question too."""
        return any(
            name in other.entries and other is not question
            for deal in self.sheet.deals
            for other in deal.open_questions
        )

    def _value(self, question: OpenQuestion, name: str, table: Table) -> Any:
        """What an entry answers to a question, as far as this page may show it; else None.

        A tuple where it is one of several that were told in one tap.
        """
        asks = self.sheet.start.asks
        body = next(entry.body for entry in self.read.entries if entry.name == name)
        try:
            if isinstance(body, Answer):
                if body.seat == question.seat:
                    return read_answer(body, asks, table)
                first = body.given_with or name
                bodies = [one.body for one in self.read.entries if first in _named_in(one)]
                answers = [one for one in bodies if isinstance(one, Answer)]
                values = {one.seat: one.value for one in answers if one.key == question.key}
                ask = next(ask for ask in asks if ask.key == question.key)
                return tuple(
                    read_answer(replace(body, seat=seat, value=values.get(seat)), asks, table)
                    for seat in range(ask.number_of_answers(table))
                )
            # Somebody has told all of the deal, and may have corrected it since.
            written = sort_entries(self.read.start, self.read.entries).versions[name]
            told = read_facts(asks, written[-1][1], table).answers[question.key]
            return told if question.seat is None else told[question.seat]
        except Refused:
            return None

    @cached_property
    def misfit(self) -> Misfit | None:
        """Why the answers that are in make no deal, where all are in."""
        opening = self.sheet.opening
        if opening is None or opening.fault is None:
            return None
        names = shown_names(self.sheet.sitters, self.read.names)
        return Misfit(sentence_of(opening.fault), {seat: names[seat] for seat in opening.unfit})

    @property
    def unfit_names(self) -> str:
        """Those whose answers do not fit, each by itself."""
        return listed(list(self.misfit.seats.values()), "or") if self.misfit else ""


def _joined(answers: Sequence[OpenAnswer]) -> OpenAnswer:
    """Questions that are answered together, as one."""
    if len(answers) == 1:
        return answers[0]
    first = answers[0]
    says = zip(*(answer.told for answer in answers), strict=True)
    return replace(
        first,
        title=listed(
            [first.title, *(f"{one.title[:1].lower()}{one.title[1:]}" for one in answers[1:])]
        ),
        told=tuple(
            replace(
                one[0],
                says=" · ".join(
                    f"{answer.title}: {told.says}"
                    for answer, told in zip(answers, one, strict=True)
                ),
            )
            for one in says
        ),
    )


def _named_in(entry: Entry) -> tuple[str, str | None]:
    """The name of an entry, and of the answer that it was told with."""
    body = entry.body
    return entry.name, body.given_with if isinstance(body, Answer) else None


def _says(ask: Ask[Any], question: OpenQuestion, value: Any, words: AnswerWords) -> str:
    """What was answered, in words: of all seats or sides where they were told together."""
    if value is WITHHELD:
        return ""
    if question.seat is not None or ask.of == "deal" or value is None:
        return words.answer(ask, value)
    pairs = ((words.whose(ask.of, at), words.answer(ask, one)) for at, one in enumerate(value))
    return ", ".join(f"{whose} {says}" for whose, says in pairs)


def _asked_of(ask: Ask[Any], seat: int | None) -> int | str | None:
    """The seat that is asked, or "any"; None where only whoever keeps the score can say."""
    if ask.by != "seat" or ask.of == "deal":
        return "any"
    return seat if ask.of == "seat" else None


def _differs(row: Row) -> bool:
    return len(set(row.says)) > 1 or len(set(row.scores)) > 1


def _rows(read: GameRead, told: Sequence[SheetDeal]) -> Iterator[Row]:
    """What each of them says, row by row."""
    first = told[0]
    names = shown_names(first.sitters, read.names)
    words = AnswerWords(read.sheet.start, names, draw_hand)
    asks = read.sheet.start.asks
    if any(deal.facts.void for deal in told):
        played = ["void" if deal.facts.void else "played" for deal in told]
        yield Row("The deal", tuple(played))
    yield Row("Dealer", tuple(names[deal.table.dealer] for deal in told))
    for ask in asks:
        if not ask.asked or not (ask.many or ask.of == "deal"):
            continue
        title = WORDS["what"][ask.key]
        answered = [
            NOTHING if deal.facts.void else words.answer(ask, deal.facts.answers[ask.key])
            for deal in told
        ]
        yield Row(f"{title[:1].upper()}{title[1:]}", tuple(answered))
    of_seats, of_sides = (_answers_of_each(of, told, words) for of in ("seat", "side"))
    # What a seat answered stands beside its score where it plays for itself.
    alone = {} if read.sheet.start.by_sides else of_seats
    apart = {at: says for at, says in of_seats.items() if at not in range(len(names))}
    for seat, says in of_seats.items():
        if seat not in apart and not alone:
            yield Row(names[seat], tuple(says))
    write, nothing = score_format(read), [Markup()] * len(told)
    for side in read.sheet.start.sides_in_order:
        held = zip(alone.get(side, nothing), of_sides.get(side, nothing), strict=True)
        answers = tuple(COMMA.join(filter(None, pair)) for pair in held)
        yield Row(words.sides[side], answers, tuple(write(deal.scores[side]) for deal in told))
    for at, says in apart.items():
        yield Row(words.whose("seat", at), tuple(says))


def _answers_of_each(
    of: str, told: Sequence[SheetDeal], words: AnswerWords
) -> dict[int, list[Markup]]:
    """What each seat or side answered in each telling, clockwise, stand-ins last."""
    found: dict[int, list[list[str]]] = {}
    for ask in words.start.asks:
        if not ask.asked or ask.many or ask.of != of:
            continue
        for which, deal in enumerate(told):
            for at, given in enumerate(deal.facts.answers.get(ask.key) or ()):
                if isinstance(ask, Hands) or is_answered(ask, given):
                    answers = found.setdefault(at, [[] for _ in told])
                    answers[which].append(_said(words, ask, given))
    start = words.start
    order = [*(start.order if of == "seat" else start.sides_in_order), *sorted(found)]
    return {
        at: [COMMA.join(answers) for answers in found[at]]
        for at in dict.fromkeys(order)
        if at in found
    }


def _said(words: AnswerWords, ask: Ask[Any], answer: Any) -> str:
    """An answer of one seat or side, in the middle of a sentence; of a flag what is so."""
    return str(WORDS["what"][ask.key]) if isinstance(ask, Flag) else words.of_each(ask, answer)
