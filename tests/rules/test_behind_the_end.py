"""A correction that moves the end of a game, in each unit: what stands behind it counts nowhere."""

import json
from dataclasses import replace

import pytest

from scorer.rules.entries import (
    Answer,
    Buy,
    CorrectDeal,
    CorrectStart,
    Deal,
    End,
    Entry,
    Lend,
    Sitter,
    TakeSeat,
    Withdraw,
)
from scorer.rules.errors import GameIsOver, Refused
from scorer.rules.fold import read_sheet
from scorer.rules.record import parse, read_record, write_record
from scorer.rules.start import Start
from scorer.rules.text import sheet_as_json, sheet_as_text
from scorer.rules.variant import Next
from tests.made_up_game import KEY, added
from tests.rules.moving_ends import UNITS, Unit, bid, every_unit, start

EVE = Sitter("eve", "Eve")


@pytest.fixture(autouse=True, scope="module")
def _made_up():
    with added():
        yield


def numbers_of(sheet):
    """What a sheet comes to."""
    return sheet.totals, sheet.winners, sheet.over, sheet.played, [d.scores for d in sheet.deals]


@every_unit
def test_a_game_that_a_correction_ends_sooner_leaves_the_later_deals_behind_the_end(unit):
    slow, quick = unit.slow, unit.quick
    before = unit.sheet(slow, quick, slow, slow)
    assert not before.over
    sheet = unit.sheet(slow, quick, slow, slow, CorrectDeal("e1", quick))
    assert numbers_of(sheet) == numbers_of(unit.sheet(quick, quick))
    assert sheet.over
    assert [deal.id for deal in sheet.behind_the_end] == ["e3", "e4"]
    assert [deal.number for deal in sheet.behind_the_end] == [3, 4]
    # They can be looked at as if the game went on, in the order in which it was dealt.
    dealers = [deal.table.dealer for deal in sheet.behind_the_end]
    assert dealers == [2, 3 % len(unit.people)]
    assert all(deal.lines for deal in sheet.behind_the_end)


@every_unit
def test_a_further_correction_brings_them_back(unit):
    slow, quick = unit.slow, unit.quick
    said = (slow, quick, slow, slow, CorrectDeal("e1", quick))
    for back in (CorrectDeal("e1", slow), Withdraw("e5")):
        sheet = unit.sheet(*said, back)
        assert numbers_of(sheet) == numbers_of(unit.sheet(slow, quick, slow, slow))
        assert sheet.behind_the_end == ()


@every_unit
def test_a_game_that_a_correction_ends_later_is_open_again(unit):
    slow, quick = unit.slow, unit.quick
    said = (quick, quick, CorrectDeal("e1", slow))
    sheet = unit.sheet(*said)
    assert (sheet.over, sheet.winners, isinstance(sheet.follows, Next)) == (False, (), True)
    assert unit.sheet(*said, quick).over
    sheet = unit.sheet(*said, slow, CorrectDeal("e1", quick))
    assert numbers_of(sheet) == numbers_of(unit.sheet(quick, quick))
    assert [deal.id for deal in sheet.behind_the_end] == ["e4"]


@every_unit
def test_a_deal_put_in_between_and_one_withdrawn_move_the_end_too(unit):
    slow, quick = unit.slow, unit.quick
    sheet = unit.sheet(quick, slow, slow, Deal("e1", quick))
    assert numbers_of(sheet) == numbers_of(unit.sheet(quick, quick))
    assert [deal.id for deal in sheet.behind_the_end] == ["e2", "e3"]
    sheet = unit.sheet(quick, slow, slow, Deal("e1", quick), Withdraw("e1"))
    assert numbers_of(sheet) == numbers_of(unit.sheet(quick, slow, slow))


@every_unit
def test_only_a_new_deal_after_the_end_is_refused(unit):
    slow, quick = unit.slow, unit.quick
    for said in ((quick, quick), (slow, quick, slow, CorrectDeal("e1", quick))):
        with pytest.raises(GameIsOver) as fault:
            unit.sheet(*said, slow)
        assert (fault.value.code, fault.value.seat) == ("game_is_over", None)
        assert fault.value.deal == 1 + sum(isinstance(body, dict) for body in said)


