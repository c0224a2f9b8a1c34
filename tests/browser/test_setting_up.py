"""Setting up a game: who sits where, who deals, how the pack is built."""

from playwright.sync_api import Page, expect

from tests.browser.conftest import Seat
from tests.browser.fingers import Fingers
from tests.chromium import excuse

FIVE = ("Ann", "Ben", "Cat", "Dan", "Eve")


def rows(page: Page) -> list[str]:
    """The names on the sheet, from the first row on."""
    return page.locator("[data-seats] .row-name").all_inner_texts()


def add(page: Page, *names: str) -> None:
    """Type people who have not played before."""
    for name in names:
        page.locator("[data-new-name]").fill(name)
        page.get_by_role("button", name="Add", exact=True).tap()


def test_a_known_table_of_five_starts_in_seven_taps(
    phone: Page, fingers: Fingers, seat: Seat
) -> None:
    seat(*FIVE)
    phone.goto("/games/new")
    for name in ("Cat", "Ann", "Eve", "Ben", "Dan"):
        fingers.tap_button(name)
    fingers.tap_button("Ann deals first")
    fingers.tap_button("Start")
    expect(phone.get_by_role("heading", level=1)).to_have_text("Deal 1 of 5")
    assert fingers.taps == 7
    assert rows(phone) == ["Cat", "Ann", "Eve", "Ben", "Dan"]
    expect(phone.locator("[data-sheet]")).to_contain_text("Ann deals")
    expect(phone.locator("[data-sheet]")).to_contain_text("Eve leads")


def test_it_says_how_to_build_the_pack(phone: Page, fingers: Fingers, seat: Seat) -> None:
    seat(*FIVE)
    phone.goto("/games/new")
    for name in FIVE:
        fingers.tap_button(name)
    expect(phone.locator("[data-pack]")).to_have_text(
        "Five: one pack and the hearts of a second. 65 cards, 13 each, 3 red nines."
    )


def test_new_people_are_typed_once_and_offered_the_next_time(phone: Page, fingers: Fingers) -> None:
    phone.get_by_role("link", name="New game").tap()
    add(phone, "Ann", "Ben", "Cat", "Dan")
    fingers.tap_button("Ben deals first")
    fingers.tap_button("Start")
    expect(phone.get_by_role("heading", level=1)).to_have_text("Deal 1 of 4")
    phone.goto("/games/new")
    for name in ("Ann", "Ben", "Cat", "Dan"):
        expect(phone.get_by_role("button", name=name, exact=True)).to_be_visible()


def test_a_name_sits_once_at_a_table_however_it_is_typed(
    phone: Page, fingers: Fingers, seat: Seat
) -> None:
    seat(*FIVE)
    phone.goto("/games/new")
    add(phone, "ann")
    expect(phone.get_by_role("button", name="1 Ann")).to_have_attribute("aria-pressed", "true")
    add(phone, "ANN ")
    expect(phone.get_by_role("alert")).to_contain_text("Ann sits here already.")
    expect(phone.locator("[data-new-name]")).to_have_value("ANN ")
    expect(phone.locator("[data-seated]")).to_have_count(1)
    add(phone, "Anna")
    expect(phone.get_by_role("alert")).to_be_hidden()
    expect(phone.locator("[data-seated]")).to_have_count(2)


def test_seats_are_put_in_order_by_buttons(phone: Page, fingers: Fingers, seat: Seat) -> None:
    seat(*FIVE)
    phone.goto("/games/new")
    for name in FIVE:
        fingers.tap_button(name)
    fingers.tap_button("Eve one seat back")
    fingers.tap_button("Ann one seat on")
    fingers.tap_button("Cat does not play")
    fingers.tap_button("Eve deals first")
    fingers.tap_button("Start")
    expect(phone.get_by_role("heading", level=1)).to_have_text("Deal 1 of 4")
    assert rows(phone) == ["Ben", "Ann", "Eve", "Dan"]
    expect(phone.locator("[data-sheet]")).to_contain_text("Eve deals")


def test_the_first_dealer_can_be_drawn(phone: Page, fingers: Fingers, seat: Seat) -> None:
    seat(*FIVE)
    phone.goto("/games/new")
    for name in FIVE:
        fingers.tap_button(name)
    fingers.tap_button("Draw the dealer")
    fingers.tap_button("Start")
    expect(phone.get_by_role("heading", level=1)).to_have_text("Deal 1 of 5")


