"""Games exported: a record for each, and a zip of all with their nights, payments and people."""

import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import IO, Any
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from sqlalchemy import Connection, select

from scorer.rules.kinds import parse_kind
from scorer.rules.record import write_record
from scorer.rules.words import WORDS
from scorer.services.exchange.people import ClubPeople
from scorer.services.games.read import reading_book
from scorer.services.people.anonymise import find_people, rename_people
from scorer.services.rows import load_game_row, load_night_row
from scorer.storage.database import Database
from scorer.storage.games import GameRows, ids_of_games, read_game_rows
from scorer.storage.schema import AnyRow, clubs, nights, payments
from scorer.storage.stored_json import dump_json, load_json

FORMAT = "scorer-club/1"
CLUB, NIGHTS, PAYMENTS, PLAYERS = "club.json", "nights.json", "payments.json", "players.json"
# For people to read: which games could not be exported.
LEFT_OUT = "left-out.txt"
# As a file is called in which not all games are.
INCOMPLETE = "-incomplete"
# A file is kept in memory while it is smaller than this, in bytes.
IN_MEMORY = 2 * 1024 * 1024


@dataclass(frozen=True)
class Export:
    """A file to download, to be read from its beginning and closed; and what it is called."""

    name: str
    file: IO[bytes]


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
        return _as_bytes(_record_of(rows, ClubPeople(connection, club)))


def export_zip(database: Database, club: str, night: str | None = None) -> Export:
    """A zip of all games of a club or of one of its nights; raises NotFound, InTheBin.

    Where games are left out of it, its name says so and a file in it which. The records are written
    before the lists that name their games: only then it shows which books can be read.
    """
    games_of: dict[str, list[str]] = {}
    left_out: list[str] = []
    played: set[str] = set()
    with database.reading() as connection:
        name, ids = select_games(connection, club, night=night)
    file: IO[bytes] = tempfile.SpooledTemporaryFile(IN_MEMORY)  # noqa: SIM115
    with database.reading() as connection, ZipFile(file, "w") as packed:
        people = ClubPeople(connection, club)
        for game in read_game_rows(connection, club, ids):
            try:
                record = _record_of(game, people)
            except ValueError:  # `check` names it
                title = parse_kind(game.row.kind, game.row.title).title
                left_out.append(f"{game.row.day}: {title}, {game.row.id}")
                continue
            _add(packed, f"records/{game.row.id}.json", _as_bytes(record))
            games_of.setdefault(game.row.night, []).append(game.row.id)
            played |= {person["id"] for person in find_people(record)}
        rows = connection.execute(select(nights).where(nights.c.club == club))
        night_rows = {row.id: row for row in rows}
        of_club = connection.execute(select(clubs).where(clubs.c.id == club)).one()
        settings = _columns(of_club, "name", "time_zone", "currency")
        _add(packed, CLUB, _as_bytes({"format": FORMAT, **settings}))
        night_list = [{**_night(night_rows[key]), "games": ids} for key, ids in games_of.items()]
        _add(packed, NIGHTS, _as_bytes(night_list))
        # A payment belongs to no night.
        made = select(payments).where(payments.c.club == club).order_by(payments.c.id)
        paid = [] if night else [_payment(row) for row in connection.execute(made)]
        _add(packed, PAYMENTS, _as_bytes(paid))
        # Who is the same person as another names that one.
        shown = {*played, *(people.rows[player].person for player in played)}
        players = [_player(row) for row in people.rows.values() if not night or row.id in shown]
        _add(packed, PLAYERS, _as_bytes(players))
        if left_out:
            text = "\n".join((WORDS["left_out"]["head"], "", *sorted(left_out), ""))
            _add(packed, LEFT_OUT, text.encode())
    file.seek(0)
    return Export(f"{name}{INCOMPLETE if left_out else ''}.zip", file)


def _add(packed: ZipFile, name: str, data: bytes) -> None:
    """Put a file into a zip, without a date: the same data gives the same bytes."""
    packed.writestr(ZipInfo(name), data, ZIP_DEFLATED)


def _as_bytes(value: Any) -> bytes:
    return f"{dump_json(value)}\n".encode("ascii")


def _moment(when: datetime) -> str:
    """A moment as every file here says it: "2025-05-03T20:00:01.500000Z"."""
    return f"{when.astimezone(UTC).replace(tzinfo=None).isoformat(timespec='microseconds')}Z"


def _columns(row: AnyRow, *names: str) -> dict[str, Any]:
    return {name: getattr(row, name) for name in names}


def _record_of(game: GameRows, people: ClubPeople) -> Any:
    book = []
    for entry in game.book:
        known = _columns(entry, "number", "id", "kind")
        known |= {"content": load_json(entry.content), "written_at": _moment(entry.written_at)}
        phone = entry.device_name or entry.phone
        book.append({**known, "phone": phone} if phone else known)
    record = write_record(
        game.start,
        game.entries,
        book,
        id=game.row.id,
        started_at=_moment(game.row.started_at),
        follows=game.row.follows,
    )
    return rename_people(record, people.forgotten)


def _night(row: AnyRow) -> Mapping[str, Any]:
    texts = _columns(row, "id", "name", "place", "note")
    return {**texts, "opened_at": _moment(row.opened_at), "day": row.day.isoformat()}


def _payment(row: AnyRow) -> Mapping[str, Any]:
    paid = _columns(row, "id", "payer", "payee", "amount", "note")
    paid["made_at"] = _moment(row.made_at)
    return {**paid, "withdrawn_at": _moment(row.withdrawn_at)} if row.withdrawn_at else paid


def _player(row: AnyRow) -> Mapping[str, Any]:
    player = _columns(row, "id", "name", "person")
    return {**player, "anonymous": True} if row.anonymous_at else player
