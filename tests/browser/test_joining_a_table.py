"""Phones scan the code of a table, take their seats, and are sent away and let in again."""

import pytest
from playwright.sync_api import expect

from tests.browser.pad_page import wait_for
from tests.browser.test_accessibility import violations_in_both
from tests.browser.test_sharing import CATCH_COPY
from tests.chromium import excuse

# Buttons that are called by other words than those that stand on them.
MISNAMED = """[...document.querySelectorAll("main button[aria-label]")]
    .filter((one) => !one.ariaLabel.startsWith(one.innerText.trim()))
    .map((one) => one.outerHTML)"""


def test_a_seat_is_taken_by_one_phone_and_back_by_another(join, new_phone, server, club, table):
    at = f"{server.url}/games/{table.id}"
    host = join("manage")
    code = server.table_code(club, table.read().night)
    first = new_phone(base_url=server.url)
    second = new_phone(base_url=server.url)
    for phone in (first, second):
        phone.goto(code)
        smallest = phone.locator(".seat-buttons button").evaluate_all(
            "all => Math.min(...all.map(one => one.offsetHeight))"
        )
        assert smallest >= 44
    first.get_by_role("button", name="Ben").tap()
    expect(first).to_have_url(at)
    second.reload()
    second.get_by_role("button", name="Ben").tap()
    expect(second.get_by_role("heading", name="Take Ben’s seat?")).to_be_visible()
    assert violations_in_both(second) == []
    second.get_by_role("link", name="Phones at the table").tap()
    expect(second.get_by_role("heading", name="Phones at the table")).to_be_visible()
    assert second.evaluate(MISNAMED) == []
    second.get_by_role("button", name="I sit here: Cat’s seat").tap()
    expect(second).to_have_url(at)
    second.goto(f"{at}/phones")
    second.get_by_role("button", name="I sit here: Ben’s seat").tap()
    second.get_by_role("button", name="Take it").tap()
    expect(second.locator('main[data-my-seat="1"]')).to_be_attached()
    # The sheet that is open on the other phone says so by itself, and takes the seat back.
    lost = first.locator("[data-lost]")
    expect(lost).to_contain_text("Another phone holds Ben’s seat now.")
    expect(first.get_by_text("This phone only watches")).to_be_hidden()
    lost.get_by_role("button", name="Take it").tap()
    first.get_by_role("button", name="Take it").tap()
    expect(lost).to_be_hidden()
    expect(first.locator('main[data-my-seat="1"]')).to_be_attached()
    expect(second.locator("[data-lost]")).to_be_visible()
    host.goto(f"/games/{table.id}/phones")
    host.locator("summary").first.tap()
    assert host.evaluate(MISNAMED) == []


def test_a_phone_that_was_removed_is_let_in_again(
    join, new_phone, server, club, table, page_problems
):
    host = join("manage")
    code = server.table_code(club, table.read().night)
    guest = new_phone(base_url=server.url)
    guest.goto(code)
    guest.get_by_role("button", name="Ben").tap()
    expect(guest).to_have_url(f"{server.url}/games/{table.id}")
    host.goto(f"/games/{table.id}/phones")
    # Not by a slip of the thumb.
    host.locator("summary", has_text="Remove").tap()
    host.get_by_role("button", name="Remove it").tap()
    expect(host.locator("summary")).to_have_count(0)
    # The page asks for news, and says so itself.
    expect(guest.get_by_role("heading", name="This phone was removed")).to_be_visible()
    assert violations_in_both(guest) == []
    excuse(page_problems, "401")
    host.get_by_role("button", name="Let it in").tap()
    expect(host.get_by_role("heading", name="Removed tonight")).to_have_count(0)
    guest.get_by_role("link", name="Look again").tap()
    expect(guest).to_have_url(f"{server.url}/games/{table.id}")
    expect(guest.get_by_text("This phone only watches")).to_be_hidden()


