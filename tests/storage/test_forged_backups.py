"""A backup that somebody made by hand is refused the same on both databases."""

import hashlib
import json
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from scorer.services.club import invitations
from scorer.services.club.join import join_club
from scorer.services.demo import make_demo
from scorer.services.projections import rebuild
from scorer.storage import backup
from scorer.storage.backup import write_backup
from scorer.storage.database import Database
from scorer.storage.restore import BadBackup, restore_backup
from tests.tables import new_id

Row = dict[str, Any]
Rows = dict[str, list[Row]]


def forge(file: Path, change: Callable[[Rows], Any]) -> None:
    """Change rows as somebody would who also knows how to write the head."""
    with zipfile.ZipFile(file) as packed:
        head = json.loads(packed.read("backup.json"))
        rows = {
            name: [
                dict(zip(told["columns"], json.loads(line), strict=True))
                for line in packed.read(f"{name}.jsonl").splitlines()
            ]
            for name, told in head["tables"].items()
        }
    change(rows)
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, told in head["tables"].items():
            lines = b"".join(f"{json.dumps(list(one.values()))}\n".encode() for one in rows[name])
            packed.writestr(f"{name}.jsonl", lines)
            told |= {"rows": len(rows[name]), "sha256": hashlib.sha256(lines).hexdigest()}
        packed.writestr("backup.json", json.dumps(head))


def all_rows(database: Database) -> dict[str, list[tuple[object, ...]]]:
    with database.reading() as connection:
        return {
            table.name: sorted(map(tuple, connection.execute(select(table))), key=repr)
            for table in backup.kept_tables()
        }


def value(table: str, column: str, said: Any) -> Callable[[Rows], Any]:
    return lambda rows: rows[table][0].update({column: said})


def twice(table: str) -> Callable[[Rows], Any]:
    return lambda rows: rows[table].append(dict(rows[table][0]))


def without(table: str) -> Callable[[Rows], Any]:
    return lambda rows: rows[table].pop(0)


def with_a_gap(rows: Rows) -> None:
    """The newest entry of a game gets the number after its own."""
    newest = max(rows["entries"], key=lambda one: (one["game"], one["number"]))
    newest["number"] += 1


def cannot_be_right(table: str, column: str) -> str:
    return f"“{column}” in row 1 of the table “{table}” cannot be right"


def do_not_fit(table: str) -> str:
    return f"the rows of the table “{table}” do not fit together, or not to other tables"


