"""The fold of a book: random books, and each rule by itself."""

from dataclasses import replace
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorer.rules.entries import (
    Adjust,
    Buy,
    ChangeTable,
    CorrectDeal,
    CorrectStart,
    Deal,
    End,
    Entry,
    Join,
    Lend,
    Sitter,
    TakeSeat,
    Totals,
    Withdraw,
    apply_correction,
    changed_answers,
    parse_body,
)
from scorer.rules.errors import BadEntry, Refused
from scorer.rules.fold import read_sheet, to_redo, to_undo
from scorer.rules.start import Start
from tests.examples import examples
from tests.made_up_game import KEY
from tests.rules.books import book_of, books, numbers_of, plain_numbers, write
from tests.rules.every_game import every_game

pytestmark = pytest.mark.usefixtures("made_up_game")

random_books = settings(deadline=None, max_examples=examples(4))

ANN, BEN, CAT, DAN = range(4)
EVE = Sitter("eve", "Eve")
PEOPLE = tuple(Sitter(name.lower(), name) for name in ("Ann", "Ben", "Cat", "Dan"))


def points(*numbers):
    return {"points": list(numbers)}


OPEN = Start("points", PEOPLE)
TO_40 = Start("points", PEOPLE, house_rules={"length": "target", "target": 40})
SMALL, LARGE = points(1, 2, 3, 4), points(0, 0, 0, 50)
COUNTERS = Start("red-nines-1881", PEOPLE[:3], house_rules={"counters": 12})
WON_BY_ANN = {"out": ANN, "hands": [[], *({"cards": 2, "red_nines": 0} for _ in range(2))]}


def read(start, *bodies):
    return read_sheet(start, book_of(*bodies))


def refusal(start, *bodies):
    """What the last of these is refused with, which is a fault of the book that has it."""
    with pytest.raises(Refused) as fault:
        write(start, book_of(*bodies))
    return fault.value.code, fault.value.deal


# Random books of every game.


@every_game
@given(data=st.data())
@random_books
def test_a_book_reads_as_a_plain_reading_has_it(game, data):
    rules = game.to_a_target().rules
    start, entries = data.draw(books(key=game.key, edition=game.edition, **rules))
    sheet = read_sheet(start, entries)
    assert numbers_of(sheet) == plain_numbers(start, entries)
    # A correction sets only what changes.
    records = [it.record for it in sheet.deals if not it.facts.unread]
    for record, other in product(records, repeat=2):
        changed = changed_answers(record, other)
        assert apply_correction(record, changed) == other
        assert (changed == {}) == (record == other)


# Each rule by itself.


def test_a_correction_of_a_place_that_no_answer_has_is_refused():
    assert refusal(OPEN, SMALL, CorrectDeal("e1", {"points": {"4": 1}})) == ("entry_shape", None)
    assert refusal(OPEN, SMALL, CorrectDeal("e1", {"bids": [1]})) == ("unknown_key", 1)


def test_what_a_deal_follows_means_nothing_once_it_is_written():
    written = [Entry(1, "one", Deal(SMALL)), Entry(2, "two", Deal(LARGE, "nowhere"))]
    assert read_sheet(OPEN, written).totals == (1, 2, 3, 54)


NINE_FIVE = Start("nine-five", PEOPLE, house_rules={"target": 40})
NINETY_NINE = Start("ninety-nine", PEOPLE[:3], house_rules={"length": "target", "target": 40})
NINE_TRICKS = {"bids": [0, 0, 0], "tricks": [3, 3, 3]}
TO_A_TARGET = [(TO_40, SMALL), (NINETY_NINE, NINE_TRICKS), (NINE_FIVE, {"passed": True})]
LEVEL = replace(TO_40, house_rules={**TO_40.house_rules, "wins": "highest", "ties": "play_on"})
MADE_UP = Start(KEY, PEOPLE[:3], house_rules={"plid": "sets", "stoom": 40})
A_DEAL = {"vex": [7, 7, 7], "plu": [2, 2, 3], "quim": {"ith": 1, "orm": None}, "bra": [0, 0]}
OF_TWO = replace(OPEN, house_rules={"length": "deals", "deals": 2})
LATE, BACK = Adjust(ANN, 60, "late"), Adjust(ANN, -60, "it was not")


