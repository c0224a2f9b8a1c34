"""Setting up a game: who sits where, who deals, how the pack is built."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.pages import type_names
from tests.chromium import excuse
from tests.tables import NAMES, name_player

FIVE = ("Ann", "Ben", "Cat", "Dan", "Eve")


def rows(page):
    """The names on the sheet, from the first row on."""
    return page.locator("[data-seats] .row-name").all_inner_texts()


def seated(page):
    """The names at the table that is drawn."""
    return page.locator("[data-seated] .seat-name")


def lift(page, *names):
    """Tap somebody at the table, and then who changes places with them."""
    for name in names:
        page.locator("[data-sits]", has_text=name).tap()


def test_five_start_in_six_taps_and_the_same_five_in_two(phone, pad_page, seat):
    seat(*FIVE).deal(0, 7, 23, 32, 5)
    phone.goto("/")
    phone.get_by_role("link", name="New game").tap()
    pad_page.tap_button("Same five as last time")
    # The choice of another game and back leaves them where they are.
    phone.get_by_role("link", name="Hearts", exact=True).tap()
    expect(phone.locator(".which [aria-current]")).to_have_text("Hearts")
    phone.get_by_role("link", name="Red Nines", exact=True).tap()
    pad_page.tap_button("Start")
    expect(phone.get_by_role("heading", level=1)).to_have_text("Deal 1 of 5")
    assert pad_page.taps == 2
    assert rows(phone) == list(FIVE)
    expect(phone.locator("[data-sheet]")).to_contain_text("Ben deals")
    phone.go_back()
    expect(phone).to_have_url("/")
    phone.goto("/games/new")
    pad_page.taps = 0
    for name in ("Cat", "Ann", "Eve", "Ben", "Dan"):
        pad_page.tap_button(name)
    pad_page.tap_button("Start")
    expect(phone.get_by_role("heading", level=1)).to_have_text("Deal 1 of 5")
    assert pad_page.taps == 6
    assert rows(phone) == ["Cat", "Ann", "Eve", "Ben", "Dan"]
    expect(phone.locator("[data-sheet]")).to_contain_text("Cat deals")
    expect(phone.locator("[data-sheet]")).to_contain_text("Ann leads")


def test_a_complete_table_starts_with_the_drawn_dealer(phone, pad_page, seat):
    seat(*FIVE)
    phone.goto("/games/new")
    start = phone.get_by_role("button", name="Start", exact=True)
    missing = phone.locator("[data-missing]")
    for name in FIVE[:3]:
        pad_page.tap_button(name)
    expect(start).to_be_disabled()
    expect(missing).to_have_text("One more person is needed.")
    pad_page.tap_button("Dan")
    expect(start).to_be_enabled()
    pad_page.tap_button("Eve")
    lift(phone, "Cat")
    pad_page.tap_button("Draw lots")
    expect(missing).to_have_text(re.compile(r"^Drawn: \w+ deals first\.$"))
    name = missing.inner_text().split()[1]
    # Where nobody answers it says that it needs a signal.
    phone.route("**/games/new", lambda route: route.abort())
    pad_page.tap_button("Start")
    expect(missing).to_contain_text("needs a signal")
    phone.unroute("**/games/new")
    pad_page.tap_button("Start")
    expect(phone.locator("[data-sheet]")).to_contain_text(f"{name} deals")
    expect(phone.get_by_role("heading", level=1)).to_have_text("Deal 1 of 5")


def test_a_typed_name_sits_once_and_has_forty_letters(phone, pad_page, seat):
    seat(*FIVE)
    phone.goto("/games/new")
    type_names(phone, "ann")
    expect(phone.locator("[data-known]").first).to_have_attribute("aria-pressed", "true")
    type_names(phone, "ANN")
    asked, field = phone.get_by_role("alert"), phone.locator("[data-new-name]")
    expect(asked).to_contain_text("Ann sits here already. Another one? Add a letter.")
    expect(field).to_have_value("ANN ")
    expect(phone.locator("[data-seated]")).to_have_count(1)
    phone.keyboard.type("B.")
    expect(asked).to_be_hidden()
    pad_page.tap_button("Add")
    expect(seated(phone)).to_have_text(["Ann", "ANN B."])
    # The field takes no more letters than a name may have.
    name = "Grandmother Wilhelmine-Charlotte of Sachs"
    field.press_sequentially(name)
    expect(field).to_have_value(name[:-1])
    pad_page.tap_button("Add")
    expect(seated(phone)).to_have_text(["Ann", "ANN B.", name[:-1]])
    # What was typed and not added is seated before the game starts.
    pad_page.tap_button("Ben")
    expect(seated(phone)).to_have_count(4)
    field.fill("Zoe")
    pad_page.tap_button("Start")
    expect(seated(phone)).to_have_text(["Ann", "ANN B.", name[:-1], "Ben", "Zoe"])
    pad_page.tap_button("Start")
    expect(phone.get_by_role("heading", level=1)).to_have_text("Deal 1 of 5")


def test_people_are_filtered_and_of_two_one_is_chosen(phone, pad_page, server, club, seat):
    seat("Zoë", "Joe", "Kim Zola", "Ann")
    name_player(server.database, club, "Ann")
    phone.goto("/games/new")
    field, chips = phone.locator("[data-new-name]"), phone.locator("[data-known]:visible")
    field.press_sequentially("zo")
    expect(chips).to_have_text(["Kim Zola", "Zoë"])
    pad_page.tap(chips.nth(1))
    expect(seated(phone)).to_have_text(["Zoë"])
    expect(chips).to_have_count(5)
    type_names(phone, "Ann")
    expect(phone.get_by_role("alert")).to_contain_text(
        "There is more than one Ann. Tap the right one."
    )
    expect(chips).to_have_text(["Ann", "Ann (2)"])
    chips.nth(1).tap()
    expect(seated(phone)).to_have_text(["Zoë", "Ann (2)"])
    expect(field).to_have_value("")


@pytest.mark.parametrize("comes_from", ["the game", "the front page"])
def test_who_sat_here_tonight_sits_there_again(phone, pad_page, seat, club, server, comes_from):
    five = seat(*FIVE)
    five.deal(0, 7, 23, 32, 5)
    three = seat("Eve", "Ann", "Cat", variant="points", follows=five.id)
    name_player(server.database, club, "Zoë")
    if comes_from == "the game":
        phone.goto(f"/games/new?follows={three.id}&variant=red-nines")
    else:
        phone.goto("/games/new?variant=points")
        pad_page.tap_button("Same three as last time")
    expect(seated(phone)).to_have_text(["Eve", "Ann", "Cat"])
    for name in ("Dan", "Zoë", "Ben"):
        pad_page.tap_button(name)
    expect(seated(phone)).to_have_text(["Eve", "Ann", "Ben", "Cat", "Dan", "Zoë"])


def test_the_thirteenth_is_told_why_not(phone, pad_page, seat):
    seat(*NAMES[:12])
    seat("Max", *NAMES[:3])
    phone.goto("/games/new")
    pad_page.tap_button("Same four as last time")
    for name in NAMES[3:12]:
        pad_page.tap(phone.locator("[data-known]").get_by_text(name, exact=True))
    full = phone.get_by_text("The table is full: Red Nines is for 4 to 12.")
    expect(full).to_be_in_viewport(ratio=1)
    expect(phone.locator("[data-seated]")).to_have_count(12)
    expect(phone.get_by_role("button", name="Start", exact=True)).to_be_enabled()
    for many in (11, 12):
        pad_page.tap(phone.locator("[data-known]").first)
        expect(seated(phone)).to_have_count(many)
    expect(full).to_have_count(0)
    type_names(phone, "Nan")
    # Said once, beside Start, which is always in view.
    expect(full).to_have_count(1)
    expect(full).to_be_in_viewport(ratio=1)


def test_sides_that_do_not_come_out_do_not_start(phone, pad_page, seat):
    seat("Ann", "Ben", "Cat", variant="points")
    phone.goto("/games/new?variant=red-nines")
    # All other games are behind one tap.
    euchre = phone.get_by_role("link", name="Euchre", exact=True)
    expect(euchre).to_be_hidden()
    phone.get_by_text("All games", exact=True).tap()
    # One field finds them, with their heading.
    phone.get_by_label("Find a game").fill("EÚC")
    expect(phone.locator(".which-others :is(h2, li):visible")).to_have_text(
        ["Trick games", "Euchre"]
    )
    # And those that so many can play.
    many, found = phone.get_by_label("For how many people"), phone.locator(".which-others")
    many.select_option("For two")
    expect(found.locator(":is(h2, li):visible")).to_have_count(0)
    phone.get_by_label("Find a game").fill("")
    expect(found.get_by_role("link", name="Pink Nines", exact=True)).to_be_visible()
    for other in ("Red Nines 1881", "Oxford Whist"):
        expect(found.get_by_role("link", name=other, exact=True)).to_be_hidden()
    many.select_option("How many?")
    pad_page.tap(euchre)
    expect(phone.locator(".which [aria-current]")).to_have_text("Euchre")
    start = phone.get_by_role("button", name="Start", exact=True)
    for name in ("Ann", "Ben", "Cat"):
        pad_page.tap_button(name)
    expect(start).to_be_disabled()
    missing = phone.locator("[data-missing]")
    expect(missing).to_have_text("Two sides need 4, 6, 8, 10 or 12 people.")
    phone.get_by_text("House rules", exact=True).tap()
    phone.get_by_label("Who plays together").select_option("each")
    expect(start).to_be_enabled()
    expect(missing).to_have_text("Ann deals first.")


@pytest.mark.usefixtures("made_up_game")
def test_a_game_is_found_by_its_other_names(phone, seat):
    seat(*FIVE)
    phone.goto("/games/new?variant=red-nines")
    phone.get_by_text("All games", exact=True).tap()
    phone.get_by_label("Find a game").fill("DRÖB'S")
    expect(phone.locator(".which-others a:visible")).to_have_text(["Qovi Brumt"])
    phone.goto("/rules/qovi-brumt")
    expect(phone.get_by_text("Also called Drob’s Rise.")).to_be_visible()


# The choices of lists that are longer than the list is wide, less its arrow and its edges.
CUT_CHOICES = """() => [...document.querySelectorAll(".rule-fields select")].flatMap((list) => {
  const pen = document.createElement("canvas").getContext("2d");
  pen.font = getComputedStyle(list).font;
  const room = list.getBoundingClientRect().width - 48;
  const texts = [...list.options].map(({ text }) => text);
  return room < 0 ? [] : texts.filter((text) => pen.measureText(text).width > room);
})"""


@pytest.mark.long
def test_no_choice_of_a_house_rule_is_cut(join):
    page = join(viewport=(360, 640))
    for variant in ("red-nines", "red-nines-1881", "ninety-nine", "oxford-whist"):
        page.goto(f"/games/new?variant={variant}")
        page.get_by_text("House rules", exact=True).tap()
        expect(page.locator(".rule-fields:visible").first).to_be_visible()
        assert page.evaluate(CUT_CHOICES) == [], variant


def test_a_game_typed_by_its_name_brings_its_house_rules(phone, pad_page):
    phone.goto("/")
    pad_page.tap(phone.get_by_role("link", name="Play Any other game"))
    # What the line of the front page names can be tapped at once.
    expect(phone.get_by_role("link", name="Gin Rummy", exact=True)).to_be_in_viewport(ratio=1)
    name, length = phone.get_by_label("Name of the game"), phone.get_by_label("How long")
    says = phone.locator("[data-name-hint]")
    expect(name).to_be_in_viewport(ratio=1)
    name.press_sequentially("Crazy Eights")
    expect(phone.get_by_label("The winner of a deal scores")).to_have_value("takes_all")
    name.press_sequentially(" at Grandma’s")
    expect(says).to_have_text("")
    expect(phone.get_by_label("The winner of a deal scores")).to_have_value("typed")
    expect(length).to_have_value("open")
    # Rules that were chosen stay, unless a name brings others.
    length.select_option("deals")
    name.fill("Mau-Mau")
    expect(length).to_have_value("deals")
    name.fill(" golf ")
    expect(says).to_have_text("Golf: Lowest wins. Deals: 9.")
    expect(phone.get_by_label("Deals", exact=True)).to_have_value("9")
    phone.get_by_label("Deals", exact=True).fill("4")
    type_names(phone, "Ann", "Ben", "Cat")
    expect(says).to_have_text("")
    pad_page.tap_button("Start")
    expect(phone.get_by_role("heading", level=1)).to_have_text("Deal 1 of 4")


def test_house_rules_are_asked_where_they_have_an_effect(phone, pad_page, seat, page_problems):
    seat(*FIVE)
    phone.goto("/games/new?variant=points")
    deals, target = (
        phone.get_by_label("Deals", exact=True),
        phone.get_by_label("Target", exact=True),
    )
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
        pad_page.tap_button(name)
    pad_page.tap_button("Start")
    # What is wrong is shown, though it has no effect.
    expect(target).to_be_visible()
    expect(deals).to_be_hidden()
    excuse(page_problems, "422")


def test_a_club_of_many_shows_some_first_and_all_by_a_tap(phone, pad_page, seat):
    for table in range(5):
        seat(*(f"{name} {table}" for name in FIVE))
    phone.set_viewport_size({"width": 360, "height": 560})
    phone.goto("/games/new")
    people = phone.locator("[data-known]:visible")
    expect(people).to_have_count(12)
    first = people.first.inner_text()
    pad_page.tap(people.first)
    pad_page.tap(phone.get_by_text("All 25", exact=True))
    expect(people).to_have_count(25)
    expect(people.first).to_have_text(first)
    expect(people.first).to_have_attribute("aria-pressed", "true")
    box = phone.locator("[data-setup] .chips").first
    assert box.evaluate("(box) => box.scrollHeight <= box.clientHeight")


def test_the_same_four_sit_by_one_tap_and_see_their_partners(phone, seat):
    seat("Ann", "Ben", "Cat", "Dan").deal()
    phone.goto("/games/new?variant=points&like=Euchre")
    phone.locator("[data-same]").tap()
    expect(seated(phone)).to_have_text(["Ann", "Ben", "Cat", "Dan"])
    sides = phone.locator("[data-seated]").evaluate_all("them => them.map(one => one.dataset.side)")
    assert sides == ["0", "1", "0", "1"]
    expect(phone.locator("[data-missing]")).to_have_text("Ben deals first.")
    together = phone.locator("[data-partners]")
    expect(together).to_have_text("● Ann and Cat · ○ Ben and Dan")
    expect(phone.locator("[data-same]")).to_be_hidden()
    lift(phone, "Ann")
    phone.locator("[data-remove]").tap()
    expect(together).to_be_hidden()


CHOSEN = """() => [...document.querySelectorAll(
  "#setup :is(input, select, [data-name-hint], .seat-name):not([type=hidden]), [data-missing]",
)].map(({ checked, textContent, value }) => [checked, value ?? textContent])"""


@pytest.mark.parametrize(
    ("leaves", "stored"),
    [("reload", True), ("go_back", True), pytest.param("go_back", False, marks=pytest.mark.long)],
)
def test_a_half_filled_table_comes_back_whole(phone, pad_page, seat, leaves, stored):
    seat("Ann", "Ben", "Cat", variant="points")
    if not stored:  # what is routed is fetched again, as a page is that no browser keeps
        phone.route("**/games/new*", lambda route: route.continue_())
    phone.goto("/games/new?variant=points")
    phone.get_by_label("Name of the game").fill("Tarot")
    phone.get_by_label("How long").select_option("target")
    phone.get_by_label("Target", exact=True).fill("150")
    phone.get_by_text("House rules", exact=True).tap()
    together = phone.get_by_label("Who plays together")
    together.select_option("two")
    for name in ("Ben", "Ann"):
        pad_page.tap_button(name)
    expect(seated(phone)).to_have_text(["Ben", "Ann"])
    phone.locator("[data-new-name]").fill("Ca")
    chosen = phone.evaluate(CHOSEN)
    if leaves == "go_back":
        phone.goto("/rules/points")
    getattr(phone, leaves)()
    expect(seated(phone)).to_have_text(["Ben", "Ann"])
    assert phone.evaluate(CHOSEN) == chosen
    expect(together).to_be_visible()
