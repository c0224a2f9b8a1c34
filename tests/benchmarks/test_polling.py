"""A phone that asks whether anything is new costs little more than one row read by its key."""

import pytest

from tests.benchmarks.bare_app import bare_poll
from tests.benchmarks.measuring import Asker, Polling, side_by_side
from tests.tables import begin

# The aim is 2; this only notices when something has gone badly wrong.
FAR_TOO_MUCH = 4


@pytest.mark.benchmark
def test_nothing_new_against_the_bare_poll(database, club, phone, soaking, measured):
    game = begin(database, club).id
    assert phone.ask("POST", f"/games/{game}/seats/1/hold").status == 303
    bare = Asker(bare_poll(database, club), HTTP_COOKIE=phone.headers["HTTP_COOKIE"])
    times = 5000 if soaking else 300
    ours, bare = Polling(phone, game), Polling(bare, game)
    deeds = {"app": ours, "bare": bare, "app works": ours.work, "bare works": bare.work}
    taken = side_by_side(deeds, times, warm=times // 20 + 4)
    whole, work = taken["app"] / taken["bare"], taken["app works"] / taken["bare works"]
    on = "SQLite" if database.is_sqlite else "PostgreSQL"
    measured(
        f"“Nothing new” against the bare poll, {on}",
        f"{whole:.2f}×",
        f"of the app's own work {work:.2f}×; medians of {times}, in turn",
    )
    assert work < FAR_TOO_MUCH
