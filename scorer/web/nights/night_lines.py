"""Nights as lists show them: when, where, who won how many, and what was played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, tzinfo
from itertools import groupby

from scorer.rules.words import WORDS
from scorer.services.games import NightLine, NightRead
from scorer.services.nights.heads import NightHead
from scorer.web.names import tell_apart
from scorer.web.times import month


@dataclass(frozen=True)
class NightShown:
    """One night in a list; `people` are names with how many games each won, the most first."""

    id: str
    day: date
    called: str
    played: tuple[str, ...]
    people: tuple[tuple[str, int], ...]


def night_lines(nights: Iterable[NightLine]) -> list[NightShown]:
    """The nights, ready to be listed."""
    return [_line(one) for one in nights]


def by_month(nights: Iterable[NightLine]) -> list[tuple[str, list[NightShown]]]:
    """The nights under the months they belong to."""
    shown = groupby(night_lines(nights), key=lambda one: month(one.day))
    return [(name, list(some)) for name, some in shown]


def was_dated_back(night: NightRead | NightHead, zone: tzinfo) -> bool:
    """Whether the games of a night were not written down on its day: then no times are told."""
    return night.opened_at.astimezone(zone).date() != night.day


def _line(night: NightLine) -> NightShown:
    won = {one.person: one.games for one in night.wins}
    people = sorted(night.people, key=lambda person: -won.get(person, 0))
    names = tell_apart(night.people[person] for person in people)
    kinds = Counter(game.variant for game in night.games)
    return NightShown(
        id=night.id,
        day=night.day,
        called=" · ".join(text for text in (night.name, night.place) if text),
        played=tuple(_times(variant, games) for variant, games in kinds.items()),
        people=tuple(
            (name, won.get(person, 0)) for name, person in zip(names, people, strict=True)
        ),
    )


def _times(variant: str, games: int) -> str:
    title: str = WORDS["variants"][variant]["title"]
    return title if games == 1 else f"{title} ×{games}"
