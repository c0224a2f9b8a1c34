"""A deal as one plain form, built from the asks of its game, for a phone without JavaScript.

The field of an answer is called as its ask is, and `tricks-0` where each seat or side answers. A
hand has two more, `hands-0-red_nines` and `hands-0-cards`: its cards or its sum, never both.
"""

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from flask import request

from scorer.rules.answer_words import AnswerWords
from scorer.rules.asks import Ask, Choice, Flag, Hands, Number, Seat, Side
from scorer.rules.cards import CARDS, RED_NINE, UNKNOWN, say_hand
from scorer.rules.entries import MAX_SEATS_EVER
from scorer.rules.errors import ImpossibleDeal, Refused, faults_of
from scorer.rules.numbers import parse_number, parse_sent_number, parse_sum
from scorer.rules.seating import deal_table
from scorer.rules.start import ResolvedStart
from scorer.rules.table import Table, clockwise_from, left_of
from scorer.rules.types import Carry
from scorer.rules.words import WORDS
from scorer.web.names import listed

MAX_FIELD_LENGTH = 200
MAX_HELD = 999_999
# "red 9", as people write it.
RED_NINES = re.compile(r"\bred[\s-]*(?:9|nine)\b", re.IGNORECASE)
CARD_NAMES = {card.upper(): card for card in CARDS} | {UNKNOWN.upper(): UNKNOWN, "9R": "9r"}
# The value that is chosen where an answer has to say that it was nobody.
NOBODY = "none"


@dataclass
class AnswerField:
    """The field of an ask; `place` says whose answer it is, `data` is that as a record has it."""

    ask: Ask[Any]
    place: int | None
    name: str
    label: str
    value: str = ""
    red_nines: str = "0"
    cards: str = ""
    data: Any = None
    error: str = ""
    is_left_out: bool = False

    @property
    def is_typed(self) -> bool:
        """Whether anything stands in it."""
        return bool(self.value or self.cards or self.red_nines != "0")

    @property
    def says_nobody(self) -> bool:
        """Whether nobody has to be chosen like everybody else: blank, it may only be forgotten."""
        is_one = isinstance(self.ask, Seat | Side | Choice) and self.ask.of == "deal"
        return is_one and self.ask.group is not None and not self.ask.required

    def show(self, answer: Any) -> None:
        """Show an answer as a record has it."""
        self.data = answer
        match answer:
            case None | False:
                self.value = ""
            case True:
                self.value = "1"
            case Mapping():
                held = {key: str(number) for key, number in answer.items()}
                self.red_nines = held.pop("red_nines", "0")
                self.value = next(iter(held.values()), "")
            case list() | tuple() if isinstance(self.ask, Hands):
                self.cards = say_hand(map(str, answer))
            case list() | tuple():
                self.value = " ".join(map(str, answer))
            case _:
                self.value = str(answer)

    def read(self, form: Mapping[str, str]) -> None:
        """Take what was typed."""
        self.value, self.red_nines, self.cards = (
            form.get(f"{self.name}{part}", "").strip()[:MAX_FIELD_LENGTH]
            for part in ("", "-red_nines", "-cards")
        )
        self.red_nines = self.red_nines or "0"

    def parse(self) -> Any:
        """The answer that was typed, as a record has it; raises ValueError where it is none."""
        if not isinstance(self.ask, Hands):
            return parse_answer(self.ask, self.value)
        if self.cards:
            return self._parse_cards()
        numbers = [parse_number(typed, MAX_HELD) for typed in (self.value, self.red_nines)]
        if None not in numbers:
            return dict(zip((self.ask.counted, "red_nines"), numbers, strict=True))
        if self.value.isdecimal() and self.red_nines.isdecimal():
            raise ValueError("This number is too large.")
        what = "many points they count" if self.ask.counted == "points" else "many cards"
        raise ValueError(f"Write how {what} in digits.")

    def _parse_cards(self) -> list[str]:
        cards = RED_NINES.sub(f" {RED_NINE} ", self.cards.replace(",", " ")).split()
        # Red nines may be chosen with cards that hold as many of them.
        count = str(sum(card.lower() == RED_NINE for card in cards))
        if self.value or self.red_nines not in ("0", count):
            raise ValueError("Write the sum or the cards, not both.")
        return [CARD_NAMES.get(card.upper(), card) for card in cards]


def parse_answer(ask: Ask[Any], typed: str) -> Any:
    """The answer in a field as a record has it; raises ValueError where it is none."""
    if isinstance(ask, Flag):
        return True
    if isinstance(ask, Number):
        number = parse_sum(typed)
        if number is None and ask.cards is None:
            raise ValueError("Write a whole number, or a sum such as 10 + 5.")
        return split_cards(typed, ask.cards or {}) if number is None else number
    seat = parse_sent_number(typed, MAX_SEATS_EVER) if isinstance(ask, Seat | Side) else None
    return typed if seat is None else seat


