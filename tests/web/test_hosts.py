"""The name in the address: nonsense is refused without a page, and only our names are answered."""

from dataclasses import replace
from itertools import product

import pytest
from werkzeug.test import EnvironBuilder, run_wsgi_app

from scorer.host_names import is_ours, parse_host
from scorer.services.club import invitations
from scorer.services.club.share_links import share as make_share
from scorer.storage.database import open_database
from tests.joined import as_header
from tests.web.conftest import SECRET
from tests.web.test_door import addresses

__all__ = ["addresses"]

LONG = "x" * 64
BAD = [
    *("", " ", "a b", "a\tb", '"', "'", "<script>", "a<b", "a>b", "*", "%", "%00", "a%20b"),
    *("é.example", "☃", "a;b", "a,b", "a@b", "a/b", "a?b", "a#b", "a\\b", "\x00", "a\x7f"),
    *(".", "..", "-", "a._", "a..b", ".a", "a..", LONG, f"a.{LONG}.b", "a." * 200, "x" * 60_000),
    *("a:99999", "a:65536", "a:-1", "a:abc", "a:80:80", "a:٤", "a:+1", ":80"),
    *("[::1", "::1]", "::1", "[]", "[]:80", "[::::]", "[1]", "[::1]x", "[::1]:x", "[::1]:70000"),
    *("[v1.a]", "[fe80::1%eth0]", "[fe80::1%25eth0]", "[1:2:3:4:5:6:7:8:9]", "[::1.2.3.256]"),
]
GOOD = {
    "localhost:9009": "localhost",
    "192.168.1.5:9009": "192.168.1.5",
    "Cards.Example": "cards.example",
    "cards.example.": "cards.example",
    "anns_pc:9009": "anns_pc",
    "xn--hrac-ypa.example": "xn--hrac-ypa.example",
    "xn--": "xn--",
    "cards.example:": "cards.example",
    "[::1]:9009": "[::1]",
    "[0:0::1]": "[::1]",
    "[2001:DB8::1]": "[2001:db8::1]",
    "[::ffff:192.0.2.1]": "[::ffff:192.0.2.1]",
}
PATHS = ("/", "/join", "/nowhere", "/static/x/app.css", "/shared/aaaaaaaaaaaaaaaaaaaa")


@pytest.fixture
def shared(database, table):
    """The page that a link to the night opens."""
    share = make_share(database, SECRET, table.club, "night", table.night, device=None)
    return f"/shared/{share.code}"


def ask(app, path, method="GET", **environ):
    """Status, kind and text of an answer; straight to the app, as a server hands it over."""
    built = {**EnvironBuilder(path, method=method).get_environ(), **environ}
    body, status, headers = run_wsgi_app(app, built)
    text = b"".join(body).decode()
    assert headers["X-Content-Type-Options"] == "nosniff"
    if status.startswith("400"):
        assert "Content-Security-Policy" in headers
        assert "Set-Cookie" not in headers
    return int(status[:3]), headers["Content-Type"], text


@pytest.mark.parametrize("ours", [(), ("cards.example",)], ids=["any", "ours"])
def test_a_host_that_cannot_be_meant_is_a_bad_request(make, ours):
    app = make(trusted_hosts=ours)
    # Each at one address, and two of them at each and by each method: it goes by the host alone.
    everywhere = product(("%", "[::1"), PATHS, ("GET", "POST", "HEAD", "OPTIONS"))
    for host, path, method in [*((host, "/", "GET") for host in BAD), *everywhere]:
        status, kind, text = ask(app, path, method, HTTP_HOST=host)
        assert status == 400, (host, path, method)
        assert kind == "text/plain; charset=utf-8"
        assert method == "HEAD" or text == "There is nothing under this name.\n"


def test_a_forwarded_host_that_cannot_be_meant_is_one_too(make):
    app = make(trust_proxy=1)
    for host in BAD:
        # What is empty, quoted empty, or before a comma was not said by the proxy nearest to us.
        expected = 200 if host.strip(' "') == "" or host == "a,b" else 400
        assert ask(app, "/join", HTTP_X_FORWARDED_HOST=host)[0] == expected, host
    wary = make()
    assert all(ask(wary, "/join", HTTP_X_FORWARDED_HOST=host)[0] == 200 for host in BAD)


def test_a_request_without_a_host_is_bad_since_http_1_1(make):
    app = make()
    environ = EnvironBuilder("/join").get_environ()
    del environ["HTTP_HOST"]
    for version, status in (("HTTP/1.0", "200 OK"), ("HTTP/1.1", "400 BAD REQUEST")):
        body, answered, _ = run_wsgi_app(app, {**environ, "SERVER_PROTOCOL": version})
        list(body)
        assert answered == status


def test_a_host_that_can_be_meant_is_answered(make):
    app = make()
    for host, name in GOOD.items():
        assert parse_host(host) == name
        assert ask(app, "/join", HTTP_HOST=host)[0] == 200, host


def test_links_to_send_carry_the_host_that_was_asked(manager, database, club):
    made = invitations.make_invitation(database, SECRET, club)
    for host in ("anns_pc:9009", "[2001:db8::1]:9009", "192.0.2.1"):
        sent = {"HTTP_HOST": host, "HTTP_COOKIE": as_header(manager.cookies)}
        page = ask(manager.client.application, f"/club/invitations/{made.id}", **sent)[2]
        assert f"http://{host}/join/{made.link_code}" in page


def test_nothing_follows_the_host_that_was_sent_where_one_is_set(manager, app, addresses, shared):
    kept = app.extensions["scorer"]
    kept["settings"] = replace(kept["settings"], public_url="https://cards.example")
    paths = [shared, "/join", "/join/", "//join", "/club", *(path for _, path in addresses)]
    for path in paths:
        answer = manager.client.get(path, headers={"Host": "evil.example"})
        assert "evil.example" not in f"{answer.headers}{answer.text}", path


def test_ours_are_known_whatever_way_they_are_written():
    ours = ("Cards.Example:443", ".club.example", "[::1]", "hrací.example", "https://x.example")
    for host in ("cards.example", "a.b.club.example", "club.example", "[0::1]:9009"):
        name = parse_host(host)
        assert name is not None
        assert is_ours(name, ours), host
    assert is_ours("xn--hrac-ypa.example", ours)
    for host in ("example", "a.cards.example", "evilclub.example", "[::2]", "x.example", "none"):
        assert not is_ours(host, ours), host


def test_only_health_is_answered_under_any_name(make):
    app = make(trusted_hosts=("cards.example",))
    for path in PATHS:
        assert ask(app, path, HTTP_HOST="10.0.0.5:9009")[0] == 400, path
    for host in ("10.0.0.7:9009", "evil.example", "a b", "[", "ü:x", ""):
        answer = app.test_client().get("/health", headers={"Host": host})
        assert (answer.status_code, answer.text) == (200, "ok\n")
        assert "Set-Cookie" not in answer.headers
    known = {"Host": "cards.example"}
    assert app.test_client().post("/health", headers=known).status_code == 405
    assert ask(app, "/join", HTTP_HOST="CARDS.example:9009")[0] == 200


def test_health_asks_the_database_where_a_proxy_wants_that(app, stranger, monkeypatch):
    assert stranger.get("/health?database").text == "ok\n"
    gone = open_database("postgresql://ann@127.0.0.1:1/cards")
    monkeypatch.setitem(app.extensions["scorer"], "database", gone)
    assert stranger.get("/health").status_code == 200
    assert stranger.get("/health?database").status_code == 503
