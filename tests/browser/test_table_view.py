"""The table view: read from all sides or across the room, followed by itself."""

import random

import pytest
from playwright.sync_api import expect

from scorer.services import demo_deals
from scorer.services.games.start import same_again
from tests.browser.pad_page import wait_until
from tests.browser.test_awake import ASKED
from tests.browser.test_nothing_is_cut import AWKWARD, LONG
from tests.tables import NAMES, begin, new_id

SIZES = ((360, 640), (390, 844), (844, 390), (768, 1024), (1024, 768), (1280, 720), (1920, 1080))
# A page that is twice as large, as the browser's zoom makes it.
ZOOMED = ((180, 320), (195, 422), (422, 195), (384, 512), (640, 360))
TWELVE = (*AWKWARD, "Alexandrina-Victoria", "Leo", "Wolfeschlegelsteinhausenberger", "Ida", "Kim")

# What sticks out of its place or out of the middle, lies over its neighbour, or out of the screen,
# or has letters smaller than these; turned or not, the boxes are those that one sees.
STICKS_OUT = """(smallest) => {
    const seen = (element) => element.checkVisibility() && !element.closest(".hidden");
    const box = (element) => element.getBoundingClientRect();
    const [found, slack] = [[], 1.5];
    const words = "p, h1, dl, bdi, .look, .crown, .mark-deals, .emblem";
    for (const holder of [...document.querySelectorAll(".place, .middle")].filter(seen)) {
        const around = box(holder);
        for (const element of [...holder.querySelectorAll(words)].filter(seen)) {
            const { bottom, left, right, top } = box(element);
            const by = Math.max(around.left - left, right - around.right,
                around.top - top, bottom - around.bottom);
            if (by > slack) {
                found.push(`${element.className || element.tagName} by ${Math.round(by)}: `
                    + element.textContent.trim().slice(0, 40));
            }
        }
    }
    const rows = [...document.querySelectorAll(".place-in")].map((place) =>
        [...place.children].filter(seen));
    for (const row of [...rows, ...[...document.querySelectorAll(".middle-in")].filter(seen)
        .map((middle) => [...middle.children].filter(seen))]) {
        for (const [at, one] of row.entries()) for (const other of row.slice(at + 1)) {
            const [a, b] = [box(one), box(other)];
            const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
            const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
            if (Math.min(across, down) > slack) {
                found.push(`${one.className} over ${other.className}: ${one.textContent.trim()}`);
            }
        }
    }
    const { scrollHeight, scrollWidth } = document.documentElement;
    if (scrollWidth > innerWidth) found.push(`wider than the screen: ${scrollWidth}`);
    if (!smallest) return found;
    if (scrollHeight > innerHeight + 1) found.push("higher than the screen");
    for (const element of document.querySelectorAll(".place :is(bdi, p > :not(.crown))")) {
        const [size, text] = [parseFloat(getComputedStyle(element).fontSize), element.textContent];
        if (seen(element) && size < smallest && text.trim().length < 20) {
            found.push(`${size.toFixed(1)}: ${text.trim()}`);
        }
    }
    return found;
}"""
# The least height of letters that are read from a seat, in pixels.
SMALLEST = 8.5


def play_on(table, deals, *, end=False):
    """Some deals of any game."""
    dice = random.Random(7)
    for _ in range(deals):
        sheet = table.read().sheet
        if sheet.over:
            return table
        table.score(demo_deals.deal(sheet, [1] * len(sheet.sitters), dice))
    if end:
        table.write("end", {"why": "it got late", "leftover": None})
    return table


def wait_for(table, out):
    """Somebody is out, and the hands of all others are still to come."""
    table.answer(("out", -1, out))
    return table


