"""Records made one after the other and kept aside until it is known which ones there are.

A book that cannot be read is left out; the lists that stand before the records in a zip must
not name its game, and no book is read twice.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import IO, Any

from sqlalchemy import Connection, select

from scorer.rules.record import write_record
from scorer.rules.words import WORDS, say
from scorer.services.errors import NotFound
from scorer.services.exchange.zips import IN_MEMORY, LEFT_OUT, Export, as_bytes, moment, spooled
from scorer.services.games.read import damage_told
from scorer.services.load import load_game_row, load_night_row
from scorer.storage.database import Database
from scorer.storage.games import GameRows, ids_of_games, read_game_rows
from scorer.storage.schema import AnyRow, clubs, games, nights, payments, players
from scorer.storage.stored_json import load_json

# As a zip and a table are called in which not all games are.
INCOMPLETE = "-incomplete"


class Records:
    """The records of games, as bytes; `left_out` are the rows of those that cannot be read."""

    def __init__(self, games: Iterable[GameRows], made: Callable[[GameRows], bytes]) -> None:
        self._sizes: dict[str, int] = {}
        self.left_out: list[AnyRow] = []
        self._file: IO[bytes] = tempfile.SpooledTemporaryFile(IN_MEMORY)  # noqa: SIM115
        try:
            for whole in games:
                try:
                    data = made(whole)
                except ValueError:  # `check` names it
                    self.left_out.append(whole.row)
                else:
                    self._sizes[whole.row.id] = self._file.write(data)
        except BaseException:
            self._file.close()
            raise

    def of_those(self, games: Iterable[str]) -> list[str]:
        """Those of these games that have a record, in the same order."""
        return [one for one in games if one in self._sizes]

    def handed_out(self) -> Iterator[tuple[str, bytes]]:
        """Each game with its record, in the order they were made; they are gone after that."""
        with self._file:
            self._file.seek(0)
            for game, size in self._sizes.items():
                yield game, self._file.read(size)


def said_of(row: AnyRow, day: str) -> str:
    """The line that says of a game that it was left out; `day` is that of its night."""
    title = WORDS["variants"][row.variant]["title"]
    return say(WORDS["left_out"]["line"], {"day": day, "title": title, "game": row.id})


FORMAT = "scorer-club/1"


def export_game(database: Database, club: str, game: str) -> bytes:
    """The record of one game; raises NotFound, InTheBin, and Refused for a damaged book."""
    with database.reading() as connection:
        load_night_row(connection, club, load_game_row(connection, club, game).night)
        names = names_to_keep_back(connection, club)
        for whole in read_game_rows(connection, club, [game]):
            with damage_told():
                return as_bytes(record_of(whole, names))
    raise NotFound


def export_club(database: Database, club: str) -> Export:
    """All games of a club."""
    with database.reading() as connection:
        return _packed(connection, club, None, "games")


def export_night(database: Database, club: str, night: str) -> Export:
    """All games of a night; raises NotFound, InTheBin."""
    with database.reading() as connection:
        row = load_night_row(connection, club, night)
        return _packed(connection, club, night, f"night-{row.day.isoformat()}")


def names_to_keep_back(connection: Connection, club: str) -> dict[str, str]:
    """What people are called who do not want to be named, by player id."""
    wanted = select(players.c.id, players.c.name).where(
        players.c.club == club, players.c.anonymous_at.is_not(None)
    )
    return {row.id: row.name for row in connection.execute(wanted)}


def record_of(whole: GameRows, names: Mapping[str, str]) -> dict[str, Any]:
    """The record of a game; `names` are those of people whose real ones stay here."""
    row = whole.row
    told = write_record(
        whole.start,
        whole.entries,
        [_entry(one) for one in whole.book],
        id=row.id,
        started_at=moment(row.started_at),
        follows=row.follows,
    )
    if names:
        _keep_back(told, names)
    return told


def _keep_back(told: Any, names: Mapping[str, str]) -> None:
    """Call people by these names wherever {"id", "name"} stands."""
    if isinstance(told, list):
        for one in told:
            _keep_back(one, names)
    elif isinstance(told, dict):
        if told.get("id") in names and "name" in told:
            told["name"] = names[told["id"]]
        for one in told.values():
            _keep_back(one, names)


def _entry(row: AnyRow) -> dict[str, Any]:
    told = {
        "number": row.number,
        "name": row.name,
        "kind": row.kind,
        "content": load_json(row.content),
        "seen": row.seen,
        "written_at": moment(row.written_at),
    }
    phone = row.device_name or row.phone
    return told | ({"phone": phone} if phone else {})


def people_in(content: Any) -> Iterator[dict[str, Any]]:
    """The people whom the content of an entry names, each {"id", "name"}."""
    if isinstance(content, dict):
        named = content.get("players")
        for one in (content.get("player"), *(named if isinstance(named, list) else ())):
            if isinstance(one, dict) and "id" in one and "name" in one:
                yield one


def _packed(connection: Connection, club: str, night: str | None, name: str) -> Export:
    """A zip; where games are left out in it, its name says so and a file in it which."""
    ids, names = ids_of_games(connection, club, night), names_to_keep_back(connection, club)
    records = Records(
        read_game_rows(connection, club, sorted(ids)), lambda one: as_bytes(record_of(one, names))
    )
    here = records.of_those(ids)
    file = spooled(_files(connection, club, night, here, records))
    return Export(f"{name}{INCOMPLETE if records.left_out else ''}.zip", file)


def _files(
    connection: Connection, club: str, night: str | None, ids: list[str], records: Records
) -> Iterator[tuple[str, bytes]]:
    """The files of a zip, in the order of their names."""
    head = connection.execute(select(clubs).where(clubs.c.id == club)).one()
    known = {"name": head.name, "time_zone": head.time_zone, "currency": head.currency}
    yield "club.json", as_bytes({"format": FORMAT, **known})
    if records.left_out:
        yield LEFT_OUT, _left_out(connection, club, records.left_out)
    yield "nights.json", as_bytes(_nights(connection, club, ids, night))
    yield "payments.json", as_bytes(_payments(connection, club, night))
    yield "players.json", as_bytes(_players(connection, club, ids if night else None))
    for game, record in records.handed_out():
        yield f"records/{game}.json", record


def _left_out(connection: Connection, club: str, rows: Sequence[AnyRow]) -> bytes:
    """Which games are not in a zip, for people to read."""
    wanted = select(nights.c.id, nights.c.day).where(nights.c.club == club)
    days = {row.id: row.day.isoformat() for row in connection.execute(wanted)}
    lines = sorted(said_of(row, days[row.night]) for row in rows)
    return "\n".join((WORDS["left_out"]["head"], "", *lines, "")).encode()


def _nights(
    connection: Connection, club: str, ids: list[str], night: str | None
) -> list[dict[str, Any]]:
    """The nights that have games, in the order they were played, each with its games."""
    wanted = select(nights).where(nights.c.club == club, nights.c.deleted_at.is_(None))
    of_game = select(games.c.id, games.c.night).where(games.c.club == club)
    if night is not None:
        wanted, of_game = wanted.where(nights.c.id == night), of_game.where(games.c.night == night)
    where = {row.id: row.night for row in connection.execute(of_game)}
    held: dict[str, list[str]] = {}
    for game in ids:
        held.setdefault(where[game], []).append(game)
    rows = {row.id: row for row in connection.execute(wanted)}
    return [
        {
            "id": one,
            "opened_at": moment(rows[one].opened_at),
            "day": rows[one].day.isoformat(),
            "name": rows[one].name,
            "place": rows[one].place,
            "note": rows[one].note,
            "games": of_night,
        }
        for one, of_night in held.items()
    ]


def _payments(connection: Connection, club: str, night: str | None) -> list[dict[str, Any]]:
    wanted = (
        select(payments)
        .join(nights, (nights.c.club == payments.c.club) & (nights.c.id == payments.c.night))
        .where(payments.c.club == club, nights.c.deleted_at.is_(None))
        .order_by(payments.c.id)
    )
    if night is not None:
        wanted = wanted.where(payments.c.night == night)
    told = []
    for row in connection.execute(wanted):
        one = {key: getattr(row, key) for key in ("id", "night", "unit", "payer", "payee")}
        one |= {"amount": row.amount, "balances": load_json(row.balances)}
        one["made_at"] = moment(row.made_at)
        if row.withdrawn_at is not None:
            one["withdrawn_at"] = moment(row.withdrawn_at)
        told.append(one)
    return told


def _players(connection: Connection, club: str, only_of: list[str] | None) -> list[dict[str, Any]]:
    """The players of a club, or of these games alone; who is another one names that one."""
    wanted = select(players).where(players.c.club == club).order_by(players.c.id)
    rows = {row.id: row for row in connection.execute(wanted)}
    played = set(rows)
    if only_of is not None:
        played = set()
        for whole in read_game_rows(connection, club, only_of):
            played.update(seat.player for seat in whole.seats)
            for entry in whole.book:
                played.update(one["id"] for one in people_in(load_json(entry.content)))
        played |= {rows[one].person for one in played}
    told = []
    for row in rows.values():
        if row.id in played:
            one = {"id": row.id, "name": row.name, "person": row.person}
            told.append(one | ({"anonymous": True} if row.anonymous_at is not None else {}))
    return told
