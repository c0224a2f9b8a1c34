"""Somebody joins, somebody leaves: each deal is one of those who sat there, and of nobody else."""

from dataclasses import replace

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from scorer.rules.asks import read_facts
from scorer.rules.entries import (
    Adjust,
    Buy,
    ChangeTable,
    CorrectDeal,
    Deal,
    Entry,
    Join,
    Lend,
    Sitter,
    TakeSeat,
    Withdraw,
    changed_answers,
    parse_body,
)
from scorer.rules.errors import Refused
from scorer.rules.fold import check_newest, read_sheet
from scorer.rules.start import Start, resolve_start
from scorer.rules.types import SEAT_NUMBERS
from scorer.rules.variants import find_variant
from tests.rules.books import lines_of
from tests.rules.strategies import NAMES, facts, house_rules

KEYS = ["red-nines", "red-nines-1881", "pink-nines", "points", "ninety-nine"]
CIRCUITS = ["red-nines", "red-nines-1881", "pink-nines"]
FOUR = tuple(Sitter(name.lower(), name) for name in NAMES[:4])


def change(seats, *joins):
    return ChangeTable(tuple(seats), joins, None)


def people(many):
    return tuple(Sitter(f"player-{seat}", f"P{seat}") for seat in range(many))


def alone(start, many):
    """The start of the same game by so many, who have always sat there."""
    return Start(start.variant, people(many), 0, start.house_rules, start.edition)


def spread(asks, dealt, seats, known):
    """The facts of those at the table as the book keeps them, by the seats of the sheet."""
    there, told = sorted(seats), dict(dealt)
    for ask in asks:
        value = told.get(ask.key)
        if ask.of == "seat" and isinstance(value, list):
            row = [None] * known
            for at, seat in enumerate(there):
                row[seat] = value[at]
            told[ask.key] = row
        elif ask.kind == "seat" and value is not None:
            told[ask.key] = there[value]
    return told


class Evening:
    """A book that grows, and what a plain reading makes of it."""

    def __init__(self, start):
        self.start, self.entries = start, []
        self.ids = 0

    @property
    def sheet(self):
        return read_sheet(self.start, self.entries)

    def write(self, body):
        """Write what can be; gives whether it can."""
        self.ids += 1
        entries = [*self.entries, Entry(len(self.entries) + 1, f"e{self.ids}", body)]
        try:
            check_newest(self.sheet, read_sheet(self.start, entries), entries)
        except Refused:
            return False
        self.entries = entries
        return True

    def known(self):
        """How many seats the book has ever used."""
        joined = [it.body.joins for it in self.entries if isinstance(it.body, ChangeTable)]
        return len(self.start.sitters) + sum(map(len, joined))


@st.composite
def changes(draw, evening):
    """Another table: somebody leaves, comes back, or joins somewhere."""
    sheet, known = evening.sheet, evening.known()
    seats, joins = list(sheet.table.order), []
    gone = [at for at, it in enumerate(sheet.sitters) if at not in seats and it.player]
    for _ in range(draw(st.integers(1, 2))):
        at = draw(st.integers(0, len(seats)))
        match draw(st.sampled_from(["leaves", "joins", "comes back"])):
            case "leaves" if len(seats) > 1:
                seats.pop(at % len(seats))
            case "comes back" if gone:
                seats.insert(at, gone.pop())
            case _:
                seat = known + len(joins)
                total = 36 if sheet.start.unit == "counters" else draw(st.integers(-40, 90))
                joins.append(Join(seat, Sitter(f"new-{seat}", f"N{seat}"), total))
                seats.insert(at, seat)
    there = [join for join in joins if join.seat in seats]
    assume(joins == there)
    return change(seats, *joins)


@st.composite
def deals(draw, evening, sheet):
    """A deal of those at the table; now and then with a dealer of its own, or void."""
    variant, table = sheet.start.variant, sheet.opening.table
    other = {"dealer": draw(st.sampled_from(table.order))} if draw(st.integers(0, 5)) == 0 else {}
    if variant.has_void_deals and draw(st.integers(0, 6)) == 0:
        return {"void": True, **other}
    start = alone(evening.start, table.players)
    dealt = draw(facts(variant, start, resolve_start(start).table(0)))
    return spread(table.asks, dealt, table.order, len(sheet.sitters)) | other


