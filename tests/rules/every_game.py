"""Every game that a contract test runs over: each file in the folder, and the made-up one."""

from dataclasses import dataclass, field
from functools import wraps
from inspect import getfile
from typing import Any

import pytest

from scorer.rules.variants import every_variant, find_variant
from tests.made_up_game import KEY, OF_BIDS
from tests.rules import books, strategies

# House rules by which a game ends soon, and sooner or later as its scores are corrected.
TO_A_TARGET = {
    "nine-five": {"target": 20},
    "ninety-nine": {"length": "target", "target": 60},
    "points": {"length": "target", "target": 40},
    KEY: {"stoom": 25, "pelf": None},
}


@dataclass(frozen=True)
class Game:
    """A game in one edition, by some house rules at least."""

    key: str
    edition: int = 1
    rules: dict[str, Any] = field(default_factory=dict)

    def played(self, **limits):
        """Some of its deals."""
        return strategies.games(self.key, edition=self.edition, **{**limits, **self.rules})

    def book(self, **limits):
        """A whole book of it, with everything that can be written."""
        return books.books(key=self.key, edition=self.edition, **{**limits, **self.rules})

    def counters(self):
        """A book with counters bought and lent."""
        return strategies.books(self.key, **self.rules)

    def to_a_target(self):
        """The same game, so that corrections move its end."""
        return Game(self.key, self.edition, {**TO_A_TARGET.get(self.key, {}), **self.rules})


UNITS = ("points", "counters", "penalties")
MADE_UP = {unit: Game(KEY, 1, {"gleb": unit}) for unit in UNITS}
IN_THE_FOLDER = [Game(key, edition) for key, edition in sorted(every_variant())]
EVERY_GAME = [
    *(pytest.param(game, id=f"{game.key}-{game.edition}") for game in IN_THE_FOLDER),
    *(pytest.param(game, id=f"made-up-{unit}") for unit, game in MADE_UP.items()),
    pytest.param(Game(OF_BIDS), id="made-up-bids"),
]


def naming_its_file(test):
    """Let whatever goes wrong with a game name the file in which that is."""

    @wraps(test)
    def named(game, *args, **more):
        try:
            return test(game, *args, **more)
        except Exception as fault:
            fault.add_note(f"The game is in {getfile(type(find_variant(game.key, game.edition)))}")
            raise

    return named


def every_game(test):
    """Run a test for every game, long in the long run."""
    test = naming_its_file(test)
    return pytest.mark.soak(pytest.mark.parametrize("game", EVERY_GAME)(test))


PLAYED_FOR_COUNTERS = [
    *(
        pytest.param(game, id=f"{game.key}-{game.edition}")
        for game in IN_THE_FOLDER
        if game.key in strategies.counter_games()
    ),
    pytest.param(MADE_UP["counters"], id="made-up"),
]
