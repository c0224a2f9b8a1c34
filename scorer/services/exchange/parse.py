"""Files of records parsed and validated: games, nights, people and payments."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, timedelta, tzinfo
from typing import IO, Any

from scorer.rules.entries import Body, CorrectStart, Deal, End, Entry, Sitter, TakeSeat
from scorer.rules.errors import BadRecord, Refused
from scorer.rules.fold import read_sheet
from scorer.rules.house_rules import write_house_rules
from scorer.rules.record import Record, parse, read_record
from scorer.rules.sheet import Sheet
from scorer.rules.start import Start, read_start
from scorer.services import clock
from scorer.services.club.clubs import read_currency
from scorer.services.exchange.errors import BadFile, Fault, Faults, bad, told
from scorer.services.exchange.export import FORMAT, people_in
from scorer.services.exchange.zips import HEAD, RECORD, Packed
from scorer.services.games.start import MOST_CARRIED
from scorer.services.ids import id_from, is_id
from scorer.services.people.players import clean_name
from scorer.services.texts import read_line, read_note
from scorer.storage.book import LONGEST_CONTENT
from scorer.storage.results import SheetRows, rows_of
from scorer.storage.stored_json import dump_json, load_json

FIRST_YEAR, LAST_YEAR = 1800, 2200
# Elsewhere it may be tomorrow already.
ELSEWHERE = timedelta(days=1)
# So far two clocks may be apart before a game seems to be one of the future.
CLOCKS_APART = timedelta(minutes=5)


def check_texts(told: Mapping[str, Any], where: str, *keys: str) -> None:
    """Raises BadFile where one of these is there and is no text."""
    for key in keys:
        if not isinstance(told.get(key, ""), str):
            raise bad(where, f"its {key} has to be a text.")


def check_zone(told: Mapping[str, Any], where: str) -> None:
    """Raises BadFile for a time zone that there is not."""
    zone = told.get("time_zone") or "UTC"
    known = isinstance(zone, str) and getattr(clock.zone_of(zone), "key", "UTC") == zone
    if not known:
        raise bad(where, "its time_zone is not one, such as Europe/Vienna.")


def read_moment(raw: object, where: str, what: str) -> datetime:
    """A moment as a file says it; raises BadFile."""
    try:
        moment = datetime.fromisoformat(raw) if isinstance(raw, str) else None
    except ValueError:
        moment = None
    if moment is None or not FIRST_YEAR <= moment.year <= LAST_YEAR:
        raise bad(where, f"{what} is not a date and a time as 2025-05-03T20:00:00Z.")
    return moment.astimezone(UTC) if moment.tzinfo else moment.replace(tzinfo=UTC)


def read_past(raw: object, where: str, what: str) -> datetime:
    """A moment that has been; raises BadFile."""
    moment = read_moment(raw, where, what)
    if moment > clock.now() + CLOCKS_APART:
        raise bad(where, f"{what} is {moment:%Y-%m-%d %H:%M} UTC, and that is still to come.")
    return moment


def read_day(raw: object, opened_at: datetime, where: str) -> date:
    """The day of a night, by default the one it was opened on; raises BadFile.

    Neither can be still to come.
    """
    if opened_at > clock.now() + CLOCKS_APART:
        raise bad(where, "its opened_at is still to come.")
    if raw is None:
        return opened_at.date()
    try:
        day = date.fromisoformat(raw) if isinstance(raw, str) else None
    except ValueError:
        day = None
    if day is None or day.year < FIRST_YEAR:
        raise bad(where, "its day is not a date as 2025-05-03.")
    if day > (clock.now() + ELSEWHERE).date():
        raise bad(where, "its day is still to come.")
    return day


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
class ImportedGame:
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


def parse_game(raw: Any, where: str, *, by_default: datetime) -> ImportedGame:
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
    return ImportedGame(
        where=where,
        id=game,
        start=start,
        edition=sheet.start.variant.edition,
        house_rules=dump_json(write_house_rules(read_start(replace(start, order=None)).rules)),
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
        return id_from("record", hashlib.sha256(dump_json(told).encode()).hexdigest())
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
    taken = [one.body.sitter for one in record.entries if isinstance(one.body, TakeSeat)]
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
        content = dump_json(one["content"])
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

    def said(one: Body) -> Body:
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
        Entry(number, id_from(game, one.name), said(one.body), seen=number - 1)
        for number, one in enumerate([*first, *record.entries], start=1)
    )
    book = [
        Written(one.name, one.body.kind, dump_json(one.body.content()), one.seen, started_at, None)
        for one in entries
    ]
    return start, book, entries


def id_of_name(name: str) -> str:
    """What stands for somebody of whom a file knows only the name."""
    return id_from("a player known by name", name)


def _people_in(content: str) -> list[dict[str, Any]]:
    return list(people_in(load_json(content)))


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


MOST_PAID = 2**31 - 1
UNITS = ("money", "counters")


@dataclass(frozen=True)
class ImportedNight:
    """A night as a file tells it."""

    id: str
    opened_at: datetime
    day: date
    name: str = ""
    place: str = ""
    note: str = ""


@dataclass(frozen=True)
class ImportedPerson:
    """A player as a file tells it; `person` is the player he is the same person as.

    Where the file has `only_named` somebody, his id stands for the name and is never kept.
    """

    id: str
    name: str
    person: str
    anonymous: bool = False
    only_named: bool = False


@dataclass(frozen=True)
class ImportFile:
    """All that a file holds.

    `games` reads them one after the other, anew each time, or says what is wrong with one; it
    is asked for all of them, or for some by their ids. `night_of` names the night of each game,
    `days` the day of each out of a paper book, and `head` what the club was called, how it told
    the time and in which money it paid, where the file is of a club.
    """

    head: Mapping[str, str] | None
    evenings: Mapping[str, ImportedNight]
    night_of: Mapping[str, str]
    people: Mapping[str, ImportedPerson]
    payments: Sequence[Mapping[str, Any]]
    games: Callable[[Container[str] | None], Iterator[ImportedGame | BadFile]] = field(repr=False)
    days: Mapping[str, date] = field(default_factory=dict)


def parse_record(data: bytes, zone: tzinfo) -> ImportFile:
    """The bundle of a single record, which makes a night of its own; raises BadFile."""
    try:
        raw = parse(data)
    except BadRecord as fault:
        raise BadFile(told("The file", fault)) from None
    game = parse_game(raw, "The record", by_default=clock.now())
    at = game.started_at
    night = ImportedNight(id_from("night of", game.id), at, at.astimezone(zone).date())
    return file_of_games([game], {game.id: night})


def file_of_games(
    games: Sequence[ImportedGame],
    nights: Mapping[str, ImportedNight],
    days: Mapping[str, date] | None = None,
) -> ImportFile:
    """A bundle of games without a club; `nights` are theirs by game, `days` if it is on paper."""
    people = {
        player: ImportedPerson(player, name, player, only_named=player in game.only_named)
        for game in games
        for player, name in game.people.items()
    }
    return ImportFile(
        head=None,
        evenings={one.id: one for one in nights.values()},
        night_of={game: one.id for game, one in nights.items()},
        people=people,
        payments=(),
        games=lambda only: (one for one in games if only is None or one.id in only),
        days=days or {},
    )


def parse_zip(file: IO[bytes]) -> ImportFile:
    """The bundle of a zip; its lists are read at once, its records when they are asked for."""
    packed = Packed(file)
    head = packed.json(HEAD)
    if not isinstance(head, dict) or head.get("format") != FORMAT:
        raise bad(HEAD, f"the format has to be “{FORMAT}”.")
    faults = Faults()
    kept = _head(head, faults)
    of_head = len(faults.found)
    evenings, night_of = _evenings(packed, faults)
    # Of a night that cannot be read nobody knows the games.
    all_read = len(faults.found) == of_head
    people = {one.id: one for one in _each(packed, "players.json", _somebody, faults)}
    paid = list(_each(packed, "payments.json", _payment, faults))
    there = {found[1] for name in packed.records if (found := RECORD.fullmatch(name))}
    for game in sorted(there - night_of.keys() if all_read else ()):
        faults.add(Fault("nights.json", f"no night has the game {game}."))
    for game in sorted(night_of.keys() - there):
        faults.add(Fault("nights.json", f"the record of the game {game} is missing."))
    faults.stop()

    def games(only: Container[str] | None) -> Iterator[ImportedGame | BadFile]:
        packed.start_again()
        for name in packed.records:
            if only is not None and name[len("records/") : -len(".json")] not in only:
                continue
            try:
                game = parse_game(packed.json(name), name, by_default=clock.now())
                if f"records/{game.id}.json" != name:
                    raise bad(name, f"this is the record of another game, {game.id}.")
            except BadFile as fault:
                yield fault
            else:
                yield game

    return ImportFile(kept, evenings, night_of, people, paid, games)


def _head(head: Mapping[str, Any], faults: Faults) -> dict[str, str]:
    """What the club was called, how it told the time and in which money it paid."""
    kept = {}
    for key in ("name", "time_zone", "currency"):
        try:
            if key == "name":
                check_texts(head, HEAD, key)
            elif key == "time_zone":
                check_zone(head, HEAD)
            kept[key] = _text(_currency if key == "currency" else read_line, head, key, HEAD)
        except BadFile as fault:
            faults.add(*fault.faults)
    return kept


def _evenings(packed: Packed, faults: Faults) -> tuple[dict[str, ImportedNight], dict[str, str]]:
    evenings: dict[str, ImportedNight] = {}
    night_of: dict[str, str] = {}
    for night, played in _each(packed, "nights.json", _evening, faults):
        if night.id in evenings:
            faults.add(Fault("nights.json", f"the night {night.id} stands there twice."))
        evenings[night.id] = night
        for game in played:
            if game in night_of:
                faults.add(Fault("nights.json", f"the game {game} stands there twice."))
            night_of[game] = night.id
    return evenings, night_of


def _each(
    packed: Packed, name: str, read: Callable[[Mapping[str, Any], str], Any], faults: Faults
) -> Iterator[Any]:
    """Every item of a list, read; what is wrong with one is noted with its place."""
    told_list = packed.json(name)
    if not isinstance(told_list, list):
        raise bad(name, "this has to be a list.")
    for place, raw in enumerate(told_list, start=1):
        where = f"{name}, number {place}"
        try:
            if not isinstance(raw, dict) or not is_id(raw.get("id")):
                raise bad(where, "this has no id.")
            yield read(raw, where)
        except BadFile as fault:
            faults.add(*fault.faults)
        except BadRecord as refused:
            faults.add(told(where, refused))


def _evening(raw: Mapping[str, Any], where: str) -> tuple[ImportedNight, list[str]]:
    played = raw.get("games")
    if not isinstance(played, list) or not all(map(is_id, played)):
        raise bad(where, "its games are not a list of ids.")
    opened_at = read_moment(raw.get("opened_at"), where, "opened_at")
    day = read_day(raw.get("day"), opened_at, where)
    check_texts(raw, where, "name", "place", "note")
    name, place = (_text(read_line, raw, key, where) for key in ("name", "place"))
    note = _text(read_note, raw, "note", where)
    return ImportedNight(raw["id"], opened_at, day, name, place, note), played


def _somebody(raw: Mapping[str, Any], where: str) -> ImportedPerson:
    person = raw.get("person", raw["id"])
    if not is_id(person):
        raise bad(where, "its person is not an id.")
    name = clean_name(raw.get("name"))
    return ImportedPerson(raw["id"], name, person, raw.get("anonymous") is True)


def _payment(raw: Mapping[str, Any], where: str) -> Mapping[str, Any]:
    amount, balances = raw.get("amount"), raw.get("balances")
    if not all(is_id(raw.get(key)) for key in ("night", "payer", "payee")):
        raise bad(where, "it does not say who paid whom in which night.")
    if raw.get("unit") not in UNITS or type(amount) is not int or not 0 < amount <= MOST_PAID:
        raise bad(where, "its amount is not one.")
    if not isinstance(balances, dict) or not all(type(one) is int for one in balances.values()):
        raise bad(where, "its balances are not whole numbers.")
    gone = raw.get("withdrawn_at")
    return {
        **{key: raw[key] for key in ("id", "night", "unit", "payer", "payee", "amount")},
        "balances": dump_json(balances),
        "made_at": read_moment(raw.get("made_at"), where, "made_at"),
        "withdrawn_at": None if gone is None else read_moment(gone, where, "withdrawn_at"),
    }


def _currency(raw: object, field: str) -> str:
    return read_currency(raw)


def _text(
    read: Callable[[object, str], str], raw: Mapping[str, Any], field: str, where: str
) -> str:
    """What is told under this key, read; raises BadFile, which says where it stands."""
    try:
        return read(raw.get(field), field)
    except BadRecord as fault:
        raise BadFile(told(f"{where}, {field}", fault)) from None
