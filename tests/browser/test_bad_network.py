"""Evenings on a bad network: whatever a phone called saved is in the book, once and in order.

What a phone does is done by the services in a game beside it, which is what its book has to be.
A seed chooses steps and faults; `SOAK=1 NETWORK_SEED=7` plays all games and worlds with one.
"""

import json
import os
import random
import re
from contextlib import suppress

import pytest
from playwright.sync_api import Error, expect

from scorer.rules.fold import to_undo
from scorer.services.games.start import same_again, undo_start
from tests.browser.bad_network import BadNetwork
from tests.browser.pad_input import DealInput
from tests.browser.pad_page import PadPage, expect_sent, expect_totals, reload, wait_for_idle
from tests.browser.test_outbox import NO_ROOM
from tests.chromium import excuse
from tests.examples import SOAKING
from tests.joined import of_browser
from tests.tables import NAMES, Table, all_games, begin, new_id, random_facts

# Each kind of step comes once at least.
STEPS = 60 if SOAKING else 20
# What a page sees of the faults.
PROVOKED = "ERR_|Failed to load resource"
ALL_SENT_MS = 90_000
# What is asked about something that waits: at it, or in the notice where that is not painted.
QUESTION = "[data-item] [data-conflict], [data-conflict][data-item]"

# All that a page says of writing is noted as it says it.
NOTES = """
const SAYS =
  "[data-notice], [data-says], [data-conflict], [data-pending], .outbox-line, .own, .pad-halt";
let noted = "";
new MutationObserver(() => {
  const now = [...document.querySelectorAll(SAYS)].map((one) => one.textContent).join(" · ");
  if (now !== noted) console.debug("says", (noted = now));
}).observe(document, { childList: true, subtree: true, characterData: true });
"""
# What is said of other phones where none of them wrote the same.
OF_OTHERS = re.compile(
    r"[Aa]nother phone|Linux laptop|[Aa]lready saved by|differently|has entered|typed by"
    r"|[Tt]his phone (?:scored|saved|noted|entered|undid)|what you entered"
)
# What is asked, or said, where others wrote at all.
OF_QUESTIONS = re.compile(r"question|[Mm]eanwhile|saved already|was changed")
SWEPT = "aces_swept_by"
DENIED = "Object.defineProperty(window, 'indexedDB', { get() { throw new Error('denied'); } });"
# What a phone may have of the browser: options of its context, what it cannot do, its host.
WORLDS = {
    "worker": ({"service_workers": "allow"}, "", "127.0.0.1"),
    "plain": ({}, "", "cards.test"),
    "denied": ({}, DENIED, "127.0.0.1"),
    "full": ({}, NO_ROOM, "127.0.0.1"),
}


def hands(dice, players):
    return random_facts(players, dice)


def cards(dice, players):
    hands = [{"cards": dice.randint(1, 5), "red_nines": 0} for _ in range(players)]
    hands[out := dice.randrange(players)] = []
    return {"out": out, "hands": hands}


def tricks(dice, players):
    first, second = sorted(dice.choices(range(10), k=2))
    return {
        "bids": [dice.randint(0, 9) for _ in range(players)],
        "tricks": [first, second - first, 9 - second],
    }


def bid_and_taken(dice, players):
    if dice.random() < 0.2:
        return {"passed": True}
    taken = ("high", "low", "jack", "game", "nine", "five")
    sides = {key: dice.randrange(2) for key in taken}
    return {"bidder": dice.randrange(players), "bid": dice.randint(9, 18), "taken": sides}


def points(dice, players):
    return {"points": [dice.randint(0, 99) for _ in range(players)]}


# Each game with its people, house rules, deals, and what is corrected of them.
GAMES = {
    "red-nines": (4, {}, hands, "hands"),
    "red-nines-1881": (4, {}, cards, "hands"),
    "pink-nines": (3, {"per_card": 1}, cards, "hands"),
    "points": (3, {"length": "deals", "deals": 6}, points, "points"),
    "ninety-nine": (3, {"length": "deals", "deals": 6}, tricks, "bids"),
    "oxford-whist": (3, {"deals": 16}, tricks, "bids"),
    "nine-five": (4, {"target": 40}, bid_and_taken, ""),
}
SEEDS = [int(os.environ["NETWORK_SEED"])] if "NETWORK_SEED" in os.environ else range(3)
EVENINGS = (
    [(game, world, seed) for seed in SEEDS for game in GAMES for world in WORLDS]
    if SOAKING
    else [("red-nines", "worker", 1)]
)


