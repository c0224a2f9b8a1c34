"""A live server for all browser tests, and for each a club, a phone that joined, and a game."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from scorer.services.club import Right
from tests.browser.fingers import Fingers
from tests.browser.live_server import LiveServer
from tests.chromium import NewPhone
from tests.tables import NAMES, Table, begin, prepared_file

__all__ = ["prepared_file"]

# A busy machine is no fault of the app.
expect.set_options(timeout=15_000)

SMALL = (360, 560)

Join = Callable[..., Page]
Seat = Callable[..., Table]


@pytest.fixture(scope="session")
def _served(tmp_path_factory: pytest.TempPathFactory, prepared_file: Path) -> Iterator[LiveServer]:
    server = LiveServer(tmp_path_factory.mktemp("served"), prepared_file)
    server.start()
    yield server
    server.stop()


@pytest.fixture
def server(_served: LiveServer) -> Iterator[LiveServer]:
    """The app, running; a test may stop it and start it again."""
    yield _served
    _served.start()


@pytest.fixture
def club(server: LiveServer) -> str:
    """A club of this test's own, which nobody has joined yet."""
    return server.new_club()


@pytest.fixture
def join(server: LiveServer, club: str, new_phone: NewPhone) -> Join:
    """Another phone that has joined, and opened no page yet: `join(viewport=(360, 560))`.

    Joining with a finger is for test_joining_a_table.py.
    """

    def joined(right: Right = "score", **options: object) -> Page:
        page = new_phone(base_url=server.url, **options)
        cookie = {"name": "scorer", "value": server.join(club, right), "url": server.url}
        page.context.add_cookies([cookie])
        return page

    return joined


@pytest.fixture
def phone(join: Join) -> Page:
    """A phone of 390 × 844 that has joined; being the first it may do everything."""
    return join()


@pytest.fixture
def fingers(phone: Page) -> Fingers:
    """The fingers on that phone."""
    return Fingers(phone)


@pytest.fixture
def seat(server: LiveServer, club: str) -> Seat:
    """Seat people for a game that nobody has to set up: `seat("Ann", "Ben", ...)`."""

    def seated(*names: str, **other: object) -> Table:
        return begin(server.database, club, *names, **other)

    return seated


@pytest.fixture
def table(seat: Seat) -> Table:
    """A game of four: Ann, Ben, Cat and Dan; Ann deals first."""
    return seat()


@pytest.fixture
def small(join: Join) -> Page:
    """A phone of 360 × 560, which is a small one with its browser's bars."""
    return join("manage", viewport=SMALL)


@pytest.fixture
def eight(seat: Seat) -> Table:
    """A game of eight by the rules of 1881; Ann deals first."""
    return seat(*NAMES[:8], variant="red-nines-1881")


@pytest.fixture
def old(phone: Page, eight: Table) -> Page:
    """The phone with the sheet of that game before it."""
    phone.goto(f"/games/{eight.id}")
    return phone


@pytest.fixture
def ann(join: Join, table: Table) -> Page:
    """Ann's small phone, with the sheet of that game before it."""
    page = join("manage", viewport=SMALL)
    page.goto(f"/games/{table.id}")
    return page


@pytest.fixture
def ben(ann: Page, join: Join, table: Table) -> Page:
    """Ben's, which was joined later."""
    page = join(viewport=SMALL)
    page.goto(f"/games/{table.id}")
    return page


@pytest.fixture
def sheet(phone: Page, table: Table) -> Page:
    """The phone with the sheet of that game before it."""
    phone.goto(f"/games/{table.id}")
    return phone
