"""Zips that lie, hide, or would fill the memory are refused before they are believed."""

import io
import struct
import tracemalloc
import zipfile
from zipfile import ZIP_BZIP2, ZIP_DEFLATED, ZIP_LZMA, ZipFile, ZipInfo

import pytest

from scorer.services.exchange import zips
from scorer.services.exchange.faults import BadFile
from scorer.storage.database import Database
from tests.services.imports import everything, preview
from tests.services.refused_files import files_of, refused, zipped


def test_a_zip_that_was_cut_off_or_damaged_is_refused(
    database: Database, other: str, data: bytes
) -> None:
    for broken in (data[: len(data) // 2], data[:-4], data[:200] + data[300:], b"PK\x03\x04"):
        refused(database, other, broken)
    flipped = bytearray(data)
    at = data.index(b"nights.json") + 40
    flipped[at] ^= 0xFF
    assert "nights.json" in str(refused(database, other, bytes(flipped)))


@pytest.mark.filterwarnings("ignore:Duplicate name")
@pytest.mark.parametrize(
    "name",
    [
        *("../../etc/passwd", "/etc/passwd", "records/../club.json", "C:\\windows\\x", "x.zip"),
        *("records/", "records/1.json", "Club.json", "club.json\x00.exe", "__MACOSX/club.json"),
        *("records/" + "a" * 5000 + ".json", "\u202egpj.bulc"),
    ],
)
def test_a_name_that_does_not_belong_there_is_refused(
    database: Database, other: str, data: bytes, name: str
) -> None:
    packed = zipped({**files_of(data), name: b"{}"})
    (where, says), *_ = refused(database, other, packed)
    assert len(where) < 90
    assert where.isprintable()
    assert says


def test_links_and_locked_files_are_refused(database: Database, other: str, data: bytes) -> None:
    linked = zipped(files_of(data), create_system=3, external_attr=0o120777 << 16)
    assert "a link" in str(refused(database, other, linked))
    locked = bytearray(data)
    for mark, at in ((b"PK\x01\x02", 8), (b"PK\x03\x04", 6)):
        found = locked.find(mark)
        while found >= 0:
            locked[found + at] |= 1
            found = locked.find(mark, found + 4)
    assert "password" in str(refused(database, other, bytes(locked)))


def test_a_byte_that_was_damaged_anywhere_breaks_nothing(
    database: Database, other: str, data: bytes
) -> None:
    before, noticed = everything(database), 0
    for at in range(0, len(data), 97):
        try:
            preview(database, other, data[:at] + bytes([data[at] ^ 0x55]) + data[at + 1 :])
        except BadFile:
            noticed += 1
    assert noticed > len(data) // 97 // 2
    assert everything(database) == before


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_a_name_that_stands_twice_is_refused(database: Database, other: str, data: bytes) -> None:
    made = io.BytesIO(data)
    with ZipFile(made, "a") as packed:
        packed.writestr("club.json", b"{}")
    assert refused(database, other, made.getvalue()) == [
        ("club.json", "this name stands twice in the zip.")
    ]


def test_what_would_fill_the_memory_is_refused_before_it_does(
    database: Database, other: str, data: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = next(name for name in files_of(data) if name.startswith("records/"))
    bomb = zipped({**files_of(data), record: b" " * 60_000_000})
    assert len(bomb) < 1_000_000
    assert (record, "this file is too large.") in refused(database, other, bomb)
    bomb = zipped({**files_of(data), "nights.json": b"[" + b" " * 60_000_000 + b"]"})
    assert "far too large inside" in str(refused(database, other, bomb))
    monkeypatch.setattr(zips, "MOST_IN_ALL", 1_000)
    assert "far too large inside" in str(refused(database, other, data))


@pytest.mark.parametrize("name", ["nights.json", "records/"])
@pytest.mark.parametrize("way", [ZIP_DEFLATED, ZIP_BZIP2, ZIP_LZMA])
def test_a_file_that_would_unpack_to_very_much_is_refused_with_little_memory(
    database: Database, other: str, data: bytes, name: str, way: int
) -> None:
    files, made = files_of(data), io.BytesIO()
    inside = next(one for one in files if one.startswith(name))
    with ZipFile(made, "w") as packed:
        for one, content in files.items():
            if one != inside:
                packed.writestr(one, content)
        info = ZipInfo(inside)
        info.compress_type = way
        with packed.open(info, "w") as out:
            for _ in range(60):
                out.write(bytes(1_000_000))
    tracemalloc.start()
    try:
        assert inside in [where for where, _ in refused(database, other, made.getvalue())]
        assert tracemalloc.get_traced_memory()[1] < 45_000_000
    finally:
        tracemalloc.stop()


def test_a_size_that_is_a_lie_is_not_believed(database: Database, other: str, data: bytes) -> None:
    record = next(name for name in files_of(data) if name.startswith("records/"))
    bomb = bytearray(zipped({**files_of(data), record: b" " * 6_000_000}))
    for at in range(len(bomb) - 30):
        if bomb[at : at + 4] == b"PK\x01\x02" and bomb[at + 46 :].startswith(record.encode()):
            struct.pack_into("<L", bomb, at + 24, 100)
    refused(database, other, bytes(bomb))


def test_a_list_of_far_too_many_files_is_not_even_read(
    database: Database, other: str, data: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = data.rfind(b"PK\x05\x06")
    lying = bytearray(data)
    struct.pack_into("<L", lying, at + 12, 2**31)
    monkeypatch.setattr(zipfile.ZipFile, "__init__", lambda *_: pytest.fail("it was opened"))
    assert "far too many" in str(refused(database, other, bytes(lying)))
