"""A whole deal typed on the pad as a record tells it, by a way of tapping for each kind of ask."""

from tests.browser.pad_page import expect_pad_closed, pad, row_of, wait_until

SAVED_OR_REFUSED = """!document.querySelector("dialog[data-pad][open]")
    || Boolean(document.querySelector("[data-says][data-wrong]"))"""


# What is pressed before an answer is asked, of which the record then says nothing.
PRESSED_FOR = {"ramsch": "passed"}


# Where to tap what can be seen: the middle of it, whether a finger hits it there, and whether it is
# used up. The page knows the tap once it has made a click of it.
PLACES = """them => {
    const clicked = (seen) => addEventListener("click", seen, { once: true, capture: true });
    window.tapped = new Promise((seen) => { clicked(() => seen()); setTimeout(seen, 2000); });
    return them.filter((one) => one.checkVisibility({ visibilityProperty: true })).map((one) => {
        one.scrollIntoView({ block: "nearest" });
        const { x, y, width, height } = one.getBoundingClientRect();
        const spot = [x + width / 2, y + height / 2];
        const isHit = one.contains(document.elementFromPoint(...spot));
        return [...spot, isHit, one.ariaDisabled === "true"];
    });
}"""
CURRENT = "them => them.map((one) => one.ariaCurrent)"


class NotOffered(Exception):
    """The pad has no key for this answer."""


class PadRefused(Exception):
    """The pad says why not."""


def suit_key(card):
    """The key of a suit, or of the joker."""
    sign = dict(zip("CDHS", "♣♢♡♠", strict=True)).get(card, card if len(card) < 3 else card.lower())
    return f'.pad-taps [data-suit="{sign}"]:visible'


def has_chip(ask):
    """Whether it is a short question above the rows."""
    return ask.of == "deal" and ask.kind in ("flag", "menu", "seat", "side") and not ask.group


def is_named_by_row(ask):
    """Whether a tap on a row of the sheet answers it."""
    return has_chip(ask) and ask.kind not in ("flag", "menu") and ask.required


