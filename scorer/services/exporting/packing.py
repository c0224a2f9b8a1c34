"""Packing: files that are the same, byte for byte, whenever they hold the same."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import IO, Any
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from scorer.storage.canonical import to_text

IN_MEMORY = 2 * 1024 * 1024
# The oldest date a zip can carry: when a file was made says nothing about the games in it.
NO_DATE = (1980, 1, 1, 0, 0, 0)
COMPRESSION = 6
ONLY_OWNER = 0o600


@dataclass(frozen=True)
class Export:
    """A file to take along, to be read from its beginning and closed; and what it is called."""

    name: str
    file: IO[bytes]

    def whole(self) -> bytes:
        """All of it, for those who know that it is small."""
        with self.file:
            return self.file.read()


def as_bytes(value: Any) -> bytes:
    """A value as every file here says it."""
    return f"{to_text(value)}\n".encode("ascii")


def moment(when: datetime) -> str:
    """A moment as every file here says it: "2025-05-03T20:00:01.500000Z"."""
    return f"{when.astimezone(UTC).replace(tzinfo=None).isoformat(timespec='microseconds')}Z"


def spooled(files: Iterator[tuple[str, bytes]]) -> IO[bytes]:
    """A zip of these files, kept in memory while it is small."""
    made: IO[bytes] = tempfile.SpooledTemporaryFile(IN_MEMORY)  # noqa: SIM115
    try:
        write_zip(made, files)
        made.seek(0)
    except BaseException:
        made.close()
        raise
    return made


def write_zip(into: IO[bytes], files: Iterator[tuple[str, bytes]]) -> None:
    """Write a zip that is the same for the same files, whenever and wherever it is made."""
    with ZipFile(into, "w", ZIP_DEFLATED, compresslevel=COMPRESSION) as packed:
        for name, data in files:
            info = ZipInfo(name, NO_DATE)
            info.create_system = 3
            info.external_attr = ONLY_OWNER << 16
            packed.writestr(info, data, ZIP_DEFLATED, COMPRESSION)
