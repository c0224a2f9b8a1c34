"""What each seat answers for itself: which asks those are, and which of them are asked now.

What is asked before the play, such as a bid, is asked until the deal is complete. What is asked
after the play is asked once somebody has said who need not answer, such as who went out. In a game
where everybody answers it is asked from the start.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from scorer.rules.asks import Ask, Choice, read_facts
from scorer.rules.errors import ImpossibleDeal
from scorer.rules.sheet import Opening, SheetDeal
from scorer.rules.start import ResolvedStart

# An ask of a seat, a side or a stand-in, as the book names it.
Place = tuple[str, int]


def own_asks(start: ResolvedStart) -> tuple[Ask[Any], ...]:
    """What each seat answers of itself."""
    return tuple(ask for ask in start.asks if ask.by == "seat" and ask.of != "deal" and ask.asked)


def asks_of_who_is_out(start: ResolvedStart) -> tuple[Ask[Any], ...]:
    """What says that the play is over, since it names who gives no own answer."""
    keys = {ask.but for ask in own_asks(start)}
    return tuple(ask for ask in start.asks if ask.key in keys)


def asks_of_own_end(start: ResolvedStart) -> tuple[Ask[Any], ...]:
    """What a phone says of its own seat by which the play is over: "I'm out".

    That also stands where it is all that is told of a deal after its play.
    """
    after = [ask for ask in start.asks if ask.asked and ask.when == "after"]
    names_one = [ask for ask in after if ask.kind == "seat" and ask.of == "deal" and not ask.many]
    return asks_of_who_is_out(start) or tuple(names_one if names_one == after else ())


def flags_of_deal(start: ResolvedStart) -> tuple[Ask[Any], ...]:
    """What may be said besides of who is out, with yes or no."""
    return tuple(
        ask
        for ask in start.asks
        if ask.kind == "flag" and ask.of == "deal" and ask.asked and ask.when == "after"
        if asks_of_who_is_out(start)
    )


def calls_of(start: ResolvedStart) -> tuple[Choice, ...]:
    """What a seat can call of itself while the cards are played, and so opens its own answer."""
    openers = {ask.open_with for ask in own_asks(start)}
    return tuple(
        ask
        for ask in start.asks
        if ask.key in openers and ask.during and ask.of == "seat" and isinstance(ask, Choice)
    )


def told_after_play(start: ResolvedStart) -> tuple[Ask[Any], ...]:
    """What anybody tells of a deal after its play, beside who is out: the tricks."""
    who_is_out = asks_of_who_is_out(start)
    return tuple(
        ask
        for ask in start.asks
        if ask.by == "anybody" and ask.when == "after" and ask.asked and not ask.many
        if (ask.required or ask.group) and ask not in who_is_out
    )


def own_place(start: ResolvedStart, ask: Ask[Any], seat: int) -> int:
    """Where a seat stands among those that an ask is asked of: of sides, it is the side's place."""
    return start.sides[seat] if ask.of == "side" else seat


def names_seat(start: ResolvedStart, ask: Ask[Any], value: Any, seat: int) -> bool:
    """Whether the answer that names a seat, or a side, names this one."""
    return value is not None and bool(value == (start.sides[seat] if ask.kind == "side" else seat))


def answer_to(opening: Opening, key: str, at: int | None = None) -> Any:
    """What was answered, as the game reads it; None where nothing was."""
    return next((one.value for one in opening.answered if (one.key, one.seat) == (key, at)), None)


def is_counted(start: ResolvedStart, opening: Opening) -> bool:
    """Whether the play is over, as far as anybody has said.

    Somebody is out; or, where nobody goes out, the first has answered what is asked after it.
    """
    after = [ask for ask in own_asks(start) if ask.when != "before"]
    told = {answer.key for answer in opening.answered}
    return any((ask.but or ask.key) in told for ask in after)


def asked_of(start: ResolvedStart, opening: Opening, seat: int) -> tuple[Place, ...]:
    """What is asked of a seat now, whether it has answered or not."""
    return tuple(_asked_of(start, opening, seat))


def _asked_of(start: ResolvedStart, opening: Opening, seat: int) -> Iterator[Place]:
    told = {(answer.key, answer.seat) for answer in opening.answered}
    known = told.union(opening.missing)
    for ask in own_asks(start):
        at = own_place(start, ask, seat)
        out = answer_to(opening, ask.but) if ask.but else None
        is_asked = ask.when == "before" or ask.but is None or (ask.but, None) in told
        if is_asked and at != out and seat in opening.table.plays and (ask.key, at) in known:
            yield ask.key, at


def missing_of(start: ResolvedStart, opening: Opening, seat: int) -> tuple[Place, ...]:
    """What is asked of a seat now and not answered yet."""
    return tuple(one for one in asked_of(start, opening, seat) if one in opening.missing)


def is_final(start: ResolvedStart, opening: Opening, ask: Ask[Any]) -> bool:
    """Whether no seat may change what it answered: a bid, once all are in or the play is told."""
    if ask.when != "before":
        return False
    after_play = {one.key for one in told_after_play(start)}
    seats = ask.number_of_answers(opening.table) - ask.stand_ins
    waits = any(key == ask.key and at is not None and at < seats for key, at in opening.missing)
    return not waits or any(answer.key in after_play for answer in opening.answered)


def changeable(start: ResolvedStart, opening: Opening, seat: int) -> tuple[Place, ...]:
    """What a seat has answered of itself and may still change."""
    final = {ask.key for ask in own_asks(start) if is_final(start, opening, ask)}
    missing = missing_of(start, opening, seat)
    return tuple(
        (key, at)
        for key, at in asked_of(start, opening, seat)
        if key not in final and (key, at) not in missing
    )


def check_own(
    start: ResolvedStart, opening: Opening, seat: int, answers: Mapping[str, Any]
) -> None:
    """Refuse what a seat tells of itself where it cannot be, whatever all others hold.

    `answers` go by ask, as a record tells them. Raises ImpossibleDeal.
    """
    table = opening.table
    raw: dict[str, Any] = {
        ask.key: ask.write_one(value)
        for ask in (*asks_of_who_is_out(start), *flags_of_deal(start))
        if (value := answer_to(opening, ask.key)) is not None
    }
    for ask in own_asks(start):
        if ask.key not in answers or ask.least_answer is None:
            continue
        out = answer_to(opening, ask.but) if ask.but else None
        places = range(ask.number_of_answers(table))
        raw[ask.key] = [
            ask.no_answer if at == out or at not in table.plays else ask.least_answer
            for at in places
        ]
        raw[ask.key][own_place(start, ask, seat)] = answers[ask.key]
        try:
            start.variant.check(read_facts(start.asks, raw, table), table, opening.carry)
        except ImpossibleDeal as fault:
            if fault.seat == seat:
                raise


def asks_to_correct(start: ResolvedStart, deal: SheetDeal, seat: int) -> tuple[Ask[Any], ...]:
    """What a seat may tell otherwise of a deal that is complete: its hand, but not its bid."""
    answers = deal.facts.answers
    is_out = any(
        names_seat(start, ask, answers.get(ask.key), seat) for ask in asks_of_who_is_out(start)
    )
    if deal.facts.void or is_out or seat not in deal.table.plays:
        return ()
    return tuple(ask for ask in own_asks(start) if ask.when == "after" and ask.key in deal.record)


def waited_for(start: ResolvedStart, opening: Opening) -> tuple[int, ...]:
    """The seats that are asked now and have not answered, clockwise."""
    return tuple(seat for seat in start.order if missing_of(start, opening, seat))
