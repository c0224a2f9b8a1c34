"""The errors of the rules.

Each has a `code` and the `params` of its sentence in `words/`, so that the phone says the same.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from scorer.rules.words import say, words_in


class Refused(ValueError):
    """Something of a person or a file that cannot be accepted, in the words of a `game`."""

    game = ""

    def __init__(
        self,
        code: str,
        *,
        deal: int | None = None,
        seat: int | None = None,
        **params: Any,
    ) -> None:
        self.code = code
        self.deal = deal
        self.seat = seat
        self.params: Mapping[str, Any] = params
        super().__init__(code)

    @property
    def message(self) -> str:
        """The sentence for people, without the deal or the player it concerns."""
        return say(words_in("errors", self.game)[self.code], self.params, game=self.game)

    def __str__(self) -> str:
        return self.message


@contextmanager
def faults_of(game: str) -> Iterator[None]:
    """Say all that is refused in here in the words of this game."""
    try:
        yield
    except Refused as fault:
        fault.game = game
        raise


class BadRecord(Refused):
    """The record itself, or the start of the game, is wrong."""


class ImpossibleDeal(Refused):
    """A deal cannot have happened as recorded; its `deal` counts from 1, the `seat` from 0."""


class GameIsOver(ImpossibleDeal):
    """A deal was recorded after the game had ended."""

    def __init__(self, **params: Any) -> None:
        super().__init__("game_is_over", **params)


class BadEntry(Refused):
    """An entry names a deal, a seat or an entry that the book does not hold."""
