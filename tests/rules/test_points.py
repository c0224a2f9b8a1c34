"""Points: what is merely unlikely about numbers that were counted at the table."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorer.rules.entries import Adjust, Buy, ChangeTable, Deal, Entry, Sitter
from scorer.rules.errors import Refused
from scorer.rules.feats import highlights_of
from scorer.rules.fold import read_sheet, read_strictly
from scorer.rules.start import Start
from scorer.rules.variants.points import VARIANT
from tests.rules.books import book_of

SITTERS = tuple(Sitter(name.lower(), name) for name in ("Ann", "Ben", "Cat"))


def read(rules, *bodies, sitters=SITTERS):
    """A game of points; numbers by themselves are a deal."""
    written = [{"points": body} if isinstance(body, list) else body for body in bodies]
    return read_sheet(Start("points", sitters, house_rules=rules), book_of(*written))


@pytest.mark.parametrize(
    ("rules", "points", "remark"),
    [
        ({"adds_to": 26}, [26, 26, 26], "adds_up_to_more"),
        # Who takes all 26 gives 26 to each of the others.
        ({"adds_to": 26}, [26, 26, 0], None),
        ({"adds_to": 26}, [13, 0, 0], "adds_up_to_less"),
        ({"adds_to": 26}, [13, 13, 0], None),
        ({"adds_to": [26, 16]}, [13, 3, 0], None),
        ({"adds_to": [26, 16]}, [16, 16, 0], None),
        ({"adds_to": [26, 16]}, [13, 4, 0], "adds_up_to_more"),
        ({"adds_to": [26, 16]}, [13, 9, 0], "adds_up_to_less"),
        ({"length": "target", "target": 500}, [1200, 0, 0], "beyond_the_target"),
        ({"length": "target", "target": 500}, [500, 0, 0], None),
        ({"target": 500}, [1200, 0, 0], None),
    ],
)
def test_what_is_unlikely_is_asked_about(rules, points, remark):
    (deal,) = read(rules, points).deals
    assert [found.key for found in deal.remarks] == [key for key in [remark] if key]


@pytest.mark.parametrize(
    ("wins", "ties", "points", "winners"),
    [
        ("highest", "shared", [100, 100, 3], (0, 1)),
        ("highest", "play_on", [100, 100, 3], None),
        ("highest", "play_on", [100, 99, 99], (0,)),
        ("lowest", "shared", [100, 7, 7], (1, 2)),
        ("lowest", "play_on", [100, 7, 7], None),
        ("lowest", "play_on", [100, 100, 7], (2,)),
        ("highest", "play_on", [99, 99, 3], None),
    ],
)
def test_level_at_the_target_is_shared_or_played_on(wins, ties, points, winners):
    sheet = read({"wins": wins, "length": "target", "target": 100, "ties": ties}, points)
    assert sheet.over == (winners is not None)
    assert sheet.winners == (winners or ())
    shown = [] if sheet.over else [one.key for one in sheet.follows.shows]
    assert ("plays_on" in shown) == (not sheet.over and max(points) >= 100)


@pytest.mark.parametrize(
    ("rules", "points", "done"),
    [
        ({}, [0, 26, 0], {"best_of_deal": [0, 2], "most_in_deal": [1]}),
        ({}, [-26, 0, 1], {"best_of_deal": [0], "least_in_deal": [0], "most_in_deal": [2]}),
        ({"wins": "highest"}, [5, 26, 0], {"best_of_deal": [1], "most_in_deal": [0, 1]}),
        ({}, [7, 7, 7], {"most_in_deal": [0, 1, 2]}),
        ({}, [0, 0, 0], {}),
    ],
)
def test_a_deal_has_its_best_and_what_each_scored(rules, points, done):
    (deal,) = read(rules, points).deals
    found = {}
    for feat in VARIANT.feats(deal):
        found.setdefault(feat.key, []).append(feat.seat)
    assert found == done


def test_what_partners_did_is_told_of_both():
    four = (*SITTERS, Sitter("dan", "Dan"))
    sheet = read({"sides": "two", "wins": "highest"}, [120, -40], sitters=four)
    feats = {one.feat: (one.number, one.winners) for one in highlights_of(sheet)}
    assert feats == {
        "most_in_deal": (120, (("ann", "cat"),)),
        "least_in_deal": (-40, (("ben", "dan"),)),
    }


OUT = {"length": "target", "target": 40}


@given(st.data())
def test_who_is_out_rests_until_bought_in_and_the_last_one_left_wins(data):
    above = data.draw(st.sampled_from([None, 0, 1]))
    way = {None: "for_good", 0: "buy_in", 1: "buy_in_above"}[above]
    players = data.draw(st.integers(2, 5))
    sitters = tuple(Sitter(f"p{seat}", f"P{seat}") for seat in range(players))
    start = Start("points", sitters, house_rules={**OUT, "out": way})
    totals, entries, dealer = [0] * players, [], 0

    def read(body):
        return read_strictly(start, [*entries, Entry(len(entries) + 1, f"e{len(entries)}", body)])

    def is_in(seat):
        return totals[seat] < 40

    for _ in range(8):
        for seat in data.draw(st.lists(st.integers(0, players - 1), max_size=2)):
            total = max(filter((40).__gt__, totals)) + (above or 0)
            if is_in(seat) or above is None or total >= 40:
                with pytest.raises(Refused):
                    read(Buy(seat))
                continue
            read(Buy(seat))
            entries.append(Entry(len(entries) + 1, f"e{len(entries)}", Buy(seat)))
            totals[seat] = total
        there = [seat for seat in range(players) if is_in(seat)]
        while not is_in(dealer):
            dealer = (dealer + 1) % players
        opening = read_strictly(start, entries).opening
        assert sorted(opening.table.dealt) == there
        assert opening.table.dealer == dealer
        if len(there) < players:
            with pytest.raises(Refused):
                read(Deal({"points": [5] * players}, None))
        points = [
            data.draw(st.integers(0, 25)) if seat in there else None for seat in range(players)
        ]
        entries.append(Entry(len(entries) + 1, f"e{len(entries)}", Deal({"points": points}, None)))
        totals = [total + (more or 0) for total, more in zip(totals, points, strict=True)]
        sheet = read_strictly(start, entries)
        assert list(sheet.totals) == totals
        left = [seat for seat in there if is_in(seat)]
        assert sheet.over == (len(left) < 2)
        if sheet.over:
            fewest = min(totals[seat] for seat in there)
            assert list(sheet.winners) == (left or [at for at in there if totals[at] == fewest])
            return
        dealer = (dealer + 1) % players


def test_a_penalty_puts_out_and_leaves_too_few_only_until_the_next_deal():
    rules, bodies = {**OUT, "out": "for_good"}, [[1, 2, 3], Adjust(1, 60, "late")]
    sheet = read(rules, *bodies)
    assert (sheet.opening.table.dealer, sheet.opening.table.dealt) == (2, (0, 2))
    assert [shown.side for shown in sheet.opening.shows if shown.key == "out_at"] == [1]
    bodies.append(Adjust(2, 60, "later still"))
    assert read(rules, *bodies).opening.table.dealt == (0, 1, 2)
    assert read(rules, *bodies, [1, 1, 1]).winners == (0,)


def test_what_somebody_is_caught_with_is_never_below_nothing():
    rules = {"winner": "takes_all"}
    whole = read(rules, {"winner": 0, "points": [None, 5, 0]})
    assert not whole.faults
    wrong = read(rules, {"winner": 0, "points": [None, 5, -1]})
    assert [fault.code for fault in wrong.faults.values()] == ["number_not_between"]


def test_who_is_left_alone_when_somebody_leaves_has_won():
    rules = {"length": "target", "target": 101, "out": "buy_in"}
    sheet = read(rules, [110, 5, 9], ChangeTable((0, 1), (), "e1"))
    assert (sheet.over, sheet.winners) == (True, (1,))


def test_who_is_out_is_best_in_no_deal():
    deal = read({**OUT, "out": "for_good"}, [50, 0, 0], [None, 7, 9]).deals[1]
    assert [feat.seat for feat in VARIANT.feats(deal) if feat.key == "best_of_deal"] == [1]
