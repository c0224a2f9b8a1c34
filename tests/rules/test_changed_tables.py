"""Somebody joins, somebody leaves: each deal is one of those who sat there, and of nobody else."""

import json
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
)
from scorer.rules.errors import Refused
from scorer.rules.fold import check_newest, read_sheet, read_strictly, to_redo, to_undo, withdrawn
from scorer.rules.in_play import OF_DEAL, Answer, DealInPlay
from scorer.rules.record import read_record, write_record
from scorer.rules.sheet_json import sheet_as_json
from scorer.rules.start import Start, resolve_start
from scorer.rules.types import SEAT_NUMBERS, DealScore, Line
from scorer.rules.variants import find_variant
from scorer.rules.variants.points import POINTS, Points
from tests.examples import examples
from tests.rules.books import lines_of
from tests.rules.strategies import NAMES, facts, house_rules

KEYS = ["red-nines", "red-nines-1881", "pink-nines", "points", "ninety-nine"]
CIRCUITS = ["red-nines", "red-nines-1881", "pink-nines"]
FOUR = tuple(Sitter(name.lower(), name) for name in NAMES[:4])


def few_tables(test):
    """So many random evenings, many in the long run."""
    return pytest.mark.soak(settings(max_examples=examples(25))(test))


def change(seats, *joins):
    return ChangeTable(tuple(seats), joins, None)


def people(many):
    return tuple(Sitter(f"player-{seat}", f"P{seat}") for seat in range(many))


def alone(start, many):
    """The start of the same game by so many, who have always sat there."""
    return Start(start.variant, people(many), 0, start.house_rules, start.edition)


def dense(start, table):
    """The table as the game sees it: those who are there, numbered from 0."""
    there = sorted(table.order)
    order, resting = (tuple(map(there.index, seats)) for seats in (table.order, table.resting))
    dealer = there.index(table.dealer)
    return replace(start.table(0), order=order, dealer=dealer, resting=resting)


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
        self.sheet = read_sheet(start, [])
        self.ids = 0

    def write(self, body):
        """Write what can be; gives whether it can."""
        self.ids += 1
        entries = [*self.entries, Entry(len(self.entries) + 1, f"e{self.ids}", body)]
        sheet = read_sheet(self.start, entries)
        try:
            check_newest(self.sheet, sheet, entries)
        except Refused:
            return False
        self.entries, self.sheet = entries, sheet
        return True

    def counting(self):
        """The entries that count, in their order."""
        gone = {*withdrawn(self.entries), *self.sheet.refused}
        return [entry for entry in self.entries if entry.id not in gone]

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


def carry_of(carry, table):
    """What is carried by those at a table."""
    there = sorted(table.order)
    totals, bought = (tuple(of[seat] for seat in there) for of in (carry.totals, carry.bought))
    return replace(carry, totals=totals, bought=bought)


@st.composite
def deals(draw, evening, sheet):
    """A deal of those at the table; now and then with a dealer of its own, or void."""
    variant, table = sheet.start.variant, sheet.opening.table
    other = {"dealer": draw(st.sampled_from(table.order))} if draw(st.integers(0, 5)) == 0 else {}
    if variant.has_void_deals and draw(st.integers(0, 6)) == 0:
        return {"void": True, **other}
    start, carry = alone(evening.start, table.players), carry_of(sheet.carry, table)
    dealt = draw(facts(variant, start, dense(resolve_start(start), table), carry))
    return spread(table.asks, dealt, table.order, len(sheet.sitters)) | other


@st.composite
def other_facts(draw, evening, deal):
    """Other facts of a deal, by the same dealer."""
    start, table = alone(evening.start, deal.table.players), deal.table
    there = dense(resolve_start(start), table)
    carry = carry_of(deal.before, table)
    dealt = draw(facts(find_variant(start.variant), start, there, carry))
    kept = {key: deal.record[key] for key in ("dealer",) if key in deal.record}
    return spread(table.asks, dealt, table.order, len(table.sides)) | kept


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
        match draw(st.sampled_from(["deal"] * 5 + ["change"] * 3 + ["between", "undo", "correct"])):
            case "deal":
                evening.write(Deal(draw(deals(evening, sheet)), None))
            case "change":
                evening.write(draw(changes(evening)))
            case "undo":
                back = draw(st.sampled_from([to_undo, to_undo, to_redo]))(evening.entries)
                assert back is None or evening.write(Withdraw(back.id))
            case "correct" if sheet.deals:
                deal = draw(st.sampled_from(sheet.deals))
                now = draw(other_facts(evening, deal))
                evening.write(CorrectDeal(deal.id, changed_answers(deal.record, now)))
            case "correct":
                continue
            case _:
                seat, other = draw(st.permutations(range(len(sheet.sitters))))[:2]
                bodies = [Buy(seat), Buy(seat, 5), Lend(seat, other, 3), Adjust(seat, 7, "late")]
                bodies += [TakeSeat(seat, Sitter(f"t{evening.ids}", "Zoe"))]
                evening.write(draw(st.sampled_from(bodies)))
    return evening


