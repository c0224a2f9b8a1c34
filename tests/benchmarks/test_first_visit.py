"""The first visit to a game page: 30 KB until it can be used, 60 with the pad, 120 at rest.

A page can be used when a tap on a row is heard: when the listener that opens the pad is in
place. Everything that was asked for before that moment counts, whole, also what arrives later
(so a preload hint counts like the thing itself); so do the icon and the manifest. What is only
asked for afterwards counts for the whole. A tap in between waits for the pad: that it is not
lost is for tests/browser/test_pad.py to show. When all that is there, the page fetches what
asks for news, and where phones hold seats what they say for their own. Last of all a worker keeps
what life without signal needs: whatever of that was not fetched before counts for the whole.
"""

import random
from urllib.parse import urlsplit

import pytest

from scorer.rules.variants import newest_variants
from scorer.rules.words import WORDS
from scorer.services import demo_deals
from scorer.services.club.devices import list_devices
from scorer.services.games.seats_held import hold_seat
from tests.benchmarks.measuring import COUNTERS
from tests.examples import SOAKING
from tests.serving import Phone
from tests.tables import NAMES, begin

MAX_BYTES = 30 * 1024
MAX_WITH_PAD = 60 * 1024
MAX_AT_REST = 120 * 1024
# What was saved goes through the outbox, which comes behind the pad, as what follows the game does.
AT_REST = (
    *(f"/js/outbox/{name}.js" for name in ("line", "list", "overlay", "queue", "send")),
    *(f"/js/pending/{name}.js" for name in ("scoring", "words")),
    *(f"/js/{name}.js" for name in ("awake", "buttons", "corrections", "live", "poll", "why")),
    *("/js/write.js", "/js/offline/register.js", "/js/motion.js"),
    *(f"/js/pad/{name}.js" for name in ("content", "keyboard", "large")),
    *("/result.css", "/large.css"),
)
# What phones in seats have besides comes once the pad is there.
AT_REST_IN_SEATS = (*AT_REST, "/js/own.js")

# When the page has heard of taps for the first time, and what it had asked for by then.
WATCH = """
document.addEventListener = function (type, ...rest) {
  if (type === "click") window.usableAt ??= performance.now();
  return EventTarget.prototype.addEventListener.call(this, type, ...rest);
};
"""
ASKED_LATER = """
(() => {
  const entries = performance.getEntriesByType("resource");
  const isEarly = ({ startTime }) => startTime < window.usableAt;
  // What was there already is asked for once more for the worker.
  const early = [location.href, ...entries.filter(isEarly).map(({ name }) => name)];
  return entries.map(({ name }) => name).filter((name) => !early.includes(name));
})()
"""
# Whatever the worker has kept.
KEPT = """async () => {
    const names = await caches.keys();
    const kept = names.map((name) => caches.open(name).then((one) => one.keys()));
    return (await Promise.all(kept)).flat().map(({ url }) => new URL(url).pathname);
}"""


class Wire:
    """Counts what comes over the wire to a page, headers and all."""

    def __init__(self, page):
        self.bytes = {}
        self.kept = {}
        self.paths = {}
        self.devtools = page.context.new_cdp_session(page)
        self.devtools.on("Network.requestWillBeSent", self._asked)
        self.devtools.on("Network.loadingFinished", self._came)
        self.devtools.send("Network.enable")

    def _asked(self, told):
        self.paths[told["requestId"]] = urlsplit(told["request"]["url"]).path

    def _came(self, told):
        # What is fetched again is fetched for the worker, and comes from the browser's own cache.
        self.bytes.setdefault(self.paths[told["requestId"]], int(told["encodedDataLength"]))


def hold_seats(server, table):
    """Let a phone hold each seat; that which has joined last keeps the score."""
    for _ in table.read().sheet.sitters[1:]:
        with Phone(server.url) as phone:
            phone.join(f"/join/{server.invite(table.club).link_code}")
    # The one that was seen last comes first.
    for seat, device in enumerate(list_devices(server.database, table.club)):
        if seat < len(table.read().sheet.sitters):
            hold_seat(server.database, device, table.id, seat)


