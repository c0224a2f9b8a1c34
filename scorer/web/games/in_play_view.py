"""The deal in play on the sheet: who has answered, what each seat can say, and what was noted."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from scorer.rules.answers import AnswerWords, is_answered, template_of, words_of
from scorer.rules.asks import Ask, Seat
from scorer.rules.in_play import (
    OF_DEAL,
    Answer,
    DealInPlay,
    Place,
    asks_after_play,
    asks_of_own_end,
    asks_of_who_is_out,
    calls_of,
    flags_of_deal,
    names_seat,
    own_asks,
)
from scorer.rules.sheet import Sheet
from scorer.rules.start import ResolvedStart
from scorer.rules.types import SheetDeal
from scorer.rules.words import fill, list_names
from scorer.services.games.news import GameState, seats_in
from scorer.web.drawn_cards import draw_hand
from scorer.web.errors import sentence_of
from scorer.web.formats import upper_first
from scorer.web.names import isolate_rtl, listed

# So many are named whom all wait for.
MAX_NAMES = 3
# The mark and the word of each state that a seat can be in while own answers come in.
STATES = {
    "in": ("✓", "in"),
    "waiting": ("○", "waiting"),
    "silent": ("?", "silent"),
    "alone": ("–", "no phone"),
}


def asks_in_play(sheet: Sheet) -> list[Ask[Any]]:
    """The asks that can be answered while the cards are still being played."""
    return [ask for ask in sheet.start.asks if ask.during and ask.asked]


def asks_without_row(sheet: Sheet) -> list[Ask[Any]]:
    """Those that no name on the sheet answers, such as a trump."""
    return [ask for ask in asks_in_play(sheet) if not is_named(sheet.start, ask)]


def is_named(start: ResolvedStart, ask: Ask[Any]) -> bool:
    """Whether the names on the sheet answer an ask: who swept."""
    names_seat = isinstance(ask, Seat) and ask.of == "deal"
    return names_seat and "asks" in words_of(start, ask).get("in_play", {})


def forgotten_asks(deal: SheetDeal, sheet: Sheet) -> dict[str, str]:
    """The asks of play that nobody answered in a deal, and the sentences that offer them."""
    return {
        ask.key: str(late)
        for ask in asks_in_play(sheet)
        if (late := words_of(sheet.start, ask).get("in_play", {}).get("late"))
        if not deal.facts.void and not is_answered(ask, deal.facts.answers[ask.key])
    }


@dataclass(frozen=True)
class SeatMark:
    """How far a seat is, by a sign and in a word; `says` is its answer once all see it."""

    seat: int
    state: str
    mark: str
    word: str
    says: str = ""


@dataclass(frozen=True)
class Toggle:
    """An answer that a tap gives or takes back, such as "Declare"; `beaten` by another call."""

    key: str
    value: str
    says: str
    on: bool
    beaten: bool = False


@dataclass(frozen=True)
class OwnBlock:
    """The buttons of a seat's phone; `done` replaces `own`, the label of an answer that is in."""

    seat: int
    goes_out: Toggle | None
    own: str
    done: str
    typed_by: str
    may_change: bool
    secret: bool
    calls: tuple[Toggle, ...]


@dataclass(frozen=True)
class NoteView:
    """A note about a seat in the deal in play: its mark, and the sentence that Undo undoes."""

    ask: str
    sentence: str
    mark: str


@dataclass(frozen=True)
class Misfit:
    """The reason that the answers cannot be true together, and the seats that do not fit."""

    sentence: str
    seats: Mapping[int, str]
    names: str