def brought(evening):
    """What everybody began with."""
    start = resolve_start(evening.start)
    totals = list(start.carry.totals)
    for entry in evening.counting():
        if isinstance(entry.body, ChangeTable):
            for join in entry.body.joins:
                totals += [0] * (join.seat - len(totals)) + [join.total]
    return totals


@few_tables
@given(evenings())
def test_an_evening_of_changing_tables_adds_up(evening):
    check_totals(evening)
    for deal in evening.sheet.deals:
        check_alone(evening, deal)
    if not evening.sheet.behind_the_end and not evening.sheet.since_behind_the_end:
        check_record(evening)


def check_totals(evening):
    """A total is the sum of one's deals and what one began with."""
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


def check_alone(evening, deal):
    """A deal is scored as if its people sat alone."""
    there = sorted(deal.table.order)
    start = resolve_start(alone(evening.start, len(there)))
    table = dense(start, deal.table)
    carry = carry_of(deal.before, deal.table)
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


def check_record(evening):
    """What a record says without its book makes the same game."""
    sheet = evening.sheet
    raw = json.loads(json.dumps(write_record(evening.start, evening.entries, [])))
    record = read_record(raw)
    again = read_strictly(record.start, record.entries)
    assert [it.record for it in again.deals] == [it.record for it in sheet.deals]
    assert [it.table for it in again.deals] == [it.table for it in sheet.deals]
    assert (again.totals, again.over, again.winners) == (sheet.totals, sheet.over, sheet.winners)
    assert [it.name for it in again.sitters] == [it.name for it in sheet.sitters]
    for deal, told in zip(again.deals, sheet_as_json(again)["deals"], strict=True):
        nulls = {seat for seat, score in enumerate(told["scores"]) if score is None}
        assert nulls == set(range(len(deal.table.sides))) - set(deal.table.order)


def plain_turns(evening):
    """The dealer of each deal by a plain reading of DESIGN's "By rounds", and who deals next."""
    sheet, start = evening.sheet, resolve_start(evening.start)
    order, owes = list(start.order), dict.fromkeys(start.order, start.rules.circuits)
    dealer, changed, dealers = start.first_dealer, False, []
    left = {}
    voided = {deal.id: deal.facts.void for deal in sheet.deals}
    for entry in evening.counting():
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
            if not voided[entry.id]:
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


@few_tables
@given(evenings(CIRCUITS, most=12))
def test_by_rounds_everybody_deals_what_he_owes(evening):
    dealers, dealer, left = plain_turns(evening)
    sheet = evening.sheet
    assert [deal.table.dealer for deal in sheet.deals] == dealers
    assert sheet.over == (dealer is None)
    if not sheet.over:
        assert (sheet.opening.table.dealer, sheet.left) == (dealer, left)


@few_tables
@given(evenings(), st.data())
def test_undo_redo_and_a_correction_read_as_if_it_had_been_right(evening, data):
    sheet = evening.sheet
    assume(sheet.deals and evening.entries)
    newest = to_undo(evening.entries)
    undone = [*evening.entries, Entry(len(evening.entries) + 1, "undo", Withdraw(newest.id))]
    without = [it for it in evening.counting() if it.id != newest.id]
    before = read_sheet(evening.start, without)
    assert read_sheet(evening.start, undone).totals == before.totals
    redone = [*undone, Entry(len(undone) + 1, "redo", Withdraw("undo"))]
    assert read_sheet(evening.start, redone).totals == sheet.totals
    deal = data.draw(st.sampled_from(sheet.deals))
    right = data.draw(other_facts(evening, deal))
    correction = CorrectDeal(deal.id, changed_answers(deal.record, right))
    corrected = [*evening.entries, Entry(len(evening.entries) + 1, "fix", correction)]
    first = [
        replace(it, body=replace(it.body, facts=right)) if it.id == deal.id else it
        for it in evening.entries
        if not (isinstance(it.body, CorrectDeal) and it.body.deal == deal.id)
    ]
    once, again = (read_sheet(evening.start, book) for book in (corrected, first))
    assert [it.scores for it in once.deals] == [it.scores for it in again.deals]
    assert once.totals == again.totals


EVE = Sitter("eve", "Eve")
CAUGHT = [{"points": 10, "red_nines": 0}] * 6


def table_of(*bodies, key="red-nines", sitters=FOUR, **rules):
    evening = Evening(Start(key, sitters, 0, rules))
    for body in bodies:
        assert evening.write(Deal(body, None) if isinstance(body, dict) else body), body
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


