"""Importing a file: what it would do, and doing just that."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from typing import IO

from sqlalchemy import Connection, insert, update

from scorer.rules.record import MAX_BYTES, parse
from scorer.services import clock
from scorer.services.club.clubs import get_club
from scorer.services.errors import Conflict, NotFound
from scorer.services.exchange.export import IN_MEMORY
from scorer.services.exchange.import_file import ImportFile, bad_file, located
from scorer.services.exchange.people import ClubPeople
from scorer.services.exchange.plan import Plan, plan_import
from scorer.services.exchange.records import parse_record
from scorer.services.exchange.totals import parse_table
from scorer.services.exchange.zips import parse_zip
from scorer.services.ids import is_id, new_id
from scorer.services.people.players import add_players
from scorer.storage.database import Database
from scorer.storage.games import BATCH, append_entries, insert_games
from scorer.storage.locks import lock_club, lock_games
from scorer.storage.schema import clubs, nights, payments
from scorer.storage.uploads import forget_old_uploads, forget_upload, keep_upload, read_upload

ZIP_MARKS = (b"PK\x03\x04", b"PK\x05\x06")


@dataclass(frozen=True)
class Preview:
    """A file that is kept as `upload`, with what importing it would do."""

    upload: str
    plan: Plan


def preview_import(database: Database, club: str, file: IO[bytes]) -> Preview:
    """The effect of importing this file, which is kept for an hour; raises BadFile."""
    preview = _preview(database, club, file, new_id())
    file.seek(0)
    with database.writing() as connection:
        keep_upload(connection, club, preview.upload, file, clock.now())
    return preview


def preview_again(database: Database, club: str, upload: str) -> Preview:
    """The effect of importing a file that is kept; raises NotFound, BadFile."""
    with _kept_file(database, club, upload) as file:
        return _preview(database, club, file, upload)


def apply_import(database: Database, club: str, upload: str, mark: str) -> Plan:
    """Import a kept file as a preview has promised; raises NotFound, BadFile, Conflict."""
    with (
        _kept_file(database, club, upload) as file,
        # Nobody waits while a file is parsed.
        _parsed(database, club, file) as (parsed, people),
        database.writing() as connection,
    ):
        lock_club(connection, club)
        plan = plan_import(connection, club, parsed, people)
        if plan.mark != mark or ClubPeople(connection, club).rows != people.rows:
            raise Conflict("changed_meanwhile")
        _write(connection, club, plan, parsed)
        forget_upload(connection, club, upload)
    return plan


@contextmanager
def _kept_file(database: Database, club: str, upload: str) -> Iterator[IO[bytes]]:
    """A file that was uploaded less than an hour ago; raises NotFound."""
    with database.writing() as connection:
        forget_old_uploads(connection, clock.now())
    with tempfile.SpooledTemporaryFile(IN_MEMORY) as file:
        with database.reading() as connection:
            if not (is_id(upload) and read_upload(connection, club, upload, file)):
                raise NotFound
        yield file


def _preview(database: Database, club: str, file: IO[bytes], upload: str) -> Preview:
    with (
        _parsed(database, club, file) as (parsed, people),
        database.reading() as connection,
    ):
        return Preview(upload, plan_import(connection, club, parsed, people))


@contextmanager
def _parsed(
    database: Database, club: str, file: IO[bytes]
) -> Iterator[tuple[ImportFile, ClubPeople]]:
    """Parse a zip, a record or a table, by what a file begins with; raises BadFile."""
    zone = clock.zone_of(get_club(database, club).time_zone)
    with database.reading() as connection:
        people = ClubPeople(connection, club)
    file.seek(0)
    begins = file.read(64)
    if begins.startswith(ZIP_MARKS):
        with tempfile.SpooledTemporaryFile(IN_MEMORY) as spool:
            yield parse_zip(file, spool, people), people
        return
    file.seek(0)
    data = file.read(MAX_BYTES + 1)
    if len(data) > MAX_BYTES:
        raise bad_file("The file", "this is too large for a record or a table of totals.")
    if not begins.removeprefix(b"\xef\xbb\xbf").lstrip().startswith((b"{", b"[")):
        yield parse_table(data, zone, people), people
        return
    with located("The file"):
        record = parse(data)
    yield parse_record(record, zone, people), people


def _write(connection: Connection, club: str, plan: Plan, file: ImportFile) -> None:
    """Write all that comes in; raises Conflict where a game that goes on was written in."""
    longer = {row.id: row for row in plan.coming.values() if row is not None}
    locked = lock_games(connection, club, longer.keys())
    if any(locked[game].version != row.version for game, row in longer.items()):
        raise Conflict("changed_meanwhile")
    if plan.club:
        connection.execute(update(clubs).where(clubs.c.id == club), dict(plan.club))
    if plan.people:
        add_players(connection, club, plan.people)
    for table, rows in ((nights, plan.nights.values()), (payments, plan.payments)):
        if rows:
            connection.execute(insert(table), [{**row, "club": club} for row in rows])
    coming = (game for game in file.games if game.id in plan.coming)
    while batch := list(islice(coming, BATCH)):
        for game in batch:
            if row := longer.get(game.id):
                append_entries(connection, row, game.book[row.version :], game.results)
        insert_games(connection, [game for game in batch if game.id not in longer])