def ways_on(start, deal):
    """What may come after a penalty by which Ann has reached the target, and who is there then."""
    longer = CorrectStart(house_rules={**start.house_rules, "target": 400})
    return [
        ([deal, LATE], [ANN]),
        ([deal, LATE, TakeSeat(BEN, EVE)], [ANN]),
        ([deal, LATE, {"void": True}], [ANN]),
        ([deal, LATE, {"void": True}, deal], "over"),
        ([deal, {"void": True}, LATE], [ANN]),
        ([LATE], [ANN]),
        ([deal, LATE, deal], "over"),
        ([deal, LATE, Withdraw("e2")], []),
        ([deal, LATE, Withdraw("e2"), Withdraw("e3")], [ANN]),
        ([deal, LATE, Withdraw("e1")], [ANN]),
        ([deal, LATE, BACK], []),
        ([deal, LATE, BACK, deal], []),
        ([deal, LATE, Adjust(BEN, 60, "late")], [ANN, BEN]),
        ([deal, LATE, longer], []),
        ([deal, LATE, End("late")], "over"),
        ([deal, LATE, End("late"), Withdraw("e3")], [ANN]),
        ([deal, Adjust(ANN, 60, "late", before="e1")], "over"),
    ]


@pytest.mark.parametrize(
    ("start", "bodies", "shown"),
    [
        *((start, *way) for start, deal in TO_A_TARGET for way in ways_on(start, deal)),
        (replace(TO_40, carried=(0, 0, 0, 50)), [], [DAN]),
        (TO_40, [SMALL, LATE, CorrectDeal("e1", {"points": {"3": 45}})], "over"),
        (LEVEL, [points(40, 40, 0, 0)], [ANN, BEN]),
        (LEVEL, [points(40, 40, 0, 0), Adjust(BEN, -10, "late")], [ANN]),
        (LEVEL, [points(40, 40, 0, 0), Adjust(BEN, -10, "late"), SMALL], "over"),
        (MADE_UP, [A_DEAL, LATE], [ANN]),
        (OF_TWO, [SMALL, LATE, SMALL], "over"),
        (COUNTERS, [WON_BY_ANN, Buy(CAT, 12), Lend(ANN, CAT, 5)], []),
    ],
)
def test_the_sheet_says_when_the_next_deal_decides(start, bodies, shown):
    sheet = read(start, *bodies)
    reached = {it.key: it.numbers["there"] for it in sheet.follows.shows if it.key == "reached"}
    assert ("over" if sheet.over else reached.get("reached", [])) == shown


ENDED = (SMALL, LARGE)


@pytest.mark.parametrize(
    "moving",
    [
        CorrectDeal("e1", {"points": {"3": 45}}),
        Deal(LARGE, before="e1"),
        CorrectStart(house_rules={"length": "target", "target": 4}),
        Adjust(DAN, 45, "late", before="e1"),
    ],
)
def test_a_game_that_ends_sooner_keeps_deals_behind_the_end(moving):
    bodies = (SMALL, SMALL, TakeSeat(BEN, EVE), SMALL, Adjust(ANN, 3, "late"), moving)
    sheet = read(TO_40, *bodies)
    assert sheet.over and sheet.winners
    assert [deal.id for deal in (*sheet.deals, *sheet.behind_the_end)][-2:] == ["e2", "e4"]
    assert [item.id for item in sheet.since_behind_the_end] == ["e5"]
    assert (sheet.since, sheet.sitters) == ((), PEOPLE)
    # They are shown as if the game went on.
    assert sheet.behind_the_end[-1].lines and sheet.behind_the_end[-1].sitters[BEN] == EVE
    assert sheet.totals == sheet.deals[-1].carry.totals
    back = read(TO_40, *bodies, Withdraw("e6"))
    assert numbers_of(back) == numbers_of(read(TO_40, *bodies[:-1]))


@pytest.mark.parametrize("new", [SMALL, Adjust(ANN, 10, "late"), Deal({"void": True})])
@pytest.mark.parametrize("end", [ENDED, (SMALL, End("late"))])
def test_nothing_new_is_written_behind_the_end(end, new):
    number = None if isinstance(new, Adjust) else sum(isinstance(one, dict) for one in end) + 1
    assert refusal(TO_40, *end, new) == ("game_is_over", number)


MOVED = (SMALL, SMALL, SMALL, CorrectDeal("e1", {"points": {"3": 45}}))


@pytest.mark.parametrize(
    ("new", "number"),
    [
        (SMALL, 4),
        (Deal(SMALL, before="e3"), 3),
        (Adjust(ANN, 10, "late"), None),
        (Adjust(ANN, 10, "late", before="e3"), 3),
    ],
)
def test_nothing_new_is_written_among_the_deals_behind_the_end(new, number):
    assert len(read(TO_40, *MOVED).behind_the_end) == 2
    assert refusal(TO_40, *MOVED, new) == ("game_is_over", number)