def test_a_table_that_is_not_complete_does_not_start(
    phone: Page, fingers: Fingers, seat: Seat
) -> None:
    seat(*FIVE)
    phone.goto("/games/new")
    start = phone.get_by_role("button", name="Start", exact=True)
    for name in FIVE[:3]:
        fingers.tap_button(name)
    expect(start).to_be_disabled()
    expect(phone.locator("[data-missing]")).to_have_text("One more person is needed.")
    fingers.tap_button("Dan")
    expect(start).to_be_disabled()
    fingers.tap_button("Dan deals first")
    expect(start).to_be_enabled()


def test_sides_that_do_not_come_out_do_not_start(phone: Page, fingers: Fingers, seat: Seat) -> None:
    seat("Ann", "Ben", "Cat", variant="points")
    phone.goto("/games/new?variant=points&like=Canasta")
    start = phone.get_by_role("button", name="Start", exact=True)
    for name in ("Ann", "Ben", "Cat", "Ann deals first"):
        fingers.tap_button(name)
    expect(start).to_be_disabled()
    told = phone.locator("[data-missing]")
    expect(told).to_have_text("Two sides need 4, 6, 8, 10 or 12 people.")
    phone.get_by_text("House rules", exact=True).tap()
    phone.get_by_label("Who plays together").select_option("each")
    expect(start).to_be_enabled()
    expect(told).to_have_text("Ann deals first.")


def test_a_name_that_is_cut_says_so(phone: Page) -> None:
    phone.goto("/games/new?variant=points")
    for field in (phone.locator("[data-new-name]"), phone.get_by_label("What you call it")):
        field.press_sequentially("Grandmother Wilhelmine-Charlotte of Sach")
        note = phone.get_by_text("40 letters at most.")
        expect(note).to_be_visible()
        field.press("Backspace")
        expect(note).to_be_hidden()


def test_hearts_starts_in_three_taps(phone: Page, fingers: Fingers, seat: Seat) -> None:
    names = ("Ann", "Ben", "Cat", "Dan")
    seat(*names, variant="points", house_rules={"title": "Hearts", "length": "target"})
    seat(*names)
    phone.goto("/games/new")
    fingers.tap(phone.get_by_role("link", name="Hearts", exact=True))
    fingers.tap_button("Same four")
    fingers.tap_button("Start")
    expect(phone.locator("[data-sheet]")).to_contain_text("Hearts")
    assert fingers.taps == 3


def test_all_other_games_are_behind_one_tap(phone: Page, fingers: Fingers) -> None:
    phone.goto("/games/new")
    skat = phone.get_by_role("link", name="Skat", exact=True)
    expect(skat).to_be_hidden()
    phone.get_by_text("Other game…", exact=True).tap()
    fingers.tap(skat)
    expect(phone.locator(".which [aria-current]")).to_have_text("Skat")
    expect(phone.locator('[name="rule-deals"]')).to_have_value("36")


def test_house_rules_are_asked_where_they_have_an_effect(
    phone: Page, fingers: Fingers, seat: Seat, page_problems: list[str]
) -> None:
    seat(*FIVE)
    phone.goto("/games/new?variant=points")
    deals, target = phone.get_by_label("Deals", exact=True), phone.get_by_label("Target")
    length = phone.get_by_label("How long")
    expect(length).to_be_visible()
    expect(deals).to_be_hidden()
    expect(target).to_be_hidden()
    length.select_option("deals")
    expect(deals).to_be_visible()
    deals.fill("12")
    length.select_option("target")
    expect(deals).to_be_hidden()
    expect(target).to_be_visible()
    target.fill("none")
    length.select_option("open")
    expect(target).to_be_hidden()
    for name in ("Ann", "Ben"):
        fingers.tap_button(name)
    fingers.tap_button("Ann deals first")
    fingers.tap_button("Start")
    # What is wrong is shown, though it has no effect.
    expect(target).to_be_visible()
    expect(deals).to_be_hidden()
    excuse(page_problems, "422")


