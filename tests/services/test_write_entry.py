"""write_entry: a deal that another has overtaken, people who come back, and the end of a game."""

import pytest

from scorer.rules.errors import GameIsOver
from scorer.services.people.players import known_players
from tests.tables import facts, new_id, people


def test_a_deal_on_its_way_with_the_next_one_is_no_conflict(table):
    first = new_id()
    table.deal(id=first, seen=0)
    table.write("deal", {"after": first, "facts": facts(1, 2, 3, 4)}, seen=0)
    assert len(table.read().sheet.deals) == 2


def test_the_people_can_be_corrected_and_new_ones_become_known(table):
    table.deal()
    sitters = table.read().sheet.sitters
    players = [{"id": one.player, "name": one.name} for one in sitters]
    players[1] = {"id": None, "name": "  Bénédicte\u202e "}
    name = new_id()
    saved = table.write("correct_start", {"players": players}, id=name)
    assert [one.name for one in saved.game_read.sheet.sitters] == ["Ann", "Bénédicte", "Cat", "Dan"]
    assert saved.game_read.sheet.deals[0].sitters[1].name == "Bénédicte"
    again = table.write("correct_start", {"players": players}, id=name)
    assert again.repeated
    assert len(known_players(table.database, table.club)) == 5


def test_whoever_comes_back_is_the_same_person(table):
    ben = table.read().sheet.sitters[1].player
    for name, seat in (("Eve", 1), ("Ben", 2)):
        table.write("take_seat", {"seat": seat, "player": people(name)[0]})
    assert table.read().sheet.sitters[2].player == ben


def test_a_game_that_was_played_to_its_end_is_not_stopped(table):
    table.play_out()
    with pytest.raises(GameIsOver):
        table.write("end", {"why": "late"})
