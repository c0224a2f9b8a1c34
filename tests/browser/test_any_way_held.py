"""A phone on its side, large text, a tablet that lies on the table, and a desk."""

import random
from collections import defaultdict

import pytest
from playwright.sync_api import expect

from scorer.rules.variants import newest_variants
from scorer.services import demo_deals
from scorer.services.ratings import rate_due
from tests.browser.pad_page import PAD, PadPage, expect_pad_closed, pad, row, wait_until
from tests.browser.pages import play_for_counters
from tests.browser.test_accessibility import knows_axe, violations_in_both
from tests.browser.test_nothing_is_cut import cut_on
from tests.browser.test_small_screen import all_on_screen, large_text, too_small
from tests.examples import SOAKING, usual_and_long
from tests.services.finished_games import finish
from tests.tables import NAMES

TABLET, DESK = ({"viewport": size, "is_mobile": False} for size in ((820, 1180), (1280, 800)))
ROWS = "[data-seats] > .row"
# Numbers of different elements that stand in one line and read as one.
TOUCHING = """() => {
    const place = document.querySelector("dialog[open]") ?? document.body;
    const walk = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
    const boxes = [];
    while (walk.nextNode()) {
        const { data, parentElement } = walk.currentNode;
        const { clipPath, fontSize } = getComputedStyle(parentElement);
        if (!/\\d/.test(data) || clipPath !== "none" || !parentElement.checkVisibility()) continue;
        const range = document.createRange();
        range.selectNodeContents(walk.currentNode);
        const least = parseFloat(fontSize) / 5;
        // What lies over the page, or has a frame, is told apart by that.
        const frame = parentElement.closest("button, .dock");
        boxes.push(...[...range.getClientRects()].map((box) => ({ box, data, frame, least })));
    }
    const isBeside = ({ box: one }, { box: other }) => one.left <= other.left
        && Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top)
            > Math.min(one.height, other.height) / 2;
    const isOne = (one, other) => one !== other && one.frame === other.frame
        && isBeside(one, other) && /\\d$/.test(one.data) && /^[−+]?\\d/.test(other.data)
        && other.box.left - one.box.right < Math.min(one.least, other.least);
    return boxes.flatMap((one) =>
        boxes.filter((other) => isOne(one, other)).map(({ data }) => `${one.data}|${data}`));
}"""
EDGES = "one => one.getBoundingClientRect().toJSON()"
FONT_SIZE = "one => parseFloat(getComputedStyle(one).fontSize)"
SEATS_ARE_ABOVE = """document.querySelector("[data-seats]").getBoundingClientRect().bottom
    <= document.querySelector("dialog[open]").getBoundingClientRect().top"""
# What has the focus: its words, its edges, and whether it is seen to have it.
FOCUSED = """() => {
    const { activeElement } = document, { left, right, top, bottom } =
        activeElement.getBoundingClientRect();
    const { outlineStyle, outlineWidth } = getComputedStyle(activeElement);
    const isOnTop = [[left + 4, top + 4], [right - 4, bottom - 4]].every(([x, y]) => {
        const there = document.elementFromPoint(x, y);
        return activeElement.contains(there) || there?.contains(activeElement);
    });
    const isSeen = isOnTop && outlineStyle !== "none" && parseFloat(outlineWidth) >= 2;
    const words = activeElement.ariaLabel || activeElement.textContent.trim().slice(0, 30);
    return { words, left, right, top, bottom, isSeen };
}"""
PHONES = ((360, 640), (390, 844), (844, 390))
# In large letters a browser's window is a pad of two columns, and narrow.
WINDOW = (1000, 800)
# A game of each kind of pad.
KINDS = ("red-nines", "red-nines-1881", "ninety-nine", "points")
# In the short run the games whose pads have most on them.
GAMES = newest_variants() if SOAKING else ("ninety-nine", "red-nines-1881")
LONG_NAMES = ("Christopher-Robin", "Anna-Magdalena", "Ben", "Wilhelmina", "Dan", "Maximiliana")
# What ends in "…".
ENDS_EARLY = """() => [...document.querySelectorAll("main *")].filter((one) => one.checkVisibility()
    && getComputedStyle(one).textOverflow === "ellipsis" && one.scrollWidth > one.clientWidth
    && !one.matches("select, .deals-name")).map(({ textContent }) => `${textContent}: ends in …`)"""

