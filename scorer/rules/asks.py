"""The kinds of things a deal asks, and the facts that answer them.

A game says what it asks as a tuple of these values. The reader of records, the plain form and the
pad are built from them, so none of them knows a game.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import KW_ONLY, dataclass, field, fields
from typing import Any, ClassVar, Generic, Literal, TypeVar, cast

from scorer.rules.cards import CARDS, RED_NINE, UNKNOWN
from scorer.rules.errors import ImpossibleDeal
from scorer.rules.table import Table

T = TypeVar("T")

MAX_POINTS = 100_000
# Far more than any hand is, and not so much that it could not be scored.
MAX_IN_HAND, MAX_CARDS = 10_000, 500


@dataclass(frozen=True)
class Ask(ABC, Generic[T]):
    """One question about a deal; `key` is what its answer is called in a record.

    It is asked once for the deal, or of each seat or side; `stand_ins` are answers behind those
    of the seats, such as a dummy's, which are always known. `when` tells at which time of the deal
    it can be answered first, `by` whether anybody answers or the seat itself, and `shown` whether
    others see the answer at once, when all have answered it, or with the deal; `open_with` names
    an ask that opens this answer to all where the same seat or side has answered it. One that is
    not `required` may be left out. One that is not `asked` is asked of nobody, since nothing
    depends on it, but is read where a record answers it. Asks of one `group` share a key of the
    record. It is not asked where one of the asks named in `unless` is answered, by anybody, and
    never of the seat or side that the ask `but` names; a deal may ask it of these `seats`, or
    sides, alone: of nobody, also where it is of the deal, where there are none. Where one seat
    is `last` it answers once all others have.
    """

    key: str
    _: KW_ONLY
    of: Literal["deal", "seat", "side"] = "deal"
    stand_ins: int = 0
    when: Literal["before", "during", "after"] = "after"
    by: Literal["anybody", "seat"] = "anybody"
    shown: Literal["at_once", "when_answered", "when_complete"] = "at_once"
    open_with: str | None = None
    required: bool = True
    asked: bool = True
    group: str | None = None
    unless: tuple[str, ...] = ()
    but: str | None = None
    seats: tuple[int, ...] | None = None
    last: int | None = None
    # The value of an answer that was left out.
    nothing: ClassVar[Any] = None

    @property
    def of_nobody(self) -> bool:
        """Whether nobody is asked it in this deal."""
        return self.seats == ()

    @property
    def is_needed(self) -> bool:
        """Whether a deal in play waits for it, as it does also for what is hidden."""
        return self.required or self.group is not None or self.shown != "at_once"

    def is_answered(self, answer: Any) -> bool:
        """Whether an answer, or one of those of all seats or sides, says anything."""
        answers = answer if self.of != "deal" and isinstance(answer, list | tuple) else (answer,)
        return any(value not in (self.nothing, (), None) for value in answers)

    @property
    def kind(self) -> str:
        """The kind of ask, by its name in small letters."""
        return type(self).__name__.lower()

    @property
    def during(self) -> bool:
        """Whether it can be noted while the cards are still being played."""
        return self.when == "during"

    def read(self, raw: Any, table: Table) -> T:
        """The answer in a record, a tuple where each gives one; raises ImpossibleDeal."""
        if raw is None and self.required and not self.of_nobody:
            raise ImpossibleDeal("missing", what=self.key)
        if self.of == "deal":
            answer = self.nothing if raw is None else self.read_one(raw, table, None)
            if self.of_nobody and answer != self.nothing:
                raise ImpossibleDeal("no_answer_here", what=self.key)
            return cast(T, answer)
        number, places = self.number_of_answers(table), self.places(table)
        if raw is None:
            answers = (self.nothing if at in places else None for at in range(number))
            return cast(T, tuple(answers))
        if not isinstance(raw, list | tuple):
            raise ImpossibleDeal("not_a_list", what=self.key)
        if len(raw) > number:
            raise ImpossibleDeal("too_many_answers", what=self.key, answers=len(raw), most=number)
        seats = range(number - self.stand_ins if self.of == "seat" else 0)
        # Which may be left out of a list is known with the other answers.
        read = []
        for at, value in enumerate(raw):
            seat = at if at in seats else None
            answer = self.nothing if value is None else self.read_one(value, table, seat)
            if at not in places and answer != self.nothing:
                raise ImpossibleDeal("no_answer_here", seat=seat, what=self.key)
            read.append(answer if at in places else None)
        if len(raw) < number:
            seat = len(raw) if len(raw) in seats else None
            raise ImpossibleDeal("missing_answer", seat=seat, what=self.key)
        return cast(T, tuple(read))

    def places(self, table: Table) -> tuple[int, ...]:
        """Where an ask of each seat or side is answered: who has left or rests is not asked."""
        number = self.number_of_answers(table)
        if self.of_nobody:
            return ()
        asked = sorted(table.dealt if self.of == "seat" else table.dealt_sides)
        if self.seats is not None:
            asked = [at for at in asked if at in self.seats]
        return (*asked, *range(number - self.stand_ins, number))

    def number_of_answers(self, table: Table) -> int:
        """How long the list of answers is to an ask of each seat or side."""
        sides = max(table.sides) + 1
        return (len(table.sides) if self.of == "seat" else sides) + self.stand_ins

    @abstractmethod
    def read_one(self, raw: Any, table: Table, seat: int | None) -> Any:
        """One answer, which is not null; `seat` is the one that a fault is about."""

    def write(self, answer: T) -> Any:
        """The answer as a record keeps it."""
        if isinstance(answer, tuple) and self.of != "deal":
            return [None if value is None else self.write_one(value) for value in answer]
        return self.write_one(answer)

    def write_one(self, value: Any) -> Any:
        """One answer as a record keeps it."""
        return list(value) if isinstance(value, tuple) else value

    @property
    def no_answer(self) -> Any:
        """The value in a record of a seat or side that has no answer."""
        return self.write_one(self.nothing)

    def is_default(self, answer: T) -> bool:
        """Whether a record leaves this answer out."""
        return (not self.required or self.of_nobody) and not self.is_answered(answer)

    @property
    def least_answer(self) -> Any:
        """The answer of a seat, as a record has it, that leaves most to all others."""
        return None

    def same(self, first: T, second: T) -> bool:
        """Whether two answers say the same, however they were written."""
        if self.of == "deal" or not (isinstance(first, tuple) and isinstance(second, tuple)):
            return self.same_value(first, second)
        return len(first) == len(second) and all(map(self.same_value, first, second))

    def same_value(self, first: Any, second: Any) -> bool:
        """Whether two answers of one seat, or of the deal, say the same."""
        return bool(first == second)

    def counts(self, answers: Mapping[int, Any], table: Table) -> Mapping[int, Any]:
        """The answers that count, where several seats have answered each for itself."""
        return answers

    def as_data(self) -> dict[str, Any]:
        """The ask as plain JSON for the phone, which is asked it, but for what is None or False."""
        values = {item.name: getattr(self, item.name) for item in fields(self)}
        del values["asked"]
        known = {name: it for name, it in values.items() if it is not None and it is not False}
        return {"kind": self.kind, **known}


def read_whole(raw: Any, most: int, *, what: str, seat: int | None = None) -> int:
    """A whole number, not negative; raises ImpossibleDeal for anything else."""
    if type(raw) is not int:
        raise ImpossibleDeal("not_a_whole_number", seat=seat, what=what)
    if not 0 <= raw <= most:
        raise ImpossibleDeal("number_out_of_range", seat=seat, what=what)
    return raw


def read_seat(raw: Any, seats: Sequence[int], *, what: str) -> int:
    """One of these seats; raises ImpossibleDeal for anything else."""
    if type(raw) is not int:
        raise ImpossibleDeal("not_a_seat", what=what)
    if raw not in seats:
        raise ImpossibleDeal("no_such_seat", what=what, players=max(seats) + 1)
    return raw


@dataclass(frozen=True)
class Seat(Ask[Any]):
    """The question which seat did this: a seat, or None for nobody where it is not required."""

    def read_one(self, raw: Any, table: Table, seat: int | None) -> int:
        """A seat that was dealt to."""
        if type(raw) is int and raw in table.resting:
            raise ImpossibleDeal("rests", seat=raw, what=self.key)
        return read_seat(raw, table.dealt, what=self.key)


@dataclass(frozen=True)
class Side(Ask[Any]):
    """The question which side did this: a side, or None for none where it is not required."""

    def read_one(self, raw: Any, table: Table, seat: int | None) -> int:
        """A side that was dealt to."""
        if type(raw) is not int:
            raise ImpossibleDeal("not_a_side", what=self.key)
        if raw not in table.dealt_sides:
            raise ImpossibleDeal("no_such_side", what=self.key, sides=len(table.sides_in_order))
        return raw


@dataclass(frozen=True)
class Flag(Ask[Any]):
    """The question whether this happened: no, unless the record says so."""

    required: bool = field(default=False, kw_only=True)
    nothing = False

    def read_one(self, raw: Any, table: Table, seat: int | None) -> bool:
        """True or False and nothing else."""
        if type(raw) is not bool:
            raise ImpossibleDeal("not_yes_or_no", seat=seat, what=self.key)
        return raw


@dataclass(frozen=True)
class Number(Ask[Any]):
    """The question for a whole number from `least` to `most`, in steps of `step` where it has one.

    `sum` is what the numbers of a deal come to, so that the last fills itself in; whether another
    sum is refused is for the game. With `cards`, which gives what each counts, or None where that
    depends on the deal, a number can be answered by `card_count` cards too, as a tuple.
    `same_as` names another number, of the same seat or side: one tap on the pad makes this one
    the same. Where that is more than this can be, it is `beyond`, or cannot be the same. Beside
    the digits `keys` are offered, each by its name; each tap on one that is `counted` counts one
    more, and left out it is 0. Who is `last` may not answer `barred` while the deal is in play; of
    a deal that was played nobody is refused for it.
    """

    least: int = field(default=0, kw_only=True)
    most: int = field(default=MAX_POINTS, kw_only=True)
    sum: int | None = field(default=None, kw_only=True)
    cards: Mapping[str, int | None] | None = field(default=None, kw_only=True, hash=False)
    card_count: int = field(default=0, kw_only=True)
    same_as: str | None = field(default=None, kw_only=True)
    beyond: int | None = field(default=None, kw_only=True)
    keys: Mapping[str, int] | None = field(default=None, kw_only=True, hash=False)
    counted: bool = field(default=False, kw_only=True)
    barred: int | None = field(default=None, kw_only=True)
    step: int | None = field(default=None, kw_only=True)

    def __post_init__(self) -> None:
        """A number that is counted by taps is 0 where a record leaves it out."""
        if self.counted:
            object.__setattr__(self, "nothing", 0)

    def read_one(self, raw: Any, table: Table, seat: int | None) -> int | tuple[str, ...]:
        """A number in its limits, or the cards that stand for one."""
        if self.cards is not None and isinstance(raw, list | tuple):
            return self._read_cards(raw, seat)
        if type(raw) is not int:
            raise ImpossibleDeal("not_a_whole_number", seat=seat, what=self.key)
        if not self.least <= raw <= self.most:
            raise ImpossibleDeal(
                "number_not_between", seat=seat, what=self.key, least=self.least, most=self.most
            )
        if self.step and raw % self.step:
            raise ImpossibleDeal("not_a_multiple", seat=seat, what=self.key, step=self.step)
        return raw

    def _read_cards(self, raw: Sequence[Any], seat: int | None) -> tuple[str, ...]:
        for card in raw:
            if not isinstance(card, str) or card not in (self.cards or {}):
                raise ImpossibleDeal("unknown_card", seat=seat, card=str(card)[:12])
        if len(raw) != self.card_count:
            raise ImpossibleDeal(
                "number_of_cards", seat=seat, what=self.key, cards=len(raw), count=self.card_count
            )
        return tuple(raw)

    def same_value(self, first: Any, second: Any) -> bool:
        """Whether two numbers are the same, written as such or by their cards in any order."""
        if isinstance(first, tuple) and isinstance(second, tuple):
            return Counter(first) == Counter(second)
        if first is None or second is None:
            return first is second
        return self.number_of(first) == self.number_of(second)

    def number_of(self, answer: int | Sequence[str] | None) -> int | None:
        """The number that an answer stands for; None where that depends on the deal."""
        if answer is None or isinstance(answer, int):
            return answer
        counts = [(self.cards or {})[card] for card in answer]
        known = [count for count in counts if count is not None]
        return sum(known) if len(known) == len(counts) else None


@dataclass(frozen=True)
class Choice(Ask[Any]):
    """The question which of a few `values` it was, each of which has a word.

    `offers` are the values that people are asked to choose from, where those are not all of them.
    Where several seats may call and one call counts, `beats` has its values, the one that beats all
    others first; of equal ones that counts which is nearest to the dealer's left.
    """

    values: tuple[str, ...] = field(default=(), kw_only=True)
    offers: tuple[str, ...] = field(default=(), kw_only=True)
    beats: tuple[str, ...] = field(default=(), kw_only=True)

    def counts(self, answers: Mapping[int, Any], table: Table) -> Mapping[int, Any]:
        """Of what seats have called the one that counts."""
        called = [seat for seat in table.from_left_of(table.dealer) if answers.get(seat)]
        if not self.beats or len(called) < 2:
            return answers
        best = min(called, key=lambda seat: self.beats.index(answers[seat]))
        return {seat: answers[seat] for seat in answers if seat == best or seat not in called}

    def read_one(self, raw: Any, table: Table, seat: int | None) -> str:
        """One of the values."""
        if not isinstance(raw, str) or raw not in self.values:
            raise ImpossibleDeal(
                "not_a_choice", seat=seat, what=self.key, these=" or ".join(self.values)
            )
        return raw


@dataclass(frozen=True)
class Menu(Choice):
    """A choice of the deal that is made rarely: a list, with keys while nothing else has any."""


@dataclass(frozen=True)
class Cards(Choice):
    """The question which card it was; an "x" stands for a rank that nobody needs to know."""

    def read_one(self, raw: Any, table: Table, seat: int | None) -> str:
        """One of the cards."""
        if not isinstance(raw, str) or raw not in self.values:
            raise ImpossibleDeal("unknown_card", seat=seat, card=str(raw)[:12])
        return raw


@dataclass(frozen=True)
class Hand:
    """The cards that a seat held when another went out.

    `cards` where they were noted; else `points` (each red nine as 9, before any doubling)
    or `count` (how many cards). `red_nines` is always known.
    """

    red_nines: int = 0
    cards: tuple[str, ...] | None = None
    points: int | None = None
    count: int | None = None

    @property
    def empty(self) -> bool:
        """Whether nothing was held."""
        return not self.cards and not self.points and not self.count and not self.red_nines


@dataclass(frozen=True)
class Hands(Ask[tuple[Hand, ...]]):
    """The question what each seat held; red nines count more where `nines_asked`."""

    key: str = "hands"
    of: Literal["deal", "seat", "side"] = field(default="seat", kw_only=True)
    by: Literal["anybody", "seat"] = field(default="seat", kw_only=True)
    shown: Literal["at_once", "when_answered", "when_complete"] = field(
        default="when_complete", kw_only=True
    )
    counted: Literal["points", "cards"] = field(default="points", kw_only=True)
    nines_asked: bool = field(default=True, kw_only=True)
    # Of who has no cards left.
    nothing = Hand()

    def read(self, raw: Any, table: Table) -> tuple[Hand, ...]:
        """One hand a seat; none at all where they were left out and may be."""
        if raw is None and not self.required:
            return ()
        return super().read(raw, table)

    def read_one(self, raw: Any, table: Table, seat: int | None) -> Hand:
        """One hand."""
        if isinstance(raw, list | tuple):
            return self._read_cards(raw, seat)
        if isinstance(raw, Mapping):
            return self._read_sum(raw, seat)
        raise ImpossibleDeal("not_a_hand", seat=seat)

    def _read_cards(self, raw: Iterable[Any], seat: int | None) -> Hand:
        cards = []
        for card in raw:
            if card == UNKNOWN and self.counted == "cards":
                cards.append(UNKNOWN)
            elif isinstance(card, str) and card in CARDS:
                cards.append(card)
            else:
                raise ImpossibleDeal("unknown_card", seat=seat, card=str(card)[:12])
        read_whole(len(cards), MAX_CARDS, what="cards", seat=seat)
        return Hand(red_nines=cards.count(RED_NINE), cards=tuple(cards), count=len(cards))

    def _read_sum(self, raw: Mapping[str, Any], seat: int | None) -> Hand:
        for key in raw:
            if key not in (self.counted, "red_nines"):
                raise ImpossibleDeal("unknown_key", seat=seat, unknown=str(key)[:40])
        # A wrong number is the likelier mistake, so it is named before a missing one.
        for key in raw:
            most = MAX_IN_HAND if key == "points" else MAX_CARDS
            read_whole(raw[key], most, what=key, seat=seat)
        for key in (self.counted, "red_nines"):
            if key not in raw:
                raise ImpossibleDeal("missing_in_hand", seat=seat, what=key)
        if self.counted == "points":
            return Hand(red_nines=raw["red_nines"], points=raw["points"])
        return Hand(red_nines=raw["red_nines"], count=raw["cards"])

    def write_one(self, value: Hand) -> Any:
        """One hand as a record keeps it; the winner's and every other empty one is `[]`."""
        if value.empty or value.cards is not None:
            return list(value.cards or ())
        held = value.points if self.counted == "points" else value.count
        return {self.counted: held, "red_nines": value.red_nines}

    @property
    def least_answer(self) -> Any:
        """The cheapest hand, or a single card."""
        return {self.counted: 2 if self.counted == "points" else 1, "red_nines": 0}

    def same_value(self, first: Hand, second: Hand) -> bool:
        """Whether nothing differs that is known of both hands; a sum does not tell its cards."""
        if first.empty or second.empty:
            return first.empty and second.empty
        if first.cards is not None and second.cards is not None:
            return sorted(first.cards) == sorted(second.cards)
        sums = ((first.points, second.points), (first.count, second.count))
        return first.red_nines == second.red_nines and all(
            mine == theirs for mine, theirs in sums if None not in (mine, theirs)
        )


