"""A page asks the database as often, and takes about as long, with 10 nights as with 10,000."""

from dataclasses import dataclass

import pytest
from sqlalchemy import event

from scorer.services.club import clubs, invitations
from scorer.services.games.read import read_game
from tests.benchmarks.measuring import (
    COUNTERS,
    PENALTIES,
    SECRET,
    Asker,
    joined,
    median,
    played,
    side_by_side,
)
from tests.benchmarks.past import Past
from tests.examples import SOAKING
from tests.tables import Statements

FEW, MORE, MANY = 10, 50, 10_000
# From so many nights on every list on a page is full.
FULL = 30
# A few steps more for deeper indexes, but none for each game there ever was.
HARDLY_MORE = 1.5
# These sum up a whole past: test_statistics.py says what they may take.
SUMMED = ("players", "person", "nights not found")


@dataclass
class House:
    """A club with a past, the phone that looks at it, and the pages it looks at."""

    phone: Asker
    pages: dict[str, str]
    past: Past

    def grow(self, to):
        """Let so many nights lie in the past."""
        self.past.grow(to)

    def asked(self, page):
        """How many statements a page sends that was looked at before."""
        self.phone.timed(self.pages[page])
        with Statements(self.phone.app.extensions["scorer"]["database"]) as statements:
            self.phone.timed(self.pages[page])
            self.phone.timed(self.pages[page])
        assert statements.count % 2 == 0, "the same page asked now more, now less"
        return statements.count // 2

    def effort(self, page):
        """How many steps of ten SQLite's machine takes for a page: not a matter of time."""
        engine = self.phone.app.extensions["scorer"]["database"].engine
        steps = 0

        def step():
            nonlocal steps
            steps += 1
            return 0

        def count(connection, *rest):
            driver = connection.connection.dbapi_connection
            driver.set_progress_handler(step, 10)

        event.listen(engine, "before_cursor_execute", count)
        try:
            self.phone.timed(self.pages[page])
        finally:
            event.remove(engine, "before_cursor_execute", count)
        return steps


def build(database, folder, how_many, variant):
    """A club with so many games behind it, and one game going on."""
    club = clubs.first_club(database)
    past = Past(database, club, variant)
    past.grow(FEW)
    now = played(database, club, 2, variant=variant)
    invitations.make_invitation(database, SECRET, club, "watch")
    ann = read_game(database, club, now).sheet.sitters[0].player
    pages = {
        "front page": "/",
        "game": f"/games/{now}",
        "finished game": f"/games/{past.games[5]}",
        "book": f"/games/{now}/book",
        "nights": "/nights/",
        "nights found": "/nights/?q=ann+red",
        "nights not found": "/nights/?q=xyzzy",
        "settle up": "/settle-up",
        "night": f"/nights/{past.first_night}",
        "players": "/players/",
        "person": f"/players/{ann}",
        "export": f"/games/{past.games[5]}/export",
        "what if": f"/games/{past.games[5]}/what-if",
        "chart": f"/games/{past.games[5]}/chart",
        "picture of the chart": f"/games/{past.games[5]}/chart.svg",
        "paper": f"/games/{past.games[5]}/paper",
        "record": f"/games/{past.games[5]}/record.json",
        "share": f"/nights/{past.first_night}/share",
        "bin": "/bin",
        "new game": "/games/new",
        "phones": "/club/",
        "rules": f"/rules/{variant}",
    }
    house = House(joined(database, club, folder), pages, past)
    house.grow(how_many)
    return house


@pytest.fixture(params=[PENALTIES, COUNTERS] if SOAKING else [COUNTERS])
def houses(request, database, other_database, tmp_path, soaking):
    """Two clubs in databases of their own: one with a short past, one with a long one."""
    young = build(database, tmp_path, FEW, request.param)
    old = build(other_database, tmp_path, MANY if soaking else MORE, request.param)
    yield young, old
    for house in (young, old):
        house.phone.app.extensions["scorer"]["database"].close()


def test_every_page_asks_as_often_with_many_games_as_with_few(database, houses, soaking, measured):
    young, old = houses
    asked = {page: old.asked(page) for page in old.pages}
    assert asked == {page: young.asked(page) for page in young.pages}
    lists = [page for page in old.pages if page not in SUMMED]
    kind = " of 1881" if old.pages["rules"].endswith(COUNTERS) else ""
    games = f"{MANY if soaking else MORE:,} nights{kind} against"
    on = "SQLite" if database.is_sqlite else "PostgreSQL"
    measured(
        f"Questions a page asks the database with {games} {FEW}, {on}",
        "the same",
        ", ".join(f"{page} {count}" for page, count in asked.items()),
    )
    if soaking:
        ratios = {page: time_ratio(page, old, young) for page in lists}
        measured(
            f"Time a page takes with {games} {FEW}, {on}",
            f"{min(ratios.values()):.2f}× to {max(ratios.values()):.2f}×",
            ", ".join(f"{page} {ratio:.2f}×" for page, ratio in ratios.items()),
        )
        assert max(ratios.values()) < HARDLY_MORE
    if database.is_sqlite:
        young.grow(FULL)
        effort = {page: old.effort(page) / young.effort(page) for page in lists}
        measured(
            f"Steps of SQLite's machine for a page with {games} {FULL}",
            f"{min(effort.values()):.2f}× to {max(effort.values()):.2f}×",
            f"counted, not timed; most for the {max(effort, key=lambda page: effort[page])}",
        )
        assert max(effort.values()) <= HARDLY_MORE


def time_ratio(page, old, young):
    """How many times as long a page takes with a long past as with a short one."""
    deeds = {
        "old": lambda: old.phone.timed(old.pages[page]),
        "young": lambda: young.phone.timed(young.pages[page]),
    }
    taken = side_by_side(deeds, times=200, warm=3)
    return median(taken["old"]) / median(taken["young"])
