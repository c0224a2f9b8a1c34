"""Worked examples of every game, typed through the pad; the sheet shows what they expect."""

import contextlib
import json
from pathlib import Path

import pytest
from playwright.sync_api import expect

from scorer.rules.counter_value import nets_of
from scorer.rules.entries import Deal
from scorer.rules.errors import Refused
from scorer.rules.fold import read_strictly
from scorer.rules.packages import PACKAGES
from scorer.rules.record import read_record
from scorer.rules.start import resolve_start
from scorer.rules.types import Next
from scorer.rules.variants import newest_variants
from scorer.rules.words import WORDS, fill
from tests.browser.pad_input import DealInput, NotOffered, PadRefused
from tests.browser.pad_page import PAD, PadPage, expect_sent, pad
from tests.browser.test_accessibility import violations_in_both
from tests.browser.test_small_screen import all_on_screen, is_scrollable, too_small
from tests.examples import SOAKING
from tests.made_up_game import FOLDERS, KEY, OF_BIDS
from tests.tables import new_id

pytestmark = pytest.mark.usefixtures("made_up_game")

EXAMPLES = Path(__file__).parents[1] / "rules" / "worked_examples"
FILES = [
    *EXAMPLES.glob("*.json"),
    *(file for folder in FOLDERS for file in folder.glob(f"{folder.name}-*.json")),
    *(file for key, folder in PACKAGES.items() for file in folder.glob(f"{key}-*.json")),
]
RECORDS = [file for file in sorted(FILES) if ".expects" not in file.name]
MADE_UP = (KEY, OF_BIDS)
# Whose own tests type deals on their pads: here in the long run.
TYPED_ELSEWHERE = {
    *("canasta", "doppelkopf", "hearts", "nine-five", "oh-hell", "skat", "spades", "wizard"),
    *MADE_UP,
}
# What a record can say and the pad has no key for.
REFERENCES = {"after", "before", "deal", "entry"}
NEVER_OFFERED = {
    "game_is_over",
    "no_answer_here",
    "not_a_choice",
    "not_beside",
    "number_not_between",
    "two_premiums",
    "unknown_key",
}
# What the page shows of the deals (by side what the play scored, and what was put in and bought),
# the totals, the pools, and who won.
SHOWN = """() => {
  const number = (element) => {
    const copy = element.cloneNode(true);
    const others = copy.querySelectorAll(".hidden, .nine, del, .deals-put-in, .deals-running");
    others.forEach((part) => part.remove());
    return Number(copy.textContent.replace("−", "-").match(/-?\\d+\\s*$/)[0]);
  };
  const all = (selector) => [...document.querySelectorAll(`[data-sheet] ${selector}`)];
  const deals = {};
  for (const cell of all("[data-deals] [data-why]")) {
    const { deal } = cell.closest("[data-deal]").dataset;
    const beneath = [...cell.querySelectorAll(".deals-put-in")];
    // Not what was called: "declared".
    const others = beneath.filter(({ textContent }) => /\\d/.test(textContent));
    // Who was not dealt to: "out".
    if (!/\\d|·/.test(cell.textContent)) continue;
    const score = cell.textContent.startsWith("·") ? 0 : number(cell);
    (deals[deal] ??= {})[cell.dataset.seat] = [score, ...others.map(number)];
  }
  const totals = {};
  for (const row of all(".row, .podium-row")) {
    const { seat, side } = row.dataset;
    totals[side ?? seat] = number(row.querySelector(".row-total, .podium-total"));
  }
  const pools = Object.fromEntries(
    all("[data-pool]").map((pool) => [pool.dataset.pool, number(pool.querySelector("dd"))]),
  );
  // Behind the id of the game.
  const winners = ({ dataset }) => dataset.won.split(" ").slice(1).join(" ");
  const won = all("[data-won]").map(winners).join();
  return { deals: Object.values(deals), totals, pools, won };
}"""
# What the pad shows of each side: what the deal changes, and the total after it.
PREVIEWED = """(rows) => {
  const dialog = document.querySelector("dialog[data-pad]");
  const text = (place, name) => place?.querySelector(`[data-${name}]`)?.textContent ?? "";
  const shown = Object.fromEntries(rows.map((row) => {
    const place = dialog.querySelector(`[data-row="${row}"]`);
    return [row, place && [text(place, "cost"), text(place, "totals")]];
  }));
  const gain = dialog.querySelector("[data-gain]:not([hidden])");
  return [shown, gain && [text(gain, "gain-points"), text(gain, "gain-totals")]];
}"""


