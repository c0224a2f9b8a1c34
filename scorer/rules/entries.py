"""What a book can hold: one dataclass for each kind of entry.

Entries are only ever added. `parse_body` turns stored content into one of these dataclasses and
checks its shape; whether it makes sense is judged when the sheet is read. `kind` is what the book
calls such an entry, and `content` writes it as the book does.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, ClassVar, Final, TypeAlias

from scorer.rules.errors import BadEntry

MOST_SEATS = 12
LONGEST_NAME = 40
MOST_COUNTERS = 10_000
MOST_TOTAL = 1_000_000
# The longest game that house rules make has 240 deals; void ones come to them, and corrections.
MOST_DEALS = 1_000
MOST_ENTRIES = 5_000


@dataclass(frozen=True)
class Sitter:
    """The person in a seat: the player's id, and the name as it was then."""

    player: str
    name: str

    def content(self) -> dict[str, str]:
        """The person as the book writes them."""
        return {"id": self.player, "name": self.name}


class BodyOfEntry:
    """What an entry says; the fields of a subclass are the keys of its content."""

    kind: ClassVar[str]

    def content(self) -> dict[str, Any]:
        """The content as the book writes it; what is None is left out, but for `after`."""
        values = {KEYS.get(name, name): value for name, value in vars(self).items()}
        return {
            key: _content(value)
            for key, value in values.items()
            if value is not None or key == "after"
        }


# What the book calls a field, where that is not its name here.
KEYS = {"sitter": "player", "sitters": "players", "given_with": "with"}


def _content(value: Any) -> Any:
    if isinstance(value, Sitter):
        return value.content()
    if isinstance(value, tuple):
        return [_content(item) for item in value]
    return dict(value) if isinstance(value, Mapping) else value


@dataclass(frozen=True)
class Deal(BodyOfEntry):
    """A deal was scored. `after` is the name of the deal it follows, None for the first.

    `known` is what its phone had told itself, and `unseen` how much of the book it had not seen at
    all (see `Entry`), as of any entry that tells of a deal.
    """

    kind: ClassVar[str] = "deal"
    after: str | None
    facts: Mapping[str, Any]
    known: tuple[int, ...] | None = None
    unseen: int | None = None


@dataclass(frozen=True)
class CorrectDeal(BodyOfEntry):
    """A deal was corrected. `deal` is the name of its first entry."""

    kind: ClassVar[str] = "correct_deal"
    deal: str
    facts: Mapping[str, Any]
    known: tuple[int, ...] | None = None
    unseen: int | None = None


@dataclass(frozen=True)
class Withdraw(BodyOfEntry):
    """An entry was taken back; taking back a withdrawal restores what it had withdrawn.

    What was answered with an answer goes with it. Where `entry` names a deal that was answered
    one by one, `whole` says that the deal was taken back, with all that was answered of it. `also`
    names the first answers to it that follow something else: the deal before, taken back since. Of
    a deal that has an entry of its own, or of a correction, `also` names those that say the same.
    """

    kind: ClassVar[str] = "withdraw"
    entry: str
    whole: bool | None = None
    also: tuple[str, ...] | None = None

    @property
    def takes_back(self) -> tuple[str, ...]:
        """The names of all that it takes back; of a deal all answers to it go with these."""
        return (self.entry, *(self.also or ()))


@dataclass(frozen=True)
class TakeSeat(BodyOfEntry):
    """Somebody took over a seat after a deal (None: before the first)."""

    kind: ClassVar[str] = "take_seat"
    after: str | None
    seat: int
    sitter: Sitter


class Withheld:
    """Stands for the value of an answer that is in, but is not told."""

    def __repr__(self) -> str:
        return "WITHHELD"


WITHHELD: Final = Withheld()


@dataclass(frozen=True)
class Answer(BodyOfEntry):
    """One answer to one ask of the deal that follows `after`, as whoever knows it told it.

    `key` is that of the ask, and `seat` the seat, side or stand-in that it is asked of, None where
    it is asked of the deal. A `value` of None says nobody, or nothing. `given_with` names the
    answer it was told together with in one tap. A deal with an entry of its own repeats all
    answers; where every answer that it needs is there, none is needed.
    """

    kind: ClassVar[str] = "answer"
    after: str | None
    key: str
    seat: int | None
    value: Any
    given_with: str | None = None
    known: tuple[int, ...] | None = None
    unseen: int | None = None

    def content(self) -> dict[str, Any]:
        """The content as the book writes it; a value that is not told is left out."""
        told = {"after": self.after, "key": self.key, "seat": self.seat, "value": self.value}
        if self.value is WITHHELD:
            del told["value"]
        told |= {} if self.given_with is None else {"with": self.given_with}
        told |= {} if self.known is None else {"known": list(self.known)}
        return told if self.unseen is None else {**told, "unseen": self.unseen}


