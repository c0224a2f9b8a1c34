"""A deal as one plain form, built from the asks of its game, for a phone without JavaScript.

The field of an answer is called as its ask is, and `tricks-0` where each seat or side answers. A
hand has two more, `hands-0-red_nines` and `hands-0-cards`: its cards or its sum, never both.
"""

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cached_property
from itertools import groupby
from typing import Any

from wtforms import BooleanField, Field
from wtforms.validators import StopValidation

from scorer.rules.answers import AnswerWords
from scorer.rules.asks import Ask, Choice, Hands, Number
from scorer.rules.cards import CARDS, RED_NINE, UNKNOWN, say_hand
from scorer.rules.entries import MOST_SEATS
from scorer.rules.errors import ImpossibleDeal, Refused, faults_of
from scorer.rules.numbers import parse_number, parse_sent_number, parse_sum
from scorer.rules.start import ResolvedStart
from scorer.rules.table import Table, clockwise_from, left_of
from scorer.rules.words import WORDS
from scorer.web.forms import Form, SometimesField

LONGEST_FIELD = 200
LARGEST_HELD = 999_999
# "red 9", as people write it.
RED_NINES = re.compile(r"\bred[\s-]*(?:9|nine)\b", re.IGNORECASE)
CARD_NAMES = {card.upper(): card for card in CARDS} | {UNKNOWN.upper(): UNKNOWN, "9R": "9r"}
# However a suit is printed, filled, in outline, or as a coloured picture.
SUIT_LETTERS = str.maketrans("♣♢♡♠♧♦♥♤,", "CDHSCDHS ", "\ufe0e\ufe0f")
# The value that is chosen where an answer has to say that it was nobody.
NOBODY = "none"
# The keys of a hand in a fault about its sum.
IN_HANDS = frozenset({"points", "cards", "red_nines"})


def says_nobody(ask: Ask[Any]) -> bool:
    """Whether nobody has to be chosen like everybody else: blank, it may only be forgotten."""
    is_one = ask.kind in ("seat", "side", "choice") and ask.of == "deal"
    return is_one and ask.group is not None and not ask.required


def parse_answer(ask: Ask[Any], typed: str) -> Any:
    """The answer in a field as a record has it; raises ValueError where it is none."""
    if ask.kind in ("seat", "side"):
        number = parse_sent_number(typed, MOST_SEATS)
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
    """The cards of "C D D", "cdd" or "♣ ♢ ♢"; what is no card stands for itself."""
    by_name = {card.upper(): card for card in known}
    cards: list[str] = []
    for piece in written.translate(SUIT_LETTERS).split():
        letters = piece if by_name.keys() >= set(piece.upper()) else [piece]
        names = [piece] if piece.upper() in by_name else letters
        cards += [by_name.get(name.upper(), name) for name in names]
    return cards


class AnswerField(Field):
    """One answer of an ask, as a record has it, None where there is none; `at` says whose it is."""

    def __init__(
        self,
        label: str,
        ask: Ask[Any],
        start: ResolvedStart,
        table: Table,
        at: int | None = None,
        **named: Any,
    ) -> None:
        self.ask, self.start, self.table, self.at = ask, start, table, at
        self.seat = at if ask.of == "seat" and at is not None and at < table.players else None
        self.typed: dict[str, str] = {}
        super().__init__(label, **named)

    def process(self, formdata: Any, *rest: Any, **named: Any) -> None:
        """Read what was sent, or else show what is known."""
        parts = ("", "-red_nines", "-cards")
        sent = {part: formdata.get(f"{self.name}{part}", "") for part in parts} if formdata else {}
        self.typed = {part: value.strip()[:LONGEST_FIELD] for part, value in sent.items()}
        super().process(formdata, *rest, **named)
        self.typed = self.typed or self.write(self.data)

    def process_formdata(self, valuelist: list[str]) -> None:
        """Parse what was typed; raises ValueError where it is no answer."""
        self.data = None
        if self.is_typed and self.value != NOBODY:
            self.data = self.parse()
            try:
                with faults_of(self.start.variant.key):
                    self.ask.read_one(self.data, self.table, self.seat)
            except ImpossibleDeal as fault:
                raise ValueError(f"{fault.message}.") from None

    def pre_validate(self, form: Any) -> None:
        """Refuse a blank where there has to be an answer."""
        if not self.is_typed:
            form.check_blank(self)

    @property
    def value(self) -> str:
        """The text in its field."""
        return self.typed.get("", "")

    @property
    def is_typed(self) -> bool:
        """Whether anything stands in it."""
        return bool(self.value)

    @property
    def error(self) -> str:
        """The sentence about what is wrong with it; "" where nothing is."""
        return str(next(iter(self.errors), ""))

    def parse(self) -> Any:
        """The answer that was typed, as a record has it; raises ValueError where it is none."""
        return parse_answer(self.ask, self.value)

    def write(self, answer: Any) -> dict[str, str]:
        """The text to type for an answer."""
        if answer is None or answer is False:
            return {}
        if isinstance(answer, list | tuple):
            return {"": " ".join(map(str, answer))}
        return {"": "1" if answer is True else str(answer)}


