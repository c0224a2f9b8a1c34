"""What is typed stands large on the pad where there is room; errors, red nines, and the table."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.fingers import PAD, Fingers, cost, pad, row, says
from tests.browser.pages import Look
from tests.browser.test_small_screen import all_on_screen, is_scrollable
from tests.chromium import excuse
from tests.tables import NAMES

LARGE = f"{PAD} [data-large]"
LONG = ("Maximiliana Featherstonehaugh", "Jürgen Böhm-Yjörgen", "Kitty 🐈‍⬛", "شهرزاد", "Gyp")

TABLES = [
    (LONG, "red-nines"),
    (NAMES, "red-nines"),
    (LONG, "red-nines-1881"),
    (NAMES[:10], "red-nines-1881"),
    (LONG, "points"),
    (LONG[:3], "ninety-nine"),
]
# What stands large and sticks out of its place.
OUTSIDE = """() => {
    const place = document.querySelector("[data-large]").getBoundingClientRect();
    return [...document.querySelectorAll(".large :is(p, b, .large-card)")]
        .filter((one) => one.getClientRects().length && one.textContent)
        .map((one) => [one.className, one.getBoundingClientRect()])
        .filter(([, { top, bottom, left, right }]) => top < place.top - 1
            || bottom > place.bottom + 1 || left < place.left - 1
            || right > place.right + 1)
        .map(([name]) => name);
}"""


@pytest.fixture
def typed(sheet, fingers):
    """Ann is out, and Ben was caught with 41 points."""
    fingers.out(0)
    expect(pad(sheet).locator(".large-name")).to_have_text("Ben")
    fingers.type(41)
    return sheet


def large(page, part):
    """What one part of the large letters says."""
    return page.locator(f"{LARGE} .large-{part}").inner_text()


def test_the_hand_that_is_typed_stands_large_with_how_it_came_about(typed, fingers):
    assert (large(typed, "name"), large(typed, "figure")) == ("Ben", "41")
    fingers.nine(1)
    assert large(typed, "figure") == "82"
    assert large(typed, "working") == "32 + red 9 = 41, ×2 = 82"
    size = "one => parseFloat(getComputedStyle(one).fontSize)"
    assert typed.locator(f"{LARGE} .large-figure").evaluate(size) >= 48
    assert typed.locator(f"{LARGE} .large-working").evaluate(size) >= 18
    # Nobody hears twice what stands large.
    expect(typed.locator(f"{LARGE} > *")).to_have_attribute("aria-hidden", "true")
    expect(row(typed, 1)).to_contain_text("82")
    fingers.next()
    assert (large(typed, "name"), large(typed, "figure")) == ("Cat", "–")
    # Cards are drawn large, and a tap on one takes it back.
    fingers.tap(f"{PAD} [data-by-cards]")
    fingers.cards("K 9r 4")
    drawn = typed.locator(f"{LARGE} .large-card")
    expect(drawn).to_have_text(["K", "9", "4"])
    fingers.tap(drawn.nth(1))
    expect(drawn).to_have_text(["K", "4"])
    expect(cost(typed, 2)).to_have_text("17")


def test_where_there_is_no_room_nothing_stands_large(join, seat):
    page = join(viewport=(360, 560))
    page.goto(f"/games/{seat(*NAMES[:8]).id}")
    Fingers(page).out(0)
    page.locator(".large").wait_for(state="attached")
    expect(page.locator(".large")).to_be_hidden()


def test_what_stands_large_lies_over_nothing(join, seat):
    page = join(viewport=(360, 560))
    found = []
    for names, variant in TABLES:
        look = Look(f"{variant} of {len(names)}", f"/games/{seat(*names, variant=variant).id}")
        look.show(page)
        fingers = Fingers(page)
        fingers.out(0)
        page.locator(".large").wait_for(state="attached")
        if variant.startswith("red-nines"):
            fingers.tap(f"{PAD} [data-by-cards]")
            fingers.cards("K 9r 4 A A 10")
        for width, height in ((360, 560), (640, 360), (1280, 800)):
            page.set_viewport_size({"width": width, "height": height})
            found += [f"{look.name}, {width} wide: {part}" for part in page.evaluate(OUTSIDE)]
        page.set_viewport_size({"width": 360, "height": 560})
    assert not found


def test_a_phone_on_its_side_shows_rows_and_keys_beside_each_other(join, seat):
    page = join(viewport=(640, 360))
    for variant in ("red-nines", "red-nines-1881", "points"):
        Look(variant, f"/games/{seat(*NAMES[:8], variant=variant).id}").show(page)
        Fingers(page).out(0)
        keys = pad(page).locator(".pad-board button:visible, .pad-head :is(button, select):visible")
        all_on_screen(keys, variant)
        assert not is_scrollable(page, PAD), variant
        ends = page.locator(".pad-rows").evaluate("one => one.getBoundingClientRect().right")
        begins = page.locator(".pad-board").evaluate("one => one.getBoundingClientRect().left")
        assert ends <= begins, variant


def test_switching_to_cards_and_back_moves_nothing(join, seat):
    page = join(viewport=(360, 560))
    rows = """() => [...document.querySelectorAll(".pad-rows > li, .pad-board")]
        .map(one => Math.round(one.getBoundingClientRect().top))"""
    for variant, names in (("red-nines", NAMES[:4]), ("red-nines-1881", NAMES[:8])):
        Look(variant, f"/games/{seat(*names, variant=variant).id}").show(page)
        fingers = Fingers(page)
        fingers.out(0)
        page.locator(".large").wait_for(state="attached")
        before = page.evaluate(rows)
        fingers.tap(f"{PAD} [data-by-cards]")
        assert page.evaluate(rows) == before, variant
        fingers.cards("K 9r 4")
        fingers.tap(f"{PAD} [data-by-sums]")
        assert page.evaluate(rows) == before, variant


def test_the_way_of_a_table_is_remembered(phone, fingers, seat):
    first, again, others = seat(), seat(), seat("Ann", "Ben", "Cat", "Eve")
    phone.goto(f"/games/{first.id}")
    fingers.out(0)
    fingers.type(41)
    fingers.next()
    fingers.tap(f"{PAD} [data-by-cards]")
    # What was typed stays as it was told.
    fingers.hand(1)
    expect(cost(phone, 1)).to_have_text("41")
    fingers.close()
    for table, keys in ((again, "[data-cards]"), (others, "[data-digits]")):
        phone.goto(f"/games/{table.id}")
        fingers.out(0)
        expect(pad(phone).locator(keys)).to_be_visible()
        fingers.close()


# Everything that moves, with how long, and each number that is shown while it counts.
WATCH = """() => {
    window.moved = [];
    window.counted = [];
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (frames, timing) {
        moved.push([this.className, timing.duration ?? timing]);
        return animate.call(this, frames, timing);
    };
    new MutationObserver((all) => all.forEach(({ target }) => target.dataset.counting
        && counted.push([target.className, target.dataset.counting, target.textContent])
    )).observe(document.body, { subtree: true, attributeFilter: ["data-counting"] });
}"""


@pytest.mark.moving
def test_a_red_nine_turns_over_and_the_number_doubles(typed, fingers):
    typed.evaluate(WATCH)
    fingers.nine(1)
    expect(cost(typed, 1)).to_have_text("82")
    expect(typed.locator("[data-counting]")).to_have_count(0)
    counted = typed.evaluate("counted")
    for name in ("hand-cost", "large-figure"):
        mine = [(int(shown), final) for of, shown, final in counted if of == name]
        assert mine[0][0] == 41
        assert [shown for shown, _ in mine] == sorted(shown for shown, _ in mine)
        # What is heard is the new number from the beginning.
        assert {final for _, final in mine} == {"82"}
    moved = typed.evaluate("moved")
    assert "large-card" in {name for name, _ in moved}
    assert all(time < 400 for _, time in moved)


def test_nothing_turns_counts_or_shakes_for_those_who_want_no_motion(join, seat):
    page = join(reduced_motion="reduce")
    page.goto(f"/games/{seat().id}")
    fingers = Fingers(page)
    fingers.out(0)
    page.locator(".large").wait_for(state="attached")
    page.evaluate(WATCH)
    fingers.type(41)
    fingers.nine(1)
    fingers.tap(f"{PAD} [data-ask='on_red_nine']")
    expect(cost(page, 1)).to_have_text("164")
    fingers.next()
    fingers.next()
    expect(says(page)).to_have_attribute("data-wrong", "")
    assert page.evaluate("[moved, counted]") == [[], []]


@pytest.mark.moving
def test_an_error_has_a_mark_and_weight_and_its_row_moves(typed, fingers):
    look = """one => [getComputedStyle(one).fontWeight, getComputedStyle(one, "::before").content,
        getComputedStyle(one).color]"""
    weight, mark, color = says(typed).evaluate(look)
    assert (weight, "!" in mark) == ("400", False)
    fingers.next()
    typed.evaluate(WATCH)
    fingers.next()
    expect(says(typed)).to_have_text(re.compile("^Cat: nothing is typed yet|^Nothing is typed"))
    wrong_weight, wrong_mark, wrong_color = says(typed).evaluate(look)
    assert (wrong_weight, "!" in wrong_mark) == ("600", True)
    # A hint is quieter; neither is red.
    assert wrong_color != color
    assert [name for name, _ in typed.evaluate("moved")] == ["pad-of-seat"]
    fingers.type(1)
    fingers.next()
    after = "one => getComputedStyle(one.querySelector('[data-name]'), '::after').content"
    expect(row(typed, 2)).to_have_attribute("data-fault", "")
    assert "!" in row(typed, 2).evaluate(after)
    fingers.type(2)
    expect(says(typed)).not_to_have_attribute("data-wrong", "")


def test_nothing_stands_large_where_its_look_cannot_be_had(sheet, fingers, page_problems):
    sheet.route("**/large.css", lambda route: route.abort())
    fingers.out(0)
    fingers.type(7)
    sheet.wait_for_timeout(300)
    expect(sheet.locator(".large")).to_have_text("")
    fingers.close()
    sheet.unroute("**/large.css")
    fingers.out(0)
    expect(sheet.locator(".large")).to_be_visible()
    excuse(page_problems, "ERR_FAILED")
