"""write_entry: repeated ids, corrected people, invalid players, games of other clubs."""

import pytest

from scorer.rules.errors import BadEntry, BadRecord, GameIsOver
from scorer.services.errors import NotFound
from scorer.services.people.players import known_players
from tests.services.imports import second_club
from tests.tables import Table, add_phone, facts, new_id, people


def test_a_deal_on_its_way_with_the_next_one_is_no_conflict(table):
    first = new_id()
    table.deal(id=first, seen=0)
    table.write("deal", {"after": first, "facts": facts(1, 2, 3, 4)}, seen=0)
    assert len(table.read().sheet.deals) == 2


def test_the_people_can_be_corrected_and_new_ones_become_known(table):
    table.deal()
    sitters = table.read().sheet.sitters
    told = [{"id": one.player, "name": one.name} for one in sitters]
    told[1] = {"id": None, "name": "  Bénédicte\u202e "}
    name = new_id()
    saved = table.write("correct_start", {"players": told}, id=name)
    assert [one.name for one in saved.game_read.sheet.sitters] == ["Ann", "Bénédicte", "Cat", "Dan"]
    assert saved.game_read.sheet.deals[0].sitters[1].name == "Bénédicte"
    again = table.write("correct_start", {"players": told}, id=name)
    assert again.repeated
    assert len(known_players(table.database, table.club)) == 5


def test_whoever_comes_back_is_the_same_person(table):
    ben = table.read().sheet.sitters[1].player
    for name, seat in (("Eve", 1), ("Ben", 2)):
        table.write("take_seat", {"seat": seat, "player": people(name)[0]})
    assert table.read().sheet.sitters[2].player == ben


@pytest.mark.parametrize(
    "player",
    [None, {}, "Eve", {"id": "1", "name": "Eve"}, {"id": None, "name": " "}, {"name": "x" * 41}],
)
def test_a_seat_is_not_taken_by_what_is_nobody(table, player):
    with pytest.raises((BadRecord, BadEntry)):
        table.write("take_seat", {"seat": 1, "player": player})
    with pytest.raises((BadRecord, BadEntry)):
        table.write("correct_start", {"players": [player] * 4})
    assert table.read().version == 0
    assert len(known_players(table.database, table.club)) == 4


def test_a_game_that_was_played_to_its_end_is_not_stopped(table):
    table.play_out()
    with pytest.raises(GameIsOver):
        table.write("end", {"why": "late"})


def test_another_clubs_game_is_not_found(database, table):
    for game in (new_id(), "x\0"):
        with pytest.raises(NotFound):
            Table(database, table.club, game, table.phone).deal()
    theirs = add_phone(database, second_club(database), "Theirs")
    with pytest.raises(NotFound):
        table.deal(device=theirs)