class DealInput:
    """Types one deal on the pad that is open, or opens it on the sheet."""

    def __init__(self, pad_page, start, facts):
        self.pad_page = pad_page
        self.start = start
        self.facts = facts
        self.pad = pad(pad_page.page)

    def answer(self, ask):
        """What the record answers; in a group null is an answer too."""
        if not ask.group:
            return self.facts.get(ask.key)
        group = self.facts.get(ask.group, {})
        return -1 if ask.key in group and group[ask.key] is None else group.get(ask.key)

    def may_be_nobody(self, ask):
        """Whether a tap on a row answers it, though it may be nobody."""
        is_named = has_chip(ask) and any(other.but == ask.key for other in self.start.asks)
        return is_named and ask.kind == "seat" and not ask.required

    def open(self):
        """Open the pad by the seat that the first question asks for, else by the first seat."""
        named = [ask for ask in self.start.asks if is_named_by_row(ask)][:1]
        answers = [(ask.kind, self.answer(ask)) for ask in named if self.answer(ask) is not None]
        page = self.pad_page.page
        tapped = [at for at in range(len(self.start.sitters)) if page.locator(row_of(at)).count()]
        kind, answer = answers[0] if answers else ("seat", (tapped or [0])[0])
        seat = answer if kind == "seat" else self.start.seats_of(answer)[0]
        if page.locator("[data-won]").count() or seat not in tapped:
            raise NotOffered("a row to tap")
        self.pad_page.out(seat)
        first = next((ask for ask in self.start.asks if has_chip(ask) and ask.kind != "flag"), None)
        # The tap has named a side where there may be none.
        if first and first.kind == "side" and self.answer(first) is None:
            self.select(first, "")

    def type(self):
        """Type all that the record answers: first what has rows, then the questions above them.

        Whom rows name, and what stands in a menu, comes before them: all else goes by that.
        """
        unknown = self.facts.keys() - {ask.group or ask.key for ask in self.start.asks}
        if unknown:
            raise NotOffered(*unknown)
        for ask in filter(self.may_be_nobody, self.start.asks):
            answer = self.answer(ask)
            self.select(ask, "" if answer is None else answer)
        named = [ask for ask in self.start.asks if is_named_by_row(ask)]
        for ask in named[1:]:
            if self.answer(ask) is not None:
                self.tap(self.pad.locator(f'[data-row="{self.answer(ask)}"]'))
        asks = sorted(self.start.asks, key=lambda ask: (has_chip(ask), is_named_by_row(ask)))
        asks = sorted(asks, key=lambda ask: ask.kind != "menu")
        late = [ask for ask in asks if not self.is_typed(ask)]
        # What is asked only by what was answered after it.
        for ask in late:
            self.type_ask(ask)

    def is_typed(self, ask):
        """Type what a record answers to an ask, if that is offered by now."""
        try:
            self.type_ask(ask)
        except NotOffered:
            return False
        return True

    def type_ask(self, ask):
        """Type what a record answers to an ask, if anything."""
        answer = self.answer(ask)
        if answer is None:
            return
        if ask.key in PRESSED_FOR:
            self.tap(self.pad.locator(f'[data-ask="{PRESSED_FOR[ask.key]}"]'))
        if ask.of == "deal":
            self.type_one(ask, None, answer)
            return
        if getattr(ask, "beats", ()) and len(answer) - answer.count(None) > 1:
            raise NotOffered("a second call")  # it takes the place of the first
        for at, each in enumerate(answer):
            if each is not None and not self.gives_none(ask, at):
                self.type_one(ask, at, each)

    def gives_none(self, ask, at):
        """Whether another answer tells that this seat or side gives none."""
        return ask.but is not None and self.facts.get(ask.but) == at

    def type_one(self, ask, at, answer):
        """Type one answer."""
        if has_chip(ask) and ask.kind != "flag":
            self.select(ask, answer)
        elif ask.kind in ("flag", "choice", "seat", "side"):
            self.press(ask, at, answer)
        elif getattr(ask, "counted", False) and self.cell(ask, at).count():
            for _ in range(answer):
                self.tap(self.cell(ask, at))
        else:
            self.choose(ask, at)
            getattr(self, f"type_{ask.kind}")(answer)

    def tap(self, found):
        """Tap what is there; what is used up is tapped too, and the pad may say why not."""
        places = found.evaluate_all(PLACES) or self.reveal(found)
        if not places:
            raise NotOffered(str(found))
        x, y, is_hit, is_used_up = places[0]
        assert is_hit, f"something lies over {found}"
        self.pad_page.page.touchscreen.tap(x, y)
        self.pad_page.page.evaluate("window.tapped")
        if is_used_up:
            self.raise_refusal()

    def reveal(self, found):
        """Open the list of rare questions, and say where to tap what may lie in it."""
        aside = self.pad.locator(".pad-aside:not([open]) > summary")
        if aside.is_visible():
            self.pad_page.tap(aside)
        return found.evaluate_all(PLACES)

    def raise_refusal(self):
        """Raise what the pad refuses, if it does."""
        refusal = self.pad.locator("[data-says][data-wrong]")
        if refusal.count():
            raise PadRefused(refusal.inner_text())

    def row(self, ask, at):
        """The row of an answer."""
        by_sides = len({*self.start.sides}) < len(self.start.sides)
        return f"side-{at}" if ask.of == "side" and by_sides else str(at)

    def cell(self, ask, at):
        """The place of an answer, where its row has several."""
        if at is None:
            return self.pad.locator(f'[data-cell="{ask.key}"]')
        row = self.pad.locator(f'li:has([data-row="{self.row(ask, at)}"])')
        return row.locator(f'[data-cell="{ask.key}"]')

    def choose(self, ask, at):
        """Go to an answer, unless the pad went there by itself."""
        place = self.cell(ask, at)
        current = place.evaluate_all(CURRENT)
        if not current:
            place = self.pad.locator(f'[data-row="{self.row(ask, at)}"]')
            current = place.evaluate_all(CURRENT)
        if current != ["true"]:
            self.tap(place)

    def select(self, ask, answer):
        """Choose whom a question above the rows names."""
        select = self.pad.locator(f'select[data-ask="{ask.key}"], [data-ask="{ask.key}"] select')
        if not (select.is_visible() or self.reveal(select)):
            raise NotOffered(str(select))
        if ask.kind == "menu":
            answer = ask.values.index(answer)
        if select.input_value() != str(answer):
            select.select_option(str(answer))

    def press(self, ask, at, answer):
        """Press the answer itself; in a small list it is chosen."""
        cell = self.cell(ask, at)
        if ask.kind == "flag":
            if answer:
                self.tap(self.pad.locator(f'[data-ask="{ask.key}"]') if at is None else cell)
        elif cell.count() and cell.evaluate("one => one.matches('select')"):
            cell.select_option(str(answer))
        else:
            self.tap(cell.locator(f'[data-segment="{answer}"]'))

    def type_number(self, answer):
        """A number by its key or in digits, or the cards that stand for it."""
        if isinstance(answer, list):
            for card in answer:
                self.tap(self.pad.locator(suit_key(card)))
        elif self.pad.locator("[data-digits]").is_visible():
            self.type_digits(abs(answer))
            if answer < 0:
                self.tap(self.pad.locator("[data-minus]:visible"))
        else:
            self.tap(self.pad.locator(f'[data-number="{answer}"]:visible'))

    def type_digits(self, number):
        """A number in digits."""
        for digit in str(number):
            self.tap(self.pad.locator(f'[data-digit="{digit}"]'))

    def type_cards(self, card):
        """A card by its suit, and by its rank where that is asked."""
        rank, suit = (card[:-1], card[-1]) if card[-1] in "CDHS" else (card, "")
        rank_key = self.pad.locator(f'[data-rank="{rank}"]:visible')
        if rank_key.count() or not suit:
            self.tap(rank_key)
        if suit:
            self.tap(self.pad.locator(suit_key(suit)))

    def type_hands(self, hand):
        """A hand in cards, or as a sum or number of cards with its red nines."""
        in_cards = isinstance(hand, list) and bool(hand)
        way = self.pad.locator("[data-by-cards]" if in_cards else "[data-by-sums]")
        if way.get_attribute("aria-pressed") != "true":
            self.tap(way)
        if isinstance(hand, list) and hand:
            for card in hand:
                self.tap(self.pad.locator(f'[data-card="{card}"]'))
            return
        held = dict(hand or {"points": 0, "red_nines": 0})
        nines = held.pop("red_nines")
        [number] = held.values()
        if self.pad.locator("[data-digits]").is_visible():
            self.type_digits(number)
            if nines:
                self.tap(self.pad.locator(f'[data-nine="{nines}"]'))
        else:
            self.tap(self.pad.locator(f'[data-count="{number}"][data-nines="{nines}"]'))

    def save(self):
        """Save the deal; raise what the pad, or the server, refuses."""
        self.tap(self.pad.locator(":is([data-save], [data-next]):visible"))
        wait_until(self.pad_page.page, SAVED_OR_REFUSED)
        self.raise_refusal()
        expect_pad_closed(self.pad_page.page)
