"""Records that are written are read again, and say the same."""

import json

import pytest
from hypothesis import given, settings

from scorer.commands.sheet_text import sheet_as_text
from scorer.rules.entries import CorrectStart, Deal, End, Entry, Sitter, Totals
from scorer.rules.errors import Refused
from scorer.rules.fold import read_sheet
from scorer.rules.record import parse, read_record, write_record
from scorer.rules.sheet_json import sheet_as_json
from scorer.rules.start import Start
from scorer.rules.tallies import counts_of
from tests.examples import examples
from tests.rules.books import books, written

pytestmark = pytest.mark.usefixtures("made_up_game")


def record_of(start, book):
    record = write_record(start, book, written(book), id="g", started_at="2025-05-03T20:00:00Z")
    return parse(json.dumps(record).encode())


def without_book(record):
    return {key: value for key, value in record.items() if key not in ("entries", "began")}


def without_order(sheet):
    """The plain fields keep no order between a loan, a purchase and a penalty of one place."""
    moved = sorted(sheet.pop("moved_since", ()), key=str)
    for deal in sheet["deals"]:
        deal["moved_before"] = sorted(deal.get("moved_before", ()), key=str)
    return sheet, moved


@pytest.mark.soak
@settings(max_examples=examples(15), deadline=None)
@given(books())
def test_a_records_plain_fields_make_the_same_deals(game):
    start, book = game
    record = record_of(start, book)
    plain = read_record(without_book(record))
    sheet, simple = read_sheet(start, book), read_sheet(plain.start, plain.entries)
    assert simple.start == sheet.start
    assert [deal.record for deal in simple.deals] == [deal.record for deal in sheet.deals]
    assert [deal.table for deal in simple.deals] == [deal.table for deal in sheet.deals]
    assert [deal.sitters for deal in simple.deals] == [deal.sitters for deal in sheet.deals]
    assert without_order(sheet_as_json(simple)) == without_order(sheet_as_json(sheet))


def test_a_start_that_the_book_does_not_lead_to_is_refused():
    start = Start("red-nines", tuple(Sitter(f"p{n}", name) for n, name in enumerate("ABCD")))
    book = [Entry(1, "b", CorrectStart(first_dealer=2))]
    record = {**record_of(start, book), "first_dealer": 1}
    with pytest.raises(Refused) as fault:
        read_record(record)
    assert fault.value.code == "start_differs"


# Games of which only the totals were noted.

PEOPLE = tuple(Sitter(f"p{n}", name) for n, name in enumerate(("Ann", "Ben", "Cat", "Dan")))


def totals(*numbers, variant="red-nines"):
    return read_sheet(Start(variant, PEOPLE), [Entry(1, "t", Totals(numbers))])


def test_a_game_of_totals_alone_is_over_and_won():
    sheet = totals(40, 12, 12, 90)
    assert (sheet.over, sheet.winners, sheet.standing.places) == (True, (1, 2), (3, 1, 1, 4))
    assert (sheet.deals, sheet.played, sheet.settled) == ((), 0, None)
    assert "Ben and Cat share the win. Only totals were noted." in sheet_as_text(sheet)
    counts = counts_of(sheet, 2026)
    assert sheet.finished and not any(column == "deals" for _, _, column in counts)
    games = [counts[key] for key in counts if key[::2] == ("pairs", "games")]
    assert games == [1] * 12


@pytest.mark.parametrize(
    ("deals", "length", "counts"),
    [(3, "target", False), (4, "target", True), (3, "open", True), (0, "open", False)],
)
def test_a_game_stopped_after_fewer_deals_than_people_is_won_but_not_counted(deals, length, counts):
    points = [Deal({"points": [1, 2, 3, 4]}, None)] * deals
    book = [Entry(at, f"e{at}", body) for at, body in enumerate([*points, End()], start=1)]
    stopped = read_sheet(Start("points", PEOPLE, house_rules={"length": length}), book)
    assert (stopped.winners, stopped.finished) == ((0,) * bool(deals), counts)
    wins = [number for key, number in counts_of(stopped, 2026).items() if key[2] == "wins"]
    assert sum(wins) == int(counts)


def test_totals_are_written_and_read_again():
    start, book = Start("red-nines", PEOPLE), [Entry(1, "t", Totals((5, 4, 3, 2)))]
    record = record_of(start, book)
    assert (record["totals"], record["deals"]) == ([5, 4, 3, 2], [])
    for raw in (record, without_book(record)):
        read = read_record(raw)
        assert read_sheet(read.start, read.entries).winners == (3,)
    with pytest.raises(Refused):
        read_record({**record, "totals": [5, 4, 3, 3]})
