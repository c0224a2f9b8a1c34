"""The kinds of entries in a game's book, and how their content is read and written.

The fields of a body are the keys of its content; each is made with `value`, which says how it is
read. Whether a content makes sense is judged when the book is read.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import MISSING, Field, dataclass, field, fields
from typing import Any, ClassVar, Self, TypeAlias

from scorer.rules.errors import BadEntry

MAX_SEATS = 12
# All who ever sit at one table, some of whom have left.
MAX_SEATS_EVER = 24
MAX_NAME_LENGTH = 40
MAX_COUNTERS = 10_000
MAX_TOTAL = 1_000_000
MAX_ADJUSTED = 100_000
MAX_REASON_LENGTH = 40
# The longest game that house rules make has 240 deals; void ones come to them, and corrections.
MAX_DEALS = 1_000
MAX_ENTRIES = 5_000

# Reads the JSON at a key; raises BadEntry, which names the key.
Reader: TypeAlias = Callable[[Any, str], Any]


def text(most: int = 200, code: str = "entry_shape") -> Reader:
    """A text that says something, of at most so many letters."""

    def read(raw: Any, key: str) -> str:
        if not isinstance(raw, str) or not raw:
            raise BadEntry("entry_shape", what=key)
        if len(raw) > most:
            raise BadEntry(code, what=key, most=most)
        return raw

    return read


def whole(least: int, most: int, code: str = "entry_shape") -> Reader:
    """A whole number between these."""

    def read(raw: Any, key: str) -> int:
        if type(raw) is not int or not least <= raw <= most:
            raise BadEntry(code, what=key, most=most)
        return raw

    return read


def mapping(raw: Any, key: str) -> Mapping[str, Any]:
    """An object, whose keys are judged by who reads the book."""
    if not isinstance(raw, dict):
        raise BadEntry("entry_shape", what=key)
    return raw


def list_of(read: Reader) -> Reader:
    """A list, each item of which is read like this."""

    def read_list(raw: Any, key: str) -> tuple[Any, ...]:
        if not isinstance(raw, list):
            raise BadEntry("entry_shape", what=key)
        return tuple(read(item, key) for item in raw)

    return read_list


def value(
    read: Reader, *, key: str = "", optional: bool = False, nullable: bool = False, **named: Any
) -> Any:
    """A field of a body; `key` is what the content calls it, where that is not its name.

    One that is None is left out where it is `optional`, and null where it is `nullable`.
    """
    metadata = {"read": read, "key": key, "optional": optional, "nullable": nullable}
    return field(default=None if optional or nullable else MISSING, metadata=metadata, **named)


ENTRY_ID = text()
SEAT = whole(0, MAX_SEATS_EVER - 1)
COUNTERS = whole(1, MAX_COUNTERS, "number_of_counters")
POINTS = whole(-MAX_ADJUSTED, MAX_ADJUSTED, "adjusted_points")
TOTAL = whole(-MAX_TOTAL, MAX_TOTAL, "totals_are_numbers")


@dataclass(frozen=True)
class Content:
    """A dataclass whose fields are the keys of an object in the book, made with `value`."""

    @classmethod
    def read(cls, raw: Any, key: str) -> Self:
        """The object at a key; raises BadEntry where it has not its shape."""
        if not isinstance(raw, dict):
            raise BadEntry("entry_shape", what=key)
        if unknown := raw.keys() - FIELDS[cls].keys():
            raise BadEntry("unknown_key", unknown=min(map(str, unknown))[:40])
        values = {}
        for its_key, item in FIELDS[cls].items():
            how, known = item.metadata, raw.get(its_key)
            if how["nullable"] and its_key not in raw:
                raise BadEntry("entry_shape", what=its_key)
            if known is not None or not (how["optional"] or how["nullable"]):
                values[item.name] = how["read"](known, its_key)
        return cls(**values)

    def content(self) -> dict[str, Any]:
        """The object as the book keeps it; what may be left out is, where it is None."""
        return {
            key: _as_json(getattr(self, item.name))
            for key, item in FIELDS[type(self)].items()
            if not (item.metadata["optional"] and getattr(self, item.name) is None)
        }


def _as_json(value: Any) -> Any:
    if isinstance(value, Content):
        return value.content()
    if isinstance(value, tuple):
        return [_as_json(item) for item in value]
    return dict(value) if isinstance(value, Mapping) else value


@dataclass(frozen=True)
class Sitter(Content):
    """The person in a seat: the player's id, and the name as it was then."""

    player: str = value(text(), key="id")
    name: str = value(text(MAX_NAME_LENGTH, "name_too_long"))


