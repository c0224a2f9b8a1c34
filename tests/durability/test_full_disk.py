"""A real server on a disk that fills up, or that can only be read, and has room again later."""

from pathlib import Path
from typing import Any

from scorer.services.club import clubs
from scorer.storage.database import open_database
from tests.faults import fill, mount, unmount
from tests.serving import Phone, Server
from tests.tables import begin, new_id

DEAL = {"out": 0, "hands": [[], ["K"], ["A"], ["7"]]}


def deal(after: str | None = None) -> dict[str, Any]:
    content = {"after": after, "facts": DEAL}
    return {"name": new_id(), "seen": 0 if after is None else 1, "kind": "deal", "content": content}


def new_game(instance: Path) -> str:
    database = open_database(f"sqlite:///{instance / 'scorer.sqlite'}")
    table = begin(database, clubs.first_club(database))
    database.close()
    return table.id


def test_a_server_reads_on_a_full_disk_and_saves_once_there_is_room(tmp_path: Path) -> None:
    instance = tmp_path / "instance"
    instance.mkdir()
    mount("-t", "tmpfs", "-o", "size=2m", "tmpfs", str(instance))
    try:
        with Server(instance) as server:
            phone = Phone(server.address).join(server.invitation())
            game = new_game(instance)
            rest = fill(instance)
            # There may be room for a few more in what the disk gave out already.
            answers = [phone.write(game, deal()) for _ in range(3)]
            assert answers[-1].status == 503, answers[-1].text
            assert answers[-1].json["error"]["code"] == "disk_full"
            read = [phone.get(path).status for path in ("/", f"/games/{game}", "/club/", "/health")]
            assert read == [200] * 4
            server.stop()
            rest.unlink()
            server.start()
            server.stop()  # and leaves nothing beside its file
            rest = fill(instance)
            server.start()
            assert "Nothing can be saved now: the disk is full." in server.said()
            assert [phone.get(path).status for path in ("/", f"/games/{game}")] == [200, 200]
            entry = deal()
            assert phone.write(game, entry).status == 503
            rest.unlink()
            assert phone.write(game, entry).status == 200
            phone.close()
    finally:
        unmount(instance)


def test_a_server_that_is_started_on_a_read_only_disk_shows_the_scores(tmp_path: Path) -> None:
    kept, instance = tmp_path / "kept", tmp_path / "instance"
    kept.mkdir()
    instance.mkdir()
    with Server(kept) as server:
        phone = Phone(server.address).join(server.invitation())
        game = new_game(kept)
        entry = deal()
        assert phone.write(game, entry).status == 200
    mount("--bind", str(kept), str(instance))
    try:
        mount("-o", "remount,ro,bind", str(instance))
        with Server(instance) as server:
            phone.host = server.address.removeprefix("http://")
            phone.close()
            assert "Nothing can be saved now: the disk is read-only." in server.said()
            assert phone.get(f"/games/{game}").status == 200
            answer = phone.write(game, deal(entry["name"]))
            assert (answer.status, answer.json["error"]["code"]) == (503, "read_only")
            phone.close()
    finally:
        unmount(instance)
