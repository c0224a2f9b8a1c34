"""Every page: axe in light and dark, nothing cut or too wide, and red only for red nines."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from scorer.services.nights import bin
from tests.browser.pad_page import PAD, PadPage, message, pad
from tests.browser.pages import all_pages, in_dark, play
from tests.browser.test_names import BOLD, MARKUP, NARROW
from tests.browser.test_names import LONG as UNBROKEN
from tests.browser.test_nothing_is_cut import AWKWARD, cut_on, faults_in_forced_colours
from tests.browser.test_small_screen import large_and_still, large_text
from tests.chromium import excuse
from tests.tables import begin

# Everything of WCAG 2.2 A and AA, and what axe holds to be good practice.
EVERYTHING = {
    "resultTypes": ["violations"],
    "selectors": False,  # what is found is told by its markup
    # Styles are not fetched once more: no rule of these needs them.
    "preload": {"assets": ["media"]},
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
}
# What can be otherwise in dark, where nothing but the colours is.
COLOURS = {
    **EVERYTHING,
    "runOnly": {"type": "rule", "values": ["color-contrast", "link-in-text-block"]},
}
# Contrast, which takes longest, is asked of what no page before had looked like.
RUN_AXE = """options => {
    axe.configure({ rules: [{ id: "color-contrast", selector: "[data-fresh]" }] });
    return axe.run(document, options).then(({ violations }) => violations);
}"""
# Marks the elements that look as none did before: of another kind or class, in another state, or
# within others. What is the same of all of them need not be asked again.
MARK_FRESH = """(known) => {
    const seen = new Set(known), found = [];
    const isState =
        /^(class|style|type|open|hidden|disabled|data-.*|aria-(?!label|desc|control).*)$/;
    const hashOf = (element, around) => {
        const states = [...element.attributes].filter(({ name }) => isState.test(name))
            .map(({ name, value }) => name + (/^\\d+$|.{36}/.test(value) ? "" : value));
        let hash = around;
        for (const letter of element.tagName + states.sort().join(" ")) {
            hash = (Math.imul(hash, 31) + letter.codePointAt(0)) | 0;
        }
        return hash;
    };
    const mark = (element, around) => {
        element.removeAttribute("data-fresh");
        const hash = hashOf(element, around);
        if (!seen.has(hash)) found.push(hash);
        element.toggleAttribute("data-fresh", !seen.has(hash));
        seen.add(hash);
        for (const child of element.children) mark(child, hash);
    };
    mark(document.body, 7);
    return found;
}"""
MARKED = set()
# How far a page is too wide, how high it is, and whether a name was taken for markup.
MEASURES = """(width) => {
    const { scrollWidth, scrollHeight } = document.documentElement;
    const isBold = [...document.querySelectorAll("main b")].some((b) => b.textContent === "Bo");
    const isMarkup = isBold || Boolean(document.querySelector("img:not(.picture)"));
    return [scrollWidth - width, scrollHeight, isMarkup];
}"""

# On the face of a card, in light or in dark, it stands out by five to one and more.
RED, CARDS = "rgb(179, 21, 28)", ("rgb(255, 253, 246)", "rgb(243, 232, 208)")
# What is drawn in the red of a red nine, and is neither one nor about one, or is written in it and
# does not stand on the face of a card.
MISUSED_RED = """() => {
    const nines = ".nine, .pool-nine, .pip-on, [data-nine], [data-red], [data-ask='on_red_nine'],"
        + " [data-card='9r'], [data-count]:has(small)";
    const swatch = document.body.appendChild(document.createElement("i"));
    const [red, card] = ["--red", "--card"].map((name) => {
        swatch.style.color = `var(${name})`;
        return getComputedStyle(swatch).color;
    });
    swatch.remove();
    const drawn = (style) => [
        style.color, style.backgroundColor, style.fill, style.stroke,
        ...["Top", "Right", "Bottom", "Left"].map((side) => style[`border${side}Color`]),
    ];
    const isRed = (element) => ["", "::before", "::after"].some((part) => {
        const style = getComputedStyle(element, part || null);
        const isThere = !part || !["none", "normal"].includes(style.content);
        return isThere && drawn(style).includes(red);
    });
    const clear = /^rgba\\(.*, 0\\)$|^transparent$/;
    // The face of a card may lie beside its sign, so that it keeps its width in a fan.
    const face = (element) => getComputedStyle(element, "::before").backgroundColor;
    const under = (element) => {
        if (!clear.test(face(element))) return face(element);
        let ground = element;
        while (ground && clear.test(getComputedStyle(ground).backgroundColor)) {
            ground = ground.parentElement;
        }
        return ground && getComputedStyle(ground).backgroundColor;
    };
    const isWritten = (element) => [...element.childNodes].some((node) => node.nodeType === 3
        && node.textContent.trim());
    const isOffCard = (element) => {
        const { fill, color, backgroundColor } = getComputedStyle(element);
        const svg = element.closest("svg");
        if (svg) return fill === red && !svg.querySelector(".emblem-card");
        if (isWritten(element) && color === red) return under(element) !== card;
        return backgroundColor === red && color !== card;
    };
    const found = [];
    for (const element of [...document.body.querySelectorAll("[data-fresh]")].filter(isRed)) {
        const html = element.outerHTML.slice(0, 160);
        if (!element.closest(nines)) found.push(`red: ${html}`);
        if (element.checkVisibility() && isOffCard(element)) found.push(`off a card: ${html}`);
    }
    return [red, card, found];
}"""


def mark_fresh(page):
    """Mark what no page before had looked like; whether there is anything."""
    found = page.evaluate(MARK_FRESH, [*MARKED])
    MARKED.update(found)
    return bool(found)


def violations(page, options=EVERYTHING):
    """What axe finds in the colours that the page has now, a line for each element."""
    if not page.evaluate("typeof axe === 'object'"):
        page.evaluate(Axe().axe_script)
    found = page.evaluate(RUN_AXE, options)
    return [
        f"{one['id']}: {node['html'][:160]} ({node['failureSummary']!r:.300})"
        for one in found
        for node in one["nodes"]
    ]


def knows_axe(page):
    """A page that has axe wherever it goes, for whoever looks at many pages with it."""
    page.add_init_script(Axe().axe_script)
    return page


def violations_in_both(page):
    """What axe finds in light, and of colours in dark: a page's own elements are the same."""
    has_fresh, found = mark_fresh(page), violations(page)
    if has_fresh:
        with in_dark(page):
            found += [f"in dark: {one}" for one in violations(page, COLOURS)]
    return found


