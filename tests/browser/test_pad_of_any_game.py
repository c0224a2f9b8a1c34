"""The pad of a game nobody knows: every kind of ask, of the deal, of each seat and of each side."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Join, Seat
from tests.browser.fingers import PAD, Fingers, cell, is_sent, open_pad, pad, reload, row, says
from tests.browser.test_accessibility import violations_in_both
from tests.made_up_game import KEY, added, serve_twin
from tests.tables import NAMES, Table

FETCH_THE_SHEET = """
async () => {
  const there = performance.getEntriesByType("resource").map(({ name }) => name);
  const core = there.find((name) => name.endsWith("/js/core.js"));
  const { refresh } = await import(core.replace("core.js", "page.js"));
  await refresh(true);
}
"""


@pytest.fixture(autouse=True)
def _made_up() -> Iterator[None]:
    with added():
        yield


@pytest.fixture
def any_phone(phone: Page) -> Page:
    """A phone that gets the twin of the made-up game, which the server does not have."""
    serve_twin(phone.context)
    return phone


@pytest.fixture
def table(seat: Seat) -> Table:
    """A game of three, each for themselves; Ann deals first."""
    return seat(*NAMES[:3], variant=KEY)


def of_deal(page: Page, key: str, answer: str) -> Locator:
    """An answer to a question of the whole deal."""
    return pad(page).locator(f'[data-cell="{key}"]').get_by_role("button", name=answer, exact=True)


def number(page: Page, told: int) -> Locator:
    """The key of a number that is told by one tap."""
    return pad(page).locator(f'[data-number="{told}"]:visible')


def complete(page: Page, fingers: Fingers) -> None:
    """All that has to be known: the plu, the bra and whose ith it was."""
    for told in (4, 2):
        fingers.tap(number(page, told))
    for told in (8, 9, 10):
        fingers.type(told)
        if told < 10:
            fingers.next()
    fingers.tap(of_deal(page, "ith", "The ith: Ben"))
    fingers.tap(pad(page).get_by_role("button", name="Rest to Ann"))


def test_every_kind_of_ask_is_answered_on_one_pad(any_phone: Page, table: Table) -> None:
    fingers = open_pad(any_phone, table)
    fingers.tap(of_deal(any_phone, "tov", "de tov"))
    fingers.tap(pad(any_phone).locator('[data-row="ask-hob"]'))
    fingers.tap(pad(any_phone).locator('[data-rank="ZK"]'))
    fingers.tap(cell(any_phone, 0, "plu"))
    # Seven are there, so the third number is known.
    for told in (4, 2):
        fingers.tap(number(any_phone, told))
    expect(cell(any_phone, 2, "plu")).to_have_text("1")
    expect(cell(any_phone, 2, "plu")).to_have_attribute("data-filled", "")
    fingers.tap(cell(any_phone, 0, "vex"))
    fingers.tap(number(any_phone, 4))
    fingers.tap(pad(any_phone).locator('[data-suit="F"]'))
    fingers.tap(pad(any_phone).locator('[data-suit="O"]'))
    fingers.tap(cell(any_phone, 0, "bra"))
    for told in (8, 9, 10):
        fingers.type(told)
        if told < 10:
            fingers.next()
    fingers.tap(cell(any_phone, 1, "fle"))
    fingers.tap(cell(any_phone, 2, "miv").get_by_role("button", name="mived hi"))
    fingers.tap(of_deal(any_phone, "ith", "The ith: Ben"))
    fingers.tap(of_deal(any_phone, "orm", "The orm: nobody"))
    for name in ("Cat", "Cat", "Ann"):
        pad(any_phone).locator("[data-ask='dro'] select").select_option(label=name)
    fingers.save()
    assert table.read().sheet.deals[0].record == {
        "vex": [4, ["F", "O"], None],
        "tov": "de",
        "hob": "ZK",
        "dro": [2, 2, 0],
        "plu": [4, 2, 1],
        "quim": {"ith": 1, "orm": None},
        "bra": [8, 9, 10],
        "fle": [False, True, False],
        "miv": [None, None, "hi"],
    }


def test_what_is_still_open_goes_to_one_side_with_one_tap(any_phone: Page, table: Table) -> None:
    fingers = open_pad(any_phone, table)
    complete(any_phone, fingers)
    expect(of_deal(any_phone, "ith", "The ith: Ben")).to_have_attribute("aria-pressed", "true")
    expect(of_deal(any_phone, "orm", "The orm: Ann")).to_have_attribute("aria-pressed", "true")
    fingers.save()
    assert table.read().sheet.deals[0].record["quim"] == {"ith": 1, "orm": 0}


def test_what_is_known_so_far_is_told_while_no_key_is_wanted(any_phone: Page, table: Table) -> None:
    fingers = open_pad(any_phone, table)
    complete(any_phone, fingers)
    fingers.save()
    fingers.tap("[data-deals] [data-correct] >> nth=0")
    fingers.tap(of_deal(any_phone, "orm", "The orm: Ann"))
    expect(says(any_phone)).to_have_text("The orm is still to come")
    fingers.tap(of_deal(any_phone, "orm", "The orm: nobody"))
    expect(says(any_phone)).not_to_have_text("The orm is still to come")


def test_what_is_missing_is_asked_for_by_its_own_words(any_phone: Page, table: Table) -> None:
    fingers = open_pad(any_phone, table)
    for told in (4, 2):
        fingers.tap(number(any_phone, told))
    for told in (8, 9, 10):
        fingers.type(told)
        if told < 10:
            fingers.next()
    fingers.press_save()
    expect(says(any_phone)).to_have_text("Whose ith was it?")
    assert table.read().version == 0


def test_an_answer_hides_what_is_not_asked_beside_it_and_brings_it_back(
    any_phone: Page, table: Table
) -> None:
    fingers = open_pad(any_phone, table)
    fingers.tap(number(any_phone, 4))
    chip = pad(any_phone).locator("[data-ask='mux']")
    fingers.tap(chip)
    expect(pad(any_phone).locator("[data-cell], [data-number]:visible")).to_have_count(0)
    expect(pad(any_phone).locator("[data-ask]:visible")).to_have_count(1)
    fingers.tap(chip)
    expect(cell(any_phone, 0, "plu")).to_have_text("4")
    fingers.tap(chip)
    fingers.save()
    assert table.read().sheet.deals[0].record == {"mux": True}


def test_who_gives_no_answer_has_no_place_for_one(any_phone: Page, table: Table) -> None:
    fingers = open_pad(any_phone, table)
    expect(cell(any_phone, 1, "bra")).to_have_count(1)
    pad(any_phone).locator("[data-ask='yar']").select_option(label="Ben has the yar")
    expect(cell(any_phone, 1, "bra")).to_have_count(0)
    expect(cell(any_phone, 1, "plu")).to_have_count(1)
    for told in (4, 2):
        fingers.tap(number(any_phone, told))
    fingers.type(3)
    fingers.next()
    fingers.type(5)
    fingers.tap(of_deal(any_phone, "ith", "The ith: Cat"))
    fingers.tap(of_deal(any_phone, "orm", "The orm: Cat"))
    fingers.save()
    record = table.read().sheet.deals[0].record
    assert (record["yar"], record["bra"][1]) == (1, None)


def test_bids_before_the_play_are_covered_and_come_back_after_a_reload(
    any_phone: Page, table: Table
) -> None:
    fingers = open_pad(any_phone, table)
    mine = cell(any_phone, 1, "vex")
    fingers.tap(mine)
    fingers.tap(number(any_phone, 3))
    expect(mine).to_have_text("✓")
    expect(cell(any_phone, 2, "vex")).to_have_attribute("aria-current", "true")
    reload(any_phone)
    expect(mine).to_have_text("✓")
    # Whoever holds it looks at it.
    mine.dispatch_event("pointerdown")
    expect(mine).to_have_text("3")
    mine.dispatch_event("pointerup")
    expect(mine).to_have_text("✓")
    fingers.tap(cell(any_phone, 0, "plu"))
    fingers.tap(number(any_phone, 4))
    expect(mine).to_have_text("✓")
    fingers.tap(number(any_phone, 2))
    for told in (8, 9, 10):
        fingers.tap(cell(any_phone, told - 8, "bra"))
        fingers.type(told)
    fingers.tap(of_deal(any_phone, "ith", "The ith: Ben"))
    fingers.tap(of_deal(any_phone, "orm", "The orm: Ann"))
    expect(mine).to_have_text("3")


def test_the_number_of_a_dummy_has_a_row_of_its_own(any_phone: Page, seat: Seat) -> None:
    table = seat(*NAMES[:3], variant=KEY, house_rules={"ghasp": True})
    fingers = open_pad(any_phone, table)
    expect(pad(any_phone).locator("[data-row='3'] [data-name]")).to_have_text("The ghasp")
    for told in (3, 2, 1):
        fingers.tap(number(any_phone, told))
    expect(cell(any_phone, 3, "plu")).to_have_text("1")


def test_whoever_sits_out_is_asked_nothing(any_phone: Page, seat: Seat) -> None:
    table = seat(*NAMES[:6], variant=KEY)
    fingers = open_pad(any_phone, table, 1)
    expect(cell(any_phone, 1, "plu")).to_have_count(1)
    expect(cell(any_phone, 0, "plu")).to_have_count(0)
    expect(cell(any_phone, 0, "bra")).to_have_count(1)
    fingers.close()


def test_what_another_phone_notes_is_added_to_what_is_there(any_phone: Page, table: Table) -> None:
    table.write("answers", {"after": None, "facts": {"dro": 1}})
    open_pad(any_phone, table)
    said = pad(any_phone).locator("[data-taken-back]")
    expect(said).to_have_text(["Ben plimmed"])
    table.write("answers", {"after": None, "facts": {"dro": 2}})
    any_phone.evaluate(FETCH_THE_SHEET)
    expect(said).to_have_text(["Ben plimmed", "Cat plimmed"])
    expect(says(any_phone)).to_have_text("Another phone noted: Cat plimmed.")


def test_a_correction_reads_back_what_was_saved(any_phone: Page, table: Table) -> None:
    fingers = open_pad(any_phone, table)
    complete(any_phone, fingers)
    fingers.save()
    fingers.tap("[data-deals] [data-correct] >> nth=0")
    expect(cell(any_phone, 0, "plu")).to_have_text("4")
    expect(cell(any_phone, 2, "bra")).to_have_text("10")
    expect(of_deal(any_phone, "orm", "The orm: Ann")).to_have_attribute("aria-pressed", "true")
    fingers.tap(cell(any_phone, 1, "bra"))
    fingers.type(20)
    expect(row(any_phone, 1).locator("[data-totals]")).to_have_text(re.compile(r"^.+ → .+$"))
    fingers.save()
    assert table.read().sheet.deals[0].record["bra"] == [8, 20, 10]


@pytest.mark.parametrize("unit", ["points", "counters", "penalties"])
def test_what_the_pad_shows_is_what_is_saved(any_phone: Page, seat: Seat, unit: str) -> None:
    table = seat(*NAMES[:3], variant=KEY, house_rules={"gleb": unit})
    fingers = open_pad(any_phone, table)
    complete(any_phone, fingers)
    shown = [row(any_phone, at).locator("[data-cost]").inner_text() for at in range(3)]
    fingers.save()
    scores = table.read().sheet.deals[0].scores
    signed = "+d" if unit == "counters" else "d"
    assert shown == [format(score, signed).replace("-", "−") for score in scores]


@pytest.mark.parametrize("variant", [KEY, "points"])
def test_axe_finds_nothing_on_the_pad(join: Join, seat: Seat, variant: str) -> None:
    small = join(viewport=(360, 640))
    serve_twin(small.context)
    fingers = open_pad(small, seat(*NAMES[:4], variant=variant))
    assert violations_in_both(small) == []
    if variant == KEY:
        fingers.tap(number(small, 3))
        fingers.tap(pad(small).locator('[data-row="ask-hob"]'))
        assert violations_in_both(small) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_names_can_be_read_beside_all_their_answers(join: Join, seat: Seat, scheme: str) -> None:
    small = join(viewport=(360, 640), color_scheme=scheme)
    serve_twin(small.context)
    table = seat(*NAMES[:5], variant=KEY)
    open_pad(small, table)
    assert small.evaluate("document.documentElement.scrollWidth") <= 360
    cut = "them => them.filter(one => one.scrollWidth > one.clientWidth + 1).length"
    assert pad(small).locator("[data-row] [data-name]").evaluate_all(cut) == 0
    sideways = f"{PAD} [data-pad-rows]"
    assert small.locator(sideways).evaluate("one => one.scrollWidth <= one.clientWidth + 1")


def test_a_deal_of_which_nothing_else_is_asked_is_one_tap_on_the_sheet(
    any_phone: Page, table: Table
) -> None:
    any_phone.goto(f"/games/{table.id}")
    any_phone.wait_for_load_state("networkidle")
    any_phone.get_by_role("button", name="a mux").tap()
    expect(any_phone.locator("[data-undo]")).to_be_visible()
    is_sent(any_phone)
    assert [deal.record for deal in table.read().sheet.deals] == [{"mux": True}]