def split_cards(written: str, known: Mapping[str, Any]) -> list[str]:
    """The cards of "C D D" or "cdd"; what is no card stands for itself."""
    by_name = {card.upper(): card for card in known}
    cards: list[str] = []
    for piece in written.replace(",", " ").split():
        letters = piece if by_name.keys() >= set(piece.upper()) else [piece]
        names = [piece] if piece.upper() in by_name else letters
        cards += [by_name.get(name.upper(), name) for name in names]
    return cards


class DealForm:
    """The asks of one deal, what was typed, and what is wrong with it.

    `known` are facts of the deal, those of a group among the others or under its key, and `preset`
    answers in the address. `error` is about the whole.
    """

    status = 200
    error = ""

    def __init__(
        self,
        start: ResolvedStart,
        table: Table,
        carry: Carry,
        names: Sequence[str],
        known: Mapping[str, Any],
        preset: Mapping[str, str],
    ) -> None:
        self.start, self.known, self.preset = start, dict(known), preset
        self.words = AnswerWords(start, tuple(names))
        for group in {ask.group for ask in table.asks if ask.group}:
            self.known |= known.get(group, {})
        self.is_sent = request.method == "POST"
        source: Mapping[str, Any] = request.form if self.is_sent else known
        self.void, self.dealer = bool(source.get("void")), source.get("dealer")
        self.is_void = self.void and start.variant.has_void_deals
        self._ask(start.usual_table(table))
        if start.variant.asks_by_deal:
            # What is answered to all that the game may ask says what it asks.
            every = self.fields
            self._ask(deal_table(start.variant, table, carry, self._answers()))
            if self.is_sent:
                self._keep_typed(every)
        if self.is_sent:
            self._fill_in()

    def _ask(self, table: Table) -> None:
        """Make the fields of what is asked at this table."""
        self.table = table
        self.asks = {ask.key: ask for ask in table.asks if ask.asked and not ask.of_nobody}
        self.fields: dict[str, list[AnswerField]] = {}
        # Who is left out by the answer to another ask is known once that was read.
        for ask in sorted(self.asks.values(), key=lambda ask: ask.but is not None):
            self.fields[ask.key] = [self._field(ask, place) for place in self._places(ask)]

    def _keep_typed(self, every: Mapping[str, list[AnswerField]]) -> None:
        """Keep the fields of what was typed and is not asked in this deal, and say so."""
        for key, fields in every.items():
            typed = [field for field in fields if field.is_typed and key not in self.asks]
            for field in typed:
                fault = ImpossibleDeal("no_answer_here", what=key)
                fault.game = self.start.variant.key
                field.error = f"{fault.message}."
            if typed:
                self.asks[key], self.fields[key] = fields[0].ask, fields

    def _places(self, ask: Ask[Any]) -> Sequence[int | None]:
        """Whose answers are asked, clockwise from the left of who is not, stand-ins last."""
        if ask.of == "deal":
            return (None,)
        table, asked = self.table, ask.places(self.table)
        every = table.order if ask.of == "seat" else table.sides_in_order
        order = tuple(place for place in every if place in asked)
        if (left_out := self._left_out(ask)) in order:
            order = clockwise_from(order, left_of(order, left_out))
        return (*order, *(place for place in asked if place not in order))

    def _left_out(self, ask: Ask[Any]) -> Any:
        return self.fields[ask.but][0].data if ask.but in self.asks else None

    def _field(self, ask: Ask[Any], place: int | None) -> AnswerField:
        name, label = ask.key, ""
        if place is not None:
            name, label = f"{ask.key}-{place}", self.words.whose(ask.of, place)
        field = AnswerField(ask, place, name, label)
        field.is_left_out = place is not None and self._left_out(ask) == place
        if not self.is_sent:
            field.show(self._known_answer(field))
            return field
        field.read(request.form)
        is_nobody = field.says_nobody and field.value == NOBODY
        if field.is_typed and not is_nobody and not self.is_void:
            sits = ask.of == "seat" and place in self.table.order
            try:
                field.data = field.parse()
                with faults_of(self.start.variant.key):
                    ask.read_one(field.data, self.table, place if sits else None)
            except ImpossibleDeal as fault:
                field.error = f"{fault.message}."
            except ValueError as fault:
                field.error = str(fault)
        return field

    def _known_answer(self, field: AnswerField) -> Any:
        ask, place = field.ask, field.place
        if place is None and ask.key in self.preset:
            with suppress(ValueError):
                return parse_answer(ask, self.preset[ask.key])
        answer = self.known.get(ask.key)
        if answer is None and ask.key in self.known and field.says_nobody:
            return NOBODY
        return answer if place is None or not answer else answer[place]

    def _fill_in(self) -> None:
        """Show the blank number that is known by the sum, or all where nothing is left."""
        for ask in self.asks.values():
            fields = [field for field in self.fields[ask.key] if not field.is_left_out]
            if not isinstance(ask, Number) or ask.sum is None or any(it.error for it in fields):
                continue
            blank = [field for field in fields if not field.is_typed]
            left = ask.sum - sum(ask.number_of(field.data) or 0 for field in fields)
            # As on the pad: of the other sign, or beyond the sum, it is for a person to say.
            is_likely = not ask.sum or 0 <= left / ask.sum <= 1
            for field in blank if len(blank) == 1 or left == ask.least == 0 else ():
                field.show(left if is_likely else None)

    @property
    def groups(self) -> list[tuple[str, list[Ask[Any]]]]:
        """The asks in order; those of a group stand together under its title, others under none."""
        titles = WORDS["variants"][self.start.variant.key].get("groups", {})
        grouped = groupby(self.asks.values(), key=lambda ask: ask.group or "")
        return [(titles.get(group, group.capitalize()), list(asks)) for group, asks in grouped]

    def choices(self, ask: Ask[Any]) -> list[tuple[int | str, str]]:
        """The values to choose from, and those typed already, with the word for each."""
        if isinstance(ask, Seat):
            dealt = [it for it in self.table.dealt if ask.seats is None or it in ask.seats]
            return [(seat, self.words.names[seat]) for seat in dealt]
        if not isinstance(ask, Choice):
            return [(side, self.words.sides[side]) for side in self.table.sides_in_order]
        typed = [field.value for field in self.fields[ask.key] if field.value in ask.values]
        values = dict.fromkeys((*(ask.offers or ask.values), *typed))
        answers = self._answers()
        return [(value, self.words.answer(ask, value, answers)) for value in values]

    @property
    def first_wrong(self) -> str:
        """The first field that something is wrong with, which is ready to be typed in."""
        wrong = (field.name for key in self.asks for field in self.fields[key] if field.error)
        return next(wrong, "")

    def _is_excluded(self, ask: Ask[Any]) -> bool:
        excluding = (field for key in ask.unless for field in self.fields.get(key, ()))
        return any(field.is_typed for field in excluding)

    @property
    def field_names(self) -> str:
        """The names of the fields of the answers, which the form sends back."""
        return " ".join(field.name for fields in self.fields.values() for field in fields)

    def validate(self) -> bool:
        """Whether a form was sent with all that is asked and can be read, which a void deal is not.

        What is asked by the answers of the form itself is shown before it is saved.
        """
        if not self.is_sent or self.is_void:
            return self.is_sent
        for ask in self.asks.values():
            field = self.fields[ask.key][0]
            if field.says_nobody and not field.is_typed and not self._is_excluded(ask):
                field.error = f"Say {self.words.of(ask)['what']}."
        seen = {*request.form.get("fields", self.field_names).split(), *request.form}
        more = [key for key in self.asks if any(it.name not in seen for it in self.fields[key])]
        if more and not self.first_wrong:
            asked = listed([self.words.of(self.asks[key])["asked"] for key in more])
            self.error = f"Still asked: {asked}."
        self.status = 422 if self.first_wrong or self.error else 200
        return self.status == 200

    def facts(self) -> dict[str, Any]:
        """The facts as a record has them."""
        facts: dict[str, Any] = {"void": True} if self.is_void else self._answers()
        dealer = parse_sent_number(str(self.dealer or ""), MAX_SEATS_EVER)
        return {**facts, "dealer": dealer} if dealer in self.table.order else facts

    def _answers(self) -> dict[str, Any]:
        facts: dict[str, Any] = {}
        for key, ask in self.asks.items():
            fields = self.fields[key]
            if not any(field.is_typed for field in fields) and self._is_excluded(ask):
                continue
            answer = fields[0].data
            if ask.of != "deal":
                answer = [None] * ask.number_of_answers(self.table)
                for field in fields:
                    answer[field.place or 0] = ask.no_answer if field.data is None else field.data
            if ask.group:
                facts.setdefault(ask.group, {})[key] = answer
            elif answer is not None:
                facts[key] = answer
        # Notes on which nothing depends stay while the same seat or side is left out.
        named = {ask.but for ask in self.table.asks if ask.but}
        if all(self.known.get(key) == facts.get(key) for key in named):
            idle = {ask.key for ask in self.table.asks if not ask.asked} & self.known.keys()
            facts |= {key: self.known[key] for key in idle}
        return facts

    def add_refusal(self, fault: Refused, number: int) -> None:
        """Put a refusal at the field that it is about, as far as it names one of this deal."""
        self.status, sentence, seat = 422, f"{fault.message}.", fault.seat
        by_name = sentence if seat is None else f"{self.words.whose('seat', seat)}: {sentence}"
        if fault.deal is not None and fault.deal != number:
            self.error = f"Then deal {fault.deal} would be impossible. {by_name}"
            return
        for field in self.fields.get(str(fault.params.get("what")), ()):
            if field.place is None or (field.ask.of == "seat" and field.place == seat):
                field.error = by_name if field.place is None else sentence
                return
        self.error = by_name
