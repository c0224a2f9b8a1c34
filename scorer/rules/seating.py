"""Who sits at the table of a deal: a game sees them alone, numbered from 0; the sheet keeps all.

Once somebody has joined or left, a seat has two numbers: that of the sheet, which it keeps, and its
place among those at the table. Two functions turn one into the other, in all that a game is given
and gives.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any, TypeVar

from scorer.rules.asks import Ask, Facts, read_each
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
    Part,
    Remark,
    SheetDeal,
    Shown,
)
from scorer.rules.variant import Variant

T = TypeVar("T")
NO_ANSWERS: Mapping[str, Any] = {}


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
            fault.params = _turn(fault.params, self.seats)
            raise

    def to_table(self, value: Any) -> Any:
        """A value in the seats of the sheet as the game sees it."""
        match value:
            case tuple():
                return tuple(map(self.to_table, value))
            case Table():
                order, resting = self._places(value.order), self._places(value.resting)
                return replace(
                    value,
                    order=order,
                    dealer=self._at[value.dealer],
                    sides=tuple(sorted(order)),
                    owes=None if value.owes is None else self._pick(value.owes),
                    resting=resting,
                )
            case Carry():
                totals, bought = self._pick(value.totals), self._pick(value.bought)
                by_side = {key: self._pick(each) for key, each in value.by_side.items()}
                return replace(value, totals=totals, bought=bought, by_side=by_side)
            case Facts():
                return replace(value, answers=self.to_table(value.answers))
            case Mapping():
                asks = {ask.key: ask for ask in self.table.asks}
                return {key: self._at_table(asks[key], answer) for key, answer in value.items()}
            case Line():
                numbers = _turn(value.numbers, self._at)
                return replace(value, side=self._at[value.side], numbers=numbers)
            case Shown():
                side = None if value.side is None else self._at[value.side]
                return replace(value, side=side, numbers=_turn(value.numbers, self._at))
            case SheetDeal():
                seen = ("table", "facts", "lines", "before", "laid", "carry")
                return replace(value, **{key: self.to_table(getattr(value, key)) for key in seen})
        return value

    def to_sheet(self, value: Any) -> Any:
        """What a game gives, in the seats of the sheet."""
        seats = self.seats
        match value:
            case tuple():
                return tuple(map(self.to_sheet, value))
            case Line():
                return replace(value, side=seats[value.side], numbers=_turn(value.numbers, seats))
            case Shown():
                side = None if value.side is None else seats[value.side]
                return replace(value, side=side, numbers=_turn(value.numbers, seats))
            case Remark():
                seat = None if value.seat is None else seats[value.seat]
                return replace(value, seat=seat, numbers=_turn(value.numbers, seats))
            case Feat():
                against = None if value.against is None else seats[value.against]
                return replace(value, seat=seats[value.seat], against=against)
            case Ask():
                there, last = value.seats, value.last
                there = there and tuple(seats[place] for place in there)
                return replace(value, seats=there, last=None if last is None else seats[last])
            case DealScore():
                by_side = {key: self._spread(each, None) for key, each in value.by_side.items()}
                return replace(value, lines=self.to_sheet(value.lines), by_side=by_side)
            case Next() | Over():
                part = value.part and self.to_sheet(value.part)
                value = replace(value, shows=self.to_sheet(value.shows), part=part)
                if isinstance(value, Next):
                    return replace(value, dealer=seats[value.dealer])
                won = value.winners
                return replace(value, winners=won and tuple(seats[place] for place in won))
            case Part():
                return replace(value, totals=self._spread(value.totals, 0))
        return value

    @cached_property
    def _at(self) -> Mapping[int, int]:
        return {seat: place for place, seat in enumerate(self.seats)}

    def _places(self, seats: Sequence[int]) -> tuple[int, ...]:
        return tuple(self._at[seat] for seat in seats)

    def _at_table(self, ask: Ask[Any], answer: Any) -> Any:
        if ask.of != "deal":
            return self._pick(answer) if answer else answer
        names_seat = ask.kind in ("seat", "side") and answer is not None
        return self._at[answer] if names_seat else answer

    def _pick(self, values: Sequence[Any]) -> tuple[Any, ...]:
        return tuple(values[seat] for seat in self.seats if seat < len(values))

    def _spread(self, values: Sequence[Any], other: Any) -> tuple[Any, ...]:
        there = dict(zip(self.seats, values, strict=True))
        return tuple(there.get(seat, other) for seat in range(len(self.table.sides)))


def _turn(numbers: Mapping[str, Any], to: Sequence[int] | Mapping[int, int]) -> Mapping[str, Any]:
    """The numbers of a line, a remark or a fault, those that are seats turned."""

    def turned(value: Any) -> Any:
        return [to[at] for at in value] if isinstance(value, list | tuple) else to[value]

    return {
        key: turned(value) if key in SEAT_NUMBERS and value is not None else value
        for key, value in numbers.items()
    }


def deal_table(
    variant: Variant, table: Table, carry: Carry, raw: Mapping[str, Any] = NO_ANSWERS
) -> Table:
    """The table of a deal: who rests in it, and what it asks by what a record has of its facts."""
    seating = Seating(table)
    places = seating.play(variant.resting, table, carry)
    resting = tuple(seating.seats[place] for place in places)
    if resting != table.resting:
        table = replace(table, resting=resting)
    if not variant.asks_by_deal:
        return table
    usual = variant.asks(table.players, table.rules)
    table = replace(table, asks=usual)
    answers = read_each(usual, raw, table)

    def ask_all(*given: Any) -> tuple[Ask[Any], ...]:
        return tuple(variant.asked(*given))

    asked = {ask.key: ask for ask in Seating(table).play(ask_all, table, carry, answers)}
    return replace(table, asks=tuple(asked.get(it.key, replace(it, seats=())) for it in usual))