@dataclass(frozen=True)
class Buy(BodyOfEntry):
    """A seat bought counters between two deals."""

    kind: ClassVar[str] = "buy"
    after: str | None
    seat: int
    counters: int


@dataclass(frozen=True)
class Lend(BodyOfEntry):
    """A seat was lent counters by another between two deals."""

    kind: ClassVar[str] = "lend"
    after: str | None
    seat: int
    lender: int
    counters: int


@dataclass(frozen=True)
class CorrectStart(BodyOfEntry):
    """The start was corrected; what is None stays as it was.

    `order` names the seats clockwise, `sitters` one person a seat, `house_rules` only what
    differs from the default.
    """

    kind: ClassVar[str] = "correct_start"
    order: tuple[int, ...] | None = None
    sitters: tuple[Sitter, ...] | None = None
    first_dealer: int | None = None
    house_rules: Mapping[str, Any] | None = None


@dataclass(frozen=True)
class End(BodyOfEntry):
    """The game was stopped early. `leftover` tells what becomes of what lies in the pools."""

    kind: ClassVar[str] = "end"
    why: str
    leftover: str | None = None


@dataclass(frozen=True)
class Totals(BodyOfEntry):
    """Only the totals of a finished game were noted, one a side: a game out of a paper book.

    It stands for the whole game, so no deal can count beside it; a later one replaces it.
    Counters are those everybody held at the end, so they add up to what was brought.
    """

    kind: ClassVar[str] = "totals"
    totals: tuple[int, ...]


@dataclass(frozen=True)
class Decide(BodyOfEntry):
    """What counts, where two have told the same otherwise, neither having seen the other.

    `entry` names the deal, the correction or the answer that counts. Where both deals were played,
    `apart` says that the one it names is a deal of its own, right after the one that counts.
    """

    kind: ClassVar[str] = "decide"
    entry: str
    apart: bool | None = None
    unseen: int | None = None


Body = (
    Deal
    | CorrectDeal
    | Withdraw
    | Decide
    | TakeSeat
    | Answer
    | Buy
    | Lend
    | CorrectStart
    | End
    | Totals
)


@dataclass(frozen=True)
class Entry:
    """One line of the book.

    `number` counts from 1 in each game, `name` is the UUID the phone gave it, and `seen`
    the newest number the phone had seen when it was written. What it had told itself it knows, by
    number, though it was written behind that. In files of 0.4, which could join two games, an
    entry of the second had seen nothing of the first: so much is `unseen`. `stored` tells
    that it is in the book already: an answer that cannot be is left out then instead of refused,
    and a deal may stand behind the end of the game.
    """

    number: int
    name: str
    body: Body
    seen: int = 0
    stored: bool = field(default=False, compare=False)

    @property
    def known(self) -> tuple[int, ...]:
        """What was not seen, but told by the very same phone."""
        body = self.body
        return (body.known or ()) if isinstance(body, Deal | CorrectDeal | Answer) else ()

    @property
    def unseen(self) -> int:
        """The number of the entry up to which nothing was seen."""
        body = self.body
        return (body.unseen or 0) if isinstance(body, Deal | CorrectDeal | Answer | Decide) else 0

    def saw(self, number: int) -> bool:
        """Whether its writer had seen the entry of this number."""
        return number <= self.seen and (number > self.unseen or not self.unseen)

    def had_seen(self, other: Entry) -> bool:
        """Whether its writer had seen another entry, or had written it."""
        return self.saw(other.number) or other.number in self.known


def answer_of(entry: Entry) -> Answer:
    """What an entry among the answers of a book says."""
    if not isinstance(entry.body, Answer):
        raise TypeError(entry.body.kind)
    return entry.body


def _read_text(raw: Any, key: str) -> str:
    if not isinstance(raw, str) or not 0 < len(raw) <= 200:
        raise BadEntry("entry_shape", what=key)
    return raw


def _read_seat(raw: Any, key: str) -> int:
    if type(raw) is not int or not 0 <= raw < MOST_SEATS:
        raise BadEntry("entry_shape", what=key)
    return raw


def _read_place(raw: Any, key: str) -> int:
    """A seat, a side, or who stands in behind them."""
    if type(raw) is not int or not 0 <= raw < 2 * MOST_SEATS:
        raise BadEntry("entry_shape", what=key)
    return raw


def _read_number(raw: Any, key: str) -> int:
    """The number of an entry."""
    if type(raw) is not int or not 1 <= raw <= MOST_ENTRIES:
        raise BadEntry("entry_shape", what=key)
    return raw


def _read_true(raw: Any, key: str) -> bool:
    if raw is not True:
        raise BadEntry("entry_shape", what=key)
    return raw


