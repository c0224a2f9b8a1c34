"""The sheet and the keys of the counter games on small phones."""

import pytest
from playwright.sync_api import expect

from tests.browser.pad_page import PAD, PadPage, wait_for_forms
from tests.browser.test_accessibility import violations_in_both
from tests.browser.test_small_screen import all_on_screen, too_small
from tests.tables import NAMES
from tests.web.counters import cards

EIGHT = ("Ann", "Benjamin", "Cat", "Dan", "Evangelina", "Fay", "Gus", "Hal")
LONG = "Bartholomew Featherstonehaugh-Montgomery"


def played(seat, *names, **other):
    """A game with two deals in it."""
    table = seat(*names, **other)
    table.score(*(cards(out, *[2] * (len(names) - 1)) for out in (1, 2)))
    return table


def overlaps(page):
    """The parts of a seat's row that lie over each other."""
    return page.locator("[data-seats] > li").evaluate_all(
        """rows => rows.flatMap(row => {
            const parts = [...row.querySelectorAll(
                '.row-name, .row-mark, .row-last, .row-total, .crown, .note')];
            const boxes = parts.map(part => [part, part.getBoundingClientRect()]);
            return boxes.flatMap(([one, a], at) => boxes.slice(at + 1)
                .filter(([other, b]) => !one.contains(other)
                    && a.left < b.right - 1 && b.left < a.right - 1
                    && a.top < b.bottom - 4 && b.top < a.bottom - 4)
                .map(([other]) => `${one.outerHTML} ${other.outerHTML}`));
        })"""
    )


@pytest.mark.long
def test_all_seats_and_pools_fit_on_one_small_screen(small, seat):
    for variant in ("red-nines-1881", "pink-nines"):
        small.goto(f"/games/{played(seat, *EIGHT, variant=variant).id}")
        all_on_screen(small.locator(".head, .pool, .pools-says, .ask, .asked, [data-seats] > li"))
        all_on_screen(small.locator("[data-notice], [data-undo] button"))
        targets = small.locator("[data-sheet] :is(a:not(p a), button, summary):visible")
        assert too_small(targets) == []
        assert overlaps(small) == []
    small.goto(f"/games/{played(seat, *NAMES[:10], variant='red-nines-1881').id}")
    all_on_screen(small.locator(".head, .pool, [data-seats] > li"))
    assert overlaps(small) == []
    # Clockwise down the first column, and then the second.
    small.goto(f"/games/{played(seat, *EIGHT[:7], variant='red-nines-1881').id}")
    places = small.locator("[data-seats] > li").evaluate_all(
        "them => them.map(one => one.getBoundingClientRect()).map(({ x, y }) => [x, y])"
    )
    assert places == sorted(places)
    assert len({x for x, _ in places}) == 2
    # Long names are read whole.
    names = (LONG, "Ben", "Wilhelmina Alexandra von Hohenzollern-Si", *NAMES[3:8])
    small.goto(f"/games/{played(seat, *names, variant='red-nines-1881').id}")
    assert overlaps(small) == []
    assert small.evaluate("document.documentElement.scrollWidth") <= 360
    cut = "them => them.filter(one => one.scrollHeight > one.clientHeight + 2).length"
    assert small.locator("[data-seats] .row-name").evaluate_all(cut) == 0


