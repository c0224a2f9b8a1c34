"""What waits on a phone is read on from the server's data as the server would read it."""

import json
import random
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Any, cast

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from playwright.sync_api import Page

from scorer.rules.entries import Sitter
from scorer.rules.fold import read_sheet
from scorer.rules.score_deal import read_unscored
from scorer.rules.start import Start, resolve_start
from scorer.services.games.news import GameState
from scorer.services.games.read import GameRead
from scorer.services.games.withhold import withhold
from scorer.storage.database import Database
from scorer.web.games.game_page import data_of_deals, game_data
from scorer.web.games.own_view import OwnView
from scorer.web.games.sheet_view import SheetView
from tests.browser.test_twins import evaluate, phone_page
from tests.examples import examples
from tests.made_up_game import added
from tests.rules.books import entries_of
from tests.rules.every_game import EVERY_GAME, Game
from tests.tables import facts

__all__ = ["phone_page"]

Book = list[dict[str, Any]]

READ_ON = """async ([url, variant, asked]) => {
  const rules = await import(`${url}/rules/${variant}.js`);
  const { readOn } = await import(`${url}/book/read-on.js`);
  return asked.map(({ data, items, entries }) => readOn(rules, data, items, entries));
}"""
WRITTEN_BY_PHONES = {"deal", "correct_deal", "withdraw", "answer", "buy", "lend", "end"}


@pytest.fixture(autouse=True, scope="module")
def _made_up() -> Iterator[None]:
    with added():
        yield


def data_of(start: Start, book: Book, held: int = 0) -> dict[str, Any]:
    """What the page of a game with this book tells its modules; `held` are the seats of phones."""
    entries = tuple(entries_of(book))
    sheet = read_sheet(start, entries)
    people = {player: player.title() for player in [s.player for s in start.sitters]}
    read = GameRead(
        id="game",
        club="club",
        night="night",
        day=date(2026, 5, 3),
        variant=start.variant,
        edition=sheet.start.variant.edition,
        started_at=datetime(2026, 5, 3, tzinfo=UTC),
        last_at=datetime(2026, 5, 3, tzinfo=UTC),
        version=len(book),
        follows=None,
        followed_by=None,
        entries=entries,
        sheet=sheet,
        start=start,
        names=people,
        persons=people,
    )
    # Nothing is looked up for whom no phone asks.
    read = withhold(cast(Database, None), read, None)
    view, opening = SheetView(read, ""), read.sheet.opening
    state = GameState("", "", 0, read.last_at, False, False, held, 0)
    own = OwnView(view, opening, state) if opening and not sheet.waits else None
    data = {**game_data(view, "score", own), **data_of_deals(view)}
    return cast(dict[str, Any], json.loads(json.dumps(data)))


# What stands only at deals that wait, and sentences, which stand only at others.
OF_WAITING = ("waits", "earlier", "shows", "stand_ins")


def plain(data: dict[str, Any], *left_out: str) -> dict[str, Any]:
    """Data without what tells that something waits, and without whole sentences."""
    left = {key: value for key, value in data.items() if not key.startswith("waiting")}
    if left["next"]:
        left["next"] = {
            key: value for key, value in left["next"].items() if key not in ("names", "paid")
        }
    del left["version"]
    left.pop("newest", None)
    for key in ("deals", "behind_the_end"):
        left[key] = [
            {
                key: deal[key]
                for key in deal.keys() - {"waits", "earlier", "shows", "stand_ins", *left_out}
            }
            for deal in left[key]
        ]
    return left


# What the data of a game that is over do not hold, should it go on.
ONLY_THE_SERVER_KNOWS = "phones silent in answered missing counted final open".split()


@dataclass
class Case:
    """Data of the first so many entries of a book, the others, and the data of them all."""

    data: dict[str, Any]
    items: Book
    entries: dict[str, Any] | None
    after: dict[str, Any]
    seat_taken: bool

    @property
    def is_plain(self) -> bool:
        """Whether the phone has to know what it comes to: it has the book, and nobody answered."""
        told = [*self.items, *self.entries["entries"]] if self.entries else [{"kind": None}]
        return {entry["kind"] for entry in told} <= WRITTEN_BY_PHONES - {"answer"}

    def wrong(self, phone: dict[str, Any]) -> str:
        """What the phone reads otherwise."""
        # Who takes over a seat after a deal that is taken back has it from a place nobody sees.
        seats = ["seats"] if self.seat_taken else []
        mine, theirs = deepcopy(plain(phone, *seats)), deepcopy(plain(self.after, *seats))
        if self.data["over"] and not self.after["over"]:
            for key in ONLY_THE_SERVER_KNOWS:
                mine["next"].pop(key, None)
                theirs["next"].pop(key, None)
        if self.entries is None:
            for key in ("undo", "redo"):
                theirs[key] = theirs[key] if mine[key] else None
        return "\n".join(differences(mine, theirs))


