"""write_entry: a deal that another has overtaken, people who come back, and the end of a game."""

import pytest

from scorer.rules.errors import GameIsOver
from scorer.services.errors import Conflict
from scorer.services.people.players import known_players
from tests.tables import facts, new_id, people


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


def test_answers_follow_their_deal_and_end_a_redo(table):
    table.score(facts(0, 7, 23, 32), facts(0, 7, 23, 32))
    table.answer(("out", -1, 0))
    table.write("end", {"why": "late"})
    table.undo()
    first, last = table.deals
    forgotten = {"after": last, "facts": facts(1, 2, 3, 4), "before": first}
    undo = ("withdraw", {"entry": last})
    for (kind, content), number, kept in (
        (("deal", forgotten), 4, 1),
        (("withdraw", {"entry": first}), 3, 1),
        (undo, 2, 0),
        ((None, None), 3, 1),
        (undo, 2, 0),
    ):
        now = (table.write(kind, content) if kind else table.redo()).game_read
        assert (now.sheet.opening.number, len(table.read().answers)) == (number, kept)
    undone = table.read().redo
    table.answer(("out", -1, 0))
    assert table.read().redo is None
    with pytest.raises(Conflict, match="redo_over"):
        table.write("withdraw", {"entry": undone.id})
