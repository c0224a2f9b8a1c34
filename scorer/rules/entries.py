"""What a book can hold: one dataclass for each thing an entry can say.

Entries are only ever added. `read_said` in `said.py` turns stored content into one of these
and checks its shape; what it says is judged when the sheet is read. `kind` is what the book
calls such an entry, and `content` writes it as the book does.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

MOST_SEATS = 12
LONGEST_NAME = 40
MOST_COUNTERS = 10_000
MOST_TOTAL = 1_000_000
# The longest game that house rules make has 240 deals; void ones, corrections and notes come to it.
MOST_DEALS = 1_000
MOST_ENTRIES = 5_000


@dataclass(frozen=True)
class Sitter:
    """The person in a seat: the player's id, and the name as it was then."""

    player: str
    name: str

    def told(self) -> dict[str, str]:
        """The person as the book writes them."""
        return {"id": self.player, "name": self.name}


@dataclass(frozen=True)
class Deal:
    """A deal was scored. `after` is the id of the deal it follows, None for the first."""

    kind: ClassVar[str] = "deal"
    after: str | None
    facts: Mapping[str, Any]

    def content(self) -> dict[str, Any]:
        """As the book writes it."""
        return {"after": self.after, "facts": dict(self.facts)}


@dataclass(frozen=True)
class CorrectDeal:
    """A deal was told again. `deal` is the name of its first entry."""

    kind: ClassVar[str] = "correct_deal"
    deal: str
    facts: Mapping[str, Any]

    def content(self) -> dict[str, Any]:
        """As the book writes it."""
        return {"deal": self.deal, "facts": dict(self.facts)}


@dataclass(frozen=True)
class Withdraw:
    """An entry was taken back; taking back a withdrawal restores what it had withdrawn."""

    kind: ClassVar[str] = "withdraw"
    entry: str

    def content(self) -> dict[str, Any]:
        """As the book writes it."""
        return {"entry": self.entry}


@dataclass(frozen=True)
class TakeSeat:
    """Somebody took over a seat after a deal (None: before the first)."""

    kind: ClassVar[str] = "take_seat"
    after: str | None
    seat: int
    sitter: Sitter

    def content(self) -> dict[str, Any]:
        """As the book writes it."""
        return {"after": self.after, "seat": self.seat, "player": self.sitter.told()}


@dataclass(frozen=True)
class Note:
    """Something noted while the cards are still being played, such as who swept the aces.

    `after` is the deal before the one in play; `facts` answers the asks of that deal which
    can be answered in play. The deal's own entry says it again.
    """

    kind: ClassVar[str] = "note"
    after: str | None
    facts: Mapping[str, Any]

    def content(self) -> dict[str, Any]:
        """As the book writes it."""
        return {"after": self.after, "facts": dict(self.facts)}


@dataclass(frozen=True)
class Buy:
    """A seat bought counters between two deals."""

    kind: ClassVar[str] = "buy"
    after: str | None
    seat: int
    counters: int

    def content(self) -> dict[str, Any]:
        """As the book writes it."""
        return {"after": self.after, "seat": self.seat, "counters": self.counters}


@dataclass(frozen=True)
class Lend:
    """A seat was lent counters by another between two deals."""

    kind: ClassVar[str] = "lend"
    after: str | None
    seat: int
    lender: int
    counters: int

    def content(self) -> dict[str, Any]:
        """As the book writes it."""
        said = {"after": self.after, "seat": self.seat, "lender": self.lender}
        return {**said, "counters": self.counters}


@dataclass(frozen=True)
class CorrectStart:
    """The start was told again; what is None stays as it was.

    `order` names the seats clockwise, `sitters` one person a seat, `house_rules` only what
    differs from the default.
    """

    kind: ClassVar[str] = "correct_start"
    order: tuple[int, ...] | None = None
    sitters: tuple[Sitter, ...] | None = None
    first_dealer: int | None = None
    house_rules: Mapping[str, Any] | None = None

    def content(self) -> dict[str, Any]:
        """Only what is told anew."""
        sitters = None if self.sitters is None else [one.told() for one in self.sitters]
        told = {
            "order": None if self.order is None else list(self.order),
            "players": sitters,
            "first_dealer": self.first_dealer,
            "house_rules": None if self.house_rules is None else dict(self.house_rules),
        }
        return {key: value for key, value in told.items() if value is not None}


@dataclass(frozen=True)
class End:
    """The game was stopped early. `leftover` says what becomes of what lies in the pools."""

    kind: ClassVar[str] = "end"
    why: str
    leftover: str | None = None

    def content(self) -> dict[str, Any]:
        """`leftover` only where it was said."""
        told = {"why": self.why}
        return told if self.leftover is None else {**told, "leftover": self.leftover}


@dataclass(frozen=True)
class Totals:
    """Only the totals of a finished game were noted, one a seat: a game out of a paper book.

    It stands for the whole game, so nothing of a deal can count beside it; said again, it
    corrects itself. Counters are those everybody held at the end, so they add up to what was
    brought.
    """

    kind: ClassVar[str] = "totals"
    totals: tuple[int, ...]

    def content(self) -> dict[str, Any]:
        """As the book writes it."""
        return {"totals": list(self.totals)}


Said = Deal | CorrectDeal | Withdraw | TakeSeat | Note | Buy | Lend | CorrectStart | End | Totals


@dataclass(frozen=True)
class Entry:
    """One line of the book.

    `number` counts from 1 in each game, `name` is the UUID the phone gave it, and `seen`
    the newest number the phone had seen when it was written. `kept` says that it stands in
    a book already, where a note that cannot be is left out instead of refused.
    """

    number: int
    name: str
    said: Said
    seen: int = 0
    kept: bool = field(default=False, compare=False)
