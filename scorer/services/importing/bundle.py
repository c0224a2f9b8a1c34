"""What a file to be brought in holds, whatever kind of file it is."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, tzinfo
from typing import IO, Any

from scorer.rules.errors import BadRecord
from scorer.rules.parsing import parse
from scorer.services import clock
from scorer.services.club.clubs import read_currency
from scorer.services.exporting.records import FORMAT
from scorer.services.ids import id_from, is_id
from scorer.services.importing.arriving import Arriving, arriving
from scorer.services.importing.faults import BadFile, Fault, Faults, bad, told
from scorer.services.importing.plausible import check_texts, check_zone, read_day, read_moment
from scorer.services.importing.unpacking import HEAD, RECORD, Packed
from scorer.services.people.players import clean_name
from scorer.services.texts import read_line, read_note
from scorer.storage.canonical import to_text

MOST_PAID = 2**31 - 1
UNITS = ("money", "counters")


@dataclass(frozen=True)
class Evening:
    """A night as a file tells it."""

    id: str
    opened_at: datetime
    day: date
    name: str = ""
    place: str = ""
    note: str = ""


@dataclass(frozen=True)
class Somebody:
    """A player as a file tells it; `person` is the player he is the same person as.

    Where the file has `only_named` somebody, his id stands for the name and is never kept.
    """

    id: str
    name: str
    person: str
    anonymous: bool = False
    only_named: bool = False


@dataclass(frozen=True)
class Bundle:
    """All that a file holds.

    `games` reads them one after the other, anew each time, or says what is wrong with one; it
    is asked for all of them, or for some by their ids. `night_of` names the night of each game,
    `days` the day of each out of a paper book, and `head` what the club was called, how it told
    the time and in which money it paid, where the file is of a club.
    """

    head: Mapping[str, str] | None
    evenings: Mapping[str, Evening]
    night_of: Mapping[str, str]
    people: Mapping[str, Somebody]
    payments: Sequence[Mapping[str, Any]]
    games: Callable[[Container[str] | None], Iterator[Arriving | BadFile]] = field(repr=False)
    days: Mapping[str, date] = field(default_factory=dict)


def one_record(data: bytes, zone: tzinfo) -> Bundle:
    """The bundle of a single record, which makes a night of its own; raises BadFile."""
    try:
        raw = parse(data)
    except BadRecord as fault:
        raise BadFile(told("The file", fault)) from None
    game = arriving(raw, "The record", by_default=clock.now())
    at = game.started_at
    night = Evening(id_from("night of", game.id), at, at.astimezone(zone).date())
    return of_games([game], {game.id: night})


def of_games(
    games: Sequence[Arriving],
    nights: Mapping[str, Evening],
    days: Mapping[str, date] | None = None,
) -> Bundle:
    """A bundle of games without a club; `nights` are theirs by game, `days` if it is on paper."""
    people = {
        player: Somebody(player, name, player, only_named=player in game.only_named)
        for game in games
        for player, name in game.people.items()
    }
    return Bundle(
        head=None,
        evenings={one.id: one for one in nights.values()},
        night_of={game: one.id for game, one in nights.items()},
        people=people,
        payments=(),
        games=lambda only: (one for one in games if only is None or one.id in only),
        days=days or {},
    )


def of_zip(file: IO[bytes]) -> Bundle:
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

    def games(only: Container[str] | None) -> Iterator[Arriving | BadFile]:
        packed.start_again()
        for name in packed.records:
            if only is not None and name[len("records/") : -len(".json")] not in only:
                continue
            try:
                game = arriving(packed.json(name), name, by_default=clock.now())
                if f"records/{game.id}.json" != name:
                    raise bad(name, f"this is the record of another game, {game.id}.")
            except BadFile as fault:
                yield fault
            else:
                yield game

    return Bundle(kept, evenings, night_of, people, paid, games)


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


def _evenings(packed: Packed, faults: Faults) -> tuple[dict[str, Evening], dict[str, str]]:
    evenings: dict[str, Evening] = {}
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


def _evening(raw: Mapping[str, Any], where: str) -> tuple[Evening, list[str]]:
    played = raw.get("games")
    if not isinstance(played, list) or not all(map(is_id, played)):
        raise bad(where, "its games are not a list of ids.")
    opened_at = read_moment(raw.get("opened_at"), where, "opened_at")
    day = read_day(raw.get("day"), opened_at, where)
    check_texts(raw, where, "name", "place", "note")
    name, place = (_text(read_line, raw, key, where) for key in ("name", "place"))
    note = _text(read_note, raw, "note", where)
    return Evening(raw["id"], opened_at, day, name, place, note), played


def _somebody(raw: Mapping[str, Any], where: str) -> Somebody:
    person = raw.get("person", raw["id"])
    if not is_id(person):
        raise bad(where, "its person is not an id.")
    name = clean_name(raw.get("name"))
    return Somebody(raw["id"], name, person, raw.get("anonymous") is True)


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
        "balances": to_text(balances),
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
