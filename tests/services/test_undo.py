"""Undo and redo: what was written last is taken back, and restored."""

import pytest

from scorer.rules.errors import BadEntry
from scorer.services.errors import Conflict
from tests.tables import NoButton, new_id


def test_undo_and_redo_go_back_and_forth(table):
    table.deal()
    table.deal(1, 5, 6, 8)
    assert table.undo().game_read.sheet.totals == (0, 7, 23, 32)
    assert table.undo().game_read.sheet.totals == (0, 0, 0, 0)
    with pytest.raises(NoButton):
        table.undo()
    assert table.redo().game_read.sheet.totals == (0, 7, 23, 32)
    assert table.redo().game_read.sheet.totals == (5, 7, 29, 40)
    with pytest.raises(NoButton):
        table.redo()
    assert table.read().version == 6


def test_nothing_can_be_restored_once_something_else_was_written(table):
    table.deal()
    table.undo()
    table.deals.clear()
    table.deal()
    with pytest.raises(NoButton):
        table.redo()


def hand(seat, points):
    return "hands", seat, {"points": points, "red_nines": 0}


def test_a_deal_is_not_restored_over_an_answer_that_was_changed(table):
    table.answer(("out", -1, 0), hand(1, 7), hand(2, 23), hand(3, 32))
    table.undo()
    assert table.redo().game_read.sheet.totals == (0, 7, 23, 32)
    undone = table.undo()
    assert table.answer(hand(1, 9)).game_read.redo is None
    with pytest.raises(NoButton):
        table.redo()
    with pytest.raises(Conflict, match="redo_over"):
        table.write("withdraw", {"entry": undone.game_read.entries[-1].id})


def test_what_was_taken_back_cannot_be_taken_back_again(table):
    table.deal()
    table.write("withdraw", {"entry": table.deals[0]})
    with pytest.raises(Conflict, match="withdrawn"):
        table.write("withdraw", {"entry": table.deals[0]})
    with pytest.raises(BadEntry):
        table.write("withdraw", {"entry": new_id()})
