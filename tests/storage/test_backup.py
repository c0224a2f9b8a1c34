"""Backups: one file from which either database becomes what it was."""

import json
import stat
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from sqlalchemy import insert, inspect, select

from scorer.services.club import invitations
from scorer.services.club.devices import find_device
from scorer.services.club.join import join_club
from scorer.services.exchange.export import export_club
from scorer.services.nights.night_list import list_nights
from scorer.services.projections import check
from scorer.storage import backup
from scorer.storage.backup import write_backup
from scorer.storage.database import Database, open_database
from scorer.storage.migrate import prepare
from scorer.storage.restore import BadBackup, restore_backup
from scorer.storage.schema import metadata, uploads
from scorer.storage.search import rebuild_documents, stale_documents
from tests.played_club import play_club
from tests.tables import Wall, begin, new_id


def all_rows(database: Database) -> dict[str, list[tuple[object, ...]]]:
    with database.reading() as connection:
        return {
            table.name: sorted(map(tuple, connection.execute(select(table))), key=repr)
            for table in backup.kept_tables()
        }


@pytest.fixture
def elsewhere(tmp_path: Path) -> Database:
    """Another, empty database on SQLite."""
    database = open_database(f"sqlite:///{tmp_path / 'elsewhere.sqlite'}")
    prepare(database)
    yield database
    database.close()


def test_a_restored_database_is_what_it_was(
    database: Database, club: str, wall: Wall, tmp_path: Path
) -> None:
    played = play_club(database, club, wall)
    before = all_rows(database)
    written = write_backup(database, tmp_path / "b.zip")
    assert written == sum(map(len, before.values()))
    played[2].write("deal", {"after": None, "facts": {"void": True}})
    begin(database, club, "Zoe", "Yan", "Xia", "Wim")
    assert restore_backup(database, tmp_path / "b.zip") == written
    assert all_rows(database) == before
    assert check(database) == []


def test_a_backup_moves_from_one_kind_of_database_to_the_other(
    database: Database, elsewhere: Database, club: str, wall: Wall, tmp_path: Path
) -> None:
    play_club(database, club, wall)
    before, export = all_rows(database), export_club(database, club).whole()
    write_backup(database, tmp_path / "there.zip")
    restore_backup(elsewhere, tmp_path / "there.zip")
    assert all_rows(elsewhere) == before
    assert export_club(elsewhere, club).whole() == export
    write_backup(elsewhere, tmp_path / "back.zip")
    restore_backup(database, tmp_path / "back.zip")
    assert all_rows(database) == before


def test_a_backup_knows_every_table_there_is(database: Database) -> None:
    code = "from scorer.storage.backup import TABLES; print(*(one.name for one in TABLES))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    there = {
        name
        for name in inspect(database.engine).get_table_names()
        # The index of the search makes itself, and the revision is told in the file's head.
        if not name.startswith("night_index") and name != "alembic_version"
    }
    assert set(done.stdout.split()) == there


def test_a_restored_night_is_found_by_the_search(
    database: Database, elsewhere: Database, club: str, wall: Wall, tmp_path: Path
) -> None:
    play_club(database, club, wall)
    rebuild_documents(database)
    write_backup(database, tmp_path / "b.zip")

    def found(where: Database) -> list[str]:
        return [one.id for one in list_nights(where, club, words="brno ann").nights]

    before = found(database)
    assert before
    restore_backup(elsewhere, tmp_path / "b.zip")
    restore_backup(database, tmp_path / "b.zip")
    for where in (elsewhere, database):
        assert found(where) == before
        assert stale_documents(where) == []


def test_a_phone_that_had_joined_is_still_known(
    database: Database, club: str, tmp_path: Path
) -> None:
    made = invitations.make_invitation(database, "a secret for tests", club, "score")
    device, token = join_club(database, made, "Phone")
    write_backup(database, tmp_path / "b.zip")
    assert token.encode() not in (tmp_path / "b.zip").read_bytes()
    with database.writing() as connection:
        for table in reversed(metadata.sorted_tables):
            connection.execute(table.delete())
    restore_backup(database, tmp_path / "b.zip")
    known = find_device(database, token)
    assert known is not None
    assert known[0].id == device.id


def test_only_the_owner_can_read_a_backup_and_nothing_else_is_left(
    database: Database, club: str, tmp_path: Path
) -> None:
    folder = tmp_path / "backups"
    folder.mkdir()
    for name in ("a.zip", "b.zip"):
        write_backup(database, folder / name)
        assert stat.S_IMODE((folder / name).stat().st_mode) == 0o600
    assert sorted(path.name for path in folder.iterdir()) == ["a.zip", "b.zip"]