# What is chosen in a menu of the pad and wider than the menu, which has 20 px for its arrow.
MENUS_CUT = """() => [...document.querySelectorAll("dialog[open] select")].filter((one) => {
    const { font, paddingLeft, paddingRight } = getComputedStyle(one);
    const pen = document.createElement("canvas").getContext("2d");
    pen.font = font;
    const room = one.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight) - 20;
    return one.checkVisibility() && pen.measureText(one.selectedOptions[0].text).width > room;
}).map((one) => `${one.selectedOptions[0].text}: is cut`)"""


@pytest.fixture
def six(seat):
    """A game of six, or as many as can play it, after three deals or before its last one."""

    def seated(variant, players=6, names=NAMES):
        players = min(players, newest_variants()[variant].players[-1])
        table = seat(*names[:players], variant=variant, house_rules={})
        for dice in map(random.Random, range(3)):
            table.score(demo_deals.deal(table.read().sheet, [1] * players, dice))
            if table.read().sheet.over:
                table.undo()
                break
        return table

    return seated


def edges(page, selector):
    """Where the first of these stands."""
    return page.locator(selector).first.evaluate(EDGES)


def held_both_ways(page):
    """A window of the size of a tablet, then of a desk."""
    for held in (TABLET, DESK):
        width, height = held["viewport"]
        page.set_viewport_size({"width": width, "height": height})
        yield width, height


def open_pad(page):
    """The pad by the first seat that is dealt to: who deals may rest."""
    dealt = page.locator("[data-seats] [data-seat]:is([data-out], :has([data-out]))").first
    PadPage(page).out(dealt.get_attribute("data-seat"))


@pytest.mark.soak
@pytest.mark.parametrize("variant", GAMES)
def test_the_seats_are_in_view_on_a_phone_on_its_side(join, six, variant):
    page = join(viewport=(844, 390))
    page.goto(f"/games/{six(variant).id}")
    all_on_screen(page.locator(f"{ROWS}, .more-open, [data-undo] button, .dock-action"))
    assert page.locator("[data-seats] [data-seat]").count() >= 3
    assert too_small(page.locator(f"{ROWS}, {ROWS} a")) == []
    assert edges(page, ROWS)["left"] > edges(page, ".dock")["right"]
    open_pad(page)
    assert too_small(page.locator(f"{PAD} button.pad-line")) == []


def test_seven_seats_fit_on_a_phone_on_its_side(join, six):
    page = join(viewport=(844, 390))
    page.goto(f"/games/{six('red-nines', 7).id}")
    expect(page.locator(ROWS)).to_have_count(7)
    all_on_screen(page.locator(ROWS))


@pytest.mark.soak
@pytest.mark.parametrize("variant", GAMES)
def test_nothing_is_cut_and_a_seat_is_seen_whole_in_large_text(join, six, variant):
    """Nor do numbers touch; the sheet is right for axe as well."""
    page = join(viewport=PHONES[0])
    game, found = f"/games/{six(variant, names=LONG_NAMES).id}", []
    is_kind, is_last = variant in KINDS, variant == [*GAMES][-1]
    others = (("/players/", ""), ("/", "")) if is_kind else ()
    with large_text(page):
        for address, tapped in ((game, ""), (game, "tapped"), *others):
            page.goto(address)
            if tapped:
                open_pad(page)
                if variant == "ninety-nine":
                    page.locator(f"{PAD} [data-cell=bids]").first.tap()
            is_sheet = address == game and not tapped
            for width, height in (*PHONES, WINDOW) if is_kind or is_sheet else (PHONES[0], WINDOW):
                page.set_viewport_size({"width": width, "height": height})
                wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
                faults = [*cut_on(page), *page.evaluate(TOUCHING), *page.evaluate(ENDS_EARLY)]
                faults += page.evaluate(MENUS_CUT)
                faults += [f"{wide} too wide"] if wide > 0 else []
                if is_sheet and (width, height) in PHONES:
                    faults += [] if is_seat_seen(page, height) else ["no whole seat is seen"]
                    faults += violations_in_both(page) if is_last else []
                found += [f"{width} × {height}, {address} {tapped}: {fault}" for fault in faults]
                if tapped:
                    # However many rows there are, the way back and what goes on are in view.
                    shown = (".pad-close", ".pad-news:visible", ".pad-says", ".pad-go:visible")
                    all_on_screen(page.locator(f"{PAD} :is({', '.join(shown)})"))
                    found += too_small(page.locator(f"{PAD} button.pad-line"))
    assert not found, "\n".join(found)


