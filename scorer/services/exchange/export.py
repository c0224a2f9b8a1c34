"""Games exported: a record for each, and a zip of all with their nights, payments and people."""

import io
import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from sqlalchemy import select

from scorer.rules.kinds import parse_kind
from scorer.rules.record import write_record
from scorer.rules.words import WORDS
from scorer.services.exchange.people import ClubPeople
from scorer.services.games.read import reading_book
from scorer.services.people.anonymise import find_people, rename_people
from scorer.services.rows import load_game_row, load_night_row
from scorer.storage.database import Database
from scorer.storage.games import GameRows, read_game_rows, stream_games
from scorer.storage.schema import AnyRow, clubs, dump_json, payments

FORMAT = "scorer-club/1"
CLUB, NIGHTS, PAYMENTS, PLAYERS = "club.json", "nights.json", "payments.json", "players.json"
# For people to read: which games could not be exported.
LEFT_OUT = "left-out.txt"
ANONYMOUS = {"anonymous": True}
PAYMENT = ("id", "payer", "payee", "amount", "note", "made_at", "withdrawn_at")


@dataclass(frozen=True)
class Export:
    """A file to download: what it is called, and its bytes, which are read as they are sent."""

    name: str
    pieces: Iterator[bytes]


def export_game(database: Database, club: str, game: str) -> bytes:
    """The record of one game; raises NotFound, InTheBin, and Refused for a damaged book."""
    name_games(database, club, game=game)
    with database.reading() as connection, reading_book():
        [rows] = read_game_rows(connection, club, [game])
        return _as_bytes(_record_of(rows, ClubPeople(connection, club)))


def name_games(
    database: Database, club: str, *, night: str | None = None, game: str | None = None
) -> str:
    """What a file of these games is called; raises NotFound, InTheBin."""
    with database.reading() as connection:
        if game is not None:
            row = load_game_row(connection, club, game)
            return f"{row.variant}-{load_night_row(connection, club, row.night).day}"
        if night is not None:
            return f"night-{load_night_row(connection, club, night).day}"
    return "games"


def export_zip(database: Database, club: str, night: str | None = None) -> Export:
    """A zip of all games of a club or of one of its nights; raises NotFound, InTheBin.

    Where games are left out of it, a file in it says which.
    """
    name = name_games(database, club, night=night)
    return Export(f"{name}.zip", _write_zip(database, club, night))


class _Outgoing(io.BytesIO):
    """A file that is handed on while it is written; what is still here can be written over."""

    gone = 0

    def tell(self) -> int:
        return self.gone + super().tell()

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        return super().seek(offset - self.gone if whence == io.SEEK_SET else offset, whence)

    def take(self) -> bytes:
        taken = self.getvalue()
        super().seek(0)
        self.truncate()
        self.gone += len(taken)
        return taken


def _write_zip(database: Database, club: str, night: str | None) -> Iterator[bytes]:
    """The records come before the lists: only then it shows which books can be read."""
    night_list: list[dict[str, Any]] = []
    left_out: list[str] = []
    played: set[str] = set()
    file = _Outgoing()
    with database.reading() as connection, ZipFile(file, "w") as packed:
        people = ClubPeople(connection, club)
        for of_night, game in stream_games(connection, club, night=night):
            row = game.row
            try:
                record = _record_of(game, people)
            except ValueError:  # `check` names it
                left_out.append(f"{row.day}: {parse_kind(row.kind, row.title).title}, {row.id}")
                continue
            if not night_list or night_list[-1]["id"] != row.night:
                texts = _columns(of_night, "id", "day", "opened_at", "name", "place", "note")
                night_list.append({**texts, "games": []})
            night_list[-1]["games"].append(row.id)
            played |= {person["id"] for person in find_people(record)}
            _add(packed, f"records/{row.id}.json", _as_bytes(record))
            yield file.take()
        of_club = connection.execute(select(clubs).where(clubs.c.id == club)).one()
        settings = _columns(of_club, "name", "time_zone", "currency")
        # A payment belongs to no night.
        made = select(payments).where(payments.c.club == club).order_by(payments.c.id)
        paid = [] if night else [_columns(row, *PAYMENT) for row in connection.execute(made)]
        # Who is the same person as another names that one.
        shown = {*played, *(people.rows[player].person for player in played)}
        players = [
            _columns(row, "id", "name", "person") | (ANONYMOUS if row.anonymous_at else {})
            for row in people.rows.values()
            if not night or row.id in shown
        ]
        club_head = {"format": FORMAT, **settings}
        lists = {CLUB: club_head, NIGHTS: night_list, PAYMENTS: paid, PLAYERS: players}
        for name, value in lists.items():
            _add(packed, name, _as_bytes(value))
        if left_out:
            text = "\n".join((WORDS["left_out"]["head"], "", *sorted(left_out), ""))
            _add(packed, LEFT_OUT, text.encode())
    yield file.take()


def _add(packed: ZipFile, name: str, data: bytes) -> None:
    """Put a file into a zip, without a date: the same data gives the same bytes."""
    packed.writestr(ZipInfo(name), data, ZIP_DEFLATED)


def _as_bytes(value: Any) -> bytes:
    return f"{dump_json(value)}\n".encode("ascii")


def _columns(row: AnyRow, *names: str) -> dict[str, Any]:
    """These columns of a row as files have them, those that are None left out."""
    values = {name: getattr(row, name) for name in names}
    return {name: _plain(value) for name, value in values.items() if value is not None}


def _plain(value: Any) -> Any:
    """A moment as every file here says it, "2025-05-03T20:00:01.500000Z"; a day as "2025-05-03"."""
    if isinstance(value, datetime):
        plain = value.astimezone(UTC).replace(tzinfo=None)
        return f"{plain.isoformat(timespec='microseconds')}Z"
    return value.isoformat() if isinstance(value, date) else value


def _record_of(game: GameRows, people: ClubPeople) -> Any:
    book = []
    for entry in game.book:
        phone = entry.device_name or entry.phone
        known = {"content": json.loads(entry.content)} | ({"phone": phone} if phone else {})
        book.append(_columns(entry, "number", "id", "kind", "written_at") | known)
    known = _columns(game.row, "id", "started_at", "follows")
    record = write_record(game.start, game.entries, book, **known)
    return rename_people(record, people.forgotten)