NOBODY = "00000000-0000-4000-8000-000000000000"
VALUES: list[tuple[str, str, Any]] = [
    ("games", "version", "1"),
    ("games", "version", True),
    ("games", "version", 1.0),
    ("games", "version", 2**31),
    ("games", "version", -(10**30)),
    ("games", "over", 1),
    ("games", "over", None),
    ("games", "id", "GAME"),
    ("games", "id", 7),
    ("games", "variant", "poker"),
    ("games", "kind", "red-nines/pennies/"),
    ("pair_results", "kind", "poker"),
    ("feats", "kind", ""),
    ("games", "house_rules", "[]"),
    ("games", "house_rules", "{"),
    ("games", "started_at", "yesterday"),
    ("games", "started_at", "2026-01-01"),
    ("games", "started_at", "2026-01-01T12:00:00"),
    ("games", "started_at", "0001-01-01T00:00:00+14:00"),
    ("games", "started_at", "2026-01-01T13:00:00+01:00"),
    ("games", "started_at", 0),
    ("nights", "day", "2026-02-30"),
    ("nights", "day", "20260201"),
    ("nights", "name", "x" * 81),
    ("nights", "note", "a\0b"),
    ("nights", "note", "\ud800"),
    ("nights", "note", ["a"]),
    ("clubs", "name", None),
    ("players", "name", "x" * 41),
    ("entries", "kind", "cheat"),
    ("entries", "content", "null"),
    ("entries", "seen", "0"),
    ("devices", "right", "everything"),
    ("devices", "token_hash", "known"),
    ("invitations", "right", ""),
    ("rated", "mu", "25"),
    ("rated", "mu", 10),
    ("rated", "mu", float("1e400")),
    ("deal_results", "apart", 2**63),
    ("night_words", "number", "1"),
    ("night_words", "words", "ann  ben"),
    ("night_words", "words", "a" * 61),
    ("night_words", "words", "ann' | 'ben"),
    ("night_words", "words", " ".join(["ann"] * 200_000)),
]
WHOLE: list[tuple[str, Callable[[Rows], Any], str]] = [
    ("a key twice", twice("players"), do_not_fit("players")),
    ("a row twice", twice("entries"), do_not_fit("entries")),
    ("no such night", value("games", "night", NOBODY), do_not_fit("games")),
    ("no such club", value("games", "club", NOBODY), do_not_fit("games")),
    ("no such game", value("entries", "game", NOBODY), do_not_fit("entries")),
    ("a game lost", without("games"), do_not_fit("deal_results")),
    ("no such person", value("players", "person", NOBODY), do_not_fit("players")),
    ("nobody's result", value("results", "person", NOBODY), do_not_fit("results")),
    ("an edition to come", value("games", "edition", 99), cannot_be_right("games", "variant")),
    ("a gap", with_a_gap, do_not_fit("entries")),
    ("an entry lost", without("entries"), do_not_fit("entries")),
    ("a seat lost", without("seats"), do_not_fit("seats")),
    ("no dealer", value("games", "first_dealer", 12), do_not_fit("seats")),
    ("a column too many", value("clubs", "extra", 1), "row 1 of the table “clubs” cannot be read"),
    (
        "a column too few",
        lambda rows: rows["clubs"][0].popitem(),
        "row 1 of the table “clubs” cannot be read",
    ),
    (
        "rows of a table nobody knows",
        lambda rows: rows["clubs"].__setitem__(0, {"a": {"b": []}}),
        "row 1 of the table “clubs” cannot be read",
    ),
]


@pytest.fixture
def backed_up(database: Database, tmp_path: Path) -> Path:
    """A backup of a club with a past, with a phone that has joined it."""
    made = make_demo(database, 2)
    invited = invitations.make_invitation(database, "a secret for tests", made.club, "score")
    join_club(database, invited, "Phone")
    rebuild(database)
    write_backup(database, tmp_path / "b.zip")
    return tmp_path / "b.zip"


def test_forged_values_are_refused_by_name_before_anything_is_touched(
    database: Database, backed_up: Path
) -> None:
    whole, before = backed_up.read_bytes(), all_rows(database)
    for table, column, said in VALUES:
        forge(backed_up, value(table, column, said))
        with pytest.raises(BadBackup) as refused:
            restore_backup(database, backed_up)
        assert str(refused.value) == cannot_be_right(table, column), said
        backed_up.write_bytes(whole)
    assert all_rows(database) == before


def test_rows_that_contradict_one_another_are_refused_and_nothing_changes(
    database: Database, backed_up: Path
) -> None:
    whole, before = backed_up.read_bytes(), all_rows(database)
    for name, change, sentence in WHOLE:
        forge(backed_up, change)
        with pytest.raises(BadBackup) as refused:
            restore_backup(database, backed_up)
        assert str(refused.value) == sentence, name
        assert all_rows(database) == before, name
        backed_up.write_bytes(whole)
    forge(backed_up, lambda rows: None)
    assert restore_backup(database, backed_up) == sum(map(len, before.values()))
    assert all_rows(database) == before


@pytest.mark.parametrize(
    "head",
    [
        {"tables": []},
        {"tables": {}},
        {"tables": [[]]},
        {"tables": {"clubs": 1}},
        {"revision": 5},
        {"format": None},
    ],
)
def test_a_forged_head_is_refused(database: Database, tmp_path: Path, head: Row) -> None:
    file = tmp_path / f"{new_id()}.zip"
    write_backup(database, file)
    with zipfile.ZipFile(file) as packed:
        files = {name: packed.read(name) for name in packed.namelist()}
    files["backup.json"] = json.dumps({**json.loads(files["backup.json"]), **head}).encode()
    with zipfile.ZipFile(file, "w") as packed:
        for name, data in files.items():
            packed.writestr(name, data)
    with pytest.raises(BadBackup):
        restore_backup(database, file)
