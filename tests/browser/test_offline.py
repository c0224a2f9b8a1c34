"""What a phone still opens when the network is gone: pages that it kept, each with its time."""

import shutil
import socket

import pytest
from playwright.sync_api import expect

from scorer.services.club.devices import list_devices
from scorer.services.games.seats_held import hold_seat
from scorer.web.assets import release_of
from tests.browser.pad_page import HeldRequest, PadPage, expect_totals, wait_for, wait_until
from tests.chromium import excuse
from tests.tables import NAMES

KEPT = """async () => {
    const found = await caches.open("pages-of-clubs").then((pages) => pages.keys());
    const paths = found.map(({ url }) => new URL(url).pathname).sort();
    return paths.filter((path) => path !== "/club-shown");
}"""
KEPT_AT = """async (path) => {
    const pages = await caches.open("pages-of-clubs");
    const page = await pages.match(path, { ignoreSearch: true });
    return page.headers.get("kept-at");
}"""
# What the pages say that are kept.
TEXTS = """async () => {
    const pages = await caches.open("pages-of-clubs");
    const all = await Promise.all((await pages.keys()).map((one) => pages.match(one)));
    const texts = await Promise.all(all.map((one) => one.text()));
    const read = (html) => new DOMParser().parseFromString(html, "text/html").body.textContent;
    return texts.map(read).join("\\n");
}"""
# Keeps a page at other addresses too, as if they had been opened after it.
KEEP = """async ([path, others]) => {
    const pages = await caches.open("pages-of-clubs");
    const one = await pages.match(path, { ignoreSearch: true });
    const club = document.body.dataset.club;
    for (const other of others) {
        const headers = new Headers(one.headers);
        headers.set("kept-at", Date.now());
        const copy = new Response(await one.clone().text(), { headers });
        await pages.put(`${other}?club=${club}`, copy);
    }
}"""
# Whether the page of the rules is kept, which is what a game's page has kept last.
IS_KEPT = """(async () => {
    const pages = await caches.open("pages-of-clubs");
    return (await pages.keys()).some(({ url }) => new URL(url).pathname.startsWith("/rules/"));
})()"""
# From here on what the worker reads of the rules comes after two seconds.
LATE = """() => {
    const read = Response.prototype.text;
    Response.prototype.text = async function () {
        if (this.url.includes("/rules/points")) {
            await new Promise((done) => setTimeout(done, 3000));
            setTimeout(() => (globalThis.isLate = true), 300);
        }
        return read.call(this);
    };
}"""
DATABASES = "indexedDB.databases().then((all) => all.map(({ name }) => name))"
NO_ANSWER = "503 "


@pytest.fixture
def phone(join, page_problems):
    """A phone that may keep pages."""
    page = join(service_workers="allow")
    yield page
    # What it asks for while this ends is excused too.
    page.close()
    excuse(page_problems, NO_ANSWER)


def kept(page):
    """The pages that this phone keeps."""
    return list(page.evaluate(KEPT))


def until_kept(page, *paths):
    """Wait until pages are kept, however slow the machine."""
    wait_until(page, "Boolean(navigator.serviceWorker.controller)")
    wait_for(page, lambda: set(paths) <= set(kept(page)))


@pytest.fixture
def game(phone, table):
    """The address of a game of one deal, which the phone keeps with the front page."""
    table.deal(0, 7, 23, 12)
    path = f"/games/{table.id}"
    phone.goto(path)
    until_kept(phone, path, "/")
    return path


def test_pages_open_again_when_the_server_is_gone(phone, game, table, seat, server):
    night = f"/nights/{table.read().night}"
    # The front page brings the games in progress with it, also those that were never opened here.
    other = f"/games/{seat(*NAMES[:5]).id}"
    phone.goto("/")
    until_kept(phone, other)
    for path in (night, "/rules/", "/rules/red-nines"):
        phone.goto(path)
        until_kept(phone, path)
    server.stop()
    phone.goto(game)
    expect_totals(phone, 0, 7, 23, 12)
    expect(phone.locator(".as-of")).to_contain_text("As of")
    phone.goto(other)
    expect(phone.locator("[data-sheet]")).to_be_visible()
    phone.goto("/")
    expect(phone.get_by_text("Continue: deal 1")).to_be_visible()
    expect(phone.locator(".as-of")).to_contain_text("As of")
    as_of, below = (phone.locator(part).bounding_box() for part in (".as-of > span", ".columns"))
    assert as_of["y"] + as_of["height"] <= below["y"]
    phone.goto(night)
    expect(phone.get_by_role("heading", level=1)).to_be_visible()
    phone.goto("/rules/red-nines")
    expect(phone.get_by_role("heading", level=1)).to_have_text("Red Nines")
    # A page that was never loaded leads back to the game that was kept last.
    phone.goto("/players/")
    expect(phone.get_by_role("heading", level=1)).to_have_text("This page needs a signal")
    phone.get_by_role("link", name="Back to the game").tap()
    expect(phone.locator("[data-sheet]")).to_be_visible()
    # The pad opens on a game that comes from the phone.
    phone.goto(game)
    pad_page = PadPage(phone)
    pad_page.out(1)
    pad_page.type(7)
    pad_page.close()
    phone.locator("[data-deals] [data-why]").first.tap()
    expect(phone.get_by_role("dialog")).to_be_visible()
    # As in the wifi of a pub: the server takes what is asked, and never answers.
    with socket.create_server(("127.0.0.1", server.port)):
        phone.goto(game)
        expect_totals(phone, 0, 7, 23, 12)
        phone.goto("/")
        expect(phone.get_by_text("Continue: deal 1")).to_be_visible()
        phone.close()


