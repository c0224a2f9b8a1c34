"""Two phones write to one game: what asks, what is the same, and what is written as it is."""

import pytest

from scorer.rules.conflicts import find_conflict
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
    Withdraw,
    changed_answers,
)
from scorer.rules.errors import BadEntry, Refused
from scorer.rules.fold import read_strictly, sort_book
from scorer.rules.start import Start

ANN, BEN, CAT, DAN = range(4)
PEOPLE = tuple(Sitter(name.lower(), name) for name in ("Ann", "Ben", "Cat", "Dan"))
OPEN = Start("points", PEOPLE)
TO_40 = Start("points", PEOPLE, house_rules={"length": "target", "target": 40})
NINES = Start("red-nines", PEOPLE)
COUNTERS = Start("red-nines-1881", PEOPLE[:3])
EVE = Sitter("eve", "Eve")


def points(*numbers):
    return {"points": list(numbers)}


ONE, TWO, THREE = points(1, 0, 0, 0), points(0, 2, 0, 0), points(0, 0, 3, 0)


def book(*written):
    """A book of (device, body); facts by themselves are a deal that follows the last one."""
    entries, last = [], None
    for number, (device, body) in enumerate(written, start=1):
        body_of_entry = Deal(body, last) if isinstance(body, dict) else body
        entries.append(Entry(number, f"e{number}", body_of_entry, device))
        last = f"e{number}" if isinstance(body_of_entry, Deal) else last
    return entries


def conflict(entries, body, seen, *, device="ben", start=OPEN, id="new"):
    """The kind of a conflict and the ids of its entries; None where there is none."""
    new = Entry(len(entries) + 1, id, body, device)
    before = sort_book(start, entries)
    found = find_conflict(before, before.add(new), seen)
    return found and (found.kind, [entry.id for entry in found.entries])


def test_the_same_id_again_is_answered_with_what_was_written():
    known = book(("ben", ONE), ("ann", TWO))
    assert conflict(known, Deal(ONE), 0, id="e1") == ("repeated", ["e1"])
    assert conflict(known, Deal(THREE, "e2"), 2, id="e1") == ("repeated", ["e1"])
    # Under the id of another device nothing is written, whatever it says.
    for body in (Deal(TWO, "e1"), Deal(THREE, "e1"), Withdraw("e1")):
        assert conflict(known, body, 2, id="e2") == ("id_taken", ["e2"])


def test_a_deal_behind_the_last_one_is_written():
    known = book(("ann", ONE), ("ann", TWO), ("ann", TakeSeat(ANN, EVE)))
    assert conflict(known, Deal(THREE, "e2"), 0) is None
    assert conflict([], Deal(ONE), 0) is None


@pytest.mark.parametrize("device", ["ann", "ben"])
def test_another_deal_in_its_place_is_shown(device):
    known = book(("ann", ONE), (device, TWO), ("ann", THREE))
    assert conflict(known, Deal(points(9, 9, 9, 9), "e1"), 1) == ("other_deal", ["e2"])
    for facts in (points(9, 9, 9, 9), points(9)):
        assert conflict(known, Deal(facts), 0) == ("other_deal", ["e1"])


def test_the_same_facts_are_the_deal_that_stands_there():
    known = book(("ann", ONE), ("ann", TWO))
    assert conflict(known, Deal(TWO, "e1"), 1) == ("same_deal", ["e2"])
    # Another deal with the same numbers is sent behind the last one.
    assert conflict(known, Deal(TWO, "e2"), 2) is None


def test_any_version_of_the_deal_is_the_same():
    right = CorrectDeal("e1", {"points": {"0": 7}})
    known = book(("ann", ONE), ("ann", right))
    for facts, kind in ((ONE, "same_deal"), (points(7, 0, 0, 0), "same_deal"), (TWO, "other_deal")):
        assert conflict(known, Deal(facts), 0) == (kind, ["e1"])
    undone = [*known, Entry(3, "e3", Withdraw("e2"), "ann")]
    assert conflict(undone, Deal(points(7, 0, 0, 0)), 0) == ("other_deal", ["e1"])