# Of a number that only a withdrawn change of the table has given to a seat.
NOBODY = Sitter("", "")


@dataclass(frozen=True)
class Join(Content):
    """Somebody who joins in a new seat, and the total that he begins with."""

    seat: int = value(whole(0, MAX_SEATS_EVER - 1, "too_many_seats"))
    sitter: Sitter = value(Sitter.read, key="player")  # noqa: RUF009
    total: int = value(TOTAL)


# The kinds of bodies by their names in the book.
KINDS: dict[str, type[Body]] = {}


@dataclass(frozen=True)
class Body(Content):
    """The body of an entry of a `kind`.

    `listed` is the key of the list that it is in where a record has no book.
    """

    kind: ClassVar[str]
    listed: ClassVar[str]

    def __init_subclass__(cls, kind: str = "", listed: str = "") -> None:
        cls.kind, cls.listed = kind, listed
        if kind:
            KINDS[kind] = cls


@dataclass(frozen=True)
class Deal(Body, kind="deal"):
    """A deal was scored; `after` is the last deal that counted for its writer, checked once.

    One that was forgotten names the deal `before` which it comes.
    """

    facts: Mapping[str, Any] = value(mapping)
    after: str | None = value(ENTRY_ID, nullable=True)
    before: str | None = value(ENTRY_ID, optional=True)


@dataclass(frozen=True)
class CorrectDeal(Body, kind="correct"):
    """Answers of a deal were corrected: only those that change (see `apply_correction`)."""

    deal: str = value(ENTRY_ID)
    answers: Mapping[str, Any] = value(mapping, key="set")


@dataclass(frozen=True)
class Withdraw(Body, kind="withdraw"):
    """An entry was withdrawn; withdrawing a withdrawal restores what it had withdrawn."""

    entry: str = value(ENTRY_ID)


@dataclass(frozen=True)
class ChangeTable(Body, kind="change_table", listed="tables"):
    """Somebody joined or left: `seats` are those at the table from now on, clockwise.

    `after` is the last deal or change that counted for its writer, checked once.
    """

    seats: tuple[int, ...] = value(list_of(SEAT))
    joins: tuple[Join, ...] = value(list_of(Join.read))
    after: str | None = value(ENTRY_ID, nullable=True)


@dataclass(frozen=True)
class CorrectStart(Body, kind="correct_start"):
    """The start was corrected; None stays as it was, `house_rules` differ from the default."""

    order: tuple[int, ...] | None = value(list_of(SEAT), optional=True)
    sitters: tuple[Sitter, ...] | None = value(list_of(Sitter.read), key="players", optional=True)
    first_dealer: int | None = value(SEAT, optional=True)
    house_rules: Mapping[str, Any] | None = value(mapping, optional=True)


@dataclass(frozen=True)
class End(Body, kind="end"):
    """The game was stopped early. `leftover` tells what becomes of what lies in the pools."""

    why: str | None = value(text(), optional=True)
    leftover: str | None = value(text(), optional=True)


@dataclass(frozen=True)
class Totals(Body, kind="totals"):
    """Only the totals of a finished game were noted, one a side: a game out of a paper book.

    It stands for the whole game, so no deal can count with it; a later one replaces it.
    Counters are those everybody held at the end, so they add up to what was brought.
    """

    totals: tuple[int, ...] = value(list_of(TOTAL))


