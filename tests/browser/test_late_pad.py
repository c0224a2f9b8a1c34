"""The pad is fetched late: a tap that is too early for it waits."""

from playwright.sync_api import expect

from tests.browser.pad_page import PadPage, pad
from tests.chromium import excuse

PAD_MODULE = "**/js/pad/pad.js"


def test_a_tap_before_the_pad_is_there_opens_it_when_it_has_come(phone, seat):
    held = []
    phone.route(PAD_MODULE, lambda route: held.append(route))
    game = f"/games/{seat(variant='red-nines-1881').id}"
    with phone.expect_request(PAD_MODULE):
        phone.goto(game, wait_until="commit")
    pad_page = PadPage(phone)
    for out in (1, 2):
        pad_page.tap(f'[data-seats] [data-seat="{out}"] [data-out]')
    expect(pad(phone)).to_be_hidden()
    assert phone.url.endswith(game)
    assert len(held) == 1
    held[0].continue_()
    expect(pad(phone)).to_be_visible()
    expect(pad(phone).locator("[data-ask='out'] option:checked")).to_have_text("Cat is out")


def test_where_the_pad_cannot_be_had_a_tap_opens_the_plain_form(phone, seat, page_problems):
    phone.route(PAD_MODULE, lambda route: route.abort())
    phone.goto(f"/games/{seat(variant='pink-nines').id}")
    phone.wait_for_load_state("networkidle")
    PadPage(phone).tap('[data-seats] [data-seat="2"] [data-out]')
    phone.wait_for_url("**/deals/new?out=2")
    expect(phone.get_by_role("radio", name="Cat")).to_be_checked()
    excuse(page_problems, "pad/pad.js|ERR_FAILED")
