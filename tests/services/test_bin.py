"""What is deleted is nowhere to be seen, and comes back as it was."""

import pytest

from scorer.services.errors import Conflict, NotFound
from scorer.services.games.start import same_again
from scorer.services.nights import bin
from scorer.services.nights.night_list import list_nights, read_night
from tests.tables import begin, new_id


def lying(database, club):
    return [one.id for one in bin.list_deleted(database, club)]


@pytest.mark.every_database
def test_a_night_brings_back_the_games_deleted_with_it(database, club):
    one, two, three = (begin(database, club) for _ in range(3))
    night = one.night
    bin.delete(database, club, "game", two.id, device=None)
    for _ in range(2):
        bin.delete(database, club, "night", night, device=None)
    assert list_nights(database, club)[0] == ()
    assert list_nights(database, club, words="ann")[0] == ()
    assert lying(database, club) == [night, two.id]
    for game in (one, two):
        found = bin.find_deleted(database, club, game.id)
        assert found and (found.kind, found.id) == ("night", night)
        with pytest.raises(Conflict, match="night_in_the_bin"):
            bin.restore(database, club, "game", game.id)
    bin.restore(database, club, "night", night)
    assert [line.id for line in read_night(database, club, night).games] == [one.id, three.id]
    found = bin.find_deleted(database, club, two.id)
    assert found and (found.kind, found.id) == ("game", two.id)
    bin.restore(database, club, "game", two.id)
    assert bin.find_deleted(database, club, two.id) is None
    assert len(read_night(database, club, night).games) == 3


def test_the_last_game_of_a_night_takes_the_night_along(database, table):
    night = table.night
    bin.delete(database, table.club, "game", table.id, device=None)
    assert list_nights(database, table.club)[0] == ()
    with pytest.raises(NotFound):
        read_night(database, table.club, night)
    bin.restore(database, table.club, "game", table.id)
    assert read_night(database, table.club, night).games[0].id == table.id


def test_the_bin_calls_a_phone_by_who_sat_with_it_last(database, table):
    phone = table.seat_phone(2)
    bin.delete(database, table.club, "game", table.id, device=phone.id)
    assert [it.device_name for it in bin.list_deleted(database, table.club)] == ["Cat"]


def test_a_deleted_follower_frees_the_game_before(database, table):
    table.play_out()
    options = {"device": None, "game_id": new_id()}
    after = same_again(database, table.club, table.id, **options)
    assert table.read().followed_by == after
    bin.delete(database, table.club, "game", after, device=None)
    assert table.read().followed_by is None
    other = same_again(database, table.club, table.id, device=None, game_id=new_id())
    assert other != after
