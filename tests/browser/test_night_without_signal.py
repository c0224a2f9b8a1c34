"""Games without signal, and what two phones make of one."""

import pytest
from playwright.sync_api import expect
from sqlalchemy import select

from scorer.storage.schema import games
from tests.browser.pad_page import PadPage, title, wait_for, wait_for_idle
from tests.tables import Table

ALL_SENT = """() => new Promise((done, failed) => {
    const opening = indexedDB.open("outbox");
    opening.onerror = failed;
    opening.onsuccess = () => {
        const { result } = opening;
        const rows = result.transaction("items").objectStore("items").count();
        rows.onsuccess = () => { result.close(); done(rows.result === 0); };
    };
})"""


def until_all_sent(page):
    """Wait until nothing waits on a phone any more."""
    wait_for(page, lambda: page.evaluate(ALL_SENT), "something still waits on the phone")


HANDS = [(10, 0), (4, 0), (5, 0)]


def played(server, club):
    """Who went out, deal by deal, in all games of a club, in the order of their starts."""
    database = server.database
    with database.reading() as connection:
        mine = select(games.c.id).where(games.c.club == club)
        started = list(connection.scalars(mine.order_by(games.c.started_at)))
    found = [Table(database, club, game).read().sheet for game in started]
    return [[deal.record["out"] for deal in sheet.deals] for sheet in found]


def until_played(page, server, club, *wanted):
    """Wait until the server has these games."""
    wait_for(page, lambda: sorted(played(server, club)) == sorted(wanted))


SAVE_DEAL = """async (content) => {
  const file = document.querySelector("script[src$='game.js']").src;
  const { write } = await import(file.replace("game.js", "write.js"));
  void write("deal", content);
}"""


def save_deal(page, table, facts):
    """Save a deal on a phone, which does not wait for the answer."""
    page.evaluate(SAVE_DEAL, {"after": table.read().sheet.last_deal, "facts": facts})


def test_only_the_trump_of_the_head_is_known_without_signal(server, join, seat):
    table = seat("Ann", "Ben", "Cat", variant="ninety-nine", house_rules={"length": "target"})
    table.score({"tricks": [4, 3, 2], "bids": [4, 3, 2]})
    page = join()
    page.goto(f"/games/{table.id}", wait_until="networkidle")
    expect(page.locator(".outbox-line")).to_be_attached()
    trump = page.locator("[data-trump]")
    expect(trump).to_contain_text("♣ Clubs are trumps (three made it)")
    expect(page.get_by_text("2nd")).to_be_visible()
    server.stop()
    save_deal(page, table, {"tricks": [4, 3, 2], "bids": [4, 2, 3]})
    expect(title(page)).to_have_text("Deal 3")
    expect(page.get_by_role("link", name="Score deal 3")).to_be_visible()
    expect(page.locator(".outbox-line")).to_contain_text("1 deal")
    expect(trump).to_contain_text("♠ Spades are trumps")
    expect(trump.locator("small")).to_be_hidden()
    expect(page.locator(".crown")).to_be_visible()
    expect(page.locator(".drama")).to_have_text("With what waits on this phone.")
    totals = [
        text.removeprefix(", total ") for text in page.locator("[data-total]").all_text_contents()
    ]
    expect(page.locator("[data-deals] tfoot td")).to_have_text(totals)
    expect(page.locator(".row-place")).to_have_text([", in front", ", 2nd", ", 3rd"])


@pytest.mark.long
def test_two_phones_that_both_begin_the_next_game_begin_one(server, join, table, club):
    table.deal(0, 7, 23, 12)
    table.write("end", {"why": "late"})
    phones = [join(), join()]
    for page in phones:
        page.goto(f"/games/{table.id}")
        wait_for_idle(page)
        expect(page.locator(".outbox-line")).to_be_attached()
    server.stop()
    for page in phones:
        page.get_by_role("button", name="Same again").tap()
        expect(title(page)).to_have_text("Deal 1 of 4")
    PadPage(phones[1], without_signal=True).score(1, HANDS)
    expect(title(phones[1])).to_have_text("Deal 2 of 4")
    server.start()
    for page in phones:
        page.evaluate("void dispatchEvent(new Event('online'))")
    until_played(phones[1], server, club, [0], [1])
    for page in phones:
        until_all_sent(page)
        expect(title(page)).to_have_text("Deal 2 of 4")
    assert phones[0].url == phones[1].url