class NotNow(Exception):
    """The sheet does not offer this step."""


class Player:
    """One phone that keeps the score, and the game beside it that is played by the services."""

    def __init__(self, page, table, game, dice, keeps=True):
        self.page, self.table, self.dice = page, table, dice
        # Whether what waits outlives its page.
        self.keeps = keeps
        _, _, self.make_facts, self.corrected = GAMES[game]
        self.pad_page = PadPage(page, without_signal=True)
        # The games before this one, of which each goes on with the one before.
        self.played = []
        self.steps = []
        # What is tried next: each step comes once before any comes again.
        self.deck = []

    @property
    def sheet(self):
        return self.table.read().sheet

    def facts(self):
        return self.make_facts(self.dice, len(self.sheet.sitters))

    def step(self):
        """One step of those that are offered; the sheet shows it at once."""
        if not self.deck:
            self.deck = [self.deal] * 4 + [self.correct, self.undo, self.undo, self.redo, self.note]
            self.deck += [self.void, self.get_counters, self.give_back, self.penalty, self.stop]
            self.deck += [self.same_again, self.same_again, self.undo_start, self.reload]
            self.dice.shuffle(self.deck)
        step = self.deck.pop()
        try:
            self.steps.append(step.__name__)
            step()
        except NotNow:
            self.steps.pop()
            self.deck.insert(0, step)
        else:
            self.expect_shown()

    def expect_shown(self):
        """The sheet shows the game as it is by now."""
        read = self.table.read()
        if read.sheet.over:
            expect(self.page.locator("[data-sheet] .result")).to_be_visible()
        else:
            number = f"Deal {read.sheet.opening.number}"
            expect(self.page.locator("[data-sheet] h1")).to_contain_text(number)
        if not read.sheet.over and not read.answers:
            expect_totals(self.page, *read.sheet.now.totals)
        redo = self.page.locator("[data-notice] [data-redo] button")
        expect(redo).to_be_visible(visible=read.redo is not None)

    def tap(self, selector):
        """Tap what the sheet offers, or not."""
        found = self.page.locator(f"[data-sheet] {selector}").last
        if not found.is_visible():
            raise NotNow
        found.tap()

    def tap_more(self, selector):
        """Tap what lies in the sheet from below."""
        if self.sheet.over or not self.page.locator(f"#more {selector}").count():
            raise NotNow
        self.pad_page.tap_more(f"#more {selector}")

    def deal(self):
        if self.sheet.over:
            raise NotNow
        noted = {one.ask: one.value for one in self.table.read().answers}
        typed = DealInput(self.pad_page, self.sheet.start, self.facts())
        self.steps[-1] += f" {typed.facts}"
        self.open(typed, typed.open)
        typed.type()
        typed.save()
        self.table.score({**typed.facts, **noted})

    def open(self, typed, open_pad):
        """Open the pad with nothing on it: where nothing can be kept, what was undone is there."""
        open_pad()
        expect(typed.pad).to_be_visible()
        clear = typed.pad.get_by_role("button", name="Clear all")
        if clear.is_visible():
            clear.tap()
            self.pad_page.close()
            open_pad()
            expect(typed.pad).to_be_visible()

    def correct(self):
        """Another answer of one seat to the last deal that the table of all deals has."""
        sheet = self.sheet
        deals = [deal for deal in sheet.deals if not deal.facts.void]
        links = self.page.locator("[data-deals] [data-deal]:not([data-untrue]) [data-correct]")
        if not (deals and self.corrected) or links.count() < len(sheet.deals):
            raise NotNow
        deal = self.dice.choice(deals)
        record, now = deal.record, self.facts()
        seats = [at for at in range(len(sheet.sitters)) if record.get("out") != at]
        at = self.dice.choice([at for at in seats if now[self.corrected][at] != []] or [None])
        if at is None:
            raise NotNow
        answers = list(record[self.corrected])
        answers[at] = now[self.corrected][at]
        self.steps[-1] += f" {deal.number} {at} {answers[at]}"
        typed = DealInput(self.pad_page, sheet.start, {})
        self.open(typed, links.nth(sheet.deals.index(deal)).tap)
        ask = next(ask for ask in sheet.start.asks if ask.key == self.corrected)
        typed.type_one(ask, at, answers[at])
        if answers == list(record[self.corrected]):
            self.pad_page.close()
            return
        typed.save()
        self.table.correct(deal.id, {**record, self.corrected: answers})

    def undo(self):
        if not to_undo(self.table.read().entries):
            raise NotNow
        self.tap("[data-notice] [data-undo] button")
        self.table.undo()

    def redo(self):
        self.tap("[data-notice] [data-redo] button")
        self.table.redo()

    def reload(self):
        if not self.keeps:
            raise NotNow
        reload(self.page)
        wait_for_idle(self.page)

    def void(self):
        self.tap_more("[data-void] button")
        self.table.score({"void": True})

    def note(self):
        """Who swept the red aces."""
        seat = self.dice.randrange(len(self.sheet.sitters))
        self.tap(f'[data-asked="{SWEPT}"] summary')
        self.tap(f'[data-asked="{SWEPT}"] button[value="{seat}"]')
        self.table.answer((SWEPT, -1, seat))
        # The mark at the row is the server's, who may not be heard for long.
        expect(self.page.locator("[data-notice]")).to_contain_text("swept")

    def penalty(self):
        self.tap_more("[data-add-penalty]")
        dialog = self.page.locator("[data-penalty-dialog]")
        side, points = self.dice.randrange(self.sheet.start.number_of_sides), 7
        dialog.locator(f'[name=side][value="{side}"]').check()
        dialog.locator('[name=way][value="1"]').check()
        dialog.locator("[name=points]").fill(str(points))
        dialog.locator("[name=why]").fill("revoked")
        dialog.get_by_role("button", name="Save").tap()
        self.table.write("adjust", {"side": side, "points": points, "why": "revoked"})

    def give_back(self):
        """A loan is given back."""
        form = self.page.locator(".loans form[data-entry]").last
        if not form.is_visible():
            raise NotNow
        kind, content = json.loads(form.get_attribute("data-entry"))
        form.locator("button").tap()
        self.table.write(kind, content)

    def get_counters(self):
        """Somebody buys counters, or is lent some."""
        self.tap("[data-get-counters]")
        dialog = self.page.get_by_role("dialog")
        seat, *others = self.dice.sample(range(len(self.sheet.sitters)), 2)
        lender = dialog.locator("[name=lender]")
        dialog.locator(f'[name=seat][value="{seat}"]').check()
        dialog.locator("[name=counters]").fill("3")
        may_lend = lender.locator(f'option[value="{others[0]}"]').count()
        if may_lend and self.sheet.now.totals[others[0]] > 2 and self.dice.random() < 0.5:
            lender.select_option(str(others[0]))
            self.table.write("lend", {"seat": seat, "lender": others[0], "counters": 3})
        else:
            self.table.write("buy", {"seat": seat, "counters": 3})
        dialog.get_by_role("button", name="Save").tap()

    def stop(self):
        """Without signal the game stops at once; with it there would be another page first."""
        if not self.sheet.played:
            raise NotNow
        self.page.context.set_offline(True)
        try:
            self.tap_more("[data-end]")
            self.table.write("end", {"why": "late", "leftover": None})
            self.expect_shown()
        finally:
            self.page.context.set_offline(False)

    def undo_start(self):
        """Undo of Same again, as long as nothing is written."""
        if not self.played or self.table.read().version:
            raise NotNow
        self.tap("[data-notice] :is([data-undo], [data-undo-start]) button")
        phone = self.table.phone
        undo_start(self.table.database, self.table.club, self.table.id, device=phone.id)
        self.table = self.played.pop()

    def same_again(self):
        if not self.sheet.over:
            raise NotNow
        self.tap("[data-again] button")
        follows = self.table
        begun = {"device": follows.phone.id, "game_id": new_id()}
        id = same_again(follows.database, follows.club, follows.id, **begun)
        self.played.append(follows)
        self.table = Table(follows.database, follows.club, id, follows.phone)


