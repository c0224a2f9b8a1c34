"""At a table without signal: what waits stays on the sheet while more is noted."""

from playwright.sync_api import expect

from tests.browser.conftest import Join, Seat
from tests.browser.fingers import Fingers
from tests.browser.test_night_without_signal import until_all_sent
from tests.browser.test_outbox import provoked
from tests.tables import NAMES

__all__ = ["provoked"]

# What stood in the table of all deals at each moment, and whether it ever lost one.
WATCH = """() => {
  window.most = 0;
  window.lost = [];
  const look = () => {
    const deals = document.querySelectorAll("[data-sheet] thead [data-deal]").length;
    if (deals < most) lost.push(`${deals} of ${most}`);
    most = Math.max(most, deals);
  };
  new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
}"""


def test_a_sweep_leaves_the_deals_that_wait_on_the_sheet(seat: Seat, join: Join) -> None:
    table, page = seat(*NAMES[:8], variant="red-nines-1881"), join()
    fingers = Fingers(page)
    fingers.without_signal = True
    page.goto(f"/games/{table.id}")
    page.wait_for_load_state("networkidle")
    page.evaluate(WATCH)
    page.context.route("**/entries", lambda route: route.abort())
    waits = page.locator("thead [data-deal]")

    def deal(out: int) -> None:
        fingers.out(out)
        for _ in range(7):
            fingers.count(2)
        fingers.save()

    for out in (0, 1):
        deal(out)
    expect(waits).to_have_count(2)
    fingers.sweep(3)
    row = page.locator('.row[data-seat="3"]')
    expect(row).to_contain_text("swept")
    expect(page.locator("[data-asked]")).to_have_count(0)
    expect(waits).to_have_count(2)
    expect(page.locator("thead [data-deal]:has-text('○')")).to_have_count(2)
    expect(row.get_by_role("button", name="Undo that")).to_be_visible()
    deal(2)
    expect(waits).to_have_count(3)
    page.context.unroute_all(behavior="wait")
    page.evaluate("void dispatchEvent(new Event('online'))")
    until_all_sent(page)
    expect(waits).to_have_count(3)
    expect(page.locator("[data-deals]")).not_to_contain_text("○")
    assert page.evaluate("lost") == []
