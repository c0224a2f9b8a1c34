"""What is saved without signal waits on this phone, and is sent once."""

import re

import pytest
from playwright.sync_api import expect
from sqlalchemy import update

from scorer.services.nights import bin
from scorer.storage.schema import devices
from tests.browser.pad_page import (
    HeldAnswer,
    PadPage,
    cost,
    expect_sent,
    expect_totals,
    line,
    pad,
    reload,
    row,
    type_deal,
    wait_for,
    wait_for_idle,
    wait_until,
    wait_until_kept,
)
from tests.browser.test_night_without_signal import ALL_SENT, save_deal
from tests.chromium import excuse
from tests.examples import usual_and_long
from tests.played_club import counters
from tests.tables import new_id

HANDS = [(7, 0), (23, 0), (12, 0)]
NO_ROOM = """
IDBObjectStore.prototype.put = function () {
  Promise.resolve().then(() => this.transaction.abort()).catch(() => {});
};
"""
PROVOKED = "40[0-9]|Failed to load"
BROKEN = "|Broken on purpose|Cannot destructure"

# What shows something says its name when it is called; that which is `broken` throws once.
SHOWERS = """
globalThis.showers = new Set();
globalThis.broken = new Set();
globalThis.call = (name) => {
  showers.add(name);
  if (broken.delete(name)) throw new Error(`Broken on purpose: ${name}`);
};
let made = 0;
globalThis.shower = (act, name = `listener ${made++}`) => (...all) => (call(name), act(...all));
"""
MARKED = {
    "store.js": (r"(?m)function subscribe\(.*\{$", r"\g<0> listener = shower(listener);"),
    "sheet.js": (r"\((overlay|animate) ?= ?(\w+)\)", r'(\1 = shower(\2, "\1"))'),
    **dict.fromkeys(
        ("outbox/overlay.js", "pending/scoring.js", "pending/words.js"),
        (r"(?m)^(?:export )?function (\w+)\(.*\{$", r'\g<0> call("\1");'),
    ),
}
OVERLAY = "outbox/overlay.js"
SAVER = f"performance.getEntriesByType('resource').some(({{ name }}) => name.endsWith('{OVERLAY}'))"

# All that the line says from here on.
SAYS = """() => {
  window.says = [];
  const told = document.querySelector(".outbox-line");
  const note = () => window.says.push(told.textContent);
  new MutationObserver(note).observe(told, { childList: true, subtree: true });
}"""


# What is in view of the sheet, and where: its head, the rows, and the notice.
PLACES = """() =>
    [...document.querySelectorAll("[data-sheet] :is(h1, .head-who, .row, [data-notice])")]
        .map((one) => one.getBoundingClientRect().top)"""


@pytest.fixture(autouse=True)
def provoked(join, page_problems):
    """Requests may fail here."""
    yield
    excuse(page_problems, PROVOKED + BROKEN)


@pytest.fixture
def cut(sheet, table):
    """The sheet, on a phone from which no entry gets through until `heard_again`."""
    sheet.wait_for_load_state("networkidle")
    sheet.context.route("**/entries", lambda route: route.abort())
    return sheet


def test_nothing_in_view_moves_when_the_answer_comes(join, seat):
    table = seat(variant="red-nines-1881")
    table.write("deal", {"after": None, "facts": counters(0)})
    page = join(viewport=(390, 700))
    page.goto(f"/games/{table.id}")
    wait_for_idle(page)
    held = HeldAnswer(page)
    page.get_by_role("button", name="Undo").tap()
    expect(page.get_by_role("button", name="Redo")).to_be_visible()
    page.evaluate("scrollTo(0, 0)")
    painted = page.evaluate(PLACES)
    sheet = page.locator("[data-sheet]").element_handle()
    assert sheet
    held.release()
    expect_sent(page)
    expect(page.locator("[data-painted]")).to_have_count(0)
    assert page.evaluate(PLACES) == painted
    assert not sheet.evaluate("(sheet) => sheet.isConnected")


def waits_here(page):
    """What other pages say of it."""
    return page.get_by_text("Red Nines: not all that was typed here is in the book.")