def is_seat_seen(page, height):
    """Whether the first seat is in view whole, above what stays below."""
    first, dock = edges(page, "[data-seats] [data-seat]"), edges(page, ".dock")
    above = dock["top"] if first["left"] < dock["right"] else height
    return first["top"] >= 0 and first["bottom"] <= above


@pytest.mark.parametrize("variant", usual_and_long("red-nines-1881", "pink-nines", "red-nines"))
def test_who_is_out_is_read_whole_on_small_phones(join, six, variant):
    page = join(viewport=PHONES[0])
    page.goto(f"/games/{six(variant, names=LONG_NAMES).id}")
    PadPage(page).out(0)
    assert page.evaluate(MENUS_CUT) == []


def test_rows_are_in_view_in_large_text(join, six):
    page = join(viewport=(390, 844))
    with large_text(page):
        page.goto(f"/games/{six('red-nines').id}")
        all_on_screen(page.locator(ROWS).nth(0))
        all_on_screen(page.locator(ROWS).nth(1))
        expect(page.locator(".row-last").first).to_be_hidden()
        # What was saved is one line, as high as its button.
        expect(page.locator(".notice-words")).to_have_text("Saved: deal 3", use_inner_text=True)
        assert edges(page, ".notice")["height"] < 1.3 * edges(page, "[data-undo]")["height"]


def test_a_table_of_twelve_is_in_view_between_a_tablet_and_a_desk(join, six):
    page = join(viewport=WINDOW, is_mobile=False)
    page.goto(f"/games/{six('points', 12).id}")
    expect(page.locator(ROWS)).to_have_count(12)
    all_on_screen(page.locator(ROWS))
    pad_page = PadPage(page)
    pad_page.out(0)
    wait_until(page, SEATS_ARE_ABOVE)
    assert edges(page, ROWS)["top"] >= 0
    # The sheet is as it was.
    pad_page.close()
    assert page.evaluate("scrollY") == 0


@pytest.mark.long
@pytest.mark.parametrize("variant", ["red-nines-1881", "red-nines", "ninety-nine"])
def test_a_seat_is_in_view_in_large_text_while_phones_answer(join, sit, six, variant):
    host, table = join("manage", viewport=PHONES[0]), six(variant, 4)
    host.goto(f"/games/{table.id}")
    phones = [host, *(sit(table, name, viewport=PHONES[0]) for name in NAMES[:2])]
    if variant != "ninety-nine":
        table.answer(("out", -1, 0))
    for page in phones:
        with large_text(page):
            page.goto(f"/games/{table.id}")
            assert edges(page, ROWS)["bottom"] <= edges(page, ".dock")["top"]


def test_a_tablet_is_read_from_all_sides(join, six):
    page = join(**TABLET)
    for players in (6, 12):
        page.goto(f"/games/{six('red-nines', players).id}")
        expect(page.locator(ROWS)).to_have_count(players)
        assert edges(page, ROWS)["height"] >= 72
        assert page.locator(".row-name").first.evaluate(FONT_SIZE) == 24
        assert page.locator(".row-total").first.evaluate(FONT_SIZE) == 36
        last = f"{ROWS} >> nth=0 >> .row-last > span:visible:not(.hidden)"
        expect(page.locator(last)).to_have_count(3)
        all_on_screen(page.locator(ROWS))


@pytest.mark.parametrize(
    "game", usual_and_long(("red-nines", 12), ("red-nines-1881", 6), ("ninety-nine", 4))
)
def test_the_pad_comes_from_below_under_the_seats_of_a_tablet(join, six, game):
    page = join(**TABLET)
    page.goto(f"/games/{six(*game).id}")
    PadPage(page).out(0)
    all_on_screen(page.locator(ROWS))
    bottom = max(
        box["bottom"] for box in page.locator(ROWS).evaluate_all(f"all => all.map({EDGES})")
    )
    assert edges(page, PAD)["top"] >= bottom
    all_on_screen(pad(page).locator("button:visible"))


def test_the_pad_is_on_the_screen_wherever_the_sheet_was_scrolled(join, six):
    page = join(**TABLET)
    page.goto(f"/games/{six('red-nines').id}")
    page.evaluate("document.body.style.paddingBlockEnd = '90rem', scrollTo(0, 1100)")
    page.locator("[data-correct]").last.evaluate("one => one.click()")
    expect(pad(page)).to_be_in_viewport(ratio=1)


