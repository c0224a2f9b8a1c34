"""How a game stands, or who won it and why, in one sentence."""

import pytest

from scorer.rules.entries import Deal, End, Entry, Sitter, Totals
from scorer.rules.feats import comeback
from scorer.rules.fold import read_sheet
from scorer.rules.start import Start
from scorer.web.games.sheet_view import SheetView, headline, summary
from tests.tables import begin, facts
from tests.web.counters import begin_counters, cards

NAMES = ("Ann", "Ben", "Cat", "Dan")


def sheet_of(*deals, ended=False, names=NAMES, **start):
    """A sheet of deals told as who went out and what the others were caught with."""
    sitters = tuple(Sitter(f"p{at}", name) for at, name in enumerate(names))
    entries = []
    for number, (out, *points) in enumerate(deals, start=1):
        after = entries[-1].id if entries else None
        entries.append(Entry(number, f"d{number}", Deal(facts(out, *points), after)))
    if ended:
        entries.append(Entry(len(entries) + 1, "end", End("late")))
    return read_sheet(Start("red-nines", sitters, **start), entries)


LEVEL = [(out, 6, 6, 6) for out in range(4)]
FIVE = (*NAMES, "Eve")
WON = [(0, 7, 8, 10), (0, 7, 8, 10), (0, 7, 8, 10), (1, 20, 9, 9)]
SHARED = [(0, 7, 8, 10), (1, 7, 8, 10), (0, 7, 8, 10), (1, 7, 9, 9)]


@pytest.mark.parametrize(
    ("deals", "start", "says"),
    [
        ([], {}, "Lowest total wins, 4 deals left."),
        (
            *([], {"carried": (5, 0, 0, 0)}),
            "Lowest total wins, 4 deals left, totals carried over.",
        ),
        (WON[:1], {}, "Ann is 7 ahead, 3 deals left."),
        ([WON[0], (1, 20, 2, 3)], {}, "Ben takes the lead, 3 ahead, 2 deals left."),
        (SHARED[:2], {}, "Ann and Ben are level in front, 2 deals left."),
        ([*SHARED[:2], (2, 20, 20, 7)], {}, "Cat takes the lead, 11 ahead, 1 deal left."),
        (LEVEL, {"house_rules": {"circuits": 2}}, "Level, 4 deals left."),
        (
            *([(out, 5, 5, 5, 9) for out in range(4)], {"names": FIVE}),
            "Four players are level in front, 1 deal left.",
        ),
        (WON, {}, "Ann won by 1: 20 points against 21 for Ben."),
        (SHARED, {}, "Ann and Ben share the win with 14 points."),
        ([(0, 7, 7, 10)] * 4, {}, "Ann won by 28: 0 points against 28 for Ben and Cat."),
        (
            *(WON[:1], {"ended": True}),
            "Stopped after 1 of 4 deals. Ann won by 7: 0 points against 7 for Ben.",
        ),
        ([], {"ended": True}, "Stopped before a deal was scored."),
    ],
)
def test_how_a_game_stands_or_was_won(deals, start, says):
    assert summary(sheet_of(*deals, **start), start.get("names", NAMES)) == says


def test_who_won_is_the_heading():
    sheets = sheet_of(*WON), sheet_of(*SHARED), sheet_of(ended=True)
    wanted = ["Ann won", "Ann and Ben share the win", "Nobody won"]
    assert [headline(sheet, NAMES) for sheet in sheets] == wanted


@pytest.mark.parametrize(
    ("ties", "deals", "says"),
    [
        (
            "last_deal",
            [(0, 7, 8, 10), (1, 7, 8, 10), (0, 7, 8, 10), (1, 7, 9, 9)],
            "Ben won: level with Ann at 14, and the lowest in the last deal wins.",
        ),
        (
            "most_out",
            [(0, 5, 8, 10), (0, 5, 8, 10), (1, 7, 8, 10), (2, 7, 4, 9)],
            "Ann won: level with Ben at 14, and going out most often wins.",
        ),
    ],
)
def test_a_tie_that_a_house_rule_decides(ties, deals, says):
    assert summary(sheet_of(*deals, house_rules={"ties": ties}), NAMES) == says


@pytest.mark.parametrize(
    ("totals", "says"),
    [
        ((1, 2, 4, 4), "Ann won by 1: 1 point against 2 for Ben."),
        ((1, 1, 4, 4), "Ann and Ben share the win with 1 point."),
    ],
)
def test_one_point_is_one_point(totals, says):
    start = Start("red-nines", tuple(Sitter(f"p{at}", name) for at, name in enumerate(NAMES)))
    sheet = read_sheet(start, [Entry(1, "totals", Totals(totals))])
    assert summary(sheet, NAMES) == f"Only totals were noted. {says}"


def test_a_name_from_right_to_left_turns_no_sentence(database, club):
    table = begin(database, club, "שרה", "Ben", "Cat", "Dan")
    table.deal(0, 7, 8, 10)
    assert SheetView(table.read()).summary == "\u2068שרה\u2069 is 7 ahead, 3 deals left."


def test_the_lead_is_compared_with_what_the_table_saw(phone, database, club):
    """Ben won the first deal, and what he put in for the second one left Cat in front."""
    table = begin_counters(database, club, "Ann", "Ben", "Cat")
    table.score(cards(1, 2, 2))
    assert "Cat is 3 ahead" in phone.read(f"/games/{table.id}")
    table.score(cards(2, 8, 8))
    assert "Cat is 18 ahead" in phone.read(f"/games/{table.id}")
    table.write("end", {"why": "late", "leftover": "as_it_stands"})
    assert comeback(table.read().sheet) is None
