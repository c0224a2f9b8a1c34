"""What waits on a phone is scored over the server's data as the server would score it."""

import json
import random
from collections import Counter
from contextlib import suppress
from copy import deepcopy
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings

from scorer.rules.entries import Entry, Sitter, apply_correction, changed_answers, parse_body
from scorer.rules.errors import Refused
from scorer.rules.fold import read_deal, read_sheet
from scorer.rules.start import Start, resolve_start
from scorer.services.games.read import GameRead
from scorer.web.games.sheet_page import game_data
from scorer.web.games.sheet_view import SheetView
from tests.browser.test_twins import evaluate, phone_page
from tests.examples import examples
from tests.rules.books import written as written_book
from tests.rules.every_game import EVERY_GAME
from tests.tables import facts
from tests.web.counters import cards

pytestmark = pytest.mark.usefixtures("made_up_game")

__all__ = ["phone_page"]

Book = list[dict[str, Any]]

ADD = """async ([url, variant, asked]) => {
  const rules = await import(`${url}/rules/${variant}.js`);
  const { addPending } = await import(`${url}/pending/scoring.js`);
  return asked.map(({ data, items }) => addPending(rules, data, items));
}"""
# What waits without signal; of withdrawals those of deals, as Undo offers them.
WAITING = {"deal", "correct", "withdraw", "buy", "lend", "adjust", "end"}


def entries_of(book):
    return tuple(
        Entry(one["number"], one["id"], parse_body(one["kind"], one["content"])) for one in book
    )


def data_of(start, book):
    """What the page of a game with this book gives to its modules."""
    entries = entries_of(book)
    sheet = read_sheet(start, entries)
    people = {player: player.title() for player in [s.player for s in start.sitters]}
    moment = datetime(2026, 5, 3, tzinfo=UTC)
    read = GameRead(
        id="game",
        club="club",
        night="night",
        day=date(2026, 5, 3),
        variant=start.variant,
        edition=sheet.start.variant.edition,
        started_at=moment,
        last_at=moment,
        version=len(book),
        follows=None,
        followed_by=None,
        entries=entries,
        sheet=sheet,
        start=start,
        names=people,
        persons=people,
        numbers=Counter(),
        answers_version=0,
    )
    view = SheetView(read)
    return json.loads(json.dumps(game_data(view, "score", None)))


# What the phone says of deals alone, and what it leaves to the server.
NOT_COMPARED = {"waits", "fault", "stand_ins", "notes", "seats", "lines", "remarks"}
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
    winners: tuple[int, ...] = ()


def is_offered(data, items, item):
    """Whether the phone scores what comes of this: withdrawals only of what it knows."""
    if item["kind"] != "withdraw":
        content = item["content"]
        # A forgotten deal is told on a page of its own; what levels the dealing the server says.
        is_levelled = content.get("leftover") == "level_the_dealing"
        # Nobody corrects what was undone.
        is_gone = content.get("deal") in [one["content"].get("entry") for one in items]
        return item["kind"] in WAITING and not (content.get("before") or is_levelled or is_gone)
    entry, undo = item["content"]["entry"], data["undo"]
    deals = {deal["id"] for deal in (*data["deals"], *data["behind_the_end"])}
    moves = {move["entry"] for move in data["moves"]}
    if entry in deals | moves | {one["id"] for one in items}:
        return True
    return bool(undo) and undo["entry"] == entry and (undo["kind"] == "end" or "facts" in undo)


def cases_of(dice, start, book):
    """What a phone may have of a book, and what may wait on it."""
    for version in {dice.randrange(len(book)), len(book) - 1}:
        data, items = data_of(start, book[:version]), Book()
        for item in book[version:]:
            refused = read_sheet(start, entries_of(book[: item["number"]])).refused
            if item["id"] in refused or not is_offered(data, items, item):
                break
            items.append(item)
        if items:
            after = book[: version + len(items)]
            winners = read_sheet(start, entries_of(after)).winners
            yield Case(data, items, data_of(start, after), winners)


def as_typed(start, told):
    """The facts of a deal as the pad writes them, and a record has them."""
    ready = resolve_start(start)
    return read_deal(ready, told, ready.table(0), ready.carry).record


def as_a_phone_writes(start, entries):
    """A book whose deals follow each other, and have their facts as the pad writes them."""
    book, facts_by_deal = written_book(entries), dict[str, Any]()
    typed = dict[str, Any]()
    for at, one in enumerate(book):
        content = one["content"]
        if one["kind"] == "deal":
            id, facts_by_deal[one["id"]] = one["id"], content["facts"]
            content["facts"] = typed[id] = as_typed(start, facts_by_deal[id])
            before = data_of(start, book[:at])
            deals = [deal["id"] for deal in (*before["deals"], *before["behind_the_end"])]
            content["after"] = deals[-1] if deals else None
        elif one["kind"] == "correct" and content["deal"] in typed:
            id = content["deal"]
            facts_by_deal[id] = apply_correction(facts_by_deal[id], content["set"])
            was, typed[id] = typed[id], as_typed(start, facts_by_deal[id])
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
            book = as_a_phone_writes(start, entries)
            for version in range(len(book) + 1):
                data_of(start, book[:version])
            found.append((start, book))

    collect()
    return found


def add(page, start, cases):
    """The data as this phone reads them with what waits."""
    asked = [{"data": case.data, "items": case.items} for case in cases]
    return evaluate(page, ADD, read_sheet(start, []).start.variant, asked)


@pytest.mark.soak
@pytest.mark.parametrize("game", EVERY_GAME)
def test_any_book_is_scored_as_the_server_scores_it(phone_page, game):
    dice = random.Random(7)
    books = [book for book in drawn(game, examples(12)) if book[1]]
    cases = [case for start, book in books for case in cases_of(dice, start, book)]
    for case, phone in zip(cases, add(phone_page, books[0][0], cases), strict=True):
        wrong = [*differences(plain(deepcopy(phone)), plain(case.after))]
        assert not wrong, f"{wrong}\nwaits: {case.items}\nof: {case.data['version']}"
        # Ties are broken, and what is in the pools is shared, by the server.
        if not any(case.after["pools"].values()):
            assert {*case.winners} <= {*phone["winners"]}


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


def test_the_undo_of_a_loan_leaves_the_debts_that_there_are_without_it(phone_page):
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


@pytest.mark.parametrize("version", range(len(BOOK)))
def test_corrections_undo_and_redo_wait_over_any_version(phone_page, version):
    for end in range(version + 1, len(BOOK) + 1):
        data, items = data_of(START, BOOK[:version]), BOOK[version:end]
        after = data_of(START, BOOK[:end])
        if not all(is_offered(data, items[:at], item) for at, item in enumerate(items)):
            continue
        (phone,) = add(phone_page, START, [Case(data, items, after)])
        assert not [*differences(plain(phone), plain(after))]
        for name in ("undo", "redo"):
            mine, theirs = phone[name], after[name]
            assert mine is None or theirs is None or mine["entry"] == theirs["entry"]


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
