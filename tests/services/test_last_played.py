"""When people have last played: by the games they sit in, whatever became of those games."""

import pytest

from scorer.services.nights import bin
from scorer.services.people.merge import list_persons
from tests.services.imports import import_file
from tests.tables import begin, people

TODAY = b"date,game,Ann,Ben,Cat,Eve\n2025-05-04,Red Nines,0,1,2,3\n"


def played(database, club):
    """When each person has last played, by name."""
    return {person.name: person.last_played_at for person in list_persons(database, club)}


def days(database, club):
    """The days on which people have last played, those who never did left out."""
    return {name: f"{at:%m-%d}" for name, at in played(database, club).items() if at}


@pytest.mark.every_database
def test_a_game_that_is_brought_in_counts_for_the_person_here(database, club, fake_clock):
    begin(database, club)
    fake_clock.advance(days=1)
    import_file(database, club, TODAY)
    expected = {"Ann": "05-04", "Ben": "05-04", "Cat": "05-04", "Dan": "05-03", "Eve": "05-04"}
    assert days(database, club) == expected


def test_what_lies_in_the_bin_was_not_played(database, club, fake_clock):
    begin(database, club)
    fake_clock.advance(days=1)
    table = begin(database, club, "Ann", "Ben", "Cat", "Eve")
    before = days(database, club)
    game = table.read()
    things = (("game", game.id), ("night", game.night))
    for kind, id_ in things:
        bin.delete(database, club, kind, id_, device=None)
        assert days(database, club) == dict.fromkeys(("Ann", "Ben", "Cat", "Dan"), "05-03")
        bin.restore(database, club, kind, id_)
        assert days(database, club) == before


def test_who_is_told_to_sit_there_weeks_later_has_played_then(database, club, fake_clock, table):
    fake_clock.advance(days=20)
    table.take_seat(0, "Eve")
    assert days(database, club) == dict.fromkeys(("Ben", "Cat", "Dan", "Eve"), "05-03")
    table.undo()
    assert days(database, club) == dict.fromkeys(("Ann", "Ben", "Cat", "Dan"), "05-03")
    corrected = people("Ann", "Ben", "Fay", "Dan")
    table.write("correct_start", {"players": corrected})
    assert days(database, club) == dict.fromkeys(("Ann", "Ben", "Fay", "Dan"), "05-03")
