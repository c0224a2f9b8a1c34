"""Games that are begun without signal: the next one with the same people, and a new one."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import Join, Seat
from tests.browser.fingers import Fingers, wait_until
from tests.browser.live_server import LiveServer
from tests.chromium import excuse
from tests.tables import Table, all_games

HANDS = [(10, 0), (4, 0), (5, 0)]
KNOWS_THE_NEXT = """
    performance.getEntriesByType("resource").some(({ name }) => name.endsWith("/next-sheet"))
"""
PATTERNS_ARE_KEPT = """
    caches.open("pages").then((pages) => pages.keys())
        .then((keys) => keys.some(({ url }) => url.endsWith("/patterns")))
"""
NO_ANSWER = r"40[49] .*/news|ERR_CONNECTION_REFUSED|ERR_INTERNET_DISCONNECTED|503 |ERR_FAILED"
KEPT = """async (paths) => {
    const keys = await caches.open("pages").then((pages) => pages.keys());
    const kept = keys.map(({ url }) => url);
    const isKept = (path) => (url) => path.endsWith("?") ? url.includes(path) : url.endsWith(path);
    return paths.every((path) => kept.some(isKept(path)));
}"""

# How many things wait to be sent.
ITEMS = """() => new Promise((done) => {
    indexedDB.open("outbox").onsuccess = ({ target: { result } }) => {
        const asked = result.transaction("items").objectStore("items").count();
        asked.onsuccess = () => done(asked.result);
    };
})"""


@pytest.fixture
def phone(join: Join, page_problems: list[str]) -> Any:
    """A phone that may keep pages."""
    page = join(service_workers="allow")
    yield page
    page.close()
    excuse(page_problems, NO_ANSWER)


def without_signal(page: Page) -> Fingers:
    """Fingers that do not wait until the server has what they save."""
    fingers = Fingers(page)
    fingers.without_signal = True
    return fingers


def back(server: LiveServer, table: Table, *pages: Page) -> None:
    """There is signal again, and these phones hear of it."""
    server.start()
    table.database = server.database
    for page in pages:
        page.evaluate("dispatchEvent(new Event('online'))")


def until(page: Page, true: Callable[[], bool]) -> None:
    """Wait for something that is asked from outside the page."""
    for _ in range(600):
        if true():
            return
        page.wait_for_timeout(50)
    raise AssertionError("it does not come to that")


def until_kept(page: Page, *paths: str) -> None:
    """Wait until this phone keeps pages, and what belongs to them."""
    until(page, lambda: bool(page.evaluate(KEPT, list(paths))))


def played(table: Table) -> list[list[int]]:
    """Who went out, deal by deal, in all games of this club, the one begun last first."""
    games = all_games(table.database, table.club)
    sheets = [Table(table.database, table.club, game.id).read().sheet for game in games]
    return [[deal.record["out"] for deal in sheet.deals] for sheet in sheets]


def test_three_games_in_a_row(phone: Page, table: Table, server: LiveServer) -> None:
    """Signal goes early in the first of them."""
    table.deal(0, 7, 23, 12)
    path, fingers = f"/games/{table.id}", without_signal(phone)
    heading = phone.get_by_role("heading", level=1)
    again = phone.get_by_role("button", name="Same again")
    phone.goto(path)
    wait_until(phone, "Boolean(navigator.serviceWorker.controller)")
    until_kept(phone, path, "/next-sheet", f"{path}/patterns")
    server.stop()
    for _ in range(3):
        number = int(str(heading.text_content()).split()[1])
        for out in range(number - 1, 3):
            fingers.score(out, HANDS)
            expect(heading).to_have_text(f"Deal {out + 2} of 4")
        phone.reload()
        expect(heading).to_have_text("Deal 4 of 4")
        fingers.score(3, HANDS)
        again.tap()
        expect(heading).to_have_text("Deal 1 of 4")
    last = phone.url.rpartition("/")[2]
    back(server, table, phone)
    whole = [0, 1, 2, 3]
    until(phone, lambda: played(table) == [[], whole, whole, whole])
    until(phone, lambda: not phone.evaluate(ITEMS))
    assert all_games(table.database, table.club)[0].id == last


@pytest.mark.parametrize("opened", ["/games/new", "/games/new?variant=red-nines"])
def test_a_new_game(phone: Page, seat: Seat, server: LiveServer, opened: str) -> None:
    """Of people with any names, and with all that its page needs."""
    names = ("Ann", "Ben", "D'Arcy & <b>Co", "Dan")
    table, missing = seat(*names), list[str]()
    table.deal(0, 7, 23, 12)
    phone.goto(opened)
    wait_until(phone, "Boolean(navigator.serviceWorker.controller)")
    phone.reload()
    until_kept(phone, opened, "/games/new/page?")
    server.stop()
    phone.goto("/games/new")
    phone.on("requestfailed", lambda asked: missing.append(asked.url))
    for name in reversed(names):
        phone.get_by_role("button", name=name, exact=True).tap()
    phone.locator("[data-sits]", has_text="Ben").tap()
    phone.get_by_role("button", name="Deals first", exact=True).tap()
    phone.get_by_role("button", name="Start").tap()
    phone.wait_for_url("**/games/*-*")
    expect(phone.locator("[data-sheet]")).to_contain_text("Ben deals")
    expect(phone.locator(".row-name").nth(1)).to_have_text(names[2])
    without_signal(phone).score(3, HANDS)
    expect(phone.get_by_role("heading", level=1)).to_contain_text("Deal 2")
    game = phone.url.rpartition("/")[2]
    phone.goto("/score")
    expect(phone.locator(".row-total").nth(1)).to_contain_text(", total 4")
    assert not [url for url in missing if "/static/" in url]
    back(server, table, phone)
    until(phone, lambda: played(table) == [[3], [0]])
    assert all_games(table.database, table.club)[0].id == game


def test_two_phones_that_both_begin_the_next_game_make_two(
    join: Join, table: Table, server: LiveServer, page_problems: list[str]
) -> None:
    """In open pages, as there are no others where no worker keeps any."""
    table.deal(0, 7, 23, 12)
    table.write("end", {"why": "late"})
    phones = [join(), join()]
    for page in phones:
        page.goto(f"/games/{table.id}")
        wait_until(page, KNOWS_THE_NEXT)
    server.stop()
    for page in phones:
        page.get_by_role("button", name="Same again").tap()
        expect(page.get_by_role("heading", level=1)).to_have_text("Deal 1 of 4")
    fingers = without_signal(phones[1])
    for out in (1, 2):
        fingers.score(out, HANDS)
        expect(phones[1].get_by_role("heading", level=1)).to_have_text(f"Deal {out + 1} of 4")
    back(server, table, *phones)
    until(phones[1], lambda: sorted(played(table)) == [[], [0], [1, 2]])
    assert phones[0].url != phones[1].url
    expect(phones[1].get_by_role("heading", level=1)).to_have_text("Deal 3 of 4")
    # Somebody puts one of them into the bin.
    phones[0].goto(f"{phones[0].url}/more")
    phones[0].get_by_role("button", name="Delete this game").tap()
    expect(phones[0].get_by_text("was deleted")).to_be_visible()
    assert sorted(played(table)) == [[0], [1, 2]]
    excuse(page_problems, NO_ANSWER)


def test_what_comes_late_of_the_last_game_leaves_the_next_one_alone(
    join: Join, table: Table, server: LiveServer, page_problems: list[str]
) -> None:
    """Its patterns are asked for twice where they take long, and one answer may never come."""
    table.deal(0, 7, 23, 12)
    table.write("end", {"why": "late"})
    page = join()
    held: list[Route] = []
    page.route("**/patterns", lambda route: held.append(route))
    page.goto(f"/games/{table.id}")
    wait_until(page, KNOWS_THE_NEXT)
    until(page, lambda: len(held) == 2)
    with page.expect_request_finished(lambda request: request.url.endswith("/patterns")):
        held[0].continue_()
    wait_until(page, PATTERNS_ARE_KEPT)
    server.stop()
    page.get_by_role("button", name="Same again").tap()
    heading = page.get_by_role("heading", level=1)
    expect(heading).to_have_text("Deal 1 of 4")
    held[1].abort()
    page.wait_for_timeout(300)
    without_signal(page).score(1, HANDS)
    expect(heading).to_have_text("Deal 2 of 4")
    back(server, table, page)
    until(page, lambda: sorted(played(table)) == [[0], [1]])
    excuse(page_problems, NO_ANSWER)


def test_a_game_whose_sheet_is_not_known_begins_later(
    join: Join, table: Table, server: LiveServer, page_problems: list[str]
) -> None:
    table.deal(0, 7, 23, 12)
    table.write("end", {"why": "late"})
    page = join()
    page.route("**/next-sheet", lambda route: route.abort())
    page.goto(f"/games/{table.id}")
    wait_until(page, KNOWS_THE_NEXT)
    server.stop()
    again = page.get_by_role("button", name="Same again")
    for _ in range(2):
        again.tap()
        expect(page.locator("[data-told]")).to_contain_text("begins as soon as there is some")
    back(server, table, page)
    expect(page.get_by_role("heading", level=1)).to_have_text("Deal 1 of 4")
    assert played(table) == [[], [0]]
    excuse(page_problems, NO_ANSWER)
