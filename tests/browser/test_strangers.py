"""Two strangers on one server: each begins a table, loses the phone, and finds the way back."""

from dataclasses import replace

import pytest
from playwright.sync_api import expect

from tests.browser.live_server import LiveServer
from tests.browser.pad_page import PadPage, type_deal
from tests.browser.pages import type_names
from tests.chromium import excuse


@pytest.fixture(scope="module")
def open_server(tmp_path_factory, prepared_file):
    """A server where anybody may begin a club."""
    server = LiveServer(tmp_path_factory.mktemp("open"), prepared_file)
    address = "https://cards.example.org"
    server.settings = replace(server.settings, new_clubs="anybody", public_url=address)
    server.start()
    yield server
    server.stop()


def begin(page, *names):
    """Start a table and play a deal of it; the address of the game."""
    page.goto("/")
    page.get_by_role("link", name="Start a table").tap()
    type_names(page, *names)
    page.get_by_role("button", name="Start", exact=True).tap()
    expect(page.get_by_text("Deal 1 of")).to_be_visible()
    type_deal(page, 7, 23, 32)
    PadPage(page).save()
    expect(page.get_by_text("Deal 2 of")).to_be_visible()
    return page.url


def invite(page, guest, game):
    """Invite another phone, which joins and sees the game."""
    page.goto("/club/")
    page.get_by_role("button", name="Invite").tap()
    guest.goto("/")
    guest.get_by_label("Code").fill(page.locator(".code-large").inner_text())
    guest.get_by_role("button", name="Join").tap()
    expect(guest.get_by_label("Your name")).to_be_visible()
    guest.get_by_role("button", name="Join").tap()
    expect(guest.get_by_text("Deal 2 of")).to_be_visible()
    guest.goto(game)
    expect(guest.locator("#sheet")).to_be_visible()


def keep_way_back(page, game):
    """Stop the game, and keep the letters that its result offers."""
    page.goto(f"{game}/end")
    page.locator("main form button").last.tap()
    page.get_by_role("link", name="Keep your way back").tap()
    letters = page.locator(".code-large").inner_text()
    page.get_by_role("button", name="I have written it down").tap()
    expect(page.get_by_role("link", name="Make a new way back")).to_be_visible()
    page.goto(game)
    expect(page.get_by_role("link", name="Keep your way back")).to_have_count(0)
    return letters


def come_back(page, letters, game):
    """Lose all that the phone knew, and come back by the letters."""
    # An open page would load itself again, against the way there.
    page.goto("about:blank")
    page.context.clear_cookies()
    page.goto(game)
    page.get_by_label("Code").fill(letters.lower())
    page.get_by_role("button", name="Join").tap()
    page.get_by_text("Remove all other phones").tap()
    page.get_by_role("button", name="Remove them").tap()
    expect(page.get_by_role("button", name="Remove them")).to_have_count(0)
    page.goto(game)


def test_two_strangers_lose_their_phones_and_come_back(new_phone, open_server, page_problems):
    phones = [new_phone(base_url=open_server.url) for _ in range(2)]
    tables = [("Ann", "Ben", "Cat", "Dan"), ("Eve", "Fay", "Gus", "Hal")]
    games = [begin(phone, *names) for phone, names in zip(phones, tables, strict=True)]
    guest = new_phone(base_url=open_server.url)
    invite(phones[0], guest, games[0])
    kept = [keep_way_back(phone, game) for phone, game in zip(phones, games, strict=True)]
    for phone, letters, game, names in zip(phones, kept, games, tables, strict=True):
        come_back(phone, letters, game)
        for name in names:
            expect(phone.locator("#sheet").get_by_text(name, exact=True).first).to_be_visible()
    assert guest.goto(games[0]).status == 401
    assert phones[0].goto(games[1]).status == 404
    for status in ("401", "404"):
        excuse(page_problems, status)


@pytest.mark.long
def test_what_a_stranger_reads_and_the_way_back_fit_a_small_phone(
    new_phone, open_server, page_problems
):
    page = new_phone(base_url=open_server.url, viewport=(360, 640))
    page.goto("/")
    assert is_in_view(page.get_by_text("No account, no mail"), page.get_by_role("navigation"))
    game = begin(page, "Ann", "Ben", "Cat", "Dan")
    page.goto(f"{game}/end")
    page.locator("main form button").last.tap()
    assert is_in_view(page.get_by_role("link", name="Keep your way back"), page.locator(".dock"))
    excuse(page_problems, "401")


@pytest.mark.long
def test_a_code_and_its_end_fit_a_small_phone(new_phone, open_server, page_problems):
    page = new_phone(base_url=open_server.url, viewport=(360, 640))
    game = begin(page, "Ann", "Ben", "Cat", "Dan")
    for path, shows, heading in (
        ("/club/", "Invite", "Invitation"),
        (f"{game}/code", "Show the code", "Join this table"),
    ):
        page.goto(path)
        page.get_by_role("button", name=shows).tap()
        expect(page.get_by_role("heading", name=heading)).to_be_visible()
        for part in (page.locator(".code-large"), page.get_by_text("good until")):
            assert is_in_view(part, page.get_by_role("navigation")), path
    excuse(page_problems, "401")


def is_in_view(element, over):
    """Whether all of an element is seen above what lies over the page."""
    expect(element).to_be_in_viewport(ratio=1)
    box = element.bounding_box()
    return box["y"] + box["height"] <= over.bounding_box()["y"]
