"""Requests that no browser sends are answered, in plain words and with all the headers."""

import re
from itertools import product

import pytest

LONG = "a" * 5_000
PATHS = (
    *("/%00", "/a%00b", "//", "/;a", "/%", "/%zz", "/\\evil", f"/{LONG}", "/%F0%9F%92%A9", "/%ff"),
    *("/%2e%2e/%2e%2e/etc/passwd", "/%252e%252e%252f", "/static/%2e%2e/app.py", "/static/x/%00"),
    *("/static/x/..%2f..%2frun.py", "/static/x/%252e%252e/", f"/static/x/{LONG}", "/static/x/css"),
    *(f"/static/x/{'a/' * 3_000}", "/join/%00", "/join/%ff%fe", f"/join/{LONG}", "/shared/%00"),
    *(f"/shared/{LONG}", "/games/%00", "/nights/?q=%00&before=%00", "/nights/?q=%ff&year=%D9%A4"),
    *("/rules/red-nines%00", "/?" + "a=b&" * 3_000, f"/club/import?done={'9' * 5_000}"),
)
METHODS = ("GET", "HEAD", "POST", "OPTIONS", "PUT", "DELETE", "TRACE", "FOO")
BODIES = [
    ("application/json", b"{"),
    ("application/json", b"\xff\xfe"),
    ("application/json", b"[" * 30_000),
    ("application/json", b"x" * 70_000),
    ("text/plain", b"x"),
    ("multipart/form-data; boundary=a", b"--a\r\n"),
    ("application/x-www-form-urlencoded", b"%00=%00&a=%ff"),
    ("é", b"x"),
]
COOKIES = (
    *("a" * 60_000, f"scorer={LONG}", "scorer=.eJw", "scorer=é", "a=b; " * 10_000, "=;;="),
    "scorer=eyJ0b2tlbiI6ImFiYyJ9.ZZZZZZ.abcdefgh",
)


def answered(answer, asked):
    """What every answer has to be."""
    assert answer.status_code < 500, asked
    assert answer.headers["X-Content-Type-Options"] == "nosniff", asked
    if answer.status_code >= 400:
        assert "default-src 'none'" in answer.headers["Content-Security-Policy"], asked
        assert answer.headers["Cache-Control"].startswith("private"), asked
    return answer


def addresses(app, table, *methods):
    """Every address that has these methods, filled in with this game where something is named."""
    for rule in app.url_map.iter_rules():
        if not {*methods} <= (rule.methods or set()):
            continue
        path = re.sub(r"<id:\w+>", table.id, rule.rule)
        yield re.sub(r"<\w+>|<path:\w+>", "x", re.sub(r"<seat:\w+>", "0", path))


def test_an_odd_path_is_answered_by_every_method(phone):
    for path, method in product(PATHS, METHODS):
        answered(phone.client.open(path, method=method), (method, path[:60]))


def test_every_address_is_answered_by_every_method(phone, app, table):
    for path in addresses(app, table):
        for method in METHODS:
            if method != "POST":
                with phone.client.open(path, method=method) as answer:
                    answered(answer, (method, path))


@pytest.mark.parametrize(("kind", "body"), BODIES, ids=range(len(BODIES)))
def test_an_odd_body_is_answered_wherever_one_may_be_sent(manager, app, table, kind, body):
    sent_headers = {"X-CSRFToken": manager.token, "Accept": "application/json"}
    for path in addresses(app, table, "POST"):
        sent = manager.client.post(path, data=body, content_type=kind, headers=sent_headers)
        answered(sent, (path, kind, body[:20]))
        if len(body) > 64 * 1024:
            assert sent.status_code in (303, 401, 404, 413, 415, 422, 429), path


def test_an_absurd_cookie_is_no_cookie(app, table):
    client, pages = app.test_client(use_cookies=False), {"/": 401, f"/games/{table.id}": 401}
    pages |= {"/join": 200, "/health": 200}
    for cookie, path in product(COOKIES, pages):
        answer = client.get(path, headers={"Cookie": cookie})
        assert answered(answer, (path, cookie[:60])).status_code == pages[path]
