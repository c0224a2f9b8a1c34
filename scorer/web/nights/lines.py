"""Games as lists show them: one line each."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import groupby

from scorer.rules.kinds import Kind
from scorer.rules.words import WORDS, counted
from scorer.services.games.game_list import GameLine, SeatLine
from scorer.services.nights.night_list import Night
from scorer.web.drawing.looks import Look, looks_of
from scorer.web.formats import month, points, signed
from scorer.web.names import listed, number_duplicates


@dataclass(frozen=True)
class SideScore:
    """The score of a side, in words; `members` are their places among the names."""

    members: tuple[int, ...]
    got: str
    won: bool


@dataclass(frozen=True)
class GameLineView(GameLine):
    """A game in one line, with names, looks and the scores in words, partners together."""

    headline: str
    names: Sequence[str]
    looks: Sequence[Look]
    scores: tuple[SideScore, ...]


def game_lines(lines: Iterable[GameLine]) -> list[GameLineView]:
    """The games, ready to be listed."""
    return [_game_line(line) for line in lines]


def _game_line(line: GameLine) -> GameLineView:
    names = number_duplicates(seat.name for seat in line.seats)
    looks = looks_of(seat.number for seat in line.seats)
    return GameLineView(
        **vars(line),
        headline=_headline(line, names),
        names=names,
        looks=looks,
        scores=_scores(line),
    )


def _scores(line: GameLine) -> tuple[SideScore, ...]:
    """The scores of each side, "" before anybody has got anything; uneven partners stand apart."""
    members: dict[tuple[int, str, bool], list[int]] = {}
    begun = line.over or line.deals or any(seat.total for seat in line.seats)
    for at, seat in enumerate(line.seats):
        got = _score(line.kind, seat) if begun else ""
        members.setdefault((seat.side, got, seat.won), []).append(at)
    return tuple(SideScore(tuple(places), got, won) for (_, got, won), places in members.items())


def _score(kind: Kind, seat: SeatLine) -> str:
    """Penalties, or what was won or lost; while counters are played for, what somebody holds."""
    if seat.net is not None:
        return signed(seat.net)
    total = points(seat.total)
    return f"{total} held" if kind.unit == "counters" else total


def _headline(line: GameLine, names: Sequence[str]) -> str:
    if not line.over and not line.deals:
        return "Just begun"
    if not line.over:
        return f"{counted(line.deals, 'deal')} played"
    winners = [name for name, seat in zip(names, line.seats, strict=True) if seat.won]
    if not winners:
        return "Stopped before a deal was scored"
    if len({seat.side for seat in line.seats if seat.won}) > 1:
        return f"{listed(winners)} shared the win"
    # Of counters, it is what was won that counts.
    ends = {seat.side: seat.total if seat.net is None else seat.net for seat in line.seats}
    best = next(ends.pop(seat.side) for seat in line.seats if seat.won)
    next_best = min(ends.values()) if line.kind.unit == "penalties" else max(ends.values())
    gap = next_best - best if line.kind.unit == "penalties" else best - next_best
    if gap > 0:
        return f"{listed(winners)} won by {gap}"
    why = WORDS["variants"][line.kind.variant].get("against_total")
    if why is None and gap < 0:
        why = f"{points(best)} against {points(next_best)}"
    if why:
        return f"{listed(winners)} won: {why}"
    return f"{listed(winners)} won"


@dataclass(frozen=True)
class NightView:
    """One night in a list: its name or place, games played, people with wins and looks."""

    id: str
    day: date
    called: str
    played: tuple[str, ...]
    people: tuple[tuple[str, int, Look], ...]


def night_lines(nights: Iterable[Night]) -> list[NightView]:
    """The nights, ready to be listed."""
    return [_night_line(night) for night in nights]


def by_month(nights: Iterable[Night]) -> list[tuple[str, list[NightView]]]:
    """The nights under the months they belong to."""
    months = groupby(night_lines(nights), key=lambda night: month(night.day))
    return [(name, list(lines)) for name, lines in months]


def _night_line(night: Night) -> NightView:
    won = {row.person: row.games for row in night.wins}
    people = sorted(night.people, key=lambda person: -won.get(person, 0))
    names = number_duplicates(night.people[person] for person in people)
    numbers = {seat.person: seat.number for game in night.games for seat in game.seats}
    looks = looks_of(numbers[person] for person in people)
    # One that was just begun is shown only as long as nothing was played.
    played = [game for game in night.games if game.played]
    kinds = {game.kind.key: game.kind for game in played or night.games}
    games = Counter(game.kind.key for game in played)
    return NightView(
        id=night.id,
        day=night.day,
        called=" · ".join(text for text in (night.name, night.place) if text),
        played=tuple(_times(kind.title, games[key]) for key, kind in kinds.items()),
        people=tuple(
            (name, won.get(person, 0), look)
            for name, person, look in zip(names, people, looks, strict=True)
        ),
    )


def _times(title: str, games: int) -> str:
    return title if games < 2 else f"{title} ×{games}"
