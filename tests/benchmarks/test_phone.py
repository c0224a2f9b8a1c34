"""What a phone takes that is four times slower than this machine: first paint, a tap, a save."""

import random
import statistics
import threading
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer

import pytest

from scorer.services import demo_deals
from tests.benchmarks.measuring import COUNTERS
from tests.browser.pad_page import PAD, wait_for_idle, wait_until
from tests.chromium import PHONE
from tests.joined import as_header, of_browser
from tests.serving import Phone
from tests.tables import NAMES, begin, facts

SLOWER = 4
FRAME = 16
LONG = 100
SMALLEST = "<!doctype html><title>Smallest</title><p>Hello"
# A phone on the road: ms, and bytes a second.
NETWORK = {"offline": False, "latency": 150, "downloadThroughput": 2e5, "uploadThroughput": 1e5}
# Times are printed; only what cannot be the machine's fault fails.
FAR_TOO_MUCH = 12

TASKS = """
window.tasks = [];
new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration)))
  .observe({ type: "longtask", buffered: true });
"""
PAINTED = """performance.getEntriesByName("first-contentful-paint")[0]?.startTime"""
# What the page does for a tap: its handlers, then style, layout and paint of the next frame. The
# wait for that frame is not counted; a message posted in it arrives when it is painted.
TAPS = """() => {
  window.taps = [];
  let begun;
  addEventListener("click", () => (begun = performance.now()), true);
  addEventListener("click", () => {
    const handled = performance.now() - begun;
    requestAnimationFrame(() => {
      const frame = performance.now();
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => taps.push(handled + performance.now() - frame);
      port2.postMessage(null);
    });
  });
}"""
# Frames until a deal that was saved is painted: its line, and the totals.
SAVE = """async ([content, total]) => {
  const file = document.querySelector("script[src$='game.js']").src.replace("game.js", "write.js");
  const { write } = await import(file);
  const isShown = () => document.querySelector("[data-pending] li")
    && document.querySelector("[data-total='1']").textContent.endsWith(total);
  void write("deal", content);
  for (let frames = 1; ; frames += 1) {
    await new Promise(requestAnimationFrame);
    if (isShown()) return frames;
  }
}"""


@pytest.fixture
def slow_page(chromium, served):
    """Open a page on a phone that was nowhere yet: `with slow_page() as page`."""
    club, server = served
    cookies = of_browser(server.join(club, "manage"), server.url)

    @contextmanager
    def opened(network=None):
        context = chromium.new_context(**PHONE, service_workers="block", base_url=server.url)
        context.add_cookies(cookies)
        page = context.new_page()
        devtools = context.new_cdp_session(page)
        if network:
            devtools.send("Network.enable")
            devtools.send("Network.emulateNetworkConditions", network)
        devtools.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
        yield page
        context.close()

    return opened


@pytest.fixture
def smallest(tmp_path):
    """The address of the smallest page that could be."""
    (tmp_path / "index.html").write_text(SMALLEST)
    handler = partial(SimpleHTTPRequestHandler, directory=tmp_path)
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


def addresses(served):
    """The pages that are visited first, by what they are; each has something to show."""
    club, server = served
    pages = {"home": "/", "nights": "/nights/", "players": "/players/", "club": "/club/"}
    pages["setting up"] = "/games/new?variant=red-nines"
    tables = {
        "a game of four": (4, 3, {}),
        "a game of four that is over": (4, 4, {}),
        "a game of twelve": (12, 6, {"house_rules": {"circuits": 3}}),
        "a game of eight by 1881": (8, 3, {"variant": COUNTERS, "house_rules": {}}),
    }
    for what, (players, deals, other) in tables.items():
        table = begin(server.database, club, *NAMES[:players], **other)
        for deal in range(deals):
            table.score(demo_deals.deal(table.read().sheet, [1] * players, random.Random(deal)))
        pages[what] = f"/games/{table.id}"
    with Phone(server.url, Cookie=as_header(server.join(club, "manage"))) as phone:
        for what, folder in (("a night", "/nights/"), ("a player", "/players/")):
            html = phone.get(folder).body.decode()
            pages[what] = folder + html.split(f'href="{folder}')[2][:36]
    return pages


@pytest.mark.benchmark
def test_a_page_paints_soon_after_the_smallest(served, slow_page, smallest, soaking, measured):
    pages = {"": smallest, **addresses(served)}
    painted = {what: [] for what in pages}
    longest = {what: [] for what in pages}
    for _ in range(5 if soaking else 1):
        for what, address in pages.items():
            with slow_page(NETWORK) as page:
                page.add_init_script(TASKS)
                page.goto(address)
                page.wait_for_function(PAINTED)
                page.wait_for_load_state("networkidle")
                painted[what].append(page.evaluate(PAINTED))
                longest[what].append(max(page.evaluate("tasks"), default=0))
    times = {what: statistics.median(each) for what, each in painted.items()}
    tasks = {what: statistics.median(each) for what, each in longest.items()}
    for what in list(pages)[1:]:
        measured(
            f"First paint of {what} against the smallest page, at {SLOWER}× CPU throttling",
            f"{times[what] / times['']:.2f}×",
            f"{times[what]:.0f} ms; longest task {tasks[what]:.0f} ms of {LONG}",
        )
    assert max(times.values()) < FAR_TOO_MUCH * times[""]


@pytest.mark.benchmark
@pytest.mark.parametrize("players", [4, 12])
def test_a_tap_on_the_pad_is_painted_in_a_frame(served, slow_page, soaking, measured, players):
    club, server = served
    table = begin(server.database, club, *NAMES[:players])
    with slow_page() as page:
        page.goto(f"/games/{table.id}")
        wait_for_idle(page)
        page.locator("[data-out]").first.tap()
        page.locator(PAD).wait_for()
        page.evaluate(TAPS)
        keys = ['[data-digit="2"]', '[data-digit="3"]', "[data-delete]", "[data-delete]"]
        for turn in range(len(keys) * (40 if soaking else 2)):
            page.locator(keys[turn % len(keys)]).first.tap()
            wait_until(page, f"taps.length > {turn}")
        taps = page.evaluate("taps")[len(keys) :]  # the first ones warm up
    middle, high = statistics.median(taps), statistics.quantiles(taps, n=20)[-1]
    measured(
        f"A tap on the pad of {players} at {SLOWER}× CPU throttling until its cost is painted",
        f"{middle:.1f} ms",
        f"95th percentile {high:.1f} ms of {FRAME}; {len(taps)} taps",
    )
    assert middle < FAR_TOO_MUCH * FRAME


@pytest.mark.benchmark
def test_a_saved_deal_is_painted_in_two_frames(served, slow_page, soaking, measured):
    club, server = served
    frames = []
    for turn in range(5 if soaking else 1):
        table = begin(server.database, club, *NAMES[:4])
        table.deal(0, 7, 23, 12)
        with slow_page() as page:
            page.goto(f"/games/{table.id}")
            wait_for_idle(page)
            page.context.route("**/entries", lambda route: route.abort())
            content = {"after": table.deals[0], "facts": facts(0, 20 + turn, 2, 13)}
            frames.append(page.evaluate(SAVE, [content, str(27 + turn)]))
    measured(
        f"A saved deal at {SLOWER}× CPU throttling until its line and the totals are painted",
        f"{statistics.median(frames):.0f} frames",
        f"two asked; at most {max(frames)}, {len(frames)} times",
    )
    assert statistics.median(frames) < FAR_TOO_MUCH