def signed(number):
    """A number of counters as the pad writes it."""
    return f"{number:+d}".replace("-", "−") if number else "0"


def plain(number):
    """A number of points as the pad writes it."""
    return str(number).replace("-", "−")


def check_sheet(page, sheet):
    """The page shows every score, the totals, the pools, who deals next, and who won."""
    shown = page.evaluate(SHOWN)
    scores = []
    for deal in sheet.deals:
        others = deal.laid.won_since(deal.before), deal.carry.bought_since(deal.before)
        cells = {}
        for side, score in enumerate(deal.scores_of_play):
            if side not in deal.table.dealt_sides and not score:
                continue
            moved = [numbers[side] for numbers in others if numbers[side]]
            if moved or not deal.facts.void:
                cells[str(side)] = [score, *moved]
        scores.append(cells)
    assert shown["deals"] == [one for one in scores if one]
    totals = sheet.now.totals
    if sheet.over:
        totals = nets_of(sheet) if sheet.settled else totals
        assert {*shown["won"].split()} == {str(side) for side in sheet.winners}
    else:
        assert sheet.opening
        assert shown["pools"] == sheet.opening.carry.pools
        dealer = sheet.sitters[sheet.opening.table.dealer].name
        expect(page.locator(".head-who")).to_contain_text(f"{dealer} deals")
        if isinstance(sheet.follows, Next) and sheet.follows.trump:
            trump = WORDS["trumps"][sheet.follows.trump]["says"]
            expect(page.locator(".head")).to_contain_text(trump)
    assert shown["totals"] == {str(side): total for side, total in enumerate(totals)}


def check_preview(page, sheet):
    """Before it is saved the pad shows what the last deal changes for everybody."""
    start, is_play_over, deal = sheet.start, sheet.start.unit == "counters", sheet.deals[-1]
    by_sides, reasons = start.number_of_sides < len(start.sitters), start.words("reasons")
    rows = [f"side-{side}" if by_sides else str(side) for side in range(start.number_of_sides)]
    shown, gain = page.evaluate(PREVIEWED, rows)
    for side, row in enumerate(rows):
        seen = shown[row] or gain
        if seen is None:
            assert not deal.scores_of_play[side]
            continue
        words = [
            fill(reasons[line.key]["on_pad"], line.numbers)
            for line in deal.lines
            if line.side == side and "on_pad" in reasons[line.key]
        ]
        score = deal.scores_of_play[side]
        score = signed(score) if is_play_over else plain(score)
        assert seen[0] == (words or [score])[0], row
        if is_play_over:
            was, now = deal.laid.totals[side], deal.carry.totals[side]
            assert seen[1].split(" → ") == (
                [plain(was)] if was == now else [plain(was), plain(now)]
            )


# The keys whose name has not in it what is seen on them: people who speak to a phone say that.
MISNAMED = """keys => keys
    .map(({ ariaLabel, firstChild }) => [firstChild.textContent.trim(), ariaLabel])
    .filter(([seen, name]) => /^[a-z0-9]/i.test(seen) && !name.includes(seen))"""


def check_fit(page, variant):
    """All of the pad is seen at once, and every key is hit by a finger and called as it reads."""
    if variant in MADE_UP:  # it asks more than a small screen has room for
        return
    assert pad(page).locator("button[aria-label]:visible").evaluate_all(MISNAMED) == []
    all_on_screen(pad(page).locator("[data-row], button:visible, select:visible"))
    assert not is_scrollable(page, f"{PAD} [data-pad-rows]")
    assert too_small(pad(page).locator("button:visible:not([data-row]), select:visible")) == []


