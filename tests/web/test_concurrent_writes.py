"""Every page opens while the data it reads is changed between two queries."""

import threading
from contextlib import contextmanager

import pytest

from scorer.services.nights import bin
from scorer.storage.database import Database
from tests.played_club import counters
from tests.tables import begin

PAGES = ("", "/book", "/export", "/chart", "/what-if", "/share", "/paper", "/end")
PAGES += ("/start", "/seats/1", "/deals/new", "/night")
NIGHTS = ("", "/share", "/edit")


@pytest.fixture
def played(database, club):
    """A game for counters that goes on, and one that is over, in one night."""
    over, table = (begin(database, club, variant="red-nines-1881") for _ in range(2))
    for one in (over, table):
        one.score(counters(0))
    over.write("end", {"why": "late"})
    return table


@contextmanager
def between_readings(monkeypatch, deed):
    """Let something happen whenever this thread has read something."""
    reading, ask, busy = Database.reading, Database.first, threading.local()

    def happen():
        if not getattr(busy, "now", False):
            busy.now = True
            try:
                deed()
            finally:
                busy.now = False

    @contextmanager
    def interrupted(self):
        try:
            with reading(self) as connection:
                yield connection
        finally:
            happen()

    def asked(self, *question):
        try:
            return ask(self, *question)
        finally:
            happen()

    with monkeypatch.context() as patch:
        patch.setattr(Database, "reading", interrupted)
        patch.setattr(Database, "first", asked)
        yield


def correcting(table):
    """Somebody corrects the first deal, and something else each time."""
    outs = iter(range(10_000))

    def correct():
        facts = counters(next(outs) % 4)
        table.write("correct", {"deal": table.deals[0], "set": facts})

    return correct


def in_and_out(table, kind, id_):
    """Something goes into the bin, comes back, and so on."""
    deleted = False

    def turn():
        nonlocal deleted
        if deleted:
            bin.restore(table.database, table.club, kind, id_)
        else:
            bin.delete(table.database, table.club, kind, id_, device=None)
        deleted = not deleted

    return turn


def pages_of(table):
    game, night = f"/games/{table.id}", f"/nights/{table.night}"
    deal = f"{game}/deals/{table.deals[0]}"
    player = f"/players/{table.read().sheet.sitters[0].player}"
    pages = [*(game + page for page in PAGES), deal, f"{deal}/correct"]
    pages += [*(night + page for page in NIGHTS), f"/games/new?follows={table.id}"]
    return [*pages, "/", "/nights/", "/bin", "/players/", player]


def each_twice(pages):
    """Now the first reading of a page finds there what comes and goes, now it does not."""
    return [page for page in pages for _ in range(2)]


def open_all(phone, pages, deed, monkeypatch):
    for page in pages:
        with between_readings(monkeypatch, deed):
            status = phone.get(page).status_code
        assert status in (200, 303, 404), page
        deed()


def test_every_page_opens_while_somebody_writes(phone, played, monkeypatch):
    open_all(phone, pages_of(played), correcting(played), monkeypatch)


def test_every_page_opens_while_its_game_goes_into_the_bin_and_comes_back(
    phone, database, played, monkeypatch
):
    deed = in_and_out(played, "game", played.id)
    open_all(phone, each_twice(pages_of(played)), deed, monkeypatch)


def test_a_game_that_leaves_the_bin_while_it_is_opened_is_opened(
    phone, database, played, monkeypatch
):
    page = f"/games/{played.id}/book?all=1"
    bin.delete(database, played.club, "game", played.id, device=None)
    reads = []

    def leave():
        # The first reading is of the phone that asks, the second finds the game in the bin.
        reads.append(None)
        if len(reads) == 2:
            bin.restore(database, played.club, "game", played.id)

    with between_readings(monkeypatch, leave):
        assert phone.get(page).status_code == 303
    assert phone.answer.headers["Location"] == page
    assert phone.follow().status_code == 200
