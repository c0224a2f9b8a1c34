"""A game as a file: the record format "scorer-game/1", read and checked.

`variant`, `players`, `first_dealer`, `house_rules`, `order`, `deals`, `seats_taken`, `bought`,
`lent`, `adjustments`, `tables`, `totals` and `ended` give the game as it reads in the end.
`entries` is the whole book, which begins with the start as it was at first: `began` gives what of
the start was corrected later ({"players", "first_dealer", "house_rules"}), and is left out where
nothing was. Both make the same deals; where a record has its book, the book counts, unless it is
one of 0.4 (`services/exchange/from_0_4.py`). `order` names the seats clockwise where that was
corrected, `totals` is all that is known of a game whose deals nobody noted, and `follows` names the
game that this one continues.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NoReturn

from scorer.rules.entries import (
    KINDS,
    MAX_DEALS,
    MAX_ENTRIES,
    MAX_NAME_LENGTH,
    Body,
    ChangeTable,
    CorrectStart,
    Deal,
    End,
    Entry,
    Sitter,
    TakeSeat,
    Totals,
    parse_body,
)
from scorer.rules.errors import BadEntry, BadRecord
from scorer.rules.fold import SortedBook, read_sheet, sort_book
from scorer.rules.house_rules import write_house_rules
from scorer.rules.sheet import Sheet
from scorer.rules.start import Start, resolve_start
from scorer.rules.words import WORDS, fill

FORMAT = "scorer-game/1"
# What stands in a list of its own where a record has no book.
LISTED = tuple(body for body in KINDS.values() if body.listed)
KEYS = frozenset(
    {"format", "variant", "house_rules", "players", "first_dealer", "deals", "id", "edition"}
    | {"started_at", "ended", "carried", "entries", "order", "began", "totals", "follows"}
    | {body.listed for body in LISTED}
)
ENTRY_KEYS = frozenset({"number", "id", "kind", "content", "written_at", "phone"})
BEGAN_KEYS = frozenset({"players", "first_dealer", "house_rules"})


@dataclass(frozen=True)
class Record:
    """A record, read; `raw` is its JSON, and `sheet` that of its book where it has one."""

    start: Start
    entries: tuple[Entry, ...]
    raw: Mapping[str, Any]
    sheet: Sheet | None = None


def _read_player(raw: Any, default_id: str) -> Sitter:
    person = raw if isinstance(raw, Mapping) else {"name": raw}
    name, player = person.get("name"), person.get("id", default_id)
    if person.keys() - {"id", "name"} or not isinstance(player, str) or not player:
        raise BadRecord("bad_record_value", what="players")
    if not isinstance(name, str) or not name.strip():
        raise BadRecord("player_name")
    if len(name.strip()) > MAX_NAME_LENGTH:
        raise BadRecord("name_too_long", most=MAX_NAME_LENGTH)
    return Sitter(player, name.strip())


def _with_player(content: Mapping[str, Any], default_id: str) -> dict[str, Any]:
    return {**content, "player": _read_player(content.get("player"), default_id).content()}


def _read_players(raw: Mapping[str, Any]) -> tuple[Sitter, ...]:
    players = enumerate(_list(raw, "players"))
    return tuple(_read_player(player, f"seat-{seat}") for seat, player in players)


def _list(raw: Mapping[str, Any], key: str) -> list[Any]:
    value = raw.get(key, [])
    if not isinstance(value, list):
        raise BadRecord("bad_record_value", what=key)
    return value


def _parse_body(kind: Any, content: Any) -> Body:
    try:
        return parse_body(kind, content)
    except BadEntry as fault:
        raise BadRecord(fault.code, **fault.params) from None


def _plain_entries(raw: Mapping[str, Any], players: int) -> tuple[Entry, ...]:
    deals = _list(raw, "deals")
    if len(deals) > MAX_DEALS:
        raise BadRecord("too_many_deals", most=MAX_DEALS)
    between = _read_between_deals(raw, len(deals), players)
    # By their ids, which other entries have none of.
    bodies: list[tuple[str | None, Body]] = [(None, body) for body in between[1]]
    for number, facts in enumerate(deals, start=1):
        after = f"deal-{number - 1}" if number > 1 else None
        bodies.append((f"deal-{number}", Deal(facts, after)))
        bodies += [(None, body) for body in between[number + 1]]
    if raw.get("ended") is not None:
        bodies.append((None, _read_end(raw["ended"])))
    if raw.get("totals") is not None:
        bodies.append((None, _parse_body(Totals.kind, {"totals": raw["totals"]})))
    if len(bodies) > MAX_ENTRIES:
        raise BadRecord("too_many_entries", most=MAX_ENTRIES)
    return tuple(
        Entry(number, id or f"entry-{number}", body)
        for number, (id, body) in enumerate(bodies, start=1)
    )


def _read_between_deals(
    raw: Mapping[str, Any], deals: int, players: int
) -> Mapping[int, Sequence[Body]]:
    """What stands right before each deal, by its number, and after the last one."""
    first = players
    between: dict[int, list[Body]] = {number: [] for number in range(1, deals + 2)}
    for body_type in LISTED:
        for at, item in enumerate(_list(raw, key := body_type.listed)):
            content = dict(item) if isinstance(item, Mapping) else {}
            number = content.pop("before_deal", None)
            if type(number) is not int or number not in between or "before" in content:
                raise BadRecord("bad_record_value", what=key)
            if body_type is TakeSeat:
                content = _with_player(content, f"taken-{at}")
            if body_type is ChangeTable:
                joins = _list(content, "joins")
                if "after" in content or not all(isinstance(join, Mapping) for join in joins):
                    raise BadRecord("bad_record_value", what=key)
                content["after"] = f"deal-{number - 1}" if number > 1 else None
                content["joins"] = [_with_player(it, f"seat-{it.get('seat')}") for it in joins]
            body = _parse_body(body_type.kind, content)
            if isinstance(body, ChangeTable):
                players = max([players, *(join.seat + 1 for join in body.joins)])
            if max(_seats_of(body), default=0) >= players:
                raise BadRecord("bad_record_value", what=key)
            between[number].append(body)
    at_table = set(range(first))
    for bodies in between.values():
        bodies[:] = _in_order(bodies, at_table)
    return between


def _in_order(bodies: Sequence[Body], at_table: set[int]) -> Iterator[Body]:
    """The entries between two deals, each while its seats are at the table."""
    others = [body for body in bodies if not isinstance(body, ChangeTable)]
    for change in bodies:
        if isinstance(change, ChangeTable):
            there = [it for it in others if _seats_of(it) <= at_table]
            others = [it for it in others if it not in there]
            yield from (*there, change)
            at_table.clear()
            at_table.update(change.seats)
    yield from others


def _seats_of(body: Body) -> set[int]:
    seats = (getattr(body, name, None) for name in ("seat", "lender", "side"))
    return {seat for seat in seats if seat is not None}


def _read_end(raw: Any) -> End:
    if not isinstance(raw, Mapping) or set(raw) - {"why", "leftover"}:
        raise BadRecord("bad_record_value", what="ended")
    why, leftover = raw.get("why", ""), raw.get("leftover")
    if not isinstance(why, str) or leftover not in (None, "as_it_stands", "level_the_dealing"):
        raise BadRecord("bad_record_value", what="ended")
    return End(why or None, leftover)


def _book_entries(raw: list[Any]) -> tuple[Entry, ...]:
    if len(raw) > MAX_ENTRIES:
        raise BadRecord("too_many_entries", most=MAX_ENTRIES)
    entries = []
    ids = set[str]()
    for number, entry in enumerate(raw, start=1):
        if not isinstance(entry, Mapping) or not isinstance(entry.get("id"), str):
            raise BadRecord("bad_record_value", what="entries")
        for key in entry:
            if key not in ENTRY_KEYS:
                raise BadRecord("unknown_key", unknown=str(key)[:40])
        if entry.get("number", number) != number or entry["id"] in ids:
            raise BadRecord("bad_record_value", what="entries")
        ids.add(entry["id"])
        body = _parse_body(entry.get("kind", ""), entry.get("content"))
        entries.append(Entry(number, entry["id"], body))
    return tuple(entries)


def is_of_0_4(raw: Mapping[str, Any]) -> bool:
    """Whether a record has a book of 0.4, whose entries have names and other kinds."""
    entries = raw.get("entries")
    return isinstance(entries, list) and any(
        isinstance(entry, Mapping) and "name" in entry and "id" not in entry for entry in entries
    )


def read_record(raw: Any) -> Record:
    """The record in this JSON value; raises Refused, but not for deals that cannot have been."""
    if not isinstance(raw, Mapping):
        raise BadRecord("not_a_record")
    for key in raw:
        if key not in KEYS:
            raise BadRecord("unknown_record_key", unknown=str(key)[:40])
    if raw.get("format") != FORMAT:
        raise BadRecord("unknown_format")
    for key in ("variant", "players"):
        if key not in raw:
            raise BadRecord("missing_record_key", key=key)
    plain_start = _read_start(raw)
    plain_entries = _plain_entries(raw, len(plain_start.sitters))
    if raw.get("entries") is None or is_of_0_4(raw):
        return Record(plain_start, plain_entries, raw)
    start, began = plain_start, raw.get("began")
    if began is not None:
        if not isinstance(began, Mapping) or set(began) - BEGAN_KEYS:
            raise BadRecord("bad_record_value", what="began")
        start = _read_start({**raw, **began, "order": None})
    entries = _book_entries(_list(raw, "entries"))
    sheet = read_sheet(start, entries)
    deals = [deal.record for deal in sheet.deals]
    # Facts can be written in more than one way: only the rules know whether they are the same.
    if deals != raw.get("deals", []):
        plain_sheet = read_sheet(plain_start, plain_entries)
        if deals != [deal.record for deal in plain_sheet.deals]:
            raise BadRecord("deals_differ")
    totals = list(sheet.totals) if sheet.only_totals else None
    if totals != raw.get("totals"):
        raise BadRecord("deals_differ")
    if "began" in raw and sheet.start != resolve_start(plain_start):
        raise BadRecord("start_differs")
    return Record(start, entries, raw, sheet)


def _read_start(raw: Mapping[str, Any]) -> Start:
    carried, order = (
        None if raw.get(key) is None else tuple(_list(raw, key)) for key in ("carried", "order")
    )
    if order is not None and not all(type(seat) is int for seat in order):
        raise BadRecord("order_of_seats")
    start = Start(
        variant=raw["variant"],
        sitters=_read_players(raw),
        first_dealer=raw.get("first_dealer", 0),
        house_rules=raw.get("house_rules", {}),
        edition=raw.get("edition"),
        order=order,
        carried=carried,
    )
    resolve_start(start)
    return start


def write_record(
    start: Start,
    entries: Sequence[Entry],
    book: Sequence[Mapping[str, Any]],
    **known: Any,
) -> dict[str, Any]:
    """The record of a game with its `book`, and what else is `known`; empty keys are left out."""
    sorted_book = sort_book(start, entries)
    sheet, now = sorted_book.sheet, sorted_book.starts[-1][1]
    record = {
        "format": FORMAT,
        "variant": start.variant,
        "edition": sheet.start.variant.edition,
        "players": [sitter.content() for sitter in now.sitters],
        "first_dealer": now.first_dealer,
        "deals": [dict(deal.record) for deal in sheet.deals],
    }
    optional = {
        **known,
        "house_rules": write_house_rules(sheet.start.rules),
        "order": None if now.order is None else list(now.order),
        "carried": None if now.carried is None else list(now.carried),
        "began": _write_began(start, now),
        **_write_between_deals(sorted_book, sheet),
        "ended": None if sheet.ended is None else sheet.ended.content(),
        "totals": list(sheet.totals) if sheet.only_totals else None,
        "entries": [dict(entry) for entry in book],
    }
    return record | {key: value for key, value in optional.items() if value not in (None, [], {})}


def _write_began(first: Start, now: Start) -> dict[str, Any] | None:
    first, now = (
        replace(start, house_rules=write_house_rules(resolve_start(start).rules))
        for start in (first, now)
    )
    if first == now:
        return None
    began = CorrectStart(None, first.sitters, first.first_dealer, first.house_rules)
    return began.content()


def _write_between_deals(book: SortedBook, sheet: Sheet) -> dict[str, list[dict[str, Any]]]:
    written: dict[str, list[dict[str, Any]]] = {body.listed: [] for body in LISTED}
    # What stands after the last deal that counts may be behind the end.
    is_behind = sheet.behind_the_end or sheet.since_behind_the_end
    before_deal, last = 1, len(sheet.deals) + (0 if is_behind else 1)
    for entry in book.order:
        if isinstance(entry.body, Deal):
            before_deal += 1
        elif entry.body.listed and before_deal <= last:
            content = entry.body.content()
            for key in ("before", "after"):
                content.pop(key, None)
            if entry.id not in sheet.refused:
                written[entry.body.listed].append({"before_deal": before_deal, **content})
    return written


# What one record may weigh: a game of a hundred deals, each corrected twice, has 200,000 bytes.
MAX_BYTES = 4_000_000
# Nothing that is read here has more than a few levels. Python's own limit is another one in each
# version, and what it lets through is too deep for whatever comes after it.
DEEPEST = 100


def _unrepeated(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    values: dict[str, Any] = {}
    for key, value in pairs:
        if key in values:
            raise BadRecord("repeated_key", unknown=key[:40])
        values[key] = value
    return values


def _refuse_constant(name: str) -> NoReturn:
    raise _bad_json("not_a_number", name=name)


def parse(data: bytes, most: int = MAX_BYTES, deepest: int = DEEPEST) -> Any:
    """The JSON in these bytes, of so many bytes and levels at most; raises BadRecord."""
    if len(data) > most:
        raise BadRecord("too_large")
    try:
        text = data.decode("utf-8-sig")
        value = json.loads(text, object_pairs_hook=_unrepeated, parse_constant=_refuse_constant)
        depth = _depth(value)
    except UnicodeDecodeError:
        raise BadRecord("not_utf8") from None
    except json.JSONDecodeError as fault:
        raise _bad_json("in_line", problem=fault.msg, line=fault.lineno) from None
    except RecursionError:
        raise BadRecord("too_deep") from None
    except BadRecord:
        raise
    except ValueError:
        raise _bad_json("number_too_long") from None
    if depth > deepest:
        raise BadRecord("too_deep")
    return value


def _depth(value: Any) -> int:
    inner = value.values() if isinstance(value, dict) else value
    return 1 + max(map(_depth, inner), default=0) if isinstance(value, dict | list) else 0


def _bad_json(key: str, **numbers: Any) -> BadRecord:
    return BadRecord("bad_json", problem=fill(WORDS["in_records"][key], numbers))