class Typing:
    """A record that is typed deal by deal into a game of the same people by the same rules."""

    def __init__(self, page, seat, record):
        self.page = page
        self.read = read_record(record)
        self.start = resolve_start(self.read.start)
        chosen = {key: record[key] for key in ("house_rules", "carried") if key in record}
        first = record.get("first_dealer", 0)
        self.table = seat(
            *record["players"], variant=record["variant"], first_dealer=first, **chosen
        )
        # What the entries of the record are called in this game.
        self.names = {}
        page.goto(f"/games/{self.table.id}")

    def sheet(self, number):
        """What the first entries of the record come to."""
        return read_strictly(self.read.start, self.read.entries[:number])

    def write(self, entry):
        """Write an entry: deals by tapping, all else as if another phone had."""
        void = self.page.locator("[data-void] button")
        is_void = isinstance(entry.body, Deal) and entry.body.facts.get("void")
        if not isinstance(entry.body, Deal) or (is_void and not void.count()):
            self.table.seen = self.table.read().version
            content = entry.body.content()
            content |= {
                key: self.names[content[key]] for key in REFERENCES & content.keys() if content[key]
            }
            self.names[entry.id] = new_id()
            self.table.write(entry.body.kind, content, id=self.names[entry.id])
            self.page.reload()
            return
        if is_void:
            self.page.wait_for_load_state("networkidle")
            PadPage(self.page).tap_more(void)
            expect(self.page.locator("[data-notice]")).to_contain_text("void")
            expect_sent(self.page)
        else:
            self.type_deal(entry)
            expect_sent(self.page)
        self.names[entry.id] = self.table.read().sheet.last_deal or ""

    def type_deal(self, entry):
        """Type a deal, look at what the pad shows of it, and save it."""
        typed = DealInput(PadPage(self.page), self.start, entry.body.facts)
        is_first = not self.names
        typed.open()
        if is_first:
            check_fit(self.page, self.read.start.variant)
        typed.type()
        with contextlib.suppress(Refused):
            check_preview(self.page, self.sheet(entry.number))
        if is_first:
            check_fit(self.page, self.read.start.variant)
        typed.save()


def read_file(file):
    """A record as it stands in its file."""
    return json.loads(file.read_text(encoding="utf-8"))


def what_to_type(record):
    """What a record asks to type: the answers of its game; void deals are elsewhere."""
    return {(record["variant"], key) for deal in record["deals"] for key in deal if key != "void"}


def records_to_type():
    """Of a game the shortest of the records with most to type; in the long run all of each."""
    if SOAKING:
        return RECORDS
    found = {}
    for file in RECORDS:
        record = read_file(file)
        if record["variant"] in TYPED_ELSEWHERE:
            continue
        rank = len(what_to_type(record)), -len(record["deals"])
        found[record["variant"]] = max(found.get(record["variant"], ((0, 0), file)), (rank, file))
    return [file for _, file in found.values()]


@pytest.mark.soak
@pytest.mark.parametrize("file", records_to_type(), ids=lambda file: file.stem)
def test_a_worked_example_is_typed_through_the_pad(small, seat, file):
    record, page = read_file(file), small
    typing = Typing(page, seat, record)
    for entry in typing.read.entries:
        try:
            sheet = typing.sheet(entry.number)
        except Refused as fault:
            version = typing.table.read().version
            with pytest.raises((NotOffered, PadRefused)) as refusal:
                typing.type_deal(entry)
            if refusal.type is NotOffered:
                assert fault.code in NEVER_OFFERED
            else:
                assert fault.message in str(refusal.value)
            assert typing.table.read().version == version
            return
        typing.write(entry)
        check_sheet(page, sheet)


@pytest.mark.long
@pytest.mark.parametrize("variant", [*newest_variants(), *MADE_UP])
def test_the_pad_passes_axe_and_fits_a_phone_on_its_side(join, seat, variant):
    page = join(viewport=(360, 560))
    record = next(one for one in map(read_file, RECORDS) if one["variant"] == variant)
    typing = Typing(page, seat, record)
    typed = DealInput(PadPage(page), typing.start, record["deals"][0])
    typed.open()
    typed.type()
    assert violations_in_both(page) == []
    page.set_viewport_size({"width": 844, "height": 390})
    check_fit(page, variant)
