"""The phone's rules and Python's, side by side in real Chromium: same lines, faults and words."""

import random
from collections.abc import Iterator
from dataclasses import asdict
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from itertools import product
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from playwright.sync_api import Browser, Page

from scorer.rules.asks import read_facts
from scorer.rules.cards import CARDS, RED_NINE
from scorer.rules.entries import Deal, Entry, Sitter
from scorer.rules.errors import ImpossibleDeal
from scorer.rules.reading import read_sheet
from scorer.rules.sheet import Sheet
from scorer.rules.start import Start, read_start
from scorer.rules.table import Table
from scorer.rules.variant import Line, Variant
from scorer.rules.variants import every_variant, newest_variants
from scorer.rules.variants.red_nines import VARIANT as RED_NINES
from scorer.rules.variants.red_nines import card_values
from scorer.rules.words import WORDS, reason, working
from tests.chromium import watch
from tests.rules.strategies import games

MODULES = Path(__file__).parents[2] / "static" / "js"
EVERY_RULE = [
    dict(zip(("values", "red_nine_doubling", "out_on_red_nine"), chosen, strict=True))
    for chosen in product(
        ("standard", "american"),
        ("each", "at_most_four", "per_nine"),
        ("multiplies", "highest_only"),
    )
]
# The long search of the server, whether all sums together can be laid out, is not on the phone.
ONLY_THE_SERVER_FINDS = "sums_not_in_pack"

FOLD = """async ([url, variant, games, words]) => {
  const rules = await import(`${url}/rules/${variant}.js`);
  const { foldDeals } = await import(`${url}/rules/table.js`);
  const { reason, working } = await import(`${url}/words.js`);
  return games.map(({ data, told }) => foldDeals(rules, data, told).map((deal, at) => ({
    lines: deal.lines,
    says: deal.lines.map((line) => [reason(words, line), working(words, line)]),
    scores: deal.scores,
    totals: deal.carry.totals,
    pools: deal.carry.pools,
    dealer: deal.table.dealer,
    fault: told[at].void ? null : rules.check(told[at], deal.table),
    remarks: told[at].void ? [] : rules.remarks(told[at], deal.table),
  })));
}"""

CHECK = """async ([url, variant, deals, words]) => {
  const rules = await import(`${url}/rules/${variant}.js`);
  const { say } = await import(`${url}/words.js`);
  return deals.map(({ told, table }) => {
    const fault = rules.check(told, table);
    return fault && { ...fault, message: say(words, words.errors[fault.code], fault) };
  });
}"""