@pytest.mark.long
def test_axe_sees_colours_in_dark_that_are_not_those_in_light(sheet):
    """The page is not loaded again for the dark, and only some rules are asked there."""
    sheet.evaluate("document.querySelector('h1').style.color = 'black'")
    (found,) = violations_in_both(sheet)
    assert found.startswith("in dark: color-contrast")


def test_a_sheet_and_its_pad_have_a_polite_region_and_one_for_alerts(sheet):
    outside = sheet.locator(f":is([role=status], [role=alert]):not({PAD} *)")
    assert sorted(one.get_attribute("role") for one in outside.all()) == ["alert", "status"]
    pad_page = PadPage(sheet)
    pad_page.out(0)
    polite, alert = (pad(sheet).locator(f"[role={role}]") for role in ("status", "alert"))
    says = message(sheet).text_content()
    expect(polite).to_have_text(says)
    expect(alert).to_have_count(0)
    pad_page.type(3)
    pad_page.nine(1)
    expect(alert).to_contain_text("this hand cannot be 3")
    expect(polite).not_to_contain_text("cannot be 3")


@pytest.mark.timeout(900)
def test_pages_of_twelve_with_any_names(join, server, club, soaking):
    """Nothing is cut or too wide, axe finds nothing, only red nines are red, large text is reached.

    Each page is opened once for all of it. The long run also looks at what is rare, and at large
    text.
    """
    table, over = play(server, club, *AWKWARD, MARKUP, BOLD, UNBROKEN, "Ann", "Ann")
    page = knows_axe(join("manage", viewport=(360, 560)))
    # A result is looked at for longer than ten seconds.
    nothing = {"body": "", "content_type": "text/javascript"}
    page.context.route("**/come-along.js", lambda route: route.fulfill(**nothing))
    found = []
    for state in all_pages(server, club, table, over):
        if state.rare and not soaking:
            continue
        state.show(page)
        has_fresh, seen = mark_fresh(page), [*cut_on(page), *misused_red(page)]
        over_wide, height, is_markup = page.evaluate(MEASURES, NARROW)
        if over_wide > 0:
            seen.append(f"{over_wide} too wide")
        if is_markup:
            seen.append("a name is taken for markup")
        # For axe nothing may lie half under what stays where it is.
        page.set_viewport_size({"width": 360, "height": max(1600, height + 200)})
        seen += violations(page)
        if has_fresh:
            with in_dark(page):
                dark = [*misused_red(page), *violations(page, COLOURS)]
            seen += [f"in dark: {one}" for one in dark] + faults_in_forced_colours(page)
        found += [f"{state.name}: {one}" for one in seen]
        page.set_viewport_size({"width": 360, "height": 560})
        if soaking:
            with large_text(page):
                large = [*large_and_still(page), *cut_on(page)]
            found += [f"{state.name}, twice as large: {one}" for one in large]
    assert not found, "\n".join(found)


def misused_red(page):
    """What is red without being a red nine, or is one and not on the face of a card."""
    red, card, found = page.evaluate(MISUSED_RED)
    return found if red == RED and card in CARDS else [*found, f"{red} on {card}"]


@pytest.mark.long
def test_axe_finds_nothing_on_pages_that_say_no(join, new_phone, server, club, page_problems):
    found = []
    stranger = knows_axe(new_phone(base_url=server.url))
    for address in ("/", "/join/nonsense", "/code"):
        stranger.goto(address)
        found += [f"{address}: {one}" for one in violations_in_both(stranger)]
    watcher = knows_axe(join("watch"))
    gone = begin(server.database, club).id
    bin.delete(server.database, club, "game", gone, device=None)
    for address in (f"/games/{gone}", "/", "/club/", "/nights/", "/games/new", "/nowhere"):
        watcher.goto(address)
        found += [f"{address}: {one}" for one in violations_in_both(watcher)]
    excuse(page_problems, "40[134]")
    assert not found, "\n".join(found)


@pytest.mark.long
def test_axe_finds_nothing_on_forms_that_refuse(join, server, club, page_problems):
    table, _ = play(server, club, "Ann", "Ben", "Cat", "Dan")
    page = join()
    found = []
    page.goto(f"/games/{table.id}/deals/{table.deals[0]}/correct")
    page.get_by_label("Points of Ben").fill("1")
    page.get_by_role("button", name="Save", exact=True).tap()
    page.locator(".fault").first.wait_for()
    found += violations_in_both(page)
    page.goto("/code")
    page.get_by_label("Code").fill("WRONG")
    page.get_by_role("button", name="Join", exact=True).tap()
    page.locator(".fault").wait_for()
    found += violations_in_both(page)
    page_problems.clear()
    assert not found, "\n".join(found)