def test_house_rules_for_so_many_players_are_asked_of_them(
    phone: Page, fingers: Fingers, seat: Seat
) -> None:
    seat(*FIVE)
    phone.goto("/games/new?variant=ninety-nine")
    phone.get_by_text("House rules", exact=True).tap()
    two, four = (
        phone.locator('[name="rule-two_declare"]'),
        phone.locator('[name="rule-nought_or_ten"]'),
    )
    expect(four).to_be_visible()
    for name in ("Ann", "Ben"):
        fingers.tap_button(name)
    expect(two).to_be_visible()
    expect(four).to_be_hidden()
    fingers.tap_button("Cat")
    expect(two).to_be_hidden()
    fingers.tap_button("Dan")
    expect(four).to_be_visible()


def test_a_club_of_many_shows_who_played_last_and_all_by_a_tap(
    phone: Page, fingers: Fingers, seat: Seat
) -> None:
    for table in range(5):
        seat(*(f"{name} {table}" for name in FIVE))
    phone.set_viewport_size({"width": 360, "height": 560})
    phone.goto("/games/new")
    people = phone.locator("[data-known]")
    expect(people).to_have_count(12)
    first = people.first.inner_text()
    fingers.tap(people.first)
    deals = phone.locator("[data-deals-first]")
    fingers.tap(deals)
    tops = [phone.locator(f"[data-{key}]").bounding_box()["y"] for key in ("deals-first", "remove")]
    assert tops[0] == tops[1], "the row does not wrap"
    fingers.tap_button("All 25")
    expect(people).to_have_count(25)
    expect(people.first).to_have_text(f"1 {first}")
    assert phone.locator(".setup-known").evaluate("(box) => box.scrollHeight <= box.clientHeight")


def test_house_rules_are_chosen_and_stand_on_the_sheet(
    phone: Page, fingers: Fingers, seat: Seat
) -> None:
    seat(*FIVE)
    phone.goto("/games/new")
    for name in FIVE:
        fingers.tap_button(name)
    fingers.tap_button("Ann deals first")
    phone.get_by_text("House rules", exact=True).tap()
    phone.get_by_label("Card values").select_option("american")
    phone.get_by_label("How long").select_option("2")
    fingers.tap_button("Start")
    expect(phone.get_by_role("heading", level=1)).to_have_text("Deal 1 of 10")
    expect(phone.locator("[data-sheet]")).to_contain_text("American: J Q K 10, ace 11")


def test_going_on_with_others_brings_the_totals_along(
    phone: Page, fingers: Fingers, seat: Seat
) -> None:
    table = seat(*FIVE)
    table.deal(0, 7, 23, 32, 5)
    table.write("end", {"why": "somebody had to go", "leftover": None})
    phone.goto(f"/games/{table.id}")
    phone.get_by_role("link", name="Go on with others").tap()
    fingers.tap_button("Eve does not play")
    phone.get_by_label("Carry on with the totals").check()
    fingers.tap_button("Cat deals first")
    fingers.tap_button("Start")
    expect(phone.get_by_role("heading", level=1)).to_have_text("Deal 1 of 4")
    expect(phone.locator("[data-seats] .row-total")).to_contain_text(["0", "7", "23", "32"])


def test_the_same_four_are_seated_by_one_tap_and_told_who_plays_with_whom(
    phone: Page, seat: Seat
) -> None:
    seat("Ann", "Ben", "Cat", "Dan").deal()
    phone.goto("/games/new?variant=points&like=Spades")
    phone.locator("[data-same]").tap()
    expect(phone.locator("[data-seated] b")).to_have_text(["Ann", "Ben", "Cat", "Dan"])
    expect(phone.locator("[data-missing]")).to_have_text("Ben deals first.")
    together = phone.locator("[data-partners]")
    expect(together).to_have_text("Ann and Cat · Ben and Dan")
    expect(phone.locator("[data-same]")).to_be_hidden()
    phone.locator("[data-remove]").first.tap()
    expect(together).to_be_hidden()
    phone.get_by_text("House rules", exact=True).tap()
    phone.locator("[data-known]").first.tap()
    phone.locator('[name="rule-sides"]').select_option("each")
    expect(together).to_be_hidden()
    phone.locator('[name="rule-sides"]').select_option("two")
    expect(together).to_have_text("Ben and Dan · Cat and Ann")
