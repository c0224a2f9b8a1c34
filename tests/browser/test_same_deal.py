"""Two phones score the same deal, and one of them is asked what counts."""

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Join, Seat
from tests.browser.fingers import Fingers, cost, expect_totals, pad, reload, says
from tests.browser.test_accessibility import violations_in_both
from tests.chromium import excuse
from tests.tables import NAMES, Table, facts
from tests.web.counters import begin_counters, cards

SMALL = (360, 560)
TITLE = "[data-pad-title]"
ANSWERS = ("Keep theirs", "Use mine", "Another deal", "Change mine")
# The words of names that go on in another line.
BROKEN_WORDS = """names => names.flatMap((name) => {
    const [text] = name.childNodes;
    return [...text.data.matchAll(/\\S+/g)].filter(({ index, 0: word }) => {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        return range.getClientRects().length > 1;
    }).map(([word]) => word);
})"""


@pytest.fixture
def ann(join: Join, table: Table) -> Page:
    """Ann's phone, with the sheet before it."""
    page = join("manage", viewport=SMALL)
    page.goto(f"/games/{table.id}")
    return page


@pytest.fixture
def ben(ann: Page, join: Join, table: Table) -> Page:
    """Ben's phone, which was joined later, with the sheet of a game before it."""
    page = join(viewport=SMALL)
    page.goto(f"/games/{table.id}")
    return page


def type_deal(page: Page, *points: int, out: int = 0) -> Fingers:
    """Everything of a deal but Save."""
    fingers = Fingers(page)
    fingers.out(out)
    for at, number in enumerate(points):
        if at:
            fingers.next()
        fingers.type(number)
    return fingers


def question(page: Page) -> Locator:
    """The question over the pad."""
    return page.locator(".conflict-dialog[open]")


def choose(page: Page, answer: str) -> None:
    """Tap an answer, once it can be hit."""
    expect(question(page)).to_be_visible()
    page.wait_for_timeout(800)
    question(page).get_by_role("button", name=answer, exact=True).tap()


def test_the_same_deal_stands_there_once(ann: Page, ben: Page, table: Table) -> None:
    slow = type_deal(ben, 7, 23, 12)
    type_deal(ann, 7, 23, 12).save()
    slow.save()
    expect(ben.locator("[data-notice]")).to_contain_text("Already saved by Linux laptop, the same")
    expect_totals(ben, 0, 7, 23, 12)
    assert table.read().version == 1
    type_deal(ben, 5, 6, 8, out=1).save()
    expect_totals(ben, 8, 7, 28, 18)


@pytest.fixture
def asked(ann: Page, ben: Page, page_problems: list[str]) -> Page:
    """Ben's phone, asked about a deal that Ann's has saved with another number for Dan."""
    slow = type_deal(ben, 7, 23, 28)
    type_deal(ann, 7, 23, 12).save()
    slow.press_save()
    expect(question(ben)).to_be_visible()
    excuse(page_problems, "409")
    return ben


def test_both_are_shown_and_theirs_is_kept(asked: Page, table: Table) -> None:
    expect(question(asked)).to_contain_text("Linux laptop saved deal 1 with other numbers.")
    expect(question(asked).locator("[data-differs]")).to_have_count(1)
    expect(question(asked).locator("[data-differs] td")).to_have_text(["12", "28"])
    assert table.read().version == 1
    choose(asked, "Keep theirs")
    expect(pad(asked)).to_be_hidden()
    expect_totals(asked, 0, 7, 23, 12)
    reload(asked)
    expect(pad(asked)).to_be_hidden()
    assert table.read().version == 1


def test_mine_is_used(asked: Page, table: Table) -> None:
    choose(asked, "Use mine")
    expect(pad(asked)).to_be_hidden()
    expect_totals(asked, 0, 7, 23, 28)
    assert len(table.read().sheet.deals) == 1


def test_another_deal_is_named_by_the_title_before_it_is_saved(asked: Page, table: Table) -> None:
    choose(asked, "Another deal")
    expect(asked.locator(TITLE)).to_have_text("Deal 2")
    assert table.read().version == 1
    reload(asked)
    expect(asked.locator(TITLE)).to_have_text("Deal 2")
    Fingers(asked).save()
    expect_totals(asked, 0, 14, 46, 40)


def test_a_second_tap_on_save_gives_no_answer(asked: Page, table: Table) -> None:
    button = question(asked).get_by_role("button", name="Use mine")
    button.dispatch_event("click")
    asked.wait_for_timeout(300)
    assert table.read().version == 1
    expect(question(asked)).to_be_visible()


