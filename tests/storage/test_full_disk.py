"""A disk that fills up: what is kept can be read all the same."""

from scorer.storage.database import open_database
from tests.faults import fill, mount, unmount
from tests.storage.small_writes import add_club, read, why


def test_a_full_disk_is_read_and_written_again_once_there_is_room(tmp_path, prepared_file):
    mount("-t", "tmpfs", "-o", "size=2m", "tmpfs", str(tmp_path))
    try:
        file = tmp_path / "scorer.sqlite"
        file.write_bytes(prepared_file.read_bytes())
        running = open_database(f"sqlite:///{file}")
        add_club(running)
        rest = fill(tmp_path)
        assert [why(running), read(running)] == ["disk_full", 1]
        rest.unlink()
        add_club(running)
        assert read(running) == 2
        running.close()
    finally:
        unmount(tmp_path)