def heard_again(*pages):
    """There is a signal again, and each page hears of it."""
    pages[0].context.unroute_all(behavior="wait")
    for page in pages:
        page.evaluate("void dispatchEvent(new Event('online'))")


@pytest.fixture
def pad_page(pad_page):
    """The page of that phone, which waits for nothing to be sent."""
    pad_page.without_signal = True
    return pad_page


@pytest.mark.parametrize("has_signal", [True, False])
def test_a_deal_is_saved_whatever_cannot_be_shown(join, seat, soaking, has_signal):
    """All that shows something fails in the first deals; in the long run one by one in a deal."""

    def mark(route):
        answer = route.fetch()
        body = re.sub(*MARKED[answer.url.rpartition("/js/")[2]], answer.text())
        route.fulfill(response=answer, body=body)

    table, page = seat(variant="points"), join()
    page.add_init_script(SHOWERS)
    page.route(re.compile(rf"/js/({'|'.join(MARKED)})$"), mark)
    page.goto(f"/games/{table.id}")
    wait_for_idle(page)
    played, before, left = 0, 0, [[]]
    while left:
        page.evaluate("(names) => names.forEach((name) => broken.add(name))", left.pop())
        page.context.set_offline(not has_signal)
        save_deal(page, table, {"points": [1, 0, 0, 0]})
        if not has_signal:
            expect(line(page)).to_contain_text("1 deal waits on this phone")
            # It is shown while the phone still stores it.
            wait_until(page, f"({ALL_SENT})().then((sent) => !sent)")
            page.context.set_offline(False)
        expect_totals(page, played := played + 1, 0, 0, 0)
        expect_sent(page)
        assert table.read().version == played
        if played == 1:
            showers = page.evaluate("[...showers]")
            left = [[name] for name in showers] if soaking else [showers]
            before = len(showers)
        # What has failed may have kept others from being called.
        elif not soaking and (broken := page.evaluate("broken.size")) < before:
            before, left = broken, [[]]
    assert len(showers) > 20


@pytest.mark.parametrize("can_paint", usual_and_long(True, False))
def test_a_phone_that_is_handed_the_score_needs_no_reload(sheet, pad_page, table, can_paint):
    give(table, tonight="play", night=table.night)
    sheet.reload()
    wait_for_idle(sheet)
    give(table, tonight="score")
    wait_until(sheet, SAVER)
    expect(line(sheet)).to_be_attached()
    sheet.context.set_offline(True)
    if not can_paint:
        sheet.evaluate("document.getElementById('pending').remove()")
    pad_page.score(0, HANDS)
    expect(line(sheet)).to_contain_text("1 deal waits on this phone")
    expect_totals(sheet, *((0, 7, 23, 12) if can_paint else (0, 0, 0, 0)))
    sheet.context.set_offline(False)
    expect_sent(sheet)
    expect_totals(sheet, 0, 7, 23, 12)


def test_what_waits_survives_a_reload_and_is_sent_once(cut, pad_page, table):
    pad_page.score(0, HANDS)
    expect(line(cut)).to_contain_text("No signal · 1 deal waits on this phone")
    cut.evaluate(SAYS)
    pad_page.score(1, HANDS)
    expect(line(cut)).to_contain_text("2 deals wait")
    # What the phone keeps is never said to be lost.
    assert not [one for one in cut.evaluate("window.says") if "cannot keep" in one]
    reload(cut)
    expect_totals(cut, 12, 7, 30, 35)
    beside = cut.context.new_page()
    beside.goto(cut.url)
    expect_totals(beside, 12, 7, 30, 35)
    # What is saved in one tab is shown in the other once that is looked at.
    pad_page.score(2, HANDS)
    beside.evaluate("document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))")
    expect_totals(beside, 35, 19, 30, 42)
    heard_again(cut, beside)
    for page in (cut, beside):
        expect(line(page)).not_to_contain_text("wait")
        expect_totals(page, 35, 19, 30, 42)
    assert [entry.body.kind for entry in table.read().entries] == ["deal"] * 3


