"""The pad of a game that asks numbers: digits that add up, the last one from the sum, targets."""

from playwright.sync_api import expect

from tests.browser.pad_page import (
    PAD,
    cost,
    expect_sent,
    expect_totals,
    message,
    pad,
    recorded,
    row,
    type_deal,
    wait_until,
)


def test_numbers_add_up_on_the_pad_and_can_be_below_zero(phone, pad_page, seat):
    table = seat(variant="points", house_rules={"wins": "highest"})
    phone.goto(f"/games/{table.id}")
    # The row that was half typed goes on, and another begins anew.
    pad_page.out(1)
    pad_page.type(3)
    pad_page.close()
    pad_page.out(1)
    pad_page.type(5)
    expect(cost(phone, 1)).to_have_text("35")
    pad_page.hand(2)
    pad_page.hand(1)
    pad_page.type(7)
    expect(cost(phone, 1)).to_have_text("7")
    pad_page.tap(f"{PAD} [data-delete]")
    pad_page.hand(0)
    pad_page.type(10)
    pad_page.tap_button("Plus")
    pad_page.type(10)
    pad_page.tap_button("Plus")
    pad_page.type(5)
    expect(cost(phone, 0)).to_have_text("25")
    expect(row(phone, 0).locator("[data-typed]")).to_have_text("10 + 10 + 5")
    pad_page.tap_button("Minus")
    expect(cost(phone, 0)).to_have_text("15")
    expect(row(phone, 0).locator("[data-typed]")).to_have_text("10 + 10 − 5")
    expect(row(phone, 0).locator("[data-totals]")).to_have_text("0 → 15")
    pad_page.next()
    pad_page.tap_button("Minus")
    pad_page.type(30)
    expect(cost(phone, 1)).to_have_text("−30")
    pad_page.tap_button("0 for the others")
    pad_page.save()
    assert recorded(table) == {"points": [15, -30, 0, 0]}
    expect_totals(phone, 15, -30, 0, 0)
    # A keyboard types signs too.
    pad_page.out(0)
    for pressed in ("-", "7", "Enter", "1", "0", "+", "5", "Enter", "3", "Enter", "4", "Enter"):
        phone.keyboard.press(pressed)
    expect(pad(phone)).to_be_hidden()
    expect_sent(phone)
    assert recorded(table) == {"points": [-7, 15, 3, 4]}
    # A sum that is too large is said while it is typed: nobody waits for a pause.
    pad_page.out(0)
    phone.clock.install()
    pad_page.type(99999)
    pad_page.tap_button("Plus")
    pad_page.type(2)
    expect(message(phone)).to_have_text("Ann: The points: type a number from −100,000 to 100,000.")


def test_the_last_number_fills_itself_in_and_stays_changeable(phone, pad_page, seat):
    table = seat(variant="points", house_rules={"adds_to": 26})
    phone.goto(f"/games/{table.id}")
    pad_page.out(0)
    expect(message(phone)).to_contain_text("26 left")
    for points in (20, 3):
        pad_page.type(points)
        pad_page.next()
    expect(message(phone)).to_contain_text("3 left")
    pad_page.type(1)
    expect(cost(phone, 3)).to_have_text("2")
    expect(row(phone, 3)).to_have_attribute("data-filled", "")
    pad_page.hand(3)
    pad_page.type(9)
    expect(message(phone)).to_have_text("7 too many: that adds up to 33, not 26.")
    expect(message(phone)).to_have_attribute("data-doubt", "")
    expect(pad(phone).locator("[data-save]")).to_have_text("Save anyway")
    pad_page.tap(f"{PAD} [data-delete]")
    expect(cost(phone, 3)).to_have_text("2")
    pad_page.save()
    assert recorded(table) == {"points": [20, 3, 1, 2]}
    # Whoever takes all 26 gives 26 to each of the others, and none of the other sign.
    type_deal(phone, 26, 26, 0).next()
    expect(row(phone, 3)).to_have_attribute("aria-current", "true")
    expect(row(phone, 3)).not_to_have_attribute("data-filled", "")
    expect(message(phone)).not_to_contain_text("too many")


