"""The database and the browser that the other tests rely on are what they say they are."""

import http.server
import re
import threading
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page

from tests.chromium import NewPhone, excuse
from tests.postgres import Cluster

PAGE = b"""<!doctype html><html lang="en"><title>A page</title><link rel="icon" href="data:,">
<meta name="viewport" content="width=device-width"><p>Ready</p>"""


class OnePage(http.server.BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        self.send_response(200 if self.path == "/" else 404)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.end_headers()
        self.wfile.write(PAGE)

    def log_message(self, format: str, *args: object) -> None:
        pass


@pytest.fixture
def address() -> Iterator[str]:
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), OnePage) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()
        thread.join()


@pytest.mark.every_database
def test_every_test_gets_an_empty_database_on_each_engine(database_url: str) -> None:
    import sqlalchemy

    engine = sqlalchemy.create_engine(database_url)
    with engine.begin() as connection:
        assert sqlalchemy.inspect(connection).get_table_names() == []
        connection.execute(sqlalchemy.text("CREATE TABLE left_behind (id INTEGER PRIMARY KEY)"))
    engine.dispose()


DATABASES_SEEN: set[str | None] = set()


@pytest.mark.parametrize("time", ["first", "second"])
def test_a_postgresql_database_is_gone_after_its_test(
    time: str, postgres_cluster: Cluster, postgres_database: str
) -> None:
    import psycopg
    from sqlalchemy import make_url

    where = {"host": str(postgres_cluster.folder), "user": "postgres", "dbname": "postgres"}
    with psycopg.connect(**where) as connection:
        names = connection.execute("SELECT datname FROM pg_database").fetchall()
        durable = connection.execute("SHOW fsync").fetchall()
        listening = connection.execute("SHOW listen_addresses").fetchall()
    own = make_url(postgres_database).database
    there = {name for (name,) in names}
    assert own in there
    assert not there & DATABASES_SEEN, f"the database of the test before is still there: {time}"
    DATABASES_SEEN.add(own)
    assert durable == [("on",)]
    assert listening == [("",)]


def test_a_phone_is_small_and_has_a_touch_screen(chromium_page: Page, address: str) -> None:
    chromium_page.goto(address)
    assert chromium_page.text_content("p") == "Ready"
    assert chromium_page.evaluate("[innerWidth, innerHeight]") == [390, 844]
    assert chromium_page.evaluate("navigator.maxTouchPoints > 0")


def test_phones_share_no_cookies(new_phone: NewPhone, address: str) -> None:
    one, other = new_phone(), new_phone(viewport=(360, 560), color_scheme="dark")
    for phone in (one, other):
        phone.goto(address)
    one.evaluate("document.cookie = 'name=Ann'")
    assert other.evaluate("document.cookie") == ""
    assert other.evaluate("matchMedia('(prefers-color-scheme: dark)').matches")


@pytest.mark.parametrize(
    ("deed", "problem"),
    [
        ("setTimeout(() => { throw new Error('broken') })", "exception: .*broken"),
        ("console.error('amiss')", "console: amiss"),
        ("await fetch('/nowhere')", "console: .*404"),
        ("await fetch('http://elsewhere.invalid/').catch(() => {})", "request to elsewhere"),
    ],
)
def test_a_page_with_problems_is_noticed(
    chromium_page: Page, page_problems: list[str], address: str, deed: str, problem: str
) -> None:
    chromium_page.goto(address)
    chromium_page.evaluate(f"async () => {{ {deed} }}")
    for _ in range(200):
        if any(re.search(problem, noticed) for noticed in page_problems):
            break
        chromium_page.wait_for_timeout(50)
    else:
        pytest.fail("nobody noticed")
    excuse(page_problems, f"{problem}|ERR_NAME_NOT_RESOLVED")
    assert page_problems == []
