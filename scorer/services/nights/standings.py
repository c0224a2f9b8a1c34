"""How a night stands: one table for each kind of game, for penalties are never added to pence."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from scorer.services.nights.lines import GameLine, SeatLine


@dataclass(frozen=True)
class Standing:
    """What somebody made of the finished games of one kind.

    `sum` adds the totals, or what was won and lost in games of counters; `best` is the best.
    """

    person: str
    name: str
    games: int
    wins: int
    sum: int
    best: int


@dataclass(frozen=True)
class Standings:
    """The standings in one kind of game, the best first."""

    variant: str
    games: int
    counters: bool
    rows: tuple[Standing, ...]


def standings_of(lines: Iterable[GameLine]) -> tuple[Standings, ...]:
    """The standings in each kind of game that was finished, in the order they were begun."""
    kinds: dict[str, list[GameLine]] = {}
    for line in lines:
        if line.finished:
            kinds.setdefault(line.variant, []).append(line)
    return tuple(_of_kind(variant, played) for variant, played in kinds.items())


def _of_kind(variant: str, played: list[GameLine]) -> Standings:
    seats: dict[str, list[SeatLine]] = {}
    for line in played:
        for seat in line.seats:
            seats.setdefault(seat.person, []).append(seat)
    counters = any(one.net is not None for sat in seats.values() for one in sat)
    rows = [_row(sat, counters=counters) for sat in seats.values()]
    # Who played more games has more penalties, so wins come first there, and then what a game
    # cost; counters speak for themselves.
    rows.sort(
        key=lambda one: (-one.sum, -one.wins) if counters else (-one.wins, one.sum / one.games)
    )
    return Standings(variant, len(played), counters, tuple(rows))


def _row(sat: list[SeatLine], *, counters: bool) -> Standing:
    made = [(one.net or 0) if counters else one.total for one in sat]
    return Standing(
        person=sat[0].person,
        name=sat[0].name,
        games=len(sat),
        wins=sum(one.won for one in sat),
        sum=sum(made),
        best=max(made) if counters else min(made),
    )
