"""What another phone notes of a deal while the pad of this one is open, and taps too many."""

from playwright.sync_api import expect

from tests.browser.pad_page import expect_sent, fetch_sheet, message, pad


def note(table, seat):
    """Another phone notes who swept the aces of deal 1."""
    table.answer(("aces_swept_by", -1, seat))


def swept(page):
    """Who swept the aces, as the pad has it."""
    return pad(page).locator("[data-ask='aces_swept_by'] option:checked")


def type_all(pad_page):
    """Ben is out, and everybody else holds two cards."""
    pad_page.out(1)
    for _ in range(7):
        pad_page.count(2)


def test_an_open_pad_takes_over_what_its_phone_learns(old, pad_page, eight):
    pad_page.out(1)
    note(eight, 2)
    fetch_sheet(old)
    expect(message(old)).to_have_text("Another phone changed what is noted.")
    expect(swept(old)).to_have_text("Cat swept the aces")
    eight.answer(clear=[("aces_swept_by", -1)])
    fetch_sheet(old)
    expect(message(old)).to_have_text("Another phone changed what is noted.")
    expect(swept(old)).to_have_text("nobody swept the aces", ignore_case=True)
    for _ in range(7):
        pad_page.count(2)
    pad_page.save()
    assert "aces_swept_by" not in eight.read().sheet.deals[0].record
    # What was answered on the pad stays, and the pad says who noted otherwise.
    type_all(pad_page)
    pad(old).locator("[data-ask='aces_swept_by']").select_option("3")
    note(eight, 2)
    fetch_sheet(old)
    expect(message(old)).to_have_text("Another phone changed what is noted.")
    expect(swept(old)).to_have_text("Dan swept the aces")
    pad_page.save()
    assert eight.read().sheet.deals[1].record["aces_swept_by"] == 3


def tap_twice(page, button, come):
    """Two taps on the same spot, the second as soon as the first has shown what came of it."""
    box = button.bounding_box()
    assert box
    spot = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.touchscreen.tap(*spot)
    page.touchscreen.tap(*spot)
    expect(come).to_be_visible()
    page.touchscreen.tap(*spot)


def test_a_second_tap_does_not_take_the_sweep_back(old, pad_page, eight):
    old.wait_for_load_state("networkidle")
    pad_page.ask()
    button = old.locator('[data-asked] button[value="4"]')
    back = old.locator("[data-unnote] button")
    tap_twice(old, button, back)
    assert [one.value for one in eight.read().answers] == [4]
    # A moment later the button does what it says.
    pad_page.tap(back)
    expect(old.locator("[data-asked]")).to_be_visible()
    assert not eight.read().answers
    # Nor does it make a second void deal.
    void = old.locator("[data-void] button")
    pad_page.tap(".more-open")
    tap_twice(old, void, old.locator("[data-deals]"))
    expect_sent(old)
    assert len(eight.read().sheet.deals) == 1
