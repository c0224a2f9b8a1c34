"""Games as lists show them: one line each."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime

from scorer.rules.words import WORDS
from scorer.services.games import GameLine, SeatLine
from scorer.services.paying.paying_up import COUNTER_GAMES
from scorer.web.games.counter_words import points, signed
from scorer.web.names import listed, tell_apart
from scorer.web.recipe import counted


@dataclass(frozen=True)
class LineShown:
    """One game in one line; `seats` are names, what each has got in words, and who won.

    Of `only_totals` nobody knows the hours, so only the day is to be shown.
    """

    id: str
    night: str
    day: date
    title: str
    started_at: datetime
    last_at: datetime
    over: bool
    untouched: bool
    only_totals: bool
    headline: str
    seats: tuple[tuple[str, str, bool], ...]


def game_lines(lines: Iterable[GameLine]) -> list[LineShown]:
    """The games, ready to be listed."""
    return [_line(line) for line in lines]


def _line(line: GameLine) -> LineShown:
    names = tell_apart(seat.name for seat in line.seats)
    winners = [name for name, seat in zip(names, line.seats, strict=True) if seat.won]
    return LineShown(
        id=line.id,
        night=line.night,
        day=line.day,
        title=WORDS["variants"][line.variant]["title"],
        started_at=line.started_at,
        last_at=line.last_at,
        over=line.over,
        untouched=line.version == 0,
        only_totals=line.only_totals,
        headline=_headline(line, winners),
        seats=tuple(
            (name, _got(line.variant, seat), seat.won)
            for name, seat in zip(names, line.seats, strict=True)
        ),
    )


def _got(variant: str, seat: SeatLine) -> str:
    """Penalties, or what was won or lost; while counters are played for, what somebody holds."""
    if seat.net is not None:
        return signed(seat.net)
    held = " held" if variant in COUNTER_GAMES else ""
    return f"{points(seat.total)}{held}"


def _headline(line: GameLine, winners: Sequence[str]) -> str:
    if not line.over and not line.deals:
        return "Just begun"
    if not line.over:
        return f"{counted(line.deals)} deal{'' if line.deals == 1 else 's'} played".capitalize()
    if not winners:
        return "Stopped before a deal was scored"
    if len(winners) > 1:
        return f"{listed(winners)} shared the win"
    # Penalties: the lowest total is the best. Counters: whoever won most of them.
    if line.variant in COUNTER_GAMES:
        ends = [-seat.total if seat.net is None else -seat.net for seat in line.seats]
    else:
        ends = [seat.total for seat in line.seats]
    first, second = sorted(ends)[:2]
    gap = f" by {second - first}" if second > first else ""
    return f"{listed(winners)} won{gap}"