@st.composite
def evenings(draw, keys=KEYS, most=8):
    """A book with deals, changes of the table, and all else between them."""
    variant = find_variant(draw(st.sampled_from(keys)))
    fewest = 3 if variant.key == "ninety-nine" else 2
    many = draw(st.sampled_from([n for n in variant.players if fewest <= n <= 6]))
    rules = {"version": "modern"} if variant.key == "ninety-nine" else {"counters": 36}
    drawn = {**draw(house_rules(variant, many)), **rules}
    rules = {key: drawn[key] for key in drawn if key not in ("hand_size", "sides", "deal_names")}
    rules = {key: value for key, value in rules.items() if hasattr(variant.rules(), key)}
    start = Start(variant.key, people(many), draw(st.integers(0, many - 1)), rules)
    evening = Evening(start)
    for _ in range(draw(st.integers(2, most))):
        sheet = evening.sheet
        if sheet.over:
            break
        match draw(st.sampled_from(["deal", "deal", "deal", "change", "change", "between"])):
            case "deal":
                evening.write(Deal(draw(deals(evening, sheet)), None))
            case "change":
                evening.write(draw(changes(evening)))
            case _:
                seat, other = draw(st.permutations(range(len(sheet.sitters))))[:2]
                bodies = [Buy(seat, 5), Lend(seat, other, 3), Adjust(seat, 7, "late")]
                bodies += [TakeSeat(seat, Sitter(f"t{evening.ids}", "Zoe"))]
                evening.write(draw(st.sampled_from(bodies)))
    return evening


def brought(evening):
    """What everybody began with."""
    start = resolve_start(evening.start)
    totals = list(start.carry.totals)
    for entry in evening.entries:
        if isinstance(entry.body, ChangeTable) and entry.id not in evening.sheet.refused:
            for join in entry.body.joins:
                totals += [0] * (join.seat - len(totals)) + [join.total]
    return totals


@settings(max_examples=80)
@given(evenings())
def test_a_total_is_the_sum_of_ones_deals_and_what_one_began_with(evening):
    sheet, totals = evening.sheet, brought(evening)
    for deal in sheet.deals:
        for seat, score in enumerate(deal.scores):
            totals[seat] += score
            assert not score or seat in deal.table.order
    for line in (line for moved in sheet.movements for line in moved.lines):
        totals[line.side] += line.points
    assert list(sheet.totals) == totals
    if sheet.start.unit == "counters":
        made = sum(sheet.totals) + sum(sheet.carry.pools.values()) - sum(sheet.carry.bought)
        assert made == sum(brought(evening))
        assert sheet.settled is None or sum(sheet.settled) == made + sum(sheet.carry.bought)


@settings(max_examples=80)
@given(evenings())
def test_each_deal_is_scored_as_if_its_people_sat_alone(evening):
    for deal in evening.sheet.deals:
        there = sorted(deal.table.order)
        start = resolve_start(alone(evening.start, len(there)))
        order = tuple(map(there.index, deal.table.order))
        table = replace(start.table(0), order=order, dealer=there.index(deal.table.dealer))
        carry = replace(
            deal.before,
            totals=tuple(deal.before.totals[seat] for seat in there),
            bought=tuple(deal.before.bought[seat] for seat in there),
        )
        told = dict(deal.record)
        told.pop("dealer", None)
        for ask in start.asks:
            value = told.get(ask.key)
            if isinstance(value, list):
                told[ask.key] = [value[seat] for seat in there]
            elif ask.kind == "seat" and value is not None:
                told[ask.key] = there.index(value)
        lines, after = lines_of(start, read_facts(start.asks, told, table), table, carry)
        assert [line.points for line in deal.lines] == [line.points for line in lines]
        assert [line.side for line in deal.lines] == [there[line.side] for line in lines]
        for mine, theirs in zip(deal.lines, lines, strict=True):
            for key, value in theirs.numbers.items():
                is_seat = key in SEAT_NUMBERS and value is not None
                assert mine.numbers[key] == (there[value] if is_seat else value)
        assert [deal.carry.totals[seat] for seat in there] == list(after.totals)
        assert deal.carry.pools == after.pools


def plain_turns(evening):
    """The dealer of each deal by a plain reading of DESIGN's "By rounds", and who deals next."""
    sheet, start = evening.sheet, resolve_start(evening.start)
    order, owes = list(start.order), dict.fromkeys(start.order, start.rules.circuits)
    dealer, changed, dealers = start.first_dealer, False, []
    left = {}
    for entry in evening.entries:
        if entry.id in sheet.refused:
            continue
        if isinstance(entry.body, ChangeTable):
            seats, most = list(entry.body.seats), max(owes.values())
            for seat in seats:
                if seat not in order:
                    owes[seat] = min(left.pop(seat, most), most)
            for seat in order:
                if seat not in seats:
                    left[seat] = owes.pop(seat)
            while dealer not in seats:
                dealer = order[(order.index(dealer) + 1) % len(order)]
            order, changed = seats, True
        elif isinstance(entry.body, Deal):
            dealer = entry.body.facts.get("dealer", dealer)
            dealers.append(dealer)
            if not entry.body.facts.get("void"):
                at = order.index(dealer)
                turns = [*order[at:], *order[:at]]
                owing = next((seat for seat in turns if owes[seat]), None)
                if owing is not None:
                    owes[owing] -= 1
                dealer = turns[1 % len(turns)]
        if changed and any(owes.values()):
            while not owes[dealer]:
                dealer = order[(order.index(dealer) + 1) % len(order)]
    return dealers, (dealer if any(owes.values()) else None), sum(owes.values())


