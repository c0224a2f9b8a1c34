"""Two who sat in one deal are two people, whatever is said of them afterwards."""

import pytest
from sqlalchemy import update

from scorer.rules.errors import BadEntry
from scorer.services.errors import Conflict
from scorer.storage.schema import games as games_table
from tests.services.finished_games import finish, ids, merged
from tests.tables import begin, new_id


def test_two_who_sat_in_one_deal_are_two_people(database, club):
    begin(database, club)
    with pytest.raises(Conflict) as refused:
        merged(database, club, "Ann", "Ben")
    assert "played in the same deal" in refused.value.message


def test_two_are_two_people_though_one_of_them_left_meanwhile(database, club):
    table = begin(database, club)
    table.deal()
    seat = {"seat": 0, "player": {"id": None, "name": "Eve"}}
    table.write("take_seat", seat)
    with pytest.raises(Conflict):
        merged(database, club, "Ann", "Ben")


def test_who_takes_over_from_himself_was_one_person_all_the_time(database, club):
    table = begin(database, club)
    table.deal()
    seat = {"seat": 0, "player": {"id": None, "name": "Annie"}}
    table.write("take_seat", seat)
    table.deal()
    merged(database, club, "Annie", "Ann")
    assert set(table.read().names.values()) == {"Ann", "Ben", "Cat", "Dan"}


def test_one_person_cannot_sit_in_two_seats_under_two_names(database, club):
    begin(database, club)
    table = begin(database, club, "Annie", "Ben", "Cat", "Dan")
    who = ids(database, club)
    merged(database, club, "Annie", "Ann")
    with pytest.raises(BadEntry, match="already sits on"):
        seat = {"seat": 1, "player": {"id": who["Ann"], "name": "Ann"}}
        table.write("take_seat", seat)
    # By name alone somebody else is meant: that Ann already sits here.
    seat = {"seat": 1, "player": {"id": None, "name": "Ann"}}
    name = new_id()
    table.write("take_seat", seat, id=name)
    assert table.write("take_seat", seat, id=name).repeated
    assert len({table.read().persons[one.player] for one in table.read().sheet.sitters}) == 4


def test_a_deal_that_lies_in_the_bin_was_played_together_all_the_same(database, club):
    table = finish(begin(database, club))
    with database.writing() as connection:
        gone = update(games_table).where(games_table.c.id == table.id)
        connection.execute(gone.values(deleted_at=games_table.c.started_at))
    with pytest.raises(Conflict, match="sat_together"):
        merged(database, club, "Ann", "Ben")
