"""Who sat at the last table, and at the largest one of its night."""

import pytest

from scorer.services.games.offered import last_table
from tests.tables import begin


@pytest.mark.every_database
def test_a_table_names_who_sat_at_the_largest_one_of_its_night(database, club):
    assert last_table(database, club) is None
    five = begin(database, club, "Ann", "Ben", "Cat", "Dan", "Eve")
    five.deal(0, 7, 23, 32, 5)
    five.change([0, 1, 2, 3])
    begin(database, club, "Eve", "Cat", "Ann", variant="points", follows=five.id)
    last = last_table(database, club)
    assert last is not None
    assert [player["name"] for player in last["players"]] == ["Eve", "Cat", "Ann"]
    people = five.read().people.values()
    names = {player.id: player.name for player in people}
    assert [names[person] for person in last["clockwise"]] == ["Ann", "Ben", "Cat", "Dan", "Eve"]
