"""Who won how many games of a night, and what everybody made of each kind of game."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from scorer.rules.kinds import Kind
from scorer.rules.types import Unit
from scorer.services.games.game_list import GameLine, SeatLine


@dataclass(frozen=True)
class Wins:
    """How many games somebody won in a night; `number` is that of the person in the club."""

    person: str
    name: str
    number: int
    games: int


@dataclass(frozen=True)
class NightStanding:
    """The sum and best of a person's finished games of one kind; partners share their side's."""

    person: str
    name: str
    number: int
    games: int
    wins: int
    sum: int
    best: int


@dataclass(frozen=True)
class KindStandings:
    """The standings in one kind of game, the best first."""

    kind: Kind
    games: int
    rows: tuple[NightStanding, ...]


def wins_of(lines: Iterable[GameLine]) -> tuple[Wins, ...]:
    """Who won how many of these games, the most first."""
    winners = [seat for line in lines if line.over for seat in line.seats if seat.counts_won]
    won = Counter((seat.person, seat.name, seat.number) for seat in winners)
    wins = (Wins(*person, games) for person, games in won.items())
    return tuple(sorted(wins, key=lambda row: (-row.games, row.name, row.person)))


def standings_of(lines: Iterable[GameLine]) -> tuple[KindStandings, ...]:
    """The standings in each kind of game that was finished, in the order they were begun."""
    return tuple(_of_kind(played) for played in by_kind(lines))


def by_kind(lines: Iterable[GameLine]) -> list[list[GameLine]]:
    """The finished games of each kind, in the order they were begun."""
    kinds: dict[str, list[GameLine]] = {}
    for line in lines:
        if line.finished:
            kinds.setdefault(line.kind.key, []).append(line)
    return list(kinds.values())


def _of_kind(played: list[GameLine]) -> KindStandings:
    seats: dict[str, list[SeatLine]] = {}
    for line in played:
        for seat in line.seats:
            # Who has left counts by money alone.
            if seat.place or seat.net is not None:
                seats.setdefault(seat.person, []).append(seat)
    unit = played[-1].kind.unit
    rows = [_standing(sat, unit) for sat in seats.values()]
    # Who played more games has more points, so wins come first there, and then what a game
    # cost or brought; counters speak for themselves.
    if unit == "counters":
        rows.sort(key=lambda row: (-row.sum, -row.wins, row.name))
    else:
        sign = 1 if unit == "penalties" else -1
        rows.sort(key=lambda row: (-row.wins, sign * row.sum / row.games, row.name))
    return KindStandings(played[-1].kind, len(played), tuple(rows))


def _standing(sat: list[SeatLine], unit: Unit) -> NightStanding:
    made = [(seat.net or 0) if unit == "counters" else seat.total for seat in sat]
    return NightStanding(
        person=sat[0].person,
        name=sat[0].name,
        number=sat[0].number,
        games=sum(seat.place > 0 for seat in sat),
        wins=sum(seat.counts_won for seat in sat),
        sum=sum(made),
        best=min(made) if unit == "penalties" else max(made),
    )
