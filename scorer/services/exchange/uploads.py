"""Uploads: files that are kept until somebody says "Import", and parsed by what is in them."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO

from scorer.rules.record import MOST_BYTES
from scorer.services import clock
from scorer.services.club.clubs import get_club
from scorer.services.errors import NotFound
from scorer.services.exchange.export import IN_MEMORY
from scorer.services.exchange.faults import bad_file
from scorer.services.exchange.import_file import ImportFile
from scorer.services.exchange.paper_book import parse_table
from scorer.services.exchange.records import parse_record
from scorer.services.exchange.zips import parse_zip
from scorer.services.ids import is_id
from scorer.storage.database import Database
from scorer.storage.uploads import forget_old_uploads, read_upload

ZIP_MARKS = (b"PK\x03\x04", b"PK\x05\x06")
OTHER_MARKS = (b"%PDF", b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"\x1f\x8b", b"\xd0\xcf\x11\xe0")


@contextmanager
def kept_file(database: Database, club: str, upload: str) -> Iterator[IO[bytes]]:
    """A file that was uploaded less than an hour ago; raises NotFound."""
    with database.writing() as connection:
        forget_old_uploads(connection, clock.now())
    with tempfile.SpooledTemporaryFile(IN_MEMORY) as file:
        with database.reading() as connection:
            if not (is_id(upload) and read_upload(connection, club, upload, file)):
                raise NotFound
        yield file


@contextmanager
def parsed_file(database: Database, club: str, file: IO[bytes]) -> Iterator[ImportFile]:
    """What a file holds, by what it begins with and not by its name; raises BadFile."""
    file.seek(0)
    begins = file.read(64)
    if not begins.strip():
        raise bad_file("The file", "there is nothing in it.")
    if begins.startswith(OTHER_MARKS):
        says = "this is neither a zip of records, nor a record, nor a CSV table."
        raise bad_file("The file", says)
    if begins.startswith(ZIP_MARKS):
        with tempfile.SpooledTemporaryFile(IN_MEMORY) as spool:
            yield parse_zip(file, spool)
        return
    file.seek(0)
    data = file.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise bad_file("The file", "this is too large for a record or a table of totals.")
    zone = clock.zone_of(get_club(database, club).time_zone)
    is_json = begins.removeprefix(b"\xef\xbb\xbf").lstrip().startswith((b"{", b"["))
    yield (parse_record if is_json else parse_table)(data, zone)
