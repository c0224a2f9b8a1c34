"""A deal as one plain form, built from the asks of its game, for a phone without JavaScript.

The field of an answer is called as its ask is, and `tricks-0` where each seat or side answers. A
hand has two more, `hands-0-red_nines` and `hands-0-cards`: its cards or its sum, never both.
"""

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from itertools import groupby
from typing import Any

from flask import request

from scorer.rules.answers import AnswerWords
from scorer.rules.asks import Ask, Choice, Hands, Number
from scorer.rules.cards import CARDS, RED_NINE, UNKNOWN, say_hand
from scorer.rules.entries import MAX_SEATS
from scorer.rules.errors import ImpossibleDeal, Refused, faults_of
from scorer.rules.numbers import parse_number, parse_sent_number, parse_sum
from scorer.rules.start import ResolvedStart
from scorer.rules.table import Table, clockwise_from, left_of
from scorer.rules.words import WORDS

MAX_FIELD_LENGTH = 200
MAX_HELD = 999_999
# "red 9", as people write it.
RED_NINES = re.compile(r"\bred[\s-]*(?:9|nine)\b", re.IGNORECASE)
CARD_NAMES = {card.upper(): card for card in CARDS} | {UNKNOWN.upper(): UNKNOWN, "9R": "9r"}
# The value that is chosen where an answer has to say that it was nobody.
NOBODY = "none"


def says_nobody(ask: Ask[Any]) -> bool:
    """Whether nobody has to be chosen like everybody else: blank, it may only be forgotten."""
    is_one = ask.kind in ("seat", "side", "choice") and ask.of == "deal"
    return is_one and ask.group is not None and not ask.required


def parse_answer(ask: Ask[Any], typed: str) -> Any:
    """The answer in a field as a record has it; raises ValueError where it is none."""
    if ask.kind in ("seat", "side"):
        number = parse_sent_number(typed, MAX_SEATS)
        if number is None:
            raise ValueError("Choose one of these.")
        return number
    if ask.kind == "flag":
        return True
    if not isinstance(ask, Number):
        return typed
    number = parse_sum(typed)
    if number is not None:
        return number
    if ask.cards is None:
        raise ValueError("Write a whole number, or a sum such as 10 + 5.")
    return split_cards(typed, ask.cards)


def split_cards(written: str, known: Mapping[str, Any]) -> list[str]:
    """The cards of "C D D" or "cdd"; what is no card stands for itself."""
    by_name = {card.upper(): card for card in known}
    cards: list[str] = []
    for piece in written.replace(",", " ").split():
        letters = piece if by_name.keys() >= set(piece.upper()) else [piece]
        names = [piece] if piece.upper() in by_name else letters
        cards += [by_name.get(name.upper(), name) for name in names]
    return cards


class AnswerField:
    """The field of an ask; `place` says whose answer it is, `data` is that as a record has it."""

    def __init__(self, ask: Ask[Any], place: int | None, label: str) -> None:
        self.ask, self.place, self.label = ask, place, label
        self.name = ask.key if place is None else f"{ask.key}-{place}"
        self.value, self.error = "", ""
        self.data: Any = None

    @property
    def is_typed(self) -> bool:
        """Whether anything stands in it."""
        return bool(self.value)

    def show(self, answer: Any) -> None:
        """Show an answer that is known."""
        self.data = answer
        if isinstance(answer, list | tuple):
            self.value = " ".join(map(str, answer))
        elif answer is not None and answer is not False:
            self.value = "1" if answer is True else str(answer)

    def read(self, form: Mapping[str, str]) -> None:
        """Take what was typed."""
        self.value = form.get(self.name, "").strip()[:MAX_FIELD_LENGTH]

    def parse(self) -> Any:
        """The answer that was typed, as a record has it; raises ValueError where it is none."""
        return parse_answer(self.ask, self.value)