def test_back_without_signal_shows_the_newest_sheet(phone, table, server):
    """And not the copy of the browser, from before the deals that were saved here."""
    path = f"/games/{table.id}"
    phone.goto(path)
    until_kept(phone, path, "/")
    phone.reload()
    wait_until(phone, IS_KEPT)
    for _ in range(2):
        PadPage(phone).score(0, [(7, 0), (23, 0), (12, 0)])
    expect_totals(phone, 0, 14, 46, 24)
    wait_for(phone, lambda: "Deal 3" in phone.evaluate(TEXTS))
    # Also with what another phone saves.
    table.deals, table.seen = [table.read().sheet.last_deal], 2
    table.deal(1, 10, 4, 5)
    expect_totals(phone, 10, 14, 50, 29)
    wait_for(phone, lambda: "Deal 4" in phone.evaluate(TEXTS))
    phone.goto("/rules/")
    server.stop()
    phone.go_back()
    expect_totals(phone, 10, 14, 50, 29)
    expect(phone.locator(".as-of").first).to_contain_text("As of")
    phone.wait_for_timeout(500)
    assert "Deal 4" in phone.evaluate(TEXTS)
    # A page that the browser kept alive gives way to the one that is kept.
    phone.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
    expect(phone.locator("html[data-kept]")).to_be_attached()
    expect_totals(phone, 10, 14, 50, 29)
    server.start()
    table.database = server.database
    phone.wait_for_timeout(100)
    expect(phone.locator(".as-of > span")).to_have_count(0)


@pytest.mark.long
@pytest.mark.parametrize("is_taken", [False, True])
def test_a_page_that_came_past_the_worker_is_kept_too(phone, game, is_taken):
    """As where it was opened while the worker was installed, which may have taken it since."""
    wait_until(phone, IS_KEPT)
    phone.evaluate("caches.delete('pages-of-clubs')")
    register = HeldRequest(phone, "**/offline/register.js")
    devtools = phone.context.new_cdp_session(phone)
    with phone.expect_navigation():
        devtools.send("Page.reload", {"ignoreCache": True})
    devtools.detach()
    register.wait()
    if is_taken:
        phone.evaluate("navigator.serviceWorker.ready.then((it) => it.active.postMessage('take'))")
        wait_until(phone, "Boolean(navigator.serviceWorker.controller)")
    register.release()
    until_kept(phone, game)


@pytest.mark.long
def test_a_page_that_is_asked_for_by_another_is_kept_first(phone, game):
    phone.evaluate("caches.delete('pages-of-clubs')")
    ask = "(path) => fetch(path).then(() => caches.match(path, {ignoreSearch: true})).then(Boolean)"
    assert phone.evaluate(ask, game)


def test_a_kept_page_can_write_once_the_server_is_back(phone, game, table, server, page_problems):
    stale = 'html.replace(/(csrf-token" content=")[^"]+/, \'$1stale\')'
    wait_until(phone, IS_KEPT)
    # From here on nothing comes that the worker would keep over the page that is made stale.
    server.stop()
    phone.goto("/")
    expect(phone.locator(".as-of")).to_contain_text("As of")
    phone.evaluate(f"""async () => {{
        const pages = await caches.open("pages-of-clubs");
        const key = "{game}?club={table.club}";
        const was = await pages.match(key);
        const html = await was.text();
        await pages.put(key, new Response({stale}, {{ headers: was.headers }}));
    }}""")
    phone.goto(game)
    server.start()
    table.database = server.database
    assert phone.evaluate("document.querySelector('meta[name=csrf-token]').content") == "stale"
    PadPage(phone).score(1, [(10, 0), (4, 0), (5, 0)])
    expect_totals(phone, 5, 7, 33, 16)
    assert table.read().version == 2
    excuse(page_problems, "400")


