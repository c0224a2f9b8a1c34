"""A game's record, parsed and validated as a game to import."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta, tzinfo
from typing import Any

from scorer.rules.entries import (
    Body,
    ChangeTable,
    CorrectStart,
    Deal,
    End,
    Entry,
    Sitter,
    TakeSeat,
)
from scorer.rules.errors import BadRecord
from scorer.rules.fold import read_sheet
from scorer.rules.house_rules import write_house_rules
from scorer.rules.record import Record, is_of_0_4, read_record
from scorer.rules.start import Start, resolve_start
from scorer.services import clock
from scorer.services.exchange.faults import Fault, bad_file, located
from scorer.services.exchange.from_0_4 import read_0_4, title_of
from scorer.services.exchange.import_file import ImportedGame, ImportFile, night_row
from scorer.services.exchange.people import ClubPeople
from scorer.services.ids import id_from, is_id
from scorer.services.people.anonymise import find_people, rename_people
from scorer.services.people.players import clean_name
from scorer.storage.book import entry_row
from scorer.storage.results import Row, rows_of
from scorer.storage.schema import dump_json

FIRST_YEAR, LAST_YEAR = 1881, 2200
# So far two clocks may be apart before a game seems to be one of the future.
CLOCKS_APART = timedelta(minutes=5)
# What an entry can say in one text.
MAX_TEXT_LENGTH = 200
MAX_CARRIED = 1_000_000


def parse_record(raw: Any, zone: tzinfo, people: ClubPeople) -> ImportFile:
    """The file of a single record, which makes a night of its own; raises BadFile."""
    with located("The record"):
        game = parse_game(raw, people, began=clock.now())
    night, began = game.row["night"], game.row["started_at"]
    day = began.astimezone(zone).date()
    return ImportFile([game], {night: night_row(night, began, day)})


def read_moment(raw: object, what: str, *, past: bool = False) -> datetime:
    """A moment as a file says it, with `past` one that is not still to come; raises BadFile."""
    try:
        moment = datetime.fromisoformat(raw) if isinstance(raw, str) else None
    except ValueError:
        moment = None
    if moment is None or not FIRST_YEAR <= moment.year <= LAST_YEAR:
        raise bad_file(f"{what} is not a date and a time as 2025-05-03T20:00:00Z.")
    moment = moment.astimezone(UTC) if moment.tzinfo else moment.replace(tzinfo=UTC)
    if past and moment > clock.now() + CLOCKS_APART:
        raise bad_file(f"{what} is {moment:%Y-%m-%d %H:%M} UTC, which is in the future.")
    return moment


def parse_game(raw: Any, club: ClubPeople, *, began: datetime, night: str = "") -> ImportedGame:
    """The game in a record, which `began` then where it does not say; raises BadFile.

    A record without its book gets one, and people who have a name alone get ids. A game without an
    id gets the one that follows from what was played, so that importing it twice adds it once. A
    name that was forgotten here does not come back.
    """
    raw = rename_people(raw, club.forgotten)
    with located():
        of_0_4 = isinstance(raw, Mapping) and is_of_0_4(raw)
        record = read_record(read_0_4(raw) if of_0_4 else raw)
    with located(names=[sitter.name for sitter in record.start.sitters]):
        game = _game_id(record.raw)
        if "started_at" in record.raw:
            began = read_moment(record.raw["started_at"], "started_at", past=True)
        if record.raw.get("entries"):
            start, entries, book = record.start, record.entries, _read_book(record, began)
        else:
            start, entries = _make_book(record, game, club)
            book = [{**entry_row(entry, began), "phone": None} for entry in entries]
        people = _read_people(start, entries)
        sheet = record.sheet or read_sheet(start, entries)
        for fault in sheet.refused.values():
            # There is nothing in it to correct.
            if fault.code == "not_a_deal" or record.raw.get("totals") is not None:
                raise fault
        at_start = [start.sitters[seat] for seat in sheet.start.order]
        for sitting in (at_start, *sheet.sitting):
            if len({sitter.player for sitter in sitting}) < len(sitting):
                raise BadRecord("same_player_twice")
        if any(abs(carried) > MAX_CARRIED for carried in start.carried or ()):
            raise BadRecord("carried_too_large", most=MAX_CARRIED)
    follows, rules = record.raw.get("follows"), resolve_start(start).rules
    edition = sheet.start.variant.edition
    start = replace(start, edition=edition, house_rules=write_house_rules(rules))
    row = {
        "club": club.id,
        "id": game,
        "night": night or id_from("night of", game),
        "follows": follows if is_id(follows) else None,
        "started_at": began,
    }
    faults: list[Fault] = []
    for fault in sheet.refused.values():
        with located(title_of(record.raw), [sitter.name for sitter in sheet.sitters], noted=faults):
            raise fault
    return ImportedGame(start, row, book, rows_of(sheet, began.year), people, faults)


def _game_id(record: Mapping[str, Any]) -> str:
    identity = record.get("id")
    if identity is None:
        return id_from("record", dump_json(record))
    if not is_id(identity):
        raise bad_file("the id of the game is not one.")
    return str(identity)


def _read_book(record: Record, started_at: datetime) -> list[Row]:
    book = []
    for entry, raw in zip(record.entries, record.raw["entries"], strict=True):
        if not is_id(entry.id):
            raise BadRecord("entry_shape", what=f"id of entry {entry.number}")
        written_at = started_at
        if "written_at" in raw:
            with located(f"entry {entry.number}"):
                written_at = read_moment(raw["written_at"], "written_at", past=True)
        phone = raw.get("phone")
        row = entry_row(entry, written_at)
        book.append({**row, "phone": None if phone is None else clean_name(phone)})
    if record.start.order is not None:
        raise BadRecord("start_differs")
    return book


def _read_people(start: Start, entries: Sequence[Entry]) -> dict[str, str]:
    """The names of all who ever sat in a game, by id."""
    sitters = [sitter.content() for sitter in start.sitters]
    contents = [entry.body.content() for entry in entries]
    people = {}
    for person in find_people([sitters, contents]):
        if not is_id(person["id"]):
            raise BadRecord("bad_record_value", what="players")
        if clean_name(person["name"]) != person["name"]:
            raise BadRecord("player_name")
        people[person["id"]] = person["name"]
    return people


def _make_book(record: Record, game: str, club: ClubPeople) -> tuple[Start, tuple[Entry, ...]]:
    def known(sitter: Sitter) -> Sitter:
        name = clean_name(sitter.name)
        return Sitter(sitter.player if is_id(sitter.player) else club.id_of(name), name)

    def new_id(entry: str | None) -> str | None:
        return None if entry is None else id_from(game, entry)

    def completed(body: Body) -> Body:
        if isinstance(body, Deal):
            return replace(body, after=new_id(body.after))
        if isinstance(body, TakeSeat):
            return replace(body, sitter=known(body.sitter))
        if isinstance(body, ChangeTable):
            joins = tuple(replace(join, sitter=known(join.sitter)) for join in body.joins)
            return replace(body, joins=joins, after=new_id(body.after))
        if isinstance(body, End) and body.why:
            return replace(body, why=body.why[:MAX_TEXT_LENGTH])
        return body

    entries = record.entries
    if record.start.order is not None:
        entries = (Entry(1, "order", CorrectStart(order=record.start.order)), *entries)
    start = replace(record.start, sitters=tuple(map(known, record.start.sitters)), order=None)
    return start, tuple(
        Entry(number, id_from(game, entry.id), completed(entry.body))
        for number, entry in enumerate(entries, start=1)
    )