def test_what_is_refused_stays_and_is_mended_or_thrown_away(cut, seat):
    rules = {"wins": "highest", "length": "target", "target": 100}
    table = seat(variant="points", house_rules=rules)
    cut.goto(f"/games/{table.id}", wait_until="networkidle")
    places = cut.evaluate(PLACES)
    for number in range(3):
        type_deal(cut, 5, 6, 7, 8, without_signal=True).save()
        if not number:
            expect(line(cut)).to_contain_text("No signal")
            # No row moves under the finger that taps it next.
            assert cut.evaluate(PLACES)[:-1] == places[:-1]
    # What each needs is the server's to say.
    expect(cut.locator(".row-shows").first).to_be_hidden()
    # With it the first deal ends the game.
    bonus = new_id()
    table.write("adjust", {"side": 0, "points": 100, "why": "a bet"}, id=bonus)
    heard_again(cut)
    expect(line(cut)).to_contain_text("1 deal could not be saved")
    line(cut).get_by_role("button").tap()
    rows = cut.locator("[data-games] li")
    expect(rows).to_have_count(2)
    expect(rows.nth(0)).to_contain_text("Ann 5, Ben 6, Cat 7, Dan 8")
    expect(rows.nth(0)).to_contain_text("The game is already over.")
    expect(rows.nth(1)).to_contain_text("Waits behind")
    expect(cut.get_by_text("It is sent by itself")).to_be_hidden()
    table.seen = table.read().version
    table.write("withdraw", {"entry": bonus})
    rows.nth(0).get_by_role("link", name="Mend it").tap()
    expect(row(cut, 2)).to_contain_text("7")
    PadPage(cut).hand(2)
    PadPage(cut).type(9)
    PadPage(cut).save()
    expect_totals(cut, 15, 18, 23, 24)
    expect_sent(cut)
    assert table.read().sheet.totals == (15, 18, 23, 24)


@pytest.mark.long
def test_what_waits_says_what_it_is(cut, seat):
    table = seat(variant="red-nines-1881")
    cut.goto(f"/games/{table.id}", wait_until="networkidle")
    PadPage(cut).tap_more("[data-void] button")
    expect(cut.locator("[data-notice]")).to_contain_text("Deal 1 · void, dealt again")
    expect(cut.locator("[data-pending] li")).to_contain_text("waits")
    table = seat("Ann", "Jean-Luc", "Cat", "Dan", variant="points")
    cut.goto(f"/games/{table.id}", wait_until="networkidle")
    pad_page = type_deal(cut, 4, 5, 6, 7, without_signal=True)
    pad_page.save()
    for name in ("Undo", "Redo", "Undo"):
        cut.wait_for_timeout(800)
        pad_page.tap_button(name)
        expect(cut.get_by_role("button", name={"Undo": "Redo"}.get(name, "Undo"))).to_be_visible()
    wait_until_kept(cut)
    cut.goto("/outbox")
    rows = cut.locator("[data-games] li")
    expect(rows.locator("[data-what]")).to_have_text(
        [
            "Deal 1 · void, dealt again",
            "Deal 1 · Ann 4, Jean-Luc 5, Cat 6, Dan 7",
            *("Undo: Deal 1", "Redo: Deal 1", "Undo: Deal 1"),
        ]
    )


@pytest.mark.long
def test_the_sheet_stays_where_nothing_comes_of_another_try(sheet, pad_page):
    tries = []

    def busy(route):
        tries.append(route)
        route.fulfill(status=503, json={"error": {"code": "busy", "message": "Busy."}})

    sheet.route("**/entries", busy)
    pad_page.score(0, HANDS)
    expect(line(sheet)).to_contain_text("Busy. · 1 deal waits")
    shown = sheet.locator("[data-sheet]").element_handle()
    assert shown is not None
    many = len(tries) + 2
    wait_for(sheet, lambda: len(tries) >= many)
    assert shown.evaluate("shown => shown.isConnected")


