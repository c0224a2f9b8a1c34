"""Games exported: a record for each, and a zip of all with their nights, payments and people."""

from __future__ import annotations

import tempfile
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import IO, Any
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from sqlalchemy import Connection, select

from scorer.rules.kinds import parse_kind
from scorer.rules.record import write_record
from scorer.rules.words import WORDS, say
from scorer.services.games.read import reading_book
from scorer.services.people.forget import find_people, rename_people
from scorer.services.rows import load_game_row, load_night_row
from scorer.storage.database import Database
from scorer.storage.games import GameRows, ids_of_games, read_game_rows
from scorer.storage.schema import AnyRow, clubs, nights, payments, players
from scorer.storage.stored_json import dump_json, load_json

FORMAT = "scorer-club/1"
CLUB, NIGHTS, PAYMENTS, PLAYERS = "club.json", "nights.json", "payments.json", "players.json"
# For people to read: which games could not be exported.
LEFT_OUT = "left-out.txt"
# As a file is called in which not all games are.
INCOMPLETE = "-incomplete"
# A file is kept in memory while it is smaller than this, in bytes.
IN_MEMORY = 2 * 1024 * 1024
# The oldest date a zip can carry: when a file was made says nothing about the games in it.
NO_DATE = (1980, 1, 1, 0, 0, 0)
COMPRESSION = 6
OF_PAYMENT = ("id", "payer", "payee", "amount", "note")
UNIX, ONLY_OWNER = 3, 0o600


@dataclass(frozen=True)
class Export:
    """A file to download, to be read from its beginning and closed; and what it is called."""

    name: str
    file: IO[bytes]

    def whole(self) -> bytes:
        """The whole file, where it is known to be small."""
        with self.file:
            return self.file.read()


def select_games(
    connection: Connection, club: str, *, night: str | None = None, game: str | None = None
) -> tuple[str, list[str]]:
    """The name of a file of these games, and their ids; raises NotFound, InTheBin."""
    if game is not None:
        row = load_game_row(connection, club, game)
        day = load_night_row(connection, club, row.night).day
        return f"{row.variant}-{day.isoformat()}", [game]
    if night is not None:
        day = load_night_row(connection, club, night).day
        return f"night-{day.isoformat()}", ids_of_games(connection, club, night)
    return "games", ids_of_games(connection, club)


def export_game(database: Database, club: str, game: str) -> bytes:
    """The record of one game; raises NotFound, InTheBin, and Refused for a damaged book."""
    with database.reading() as connection, reading_book():
        _, ids = select_games(connection, club, game=game)
        (rows,) = read_game_rows(connection, club, ids)
        return _as_bytes(_record_of(rows, _names_of_anonymous(connection, club)))


def export_zip(database: Database, club: str, night: str | None = None) -> Export:
    """A zip of all games of a club or of one of its nights; raises NotFound, InTheBin.

    Where games are left out of it, its name says so and a file in it which. The same games make
    the same bytes, whenever and wherever. A book that cannot be read shows when its record is
    made, so the records are written before the lists that name their games.
    """
    games_of: dict[str, list[str]] = {}
    left_out: list[AnyRow] = []
    played: set[str] = set()
    with database.reading() as connection:
        name, ids = select_games(connection, club, night=night)
    file: IO[bytes] = tempfile.SpooledTemporaryFile(IN_MEMORY)  # noqa: SIM115
    with database.reading() as connection, ZipFile(file, "w") as packed:
        anonymous = _names_of_anonymous(connection, club)
        for game in read_game_rows(connection, club, ids):
            try:
                record = _record_of(game, anonymous)
            except ValueError:  # `check` names it
                left_out.append(game.row)
                continue
            _add(packed, f"records/{game.row.id}.json", _as_bytes(record))
            games_of.setdefault(game.row.night, []).append(game.row.id)
            played |= {person["id"] for person in find_people(record)}
        rows = connection.execute(select(nights).where(nights.c.club == club))
        night_rows = {row.id: row for row in rows}
        _add(packed, CLUB, _as_bytes(_club(connection, club)))
        night_list = [_night(night_rows[key], ids) for key, ids in games_of.items()]
        _add(packed, NIGHTS, _as_bytes(night_list))
        # A payment belongs to no night.
        _add(packed, PAYMENTS, _as_bytes([] if night else _payments(connection, club)))
        _add(packed, PLAYERS, _as_bytes(_players(connection, club, played if night else None)))
        if left_out:
            lines = sorted(_line_of_left_out(row, night_rows[row.night].day) for row in left_out)
            text = "\n".join((WORDS["left_out"]["head"], "", *lines, ""))
            _add(packed, LEFT_OUT, text.encode())
        packed.infolist().sort(key=lambda info: info.filename)
    file.seek(0)
    return Export(f"{name}{INCOMPLETE if left_out else ''}.zip", file)


