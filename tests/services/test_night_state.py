"""What tells a page about nights from the same page at another moment."""

import pytest

from scorer.services.nights.state import state_lately, state_of_night
from tests.tables import begin

pytestmark = pytest.mark.every_database


def test_whatever_is_done_in_a_night_is_another_state(database, club, wall):
    assert state_lately(database, club).games == 0
    table = begin(database, club)
    night, seen = table.night, []

    def look():
        seen.append((state_of_night(database, club, night), state_lately(database, club)))
        assert seen[-1] == (state_of_night(database, club, night), state_lately(database, club))

    look()
    table.deal()
    look()
    table.undo()
    look()
    begin(database, club)
    look()
    table.redo()
    look()
    for of_one_kind in zip(*seen, strict=True):
        assert len(set(of_one_kind)) == len(seen)


def test_what_was_played_long_ago_is_not_looked_at(database, club, wall):
    table = begin(database, club)
    table.deal()
    wall.later(days=4)
    assert state_lately(database, club).games == 0
    assert state_of_night(database, club, table.night).games == 1
