"""Games without signal, and what two phones make of one."""

import pytest
from playwright.sync_api import expect
from sqlalchemy import select

from scorer.storage.schema import games
from tests.browser.pad_page import PadPage, expect_totals, wait_for_idle, wait_until
from tests.browser.test_offline import IS_KEPT, NO_ANSWER, until_kept
from tests.chromium import excuse
from tests.tables import Table
from tests.web.counters import cards

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
    for _ in range(400):
        if page.evaluate(ALL_SENT):
            return
        page.wait_for_timeout(50)
    raise AssertionError("something still waits on the phone")


def first_game(pad_page):
    """What is entered of the first game from there on: with what people do besides."""
    pad_page.score(2, [(10, 0), (5, 0), (12, 0)])
    pad_page.tap_button("Undo")
    pad_page.page.wait_for_timeout(800)
    pad_page.score(2, [(10, 0), (6, 0), (12, 0)])
    expect_totals(pad_page.page, 11, 19, 29, 30)
    pad_page.tap("[data-deals] tr:nth-child(1) [data-correct]")
    pad_page.hand(2)
    pad_page.type(24)
    pad_page.save()
    expect_totals(pad_page.page, 11, 19, 30, 30)
    pad_page.score(3, [(4, 0), (20, 0), (3, 0)], on_red_nine=True)
    expect(heading(pad_page.page)).to_contain_text("won")


def second_game(pad_page):
    """The next one, which is taken back and begun again."""
    title = heading(pad_page.page)
    for _ in range(2):
        pad_page.tap_button("Same again")
        expect(title).to_have_text("Deal 1 of 4")
        pad_page.tap_button("Undo")
        expect(title).to_contain_text("won")
    pad_page.tap_button("Same again")
    pad_page.score(0, [(7, 0), (9, 1), (12, 0)])


def heading(page):
    """The title of the sheet."""
    return page.get_by_role("heading", level=1)


def test_two_games_without_signal_come_into_the_book(server, join, table, club, page_problems):
    table.deal(0, 7, 23, 12)
    table.deal(1, 5, 6, 8)
    phone = join(service_workers="allow")
    path = f"/games/{table.id}"
    phone.goto(path)
    pad_page = PadPage(phone)
    until_kept(phone, path, "/")
    wait_until(phone, IS_KEPT)
    phone.wait_for_load_state("networkidle")
    server.stop()
    pad_page.without_signal = True
    first_game(pad_page)
    second_game(pad_page)
    # The page is closed after the first deal, and opened again.
    phone.close()
    page = phone.context.new_page()
    page.goto(path)
    pad_page = PadPage(page, without_signal=True)
    expect(heading(page)).to_have_text("Deal 2 of 4")
    pad_page.score(1, [(7, 0), (23, 0), (12, 0)])
    expect(heading(page)).to_have_text("Deal 3 of 4")
    expect(page.get_by_text("wait on this phone")).to_be_visible()
    server.start()
    until_all_sent(page)
    # The page of a game asks for its news before that is started.
    excuse(page_problems, f"{NO_ANSWER}|404 .*/(news|entries)")
    page.reload()
    expect_totals(page, 12, 7, 25, 35)
    assert played(server, club) == [[0, 1, 2, 3], [0, 1]]
    first = Table(server.database, club, table.id).read()
    assert first.sheet.totals == (19, 59, 36, 30)
    kinds = ["deal"] * 3 + ["withdraw", "deal", "correct", "deal"]
    assert [entry.body.kind for entry in first.entries] == kinds


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
    for _ in range(400):
        if sorted(played(server, club)) == sorted(wanted):
            return
        page.wait_for_timeout(50)
    raise AssertionError(f"{played(server, club)} is not {wanted}")


SAVE_DEAL = """async (content) => {
  const file = document.querySelector("script[src$='game.js']").src;
  const { write } = await import(file.replace("game.js", "write.js"));
  void write("deal", content);
}"""


def save_deal(page, table, facts):
    """Save a deal on a phone, which does not wait for the answer."""
    page.evaluate(SAVE_DEAL, {"after": table.read().sheet.last_deal, "facts": facts})


def test_only_the_trump_of_the_head_is_known_without_signal(server, join, seat, page_problems):
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
    expect(heading(page)).to_have_text("Deal 3")
    expect(page.get_by_role("link", name="Score deal 3")).to_be_visible()
    expect(page.locator(".outbox-line")).to_contain_text("1 deal")
    expect(trump).to_contain_text("♠ Spades are trumps")
    expect(trump.locator("small")).to_be_hidden()
    expect(page.locator(".crown")).to_be_visible()
    expect(page.locator(".drama")).to_be_hidden()
    expect(page.locator(".row-place")).to_have_text(["♛, in front", ", 2nd", ", 3rd"])
    excuse(page_problems, NO_ANSWER)


@pytest.mark.long
def test_two_phones_that_both_begin_the_next_game_begin_one(
    server, join, table, club, page_problems
):
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
        expect(heading(page)).to_have_text("Deal 1 of 4")
    PadPage(phones[1], without_signal=True).score(1, HANDS)
    expect(heading(phones[1])).to_have_text("Deal 2 of 4")
    server.start()
    for page in phones:
        page.evaluate("void dispatchEvent(new Event('online'))")
    until_played(phones[1], server, club, [0], [1])
    for page in phones:
        until_all_sent(page)
        expect(heading(page)).to_have_text("Deal 2 of 4")
    assert phones[0].url == phones[1].url
    excuse(page_problems, NO_ANSWER)


def test_counters_are_bought_and_lent_without_signal(server, join, seat, page_problems):
    table = seat("Ann", "Ben", "Cat", "Dan", variant="red-nines-1881")
    table.score(cards(0, 1, 2, 3))
    page = join()
    page.goto(f"/games/{table.id}", wait_until="networkidle")
    expect(page.locator(".outbox-line")).to_be_attached()
    server.stop()
    pad_page = PadPage(page, without_signal=True)
    dialog, waits = page.get_by_role("dialog"), page.locator("[data-pending] li")

    def get_counters(seat, counters, source):
        pad_page.tap_button("Lend or buy counters")
        dialog.get_by_role("radio", name=seat).check()
        dialog.get_by_label("How many?").fill(counters)
        dialog.get_by_label("Where from?").select_option(label=source)
        pad_page.tap(dialog.get_by_role("button", name="Save"))

    get_counters("Ben has 26", "20", "bought from the box")
    expect(waits).to_have_text(["Ben: Bought 20 counters waits"])
    # What each has counts what waits; nobody lends to themselves.
    get_counters("Ben has 46", "5", "lent by Ben · has 46")
    expect(dialog).to_be_visible()
    dialog.get_by_label("Where from?").select_option(label="lent by Cat · has 34")
    pad_page.tap(dialog.get_by_role("button", name="Save"))
    expect(waits).to_have_count(2)
    expect_totals(page, 33, 51, 29, 33)
    pad_page.tap_button("Undo")
    expect_totals(page, 33, 46, 34, 33)
    server.start()
    page.evaluate("void dispatchEvent(new Event('online'))")
    until_all_sent(page)
    expect(page.locator("[data-notice]")).to_contain_text("Undone: Cat lent Ben 5.")
    kinds = [entry.body.kind for entry in table.read().entries]
    assert kinds == ["deal", "buy", "lend", "withdraw"]
    assert table.read().sheet.now.bought == (0, 20, 0, 0)
    excuse(page_problems, NO_ANSWER)
