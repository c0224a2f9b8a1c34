"""A phone in two clubs: two tabs, what waits, and what it keeps for when there is no signal."""

import pytest
from playwright.sync_api import expect
from sqlalchemy import update

from scorer.services.club.devices import revoke_device
from scorer.storage.schema import clubs
from tests.browser.pad_page import (
    PadPage,
    expect_totals,
    line,
    message,
    row,
    type_deal,
    wait_for,
    wait_until,
)
from tests.chromium import excuse
from tests.joined import find_phone, of_browser
from tests.tables import begin, execute, new_id
from tests.web.test_several_clubs import copy_club

HANDS = [(7, 0), (23, 0), (12, 0)]
KEPT = """async () => {
  const pages = await caches.open("pages-of-clubs");
  return (await pages.keys()).map(({ url }) => url.slice(location.origin.length));
}"""


@pytest.fixture
def smith(server, club):
    """Another club, which has another name."""
    other = server.new_club()
    execute(server.database, update(clubs).where(clubs.c.id == other).values(name="Smith"))
    server.join(other, "manage")
    server.join(club, "manage")
    return other


@pytest.fixture
def theirs(server, smith):
    """A game of the other club."""
    return begin(server.database, smith, "Eve", "Fay", "Gus", "Hal")


def in_both(new_phone, server, club, smith, **options):
    """A phone that keeps score in both clubs and shows the first."""
    page = new_phone(base_url=server.url, **options)
    cookies = {**server.join(smith), **server.join(club)}
    page.context.add_cookies(of_browser(cookies, server.url))
    page.tokens = {one: cookies[f"scorer-{one}"] for one in (club, smith)}
    return page


@pytest.fixture
def phone(new_phone, server, club, smith):
    return in_both(new_phone, server, club, smith)


@pytest.fixture
def keeper(new_phone, server, club, smith, page_problems):
    """The same, and it may keep pages."""
    page = in_both(new_phone, server, club, smith, service_workers="allow")
    yield page
    page.close()
    excuse(page_problems, "503 |40[0-9]")


def test_two_tabs_show_and_write_two_clubs(phone, table, theirs, club, smith):
    other = phone.context.new_page()
    home = phone.context.new_page()
    home.goto("/")
    expect(home.locator("main")).to_contain_text("Ann")
    phone.goto(f"/games/{table.id}")
    other.goto(f"/games/{theirs.id}")
    expect(other.get_by_text("Now in Smith")).to_be_visible()
    PadPage(phone).score(0, HANDS)
    PadPage(other).score(1, HANDS)
    expect_totals(phone, 0, 7, 23, 12)
    expect_totals(other, 12, 0, 7, 23)
    assert (table.read().version, theirs.read().version) == (1, 1)
    # What was open before keeps itself fresh, and stays what it is.
    expect(home.get_by_text("Continue: deal 2")).to_be_visible()
    expect(home.locator("main")).not_to_contain_text("Eve")
    other.get_by_role("link", name="Play", exact=True).tap()
    expect(other.locator("main")).to_contain_text("Eve")
    phone.get_by_role("link", name="Play", exact=True).tap()
    expect(phone.locator("main")).to_contain_text("Ann")


def test_what_waits_is_written_in_its_club_after_a_switch(phone, table, theirs, smith):
    phone.goto(f"/games/{table.id}")
    phone.route("**/entries", lambda route: route.abort())
    PadPage(phone, without_signal=True).score(0, HANDS)
    phone.goto("/")
    expect(phone.locator("[data-waits-here]")).to_contain_text("Red Nines (Our table): not all")
    phone.get_by_role("link", name="See what waits").tap()
    expect(phone.get_by_role("link", name="Red Nines (Our table)")).to_be_visible()
    phone.goto("/")
    phone.get_by_role("link", name="Smith").tap()
    expect(phone.locator("main")).to_contain_text("Eve")
    phone.unroute("**/entries")
    saved = phone.get_by_text("Saved in Our table: Deal 1 · Ann is out")
    expect(saved).to_be_visible(timeout=40_000)
    box, page = saved.bounding_box(), phone.locator("main").bounding_box()
    assert (box["x"], box["width"]) == (12, page["width"] - 24)
    assert (table.read().version, theirs.read().version) == (1, 0)


def test_a_phone_that_was_removed_forgets_the_pages_of_that_club(
    keeper, server, table, theirs, club, smith
):
    keeper.goto(f"/games/{table.id}")
    wait_until(keeper, "Boolean(navigator.serviceWorker.controller)")
    keeper.goto(f"/games/{theirs.id}")
    own, other = f"/games/{table.id}?club={club}", f"/games/{theirs.id}?club={smith}"
    wait_for(keeper, lambda: {own, other} <= set(keeper.evaluate(KEPT)))
    # An open page of that club would load itself again, against the way there.
    keeper.goto(f"/games/{table.id}")
    device, *_ = find_phone(server.database, keeper.tokens[smith]) or (None,)
    revoke_device(server.database, smith, device.id)
    keeper.goto(f"/games/{theirs.id}")
    expect(keeper.get_by_role("heading", level=1)).to_have_text("This phone was removed")
    wait_for(keeper, lambda: not any(smith in address for address in keeper.evaluate(KEPT)))
    assert own in keeper.evaluate(KEPT)
    keeper.goto("/")
    expect(keeper.locator("main")).to_contain_text("Ann")


