"""What a book can hold: one dataclass for each thing an entry can say.

Entries are only ever added. `read_said` in `said.py` turns stored content into one of these
and checks its shape; what it says is judged when the sheet is read.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

MOST_SEATS = 12
LONGEST_NAME = 40
MOST_COUNTERS = 10_000
MOST_TOTAL = 1_000_000


@dataclass(frozen=True)
class Sitter:
    """The person in a seat: the player's id, and the name as it was then."""

    player: str
    name: str


@dataclass(frozen=True)
class Deal:
    """A deal was scored. `after` is the id of the deal it follows, None for the first."""

    after: str | None
    facts: Mapping[str, Any]


@dataclass(frozen=True)
class CorrectDeal:
    """A deal was told again. `deal` is the name of its first entry."""

    deal: str
    facts: Mapping[str, Any]


@dataclass(frozen=True)
class Withdraw:
    """An entry was taken back; taking back a withdrawal restores what it had withdrawn."""

    entry: str


@dataclass(frozen=True)
class TakeSeat:
    """Somebody took over a seat after a deal (None: before the first)."""

    after: str | None
    seat: int
    sitter: Sitter


@dataclass(frozen=True)
class Note:
    """Something noted while the cards are still being played, such as who swept the aces.

    `after` is the deal before the one in play; `facts` answers the asks of that deal which
    can be answered in play. The deal's own entry says it again.
    """

    after: str | None
    facts: Mapping[str, Any]


@dataclass(frozen=True)
class Buy:
    """A seat bought counters between two deals."""

    after: str | None
    seat: int
    counters: int


@dataclass(frozen=True)
class Lend:
    """A seat was lent counters by another between two deals."""

    after: str | None
    seat: int
    lender: int
    counters: int


@dataclass(frozen=True)
class CorrectStart:
    """The start was told again; what is None stays as it was.

    `order` names the seats clockwise, `sitters` one person a seat, `house_rules` only what
    differs from the default.
    """

    order: tuple[int, ...] | None = None
    sitters: tuple[Sitter, ...] | None = None
    first_dealer: int | None = None
    house_rules: Mapping[str, Any] | None = None


@dataclass(frozen=True)
class End:
    """The game was stopped early. `leftover` says what becomes of what lies in the pools."""

    why: str
    leftover: str | None = None


@dataclass(frozen=True)
class Totals:
    """Only the totals of a finished game were noted, one a seat: a game out of a paper book.

    It stands for the whole game, so nothing of a deal can count beside it; said again, it
    corrects itself. Counters are those everybody held at the end, so they add up to what was
    brought.
    """

    totals: tuple[int, ...]


Said = Deal | CorrectDeal | Withdraw | TakeSeat | Note | Buy | Lend | CorrectStart | End | Totals


@dataclass(frozen=True)
class Entry:
    """One line of the book.

    `number` counts from 1 in each game, `name` is the UUID the phone gave it, and `seen`
    the newest number the phone had seen when it was written.
    """

    number: int
    name: str
    said: Said
    seen: int = 0
