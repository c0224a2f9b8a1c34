"""Saving a deal costs little more than writing its rows."""

import random
from collections.abc import Callable

import pytest

from scorer.services import games
from scorer.storage.database import Database
from tests.benchmarks.bare import bare_app
from tests.benchmarks.measuring import Asker, Saving, median, new_game, p95, side_by_side

# The aim is 2 on a real disk; this only notices when something has gone badly wrong.
FAR_TOO_MUCH = 20


@pytest.mark.benchmark
@pytest.mark.soak
def test_saving_a_deal_against_an_app_that_only_writes_its_rows(
    database: Database,
    club: str,
    phone: Asker,
    soaking: bool,
    measured: Callable[[str, str, str], None],
) -> None:
    def begin() -> str:
        return new_game(database, club)

    sitting = [one.player for one in games.read_game(database, club, begin()).sheet.sitters]
    bare = Asker(bare_app(database, club, sitting))
    deeds = {
        "app": Saving(phone, begin, random.Random(9)),
        "bare": Saving(bare, begin, random.Random(9)),
    }
    taken = side_by_side(deeds, times=2000 if soaking else 60, warm=40 if soaking else 8)
    app, only_rows = median(taken["app"]), median(taken["bare"])
    on = "SQLite" if database.is_sqlite else "PostgreSQL"
    measured(
        f"Saving a deal of four against only writing its rows, {on}",
        f"{app / only_rows:.2f}×",
        f"{app:.2f} ms against {only_rows:.2f} ms (p95 {p95(taken['app']):.2f} against "
        f"{p95(taken['bare']):.2f}), medians of {len(taken['app'])} each, in turn",
    )
    assert app / only_rows < FAR_TOO_MUCH