def tables(server, club):
    """Games that look different on the table."""

    def seated(*names, **other):
        return begin(server.database, club, *names, **other)

    called = play_on(seated(LONG, *AWKWARD[1:4], variant="nine-five"), 1)
    called.answer(("bidder", -1, 0), ("bid", -1, 11), ("trump", -1, "S"))
    yield "bid and trump", called
    yield "sides of three", play_on(seated(*AWKWARD[:6], variant="nine-five"), 3)
    yield "ten for counters", play_on(seated(*NAMES[:10], variant="red-nines-1881"), 4)
    yield "twelve to come", wait_for(play_on(seated(*TWELVE), 1), 2)
    bids = play_on(seated(LONG, "Ben", "Cat", variant="ninety-nine"), 2)
    bids.answer(("bids", 1, 3))
    yield "bids to come", bids
    minus = seated(*NAMES[:4], variant="points", house_rules={})
    minus.write("deal", {"after": None, "facts": {"points": [-99_999, -2, 100_000, -1]}})
    yield "far below nothing", minus
    yield "over", play_on(seated(*AWKWARD[:4]), 9)
    yield "nothing dealt yet", seated(*NAMES[:4])
    yield "trump", play_on(seated(LONG, "Ben", "Cat", variant="ninety-nine"), 2)
    yield "twelve", play_on(seated(*TWELVE), 4)
    yield "counters to come", wait_for(play_on(seated(*AWKWARD, variant="red-nines-1881"), 1), 1)
    yield "counters over", play_on(seated(*NAMES[:5], variant="red-nines-1881"), 40)


@pytest.mark.long
@pytest.mark.parametrize("way", ["standing", "flat"])
def test_all_words_lie_whole_in_their_places_on_every_screen(join, server, club, way):
    page = join("watch")
    # What is zoomed may be scrolled, and has its letters as large as somebody wants them.
    screens = [*((size, SMALLEST) for size in SIZES), *((size, 0) for size in ZOOMED)]
    found = []
    for name, table in tables(server, club):
        page.goto(f"/games/{table.id}/table?way={way}")
        for (width, height), smallest in screens:
            page.set_viewport_size({"width": width, "height": height})
            where = f"{name}, {width} × {height}: "
            found += [where + fault for fault in page.evaluate(STICKS_OUT, smallest)]
    assert not found, "\n".join(found)


def test_it_goes_on_to_the_next_game_by_itself(phone, server, club, table):
    for _ in range(4):
        table.deal()
    phone.goto(f"/games/{table.id}/table?way=flat")
    expect(phone.get_by_role("heading", level=1)).to_contain_text("Ann won")
    made = same_again(server.database, club, table.id, device=None, game_id=new_id())
    expect(phone.get_by_role("heading", level=1)).to_have_text("Deal 1 of 4")
    assert phone.url.endswith(f"/games/{made}/table")
    expect(phone).to_have_title("Table view · Red Nines")
    expect(phone.locator("[data-leave]")).to_have_attribute("href", f"/games/{made}")
    # Whoever looks at the old game once more is not sent away.
    phone.goto(f"/games/{table.id}/table")
    phone.wait_for_timeout(1_500)
    expect(phone.get_by_role("heading", level=1)).to_contain_text("Ann won")
    phone.get_by_role("link", name="Next game").tap()
    expect(phone.get_by_role("heading", level=1)).to_have_text("Deal 1 of 4")


@pytest.mark.long
def test_the_screen_stays_awake_until_a_tap_or_a_key_leaves(phone, table):
    phone.add_init_script(ASKED)
    phone.goto(f"/games/{table.id}/table?way=flat")
    wait_until(phone, "window.asked.length === 1")
    leave = phone.get_by_role("link", name="Leave")
    leave.tap()
    phone.wait_for_url(f"**/games/{table.id}")


@pytest.mark.long
def test_a_lost_server_is_told_and_found_again(phone, server, table, page_problems):
    phone.clock.install()
    phone.goto(f"/games/{table.id}/table")
    expect(phone.get_by_role("link", name="Leave")).to_be_visible()
    server.stop()
    phone.clock.run_for(30_000)
    lost = phone.locator("[data-lost]")
    for _ in range(20):
        if lost.inner_text():
            break
        phone.clock.run_for(3_000)
        phone.wait_for_timeout(100)
    expect(lost).to_have_text("No signal. This may be old.")
    server.start()
    for _ in range(20):
        phone.clock.run_for(3_000)
        phone.wait_for_timeout(100)
        if not lost.inner_text():
            break
    expect(lost).to_have_text("")
    page_problems.clear()
