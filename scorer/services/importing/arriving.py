"""A game that arrives in a file: its record, judged by the rules and made fit for the tables."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from scorer.rules.entries import CorrectStart, Deal, End, Entry, Said, Sitter, TakeSeat
from scorer.rules.errors import BadRecord, Refused
from scorer.rules.house_rules import write_house_rules
from scorer.rules.reading import read_sheet
from scorer.rules.record import Record, read_record
from scorer.rules.sheet import Sheet
from scorer.rules.start import Start, read_start
from scorer.services.exporting.records import people_in
from scorer.services.games.starting import MOST_CARRIED
from scorer.services.ids import id_from, is_id
from scorer.services.importing.faults import BadFile, bad, told
from scorer.services.importing.plausible import read_past
from scorer.services.people.players import clean_name
from scorer.storage.book import LONGEST_CONTENT
from scorer.storage.canonical import from_text, to_text
from scorer.storage.results import SheetRows, rows_of

# What an entry can say in one text.
LONGEST_TEXT = 200


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

    `people` are all who ever sat in it, by id, with the name they had; `sittings` are those who
    sat together, in each deal and in the end, and `only_named` are ids that stand for people of
    whom the file knows no more than the name. Nothing is in here that cannot be laid aside in a
    file, so of its sheet only what is kept.
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
    sittings: frozenset[frozenset[str]]
    rows: SheetRows
    only_totals: bool
    only_named: frozenset[str] = frozenset()


def arriving(raw: Any, where: str, *, by_default: datetime) -> Arriving:
    """The game in a record; raises BadFile with all that is wrong first.

    A record without its book gets one; a game without an id gets the one that follows from what
    the record says, so that bringing it in twice brings it in once.
    """
    names: Sequence[str] = ()
    try:
        record = read_record(raw)
        names = record.names
        game = _game_id(record.told, where)
        started_at = by_default
        if "started_at" in record.told:
            started_at = read_past(record.told["started_at"], where, "started_at")
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
        sittings=_sittings(sheet),
        rows=rows_of(sheet),
        only_totals=sheet.only_totals,
        only_named=_only_named(record),
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
        # Without the names: an id must not let anybody try which name is behind it.
        taken = [{**one, "player": None} for one in record.get("seats_taken") or ()]
        told = {**record, "players": len(record["players"]), "seats_taken": taken, "began": None}
        if told.get("entries"):
            told["entries"] = [one["name"] for one in told["entries"]]
        return id_from("record", hashlib.sha256(to_text(told).encode()).hexdigest())
    if not is_id(identity):
        raise bad(where, "the id of the game is not one.")
    return str(identity)


def _sittings(sheet: Sheet) -> frozenset[frozenset[str]]:
    seated = [deal.sitters for deal in sheet.deals] + [sheet.sitters]
    return frozenset(frozenset(one.player for one in sitters) for sitters in seated)


def _only_named(record: Record) -> frozenset[str]:
    """The ids that stand for the names of people of whom the record knows no more."""
    if record.told.get("entries"):
        return frozenset()
    taken = [one.said.sitter for one in record.entries if isinstance(one.said, TakeSeat)]
    named = [one.name for one in (*record.start.sitters, *taken) if not is_id(one.player)]
    return frozenset(id_of_name(clean_name(name)) for name in named)


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
            at = read_past(one["written_at"], f"{where}, entry {number}", "written_at")
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
    """What stands for somebody of whom a file knows only the name."""
    return id_from("a player known by name", name)


def _people_in(content: str) -> list[dict[str, Any]]:
    return list(people_in(from_text(content)))


def _check_named(player: object, name: object) -> None:
    if not is_id(player):
        raise BadRecord("bad_record_value", what="players")
    if clean_name(name) != name:
        raise BadRecord("player_name")


def _phone(one: Mapping[str, Any]) -> str | None:
    return None if one.get("phone") is None else clean_name(one["phone"])


def _check_people(start: Start, sheet: Sheet) -> None:
    for sitters in (start.sitters, sheet.sitters, *(deal.sitters for deal in sheet.deals)):
        if len({one.player for one in sitters}) < len(sitters):
            raise BadRecord("same_player_twice")
    if any(abs(one) > MOST_CARRIED for one in start.carried or ()):
        raise BadRecord("carried", players=len(start.sitters))