def test_a_file_that_is_there_is_never_written_over(
    database: Database, club: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, link = tmp_path / "b.zip", tmp_path / "link.zip"
    link.symlink_to(tmp_path / "gone.zip")
    with pytest.raises(FileExistsError):
        write_backup(database, link)
    write_all = backup._write_all

    def meanwhile(*told: object) -> int:
        file.write_bytes(b"somebody else's")
        return write_all(*told)  # type: ignore[arg-type]

    monkeypatch.setattr(backup, "_write_all", meanwhile)
    for _ in range(2):
        with pytest.raises(FileExistsError):
            write_backup(database, file)
        assert file.read_bytes() == b"somebody else's"
    assert sorted(path.name for path in tmp_path.glob("*.zip*")) == ["b.zip", "link.zip"]


def test_files_on_their_way_in_are_left_out_and_thrown_away(
    database: Database, club: str, wall: Wall, tmp_path: Path
) -> None:
    row = {"club": club, "id": new_id(), "part": 0, "data": b"secret", "made_at": wall.now()}
    with database.writing() as connection:
        connection.execute(insert(uploads), row)
    write_backup(database, tmp_path / "b.zip")
    restore_backup(database, tmp_path / "b.zip")
    with database.reading() as connection:
        assert connection.execute(select(uploads)).all() == []


def changed(file: Path, name: str, say: object) -> None:
    """Put other bytes in the place of one file of a zip."""
    with zipfile.ZipFile(file) as packed:
        kept = {one: packed.read(one) for one in packed.namelist()}
    kept[name] = say(kept[name])  # type: ignore[operator]
    with zipfile.ZipFile(file, "w") as packed:
        for one, data in kept.items():
            if data is not None:
                packed.writestr(one, data)


def of_revision(revision: str) -> object:
    return lambda data: json.dumps({**json.loads(data), "revision": revision}).encode()


@pytest.mark.parametrize(
    ("name", "say", "complaint"),
    [
        ("backup.json", of_revision("9999"), "newer release"),
        ("backup.json", of_revision("0001"), "older release"),
        ("backup.json", lambda data: b"{}", "damaged"),
        ("backup.json", lambda data: b"[]", "no backup"),
        ("backup.json", lambda data: b"\xff", "no backup"),
        ("backup.json", lambda data: None, "damaged"),
        ("games.jsonl", lambda data: None, "damaged"),
        ("games.jsonl", lambda data: data.replace(b"red-nines", b"red-nineS"), "“games”"),
        ("games.jsonl", lambda data: b"", "“games”"),
        ("entries.jsonl", lambda data: data + data, "“entries”"),
    ],
)
def test_a_backup_that_is_not_right_changes_nothing(
    database: Database, club: str, tmp_path: Path, name: str, say: object, complaint: str
) -> None:
    begin(database, club).deal()
    file = tmp_path / "b.zip"
    write_backup(database, file)
    begin(database, club)
    before = all_rows(database)
    changed(file, name, say)
    with pytest.raises(BadBackup, match=complaint):
        restore_backup(database, file)
    assert all_rows(database) == before


def test_a_file_that_was_cut_off_or_is_no_zip_is_refused(
    database: Database, club: str, tmp_path: Path
) -> None:
    file = tmp_path / "b.zip"
    write_backup(database, file)
    whole = file.read_bytes()
    for data in (b"", b"PK", whole[: len(whole) // 2], whole[200:], b"hello" * 1000):
        file.write_bytes(data)
        with pytest.raises(BadBackup):
            restore_backup(database, file)
    with pytest.raises(BadBackup, match="no such file"):
        restore_backup(database, tmp_path / "nowhere.zip")
    with pytest.raises(BadBackup):
        restore_backup(database, tmp_path)


def test_bytes_that_were_damaged_anywhere_are_noticed(
    database: Database, club: str, tmp_path: Path
) -> None:
    begin(database, club).deal()
    file = tmp_path / "b.zip"
    write_backup(database, file)
    whole, before = file.read_bytes(), all_rows(database)
    noticed = 0
    for at in range(0, len(whole), max(1, len(whole) // 60)):
        file.write_bytes(whole[:at] + bytes([whole[at] ^ 0x55]) + whole[at + 1 :])
        try:
            restore_backup(database, file)
        except BadBackup:
            noticed += 1
        assert all_rows(database) == before
    assert noticed > 30
