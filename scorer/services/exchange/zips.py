"""Zip files: written, and read from anybody without believing what they say."""

from __future__ import annotations

import re
import stat
import struct
import tempfile
import zlib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import IO, Any
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo

from scorer.rules.errors import BadRecord
from scorer.rules.record import MOST_BYTES, parse
from scorer.services.exchange.errors import MOST_SHOWN, BadFile, Fault, bad, told
from scorer.services.ids import SHAPE
from scorer.storage.stored_json import dump_json

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
    return f"{dump_json(value)}\n".encode("ascii")


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


HEAD = "club.json"
LISTS = ("nights.json", "payments.json", "players.json")
# For people: which games could not be taken along.
LEFT_OUT = "left-out.txt"
RECORD = re.compile(rf"records/({SHAPE})\.json")
# Sixty thousand games are more than a family plays in three hundred years.
MOST_FILES = 100_000
MOST_LISTING = 16 * 1024 * 1024
MOST_IN_A_LIST = 64 * 1024 * 1024
MOST_IN_ALL = 1024 * 1024 * 1024
# JSON of ours packs to a tenth; what packs to a thousandth was made to be unpacked.
MOST_PACKED = 200
SMALL = 1024 * 1024
END_MARK, END_SIZE, LONGEST_COMMENT = b"PK\x05\x06", 22, 65_535
# Of other kinds Python unpacks all at once, however little of it was asked for.
PACKED_AS = (ZIP_STORED, ZIP_DEFLATED)
# Python's own reader stumbles over damaged numbers in several ways, and says NotImplementedError
# of a way of packing, or a version of zip, that it does not know.
UNREADABLE = (
    *(BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, OSError),
    *(ValueError, struct.error),
)
DAMAGED = "this is not a whole zip file: it was cut off, or something in it is damaged."


class Packed:
    """A zip whose names and sizes were found to be as ours are."""

    def __init__(self, file: IO[bytes]) -> None:
        _check_listing(file)
        try:
            self.zip = ZipFile(file)
        except UNREADABLE:
            raise bad("The file", DAMAGED) from None
        names = Counter(self.zip.namelist())
        faults = [fault for info in self.zip.infolist() for fault in _faults_of(info)]
        if len(names) > MOST_FILES:
            faults.append(Fault("The file", f"more than {MOST_FILES:,} files are in it."))
        twice = [name for name, times in names.items() if times > 1]
        faults += [Fault(_shown(name), "this name stands twice in the zip.") for name in twice]
        missing = [name for name in (HEAD, *LISTS) if name not in names]
        if missing and not faults:
            says = f"this is missing in the zip: {' and '.join(missing)}."
            faults.append(Fault("The file", says))
        if faults:
            raise BadFile(*faults[:MOST_SHOWN])
        self.records = sorted(name for name in names if RECORD.fullmatch(name))
        self.left = MOST_IN_ALL

    def start_again(self) -> None:
        """Read the records once more: what came out of the zip so far is forgotten."""
        self.left = MOST_IN_ALL

    def json(self, name: str) -> Any:
        """The JSON in one file; raises BadFile."""
        most = MOST_BYTES if RECORD.fullmatch(name) else MOST_IN_A_LIST
        data = self._read(name, most)
        try:
            return parse(data, most)
        except BadRecord as fault:
            raise BadFile(told(name, fault)) from None

    def _read(self, name: str, most: int) -> bytes:
        """The bytes of one file, however many it says it has.

        No more is unpacked than may be in it, so a file that was made to fill the memory is
        refused before it does.
        """
        info = self.zip.getinfo(name)
        likely = min(self.left, max(SMALL, info.compress_size * MOST_PACKED))
        try:
            with self.zip.open(info) as opened:
                data = opened.read(min(most, likely) + 1)
        except UNREADABLE:
            raise bad(name, "this file is damaged.") from None
        if len(data) > most:
            raise bad(name, "this file is too large.")
        if len(data) > likely:
            raise bad(name, "far more comes out of this zip than any game needs.")
        self.left -= len(data)
        return data


def _check_listing(file: IO[bytes]) -> None:
    """Refuse a zip whose list of files alone would fill the memory."""
    size = file.seek(0, 2)
    file.seek(max(0, size - END_SIZE - LONGEST_COMMENT))
    tail = file.read()
    at = tail.rfind(END_MARK)
    if at < 0 or len(tail) - at < END_SIZE:
        raise bad("The file", DAMAGED)
    listing = struct.unpack_from("<L", tail, at + 12)[0]
    # Larger zips keep their sizes elsewhere (zip64); none of ours is that large.
    if listing > MOST_LISTING:
        raise bad("The file", "there are far too many files in this zip.")
    file.seek(0)


def _faults_of(info: ZipInfo) -> list[Fault]:
    """What is wrong with a file by its name and kind, before it is opened."""
    name = info.filename
    if name not in (HEAD, *LISTS, LEFT_OUT) and not RECORD.fullmatch(name):
        return [Fault(_shown(name), "no such file belongs into an export of this app.")]
    if stat.S_ISLNK(info.external_attr >> 16):
        return [Fault(_shown(name), "this is not a file but a link.")]
    if info.flag_bits & 0x1:
        return [Fault(_shown(name), "this file is locked with a password.")]
    if info.compress_type not in PACKED_AS:
        return [Fault(_shown(name), "this file is packed in a way that no game is.")]
    return []


def _shown(name: str) -> str:
    """A name that may steer a terminal or be endless, fit to be shown."""
    seen = "".join(letter if letter.isprintable() else "?" for letter in name[:81])
    return seen if len(seen) <= 80 else f"{seen[:80]}…"