@dataclass(frozen=True)
class BetweenDeals(Body):
    """What stands between two deals: after the last one, or before the one that it names."""

    before: str | None = value(ENTRY_ID, optional=True, kw_only=True)


@dataclass(frozen=True)
class TakeSeat(BetweenDeals, kind="take_seat", listed="seats_taken"):
    """Somebody took over a seat."""

    seat: int = value(SEAT)
    sitter: Sitter = value(Sitter.read, key="player")  # noqa: RUF009


@dataclass(frozen=True)
class Buy(BetweenDeals, kind="buy", listed="bought"):
    """A seat bought counters, or, without any, came back into a game that it was out of."""

    seat: int = value(SEAT)
    counters: int | None = value(COUNTERS, optional=True)


@dataclass(frozen=True)
class Lend(BetweenDeals, kind="lend", listed="lent"):
    """A seat was lent counters by another."""

    seat: int = value(SEAT)
    lender: int = value(SEAT)
    counters: int = value(COUNTERS)


@dataclass(frozen=True)
class Adjust(BetweenDeals, kind="adjust", listed="adjustments"):
    """The total of a side was changed, such as by a penalty."""

    side: int = value(SEAT)
    points: int = value(POINTS)
    why: str = value(text(MAX_REASON_LENGTH))


# The fields of each by the keys of its content.
CONTENTS: tuple[type[Content], ...] = (Sitter, Join, *KINDS.values())
FIELDS: Mapping[type[Content], Mapping[str, Field[Any]]] = {
    content: {item.metadata["key"] or item.name: item for item in fields(content)}
    for content in CONTENTS
}


def parse_body(kind: Any, content: Any) -> Body:
    """The body of an entry of this kind; raises BadEntry where the content has not its shape."""
    if not isinstance(kind, str) or kind not in KINDS:
        raise BadEntry("unknown_entry_kind", kind=str(kind)[:40])
    return KINDS[kind].read(content, kind)


@dataclass(frozen=True)
class Entry:
    """One entry of a book: its number within the game, its id, what it says, and its device."""

    number: int
    id: str
    body: Body
    device: str | None = None


def apply_correction(facts: Mapping[str, Any], answers: Mapping[str, Any]) -> dict[str, Any]:
    """The facts of a deal with some answers in place of others, as a correction sets them.

    Of an ask of each seat or side, `{"1": …}` sets the answer of that place; of a group, an object
    sets the answers it names; all else is set as a whole, and null leaves it out.
    """
    put = dict(facts)
    for key, value in answers.items():
        now = put.get(key)
        if value is None:
            put.pop(key, None)
        elif isinstance(value, Mapping) and isinstance(now, list | tuple):
            put[key] = [value.get(str(at), answer) for at, answer in enumerate(now)]
            if not value.keys() <= set(map(str, range(len(now)))):
                raise BadEntry("entry_shape", what=key)
        elif isinstance(value, Mapping) and isinstance(now, Mapping):
            put[key] = {**now, **value}
        else:
            put[key] = value
    return put


def changed_answers(before: Mapping[str, Any], now: Mapping[str, Any]) -> dict[str, Any]:
    """The answers that a correction sets to make the facts of a deal read like others."""
    changed: dict[str, Any] = {}
    for key in sorted(before.keys() | now.keys()):
        old, new = before.get(key), now.get(key)
        if old == new:
            continue
        changed[key] = new
        if isinstance(old, list | tuple) and isinstance(new, list | tuple) and len(old) == len(new):
            pairs = enumerate(zip(old, new, strict=True))
            changed[key] = {str(at): answer for at, (was, answer) in pairs if was != answer}
        elif isinstance(old, Mapping) and isinstance(new, Mapping):
            changed[key] = {name: value for name, value in new.items() if old.get(name) != value}
    return changed
