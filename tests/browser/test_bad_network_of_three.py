"""Three phones on bad networks of their own: one keeps the score, and each answers for its seat.

What a phone called saved is what it has kept when the pad is closed, or a button was tapped: it
stands in the book, or in the answers to the deal in play, unless that phone kept another answer
there later, or was asked about it: its hand may have been changed when the deal was saved already.
"""

import random
from collections import defaultdict
from contextlib import suppress

import pytest
from playwright.sync_api import Error, TimeoutError, expect

from scorer.services.club.devices import list_devices
from scorer.services.games.seats_held import hold_seat
from scorer.storage.book import find_game, read_answers
from tests.browser.pad_page import PadPage, expect_totals, pad, wait_for_idle
from tests.browser.test_bad_network import (
    OF_OTHERS,
    PROVOKED,
    QUESTION,
    SEEDS,
    NotNow,
    networks,
    phone_in,
    until_sent,
)
from tests.chromium import excuse
from tests.tables import NAMES, Table, all_games

__all__ = ["networks", "phone_in"]

STEPS = 60
# The name of the phone that keeps the score.
HOST = "Linux laptop"
ENTRIES = ("deal", "correct", "withdraw")
GAMES = {"red-nines": 4, "ninety-nine": 3}
# Keeps a list of all that the page keeps; gives what is new of it, and the deal in play.
STATE = """async () => {
  const files = performance.getEntriesByType("resource").map(({ name }) => name);
  const { state, subscribe } = await import(files.find((name) => name.endsWith("/js/store.js")));
  const { game, next } = state.data;
  if (!window.kept) {
    const known = new Set();
    window.kept = [];
    subscribe(({ data, pending }) => {
      for (const { content, game, id, kind } of pending) {
        const key = content.turn ?? id;
        if (known.has(key)) continue;
        known.add(key);
        const at = data.deals.findIndex(({ id }) => id === content.after);
        const number = content.after ? at + 2 : 1;
        window.kept.push({ content, game, id, kind, number });
      }
    });
  }
  return { game, next, kept: window.kept.splice(0) };
}"""


def answers_of(item):
    """The answers of what was kept: [ask, place, value]."""
    content = item["content"]
    cleared = [[*place, None] for place in content.get("clear", ())]
    return [*content["set"], *cleared] if item["kind"] == "answers" else []


