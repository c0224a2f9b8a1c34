"""Two phones tell of the same deal: once where they agree, side by side where they differ."""

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import SMALL, Join
from tests.browser.fingers import Fingers, expect_totals, is_sent, pad
from tests.browser.test_accessibility import violations_in_both
from tests.chromium import excuse
from tests.tables import Table, facts

# Counts the sheets that come from the server.


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
    """What is open on the sheet."""
    return page.locator("[data-open]")


def in_the_middle(page: Page) -> None:
    """Bring what can be tapped out from under what stays in view below."""
    form = question(page).locator("form")
    form.evaluate("form => form.scrollIntoView({ block: 'center', behavior: 'instant' })")


def choose(page: Page, answer: str) -> None:
    """Tap an answer, once it can be hit."""
    button = question(page).get_by_role("button", name=answer, exact=True)
    expect(button).to_be_visible()
    page.wait_for_timeout(800)
    button.tap()


def test_the_same_deal_stands_there_once(ann: Page, ben: Page, table: Table) -> None:
    slow = type_deal(ben, 7, 23, 12)
    type_deal(ann, 7, 23, 12).save()
    slow.save()
    expect(ben.locator("[data-notice]")).to_contain_text("Already saved by Linux laptop, the same")
    expect_totals(ben, 0, 7, 23, 12)
    assert table.read().sheet.played == 1
    type_deal(ben, 5, 6, 8, out=1).save()
    expect_totals(ben, 8, 7, 28, 18)


@pytest.fixture
def differing(ann: Page, ben: Page) -> Fingers:
    """On Ben's phone, which has typed deal 1 with another number for Dan than Ann's has saved."""
    slow = type_deal(ben, 7, 23, 28)
    type_deal(ann, 7, 23, 12).save()
    return slow


@pytest.fixture
def asked(differing: Fingers) -> Page:
    """Ben's phone, which has saved that."""
    differing.save()
    return differing.page


def test_both_phones_show_both_with_names_and_times(ann: Page, asked: Page) -> None:
    for page in (ann, asked):
        expect(question(page)).to_contain_text("Deal 1: which is right?")
        expect(question(page).locator("tbody tr")).to_have_count(1)
        expect(question(page).locator("td")).to_have_text(["12", "28"])
        heads = question(page).locator("thead th:not(:first-child)")
        expect(heads).to_contain_text(["Linux laptop", "Linux laptop (2)"])
        expect(heads.locator("time")).to_have_count(2)
        expect(question(page)).to_contain_text("what Linux laptop says counts")
        expect_totals(page, 0, 7, 23, 12)
        in_the_middle(page)
        assert violations_in_both(page) == []
    expect(asked.locator("[data-notice]")).to_contain_text("Both are kept: choose which is right.")


@pytest.mark.parametrize(
    ("answer", "totals"),
    [
        ("Linux laptop is right", (0, 7, 23, 12)),
        ("Linux laptop (2) is right", (0, 7, 23, 28)),
        ("These are two deals", (0, 14, 46, 40)),
    ],
)
def test_one_tap_on_either_phone_decides_for_both_and_one_undoes_it(
    ann: Page, asked: Page, table: Table, answer: str, totals: tuple[int, ...]
) -> None:
    choose(ann, answer)
    for page in (ann, asked):
        expect(question(page)).to_have_count(0)
        expect_totals(page, *totals)
    assert table.read().version == 3
    Fingers(asked).tap_button("Undo")
    for page in (asked, ann):
        expect(question(page)).to_have_count(1)
        expect_totals(page, 0, 7, 23, 12)


# Where the question has come, a finger taps its first answer before anybody can have read it.
TAP_AT_ONCE = """() => {
    const looking = new MutationObserver(() => {
        const button = document.querySelector("[data-open] button");
        if (!button) return;
        looking.disconnect();
        setTimeout(() => document.body.append((button.click(), "tapped")), 300);
    });
    looking.observe(document.querySelector("main"), { childList: true });
}"""


def test_a_second_tap_on_save_gives_no_answer(differing: Fingers, table: Table) -> None:
    page = differing.page
    page.evaluate(TAP_AT_ONCE)
    differing.save()
    expect(question(page).get_by_role("button")).to_have_count(3)
    expect(page.locator("body")).to_contain_text("tapped")
    page.wait_for_timeout(300)
    assert table.read().version == 2


def test_what_is_typed_meanwhile_is_not_disturbed(ann: Page, ben: Page, table: Table) -> None:
    type_deal(ann, 7, 23, 12).save()
    expect_totals(ben, 0, 7, 23, 12)
    typing = type_deal(ann, 5, 6, out=1)
    table.write("deal", {"after": None, "facts": facts(0, 7, 23, 28)}, seen=0)
    expect(question(ben)).to_have_count(1)
    expect(pad(ann)).to_be_visible()
    typing.next()
    typing.type(8)
    typing.save()
    expect(question(ann)).to_have_count(1)
    expect_totals(ann, 8, 7, 28, 18)


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
    is_sent(page)
    assert [deal.id for deal in table.read().sheet.deals] == table.deals[1:]
