"""The kinds of entries in a game's book, and how their content is parsed and written.

Whether a content makes sense is judged when the book is read. What stands between two deals, or a
deal that was forgotten, may name the deal `before` which it comes.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, TypeAlias

from scorer.rules.errors import BadEntry

MAX_SEATS = 12
MAX_NAME_LENGTH = 40
MAX_COUNTERS = 10_000
MAX_TOTAL = 1_000_000
MAX_ADJUSTED = 100_000
MAX_REASON_LENGTH = 40
# The longest game that house rules make has 240 deals; void ones come to them, and corrections.
MAX_DEALS = 1_000
MAX_ENTRIES = 5_000


@dataclass(frozen=True)
class Sitter:
    """The person in a seat: the player's id, and the name as it was then."""

    player: str
    name: str

    def content(self) -> dict[str, str]:
        """The person as an entry names them."""
        return {"id": self.player, "name": self.name}


class EntryBody:
    """The body of an entry; the fields of a subclass are the keys of its content."""

    kind: ClassVar[str]

    def content(self) -> dict[str, Any]:
        """The content as the book keeps it; what is None is left out, but for `after`."""
        values = {KEYS.get(name, name): value for name, value in vars(self).items()}
        return {
            key: _as_json(value)
            for key, value in values.items()
            if value is not None or key == "after"
        }


# What the content calls a field, where that is not its name here.
KEYS = {"sitter": "player", "sitters": "players", "answers": "set"}


def _as_json(value: Any) -> Any:
    if isinstance(value, Sitter):
        return value.content()
    if isinstance(value, tuple):
        return [_as_json(item) for item in value]
    return dict(value) if isinstance(value, Mapping) else value


@dataclass(frozen=True)
class Deal(EntryBody):
    """A deal was scored; `after` is the last deal that counted for its writer, checked once."""

    kind: ClassVar[str] = "deal"
    facts: Mapping[str, Any]
    after: str | None = None
    before: str | None = None


@dataclass(frozen=True)
class CorrectDeal(EntryBody):
    """Answers of a deal were corrected: only those that change (see `apply_correction`)."""

    kind: ClassVar[str] = "correct"
    deal: str
    answers: Mapping[str, Any]


@dataclass(frozen=True)
class Withdraw(EntryBody):
    """An entry was withdrawn; withdrawing a withdrawal restores what it had withdrawn."""

    kind: ClassVar[str] = "withdraw"
    entry: str


@dataclass(frozen=True)
class TakeSeat(EntryBody):
    """Somebody took over a seat between two deals."""

    kind: ClassVar[str] = "take_seat"
    seat: int
    sitter: Sitter
    before: str | None = None


@dataclass(frozen=True)
class CorrectStart(EntryBody):
    """The start was corrected; None stays as it was, `house_rules` differ from the default."""

    kind: ClassVar[str] = "correct_start"
    order: tuple[int, ...] | None = None
    sitters: tuple[Sitter, ...] | None = None
    first_dealer: int | None = None
    house_rules: Mapping[str, Any] | None = None


@dataclass(frozen=True)
class End(EntryBody):
    """The game was stopped early. `leftover` tells what becomes of what lies in the pools."""

    kind: ClassVar[str] = "end"
    why: str
    leftover: str | None = None


@dataclass(frozen=True)
class Buy(EntryBody):
    """A seat bought counters between two deals."""

    kind: ClassVar[str] = "buy"
    seat: int
    counters: int
    before: str | None = None


@dataclass(frozen=True)
class Lend(EntryBody):
    """A seat was lent counters by another between two deals."""

    kind: ClassVar[str] = "lend"
    seat: int
    lender: int
    counters: int
    before: str | None = None


@dataclass(frozen=True)
class Adjust(EntryBody):
    """The total of a side was changed between two deals, such as by a penalty."""

    kind: ClassVar[str] = "adjust"
    side: int
    points: int
    why: str
    before: str | None = None


@dataclass(frozen=True)
class Totals(EntryBody):
    """Only the totals of a finished game were noted, one a side: a game out of a paper book.

    It stands for the whole game, so no deal can count with it; a later one replaces it.
    Counters are those everybody held at the end, so they add up to what was brought.
    """

    kind: ClassVar[str] = "totals"
    totals: tuple[int, ...]


