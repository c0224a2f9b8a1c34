"""What a book can hold: one dataclass for each thing an entry can say.

Entries are only ever added. `read_said` in `said.py` turns stored content into one of these
and checks its shape; what it says is judged when the sheet is read. `kind` is what the book
calls such an entry, and `content` writes it as the book does.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, ClassVar

from scorer.rules.errors import BadEntry

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


Body = Deal | CorrectDeal | Withdraw | TakeSeat | Note | Buy | Lend | CorrectStart | End | Totals


@dataclass(frozen=True)
class Entry:
    """One line of the book.

    `number` counts from 1 in each game, `name` is the UUID the phone gave it, and `seen`
    the newest number the phone had seen when it was written. `kept` says that it stands in
    a book already, where a note that cannot be is left out instead of refused.
    """

    number: int
    name: str
    body: Body
    seen: int = 0
    kept: bool = field(default=False, compare=False)


def _text(raw: Any, key: str) -> str:
    value = raw.get(key)
    if not isinstance(value, str) or not 0 < len(value) <= 200:
        raise BadEntry("entry_shape", what=key)
    return value


def _text_or_none(raw: Any, key: str) -> str | None:
    return None if raw.get(key) is None else _text(raw, key)


def _seat(value: Any, what: str) -> int:
    if type(value) is not int or not 0 <= value < MOST_SEATS:
        raise BadEntry("entry_shape", what=what)
    return value


def _facts(raw: Any) -> Mapping[str, Any]:
    facts = raw.get("facts")
    if not isinstance(facts, dict):
        raise BadEntry("entry_shape", what="facts")
    return MappingProxyType(facts)


def read_sitter(raw: Any) -> Sitter:
    """A person as an entry names them."""
    if not isinstance(raw, dict):
        raise BadEntry("entry_shape", what="player")
    name = _text(raw, "name")
    if len(name) > LONGEST_NAME:
        raise BadEntry("name_too_long", most=LONGEST_NAME)
    return Sitter(_text(raw, "id"), name)


def _deal(raw: Any) -> Deal:
    return Deal(_text_or_none(raw, "after"), _facts(raw))


def _correct_deal(raw: Any) -> CorrectDeal:
    return CorrectDeal(_text(raw, "deal"), _facts(raw))


def _withdraw(raw: Any) -> Withdraw:
    return Withdraw(_text(raw, "entry"))


def _take_seat(raw: Any) -> TakeSeat:
    return TakeSeat(
        _text_or_none(raw, "after"), _seat(raw.get("seat"), "seat"), read_sitter(raw.get("player"))
    )


def _note(raw: Any) -> Note:
    return Note(_text_or_none(raw, "after"), _facts(raw))


def _counters(raw: Any) -> int:
    counters = raw.get("counters")
    if type(counters) is not int or not 1 <= counters <= MOST_COUNTERS:
        raise BadEntry("number_of_counters", most=MOST_COUNTERS)
    return counters


def _buy(raw: Any) -> Buy:
    return Buy(_text_or_none(raw, "after"), _seat(raw.get("seat"), "seat"), _counters(raw))


def _lend(raw: Any) -> Lend:
    seat, lender = _seat(raw.get("seat"), "seat"), _seat(raw.get("lender"), "lender")
    if seat == lender:
        raise BadEntry("lends_to_itself")
    return Lend(_text_or_none(raw, "after"), seat, lender, _counters(raw))


def _correct_start(raw: Any) -> CorrectStart:
    order, sitters = raw.get("order"), raw.get("players")
    rules, first = raw.get("house_rules"), raw.get("first_dealer")
    for value, kind, what in ((order, list, "order"), (sitters, list, "players")):
        if value is not None and not isinstance(value, kind):
            raise BadEntry("entry_shape", what=what)
    if rules is not None and not isinstance(rules, dict):
        raise BadEntry("entry_shape", what="house_rules")
    return CorrectStart(
        None if order is None else tuple(_seat(one, "order") for one in order),
        None if sitters is None else tuple(read_sitter(one) for one in sitters),
        None if first is None else _seat(first, "first_dealer"),
        None if rules is None else MappingProxyType(rules),
    )


def _end(raw: Any) -> End:
    return End(_text(raw, "why"), _text_or_none(raw, "leftover"))


def _totals(raw: Any) -> Totals:
    totals = raw.get("totals")
    if not isinstance(totals, list) or not 0 < len(totals) <= MOST_SEATS:
        raise BadEntry("entry_shape", what="totals")
    if not all(type(one) is int and abs(one) <= MOST_TOTAL for one in totals):
        raise BadEntry("totals_are_numbers", most=MOST_TOTAL)
    return Totals(tuple(totals))


START_KEYS = frozenset({"order", "players", "first_dealer", "house_rules"})
READERS: Mapping[str, tuple[Callable[[Any], Body], frozenset[str]]] = {
    Deal.kind: (_deal, frozenset({"after", "facts"})),
    CorrectDeal.kind: (_correct_deal, frozenset({"deal", "facts"})),
    Withdraw.kind: (_withdraw, frozenset({"entry"})),
    TakeSeat.kind: (_take_seat, frozenset({"after", "seat", "player"})),
    Note.kind: (_note, frozenset({"after", "facts"})),
    Buy.kind: (_buy, frozenset({"after", "seat", "counters"})),
    Lend.kind: (_lend, frozenset({"after", "seat", "lender", "counters"})),
    CorrectStart.kind: (_correct_start, START_KEYS),
    End.kind: (_end, frozenset({"why", "leftover"})),
    Totals.kind: (_totals, frozenset({"totals"})),
}


def parse_body(kind: Any, content: Any) -> Body:
    """What an entry of this kind says; raises BadEntry where the content has not its shape."""
    if not isinstance(kind, str) or kind not in READERS:
        raise BadEntry("unknown_entry_kind", kind=str(kind)[:40])
    reader, keys = READERS[kind]
    if not isinstance(content, dict):
        raise BadEntry("entry_shape", what=kind)
    if not keys.issuperset(content):
        raise BadEntry("unknown_key", unknown=str(next(iter(set(content) - keys)))[:40])
    if "after" in keys and "after" not in content:
        raise BadEntry("entry_shape", what="after")
    return reader(content)
