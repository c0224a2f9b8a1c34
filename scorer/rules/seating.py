"""Who sits at the table of a deal: a game sees them alone, numbered from 0; the sheet keeps all.

Once somebody has joined or left, a seat has two numbers: that of the sheet, which it keeps, and its
place among those at the table. Two functions turn one into the other, in all that a game is given
and gives.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeVar

from scorer.rules.asks import Ask, Facts
from scorer.rules.errors import ImpossibleDeal
from scorer.rules.table import Table
from scorer.rules.types import (
    SEAT_NUMBERS,
    Carry,
    DealScore,
    Feat,
    Line,
    Next,
    Over,
    Remark,
    Shown,
)

T = TypeVar("T")


class Seating:
    """The seats at a table; where nobody has joined or left, they are those of the sheet."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.seats = tuple(sorted(table.order))
        self.is_whole = len(self.seats) == len(table.sides)

    def play(self, method: Callable[..., T], *given: Any) -> T:
        """What a method of the game gives for these values; both have the seats of the sheet."""
        if self.is_whole:
            return method(*given)
        try:
            played: T = self.to_sheet(method(*map(self.to_table, given)))
            return played
        except ImpossibleDeal as fault:
            if fault.seat is not None and fault.seat < len(self.seats):
                fault.seat = self.seats[fault.seat]
            fault.params = self._numbers(fault.params)
            raise

    def to_table(self, value: Any) -> Any:
        """A value in the seats of the sheet as the game sees it."""
        match value:
            case Table():
                order, owes = tuple(map(self.seats.index, value.order)), value.owes
                return replace(
                    value,
                    order=order,
                    dealer=self.seats.index(value.dealer),
                    sides=tuple(sorted(order)),
                    owes=None if owes is None else self._pick(owes),
                )
            case Carry():
                totals, bought = self._pick(value.totals), self._pick(value.bought)
                return replace(value, totals=totals, bought=bought)
            case Facts():
                return replace(value, answers=self._answers(value.answers, self._at_table))
        return value

    def to_sheet(self, value: Any) -> Any:
        """What a game gives, in the seats of the sheet."""
        match value:
            case tuple():
                return tuple(map(self.to_sheet, value))
            case Line(side=side):
                numbers = self._numbers(value.numbers)
                return replace(value, side=self.seats[side], numbers=numbers)
            case Shown(side=side):
                numbers = self._numbers(value.numbers)
                return replace(
                    value, side=None if side is None else self.seats[side], numbers=numbers
                )
            case Remark():
                seat = None if value.seat is None else self.seats[value.seat]
                return replace(value, seat=seat, numbers=self._numbers(value.numbers))
            case Feat():
                against = None if value.against is None else self.seats[value.against]
                return replace(value, seat=self.seats[value.seat], against=against)
            case DealScore():
                return replace(value, lines=self.to_sheet(value.lines))
            case Next():
                dealer = self.seats[value.dealer]
                return replace(value, dealer=dealer, shows=self.to_sheet(value.shows))
            case Over():
                winners = None if value.winners is None else self._seats(value.winners)
                return replace(value, winners=winners, shows=self.to_sheet(value.shows))
            case Facts():
                return replace(value, answers=self._answers(value.answers, self._on_sheet))
        return value

    def facts_at_table(self, raw: Mapping[str, Any]) -> Mapping[str, Any]:
        """The facts of a record as the game reads them; raises ImpossibleDeal."""
        if self.is_whole:
            return raw
        facts = dict(raw)
        for ask in self.table.asks:
            group = facts.get(ask.group) if ask.group else facts
            if isinstance(group, Mapping) and group.get(ask.key) is not None:
                turned = {**group, ask.key: self._raw_at_table(ask, group[ask.key])}
                facts = {**facts, ask.group: turned} if ask.group else turned
        return facts

    def _answers(
        self, answers: Mapping[str, Any], turned: Callable[[Ask[Any], Any], Any]
    ) -> dict[str, Any]:
        asks = {ask.key: ask for ask in self.table.asks}
        return {key: turned(asks[key], answer) for key, answer in answers.items()}

    def _at_table(self, ask: Ask[Any], answer: Any) -> Any:
        if ask.of != "deal":
            return self._pick(answer) if answer else answer
        return self.seats.index(answer) if _names_seat(ask, answer) else answer

    def _on_sheet(self, ask: Ask[Any], answer: Any) -> Any:
        if ask.of != "deal":
            return type(answer)(self._spread(answer)) if answer else answer
        return self.seats[answer] if _names_seat(ask, answer) else answer

    def _raw_at_table(self, ask: Ask[Any], answer: Any) -> Any:
        if ask.of == "deal":
            if not _names_seat(ask, answer):
                return answer
            if answer not in self.seats:
                raise ImpossibleDeal("not_at_the_table", seat=self._seat(answer), what=ask.key)
        elif isinstance(answer, list | tuple):
            for seat, value in enumerate(answer[: len(self.table.sides)]):
                if value is not None and seat not in self.seats:
                    raise ImpossibleDeal("no_answer_here", seat=seat, what=ask.key)
        else:
            return answer
        return self._at_table(ask, answer)

    def _seat(self, answer: int) -> int | None:
        return answer if 0 <= answer < len(self.table.sides) else None

    def _pick(self, values: Sequence[Any]) -> tuple[Any, ...]:
        """The values of those at the table; stand-ins stand behind all seats."""
        there = (values[seat] for seat in self.seats if seat < len(values))
        return (*there, *values[len(self.table.sides) :])

    def _spread(self, values: Sequence[Any]) -> list[Any]:
        """The values of those at the table at their seats, None at all others."""
        spread: list[Any] = [None] * len(self.table.sides)
        for seat, value in zip(self.seats, values, strict=False):
            spread[seat] = value
        return [*spread, *values[len(self.seats) :]]

    def _seats(self, places: Sequence[int]) -> tuple[int, ...]:
        return tuple(self.seats[place] for place in places)

    def _numbers(self, numbers: Mapping[str, Any]) -> Mapping[str, Any]:
        """The numbers of a line or a fault, those that are seats as the sheet has them."""

        def turned(value: Any) -> Any:
            many = isinstance(value, list | tuple)
            return [self.seats[at] for at in value] if many else self.seats[value]

        return {
            key: turned(value) if key in SEAT_NUMBERS and value is not None else value
            for key, value in numbers.items()
        }


def _names_seat(ask: Ask[Any], answer: Any) -> bool:
    return ask.kind in ("seat", "side") and type(answer) is int
