"""What waits on a phone is scored over the server's data as the server would score it."""

import json
import random
from contextlib import suppress
from copy import deepcopy
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from itertools import combinations
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings

from scorer.rules.conflicts import find_conflict
from scorer.rules.entries import (
    ChangeTable,
    Entry,
    Sitter,
    TakeSeat,
    apply_correction,
    changed_answers,
    parse_body,
)
from scorer.rules.errors import Refused
from scorer.rules.fold import read_deal, read_sheet, sort_book
from scorer.rules.in_play import Answer, DealInPlay
from scorer.rules.sheet import Sheet
from scorer.rules.start import Start, resolve_start
from scorer.services.games.read import GameRead
from scorer.services.games.start import next_dealer
from scorer.services.people.players import Player
from scorer.web.games.own_answers import answers_as_data
from scorer.web.games.phone_data import asked_at, game_data
from scorer.web.games.sheet_view import SheetView
from tests.browser.test_twins import drawn as drawn_values
from tests.browser.test_twins import evaluate, phone_page
from tests.examples import examples
from tests.made_up_game import OF_BIDS
from tests.rules.books import written as written_book
from tests.rules.every_game import EVERY_GAME
from tests.rules.strategies import next_table
from tests.rules.test_changed_tables import KEYS, evenings
from tests.tables import facts
from tests.web.counters import cards

pytestmark = pytest.mark.usefixtures("made_up_game")

__all__ = ["phone_page"]

Book = list[dict[str, Any]]

ADD = """async ([url, variant, asked]) => {
  const { seatPeople } = await import(`${url}/rules/seating.js`);
  const rules = seatPeople({ ...(await import(`${url}/rules/${variant}.js`)) });
  const { addPending } = await import(`${url}/pending/scoring.js`);
  return asked.map(({ data, items }) => addPending(rules, data, items));
}"""
# What waits without signal; of withdrawals those of deals, as Undo offers them.
WAITING = {"deal", "correct", "withdraw", "buy", "lend", "adjust", "end", "change_table"}


def entries_of(book):
    return tuple(
        Entry(one["number"], one["id"], parse_body(one["kind"], one["content"])) for one in book
    )


def data_of(start, book):
    """What the page of a game with this book gives to its modules."""
    sorted_book = sort_book(start, entries_of(book))
    taken = (it.body.sitter for it in sorted_book.order if isinstance(it.body, TakeSeat))
    joins = (it.body.joins for it in sorted_book.order if isinstance(it.body, ChangeTable))
    joined = [join.sitter for each in joins for join in each]
    sitters = (*start.sitters, *taken, *joined)
    people = {it.player: Player(it.player, it.name) for it in sitters}
    moment = datetime(2026, 5, 3, tzinfo=UTC)
    read = GameRead(
        id="game",
        club="club",
        night="night",
        day=date(2026, 5, 3),
        variant=start.variant,
        edition=sorted_book.sheet.start.variant.edition,
        started_at=moment,
        last_at=moment,
        follows=None,
        followed_by=None,
        row=None,
        book=sorted_book,
        people=people,
    )
    view = SheetView(read)
    data = game_data(view, "score", None)
    ready = sorted_book.sheet.start
    tables = ready.tables(ready.changes_to)
    # As they come with the page on which somebody joins or leaves.
    data["tables"] = {many: asked_at(table) for many, table in tables.items()}
    return json.loads(json.dumps(data))


# What the phone says of deals alone, and what it leaves to the server.
NOT_COMPARED = {"dealt", "waits", "fault", "stand_ins", "notes", "seats", "lines", "remarks"}
IN_PLAY = {"answered", "in"}


def plain(data):
    """What both have to know."""
    left = {
        key: data[key]
        for key in ("over", "played", "to_play", "totals", "pools", "next", "loans")
        if key in data
    }
    if left["next"]:
        left["next"] = {key: left["next"][key] for key in left["next"].keys() - IN_PLAY}
    left["deals"] = [
        {key: deal[key] for key in deal.keys() - NOT_COMPARED} for deal in data["deals"]
    ]
    left["behind"] = [deal["id"] for deal in data["behind_the_end"]]
    return left