@dataclass(frozen=True)
class Facts:
    """The facts of a deal, an answer to each ask; those `unread` are None.

    A void deal has none, but for one that is dealt again for what was answered.
    """

    answers: Mapping[str, Any] = field(default_factory=dict)
    void: bool = False
    unread: bool = False

    @property
    def known(self) -> bool:
        """Whether there are answers at all: the deal is not void, and they can be read."""
        return not (self.void or self.unread)

    def __getitem__(self, ask: Ask[T]) -> T:
        return cast(T, self.answers[ask.key])


def read_facts(asks: Sequence[Ask[Any]], raw: Mapping[str, Any], table: Table) -> Facts:
    """The facts of a deal in a record, without the dealer; raises ImpossibleDeal."""
    raw_answers = {key: value for key, value in raw.items() if key not in ("void", "dealer")}
    if raw.get("void") is True:
        if raw_answers:
            raise ImpossibleDeal("void_deal_with_facts")
        return Facts(void=True)
    if raw.get("void") not in (False, None) or type(raw.get("void")) is int:
        raise ImpossibleDeal("not_yes_or_no", what="void")
    _check_known(raw_answers, {ask.group or ask.key for ask in asks})
    answers, answered_keys = dict[str, Any](), set[str]()
    excluding_keys = {key for ask in asks for key in ask.unless}
    # What excludes others is read before them, wherever it stands.
    for ask in sorted(asks, key=lambda ask: ask.key not in excluding_keys):
        answered = _read_group(raw_answers, ask.group, asks) if ask.group else raw_answers
        value = answered.get(ask.key)
        excluding = next((key for key in ask.unless if key in answered_keys), None)
        if excluding is None:
            is_left_out = ask.key not in answered and not ask.of_nobody
            if ask.group and ask.group in raw_answers and is_left_out:
                raise ImpossibleDeal("missing", what=ask.key)
            answers[ask.key] = ask.read(value, table)
            if ask.is_answered(answers[ask.key]):
                answered_keys.add(ask.key)
        elif not ask.is_answered(value):
            answers[ask.key] = () if isinstance(ask, Hands) else None
        else:
            raise ImpossibleDeal("not_beside", what=ask.key, other=excluding)
    _check_each(asks, answers, table)
    return Facts(answers)