def test_a_correction_tells_which_deals_come_after_the_end_then(phone, pad_page, seat):
    rules = {"length": "target", "target": 50}
    table = seat(variant="points", house_rules=rules)
    table.score(*({"points": points} for points in ([10, 20, 30, 0], [5] * 4, [1, 2, 3, 4])))
    phone.goto(f"/games/{table.id}")
    news = pad(phone).locator("[data-news]")
    pad_page.tap("[data-deals] [data-correct] >> nth=0")
    pad_page.hand(2)
    pad_page.type(48)
    expect(news).to_have_text("deal 3 comes after the end", ignore_case=True)
    expect(row(phone, 2).locator("[data-totals]")).to_have_text("total 38 → 53")
    pad_page.save()
    assert [deal.number for deal in table.read().sheet.behind_the_end] == [3]
    # Where a game ends the page goes up to its result, and what is tapped by then is not hit.
    wait_until(phone, "scrollY === 0")
    # The game is over, and goes on once the number is corrected again.
    pad_page.tap("[data-deals] [data-correct] >> nth=0")
    pad_page.hand(2)
    pad_page.type(30)
    expect(news).to_have_text("then the game goes on", ignore_case=True)
    expect(row(phone, 2).locator("[data-totals]")).to_have_text("total 53 → 38")
    pad_page.save()
    assert not table.read().sheet.over


def test_the_rows_ask_who_won_with_their_totals_and_no_menu_asks_it_again(phone, pad_page, seat):
    table = seat(variant="points", house_rules={"wins": "highest", "winner": "takes_all"})
    table.score({"winner": 1, "points": [5, None, 7, 9]})
    phone.goto(f"/games/{table.id}")
    pad_page.tap(".dock-action a")
    menu, asked = pad(phone).locator("[data-ask=winner]"), pad(phone).locator(".large-name")
    typed = pad(phone).locator("[data-row] [data-typed]")
    expect(asked).to_have_text("Who won the deal?")
    expect(typed).to_have_text(["0", "21", "0", "0"])
    expect(menu).to_be_hidden()
    pad_page.hand(1)
    # Now it can be changed there.
    expect(menu).to_be_visible()
    expect(asked).to_have_text("Cat")
    pad_page.type(4)
    expect(pad(phone).locator("[data-gain-totals]")).to_have_text("21 → 25")


def test_who_is_out_has_no_row_and_buys_in_again_without_signal(phone, pad_page, seat):
    rules = {"length": "target", "target": 101, "out": "buy_in_above", "events": ["gin"]}
    table = seat("Ann", "Ben", "Cat", variant="points", house_rules=rules)
    table.score({"points": [20, 105, 30]})
    phone.goto(f"/games/{table.id}")
    pad_page.out(0)
    names = pad(phone).locator("[data-row] [data-name]")
    expect(names).to_have_text(["Ann", "Cat"])
    pad_page.tap(f"{PAD} [data-segment='gin'] >> nth=1")
    pad_page.type(1)
    pad_page.next()
    pad_page.type(2)
    pad_page.save()
    expect_sent(phone)
    assert recorded(table) == {"points": [1, None, 2], "events": [None, None, "gin"]}
    phone.context.set_offline(True)
    pad_page.tap_button("Buy in: Ben at 33")
    expect_totals(phone, 21, 33, 32)
    pad_page.out(0)
    expect(names).to_have_text(["Ann", "Ben", "Cat"])
    for points in (1, 2):
        pad_page.type(points)
        pad_page.next()
    pad_page.type(3)
    pad_page.press_save()
    expect_totals(phone, 22, 35, 35)
    phone.context.set_offline(False)
    expect_sent(phone)
    assert table.read().sheet.totals == (22, 35, 35)