def test_what_was_typed_stays_until_it_is_decided(
    asked: Page, table: Table, page_problems: list[str]
) -> None:
    reload(asked)
    expect(asked.locator(TITLE)).to_have_text("Deal 1")
    expect(cost(asked, 3)).to_have_text("28")
    Fingers(asked).press_save()
    expect(question(asked)).to_be_visible()
    asked.wait_for_timeout(800)
    question(asked).get_by_role("button", name="Change mine").tap()
    expect(says(asked)).to_contain_text("saved deal 1 with other numbers")
    Fingers(asked).close()
    Fingers(asked).out(2)
    expect(asked.locator(TITLE)).to_have_text("Deal 1")
    for digit in (1, 2):
        Fingers(asked).hand(3)
        Fingers(asked).tap("[data-delete]") if digit == 1 else Fingers(asked).type(12)
    Fingers(asked).save()
    expect(asked.locator("[data-notice]")).to_contain_text("Already saved by Linux laptop")
    excuse(page_problems, "409")
    assert table.read().version == 1


def test_theirs_is_corrected_or_taken_back_meanwhile(
    asked: Page, table: Table, page_problems: list[str]
) -> None:
    deal = table.read().sheet.deals[0].id
    table.seen = 1
    table.write("correct_deal", {"deal": deal, "facts": facts(0, 7, 23, 41)})
    choose(asked, "Use mine")
    expect(question(asked)).to_contain_text("Meanwhile another phone corrected deal 1.")
    expect(question(asked).locator("[data-differs] td")).to_have_text(["41", "28"])
    table.write("withdraw", {"entry": deal})
    choose(asked, "Keep theirs")
    expect(question(asked)).to_be_hidden()
    expect(says(asked)).to_contain_text("Meanwhile another phone undid deal 1.")
    excuse(page_problems, "409")
    Fingers(asked).save()
    expect_totals(asked, 0, 7, 23, 28)


def test_three_phones(asked: Page, ann: Page, table: Table, page_problems: list[str]) -> None:
    type_deal(ann, 5, 6, 8, out=1).save()
    choose(asked, "Another deal")
    expect(asked.locator(TITLE)).to_have_text("Deal 2")
    reload(asked)
    expect(asked.locator(TITLE)).to_have_text("Deal 2")
    Fingers(asked).press_save()
    expect(question(asked)).to_contain_text("Deal 2: which is right?")
    choose(asked, "Another deal")
    expect(asked.locator(TITLE)).to_have_text("Deal 3")
    Fingers(asked).save()
    excuse(page_problems, "409")
    assert len(table.read().sheet.deals) == 3


def test_the_last_deal_of_the_game(ben: Page, table: Table, page_problems: list[str]) -> None:
    for _ in range(3):
        table.deal()
    reload(ben)
    slow = type_deal(ben, 7, 23, 28)
    table.deal()
    slow.press_save()
    expect(question(ben)).to_contain_text("The game is over, so there cannot be another deal.")
    expect(question(ben).get_by_role("button", name="Another deal")).to_have_count(0)
    excuse(page_problems, "409")
    reload(ben)
    expect(ben.locator(TITLE)).to_have_text("Deal 4")
    slow.press_save()
    choose(ben, "Use mine")
    excuse(page_problems, "409")
    expect(pad(ben)).to_be_hidden()
    assert table.read().sheet.totals == (0, 28, 92, 124)


def test_eight_at_red_nines_1881_one_of_whom_swept_the_aces(
    join: Join, table: Table, page_problems: list[str]
) -> None:
    names = ("Ann", "Bartholomew the Second", "Cat", "Dan", "Eve", "Fay", "Gus", "<b>Hal</b>")
    eight = begin_counters(table.database, table.club, *names)
    join("manage")
    page = join(viewport=SMALL)
    page.goto(f"/games/{eight.id}")
    fingers = Fingers(page)
    fingers.out(1)
    for _ in range(7):
        fingers.count(2)
    eight.write("answers", {"after": None, "facts": {"aces_swept_by": 2}})
    eight.write("deal", {"after": None, "facts": cards(1, 2, 2, 2, 1, 2, 2, 2, aces_swept_by=2)})
    fingers.press_save()
    expect(question(page)).to_contain_text("Who swept the red aces")
    assert violations_in_both(page) == []
    excuse(page_problems, "409")
    box = question(page).bounding_box()
    assert box
    assert (box["width"], box["height"] <= 560) == (360, True)
    expect(question(page).get_by_role("button", name="Another deal")).to_be_in_viewport(ratio=1)
    choose(page, "Another deal")
    expect(page.locator(TITLE)).to_have_text("Deal 2")
    fingers.save()
    assert [deal.record.get("aces_swept_by") for deal in eight.read().sheet.deals] == [2, None]


def test_undo_over_a_deal_that_was_not_seen_is_confirmed(
    join: Join, table: Table, page_problems: list[str]
) -> None:
    table.deal()
    join("manage")
    page = join(viewport=SMALL)
    page.goto(f"/games/{table.id}")
    page.wait_for_load_state("networkidle")
    table.deal()
    fingers = Fingers(page)
    fingers.tap_button("Undo")
    notice = page.locator("[data-notice]")
    expect(notice).to_contain_text("Meanwhile another phone saved deal 2.")
    anyway = notice.get_by_role("button", name="Undo deal 1 anyway")
    expect(anyway).to_be_disabled()
    expect(anyway).to_be_enabled()
    assert violations_in_both(page) == []
    assert table.read().version == 2
    excuse(page_problems, "409")
    fingers.tap(anyway)
    expect(page.locator("[data-deals] tbody tr")).to_have_count(1)
    assert [deal.id for deal in table.read().sheet.deals] == table.deals[1:]