def read_each(asks: Iterable[Ask[Any]], raw: Mapping[str, Any], table: Table) -> dict[str, Any]:
    """The answers in the facts of a record that can be read, each value by itself."""

    def read(ask: Ask[Any], value: Any) -> Any:
        with suppress(ImpossibleDeal):
            return None if value is None else ask.read_one(value, table, None)
        return None

    answers: dict[str, Any] = {}
    for ask in asks:
        group = raw.get(ask.group) if ask.group else raw
        value = group.get(ask.key) if isinstance(group, Mapping) else None
        if ask.of == "deal":
            answer = read(ask, value)
            if answer is not None:
                answers[ask.key] = answer
        elif isinstance(value, list | tuple):
            known = dict(enumerate(value))
            places = range(ask.number_of_answers(table))
            there = ask.places(table)
            answers[ask.key] = tuple(
                read(ask, known.get(at)) if at in there else None for at in places
            )
    return answers


def _check_known(raw: Mapping[str, Any], keys: set[str]) -> None:
    for key in raw:
        if key not in keys:
            raise ImpossibleDeal("unknown_key", unknown=str(key)[:40])


def _read_group(raw: Mapping[str, Any], group: str, asks: Sequence[Ask[Any]]) -> Mapping[str, Any]:
    answers = raw.get(group)
    if answers is None:
        return {}
    if not isinstance(answers, Mapping):
        raise ImpossibleDeal("not_a_group", what=group)
    _check_known(answers, {ask.key for ask in asks if ask.group == group})
    return answers


