"""The first visit to a game page: 30 KB until it can be used, 60 with the pad and the rules.

A page can be used when a tap on a row is heard: when the listener that opens the pad is in
place. Everything that was asked for before that moment counts, whole, also what arrives later
(so a preload hint counts like the thing itself); so do the icon and the manifest. A tap in between
waits for the pad: that it is not lost is for tests/browser/test_pad.py to show.
"""

import random
from itertools import count
from urllib.parse import urlsplit

import pytest

from scorer.rules.variants import newest_variants
from scorer.rules.words import WORDS
from scorer.services import demo_deals
from scorer.services.games.seats_held import hold_seat
from tests.benchmarks.measuring import COUNTERS
from tests.examples import SOAKING
from tests.joined import as_header, of_browser
from tests.serving import Phone
from tests.tables import NAMES, add_phone, begin

MAX_BYTES = 30 * 1024
MAX_WITH_PAD = 60 * 1024
OF_THE_PAD = ("/js/pad/", "/js/rules/", "/pad.css")
# What comes behind the pad.
LATER = ("pad/content", "pad/keyboard", "pad/large", "rules/seating")
BEHIND_IT = tuple(f"/js/{name}.js" for name in LATER)

# When the page has heard of taps for the first time, and what it asked for later.
WATCH = """
document.addEventListener = function (type, ...rest) {
  if (type === "click") window.usableAt ??= performance.now();
  return EventTarget.prototype.addEventListener.call(this, type, ...rest);
};
"""
ASKED_LATER = """
performance.getEntriesByType("resource")
  .filter(({ startTime }) => startTime >= window.usableAt).map(({ name }) => new URL(name).pathname)
"""
LINKED = "[...document.querySelectorAll('link[href]')].map(({ href }) => new URL(href).pathname)"


class Wire:
    """Counts what comes over the wire to a page, headers and all."""

    def __init__(self, page):
        self.bytes, self.paths = {}, {}
        devtools = page.context.new_cdp_session(page)
        devtools.on("Network.requestWillBeSent", self._asked)
        devtools.on("Network.loadingFinished", self._came)
        devtools.send("Network.enable")

    def _asked(self, request):
        self.paths[request["requestId"]] = urlsplit(request["request"]["url"]).path

    def _came(self, request):
        self.bytes.setdefault(self.paths[request["requestId"]], int(request["encodedDataLength"]))


# The largest of all; in the long run all of them, and one with phones in its seats.
LARGEST = [(COUNTERS, False)]
EVERY_VISIT = [*((variant, False) for variant in sorted(newest_variants())), ("red-nines", True)]


def two_deals(database, club, variant, players, seed):
    """A game after two deals, or after the first where that was its last."""
    table = begin(database, club, *NAMES[:players], variant=variant, house_rules={})
    for deal in (seed, seed + 1):
        sheet = table.read().sheet
        if not sheet.over:
            table.score(demo_deals.deal(sheet, [1] * players, random.Random(deal)))
    return table


@pytest.mark.soak
@pytest.mark.parametrize(("variant", "held"), EVERY_VISIT if SOAKING else LARGEST)
def test_a_first_visit_fits_into_30_kilobytes(served, new_phone, measured, variant, held):
    club, server = served
    players = min(8, newest_variants()[variant].players[-1])
    tables = (two_deals(server.database, club, variant, players, seed) for seed in count(1))
    table = next(table for table in tables if not table.read().sheet.over)
    for seat in range(players if held else 0):
        hold_seat(server.database, add_phone(server.database, club, NAMES[seat]), table.id, seat)
    page = new_phone()
    page.add_init_script(WATCH)
    cookies = server.join(club)
    page.context.add_cookies(of_browser(cookies, server.url))
    wire = Wire(page)
    page.goto(f"{server.url}/games/{table.id}", wait_until="networkidle")
    page.wait_for_function("window.usableAt > 0")
    later = set(page.evaluate(ASKED_LATER))
    first = {path: size for path, size in wire.bytes.items() if path not in later}
    with Phone(server.url, Cookie=as_header(cookies)) as phone:
        for path in set(page.evaluate(LINKED)) - wire.bytes.keys():
            # A browser without windows fetches no icon; a phone does.
            answer = phone.get(path, Accept_Encoding="gzip, deflate")
            first[path] = len(answer.body) + len(str(answer.headers))
    of_the_pad = {
        path: wire.bytes[path]
        for path in later
        if any(part in path for part in OF_THE_PAD) and not path.endswith(BEHIND_IT)
    }
    at_first, whole = sum(first.values()), sum((first | of_the_pad).values())
    kinds = {}
    for path, size in first.items():
        kind = path.rpartition(".")[2] if "." in path else "page"
        kinds[kind] = kinds.get(kind, 0) + size
    measured(
        f"First visit to a game of {WORDS['variants'][variant]['title']} of {players} after two "
        f"deals{', phones in all seats' if held else ''}, until a row can be tapped",
        f"{at_first:,} bytes",
        f"{', '.join(f'{kind} {size:,}' for kind, size in sorted(kinds.items()))}, in {len(first)} "
        f"answers; {whole:,} with the pad and the rules of the game",
    )
    assert kinds.keys() == {"page", "css", "js", "svg", "webmanifest"}
    assert all(any(part in path for path in of_the_pad) for part in OF_THE_PAD)
    assert at_first <= MAX_BYTES
    assert whole <= MAX_WITH_PAD