def test_a_phone_that_is_removed_keeps_no_page(phone, game, page_problems):
    phone.evaluate("indexedDB.open('outbox')")
    # What it asked for before is answered after that.
    (worker,) = phone.context.service_workers
    worker.evaluate(LATE)
    phone.evaluate("void fetch('/rules/points')")
    phone.wait_for_timeout(200)
    phone.context.clear_cookies()
    # Asking for news the page learns of it, and loads itself anew.
    expect(phone.get_by_role("heading", level=1)).to_contain_text("Join")
    wait_for(phone, lambda: worker.evaluate("globalThis.isLate"))
    wait_for(phone, lambda: not kept(phone))
    assert phone.evaluate(DATABASES) == ["outbox"]
    excuse(page_problems, "401")


def test_nothing_is_kept_that_one_seat_alone_may_see(phone, game, table, server, club, seat):
    for device in list_devices(server.database, club):
        hold_seat(server.database, device, table.id, 1)
    for path in (f"{game}/own", f"{game}/news", f"{game}/book", f"{game}/export", f"{game}?same=1"):
        phone.goto(path)
    for path in ("/club/", "/code", f"{game}/table.csv?x"):
        phone.evaluate("(path) => fetch(path).then((answer) => answer.text())", path)
    before = phone.evaluate(KEPT_AT, game)
    phone.goto(game)
    wait_for(phone, lambda: phone.evaluate(KEPT_AT, game) != before)
    wait_for(phone, lambda: set(kept(phone)) == {"/", game, "/rules/red-nines"})
    # Of games and nights the last twelve are. An open game would keep its own sheet among them.
    phone.goto("/rules/red-nines")
    others = [f"/games/{seat().id}" for _ in range(12)]
    phone.evaluate(KEEP, [game, others[:10]])
    for path in others[10:]:
        phone.goto(path)
        until_kept(phone, path)
    wait_for(phone, lambda: set(kept(phone)) == {"/", "/rules/red-nines", *others})


@pytest.mark.long
def test_a_newer_release_leaves_an_open_game_what_it_is_made_of(
    phone, game, server, tmp_path, page_problems
):
    def names():
        return list(phone.evaluate("caches.keys()"))

    app = server._app
    old = app.extensions["release"]
    newer = tmp_path / "static"
    shutil.copytree(app.extensions["static"], newer)
    (newer / "js" / "newer.js").write_text("// One file more.\n")
    phone.goto(game)
    until_kept(phone, game)
    wait_until(phone, IS_KEPT)
    # A page that hears of no news, and so does not load itself anew.
    phone.goto("/phone")
    try:
        app.extensions["static"], app.extensions["release"] = newer, release_of(newer)
        phone.evaluate("navigator.serviceWorker.ready.then((known) => known.update())")
        wait_for(phone, lambda: f"files-{release_of(newer)}" in names())
        assert phone.evaluate("navigator.serviceWorker.ready.then(({ waiting }) => !waiting)")
        server.stop()
        # The worker is new, and the page is the old one.
        phone.goto(game)
        expect_totals(phone, 0, 7, 23, 12)
        assert f"files-{old}" in names()
        server.start()
        phone.reload()
        wait_until(phone, IS_KEPT)
        server.stop()
        phone.goto(game)
        expect_totals(phone, 0, 7, 23, 12)
    finally:
        server.start()
        server._app.extensions["release"] = old


@pytest.mark.long
def test_what_is_kept_can_be_cleared_and_the_outbox_stays(phone, game, server):
    wait_until(phone, IS_KEPT)
    # Chromium would install it.
    devtools = phone.context.new_cdp_session(phone)
    manifest = devtools.send("Page.getAppManifest")
    assert not manifest["errors"], manifest["errors"]
    assert manifest["url"].endswith("/manifest.webmanifest")
    errors = devtools.send("Page.getInstallabilityErrors")["installabilityErrors"]
    # The contexts of tests are windows of a guest, who installs nothing.
    assert {error["errorId"] for error in errors} <= {"in-incognito"}
    devtools.detach()
    phone.evaluate("indexedDB.open('outbox')")
    phone.goto("/phone")
    phone.get_by_role("button", name="Clear what this phone keeps").tap()
    expect(phone.get_by_text("Cleared.")).to_be_visible()
    assert phone.evaluate("caches.keys()") == []
    registered = "navigator.serviceWorker.getRegistrations().then((all) => all.length)"
    assert phone.evaluate(registered) == 0
    assert phone.evaluate(DATABASES) == ["outbox"]
    phone.goto(game)
    expect_totals(phone, 0, 7, 23, 12)
