"""Saving a deal costs little more than writing its rows."""

import pytest

from scorer.services.games.read import read_game
from tests.benchmarks.bare_app import bare_app
from tests.benchmarks.measuring import (
    COUNTERS,
    PENALTIES,
    Asker,
    Deeds,
    Saving,
    median,
    new_game,
    p95,
    side_by_side,
)

# The aim is 2 on a real disk; this only notices when something has gone badly wrong.
FAR_TOO_MUCH = 20


@pytest.mark.benchmark
@pytest.mark.parametrize(
    ("players", "variant", "said"),
    [(4, PENALTIES, "of four"), (8, COUNTERS, "of eight by the rules of 1881")],
    ids=["penalties", "counters"],
)
def test_saving_a_deal_against_an_app_that_only_writes_its_rows(
    database, club, phone, soaking, measured, players, variant, said
):
    def begin():
        return new_game(database, club, players, variant)

    sitting = [one.player for one in read_game(database, club, begin()).sheet.sitters]
    bare = Asker(bare_app(database, club, sitting))
    deeds = {
        "app": Saving(phone, begin, players, variant),
        "little": Saving(phone, begin, players, variant, "return=minimal"),
        "bare": Saving(bare, begin, players, variant),
        "deed": Deeds(database, club, begin, players, variant),
    }
    taken = side_by_side(deeds, times=2000 if soaking else 20, warm=40 if soaking else 4)
    app, little, only_rows, deed = (median(taken[one]) for one in deeds)
    on = "SQLite" if database.is_sqlite else "PostgreSQL"
    measured(
        f"Saving a deal {said} against only writing its rows, {on}",
        f"{little / only_rows:.2f}×",
        f"answered with its number alone, to a phone that shows it by itself: {little:.2f} ms; "
        f"with the sheet {app / only_rows:.2f}×, {app:.2f} ms against {only_rows:.2f} ms "
        f"(p95 {p95(taken['app']):.2f} against {p95(taken['bare']):.2f}); "
        f"the service alone {deed / only_rows:.2f}×, {deed:.2f} ms, "
        "the rest is who may, and the new sheet; "
        f"medians of {len(taken['app'])}, in turn",
    )
    assert app / only_rows < FAR_TOO_MUCH
