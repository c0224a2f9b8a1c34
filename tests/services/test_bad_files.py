"""Files that are half right change nothing and say what is wrong, and where."""

import json
from datetime import timedelta
from typing import Any

import pytest

from scorer.services.exchange.export import export_club, export_game
from scorer.storage.database import Database
from tests.services.imports import import_file, preview, repacked, second_club
from tests.services.refused_files import files_of, refused, zipped
from tests.tables import Wall, begin, new_id


def without(key: str) -> Any:
    return lambda told: {name: value for name, value in told.items() if name != key}


def with_key(**keys: Any) -> Any:
    return lambda told: {**told, **keys}


def first_changed(**keys: Any) -> Any:
    return lambda told: [{**told[0], **keys}, *told[1:]]


# What is wrong in which file of the zip, where that is, and what is said of it.
HALF_RIGHT: list[tuple[str, Any, str, str]] = [
    ("club.json", without("format"), "club.json", "the format"),
    ("club.json", with_key(time_zone="Mars/X"), "club.json", "its time_zone is not one"),
    ("club.json", with_key(time_zone=5), "club.json", "its time_zone is not one"),
    ("club.json", with_key(name=7), "club.json", "name"),
    ("club.json", with_key(currency=7), "club.json", "currency"),
    ("club.json", b"{", "club.json", "not a record"),
    ("club.json", None, "The file", "missing"),
    ("nights.json", b"{}", "nights.json", "a list"),
    ("nights.json", b"[NaN]", "nights.json", "not a number"),
    ("nights.json", b"[7]", "nights.json, number 1", "no id"),
    ("nights.json", b"\xff\xfe[]", "nights.json", "UTF-8"),
    ("nights.json", first_changed(day="May"), "nights.json, number 1", "not a date"),
    ("nights.json", first_changed(opened_at="9999-99-99"), "nights.json, number 1", "opened"),
    ("nights.json", first_changed(day="0001-01-01"), "nights.json, number 1", "its day is not"),
    ("nights.json", first_changed(day=20250503), "nights.json, number 1", "its day is not"),
    ("nights.json", first_changed(day="2099-05-17"), "nights.json, number 1", "its day is in the"),
    ("nights.json", first_changed(place=7), "nights.json, number 1", "place"),
    ("nights.json", first_changed(name=["x"]), "nights.json, number 1", "name"),
    ("nights.json", first_changed(note={}), "nights.json, number 1", "note"),
    (
        *("nights.json", first_changed(opened_at="2099-05-17T20:00:00Z")),
        *("nights.json, number 1", "in the future"),
    ),
    ("nights.json", first_changed(games="all"), "nights.json, number 1", "its games"),
    ("nights.json", first_changed(games=[]), "nights.json", "no night has the game"),
    ("nights.json", lambda told: [*told, told[0]], "nights.json", "twice"),
    ("nights.json", first_changed(name="x" * 81), "nights.json, number 1, name", "80 letters"),
    (
        "nights.json",
        first_changed(place="x" * 81),
        "nights.json, number 1, place",
        "80 letters",
    ),
    (
        "nights.json",
        first_changed(note="x" * 2001),
        "nights.json, number 1, note",
        "2000 letters",
    ),
    ("club.json", with_key(name="x" * 81), "club.json, name", "80 letters"),
    ("club.json", with_key(currency="12!"), "club.json, currency", "currency is not known"),
    ("club.json", with_key(currency="<b>"), "club.json, currency", "currency is not known"),
    ("club.json", with_key(currency=["EUR"]), "club.json, currency", "currency is not known"),
    ("players.json", first_changed(name="\u202e\n"), "players.json, number 1", "name"),
    ("players.json", first_changed(name=None), "players.json, number 1", "name"),
    ("players.json", first_changed(id="../x"), "players.json, number 1", "no id"),
    ("players.json", first_changed(person=7), "players.json, number 1", "person"),
    ("payments.json", first_changed(amount=1e9), "payments.json, number 1", "amount"),
    ("payments.json", first_changed(amount=2**40), "payments.json, number 1", "amount"),
    ("payments.json", first_changed(payer=None), "payments.json, number 1", "who paid"),
    ("payments.json", first_changed(note=[1]), "payments.json, number 1", "note"),
    ("records/", b"[" * 5000, "records/", "nested"),
    ("records/", without("format"), "records/", "format"),
    ("records/", lambda told: {**told, "id": new_id()}, "records/", "another game"),
    ("records/", lambda told: {**told, "variant": "whist"}, "records/", "whist"),
    ("records/", lambda told: {**told, "trumps": 1}, "records/", "trumps"),
    ("records/", lambda told: {**told, "started_at": 5}, "records/", "started_at"),
]


def test_a_file_that_is_half_right_is_refused_and_says_where(
    database: Database, other: str, data: bytes, subtests: pytest.Subtests
) -> None:
    """One club for all of them, since nothing of it changes."""
    for name, say, where, says in HALF_RIGHT:
        with subtests.test(name, where=where, says=says):
            found = refused(database, other, repacked(data, **{name: say}))
            assert any(one.startswith(where) and says in fault for one, fault in found), found


def test_a_night_that_cannot_be_read_is_all_that_is_wrong(
    database: Database, other: str, data: bytes
) -> None:
    broken = repacked(data, nights=first_changed(day="May"))
    assert refused(database, other, broken) == [
        ("nights.json, number 1", "its day is not a date as 2025-05-03.")
    ]


def test_what_is_missing_in_a_zip_is_named(database: Database, other: str, data: bytes) -> None:
    without_two = repacked(data, club=None, nights=None)
    assert refused(database, other, without_two) == [
        ("The file", "this is missing in the zip: club.json and nights.json.")
    ]


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
    data = repacked(export_club(database, club).whole(), records=say)
    found = refused(database, second_club(database), data)
    assert found[0][0].startswith("records/")
    assert says in found[0][1].lower() or says in found[0][1], found


def test_an_impossible_deal_names_the_deal_and_the_player(database: Database, club: str) -> None:
    table = begin(database, club)
    table.deal()
    told = json.loads(export_game(database, club, table.id))
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
    told = json.loads(export_game(database, club, table.id))
    told["players"][0]["name"] = "<script>alert(1)</script>"
    told["players"][1]["name"] = "=HYPERLINK(1)"
    plan, _ = preview(database, second_club(database), json.dumps(told).encode())
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


@pytest.mark.parametrize("days", [0, 300])
def test_a_game_of_the_future_is_refused_though_clocks_may_differ(
    database: Database, club: str, wall: Wall, days: int
) -> None:
    table, other = begin(database, club), second_club(database)
    table.deal()
    told = json.loads(export_game(database, club, table.id))
    soon, later = (wall.at + timedelta(days=days, minutes=some) for some in (4, 6))
    if not days:
        import_file(database, other, json.dumps({**told, "started_at": soon.isoformat()}).encode())
    for late in ({"started_at": later.isoformat()}, {"entries": [dict(told["entries"][0])]}):
        if "entries" in late:
            late["entries"][0]["written_at"] = later.isoformat()
        ((where, says),) = refused(database, club, json.dumps({**told, **late}).encode())
        what = "The record, entry 1" if "entries" in late else "The record"
        assert (where, says[-17:]) == (what, "is in the future.")