@pytest.fixture(scope="module")
def networks(_served):
    """A network for each of three phones, at the same ports for all tests of this file."""
    made = [BadNetwork(_served.port) for _ in range(3)]
    yield made
    for network in made:
        network.shutdown()
        network.server_close()


@pytest.fixture
def phone_in(server, club, networks, new_phone):
    """A phone in a world, on a network of its own; gives its page and all that it says."""

    def made(network, world, address, cookies=None):
        options, init, host = WORLDS[world]
        url = f"http://{host}:{network.server_port}"
        page = new_phone(base_url=url, **options)
        page.context.add_cookies(of_browser(cookies or server.join(club), url))
        says = []
        page.on("console", lambda said: says.append(said.text) if said.type == "debug" else None)
        page.add_init_script(init + NOTES)
        page.goto(address)
        wait_for_idle(page)
        return page, says

    return made


def book_of(table):
    """What a book says, without its ids."""
    read = table.read()
    deals = (*read.sheet.deals, *read.sheet.behind_the_end)
    kinds = [entry.body.kind for entry in read.entries]
    return kinds, [deal.record for deal in deals], read.sheet.totals


def until_sent(page, decide=None):
    """All that waited on a phone is sent, and questions are answered, once the network lets it."""
    for _ in range(ALL_SENT_MS // 500):
        if not page.locator(f".outbox-line[data-waiting], {QUESTION}").count():
            break
        if decide:
            with suppress(NotNow):
                decide()
        page.evaluate("void dispatchEvent(new Event('online'))")
        page.wait_for_timeout(500)
    expect_sent(page)


# What the sheet says, but for the notice: that tells of the moment.
SAYS = """() => [...document.querySelectorAll("[data-sheet] > *, .sheet-body > *")]
    .filter((one) => !one.matches(".sheet-body") && !one.querySelector("[data-notice]"))
    .map((one) => one.innerText.split(/\\s+/).join(" "))"""


def expect_the_servers_sheet(page):
    """The sheet is the server's, as after a reload."""
    # Of the games around this one it hears with the next news.
    with page.expect_response("**/news", timeout=30_000):
        page.evaluate("void dispatchEvent(new Event('online'))")
    wait_for_idle(page)
    expect(page.locator("[data-sheet]")).not_to_contain_text("○")
    shown = page.evaluate(SAYS)
    reload(page)
    assert page.evaluate(SAYS) == shown


@pytest.mark.soak
@pytest.mark.parametrize(("game", "world", "seed"), EVENINGS)
def test_one_phone(server, club, seat, networks, phone_in, page_problems, game, world, seed):
    many, rules, *_ = GAMES[game]
    start = {"variant": game, "house_rules": rules}
    table = seat(*NAMES[:many], **start)
    beside = begin(server.database, server.new_club(), *NAMES[:many], **start)
    page, says = phone_in(networks[0], world, f"/games/{table.id}")
    dice = random.Random(f"{game} {seed}")
    player = Player(page, beside, game, dice, keeps=world in ("worker", "plain"))
    networks[0].begin(seed)
    try:
        for _ in range(STEPS):
            player.step()
        networks[0].heal()
        until_sent(page)
        player.expect_shown()
        expect_the_servers_sheet(page)
        wanted = [book_of(one) for one in (*player.played, player.table)]
        games = reversed(all_games(server.database, club))
        assert [book_of(Table(server.database, club, one.id)) for one in games] == wanted
        assert not [it for it in says if OF_OTHERS.search(it) or OF_QUESTIONS.search(it)]
    except (AssertionError, Error) as failed:
        failed.add_note("\n".join([f"seed {seed}", *player.steps, *networks[0].met[-30:]]))
        raise
    finally:
        networks[0].heal()
        excuse(page_problems, PROVOKED)
