"""A phone that asks whether anything is new costs little more than one row read by its key."""

import pytest

from tests.benchmarks.bare_app import bare_poll
from tests.benchmarks.measuring import Asker, side_by_side
from tests.tables import begin

# The aim is 2; this only notices when something has gone badly wrong.
FAR_TOO_MUCH = 10


class Polling:
    """Asks an app for news of a game until there is none."""

    def __init__(self, asker, game):
        self.asker, self.path = asker, f"/games/{game}/news"
        self.known = {"HTTP_ACCEPT": "application/json"}
        self.known["HTTP_IF_NONE_MATCH"] = asker.ask("GET", self.path, **self.known).headers["ETag"]

    def __call__(self):
        answer = self.asker.ask("GET", self.path, **self.known)
        assert answer.status == 304, answer
        return self.asker.seconds


@pytest.mark.benchmark
def test_nothing_new_against_the_bare_poll(database, club, phone, soaking, measured):
    game = begin(database, club).id
    assert phone.ask("POST", f"/games/{game}/seats/1/hold").status == 303
    bare = Asker(bare_poll(database, club), HTTP_COOKIE=phone.headers["HTTP_COOKIE"])
    times = 5000 if soaking else 300
    deeds = {"app": Polling(phone, game), "bare": Polling(bare, game)}
    taken = side_by_side(deeds, times, warm=times // 20 + 4)
    ratio = taken["app"] / taken["bare"]
    on = "SQLite" if database.is_sqlite else "PostgreSQL"
    measured(
        f"“Nothing new” against the bare poll, {on}",
        f"{ratio:.2f}×",
        f"medians of {times}, in turn; the bare poll {taken['bare']:.2f} ms",
    )
    assert ratio < FAR_TOO_MUCH