def _check_each(asks: Sequence[Ask[Any]], answers: Mapping[str, Any], table: Table) -> None:
    for ask in asks:
        values = answers[ask.key]
        if ask.of == "deal" or isinstance(ask, Hands) or not values:
            continue
        but = answers.get(ask.but) if ask.but else None
        for at in ask.places(table):
            value = values[at]
            seat = at if ask.of == "seat" and at < len(table.sides) else None
            if at == but:
                if value is not None and value is not ask.nothing:
                    raise ImpossibleDeal("no_answer_here", seat=seat, what=ask.key)
            elif value is None and at >= ask.number_of_answers(table) - ask.stand_ins:
                raise ImpossibleDeal("missing_of_stand_in", what=ask.key)
            elif value is None and ask.required:
                raise ImpossibleDeal("missing_answer", seat=seat, what=ask.key)


def write_facts(asks: Iterable[Ask[Any]], facts: Facts) -> dict[str, Any]:
    """The facts as a record keeps them, defaults left out."""
    if facts.void and not facts.answers:
        return {"void": True}
    record: dict[str, Any] = {}
    for ask in asks:
        answer = facts.answers[ask.key]
        if ask.group and not ask.of_nobody:
            group = [other.key for other in asks if other.group == ask.group]
            if any(facts.answers[key] is not None for key in group):
                record.setdefault(ask.group, {})[ask.key] = ask.write(answer)
        elif answer is not None and not ask.is_default(answer):
            record[ask.key] = ask.write(answer)
    return record
