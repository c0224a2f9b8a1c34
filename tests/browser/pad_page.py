"""The page of a game with its pad, and what tests do and expect there."""

import re

from playwright.sync_api import expect

PAD = "dialog[data-pad]"
FETCH_SHEET = """
async () => {
  const there = performance.getEntriesByType("resource").map(({ name }) => name);
  const { refreshSheet } = await import(there.find((name) => name.endsWith("/js/sheet.js")));
  await refreshSheet();
}
"""
# Whether what hears the forms of the sheet is there.
FORMS_ARE_HEARD = """
Promise.all(
  performance.getEntriesByType("resource")
    .filter(({ name }) => name.endsWith("/js/outbox/line.js"))
    .map(({ name }) => import(name)),
).then((heard) => heard.length > 0)
"""

# The phone has written down what the page shows already.
LOAD_OUTBOX = """
Promise.all(
  performance.getEntriesByType("resource")
    .filter(({ name }) => name.endsWith("/js/outbox/queue.js"))
    .map(async ({ name }) => (await import(name)).load()),
)
"""


def row_of(seat):
    """The row of a seat on the sheet, where it can be tapped."""
    return f'[data-seats] :is([data-seat="{seat}"] [data-out], [data-seat="{seat}"][data-out])'


class PadPage:
    """Taps on one page, which are counted."""

    def __init__(self, page, *, without_signal=False):
        self.page = page
        self.taps = 0
        # Whether what is saved is not heard of, so that nobody waits for that.
        self.without_signal = without_signal

    def tap(self, target):
        """One tap on something that can be seen."""
        found = self.page.locator(target) if isinstance(target, str) else target
        found.tap()
        self.taps += 1

    def tap_more(self, target):
        """Two taps: the sheet from below, and something in it."""
        self.tap(".more-open")
        self.tap(target)

    def tap_button(self, name):
        """One tap on the button with this name."""
        self.tap(self.page.get_by_role("button", name=name, exact=True))

    def out(self, seat):
        """On the sheet: this seat went out."""
        # Before its modules are there the sheet leads to the plain form.
        self.page.wait_for_load_state("load")
        self.tap(row_of(seat))
        # The pad may have to be fetched; keys pressed before it is there reach nobody.
        self.page.locator(PAD).wait_for()

    def type(self, number):
        """Digits on the pad."""
        for digit in str(number):
            self.tap(f'{PAD} [data-digit="{digit}"]')

    def nine(self, nth):
        """The nth small nine on the pad."""
        self.tap(f'{PAD} [data-nine="{nth}"]')

    def count(self, cards, nines=0):
        """A hand of so many cards by one tap, in a game for counters."""
        self.tap(f'{PAD} [data-count="{cards}"][data-nines="{nines}"]')

    def sweep(self, seat):
        """On the sheet of 1881: who swept the red aces, then this seat."""
        wait_for_forms(self.page)
        self.ask()
        self.tap(f'[data-asked] button[value="{seat}"]')
        expect(self.page.locator(f'[data-seats] > [data-seat="{seat}"]')).to_contain_text("swept")

    def ask(self):
        """On the sheet: what is asked in play is opened, unless it is open."""
        if not self.page.locator("[data-asked][open]").count():
            self.tap("[data-asked] summary")

    def cards(self, cards):
        """Cards on the pad: "K 9r 4"."""
        for card in cards.split():
            self.tap(f'{PAD} [data-card="{card}"]')

    def hand(self, seat):
        """A hand in the list of the pad."""
        self.tap(f'{PAD} [data-row="{seat}"]')

    def next(self):
        """On to the next hand."""
        self.tap(f"{PAD} [data-next]")

    def press_save(self):
        """Save, whatever comes of it."""
        self.tap(f"{PAD} [data-save]")

    def save(self):
        """Save, and the sheet is there again, with what was saved in the book."""
        self.press_save()
        expect_pad_closed(self.page)
        if self.without_signal:
            wait_until_kept(self.page)
        else:
            expect_sent(self.page)

    def close(self):
        """Close the pad without saving."""
        self.tap(f"{PAD} [data-close]")
        expect_pad_closed(self.page)

    def score(self, out, hands, on_red_nine=False):
        """A whole deal: hands as (points, red nines) round from the winner's left."""
        self.out(out)
        if on_red_nine:
            self.tap(f"{PAD} [data-ask='on_red_nine']")
        for at, (points, nines) in enumerate(hands):
            if at:
                self.next()
            self.type(points)
            if nines:
                self.nine(nines)
        self.save()