class HandField(AnswerField):
    """A hand: its sum and its red nines, or its cards."""

    @property
    def red_nines(self) -> str:
        """The number of red nines that was chosen with the sum."""
        return self.typed.get("-red_nines") or "0"

    @property
    def cards(self) -> str:
        """The cards that were typed."""
        return self.typed.get("-cards", "")

    @property
    def is_typed(self) -> bool:
        """Whether anything stands in it."""
        return bool(self.value or self.cards or self.red_nines != "0")

    def parse(self) -> Any:
        """The hand that was typed, as a record has it; raises ValueError where it is none."""
        cards = RED_NINES.sub(f" {RED_NINE} ", self.cards.replace(",", " ")).split()
        if cards:
            # Red nines may be chosen with cards that hold as many of them.
            count = str(sum(card.lower() == RED_NINE for card in cards))
            if self.value or self.red_nines not in ("0", count):
                raise ValueError("Write the sum or the cards, not both.")
            return [CARD_NAMES.get(card.upper(), card) for card in cards]
        numbers = [parse_number(typed, LARGEST_HELD) for typed in (self.value, self.red_nines)]
        if self.value.isdecimal() and self.red_nines.isdecimal() and None in numbers:
            raise ValueError("This number is too large.")
        counted = self.ask.counted if isinstance(self.ask, Hands) else "points"
        if None in numbers:
            what = "many points they count" if counted == "points" else "many cards"
            raise ValueError(f"Write how {what} in digits.")
        return {counted: numbers[0], "red_nines": numbers[1]}

    def write(self, answer: Any) -> dict[str, str]:
        """The texts to type for a hand."""
        if isinstance(answer, Mapping):
            held = {key: str(number) for key, number in answer.items()}
            return {"-red_nines": held.pop("red_nines", "0"), "": next(iter(held.values()), "")}
        return {"-cards": say_hand(map(str, answer))} if answer else {}


