"""A deal as a plain form, built from what its game asks; for phones without JavaScript too."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import groupby
from typing import Any

from scorer.rules.answers import AnswerWords
from scorer.rules.asks import Ask, Choice, Hands
from scorer.rules.entries import MOST_SEATS
from scorer.rules.errors import ImpossibleDeal, Refused, faults_of
from scorer.rules.numbers import parse_sent_number
from scorer.rules.start import ResolvedStart
from scorer.rules.table import Table, clockwise_from, left_of
from scorer.rules.words import WORDS
from scorer.web.games.typed_answers import (
    NOBODY,
    Unreadable,
    is_typed,
    read_typed,
    says_nobody,
)

# What the sum of a hand is faulted by.
IN_HANDS = frozenset({"points", "cards", "red_nines"})


@dataclass(frozen=True)
class Field:
    """One field of the form: what it is called, who answers there, and what was typed."""

    name: str
    who: str
    value: str
    fault: str
    seat: int | None = None


@dataclass
class DealForm:
    """The asks of one deal, what was typed, and what is wrong with it.

    `names` go by seat. `errors` holds a sentence for each field, under the key of an ask for all
    of its answers, and under "form" for the whole. `noted` are the facts of a deal that is
    corrected.
    """

    start: ResolvedStart
    table: Table
    names: tuple[str, ...]
    typed: dict[str, str] = field(default_factory=dict)
    errors: dict[str, str] = field(default_factory=dict)
    noted: Mapping[str, Any] = field(default_factory=dict)

    @property
    def order(self) -> tuple[int, ...]:
        """The seats clockwise."""
        return self.start.order

    @cached_property
    def words(self) -> AnswerWords:
        """Names the people at this table, and says their answers."""
        return AnswerWords(self.start, self.names)

    @property
    def asks(self) -> tuple[Ask[Any], ...]:
        """The asks under these house rules, in order."""
        return tuple(ask for ask in self.start.asks if ask.asked)

    @property
    def groups(self) -> list[tuple[str, list[Ask[Any]]]]:
        """The asks in order; those of a group stand together, and all others under no name."""
        grouped = groupby(self.asks, key=lambda ask: ask.group or "")
        return [(group, list(asks)) for group, asks in grouped]

    def legend_of(self, group: str) -> str:
        """The title of a group of asks."""
        words = WORDS["variants"][self.start.variant.key].get("groups", {})
        return str(words.get(group, group.capitalize()))

    def seats(self) -> list[tuple[int, str]]:
        """The seats, clockwise, and who sits there."""
        return [(seat, self.names[seat]) for seat in self.order]

    def sides(self) -> list[tuple[int, str]]:
        """The sides, clockwise, and who plays for each."""
        return [(side, self.words.sides[side]) for side in self.start.sides_in_order]

    def choices(self, ask: Choice) -> list[tuple[str, str]]:
        """The values of a choice that are offered, or typed already, and the word for each."""
        offers = ask.offers or ask.values
        typed = [at.value for at in self.fields(ask) if at.value in ask.values]
        values = [*offers, *(value for value in typed if value not in offers)]
        return [(value, self.words.answer(ask, value)) for value in values]

    def nobody(self, ask: Ask[Any]) -> str:
        """The value that stands for nobody; "" where a blank does."""
        return NOBODY if says_nobody(ask) else ""

    def fields(self, ask: Ask[Any]) -> list[Field]:
        """The fields of an ask, in the order they are asked."""
        if ask.of == "deal":
            return [self._field(ask.key, "")]
        return [
            self._field(f"{ask.key}-{at}", self.words.whose(ask.of, at), at)
            for at in self._answering(ask)
        ]

    def _field(self, name: str, who: str, seat: int | None = None) -> Field:
        return Field(name, who, self.value(name), self.errors.get(name, ""), seat)

    @cached_property
    def first_wrong(self) -> str:
        """The first field that something is wrong with, which is ready to be typed in."""
        names = (field.name for ask in self.asks for field in self.fields(ask))
        return next((name for name in names if name in self.errors), "")

    def left_out(self, ask: Ask[Any], at: int | None) -> bool:
        """Whether this seat or side has no answer, being the one that another ask names."""
        return at is not None and self._left_out(ask) == at

    def value(self, key: str) -> str:
        """The text that was typed in a field."""
        return self.typed.get(key, "")

    def facts(self) -> dict[str, Any]:
        """The facts as a record says them; what cannot be read is noted in `errors`."""
        if self.start.variant.has_void_deals and self.value("void"):
            return self._with_dealer({"void": True})
        facts: dict[str, Any] = {}
        for group, asks in self.groups:
            answers = {ask.key: self._answer(ask) for ask in asks if not self._is_excluded(ask)}
            if not group:
                facts |= answers
            elif any(_says(answer) for answer in answers.values()):
                facts[group] = {**facts.get(group, {}), **answers}
        return self._with_dealer(self._with_idle(facts))

    def _is_excluded(self, ask: Ask[Any]) -> bool:
        """Whether another answer excludes an ask; what was typed there all the same is wrong."""
        excluding = next((key for key in ask.unless if self._typed_in(self._ask(key))), None)
        if excluding is not None and (typed := self._typed_in(ask)) and not self.errors:
            fault = ImpossibleDeal("not_beside", what=ask.key, other=excluding)
            fault.game = self.start.variant.key
            self.errors[typed[0]] = f"{fault.message}."
        return excluding is not None

    def _answer(self, ask: Ask[Any]) -> Any:
        if ask.of == "deal":
            return self._read(ask, ask.key, None)
        answers: list[Any] = [self._empty(ask)] * ask.number_of_answers(self.table)
        for at in self._answering(ask):
            answers[at] = self._read(ask, f"{ask.key}-{at}", at)
        return answers

    @staticmethod
    def _empty(ask: Ask[Any]) -> Any:
        """The answer of a seat or side that has none."""
        return [] if isinstance(ask, Hands) else ask.nothing

    def _read(self, ask: Ask[Any], name: str, at: int | None) -> Any:
        """The answer in a field as a record has it; `errors` notes what cannot be read."""
        seat = at if ask.of == "seat" and at is not None and at < self.table.players else None
        try:
            if not is_typed(ask, self.typed, name):
                return self._blank(ask, name, at)
            if says_nobody(ask) and self.value(name) == NOBODY:
                return None
            raw = read_typed(ask, self.typed, name, self.table)
            with faults_of(self.start.variant.key):
                ask.read_one(raw, self.table, seat)
            return raw
        except Unreadable as fault:
            self.errors[name] = str(fault)
        except ImpossibleDeal as fault:
            self.errors[name] = f"{fault.message}."
        return None

    def _blank(self, ask: Ask[Any], name: str, at: int | None) -> Any:
        """The answer of an empty field; raises Unreadable where there has to be one."""
        stands_in = at is not None and at >= ask.number_of_answers(self.table) - ask.stand_ins
        may_be_empty = not (ask.required or says_nobody(ask) or stands_in)
        if self.left_out(ask, at) or may_be_empty:
            return self._empty(ask)
        if at is None:
            raise Unreadable(f"Say {self.words.of(ask)['what']}.")
        # It may be the one that is left out, as long as that is not typed.
        if ask.but is None or self._left_out(ask) is not None or not self._ask(ask.but).required:
            raise Unreadable(f"This{' hand' if isinstance(ask, Hands) else ''} is missing.")
        return None

    def _with_idle(self, facts: dict[str, Any]) -> dict[str, Any]:
        """With notes on which nothing depends, while the same seat or side is left out."""
        named = {ask.but for ask in self.start.asks if ask.but}
        if any(self.noted.get(key) != facts.get(key) for key in named):
            return facts
        idle = {ask.key for ask in self.start.asks if not ask.asked} & self.noted.keys()
        return {key: self.noted[key] for key in idle} | facts

    def _with_dealer(self, facts: dict[str, Any]) -> dict[str, Any]:
        dealer = parse_sent_number(self.value("dealer"), MOST_SEATS)
        return {**facts, "dealer": dealer} if dealer in self.order else facts

    def _ask(self, key: str) -> Ask[Any]:
        return next(ask for ask in self.start.asks if ask.key == key)

    def _left_out(self, ask: Ask[Any]) -> int | None:
        """The seat or side that has no answer, where it was typed which."""
        return None if ask.but is None else parse_sent_number(self.value(ask.but), MOST_SEATS)

    def _answering(self, ask: Ask[Any]) -> tuple[int, ...]:
        """The seats or sides that are asked, clockwise from the left of the one that is not."""
        order = self.order if ask.of == "seat" else self.start.sides_in_order
        left_out = self._left_out(ask)
        if left_out in order:
            order = clockwise_from(order, left_of(order, left_out))
        return (*order, *range(len(order), len(order) + ask.stand_ins))

    def _typed_in(self, ask: Ask[Any]) -> list[str]:
        """The fields of an ask in which something was typed."""
        names = [item.name for item in self.fields(ask)]
        return [name for name in names if is_typed(ask, self.typed, name)]

    def note(self, fault: Refused, number: int) -> None:
        """Put a refusal at the field that it is about."""
        sentence = f"{fault.message}."
        by_name = sentence
        if fault.seat is not None and fault.seat < len(self.names):
            by_name = f"{self.names[fault.seat]}: {sentence}"
        if fault.deal is not None and fault.deal != number:
            self.errors["form"] = f"Then deal {fault.deal} would be impossible. {by_name}"
            return
        ask = self._ask_of(fault)
        if ask is not None and ask.of == "seat" and fault.seat is not None:
            self.errors.setdefault(f"{ask.key}-{fault.seat}", sentence)
        else:
            self.errors.setdefault("form" if ask is None else ask.key, by_name)

    def _ask_of(self, fault: Refused) -> Ask[Any] | None:
        """The ask that a refusal is about, as far as that is known."""
        what = fault.numbers.get("what")
        hands = next((ask for ask in self.asks if isinstance(ask, Hands)), None)
        named = next((ask for ask in self.asks if ask.key == what), None)
        if named is not None or (what is not None and what not in IN_HANDS):
            return named
        if fault.seat is None:
            return None
        # A fault of a seat is about what it held, or what it was asked last.
        of_seats = [ask for ask in self.asks if ask.of == "seat"]
        return hands or next(reversed(of_seats), None)


def _says(answer: Any) -> bool:
    """Whether an answer as a record has it is one; the side 0 is."""
    return answer is not None and answer is not False and answer != []
