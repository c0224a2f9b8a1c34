"""Files that are half right, lie or would fill the memory change nothing and say what is wrong."""

import io
import json
import struct
import tracemalloc
import zipfile
from datetime import timedelta
from zipfile import ZIP_BZIP2, ZIP_DEFLATED, ZIP_LZMA, ZipFile

import pytest

from scorer.services.exchange import zips
from scorer.services.exchange.export import export_game
from scorer.services.exchange.faults import BadFile
from tests.services.imports import (
    everything,
    export,
    files_of,
    import_file,
    plan_of,
    preview,
    refused,
    repacked,
    second_club,
    zipped,
)
from tests.tables import begin, new_id


def without(key):
    return lambda raw: {name: value for name, value in raw.items() if name != key}


def with_key(**keys):
    return lambda raw: {**raw, **keys}


def first_changed(**keys):
    return lambda raw: [{**raw[0], **keys}, *raw[1:]]


# The file of the zip that is changed and how, the place of the fault, and its words.
HALF_RIGHT = [
    ("club.json", without("format"), "club.json", "the format"),
    ("club.json", with_key(time_zone="Mars/X"), "club.json", "its time_zone is not one"),
    ("club.json", with_key(name=7), "club.json", "name"),
    ("club.json", with_key(currency=7), "club.json", "currency"),
    ("club.json", b"{", "club.json", "not a record"),
    ("club.json", None, "The file", "missing in the zip: club.json. A spreadsheet has to be"),
    ("nights.json", b"{}", "nights.json", "a list"),
    ("nights.json", b"[NaN]", "nights.json", "not a number"),
    ("nights.json", b"[7]", "nights.json, number 1", "no id"),
    ("nights.json", b"\xff\xfe[]", "nights.json", "UTF-8"),
    ("nights.json", first_changed(day="May"), "nights.json, number 1", "like this"),
    ("nights.json", first_changed(opened_at="9999-99-99"), "nights.json, number 1", "opened"),
    ("nights.json", first_changed(day="0001-01-01"), "nights.json, number 1", "too early"),
    ("nights.json", first_changed(day=7), "nights.json, number 1", "like this"),
    ("nights.json", first_changed(day="2099-05-17"), "nights.json, number 1", "in the future"),
    ("nights.json", first_changed(name=["x"]), "nights.json, number 1", "name"),
    (
        *("nights.json", first_changed(opened_at="2099-05-17T20:00:00Z")),
        *("nights.json, number 1", "in the future"),
    ),
    ("nights.json", first_changed(games="all"), "nights.json, number 1", "its games"),
    ("nights.json", first_changed(games=[]), "nights.json", "no night has the game"),
    ("nights.json", first_changed(name="x" * 81), "nights.json, number 1, name", "80 letters"),
    ("nights.json", first_changed(note="x" * 2001), "nights.json, number 1, note", "2000 letters"),
    ("club.json", with_key(name="x" * 81), "club.json, name", "80 letters"),
    ("club.json", with_key(currency="12!"), "club.json, currency", "currency is not known"),
    ("players.json", first_changed(name="\u202e\n"), "players.json, number 1", "name"),
    ("players.json", first_changed(name=None), "players.json, number 1", "name"),
    ("players.json", first_changed(id="../x"), "players.json, number 1", "no id"),
    ("players.json", first_changed(person=7), "players.json, number 1", "person"),
    ("payments.json", first_changed(amount=1e9), "payments.json, number 1", "amount"),
    ("payments.json", first_changed(amount=2**40), "payments.json, number 1", "amount"),
    ("payments.json", first_changed(payer=None), "payments.json, number 1", "who paid"),
    ("payments.json", first_changed(note=[1]), "payments.json, number 1", "note"),
    ("records/", b"[" * 5000 + b"]" * 5000, "records/", "nested"),
    ("records/", without("format"), "records/", "format"),
    ("records/", lambda raw: {**raw, "id": new_id()}, "records/", "another game"),
    ("records/", lambda raw: {**raw, "variant": "whist"}, "records/", "whist"),
    ("records/", lambda raw: {**raw, "trumps": 1}, "records/", "trumps"),
    ("records/", lambda raw: {**raw, "started_at": 5}, "records/", "started_at"),
    (
        "records/",
        lambda raw: {**raw, "carried": [10**9] * len(raw["players"])},
        "records/",
        "go up",
    ),
]


def test_a_file_that_is_half_right_is_refused_and_says_where(database, other, data, subtests):
    """One club for all of them, since nothing of it changes."""
    before = everything(database)
    for name, say, where, says in HALF_RIGHT:
        with subtests.test(name, where=where, says=says):
            with pytest.raises(BadFile) as fault:
                preview(database, other, repacked(data, **{name: say}))
            found = fault.value.faults
            assert any(one.where.startswith(where) and says in one.says for one in found), found
    assert everything(database) == before


def entry_changed(at, **keys):
    def change(raw):
        book = [dict(one) for one in raw["entries"]]
        book[at] |= keys
        return {**raw, "entries": book}

    return change