def test_a_page_knows_who_can_play_on_and_what_a_newcomer_begins_with():
    sheet = table_of(Deal({"points": [1, 2, 3, 5]}), key="points", wins="lowest").sheet
    assert sheet.joining == {"zero": 0, "mean": 3, "worst": 5}
    assert sheet.start.changes_to == tuple(range(2, 13))
    counters = table_of(key="red-nines-1881", counters=30, hand_size=10).sheet
    assert counters.joining == {"brought": 30}
    assert counters.start.changes_to == (3, 4)
    assert table_of(key="points", sides="two").sheet.start.changes_to == ()


def test_a_seat_has_a_number_that_the_book_has_never_used():
    evening = table_of(change((0, 1, 2, 3, 4), Join(4, EVE, 0)), Withdraw("e1"), key="points")
    assert not evening.write(change((0, 1, 2, 3, 4), Join(4, EVE, 0)))
    assert evening.write(change((0, 1, 2, 3, 5), Join(5, EVE, 0)))
    assert evening.write(Deal({"points": [1, 2, 3, 4, None, 6]}))
    assert evening.sheet.totals == (1, 2, 3, 4, 0, 6)


def test_a_change_before_which_a_deal_was_forgotten():
    evening = table_of(change((0, 1, 2)), key="points")
    assert evening.write(Deal({"points": [1, 2, 3, 4]}, None, before="e1"))
    assert evening.write(Deal({"points": [1, 2, 3, None]}, "e1"))
    assert evening.sheet.totals == (2, 4, 6, 4)


def scored_by_who_was_dealt(self, facts, table, carry):
    numbers = enumerate(facts[POINTS])
    return DealScore(tuple(Line(at, it, "scored", {"points": it}) for at, it in numbers if it))


@pytest.fixture
def dealer_rests(monkeypatch):
    """Points in which the dealer rests, and nobody can have more than the deals so far."""
    monkeypatch.setattr(Points, "score", scored_by_who_was_dealt)
    monkeypatch.setattr(Points, "remarks", lambda *_: ())
    monkeypatch.setattr(Points, "resting", lambda self, table, carry: (table.dealer,))
    monkeypatch.setattr(
        Points,
        "asked",
        lambda self, table, carry, answers: tuple(
            replace(ask, most=10 + table.played, seats=tuple(range(table.players)))
            for ask in table.asks
        ),
    )
    monkeypatch.setattr(
        Points,
        "buy_ins",
        lambda self, table, carry: tuple(
            Line(seat, max(carry.totals), "scored") for seat in table.order
        ),
    )


@pytest.mark.usefixtures("dealer_rests")
def test_who_rests_is_not_asked_and_nobody_waits_for_him():
    evening = table_of(change((1, 2, 3, 4), Join(4, EVE, 0)), key="points")
    sheet = evening.sheet
    assert (sheet.opening.table.dealer, sheet.opening.table.resting) == (1, (1,))
    assert sheet.table.asks[0].seats == (1, 2, 3, 4)
    rows = [Answer("points", seat, 10, "host") for seat in (2, 3, 1)]
    in_play = DealInPlay(sheet, rows)
    assert in_play.waiting_seats() == (4,)
    assert in_play.needed() == [("points", seat) for seat in (2, 3, 4)]
    assert in_play.answered_seats() == (2, 3)
    whole = in_play.put(Answer("points", 4, 0, "host"))
    assert whole.is_deal
    assert whole.facts() == {"points": [None, None, 10, 10, 0]}
    assert not evening.write(Deal({"points": [None, 1, 1, 1, 1]}))
    assert not evening.write(Deal({"points": [None, None, 11, 1, 1]}))
    assert evening.write(Deal(whole.facts()))
    assert evening.write(Deal({"points": [None, 11, None, 1, 1]}))
    assert evening.write(Buy(4))
    assert evening.sheet.after == evening.sheet.last_deal
    assert evening.sheet.totals == (0, 11, 10, 11, 12)
    assert not table_of(key="red-nines").write(Buy(1))


def test_answers_at_a_changed_table_are_at_the_seats_of_the_sheet():
    sheet = table_of(
        change((0, 2, 3, 4), Join(4, EVE, 36)), key="red-nines-1881", counters=36
    ).sheet
    hand = {"cards": 2, "red_nines": 0}
    rows = [Answer("aces_swept_by", OF_DEAL, 4, "a"), Answer("out", OF_DEAL, 2, "a")]
    in_play = DealInPlay(sheet, rows)
    assert in_play.on_sheet().opening.moved[0].side == 4
    assert in_play.waiting_seats() == (0, 3, 4)
    whole = in_play.put(*(Answer("hands", seat, hand, "a") for seat in (0, 3, 4)))
    assert whole.is_deal
    assert whole.facts()["hands"] == [hand, None, [], hand, hand]
    with pytest.raises(Refused):
        in_play.check(Answer("hands", 1, hand, "a"))