def test_a_refused_undo_leaves_no_other_undo_beside_it(
    join: Join, table: Table, page_problems: list[str]
) -> None:
    table.deal()
    join("manage")
    page = join(viewport=SMALL)
    page.goto(f"/games/{table.id}", wait_until="networkidle")
    page.route("**/asking*", lambda route: route.abort())
    table.deal()
    Fingers(page).tap_button("Undo")
    notice = page.locator("[data-notice]")
    expect(notice).to_contain_text("Meanwhile another phone saved deal 2.")
    expect(notice.get_by_role("button")).to_have_text(["Undo deal 1 anyway"])
    excuse(page_problems, "409")
    Fingers(page).tap(notice.get_by_role("button"))
    expect(notice).to_contain_text("Undone: deal 1")
    assert [deal.id for deal in table.read().sheet.deals] == table.deals[1:]


def test_twelve_with_long_names_see_what_the_answers_do(
    join: Join, seat: Seat, page_problems: list[str]
) -> None:
    twelve = seat("Ann", "Bartholomew Featherstonehaugh", *NAMES[2:11], "Maximiliane von Hohenlohe")
    join("manage")
    page = join(viewport=SMALL)
    page.goto(f"/games/{twelve.id}")
    slow = type_deal(page, *range(10, 21))
    twelve.deal(0, *range(11, 22))
    slow.press_save()
    choices = [question(page).get_by_role("button", name=name) for name in ANSWERS]
    for part in (question(page).get_by_text("makes yours deal 2"), *choices):
        expect(part).to_be_in_viewport(ratio=1)
    broken = question(page).locator("tbody th bdi").evaluate_all(BROKEN_WORDS)
    assert broken == []
    assert violations_in_both(page) == []
    page.route("**/conflict", lambda route: route.abort())
    question(page).locator("tr").last.scroll_into_view_if_needed()
    choose(page, "Use mine")
    expect(question(page).get_by_text("No signal.")).to_be_in_viewport(ratio=1)
    excuse(page_problems, "409|ERR_FAILED")


def test_without_scripts_the_question_is_a_page(
    join: Join, table: Table, page_problems: list[str]
) -> None:
    join("manage")
    page = join(viewport=SMALL, java_script_enabled=False)
    page.goto(f"/games/{table.id}/deals/new?out=0")
    for name, held in (("Ben", 7), ("Cat", 23), ("Dan", 28)):
        page.get_by_label(f"Points of {name}").fill(str(held))
    table.deal(0, 7, 23, 12)
    page.get_by_role("button", name="Save", exact=True).tap()
    expect(page.get_by_role("heading", name="Deal 1: which is right?")).to_be_visible()
    expect(page.locator("[data-differs] td")).to_have_text(["12", "28"])
    expect(page.locator("[data-change]")).to_be_hidden()
    page.get_by_role("button", name="Another deal").tap()
    expect(page.get_by_role("heading", level=1)).to_have_text("Deal 2")
    page.get_by_role("button", name="Save", exact=True).tap()
    expect_totals(page, 0, 14, 46, 40)
    page.goto(f"/games/{table.id}")
    table.seen = 2
    table.deals.append(table.read().sheet.deals[1].id)
    table.deal()
    page.get_by_role("button", name="Undo", exact=True).tap()
    expect(page.get_by_text("Meanwhile another phone saved deal 3.")).to_be_visible()
    page.get_by_role("button", name="Undo deal 2 anyway").tap()
    expect(page.locator("[data-deals] tbody tr")).to_have_count(2)
    page_problems.clear()


def test_axe_finds_nothing_on_the_pages_for_phones_without_scripts(
    join: Join, table: Table, page_problems: list[str]
) -> None:
    page = join("manage", viewport=SMALL)
    page.goto(f"/games/{table.id}/deals/new?out=0")
    for name, held in (("Ben", 7), ("Cat", 23), ("Dan", 28)):
        page.get_by_label(f"Points of {name}").fill(str(held))
    table.deal(0, 7, 23, 12)
    page.get_by_role("button", name="Save", exact=True).tap()
    expect(page.get_by_role("heading", level=1)).to_have_text("Deal 1: which is right?")
    assert violations_in_both(page) == []
    page.goto(f"/games/{table.id}/book")
    table.deal()
    page.get_by_role("button", name="Undo deal 1").tap()
    expect(page.get_by_role("button", name="Undo deal 1 anyway")).to_be_visible()
    assert violations_in_both(page) == []
    excuse(page_problems, "409")