def differences(mine, theirs, where=""):
    """Where two texts of JSON are not the same."""
    if isinstance(mine, dict) and isinstance(theirs, dict):
        for key in mine.keys() | theirs.keys():
            yield from differences(mine.get(key), theirs.get(key), f"{where}.{key}")
    elif isinstance(mine, list) and isinstance(theirs, list) and len(mine) == len(theirs):
        for at, (one, other) in enumerate(zip(mine, theirs, strict=True)):
            yield from differences(one, other, f"{where}[{at}]")
    elif mine != theirs:
        yield f"{where}: {mine} is {theirs}"


@dataclass
class Case:
    """Data of the first so many entries of a book, the others, and the data of them all."""

    data: dict[str, Any]
    items: Book
    after: dict[str, Any]
    sheet: Sheet | None = None


def is_offered(data, items, item):
    """Whether the phone scores what comes of this: withdrawals only of what it knows."""
    content, kind = item["content"], item["kind"]
    if kind != "withdraw":
        # A forgotten deal is told on a page of its own; what levels the dealing the server says.
        is_levelled = content.get("leftover") == "level_the_dealing"
        # A game that is over is not stopped.
        is_over = kind == "end" and data["over"]
        return kind in WAITING and not (content.get("before") or is_levelled or is_over)
    entry, undo = content["entry"], data["undo"]
    moves = {move["entry"] for move in data["moves"]}
    deals = {deal["id"] for deal in (*data["deals"], *data["behind_the_end"])}
    if entry in deals | moves | {one["id"] for one in items}:
        return True
    return bool(undo) and undo["entry"] == entry and (undo["kind"] == "end" or "facts" in undo)


def is_written(start, book):
    """Whether the server writes the newest of these without a question."""
    entries = entries_of(book)
    before, after = (sort_book(start, each) for each in (entries[:-1], entries))
    is_refused = entries[-1].id in after.sheet.refused
    return not is_refused and not find_conflict(before, after, len(before.entries))


def cases_of(dice, start, book):
    """What a phone may have of a book, and what may wait on it."""
    for version in {dice.randrange(len(book)), len(book) - 1}:
        data, items = data_of(start, book[:version]), Book()
        for item in book[version:]:
            is_saved = is_written(start, book[: item["number"]])
            if not is_saved or not is_offered(data, items, item):
                break
            items.append(item)
        if items:
            after = book[: version + len(items)]
            yield Case(data, items, data_of(start, after), read_sheet(start, entries_of(after)))


def as_typed(start, told, table=None, carry=None):
    """The facts of a deal as the pad writes them, and a record has them."""
    ready = resolve_start(start)
    return read_deal(ready, told, table or ready.table(0), carry or ready.carry).record


def as_a_phone_writes(start, entries):
    """A book whose deals follow each other, and have their facts as the pad writes them."""
    book, facts_by_deal = written_book(entries), dict[str, Any]()
    typed = dict[str, Any]()
    for at, one in enumerate(book):
        content, sheet = one["content"], read_sheet(start, entries_of(book[:at]))
        if one["kind"] == "deal":
            id, facts_by_deal[one["id"]] = one["id"], content["facts"]
            content["facts"] = typed[id] = as_typed(start, facts_by_deal[id], *next_table(sheet))
            deals = [deal.id for deal in (*sheet.deals, *sheet.behind_the_end)]
            content["after"] = deals[-1] if deals else None
        elif one["kind"] == "correct" and content["deal"] in typed:
            id = content["deal"]
            facts_by_deal[id] = apply_correction(facts_by_deal[id], content["set"])
            deal = sheet.find_deal(id)
            there = (deal.table, deal.before) if deal else ()
            was, typed[id] = typed[id], as_typed(start, facts_by_deal[id], *there)
            content["set"] = changed_answers(was, typed[id])
    return book


