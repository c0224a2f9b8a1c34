"""What waits on a phone is shown within a frame, on a phone four times slower than this."""

from collections.abc import Callable

import pytest

from tests.benchmarks.measuring import median, p95, played
from tests.benchmarks.test_pad import FRAME, SLOWER, look_at
from tests.browser.live_server import LiveServer
from tests.chromium import NewPhone

PREPARE = """async (told) => {
  const from = document.querySelector("script[src$='game.js']").src;
  const { page } = await import(new URL("page.js", from));
  const { patch, prepare } = await import(new URL("patch/patch.js", from));
  page.fromServer = { data: page.data, html: document.querySelector("[data-sheet]").outerHTML };
  await prepare(page.data.game);
  window.times = { patched: [], painted: [] };
  window.patchOnce = async () => {
    const data = structuredClone(page.data);
    const { deals } = data;
    // A correction of the first deal is in the totals of all others.
    for (const deal of deals) deal.totals[0] += 1;
    Object.assign(deals[0], { waits: true, scores: deals[0].scores.map((score) => score + 1) });
    const begun = performance.now();
    if (!patch(data)) throw new Error("not patched");
    times.patched.push((performance.now() - begun) / 1000);
    document.body.offsetTop;
    times.painted.push((performance.now() - begun) / 1000);
    await new Promise(requestAnimationFrame);
  };
}"""


@pytest.mark.benchmark
@pytest.mark.parametrize(("players", "deals"), [(4, 4), (12, 35)])
def test_what_waits_is_shown_within_a_frame(
    served: tuple[str, LiveServer],
    new_phone: NewPhone,
    soaking: bool,
    measured: Callable[[str, str, str], None],
    players: int,
    deals: int,
) -> None:
    club, server = served
    game = played(server.database, club, deals, players, circuits=3)
    page = look_at(new_phone, server, club, game)
    page.evaluate(PREPARE)
    devtools = page.context.new_cdp_session(page)
    devtools.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    for _ in range(40 if soaking else 6):
        page.evaluate("patchOnce()")
    devtools.send("Emulation.setCPUThrottlingRate", {"rate": 1})
    times = page.evaluate("times")
    # The first ones warm up.
    patched, painted = (times[part][2:] for part in ("patched", "painted"))
    measured(
        f"A correction of deal 1 of {deals} of {players} players on the sheet at {SLOWER}× CPU "
        f"throttling against a frame of {FRAME} ms",
        f"{median(patched) / FRAME:.2f}×",
        f"patched {median(patched):.1f} ms (p95 {p95(patched):.1f}), with layout "
        f"{median(painted):.1f} ms; {len(patched)} times",
    )
    assert "○" in page.locator("[data-deals]").inner_text()
