"""Eight players on 360 × 560, text of twice the size, and no motion for those who want none."""

from contextlib import contextmanager

from playwright.sync_api import Error, expect

from tests.browser.pad_page import PAD, PadPage, pad, wait_until
from tests.chromium import devtools

EIGHT = ("Ann", "Benjamin", "Cat", "Dan", "Evangelina", "Fay", "Gus", "Hal")
SMALLEST = 44
WHOLE = 0.97
AT_REST = "document.getAnimations().every((one) => one.playState !== 'running')"

# Which of these are not seen whole, by their place among them.
NOT_WHOLE = """(them, whole) => new Promise((tell) => {
    if (!them.length) tell([]);
    const shown = new Map();
    const watcher = new IntersectionObserver((news) => {
        for (const { target, intersectionRatio } of news) shown.set(target, intersectionRatio);
        if (shown.size < them.length) return;
        watcher.disconnect();
        tell(them.flatMap((one, at) => (shown.get(one) < whole ? [at] : [])));
    });
    for (const one of them) watcher.observe(one);
})"""
# What is moved by a style, the page itself by scrolling.
MOVES = """() => [document.documentElement, ...document.querySelectorAll("[data-fresh]")].flatMap(
    (one) => ["", "::before", "::after", "::backdrop"].flatMap((part) => {
        const style = getComputedStyle(one, part || null);
        const lasts = `${style.transitionDuration},${style.animationDuration}`.split(",");
        const scrolls = one === document.documentElement && style.scrollBehavior !== "auto";
        return Math.max(...lasts.map(parseFloat)) > 0.01 || scrolls
            ? [`${one.tagName} ${one.className}${part}`] : [];
    }))"""
# Of which of these the middle, brought into view, is hidden by something that lies over it.
LIES_UNDER = """(them) => them.flatMap((one, at) => {
    const isHit = ["nearest", "center"].some((block) => {
        one.scrollIntoView({ block, behavior: "instant" });
        const { x, y, width, height } = one.getBoundingClientRect();
        return one.contains(document.elementFromPoint(x + width / 2, y + height / 2));
    });
    return isHit ? [] : [at];
})"""


def is_scrollable(page, selector):
    """Whether something has more in it than it shows."""
    return page.locator(selector).evaluate(
        "one => one.scrollHeight > one.clientHeight + 1 || one.scrollWidth > one.clientWidth + 1"
    )


def swipe_up(page):
    """A thumb pulls the pad upwards, as if there were more below."""
    thumb = {"x": 180, "y": 200, "yDistance": -150, "speed": 2000, "gestureSourceType": "touch"}
    with devtools(page) as browser:
        browser.send("Input.synthesizeScrollGesture", thumb)


def too_small(targets):
    """The targets that a finger would miss, of those that were not painted anew meanwhile."""
    sizes = targets.evaluate_all(
        "them => them.filter(one => one.isConnected).map(one => [one.outerHTML.slice(0, 90),"
        " one.getBoundingClientRect().width, one.getBoundingClientRect().height])"
    )
    return [
        f"{html}: {width:.0f} × {height:.0f}"
        for html, width, height in sizes
        if min(width, height) < SMALLEST - 0.5
    ]


def all_on_screen(targets, what=None):
    """Each of these can be seen whole; what cannot at the first look may still come there."""
    partly = targets.evaluate_all(NOT_WHOLE, WHOLE)
    for at in partly:
        expect(targets.nth(at), what).to_be_in_viewport(ratio=WHOLE)


def out_of_reach(page):
    """What a finger cannot tap on a page, or on the dialog that is open.

    Most can be seen at once to lie on top where they are. Of the others Playwright is the judge.
    """
    wait_until(page, AT_REST)
    place = "dialog[open]" if page.locator("dialog[open]").count() else "main"
    keys = page.locator(f"{place} :is(button, select):visible:not([disabled], [aria-hidden])")
    found = []
    for at in keys.evaluate_all(LIES_UNDER):
        try:
            keys.nth(at).tap(trial=True, timeout=2000)
        except Error:
            found.append(f"out of reach: {keys.nth(at).evaluate('one => one.outerHTML')}")
    return found


def test_nothing_scrolls_while_seven_hands_are_typed(small, seat):
    small.goto(f"/games/{seat(*EIGHT).id}")
    pad_page = PadPage(small)
    pad_page.out(0)
    for at in range(7):
        pad_page.type(19)
        if at == 2:
            pad_page.nine(1)
        all_on_screen(pad(small).locator("[data-row], button:visible"))
        for part in (PAD, f"{PAD} [data-pad-rows]"):
            assert not is_scrollable(small, part), part
        if at < 6:
            pad_page.next()
    swipe_up(small)
    assert small.evaluate("scrollY") == 0
    keys = pad(small).locator("button:visible:not([data-row]), select:visible")
    assert too_small(keys) == []
    pad_page.save()
    # Nor while cards are tapped.
    pad_page.out(0)
    pad_page.tap(pad(small).locator("[data-by-cards]"))
    assert too_small(keys) == []
    pad_page.cards("K 9r 4 A A 10 2 3 3 7 J J Q")
    all_on_screen(pad(small).locator("[data-row], [data-card], [data-delete], [data-next]"))
    for part in (PAD, f"{PAD} [data-pad-rows]"):
        assert not is_scrollable(small, part), part
    swipe_up(small)
    assert small.evaluate("scrollY") == 0


@contextmanager
def large_text(page):
    """Text of 200 %, as people set it in their browser."""
    with devtools(page) as browser:
        browser.send("Page.setFontSizes", {"fontSizes": {"standard": 32, "fixed": 26}})
        wait_until(page, AT_REST)
        yield
        browser.send("Page.setFontSizes", {"fontSizes": {"standard": 16, "fixed": 13}})


def large_and_still(page):
    """What is too wide or out of reach with such text, and what moves for who wants no motion."""
    wide = page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
    found = [f"{wide} too wide"] if wide > 0 else []
    return found + out_of_reach(page) + [f"moves: {one}" for one in page.evaluate(MOVES)]
