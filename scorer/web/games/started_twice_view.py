"""Two games beside each other that may be one: who has started each, and what it holds."""

from __future__ import annotations

from dataclasses import dataclass

from scorer.services.games.read import GameRead
from scorer.services.games.started_twice import StartedGame, find_started_twice
from scorer.web.access import database
from scorer.web.names import in_a_sentence, listed, tell_apart


@dataclass(frozen=True)
class StartedView:
    """One of the games: the phone that has started it, how many deals it holds, who leads."""

    id: str
    phone: str
    deals: int
    leaders: str


@dataclass(frozen=True)
class StartedTwice:
    """The game at hand and the other one, in the order they were started."""

    sentence: str
    games: tuple[StartedView, ...]
    other: str


def started_twice_of(game: GameRead) -> StartedTwice | None:
    """The game that this one may be one with, beside it; None where nothing is to be decided."""
    found = find_started_twice(database(), game.club, game.id, game.follows)
    if found is None:
        return None
    views = tuple(map(_view, found))
    phones = [view.phone for view in views]
    if len(set(phones)) < len(phones):
        sentence = "Two phones each started the next game."
    else:
        sentence = (
            f"{phones[0][:1].upper() + phones[0][1:]} and {phones[1]} each started the next game."
        )
    return StartedTwice(sentence, views, next(view.id for view in views if view.id != game.id))


def _view(started: StartedGame) -> StartedView:
    phone = in_a_sentence(started.phone) if started.phone else "another phone"
    leaders = listed(tell_apart(started.leaders)) if started.leaders else ""
    return StartedView(started.line.id, phone, started.line.deals, leaders)
