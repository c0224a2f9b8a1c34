"""Reading the longest sheet there is takes a few times as long as reading the shortest."""

import time
from collections.abc import Callable

import pytest

from scorer.services.games.read import read_game
from scorer.storage.database import Database
from tests.benchmarks.bare_app import bare_app
from tests.benchmarks.measuring import Asker, median, played, side_by_side

MOST_PEOPLE = 12
MOST_DEALS = 36
# 36 times the deals and 108 times the numbers; more than this would be worse than in proportion.
IN_PROPORTION = 108


@pytest.mark.benchmark
def test_a_sheet_of_twelve_players_and_36_deals(
    database: Database,
    club: str,
    phone: Asker,
    soaking: bool,
    measured: Callable[[str, str, str], None],
) -> None:
    short = played(database, club, 1)
    long = played(database, club, MOST_DEALS, MOST_PEOPLE, circuits=3)
    read = read_game(database, club, long)
    assert len(read.sheet.deals) == MOST_DEALS
    bare = Asker(bare_app(database, club, []))
    deeds = {
        "long": lambda: phone.timed(f"/games/{long}"),
        "short": lambda: phone.timed(f"/games/{short}"),
        "bare": lambda: bare.timed("/page"),
        "read": lambda: timed_reading(database, club, long),
    }
    taken = side_by_side(deeds, times=200 if soaking else 5)
    most, least, page, reading = (median(taken[one]) for one in deeds)
    on = "SQLite" if database.is_sqlite else "PostgreSQL"
    measured(
        f"A sheet of 12 players and 36 deals against one of 4 and 1, {on}",
        f"{most / least:.1f}×",
        f"{most:.1f} ms against {least:.2f} ms, of which reading the book and scoring it "
        f"{reading:.1f} ms; an empty page {page:.2f} ms; medians of {len(taken['long'])}",
    )
    assert most / least < IN_PROPORTION


def timed_reading(database: Database, club: str, game: str) -> float:
    before = time.perf_counter()
    read_game(database, club, game)
    return time.perf_counter() - before
