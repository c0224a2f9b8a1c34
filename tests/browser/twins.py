"""The phone's rules and Python's, run side by side in real Chromium."""

import json
import random
from collections.abc import Iterator
from dataclasses import asdict, replace
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from scorer.rules.asks import read_facts
from scorer.rules.entries import Buy, Deal, Entry, Lend
from scorer.rules.errors import ImpossibleDeal
from scorer.rules.fold import read_sheet
from scorer.rules.sheet import Sheet, SheetDeal
from scorer.rules.start import Start, resolve_start
from scorer.rules.table import Table
from scorer.rules.variant import Carry, Line, Next, Over, Variant
from scorer.rules.words import WORDS, reason, working
from tests.chromium import watch
from tests.made_up_game import serve_twin

MODULES = Path(__file__).parents[2] / "static" / "js"
# The long search of the server, whether all sums together can be laid out, is not on the phone.
# A game to a target that nobody comes near is told no longer.
MOST_ROUNDS = 4
ONLY_THE_SERVER_FINDS = "sums_not_in_pack"

# `best` are the sides that a tie is tried with.
FOLD = """async ([url, variant, games, words]) => {
  const rules = await import(`${url}/rules/${variant}.js`);
  const table = await import(`${url}/rules/table.js`);
  const { reason, working } = await import(`${url}/words.js`);
  return games.map(({ data, told, moved, names, best, noted }) => {
    const start = table.beginning(rules, data);
    const folded = table.foldDeals(rules, data, told, moved, start);
    const counting = folded.filter(({ behind, facts }) => !behind && !facts.void);
    const stands = table.standsAfter(folded, moved, start);
    const last = folded.filter(({ behind }) => !behind).at(-1) ?? start;
    const closing = (leftover) =>
      rules.closing?.(last.table, stands.carry, counting, leftover) ?? [];
    return {
      before: start.follows,
      behind: folded.filter(({ behind }) => behind).length,
      deals: folded.filter(({ behind }) => !behind).map((deal, at) => ({
        lines: deal.lines,
        says: deal.lines.map((line) => [reason(words, line, names), working(words, line)]),
        scores: deal.scores,
        carry: deal.carry,
        dealer: deal.table.dealer,
        plays: deal.table.plays,
        follows: deal.follows,
        fault: deal.facts.void
          ? null : (rules.check?.(told[at], deal.table, deal.laid) ?? null),
        remarks: deal.facts.void
          ? [] : (rules.remarks?.(told[at], deal.table, deal.before) ?? []),
      })),
      stands: stands.carry,
      opening: stands.follows.over
        ? null : table.openNext(rules, data, stands, noted).carry.totals,
      closing: counting.length ? [null, "level_the_dealing"].map(closing) : null,
      winners: counting.length ? (rules.tieBreak?.(best, counting, data.rules) ?? best) : null,
    };
  });
}"""

CHECK = """async ([url, variant, deals, words]) => {
  const rules = await import(`${url}/rules/${variant}.js`);
  const { say } = await import(`${url}/words.js`);
  return deals.map(({ told, table, carry }) => {
    const fault = rules.check?.(told, table, carry) ?? null;
    return fault && { ...fault, message: say(words, words.errors[fault.code], fault) };
  });
}"""

# What JSON has no word for is not lost: what is missing comes as nothing, what is no number as a
# text that no number is equal to.
AS_TEXT = """async (asked) => JSON.stringify(await (%s)(JSON.parse(asked)), (_, value) =>
  value === undefined ? null
    : typeof value === "number" && !Number.isFinite(value) ? String(value) : value)"""


class Modules(SimpleHTTPRequestHandler):
    """Serves static/js, and at / an empty page to load it into."""

    extensions_map = {".js": "text/javascript"}  # noqa: RUF012 - the base class has it so

    def do_GET(self) -> None:
        if self.path != "/":
            super().do_GET()
            return
        page = b'<!doctype html><link rel="icon" href="data:,"><title>Twins</title>'
        page += b'<script type="application/json" id="words">{"language":"en-GB"}</script>'
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
    serve_twin(context)
    page = context.new_page()
    page.goto(f"http://127.0.0.1:{server.server_port}/")
    yield page
    context.close()
    server.shutdown()
    thread.join()
    server.server_close()
    assert not problems


