"""What was saved last stays in view with Undo, and lies over nothing that has to be reached."""

import pytest
from playwright.sync_api import expect

from tests.browser.pad_page import PadPage, expect_sent
from tests.browser.test_small_screen import EIGHT
from tests.chromium import excuse
from tests.examples import usual_and_long
from tests.tables import NAMES

SIZES = {"small": (360, 560), "tall": (390, 844), "landscape": (844, 390), "laptop": (1280, 800)}
LONG = (
    *("Maximiliana Featherstonehaugh", "Jürgen Böhm-Yjörgen", "Kitty 🐈‍⬛", "شهرزاد"),
    *("Gyp", "Jay Q.", "Peggy", "Alexandrina-Victoria"),
)
# How far something reaches below the upper edge of what is docked.
UNDER_DOCK = """one => one.getBoundingClientRect().bottom
    - document.querySelector(".dock").getBoundingClientRect().top"""
# What has the focus, where any of it is under what is docked or below the screen.
HIDDEN_WITH_FOCUS = """() => {
    const one = document.activeElement;
    const dock = document.querySelector(".dock");
    const isDocked = dock.contains(one) || one.closest(".bar-links");
    if (one === document.body || isDocked || one.matches(".scroller")) return null;
    const { bottom, top } = one.getBoundingClientRect();
    const docked = dock.getBoundingClientRect();
    const isBelow = top >= docked.bottom - 1 && bottom <= innerHeight;
    return bottom <= docked.top + 1 || isBelow ? null : one.outerHTML.slice(0, 120);
}"""


def game_page(page, seat, names=NAMES, deals=3):
    table = seat(*names)
    for out in range(deals):
        table.deal(out, *range(2, 1 + len(names)))
    page.goto(f"/games/{table.id}")


def resize(page, size):
    """Turn the page into one of another size."""
    width, height = SIZES[size]
    page.set_viewport_size({"width": width, "height": height})


@pytest.mark.long
def test_undo_is_always_in_view_and_never_over_the_focus(phone, seat):
    page = phone
    game_page(page, seat)
    undo = page.get_by_role("button", name="Undo", exact=True)
    for size in SIZES:
        resize(page, size)
        for place in (0, 0.5, 1):
            page.evaluate(
                f"scrollTo({{ top: {place} * document.body.scrollHeight, behavior: 'instant' }})"
            )
            expect(undo, size).to_be_in_viewport(ratio=1)
        for link in page.locator("[data-sheet] nav > a").all():
            assert link.evaluate(UNDER_DOCK) < 1, size
    resize(page, "small")
    page.reload()
    for _ in range(page.locator("main :is(a, button, summary, [tabindex])").count()):
        page.keyboard.press("Tab")
        assert page.evaluate(HIDDEN_WITH_FOCUS) is None


@pytest.mark.parametrize("size", usual_and_long(*SIZES))
def test_who_joins_a_long_table_is_typed_above_it(join, seat, size):
    width, height = SIZES[size]
    page = join("manage", viewport={"width": width, "height": height})
    page.goto(f"/games/{seat(*EIGHT[:7]).id}/people?player=Zed")
    count = page.locator("#people :is(button, input):not([type=hidden])").count()
    for _ in range(count + 4):
        page.keyboard.press("Tab")
        assert page.evaluate(HIDDEN_WITH_FOCUS) is None


@pytest.mark.parametrize(
    ("names", "undone"),
    [(LONG, True), pytest.param(EIGHT, False, marks=pytest.mark.long)],
    ids=["long", "usual"],
)
def test_eight_rows_stand_above_it_on_a_small_phone(join, seat, names, undone):
    page = join(viewport=SIZES["small"])
    game_page(page, seat, names)
    if undone:
        page.wait_for_load_state("networkidle")
        PadPage(page).tap("[data-undo] button")
        expect(page.locator("[data-redo] button")).to_be_visible()
        expect_sent(page)
        page.evaluate("scrollTo(0, 0)")
    rows = page.locator("[data-seats] .row")
    expect(rows).to_have_count(8)
    for row in rows.all():
        assert row.evaluate(UNDER_DOCK) < 1
        assert row.evaluate("one => one.getBoundingClientRect().height") >= 44
    expect(page.locator("[data-undo] button")).to_be_in_viewport(ratio=1)
    assert page.evaluate("scrollY") == 0


@pytest.mark.long
@pytest.mark.moving
def test_what_went_wrong_is_told_apart_from_what_was_saved(sheet, pad_page, page_problems):
    pad_page.score(0, [(7, 0), (23, 0), (41, 1)])
    notice = sheet.locator("[data-notice]")
    words = notice.locator(".notice-words").first
    weight = "one => Number(getComputedStyle(one).fontWeight)"
    mark = "one => getComputedStyle(one, '::before').content"
    assert words.evaluate(weight) < 600
    assert words.evaluate(mark) == "none"
    refused = {"error": {"code": "made_up", "message": "Not today."}}
    sheet.route("**/entries", lambda route: route.fulfill(status=422, json=refused))
    for _ in range(2):
        pad_page.tap("[data-undo] button")
        expect(words).to_have_text("Not today.")
        words.evaluate("one => (one.textContent = '')")
    expect(notice.locator("[data-message]")).to_have_count(1)
    assert words.evaluate(weight) == 600
    assert "!" in words.evaluate(mark)
    assert words.evaluate("one => getComputedStyle(one).animationName") == "wrong"
    sheet.unroute_all(behavior="wait")
    pad_page.tap("[data-undo] button")
    expect(words).to_have_text("Undone: deal 1.")
    expect_sent(sheet)
    assert words.evaluate(mark) == "none"
    excuse(page_problems, "422")


def test_no_head_of_a_table_lies_over_what_comes_next(phone, seat):
    table = seat()
    for _ in range(4):
        table.deal(0, 30, 40, 50)
    phone.goto(f"/games/{table.id}")
    share = phone.get_by_role("link", name="Share", exact=True)
    head = phone.locator("[data-deals] thead th").first
    head.evaluate("""head => {
        const { top } = document.querySelector("[data-share-now]").getBoundingClientRect();
        scrollBy({ top: head.getBoundingClientRect().top - top, behavior: "instant" });
    }""")
    covers = "link => document.elementFromPoint(link.x, link.y)?.closest('.dock') !== null"
    box = share.bounding_box()
    middle = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    over = head.bounding_box()
    assert abs(over["y"] - box["y"]) < 20
    assert phone.evaluate(covers, middle)