class HandField(AnswerField):
    """A hand: its sum and its red nines, or its cards."""

    red_nines, cards = "0", ""

    @property
    def is_typed(self) -> bool:
        """Whether anything stands in it."""
        return bool(self.value or self.cards or self.red_nines != "0")

    def show(self, answer: Any) -> None:
        """Show a hand that is known."""
        self.data = answer
        if isinstance(answer, Mapping):
            held = {key: str(number) for key, number in answer.items()}
            self.red_nines = held.pop("red_nines", "0")
            self.value = next(iter(held.values()), "")
        elif answer:
            self.cards = say_hand(map(str, answer))

    def read(self, form: Mapping[str, str]) -> None:
        """Take what was typed."""
        super().read(form)
        self.red_nines = form.get(f"{self.name}-red_nines", "").strip()[:MAX_FIELD_LENGTH] or "0"
        self.cards = form.get(f"{self.name}-cards", "").strip()[:MAX_FIELD_LENGTH]

    def parse(self) -> Any:
        """The hand that was typed, as a record has it; raises ValueError where it is none."""
        cards = RED_NINES.sub(f" {RED_NINE} ", self.cards.replace(",", " ")).split()
        if cards:
            # Red nines may be chosen with cards that hold as many of them.
            count = str(sum(card.lower() == RED_NINE for card in cards))
            if self.value or self.red_nines not in ("0", count):
                raise ValueError("Write the sum or the cards, not both.")
            return [CARD_NAMES.get(card.upper(), card) for card in cards]
        numbers = [parse_number(typed, MAX_HELD) for typed in (self.value, self.red_nines)]
        if self.value.isdecimal() and self.red_nines.isdecimal() and None in numbers:
            raise ValueError("This number is too large.")
        counted = self.ask.counted if isinstance(self.ask, Hands) else "points"
        if None in numbers:
            what = "many points they count" if counted == "points" else "many cards"
            raise ValueError(f"Write how {what} in digits.")
        return {counted: numbers[0], "red_nines": numbers[1]}


