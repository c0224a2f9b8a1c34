"""A game is moved to another night, and a night is described."""

from datetime import timedelta

import pytest

from scorer.services import clock
from scorer.services.errors import InTheBin, NotFound
from scorer.services.games.find_night import OWN
from scorer.services.nights import bin
from scorer.services.nights.edit import edit_night, move_game, places, read_description
from scorer.services.nights.night_list import list_nights, read_night
from scorer.services.projections import check
from tests.tables import begin, new_id


def test_a_game_gets_a_night_of_its_own_and_comes_back(database, club):
    one, two = begin(database, club), begin(database, club)
    two.deal()
    one.describe_night(place="At Ben's", note="Rain")
    old = one.night
    move_game(database, club, two.id, OWN)
    assert one.night == old != two.night
    read = read_night(database, club, two.night)
    assert (read.place, read.note) == ("At Ben's", "")
    assert [line.id for line in read_night(database, club, old).games] == [one.id]
    move_game(database, club, two.id, old)
    assert len(list_nights(database, club)[0]) == 1
    assert check(database) == []


def test_a_game_that_is_alone_stays_in_its_night(database, table):
    night = table.night
    for target in (OWN, night):
        move_game(database, table.club, table.id, target)
        assert table.night == night


@pytest.mark.every_database
def test_the_last_game_takes_along_what_its_night_was_called(database, club):
    first, second = begin(database, club), begin(database, club)
    other = begin(database, club, "Kim", "Leo", "Ida", "Joe", night="new")
    first.describe_night(name="Jubilee", place="At Ben's", note="Snow")
    other.describe_night(place="Brno", note="Rain")
    old, target = first.night, other.night
    for table in (first, second):
        assert read_night(database, club, target).name == ""
        move_game(database, club, table.id, target)
    read = read_night(database, club, target)
    assert (read.name, read.place, read.note) == ("Jubilee", "Brno", "Rain\nSnow")
    assert [night.id for night in list_nights(database, club, words="jubilee")[0]] == [target]
    with pytest.raises(NotFound):
        read_night(database, club, old)


def test_nothing_is_moved_to_where_it_cannot_be(database, club):
    one, other = begin(database, club), begin(database, club, night="new")
    gone = other.night
    bin.delete(database, club, "night", gone, device=None)
    night = one.night
    for wrong in ("", "x", new_id()):
        with pytest.raises(NotFound):
            move_game(database, club, one.id, wrong)
        with pytest.raises(NotFound):
            move_game(database, club, wrong, night)
    with pytest.raises(InTheBin):
        move_game(database, club, one.id, gone)
    with pytest.raises(InTheBin):
        move_game(database, club, other.id, night)
    with pytest.raises(NotFound):
        move_game(database, new_id(), one.id, OWN)
    assert one.night == night


def test_a_night_is_described(database, club, fake_clock):
    table = begin(database, club)
    today = clock.now().date()
    description = read_description(
        day=str(today + timedelta(days=1)),
        name="  A\tjubilee \u202e",
        place="At Ben's",
        note="One\r\n\r\n\r\n two \0\n",
        today=today,
    )
    edit_night(database, club, table.night, description)
    read = read_night(database, club, table.night)
    assert (read.name, read.place, read.note) == ("A jubilee", "At Ben's", "One\n\ntwo")
    assert read.day == today + timedelta(days=1)
    assert places(database, club) == ["At Ben's"]
