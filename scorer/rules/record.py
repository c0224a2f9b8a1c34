"""A game as a file: the record format "scorer-game/1" (DESIGN.md §5), read and judged."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scorer.rules.entries import LONGEST_NAME, Deal, End, Entry, Sitter, TakeSeat, read_said
from scorer.rules.errors import BadEntry, BadRecord
from scorer.rules.loans import Moved
from scorer.rules.reading import read_sheet
from scorer.rules.sheet import Sheet
from scorer.rules.start import Start, read_start
from scorer.rules.tellings import sort_entries
from scorer.rules.variant import Line
from scorer.rules.words import reason

FORMAT = "scorer-game/1"
MOST_BYTES = 4_000_000
KEYS = frozenset(
    {"format", "variant", "house_rules", "players", "first_dealer", "deals", "id", "edition"}
    | {"started_at", "ended", "seats_taken", "carried", "entries"}
)


@dataclass(frozen=True)
class Record:
    """A record, read: how the game began and what its book says."""

    start: Start
    entries: tuple[Entry, ...]
    names: tuple[str, ...]
    told: Mapping[str, Any]


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made: dict[str, Any] = {}
    for key, value in pairs:
        if key in made:
            raise BadRecord("repeated_key", unknown=key[:40])
        made[key] = value
    return made


def _no_constant(name: str) -> Any:
    raise BadRecord("bad_json", problem=f"{name} is not a number")


def parse(data: bytes) -> Any:
    """The JSON in these bytes; raises BadRecord for anything else."""
    if len(data) > MOST_BYTES:
        raise BadRecord("too_large")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise BadRecord("not_utf8") from None
    try:
        return json.loads(text, object_pairs_hook=_once, parse_constant=_no_constant)
    except RecursionError:
        raise BadRecord("too_deep") from None
    except json.JSONDecodeError as fault:
        problem = f"{fault.msg} in line {fault.lineno}"
        raise BadRecord("bad_json", problem=problem) from None
    except ValueError as fault:
        if isinstance(fault, BadRecord):
            raise
        raise BadRecord("bad_json", problem="a number is far too long") from None


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


def _book(told: Mapping[str, Any], raw: list[Any]) -> list[Entry]:
    """The whole book, where a record carries it."""
    entries = []
    for number, one in enumerate(raw, start=1):
        if not isinstance(one, Mapping) or not isinstance(one.get("name"), str):
            raise BadRecord("bad_record_value", what="entries")
        if one.get("number", number) != number or type(one.get("seen", 0)) is not int:
            raise BadRecord("bad_record_value", what="entries")
        try:
            said = read_said(one.get("kind", ""), one.get("content"))
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
    carried = told.get("carried")
    if carried is not None and not isinstance(carried, list):
        raise BadRecord("bad_record_value", what="carried")
    start = Start(
        variant=told["variant"],
        sitters=_players(told["players"]),
        first_dealer=told.get("first_dealer", 0),
        house_rules=told.get("house_rules", {}),
        edition=told.get("edition"),
        carried=None if carried is None else tuple(carried),
    )
    read_start(start)
    deals = _list(told, "deals")
    entries = _deal_entries(deals)
    for taking in _takings(told, len(deals)):
        number = len(entries) + 1
        entries.append(Entry(number, f"taken-{number}", taking, seen=number - 1))
    ended = _ended(told)
    if ended is not None:
        number = len(entries) + 1
        entries.append(Entry(number, "ended", ended, seen=number - 1))
    if told.get("entries") is not None:
        book = _book(told, _list(told, "entries"))
        sheet = read_sheet(start, book)
        # The start may have been corrected in the book; the deals are read by how it reads now.
        now = sort_entries(start, book).start
        if [deal.told for deal in sheet.deals] != [
            deal.told for deal in read_sheet(now, entries).deals
        ]:
            raise BadRecord("deals_differ")
        entries = book
    return Record(start, tuple(entries), tuple(one.name for one in start.sitters), told)


def _lines(lines: Sequence[Line], names: Sequence[str]) -> list[dict[str, Any]]:
    return [
        {
            "seat": line.seat,
            "points": line.points,
            "key": line.key,
            "reason": reason(line.key, line.numbers, names),
        }
        for line in lines
    ]


def _moved(moved: Sequence[Moved], names: Sequence[str]) -> list[dict[str, Any]]:
    return _lines([line for one in moved for line in one.lines], names)


def result_of(sheet: Sheet) -> dict[str, Any]:
    """What `score --json` prints of a sheet: plain lists and whole numbers."""
    names = [one.name for one in sheet.sitters]
    deals = []
    for deal in sheet.deals:
        shown: dict[str, Any] = {
            "number": deal.number,
            "dealer": deal.table.dealer,
            "eldest": deal.table.eldest,
            "scores": list(deal.scores),
            "totals": list(deal.carry.totals),
            "pools": dict(deal.carry.pools),
            "lines": _lines(deal.lines, names),
        }
        if deal.moved:
            shown["moved_before"] = _moved(deal.moved, names)
        if deal.facts.void:
            shown["void"] = True
        deals.append(shown)
    result: dict[str, Any] = {
        "deals": deals,
        "totals": list(sheet.totals),
        "pools": dict(sheet.carry.pools),
        "over": sheet.over,
        "winners": list(sheet.winners),
    }
    if sheet.since:
        result["moved_since"] = _moved(sheet.since, names)
    if sheet.closing:
        result["closing"] = _lines(sheet.closing, names)
    if sheet.settled is not None:
        result["settled"] = list(sheet.settled)
    if any(sheet.carry.bought) or getattr(sheet.start.rules, "short", "") == "buy_in":
        result["bought"] = list(sheet.carry.bought)
    return result