class DealForm:
    """The asks of one deal, what was typed, and what is wrong with it.

    `known` are facts of the deal, and `preset` answers in the address. `error` is about the whole.
    """

    status = 200

    def __init__(
        self,
        start: ResolvedStart,
        table: Table,
        names: Sequence[str],
        known: Mapping[str, Any],
        preset: Mapping[str, str],
    ) -> None:
        self.start, self.table, self.known = start, table, known
        self.words = AnswerWords(start, tuple(names))
        self.asks = {ask.key: ask for ask in start.asks if ask.asked}
        self.error = ""
        self.by_place: dict[tuple[str, int | None], AnswerField] = {}
        self.is_sent, form = request.method == "POST", request.form
        self.void = bool(form.get("void") if self.is_sent else known.get("void"))
        self.is_void = self.void and start.variant.has_void_deals
        self.dealer = form.get("dealer") if self.is_sent else known.get("dealer")
        for ask in self.asks.values():
            for place in (None,) if ask.of == "deal" else range(ask.number_of_answers(table)):
                label = "" if place is None else self.words.whose(ask.of, place)
                field_type = HandField if isinstance(ask, Hands) else AnswerField
                field = self.by_place[ask.key, place] = field_type(ask, place, label)
                if self.is_sent:
                    self._read(field, form)
                else:
                    field.show(self._known_answer(ask, place, preset))
        if self.is_sent:
            self._fill_in()

    def _read(self, field: AnswerField, form: Mapping[str, str]) -> None:
        """Parse what was typed in a field; where it is no answer, its `error` says so."""
        field.read(form)
        if not field.is_typed or field.value == NOBODY:
            return
        sits = field.ask.of == "seat" and field.place in range(self.table.players)
        try:
            field.data = field.parse()
            with faults_of(self.start.variant.key):
                field.ask.read_one(field.data, self.table, field.place if sits else None)
        except ImpossibleDeal as fault:
            field.error = f"{fault.message}."
        except ValueError as fault:
            field.error = str(fault)

    def _fill_in(self) -> None:
        """Show the blank number that is known by the sum, or all where nothing is left."""
        for ask in self.asks.values():
            fields = [field for field in self.fields(ask) if not self.is_left_out(field)]
            if not isinstance(ask, Number) or ask.sum is None or any(it.error for it in fields):
                continue
            blank = [field for field in fields if not field.is_typed]
            left = ask.sum - sum(ask.counted(field.data) or 0 for field in fields)
            # As on the pad: of the other sign, or beyond the sum, it is for a person to say.
            is_likely = not ask.sum or 0 <= left / ask.sum <= 1
            for field in blank if len(blank) == 1 or left == ask.least == 0 else ():
                field.show(left if is_likely else None)

    def _known_answer(self, ask: Ask[Any], place: int | None, preset: Mapping[str, str]) -> Any:
        if place is None and ask.key in preset:
            with suppress(ValueError):
                return parse_answer(ask, preset[ask.key])
        facts = self.known.get(ask.group, {}) if ask.group else self.known
        answer = facts.get(ask.key)
        if place is None and ask.key in facts and answer is None and says_nobody(ask):
            return NOBODY
        return answer if place is None or not answer else answer[place]

    @property
    def groups(self) -> list[tuple[str, list[Ask[Any]]]]:
        """The asks in order; those of a group stand together under its title, others under none."""
        titles = WORDS["variants"][self.start.variant.key].get("groups", {})
        grouped = groupby(self.asks.values(), key=lambda ask: ask.group or "")
        return [(titles.get(group, group.capitalize()), list(asks)) for group, asks in grouped]

    def choices(self, ask: Ask[Any]) -> list[tuple[int | str, str]]:
        """The values to choose from, and those typed already, with the word for each."""
        if ask.kind == "seat":
            return [(seat, self.words.names[seat]) for seat in self.start.order]
        if not isinstance(ask, Choice):
            return [(side, self.words.sides[side]) for side in self.start.sides_in_order]
        typed = [field.value for field in self.fields(ask) if field.value in ask.values]
        values = dict.fromkeys((*(ask.offers or ask.values), *typed))
        return [(value, self.words.answer(ask, value)) for value in values]

    def fields(self, ask: Ask[Any]) -> list[AnswerField]:
        """The fields of an ask, clockwise from the left of whoever is not asked, stand-ins last."""
        places: tuple[int | None, ...] = (None,)
        if ask.of != "deal":
            order = self.start.order if ask.of == "seat" else self.start.sides_in_order
            left_out = self._left_out(ask)
            if left_out in order:
                order = clockwise_from(order, left_of(order, left_out))
            places = (*order, *range(len(order), len(order) + ask.stand_ins))
        return [self.by_place[ask.key, place] for place in places]

    @property
    def first_wrong(self) -> str:
        """The first field that something is wrong with, which is ready to be typed in."""
        fields = (field for ask in self.asks.values() for field in self.fields(ask))
        return next((field.name for field in fields if field.error), "")

    def is_left_out(self, field: AnswerField) -> bool:
        """Whether a seat or side has no answer, being the one that another ask names."""
        return field.place is not None and self._left_out(field.ask) == field.place

    def _left_out(self, ask: Ask[Any]) -> Any:
        return self.fields(self.asks[ask.but])[0].data if ask.but in self.asks else None

    def _is_excluded(self, ask: Ask[Any]) -> bool:
        excluding = [self.asks[key] for key in ask.unless if key in self.asks]
        return any(field.is_typed for other in excluding for field in self.fields(other))

    def validate(self) -> bool:
        """Whether a form was sent, and all of it can be read; of a void deal nothing is."""
        for field in self.by_place.values() if self.is_sent else ():
            if self.is_void:
                field.error = ""
            elif says_nobody(field.ask) and not (field.is_typed or self._is_excluded(field.ask)):
                field.error = f"Say {self.words.of(field.ask)['what']}."
        if any(field.error for field in self.by_place.values()):
            self.status = 422
        return self.is_sent and self.status == 200

    def facts(self) -> dict[str, Any]:
        """The facts as a record has them."""
        facts: dict[str, Any] = {"void": True} if self.is_void else self._answers()
        dealer = parse_sent_number(str(self.dealer or ""), MAX_SEATS)
        return {**facts, "dealer": dealer} if dealer in self.start.order else facts

    def _answers(self) -> dict[str, Any]:
        facts: dict[str, Any] = {}
        for ask in self.asks.values():
            fields = self.fields(ask)
            if not any(field.is_typed for field in fields) and self._is_excluded(ask):
                continue
            answer = fields[0].data
            if ask.of != "deal":
                data = {field.place: field.data for field in fields}
                answers = [data[place] for place in range(len(fields))]
                answer = [ask.no_answer if each is None else each for each in answers]
            if ask.group:
                facts.setdefault(ask.group, {})[ask.key] = answer
            elif answer is not None:
                facts[ask.key] = answer
        # Notes on which nothing depends stay while the same seat or side is left out.
        named = {ask.but for ask in self.start.asks if ask.but}
        if all(self.known.get(key) == facts.get(key) for key in named):
            idle = {ask.key for ask in self.start.asks if not ask.asked} & self.known.keys()
            facts |= {key: self.known[key] for key in idle}
        return facts

    def add_refusal(self, fault: Refused, number: int) -> None:
        """Put a refusal at the field that it is about, as far as it names one of this deal."""
        self.status, sentence = 422, f"{fault.message}."
        ask, seat = self.asks.get(str(fault.params.get("what"))), fault.seat
        by_name = sentence if seat is None else f"{self.words.whose('seat', seat)}: {sentence}"
        if fault.deal is not None and fault.deal != number:
            self.error = f"Then deal {fault.deal} would be impossible. {by_name}"
        elif ask is not None and ask.of == "seat" and seat is not None:
            self.by_place[ask.key, seat].error = sentence
        elif ask is not None and ask.of == "deal":
            self.fields(ask)[0].error = by_name
        else:
            self.error = by_name
