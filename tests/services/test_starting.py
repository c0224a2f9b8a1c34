"""Starting games: who sits where, who deals, which night it is, and going on."""

import pytest
from sqlalchemy import update

from scorer.rules.errors import BadRecord
from scorer.services.errors import Conflict
from scorer.services.games.offered import last_table
from scorer.services.games.read import game_that_goes_on, read_game
from scorer.services.games.start import same_again
from scorer.services.people.players import known_players
from scorer.storage.schema import games
from tests.tables import NAMES, Table, all_games, begin, new_id, people


def test_the_first_dealer_is_drawn_where_none_is_named(database, club):
    games = [begin(database, club, first_dealer=None).read() for _ in range(40)]
    drawn = {game.book.start.first_dealer for game in games}
    assert drawn == {0, 1, 2, 3}


def test_a_start_sent_again_starts_nothing_more(database, club):
    game = new_id()
    options = {"id": game, "first_dealer": None}
    assert begin(database, club, "Ann", "Ann", "Cat", "Dan", **options).id == game
    assert begin(database, club, "Ann", "Ann", " Cat", "Dan", **options).id == game
    for other in (
        {"variant": "pink-nines"},
        {"house_rules": {"circuits": 2}},
        {"first_dealer": 9},
        {"follows": new_id()},
        {"players": people("Ann", "Ann", "Cat", "Eve")},
        {"players": people(*NAMES[:5])},
    ):
        with pytest.raises(Conflict, match="id_taken"):
            begin(database, club, "Ann", "Ann", "Cat", "Dan", **{**options, **other})
    assert len(all_games(database, club)) == 1
    assert len(known_players(database, club)) == 4


NO_GAMES = [
    *(
        {"players": players}
        for players in (
            *(people("Ann", "Ben", "Cat"), people(*NAMES, "Max"), []),
            *(people("Ann", "Ben", "Cat", name) for name in ("\u202e ", "x" * 41)),
            [*people("Ann", "Ben", "Cat"), "Dan"],
            [*people("Ben", "Cat"), *[{"id": new_id(), "name": "Ann"}] * 2],
            [*people("Ann", "Ben", "Cat"), {"id": "7", "name": "Dan"}],
        )
    ),
    *({"variant": "whist"}, {"edition": 99}, {"first_dealer": 4}, {"first_dealer": True}),
    *({"house_rules": rules} for rules in ({"values": "french"}, {"jokers": 2})),
]


def test_a_game_that_cannot_begin_leaves_nothing_behind(database, club):
    for wrong in NO_GAMES:
        with pytest.raises(BadRecord):
            begin(database, club, **wrong)
        assert all_games(database, club) == [], wrong
        assert known_players(database, club) == [], wrong


def test_a_name_means_the_person_who_has_it(database, club):
    first = begin(database, club, "Ann", "Ann", "Cat", "Dan").read().sheet.sitters
    assert first[0].player != first[1].player
    second = begin(database, club, "Cat", "Ann", "Ann", "Ann").read().sheet.sitters
    assert second[0].player == first[2].player
    assert {one.player for one in first[:2]} < {one.player for one in second[1:]}
    assert len({one.player for one in second}) == 4


def test_a_name_means_the_same_person_however_it_is_written(database, club):
    sat = begin(database, club, "Ann", "Zoë", "Straße", "Dan").read().sheet.sitters
    spelled = ("aNN", "zoe\u0308", "STRASSE", "\uff24an")
    game = new_id()
    again = begin(database, club, *spelled, id=game).read().sheet.sitters
    assert again == sat
    assert len(known_players(database, club)) == 4
    # Sent once more in yet another spelling, it is the same start.
    assert begin(database, club, "ANN", "ZOË", "straße", "dan", id=game).id == game


def test_an_exact_name_goes_before_one_that_sounds_like_it(database, club, fake_clock):
    twins = [{"id": new_id(), "name": name} for name in ("Ann", "ANN")]
    first = begin(database, club, players=[*twins, *people("Cat", "Dan")])
    fake_clock.advance(days=1)
    begin(database, club, players=[twins[0], *people("Eve", "Fay", "Gus")])
    sitters = begin(database, club, "ANN", "Cat", "Dan", "ann").read().sheet.sitters
    assert [sitters[0].player, sitters[3].player] == [twins[1]["id"], twins[0]["id"]]
    assert first.read().sheet.sitters[1] == sitters[0]


def test_same_again_keeps_rules_and_seats_as_they_are_now(database, club):
    table = begin(database, club, house_rules={"ties": "most_out"})
    table.write("correct_start", {"order": [0, 2, 1, 3], "first_dealer": 2})
    table.deal()
    table.deal()
    table.take_seat(1, "Eve")
    table.write("end", {"why": "it got late"})
    made = same_again(database, club, table.id, device=None, game_id=new_id())
    read = read_game(database, club, made)
    assert [one.name for one in read.sheet.sitters] == ["Ann", "Cat", "Eve", "Dan"]
    # Seats 2 and 1 dealt, so the next deal is Dan's, who sits last in this order.
    assert read.book.start.first_dealer == 3
    assert read.book.start.house_rules == {"ties": "most_out"}


def test_who_dealt_a_void_deal_and_left_does_not_deal_same_again(database, club):
    table = begin(database, club, "Ann", "Ben", "Cat", variant="pink-nines")
    for facts in ({"out": 0}, {"out": 1}, {"void": True}):
        table.score(facts)
    table.change([0, 1])
    assert table.read().sheet.over
    assert read_game(database, club, again(table)).book.start.first_dealer == 0


def test_phones_go_to_the_game_in_play_over_those_between(database, club, fake_clock):
    first = begin(database, club)

    def going_on():
        return game_that_goes_on(database, first.read())

    first.play_out()
    assert going_on() is None
    second = Table(database, club, again(first))
    assert going_on() == (second.id, True)
    second.play_out()
    assert going_on() is None
    # Another one of the night, which follows none; then one that goes on from the second.
    other = begin(database, club, night=first.night)
    assert going_on() == (other.id, False)
    third = Table(database, club, again(second))
    assert going_on() == (third.id, True)
    third.play_out()
    with database.writing() as connection:
        # As records that were imported may follow one another.
        connection.execute(update(games).where(games.c.id == first.id).values(follows=third.id))
    assert going_on() == (other.id, False)
    fake_clock.advance(hours=7)
    assert going_on() is None


def again(table):
    return same_again(table.database, table.club, table.id, device=table.phone.id, game_id=new_id())


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
