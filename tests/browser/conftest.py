"""A live server for all browser tests, and for each a club, a phone that joined, and a game."""

import pytest
from playwright.sync_api import expect

from tests.browser.live_server import LiveServer
from tests.browser.pad_page import PadPage
from tests.joined import of_browser
from tests.tables import NAMES, begin, prepared_file

__all__ = ["prepared_file"]

# A busy machine is no fault of the app.
expect.set_options(timeout=15_000)

SMALL = (360, 560)
# How often pages ask for news: often, and still half a second of rest for "networkidle".
POLL_SECONDS = 1
POLLED = (
    "scorer.web.front.POLL_SECONDS",
    "scorer.web.nights.nights.POLL_SECONDS",
    "scorer.web.fresh.TABLE_POLL_SECONDS",
    "scorer.web.fresh.POLL_SECONDS",
    "scorer.web.fresh.MAX_POLL_SECONDS",
    "scorer.web.games.phones.TABLE_POLL_SECONDS",
)


@pytest.fixture(autouse=True)
def quick_news(monkeypatch):
    """Pages ask for news more often than at a table."""
    for name in POLLED:
        monkeypatch.setattr(name, POLL_SECONDS)


@pytest.fixture(scope="session")
def _served(tmp_path_factory, prepared_file):
    server = LiveServer(tmp_path_factory.mktemp("served"), prepared_file)
    server.start()
    yield server
    server.stop()


@pytest.fixture
def server(_served):
    """The app, running; a test may stop it and start it again."""
    yield _served
    _served.start()


@pytest.fixture
def club(server):
    """A club of this test's own, which nobody has joined yet."""
    return server.new_club()


@pytest.fixture
def join(server, club, new_phone):
    """Another phone that has joined, and opened no page yet: `join(viewport=(360, 560))`.

    Joining with a finger is for test_joining_a_table.py.
    """

    def joined(right="score", **options):
        page = new_phone(base_url=server.url, **options)
        page.context.add_cookies(of_browser(server.join(club, right), server.url))
        return page

    return joined


@pytest.fixture
def phone(join):
    """A phone of 390 × 844 that has joined; being the first it may do everything."""
    return join()


@pytest.fixture
def sit(new_phone, server):
    """Another phone that came by the code of a table and holds a seat: `sit(table, "Ben")`.

    Scanning the code and tapping the name is for test_joining_a_table.py.
    """

    def sat(table, name, **options):
        page = new_phone(base_url=server.url, **options)
        page.context.add_cookies(of_browser(server.sit(table, name), server.url))
        page.goto(f"/games/{table.id}")
        return page

    return sat


@pytest.fixture
def pad_page(phone):
    """Taps on the page of that phone."""
    return PadPage(phone)


@pytest.fixture
def seat(server, club):
    """Seat people for a game that nobody has to set up: `seat("Ann", "Ben", ...)`."""

    def seated(*names, **other):
        return begin(server.database, club, *names, **other)

    return seated


@pytest.fixture
def table(seat):
    """A game of four: Ann, Ben, Cat and Dan; Ann deals first."""
    return seat()


@pytest.fixture
def small(join):
    """A phone of 360 × 560, which is a small one with its browser's bars."""
    return join("manage", viewport=SMALL)


@pytest.fixture
def eight(seat):
    """A game of eight by the rules of 1881; Ann deals first."""
    return seat(*NAMES[:8], variant="red-nines-1881")


@pytest.fixture
def old(phone, eight):
    """The phone with the sheet of that game before it."""
    phone.goto(f"/games/{eight.id}")
    return phone


@pytest.fixture
def ann(join, table):
    """Ann's small phone, with the sheet of that game before it."""
    page = join("manage", viewport=SMALL)
    page.goto(f"/games/{table.id}")
    return page


@pytest.fixture
def ben(ann, join, table):
    """Ben's, which was joined later."""
    page = join(viewport=SMALL)
    page.goto(f"/games/{table.id}")
    return page


@pytest.fixture
def sheet(phone, table):
    """The phone with the sheet of that game before it."""
    phone.goto(f"/games/{table.id}")
    return phone