NO_BOOKS = [
    *(
        (entry_changed(0, **{key: value}), says)
        for key, value, says in (
            *(("id", ["x"], "entries"), ("name", "x", "name"), ("kind", "steal", "steal")),
            *(("kind", ["deal"], "no entries of the kind"), ("number", 7, "entries")),
            *(("scores", 1, "scores"), ("written_at", "yesterday", "written_at")),
            ("phone", "\n", "name"),
            ("content", {"after": None, "facts": {}}, "not what the entries say"),
        )
    ),
    (entry_changed(1, id="x"), "id of entry 2"),
    (entry_changed(1, content={"deal": new_id(), "facts": {}}), "nothing is known"),
]


def test_a_book_that_cannot_be_is_refused(database, club):
    table, other = begin(database, club), second_club(database)
    table.deal()
    table.deal()
    data = export(database, club)
    for say, says in NO_BOOKS:
        [fault] = refused(database, other, repacked(data, records=say))
        assert fault.where.startswith("records/")
        assert says in fault.says.lower() or says in fault.says, fault


def test_an_impossible_deal_comes_in_and_is_named(database, club):
    table = begin(database, club)
    table.deal()
    raw = json.loads(export_game(database, club, table.id))
    del raw["entries"]
    other = second_club(database)
    [fault] = refused(database, other, json.dumps({**raw, "deals": [7]}).encode())
    assert fault.where == "The record, deal 1"
    raw["deals"][0]["hands"][2] = ["A"] * 5
    [fault] = import_file(database, other, json.dumps(raw).encode()).faults
    assert fault.where == f"Red Nines · {raw['started_at'][:10]}, deal 1, Cat"
    assert fault.says == "Five aces, but this pack has four."


@pytest.mark.parametrize("days", [0, 300])
def test_a_game_of_the_future_is_refused(database, club, fake_clock, days):
    table, other = begin(database, club), second_club(database)
    table.deal()
    raw = json.loads(export_game(database, club, table.id))
    soon, later = (fake_clock.at + timedelta(days=days, minutes=some) for some in (4, 6))
    if not days:
        import_file(database, other, json.dumps({**raw, "started_at": soon.isoformat()}).encode())
    for late in ({"started_at": later.isoformat()}, {"entries": [dict(raw["entries"][0])]}):
        if "entries" in late:
            late["entries"][0]["written_at"] = later.isoformat()
        [fault] = refused(database, club, json.dumps({**raw, **late}).encode())
        assert fault.where == ("The record, entry 1" if "entries" in late else "The record")
        assert fault.says.endswith("is in the future.")


def test_a_zip_that_was_cut_off_or_damaged_is_refused(database, other, data):
    for broken in (data[: len(data) // 2], data[:-4], data[:200] + data[300:], b"PK\x03\x04"):
        refused(database, other, broken)
    flipped = bytearray(data)
    flipped[data.index(b"nights.json") + 40] ^= 0xFF
    assert "nights.json" in str(refused(database, other, bytes(flipped)))


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_other_files_in_a_zip_are_not_read(database, other, data):
    names = ("../../etc/passwd", "/etc/passwd", "__MACOSX/club.json", "x\x00.exe", "records/1.json")
    packed = zipped({**files_of(data), **dict.fromkeys(names, b"{")})
    plan, expected = (plan_of(database, other, one) for one in (packed, data))
    assert (plan.games, plan.days, plan.new) == (expected.games, expected.days, expected.new)


@pytest.mark.parametrize(
    ("name", "packing"),
    [("nights.json", ZIP_DEFLATED), ("records/", ZIP_BZIP2), ("nights.json", ZIP_LZMA)],
)
def test_a_file_that_would_unpack_to_very_much_is_refused(
    database, other, data, monkeypatch, name, packing
):
    monkeypatch.setattr(zips, "MAX_IN_A_LIST", 4_000_000)
    inside = next(found for found in files_of(data) if found.startswith(name))
    made = io.BytesIO(repacked(data, **{inside: None}))
    with ZipFile(made, "a") as packed:
        packed.writestr(inside, bytes(40_000_000), packing)
    tracemalloc.start()
    try:
        assert inside in [fault.where for fault in refused(database, other, made.getvalue())]
        assert tracemalloc.get_traced_memory()[1] < 25_000_000
    finally:
        tracemalloc.stop()
    monkeypatch.setattr(zips, "MAX_IN_ALL", 1_000)
    assert "too large" in str(refused(database, other, data))


def test_a_size_that_is_a_lie_is_not_believed(database, other, data):
    record = next(name for name in files_of(data) if name.startswith("records/"))
    bomb = bytearray(zipped({**files_of(data), record: b" " * 6_000_000}))
    for at in range(len(bomb) - 30):
        if bomb[at : at + 4] == b"PK\x01\x02" and bomb[at + 46 :].startswith(record.encode()):
            struct.pack_into("<L", bomb, at + 24, 100)
    refused(database, other, bytes(bomb))


def test_a_list_of_far_too_many_files_is_not_even_read(database, other, data, monkeypatch):
    monkeypatch.setattr(zips, "MAX_FILES", 5)
    monkeypatch.setattr(zipfile.ZipFile, "__init__", lambda *_: pytest.fail("it was opened"))
    assert "more than 5 files" in str(refused(database, other, data))