def differences(mine: Any, theirs: Any, where: str = "") -> Iterator[str]:
    """Where two texts of JSON are not the same."""
    if isinstance(mine, dict) and isinstance(theirs, dict):
        for key in mine.keys() | theirs.keys():
            yield from differences(mine.get(key), theirs.get(key), f"{where}.{key}")
    elif isinstance(mine, list) and isinstance(theirs, list) and len(mine) == len(theirs):
        for at, (one, other) in enumerate(zip(mine, theirs, strict=True)):
            yield from differences(one, other, f"{where}[{at}]")
    elif mine != theirs:
        yield f"{where}: {mine} is {theirs}"


def cases_of(dice: random.Random, start: Start, book: Book) -> Iterator[Case]:
    """Some of what a phone may have of a book, and go on from."""
    kinds = [entry["kind"] for entry in book]
    last = [at for at, kind in enumerate(kinds, 1) if kind not in WRITTEN_BY_PHONES]
    first = last[-1] if last else 0
    held = dice.choice([0, 0, 3])
    after = data_of(start, book, held)
    for version in {first, dice.randint(first, len(book)), max(first, len(book) - 1)}:
        data = data_of(start, book[:version], held)
        told = [{key: one[key] for key in one.keys() - {"seen"}} for one in book[:version]]
        known = {"version": version, "entries": told} if dice.random() < 0.7 else None
        taken = "take_seat" in kinds
        # That a game was stopped before it came to its own end by a correction stands nowhere else.
        if known or not data["over"] or "end" not in kinds:
            yield Case(data, book[version:], known, after, taken)


def as_typed(start: Start, facts: dict[str, Any]) -> dict[str, Any]:
    """The facts of a deal as the pad writes them, and a record has them."""
    ready = resolve_start(start)
    return read_unscored(ready, facts, ready.table(0), ready.carry).record


def drawn(game: Game, many: int) -> list[Any]:
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
    def collect(drawn: Any) -> None:
        start, book = drawn
        for entry in book:
            if "facts" in entry["content"]:
                entry["content"]["facts"] = as_typed(start, entry["content"]["facts"])
        found.append((start, book))

    collect()
    return found


@pytest.mark.soak
@pytest.mark.parametrize("game", EVERY_GAME)
def test_any_book_is_read_on_as_the_server_reads_it(phone_page: Page, game: Game) -> None:
    dice = random.Random(7)
    books = [book for book in drawn(game, examples(12)) if book[1]]
    cases = [case for start, book in books for case in cases_of(dice, start, book)]
    asked = [{"data": one.data, "items": one.items, "entries": one.entries} for one in cases]
    found = evaluate(phone_page, READ_ON, read_sheet(books[0][0], []).start.variant, asked)
    for case, phone in zip(cases, found, strict=True):
        if phone is None:
            assert not case.is_plain, f"waits: {case.items}\nbook: {case.entries}"
        else:
            wrong = case.wrong(phone)
            assert not wrong, f"{wrong}\nwaits: {case.items}\nbook: {case.entries}"
    assert len([phone for phone in found if phone]) > 0.5 * len(cases)


START = Start("red-nines", tuple(Sitter(name, name) for name in ("Ann", "Ben", "Cat", "Dan")))
OF_1881 = Start("red-nines-1881", START.sitters)
SWEPT = {"out": 0, "aces_swept_by": 2, "hands": [[], *[{"cards": 3, "red_nines": 0}] * 3]}


def written(*said: tuple[str, dict[str, Any]], seen: int | None = None) -> Book:
    """These entries, each by somebody who has seen all others, or only the first so many."""
    return [
        {
            "number": number,
            "name": f"e{number}",
            "kind": kind,
            "content": content,
            "seen": number - 1 if seen is None else min(seen, number - 1),
        }
        for number, (kind, content) in enumerate(said, 1)
    ]