def evaluate(page: Page, script: str, variant: Variant, what: list[Any]) -> Any:
    """What a script makes of all this on the phone, each way as one text of JSON.

    Playwright looks at every value of a list by itself, which takes ten times as long as the games.
    """
    name = variant.key if variant.edition == 1 else f"{variant.key}-{variant.edition}"
    asked = json.dumps([page.url.rstrip("/"), name, what, dict(WORDS)])
    return json.loads(page.evaluate(AS_TEXT % script, asked))


def pack_on_the_phone(table: Table) -> dict[str, Any] | None:
    pack = table.pack
    return pack and {"copies": dict(pack.copies), "hand": pack.hand, "table": pack.table}


def table_on_the_phone(table: Table) -> dict[str, Any]:
    """The table of one deal."""
    return {
        "order": list(table.order),
        "dealer": table.dealer,
        "rules": asdict(table.rules),
        "pack": pack_on_the_phone(table),
        "sides": list(table.sides),
        "plays": list(table.plays),
    }


def carry_on_the_phone(carry: Carry) -> dict[str, Any]:
    return {
        "totals": list(carry.totals),
        "pools": dict(carry.pools),
        "bought": list(carry.bought),
        "marks": dict(carry.marks),
    }


def game_on_the_phone(start: Start) -> dict[str, Any]:
    """What the phone is told of a game when it begins."""
    ready = resolve_start(start)
    table = table_on_the_phone(ready.table(ready.first_dealer))
    del table["dealer"], table["plays"]
    carry = carry_on_the_phone(ready.carry)
    return {**table, "first_dealer": ready.first_dealer, "start": carry}


Moves = list[tuple[int, Buy | Lend]]


def sheet_of(start: Start, told: list[dict[str, Any]], moves: Moves) -> Sheet:
    """The sheet of these deals, each named by its number; moves come before a deal.

    They are in the book already, so those that lie behind the end are kept.
    """
    entries = [
        Entry(number, f"deal-{number}", Deal(f"deal-{number - 1}" if number > 1 else None, facts))
        for number, facts in enumerate(told, start=1)
    ]
    for at, move in moves:
        after = f"deal-{at}" if at else None
        entries.append(Entry(len(entries) + 1, f"move-{len(entries)}", replace(move, after=after)))
    return read_sheet(start, [replace(entry, stored=True) for entry in entries])


def moved_on_the_phone(sheet: Sheet) -> list[list[dict[str, Any]]]:
    """The lines of the moves before each deal, as the phone is given them."""
    moved = [*(deal.transfers for deal in sheet.deals), sheet.since]
    return [[line_on_the_phone(line) for one in each for line in one.lines] for each in moved]


def line_on_the_phone(line: Line) -> dict[str, Any]:
    shown = {
        "side": line.side,
        "points": line.points,
        "key": line.key,
        "numbers": dict(line.numbers),
    }
    return shown if line.pool is None else {**shown, "pool": line.pool}


def follows_on_the_phone(follows: Next | Over) -> dict[str, Any]:
    """What comes next, as the phone says it."""
    shown = asdict(follows)
    shown["shows"] = [asdict(one) for one in follows.shows]
    shown["part"] = follows.part and {**asdict(follows.part), "totals": list(follows.part.totals)}
    if shown.get("winners") is not None:
        shown["winners"] = list(shown["winners"])
    return {"over": isinstance(follows, Over), **shown}


