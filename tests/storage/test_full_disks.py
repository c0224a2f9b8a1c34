"""A disk that is full, or can only be read: what is kept can be read all the same."""

import os
import shutil
import tempfile
import traceback
from pathlib import Path

import pytest

from scorer.storage.database import open_database
from scorer.storage.migrate import prepare
from tests.faults import fill, mount, unmount
from tests.storage.small_writes import add_club, read, why

NOBODY = 65534


def test_a_full_disk_is_read_and_written_again_once_there_is_room(tmp_path, prepared_file):
    mount("-t", "tmpfs", "-o", "size=2m", "tmpfs", str(tmp_path))
    try:
        file = tmp_path / "scorer.sqlite"
        file.write_bytes(prepared_file.read_bytes())
        running = open_database(f"sqlite:///{file}")
        add_club(running)
        rest = fill(tmp_path)
        assert [why(running), read(running)] == ["disk_full", 1]
        running.close()
        # Whoever starts only now has no room for what SQLite keeps beside the file.
        rest.unlink()
        prepare(running)
        running.close()
        assert list(tmp_path.iterdir()) == [file]
        rest = fill(tmp_path)
        late = open_database(f"sqlite:///{file}")
        prepare(late)
        assert [read(late), why(late), read(late)] == [1, "disk_full", 1]
        rest.unlink()
        add_club(late)
        assert read(late) == 2
        late.close()
    finally:
        unmount(tmp_path)


@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
@pytest.mark.parametrize(("folder", "file"), [(0o555, 0o444), (0o555, 0o644), (0o755, 0o444)])
def test_a_folder_or_a_file_that_may_only_be_read_is_read(prepared_file, folder, file):
    place = Path(tempfile.mkdtemp())
    kept = place / "scorer.sqlite"
    kept.write_bytes(prepared_file.read_bytes())
    if os.geteuid() == 0:
        os.chown(kept, NOBODY, NOBODY)
        os.chown(place, NOBODY, NOBODY)

    def look():
        database = open_database(f"sqlite:///{kept}")
        prepare(database)
        assert [read(database), why(database), read(database)] == [0, "read_only", 0]
        database.close()

    def write():
        database = open_database(f"sqlite:///{kept}")
        add_club(database)
        assert read(database) == 1
        database.close()

    try:
        kept.chmod(file)
        place.chmod(folder)
        as_nobody(look)
        place.chmod(0o755)
        kept.chmod(0o644)
        as_nobody(write)
    finally:
        shutil.rmtree(place)


def as_nobody(act):
    """Do something in a process of a user who is not root."""
    child = os.fork()
    if child == 0:
        try:
            if os.geteuid() == 0:
                os.setgroups([])
                os.setgid(NOBODY)
                os.setuid(NOBODY)
            act()
        except BaseException:
            traceback.print_exc()
            os._exit(1)
        os._exit(0)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


@pytest.mark.parametrize("killed", [False, True])
def test_a_read_only_disk_is_read(tmp_path, prepared_file, killed):
    kept, seen = tmp_path / "kept", tmp_path / "seen"
    kept.mkdir()
    seen.mkdir()
    file = kept / "scorer.sqlite"
    file.write_bytes(prepared_file.read_bytes())
    first = open_database(f"sqlite:///{file}")
    add_club(first)
    if not killed:  # or else its log stays beside the file, with the club in it
        first.close()
    mount("--bind", str(kept), str(seen))
    try:
        mount("-o", "remount,ro,bind", str(seen))
        database = open_database(f"sqlite:///{seen / 'scorer.sqlite'}")
        prepare(database)
        assert [read(database), why(database), read(database)] == [1, "read_only", 1]
        database.close()
    finally:
        unmount(seen)
        first.close()