def deal(after: int | None, **told: Any) -> tuple[str, dict[str, Any]]:
    """A deal behind the entry of this number."""
    after_it = after if after is None else f"e{after}"
    return "deal", {"after": after_it, "facts": told or facts(0, 7, 23, 32)}


def corrected(number: int, *points: int) -> tuple[str, dict[str, Any]]:
    return "correct_deal", {"deal": f"e{number}", "facts": facts(1, *points)}


def undone(number: int) -> tuple[str, dict[str, Any]]:
    return "withdraw", {"entry": f"e{number}"}


def read_on(page: Page, start: Start, version: int, book: Book, **other: Any) -> Any:
    """What a phone reads that has so many entries of a book, and the others wait on it."""
    known = {"version": version, "entries": book[:version]}
    said = {"data": data_of(start, book[:version]), "items": book[version:], "entries": known}
    variant = read_sheet(start, []).start.variant
    return evaluate(page, READ_ON, variant, [{**said, **other}])[0]


def test_what_waits_is_marked_and_told(phone_page: Page) -> None:
    one = written(deal(None), deal(1), corrected(2, 2, 3, 4), undone(3), undone(4), deal(2))
    data = data_of(START, one[:1])
    assert read_on(phone_page, START, 1, one[:1]) == data
    for last in range(2, 7):
        phone = read_on(phone_page, START, 1, one[:last])
        assert not [*differences(plain(phone), plain(data_of(START, one[:last])))]
        assert phone["waiting"] == [entry["name"] for entry in one[1:last]]
        assert [deal.get("waits", False) for deal in phone["deals"]] == [False, True, True][
            : len(phone["deals"])
        ]
    assert phone["deals"][1]["earlier"] == [[0, 7, 23, 32]]
    assert phone["waitingTotals"] == [0, 1, 2, 3]
    kinds = [read_on(phone_page, START, 1, one[:last])["newest"] for last in (2, 3, 4, 5, 6)]
    told = [(it["kind"], it["of"], it["again"], it["number"]) for it in kinds]
    assert told == [
        ("deal", "deal", False, 2),
        ("correct_deal", "correct_deal", False, 2),
        ("withdraw", "correct_deal", False, 2),
        ("withdraw", "correct_deal", True, 2),
        ("deal", "deal", False, 3),
    ]
    # What has come to the book meanwhile waits no more.
    again = read_on(phone_page, START, 4, one, items=one[1:])
    assert again["waiting"] == ["e5", "e6"]


def test_deals_are_called_by_their_places_once_one_was_put_in_between(phone_page: Page) -> None:
    start = Start("points", START.sitters, house_rules={"deal_names": ["hearts", "Queens", "King"]})
    book = written(*(deal(after, points=[1, 2, 3, 4]) for after in (None, 1, 1)), undone(1))
    called = [["Hearts"], ["Hearts", "Queens"], ["Hearts", "Queens", "King"], ["Hearts", "Queens"]]
    for last, names in enumerate(called, 1):
        for version in range(last):
            phone = read_on(phone_page, start, version, book[:last])
            assert not [*differences(plain(phone), plain(data_of(start, book[:last])))]
            assert [one["named"] for one in phone["deals"]] == names


def test_what_is_noted_in_play_moves_at_once_and_goes_with_a_void_deal(phone_page: Page) -> None:
    noted = {"after": "e1", "key": "aces_swept_by", "seat": None, "value": 2}
    book = written(deal(None, **SWEPT), ("answer", noted), deal(1, void=True), undone(3))
    item = {**book[1], "kind": "answers", "content": {"after": "e1", "facts": {"aces_swept_by": 2}}}
    for last in (2, 3, 4):
        items = [item, *book[2:last]]
        phone = read_on(phone_page, OF_1881, 1, book, items=items)
        assert not [*differences(plain(phone), plain(data_of(OF_1881, book[:last])))]
        assert (last == 3) == any("void" in line["key"] for line in phone["deals"][-1]["lines"])
        if last != 3:
            assert phone["next"]["answered"] == {"aces_swept_by": 2}