def type_deal(page, *points, out=0, without_signal=False):
    """Everything of a deal but Save."""
    pad_page = PadPage(page, without_signal=without_signal)
    pad_page.out(out)
    for at, number in enumerate(points):
        if at:
            pad_page.next()
        pad_page.type(number)
    return pad_page


def pad(page):
    """The pad of a page."""
    return page.locator(PAD)


def row(page, seat):
    """The row of a hand on the pad."""
    return page.locator(f'{PAD} [data-row="{seat}"]')


def cost(page, seat):
    """What a hand on the pad will cost."""
    return row(page, seat).locator("[data-cost]")


def message(page):
    """The one sentence of the pad."""
    return page.locator(f"{PAD} [data-says]")


def title(page):
    """The heading of a page."""
    return page.get_by_role("heading", level=1)


def line(page):
    """What the sheet says of the outbox."""
    return page.locator(".outbox-line")


def recorded(table, deal=-1):
    """What the book says of a deal, the last one unless another is meant."""
    return dict(table.read().sheet.deals[deal].record)


def expect_pad_closed(page):
    """The pad is gone, and its step back in the history is over.

    While that is under way Chromium drops a reload, a link that is followed, or another opening.
    """
    expect(page.locator(PAD)).to_be_hidden()
    wait_until(page, "!history.state?.pad")


def expect_sent(page):
    """Nothing waits: all of it is in the book, and on the sheet unless something lies over it."""
    waits = ".outbox-line[data-waiting], body:not(:has(dialog[open])) [data-painted]"
    expect(page.locator(waits)).to_have_count(0)


def fetch_sheet(page):
    """Fetch the sheet now, as the next news would."""
    page.evaluate(FETCH_SHEET)


def wait_for(page, true, otherwise="it does not come to that"):
    """Wait for something outside of a page, which hears and sends meanwhile."""
    for _ in range(400):
        if true():
            return
        page.wait_for_timeout(50)
    raise AssertionError(otherwise)


def wait_until(page, true):
    """Wait for something in the page; Playwright's own way is forbidden by the page's policy."""
    wait_for(page, lambda: page.evaluate(true), f"the page does not come to {true}")


def wait_for_forms(page):
    """The sheet answers its own forms; before, each of them loads another page."""
    wait_until(page, FORMS_ARE_HEARD)


def wait_for_idle(page):
    """All that the sheet fetches once it can be used is there; nothing is asked for but news."""
    fetched = "performance.getEntriesByType('resource').map(one => one.name)"
    wait_until(page, f"{fetched}.some(name => name.endsWith('/live.js'))")
    page.wait_for_load_state("networkidle")


def wait_until_kept(page):
    """The phone keeps what waits: it is there after a reload, and on the next page."""
    page.evaluate(LOAD_OUTBOX)


def reload(page, **options):
    """Reload once a closed pad has left the history, and what waits is kept."""
    wait_until_kept(page)
    wait_until(page, "Boolean(document.querySelector('dialog[open]')) || !history.state?.pad")
    page.reload(**options)


def expect_totals(page, *wanted):
    """The totals on the sheet come to be these, in the book or not yet, from the first row on."""
    shown = page.locator("[data-sheet] .row-total, [data-sheet] .podium-total")
    signed = (str(number).replace("-", "−") for number in wanted)
    expect(shown).to_have_text([re.compile(rf"^[^\d−]*{number}\s*(○.*)?$") for number in signed])


def open_pad(page, table, at=0):
    """The pad of a game, from a row of its sheet."""
    page.goto(f"/games/{table.id}")
    pad_page = PadPage(page)
    pad_page.out(at)
    return pad_page


def cell(page, at, key):
    """An answer of a seat, or of a stand-in, in its row of the pad."""
    return pad(page).locator(f'li:has([data-row="{at}"]) [data-cell="{key}"]')


class HeldRequest:
    """The next request to an address waits until it is released."""

    def __init__(self, page, address):
        self._page, self._held = page, []
        page.route(address, lambda route: self._held.append(route), times=1)

    def wait(self):
        """Until the page has sent it."""
        wait_for(self._page, lambda: self._held)

    def release(self):
        """Let it go on, once the page has sent it."""
        self.wait()
        self._held.pop().continue_()


class HeldAnswer:
    """The next entry reaches the server; its answer waits until it is released."""

    def __init__(self, page, address="**/entries"):
        self._page = page
        self._held = []
        page.route(address, self._hold)

    def _hold(self, route):
        # Questions at that address are left alone.
        if self._held or route.request.method != "POST":
            route.fallback()
        else:
            self._held.append((route, route.fetch(max_redirects=0)))

    def release(self):
        """Let the phone hear it, once the server has given it."""
        wait_for(self._page, lambda: self._held)
        ((route, answer),) = self._held
        route.fulfill(response=answer)
