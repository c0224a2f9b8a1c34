"""A correction that moves the end of a game, in each unit: what stands behind it counts nowhere."""

import json
from dataclasses import replace

import pytest

from scorer.commands.sheet_text import sheet_as_json, sheet_as_text
from scorer.rules.entries import (
    Buy,
    CorrectDeal,
    CorrectStart,
    End,
    Sitter,
    TakeSeat,
    Withdraw,
)
from scorer.rules.errors import GameIsOver, Refused
from scorer.rules.fold import read_sheet
from scorer.rules.record import parse, read_record, write_record
from tests.rules.books import written
from tests.rules.moving_ends import UNITS, Unit, bid, every_unit, start

pytestmark = pytest.mark.usefixtures("made_up_game")

EVE = Sitter("eve", "Eve")


def numbers_of(sheet):
    """What a sheet comes to."""
    return sheet.totals, sheet.winners, sheet.over, sheet.played, [d.scores for d in sheet.deals]


def exported(unit, *bodies):
    """The record of a book, as it is read from a file."""
    entries = unit.book(*bodies)
    return parse(json.dumps(write_record(unit.start, entries, written(entries))).encode())


@every_unit
def test_a_book_with_deals_behind_the_end_is_imported_again_with_the_same_result(unit):
    slow, quick = unit.slow, unit.quick
    take, later = TakeSeat(1, EVE, "e3"), TakeSeat(2, EVE)
    for said in (
        (slow, quick, slow, slow, CorrectDeal("e1", quick)),
        (slow, quick, slow, slow, TakeSeat(0, EVE, "e2"), take, CorrectDeal("e1", quick)),
        (slow, quick, slow, later, CorrectDeal("e1", quick), Withdraw("e3")),
        (slow, quick, slow, End("late"), CorrectDeal("e1", quick)),
    ):
        sheet, record = unit.sheet(*said), exported(unit, *said)
        assert sheet.over
        assert len(record["deals"]) == 2
        plain = {key: value for key, value in record.items() if key not in ("entries", "began")}
        for raw in (record, plain):
            read = read_record(raw)
            again = read_sheet(read.start, read.entries)
            assert sheet_as_json(again) == sheet_as_json(sheet)
            assert again.sitters == sheet.sitters
            assert again.ended == sheet.ended
        assert [deal.record for deal in read_record(record).sheet.behind_the_end] == [
            deal.record for deal in sheet.behind_the_end
        ]


@every_unit
def test_the_answer_of_score_leaves_them_out(unit):
    slow, quick = unit.slow, unit.quick
    sheet = unit.sheet(slow, quick, slow, CorrectDeal("e1", quick))
    assert sheet_as_json(sheet) == sheet_as_json(unit.sheet(quick, quick))
    assert "1 deal behind the end" in sheet_as_text(sheet)
    assert "behind the end" not in sheet_as_text(unit.sheet(quick, quick))


@every_unit
def test_a_game_that_was_stopped_and_is_over_by_itself_now_was_not_stopped(unit):
    slow, quick = unit.slow, unit.quick
    said = (slow, quick, slow, End("late"))
    assert unit.sheet(*said).ended == End("late")
    sheet = unit.sheet(*said, CorrectDeal("e1", quick))
    assert numbers_of(sheet) == numbers_of(unit.sheet(quick, quick))
    assert (sheet.ended, len(sheet.behind_the_end)) == (None, 1)
    # Neither taking back the stop nor the correction by itself opens a game that is over.
    assert unit.sheet(*said, CorrectDeal("e1", quick), Withdraw("e4")).over
    again = unit.sheet(*said, CorrectDeal("e1", quick), Withdraw("e5"))
    assert (again.ended, again.behind_the_end, again.over) == (End("late"), (), True)
    both = unit.sheet(*said, CorrectDeal("e1", quick), Withdraw("e4"), Withdraw("e5"))
    assert not both.over


def test_a_game_may_be_over_before_any_deal_and_all_of_its_deals_behind_the_end():
    unit = UNITS["counters"]
    far, near = {**unit.start.house_rules, "stoom": 40}, dict(unit.start.house_rules)
    carried = replace(unit.start, house_rules=far, carried=(60, 45, 45))
    said = unit.book(unit.slow, unit.slow, CorrectStart(house_rules=near))
    sheet = read_sheet(carried, said)
    assert (sheet.over, sheet.deals, sheet.winners) == (True, (), ())
    assert [deal.number for deal in sheet.behind_the_end] == [1, 2]
    assert sheet_as_json(sheet)["deals"] == []
    with pytest.raises(GameIsOver):
        read_sheet(carried, unit.book(unit.slow, CorrectStart(house_rules=near), unit.slow))
    with pytest.raises(Refused):
        read_sheet(carried, unit.book(CorrectStart(house_rules=near), Buy(0, 1)))


def sixteen_deals():
    """A whole game of Oxford Whist, each suit four times trump."""
    return [{**bid([3, 4, 2], [3, 2, 4]), "trump": suit} for suit in "CDHS" * 4]


def test_a_void_deal_of_a_game_of_so_many_moves_its_end():
    whist = Unit(start("oxford-whist"), *sixteen_deals()[:2])
    void = {"void": True}
    assert whist.sheet(*sixteen_deals()).over
    sheet = whist.sheet(*sixteen_deals(), CorrectDeal("e1", void))
    assert (sheet.over, sheet.left) == (False, 1)
    # The clubs of the first deal lie in the stock again.
    assert sheet.follows.shows[0].numbers == {"C": 1, "D": 0, "H": 0, "S": 0}
    late = {**whist.quick, "trump": "C"}
    said = (*sixteen_deals(), CorrectDeal("e1", void), late)
    assert whist.sheet(*said).over
    sheet = whist.sheet(*said, Withdraw("e17"))
    assert numbers_of(sheet) == numbers_of(whist.sheet(*sixteen_deals()))
    assert [deal.record for deal in sheet.behind_the_end] == [late]


REVEALED = {**bid([9, 1, 1], [9, 0, 0]), "premiums": ["revealed", None, None]}
NOTHING = bid([None, None, None], [3, 3, 3])


def test_a_match_whose_first_game_ends_sooner_ends_sooner_and_later_again():
    match = Unit(start("ninety-nine", length="match", game_bonus="always"), REVEALED, NOTHING)
    said = (NOTHING, *(NOTHING, REVEALED) * 3)
    late = match.sheet(*said)
    assert [deal.follows.part.number for deal in late.deals] == [1, 1, 2, 2, 3, 3, 4]
    # The first deal of each game has no trump.
    trumps = [deal.follows.trump for deal in late.deals[:-1]]
    assert trumps == ["diamonds", "diamonds", "none", "diamonds", "none", "diamonds"]
    assert (late.over, late.winners) == (True, (0,))
    soon = match.sheet(*said, CorrectDeal("e1", REVEALED))
    assert numbers_of(soon) == numbers_of(match.sheet(*(REVEALED, NOTHING) * 3))
    assert [deal.follows.part.number for deal in soon.deals] == [1, 2, 2, 3, 3, 4]
    assert [deal.id for deal in soon.behind_the_end] == ["e7"]
    for back in (CorrectDeal("e1", NOTHING), Withdraw("e8")):
        again = match.sheet(*said, CorrectDeal("e1", REVEALED), back)
        assert numbers_of(again) == numbers_of(late)
    assert not match.sheet(*(REVEALED, NOTHING) * 3, CorrectDeal("e1", NOTHING)).over