def test_a_sum_is_the_same_as_its_cards():
    def facts(hand, **more):
        return {"out": ANN, "hands": [[], hand, ["K"], ["Q"]], **more}

    known = book(("ann", facts(["4", "3"])))
    for hand, kind in (
        (["3", "4"], "same_deal"),
        ({"points": 7, "red_nines": 0}, "same_deal"),
        ({"points": 8, "red_nines": 0}, "other_deal"),
        (["5", "2"], "other_deal"),
    ):
        assert conflict(known, Deal(facts(hand)), 0, start=NINES)[0] == kind
    filled = facts(["4", "3"], on_red_nine=False)
    assert conflict(known, Deal(filled), 0, start=NINES)[0] == "same_deal"
    doubled = facts(["4", "3"], on_red_nine=True)
    assert conflict(known, Deal(doubled), 0, start=NINES)[0] == "other_deal"


def test_a_deal_whose_forerunner_was_undone_is_not_written():
    known = book(("ann", ONE), ("ann", TWO), ("ann", Withdraw("e2")))
    assert conflict(known, Deal(THREE, "e2"), 2) == ("withdrawn", ["e3"])
    with pytest.raises(BadEntry):
        conflict(known, Deal(THREE, "e9"), 2)


def test_a_deal_that_ended_the_game_is_the_same_for_both():
    last = points(0, 0, 0, 50)
    known = book(("ann", ONE), ("ann", last))
    assert conflict(known, Deal(last, "e1"), 1, start=TO_40) == ("same_deal", ["e2"])
    assert conflict(known, Deal(TWO, "e1"), 1, start=TO_40) == ("other_deal", ["e2"])
    # What follows the end is for the fold to refuse.
    moved = book(("ann", ONE), ("ann", TWO), ("ann", CorrectDeal("e1", {"points": {"3": 50}})))
    assert conflict(moved, Deal(THREE, "e1"), 3, start=TO_40) is None
    with pytest.raises(Refused, match="over"):
        read_strictly(TO_40, [*moved, Entry(4, "new", Deal(THREE, "e1"), "ben")])


@pytest.mark.parametrize(("place", "other"), [("e1", "e2"), ("e2", "e1")])
def test_a_forgotten_deal_asks_where_somebody_has_put_one_there(place, other):
    forgotten = Deal(THREE, "e2", before=place)
    known = book(("ann", ONE), ("ann", TWO))
    assert conflict(known, forgotten, 2) is None
    put = [*known, Entry(3, "e3", forgotten, "ann")]
    assert conflict(put, forgotten, 2) == ("same_deal", ["e3"])
    assert conflict(put, Deal(ONE, "e2", before=place), 2) == ("other_deal", ["e3"])
    assert conflict(put, Deal(ONE, "e2", before=other), 2) is None
    assert conflict(put, forgotten, 3) is None
    # Of two tabs of one phone both are written.
    assert conflict(put, forgotten, 2, device="ann") is None


def test_a_correction_asks_where_the_same_was_corrected():
    known = book(("ann", ONE), ("ann", CorrectDeal("e1", {"points": {"0": 5, "1": 6}})))
    asked, same = "written_since", "repeated"
    for places, kind in (
        *(({"0": 9}, asked), ({"1": 6}, same), ({"1": 6, "2": 9}, None), ({"2": 9}, None)),
    ):
        found = conflict(known, CorrectDeal("e1", {"points": places}), 1)
        assert found == (kind and (kind, ["e2"]))
        # Sent again with the new version it is written, and so is what its own phone wrote since.
        assert conflict(known, CorrectDeal("e1", {"points": places}), 2) is None
        assert conflict(known, CorrectDeal("e1", {"points": places}), 1, device="ann") is None
    void = {"void": True}
    for answers in (changed_answers(ONE, void), void, whole := points(9, 6, 0, 0)):
        assert conflict(known, CorrectDeal("e1", answers), 1) == ("written_since", ["e2"])
    known = book(("ann", ONE), ("ann", CorrectDeal("e1", whole)))
    assert conflict(known, CorrectDeal("e1", {"points": {"0": 8}}), 1) == ("written_since", ["e2"])
    other = book(("ann", ONE), ("ann", TWO), ("ann", CorrectDeal("e2", {"points": {"0": 5}})))
    assert conflict(other, CorrectDeal("e1", {"points": {"0": 9}}), 0) is None