def weigh(page, server, table, *, held):
    """The bytes of each thing that a phone with an empty cache fetches for the sheet of a table.

    Those that only the worker fetches stand apart, and then which of the others it only asks for
    when the page can be used already. What it asks for once it is at rest is the last of that.
    Where seats are `held`, the phone has one, and others too.
    """
    page.add_init_script(WATCH)
    path, at_rest = f"/games/{table.id}", AT_REST_IN_SEATS if held else AT_REST
    with Phone(server.url) as phone:
        phone.join(f"/join/{server.invite(table.club).link_code}")
        if held:
            hold_seats(server, table)
        name, _, value = phone.cookie.partition("=")
        page.context.add_cookies([{"name": name, "value": value, "url": server.url}])
        wire = Wire(page)
        page.goto(f"{server.url}{path}", wait_until="networkidle")
        assert page.evaluate("window.usableAt") > 0
        for _ in range(100):
            is_there = all(any(path.endswith(name) for path in wire.bytes) for name in at_rest)
            # The rules are what the worker keeps last.
            if is_there and any(path.startswith("/rules/") for path in page.evaluate(KEPT)):
                break
            page.wait_for_timeout(100)
        else:
            raise AssertionError(f"not all of {at_rest} was fetched")
        later = {urlsplit(url).path for url in page.evaluate(ASKED_LATER)}
        links = "[...document.querySelectorAll('link[href]')].map(link => link.href)"
        for url in page.evaluate(links):
            if (where := urlsplit(url).path) not in wire.bytes:
                # A browser without windows fetches no icon; a phone does.
                answer = phone.get(where, Accept_Encoding="gzip, deflate")
                assert answer.status == 200, where
                wire.bytes[where] = len(answer.body) + len(str(answer.headers))
        # The page has kept what it fetched from the address of its game.
        for where in {*page.evaluate(KEPT), "/service-worker.js"}:
            # Other pages are fetched only to be kept.
            if "." not in where and where != path:
                wire.bytes.pop(where, None)
            if not wire.bytes.get(where):
                answer = phone.get(where, Accept_Encoding="gzip, deflate")
                wire.kept[where] = len(answer.body) + len(str(answer.headers))
    return wire.bytes, wire.kept, later - {path for path in wire.bytes if path.endswith(".svg")}


# The largest of all; in the long run all of them, and one with phones in its seats.
LARGEST = [(COUNTERS, False)]
EVERY_VISIT = [*((variant, False) for variant in sorted(newest_variants())), ("red-nines", True)]


@pytest.mark.soak
@pytest.mark.parametrize(("variant", "held"), EVERY_VISIT if SOAKING else LARGEST)
def test_a_first_visit_fits_into_30_kilobytes(served, new_phone, measured, variant, held):
    club, server = served
    players = min(8, newest_variants()[variant].players[-1])
    table = begin(server.database, club, *NAMES[:players], variant=variant, house_rules={})
    for deal in (1, 2):
        after = table.deals[-1] if table.deals else None
        sheet = table.read().sheet
        facts = demo_deals.deal(sheet, [1] * players, random.Random(deal))
        table.write("deal", {"after": after, "facts": facts})
    page = new_phone(service_workers="allow")
    everything, kept, later = weigh(page, server, table, held=held)
    everything = {path: size for path, size in everything.items() if not path.endswith("/news")}
    at_rest = sum(everything.values()) + sum(kept.values())
    late = AT_REST_IN_SEATS if held else AT_REST
    weighed = {path: size for path, size in everything.items() if not path.endswith(late)}
    later &= weighed.keys()
    kinds = {}
    for path, size in weighed.items():
        kind = path.rpartition(".")[2] if "." in path else "page"
        kinds[kind] = kinds.get(kind, 0) + (0 if path in later else size)
    at_first = sum(size for path, size in weighed.items() if path not in later)
    whole = sum(weighed.values())
    title = WORDS["variants"][variant]["title"]
    measured(
        f"First visit to a game of {title} of {players} after two deals"
        f"{', phones in all seats' if held else ''}, until a row can be tapped",
        f"{at_first:,} bytes",
        f"gzip, headers and all, in {len(weighed) - len(later)} answers: page {kinds['page']:,}, "
        f"style {kinds['css']:,}, modules {kinds['js']:,}, icon {kinds['svg']:,}, manifest "
        f"{kinds['webmanifest']:,}; {whole:,} with the pad and the rules of the game, which are "
        f"asked for when a row can be tapped already; {at_rest:,} once it is at rest, "
        f"{sum(kept.values()):,} of it in {len(kept)} answers for when there is no signal",
    )
    assert {"page", "css", "js", "svg", "webmanifest"} == kinds.keys()
    of_the_pad = ("/js/pad/pad.js", f"/js/rules/{variant}.js", "/pad.css")
    assert all(any(path.endswith(name) for path in later) for name in of_the_pad)
    assert at_first <= MAX_BYTES
    assert whole <= MAX_WITH_PAD
    assert whole < at_rest <= MAX_AT_REST
