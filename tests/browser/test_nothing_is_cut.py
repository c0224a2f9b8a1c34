"""No letter is cut, no page is wider than the phone, and no name is taken for markup."""

import random

import pytest

from scorer.rules.variants import newest_variants
from scorer.services import demo_deals
from tests.browser.pad_page import PadPage
from tests.browser.pages import PageState
from tests.browser.test_names import overflow
from tests.browser.test_small_screen import large_text
from tests.tables import begin

# Tails below the line, letters above each other, emoji of several signs, right to left, and long.
LONG = "Maximiliana-Yjörgina von Fjaggelquist"
AWKWARD = (
    LONG,
    "Jürgen Böhm-Yjörgen",
    "Kitty 🐈‍⬛👩‍👩‍👧‍👦",
    "شهرزاد قصّه‌گو",
    "gypjy",
    "Ắgÿỹ Ǘp",
    "ยี่ปุ่น",
)
TIGHTEST = 1.295
# What would be on a page if names were taken for markup.
MADE_OF_NAMES = "img:not(.picture), main b:text-is('Bo')"

# Whatever hides what sticks out of it. Where the end of a line is left out for "…", only its height
# counts, and of so many lines neither. Other letters than those of this machine need more: so lines
# are not set too close.
CUT = """(tightest) => {
    const seen = (box) => box.checkVisibility() && box.clientHeight > 0
        && !box.closest("svg, select") && getComputedStyle(box).clipPath === "none";
    const isLine = (box) => [...box.childNodes].some((node) => node.nodeType === 3
        ? node.textContent.trim()
        : node.nodeType === 1 && getComputedStyle(node).display === "inline" && isLine(node));
    const root = document.querySelector("dialog[open]") ?? document.body;
    return [root, ...root.querySelectorAll("*")].filter(seen).flatMap((box) => {
        const style = getComputedStyle(box);
        const [cutsWide, cutsHigh] = [style.overflowX, style.overflowY].map((how) =>
            /hidden|clip/.test(how));
        if (!cutsWide && !cutsHigh) return [];
        const words = box.textContent.replace(/\\s+/g, " ").trim().slice(0, 30);
        const name = `${box.className || box.tagName}: ${words}`;
        const found = [];
        const high = box.scrollHeight - box.clientHeight, wide = box.scrollWidth - box.clientWidth;
        // A name that ends in "…" after two lines is shown whole elsewhere.
        const isClamped = style.webkitLineClamp !== "none";
        if (cutsHigh && high > 1 && !isClamped) found.push(`${name}: ${high} too low`);
        const goesOn = isClamped || style.textOverflow === "ellipsis";
        if (cutsWide && wide > 1 && !goesOn) found.push(`${name}: ${wide} too narrow`);
        const { fontSize, lineHeight, paddingBlockStart, paddingBlockEnd } = style;
        const room = [lineHeight, paddingBlockStart, paddingBlockEnd].map(parseFloat);
        const ratio = room.reduce((sum, some) => sum + some) / parseFloat(fontSize);
        if (isLine(box) && ratio < tightest) found.push(`${name}: lines of ${ratio.toFixed(2)}`);
        return found;
    });
}"""

# What looks the same once it is not pressed, lit or current any more, but for fills and shadows.
FILLED_ALONE = """() => {
    const names = ["aria-pressed", "aria-current", "data-lit"];
    const states = "[aria-pressed=true], [aria-current]:not([aria-current=false]), [data-lit]";
    const look = (element) => ["", "::before", "::after"].map((part) => {
        const { borderWidth, content, outlineStyle } = getComputedStyle(element, part || null);
        return [borderWidth, content, outlineStyle];
    }).join();
    return [...document.querySelectorAll(states)].filter((element) => {
        const before = look(element);
        for (const name of names) element.removeAttribute(name);
        return look(element) === before;
    }).map(({ outerHTML }) => `only filled: ${outerHTML.slice(0, 99)}`);
}"""


def faults_in_forced_colours(page):
    """What is cut where fills are not painted, or shown by them alone; then nothing is any more."""
    page.emulate_media(forced_colors="active")
    found = [*cut_on(page), *page.evaluate(FILLED_ALONE)]
    page.emulate_media(forced_colors="none")
    return [f"in forced colours: {fault}" for fault in found]


def cut_on(page):
    """What is cut on a page, each once."""
    found = page.evaluate(CUT, TIGHTEST)
    return sorted(set(found))


@pytest.mark.long
@pytest.mark.parametrize("variant", newest_variants())
def test_no_text_is_cut_in_any_game(join, server, club, variant):
    """On a small phone, with letters of the usual size and of twice that."""
    page = join("manage", viewport=(360, 560))
    players = min(len(AWKWARD), newest_variants()[variant].players[-1])
    table = begin(server.database, club, *AWKWARD[:players], variant=variant, house_rules={})
    for dice in map(random.Random, range(3)):
        table.score(demo_deals.deal(table.read().sheet, [1] * players, dice))
        if table.read().sheet.over:
            table.undo()
            break
    game, found = f"/games/{table.id}", []
    for address, tapped in (
        (game, ""),
        (game, "[data-seats] [data-out]"),
        (f"{game}/deals/new", ""),
        (game, "[data-deals] [data-why]"),
    ):
        PageState("", address).show(page)
        if tapped:
            PadPage(page).tap(f"{tapped} >> nth=0")
        faults = cut_on(page)
        if (over := overflow(page)) > 0:
            faults.append(f"{over} too wide")
        assert page.locator(MADE_OF_NAMES).count() == 0
        with large_text(page):
            faults += [f"twice as large: {fault}" for fault in cut_on(page)]
        faults += faults_in_forced_colours(page)
        found += [f"{address} {tapped}: {fault}" for fault in faults]
    assert not found, "\n".join(found)