BEN_HAS_6 = CorrectDeal("e1", {"points": {"1": 6}})
DEALER = CorrectStart(first_dealer=1)


@pytest.mark.parametrize(
    ("mine", "theirs"),
    [(BEN_HAS_6, BEN_HAS_6), (DEALER, DEALER), (End("late"), End("tired", "as_it_stands"))],
)
def test_what_another_phone_has_written_as_well_is_theirs(mine, theirs):
    other = CorrectDeal("e1", {"points": {"0": 5}})
    known = book(("ann", ONE), ("cat", other), ("ann", theirs), ("cat", TakeSeat(DAN, EVE)))
    assert conflict(known, mine, 1) == ("repeated", ["e3"])
    for seen, device in ((4, "ben"), (1, "ann")):
        assert conflict(known, mine, seen, device=device) is None
    undone = [*known, Entry(5, "e5", Withdraw("e3"), "dan")]
    assert conflict(undone, mine, 1) is None
    # Another end is written behind theirs.
    assert conflict(known, End("late", "level_the_dealing"), 1) is None


def test_a_withdrawal_asks_unless_it_names_the_newest_entry():
    known = book(("ann", ONE), ("ann", TWO))
    assert conflict(known, Withdraw("e2"), 1) is None
    assert conflict(known, Withdraw("e1"), 1) == ("written_since", ["e2"])
    assert conflict(known, Withdraw("e1"), 2) is None
    for entries in (known, []):
        assert conflict(entries, Withdraw("e9"), 2) is None  # for the fold to refuse
    # Two who undo the same deal undo one.
    undone = [*known, Entry(3, "e3", Withdraw("e2"), "ann")]
    # Nor is what does not count corrected.
    for body, seen in ((Withdraw("e2"), 2), (CorrectDeal("e2", {"points": {"0": 9}}), 3)):
        assert conflict(undone, body, seen) == ("withdrawn", ["e3"])


def test_a_redo_is_over_once_anything_else_was_written():
    known = book(("ann", ONE), ("ann", TWO), ("ann", Withdraw("e2")))
    assert conflict(known, Withdraw("e3"), 3) is None
    more = [*known, Entry(4, "e4", Deal(THREE, "e1"), "ann")]
    for seen in (3, 4):
        assert conflict(more, Withdraw("e3"), seen) == ("redo_over", ["e4"])
    twice = [*known, Entry(4, "e4", Withdraw("e1"), "ann")]
    assert conflict(twice, Withdraw("e3"), 4) == ("redo_over", ["e4"])


@pytest.mark.parametrize("body", [End("late"), CorrectStart(first_dealer=1)])
def test_the_end_and_the_start_ask_after_another_deal(body):
    known = book(("ann", ONE), ("ann", TakeSeat(ANN, EVE)), ("ann", TWO))
    assert conflict(known, body, 1) == ("written_since", ["e3"])
    assert conflict(known, body, 3) is None
    assert conflict(known[:2], body, 1) is None
    undone = [*known, Entry(4, "e4", Withdraw("e3"), "ann")]
    assert conflict(undone, body, 1) is None


