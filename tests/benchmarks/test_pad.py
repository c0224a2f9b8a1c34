"""A tap on the pad paints what it costs within a frame, on a phone four times slower than this."""

import pytest

from tests.benchmarks.measuring import COUNTERS, median, p95, played
from tests.browser.pad_page import wait_until

FRAME = 16
SLOWER = 4
FAR_TOO_MUCH = 12

# What the page does for a tap: its handlers, then style, layout and paint. The wait for the
# screen's next frame lies between the two and is told apart; a message that was posted in the
# frame's callback arrives when that frame has been painted.
WATCH = """
() => {
  window.taps = [];
  let tap = null;
  addEventListener("pointerdown", () => (tap = { down: performance.now() }), true);
  addEventListener("click", (event) => {
    if (!tap) return;
    Object.assign(tap, { clicked: event.timeStamp, begun: performance.now() });
  }, true);
  addEventListener("click", () => {
    const one = tap;
    tap = null;
    if (!one) return;
    one.handled = performance.now();
    requestAnimationFrame(() => {
      one.frame = performance.now();
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => window.taps.push({ ...one, painted: performance.now() });
      port2.postMessage(null);
    });
  });
}
"""


def tap(page, selector):
    page.locator(selector).first.tap()


def taps_on(page, keys, rounds):
    """Tap these keys over and over; the moments of each tap, in seconds."""
    page.evaluate(WATCH)
    devtools = page.context.new_cdp_session(page)
    devtools.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    for _ in range(rounds):
        for key in keys:
            before = page.evaluate("taps.length")
            tap(page, key)
            wait_until(page, f"taps.length > {before}")
    devtools.send("Emulation.setCPUThrottlingRate", {"rate": 1})
    taps = page.evaluate("taps")[len(keys) :]  # the first ones warm up
    return [{moment: at / 1000 for moment, at in one.items()} for one in taps]


def look_at(new_phone, server, club, game):
    """A game before a phone that has joined."""
    page = new_phone(viewport=(360, 640))
    cookie = {"name": "scorer", "value": server.join(club), "url": server.url}
    page.context.add_cookies([cookie])
    page.goto(f"{server.url}/games/{game}", wait_until="networkidle")
    return page


def tell(measured, said, taps):
    """Note what these taps took, and fail where it was far too much."""
    reckoned = [one["handled"] - one["begun"] for one in taps]
    drawn = [one["painted"] - one["frame"] for one in taps]
    whole = [one["painted"] - one["clicked"] for one in taps]
    work = [sum(both) for both in zip(reckoned, drawn, strict=True)]
    measured(
        f"A tap on the pad at {SLOWER}× CPU throttling against a frame of {FRAME} ms, {said}",
        f"{median(work) / FRAME:.2f}× (p95 {p95(work) / FRAME:.2f}×)",
        f"work until it is painted {median(work):.1f} ms (p95 {p95(work):.1f}), of which reckoning "
        f"{median(reckoned):.1f}; with the wait for the next frame {median(whole):.1f} ms "
        f"(p95 {p95(whole):.1f}); {len(work)} taps",
    )
    assert median(work) / FRAME < FAR_TOO_MUCH


@pytest.mark.benchmark
@pytest.mark.parametrize(
    ("players", "deals", "said"),
    [(4, 2, "a new deal of four"), (12, 24, "a correction of deal 1 of 24 of twelve")],
    ids=["usual", "longest"],
)
def test_a_tap_on_the_pad_shows_its_cost_within_a_frame(
    served, new_phone, soaking, measured, players, deals, said
):
    club, server = served
    game = played(server.database, club, deals, players, circuits=deals // players or 1)
    page = look_at(new_phone, server, club, game)
    tap(page, "[data-out]" if players == 4 else "[data-correct]")
    page.wait_for_selector("dialog[data-pad][open]")
    if players != 4:
        tap(page, "[data-row]:not([disabled])")
    keys = ['[data-digit="2"]', '[data-digit="3"]', "[data-delete]", "[data-delete]"]
    tell(measured, said, taps_on(page, keys, rounds=40 if soaking else 3))


@pytest.mark.benchmark
@pytest.mark.parametrize(
    ("deals", "said"),
    [
        (0, "a new deal of eight by the rules of 1881"),
        (8, "a correction of deal 1 of 8 by the rules of 1881"),
    ],
    ids=["new", "correction"],
)
def test_a_hand_of_one_tap_shows_all_payments_within_a_frame(
    served, new_phone, soaking, measured, deals, said
):
    club, server = served
    game = played(server.database, club, deals, 8, COUNTERS)
    page = look_at(new_phone, server, club, game)
    tap(page, "[data-correct]" if deals else '[data-seats] [data-seat="0"] [data-out]')
    page.wait_for_selector("dialog[data-pad][open]")
    hand = "[data-row]:not([disabled])"
    tap(page, hand)
    keys = ['[data-count="2"][data-nines="0"]', hand, '[data-count="3"][data-nines="0"]', hand]
    tell(measured, said, taps_on(page, keys, rounds=40 if soaking else 3))
