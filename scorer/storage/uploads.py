"""Uploads: files whose preview was shown, kept for an hour until Import is pressed."""

from datetime import datetime, timedelta
from functools import partial
from typing import IO

from sqlalchemy import Connection, delete, insert, select

from scorer.storage.schema import uploads

PIECE = 512 * 1024
# The part that takes the place of a file once it was imported.
IMPORTED = -1
KEPT_FOR = timedelta(hours=1)


def keep_upload(
    connection: Connection, club: str, upload: str, file: IO[bytes], now: datetime
) -> None:
    """Keep a file for an hour; what the club has, or any had for longer, is thrown away."""
    forget_old_uploads(connection, now)
    forget_uploads_of(connection, club)
    for part, data in enumerate(iter(partial(file.read, PIECE), b"")):
        row = {"club": club, "id": upload, "part": part, "data": data, "made_at": now}
        connection.execute(insert(uploads), row)


def read_upload(connection: Connection, club: str, upload: str, into: IO[bytes]) -> bool:
    """Write a kept file into another; whether it was still there."""
    of_upload = uploads.c.club == club, uploads.c.id == upload
    parts = select(uploads.c.part).where(*of_upload).order_by(uploads.c.part)
    numbers = connection.scalars(parts).all()
    for part in numbers:
        data = select(uploads.c.data).where(*of_upload, uploads.c.part == part)
        into.write(connection.execute(data).scalar_one())
    return bool(numbers)


def replace_upload(
    connection: Connection, club: str, upload: str, games: int, now: datetime
) -> None:
    """Throw a kept file away, and keep for an hour how many games it brought."""
    connection.execute(delete(uploads).where(uploads.c.club == club, uploads.c.id == upload))
    row = {"club": club, "id": upload, "part": IMPORTED, "data": b"%d" % games, "made_at": now}
    connection.execute(insert(uploads), row)


def find_imported(connection: Connection, club: str, upload: str) -> int | None:
    """How many games a file has brought; None where it was not imported."""
    of_upload = uploads.c.club == club, uploads.c.id == upload
    found = select(uploads.c.data).where(*of_upload, uploads.c.part == IMPORTED)
    data = connection.scalar(found)
    return None if data is None else int(data)


def forget_old_uploads(connection: Connection, now: datetime) -> None:
    """Throw away whatever was kept for its hour, in whichever club."""
    connection.execute(delete(uploads).where(uploads.c.made_at < now - KEPT_FOR))


def forget_uploads_of(connection: Connection, club: str) -> None:
    """Throw away all files of a club: anybody may be named in them."""
    connection.execute(delete(uploads).where(uploads.c.club == club))
