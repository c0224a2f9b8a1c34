"""Own answers of the deal in play: who has given them, and what the phone of a seat can say."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from scorer.rules.answers import AnswerWords, words_of
from scorer.rules.asks import Ask
from scorer.rules.entries import WITHHELD, Answer
from scorer.rules.given import Answered
from scorer.rules.own_answers import (
    Place,
    answer_to,
    asked_of,
    asks_of_own_end,
    asks_of_who_is_out,
    calls_of,
    changeable,
    flags_of_deal,
    is_counted,
    is_final,
    missing_of,
    names_seat,
    own_asks,
    told_after_play,
    waited_for,
)
from scorer.rules.sheet import Opening
from scorer.rules.start import ResolvedStart
from scorer.rules.words import WORDS, fill, list_names
from scorer.services.games.news import GameState, seats_in
from scorer.web.games.notes_view import asks_in_play
from scorer.web.games.sheet_view import SheetView
from scorer.web.names import in_a_sentence, listed

# So many are named whom all wait for.
MOST_NAMES = 3
# The mark of each state that a seat can be in while own answers come in.
MARKS = {"in": "✓", "waiting": "○", "silent": "?", "alone": "–"}


@dataclass(frozen=True)
class SeatMark:
    """How far a seat is, as a mark and a word: "✓ Ann, in"."""

    seat: int
    name: str
    state: str

    @property
    def mark(self) -> str:
        """The sign of its state."""
        return MARKS[self.state]

    @property
    def word(self) -> str:
        """The word of its state."""
        return {
            "in": "in",
            "waiting": "waiting",
            "silent": "silent",
            "alone": "no phone",
        }[self.state]


@dataclass(frozen=True)
class Toggle:
    """What is so or not and changes with a tap: "on a red nine", or "Declare".

    It is `beaten` where it was said and something else counts.
    """

    key: str
    value: str
    says: str
    on: bool
    beaten: bool = False


@dataclass(frozen=True)
class OwnBlock:
    """What stands on the sheet for the phone of one seat.

    `goes_out` is the button by which it says that it is out; `said_out` names the answer that says
    so of it though another one counts until somebody has chosen. `own` is the link to its own
    answer, and `told` says that this is in; `may_change` tells whether it may still be another one,
    and `secret` that nobody else sees it yet. `calls` are what the seat can say while the cards are
    played.
    """

    seat: int
    goes_out: Toggle | None
    said_out: str
    own: str
    told: str
    may_change: bool
    secret: bool
    calls: tuple[Toggle, ...]


@dataclass(frozen=True, eq=False)
class OwnView:
    """What the sheet says of own answers, to every phone the same."""

    view: SheetView
    opening: Opening
    state: GameState

    @property
    def start(self) -> ResolvedStart:
        """How the game begins."""
        return self.view.game.sheet.start

    @property
    def is_told(self) -> bool:
        """Whether there is anything to say: a game without phones has the data it always had."""
        return bool(self.state.held or self.opening.answered)

    @property
    def is_shown(self) -> bool:
        """Whether anybody has a phone to see it on: else the sheet is as it always was."""
        return bool(self.state.held)

    @cached_property
    def waited_for(self) -> tuple[int, ...]:
        """The seats that are asked now and have not answered, clockwise."""
        return waited_for(self.start, self.opening)

    @cached_property
    def _asked(self) -> dict[int, tuple[Place, ...]]:
        every = {seat: asked_of(self.start, self.opening, seat) for seat in self.start.order}
        return {seat: places for seat, places in every.items() if places}

    @cached_property
    def is_counted(self) -> bool:
        """Whether the play is over, as far as anybody has said."""
        return is_counted(self.start, self.opening)

    @property
    def marks(self) -> list[SeatMark]:
        """How far each seat is, clockwise; none before the first answer of its own is in."""
        told = {(answer.key, answer.seat) for answer in self.opening.answered}
        begun = any(place in told for places in self._asked.values() for place in places)
        if not begun and not self.is_counted:
            return []
        names = self.view.names
        return [SeatMark(seat, names[seat], self._state(seat)) for seat in self._asked]

    @property
    def has_begun(self) -> bool:
        """Whether somebody has answered what is asked now."""
        return len(self.waited_for) < len(self._asked)

    @property
    def is_all_in(self) -> bool:
        """Whether everybody has answered what is asked now."""
        return bool(self._asked) and not self.waited_for

    def _state(self, seat: int) -> str:
        if seat not in self.waited_for:
            return "in"
        if not self.state.held >> seat & 1:
            return "alone"
        return "silent" if self.state.silent >> seat & 1 else "waiting"

    @property
    def done(self) -> str:
        """How many are done: "3 of 5 done"."""
        asked = len(self._asked)
        return f"{asked - len(self.waited_for)} of {asked} done"

    @property
    def waits(self) -> str:
        """Whom all wait for: "Waiting for Dan"; of many only how many they are."""
        names = [self.view.names[seat] for seat in self.waited_for]
        told = listed(names) if len(names) <= MOST_NAMES else len(names)
        return f"Waiting for {told}" if names else ""

    @cached_property
    def who_is_out(self) -> Answered | None:
        """The answer that somebody is out, or has won, where there is one."""
        keys = [ask.key for ask in asks_of_who_is_out(self.start)]
        return next((answer for answer in self.opening.answered if answer.key in keys), None)

    @property
    def out_sentence(self) -> str:
        """Who is out, and how: "Ben is out on a red nine."; "" while nobody is."""
        answer = self.who_is_out
        ask = next(iter(asks_of_who_is_out(self.start)), None)
        if answer is None or ask is None or answer.value is None:
            return ""
        names = self.view.side_names if ask.kind == "side" else self.view.names
        template = str(words_of(ask).get("chip") or "{name}")
        says = fill(template, {"name": in_a_sentence(names[answer.value])})
        return f"{' '.join([says, *(flag.says for flag in self.flags if flag.on)])}."

    @cached_property
    def out_seats(self) -> tuple[int, ...]:
        """Whose phones may say that they are not out after all: a seat, or all of a side."""
        out = self.who_is_out
        asks = [ask for ask in asks_of_who_is_out(self.start) if out and ask.key == out.key]
        return tuple(
            seat
            for seat in seats_in(self.state.held)
            if seat < len(self.start.order)
            if any(names_seat(self.start, ask, out.value, seat) for ask in asks if out)
        )

    @property
    def holders(self) -> tuple[int, ...]:
        """The seats that phones hold."""
        return seats_in(self.state.held)

    @property
    def all_turn(self) -> bool:
        """Whether phones turn to their own hands as soon as somebody is said to be out."""
        return bool(asks_of_who_is_out(self.start) and self.state.held & ~self.state.silent)

    @property
    def flags(self) -> list[Toggle]:
        """What may be said besides of who is out, once somebody is."""
        if self.who_is_out is None:
            return []
        return [
            Toggle(
                ask.key,
                "1",
                str(words_of(ask).get("chip") or words_of(ask)["what"]),
                bool(answer_to(self.opening, ask.key)),
            )
            for ask in flags_of_deal(self.start)
        ]

    @property
    def blocks(self) -> Iterator[OwnBlock]:
        """What stands there for the phone of each seat that has one."""
        for seat in seats_in(self.state.held):
            if seat < len(self.start.order):
                yield self._block(seat)

    def _block(self, seat: int) -> OwnBlock:
        out = self.who_is_out
        asked = self._asked.get(seat, ())
        missing = missing_of(self.start, self.opening, seat)
        # What is asked after the play comes first, unless only a bid is asked.
        keys = {key for key, _ in missing or asked}
        ask = next((ask for ask in reversed(own_asks(self.start)) if ask.key in keys), None)
        plays = seat in self.opening.table.plays
        own = "" if ask is None else own_words(ask)
        return OwnBlock(
            seat=seat,
            goes_out=self._goes_out(seat) if out is None and plays else None,
            said_out="" if seat in self.out_seats else self._said_out(seat),
            own=own,
            told=str(words_of(ask).get("given") or own) if ask and not missing else "",
            may_change=self.may_change(seat),
            secret=ask is not None and ask.shown == "when_complete",
            calls=tuple(self._calls(seat)) if plays else (),
        )

    def _said_out(self, seat: int) -> str:
        """The answer that says of a seat that it is out, where two are and somebody has to choose.

        "" where there is none.
        """
        asks = {ask.key: ask for ask in asks_of_who_is_out(self.start)}
        bodies = {entry.name: entry.body for entry in self.view.game.entries}
        for question in self.opening.open_questions:
            for name in question.entries if question.key in asks else ():
                body = bodies[name]
                says = isinstance(body, Answer) and names_seat(
                    self.start, asks[question.key], body.value, seat
                )
                if says:
                    return name
        return ""

    def may_change(self, seat: int) -> bool:
        """Whether a seat may still answer otherwise what it has answered."""
        return bool(changeable(self.start, self.opening, seat))

    def _goes_out(self, seat: int) -> Toggle | None:
        """The button that says of a seat that it is out, where one can be."""
        ask = next(iter(asks_of_own_end(self.start)), None)
        if ask is None:
            return None
        value = self.start.sides[seat] if ask.kind == "side" else seat
        says = str(words_of(ask).get("mine") or "I’m out")
        return Toggle(ask.key, str(value), says, on=False)

    def _calls(self, seat: int) -> Iterator[Toggle]:
        """What a seat can call while the cards are played, so that its own answer is opened."""
        for ask in calls_of(self.start):
            order = self.start.order
            calls = {one: answer_to(self.opening, ask.key, one) for one in order}
            counts = ask.counts(calls, self.opening.table).get(seat)
            words = words_of(ask)
            for value in ask.offers or ask.values:
                says = str(words.get("calls", words.get("options", {})).get(value, value))
                is_called = calls[seat] == value
                is_on = is_called and counts == value
                yield Toggle(ask.key, value, says, on=is_on, beaten=is_called and not is_on)

    @property
    def all_given(self) -> str:
        """That all have said what is asked before the play, and what is told after it.

        "All bids are in. Next: the tricks."; "" where that is not so.
        """
        asks = [ask for ask in own_asks(self.start) if ask.when == "before"]
        told = [str(words_of(ask)["all_given"]) for ask in asks if "all_given" in words_of(ask)]
        if not told or not self.is_all_in:
            return ""
        what = self._told_after
        return f"{told[0]}. Next: {what}." if what else f"{told[0]}."

    @property
    def _told_after(self) -> str:
        """What anybody tells after the play: "the tricks"."""
        asks = told_after_play(self.start)
        if not asks:
            return ""
        return str(words_of(asks[0])["what"]) if len(asks) == 1 else "the result"

    @property
    def after_play(self) -> str:
        """What anybody enters after the play: "Enter the tricks"; "" where that is nothing."""
        what = self._told_after
        if not what:
            return ""
        if self.told_of_play:
            return f"Change {what}"
        return f"Enter {what}"

    @cached_property
    def told_of_play(self) -> str:
        """What was entered after the play, once it is in: "The tricks: Ann 3, Ben 4 and Cat 6"."""
        words = AnswerWords(self.start, tuple(self.view.names))
        told = []
        for ask in told_after_play(self.start):
            given = [one for one in self.opening.answered if one.key == ask.key]
            if not given or any(key == ask.key for key, _ in self.opening.missing):
                return ""
            each = [_of_one(ask, answer, words) for answer in given]
            what = str(words_of(ask)["what"])
            told.append(f"{what[:1].upper()}{what[1:]}: {list_names(each)}")
        return " · ".join(told)

    @property
    def asks_of_seats(self) -> bool:
        """Whether each seat answers anything of itself in this game."""
        return bool(own_asks(self.start))

    @property
    def noted_in_play(self) -> str:
        """What anybody notes in play: "Note the trump", or changes; "" where that is nothing."""
        calls = {ask.key for ask in calls_of(self.start)}
        asks = [ask for ask in asks_in_play(self.view.game.sheet) if ask.key not in calls]
        what = listed([WORDS["asks"][ask.key]["what"] for ask in asks])
        if not what:
            return ""
        if all(ask.key in self.opening.noted for ask in asks):
            return f"Change {what}"
        return f"Note {what}"

    def data(self) -> dict[str, Any]:
        """The same for the phone's modules."""
        opening = self.opening
        return {
            "phones": list(seats_in(self.state.held)),
            "silent": list(seats_in(self.state.silent)),
            "in": [[answer.key, answer.seat] for answer in opening.answered],
            "answered": dict(self._answered()),
            "missing": [list(place) for place in opening.missing],
            "counted": self.is_counted,
            "final": [
                ask.key for ask in own_asks(self.start) if is_final(self.start, opening, ask)
            ],
            "open": [question.key for question in opening.open_questions],
        }

    def _answered(self) -> Mapping[str, Any]:
        """What all may see, by ask: an answer, a list of them, or one for each seat or side."""
        told: dict[str, Any] = {}
        asks = {ask.key: ask for ask in self.start.asks}
        for answer in self.opening.answered:
            ask = asks[answer.key]
            if ask.many:
                told.setdefault(ask.key, []).append(_value(answer, ask))
            elif answer.seat is None:
                told[ask.key] = _value(answer, ask)
            else:
                number = ask.number_of_answers(self.opening.table)
                told.setdefault(ask.key, [None] * number)[answer.seat] = _value(answer, ask)
        return told


def own_words(ask: Ask[Any]) -> str:
    """What a seat calls its own answer: "Your hand"."""
    return str(words_of(ask).get("own") or "Your answer")


def _of_one(ask: Ask[Any], answer: Answered, words: AnswerWords) -> str:
    """An answer with whose it is: "Ann 3"."""
    whose = "" if answer.seat is None else f"{words.whose(ask.of, answer.seat)} "
    return f"{whose}{words.answer(ask, answer.value)}"


def _value(answer: Answered, ask: Ask[Any]) -> Any:
    """An answer as a record has it; None where it is withheld."""
    return None if answer.value in (None, WITHHELD) else ask.write_one(answer.value)