def test_the_code_is_one_tap_away_and_tells_who_has_joined(
    join, new_phone, server, table, monkeypatch, page_problems
):
    monkeypatch.setattr("scorer.web.games.phones.base_for_phones", lambda: server.url)
    host, stranger = join("manage"), new_phone(base_url=server.url)
    host.goto(f"/games/{table.id}")
    host.get_by_role("button", name="Let other phones join").tap()
    expect(host.get_by_role("img", name="QR code of the link")).to_be_in_viewport(ratio=1)
    wide = host.locator("svg.qr").evaluate("qr => qr.getBoundingClientRect().width / innerWidth")
    assert wide > 0.85
    assert violations_in_both(host) == []
    # Where the phone lies across, the code is as high as the screen.
    host.set_viewport_size({"width": 844, "height": 390})
    host.goto(f"/games/{table.id}")
    host.get_by_role("button", name="Let other phones join").tap()
    expect(host.get_by_role("img", name="QR code of the link")).to_be_in_viewport(ratio=1)
    expect(host.locator(".code-large")).to_be_in_viewport(ratio=1)
    assert host.locator("svg.qr").evaluate("qr => qr.getBoundingClientRect().height") > 300
    host.evaluate("scrollTo(0, 0)")
    expect(host.get_by_role("img", name="QR code of the link")).to_be_in_viewport(ratio=1)
    host.set_viewport_size({"width": 390, "height": 844})
    expect(host.get_by_text("0 of 4 seats have a phone")).to_be_visible()
    stranger.goto("/")
    excuse(page_problems, "401")
    stranger.get_by_label("Code").fill(host.locator(".code-large").inner_text().lower())
    stranger.get_by_role("button", name="Join").tap()
    stranger.get_by_role("button", name="Cat").tap()
    expect(stranger).to_have_url(f"{server.url}/games/{table.id}")
    expect(host.get_by_text("1 of 4 seats has a phone")).to_be_visible()
    expect(host.get_by_text("Joined: Cat")).to_be_visible()
    host.get_by_text("Take a seat with this phone").tap()
    host.get_by_role("button", name="Ann").tap()
    expect(host.get_by_text("2 of 4 seats have a phone")).to_be_visible()
    # Back is the sheet.
    host.goto(f"/games/{table.id}")
    expect(host.get_by_role("heading", name="Deal 1")).to_be_visible()


@pytest.mark.long
def test_the_link_of_a_table_is_shared_and_copied_after_news_too(
    join, sit, server, table, monkeypatch
):
    monkeypatch.setattr("scorer.web.games.phones.base_for_phones", lambda: server.url)
    host = join("manage")
    host.add_init_script("navigator.share = async (sent) => void (window.shared = sent)")
    host.add_init_script(CATCH_COPY)
    host.goto(f"/games/{table.id}/code")
    host.get_by_role("button", name="Show the code").tap()
    link = host.locator("#link").input_value()
    sit(table, "Ben")
    expect(host.get_by_text("Joined: Ben")).to_be_visible()
    host.get_by_role("button", name="Share").tap()
    assert host.evaluate("shared") == {"title": "Join Our table", "text": link}
    host.get_by_role("button", name="Copy").tap()
    expect(host.get_by_text("Copied ✓")).to_be_visible()
    assert host.evaluate("copied") == link
    assert join("manage").goto(link).status == 200


def test_pages_about_nights_are_fresh_and_keep_what_is_typed(join, table):
    table.deal(0, 5, 6, 7)
    phone = join("score")
    phone.goto(f"/nights/{table.read().night}")
    seats = phone.locator(".line-seats").first
    expect(seats).to_contain_text("Dan 7")
    fold = phone.locator("details").last
    fold.locator("summary").tap()
    table.deal(0, 5, 6, 30)
    expect(seats).to_contain_text("Dan 37")
    expect(fold).to_have_attribute("open", "")
    phone.goto("/")
    main, seats = phone.locator("#main"), phone.locator("#main .go-on .line-seats")
    expect(seats).to_contain_text("Dan 37")
    main.evaluate(
        """main => {
            const field = document.createElement("input");
            field.dataset.typed = "";
            main.append(field);
            field.focus();
        }"""
    )
    asked = []
    phone.on("response", lambda answer: asked.append(answer.status))
    table.deal(0, 5, 6, 7)
    wait_for(phone, lambda: 200 in asked)
    expect(main.locator("[data-typed]")).to_have_count(1)
    main.locator("[data-typed]").evaluate("field => field.blur()")
    expect(seats).to_contain_text("Dan 44")