BetweenDeals = TakeSeat | Buy | Lend | Adjust
Body = Deal | CorrectDeal | Withdraw | CorrectStart | End | Totals | BetweenDeals


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


Reader: TypeAlias = Callable[[Any, str], Any]


def _text(most: int) -> Reader:
    def read(raw: Any, key: str) -> str:
        if not isinstance(raw, str) or not 0 < len(raw) <= most:
            raise BadEntry("entry_shape", what=key)
        return raw

    return read


def _whole(least: int, most: int, code: str = "entry_shape") -> Reader:
    def read(raw: Any, key: str) -> int:
        if type(raw) is not int or not least <= raw <= most:
            raise BadEntry(code, what=key, most=most)
        return raw

    return read


def _mapping(raw: Any, key: str) -> Mapping[str, Any]:
    if not isinstance(raw, dict):
        raise BadEntry("entry_shape", what=key)
    return raw


def read_sitter(raw: Any, key: str = "player") -> Sitter:
    """A person as an entry names them."""
    if not isinstance(raw, dict):
        raise BadEntry("entry_shape", what=key)
    name = _text(200)(raw.get("name"), "name")
    if len(name) > MAX_NAME_LENGTH:
        raise BadEntry("name_too_long", most=MAX_NAME_LENGTH)
    return Sitter(_text(200)(raw.get("id"), "id"), name)


def _list_of(read: Reader) -> Reader:
    def read_list(raw: Any, key: str) -> tuple[Any, ...]:
        if not isinstance(raw, list):
            raise BadEntry("entry_shape", what=key)
        return tuple(read(item, key) for item in raw)

    return read_list


def _optional(read: Reader) -> Reader:
    return lambda raw, key: None if raw is None else read(raw, key)


_id, _seat = _text(200), _whole(0, MAX_SEATS - 1)
_counters = _whole(1, MAX_COUNTERS, "number_of_counters")
_points = _whole(-MAX_ADJUSTED, MAX_ADJUSTED, "adjusted_points")
_total = _whole(-MAX_TOTAL, MAX_TOTAL, "totals_are_numbers")
_BEFORE: Mapping[str, Reader] = {"before": _optional(_id)}
# How the content of each kind is read, in the order of the fields of its dataclass.
KINDS: Mapping[str, tuple[type[Body], Mapping[str, Reader]]] = {
    Deal.kind: (Deal, {"facts": _mapping, "after": _optional(_id), **_BEFORE}),
    CorrectDeal.kind: (CorrectDeal, {"deal": _id, "set": _mapping}),
    Withdraw.kind: (Withdraw, {"entry": _id}),
    TakeSeat.kind: (TakeSeat, {"seat": _seat, "player": read_sitter, **_BEFORE}),
    CorrectStart.kind: (
        CorrectStart,
        {
            "order": _optional(_list_of(_seat)),
            "players": _optional(_list_of(read_sitter)),
            "first_dealer": _optional(_seat),
            "house_rules": _optional(_mapping),
        },
    ),
    End.kind: (End, {"why": _text(200), "leftover": _optional(_text(200))}),
    Buy.kind: (Buy, {"seat": _seat, "counters": _counters, **_BEFORE}),
    Lend.kind: (Lend, {"seat": _seat, "lender": _seat, "counters": _counters, **_BEFORE}),
    Adjust.kind: (
        Adjust,
        {"side": _seat, "points": _points, "why": _text(MAX_REASON_LENGTH), **_BEFORE},
    ),
    Totals.kind: (Totals, {"totals": _list_of(_total)}),
}


def parse_body(kind: Any, content: Any) -> Body:
    """The body of an entry of this kind; raises BadEntry where the content has not its shape."""
    if not isinstance(kind, str) or kind not in KINDS:
        raise BadEntry("unknown_entry_kind", kind=str(kind)[:40])
    body_type, readers = KINDS[kind]
    if not isinstance(content, dict):
        raise BadEntry("entry_shape", what=kind)
    if not readers.keys() >= content.keys():
        raise BadEntry("unknown_key", unknown=str(next(iter(content.keys() - readers.keys())))[:40])
    if "after" in readers and "after" not in content:
        raise BadEntry("entry_shape", what="after")
    return body_type(*(read(content.get(key), key) for key, read in readers.items()))