def test_without_signal_a_switch_shows_the_pages_of_that_club(
    keeper, server, table, theirs, club, smith
):
    for one in (club, smith):
        keeper.goto(f"/?club={one}")
        wait_until(keeper, "Boolean(navigator.serviceWorker.controller)")
        wait_for(keeper, lambda one=one: f"/?club={one}" in keeper.evaluate(KEPT))
    keeper.reload()
    server.stop()
    main = keeper.locator("main")
    keeper.goto("/")
    expect(main).to_contain_text("Eve")
    expect(keeper.locator(".as-of")).to_contain_text("As of")
    keeper.get_by_role("link", name="Our table").tap()
    expect(main).to_contain_text("Ann")
    keeper.goto("/")
    expect(main).to_contain_text("Ann")
    expect(main).not_to_contain_text("Eve")
    # What is kept of neither club is nothing, whatever the other one has.
    keeper.goto(f"/nights/?club={club}")
    expect(keeper.get_by_role("heading", level=1)).to_have_text("This page needs a signal")


def test_a_page_leads_on_in_its_club_where_two_have_the_id(keeper, server, table, club, smith):
    table.deal()
    copy_club(server.database, club, smith)
    keeper.goto(f"/games/{table.id}?club={smith}")
    wait_until(keeper, "Boolean(navigator.serviceWorker.controller)")
    keeper.goto(f"/nights/{table.night}?club={smith}")
    keeper.locator(f"a[href='/games/{table.id}']").first.tap()
    keeper.wait_for_url(f"**/games/{table.id}?club={smith}")
    expect(keeper.locator("[data-seats]")).to_be_visible()


@pytest.fixture
def game_of(server, club, smith):
    """The address of a game in each club, which both have since an import: `game_of(table)`."""

    def copied(table):
        copy_club(server.database, club, smith)
        return {one: f"/games/{table.id}?club={one}" for one in (club, smith)}

    return copied


def test_a_draft_is_of_the_game_of_its_club(phone, table, game_of, club, smith):
    table.deal()
    address = game_of(table)
    half_typed = phone.locator("body[data-draft]")
    phone.goto(address[club])
    type_deal(phone, 5, 6, out=1).close()
    expect(half_typed).to_be_attached()
    phone.goto(address[smith])
    PadPage(phone).out(2)
    expect(row(phone, 3)).not_to_contain_text("5")
    PadPage(phone).close()
    expect(half_typed).to_have_count(0)
    phone.goto(address[club])
    expect(half_typed).to_be_attached()


def test_an_answer_of_one_club_shows_no_sheet_in_the_other(phone, table, game_of, club, smith):
    table.deal()
    address, totals = game_of(table), table.read().sheet.totals
    phone.goto(address[club])
    phone.route("**/entries", lambda route: route.abort())
    PadPage(phone, without_signal=True).score(0, HANDS)
    phone.goto(address[smith])
    expect(line(phone)).to_contain_text("1 deal waits")
    # The next poll would bring the own sheet back.
    phone.route("**/news", lambda route: route.abort())
    phone.unroute("**/entries")
    expect(phone.get_by_text("Saved in Our table: Deal 2")).to_be_visible(timeout=40_000)
    expect_totals(phone, *totals)
    assert table.read().version == 2


def test_the_address_of_a_page_keeps_its_club(phone, table, game_of, smith):
    table.deal()
    address = game_of(table)[smith]
    phone.goto(f"{address}#main")
    PadPage(phone).out(1)
    phone.wait_for_url(f"**{address}")
    phone.goto(address.replace("?", "/table?"))
    phone.locator("[data-way-to]:visible").first.tap()
    wait_until(phone, "location.search.includes('way')")
    assert smith in phone.url
    assert phone.locator("[data-leave]").get_attribute("href").endswith(address)


def test_the_next_game_is_one_of_the_club_of_the_page(phone, table, game_of, smith):
    address = game_of(table.play_out())[smith]
    phone.goto(address)
    phone.get_by_role("button", name="Same again").tap()
    phone.wait_for_url(lambda url: url.endswith(f"?club={smith}") and address not in url)
    expect(phone.get_by_role("heading", level=1)).to_contain_text("Deal 1")


@pytest.mark.long
def test_what_was_refused_is_mended_on_the_page_of_its_club(
    phone, server, club, smith, game_of, page_problems
):
    rules = {"wins": "highest", "length": "target", "target": 100}
    table = begin(server.database, club, variant="points", house_rules=rules)
    address = game_of(table)
    phone.goto(address[club])
    phone.route("**/entries", lambda route: route.abort())
    for _ in range(2):
        type_deal(phone, 5, 6, 7, 8, without_signal=True).save()
    # With it the first deal ends the game.
    table.write("adjust", {"side": 0, "points": 100, "why": "a bet"}, id=new_id())
    phone.unroute("**/entries")
    phone.goto(address[smith])
    line(phone).get_by_role("button", name="could not be saved").tap()
    phone.get_by_role("link", name="Mend it").tap()
    phone.wait_for_url(f"**{address[club]}")
    expect(message(phone)).to_contain_text("The game is already over.")
    excuse(page_problems, "422 ")


@pytest.mark.long
def test_the_own_row_leads_to_leaving_the_club_of_its_page(phone, club, smith):
    phone.goto(f"/club/?club={smith}")
    phone.context.new_page().goto(f"/?club={club}")
    phone.get_by_text("this phone, may").tap()
    phone.get_by_role("link", name="Leave this club").tap()
    expect(phone.locator("#leave")).to_contain_text("Smith")
    phone.get_by_role("button", name="Leave it").tap()
    phone.wait_for_url("**/")
    phone.goto("/phone")
    phone.get_by_text("Leave this club").tap()
    expect(phone.locator("#leave")).to_contain_text("Our table")
