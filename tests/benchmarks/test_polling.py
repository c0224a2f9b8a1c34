"""A phone that asks what is new costs little more than one row read by its key."""

import pytest

from tests.benchmarks.bare_app import bare_poll
from tests.benchmarks.measuring import Answering, Asker, Polling, side_by_side
from tests.benchmarks.test_crowd import PHONES, Hall
from tests.tables import begin

# The aim is 2, and 27 for an answer with the polls of five phones; this only notices when something
# has gone badly wrong.
FAR_TOO_MUCH = 4
FAR_TOO_MUCH_FOR_ALL = 60


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


@pytest.mark.benchmark
def test_an_answer_and_the_polls_after_it_against_the_bare_poll(
    database, club, phone, tmp_path, soaking, measured
):
    answering = Answering(phone.app, *Hall(database, tmp_path / "hall").seat(1))
    bare = Asker(bare_poll(database, club), HTTP_COOKIE=phone.headers["HTTP_COOKIE"])
    polling = Polling(bare, begin(database, club).id)
    times = 500 if soaking else 30
    deeds = {"app": answering, "bare": polling.work}
    taken = side_by_side(deeds, times, warm=times // 20 + 4)
    ratio = taken["app"] / taken["bare"]
    on = "SQLite" if database.is_sqlite else "PostgreSQL"
    measured(
        f"A hand that comes in and the polls of {PHONES} phones against the bare poll, {on}",
        f"{ratio:.0f}×",
        f"of the app’s own work; medians of {times}, in turn",
    )
    assert ratio < FAR_TOO_MUCH_FOR_ALL