@pytest.mark.long
def test_pad_and_menu_have_a_place_where_a_browser_knows_no_anchors(join, six):
    """Browsers of 2024 do not: they leave out what they do not know."""

    def without_anchors(route):
        # No other test is to find it in the cache.
        styles = route.fetch().text().replace("anchor(", "unknown(")
        headers = {"content-type": "text/css", "cache-control": "no-store"}
        route.fulfill(body=styles, headers=headers)

    page = join(first_visit=True, **TABLET)
    page.route("**/*.css", without_anchors)
    page.goto(f"/games/{six('red-nines').id}")
    for _ in held_both_ways(page):
        page.locator(".more-open").click()
        expect(page.locator("#more")).to_be_in_viewport(ratio=1)
        assert edges(page, "#more")["top"] > edges(page, ".more-open")["bottom"]
        page.keyboard.press("Escape")
        pad_page = PadPage(page)
        pad_page.out(0)
        expect(pad(page)).to_be_in_viewport(ratio=1)
        shown, seats = edges(page, PAD), edges(page, "[data-seats]")
        assert shown["top"] > seats["bottom"] or shown["left"] > seats["right"]
        pad_page.close()
    # What comes behind the pad may be on its way.
    page.unroute_all(behavior="wait")


@pytest.mark.parametrize("variant", usual_and_long("red-nines-1881", "red-nines", "points"))
def test_the_number_that_is_typed_is_read_across_a_desk(join, six, variant):
    page = join(**DESK)
    page.goto(f"/games/{six(variant).id}")
    PadPage(page).out(0)
    figure = page.locator(".large-figure")
    expect(figure).to_be_visible()
    assert figure.evaluate(FONT_SIZE) == 96
    all_on_screen(pad(page).locator("button:visible"))


def test_the_pad_stands_beside_the_seats_at_a_desk(join, table):
    table.deal(0, 7, 28, 32)
    page = join(**DESK)
    page.goto(f"/games/{table.id}")
    pad_page = PadPage(page)
    pad_page.out(0)
    assert edges(page, PAD)["left"] > edges(page, "[data-seats]")["right"]
    expect(page.locator(PAD)).to_be_in_viewport(ratio=1)
    veil = "one => getComputedStyle(one, '::backdrop').backgroundColor"
    assert page.locator(PAD).evaluate(veil) == "rgba(0, 0, 0, 0)"
    pad_page.type(41)
    totals = page.locator(f"{ROWS} .row-total")
    shown = "them => them.map(({ dataset }) => dataset.running ?? null)"
    expect(totals.nth(1)).to_have_attribute("data-running", "48")
    assert totals.evaluate_all(shown) == [None, "48", None, None]
    # In place of what stands there, and nobody has a place by it.
    expect(totals.nth(1)).to_have_css("font-size", "0px")
    expect(page.locator(".row-place").first).to_be_hidden()
    # The key Tab goes round the pad alone, and Escape back to the row.
    expect(row(page, 1)).to_be_focused()
    for _ in range(40):
        page.keyboard.press("Tab")
        assert page.evaluate("!document.activeElement.closest('[data-sheet]')")
    page.keyboard.press("Escape")
    expect_pad_closed(page)
    expect(page.locator('[data-seats] [data-seat="0"] [data-out]')).to_be_focused()
    assert totals.evaluate_all(shown) == [None] * 4
    expect(page.locator(".row-place").first).to_be_visible()
    # What was typed comes back; a click on the sheet closes the pad as well.
    pad_page.out(0)
    page.locator("h1").click(force=True)
    expect_pad_closed(page)
    pad_page.out(0)
    pad_page.next()
    pad_page.type(5)
    pad_page.next()
    pad_page.type(6)
    pad_page.save()
    expect(pad(page)).to_be_hidden()


def test_the_menu_opens_at_its_button(join, table):
    page = join(**TABLET)
    page.goto(f"/games/{table.id}")
    for _, height in held_both_ways(page):
        page.locator(".more-open").click()
        button, menu = edges(page, ".more-open"), edges(page, "#more")
        assert menu["width"] == 300
        assert 0 <= menu["top"] - button["bottom"] < 10
        assert menu["right"] == button["right"]
        assert menu["bottom"] <= height
        page.keyboard.press("Escape")


