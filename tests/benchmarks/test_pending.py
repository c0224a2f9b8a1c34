"""What waits on a phone is shown within two frames, on a phone four times slower than this."""

import math
import statistics

import pytest

from tests.benchmarks.measuring import median, p95, played
from tests.benchmarks.test_pad import FRAME, SLOWER, look_at

# A correction of the first deal is in the totals of all others. It is never sent here.
PREPARE = """async () => {
  const from = document.querySelector("script[src$='game.js']").src;
  const { save } = await import(new URL("outbox/save.js", from));
  const { state } = await import(new URL("store.js", from));
  window.fetch = () => new Promise(() => {});
  window.times = { saved: [], painted: [] };
  window.saveOnce = async (points) => {
    const [{ facts, id }] = state.data.deals;
    const set = { hands: { [facts.out === 0 ? 1 : 0]: { points, red_nines: 0 } } };
    const begun = performance.now();
    void save("correct", { deal: id, set });
    times.saved.push((performance.now() - begun) / 1000);
    document.body.offsetTop;
    times.painted.push((performance.now() - begun) / 1000);
    await new Promise(requestAnimationFrame);
  };
}"""


@pytest.mark.benchmark
@pytest.mark.parametrize(("players", "deals"), [(4, 4), (12, 35)])
def test_what_waits_is_shown_within_two_frames(
    served, new_phone, soaking, measured, players, deals
):
    club, server = served
    game = played(server.database, club, deals, players, circuits=3)
    page = look_at(new_phone, server, club, game)
    page.evaluate(PREPARE)
    devtools = page.context.new_cdp_session(page)
    devtools.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    for turn in range(40 if soaking else 6):
        page.evaluate("(points) => saveOnce(points)", 10 + turn)
    devtools.send("Emulation.setCPUThrottlingRate", {"rate": 1})
    times = page.evaluate("times")
    # The first ones warm up.
    saved, painted = (times[part][2:] for part in ("saved", "painted"))
    frames = [math.ceil(median([seconds]) / FRAME) for seconds in painted]
    measured(
        f"A correction of deal 1 of {deals} of {players} players on the sheet at {SLOWER}× CPU "
        f"throttling against a frame of {FRAME} ms",
        f"{median(saved) / FRAME:.2f}×",
        f"saved {median(saved):.1f} ms (p95 {p95(saved):.1f}), with layout "
        f"{median(painted):.1f} ms: within {statistics.median_high(frames)} frames (at most "
        f"{max(frames)}); {len(saved)} times",
    )
    assert page.locator("[data-seats] [data-waits]").count()