@pytest.mark.long
def test_a_page_stays_while_something_waits_for_its_game_in_the_bin(
    sheet, pad_page, table, page_problems
):
    sheet.route("**/entries", lambda route: route.fulfill(status=503, json={}))
    pad_page.score(0, HANDS)
    expect(line(sheet)).to_contain_text("1 deal waits")
    shown = sheet.locator("[data-sheet]").element_handle()
    assert shown is not None
    with sheet.expect_response(lambda answer: answer.status == 409):
        bin.delete(table.database, table.club, "game", table.id, device=None)
    sheet.wait_for_timeout(500)
    assert shown.evaluate("shown => shown.isConnected")
    excuse(page_problems, "409 .*/news")


def test_every_page_says_that_something_waits(cut, pad_page, table):
    cut.goto("/")
    cut.wait_for_load_state("networkidle")
    expect(waits_here(cut)).to_be_hidden()
    cut.goto(f"/games/{table.id}")
    pad_page.score(0, HANDS)
    cut.goto("/")
    expect(waits_here(cut)).to_be_visible()
    bin.delete(table.database, table.club, "game", table.id, device=None)
    heard_again(cut)
    cut.goto(f"/games/{table.id}")
    expect(cut.get_by_role("heading", level=1)).to_have_text("This game is in the bin")
    expect(waits_here(cut)).to_be_visible()
    waits_here(cut).get_by_role("link").tap()
    row = cut.locator("[data-games] li")
    expect(row).to_contain_text("bin")
    with cut.expect_download() as saved:
        cut.get_by_role("button", name="Save as a file").tap()
    assert '"facts"' in saved.value.path().read_text()
    row.get_by_text("Throw it away", exact=True).tap()
    row.get_by_role("button", name="Throw it away for good").tap()
    expect(cut.get_by_text("Nothing waits here.")).to_be_visible()
    reload(cut)
    expect(cut.get_by_text("Nothing waits here.")).to_be_visible()


def test_a_phone_that_cannot_keep_it_says_so_and_it_stays_typed(phone, table):
    phone.add_init_script(NO_ROOM)
    phone.goto(f"/games/{table.id}", wait_until="networkidle")
    phone.route("**/entries", lambda route: route.abort())
    pad_page = PadPage(phone, without_signal=True)
    for out in (0, 1):
        pad_page.score(out, HANDS)
    expect(line(phone)).to_contain_text("leave the page open until it is sent")
    other = phone.context.new_page()
    other.goto(phone.url)
    expect(cost(other, 2)).to_have_text("23")
    phone.unroute_all(behavior="wait")
    heard_again(phone)
    expect_sent(phone)
    assert table.read().version == 2
    reload(other, wait_until="networkidle")
    expect(pad(other)).to_be_hidden()
    assert not other.evaluate("Object.keys(localStorage).filter((key) => /draft/.test(key))")


def give(table, **rights):
    """Give the phones of a club other rights."""
    with table.database.writing() as connection:
        connection.execute(update(devices).where(devices.c.club == table.club).values(**rights))


@pytest.mark.long
def test_a_phone_that_may_not_score_says_what_waits_and_why(cut, pad_page, table):
    pad_page.score(0, HANDS)
    expect(line(cut)).to_contain_text("1 deal waits")
    give(table, tonight="play", night=table.night)
    heard_again(cut)
    expect(line(cut)).to_contain_text("does not keep score: ask the host. · 1 deal waits")
    cut.reload()
    expect(line(cut)).to_contain_text("does not keep score: ask the host. · 1 deal waits")
    give(table, tonight="watch")
    cut.reload()
    expect(cut.locator("[data-waits-here]")).to_contain_text("Ask the host")
    expect(cut.locator("[data-waits-here]")).to_be_visible()
    cut.get_by_role("link", name="See what waits").tap()
    expect(cut.locator("[data-games] li")).to_contain_text("Ben 7")
    give(table, tonight=None, night=None)
    cut.goto(f"/games/{table.id}")
    expect_totals(cut, 0, 7, 23, 12)
    expect(cut.locator("[data-waits-here]")).to_have_count(0)
    expect_sent(cut)
    assert table.read().version == 1
