"""The screen stays awake where the browser allows it, and says so where it does not."""

import pytest
from playwright.sync_api import expect

from tests.browser.pad_page import expect_totals, reload, wait_until
from tests.chromium import excuse
from tests.joined import of_browser

NO_WAKE_LOCK = "Object.defineProperty(navigator, 'wakeLock', {value: undefined})"
NO_VIDEO = "HTMLMediaElement.prototype.play = () => Promise.reject(new Error())"
ON_SCREEN = """new Promise((done) => {
    new IntersectionObserver(([{ intersectionRatio }]) => done(intersectionRatio === 1))
        .observe(document.querySelector("video"));
})"""
ASKED = """
    window.asked = [];
    navigator.wakeLock.request = (what) => Promise.resolve(window.asked.push(what));
"""
# It is asked for once the sheet is at rest.
IS_ASKED = "performance.getEntriesByType('resource').some(({ name }) => /live/.test(name))"


def test_the_screen_is_kept_awake_where_that_is_allowed(phone, table):
    phone.add_init_script(ASKED)
    phone.goto(f"/games/{table.id}")
    wait_until(phone, "window.asked.length === 1")
    assert phone.evaluate("window.asked") == ["screen"]
    expect(phone.locator("[data-awake-note]")).to_be_hidden()


def test_without_a_wake_lock_a_video_holds_the_screen(phone, pad_page, table):
    phone.add_init_script(NO_WAKE_LOCK)
    phone.goto(f"/games/{table.id}")
    note = phone.locator("[data-awake-note]")
    expect(note).to_be_visible()
    expect(note).to_contain_text("This screen may go dark while you play.")
    assert phone.locator("video").count() == 0
    pad_page.out(0)
    wait_until(phone, "document.querySelector('video')?.currentTime > 0")
    # All of it is on the screen, or the browser would not take it for watching.
    assert phone.evaluate(ON_SCREEN)
    pad_page.close()
    expect(note).to_be_hidden()
    assert phone.locator("video").count() == 1


@pytest.mark.long
def test_where_nothing_is_allowed_the_page_says_so_once(phone, pad_page, table):
    phone.add_init_script(NO_WAKE_LOCK)
    phone.add_init_script(NO_VIDEO)
    phone.goto(f"/games/{table.id}")
    note = phone.locator("[data-awake-note]")
    expect(note).to_be_visible()
    expect(note).to_contain_text("This screen may go dark while you play.")
    pad_page.tap(note.locator("[data-dismiss]"))
    expect(note).to_be_hidden()
    reload(phone)
    wait_until(phone, IS_ASKED)
    pad_page.out(0)
    expect(note).to_be_hidden()


def test_plain_http_holds_the_screen_and_says_what_is_missing(
    phone, pad_page, server, table, page_problems
):
    at_home = server.url.replace("127.0.0.1", "cards.test")
    cookies = {cookie["name"]: cookie["value"] for cookie in phone.context.cookies()}
    phone.context.add_cookies(of_browser(cookies, at_home))
    phone.goto(f"{at_home}/games/{table.id}")
    assert not phone.evaluate("isSecureContext")
    why = phone.get_by_role("link", name="Why", exact=True)
    expect(why).to_be_visible()
    address = why.get_attribute("href")
    pad_page.score(0, [(7, 0), (23, 0), (12, 0)])
    expect_totals(phone, 0, 7, 23, 12)
    wait_until(phone, "document.querySelector('video')?.currentTime > 0")
    phone.goto(f"{at_home}{address}")
    expect(phone.locator("main")).to_contain_text("only an address with https")
    expect(phone.get_by_role("button", name="Clear what this phone keeps")).to_be_hidden()
    # What Chromium says of every page over plain http.
    excuse(page_problems, "Cross-Origin-Opener-Policy")