class Modules(SimpleHTTPRequestHandler):
    """Serves static/js, and at / an empty page to load it into."""

    extensions_map = {".js": "text/javascript"}  # noqa: RUF012 - the base class has it so

    def do_GET(self) -> None:
        if self.path != "/":
            super().do_GET()
            return
        page = b'<!doctype html><link rel="icon" href="data:,"><title>Twins</title>'
        self.send_response(200)
        self.send_header("content-type", "text/html")
        self.send_header("content-length", str(len(page)))
        self.end_headers()
        self.wfile.write(page)

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture(scope="module")
def phone_page(chromium: Browser) -> Iterator[Page]:
    """A page that can load the phone's modules."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Modules, directory=str(MODULES)))
    thread = Thread(target=server.serve_forever, name="modules")
    thread.start()
    context = chromium.new_context()
    problems: list[str] = []
    watch(context, problems)
    page = context.new_page()
    page.goto(f"http://127.0.0.1:{server.server_port}/")
    yield page
    context.close()
    server.shutdown()
    thread.join()
    server.server_close()
    assert not problems


def evaluate(page: Page, script: str, variant: Variant, what: list[Any]) -> Any:
    name = variant.key if variant.edition == 1 else f"{variant.key}-{variant.edition}"
    return page.evaluate(script, [page.url.rstrip("/"), name, what, dict(WORDS)])


def table_on_the_phone(start: Start) -> dict[str, Any]:
    ready = read_start(start)
    pack = ready.variant.pack(len(ready.order), ready.rules)
    carry = ready.carry
    return {
        "order": list(ready.order),
        "first_dealer": ready.first_dealer,
        "rules": asdict(ready.rules),
        "pack": {"copies": dict(pack.copies), "hand": pack.hand, "table": pack.table},
        "start": {
            "totals": list(carry.totals),
            "pools": dict(carry.pools),
            "bought": list(carry.bought),
            "marks": dict(carry.marks),
        },
    }


def sheet_of(start: Start, told: list[dict[str, Any]]) -> Sheet:
    """The sheet of these deals, each named by its number."""
    entries = [
        Entry(number, f"deal-{number}", Deal(f"deal-{number - 1}" if number > 1 else None, facts))
        for number, facts in enumerate(told, start=1)
    ]
    return read_sheet(start, entries)


def line_on_the_phone(line: Line) -> dict[str, Any]:
    shown = {
        "seat": line.seat,
        "points": line.points,
        "key": line.key,
        "numbers": dict(line.numbers),
    }
    return shown if line.pool is None else {**shown, "pool": line.pool}


def as_on_the_phone(sheet: Sheet) -> list[dict[str, Any]]:
    """What Python says of each deal, in the form the phone gives it."""
    return [
        {
            "lines": [line_on_the_phone(line) for line in deal.lines],
            "says": [
                [reason(line.key, line.numbers), working(line.key, line.numbers)]
                for line in deal.lines
            ],
            "scores": list(deal.scores),
            "totals": list(deal.carry.totals),
            "pools": dict(deal.carry.pools),
            "dealer": deal.table.dealer,
            "fault": None,
            "remarks": [
                {"seat": one.seat, "key": one.key, "numbers": dict(one.numbers)}
                for one in deal.remarks
            ],
        }
        for deal in sheet.deals
    ]


def compare(page: Page, variant: Variant, played: list[tuple[Start, list[dict[str, Any]]]]) -> None:
    sent = [{"data": table_on_the_phone(start), "told": told} for start, told in played]
    found = evaluate(page, FOLD, variant, sent)
    for (start, told), phone in zip(played, found, strict=True):
        python = as_on_the_phone(sheet_of(start, told))
        for facts, one, other in zip(told, python, phone, strict=True):
            assert other == one, f"{start.house_rules} {facts}"


def test_every_game_has_its_twin_on_the_phone() -> None:
    for key, edition in every_variant():
        name = key if edition == 1 else f"{key}-{edition}"
        assert (MODULES / "rules" / f"{name}.js").is_file()


@pytest.mark.parametrize("key", sorted(newest_variants()))
def test_the_phone_reads_random_games_as_python_does(phone_page: Page, key: str) -> None:
    @settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
    @given(games(key, most_deals=5))
    def side_by_side(game: tuple[Variant, Start, list[dict[str, Any]]]) -> None:
        variant, start, told = game
        compare(phone_page, variant, [(start, told)])

    side_by_side()


def dealt(dice: random.Random, players: int) -> list[list[str]]:
    """The pack dealt out, 13 each; now and then somebody gets all the red nines."""
    pack = RED_NINES.pack(players, None)
    cards = [card for card in CARDS for _ in range(pack.copies[card])]
    dice.shuffle(cards)
    if dice.random() < 0.3:
        cards.sort(key=lambda card: card != RED_NINE)
    first = dice.randrange(players)
    whole = [cards[at : at + pack.hand] for at in range(0, len(cards), pack.hand)]
    return whole[first:] + whole[:first]


def told_deal(dice: random.Random, players: int, values: dict[str, int]) -> dict[str, Any]:
    """A deal that can have happened; many red nines, and nothing but red nines, on purpose."""
    out = dice.randrange(players)
    hands: list[Any] = []
    for seat, cards in enumerate(dealt(dice, players)):
        nines = [card for card in cards if card == RED_NINE]
        held = dice.sample(cards, dice.choice([1, 2, 3, 5, 8, 13]))
        if nines and dice.random() < 0.6:
            others = [card for card in cards if card != RED_NINE]
            held = nines + others[: dice.choice([0, 0, 1, 2, 4])]
        in_cards = dice.random() < 0.4
        red_nines = held.count(RED_NINE)
        total = {"points": sum(values[card] for card in held), "red_nines": red_nines}
        hands.append([] if seat == out else held if in_cards else total)
    told: dict[str, Any] = {"out": out, "hands": hands}
    held_by_others = sum(
        hand.count(RED_NINE) if isinstance(hand, list) else hand["red_nines"] for hand in hands
    )
    if held_by_others < (players + 1) // 2 and dice.random() < 0.5:
        told["on_red_nine"] = True
    if dice.random() < 0.1:
        told["dealer"] = dice.randrange(players)
    return told


def random_start(dice: random.Random, players: int, rules: dict[str, Any]) -> Start:
    order = tuple(dice.sample(range(players), players)) if dice.random() < 0.3 else None
    carried = tuple(dice.randrange(-50, 300) for _ in range(players))
    return Start(
        "red-nines",
        tuple(Sitter(f"player-{seat}", f"Player {seat}") for seat in range(players)),
        dice.randrange(players),
        rules,
        order=order,
        carried=carried if dice.random() < 0.3 else None,
    )


def test_two_thousand_deals_of_red_nines_under_all_house_rules(
    phone_page: Page, soaking: bool
) -> None:
    for seed in range(50 if soaking else 1):
        dice = random.Random(seed)
        played = []
        for players, rules in product(range(4, 13), EVERY_RULE * 2):
            start = random_start(dice, players, {**rules, "circuits": 3})
            values = card_values(read_start(start).rules)
            told = [
                {"void": True} if dice.random() < 0.03 else told_deal(dice, players, values)
                for _ in range(10)
            ]
            played.append((start, told))
        assert sum(len(told) for _, told in played) >= 2_000
        compare(phone_page, RED_NINES, played)


def spoiled(dice: random.Random, told: dict[str, Any], players: int) -> dict[str, Any]:
    """The deal with one thing said wrongly."""
    seat = dice.randrange(players)
    hands = list(told["hands"])
    hands[seat] = dice.choice(
        [
            [],
            {"points": 0, "red_nines": 0},
            {"points": 1, "red_nines": 0},
            {"points": dice.randrange(60), "red_nines": dice.randrange(8)},
            {"points": dice.choice([10, 19, 28]), "red_nines": dice.randrange(1, 4)},
            {"points": dice.randrange(120, 260), "red_nines": dice.randrange(3)},
            {"points": dice.randrange(100_000), "red_nines": dice.choice([0, 14, 20])},
            dice.choices(CARDS, k=dice.randrange(1, 17)),
            ["A"] * dice.randrange(1, 14),
            ["9"] * dice.randrange(1, 14),
            [RED_NINE] * dice.randrange(1, 14),
        ]
    )
    dear = {"points": 180, "red_nines": 0}
    if dice.random() < 0.1:
        hands = [[] if seat == told["out"] else dear for seat in range(players)]
    return {**told, "hands": hands, "on_red_nine": dice.random() < 0.3}


def fault_of(table: Table, told: dict[str, Any]) -> dict[str, Any] | None:
    try:
        RED_NINES.check(read_facts(RED_NINES.asks, told, table), table)
    except ImpossibleDeal as fault:
        if fault.code != ONLY_THE_SERVER_FINDS:
            told_so = {"code": fault.code, "message": fault.message}
            return told_so if fault.seat is None else {**told_so, "seat": fault.seat}
    return None


def test_the_phone_refuses_impossible_deals_with_the_same_words(phone_page: Page) -> None:
    dice = random.Random(9)
    tables, asked = [], []
    for players, rules, _ in product(range(4, 13), EVERY_RULE, range(10)):
        start = random_start(dice, players, rules)
        ready = read_start(start)
        told = told_deal(dice, players, card_values(ready.rules))
        told.pop("dealer", None)
        tables.append(Table(ready.order, 0, ready.rules, RED_NINES.pack(players, ready.rules)))
        asked.append({"told": spoiled(dice, told, players), "table": table_on_the_phone(start)})
    codes = set()
    found = evaluate(phone_page, CHECK, RED_NINES, asked)
    for table, one, phone in zip(tables, asked, found, strict=True):
        python = fault_of(table, one["told"])
        shown = phone and {key: phone[key] for key in ("code", "message", "seat") if key in phone}
        assert shown == python, one["told"]
        codes.add(python and python["code"])
    assert codes == {
        None,
        "winner_has_cards",
        "no_cards",
        "too_many_cards",
        "too_many_red_nines",
        "too_many_red_nines_after_out",
        "too_many_of_rank",
        "too_many_black_nines",
        "one_point",
        "one_point_beside_red_nines",
        "less_than_its_red_nine",
        "less_than_its_red_nines",
        "dearer_than_any_hand",
        "dearer_than_the_pack",
    }