def as_on_the_phone(sheet: Sheet, best: list[int]) -> dict[str, Any]:
    """What Python says of a game, in the form the phone gives it."""
    variant, start = sheet.start.variant, sheet.start
    counting, opening = sheet.deals_that_count, sheet.opening
    table = start.table(start.first_dealer)
    names = [sitter.name for sitter in start.sitters]
    carry = carry_on_the_phone(sheet.carry)
    closing = [
        [
            line_on_the_phone(line)
            for line in variant.closing(sheet.deals[-1].table, sheet.carry, counting, leftover)
        ]
        for leftover in (None, "level_the_dealing")
        if counting
    ]
    winners = variant.tie_break(tuple(best), counting, start.rules) if counting else None
    return {
        "before": follows_on_the_phone(variant.after(table, None, start.carry, 0)),
        "behind": len(sheet.behind_the_end),
        "deals": [_deal_on_the_phone(deal, names) for deal in sheet.deals],
        "stands": carry,
        "opening": list(opening.carry.totals) if opening else None,
        "closing": closing or None,
        "winners": None if winners is None else list(winners),
    }


def _deal_on_the_phone(deal: SheetDeal, names: list[str]) -> dict[str, Any]:
    return {
        "lines": [line_on_the_phone(line) for line in deal.lines],
        "says": [
            [reason(line.key, line.numbers, names), working(line.key, line.numbers)]
            for line in deal.lines
        ],
        "scores": list(deal.scores),
        "carry": carry_on_the_phone(deal.carry),
        "dealer": deal.table.dealer,
        "plays": list(deal.table.plays),
        "follows": follows_on_the_phone(deal.follows),
        "fault": None,
        "remarks": [
            {"seat": one.seat, "key": one.key, "numbers": dict(one.numbers)} for one in deal.remarks
        ],
    }


Played = tuple[Start, list[dict[str, Any]], Moves]


def until_over(start: Start, told: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """These deals over and over, as often as they can be told, and one behind the end."""
    deals = list(told)
    for facts in told * MOST_ROUNDS:
        if sheet_of(start, deals, []).over:
            return [*deals, facts]
        try:
            sheet_of(start, [*deals, facts], [])
        except ImpossibleDeal:
            return deals
        deals.append(facts)
    return deals


def compare(page: Page, variant: Variant, played: list[Played]) -> None:
    dice = random.Random(5)
    sheets = [sheet_of(*game) for game in played]
    sides = [range(sheet.start.number_of_sides) for sheet in sheets]
    best = [sorted(dice.sample(each, dice.randint(1, len(each)))) for each in sides]
    sent = [
        {
            "data": game_on_the_phone(start),
            "told": told,
            "moved": moved_on_the_phone(sheet),
            "names": [sitter.name for sitter in start.sitters],
            "best": tied,
            "noted": {},
        }
        for (start, told, _), sheet, tied in zip(played, sheets, best, strict=True)
    ]
    found = evaluate(page, FOLD, variant, sent)
    for (start, told, _), sheet, tied, phone in zip(played, sheets, best, found, strict=True):
        python = as_on_the_phone(sheet, tied)
        for facts, one, other in zip(told, python["deals"], phone["deals"], strict=False):
            assert other == one, f"{start.house_rules} {facts}"
        assert phone == python, start.house_rules


def fault_of(start: Start, told: dict[str, Any]) -> dict[str, Any] | None:
    """What Python says is wrong with the first deal, in the form the phone says it."""
    ready = resolve_start(start)
    table = ready.table(ready.first_dealer)
    opening = ready.variant.opening(table, ready.carry)
    carry = ready.carry.after(opening.lines, opening.marks)
    try:
        ready.variant.check(read_facts(ready.asks, told, table), table, carry)
    except ImpossibleDeal as fault:
        if fault.code != ONLY_THE_SERVER_FINDS:
            told_so = {"code": fault.code, "message": fault.message}
            return told_so if fault.seat is None else {**told_so, "seat": fault.seat}
    return None


def check_on_the_phone(start: Start, told: dict[str, Any]) -> dict[str, Any]:
    """What the phone is asked, to say what is wrong with the first deal."""
    ready = resolve_start(start)
    table = table_on_the_phone(ready.table(ready.first_dealer))
    return {"told": told, "table": table, "carry": carry_on_the_phone(ready.carry)}
