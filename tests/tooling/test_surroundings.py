"""The database and the browser that the other tests rely on are what they say they are."""

import http.server
import re
import threading
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page

from tests.chromium import excuse

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
