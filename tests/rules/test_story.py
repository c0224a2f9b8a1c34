"""How a game was won, in one sentence: of any unit, alone or with a partner."""

import pytest

from scorer.rules.answer_words import side_names
from scorer.rules.entries import ChangeTable, End, Sitter, TakeSeat
from scorer.rules.fold import read_sheet
from scorer.rules.start import Start
from scorer.services.statistics.story import story_of, who_sat_there
from tests.rules.books import book_of

NAMES = ("Ann", "Ben", "Cat", "Dan")
TO_WIN = {"wins": "highest", "length": "open"}


def sheet_of(variant, *deals, players=4, ended=False, **house_rules):
    """A game of these deals; what is no deal is another entry."""
    entries = book_of(*deals, *[End("late")] * ended)
    sitters = tuple(Sitter(name.lower(), name) for name in NAMES[:players])
    return read_sheet(Start(variant, sitters, house_rules=house_rules), entries)


def points(*deals, **other):
    """A game of points that is over: the highest total wins, unless said otherwise."""
    rules = {**TO_WIN, **other}
    return sheet_of("points", *({"points": list(deal)} for deal in deals), ended=True, **rules)


def sentences_of(sheet):
    return story_of(sheet, side_names(sheet.start, [sitter.name for sitter in sheet.sitters]))


@pytest.mark.parametrize(
    ("deals", "says"),
    [
        (
            [(60, 0, 0, 0), (0, 0, 0, 0), (0, 40, 0, 0), (0, 40, 0, 0)],
            "Ben came from 60 behind in the last two deals.",
        ),
        ([(30, 0, 0, 0), (0, 31, 0, 0)], "Ben came from 30 behind in the last deal."),
        (
            [(30, 0, 0, 0), (0, 10, 0, 0), (0, 10, 0, 0), (0, 10, 0, 0), (0, 10, 0, 0)],
            "Ben came from 30 behind in the last four deals.",
        ),
        ([(5, 0, 0, 0), (0, 6, 0, 0)], "Ben took the lead in the very last deal."),
        ([(5, 0, 0, 0), (0, 1, 0, 0), (0, 1, 0, 0)], "Ann led from the first deal to the last."),
        ([(0, 5, 0, 0), (9, 0, 0, 0), (0, 0, 0, 1)], "Ann took the lead in deal 2 and kept it."),
        (
            [(1, 0, 0, 0), (0, 2, 0, 0), (2, 0, 0, 0), (0, 2, 0, 0), (2, 0, 0, 0), (0, 0, 0, 0)],
            "The lead changed hands four times.",
        ),
        # To draw level is not to lead.
        ([(9, 0, 0, 0), (0, 9, 0, 0), (0, 1, 0, 0)], "Ben took the lead in the very last deal."),
        (
            [(5, 0, 0, 0), (0, 5, 0, 0), (3, 0, 0, 0), (0, 0, 1, 0)],
            "Ann took the lead in deal 3 and kept it.",
        ),
        ([(5, 0, 0, 0)], "One deal decided it."),
        ([(9, 0, 0, 0), (0, 9, 0, 0)], "Level after two deals."),
        ([(25, 0, 0, 0), (0, 25, 0, 0)], "Ben came from 25 behind to share the win."),
        ([(9, 9, 0, 0)], ""),
    ],
)
def test_a_game_is_told_by_what_was_remarkable(deals, says):
    assert sentences_of(points(*deals)) == says


@pytest.mark.parametrize(
    ("deals", "says"),
    [
        # Ben, who led, left.
        ([(0, 9, 0, 0), (5, 9, 0, 0), (0, None, 0, 0), (0, None, 0, 0)], ""),
        ([(9, 9, 0, 0), (0, 0, 0, 0), (0, None, 0, 0)], ""),
        (
            [(9, 60, 0, 0), (0, 0, 12, 0), (7, None, 0, 0)],
            "Ann took the lead in the very last deal.",
        ),
    ],
)
def test_nobody_took_a_lead_that_somebody_left_to_them(deals, says):
    entries = [{"points": list(points)} for points in deals]
    entries.insert(2, ChangeTable((0, 2, 3), ()))
    assert sentences_of(sheet_of("points", *entries, ended=True, **TO_WIN)) == says


def test_where_the_lowest_wins_the_same_is_told():
    sheet = points((0, 30, 30, 30), (40, 0, 30, 30), wins="lowest")
    assert sentences_of(sheet) == "Ben came from 30 behind in the last deal."


def test_partners_are_told_by_both_names():
    sheet = points((30, 0), (0, 31), sides="two")
    assert sentences_of(sheet) == "Ben and Dan came from 30 behind in the last deal."


def test_counters_are_told_as_they_stand_after_sharing():
    hands = [[], *({"cards": 3, "red_nines": 0} for _ in range(3))]
    other = [{"cards": 3, "red_nines": 0}, [], *hands[2:]]
    deals = [{"out": 0, "hands": hands}] * 2 + [{"out": 1, "hands": other}] * 2
    sheet = sheet_of("red-nines-1881", *deals)
    assert sheet.closing
    assert sentences_of(sheet) == "Ben came from 24 behind to share the win."


def test_void_deals_are_no_part_of_the_story():
    deals = {"points": [30, 0, 0, 0]}, {"void": True}, {"points": [0, 31, 0, 0]}
    sheet = sheet_of("points", *deals, ended=True, **TO_WIN)
    assert sentences_of(sheet) == "Ben came from 30 behind in the last deal."


def test_only_a_finished_game_has_a_story():
    assert sentences_of(sheet_of("points", {"points": [1, 2, 3, 4]}, **TO_WIN)) == ""
    assert sentences_of(sheet_of("points", ended=True, **TO_WIN)) == ""


def test_a_winners_seat_that_changed_hands_is_told():
    deals = [{"points": [9, 0, 0, 0]}] * 2
    eve, joe = Sitter("eve", "Eve"), Sitter("joe", "Joe")
    taken = TakeSeat(0, eve), TakeSeat(3, joe)
    sheet = sheet_of("points", *deals, *taken, {"points": [9, 0, 0, 0]}, ended=True, **TO_WIN)
    says = who_sat_there(sheet, lambda one, other: one == other, lambda sitter: sitter.name)
    assert says == ["Ann played deals 1–2, Eve deal 3."]
    # Whoever only changed their name sat there all the time.
    assert who_sat_there(sheet, lambda one, other: True, str) == []
