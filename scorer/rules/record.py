"""A game as a file: the record format "scorer-game/1", read and judged.

`variant`, `players`, `first_dealer`, `house_rules`, `order`, `seats_taken`, `deals`, `totals`
and `ended` say the game as it reads in the end. `entries`, the whole book, say how it came to
that, beginning with the start as it was told at first: `began` gives what of the start was
corrected later ({"players", "first_dealer", "house_rules"}), and is left out where nothing was.
Either way of reading makes the same deals; where a record carries its book, the book counts.
What was noted during a deal and counters bought or lent between deals stand in the book alone.
`order` names the seats clockwise where that was corrected, `totals` is all that is known of a
game whose deals nobody noted, and `follows` names the game that this one was gone on from.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from typing import Any

from scorer.rules.book import SortedBook, sort_entries
from scorer.rules.entries import (
    LONGEST_NAME,
    MOST_DEALS,
    MOST_ENTRIES,
    Body,
    Deal,
    End,
    Entry,
    Sitter,
    TakeSeat,
    parse_body,
)
from scorer.rules.errors import BadEntry, BadRecord
from scorer.rules.fold import read_sheet
from scorer.rules.house_rules import write_house_rules
from scorer.rules.sheet import Sheet
from scorer.rules.start import Start, read_start

FORMAT = "scorer-game/1"
KEYS = frozenset(
    {"format", "variant", "house_rules", "players", "first_dealer", "deals", "id", "edition"}
    | {"started_at", "ended", "seats_taken", "carried", "entries"}
    | {"order", "began", "totals", "follows"}
)
ENTRY_KEYS = frozenset({"number", "name", "kind", "content", "seen", "written_at", "phone"})
BEGAN_KEYS = frozenset({"players", "first_dealer", "house_rules"})


@dataclass(frozen=True)
class Record:
    """A record, read: how the game began and what its book says, as it stands in `told`.

    `sheet` is there where the book had to be read in order to judge the record.
    """

    start: Start
    entries: tuple[Entry, ...]
    names: tuple[str, ...]
    told: Mapping[str, Any]
    sheet: Sheet | None = None


def _player(raw: Any, seat: int) -> Sitter:
    name, identity = raw, f"seat-{seat}"
    if isinstance(raw, Mapping):
        name, identity = raw.get("name"), raw.get("id", identity)
        if set(raw) - {"id", "name"} or not isinstance(identity, str) or not identity:
            raise BadRecord("bad_record_value", what="players")
    if not isinstance(name, str) or not name.strip():
        raise BadRecord("player_name")
    if len(name.strip()) > LONGEST_NAME:
        raise BadRecord("name_too_long", most=LONGEST_NAME)
    return Sitter(identity, name.strip())


def _is_name(one: Mapping[str, Any]) -> bool:
    return isinstance(one.get("name"), str)


def _players(raw: Any) -> tuple[Sitter, ...]:
    if not isinstance(raw, list):
        raise BadRecord("bad_record_value", what="players")
    return tuple(_player(one, seat) for seat, one in enumerate(raw))


def _list(told: Mapping[str, Any], key: str) -> list[Any]:
    value = told.get(key, [])
    if not isinstance(value, list):
        raise BadRecord("bad_record_value", what=key)
    return value


def _deal_entries(deals: Sequence[Any]) -> list[Entry]:
    entries = []
    for number, told in enumerate(deals, start=1):
        after = f"deal-{number - 1}" if number > 1 else None
        entries.append(Entry(number, f"deal-{number}", Deal(after, told), seen=number - 1))
    return entries


def _takings(told: Mapping[str, Any], deals: int) -> list[TakeSeat]:
    taken: list[TakeSeat] = []
    for raw in _list(told, "seats_taken"):
        if not isinstance(raw, Mapping) or set(raw) - {"before_deal", "seat", "player"}:
            raise BadRecord("bad_record_value", what="seats_taken")
        before, seat = raw.get("before_deal"), raw.get("seat")
        if type(before) is not int or not 1 <= before <= deals + 1:
            raise BadRecord("bad_record_value", what="seats_taken")
        if type(seat) is not int or not 0 <= seat < len(_players(told.get("players"))):
            raise BadRecord("bad_record_value", what="seats_taken")
        after = f"deal-{before - 1}" if before > 1 else None
        name = f"taken-{len(taken)}"
        taken.append(TakeSeat(after, seat, _player(raw.get("player"), seat=-1 - len(name))))
    return taken


def _ended(told: Mapping[str, Any]) -> End | None:
    raw = told.get("ended")
    if raw is None:
        return None
    if not isinstance(raw, Mapping) or set(raw) - {"why", "leftover"}:
        raise BadRecord("bad_record_value", what="ended")
    why, leftover = raw.get("why", "stopped"), raw.get("leftover")
    if not isinstance(why, str) or leftover not in (None, "as_it_stands", "level_the_dealing"):
        raise BadRecord("bad_record_value", what="ended")
    return End(why or "stopped", leftover)


def _totals(told: Mapping[str, Any]) -> Body | None:
    """The totals of a game of which nothing else is known."""
    if told.get("totals") is None:
        return None
    try:
        return parse_body("totals", {"totals": told["totals"]})
    except BadEntry as fault:
        raise BadRecord(fault.code, **fault.numbers) from None


def _book(raw: list[Any]) -> list[Entry]:
    """The whole book, where a record carries it; no name stands in it twice."""
    if len(raw) > MOST_ENTRIES:
        raise BadRecord("too_many_entries", most=MOST_ENTRIES)
    names = {one.get("name") for one in raw if isinstance(one, Mapping) if _is_name(one)}
    if len(names) < len(raw):
        raise BadRecord("bad_record_value", what="entries")
    entries = []
    for number, one in enumerate(raw, start=1):
        for key in one:
            if key not in ENTRY_KEYS:
                raise BadRecord("unknown_key", unknown=str(key)[:40])
        if one.get("number", number) != number or type(one.get("seen", 0)) is not int:
            raise BadRecord("bad_record_value", what="entries")
        try:
            said = parse_body(one.get("kind", ""), one.get("content"))
        except BadEntry as fault:
            raise BadRecord(fault.code, **fault.numbers) from None
        entries.append(Entry(number, one["name"], said, one.get("seen", 0)))
    return entries


def read_record(told: Any) -> Record:
    """The record in this JSON value.

    Raises BadRecord for faults of the record itself; whether its deals can have happened,
    and are even written as deals, is for `read_sheet`.
    """
    if not isinstance(told, Mapping):
        raise BadRecord("not_a_record")
    for key in told:
        if key not in KEYS:
            raise BadRecord("unknown_record_key", unknown=str(key)[:40])
    if told.get("format") != FORMAT:
        raise BadRecord("unknown_format")
    for key in ("variant", "players"):
        if key not in told:
            raise BadRecord("missing_record_key", what=f"the {key}")
    start = _start(told)
    deals = _list(told, "deals")
    if len(deals) > MOST_DEALS:
        raise BadRecord("too_many_deals", most=MOST_DEALS)
    entries = _deal_entries(deals)
    for taking in _takings(told, len(deals)):
        number = len(entries) + 1
        entries.append(Entry(number, f"taken-{number}", taking, seen=number - 1))
    for name, said in (("ended", _ended(told)), ("totals", _totals(told))):
        if said is not None:
            number = len(entries) + 1
            entries.append(Entry(number, name, said, seen=number - 1))
    names = tuple(one.name for one in start.sitters)
    if told.get("entries") is None:
        return Record(start, tuple(entries), names, told)
    return _with_book(told, start, entries, names)


def _with_book(
    told: Mapping[str, Any], plain: Start, entries: Sequence[Entry], names: tuple[str, ...]
) -> Record:
    """The record with its book; raises BadRecord where the two do not say the same."""
    start = _began(told, plain)
    book = _book(_list(told, "entries"))
    sheet = read_sheet(start, book)
    deals = [deal.told for deal in sheet.deals]
    # Facts can be told in more than one way: only the rules know whether they are the same.
    if deals != told.get("deals", []):
        simple = read_sheet(plain, entries)
        if deals != [deal.told for deal in simple.deals]:
            raise BadRecord("deals_differ")
    totals = list(sheet.totals) if sheet.only_totals else None
    if totals != told.get("totals"):
        raise BadRecord("deals_differ")
    if "began" in told and sheet.start != read_start(plain):
        raise BadRecord("start_differs")
    return Record(start, tuple(book), names, told, sheet)


def _start(told: Mapping[str, Any]) -> Start:
    """The start as the plain fields of a record tell it."""
    carried, order = (
        None if told.get(key) is None else tuple(_list(told, key)) for key in ("carried", "order")
    )
    if order is not None and not all(type(one) is int for one in order):
        raise BadRecord("order_of_seats")
    start = Start(
        variant=told["variant"],
        sitters=_players(told["players"]),
        first_dealer=told.get("first_dealer", 0),
        house_rules=told.get("house_rules", {}),
        edition=told.get("edition"),
        order=order,
        carried=carried,
    )
    read_start(start)
    return start


def _began(told: Mapping[str, Any], plain: Start) -> Start:
    """The start before it was corrected, from which the book is read."""
    raw = told.get("began")
    if raw is None:
        return plain
    if not isinstance(raw, Mapping) or set(raw) - BEGAN_KEYS:
        raise BadRecord("bad_record_value", what="began")
    start = replace(
        plain,
        sitters=_players(raw["players"]) if "players" in raw else plain.sitters,
        first_dealer=raw.get("first_dealer", plain.first_dealer),
        house_rules=raw.get("house_rules", plain.house_rules),
        order=None,
    )
    read_start(start)
    return start


def write_record(
    start: Start,
    entries: Sequence[Entry],
    book: Sequence[Mapping[str, Any]],
    **known: Any,
) -> dict[str, Any]:
    """The record of a game.

    `entries` are its book as the rules read it and `book` the same as it is to stand in the
    record, each with name, kind and content at least. `known` is what else is known of the
    game: `id`, `started_at`, `follows`. Nothing that is None or empty is written, but for the
    deals. Raises Refused for a book that cannot be read.
    """
    sheet, told = read_sheet(start, entries), sort_entries(start, entries)
    now = told.start
    record = {
        "format": FORMAT,
        "variant": start.variant,
        "edition": sheet.start.variant.edition,
        "players": _write_players(now.sitters),
        "first_dealer": now.first_dealer,
        "deals": [dict(deal.told) for deal in sheet.deals],
    }
    maybe = {
        **known,
        "house_rules": write_house_rules(sheet.start.rules),
        "order": None if now.order is None else list(now.order),
        "carried": None if now.carried is None else list(now.carried),
        "began": _write_began(start, now),
        "seats_taken": _seats_taken(told, sheet),
        "ended": None if sheet.ended is None else _without_none(vars(sheet.ended)),
        "totals": list(sheet.totals) if sheet.only_totals else None,
        "entries": [dict(one) for one in book],
    }
    return record | {key: value for key, value in maybe.items() if value not in (None, [], {})}


def _write_players(sitters: Sequence[Sitter]) -> list[dict[str, str]]:
    return [{"id": one.player, "name": one.name} for one in sitters]


def _without_none(values: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in values.items() if value is not None}


def _write_began(first: Start, now: Start) -> dict[str, Any] | None:
    """What the start was before it was corrected; None where the book corrects nothing."""
    first, now = _without_defaults(first), _without_defaults(now)
    if first == now:
        return None
    return {
        "players": _write_players(first.sitters),
        "first_dealer": first.first_dealer,
        "house_rules": dict(first.house_rules),
    }


def _without_defaults(start: Start) -> Start:
    """The start with only those house rules that are not the usual ones."""
    return replace(start, house_rules=write_house_rules(read_start(start).rules))


def _seats_taken(told: SortedBook, sheet: Sheet) -> list[dict[str, Any]]:
    """Who took over which seat before which deal, counting the deals that are on the sheet."""
    places = [told.places[deal.id] for deal in sheet.deals]
    return [
        {
            "before_deal": 1 + sum(place <= told.places[one.after] for place in places),
            "seat": one.seat,
            "player": _write_players([one.sitter])[0],
        }
        for one in told.taken
    ]


# What one record may weigh: a game of a hundred deals, each corrected twice, has 200,000 bytes.
MOST_BYTES = 4_000_000
# Nothing that is read here has more than a few levels. Python's own limit is another one in each
# version, and what it lets through is too deep for whatever comes after it.
DEEPEST = 100
_NO_BRACKETS = bytes(set(range(256)) - set(b"[]{}"))
# Never tried twice at the same place, also where a string has no end.
_STRING = re.compile(rb'"(?:[^"\\]|\\.)*+"?', re.DOTALL)


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made: dict[str, Any] = {}
    for key, value in pairs:
        if key in made:
            raise BadRecord("repeated_key", unknown=key[:40])
        made[key] = value
    return made


def _no_constant(name: str) -> Any:
    raise BadRecord("bad_json", problem=f"{name} is not a number")


def _depth(data: bytes) -> int:
    """How many brackets are open at a time, those in strings included."""
    brackets = data.translate(None, _NO_BRACKETS)
    return max(accumulate(1 if bracket in b"[{" else -1 for bracket in brackets), default=0)


def parse(data: bytes, most: int = MOST_BYTES) -> Any:
    """The JSON in these bytes; raises BadRecord for anything else, or more than `most` of them."""
    if len(data) > most:
        raise BadRecord("too_large")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise BadRecord("not_utf8") from None
    if _depth(data) > DEEPEST and _depth(_STRING.sub(b"", data)) > DEEPEST:
        raise BadRecord("too_deep")
    try:
        return json.loads(text, object_pairs_hook=_once, parse_constant=_no_constant)
    except json.JSONDecodeError as fault:
        problem = f"{fault.msg} in line {fault.lineno}"
        raise BadRecord("bad_json", problem=problem) from None
    except ValueError as fault:
        if isinstance(fault, BadRecord):
            raise
        raise BadRecord("bad_json", problem="a number is far too long") from None
