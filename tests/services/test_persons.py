"""People who are one person under two names, and those who are two."""

import pytest
from sqlalchemy import select

from scorer.rules.errors import BadEntry, BadRecord
from scorer.services.errors import Conflict, NotFound
from scorer.services.games.read import read_game
from scorer.services.games.start import NewGame, start_game
from scorer.services.nights.night_list import read_night
from scorer.services.people.merge import merge_people, read_person, undo_merge
from scorer.services.people.players import known_players, rename_player
from scorer.storage.schema import players, results
from tests.services.finished_games import finish, ids, merged
from tests.services.plain_recount import agree
from tests.tables import all_games, begin, new_id, people


def standing(database, club):
    """Who is whom, and whose results are whose."""
    with database.reading() as connection:
        who = select(players.c.id, players.c.person).where(players.c.club == club)
        whose = select(results.c.game, results.c.seat, results.c.player, results.c.person)
        return sorted(map(tuple, connection.execute(who))), sorted(
            map(tuple, connection.execute(whose.where(results.c.club == club)))
        )


def test_the_name_that_stays_is_shown_everywhere(database, club):
    (first,) = finish(database, club)
    (second,) = finish(database, club, "Annie", "Ben", "Cat", "Dan")
    merged(database, club, "Annie", "Ann")
    assert list(second.read().names.values()) == ["Ann", "Ben", "Cat", "Dan"]
    assert [one.name for one in known_players(database, club)] == ["Ann", "Ben", "Cat", "Dan"]
    lines = all_games(database, club)
    assert [line.seats[0].name for line in lines] == ["Ann", "Ann"]
    assert len({line.seats[0].person for line in lines}) == 1
    night = read_night(database, club, second.night)
    assert {one.name: one.games for one in night.wins}["Ann"] == len(night.games)
    assert first.read().sheet.sitters[0].name == "Ann"


def test_undoing_a_merge_puts_everything_back(database, club):
    finish(database, club)
    finish(database, club, "Annie", "Ben", "Cat", "Dan")
    before = standing(database, club)
    deed = merged(database, club, "Annie", "Ann")
    ann = read_person(database, club, ids(database, club)["Annie"])
    assert (ann.name, ann.other_names) == ("Ann", ("Annie",))
    assert ann.merged == {deed: "Annie"}
    assert standing(database, club) != before
    for _ in range(2):
        undo_merge(database, club, deed)
        assert standing(database, club) == before
    assert read_person(database, club, ann.id).merged == {}


@pytest.mark.every_database
def test_undoing_a_merge_leaves_earlier_ones_as_they_were(database, club):
    begin(database, club, "Ann", "Ben", "Cat", "Dan")
    begin(database, club, "Annie", "Ben", "Cat", "Dan")
    begin(database, club, "Anna", "Ben", "Cat", "Dan")
    before = standing(database, club)
    first = merged(database, club, "Annie", "Ann")
    between = standing(database, club)
    second = merged(database, club, "Ann", "Anna")
    assert len({person for _, person in standing(database, club)[0]}) == 4
    undo_merge(database, club, second)
    assert standing(database, club) == between
    undo_merge(database, club, first)
    assert standing(database, club) == before


def test_nobody_is_merged_with_himself_or_with_a_stranger(database, club):
    begin(database, club)
    before = standing(database, club)
    merged(database, club, "Ann", "Ann")
    assert standing(database, club) == before
    ann = ids(database, club)["Ann"]
    for here, one, other in ((club, ann, new_id()), (new_id(), ann, ann), (club, "x", ann)):
        with pytest.raises(NotFound):
            merge_people(database, here, one, other)
    with pytest.raises(NotFound):
        undo_merge(database, club, new_id())


def test_who_was_merged_sits_down_as_the_one_who_stays(database, club):
    begin(database, club)
    begin(database, club, "Annie", "Ben", "Cat", "Dan")
    who = ids(database, club)
    merged(database, club, "Annie", "Ann")
    players = [{"id": who["Annie"], "name": "Annie"}, *people("Ben", "Cat", "Dan")]
    new_game = {"device": None, "id": new_id(), "variant": "red-nines"}
    new_game |= {"players": players, "first_dealer": 0}
    game = start_game(database, club, NewGame(**new_game))
    assert start_game(database, club, NewGame(**new_game)) == game
    assert read_game(database, club, game).sheet.sitters[0].player == who["Ann"]
    with pytest.raises(BadRecord):
        players[1] = {"id": who["Ann"], "name": "Ann"}
        start_game(database, club, NewGame(**{**new_game, "id": new_id(), "players": players}))


def test_a_rename_is_the_persons_whichever_id_is_told(database, club):
    begin(database, club)
    table = begin(database, club, "Annie", "Ben", "Cat", "Dan")
    who = ids(database, club)
    merged(database, club, "Annie", "Ann")
    rename_player(database, club, who["Annie"], "Anna")
    assert table.read().names[who["Annie"]] == "Anna"


def test_two_are_two_people_though_one_of_them_left_meanwhile(database, club):
    table = begin(database, club)
    table.deal()
    table.take_seat(0, "Eve")
    with pytest.raises(Conflict) as refused:
        merged(database, club, "Ann", "Ben")
    assert "played in the same deal" in refused.value.message


def test_who_left_and_who_joined_may_be_one_person(database, club):
    table = begin(database, club)
    table.deal()
    table.change([0, 4, 2, 3], (4, "Benny", 20))
    with pytest.raises(Conflict, match="sat_together"):
        merged(database, club, "Benny", "Cat")
    merged(database, club, "Benny", "Ben")
    agree(database, club)


def test_one_person_cannot_sit_in_two_seats_under_two_names(database, club):
    begin(database, club)
    table = begin(database, club, "Annie", "Ben", "Cat", "Dan")
    who = ids(database, club)
    merged(database, club, "Annie", "Ann")
    with pytest.raises(BadEntry, match="already sits on"):
        table.write("take_seat", {"seat": 1, "player": {"id": who["Ann"], "name": "Ann"}})
    # By name alone somebody else is meant: that Ann already sits here.
    seat = {"seat": 1, "player": {"id": None, "name": "Ann"}}
    name = new_id()
    table.write("take_seat", seat, id=name)
    assert table.write("take_seat", seat, id=name).repeated
    assert len({table.read().persons[one.player] for one in table.read().sheet.sitters}) == 4