@pytest.mark.long
def test_the_bar_does_not_move_from_page_to_page(join, six):
    table = six("red-nines")
    over = six("red-nines").play_out(0, *range(5, 10))
    page = join("manage", **TABLET)
    places, wide, titles, sheets = (defaultdict(set) for _ in range(4))
    game, night = f"/games/{table.id}", f"/nights/{table.night}"
    for address in (game, f"/games/{over.id}", "/", "/players/", night, "/club/", "/rules/"):
        page.goto(address)
        for size in held_both_ways(page):
            home, card = edges(page, ".bar-home > span"), edges(page, ".bar-home > .emblem")
            place = home["left"], home["top"], card["left"], edges(page, ".bar-links")["right"]
            places[size].add(place)
            columns = page.locator(".columns > *").evaluate_all(f"both => both.map({EDGES})")
            if columns:
                assert columns[0]["right"] < columns[1]["left"]
                wide[size].add((columns[0]["left"], columns[1]["right"]))
            if address == game:
                sheet = edges(page, ".sheet")
                sheets[size].add((sheet["left"], sheet["right"]))
            elif not address.startswith("/games/") and address != "/":
                title = edges(page, "main h1")
                titles[size].add((title["left"], title["top"]))
    for found in (places, wide, titles):
        assert [len(those) for those in found.values()] == [1, 1]
    assert wide == sheets


@pytest.mark.parametrize("held", usual_and_long(DESK, TABLET))
def test_tab_goes_as_one_reads_and_the_focus_is_seen(join, six, held):
    page = join(**held)
    page.goto(f"/games/{six('red-nines').id}")
    page.keyboard.press("Tab")

    def follow(until):
        """Press Tab until there is the focus; every step goes down or to the right."""
        before = None
        while before is None or until not in before["words"]:
            page.keyboard.press("Tab")
            now = page.evaluate(FOCUSED)
            assert now["isSeen"], now
            if before:
                is_below = now["top"] >= before["top"] - 4
                is_right = now["left"] >= before["right"] - 4
                assert is_below or is_right, (before, now)
            before = now

    follow("Fay")
    page.locator(f"{ROWS} [data-out]").first.press("Enter")
    expect(row(page, 1)).to_be_focused()
    follow("Next")
    page.keyboard.press("Escape")
    expect_pad_closed(page)
    follow("Correct Deal 1")
    follow("Undo")


def test_after_a_game_what_comes_next_is_before_all_deals(join, six):
    page = join(**DESK)
    page.goto(f"/games/{six('red-nines').play_out(0, *range(5, 10)).id}")
    words = []
    while not words or "Same again" not in words[-1]:
        page.keyboard.press("Tab")
        words.append(page.evaluate(FOCUSED)["words"])
        assert "Correct Deal 1" not in words[-1]


@pytest.mark.long
@pytest.mark.parametrize("held", [TABLET, DESK])
def test_axe_finds_nothing_on_a_tablet_and_at_a_desk(join, six, held):
    table, found = six("red-nines-1881"), []
    game, night = f"/games/{table.id}", f"/nights/{table.night}"
    page = knows_axe(join("manage", **held))
    for address in (game, "/", "/players/", night, "/club/", "/rules/red-nines"):
        page.goto(address)
        found += [f"{address}: {one}" for one in violations_in_both(page)]
    page.goto(game)
    page.locator(".more-open").click()
    found += [f"menu: {one}" for one in violations_in_both(page)]
    page.keyboard.press("Escape")
    PadPage(page).out(0)
    found += [f"pad: {one}" for one in violations_in_both(page)]
    page.goto(f"/games/{six('red-nines').play_out(0, *range(5, 10)).id}")
    found += [f"result: {one}" for one in violations_in_both(page)]
    assert not found, "\n".join(found)


def test_balances_are_rows_of_one_height_in_two_columns_at_most(join, server, club):
    play_for_counters(server, club, *NAMES[:5], "Wilhelmina Featherstonehaugh-Cholmondel")
    page = join()
    page.goto("/settle-up")
    for width, height, columns in ((390, 844, 1), (820, 1180, 1), (1280, 800, 2)):
        page.set_viewport_size({"width": width, "height": height})
        boxes = page.locator(".balances > li").evaluate_all(f"found => found.map({EDGES})")
        assert len(boxes) >= 4
        assert len({box["left"] for box in boxes}) == columns
        heights = [box["height"] for box in boxes]
        assert max(heights) - min(heights) < 1


def test_phones_and_chances_are_rows(join, server, club):
    finish(server.database, club, games=5)
    rate_due(server.database, club)
    page = join("manage", viewport=(390, 844))
    page.goto("/players/")
    assert edges(page, ".best tbody tr")["height"] < 37.5
    page.goto("/club/")
    assert 55 < edges(page, ".phones > details")["height"] < 59
    # Behind its row, without JavaScript too.
    page.locator(".phones summary").first.tap()
    expect(page.locator(".phones [open]").get_by_label("Name")).to_be_visible()
