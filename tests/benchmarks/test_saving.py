"""A saved deal passes few functions, and costs little more than writing its rows."""

import sys
from collections import Counter

import pytest

import scorer
from scorer.services.games.read import read_game
from tests.benchmarks.bare_app import bare_app
from tests.benchmarks.measuring import Asker, Deeds, Saving, played, side_by_side
from tests.tables import new_id

OURS = scorer.__path__[0]
PAINTING = "paint_sheet"
# The budget of a saved deal, whole, without painting, and what painting adds: calls, functions and
# files.
WHOLE, UNPAINTED, PAINTING_ADDS = (1_400, 300, 54), (800, 200, 46), (630, 110, 16)
# The aim is 4.5; this only notices when something has gone badly wrong.
FAR_TOO_MUCH = 20


class Calls:
    """Counts the calls of our functions in a deed, all and those without painting."""

    def __init__(self, deed):
        self.all, self.unpainted, self.painting = Counter(), Counter(), 0
        sys.setprofile(self._note)
        try:
            deed()
        finally:
            sys.setprofile(None)

    def _note(self, frame, happening, _):
        code = frame.f_code
        # What stands between brackets is a part of its function.
        if not code.co_filename.startswith(OURS) or code.co_name.startswith("<"):
            return
        if happening == "call":
            self.all[code] += 1
            self.unpainted[code] += not self.painting
        if code.co_name == PAINTING:
            self.painting += {"call": 1, "return": -1}.get(happening, 0)

    def of(self, name):
        """How often a function was called."""
        return sum(count for code, count in self.all.items() if code.co_qualname == name)


def size(calls):
    """The calls, functions and files."""
    called = +calls
    return called.total(), len(called), len({code.co_filename for code in called})


def test_what_a_saved_deal_and_an_undo_pass(database, club, phone, measured):
    saving = Saving(phone, database, club)
    for _ in range(6):
        saving()
    saved = Calls(saving)
    [newest] = read_game(database, club, saving.game).entries[-1:]
    withdraw = {"seen": 3, "kind": "withdraw", "content": {"entry": newest.id}}
    undone = Calls(lambda: saving.save({"id": new_id(), **withdraw}))
    whole, unpainted = size(saved.all), size(saved.unpainted)
    added = tuple(all - rest for all, rest in zip(whole, unpainted, strict=True))
    for name, counted, budget in (
        ("painting and all", whole, WHOLE),
        ("without painting", unpainted, UNPAINTED),
        ("what painting adds", added, PAINTING_ADDS),
    ):
        figure = "{:,} calls of {} functions in {} files".format(*counted)
        most = "{:,} of {} in {}".format(*budget)
        measured(f"A saved third deal of four, {name}", figure, f"at most {most}")
        assert all(map(int.__le__, counted, budget)), name
    folds, sorts = undone.of("SortedBook.sheet"), undone.of("sort_book")
    measured("An undo", f"{folds} folds", f"{sorts} times sorted, {undone.all.total():,} calls")
    assert (folds, sorts) == (2, 2)


@pytest.mark.benchmark
def test_saving_a_deal_against_an_app_that_only_writes_its_rows(
    database, club, phone, soaking, measured
):
    bare = Asker(bare_app(database, club, played(database, club, 1).sheet))
    deeds = {
        "app": Saving(phone, database, club),
        "little": Saving(phone, database, club, "return=minimal"),
        "bare": Saving(bare, database, club),
        "service": Deeds(database, club),
    }
    times = 1000 if soaking else 20
    taken = side_by_side(deeds, times, warm=times // 20 + 4)
    app, little, service = (taken[one] / taken["bare"] for one in ("app", "little", "service"))
    on = "SQLite" if database.is_sqlite else "PostgreSQL"
    measured(
        f"Saving a deal of four against only writing its rows, {on}",
        f"{app:.2f}×",
        f"answered with its number alone {little:.2f}×, the service alone {service:.2f}×; "
        f"medians of {times}, in turn",
    )
    assert app < FAR_TOO_MUCH
