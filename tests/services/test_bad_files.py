"""Files that are broken, hostile or half right change nothing and say what is wrong, and where."""

import io
import json
import struct
import tracemalloc
import zipfile
from typing import Any
from zipfile import ZIP_BZIP2, ZIP_DEFLATED, ZIP_LZMA, ZipFile, ZipInfo

import pytest

from scorer.services import exporting, unpacking
from scorer.services.faults import BadFile
from scorer.storage.database import Database
from tests.played import play_club
from tests.services.bringing import everything, look, repacked, second_club
from tests.tables import Wall, begin, new_id


@pytest.fixture
def data(database: Database, club: str, wall: Wall) -> bytes:
    play_club(database, club, wall)
    return exporting.export_club(database, club).whole()


@pytest.fixture
def other(database: Database, data: bytes) -> str:
    return second_club(database)


def refused(database: Database, club: str, data: bytes) -> list[tuple[str, str]]:
    before = everything(database)
    with pytest.raises(BadFile) as fault:
        look(database, club, data)
    assert everything(database) == before
    assert all(one.where and one.says.endswith((".", "”")) for one in fault.value.faults)
    return [(one.where, one.says) for one in fault.value.faults]


def zipped(files: dict[str, bytes], **how: Any) -> bytes:
    made = io.BytesIO()
    with ZipFile(made, "w", ZIP_DEFLATED) as packed:
        for name, content in files.items():
            info = ZipInfo(name)
            info.compress_type = ZIP_DEFLATED
            for key, value in how.items():
                setattr(info, key, value)
            packed.writestr(info, content)
    return made.getvalue()


def files_of(data: bytes) -> dict[str, bytes]:
    with ZipFile(io.BytesIO(data)) as packed:
        return {name: packed.read(name) for name in packed.namelist()}


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
            look(database, other, data[:at] + bytes([data[at] ^ 0x55]) + data[at + 1 :])
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
    assert "far more comes out" in str(refused(database, other, bomb))
    monkeypatch.setattr(unpacking, "MOST_IN_ALL", 1_000)
    assert "far more comes out" in str(refused(database, other, data))


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
            for _ in range(100):
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


def without(key: str) -> Any:
    return lambda told: {name: value for name, value in told.items() if name != key}


def first_changed(**keys: Any) -> Any:
    return lambda told: [{**told[0], **keys}, *told[1:]]


def deals_changed(told: dict[str, Any]) -> dict[str, Any]:
    return {**told, "deals": [*told["deals"], {"void": True}]}


@pytest.mark.parametrize(
    ("name", "say", "where", "says"),
    [
        ("club.json", without("format"), "club.json", "the format"),
        ("club.json", b"{", "club.json", "not a record"),
        ("club.json", None, "The file", "missing"),
        ("nights.json", b"{}", "nights.json", "a list"),
        ("nights.json", b"[NaN]", "nights.json", "not a number"),
        ("nights.json", b"[7]", "nights.json, number 1", "no id"),
        ("nights.json", b"\xff\xfe[]", "nights.json", "UTF-8"),
        ("nights.json", first_changed(day="May"), "nights.json, number 1", "not a date"),
        ("nights.json", first_changed(opened_at="9999-99-99"), "nights.json, number 1", "opened"),
        ("nights.json", first_changed(games="all"), "nights.json, number 1", "its games"),
        ("nights.json", first_changed(games=[]), "nights.json", "no night has the game"),
        ("nights.json", lambda told: [*told, told[0]], "nights.json", "twice"),
        ("players.json", first_changed(name="\u202e\n"), "players.json, number 1", "name"),
        ("players.json", first_changed(name=None), "players.json, number 1", "name"),
        ("players.json", first_changed(id="../x"), "players.json, number 1", "no id"),
        ("players.json", first_changed(person=7), "players.json, number 1", "person"),
        ("payments.json", first_changed(amount=1e9), "payments.json, number 1", "amount"),
        ("payments.json", first_changed(amount=2**40), "payments.json, number 1", "amount"),
        ("payments.json", first_changed(unit="beer"), "payments.json, number 1", "amount"),
        ("payments.json", first_changed(payer=None), "payments.json, number 1", "who paid"),
        ("payments.json", first_changed(balances=[1]), "payments.json, number 1", "balances"),
        ("records/", b"[" * 5000, "records/", "nested"),
        ("records/", without("format"), "records/", "format"),
        ("records/", lambda told: {**told, "id": new_id()}, "records/", "another game"),
        ("records/", lambda told: {**told, "variant": "whist"}, "records/", "whist"),
        ("records/", lambda told: {**told, "trumps": 1}, "records/", "trumps"),
        ("records/", lambda told: {**told, "started_at": 5}, "records/", "started_at"),
    ],
)
def test_a_file_that_is_half_right_is_refused_and_says_where(
    database: Database, other: str, data: bytes, name: str, say: Any, where: str, says: str
) -> None:
    found = refused(database, other, repacked(data, **{name: say}))
    assert any(one.startswith(where) and says in other for one, other in found), found


