"""The first visit to the game page fits into 30 KB, everything counted."""

from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page

from scorer.storage.database import Database
from tests.benchmarks.measuring import played
from tests.chromium import NewPhone
from tests.serving import Phone, Server

MOST_BYTES = 30 * 1024


class Wire:
    """Counts what comes over the wire to a page, headers and all."""

    def __init__(self, page: Page) -> None:
        self.bytes: dict[str, int] = {}
        self.paths: dict[str, str] = {}
        self.devtools = page.context.new_cdp_session(page)
        self.devtools.on("Network.requestWillBeSent", self._asked)
        self.devtools.on("Network.loadingFinished", self._came)
        self.devtools.send("Network.enable")

    def _asked(self, told: dict[str, Any]) -> None:
        self.paths[told["requestId"]] = urlsplit(told["request"]["url"]).path

    def _came(self, told: dict[str, Any]) -> None:
        self.bytes[self.paths[told["requestId"]]] = int(told["encodedDataLength"])


def weigh(page: Page, server: Server, path: str) -> dict[str, int]:
    """The bytes of each thing that a phone with an empty cache fetches for this page."""
    with Phone(server.address) as phone:
        phone.join(server.invitation())
        name, _, value = phone.cookie.partition("=")
        page.context.add_cookies([{"name": name, "value": value, "url": server.address}])
        wire = Wire(page)
        page.goto(f"{server.address}{path}", wait_until="networkidle")
        links = "[...document.querySelectorAll('link[href]')].map(link => link.href)"
        for url in page.evaluate(links):
            if (where := urlsplit(url).path) not in wire.bytes:
                # A browser without windows fetches no icon; a phone does.
                answer = phone.get(where, Accept_Encoding="gzip, deflate")
                assert answer.status == 200, where
                wire.bytes[where] = len(answer.body) + len(str(answer.headers))
    return wire.bytes


@pytest.mark.benchmark
@pytest.mark.soak
def test_a_first_visit_to_the_game_page_fits_into_30_kilobytes(
    served: tuple[Database, str, Server],
    new_phone: NewPhone,
    measured: Callable[[str, str, str], None],
) -> None:
    database, club, server = served
    game = played(database, club, 2)
    weighed = weigh(new_phone(), server, f"/games/{game}")
    kinds: dict[str, int] = {}
    for path, size in weighed.items():
        kind = path.rpartition(".")[2] if "." in path else "page"
        kinds[kind] = kinds.get(kind, 0) + size
    scripts = sum(path.endswith(".js") for path in weighed)
    whole = sum(weighed.values())
    measured(
        "First visit to the page of a game of four after two deals, headers and all",
        f"{whole:,} bytes",
        f"gzip, in {len(weighed)} answers; page {kinds['page']:,}, style {kinds['css']:,}, "
        f"{scripts} modules {kinds['js']:,}, icon {kinds['svg']:,}, "
        f"manifest {kinds['webmanifest']:,}",
    )
    assert {"page", "css", "js", "svg", "webmanifest"} == kinds.keys()
    assert whole <= MOST_BYTES
