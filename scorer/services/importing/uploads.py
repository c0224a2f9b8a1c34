"""Files that are brought in: looked at first, and kept for an hour until somebody says so."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO

from scorer.rules.parsing import MOST_BYTES
from scorer.services import clock
from scorer.services.club.clubs import get_club
from scorer.services.errors import NotFound
from scorer.services.exporting.packing import IN_MEMORY
from scorer.services.ids import is_id, new_id
from scorer.services.importing import bringing_in
from scorer.services.importing.bundle import Bundle, of_zip, one_record
from scorer.services.importing.faults import bad
from scorer.services.importing.paper_book import paper_book
from scorer.services.importing.plan import Plan
from scorer.storage.database import Database
from scorer.storage.uploads import forget_old_uploads, forget_upload, keep_upload, read_upload

ZIP_MARKS = (b"PK\x03\x04", b"PK\x05\x06")
PICTURES_AND_MORE = (
    b"%PDF",
    b"\x89PNG",
    b"\xff\xd8\xff",
    b"GIF8",
    b"\x1f\x8b",
    b"\xd0\xcf\x11\xe0",
)


def look_at(database: Database, club: str, file: IO[bytes], *, by_name: bool) -> tuple[Plan, str]:
    """What bringing this file in would do, and the id under which it is kept for an hour.

    Nothing else is written. Raises BadFile.
    """
    bundle = _bundle(database, club, file)
    plan = bringing_in.look(database, club, bundle, by_name=by_name)
    upload = new_id()
    file.seek(0)
    with database.writing() as connection:
        keep_upload(connection, club, upload, file, clock.now())
    return plan, upload


def look_again(database: Database, club: str, upload: str, *, by_name: bool) -> Plan:
    """What bringing in a file that is kept would do now; raises NotFound, BadFile."""
    with _kept(database, club, upload) as file:
        bundle = _bundle(database, club, file)
        return bringing_in.look(database, club, bundle, by_name=by_name)


def bring_in(
    database: Database,
    club: str,
    upload: str,
    *,
    by_name: bool,
    mark: str,
    leave: bool = False,
    too: bool = False,
) -> Plan:
    """Bring in a file that is kept; raises NotFound, BadFile, and Conflict (see `importing`)."""
    with _kept(database, club, upload) as file:
        bundle = _bundle(database, club, file)
        said = {"by_name": by_name, "leave": leave, "too": too}
        plan = bringing_in.bring_in(database, club, bundle, mark=mark, **said)
    with database.writing() as connection:
        forget_upload(connection, club, upload)
    return plan


@contextmanager
def _kept(database: Database, club: str, upload: str) -> Iterator[IO[bytes]]:
    with database.writing() as connection:
        forget_old_uploads(connection, clock.now())
    with tempfile.SpooledTemporaryFile(IN_MEMORY) as file:
        with database.reading() as connection:
            there = is_id(upload) and read_upload(connection, club, upload, file)
        if not there:
            raise NotFound
        file.seek(0)
        yield file


def _bundle(database: Database, club: str, file: IO[bytes]) -> Bundle:
    """The bundle of a file, by what it begins with and not by what it is called."""
    file.seek(0)
    begins = file.read(64)
    if not begins.strip():
        raise bad("The file", "there is nothing in it.")
    if begins.startswith(ZIP_MARKS):
        return of_zip(file)
    if begins.startswith(PICTURES_AND_MORE):
        raise bad("The file", "this is neither a zip of records, nor a record, nor a CSV table.")
    file.seek(0)
    data = file.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise bad("The file", "this is too large for a record or a table of totals.")
    zone = clock.zone_of(get_club(database, club).time_zone)
    if begins.removeprefix(b"\xef\xbb\xbf").lstrip().startswith((b"{", b"[")):
        return one_record(data, zone)
    return paper_book(data, zone)
