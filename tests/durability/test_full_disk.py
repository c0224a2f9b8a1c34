"""A real server on a disk that fills up, or that can only be read, and has room again later."""

from scorer.services.club import clubs
from scorer.storage.database import open_database
from tests.faults import mount, unmount
from tests.serving import Phone, Server
from tests.tables import begin, new_id

DEAL = {"out": 0, "hands": [[], ["K"], ["A"], ["7"]]}


def deal(after=None):
    content = {"after": after, "facts": DEAL}
    return {"id": new_id(), "seen": 0 if after is None else 1, "kind": "deal", "content": content}


def new_game(instance):
    database = open_database(f"sqlite:///{instance / 'scorer.sqlite'}")
    table = begin(database, clubs.first_club(database))
    database.close()
    return table.id


def test_a_server_that_is_started_on_a_read_only_disk_shows_the_scores(tmp_path):
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
            answer = phone.write(game, deal(entry["id"]))
            assert (answer.status, answer.json["error"]["code"]) == (503, "read_only")
            phone.close()
    finally:
        unmount(instance)
