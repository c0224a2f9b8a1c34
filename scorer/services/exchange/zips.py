"""A zip of records, as clubs and nights are exported; nothing in it is trusted."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import IO, Any, TypeVar
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile

from scorer.rules.record import MAX_BYTES, is_of_0_4, parse
from scorer.rules.words import WORDS, list_names
from scorer.services import clock
from scorer.services.clean_text import read_line, read_note
from scorer.services.club.clubs import read_currency
from scorer.services.exchange.export import CLUB, FORMAT, NIGHTS, PAYMENTS, PLAYERS
from scorer.services.exchange.faults import BadFile, Fault, bad_file, located
from scorer.services.exchange.from_0_4 import title_of
from scorer.services.exchange.import_file import ImportedGame, ImportFile, night_row
from scorer.services.exchange.people import ClubPeople
from scorer.services.exchange.records import parse_game, read_moment
from scorer.services.ids import SHAPE, is_id
from scorer.services.nights.edit import read_day
from scorer.services.people.players import clean_name
from scorer.storage.results import Row

REQUIRED = (CLUB, NIGHTS, PAYMENTS, PLAYERS)
RECORD = re.compile(rf"records/({SHAPE})\.json")
# Sixty thousand games are more than a family plays in three hundred years.
MAX_FILES = 100_000
MAX_IN_A_LIST = 32 * 1024 * 1024
MAX_IN_ALL = 1024 * 1024 * 1024
# What an entry in the list of files begins with.
LISTED, PIECE = b"PK\x01\x02", 1024 * 1024
# Of other kinds Python unpacks all at once, however little of it was asked for.
PACKED_AS = (ZIP_STORED, ZIP_DEFLATED)
WORKBOOK = "A spreadsheet has to be saved as CSV first."
MAX_PAID = 2**31 - 1
COUNTERS = "counters"
Item = TypeVar("Item")


def open_zip(file: IO[bytes], club: ClubPeople) -> ImportFile:
    """A zip whose lists were read, and whose games are read one by one; raises BadFile."""
    packed = _Packed(file)
    with located(CLUB):
        head = packed.json(CLUB)
        if not isinstance(head, dict) or head.get("format") != FORMAT:
            raise bad_file(f"the format has to be “{FORMAT}”.")
    faults: list[Fault] = []
    opened = ImportFile()
    with located(CLUB, noted=faults):
        opened.club = _read_club(head)
    night_of: dict[str, str] = {}
    for night, played in _items(packed, NIGHTS, _read_night, faults):
        opened.nights[night["id"]] = night
        night_of |= dict.fromkeys(played, str(night["id"]))
    opened.people = {row["id"]: row for row in _items(packed, PLAYERS, _read_player, faults)}
    made = list(_items(packed, PAYMENTS, partial(_read_payment, opened.nights), faults))
    opened.payments = [payment for payment in made if payment is not None]
    opened.payments_left_out = len(made) - len(opened.payments)
    with located(NIGHTS, noted=faults):
        if missing := sorted(night_of.keys() - packed.records.keys()):
            raise bad_file(f"the record of the game “{missing[0]}” is missing.")
        if nowhere := sorted(packed.records.keys() - night_of.keys()):
            raise bad_file(f"no night has the game “{nowhere[0]}”.")
    if faults:
        raise BadFile(*faults)
    opened.games = _parse_games(packed, night_of, club, opened.left_out)
    return opened


def _parse_games(
    packed: _Packed, night_of: Mapping[str, str], club: ClubPeople, left_out: list[Fault]
) -> Iterator[ImportedGame]:
    faults: list[Fault] = []
    for game, night in night_of.items():
        name = packed.records[game]
        with located(name, noted=faults):
            raw = packed.json(name)
            title = title_of(raw) if isinstance(raw, dict) else ""
            try:
                with located(title):
                    parsed = parse_game(raw, club, began=clock.now(), night=night)
            except BadFile as bad:
                if not isinstance(raw, dict) or not is_of_0_4(raw):
                    raise
                left_out += [Fault(title, says) for _, says in bad.faults]
                continue
            if parsed.id != game:
                raise bad_file(f"this is the record of another game, “{parsed.id}”.")
            yield parsed
    if faults:
        raise BadFile(*faults)


class _Packed:
    """The files of a zip; `records` has file names by game."""

    def __init__(self, file: IO[bytes]) -> None:
        # Python reads the whole list of files at once, so its entries are counted before.
        file.seek(0)
        listed = sum(piece.count(LISTED) for piece in iter(partial(file.read, PIECE), b""))
        if listed > MAX_FILES:
            raise bad_file(f"more than {MAX_FILES:,} files are in it.")
        try:
            self.zip = ZipFile(file)
        except Exception:  # over damaged numbers it stumbles in many ways
            says = "this is not a whole zip file: it was cut off, or something in it is damaged."
            raise bad_file(says) from None
        # How many bytes may still come out of it.
        self.left = MAX_IN_ALL
        names = set(self.zip.namelist())
        missing = [name for name in REQUIRED if name not in names]
        if missing:
            # Spreadsheets are zips as well.
            raise bad_file(f"this is missing in the zip: {list_names(missing)}. {WORKBOOK}")
        self.records = {match[1]: name for name in names if (match := RECORD.fullmatch(name))}

    def json(self, name: str) -> Any:
        """The JSON in one file, of which no more is unpacked than may be in it; raises Refused."""
        most = min(self.left, MAX_IN_A_LIST if name in REQUIRED else MAX_BYTES)
        info = self.zip.getinfo(name)
        if info.compress_type not in PACKED_AS:
            raise bad_file("this file is packed in an unknown way.")
        try:
            with self.zip.open(info) as opened:
                data = opened.read(most + 1)
        except Exception:
            raise bad_file("this file is damaged, or locked with a password.") from None
        if len(data) > most:
            raise bad_file("this file is too large.")
        self.left -= len(data)
        return parse(data, most)


def _items(
    packed: _Packed, name: str, read: Callable[[Mapping[str, Any]], Item], faults: list[Fault]
) -> Iterator[Item]:
    with located(name):
        items = packed.json(name)
        if not isinstance(items, list):
            raise bad_file("this has to be a list.")
    for number, raw in enumerate(items, start=1):
        with located(f"{name}, number {number}", noted=faults):
            if not isinstance(raw, dict) or not is_id(raw.get("id")):
                raise bad_file("this has no id.")
            yield read(raw)


def _read_club(head: Mapping[str, Any]) -> dict[str, str]:
    name, zone = _read_text(head, "name"), head.get("time_zone") or ""
    if not isinstance(zone, str) or getattr(clock.zone_of(zone), "key", "") not in ("UTC", zone):
        raise bad_file("its time_zone is not one, such as Europe/Vienna.")
    with located("currency"):
        return {"name": name, "time_zone": zone, "currency": read_currency(head.get("currency"))}


def _read_night(raw: Mapping[str, Any]) -> tuple[Row, list[str]]:
    games = raw.get("games")
    if not isinstance(games, list) or not all(map(is_id, games)):
        raise bad_file("its games are not a list of ids.")
    opened_at = read_moment(raw.get("opened_at"), "opened_at", past=True)
    day = read_day(str(raw.get("day") or opened_at.date()), clock.now().date())
    texts = {key: _read_text(raw, key) for key in ("name", "place")}
    texts["note"] = _read_text(raw, "note", read_note)
    return night_row(raw["id"], opened_at, day, **texts), games


def _read_player(raw: Mapping[str, Any]) -> Row:
    person = raw.get("person", raw["id"])
    if not is_id(person):
        raise bad_file("its person is not an id.")
    forgotten = clock.now() if raw.get("anonymous") is True else None
    name = clean_name(raw.get("name"))
    return {"id": raw["id"], "name": name, "person": person, "anonymous_at": forgotten}


def _read_payment(nights: Mapping[str, Row], raw: Mapping[str, Any]) -> Row | None:
    """A payment; None for one in counters, as version 0.4 had them. Its night becomes the note."""
    amount, withdrawn = raw.get("amount"), raw.get("withdrawn_at")
    if not all(is_id(raw.get(key)) for key in ("payer", "payee")):
        raise bad_file("it does not say who paid whom.")
    if type(amount) is not int or not 0 < amount <= MAX_PAID:
        raise bad_file("its amount is not one.")
    if raw.get("unit") == COUNTERS:
        return None
    night = nights.get(str(raw.get("night")))
    return {
        **{key: raw[key] for key in ("id", "payer", "payee", "amount")},
        "note": _note_of(night) if night else _read_text(raw, "note", read_note),
        "made_at": read_moment(raw.get("made_at"), "made_at"),
        "withdrawn_at": None if withdrawn is None else read_moment(withdrawn, "withdrawn_at"),
    }


def _note_of(night: Row) -> str:
    """The note of a payment for this night: "Night of 3 May 2025, Anna's birthday"."""
    day = night["day"]
    when = f"Night of {day.day} {WORDS['months'][day.month - 1]} {day.year}"
    return ", ".join(filter(None, (when, night["name"] or night["place"])))


def _read_text(
    raw: Mapping[str, Any], key: str, read: Callable[[object, str], str] = read_line
) -> str:
    if not isinstance(raw.get(key, ""), str):
        raise bad_file(f"its {key} has to be a text.")
    with located(key):
        return read(raw.get(key), key)