class DealForm(Form):
    """The asks of one deal, what was typed, and what is wrong with it; made by `deal_form`.

    `known` are facts of the deal. `faults` has a sentence by the key of an ask for all of its
    answers, and under "form" for the whole.
    """

    dealer = SometimesField()
    void = BooleanField()
    sure = BooleanField()

    def __init__(
        self,
        start: ResolvedStart,
        table: Table,
        words: AnswerWords,
        known: Mapping[str, Any],
        data: Mapping[str, Any],
    ) -> None:
        self.start, self.table, self.words, self.known = start, table, words, known
        self.asks = {ask.key: ask for ask in start.asks if ask.asked}
        self.faults: dict[str, str] = {}
        super().__init__(data=data)

    @property
    def is_void(self) -> bool:
        """Whether the deal is dealt again."""
        return bool(self.void.data) and self.start.variant.has_void_deals

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
        if ask.of == "deal":
            return [self[ask.key]]
        order = self.start.order if ask.of == "seat" else self.start.sides_in_order
        left_out = self._left_out(ask)
        if left_out in order:
            order = clockwise_from(order, left_of(order, left_out))
        places = (*order, *range(len(order), len(order) + ask.stand_ins))
        return [self[f"{ask.key}-{at}"] for at in places]

    @cached_property
    def first_wrong(self) -> str:
        """The first field that something is wrong with, which is ready to be typed in."""
        fields = (field for ask in self.asks.values() for field in self.fields(ask))
        return next((field.name for field in fields if field.errors), "")

    def is_left_out(self, field: AnswerField) -> bool:
        """Whether a seat or side has no answer, being the one that another ask names."""
        return field.at is not None and self._left_out(field.ask) == field.at

    def _left_out(self, ask: Ask[Any]) -> int | None:
        return self[ask.but].data if ask.but in self.asks else None

    def is_excluded(self, ask: Ask[Any]) -> bool:
        """Whether another answer excludes an ask."""
        excluding = [self.asks[key] for key in ask.unless if key in self.asks]
        return any(field.is_typed for other in excluding for field in self.fields(other))

    def check_blank(self, field: AnswerField) -> None:
        """Raise StopValidation where an answer is blank that has to be there."""
        ask = field.ask
        stands_in = field.at is not None and field.at not in range(
            ask.number_of_answers(self.table) - ask.stand_ins
        )
        if not (ask.required or says_nobody(ask) or stands_in) or self.is_excluded(ask):
            return
        if field.at is None:
            raise StopValidation(f"Say {self.words.of(ask)['what']}.")
        # It may be the one that is left out, as long as that is not typed.
        unknown = ask.but is not None and self._left_out(ask) is None
        if not self.is_left_out(field) and not (unknown and self.asks[ask.but or ""].required):
            raise StopValidation(f"This{' hand' if isinstance(ask, Hands) else ''} is missing.")

    def validate(self, *rest: Any, **named: Any) -> bool:
        """Whether all that was typed can be read; of a void deal nothing is."""
        valid = super().validate(*rest, **named)
        if self.is_void:
            self.status, valid = 200, True
            for field in self:
                field.errors = []
        return valid

    def facts(self) -> dict[str, Any]:
        """The facts as a record has them."""
        facts: dict[str, Any] = {"void": True} if self.is_void else self._answers()
        dealer = parse_sent_number(self.dealer.data or "", MOST_SEATS)
        return {**facts, "dealer": dealer} if dealer in self.start.order else facts

    def _answers(self) -> dict[str, Any]:
        facts: dict[str, Any] = {}
        for ask in self.asks.values():
            fields = self.fields(ask)
            if not any(field.is_typed for field in fields) and self.is_excluded(ask):
                continue
            answer = fields[0].data
            if ask.of != "deal":
                answer = [ask.no_answer] * len(fields)
                for field in fields:
                    answer[field.at or 0] = ask.no_answer if field.data is None else field.data
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

    def note(self, fault: Refused, number: int) -> None:
        """Put a refusal at the field that it is about."""
        self.status, sentence = 422, f"{fault.message}."
        names, by_name = self.words.names, sentence
        if fault.seat is not None and fault.seat < len(names):
            by_name = f"{names[fault.seat]}: {sentence}"
        if fault.deal is not None and fault.deal != number:
            self.faults["form"] = f"Then deal {fault.deal} would be impossible. {by_name}"
            return
        ask = self._ask_of(fault)
        if ask is not None and ask.of == "seat" and fault.seat is not None:
            self[f"{ask.key}-{fault.seat}"].errors = [sentence]
        elif ask is not None and ask.of == "deal":
            self[ask.key].errors = [by_name]
        else:
            self.faults[ask.key if ask else "form"] = by_name

    def _ask_of(self, fault: Refused) -> Ask[Any] | None:
        """The ask that a refusal is about, as far as that is known."""
        what = fault.numbers.get("what")
        if what in self.asks or (what is not None and what not in IN_HANDS):
            return self.asks.get(str(what))
        if fault.seat is None:
            return None
        # A fault of a seat is about what it held, or what it was asked last.
        of_seats = [ask for ask in self.asks.values() if ask.of == "seat"]
        hands = [ask for ask in of_seats if isinstance(ask, Hands)]
        return next(reversed(hands or of_seats), None)


def deal_form(
    start: ResolvedStart,
    table: Table,
    names: Sequence[str],
    known: Mapping[str, Any],
    tapped: Mapping[str, str],
) -> DealForm:
    """The form of a deal of which facts are known, and some were tapped; `names` by seat."""
    words, fields = AnswerWords(start, tuple(names)), dict[str, Any]()
    data = {"void": bool(known.get("void")), "dealer": known.get("dealer")}
    for ask in (ask for ask in start.asks if ask.asked):
        facts = known.get(ask.group, {}) if ask.group else known
        for at in (None,) if ask.of == "deal" else range(ask.number_of_answers(table)):
            name = ask.key if at is None else f"{ask.key}-{at}"
            who = "" if at is None else words.whose(ask.of, at)
            field_type = HandField if isinstance(ask, Hands) else AnswerField
            fields[name] = field_type(who, ask, start, table, at)
            answer = facts.get(ask.key)
            if at is None and facts and ask.key in facts and answer is None and says_nobody(ask):
                answer = NOBODY
            data[name] = answer if at is None or not answer else answer[at]
        if ask.of == "deal" and ask.key in tapped:
            with suppress(ValueError):
                data[ask.key] = parse_answer(ask, tapped[ask.key])
    form_type: type[DealForm] = type("FormOfDeal", (DealForm,), fields)
    return form_type(start, table, words, known, data)
