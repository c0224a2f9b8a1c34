"""write_entry: a deal that another has overtaken, people who come back, and the end of a game."""

import pytest
from sqlalchemy import select

from scorer.rules.errors import GameIsOver
from scorer.services.errors import Conflict
from scorer.services.games.read import read_game
from scorer.services.games.start import same_again
from scorer.services.projections import check
from scorer.storage.schema import results
from tests.tables import facts, new_id


def test_whoever_comes_back_is_the_same_person(table):
    ben = table.read().sheet.sitters[1].player
    for name, seat in (("Eve", 1), ("Ben", 2)):
        table.take_seat(seat, name)
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


@pytest.mark.every_database
def test_who_left_has_no_place_and_who_joined_only_deals_of_their_own(table):
    table.score(facts(0, 7, 23, 32))
    table.change([0, 4, 1, 3], (4, "Eve", 20))
    hands = [[], {"points": 5, "red_nines": 0}, None, {"points": 6, "red_nines": 0}, {"points": 7}]
    hands[4]["red_nines"] = 0
    for _ in range(3):
        after = table.read().sheet.after
        table.write("deal", {"facts": {"out": 0, "hands": hands}, "after": after})
    columns = [results.c[name] for name in ("total", "place", "won", "finished", "deals")]
    with table.database.reading() as connection:
        rows = connection.execute(select(results.c.seat, *columns)).all()
    assert {seat: tuple(row) for seat, *row in rows} == {
        0: (0, 1, True, True, 4),
        1: (22, 2, False, True, 4),
        2: (23, 0, False, False, 1),
        3: (50, 4, False, True, 4),
        4: (41, 3, False, True, 3),
    }
    assert check(table.database) == []


def test_same_again_is_for_those_who_are_there(table):
    table.score(facts(0, 7, 23, 32))
    table.change([4, 0, 2, 3], (4, "Eve", 0))
    table.write("end", {"why": "late"})
    game = new_id()
    same_again(table.database, table.club, table.id, device=table.phone.id, game_id=game)
    sheet = read_game(table.database, table.club, game).sheet
    assert [sitter.name for sitter in sheet.sitters] == ["Eve", "Ann", "Cat", "Dan"]
