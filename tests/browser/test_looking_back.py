"""Looking back on a phone: a night, its charts, and its result sent on."""

from playwright.sync_api import expect

from tests.browser.pad_page import wait_until
from tests.browser.test_small_screen import too_small
from tests.tables import NAMES
from tests.web.counters import PINK_NINES

PENNY = {"counter_value": {"counters": 1, "pays": 1}, "ante": 10}
CATCH_COPY = """
document.addEventListener("copy", () => (window.copied = getSelection().toString()
    || document.activeElement.value));
if (navigator.clipboard) navigator.clipboard.writeText = async (text) => { window.copied = text; };
"""
NO_CLIPBOARD = "Object.defineProperty(Navigator.prototype, 'clipboard', { value: undefined });"
NO_SHEET = """
delete navigator.share;
Object.defineProperty(Navigator.prototype, "share", { value: undefined });
"""
SHEET = """
navigator.canShare = () => true;
navigator.share = async ({ title, text, files }) => {
  window.shared = { title, text, files: (files ?? []).map(({ size }) => size) };
};
"""


def an_evening(seat, *names):
    """Two games of one night, one of them for money; the address of the night."""
    table = seat(*names)
    others = len(names) - 1
    # Who wins in the end was far behind after the first deal.
    table.deal(0, *(60 - at for at in range(others)))
    for out in range(1, len(names)):
        table.deal(len(names) - out, 30, *(3 + at for at in range(others - 1)))
    people = [{"id": one.player, "name": one.name} for one in table.read().sheet.sitters]
    second = seat(players=people, variant=PINK_NINES, house_rules=PENNY)
    second.score(*[{"out": 1}] * len(people))
    assert second.read().night == table.read().night
    return f"/nights/{table.read().night}"


def in_order(page, *parts):
    """How far down each of these begins."""
    boxes = [page.locator(part).first.bounding_box() for part in parts]
    assert all(boxes), list(zip(parts, boxes, strict=True))
    return [box["y"] for box in boxes if box]


def test_a_night_shows_games_then_money_highlights_and_a_chart(join, seat):
    night = an_evening(seat, *NAMES[:5])
    page = join("manage", java_script_enabled=False)
    page.goto(night)
    tops = in_order(page, ".wins", ".line-head", "#won-and-lost", "#highlights", "#charts")
    assert tops == sorted(tops)
    expect(page.locator(".lines .line:not(:has(.line-head))").filter(visible=True)).to_have_count(3)
    expect(page.get_by_role("img", name="as lines").filter(visible=True)).to_have_count(1)
    assert page.get_by_role("list", name="Money").is_visible()
    assert too_small(page.locator(".chart-names a")) == []
    expect(page.locator("table").filter(visible=True)).to_have_count(0)
    expect(page.locator(".line-head").filter(visible=True)).to_have_count(2)
    for folded in ("More of this night", "In numbers", "Stakes paid in cash"):
        page.locator("summary", has_text=folded).first.tap()
    expect(page.locator("table").filter(visible=True)).to_have_count(1)
    expect(page.locator(".folds > .fold")).to_have_count(2)


def test_the_result_is_copied_and_shared_where_it_stands(join, seat):
    """With a clipboard and a share sheet, and without either."""
    night = an_evening(seat, *NAMES[:4])
    page = join()
    page.add_init_script(CATCH_COPY + SHEET)
    page.goto(night)
    page.get_by_role("button", name="Copy", exact=True).tap()
    expect(page.get_by_role("status").filter(has_text="Copied")).to_be_visible()
    assert "Red Nines: " in page.evaluate("window.copied")
    page.get_by_role("link", name="Share", exact=True).tap()
    wait_until(page, "Boolean(window.shared)")
    shared = page.evaluate("window.shared")
    assert shared["title"] == "Game night"
    assert "Red Nines: " in shared["text"]
    assert shared["files"][0] > 10_000
    # Without a share sheet the link leads to a page for it.
    page.add_init_script(NO_SHEET + NO_CLIPBOARD)
    page.goto(night)
    page.get_by_role("link", name="Share", exact=True).tap()
    expect(page.get_by_role("heading", name="Share this night")).to_be_visible()
    page.get_by_role("button", name="Copy text").tap()
    expect(page.get_by_role("status").filter(has_text="Copied")).to_be_visible()
    assert page.get_by_label("The result as text").input_value() == page.evaluate("window.copied")
