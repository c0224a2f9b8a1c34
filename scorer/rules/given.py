"""What was answered of one deal, answer by answer, and whether that makes a deal.

Every phone writes its own answers. Of two to the same ask and seat the newer one counts where its
writer had seen the other, as had whoever wrote both. Where he had not, and both say the same, they
are one; else the first in the book counts until somebody decides, by one tap or by answering anew,
and the question is open.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from scorer.rules.asks import Ask, opened_in_play
from scorer.rules.entries import WITHHELD, Answer, Entry, answer_of
from scorer.rules.errors import BadEntry, ImpossibleDeal
from scorer.rules.table import Table


@dataclass(frozen=True)
class Answered:
    """That an ask was answered, of a seat, a side or a stand-in, or of the deal (None).

    `entry` names the entry that counts. `value` is its answer as the game reads it, or `WITHHELD`.
    """

    key: str
    seat: int | None
    entry: str
    value: Any


@dataclass(frozen=True)
class OpenQuestion:
    """Answers of which nobody had seen the others, and which differ, by the names of their entries.

    The first counts until somebody decides. What one phone tells of a deal in one tap is chosen
    together. Answers of all seats or sides are one question then: `seat` is None, and `entries`
    names the first of each.
    """

    key: str
    seat: int | None
    entries: tuple[str, ...]


def read_answer(answer: Answer, asks: Sequence[Ask[Any]], table: Table) -> Any:
    """What is answered, as the game reads it; raises Refused where that is no answer."""
    ask = next((ask for ask in asks if ask.key == answer.key), None)
    if ask is None:
        raise BadEntry("unknown_key", unknown=answer.key[:40])
    if ask.of == "deal" or ask.many:
        if answer.seat is not None:
            raise BadEntry("entry_shape", what="seat")
    elif answer.seat is None or answer.seat >= ask.number_of_answers(table):
        raise BadEntry("entry_shape", what="seat")
    seat = answer.seat if ask.of == "seat" and (answer.seat or 0) < table.players else None
    if seat is not None and seat not in table.plays:
        raise ImpossibleDeal("no_answer_here", seat=seat, what=ask.key)
    if answer.value is WITHHELD:
        return WITHHELD
    if answer.value is None and not ask.many:
        if ask.required:
            raise ImpossibleDeal("missing_answer", seat=seat, what=ask.key)
        return ask.nothing
    return ask.read_one(answer.value, table, seat)


@dataclass
class _Question:
    """One ask of one seat: the answer that counts, and what else was told of it, unseen."""

    entry: Entry
    value: Any
    others: list[Entry]
    # The number of the entry that was the first to answer it.
    since: int


class Given:
    """The answers to one deal, put in one after the other in the order of the book."""

    def __init__(self, asks: Sequence[Ask[Any]], table: Table) -> None:
        self.asks, self.table = {ask.key: ask for ask in asks}, table
        self.entries: list[Entry] = []
        self._questions: dict[tuple[str, int | None], _Question] = {}
        self._many: dict[str, list[tuple[Entry, Any]]] = {}

    def add(self, entry: Entry, body: Answer) -> None:
        """Put in one more answer; raises Refused where it is none."""
        value = read_answer(body, tuple(self.asks.values()), self.table)
        self.entries.append(entry)
        ask, at = self.asks[body.key], (body.key, body.seat)
        if ask.many:
            self._many.setdefault(body.key, []).append((entry, value))
            return
        known = self._questions.get(at)
        if known is None:
            self._questions[at] = _Question(entry, value, [], entry.number)
            return
        if known.entry.number in entry.known:
            others = [told for told in known.others if not entry.had_seen(told)]
            self._questions[at] = _Question(entry, value, others, known.since)
        elif all(entry.had_seen(told) for told in (known.entry, *self._rivals(ask, known))):
            self._questions[at] = _Question(entry, value, [], known.since)
        else:
            known.others = [told for told in known.others if told.number not in entry.known]
            known.others.append(entry)

    def decide(self, decisions: Mapping[str, Entry]) -> None:
        """Let those answers count that somebody has chosen, by name, of all that he had seen."""
        decided = [entry for entry in self.entries if entry.name in decisions]
        decided.sort(key=lambda entry: decisions[entry.name].number)
        newest = {self._tap(entry): decisions[entry.name] for entry in decided}
        for question in self._questions.values():
            told = {self._tap(entry): entry for entry in (question.entry, *question.others)}
            taps = [tap for tap in told if tap in newest]
            if not taps:
                continue
            tap = max(taps, key=lambda tap: newest[tap].number)
            decision, chosen = newest[tap], told[tap]
            question.value = self._read(chosen)
            question.entry = chosen
            question.others = [
                entry
                for entry in told.values()
                if entry is not chosen and not decision.saw(entry.number)
            ]

    def _tap(self, entry: Entry) -> tuple[str, str]:
        """What an answer is chosen with: what was told of the deal in one tap, or nothing else."""
        body = answer_of(entry)
        if self.asks[body.key].told_at_once:
            return "", body.given_with or entry.name
        return body.key, entry.name

    def _rivals(self, ask: Ask[Any], question: _Question) -> list[Entry]:
        """What was told otherwise than what counts; of those who say the same only the first."""
        rivals: list[Entry] = []
        values = [question.value]
        for entry in question.others:
            value = self._read(entry)
            if not any(_says_the_same(ask, other, value) for other in values):
                rivals.append(entry)
                values.append(value)
        return rivals

    def _read(self, entry: Entry) -> Any:
        """What an entry that was put in answers."""
        return read_answer(answer_of(entry), tuple(self.asks.values()), self.table)

    def copy(self) -> Given:
        """The same, which can be gone on with apart."""
        given = Given((), self.table)
        given.asks, given.entries = self.asks, [*self.entries]
        given._questions = {
            at: replace(question, others=[*question.others])
            for at, question in self._questions.items()
        }
        given._many = {key: [*told] for key, told in self._many.items()}
        return given

    @property
    def answered(self) -> tuple[Answered, ...]:
        """All that was answered, in the order of the asks."""
        found = [
            Answered(key, seat, question.entry.name, question.value)
            for (key, seat), question in self._questions.items()
        ]
        found += [
            Answered(key, None, entry.name, value)
            for key, given in self._many.items()
            for entry, value in given
        ]
        order = list(self.asks)

        def place(answer: Answered) -> tuple[int, int]:
            return order.index(answer.key), -1 if answer.seat is None else answer.seat

        return tuple(sorted(found, key=place))

    @property
    def open_questions(self) -> tuple[OpenQuestion, ...]:
        """What nobody has decided yet."""
        found: dict[str, list[OpenQuestion]] = {}
        for (key, seat), question in self._questions.items():
            if rivals := self._rivals(self.asks[key], question):
                names = tuple(entry.name for entry in (question.entry, *rivals))
                found.setdefault(key, []).append(OpenQuestion(key, seat, names))
        return tuple(
            question for key, questions in found.items() for question in self._together(questions)
        )

    def _together(self, questions: Sequence[OpenQuestion]) -> Sequence[OpenQuestion]:
        """The open questions of one ask as one, where each who differs has answered them all."""
        key = questions[0].key
        if not self.asks[key].told_at_once or self.asks[key].of == "deal":
            return questions
        names = dict.fromkeys(name for question in questions for name in question.entries)
        taps = dict.fromkeys(self._tap(entry) for entry in self._entries_of(key, names))
        told = [self._told_in(tap, key) for tap in taps]
        if any((key, question.seat) not in one for one in told for question in questions):
            return questions
        return [OpenQuestion(key, None, tuple(next(iter(one.values())).name for one in told))]

    def _entries_of(self, key: str, names: Collection[str]) -> Iterator[Entry]:
        """The answers of these names to an ask, in their order."""
        for name in names:
            yield from (
                one for one in self.entries if one.name == name and answer_of(one).key == key
            )

    def _told_in(self, tap: tuple[str, str], key: str) -> dict[tuple[str, int | None], Entry]:
        """What was answered in one tap to one ask, by ask and seat."""
        bodies = [(entry, answer_of(entry)) for entry in self.entries]
        return {
            (body.key, body.seat): entry
            for entry, body in bodies
            if body.key == key and self._tap(entry) == tap
        }

    def noted(self) -> dict[str, Any]:
        """What is open to all while the cards are being played, by ask, as a deal has it."""
        noted: dict[str, Any] = {}
        for ask in self.asks.values():
            if ask.during:
                if ask.many:
                    values = [value for _, value in self._many.get(ask.key, ())]
                    noted |= {ask.key: tuple(values)} if values else {}
                elif ask.of == "deal":
                    question = self._questions.get((ask.key, None))
                    noted |= {ask.key: question.value} if question else {}
                else:
                    noted |= self._of_each(ask)
        for ask in opened_in_play(self.asks.values()):
            opens = noted.get(str(ask.open_with), ())
            opener = self.asks[str(ask.open_with)]
            noted |= self._of_each(
                ask, [at for at, one in enumerate(opens) if one != opener.nothing]
            )
        return {key: value for key, value in noted.items() if value is not WITHHELD}

    def _of_each(self, ask: Ask[Any], shown: Collection[int] | None = None) -> dict[str, Any]:
        told = {
            seat: question.value
            for (key, seat), question in self._questions.items()
            if seat is not None and key == ask.key and question.value is not WITHHELD
            if shown is None or seat in shown
        }
        found = ask.counts(told, self.table)
        if not found:
            return {}
        return {
            ask.key: tuple(
                found.get(at, ask.nothing) for at in range(ask.number_of_answers(self.table))
            )
        }

    def is_complete(self) -> bool:
        """Whether everything is answered that a deal needs."""
        return all(map(self._has, self.needed()))

    def missing(self) -> tuple[tuple[str, int | None], ...]:
        """What is still to be answered, by ask and seat."""
        return tuple(at for at in self.needed() if not self._has(at))

    def completed_by(self) -> int:
        """The number of the entry with which everything was answered for the first time."""
        return max((self._questions[at].since for at in self.needed()), default=0)

    def told_beside(self, name: str) -> dict[tuple[str, int | None], Any]:
        """What counts by other entries than the one of this name, as a record has it."""
        return {
            at: value_of(question.entry)
            for at, question in self._questions.items()
            if question.entry.name != name and self._is_asked(at)
        }

    def told_by(self, question: OpenQuestion) -> dict[str, dict[tuple[str, int | None], Any]]:
        """What each of those who differ has answered, by ask and seat, as a record has it."""
        told = {}
        for entry in self._entries_of(question.key, question.entries):
            at = question.key, question.seat
            answers = self._told_in(self._tap(entry), question.key)
            if question.seat is not None or self.asks[question.key].of == "deal":
                answers = {at: entry} if answer_of(entry).seat == question.seat else {}
            if answers:
                told[entry.name] = {place: value_of(one) for place, one in answers.items()}
        return told

    def _is_asked(self, at: tuple[str, int | None]) -> bool:
        """Whether an answer counts beside what else was answered."""
        ask, place = self.asks[at[0]], at[1]
        return ask.key not in self._excluded() and (place is None or place in self._giving(ask))

    def _has(self, at: tuple[str, int | None]) -> bool:
        return at in self._questions and self._questions[at].value is not WITHHELD

    def needed(self) -> Iterator[tuple[str, int | None]]:
        """What has to be answered before there is a deal, by ask and seat.

        That is what is required, what others do not see until all of it is there, and all that
        shares a key of the record, in which nobody is an answer too.
        """
        excluded = self._excluded()
        for ask in self.asks.values():
            waits = ask.required or ask.group or ask.shown == "when_complete"
            if not waits or not ask.asked or ask.many or ask.key in excluded:
                continue
            if ask.of == "deal":
                yield ask.key, None
            else:
                yield from ((ask.key, at) for at in self._giving(ask))

    def _giving(self, ask: Ask[Any]) -> Iterator[int]:
        """The seats, sides and stand-ins that answer an ask."""
        but = self._questions.get((ask.but, None)) if ask.but else None
        for at in range(ask.number_of_answers(self.table)):
            is_seat = ask.of == "seat" and at < self.table.players
            if (but is None or at != but.value) and (not is_seat or at in self.table.plays):
                yield at

    def _excluded(self) -> set[str]:
        """The asks that are not asked beside what was answered."""
        return {
            ask.key
            for ask in self.asks.values()
            if any(self._is_answered(key) for key in ask.unless)
        }

    def _is_answered(self, key: str) -> bool:
        question = self._questions.get((key, None))
        return bool(self._many.get(key)) or (
            question is not None and question.value not in (self.asks[key].nothing, (), None)
        )

    def facts(self, instead: Mapping[tuple[str, int | None], Any] | None = None) -> dict[str, Any]:
        """What was answered as the record of a deal tells it.

        What is not asked beside other answers is left out, and what a seat held that went out
        after all. `instead` gives other answers, by ask and seat, to put in the place of some.
        """
        facts: dict[str, Any] = {}
        excluded = self._excluded()
        for ask in self.asks.values():
            if ask.key in excluded:
                continue
            told = self._fact(ask, instead or {})
            if told is None and not (ask.group and (ask.key, None) in self._questions):
                continue
            if ask.group:
                facts.setdefault(ask.group, {})[ask.key] = told
            else:
                facts[ask.key] = told
        return facts

    def _fact(self, ask: Ask[Any], instead: Mapping[tuple[str, int | None], Any]) -> Any:
        if ask.many:
            given = self._many.get(ask.key, ())
            return [value_of(entry) for entry, _ in given] or None
        if ask.of == "deal":
            return self._raw((ask.key, None), instead)
        told = ask.counts(
            {at: self._raw((ask.key, at), instead) for at in self._giving(ask)}, self.table
        )
        if all(value is None for value in told.values()):
            return None
        return [told.get(at, ask.no_answer) for at in range(ask.number_of_answers(self.table))]

    def _raw(
        self, at: tuple[str, int | None], instead: Mapping[tuple[str, int | None], Any]
    ) -> Any:
        if not self._has(at):
            return None
        return instead.get(at, value_of(self._questions[at].entry))

    def least_of(self, seat: int) -> dict[tuple[str, int | None], Any]:
        """What a seat has answered of itself, as if it had hardly anything."""
        return {
            (ask.key, seat): ask.least_answer
            for ask in self.asks.values()
            if ask.of == "seat" and ask.by == "seat" and (ask.key, seat) in self._questions
        }


def value_of(entry: Entry) -> Any:
    """What the entry of an answer says."""
    return entry.body.value if isinstance(entry.body, Answer) else None


def _says_the_same(ask: Ask[Any], first: Any, second: Any) -> bool:
    """Whether two answers are one; what is not told is taken to say something else."""
    if first is WITHHELD or second is WITHHELD:
        return False
    return ask.same_one(first, second)