def test_whole_deals_go_on_where_seats_have_answered_for_themselves(phone_page: Page) -> None:
    hand = {"points": 7, "red_nines": 0}
    told = [("out", None, 0), *(("hands", seat, hand) for seat in (1, 2, 3))]
    answers = [
        ("answer", {"after": None, "key": key, "seat": seat, "value": value})
        for key, seat, value in told
    ]
    book = written(*answers, deal(1), corrected(1, 4, 5, 6), undone(6), undone(5), undone(1))
    for last in (5, 6, 7, 8):
        after = data_of(START, book[:last], held=3)
        assert after["deals"][0]["answered"] and after["next"]["phones"] == [0, 1]
        phone = read_on(phone_page, START, 4, book[:last], data=data_of(START, book[:4], held=3))
        assert not [*differences(plain(phone), plain(after))]
    # Who takes back such a deal takes back all answers to it.
    assert read_on(phone_page, START, 8, book) is None


def test_two_who_have_not_seen_each_other(phone_page: Page) -> None:
    other = facts(1, 7, 23, 32)
    same = written(deal(None), deal(1), deal(1), deal(3), seen=1)
    # The same deal told twice is one, and what follows it follows that one.
    phone = read_on(phone_page, START, 2, same)
    assert not [*differences(plain(phone), plain(data_of(START, same)))]
    assert [deal["id"] for deal in phone["deals"]] == ["e1", "e2", "e4"]
    noted = {"after": "e1", "key": "aces_swept_by", "seat": None, "value": 1}
    for start, told in (
        (START, [deal(None), deal(1), deal(1, **other)]),
        (START, [deal(None), corrected(1, 2, 3, 4), corrected(1, 4, 5, 6)]),
        (OF_1881, [deal(None, **SWEPT), ("answer", noted), deal(1, **SWEPT)]),
    ):
        book = written(*told, seen=1)
        assert read_on(phone_page, start, 2, book) is None
        assert read_on(phone_page, start, 2, book, entries=None) is None
        assert read_on(phone_page, start, 2, written(*told)) is not None


def test_what_only_the_server_knows_and_what_is_no_entry_is_not_read(phone_page: Page) -> None:
    book = written(deal(None), deal(1))
    open_ = data_of(START, written(deal(None), deal(None, **facts(1, 2, 3, 4)), seen=0))
    assert open_["deals"][0]["open"] is True
    odd: list[Any] = [
        ("decide", {"entry": "e1"}),
        ("take_seat", {"after": "e1", "seat": 0, "player": {"id": "z", "name": "Zoe"}}),
        ("correct_start", {"first_dealer": 1}),
        ("totals", {"totals": [1, 2, 3, 4]}),
        ("answer", {"after": "e2", "key": "hands", "seat": 1, "value": ["K"]}),
        undone(9),
        deal(9),
        ("deal", {}),
        ("deal", {"after": "e2", "facts": None}),
        ("correct_deal", {"deal": "e2"}),
        ("answers", {"after": "e2", "facts": {"nothing": 1}}),
        ("withdraw", {"entry": None}),
        ("lend", {"after": "e2", "seat": 77}),
        (None, None),
    ]
    for kind, content in odd:
        item = {"name": "x", "kind": kind, "content": content, "seen": 2}
        assert read_on(phone_page, START, 2, book, items=[item]) is None, kind
    late = {"name": "x", "kind": "deal", "content": deal(2)[1], "seen": 2}
    assert read_on(phone_page, START, 2, book, items=[late]) is not None
    correction = {"name": "x", "kind": "correct_deal", "content": corrected(1, 4, 5, 6)[1]}
    assert read_on(phone_page, START, 2, [], data=open_, items=[{**correction, "seen": 2}]) is None


def test_who_declares_opens_the_bid_without_signal_too(phone_page: Page) -> None:
    start = Start("ninety-nine", START.sitters[:3])
    told = {"bids": [3, 3, 3], "tricks": [3, 3, 3], "premiums": [None, None, None]}
    opened = [("premiums", "declared"), ("bids", 4)]
    book = written(
        deal(None, **told),
        *(("answer", {"after": "e1", "key": key, "seat": 1, "value": it}) for key, it in opened),
    )
    each = {key: [None, it, None] for key, it in opened}
    item = {**book[1], "kind": "answers", "content": {"after": "e1", "facts": each}}
    phone = read_on(phone_page, start, 1, book, items=[item])
    after = data_of(start, book)
    assert phone["next"]["noted"] == after["next"]["noted"] == each
    # Which answer names what an Undo takes back, and how many entries there are, is of the book.
    mine, theirs = ({**plain(it), "undo": None} for it in (phone, after))
    assert not [*differences(mine, theirs)]
