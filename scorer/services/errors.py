"""The errors of the services, as a tree.

    ServiceError               nothing was changed
    ├── NotFound               the club has no such thing
    │   └── InTheBin           it was deleted, and can be brought back
    ├── NotAllowed             this phone may not do this
    ├── TooManyGuesses         too many wrong codes: wait
    ├── Conflict               somebody else got there first
    ├── AnswerReplaces         another phone has answered this already
    └── DealIsThere            the deal that was answered is in the book

What is impossible by the rules is `scorer.rules.errors.Refused`, which passes unchanged.
"""

from collections.abc import Sequence
from typing import Any, Literal

from scorer.rules.entries import Entry
from scorer.rules.in_play import Answer
from scorer.rules.types import SheetDeal
from scorer.rules.words import WORDS, say


class ServiceError(Exception):
    """Something that was not done; `code` and `params` say why."""

    def __init__(self, code: str, **params: Any) -> None:
        self.code = code
        self.params: dict[str, Any] = params
        super().__init__(code)

    @property
    def message(self) -> str:
        """The sentence for people."""
        return say(WORDS["errors"][self.code], self.params)


class NotFound(ServiceError):
    """The club has no such thing."""

    def __init__(self, code: str = "not_found", **params: Any) -> None:
        super().__init__(code, **params)


class InTheBin(NotFound):
    """It was deleted, and can be brought back; `what` is a game or a night, `id` which."""

    def __init__(self, what: Literal["game", "night"], identity: str) -> None:
        super().__init__("in_the_bin")
        self.what = what
        self.id = identity


class NotAllowed(ServiceError):
    """This phone may not do this."""

    def __init__(self, code: str = "not_allowed", **params: Any) -> None:
        super().__init__(code, **params)


class TooManyGuesses(ServiceError):
    """Too many wrong codes came from this address, or from all together; wait."""

    def __init__(self, code: str = "too_many_guesses", **params: Any) -> None:
        super().__init__(code, **params)


class Conflict(ServiceError):
    """Somebody else got there first: `kind` as in `rules/conflicts.py`, by these `entries`."""

    def __init__(self, kind: str, entries: Sequence[Entry] = ()) -> None:
        super().__init__(kind)
        self.kind = kind
        self.entries = tuple(entries)


class AnswerReplaces(ServiceError):
    """Other phones have answered this already: `answers`, without hidden values."""

    def __init__(self, answers: Sequence[Answer]) -> None:
        super().__init__("replaces")
        self.answers = tuple(answers)


class DealIsThere(ServiceError):
    """The deal that was answered is in the book already, and says something else."""

    def __init__(self, deal: SheetDeal) -> None:
        super().__init__("deal_is_there", number=deal.number)
        self.deal = deal