def _add(packed: ZipFile, name: str, data: bytes) -> None:
    """Put a file into a zip, so that the same data gives the same bytes on every machine."""
    info = ZipInfo(name, NO_DATE)
    info.create_system, info.external_attr = UNIX, ONLY_OWNER << 16
    packed.writestr(info, data, ZIP_DEFLATED, COMPRESSION)


def _as_bytes(value: Any) -> bytes:
    return f"{dump_json(value)}\n".encode("ascii")


def _moment(when: datetime) -> str:
    """A moment as every file here says it: "2025-05-03T20:00:01.500000Z"."""
    return f"{when.astimezone(UTC).replace(tzinfo=None).isoformat(timespec='microseconds')}Z"


def _names_of_anonymous(connection: Connection, club: str) -> dict[str, str]:
    """The names of those whose own were forgotten, by player id."""
    query = select(players.c.id, players.c.name).where(
        players.c.club == club, players.c.anonymous_at.is_not(None)
    )
    return {row.id: row.name for row in connection.execute(query)}


def _record_of(game: GameRows, anonymous: Mapping[str, str]) -> Any:
    """The record of a game, which calls the anonymous by these names; raises ValueError."""
    row = game.row
    record = write_record(
        game.start,
        game.entries,
        [
            {
                "number": entry.number,
                "id": entry.id,
                "kind": entry.kind,
                "content": load_json(entry.content),
                "written_at": _moment(entry.written_at),
                **({"phone": phone} if (phone := entry.device_name or entry.phone) else {}),
            }
            for entry in game.book
        ],
        id=row.id,
        started_at=_moment(row.started_at),
        follows=row.follows,
    )
    return rename_people(record, anonymous)


def _club(connection: Connection, club: str) -> dict[str, str]:
    row = connection.execute(select(clubs).where(clubs.c.id == club)).one()
    settings = {key: getattr(row, key) for key in ("name", "time_zone", "currency")}
    return {"format": FORMAT, **settings}


def _night(row: AnyRow, played: Sequence[str]) -> dict[str, Any]:
    """A night with its games."""
    texts = {key: getattr(row, key) for key in ("name", "place", "note")}
    opened_at, day = _moment(row.opened_at), row.day.isoformat()
    return {"id": row.id, "opened_at": opened_at, "day": day, **texts, "games": played}


def _line_of_left_out(row: AnyRow, day: date) -> str:
    """The line about a game that could not be exported."""
    title = parse_kind(row.kind, row.title).title
    values = {"day": day.isoformat(), "title": title, "game": row.id}
    return say(WORDS["left_out"]["line"], values)


def _payments(connection: Connection, club: str) -> list[dict[str, Any]]:
    query = select(payments).where(payments.c.club == club).order_by(payments.c.id)
    return [
        {
            **{key: getattr(row, key) for key in OF_PAYMENT},
            "made_at": _moment(row.made_at),
            **({"withdrawn_at": _moment(row.withdrawn_at)} if row.withdrawn_at else {}),
        }
        for row in connection.execute(query)
    ]


def _players(
    connection: Connection, club: str, played: Collection[str] | None
) -> list[dict[str, Any]]:
    """The players of a club, or these alone; who is another one names that one."""
    query = select(players).where(players.c.club == club).order_by(players.c.id)
    rows = {row.id: row for row in connection.execute(query)}
    shown = (
        rows.keys() if played is None else {*played, *(rows[player].person for player in played)}
    )
    return [
        {
            "id": row.id,
            "name": row.name,
            "person": row.person,
            **({"anonymous": True} if row.anonymous_at is not None else {}),
        }
        for row in rows.values()
        if row.id in shown
    ]
