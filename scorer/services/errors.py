"""What can stand in the way, as a tree.

    ServiceError               nothing was changed
    ├── NotFound               the club has no such thing
    │   └── InTheBin           it was deleted, and can be brought back
    ├── NotAllowed             this phone may not do this
    ├── TooManyGuesses         too many wrong codes: wait
    └── Conflict               somebody else got there first
        └── WrittenSince       something was written since that has to be seen first

What is impossible by the rules is `scorer.rules.errors.Refused`, which passes unchanged.
"""

from __future__ import annotations

from typing import Any, Literal

from scorer.rules.words import WORDS, say


class ServiceError(Exception):
    """Something that was not done; `code` and `numbers` say why."""

    def __init__(self, code: str, **numbers: Any) -> None:
        self.code = code
        self.numbers: dict[str, Any] = numbers
        super().__init__(code)

    @property
    def message(self) -> str:
        """The sentence for people."""
        return say(WORDS["errors"][self.code], self.numbers)


class NotFound(ServiceError):
    """The club has no such thing."""

    def __init__(self, code: str = "not_found", **numbers: Any) -> None:
        super().__init__(code, **numbers)


class InTheBin(NotFound):
    """It was deleted, and can be brought back; `what` is a game or a night, `id` which."""

    def __init__(self, what: Literal["game", "night"], identity: str) -> None:
        super().__init__("in_the_bin")
        self.what = what
        self.id = identity


class NotAllowed(ServiceError):
    """This phone may not do this."""

    def __init__(self, code: str = "not_allowed", **numbers: Any) -> None:
        super().__init__(code, **numbers)


class TooManyGuesses(ServiceError):
    """Too many wrong codes came from this address, or from all together; wait."""

    def __init__(self, code: str = "too_many_guesses", **numbers: Any) -> None:
        super().__init__(code, **numbers)


class Conflict(ServiceError):
    """Somebody else got there first."""


class WrittenSince(Conflict):
    """Something was written since that has to be seen first.

    `since` are the numbers of those entries, and `version` that of the newest in the book.
    `deal` is the number that a new deal would get, where it is not the one its phone showed.
    """

    def __init__(self, since: tuple[int, ...], version: int, deal: int | None = None) -> None:
        super().__init__("changed_meanwhile")
        self.since = since
        self.version = version
        self.deal = deal