def test_what_was_written_before_a_stop_counts_whatever_is_sent_after_it():
    joins = ChangeTable((0, 4, 1, 2, 3), (Join(4, EVE, 7),), "e1")
    bodies = (SMALL, Adjust(ANN, 10, "late"), joins, End("late"))
    stopped = read(OPEN, *bodies)
    late = read(OPEN, *bodies, Adjust(BEN, 50, "later"), points(1, 2, 3, 4, 5))
    assert late.totals == stopped.totals == (11, 2, 3, 4, 7)
    assert late.since == stopped.since and len(late.since) == 2
    assert refusal(OPEN, *bodies, points(1, 2, 3, 4, 5)) == ("game_is_over", 2)


def test_a_penalty_before_an_old_deal_is_noted_after_the_end():
    sheet = read(TO_40, *ENDED, Adjust(ANN, -5, "late", before="e2"))
    assert sheet.over and sheet.totals[ANN] == -4


def test_a_stopped_game_goes_on_once_the_end_is_withdrawn():
    stopped = read(OPEN, SMALL, End("late"))
    assert (stopped.ended, stopped.winners) == (End("late"), (ANN,))
    assert read(OPEN, SMALL, End("late"), Withdraw("e2"), SMALL).totals == (2, 4, 6, 8)
    # And is not stopped again below a deal.
    again = read(OPEN, SMALL, End("late"), Withdraw("e2"), SMALL, SMALL, Withdraw("e3"))
    assert [len(deals) for deals in (again.deals, again.behind_the_end)] == [1, 2]
    assert (again.totals, again.opening, again.faults) == ((1, 2, 3, 4), None, {})


WHIST = Start("oxford-whist", PEOPLE[:3])


def whist(trump):
    return {"bids": [3, 3, 3], "tricks": [3, 3, 3], "trump": trump}


@pytest.mark.parametrize(
    ("bodies", "last"),
    [
        ((*map(whist, "DCCCC"), CorrectDeal("e1", {"trump": "C"})), 5),
        ((*map(whist, "DCCCC"), Deal(whist("C"), before="e1")), 6),
        ((*map(whist, "CCCCD"), CorrectDeal("e5", {"trump": "C"})), 5),
        ((*map(whist, "CCCC"), CorrectDeal("e1", {"trump": "D"}), whist("C"), Withdraw("e5")), 5),
    ],
)
def test_what_rules_out_a_later_deal_is_refused(bodies, last):
    assert refusal(WHIST, *bodies) == ("suit_used_up", last)


SUMS = {"out": ANN, "hands": [[], *({"points": 20, "red_nines": 0} for _ in range(3))]}
CARDS = {"out": ANN, "hands": [[], ["K"], ["Q"], ["J"]]}
NINES = Start("red-nines", PEOPLE)
AMERICAN = CorrectStart(house_rules={"values": "american"})


def test_a_start_is_refused_that_a_deal_cannot_be_read_by():
    mended = CorrectDeal("e2", changed_answers(SUMS, CARDS))
    assert refusal(NINES, CARDS, SUMS, AMERICAN) == ("values_need_cards", 2)
    assert (
        read(NINES, CARDS, SUMS, mended, AMERICAN).totals != read(NINES, CARDS, SUMS, mended).totals
    )
    # A sum that was typed by the new values counts, and no older one is read by them.
    later = CorrectDeal("e2", {"hands": {"3": {"points": 20, "red_nines": 0}}})
    assert read(NINES, CARDS, SUMS, mended, AMERICAN, later).deals[1].scores[DAN] == 20
    taken_back = (CARDS, SUMS, mended, AMERICAN, later, Withdraw("e3"))
    assert refusal(NINES, *taken_back) == ("values_need_cards", 2)


def test_undo_withdraws_the_newest_entry_and_redo_that():
    book = book_of(SMALL, LARGE, CorrectDeal("e2", {"points": {"0": 9}}))
    assert to_undo(book).id == "e3" and to_redo(book) is None

    def more(*bodies):
        number = len(book)
        return [
            *book,
            *(Entry(number + at, f"e{number + at}", body) for at, body in enumerate(bodies, 1)),
        ]

    twice = more(Withdraw("e3"), Withdraw("e2"))
    assert (to_undo(twice).id, to_redo(twice).id) == ("e1", "e5")
    redone = more(Withdraw("e3"), Withdraw("e2"), Withdraw("e5"))
    assert (to_undo(redone).id, to_redo(redone).id) == ("e2", "e4")
    # Redo is over once anything else was written, and a correction goes with its deal.
    assert to_redo(more(Withdraw("e3"), Deal(SMALL))) is None
    assert to_undo(more(Withdraw("e2"))).id == "e1"