@dataclass(frozen=True, eq=False)
class InPlayView:
    """The deal in play, to every phone of a right the same.

    `names` go by seat and `side_names` by side; `writers` names those whose phones have answered,
    by device, and `devices` are the phones that hold seats, by seat.
    """

    deal: DealInPlay
    sheet: Sheet
    state: GameState
    names: Sequence[str]
    side_names: Sequence[str]
    writers: Mapping[str, str]
    devices: Mapping[int, str]

    @property
    def start(self) -> ResolvedStart:
        """How the game begins."""
        return self.deal.start

    @cached_property
    def words(self) -> AnswerWords:
        """Says answers in words, in the middle of a sentence."""
        return AnswerWords(self.start, tuple(map(isolate_rtl, self.names)), draw_hand)

    @property
    def holders(self) -> tuple[int, ...]:
        """The seats that phones hold."""
        return tuple(seat for seat in seats_in(self.state.held) if seat < len(self.start.order))

    @property
    def all_hold(self) -> bool:
        """Whether every seat has a phone."""
        return len(self.holders) == len(self.start.order)

    @cached_property
    def waiting_seats(self) -> tuple[int, ...]:
        """The seats that are asked now and have not answered, clockwise."""
        return self.deal.waiting_seats()

    @cached_property
    def _asked(self) -> dict[int, list[Place]]:
        every = {seat: self.deal.asked_of(seat) for seat in self.start.order}
        return {seat: places for seat, places in every.items() if places}

    @cached_property
    def marks(self) -> list[SeatMark]:
        """How far each seat is, clockwise; none before the first answer of its own is in."""
        asked = [place for places in self._asked.values() for place in places]
        begun = any(place in self.deal.values for place in asked)
        return [self._mark(seat) for seat in self._asked] if begun or self.deal.is_play_over else []

    def _mark(self, seat: int) -> SeatMark:
        if seat in self.waiting_seats:
            held, silent = (mask >> seat & 1 for mask in (self.state.held, self.state.silent))
            state = "alone" if not held else "silent" if silent else "waiting"
            return SeatMark(seat, state, *STATES[state])
        says = [
            self.words.answer(self.deal.asks[place[0]], self.deal.values[place])
            for place in (self._asked[seat] if self.misfit else ())
        ]
        sign, word = STATES["in"]
        if typed_by := self._typed_by(seat):
            word = f"{word}, by {typed_by}"
        return SeatMark(seat, "in", sign, word, ", ".join(says))

    def _typed_by(self, seat: int) -> str:
        """The writer of the answer of a seat on another phone than its own; "" for its own."""
        device = self.deal.answers[self._asked[seat][-1]].device
        writer = self.writers[device]
        if writer != self.names[seat]:
            return writer
        return "" if self.devices.get(seat, device) == device else "another phone"

    @property
    def is_all_in(self) -> bool:
        """Whether every seat has answered what is asked now."""
        return bool(self._asked) and not self.waiting_seats

    @property
    def done(self) -> str:
        """How many are done: "3 of 5 done"."""
        asked = len(self._asked)
        return f"{asked - len(self.waiting_seats)} of {asked} done"

    @property
    def waits(self) -> str:
        """The seats that all wait for: "Waiting for Dan"; of many only their number."""
        names = [self.names[seat] for seat in self.waiting_seats]
        shown = listed(names) if len(names) <= MAX_NAMES else len(names)
        return f"Waiting for {shown}" if names else ""

    # A deal that waits for Save, or cannot have happened.

    @cached_property
    def misfit(self) -> Misfit | None:
        """The reason that the answers make no deal, where all are in."""
        fault = self.deal.fault()
        if fault is None:
            return None
        seats = {seat: self.names[seat] for seat in self.deal.suspect_seats()}
        return Misfit(sentence_of(fault), seats, listed(list(seats.values()), "or"))

    @cached_property
    def waits_for_save(self) -> dict[str, Any] | None:
        """The deal that all answers make after an undo, as an entry has it; None for none."""
        if not self.deal.is_complete or self.misfit:
            return None
        return {"after": self.sheet.last_deal, "facts": self.deal.facts()}

    # Who is out.

    @cached_property
    def who_is_out(self) -> Answer | None:
        """The answer that names the seat that is out, or has won, where there is one."""
        answers = self.deal.answers
        places = [(ask.key, OF_DEAL) for ask in asks_of_who_is_out(self.start)]
        return next((answers[place] for place in places if place in answers), None)

    @cached_property
    def out_says(self) -> str:
        """Who is out, and how: "Ben is out on a red nine"; "" while nobody is."""
        answer = self.who_is_out
        if answer is None or answer.value is None:
            return ""
        ask = self.deal.asks[answer.ask]
        names = self.side_names if ask.kind == "side" else self.names
        template = str(self.words.of(ask).get("chip") or "{name}")
        says = fill(template, {"name": isolate_rtl(names[answer.value])})
        return " ".join([says, *(flag.says for flag in self.flags if flag.on)])

    @cached_property
    def out_seats(self) -> tuple[int, ...]:
        """The seats whose phones may take back that they are out: a seat, or all of a side."""
        out = self.who_is_out
        if out is None:
            return ()
        ask = self.deal.asks[out.ask]
        return tuple(seat for seat in self.holders if names_seat(self.start, ask, out.value, seat))

    @property
    def all_turn(self) -> bool:
        """Whether phones turn to their own hands as soon as a seat is out."""
        return bool(asks_of_who_is_out(self.start) and self.state.held & ~self.state.silent)

    @property
    def flags(self) -> list[Toggle]:
        """The flags about the seat that is out, once there is one."""
        if self.who_is_out is None:
            return []
        return [
            Toggle(
                ask.key,
                "1",
                str(self.words.of(ask).get("chip") or self.words.of(ask)["what"]),
                bool(self.deal.values.get((ask.key, OF_DEAL))),
            )
            for ask in flags_of_deal(self.start)
        ]

    # The buttons of each seat's phone.

    @property
    def blocks(self) -> Iterator[OwnBlock]:
        """The buttons for the phone of each seat that has one."""
        return map(self._block, self.holders)

    def _block(self, seat: int) -> OwnBlock:
        asked, missing = self._asked.get(seat, ()), self.deal.missing_of(seat)
        # What is asked after the play comes first, unless only a bid is asked.
        keys = {key for key, _ in missing or asked}
        ask = next((ask for ask in reversed(own_asks(self.start)) if ask.key in keys), None)
        own = "" if ask is None else str(self.words.of(ask).get("own") or "Your answer")
        return OwnBlock(
            seat=seat,
            goes_out=self._goes_out(seat) if self.who_is_out is None else None,
            own=own,
            done=str(self.words.of(ask).get("answered") or own) if ask and not missing else "",
            typed_by=self._typed_by(seat) if ask and not missing else "",
            may_change=bool(self.deal.changeable(seat)),
            secret=ask is not None and ask.shown == "when_complete",
            calls=tuple(self._calls(seat)),
        )

    def _goes_out(self, seat: int) -> Toggle | None:
        """The button that says of a seat that it is out, where one can be."""
        ask = next(iter(asks_of_own_end(self.start)), None)
        if ask is None:
            return None
        value = self.start.sides[seat] if ask.kind == "side" else seat
        return Toggle(
            ask.key, str(value), str(self.words.of(ask).get("mine") or "I’m out"), on=False
        )

    def _calls(self, seat: int) -> Iterator[Toggle]:
        """The calls that a seat can make while the cards are played, which open its own answer."""
        for ask in calls_of(self.start):
            calls = {at: value for (key, at), value in self.deal.values.items() if key == ask.key}
            counts = ask.counts(calls, self.deal.table).get(seat)
            words = self.words.of(ask)
            for value in ask.offers or ask.values:
                says = str(words.get("calls", words.get("options", {})).get(value, value))
                is_called = calls.get(seat) == value
                is_on = is_called and counts == value
                yield Toggle(ask.key, value, says, on=is_on, beaten=is_called and not is_on)

    # What anybody answers, in play and after it.

    @property
    def all_answered(self) -> str:
        """That all have answered before the play, and what is next; "" where that is not so."""
        asks = [ask for ask in own_asks(self.start) if ask.when == "before"]
        says = [
            str(self.words.of(ask)["all_answered"])
            for ask in asks
            if "all_answered" in self.words.of(ask)
        ]
        if not says or not self.is_all_in:
            return ""
        return f"{says[0]}. Next: {self._after}." if self._after else f"{says[0]}."

    @property
    def _after(self) -> str:
        """The subject of what anybody answers after the play: "the tricks"."""
        asks = asks_after_play(self.start)
        if not asks:
            return ""
        return str(self.words.of(asks[0])["what"]) if len(asks) == 1 else "the result"

    @property
    def ask_after_play(self) -> str:
        """The first ask that anybody answers after the play; "" for none."""
        return next((ask.key for ask in asks_after_play(self.start)), "")

    @property
    def after_play(self) -> str:
        """The button by which anybody answers it: "Enter the tricks"; "" where that is nothing."""
        if not self._after:
            return ""
        return f"{'Change' if self.answered_after_play else 'Enter'} {self._after}"

    @cached_property
    def answered_after_play(self) -> str:
        """The answers after the play, once they are in: "The tricks: Ann 3, Ben 4 and Cat 6"."""
        says = []
        for ask in asks_after_play(self.start):
            places = [place for key, place in self.deal.values if key == ask.key]
            if not places or any(key == ask.key for key, _ in self.deal.missing):
                return ""
            each = [
                f"{'' if place == OF_DEAL else self.words.whose(ask.of, place) + ' '}"
                f"{self.words.answer(ask, self.deal.values[ask.key, place])}"
                for place in sorted(places)
            ]
            says.append(f"{upper_first(str(self.words.of(ask)['what']))}: {list_names(each)}")
        return " · ".join(says)

    @property
    def asks_of_seats(self) -> bool:
        """Whether each seat answers anything of itself in this game."""
        return bool(own_asks(self.start))

    @cached_property
    def _noted_apart(self) -> list[Ask[Any]]:
        """The asks that anybody notes in play, unless a row or a seat’s phone has a button."""
        calls = {ask.key for ask in calls_of(self.start)} if self.state.held else set()
        return [ask for ask in asks_without_row(self.sheet) if ask.key not in calls]

    @property
    def note_ask(self) -> str:
        """The first of them; "" where there is none."""
        return self._noted_apart[0].key if self._noted_apart else ""

    @property
    def is_noted(self) -> bool:
        """Whether all of them are answered."""
        return all((ask.key, OF_DEAL) in self.deal.values for ask in self._noted_apart)

    @property
    def is_noted_first(self) -> bool:
        """Whether the only one of them is still open, which is noted before all else."""
        asks = self._noted_apart
        return len(asks) == 1 and asks[0].of == "deal" and not self.is_noted

    @property
    def to_note(self) -> str:
        """The button by which anybody notes it: "Note the trump", or changes it."""
        what = listed([self.words.of(ask)["what"] for ask in self._noted_apart])
        return what and f"{'Change' if self.is_noted else 'Note'} {what}"

    @cached_property
    def _named(self) -> dict[int | None, list[Ask[Any]]]:
        """The asks that names on the sheet answer, by the seat that was noted; None for none."""
        named: dict[int | None, list[Ask[Any]]] = {}
        for ask in asks_in_play(self.sheet):
            if is_named(self.start, ask):
                named.setdefault(self.deal.values.get((ask.key, OF_DEAL)), []).append(ask)
        return named

    @property
    def notes(self) -> dict[int, list[NoteView]]:
        """The notes about each seat."""
        return {
            seat: [
                NoteView(
                    ask.key,
                    self.words.piece(ask, seat, template_of(self.start, ask)),
                    self.words.of(ask)["in_play"]["mark"],
                )
                for ask in asks
            ]
            for seat, asks in self._named.items()
            if seat is not None
        }

    @property
    def questions(self) -> dict[str, str]:
        """The questions that are still open, by ask, as far as an answer would move anything."""
        asks = filter(self._moves, self._named.get(None, ()))
        return {ask.key: self.words.of(ask)["in_play"]["asks"] for ask in asks}

    def _moves(self, ask: Ask[Any]) -> bool:
        """Whether noting a seat would move anything, in a game in which such a note does."""
        note = {ask.key: self.start.order[0]}
        lines = self.start.variant.in_play(note, self.deal.table, self.deal.opening.carry)
        return not lines or any(line.points for line in lines)

    def _asked_keys(self, seat: int, *, scoring: bool) -> list[str]:
        """The asks that a phone may answer or change for a seat now, as far as it may score."""
        deal = self.deal
        places = deal.asked_of(seat)
        if not scoring:
            may = {*deal.missing_of(seat), *deal.changeable(seat)}
            places = [place for place in places if place in may]
        return [key for key, _ in places]

    def data(self, *, scoring: bool) -> dict[str, Any]:
        """The same for the phone's modules; a hidden value is in none of it."""
        deal = self.deal
        shown = [answer for answer in deal.answers.values() if deal.is_shown(answer, None)]
        data: dict[str, Any] = {
            "in": [[key, place, answer.device] for (key, place), answer in deal.answers.items()],
            "answered": answers_as_data(deal, shown),
        }
        if self.state.held:
            seats = range(len(self.start.order))
            data |= {
                "phones": list(self.holders),
                "silent": list(seats_in(self.state.silent)),
                "writers": dict(self.writers),
                "asked": [self._asked_keys(seat, scoring=scoring) for seat in seats],
                "missing": [list(place) for place in deal.missing],
                "counted": deal.is_play_over,
                "out_says": self.out_says,
            }
        return data


def answers_as_data(deal: DealInPlay, answers: Sequence[Answer]) -> dict[str, Any]:
    """Answers by their asks, as a record has them: one, or a list of one for each seat or side."""
    data: dict[str, Any] = {}
    for answer in answers:
        ask = deal.asks[answer.ask]
        if answer.place == OF_DEAL:
            data[ask.key] = answer.value
        else:
            places = ask.number_of_answers(deal.table)
            data.setdefault(ask.key, [None] * places)[answer.place] = answer.value
    return data


def own_answers(deal: DealInPlay, device: str) -> dict[str, Any]:
    """The answers that a device wrote, as a record has them, hidden ones too."""
    mine = [answer for answer in deal.answers.values() if answer.device == device]
    return answers_as_data(deal, mine)