def _read_mapping(raw: Any, key: str) -> Mapping[str, Any]:
    if not isinstance(raw, dict):
        raise BadEntry("entry_shape", what=key)
    return MappingProxyType(raw)


def read_sitter(raw: Any, key: str = "player") -> Sitter:
    """A person as an entry names them."""
    if not isinstance(raw, dict):
        raise BadEntry("entry_shape", what=key)
    name = _read_text(raw.get("name"), "name")
    if len(name) > LONGEST_NAME:
        raise BadEntry("name_too_long", most=LONGEST_NAME)
    return Sitter(_read_text(raw.get("id"), "id"), name)


def _read_counters(raw: Any, key: str) -> int:
    if type(raw) is not int or not 1 <= raw <= MOST_COUNTERS:
        raise BadEntry("number_of_counters", most=MOST_COUNTERS)
    return raw


def _read_totals(raw: Any, key: str) -> tuple[int, ...]:
    if not isinstance(raw, list) or not 0 < len(raw) <= MOST_SEATS:
        raise BadEntry("entry_shape", what=key)
    if not all(type(total) is int and abs(total) <= MOST_TOTAL for total in raw):
        raise BadEntry("totals_are_numbers", most=MOST_TOTAL)
    return tuple(raw)


Reader: TypeAlias = Callable[[Any, str], Any]


def _optional(read: Reader) -> Reader:
    return lambda raw, key: None if raw is None else read(raw, key)


def _list_of(read: Reader) -> Reader:
    def read_list(raw: Any, key: str) -> tuple[Any, ...]:
        if not isinstance(raw, list):
            raise BadEntry("entry_shape", what=key)
        return tuple(read(item, key) for item in raw)

    return read_list


_AFTER: Mapping[str, Reader] = {"after": _optional(_read_text)}
_FACTS: Mapping[str, Reader] = {"facts": _read_mapping}
_UNSEEN: Mapping[str, Reader] = {"unseen": _optional(_read_number)}
_KNOWN: Mapping[str, Reader] = {"known": _optional(_list_of(_read_number)), **_UNSEEN}
_COUNTERS: Mapping[str, Reader] = {"counters": _read_counters}
# How the content of each kind is read, in the order of the fields of its dataclass.
KINDS: Mapping[str, tuple[type[Body], Mapping[str, Reader]]] = {
    Deal.kind: (Deal, {**_AFTER, **_FACTS, **_KNOWN}),
    CorrectDeal.kind: (CorrectDeal, {"deal": _read_text, **_FACTS, **_KNOWN}),
    Withdraw.kind: (
        Withdraw,
        {
            "entry": _read_text,
            "whole": _optional(_read_true),
            "also": _optional(_list_of(_read_text)),
        },
    ),
    Decide.kind: (Decide, {"entry": _read_text, "apart": _optional(_read_true), **_UNSEEN}),
    TakeSeat.kind: (TakeSeat, {**_AFTER, "seat": _read_seat, "player": read_sitter}),
    Answer.kind: (
        Answer,
        {
            **_AFTER,
            "key": _read_text,
            "seat": _optional(_read_place),
            "value": lambda raw, key: raw,
            "with": _optional(_read_text),
            **_KNOWN,
        },
    ),
    Buy.kind: (Buy, {**_AFTER, "seat": _read_seat, **_COUNTERS}),
    Lend.kind: (Lend, {**_AFTER, "seat": _read_seat, "lender": _read_seat, **_COUNTERS}),
    CorrectStart.kind: (
        CorrectStart,
        {
            "order": _optional(_list_of(_read_seat)),
            "players": _optional(_list_of(read_sitter)),
            "first_dealer": _optional(_read_seat),
            "house_rules": _optional(_read_mapping),
        },
    ),
    End.kind: (End, {"why": _read_text, "leftover": _optional(_read_text)}),
    Totals.kind: (Totals, {"totals": _read_totals}),
}


def parse_body(kind: Any, content: Any) -> Body:
    """What an entry of this kind says; raises BadEntry where the content has not its shape."""
    if not isinstance(kind, str) or kind not in KINDS:
        raise BadEntry("unknown_entry_kind", kind=str(kind)[:40])
    body_type, readers = KINDS[kind]
    if not isinstance(content, dict):
        raise BadEntry("entry_shape", what=kind)
    if not readers.keys() >= content.keys():
        raise BadEntry("unknown_key", unknown=str(next(iter(content.keys() - readers.keys())))[:40])
    if "after" in readers and "after" not in content:
        raise BadEntry("entry_shape", what="after")
    told = {"value": WITHHELD, **content}
    body = body_type(*(read(told.get(key), key) for key, read in readers.items()))
    if isinstance(body, Lend) and body.seat == body.lender:
        raise BadEntry("lends_to_itself")
    return body