@settings(max_examples=120)
@given(evenings(CIRCUITS, most=12))
def test_by_rounds_everybody_deals_what_he_owes(evening):
    dealers, dealer, left = plain_turns(evening)
    sheet = evening.sheet
    assert [deal.table.dealer for deal in sheet.deals] == dealers
    assert sheet.over == (dealer is None)
    if not sheet.over:
        assert (sheet.opening.table.dealer, sheet.left) == (dealer, left)


@settings(max_examples=60)
@given(evenings(), st.data())
def test_undo_redo_and_a_correction_read_as_if_it_had_been_right(evening, data):
    sheet = evening.sheet
    assume(sheet.deals and evening.entries)
    newest = evening.entries[-1]
    before = read_sheet(evening.start, evening.entries[:-1])
    undone = [*evening.entries, Entry(len(evening.entries) + 1, "undo", Withdraw(newest.id))]
    assert read_sheet(evening.start, undone).totals[: len(before.totals)] == before.totals
    redone = [*undone, Entry(len(undone) + 1, "redo", Withdraw("undo"))]
    assert read_sheet(evening.start, redone).totals == sheet.totals
    deal = data.draw(st.sampled_from(sheet.deals))
    start = alone(evening.start, deal.table.players)
    dealt = data.draw(facts(sheet.start.variant, start, resolve_start(start).table(0)))
    right = spread(deal.table.asks, dealt, deal.table.order, len(deal.table.sides))
    correction = CorrectDeal(deal.id, changed_answers(deal.record, right))
    corrected = [*evening.entries, Entry(len(evening.entries) + 1, "fix", correction)]
    first = [
        replace(it, body=replace(it.body, facts=right)) if it.id == deal.id else it
        for it in evening.entries
    ]
    once, again = (read_sheet(evening.start, book) for book in (corrected, first))
    assert [it.scores for it in once.deals] == [it.scores for it in again.deals]
    assert once.totals == again.totals


@given(evenings())
def test_a_change_is_read_as_it_was_written(evening):
    for entry in evening.entries:
        assert parse_body(entry.body.kind, entry.body.content()) == entry.body


EVE = Sitter("eve", "Eve")
CAUGHT = [{"points": 10, "red_nines": 0}] * 6


def table_of(*bodies, key="red-nines", sitters=FOUR, **rules):
    evening = Evening(Start(key, sitters, 0, rules))
    for body in bodies:
        assert evening.write(body), body
    return evening


def test_who_joined_stands_with_the_others_and_who_left_with_nobody():
    evening = table_of(
        Deal({"out": 0, "hands": [[], *CAUGHT[:3]]}),
        change((0, 4, 1, 2, 3), Join(4, EVE, 8)),
        Deal({"out": 4, "hands": [CAUGHT[0]] * 4 + [[]]}),
        change((0, 4, 1, 2)),
    )
    sheet = evening.sheet
    assert sheet.totals == (10, 20, 20, 20, 8)
    assert sheet.standing.sides == (4, 0, 1, 2)
    assert sheet.standing.places == (2, 3, 3, 0, 1)
    assert sheet.opening.table.order == (0, 4, 1, 2)
    assert evening.write(Deal({"out": 1, "hands": [CAUGHT[0], [], CAUGHT[0], None, CAUGHT[0]]}))
    assert evening.sheet.deals[-1].scores == (10, 0, 10, 0, 10)


@pytest.mark.parametrize(
    ("body", "key", "rules"),
    [
        (change((0, 1, 2)), "red-nines", {}),
        (change((0, 1, 2, 3, 4)), "points", {}),
        (change((0, 1, 2, 3, 3)), "points", {}),
        (change((0, 1, 2, 3), Join(4, EVE, 0)), "points", {}),
        (change((0, 1, 2, 3, 4), Join(3, EVE, 0)), "points", {}),
        (change((0, 1, 2, 3, 4), Join(4, FOUR[0], 0)), "points", {}),
        (change((0, 1)), "points", {"sides": "two"}),
        (change((0, 1)), "ninety-nine", {}),
        (change((0, 1, 2)), "ninety-nine", {"length": "match"}),
        (Deal({"points": [1, 2, 3, 4, 5]}), "points", {}),
    ],
)
def test_a_table_that_cannot_be_is_refused(body, key, rules):
    assert not table_of(key=key, **rules).write(body)


def test_who_left_is_not_asked_and_comes_back_to_seat_and_total():
    evening = table_of(
        Deal({"points": [1, 2, 3, 4]}),
        change((0, 1, 2)),
        key="points",
    )
    assert not evening.write(Deal({"points": [1, 1, 1, 1]}))
    assert not evening.write(TakeSeat(3, EVE))
    assert evening.write(Deal({"points": [1, 1, 1, None]}))
    assert evening.write(change((3, 0, 1, 2)))
    assert evening.sheet.totals == (2, 3, 4, 4)
    assert evening.sheet.opening.table.order == (3, 0, 1, 2)