def drawn(game, many):
    """Books of a game."""
    found = []

    @settings(
        max_examples=many,
        deadline=None,
        database=None,
        derandomize=True,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(game.book(most_players=5))
    def collect(drawn):
        start, entries = drawn
        with suppress(Refused):
            found.append((start, as_a_phone_writes(start, entries)))

    collect()
    return found


def changing(key, many):
    """Books of a game in which somebody joins or leaves, their deals and changes in a row."""
    for evening in drawn_values(evenings([key], most=12), many):
        book = written_book(evening.entries)
        for one in book:
            if one["kind"] in ("deal", "change_table"):
                before = entries_of(book[: one["number"] - 1])
                one["content"]["after"] = read_sheet(evening.start, before).after
        yield evening.start, book


def add(page, start, cases):
    """The data as this phone reads them with what waits."""
    asked = [{"data": case.data, "items": case.items} for case in cases]
    return evaluate(page, ADD, read_sheet(start, []).start.variant, asked)


@pytest.mark.soak
@pytest.mark.parametrize("game", EVERY_GAME)
def test_any_book_is_scored_as_the_server_scores_it(phone_page, game):
    dice = random.Random(7)
    books = [book for book in drawn(game, examples(8)) if book[1]]
    cases = [case for start, book in books for case in cases_of(dice, start, book)]
    for case, phone in zip(cases, add(phone_page, books[0][0], cases), strict=True):
        wrong = [*differences(plain(deepcopy(phone)), plain(case.after))]
        assert not wrong, f"{wrong}\nwaits: {case.items}\nof: {case.data['version']}"
        # What was written behind the end of a stopped game is left to the server.
        if "places" not in phone:
            continue
        if not case.sheet.over:
            assert phone["places"] == [*case.sheet.standing.places]
        # Ties are broken, and what is in the pools is shared, by the server.
        if not any(case.after["pools"].values()):
            assert {*case.sheet.winners} <= {*phone["winners"]}


@pytest.mark.soak
@pytest.mark.parametrize("key", [*KEYS, OF_BIDS])
def test_tables_that_change_are_scored_as_the_server_scores_them(phone_page, key):
    dice, books = random.Random(7), [book for book in changing(key, 16) if book[1]]
    cases = [case for start, book in books for case in cases_of(dice, start, book)]
    for case, phone in zip(cases, add(phone_page, books[0][0], cases), strict=True):
        wrong = [*differences(table_of(phone), table_of(case.after))]
        assert not wrong, f"{wrong}\nwaits: {case.items}\nof: {case.data}"
    assert any(item["kind"] == "change_table" for case in cases for item in case.items)


def table_of(data):
    """What both have to know, and who is at the table."""
    people = {key: data[key] for key in ("order", "sides", "asks", "pack")}
    # Of two with one name the server numbers the second.
    names = [data["seats"][seat]["name"] for seat in data["order"]]
    people["names"] = [name.partition(" (")[0] for name in names]
    # These were not typed on a pad.
    return plain({**data, "deals": [{**deal, "facts": None} for deal in data["deals"]]}) | people


START = Start("red-nines", tuple(Sitter(name, name) for name in ("Ann", "Ben", "Cat", "Dan")))


def written(*said):
    """These entries, each by somebody who has seen all others."""
    return [
        {"number": at, "id": f"e{at}", "kind": kind, "content": content, "seen": at - 1}
        for at, (kind, content) in enumerate(said, 1)
    ]


def deal(after, *points):
    """A deal behind the entry of this number."""
    after_it = after if after is None else f"e{after}"
    return "deal", {"after": after_it, "facts": facts(0, *(points or (7, 23, 32)))}


def corrected(number, *points):
    return "correct", {"deal": f"e{number}", "set": facts(0, *points)}


def undone(number):
    return "withdraw", {"entry": f"e{number}"}


@pytest.mark.parametrize("move", [("buy", {}), ("lend", {"lender": 1})])
def test_what_was_bought_or_lent_wins_nothing_without_signal(phone_page, move):
    kind, content = move
    start = replace(START, variant="pink-nines")
    book = written(
        ("deal", {"after": None, "facts": facts(1, 2, 3, 4)}),
        (kind, {"seat": 0, "counters": 90, **content}),
        ("end", {"why": "late", "leftover": None}),
    )
    (phone,) = add(phone_page, start, [Case(data_of(start, []), book, {})])
    assert (phone["over"], phone["winners"]) == (True, [1])
    assert phone["totals"][0] > phone["totals"][1]


def test_the_undo_of_a_loan_leaves_the_other_debts(phone_page):
    start = replace(START, variant="pink-nines")
    lend = {"seat": 0, "lender": 1, "counters": 9}
    book = written(
        ("deal", {"after": None, "facts": facts(1, 2, 3, 4)}),
        ("lend", lend),
        # That is given back by what Ann lends Ben, who then owes her the rest.
        ("lend", {"seat": 1, "lender": 0, "counters": 12}),
        ("lend", {**lend, "lender": 2}),
        undone(2),
        undone(5),
    )
    data = data_of(start, book[:4])
    for end in (5, 6):
        after = data_of(start, book[:end])
        (phone,) = add(phone_page, start, [Case(data, book[4:end], after)])
        assert not [*differences(plain(phone), plain(after))]
        owed = {(loan["seat"], loan["lender"]): loan["counters"] for loan in phone["loans"]}
        assert owed == ({(1, 0): 12, (0, 2): 9} if end == 5 else {(1, 0): 3, (0, 2): 9})


def test_a_tie_is_shared_without_signal(phone_page):
    start = replace(START, house_rules={"ties": "last_deal"})
    book = written(
        ("deal", {"after": None, "facts": facts(0, 7, 20, 30)}),
        ("deal", {"after": "e1", "facts": facts(1, 7, 20, 30)}),
        ("end", {"why": "late", "leftover": None}),
    )
    assert read_sheet(start, entries_of(book)).winners == (1,)
    (phone,) = add(phone_page, start, [Case(data_of(start, []), book, {})])
    assert phone["winners"] == [0, 1]


BOOK = written(deal(None), deal(1), corrected(1, 2, 3, 4), undone(3), undone(4), deal(2), undone(6))


def test_corrections_undo_and_redo_wait_over_any_version(phone_page):
    for version, end in combinations(range(len(BOOK) + 1), 2):
        data, items = data_of(START, BOOK[:version]), BOOK[version:end]
        after = data_of(START, BOOK[:end])
        if not all(is_offered(data, items[:at], item) for at, item in enumerate(items)):
            continue
        (phone,) = add(phone_page, START, [Case(data, items, after)])
        assert not [*differences(plain(phone), plain(after))]
        for name in ("undo", "redo"):
            mine, theirs = phone[name], after[name]
            assert mine is None or theirs is None or mine["entry"] == theirs["entry"]


def test_an_undo_of_what_was_undone_is_left_to_the_server(phone_page):
    book = written(deal(None), deal(1), undone(2), undone(2), deal(1))
    assert is_written(START, book[:3])
    assert not is_written(START, book[:4])
    after = data_of(START, book[:3])
    cases = [Case(data_of(START, book[:version]), book[version:], after) for version in (0, 3)]
    for phone in add(phone_page, START, cases):
        assert not [*differences(plain(phone), plain(after))]


def test_what_is_in_the_book_by_now_does_not_count_twice(phone_page):
    book = written(deal(None), deal(1), corrected(2, 2, 3, 4))
    data = data_of(START, book)
    (phone,) = add(phone_page, START, [Case(data, book[1:], data)])
    assert not [*differences(plain(phone), plain(data))]
    start = replace(START, variant="pink-nines")
    facts = cards(0, 1, 2, 3)
    book = written(("deal", {"after": None, "facts": facts}), ("buy", {"seat": 0, "counters": 90}))
    data = data_of(start, book)
    (phone,) = add(phone_page, start, [Case(data, book[1:], data)])
    assert phone["totals"] == data["totals"]


def test_who_rests_goes_by_the_deals_that_are_left(phone_page):
    start = replace(START, variant="skat")
    facts = {"declarer": 2, "game": "hearts", "matadors": 6, "took": "to_89"}
    book = written(
        ("deal", {"after": None, "facts": facts}),
        ("deal", {"after": "e1", "facts": {**facts, "declarer": 3}}),
        undone(1),
    )
    after = data_of(start, book)
    (phone,) = add(phone_page, start, [Case(data_of(start, book[:2]), book[2:], after)])
    assert phone["next"]["resting"] == after["next"]["resting"] == [1]


def test_another_deal_in_the_same_place_is_left_to_the_server(phone_page):
    data = data_of(START, written(deal(None), deal(1)))
    other = {"id": "x", "kind": "deal", "seen": 1}
    same = {**other, "content": deal(1)[1]}
    later = {**other, "id": "y", "content": {"after": "x", "facts": facts(1, 4, 5, 6)}}
    wrong = {**other, "content": deal(1, 1, 2, 3)[1]}
    cases = [Case(data, items, data) for items in ([same], [same, later], [wrong, later])]
    found = [len(phone["deals"]) for phone in add(phone_page, START, cases)]
    assert found == [2, 3, 2]


def test_same_again_begins_a_game_over_the_last_one(phone_page):
    book = written(*(deal(at or None) for at in range(4)))
    data = data_of(START, book)
    assert data["over"]
    start = {"id": "new", "game": "new", "kind": "start", "content": {"follows": "game"}}
    first = {"id": "d1", "kind": "deal", "content": deal(None)[1], "seen": 0}
    again, scored = add(
        phone_page, START, [Case(data, [start], {}), Case(data, [start, first], {})]
    )
    fresh = data_of(START, [])
    assert not [*differences(plain(again), plain(fresh))]
    assert (again["game"], again["version"], scored["totals"]) == ("new", 0, [0, 7, 23, 32])


@pytest.mark.parametrize("void", [True, False])
def test_same_again_passes_the_deal_on_from_a_dealer_who_has_left(phone_page, void):
    five = replace(START, sitters=(*START.sitters, Sitter("Eve", "Eve")))
    deals = [deal(at or None, 7, 23, 32, 5) for at in range(3)]
    if void:
        deals[-1][1]["facts"] = {"void": True}
    left = ("change_table", {"after": "e3", "seats": [0, 1, 3, 4], "joins": []})
    book = written(*deals, left, ("end", {"why": "late", "leftover": None}))
    start = {"id": "new", "game": "new", "kind": "start", "content": {"follows": "game"}}
    data, sheet = data_of(five, book), read_sheet(five, entries_of(book))
    (again,) = add(phone_page, five, [Case(data, [start], {})])
    assert again["next"]["dealer"] == data["order"].index(next_dealer(sheet)) == 2


DEVICE = "this phone"
NAMES = ("Ann", "Ben", "Cat", "Dan")
# What phones answer of the deal in play, one after the other; None clears it.
ANSWERED = {
    "red-nines-1881": [
        [("aces_swept_by", -1, 2), ("out", -1, 1)],
        [("aces_swept_by", -1, None)],
        [("hands", 0, {"cards": 2, "red_nines": 0}), ("aces_swept_by", -1, 3)],
    ],
    "red-nines": [[("out", -1, 1)], [("hands", 0, {"points": 7, "red_nines": 0})]],
    "nine-five": [
        [("bidder", -1, 0), ("bid", -1, 10), ("trump", -1, "H")],
        [("bidder", -1, None), ("bid", -1, None), ("trump", -1, None), ("passed", -1, True)],
        [("passed", -1, False)],
    ],
    "ninety-nine": [
        [("bids", 0, 3), ("premiums", 1, "declared")],
        [("premiums", 2, "revealed")],
        [("premiums", 2, None), ("bids", 0, None)],
    ],
    "oxford-whist": [[("trump", -1, "S"), ("bids", 1, 4)], [("bids", 1, None)], [("tricks", 0, 3)]],
}


def in_play_of(start, answers):
    """The deal in play with these answers, which are all of one phone."""
    rows = [
        Answer(key, at, value, DEVICE, cleared=value is None)
        for one in answers
        for key, at, value in one
    ]
    return DealInPlay(read_sheet(start, []), rows)


def next_of(start, answers):
    """What the data of a page say of it."""
    deal = in_play_of(start, answers)
    opening = deal.on_sheet().opening
    shown = [answer for answer in deal.answers.values() if deal.is_shown(answer, None)]
    told = {
        "in": sorted([key, at, DEVICE] for key, at in deal.answers),
        "answered": answers_as_data(deal, shown),
        "noted": opening.noted,
        "totals": opening.carry.totals,
        "pools": opening.carry.pools,
    }
    return json.loads(json.dumps(told))


def answers(number, *these):
    """Answers as they wait."""
    content = {
        "after": None,
        "set": [one for one in these if one[2] is not None],
        "clear": [one[:2] for one in these if one[2] is None],
    }
    return {"id": f"a{number}", "game": "game", "kind": "answers", "content": content}


@pytest.fixture
def device_page(phone_page):
    """That page, which says which device this is."""
    phone_page.set_content(f'<main data-device="{DEVICE}"></main>')
    return phone_page


@pytest.mark.parametrize("variant", ANSWERED)
def test_answers_that_wait_are_what_the_server_makes_of_them(device_page, variant):
    said = ANSWERED[variant]
    names = NAMES[: 3 if variant in ("ninety-nine", "oxford-whist") else 4]
    start = Start(variant, tuple(Sitter(name, name) for name in names))
    items = [answers(at, *these) for at, these in enumerate(said)]
    # Some of them the server has already.
    for known in range(len(said)):
        data = data_of(start, [])
        data["next"] |= next_of(start, said[:known])
        cases = [Case(data, items[known:end], {}) for end in range(known + 1, len(said) + 1)]
        for end, phone in enumerate(add(device_page, start, cases), known + 1):
            wanted = next_of(start, said[:end])
            mine = {key: phone["next"][key] for key in wanted}
            assert not [*differences({**mine, "in": sorted(mine["in"])}, wanted)], (known, end)


def test_answers_that_wait_say_what_is_asked_besides(device_page):
    start = replace(START, variant=OF_BIDS)
    items = [answers(at, ("bids", at, bid)) for at, bid in ((1, 0), (2, 1), (3, 0))]
    (phone,) = add(device_page, start, [Case(data_of(start, []), items, {})])
    assert [ask["seats"] for ask in phone["asks"] if ask["key"] == "rags"] == [[1, 3]]


def test_answers_to_another_deal_say_nothing_of_this_one(device_page):
    start = replace(START, variant="red-nines-1881")
    swept = answers(0, ("aces_swept_by", -1, 2))
    first = written(("deal", {"after": None, "facts": {"void": True}}))
    (phone,) = add(device_page, start, [Case(data_of(start, []), [swept, *first], {})])
    assert (phone["next"]["noted"], phone["next"]["in"]) == ({}, [])
    # What is undone brings them back.
    back = {"id": "e2", "kind": "withdraw", "content": {"entry": "e1"}}
    (phone,) = add(device_page, start, [Case(data_of(start, []), [swept, *first, back], {})])
    assert phone["next"]["noted"] == {"aces_swept_by": 2}


def test_the_undo_of_a_start_takes_all_of_that_game_with_it(phone_page):
    data = data_of(START, written(*(deal(at or None) for at in range(4))))
    start = {"id": "new", "game": "new", "kind": "start", "content": {"follows": "game"}}
    first = {"id": "d1", "game": "new", "kind": "deal", "content": deal(None)[1]}
    undo = {"id": "u1", "game": "new", "kind": "unstart", "content": {"entry": "new"}}
    again = {**start, "id": "later", "game": "later"}
    shown = {**data_of(START, []), "game": "new"}
    gone, begun, here = add(
        phone_page,
        START,
        [
            Case(data, [start, first, undo], {}),
            Case(data, [start, first, undo, again], {}),
            Case(shown, [undo], {}),
        ],
    )
    assert (gone["game"], gone["over"]) == ("game", True)
    assert (begun["game"], begun["deals"]) == ("later", [])
    assert (here["over"], here["next"], here["winners"], here["undo"]) == (True, None, [], None)
