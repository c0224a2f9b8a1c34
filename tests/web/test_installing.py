"""What a phone is told that installs the app: the manifest, its icons, and where they lead."""

import io
import re
import struct

import pytest

from tests.tables import begin


@pytest.fixture
def manifest(stranger):
    """The manifest, which a browser asks for without a cookie."""
    return stranger.get("/manifest.webmanifest").json


def size_of(png):
    """The width and height that a PNG says it has."""
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    wide, high = struct.unpack(">II", io.BytesIO(png).getbuffer()[16:24])
    return wide, high


def test_it_names_all_that_browsers_ask_for(manifest):
    assert manifest["id"] == manifest["start_url"] == "/"
    assert manifest["display"] == "standalone"
    assert manifest["name"] == manifest["short_name"] == "Scorer"
    assert [one["url"] for one in manifest["shortcuts"]] == ["/score", "/nights/"]
    assert {icon["purpose"] for icon in manifest["icons"]} == {"any", "maskable"}


def test_each_icon_is_as_large_as_is_said(manifest, stranger):
    sizes = []
    for icon in manifest["icons"]:
        answer = stranger.get(icon["src"])
        assert answer.status_code == 200
        assert answer.mimetype == icon["type"] == "image/png"
        assert "immutable" in answer.headers["Cache-Control"]
        wide, high = size_of(answer.data)
        assert icon["sizes"] == f"{wide}x{high}"
        sizes.append((wide, icon["purpose"]))
    assert {(192, "any"), (512, "any"), (512, "maskable")} == set(sizes)
    touch = stranger.get("/apple-touch-icon.png")
    assert size_of(touch.data) == (180, 180)


def test_the_shortcut_leads_to_the_game_that_is_played(manager, watcher, database, club):
    assert manager.get("/score").headers["Location"] == "/games/new"
    assert watcher.get("/score").headers["Location"] == "/"
    table = begin(database, club)
    table.deal()
    begin(table.database, table.club)  # only begun, perhaps by mistake
    assert manager.get("/score").headers["Location"] == f"/games/{table.id}"


def test_the_worker_is_of_its_release_and_always_asked_for_anew(stranger, app):
    answer = stranger.get("/service-worker.js")
    assert answer.mimetype == "text/javascript"
    assert "no-cache" in answer.headers["Cache-Control"]
    assert app.extensions["release"] in answer.text
    assert "connect-src 'self'" in answer.headers["Content-Security-Policy"]
    for file in re.findall(r'"(/static/[^"]+)"', answer.text.splitlines()[0]):
        assert stranger.get(file).status_code == 200, file


def test_the_pages_of_the_phone_open_to_everybody(stranger):
    assert "needs a signal" in stranger.get("/no-signal").text
    assert "csrf" not in stranger.get("/no-signal").text
    assert stranger.get("/phone").status_code == 200
    # What waits can be looked at by a phone that was removed.
    assert "Not sent" in stranger.get("/outbox").text
    assert "csrf" not in stranger.get("/outbox").text
