"""The deal in play: what each seat is asked, what is hidden from whom, and when it is a deal.

All of it follows from rows, one for each answer, which are not in the book before they make a deal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, TypeVar

from scorer.rules.asks import Ask, Choice, Number, read_facts
from scorer.rules.errors import BadEntry, ImpossibleDeal, Refused, faults_of
from scorer.rules.fold import read_deal, score_deal
from scorer.rules.seating import Seating, deal_table
from scorer.rules.sheet import Sheet
from scorer.rules.table import Table
from scorer.rules.types import SheetDeal

T = TypeVar("T")
OF_DEAL = -1
# The key of an ask, and where it is answered: a seat, a side, a stand-in behind them, or OF_DEAL.
Place = tuple[str, int]


@dataclass(frozen=True)
class Answer:
    """A row: what was answered to an ask at a place, as a record writes it, by which device.

    Whether all have seen it, `opened`, and what they had seen in its place, `was`.
    """

    ask: str
    place: int
    value: Any
    device: str
    turn: int = 0
    opened: bool = False
    cleared: bool = False
    was: tuple[Any, ...] = ()
    written_at: Any = None

    @property
    def key(self) -> list[Any]:
        """This very answer, as no other is."""
        return [self.ask, self.place, self.device, self.turn]


def standing(rows: Iterable[Answer]) -> dict[Place, Answer]:
    """The row that was written last at each place, of rows in the order in which they were."""
    return {(row.ask, row.place): row for row in rows}


def own_asks(table: Table) -> tuple[Ask[Any], ...]:
    """The asks that each seat answers of itself."""
    return tuple(ask for ask in table.asks if ask.by == "seat" and ask.of != "deal" and ask.asked)


def asks_of_who_is_out(table: Table) -> tuple[Ask[Any], ...]:
    """The asks by which the play is over, since they name who gives no own answer."""
    keys = {ask.but for ask in own_asks(table)}
    return tuple(ask for ask in table.asks if ask.key in keys)


def asks_of_own_end(table: Table) -> tuple[Ask[Any], ...]:
    """The asks by which a phone ends the play for its own seat: "I'm out"."""
    after = [ask for ask in table.asks if ask.asked and ask.when == "after"]
    names_seat = [ask for ask in after if ask.kind == "seat" and ask.of == "deal"]
    # It may be all that is asked of a deal after its play.
    return asks_of_who_is_out(table) or tuple(names_seat if names_seat == after else ())


def flags_of_deal(table: Table) -> tuple[Ask[Any], ...]:
    """The asks about who is out that take yes or no."""
    if not asks_of_who_is_out(table):
        return ()
    flags = [ask for ask in table.asks if ask.kind == "flag" and ask.of == "deal" and ask.asked]
    return tuple(ask for ask in flags if ask.when == "after" and not ask.of_nobody)


def calls_of(table: Table) -> tuple[Choice, ...]:
    """The calls that a seat can make while the cards are played, which open its own answer."""
    openers = {ask.open_with for ask in own_asks(table)}
    calls = [ask for ask in table.asks if ask.key in openers and ask.during and ask.of == "seat"]
    return tuple(ask for ask in calls if isinstance(ask, Choice))


def asks_after_play(table: Table) -> tuple[Ask[Any], ...]:
    """The asks that tell that the play is over, apart from who is out: the tricks."""
    is_bid = any(ask.when == "before" for ask in own_asks(table))
    after = [ask for ask in table.asks if ask.when == "after" and (ask.by == "anybody" or is_bid)]
    out = asks_of_who_is_out(table)
    needed = [ask for ask in after if ask.asked and (ask.required or ask.group)]
    return tuple(ask for ask in needed if ask not in out and not ask.of_nobody)


def own_place(table: Table, ask: Ask[Any], seat: int) -> int:
    """Where a seat answers an ask: of an ask of sides, at the place of its side."""
    return table.sides[seat] if ask.of == "side" else seat


def seats_at(table: Table, ask: Ask[Any], place: int) -> tuple[int, ...]:
    """The seats that answer at this place of themselves; a call goes with the bid that it opens."""
    is_call = ask.of != "deal" and any(own.open_with == ask.key for own in own_asks(table))
    if ask.by != "seat" and not is_call:
        return ()
    return tuple(seat for seat in table.dealt if own_place(table, ask, seat) == place)


def seats_typed(table: Table, rows: Iterable[Answer], device: str) -> set[int]:
    """The seats for which answers of their own were typed by a device."""
    own = {ask.key: ask for ask in own_asks(table)}
    mine = [row for row in rows if row.device == device and row.ask in own and not row.cleared]
    return {seat for row in mine for seat in seats_at(table, own[row.ask], row.place)}


def names_seat(table: Table, ask: Ask[Any], value: Any, seat: int) -> bool:
    """Whether the answer that names a seat, or a side, names this one."""
    return value is not None and bool(value == (table.sides[seat] if ask.kind == "side" else seat))


def asks_to_correct(deal: SheetDeal, seat: int) -> tuple[Ask[Any], ...]:
    """The asks that the phone of a seat may correct in a deal: its hand, no bid and its tricks."""
    answers, table = deal.facts.answers, deal.table
    out, own = asks_of_who_is_out(table), own_asks(table)
    is_out = any(names_seat(table, ask, answers.get(ask.key), seat) for ask in out)
    if not deal.facts.known or is_out or any(ask.when == "before" for ask in own):
        return ()
    return tuple(ask for ask in own if ask.when == "after" and ask.key in deal.record)


def read_answer(asks: Mapping[str, Ask[Any]], table: Table, answer: Answer) -> Any:
    """An answer as the game reads it; raises Refused where it is none."""
    ask, place = asks.get(answer.ask), answer.place
    if ask is None:
        raise BadEntry("unknown_key", unknown=answer.ask[:40])
    seat = place if ask.of == "seat" and place in table.order else None
    usual = ask if ask.seats is None else replace(ask, seats=None)
    if place not in ((OF_DEAL,) if ask.of == "deal" else usual.places(table)):
        raise BadEntry("entry_shape", what="place")
    if ask.of_nobody or (ask.of != "deal" and place not in ask.places(table)):
        raise ImpossibleDeal("no_answer_here", seat=seat, what=ask.key)
    if answer.value is not None:
        return ask.read_one(answer.value, table, seat)
    if ask.required:
        raise ImpossibleDeal("missing_answer", seat=seat, what=ask.key)
    return ask.nothing


def is_in_deal(deal: SheetDeal, answer: Answer) -> bool:
    """Whether a deal that is in the book has this answer; the order of cards does not matter."""
    asks = {ask.key: ask for ask in deal.table.asks}
    value, known = read_answer(asks, deal.table, answer), deal.facts.answers.get(answer.ask)
    if answer.place != OF_DEAL:
        known = known[answer.place] if known else None
    if value is None or known is None or not deal.facts.known:
        return value is known and deal.facts.known
    first, second = map(asks[answer.ask].write_one, (known, value))
    is_cards = isinstance(first, list) and isinstance(second, list)
    return sorted(first) == sorted(second) if is_cards else bool(first == second)


class DealInPlay:
    """The answers to the deal that comes next, without those that the house rules refuse by now."""

    def __init__(self, sheet: Sheet, rows: Sequence[Answer]) -> None:
        if sheet.opening is None:
            raise ValueError("no deal is in play once the game is over")
        self.sheet, self.start, self.opening = sheet, sheet.start, sheet.opening
        # In one order, however they came: all phones are shown the same. What was cleared too.
        self.standing = dict(sorted(standing(rows).items()))
        table = self.opening.table
        if self.start.variant.asks_by_deal:
            # All that the game may ask says what it asks.
            self._read(self.start.usual_table(table))
            table = deal_table(self.start.variant, table, sheet.carry, self.facts())
        self._read(table)
        # What has still to be answered before there is a deal.
        self.missing = [place for place in self.needed() if place not in self.values]

    def _read(self, table: Table) -> None:
        self.table, self.asks = table, {ask.key: ask for ask in table.asks}
        self.answers: dict[Place, Answer] = {}
        self.values: dict[Place, Any] = {}
        for answer in self.standing.values():
            if answer.cleared:
                continue
            try:
                value = read_answer(self.asks, self.table, answer)
            except Refused:
                continue
            self.answers[answer.ask, answer.place] = answer
            self.values[answer.ask, answer.place] = value

    def play(self, method: Callable[..., T], *given: Any) -> T:
        """What a method of the game gives at the table of this deal."""
        return Seating(self.table).play(method, *given)

    def put(self, *answers: Answer) -> DealInPlay:
        """The same deal with more answers, or others in place of those that are there."""
        return DealInPlay(self.sheet, (*self.standing.values(), *answers))

    # What a deal needs, and what it is.

    def _places(self, ask: Ask[Any]) -> Iterator[int]:
        if ask.of == "deal":
            yield from () if ask.of_nobody else (OF_DEAL,)
            return
        but = self.values.get((ask.but, OF_DEAL)) if ask.but else None
        for place in ask.places(self.table):
            if place != but:
                yield place

    def _applies(self, ask: Ask[Any]) -> bool:
        excluding = (place for place in self.values if place[0] in ask.unless)
        return not any(self.asks[place[0]].is_answered(self.values[place]) for place in excluding)

    def needed(self) -> list[Place]:
        """All that has to be answered: what a record must have, what is hidden, and groups."""
        return [
            (ask.key, place)
            for ask in self.asks.values()
            if ask.is_needed and ask.asked and self._applies(ask)
            for place in self._places(ask)
        ]

    @cached_property
    def is_complete(self) -> bool:
        """Whether everything is answered that the deal needs."""
        return bool(self.values) and not self.missing

    def facts(self, instead: Mapping[Place, Any] | None = None) -> dict[str, Any]:
        """The answers that apply, as a deal’s record has them, with others `instead` of some."""
        facts: dict[str, Any] = {}
        values = {place: answer.value for place, answer in self.answers.items()}
        values.update(instead or {})
        for ask in self.asks.values():
            answers: Mapping[int, Any] = {
                place: values[ask.key, place]
                for place in self._places(ask)
                if (ask.key, place) in values and self._applies(ask)
            }
            if ask.of == "deal":
                value = answers.get(OF_DEAL)
            elif any(answer is not None for answer in answers.values()):
                asked = dict.fromkeys(ask.places(self.table), ask.no_answer)
                answers = {**asked, **ask.counts(answers, self.table)}
                value = [answers.get(at) for at in range(ask.number_of_answers(self.table))]
            else:
                value = None
            if ask.group and answers:
                facts.setdefault(ask.group, {})[ask.key] = value
            elif value is not None:
                facts[ask.key] = value
        return facts

    def answers_of(self, raw: Mapping[str, Any]) -> dict[Place, Any]:
        """The answers by which this deal has these facts; none where they cannot be read."""
        deal = read_deal(self.start, raw, self.opening.table, self.sheet.carry)
        rows, optional = list[Answer](), set[Place]()
        for ask in deal.table.asks:
            known = None if ask.of_nobody else deal.facts.answers.get(ask.key)
            each = {OF_DEAL: known} if ask.of == "deal" else dict(enumerate(known or ()))
            for place, value in each.items():
                written = None if value is None else ask.write_one(value)
                rows.append(Answer(ask.key, place, written, ""))
                if not (ask.is_needed and ask.asked) and value not in (None, ask.nothing):
                    optional.add((ask.key, place))
        needed = DealInPlay(self.sheet, rows).needed() if deal.facts.known else []
        places = {(row.ask, row.place): row.value for row in rows}
        return {it: value for it, value in places.items() if it in needed or it in optional}

    @cached_property
    def fault(self) -> ImpossibleDeal | None:
        """Why what is open to all cannot have happened, once all of that is in; else None."""
        is_open = {key: ask.shown == "at_once" for key, ask in self.asks.items()}
        if not self.values or any(is_open[key] for key, _ in self.missing):
            return None
        return self._fault(self._least_hidden)

    @cached_property
    def does_not_fit(self) -> bool:
        """Whether the deal is complete, and impossible only with what is hidden."""
        return self.is_complete and self.fault is None and self._fault({}) is not None

    @cached_property
    def is_deal(self) -> bool:
        """Whether the deal is complete and possible."""
        return self.is_complete and self._fault({}) is None

    @cached_property
    def _least_hidden(self) -> Mapping[Place, Any]:
        """The least that each answer can be which is hidden or missing: all others can be most."""
        least = {
            key: getattr(ask, "least", None) if ask.least_answer is None else ask.least_answer
            for key, ask in self.asks.items()
        }
        shown = {place for place, row in self.answers.items() if self.is_shown(row, None)}
        hidden = [place for place in self.needed() if self.asks[place[0]].shown != "at_once"]
        return {place: least[place[0]] for place in hidden if place not in shown}

    def _fault(self, instead: Mapping[Place, Any]) -> ImpossibleDeal | None:
        try:
            score_deal(self.start, self.facts(instead), self.table, self.sheet.carry)
        except ImpossibleDeal as fault:
            fault.deal = self.opening.number
            return fault
        return None

    def suspect_seats(self) -> tuple[int, ...]:
        """The seats whose smallest answer would make possible what is open to all."""
        if self.fault is None:
            return ()
        asks, hidden = [ask for ask in own_asks(self.table) if ask.of == "seat"], self._least_hidden
        held = {
            seat: {**hidden, **{(ask.key, seat): ask.least_answer for ask in asks}}
            for seat in self.table.order
            if any((ask.key, seat) in self.values for ask in asks)
        }
        seats = tuple(seat for seat, least in held.items() if self._fault(least) is None)
        return seats or (() if self.fault.seat is None else (self.fault.seat,))

    # What a phone may see.

    def is_shown(self, answer: Answer, device: str | None) -> bool:
        """Whether a device is sent the value of an answer; to all others it is only "in"."""
        if answer.opened or answer.device == device:
            return True
        ask = self.asks[answer.ask]
        if ask.shown == "when_answered" and all(key != ask.key for key, _ in self.missing):
            return True
        return ask.shown == "at_once" or answer.place in self._opened(ask)

    def newly_opened(self) -> list[Answer]:
        """The hidden answers that are open to all now and not marked so yet, marked."""
        hidden = [row for row in self.answers.values() if self.asks[row.ask].shown != "at_once"]
        shown = [row for row in hidden if not row.opened and self.is_shown(row, None)]
        return [replace(row, opened=True) for row in shown]

    def _opened(self, ask: Ask[Any]) -> set[int]:
        """The places at which the call that counts opens the answer that its phone has written."""
        opener = self.asks.get(ask.open_with or "")
        if opener is None or not opener.during:
            return set()
        answers, calls = self.answers, self._counting(opener)
        return {
            place
            for place, call in calls.items()
            if call != opener.nothing and (ask.key, place) in answers
            if answers[ask.key, place].device == answers[opener.key, place].device
        }

    def _counting(self, ask: Ask[Any]) -> Mapping[int, Any]:
        """The answers to an ask by their place, of several calls the one that counts."""
        values = {place: value for (key, place), value in self.values.items() if key == ask.key}
        return ask.counts(values, self.table)

    def noted(self) -> dict[str, Any]:
        """The answers that are open to all while the cards are being played, as a deal has them."""
        noted: dict[str, Any] = {}
        for ask in self.asks.values():
            opened = self._opened(ask)
            counting = self._counting(ask).items()
            values = {place: value for place, value in counting if ask.during or place in opened}
            if OF_DEAL in values:
                noted[ask.key] = values[OF_DEAL]
            elif values:
                places = range(ask.number_of_answers(self.table))
                noted[ask.key] = tuple(values.get(place, ask.nothing) for place in places)
        return noted

    def on_sheet(self) -> Sheet:
        """The sheet with what is open to all, what has moved by it, and what it shows."""
        opening, variant, noted = self.opening, self.start.variant, self.noted()
        try:
            self.play(variant.check_in_play, noted, self.table, opening.carry)
        except ImpossibleDeal:  # since a deal before was corrected
            return self.sheet
        moved = self.play(variant.in_play, noted, self.table, opening.carry)
        carry = opening.carry.after(moved)
        shows = self.play(variant.shows_in_play, opening.shows, noted)
        opening = replace(opening, noted=noted, moved=moved, carry=carry, shows=shows)
        return replace(self.sheet, opening=opening)

    # What a seat is asked, and what may be written.

    @property
    def is_play_over(self) -> bool:
        """Whether the play is over: somebody is out, or the first has answered what comes after."""
        answered = {key for key, _ in self.values}
        after = [ask for ask in own_asks(self.table) if ask.when != "before"]
        return any((ask.but or ask.key) in answered for ask in after)

    def asked_of(self, seat: int) -> list[Place]:
        """The places at which a seat is asked, answered or not: tricks once all bids are in."""
        return [
            (ask.key, place)
            for ask, places in self._asked_now
            for place in [own_place(self.table, ask, seat)]
            if place in places and not self.is_early(ask, place)
        ]

    @cached_property
    def _asked_now(self) -> list[tuple[Ask[Any], list[int]]]:
        own = own_asks(self.table)
        is_bid = all(self.is_closed(ask) for ask in own if ask.when == "before")
        return [
            (ask, list(self._places(ask)))
            for ask in own
            if ask.when == "before"
            or (is_bid if ask.but is None else (ask.but, OF_DEAL) in self.values)
            if self._applies(ask)
        ]

    def is_early(self, ask: Ask[Any], place: int) -> bool:
        """Whether this place answers last, and another has not answered yet."""
        others = (at for key, at in self.missing if key == ask.key and at != place)
        return place == ask.last and next(others, None) is not None

    def missing_of(self, seat: int) -> list[Place]:
        """The places at which a seat is asked now and has to answer yet."""
        return [place for place in self.asked_of(seat) if place in self.missing]

    def answered_seats(self) -> tuple[int, ...]:
        """The seats whose own answers are in, clockwise."""
        rows = self.answers.values()
        there = {it for row in rows for it in seats_at(self.table, self.asks[row.ask], row.place)}
        return tuple(seat for seat in self.table.order if seat in there)

    def waiting_seats(self) -> tuple[int, ...]:
        """The seats that all wait for, clockwise: for tricks once the first are in."""
        asks, is_over = self.asks, self.is_play_over
        due = {key for key in asks if is_over or asks[key].when == "before" or asks[key].but}
        order, missing = self.table.dealt, self.missing_of
        return tuple(seat for seat in order if any(key in due for key, _ in missing(seat)))

    def is_closed(self, ask: Ask[Any]) -> bool:
        """Whether only the scorekeeper may change a bid: all are in, or tricks were answered."""
        if ask.by != "seat" or ask.when == "after":
            return False
        seats = ask.number_of_answers(self.table) - ask.stand_ins
        # What need not be answered is closed with what has to be.
        own = {it.key for it in own_asks(self.table) if it.when == ask.when}
        waits = any(key in own and place < seats for key, place in self.missing)
        after_play = {ask.key for ask in asks_after_play(self.table)}
        return not waits or any(key in after_play for key, _ in self.values)

    def changeable(self, seat: int) -> list[Place]:
        """The places at which a seat has answered and may still change its answer."""
        if self.is_all_in:
            return []
        answered = [place for place in self.asked_of(seat) if place in self.values]
        is_wrong = self.fault is not None
        mine = [place for place in answered if is_wrong or not self.answers[place].opened]
        return [place for place in mine if not self.is_closed(self.asks[place[0]])]

    @property
    def is_all_in(self) -> bool:
        """Whether all is in, and possible as far as all see: who keeps the score goes on."""
        return self.is_complete and self.fault is None

    def has(self, answer: Answer) -> bool:
        """Whether this is answered, or cleared, already, as far as its device may see."""
        known = self.answers.get((answer.ask, answer.place))
        if known is None or answer.cleared:
            return known is None and answer.cleared
        return self.is_shown(known, answer.device) and known.value == answer.value

    def check(self, answer: Answer) -> None:
        """Refuse an answer that cannot be, whatever the others are; raises Refused."""
        with faults_of(self.start.variant.key):
            self._check(answer)

    def _check(self, answer: Answer) -> None:
        now, variant = self.put(answer), self.start.variant
        value = read_answer(now.asks, now.table, answer)
        ask = now.asks[answer.ask]
        if now.is_early(ask, answer.place):
            raise ImpossibleDeal("others_first", seat=answer.place)
        is_barred = isinstance(ask, Number) and answer.place == ask.last and value == ask.barred
        # Of a deal that was played nobody is refused for it.
        after = {it.key for it in asks_after_play(self.table)}
        if is_barred and value is not None and not any(key in after for key, _ in now.values):
            raise ImpossibleDeal("barred", seat=answer.place, number=value)
        if ask.during or ask.open_with is not None:
            self.play(variant.check_in_play, now.noted(), self.table, self.opening.carry)
        if ask.by != "seat" or ask.least_answer is None:
            return
        least = {
            **dict.fromkeys(ask.places(self.table), ask.no_answer),
            **dict.fromkeys(now._places(ask), ask.least_answer),
            answer.place: answer.value,
        }
        facts = [least.get(at) for at in range(ask.number_of_answers(self.table))]
        raw = {
            key: known.value
            for (key, place), known in now.answers.items()
            if place == OF_DEAL and not self.asks[key].group
        }
        try:
            read = read_facts(self.table.asks, {**raw, ask.key: facts}, self.table)
            self.play(variant.check, read, self.table, self.opening.carry)
        except ImpossibleDeal as fault:
            if fault.seat == answer.place:
                raise
