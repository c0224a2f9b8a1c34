"""The phone's rules and Python's, run side by side in real Chromium."""

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
from scorer.rules.sheet import Sheet
from scorer.rules.start import Start, resolve_start
from scorer.rules.table import Table
from scorer.rules.variant import Line, Variant
from scorer.rules.words import WORDS, reason, working
from tests.chromium import watch

MODULES = Path(__file__).parents[2] / "static" / "js"
# The long search of the server, whether all sums together can be laid out, is not on the phone.
ONLY_THE_SERVER_FINDS = "sums_not_in_pack"

FOLD = """async ([url, variant, games, words]) => {
  const rules = await import(`${url}/rules/${variant}.js`);
  const { foldDeals } = await import(`${url}/rules/table.js`);
  const { reason, working } = await import(`${url}/words.js`);
  return games.map(({ data, told, moved, names }) =>
    foldDeals(rules, data, told, moved).map((deal, at) => ({
    lines: deal.lines,
    says: deal.lines.map((line) => [reason(words, line, names), working(words, line)]),
    scores: deal.scores,
    totals: deal.carry.totals,
    pools: deal.carry.pools,
    bought: deal.carry.bought,
    marks: deal.carry.marks,
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
    ready = resolve_start(start)
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


Moves = list[tuple[int, Buy | Lend]]


def sheet_of(start: Start, told: list[dict[str, Any]], moves: Moves) -> Sheet:
    """The sheet of these deals, each named by its number; moves come before a deal."""
    entries = [
        Entry(number, f"deal-{number}", Deal(f"deal-{number - 1}" if number > 1 else None, facts))
        for number, facts in enumerate(told, start=1)
    ]
    for at, move in moves:
        after = f"deal-{at}" if at else None
        entries.append(Entry(len(entries) + 1, f"move-{len(entries)}", replace(move, after=after)))
    return read_sheet(start, entries)


def moved_on_the_phone(sheet: Sheet) -> list[list[dict[str, Any]]]:
    """The lines of the moves before each deal, as the phone is given them."""
    moved = [*(deal.transfers for deal in sheet.deals), sheet.since]
    return [[line_on_the_phone(line) for one in each for line in one.lines] for each in moved]


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
    names = [sitter.name for sitter in sheet.start.sitters]
    return [
        {
            "lines": [line_on_the_phone(line) for line in deal.lines],
            "says": [
                [reason(line.key, line.numbers, names), working(line.key, line.numbers)]
                for line in deal.lines
            ],
            "scores": list(deal.scores),
            "totals": list(deal.carry.totals),
            "pools": dict(deal.carry.pools),
            "bought": list(deal.carry.bought),
            "marks": dict(deal.carry.marks),
            "dealer": deal.table.dealer,
            "fault": None,
            "remarks": [
                {"seat": one.seat, "key": one.key, "numbers": dict(one.numbers)}
                for one in deal.remarks
            ],
        }
        for deal in sheet.deals
    ]


Played = tuple[Start, list[dict[str, Any]], Moves]


def compare(page: Page, variant: Variant, played: list[Played]) -> None:
    sent = [
        {
            "data": table_on_the_phone(start),
            "told": told,
            "moved": moved_on_the_phone(sheet_of(start, told, moves)),
            "names": [sitter.name for sitter in start.sitters],
        }
        for start, told, moves in played
    ]
    found = evaluate(page, FOLD, variant, sent)
    for (start, told, moves), phone in zip(played, found, strict=True):
        python = as_on_the_phone(sheet_of(start, told, moves))
        for facts, one, other in zip(told, python, phone, strict=True):
            assert other == one, f"{start.house_rules} {facts}"


def fault_of(variant: Variant, table: Table, told: dict[str, Any]) -> dict[str, Any] | None:
    """What Python says is wrong with a deal, in the form the phone says it."""
    try:
        variant.check(read_facts(variant.asks, told, table), table)
    except ImpossibleDeal as fault:
        if fault.code != ONLY_THE_SERVER_FINDS:
            told_so = {"code": fault.code, "message": fault.message}
            return told_so if fault.seat is None else {**told_so, "seat": fault.seat}
    return None