def test_counters_are_two_taps_away_for_every_seat(small, seat):
    table = played(seat, *EIGHT, variant="red-nines-1881", house_rules={"counters": 10})
    small.goto(f"/games/{table.id}")
    pad_page, dialog = PadPage(small), small.get_by_role("dialog")
    button = small.locator("[data-get-counters]")
    wait_for_forms(small)
    # Whoever owes is chosen already, and cannot lend.
    pad_page.tap_button("Ann owes 3: counters")
    expect(dialog.get_by_role("radio", name="Ann has −3")).to_be_checked()
    lenders = dialog.get_by_label("Where from?").locator("option")
    expect(lenders).to_have_count(len(EIGHT))
    expect(lenders.filter(has_text="lent by Ann")).to_have_count(0)
    pad_page.tap(dialog.get_by_role("radio", name="Dan has"))
    assert pad_page.taps == 2
    expect(dialog.get_by_label("How many?")).to_have_value("10")
    # What the lender has not got is said before all has to be typed again.
    dialog.get_by_label("Where from?").select_option("2")
    for many, is_fit in (("99", False), ("1", True)):
        dialog.get_by_label("How many?").fill(many)
        assert dialog.locator("form").evaluate("form => form.checkValidity()") == is_fit
    dialog.get_by_label("How many?").fill("10")
    dialog.get_by_label("Where from?").select_option("")
    dialog.get_by_role("button", name="Save").tap()
    expect(small.locator("[data-notice]")).to_contain_text("Dan bought 10 counters")
    expect(button).to_have_count(1)
    small.goto(f"/games/{played(seat, *EIGHT, variant='red-nines-1881').id}")
    expect(button).to_have_text("Counters")


@pytest.mark.long
def test_what_else_can_be_said_is_one_row_of_chips_in_the_line_that_asks(small, seat):
    small.goto(f"/games/{played(seat, *EIGHT, variant='red-nines-1881').id}")
    chips = small.locator(".asking .chip")
    expect(chips).to_have_text(["Counters", "Swept"])
    boxes = [small.locator(".ask").bounding_box(), *(it.bounding_box() for it in chips.all())]
    assert {box["height"] for box in boxes[1:]} == {44}
    assert len({box["y"] + box["height"] / 2 for box in boxes}) == 1


@pytest.mark.long
def test_a_result_says_who_won_once_and_wraps_no_line(small, seat):
    rules = {"counter_value": {"counters": 1, "pays": 1}}
    table = played(seat, *EIGHT, variant="red-nines-1881", house_rules=rules)
    table.write("end", {})
    small.goto(f"/games/{table.id}")
    assert (
        small.locator(".head-title > h1").evaluate("one => getComputedStyle(one).clipPath")
        != "none"
    )
    expect(small.locator(".result-title")).to_have_text("Red Nines 1881")
    assert small.locator(".podium-won .podium-total").evaluate(SIZE) == "36px"
    lines = (
        "all => all.map((one) => one.offsetHeight / parseFloat(getComputedStyle(one).lineHeight))"
    )
    says = small.locator(".podium-says")
    expect(says.first).to_contain_text("coins · holds")
    assert {round(many) for many in says.evaluate_all(lines)} == {1}


SIZE = "one => getComputedStyle(one).fontSize"
ASKS = "Who swept the aces?"


def test_who_swept_is_two_taps_without_scrolling(small, seat):
    table = played(seat, *EIGHT, variant="red-nines-1881")
    small.goto(f"/games/{table.id}")
    pad_page = PadPage(small)
    all_on_screen(small.locator("[data-asked] summary"))
    pad_page.ask()
    names = small.get_by_role("list", name=ASKS).get_by_role("button")
    expect(names).to_have_text(list(EIGHT))
    all_on_screen(names)
    assert too_small(small.locator("[data-asked] :is(summary, button)")) == []
    assert violations_in_both(small) == []
    # The rows below answer nothing meanwhile: a tap there only closes the names.
    place = small.locator('[data-seats] > [data-seat="3"]').bounding_box()
    small.touchscreen.tap(place["x"] + place["width"] / 2, place["y"] + place["height"] - 4)
    expect(names.first).to_be_hidden()
    expect(small.locator(PAD)).to_be_hidden()
    assert (table.read().version, table.read().answers) == (2, ())
    pad_page.sweep(3)
    row = small.locator('[data-seats] > [data-seat="3"]')
    expect(row).to_contain_text("swept A A")
    expect(small.locator("[data-unnote] button")).to_be_visible()
    expect(small.get_by_text(ASKS)).to_have_count(0)
    assert pad_page.taps == 3
