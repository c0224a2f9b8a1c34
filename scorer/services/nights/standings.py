"""Who won how many games of a night, and what everybody made of each kind of game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from scorer.services.games.game_list import GameLine, SeatLine


@dataclass(frozen=True)
class Wins:
    """How many games somebody won in a night."""

    person: str
    name: str
    games: int


@dataclass(frozen=True)
class NightStanding:
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
class VariantStandings:
    """The standings in one kind of game, the best first."""

    variant: str
    games: int
    counters: bool
    rows: tuple[NightStanding, ...]


def wins_of(lines: Iterable[GameLine]) -> tuple[Wins, ...]:
    """Who won how many of these games, the most first."""
    winners = [seat for line in lines if line.over for seat in line.seats if seat.won]
    names = {seat.person: seat.name for seat in winners}
    won = Counter(seat.person for seat in winners)
    wins = [Wins(person, names[person], games) for person, games in won.items()]
    return tuple(sorted(wins, key=lambda row: (-row.games, row.name, row.person)))


def standings_of(lines: Iterable[GameLine]) -> tuple[VariantStandings, ...]:
    """The standings in each kind of game that was finished, in the order they were begun."""
    kinds: dict[str, list[GameLine]] = {}
    for line in lines:
        if line.finished:
            kinds.setdefault(line.variant, []).append(line)
    return tuple(_of_kind(variant, played) for variant, played in kinds.items())


def _of_kind(variant: str, played: list[GameLine]) -> VariantStandings:
    seats: dict[str, list[SeatLine]] = {}
    for line in played:
        for seat in line.seats:
            seats.setdefault(seat.person, []).append(seat)
    counters = any(seat.net is not None for line in played for seat in line.seats)
    rows = [_standing(sat, counters=counters) for sat in seats.values()]
    # Who played more games has more penalties, so wins come first there, and then what a game
    # cost; counters speak for themselves.
    rows.sort(
        key=lambda row: (-row.sum, -row.wins) if counters else (-row.wins, row.sum / row.games)
    )
    return VariantStandings(variant, len(played), counters, tuple(rows))


def _standing(sat: list[SeatLine], *, counters: bool) -> NightStanding:
    made = [(seat.net or 0) if counters else seat.total for seat in sat]
    return NightStanding(
        person=sat[0].person,
        name=sat[0].name,
        games=len(sat),
        wins=sum(seat.won for seat in sat),
        sum=sum(made),
        best=max(made) if counters else min(made),
    )