class Phone:
    """A phone that answers for a seat; what it has kept, and what the answers at a place were."""

    def __init__(self, page, says, seat, dice, answers):
        self.page, self.says, self.seat, self.dice = page, says, seat, dice
        self.kept, self.answers = {}, answers
        self.refused, self.given_up, self.heard = set(), set(), []
        self.pad_page = PadPage(page, without_signal=True)
        page.on("response", self.hear)
        self.read()

    def hear(self, answer):
        """The server refuses something, or asks about it."""
        sent = answer.request
        is_json = sent.headers.get("content-type") == "application/json"
        if answer.status in (403, 409, 422) and is_json:
            self.heard.append(sent.post_data_json["id"])

    def read(self):
        """What the page shows and has kept; it may just be led to the next game."""
        try:
            return self.page.evaluate(STATE)
        except Error:
            wait_for_idle(self.page)
            return self.page.evaluate(STATE)

    def note(self):
        """Note what was kept since; gives it."""
        state = self.read()
        for item in state["kept"]:
            self.kept[item["id"]] = item
            for *place, value in answers_of(item):
                self.answers[item["game"], item["number"], *place].append(value)
        while self.heard:
            self.ask(self.heard.pop())
        return state["kept"]

    def ask(self, id):
        """What was kept is refused, with a reason or a question: it may be given up."""
        behind = [it["id"] for it in self.kept.values() if id in it["content"].values()]
        self.given_up |= {id, *behind}
        if item := self.kept.get(id):
            self.refused |= {(item["game"], item["number"], *it[:2]) for it in answers_of(item)}

    @property
    def choices(self):
        return self.page.locator(f":is({QUESTION}) :is(.button, .link) >> visible=true")

    @property
    def is_asked(self):
        """Whether a question stands: it is answered before anything else."""
        return not pad(self.page).is_visible() and self.choices.count() > 0

    def decide(self):
        """A question is answered by chance: what it is about may be given up, or go elsewhere."""
        if not self.is_asked:
            raise NotNow
        self.choices.nth(self.dice.randrange(self.choices.count())).tap()

    def tap(self, selector):
        """Tap what the sheet offers, or not."""
        found = self.page.locator(f"[data-sheet] {selector} >> visible=true").first
        if pad(self.page).is_visible() or not found.is_visible():
            raise NotNow
        try:
            found.tap(timeout=2_000)
        except TimeoutError as others:  # the pad has opened by itself, or the sheet is another one
            raise NotNow from others

    def answer(self):
        """What the own seat is asked: the pad for it may be open by itself."""
        if not pad(self.page).is_visible():
            self.tap(f'[data-own="{self.seat}"] .button-first[data-type-for]')
        self.type()

    def change(self):
        asked = (self.read()["next"] or {}).get("asked") or [[], [], []]
        for ask in asked[self.seat]:
            self.tap(f'[data-own="{self.seat}"] [data-type-for][data-ask="{ask}"]')
            return self.type()
        raise NotNow

    def clear(self):
        self.tap(f'[data-own="{self.seat}"] [data-clear-own]')

    def type(self):
        """Type and save what one seat is asked; what others did meanwhile may be in the way."""
        dialog = pad(self.page)
        try:
            dialog.wait_for(timeout=5_000)
            expect(dialog.locator("[data-row]")).to_have_count(1, timeout=2_000)
            self.type_number(dialog)
            save = dialog.locator("[data-save] >> visible=true")
            if dialog.is_visible() and save.count():
                save.tap(timeout=2_000)
            expect(dialog).to_be_hidden(timeout=2_000)
        except (AssertionError, TimeoutError) as others:
            if dialog.is_visible():
                self.leave()
            raise NotNow from others
        is_kept = self.page.evaluate("window.kept?.length ?? 'led to the next game'")
        assert is_kept, "the pad has closed, and nothing is kept"

    def type_number(self, dialog):
        if dialog.locator("[data-digits]").is_visible():
            self.pad_page.type(self.dice.randint(2, 99))
        else:
            number = self.dice.randint(2, 4)
            dialog.locator(f'[data-number="{number}"] >> visible=true').tap(timeout=2_000)

    def leave(self):
        """Close the pad without saving."""
        ways = pad(self.page).locator("[data-close], .pad-halt button")
        with suppress(TimeoutError):  # it may go by itself, or come again for the own seat
            ways.locator("visible=true").first.tap(timeout=2_000)

    @property
    def acts(self):
        """What can be done here, what should happen more often several times."""
        return [self.answer] * 4 + [self.change, self.clear]


class Host(Phone):
    """The phone that keeps the score, and types for the seat that has no phone."""

    def out(self):
        """Who went out, which all phones hear, or the hand of a seat without a phone."""
        state = self.read()["next"] or {}
        out = state.get("answered", {}).get("out")
        seat = self.dice.randrange(4) if out is None else 3
        if out == 3:
            raise NotNow
        self.tap(f'[data-seats] [data-seat="{seat}"] [data-out]')
        if out is not None:
            return self.type()
        # Without signal it types all.
        for _ in range(10):
            if pad(self.page).is_visible():
                self.leave()
                raise NotNow
            self.page.wait_for_timeout(20)
        return None

    def undo(self):
        self.tap("[data-notice] [data-undo] button")

    def redo(self):
        self.tap("[data-notice] [data-redo] button")

    def finish(self):
        self.tap("form[data-finish] button")

    def same_again(self):
        self.tap("[data-again] button")

    @property
    def acts(self):
        others = [self.undo, self.redo, self.finish, self.same_again, self.same_again]
        return super().acts + [self.out] * 6 + others