def entry_changed(at: int, **keys: Any) -> Any:
    def change(told: dict[str, Any]) -> dict[str, Any]:
        book = [dict(one) for one in told["entries"]]
        book[at] |= keys
        return {**told, "entries": book}

    return change


@pytest.mark.parametrize(
    ("say", "says"),
    [
        (entry_changed(1, name="x"), "name of entry 2"),
        (entry_changed(0, name=["x"]), "entries"),
        (entry_changed(0, kind="steal"), "steal"),
        (entry_changed(0, kind=["deal"]), "no entries of the kind"),
        (entry_changed(0, number=7), "entries"),
        (entry_changed(0, scores=1), "scores"),
        (entry_changed(0, written_at="yesterday"), "written_at"),
        (entry_changed(0, phone="\n"), "name"),
        (entry_changed(0, content={"after": None, "facts": {}}), "who went out"),
        (entry_changed(0, content={"after": None, "facts": {"x": "y" * 30_000}}), "nothing is"),
        (entry_changed(1, content={"deal": new_id(), "facts": {}}), "nothing is known"),
    ],
)
def test_a_book_that_cannot_be_is_refused(
    database: Database, club: str, say: Any, says: str
) -> None:
    table = begin(database, club)
    table.deal()
    table.deal()
    data = repacked(exporting.export_club(database, club).whole(), records=say)
    found = refused(database, second_club(database), data)
    assert found[0][0].startswith("records/")
    assert says in found[0][1].lower() or says in found[0][1], found


def test_an_impossible_deal_names_the_deal_and_the_player(database: Database, club: str) -> None:
    table = begin(database, club)
    table.deal()
    told = json.loads(exporting.export_game(database, club, table.id))
    del told["entries"]
    told["deals"][0]["hands"][2] = ["A"] * 5
    found = refused(database, second_club(database), json.dumps(told).encode())
    assert found == [("The record, deal 1, Cat", "Five aces, but this pack has four.")]


def test_all_that_is_wrong_is_told_up_to_twenty(
    database: Database, other: str, data: bytes
) -> None:
    files = files_of(data)
    broken = {name: b"{" if "records/" in name else data for name, data in files.items()}
    assert len(refused(database, other, zipped(broken))) == 5
    club = json.loads(files["players.json"])
    many = [{**club[0], "id": new_id(), "name": ""} for _ in range(50)]
    files["players.json"] = json.dumps(many).encode()
    assert len(refused(database, other, zipped(files))) == 20


def test_html_and_formulas_in_names_are_names(database: Database, club: str) -> None:
    table = begin(database, club)
    told = json.loads(exporting.export_game(database, club, table.id))
    told["players"][0]["name"] = "<script>alert(1)</script>"
    told["players"][1]["name"] = "=HYPERLINK(1)"
    plan, _ = look(database, second_club(database), json.dumps(told).encode())
    assert "<script>alert(1)</script>" in plan.new
    assert "=HYPERLINK(1)" in plan.new


@pytest.mark.parametrize(
    "data",
    [
        b"%PDF-1.7 and so on",
        b"\x89PNG\r\n\x1a\n",
        b"{" + b" " * 5_000_000 + b"}",
        b"x," * 3_000_000,
        b"[]",
        b"null",
        b'{"format": "scorer-backup/1"}',
    ],
)
def test_other_files_are_refused(database: Database, club: str, data: bytes) -> None:
    refused(database, club, data)
