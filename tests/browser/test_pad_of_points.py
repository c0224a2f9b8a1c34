"""The pad of a game that asks numbers: digits that add up, the last one from the sum, targets."""

import pytest
from playwright.sync_api import expect

from tests.browser.fingers import PAD, Fingers, cost, expect_sent, expect_totals, pad, row, says
from tests.browser.test_small_screen import all_on_screen, is_scrollable, too_small
from tests.tables import NAMES


def recorded(table, deal=0):
    """What the book says that everybody scored."""
    return table.read().sheet.deals[deal].record["points"]


def test_numbers_add_up_on_the_pad_and_can_be_below_zero(phone, fingers, seat):
    table = seat(variant="points", house_rules={"wins": "highest"})
    phone.goto(f"/games/{table.id}")
    fingers.out(0)
    fingers.type(10)
    fingers.tap_button("Plus")
    fingers.type(10)
    fingers.tap_button("Plus")
    fingers.type(5)
    expect(cost(phone, 0)).to_have_text("25")
    expect(row(phone, 0).locator("[data-typed]")).to_have_text("10 + 10 + 5")
    fingers.tap_button("Minus")
    expect(cost(phone, 0)).to_have_text("15")
    expect(row(phone, 0).locator("[data-typed]")).to_have_text("10 + 10 − 5")
    fingers.next()
    fingers.tap_button("Minus")
    fingers.type(30)
    expect(cost(phone, 1)).to_have_text("−30")
    fingers.tap_button("0 for the others")
    fingers.save()
    assert recorded(table) == [15, -30, 0, 0]
    expect_totals(phone, 15, -30, 0, 0)
    # A keyboard types signs too.
    fingers.out(0)
    for pressed in ("-", "7", "Enter", "1", "0", "+", "5", "Enter", "3", "Enter", "4", "Enter"):
        phone.keyboard.press(pressed)
    expect(pad(phone)).to_be_hidden()
    expect_sent(phone)
    assert recorded(table, 1) == [-7, 15, 3, 4]
    # A sum that is too large is said while it is typed: nobody waits for a pause.
    fingers.out(0)
    phone.clock.install()
    fingers.type(99999)
    fingers.tap_button("Plus")
    fingers.type(2)
    expect(says(phone)).to_have_text("Ann: The points: type a number from −100,000 to 100,000.")


def test_the_last_number_fills_itself_in_and_stays_changeable(phone, fingers, seat):
    table = seat(variant="points", house_rules={"adds_to": 26})
    phone.goto(f"/games/{table.id}")
    fingers.out(0)
    expect(says(phone)).to_contain_text("26 left")
    for points in (20, 3):
        fingers.type(points)
        fingers.next()
    expect(says(phone)).to_contain_text("3 left")
    fingers.type(1)
    expect(cost(phone, 3)).to_have_text("2")
    expect(row(phone, 3)).to_have_attribute("data-filled", "")
    fingers.hand(3)
    fingers.type(9)
    expect(says(phone)).to_have_text("7 too many: that adds up to 33, not 26.")
    expect(says(phone)).to_have_attribute("data-doubt", "")
    expect(pad(phone).locator("[data-save]")).to_have_text("Save anyway")
    fingers.tap(f"{PAD} [data-delete]")
    expect(cost(phone, 3)).to_have_text("2")
    fingers.save()
    assert recorded(table) == [20, 3, 1, 2]
    # Hearts: whoever takes all 26 gives 26 to each of the others, and none of the other sign.
    fingers.out(0)
    for points in (0, 26, 26):
        fingers.type(points)
        fingers.next()
    assert row(phone, 3).get_attribute("data-filled") is None
    expect(says(phone)).to_contain_text("26 too many")
    fingers.type(26)
    expect(says(phone)).to_have_text("52 too many: that adds up to 78, not 26.")
    fingers.save()
    assert recorded(table, 1) == [0, 26, 26, 26]
    expect(phone.locator("[data-notice]")).to_contain_text(
        "52 too many: that adds up to 78, not 26."
    )


def test_a_correction_tells_which_deals_come_after_the_end_then(phone, fingers, seat):
    rules = {"length": "target", "target": 50}
    table = seat(variant="points", house_rules=rules)
    table.score(*({"points": told} for told in ([10, 20, 30, 0], [5] * 4, [1, 2, 3, 4])))
    phone.goto(f"/games/{table.id}")
    news = pad(phone).locator("[data-news]")
    fingers.tap("[data-deals] [data-correct] >> nth=0")
    fingers.hand(2)
    fingers.type(48)
    expect(news).to_have_text("deal 3 comes after the end", ignore_case=True)
    expect(row(phone, 2).locator("[data-totals]")).to_have_text("38 → 53")
    fingers.save()
    assert [deal.number for deal in table.read().sheet.behind_the_end] == [3]
    # The game is over, and goes on once the number is corrected again.
    fingers.tap("[data-deals] [data-correct] >> nth=0")
    fingers.hand(2)
    fingers.type(30)
    expect(news).to_have_text("then the game goes on", ignore_case=True)
    expect(row(phone, 2).locator("[data-totals]")).to_have_text("53 → 38")
    fingers.save()
    assert not table.read().sheet.over


def test_partners_have_one_row_and_are_called_by_both_names(phone, fingers, seat):
    table = seat(variant="points", house_rules={"wins": "highest", "sides": "two"})
    phone.goto(f"/games/{table.id}")
    fingers.tap('[data-seats] [data-seat="3"] [data-out], [data-seats] [data-seat="3"][data-out]')
    pad(phone).wait_for()
    names = pad(phone).locator("[data-row] [data-name]")
    expect(names).to_have_text(["Ann and Cat", "Ben and Dan"])
    # Dan was tapped, so his side begins.
    fingers.type(120)
    fingers.next()
    fingers.type(45)
    fingers.save()
    assert recorded(table) == [45, 120]


@pytest.mark.parametrize("players", [8, 12])
def test_eight_rows_fit_on_a_small_phone_and_twelve_are_reached(join, seat, players):
    small = join(viewport=(360, 560))
    table = seat(*NAMES[:players], variant="points")
    small.goto(f"/games/{table.id}")
    fingers = Fingers(small)
    fingers.out(0)
    for at in range(players):
        fingers.type(19)
        assert too_small(pad(small).locator("button:visible:not([data-row])")) == []
        expect(row(small, at)).to_be_in_viewport(ratio=0.97)
        if players == 8:
            all_on_screen(pad(small).locator("[data-row], button:visible"))
            assert not is_scrollable(small, f"{PAD} [data-pad-rows]")
        if at < players - 1:
            fingers.next()
    fingers.save()