@pytest.fixture
def phones(server, club, seat, networks, phone_in):
    """Three phones at a table: `phones("red-nines", dice)`."""

    def made(game, dice):
        table, answers = seat(*NAMES[: GAMES[game]], variant=game), defaultdict(list)
        joined = [server.join(club, "manage")]
        (device,) = list_devices(server.database, club)
        assert hold_seat(server.database, device, table.id, 0)
        joined += [server.sit(table, name) for name in NAMES[1:3]]
        for at, cookies in enumerate(joined):
            world = ("plain", "worker", "full")[at]
            page, says = phone_in(networks[at], world, f"/games/{table.id}", cookies)
            yield (Phone if at else Host)(page, says, at, dice, answers)

    return made


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", SEEDS)
def test_three_phones(server, club, networks, phones, page_problems, game, seed):
    dice, steps, tries = random.Random(f"{game} {seed}"), [], 6 * STEPS
    three = [*phones(game, dice)]
    for at, network in enumerate(networks):
        network.begin(f"{seed} {at}")
    try:
        while len(steps) < STEPS and (tries := tries - 1):
            phone = dice.choice(three)
            act = phone.decide if phone.is_asked else dice.choice(phone.acts)
            steps.append(f"{NAMES[phone.seat]} {act.__name__}")
            try:
                act()
            except NotNow:
                steps.pop()
                phone.page.wait_for_timeout(100)
            kept = [(it["kind"], it["number"], it["content"]) for it in phone.note()]
            steps[-1:] = [f"{step} {kept}" if kept else step for step in steps[-1:]]
        for network in networks:
            network.heal()
        for phone in three:
            while pad(phone.page).is_visible():
                phone.leave()
            until_sent(phone.page, phone.decide)
            phone.note()
        check(server, club, three)
    except (AssertionError, Error) as failed:
        met = [line for network in networks for line in ["", *network.met[-15:]]]
        games = [Table(server.database, club, it.id) for it in all_games(server.database, club)]
        book = [str((it.id, it.body)) for game in games for it in game.read().entries]
        said = [said for phone in three for said in phone.says if OF_OTHERS.search(said)]
        failed.add_note(
            "\n".join([*said[:3], *steps, *book, *map(str, three[0].answers.items()), *met])
        )
        raise
    finally:
        for network in networks:
            network.heal()
        excuse(page_problems, PROVOKED)


def check(server, club, three):
    """All that was kept is there, and nobody was told of another phone."""
    games = all_games(server.database, club)
    reads = {one.id: Table(server.database, club, one.id).read() for one in games}
    refused = {key for phone in three for key in phone.refused}
    written = {entry.id for read in reads.values() for entry in read.entries}
    for phone in three:
        assert not [said for said in phone.says if OF_OTHERS.search(said.replace(HOST, "Ann"))]
        there = written | phone.given_up
        kept = [item for item in phone.kept.values() if item["kind"] in ENTRIES]
        assert not [item for item in kept if item["id"] not in there]
    for key, kept in three[0].answers.items():
        game, number, ask, place = key
        read = reads[game]
        deals = [deal.record for deal in read.sheet.deals[number - 1 : number]]
        # The answers to a deal that was undone are in the book, once the next one was written.
        undone = [it.body.facts for it in read.entries if it.body.kind == "deal"]
        if ask == "hands" and any(it["out"] == place for it in deals or undone):
            continue  # whoever is out has no hand
        values = [it[ask] if place < 0 else it[ask][place] for it in deals or undone]
        if not deals:
            with server.database.reading() as connection:
                row = find_game(connection, club, game)
                there = read_answers(connection, row).get(number, ())
            values += [it.value for it in there if (it.ask, it.place) == (ask, place)] or [None]
        assert kept[-1] in values or key in refused, (key, kept)
    # Who looks at the game before has not gone along.
    for phone in three:
        sheet = reads[phone.read()["game"]].sheet
        if not sheet.over:
            expect_totals(phone.page, *sheet.now.totals)
