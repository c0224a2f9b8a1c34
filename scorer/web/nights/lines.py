"""Games and nights as lists show them: one line each."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from scorer.rules.words import WORDS, counted
from scorer.services.games.game_list import GameLine, SeatLine
from scorer.services.nights.night_list import Night
from scorer.web.drawing.looks import Look, looks_of_games
from scorer.web.formats import month, points, signed
from scorer.web.names import listed, name_of


@dataclass(frozen=True)
class GameLineView(GameLine):
    """A game in one line; `scores` has the places of partners, their score, and who won."""

    headline: str
    names: Sequence[str]
    looks: Sequence[Look]
    scores: Sequence[tuple[list[int], str, bool]]


def game_lines(lines: Iterable[GameLine]) -> list[GameLineView]:
    """The games, ready to be listed."""
    views = []
    for line in lines:
        names = [name_of(seat.person, seat.name) for seat in line.seats]
        of_people = looks_of_games([line])
        looks = [of_people[seat.number] for seat in line.seats]
        headline, scores = _headline(line, names), _scores(line)
        views.append(
            GameLineView(**vars(line), headline=headline, names=names, looks=looks, scores=scores)
        )
    return views


def _scores(line: GameLine) -> list[tuple[list[int], str, bool]]:
    begun = line.over or line.deals or any(seat.total for seat in line.seats)
    members: dict[tuple[int, str, bool], list[int]] = {}
    for at, seat in enumerate(line.seats):
        if seat.net is not None:
            got = signed(seat.net)
        else:
            got = f"{points(seat.total)}{' held' if line.kind.unit == 'counters' else ''}"
        if not seat.place:
            got += " · left"
        members.setdefault((seat.side, got if begun else "", seat.won), []).append(at)
    return [(places, got, won) for (_, got, won), places in members.items()]


def _headline(line: GameLine, names: Sequence[str]) -> str:
    if not line.over:
        return f"{counted(line.deals, 'deal')} played" if line.deals else "Just begun"
    won = [(name, seat) for name, seat in zip(names, line.seats, strict=True) if seat.won]
    if not won:
        return "Stopped before a deal was scored"
    winners, sides = listed([name for name, _ in won]), {seat.side for _, seat in won}
    if not won[0][1].counts_won:
        return f"Stopped after {counted(line.deals, 'deal')}, {winners} in front"
    if len(sides) > 1:
        return f"{winners} shared the win"
    best = _end(won[0][1])
    others = [_end(seat) for seat in line.seats if seat.side not in sides and seat.place]
    lowest_wins = line.kind.unit == "penalties"
    next_best = min(others) if lowest_wins else max(others)
    gap = next_best - best if lowest_wins else best - next_best
    if gap > 0:
        return f"{winners} won by {gap}"
    why = WORDS["variants"].get(line.kind.variant, {}).get("against_total")
    if why is None and gap < 0:
        why = f"{points(best)} against {points(next_best)}"
    return f"{winners} won: {why}" if why else f"{winners} won"


def _end(seat: SeatLine) -> int:
    return seat.total if seat.net is None else seat.net


def night_lines(nights: Iterable[Night]) -> list[dict[str, Any]]:
    """The nights, ready to be listed: what was played, and people with their wins and looks."""
    return [_night_line(night) for night in nights]


def by_month(nights: Iterable[Night]) -> list[tuple[str, list[dict[str, Any]]]]:
    """The nights under the months they belong to."""
    months = groupby(night_lines(nights), key=lambda night: month(night["day"]))
    return [(name, list(lines)) for name, lines in months]


def count_titles(games: Iterable[GameLine]) -> list[str]:
    """The titles of what was played, and how often: "Red Nines ×2"."""
    titles = Counter(game.kind.title for game in games)
    return [title if number == 1 else f"{title} ×{number}" for title, number in titles.items()]


def _night_line(night: Night) -> dict[str, Any]:
    won = {row.person: row.games for row in night.wins}
    people = sorted(night.people, key=lambda it: (-won.get(it, 0), night.people[it]))
    names = [name_of(person, night.people[person]) for person in people]
    numbers = {seat.person: seat.number for game in night.games for seat in game.seats}
    of_people = looks_of_games(night.games)
    looks = [of_people[numbers[person]] for person in people]
    wins = [won.get(person, 0) for person in people]
    # One that was just begun is shown only as long as nothing was played.
    games = [game for game in night.games if game.played] or night.games
    return {
        "id": night.id,
        "day": night.day,
        "called": " · ".join(text for text in (night.name, night.place) if text),
        "played": count_titles(games),
        "people": list(zip(names, wins, looks, strict=True)),
    }
