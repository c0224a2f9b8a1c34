"""Importing a file: what it would do, and doing it."""

import tempfile
from collections import Counter
from collections.abc import Sequence
from typing import IO

from sqlalchemy import Connection, insert, update

from scorer.progress import progress
from scorer.rules.record import MAX_BYTES, parse
from scorer.rules.tallies import Counts, counts_of_payment
from scorer.services import clock
from scorer.services.club.clubs import get_club
from scorer.services.errors import Conflict, NotFound
from scorer.services.exchange.faults import bad_file, located
from scorer.services.exchange.import_file import ImportFile
from scorer.services.exchange.people import ClubPeople
from scorer.services.exchange.plan import Plan, plan_import
from scorer.services.exchange.records import parse_record
from scorer.services.exchange.totals import NOT_READ, parse_table
from scorer.services.exchange.zips import open_zip
from scorer.services.ids import is_id, new_id
from scorer.services.people.players import add_players
from scorer.services.ratings import mark_due
from scorer.storage.database import Database
from scorer.storage.games import BATCH, NewGameRows, insert_games
from scorer.storage.locks import lock_club
from scorer.storage.results import change_counts
from scorer.storage.schema import clubs, nights, payments
from scorer.storage.uploads import (
    find_imported,
    forget_old_uploads,
    keep_upload,
    read_upload,
    replace_upload,
)

# A file is kept in memory while it is smaller than this, in bytes.
IN_MEMORY = 2 * 1024 * 1024
# How long a second press waits for the first.
WAIT_SECONDS = 60
ZIP_MARKS = (b"PK\x03\x04", b"PK\x05\x06")


class Imported(Exception):
    """A kept file was imported already."""


def preview_import(database: Database, club: str, file: IO[bytes]) -> tuple[str, Plan]:
    """Keep a file for an hour; its id, and what importing it would do. Raises BadFile."""
    opened, people = _open(database, club, file)
    with database.reading() as connection:
        plan = plan_import(connection, opened, people)
    file.seek(0)
    upload = new_id()
    with database.writing() as connection:
        keep_upload(connection, club, upload, file, clock.now())
    return upload, plan


def apply_import(
    database: Database, club: str, upload: str, first: str = "", *, write: bool = True
) -> Plan:
    """Import a kept file, or only plan it.

    Raises NotFound, BadFile, Conflict (people changed), Imported (this file by an earlier press).
    """
    with database.writing() as connection:
        forget_old_uploads(connection, clock.now())
    with tempfile.SpooledTemporaryFile(IN_MEMORY) as file:
        with database.reading() as connection:
            if not is_id(upload):
                raise NotFound
            _check_not_imported(connection, club, upload)
            if not read_upload(connection, club, upload, file):
                raise NotFound
        opened, people = _open(database, club, file, first)
        if not write:
            with database.reading() as connection:
                return plan_import(connection, opened, people)
        # Nobody waits while a file is parsed.
        opened.games = games = list(progress(opened.games, "Reading games"))
    with database.writing(wait=WAIT_SECONDS) as connection:
        lock_club(connection, club)
        _check_not_imported(connection, club, upload)
        if ClubPeople(connection, club).rows != people.rows:
            raise Conflict("changed_meanwhile")
        plan = plan_import(connection, opened, people)
        if not opened.asks:
            coming = set(plan.coming)
            write_import(connection, club, plan, [game for game in games if game.id in coming])
            replace_upload(connection, club, upload, len(coming), clock.now())
    return plan


def _check_not_imported(connection: Connection, club: str, upload: str) -> None:
    if find_imported(connection, club, upload) is not None:
        raise Imported


def count_imported(database: Database, club: str, upload: str) -> int | None:
    """How many games a file has brought in the last hour; None where it was not imported."""
    with database.reading() as connection:
        return find_imported(connection, club, upload) if is_id(upload) else None


def _open(
    database: Database, club: str, file: IO[bytes], first: str = ""
) -> tuple[ImportFile, ClubPeople]:
    zone = clock.zone_of(get_club(database, club).time_zone)
    with database.reading() as connection:
        people = ClubPeople(connection, club)
    file.seek(0)
    begins = file.read(64)
    if begins.startswith(ZIP_MARKS):
        return open_zip(file, people), people
    file.seek(0)
    data = file.read(MAX_BYTES + 1)
    if len(data) > MAX_BYTES:
        most = f"{MAX_BYTES // 1_000_000} MB at most"
        raise bad_file(f"this is too large for a record or a table of totals: {most}.")
    if not begins.removeprefix(b"\xef\xbb\xbf").lstrip().startswith((b"{", b"[")):
        return parse_table(data, zone, people, first), people
    with located():
        record = parse(data)
        # Other apps write JSON as well.
        if isinstance(record, dict) and not {"format", "variant"} & record.keys():
            raise bad_file(NOT_READ)
    return parse_record(record, zone, people), people


def write_import(
    connection: Connection, club: str, plan: Plan, coming: Sequence[NewGameRows]
) -> None:
    """Add all that was planned to a club that is locked, and these games."""
    if plan.club:
        connection.execute(update(clubs).where(clubs.c.id == club), plan.club)
    if plan.people:
        add_players(connection, club, plan.people)
    for table, rows in ((nights, plan.nights.values()), (payments, plan.payments)):
        if rows:
            connection.execute(insert(table), [{**row, "club": club} for row in rows])
    for at in range(0, len(coming), BATCH):
        insert_games(connection, coming[at : at + BATCH])
    if coming:
        mark_due(connection, club, min(game.row["started_at"] for game in coming))
    counts: Counts = Counter()
    for paid in plan.payments:
        if paid["withdrawn_at"] is None:
            counts.update(counts_of_payment(paid["payer"], paid["payee"], paid["amount"]))
    change_counts(connection, club, counts)
