"""Everybody counts on their own phone: own hands, in, and shown all at once."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.pad_page import (
    PAD,
    HeldRequest,
    PadPage,
    expect_pad_closed,
    expect_sent,
    expect_totals,
    line,
    message,
    pad,
    row,
    row_of,
    wait_for_forms,
    wait_for_idle,
)
from tests.browser.test_accessibility import violations_in_both
from tests.chromium import excuse
from tests.tables import NAMES, facts


@pytest.fixture
def host(join):
    """The phone that keeps score."""
    return join("manage")


# The sheet of the page once more, as if it answered something.
SHOW_AS_ANSWER = """async () => {
  const files = performance.getEntriesByType("resource").map(({ name }) => name);
  const [live, { state }] = await Promise.all(
    ["live", "store"].map((name) => import(files.find((file) => file.endsWith(`/js/${name}.js`)))),
  );
  const release = files.find((file) => file.endsWith("/js/live.js")).split("/")[4];
  live.showAnswer({ ...state.server, known: state.server.data.tag, release });
}"""


def last_deal(page):
    """What everybody held in the deal that is in."""
    return page.locator("[data-last-deal]")


def enter(page, points, nines=0):
    """The hand of one seat, on the pad that is open."""
    expect(page.locator(f"{PAD} [data-row]")).to_have_count(1)
    pad_page = PadPage(page)
    pad_page.type(points)
    if nines:
        pad_page.nine(nines)
    pad_page.save()
    return pad_page


def enter_without_signal(page, points):
    """The hand of one seat, which waits on the phone."""
    PadPage(page).type(points)
    PadPage(page).press_save()
    expect_pad_closed(page)


def test_a_phone_turns_only_when_nothing_is_typed_or_read_on_it(host, sit, table):
    table.deal(0, 7, 23, 32)
    ben = sit(table, "Ben")
    ben.locator("[data-why]").first.tap()
    expect(ben.locator(".why[open]")).to_be_visible()
    host.goto(f"/games/{table.id}")
    PadPage(host).tap('[data-seats] [data-seat="2"] [data-out]')
    expect(host.locator("[data-sheet]")).to_contain_text("Cat is out")
    expect(host.locator('[data-seats] [data-seat="2"] .row-mark[data-noted]')).to_have_text("out")
    ben.wait_for_timeout(1_000)
    expect(pad(ben)).to_be_hidden()
    ben.locator(".why[open]").get_by_role("button", name="OK").tap()
    expect(pad(ben)).to_be_visible()
    # Once: whoever puts it away is not asked again by the next news.
    PadPage(ben).close()
    table.read()
    ben.reload()
    expect_pad_closed(ben)
    ben.wait_for_timeout(1_000)
    expect(pad(ben)).to_be_hidden()


def mine(page, seat):
    """What the sheet has for the phone of one seat."""
    return page.locator(f'[data-own="{seat}"]')


def state(page, seat):
    """How far a seat is, at its row."""
    return page.locator(f'[data-seats] [data-seat="{seat}"] .row-state')


def test_who_is_in_comes_without_a_sheet_to_a_phone_that_types(host, sit, table):
    table.answer(("out", -1, 0))
    ben, cat, sent = sit(table, "Ben"), sit(table, "Cat"), []
    expect(state(ben, 2)).to_contain_text("waiting")

    def keep(answer):
        if answer.status == 200 and answer.url.endswith(("/news", "/answers")):
            sent.append(answer)

    PadPage(ben).type(2)
    ben.on("response", keep)
    enter(cat, 41)
    # Below the pad, on which nothing moves.
    expect(state(ben, 2)).to_contain_text("in")
    expect(ben.locator("[data-sheet]")).to_contain_text("1 of 3 done")
    expect(row(ben, 1)).to_contain_text("2")
    ben.context.set_offline(True)
    enter_without_signal(ben, 3)
    expect(mine(ben, 1).locator("[data-own-waits]")).to_contain_text("waits on this phone")
    # What is sent late is answered with all that became known meanwhile.
    table.answer(clear=[("hands", 2)], replace=True)
    ben.context.set_offline(False)
    expect_sent(ben)
    expect(state(ben, 1)).to_contain_text("in")
    expect(state(ben, 2)).to_contain_text("waiting")
    expect(mine(ben, 1).get_by_role("button", name="Clear it")).to_be_visible()
    expect(mine(cat, 2).get_by_role("button", name="Your hand")).to_be_visible()
    expect(cat.locator("[data-sheet]")).to_contain_text("1 of 3 done · Waiting for Cat and Dan")
    assert len(sent) > 1 and all("parts" in it.json() for it in sent)
    # A sheet that is painted again for what waits has it, too, and the next whole one.
    mine(ben, 1).get_by_role("button", name="Clear it").tap()
    expect(ben.locator("[data-sheet]")).to_contain_text("0 of 3 done")
    table.answer(("on_red_nine", -1, True))
    expect(ben.locator(".own-out")).to_contain_text("Ann is out on a red nine")
    assert "parts" not in sent[-1].json()


def type_for(page, seat):
    """On the phone that keeps the score: a tap on the row of another seat."""
    page.locator(row_of(seat)).tap()


def test_a_whole_deal_of_red_nines_by_own_hands(host, sit, table):
    ann, ben, cat = (sit(table, name) for name in ("Ann", "Ben", "Cat"))
    host.goto(f"/games/{table.id}")
    mine(ann, 0).get_by_role("button", name="I’m out").tap()
    # Three touches for two digits, one more for a red nine.
    expect(pad(ben)).to_contain_text("Ann is out")
    pad_page = PadPage(ben)
    pad_page.type(2)
    keys = pad(ben).locator("[data-digit], [data-next], [data-nine]")
    places = "all => all.map(one => JSON.stringify(one.getBoundingClientRect()))"
    before = keys.evaluate_all(places)
    # Nothing jumps there while another hand comes in, and with what it was won.
    assert enter(cat, 41, nines=1).taps == 4
    mine(ann, 0).get_by_role("button", name="On a red nine?").tap()
    expect(pad(ben)).to_contain_text("Ann is out on a red nine")
    assert violations_in_both(ben) == []
    assert keys.evaluate_all(places) == before
    pad_page.type(3)
    expect(row(ben, 1)).to_contain_text("23, ×2 = 46")
    pad_page.save()
    assert pad_page.taps == 3
    # What is in can be changed until the last is in, and only its own phone knows it.
    expect(host.locator("[data-sheet]")).to_contain_text("2 of 3 done")
    assert "23" not in host.locator("[data-sheet]").inner_text()
    mine(ben, 1).locator("[data-type-for]").tap()
    expect(row(ben, 1)).to_contain_text("23")
    PadPage(ben).close()
    mine(ben, 1).get_by_role("button", name="Clear it").tap()
    expect(host.locator("[data-sheet]")).to_contain_text("1 of 3 done")
    mine(ben, 1).get_by_role("button", name="Your hand").tap()
    enter(ben, 24)
    # Dan's phone died, or he has none: the host types for him.
    expect_totals(host, 0, 0, 0, 0)
    type_for(host, 3)
    enter(host, 7)
    for page in (ann, ben, cat, host):
        expect(last_deal(page).locator("li")).to_have_text(
            [
                re.compile(r"Ann you\s*0\s*Went out"),
                re.compile(r"Ben you\s*48"),
                re.compile(r"Cat you\s*164"),
                re.compile(r"Dan you\s*14"),
            ]
        )
    last_deal(ben).get_by_role("button", name="Correct my hand").tap()
    expect(row(ben, 1)).to_contain_text("24")
    enter(ben, 25)
    expect_totals(ann, 0, 50, 164, 14)
    # Nobody taps: the next deal takes its place, and it goes when one begins.
    read = table.read()
    table.seen = read.version
    following = {"after": read.sheet.last_deal, "facts": facts(1, 7, 23, 32)}
    table.write("deal", following)
    for page in (ben, cat, host):
        expect(last_deal(page).get_by_role("heading")).to_have_text("Deal 2")
    table.answer(("out", -1, 2))
    for page in (ben, host):
        expect(last_deal(page)).to_have_count(0)


def test_out_is_taken_back_and_what_was_typed_is_kept(host, sit, table):
    host.goto(f"/games/{table.id}")
    ann, ben = sit(table, "Ann"), sit(table, "Ben")
    mine(ann, 0).get_by_role("button", name="I’m out").tap()
    expect(pad(ben)).to_be_visible()
    hand_in(table, 2, 12, device=table.seat_phone(2, "play"))
    PadPage(ben).type(23)
    mine(ann, 0).get_by_role("button", name="Take back").tap()
    expect(pad(ben)).to_contain_text("Nobody is out. What you typed is kept.")
    expect(ben.locator(".pad-out")).to_be_empty()
    expect(row(ben, 1)).to_contain_text("23")
    # No key does anything any more, but the way back.
    expect(pad(ben).locator("[data-save]")).to_be_hidden()
    PadPage(ben).tap_button("To the sheet")
    expect_pad_closed(ben)
    # It was Dan, who has no phone: the host says so.
    expect(mine(ann, 0).get_by_role("button", name="I’m out")).to_be_visible()
    expect(host.locator("#asked-of-rows")).to_contain_text("Who went out?")
    PadPage(host).tap('[data-seats] [data-seat="3"] [data-out]')
    expect(row(ben, 1)).to_contain_text("23")
    PadPage(ben).save()
    enter(ann, 7)
    expect(last_deal(ben)).to_be_visible()
    expect_totals(ben, 7, 23, 12, 0)


@pytest.mark.long
def test_a_hand_costs_nothing_known_while_nobody_is_out(join, sit, seat):
    table = seat(*NAMES[:3], variant="red-nines-1881")
    join("manage")
    ben, cat = sit(table, "Ben"), sit(table, "Cat")
    mine(ben, 1).get_by_role("button", name="I’m out").tap()
    expect(pad(cat)).to_be_visible()
    pad_page = PadPage(cat)
    pad_page.type(7)
    pad_page.nine(1)
    expect(row(cat, 2)).to_contain_text("8 → Ben")
    mine(ben, 1).get_by_role("button", name="Take back").tap()
    expect(pad(cat)).to_contain_text("Nobody is out.")
    expect(row(cat, 2)).not_to_contain_text("→")


def test_a_hand_that_is_in_stays_covered_for_the_scorekeeper(host, sit, table, page_problems):
    ben = sit(table, "Ben")
    table.seat_phone(2, "play")
    host.goto(f"/games/{table.id}")
    PadPage(host).tap('[data-seats] [data-seat="0"] [data-out]')
    enter(ben, 23)
    # So it is for who types the rest.
    rest = host.get_by_role("button", name="Type the rest")
    rest.tap()
    expect(row(host, 1)).to_contain_text("✓")
    expect(row(host, 1)).not_to_contain_text("23")
    PadPage(host).close()
    type_for(host, 1)
    expect(message(host)).to_have_text("Ben is in. What you type replaces it.")
    expect(pad(host).locator(".large-figure")).to_have_text("✓")
    expect(row(host, 1)).not_to_contain_text("23")
    # Without a number there is nothing to save.
    PadPage(host).press_save()
    expect(message(host)).to_contain_text("Nothing is typed for Ben")
    PadPage(host).type(24)
    expect(pad(host).locator(".large-figure")).to_have_text("24")
    PadPage(host).press_save()
    question = host.locator("[data-conflict]")
    expect(question).to_contain_text("Ben has entered their own answer (you typed 24).")
    question.get_by_role("button", name="Use mine").tap()
    expect_sent(host)
    assert [one.place for one in table.read().answers if one.ask == "hands"] == [1]
    excuse(page_problems, "409")
    # Who is answered for is told by whom.
    expect(ben.locator("[data-notice]")).to_contain_text("has changed what you entered")
    expect(mine(ben, 1).locator(".own-says:visible")).to_contain_text("Your hand is in, typed by")
    rest.tap()
    pad_page = PadPage(host)
    for at, points in ((2, 12), (3, 7)):
        pad_page.hand(at)
        pad_page.type(points)
    pad_page.save()
    expect(last_deal(host)).to_contain_text("Caught with 24")
    (deal,) = table.read().sheet.deals
    assert [hand and hand["points"] for hand in deal.record["hands"]] == [[], 24, 12, 7]


def type_all(host):
    """Ann is out, and the scorekeeper types all that the others held."""
    PadPage(host).tap('[data-seats] [data-seat="0"] [data-out]')
    host.get_by_role("button", name="Type them all").tap()
    pad_page = PadPage(host)
    for at, points in enumerate((40, 12, 7)):
        if at:
            pad_page.next()
        pad_page.type(points)
    return pad_page


def test_a_hand_that_comes_in_while_all_are_typed_is_kept(host, sit, table, page_problems):
    """By the pad, which says that it is in, or by the question after Save."""
    ben = sit(table, "Ben")
    host.goto(f"/games/{table.id}")
    pad_page = type_all(host)
    enter(ben, 41)
    # It is in, and covered.
    expect(row(host, 1)).to_contain_text("✓")
    expect(message(host)).to_have_text("Ben is in. What you type replaces it.")
    pad_page.tap_button("Keep Ben’s")
    expect(row(host, 1)).not_to_contain_text("40")
    expect(row(host, 1)).to_contain_text("✓")
    pad_page.save()
    expect_totals(host, 0, 41, 12, 7)
    pad_page = type_all(host)
    enter(ben, 41)
    expect(message(host)).to_have_text("Ben is in. What you type replaces it.")
    pad_page.press_save()
    question = host.locator("[data-conflict]")
    expect(question).to_contain_text("Ben has entered their own answer (you typed 40).")
    expect(question.get_by_role("button")).to_have_text(["Use mine", "Keep Ben’s"])
    expect(host.locator("[data-tap] > b")).to_be_hidden()
    excuse(page_problems, "409")
    question.get_by_role("button", name="Keep Ben’s").tap()
    expect_totals(host, 0, 82, 24, 14)
    expect_totals(ben, 0, 82, 24, 14)
    expect(last_deal(ben)).not_to_contain_text("changed")


@pytest.mark.long
def test_a_phone_that_keeps_the_score_now_is_told_once(host, sit, table):
    table.deal(0, 7, 23, 32)
    ben = sit(table, "Ben", viewport=(360, 560))
    wait_for_idle(ben)
    host.goto(f"/games/{table.id}/phones")
    host.get_by_role("button", name="Let Ben keep score").tap()
    notice = ben.locator("[data-notice]")
    expect(notice).to_contain_text("This phone keeps the score now.")
    assert ben.evaluate("scrollY") == 0
    host.get_by_role("button", name="Only play: Ben").tap()
    expect(notice).to_contain_text("This phone only plays now.")
    expect(notice).not_to_contain_text("keeps")
    ben.reload()
    wait_for_idle(ben)
    expect(notice).not_to_contain_text("This phone")


def hand_in(table, seat, points, **other):
    """Another phone gives the hand of a seat."""
    table.answer(("hands", seat, {"points": points, "red_nines": 0}), **other)


def test_a_phone_that_slept_while_all_hands_came_in_shows_them(host, sit, table):
    ben = sit(table, "Ben")
    table.answer(("out", -1, 0))
    expect(pad(ben)).to_contain_text("Ann is out")
    PadPage(ben).close()
    asked = HeldRequest(ben, "**/news")
    asked.wait()
    for at, points in ((1, 4), (2, 12), (3, 7)):
        hand_in(table, at, points)
    asked.release()
    expect(last_deal(ben)).to_contain_text("Caught with 12")
    # They go with their deal, and come back with it.
    table.seen = table.read().version
    table.undo()
    expect_totals(ben, 0, 0, 0, 0)
    expect(last_deal(ben)).to_have_count(0)
    table.redo()
    expect_totals(ben, 0, 4, 12, 7)
    expect(last_deal(ben)).to_contain_text("Caught with 12")


def test_what_is_typed_when_the_deal_is_in_stays_unsaved(host, sit, table):
    ben, cat = sit(table, "Ben"), sit(table, "Cat")
    host.goto(f"/games/{table.id}")
    table.answer(("out", -1, 0))
    expect(host.locator("[data-sheet]")).to_contain_text("0 of 3 done")
    type_for(host, 2)
    for page in (ben, cat, host):
        expect(pad(page)).to_be_visible()
    PadPage(ben).type(3)
    PadPage(cat).type(9)
    hand_in(table, 1, 4)
    expect(pad(ben)).to_contain_text("This is in already. What you typed is kept.")
    expect(pad(cat).locator("[data-save]")).to_be_visible()
    for at, points in ((3, 7), (2, 12)):
        hand_in(table, at, points)
    # Where nothing was typed the pad goes.
    expect_pad_closed(host)
    not_saved = "Deal 1 is in. What you typed is not saved."
    expect(pad(ben)).to_contain_text(not_saved)
    expect(row(ben, 1)).to_contain_text("3")
    expect(pad(ben).locator("[data-save]")).to_be_hidden()
    # One tap leads to the next hand.
    table.answer(("out", -1, 0))
    expect(pad(ben)).to_contain_text(not_saved)
    expect(pad(cat)).to_contain_text("Deal 1 is in.")
    PadPage(cat).tap_button("To the sheet")
    expect(pad(cat)).to_contain_text("Ann is out")
    enter(cat, 5)
    assert [one.place for one in table.read().answers if one.ask == "hands"] == [2]


def test_without_signal_whoever_keeps_the_score_types_all_hands(host, sit, table):
    ben = sit(table, "Ben")
    host.goto(f"/games/{table.id}/phones")
    with host.expect_navigation():
        host.get_by_role("button", name="Ann").first.tap()
    host.goto(f"/games/{table.id}")
    wait_for_idle(host)
    turn = host.get_by_text("Every phone then asks for its own hand.")
    expect(turn).to_be_visible()
    host.context.set_offline(True)
    pad_page = PadPage(host, without_signal=True)
    mine(host, 0).get_by_role("button", name="I’m out").tap()
    expect(row(host, 1)).to_be_visible()
    for at, points in enumerate((7, 23, 12)):
        if at:
            pad_page.next()
        pad_page.type(points)
    pad_page.save()
    expect_totals(host, 0, 7, 23, 12)
    # What the phones of seats would say is out of the way, and what scores the next deal in reach.
    expect(mine(host, 0).get_by_role("button", name="I’m out")).to_be_hidden()
    expect(turn).to_be_hidden()
    expect(host.locator(".dock-action")).to_be_visible()
    host.context.set_offline(False)
    expect_sent(host)
    expect_totals(ben, 0, 7, 23, 12)
    assert [entry.body.kind for entry in table.read().entries] == ["deal"]


def test_a_hand_without_signal_waits_covered_and_is_sent(host, sit, table):
    ben, cat = sit(table, "Ben"), sit(table, "Cat")
    host.goto(f"/games/{table.id}")
    PadPage(host).tap('[data-seats] [data-seat="0"] [data-out]')
    expect(pad(ben)).to_be_visible()
    ben.context.set_offline(True)
    enter_without_signal(ben, 32)
    waits = mine(ben, 1).locator("[data-own-waits]")
    expect(waits).to_contain_text("waits on this phone")
    expect(ben.locator("[data-sheet]")).not_to_contain_text("32")
    assert [one.place for one in table.read().answers if one.ask == "hands"] == []
    # The newest counts, also after a reload of what the phone has kept.
    waits.get_by_role("button", name="Change it").tap()
    expect(row(ben, 1)).to_contain_text("32")
    enter_without_signal(ben, 23)
    expect(line(ben)).to_contain_text("No signal · 1 entry waits on this phone")
    line(ben).get_by_role("button").tap()
    what = ben.locator("dialog[data-outbox] [data-what]")
    expect(what).to_have_text(["Ben’s hand 23"])
    expect(ben.locator("[data-sheet]")).not_to_contain_text("23")
    ben.locator("dialog[data-outbox]").get_by_role("button", name="Close").tap()
    ben.context.set_offline(False)
    expect_sent(ben)
    expect(mine(ben, 1).locator(".own-says:visible")).to_contain_text("Your hand is in")
    # An answer that gets lost was saved by this phone, and is nobody else's.
    cat.route("**/answers", lambda route: (route.fetch(), route.abort()))
    enter_without_signal(cat, 12)
    expect(mine(cat, 2).locator("[data-own-waits]")).to_contain_text("waits on this phone")
    cat.unroute_all(behavior="wait")
    expect_sent(cat)
    expect(cat.locator("[data-conflict]")).to_have_count(0)
    assert {one.place: one.value for one in table.read().answers if one.ask == "hands"} == {
        1: {"points": 23, "red_nines": 0},
        2: {"points": 12, "red_nines": 0},
    }


def test_a_question_looks_the_same_after_news(join, sit, table, page_problems):
    join("manage")
    ben = sit(table, "Ben")
    wait_for_idle(ben)
    ben.context.set_offline(True)
    mine(ben, 1).get_by_role("button", name="I’m out").tap()
    deal = {"out": 0, "hands": [[], *[{"points": 5, "red_nines": 0}] * 3]}
    table.score(deal)
    # The sheet cannot be had, and it is asked all the same.
    ben.route(f"**/games/{table.id}", lambda route: route.abort())
    ben.context.set_offline(False)
    question = ben.locator("[data-notice] [data-conflict]")
    expect(question).to_contain_text("Deal 1 is saved already")
    table.score(deal)
    expect(ben.locator("h1")).to_contain_text("Deal 3")
    expect(question).to_have_css("border-top-width", "0px")
    # Nor does what answers something that this phone wrote before take it away.
    ben.evaluate(SHOW_AS_ANSWER)
    expect(question).to_contain_text("Deal 1 is saved already")
    excuse(page_problems, "409|ERR_FAILED")


@pytest.mark.long
def test_hands_that_do_not_fit_are_entered_again(host, sit, table):
    ann, ben = (sit(table, name) for name in ("Ann", "Ben"))
    host.goto(f"/games/{table.id}")
    mine(ann, 0).get_by_role("button", name="I’m out").tap()
    expect(pad(ben)).to_be_visible()
    PadPage(ben).close()
    for at, hand in ((1, ["A"] * 3), (2, ["A"] * 2), (3, {"points": 6, "red_nines": 0})):
        table.answer(("hands", at, hand))
    for page in (ann, ben, host):
        expect(page.locator("[data-open]")).to_contain_text("The hands do not fit.")
        expect(page.locator("[data-open]")).not_to_contain_text("ace")
    host.get_by_role("button", name="Open the hands").tap()
    for page in (ann, ben, host):
        expect(page.locator("[data-open]")).to_contain_text("Five aces, but this pack has four.")
        expect(page.locator("[data-open]")).to_contain_text("what Ben or Cat entered")
    expect(
        host.locator("[data-open]").get_by_role("button", name="Enter Cat again")
    ).to_be_visible()
    ben.locator("[data-open]").get_by_role("button", name="Enter mine again").tap()
    expect(pad(ben)).to_be_visible()


def refuse(page, table, act):
    """The phone writes answers without signal, which come to a game that was stopped meanwhile."""
    wait_for_forms(page)
    page.route("**/answers", lambda route: route.abort())
    act()
    expect(line(page)).to_contain_text("waits")
    table.write("end", {"why": "late", "leftover": None})
    page.unroute("**/answers")
    page.evaluate("void dispatchEvent(new Event('online'))")
    expect(line(page)).to_contain_text("could not be saved")
    table.undo()
    expect(page.locator("[data-notice]")).to_contain_text("Undone")
    line(page).get_by_role("button").tap()
    page.get_by_role("link", name="Mend it").tap()
    expect(message(page)).to_contain_text("The game is already over.")


@pytest.mark.long
def test_a_whole_deal_that_was_refused_is_mended_whole(host, sit, table, page_problems):
    ben = sit(table, "Ben")
    host.goto(f"/games/{table.id}")
    PadPage(host).tap('[data-seats] [data-seat="0"] [data-out]')
    enter(ben, 23)
    pad_page = PadPage(host, without_signal=True)

    def type_the_rest():
        host.get_by_role("button", name="Type the rest").tap()
        for at, points in ((2, 12), (3, 7)):
            pad_page.hand(at)
            pad_page.type(points)
        pad_page.save()

    refuse(host, table, type_the_rest)
    for seat, shown in ((1, "✓"), (2, "12"), (3, "7")):
        expect(row(host, seat)).to_contain_text(shown)
    PadPage(host).save()
    expect_totals(host, 0, 23, 12, 7)
    expect(line(host)).not_to_contain_text("could not be saved")
    excuse(page_problems, "409|422")


def test_who_is_out_is_mended_where_it_was_refused(host, sit, table, page_problems):
    ann = sit(table, "Ann")
    refuse(ann, table, lambda: mine(ann, 0).get_by_role("button", name="I’m out").tap())
    expect(pad(ann)).to_contain_text("Ann is out")
    PadPage(ann).save()
    expect(line(ann)).not_to_contain_text("could not be saved")
    assert [(one.ask, one.value) for one in table.read().answers] == [("out", 0)]
    excuse(page_problems, "409|422")


@pytest.mark.long
def test_one_number_of_a_sum_is_no_doubt(join, sit, seat):
    join("manage")
    table = seat("Ann", "Ben", "Cat", variant="points", house_rules={"adds_to": [26]})
    for name, points in (("Ben", 7), ("Cat", 9)):
        page = sit(table, name)
        if name == "Ben":
            page.get_by_role("button", name="Your points").tap()
        # Once a hand is in, the pad of the others opens by itself.
        expect(pad(page)).to_be_visible()
        PadPage(page).type(points)
        expect(page.locator(f"{PAD} .pad-go")).to_have_text("Save")
        PadPage(page).save()
    assert table.read().in_play.answered_seats() == (1, 2)
