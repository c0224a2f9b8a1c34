"""A game that arrives in a file: its record, judged by the rules and made fit for the tables."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Any

from scorer.rules.entries import CorrectStart, Deal, End, Entry, Said, Sitter, TakeSeat
from scorer.rules.errors import BadRecord, Refused
from scorer.rules.house_rules import write_house_rules
from scorer.rules.reading import read_sheet
from scorer.rules.record import Record, read_record
from scorer.rules.sheet import Sheet
from scorer.rules.start import Start, read_start
from scorer.services import clock
from scorer.services.exporting import people_in
from scorer.services.faults import BadFile, bad, told
from scorer.services.ids import id_from, is_id
from scorer.services.people import clean_name
from scorer.services.starting import MOST_CARRIED
from scorer.storage.book import LONGEST_CONTENT
from scorer.storage.bringing import Ends, ends_of
from scorer.storage.canonical import from_text, to_text

# What an entry can say in one text.
LONGEST_TEXT = 200
FIRST_YEAR, LAST_YEAR = 1800, 2200
# So far two clocks may be apart before a game seems to be one of the future.
CLOCKS_APART = timedelta(minutes=5)


@dataclass(frozen=True)
class Written:
    """An entry as the table keeps it."""

    name: str
    kind: str
    content: str
    seen: int
    written_at: datetime
    phone: str | None


@dataclass(frozen=True)
class Arriving:
    """A game on its way in; `where` says where in the file it stands.

    `people` are all who ever sat in it, by id, with the name they had. Nothing is in here that
    cannot be laid aside in a file, so of its sheet only what is kept.
    """

    where: str
    id: str
    start: Start
    edition: int
    house_rules: str
    started_at: datetime
    follows: str | None
    book: tuple[Written, ...]
    people: Mapping[str, str]
    ends: Ends
    only_totals: bool


def read_moment(raw: object, where: str, what: str) -> datetime:
    """A moment as a file says it; raises BadFile."""
    try:
        moment = datetime.fromisoformat(raw) if isinstance(raw, str) else None
    except ValueError:
        moment = None
    if moment is None or not FIRST_YEAR <= moment.year <= LAST_YEAR:
        raise bad(where, f"{what} is not a date and a time as 2025-05-03T20:00:00Z.")
    return moment.astimezone(UTC) if moment.tzinfo else moment.replace(tzinfo=UTC)


def _read_past(raw: object, where: str, what: str) -> datetime:
    """A moment that has been; raises BadFile."""
    moment = read_moment(raw, where, what)
    if moment > clock.now() + CLOCKS_APART:
        raise bad(where, f"{what} is {moment:%Y-%m-%d %H:%M} UTC, and that is still to come.")
    return moment


def arriving(raw: Any, where: str, *, by_default: datetime) -> Arriving:
    """The game in a record; raises BadFile with all that is wrong first.

    A record without its book gets one; a game or a person without an id gets the one that
    follows from the record or the name, so that bringing it in twice brings it in once.
    """
    names: Sequence[str] = ()
    try:
        record = read_record(raw)
        names = record.names
        game = _game_id(record.told, where)
        started_at = by_default
        if "started_at" in record.told:
            started_at = _read_past(record.told["started_at"], where, "started_at")
        made = (_as_told if record.told.get("entries") else _made_up)(
            record, game, started_at, where
        )
        start, book, entries = made
        sheet = record.sheet or read_sheet(start, entries)
        _check_people(start, sheet)
    except Refused as fault:
        raise BadFile(told(where, fault, names)) from None
    follows = record.told.get("follows")
    return Arriving(
        where=where,
        id=game,
        start=start,
        edition=sheet.start.variant.edition,
        house_rules=to_text(write_house_rules(read_start(replace(start, order=None)).rules)),
        started_at=started_at,
        follows=follows if is_id(follows) else None,
        book=tuple(book),
        people=_everybody(start, sheet, book),
        ends=ends_of(sheet),
        only_totals=sheet.only_totals,
    )


def _everybody(start: Start, sheet: Sheet, book: Sequence[Written]) -> dict[str, str]:
    sat = [*start.sitters, *sheet.start.sitters, *sheet.sitters]
    for deal in sheet.deals:
        sat.extend(deal.sitters)
    named = {one.player: one.name for one in sat}
    for entry in book:
        for one in _people_in(entry.content):
            named.setdefault(one["id"], one["name"])
    return named


def _game_id(record: Mapping[str, Any], where: str) -> str:
    identity = record.get("id")
    if identity is None:
        return id_from("record", hashlib.sha256(to_text(dict(record)).encode()).hexdigest())
    if not is_id(identity):
        raise bad(where, "the id of the game is not one.")
    return str(identity)


def _as_told(
    record: Record, game: str, started_at: datetime, where: str
) -> tuple[Start, list[Written], tuple[Entry, ...]]:
    """The book of a record, word for word: people may not be anybody, nor names anything."""
    book = []
    for number, one in enumerate(record.told["entries"], start=1):
        if not is_id(one["name"]):
            raise BadRecord("entry_shape", what=f"name of entry {number}")
        content = to_text(one["content"])
        if len(content) > LONGEST_CONTENT:
            raise BadRecord("entry_shape", what=f"content of entry {number}")
        for person in _people_in(content):
            _check_named(person["id"], person["name"])
        at = started_at
        if "written_at" in one:
            at = _read_past(one["written_at"], f"{where}, entry {number}", "written_at")
        seen = min(max(one.get("seen", 0), 0), number - 1)
        book.append(Written(one["name"], one["kind"], content, seen, at, _phone(one)))
    if record.start.order is not None:
        raise BadRecord("start_differs")
    for sitter in record.start.sitters:
        _check_named(sitter.player, sitter.name)
    return record.start, book, record.entries


def _made_up(
    record: Record, game: str, started_at: datetime, where: str
) -> tuple[Start, list[Written], tuple[Entry, ...]]:
    """A book for a record that has none, under names that follow from the game's id."""

    def known(sitter: Sitter) -> Sitter:
        name = clean_name(sitter.name)
        return Sitter(sitter.player if is_id(sitter.player) else id_of_name(name), name)

    def named(name: str | None) -> str | None:
        return None if name is None else id_from(game, name)

    def said(one: Said) -> Said:
        if isinstance(one, Deal):
            return replace(one, after=named(one.after))
        if isinstance(one, TakeSeat):
            return replace(one, after=named(one.after), sitter=known(one.sitter))
        if isinstance(one, End):
            return replace(one, why=one.why[:LONGEST_TEXT])
        return one

    start = replace(record.start, sitters=tuple(map(known, record.start.sitters)), order=None)
    first: list[Entry] = []
    if record.start.order is not None:
        first = [Entry(1, "order", CorrectStart(order=record.start.order))]
    entries = tuple(
        Entry(number, id_from(game, one.name), said(one.said), seen=number - 1)
        for number, one in enumerate([*first, *record.entries], start=1)
    )
    book = [
        Written(one.name, one.said.kind, to_text(one.said.content()), one.seen, started_at, None)
        for one in entries
    ]
    return start, book, entries


def id_of_name(name: str) -> str:
    """The id of somebody of whom only the name is known."""
    return id_from("a player known by name", name)


def _people_in(content: str) -> list[dict[str, Any]]:
    return list(people_in(from_text(content)))


def _check_named(player: object, name: object) -> None:
    if not is_id(player):
        raise BadRecord("bad_record_value", what="players")
    if clean_name(name) != name:
        raise BadRecord("player_name")


def _phone(one: Mapping[str, Any]) -> str | None:
    if one.get("phone") is None:
        return None
    return clean_name(one["phone"])


def _check_people(start: Start, sheet: Sheet) -> None:
    for sitters in (start.sitters, sheet.sitters, *(deal.sitters for deal in sheet.deals)):
        if len({one.player for one in sitters}) < len(sitters):
            raise BadRecord("same_player_twice")
    if any(abs(one) > MOST_CARRIED for one in start.carried or ()):
        raise BadRecord("carried", players=len(start.sitters))
