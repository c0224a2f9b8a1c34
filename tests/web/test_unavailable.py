"""The disk is full, or somebody holds the database: pages are read, and saves say so."""

import time

import pytest

from scorer.app import build_app
from scorer.settings import Settings
from scorer.storage import database as database_module
from tests.faults import failing, held, sqlite_fault
from tests.tables import new_id
from tests.web.conftest import SECRET
from tests.web.test_door import every_address

FULL = "Could not save: the disk is full. What you typed is still on this phone."
BUSY = "Could not save: the database is busy. What you typed is still on this phone."
AGES = 48


@pytest.fixture
def hasty(monkeypatch, database):
    """Nobody waits longer than a moment for somebody else's lock."""
    writing = database.writing
    monkeypatch.setattr(database, "writing", lambda wait=0.2: writing(wait=min(wait, 0.2)))


@pytest.mark.parametrize("trouble", ["full", "held"])
def test_every_page_is_read_where_nothing_can_be_written(fake_clock, app, manager, table, trouble):
    table.play_out()
    database = table.database
    assert database.file is not None
    asked = [address for method, address in every_address(app, table) if method == "GET"]
    asked += [f"/join/{'a' * 52}", f"/shared/{'a' * 52}", "/join", "/health"]
    fake_clock.advance(hours=AGES)
    stands_in_the_way = (
        failing(database, sqlite_fault("SQLITE_FULL"))
        if trouble == "full"
        else held(database.file, "EXCLUSIVE")
    )
    with stands_in_the_way:
        found = {}
        for address in asked:
            started = time.monotonic()
            found[address] = manager.get(address).status_code
            assert time.monotonic() - started < database_module.LOCK_TIMEOUT_SECONDS / 2, address
    assert "Counting 1 more game" not in manager.get("/players/").text
    assert len(found) > 25
    again = {address: manager.get(address).status_code for address in asked}
    assert found == again
    assert 503 not in found.values()


def test_a_form_that_could_not_be_saved_is_sent_again(phone, table):
    page = f"/games/{table.id}/end"
    phone.get(page)
    with failing(table.database, sqlite_fault("SQLITE_FULL")):
        for _ in range(2):
            answer = phone.send(page, why='It is "late" & <dark>\nvery')
            assert answer.status_code == 503
            assert int(answer.headers["Retry-After"]) > 0
            assert FULL in phone.page.text
    assert phone.page.form(page)["why"] == ['It is "late" & <dark>\nvery']
    assert phone.send(page).status_code == 303
    assert table.read().sheet.over
    assert table.read().version == 1


def test_a_deal_that_could_not_be_saved_is_saved_later(phone, table):
    facts = {"out": 0, "hands": [[], ["K"], ["A"], ["7"]]}
    deal, name = {"after": None, "facts": facts}, new_id()
    with failing(table.database, sqlite_fault("SQLITE_FULL")):
        answer = phone.write(table.id, "deal", deal, 0, id=name)
    assert answer.status_code == 503
    assert "Retry-After" in answer.headers
    assert answer.json == {"error": {"code": "disk_full", "message": FULL}}
    assert phone.write(table.id, "deal", deal, 0, id=name).status_code == 200
    assert table.read().version == 1


def test_a_save_waits_for_another_process_and_says_so(phone, table, hasty):
    page = f"/games/{table.id}/end"
    phone.get(page)
    assert table.database.file is not None
    with held(table.database.file):
        started = time.monotonic()
        assert phone.send(page, why="late").status_code == 503
        assert time.monotonic() - started < 2
        assert BUSY in phone.page.text
        assert phone.get(f"/games/{table.id}").status_code == 200
    assert phone.fill(page, why="late").status_code == 303


def test_a_database_that_is_gone_is_told_in_a_sentence(tmp_path, phone):
    url = "postgresql+psycopg://nobody@127.0.0.1:1/nothing"
    phone.client.application = app = build_app(Settings(tmp_path, url, SECRET))
    app.testing = True
    says = "the database cannot be reached"
    assert phone.get("/").status_code == 503
    assert f"Nothing can be shown: {says}." in phone.page.text
    answer = phone.client.get("/", headers={"Accept": "application/json"})
    assert answer.json["error"]["code"] == "gone"
    assert phone.post("/games/new", player=["Ann", "Ben"]).status_code == 503
    assert f"Could not save: {says}." in phone.page.text
    assert phone.page.form("/games/new")["player"] == ["Ann", "Ben"]
    assert phone.get("/health").status_code == 200