def test_only_the_totals_of_a_game_may_be_noted():
    sheet = read(OPEN, Totals((10, 20, 5, 40)))
    assert (sheet.over, sheet.only_totals, sheet.winners) == (True, True, (CAT,))
    assert read(OPEN, Totals((1, 2, 3, 4)), Totals((4, 3, 2, 1))).winners == (DAN,)
    assert refusal(OPEN, Totals((1, 2, 3))) == ("number_of_totals", None)
    assert read(OPEN, Totals((-1, 2, 3, 4))).winners == (ANN,)
    assert refusal(NINES, Totals((-1, 2, 3, 4))) == ("totals_below_zero", None)
    assert read(Start("nine-five", PEOPLE), Totals((-1, 2))).totals == (-1, 2)
    floor = Start("nine-five", PEOPLE, house_rules={"below_zero": "floor"})
    assert refusal(floor, Totals((-1, 2))) == ("totals_below_zero", None)
    assert refusal(COUNTERS, Totals((1, 2, 3))) == ("totals_add_up", None)
    whole = Totals((1, 2, 3, 4))
    for bodies in ((whole, Adjust(ANN, 1, "late")), (whole, SMALL), (SMALL, whole)):
        assert refusal(OPEN, *bodies)[0] == "totals_stand_alone", bodies


def test_an_entry_about_nothing_in_the_book_is_refused():
    for body in (CorrectDeal("e9", {}), Deal(SMALL, before="e9"), TakeSeat(ANN, EVE, before="e9")):
        assert refusal(OPEN, SMALL, body) == ("unknown_deal", None)
    assert refusal(OPEN, SMALL, Withdraw("e9")) == ("unknown_entry", None)
    assert refusal(OPEN, SMALL, Withdraw("e2")) == ("unknown_entry", None)
    assert refusal(OPEN, CorrectStart(sitters=PEOPLE[:3])) == ("other_number_of_players", None)
    for body in (TakeSeat(4, EVE), Adjust(4, 10, "late")):
        assert refusal(OPEN, body) == ("unknown_seat", None)
    assert refusal(OPEN, Buy(ANN, 5)) == ("no_counters_here", None)
    assert refusal(COUNTERS, Lend(ANN, ANN, 5)) == ("lends_to_itself", None)
    assert refusal(COUNTERS, Adjust(ANN, 10, "late")) == ("counters_not_adjusted", None)
    # Nor does it withdraw what comes later.
    early = read(OPEN, Withdraw("e2"), SMALL)
    assert (early.totals, list(early.faults)) == ((1, 2, 3, 4), ["e1"])


def test_a_game_has_at_most_1000_deals_and_5000_entries():
    void = {"void": True}
    assert len(read(OPEN, *[void] * 1000).deals) == 1000
    assert refusal(OPEN, *[void] * 1001) == ("too_many_deals", None)
    assert len(read(OPEN, *[void] * 1001).deals) == 1001
    assert refusal(OPEN, *[Withdraw("e1")] * 5001) == ("too_many_entries", None)


@pytest.mark.parametrize(
    ("kind", "content", "code"),
    [
        ("answer", {}, "unknown_entry_kind"),
        ("deal", {"facts": {}}, "entry_shape"),
        ("deal", {"facts": [], "after": None}, "entry_shape"),
        ("correct", {"deal": "a", "set": None}, "entry_shape"),
        ("withdraw", {"entry": ""}, "entry_shape"),
        ("withdraw", {"entry": "a", "whole": True}, "unknown_key"),
        ("buy", {"seat": True, "counters": 1}, "entry_shape"),
        ("buy", {"seat": 1, "counters": 0}, "number_of_counters"),
        ("adjust", {"side": 0, "points": 1.5, "why": "late"}, "adjusted_points"),
        ("adjust", {"side": 0, "points": 5, "why": "late" * 11}, "entry_shape"),
        *(
            ("totals", {"totals": [1, one]}, "totals_are_numbers")
            for one in ("2", True, 4.0, 10**7)
        ),
        ("totals", {"totals": {}}, "entry_shape"),
    ],
)
def test_content_that_has_not_its_shape_is_refused(kind, content, code):
    with pytest.raises(BadEntry) as fault:
        parse_body(kind, content)
    assert fault.value.code == code