@pytest.mark.parametrize(
    ("body", "other"),
    [
        (Buy(ANN, 12), Buy(BEN, 12)),
        (Lend(ANN, BEN, 3), Lend(BEN, CAT, 3)),
        (Adjust(ANN, 10, "late"), Adjust(BEN, 10, "late")),
        (TakeSeat(ANN, EVE), TakeSeat(BEN, EVE)),
    ],
)
def test_a_note_between_deals_asks_after_one_of_that_seat(body, other):
    start = COUNTERS if isinstance(body, Buy | Lend) else OPEN
    known = book(("ann", body), ("ann", other))
    assert conflict(known, body, 0, start=start) == ("written_since", ["e1"])
    assert conflict(known, body, 1, start=start) is None
    assert conflict(known[1:], body, 0, start=start) is None
    assert conflict(known, body, 0, start=start, device="ann") is None


def test_a_change_to_the_same_table_is_the_same_and_another_asks():
    leaves, joins = ChangeTable((ANN, BEN, CAT), (), "e1"), (Join(4, EVE, 0),)
    known = book(("ann", ONE), ("ann", leaves))
    for seats in ((ANN, BEN, CAT), (CAT, ANN, BEN)):
        for seen in (1, 2):
            assert conflict(known, ChangeTable(seats, (), "e1"), seen) == ("same_table", ["e2"])
    assert conflict(known, leaves, 2, device="ann") == ("repeated", ["e2"])
    with pytest.raises(BadEntry) as refused:
        conflict(known[:1], ChangeTable((CAT, DAN, ANN, BEN), (), "e1"), 1)
    assert refused.value.code == "same_table"
    other = ChangeTable((ANN, BEN, CAT, DAN, 4), joins, "e1")
    let_in = book(("ann", ONE), ("ann", other))
    assert conflict(let_in, other, 1) == ("same_table", ["e2"])
    for seat, total in ((4, 3), (5, 0)):
        again = ChangeTable((ANN, BEN, CAT, DAN, seat), (Join(seat, EVE, total),), "e1")
        assert conflict(let_in, again, 1) == ("joined_otherwise", ["e2"])
    assert conflict(known, other, 1) == ("written_since", ["e2"])
    assert conflict(known, other, 2) is None
    assert conflict(book(("ann", ONE), ("ann", TWO)), other, 1) == ("written_since", ["e2"])
    undone = book(("ann", ONE), ("ann", Withdraw("e1")))
    assert conflict(undone, other, 1) == ("withdrawn", ["e2"])


def test_a_deal_typed_at_a_table_that_changed_meanwhile_asks():
    known = book(("ann", ONE), ("ann", ChangeTable((ANN, BEN, CAT), (), "e1")))
    assert conflict(known, Deal(TWO, "e1"), 1) == ("other_table", ["e2"])
    assert conflict(known, Deal(TWO, "e1", before="e2"), 2) is None
    assert conflict(known, Deal(points(1, 2, 3, None), "e2"), 2) is None
    follows = [*known, Entry(3, "e3", Deal(points(1, 2, 3, None), "e2"), "ann")]
    assert conflict(follows, Deal(TWO, "e1"), 1) == ("other_table", ["e2"])
    assert conflict(follows, Deal(points(3, 2, 1, None), "e2"), 2) == ("other_deal", ["e3"])


def test_who_buys_in_again_on_two_phones_does_so_once():
    rules = {"length": "target", "target": 40, "out": "buy_in"}
    start = Start("points", PEOPLE, house_rules=rules)
    known = book(("ann", points(40, 2, 0, 0)), ("ann", Buy(ANN)))
    assert conflict(known, Buy(ANN), 1, start=start) == ("repeated", ["e2"])
    out_again = [*known, Entry(3, "e3", Deal(points(40, 0, 0, 0), "e1"), "ann")]
    assert conflict(out_again, Buy(ANN), 1, start=start) == ("written_since", ["e2"])
    assert conflict(out_again, Buy(ANN), 2, start=start) is None