@every_unit
def test_in_a_record_without_its_book_a_deal_behind_the_end_is_refused(unit):
    names = {"variant": unit.start.variant, "house_rules": dict(unit.start.house_rules)}
    people = [sitter.name for sitter in unit.people]
    record = {"format": "scorer-game/1", "players": people, **names}
    deals = [unit.quick, unit.quick, unit.slow]
    read = read_record({**record, "deals": deals[:2]})
    assert read_sheet(read.start, read.entries).over
    read = read_record({**record, "deals": deals})
    with pytest.raises(GameIsOver) as fault:
        read_sheet(read.start, read.entries)
    assert (fault.value.code, fault.value.deal, fault.value.seat) == ("game_is_over", 3, None)


def exported(unit, *bodies):
    """The record of a book, as it is read from a file."""
    entries = [replace(entry, stored=True) for entry in unit.book(*bodies)]
    book = [
        {
            "number": entry.number,
            "name": entry.name,
            "kind": entry.body.kind,
            "content": json.loads(json.dumps(entry.body.content())),
            "seen": entry.seen,
        }
        for entry in entries
    ]
    return parse(json.dumps(write_record(unit.start, entries, book)).encode())


@every_unit
def test_a_book_with_deals_behind_the_end_is_imported_again_with_the_same_result(unit):
    slow, quick = unit.slow, unit.quick
    take, later = TakeSeat("e2", 1, EVE), TakeSeat("e3", 2, EVE)
    for said in (
        (slow, quick, slow, slow, CorrectDeal("e1", quick)),
        (slow, quick, slow, slow, TakeSeat("e1", 0, EVE), take, CorrectDeal("e1", quick)),
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


@every_unit
def test_a_seat_taken_over_behind_the_end_is_not_taken(unit):
    slow, quick = unit.slow, unit.quick
    said = (slow, quick, slow, TakeSeat("e2", 0, EVE), TakeSeat("e3", 1, EVE))
    assert unit.sheet(*said).sitters == (EVE, EVE, *unit.people[2:])
    sheet = unit.sheet(*said, CorrectDeal("e1", quick))
    assert sheet.sitters == unit.people
    early = unit.sheet(*said, TakeSeat("e1", 2, EVE), CorrectDeal("e1", quick))
    assert early.sitters == (*unit.people[:2], EVE, *unit.people[3:])


def test_counters_bought_and_lent_behind_the_end_are_not_moved():
    unit = UNITS["counters"]
    slow, quick = unit.slow, unit.quick
    moved = (Buy("e2", 0, 20), Lend("e3", 1, 2, 5))
    open_game = unit.sheet(slow, quick, slow, *moved)
    assert (sum(open_game.totals), len(open_game.loans)) == (170, 1)
    sheet = unit.sheet(slow, quick, slow, *moved, CorrectDeal("e1", quick))
    assert sheet.settled == unit.sheet(quick, quick).settled
    assert (sheet.loans, sheet.transfers, sum(sheet.settled)) == ((), (), 150)
    early = unit.sheet(slow, quick, slow, Buy("e1", 2, 7), CorrectDeal("e1", quick))
    assert sum(early.settled) == 157


def test_what_was_bought_and_lent_behind_the_end_is_kept_with_the_deals_there():
    unit = UNITS["counters"]
    slow, quick = unit.slow, unit.quick
    before, since = (Lend("e1", 2, 1, 5),), (Buy("e2", 0, 20), Lend("e3", 1, 2, 9))
    said = (slow, quick, slow, *before, *since)
    sheet = unit.sheet(*said, CorrectDeal("e1", quick))
    (behind,) = sheet.behind_the_end
    assert [item.body for item in behind.transfers] == [since[0]]
    assert [item.body for item in sheet.since_behind_the_end] == [since[1]]
    # Of the nine that Ben gets of Cat, five are given back.
    lines = [(line.side, line.points, line.key) for line in sheet.since_behind_the_end[0].lines]
    assert (1, 5, "is_given_back") in lines
    assert [(loan.seat, loan.lender, loan.counters) for loan in sheet.deals[1].loans] == [(2, 1, 5)]
    assert behind.before.totals == sheet.deals[-1].carry.after(behind.transfers[0].lines).totals
    assert unit.sheet(*said).since_behind_the_end == ()


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
        read_sheet(carried, unit.book(CorrectStart(house_rules=near), Answer(None, "dro", None, 1)))


def test_a_note_of_a_deal_behind_the_end_is_left_alone_and_a_new_one_refused():
    unit = UNITS["counters"]
    slow, quick = unit.slow, unit.quick
    said = (slow, quick, slow, Answer("e3", "dro", None, 1))
    assert unit.sheet(*said).opening.noted == {"dro": (1,)}
    assert unit.sheet(*said, CorrectDeal("e1", quick)).over
    for after in ("e2", "e3"):
        with pytest.raises(GameIsOver):
            unit.sheet(*said, CorrectDeal("e1", quick), Answer(after, "dro", None, 1))


def test_a_record_keeps_a_note_that_counters_bought_later_have_put_behind_the_end():
    unit = UNITS["counters"]
    said = unit.book(unit.slow, unit.quick, Answer("e1", "dro", None, 1), Buy(None, 0, 20))
    sheet = read_sheet(unit.start, said)
    assert (sheet.over, len(sheet.deals), len(sheet.behind_the_end)) == (True, 1, 1)
    as_in_a_record = [replace(one, stored=isinstance(one.body, Deal)) for one in said]
    again = read_sheet(unit.start, as_in_a_record)
    assert again.totals == sheet.totals
    with pytest.raises(GameIsOver):
        read_sheet(unit.start, [*said, Entry(5, "e5", Answer("e1", "dro", None, 1), 4)])


def test_a_record_keeps_a_note_that_was_moved_to_a_deal_in_which_its_seat_sits_out():
    seven = tuple(Sitter(name, name) for name in "ABCDEFG")
    begun = Start(KEY, seven, house_rules={"gleb": "counters"})
    said = UNITS["counters"].book(
        {"mux": True}, {"void": True}, Answer("e1", "dro", None, 0), Withdraw("e1")
    )
    as_in_a_record = [replace(one, stored=isinstance(one.body, Deal)) for one in said]
    assert read_sheet(begun, as_in_a_record) == read_sheet(begun, said)
    with pytest.raises(Refused, match="sits out"):
        read_sheet(begun, [*said, Entry(5, "e5", Answer("e2", "dro", None, 0), 4)])


def test_where_a_seat_sat_out_a_deal_behind_the_end_is_kept_as_it_was_told():
    six = tuple(Sitter(name, name) for name in "ABCDEF")
    rules = {"stoom": 20, "pelf": None}
    game = Unit(Start(KEY, six, house_rules=rules), {}, {})

    def deal(out, **more):
        tricks = [0] * 6
        tricks[(out + 1) % 6], tricks[out] = 7, None
        return {
            "vex": [None] * 6,
            "plu": tricks,
            "quim": {"ith": 0, "orm": None},
            "bra": [0] * 6,
            **more,
        }

    first = deal(0)
    said = (first, deal(1), {**deal(4), "dealer": 2})
    with pytest.raises(Refused):
        game.sheet(*said)
    said = (first, deal(1), deal(2))
    assert not game.sheet(*said).over
    sheet = game.sheet(*said, CorrectDeal("e1", deal(0, bra=[0, 0, 0, 0, 0, 40])))
    assert sheet.over
    assert [deal.lines for deal in sheet.behind_the_end] == [(), ()]
    assert [deal.record for deal in sheet.behind_the_end] == [
        deal.record for deal in game.sheet(*said).deals[1:]
    ]


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
