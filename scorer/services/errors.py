"""The errors of the services: whatever was asked was not done.

What is impossible by the rules is `scorer.rules.errors.Refused`, which passes unchanged.
"""

from collections.abc import Collection, Sequence
from typing import Any, Literal

from scorer.rules.entries import Entry
from scorer.rules.words import WORDS, say


class ServiceError(Exception):
    """Something that was not done; `code` and `params` say why."""

    code: str

    def __init__(self, code: str = "", **params: Any) -> None:
        self.code = code or self.code
        self.params: dict[str, Any] = params
        super().__init__(self.code)

    @property
    def message(self) -> str:
        """The sentence for people."""
        return say(WORDS["errors"][self.code], self.params)


class NotFound(ServiceError):
    """The club has no such thing."""

    code = "not_found"


class InTheBin(NotFound):
    """It was deleted, and can be brought back; `what` is a game or a night, `id` which.

    Of a game in which nothing was written, `follows` is the one before it.
    """

    code = "in_the_bin"

    def __init__(
        self, what: Literal["game", "night"], identity: str, follows: str | None = None
    ) -> None:
        super().__init__()
        self.what, self.id, self.follows = what, identity, follows


class WhichClub(ServiceError):
    """Several `clubs` of a phone have what it asks about, by their ids."""

    code = "which_club"

    def __init__(self, clubs: Collection[str]) -> None:
        super().__init__()
        self.clubs = clubs


class NotAllowed(ServiceError):
    """This phone may not do this."""

    code = "not_allowed"


class TooMany(ServiceError):
    """It is more than a limit allows now (`services/limits.py`); nothing was done."""


class Conflict(ServiceError):
    """Somebody else got there first, by these `entries`; the code as in `rules/conflicts.py`."""

    def __init__(self, code: str, entries: Sequence[Entry] = (), **params: Any) -> None:
        super().__init__(code, **params)
        self.entries = tuple(entries)
