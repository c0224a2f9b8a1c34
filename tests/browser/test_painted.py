"""What a phone paints over the server's sheet while something waits on it."""

import pytest
from playwright.sync_api import expect

from tests.browser.pad_page import (
    HeldAnswer,
    PadPage,
    expect_sent,
    expect_totals,
    wait_for_idle,
)
from tests.browser.test_night_without_signal import save_deal
from tests.tables import facts, new_id


@pytest.fixture
def cut(phone):
    """Open a game on a phone from which no entry gets through until `heard_again`: `cut(table)`."""

    def opened(table):
        phone.goto(f"/games/{table.id}")
        wait_for_idle(phone)
        phone.context.route("**/entries", lambda route: route.abort())
        return phone

    return opened


def test_a_penalty_wants_a_total_a_number_and_a_reason(cut, table):
    table.deal(0, 7, 23, 12)
    page = cut(table)
    pad_page = PadPage(page, without_signal=True)
    pad_page.tap_more(page.get_by_role("button", name="Add a penalty"))
    dialog = page.get_by_role("dialog", name="Add a penalty")
    save, points = dialog.get_by_role("button", name="Save"), dialog.get_by_label("How many")

    def refused(field, says):
        save.tap()
        expect(field).to_have_js_property("validationMessage", says)

    side = dialog.get_by_role("radio", name="Ann has 0")
    refused(side, "Say whose total.")
    ben = dialog.get_by_role("radio", name="Ben has 7")
    ben.check()
    for number in ("", "0", "1.5", "100001"):
        points.fill(number)
        refused(points, "Write a whole number from 1 to 100000.")
    points.fill("10")
    why = dialog.get_by_label("What for?")
    for text in ("", "  "):
        why.fill(text)
        refused(why, "Say what for.")
    why.fill(" revoked ")
    save.tap()
    expect(page.locator("[data-pending] li")).to_have_text(["Ben +10: revoked waits"])
    expect_totals(page, 0, 17, 23, 12)
    pad_page.tap_more(page.get_by_role("button", name="Add a penalty"))
    expect(dialog.get_by_role("radio", name="Ben has 17")).to_be_visible()


WRITE = """([kind, content]) => {
  const file = document.querySelector("script[src$='game.js']").src;
  import(file.replace("game.js", "write.js")).then(({ write }) => void write(kind, content));
}"""


def test_an_undo_that_only_the_server_works_out_is_named(cut, table):
    table.deal(0, 7, 23, 12)
    table.write("take_seat", {"seat": 1, "player": {"id": None, "name": "Eve"}, "before": None})
    page = cut(table)
    PadPage(page, without_signal=True).tap_button("Undo")
    expect(page.locator("[data-pending] li")).to_have_text(["Undo: Change of who sits waits"])
    expect_totals(page, 0, 7, 23, 12)
    # Of what the page knows nothing the number of no deal is said.
    page.evaluate(WRITE, ["withdraw", {"entry": new_id()}])
    expect(page.locator("[data-pending] li").nth(1)).to_have_text("Undo: An entry waits")


# What is said of how it stands, and where the rows are, as soon as that has changed.
AS_SOON = """([kind, content]) => {
  const seats = document.querySelector("[data-seats]");
  const tops = () => [...seats.children].map((row) => row.getBoundingClientRect().top);
  const before = tops();
  return new Promise((done) => {
    new MutationObserver(() => {
      const drama = getComputedStyle(document.querySelector(".drama")).visibility;
      const places = [...document.querySelectorAll(".row-place")].map((one) => one.textContent);
      done({ drama, places, moved: tops().some((top, at) => top !== before[at]) });
    }).observe(seats, { childList: true, subtree: true, characterData: true });
    const file = document.querySelector("script[src$='game.js']").src;
    import(file.replace("game.js", "write.js")).then(({ write }) => void write(kind, content));
  });
}"""


def test_places_are_right_as_soon_as_a_deal_is_saved(phone, table):
    table.deal(0, 7, 23, 12)
    phone.goto(f"/games/{table.id}")
    wait_for_idle(phone)
    held = HeldAnswer(phone)
    content = {"after": table.deals[0], "facts": facts(1, 9, 2, 13)}
    found = phone.evaluate(AS_SOON, ["deal", content])
    places = [", 2nd", ", in front", ", 3rd=", ", 3rd="]
    said = [place.strip() for place in found["places"]]
    assert (found["drama"], found["moved"]) == ("hidden", False)
    assert said == places
    held.release()
    expect_sent(phone)
    expect(phone.locator(".drama")).to_be_visible()
    expect(phone.locator(".row-place")).to_have_text(places)


def test_a_loan_that_stands_is_not_hidden_by_a_deal(cut, seat):
    table = seat(variant="red-nines-1881")
    table.write("lend", {"seat": 1, "lender": 0, "counters": 5})
    page = cut(table)
    hands = [[], *({"cards": number, "red_nines": 0} for number in (2, 4, 6))]
    save_deal(page, table, {"out": 0, "hands": hands})
    expect(page.locator("[data-pending] li")).to_contain_text("waits")
    expect(page.locator(".loans")).to_be_visible()
    # What is not known any more has gone.
    expect(page.locator(".drama")).to_have_text("With what waits on this phone.")


@pytest.mark.long
def test_what_is_under_way_for_a_second_says_sending(phone, table):
    phone.goto(f"/games/{table.id}")
    wait_for_idle(phone)
    held = HeldAnswer(phone)
    save_deal(phone, table, facts(0, 7, 23, 12))
    lines = phone.locator("[data-pending] li")
    expect_totals(phone, 0, 7, 23, 12)
    expect(lines).to_be_hidden()
    expect(lines).to_be_visible()
    expect(lines).to_contain_text("sending")
    held.release()
    expect_sent(phone)
    expect(lines).to_have_count(0)
