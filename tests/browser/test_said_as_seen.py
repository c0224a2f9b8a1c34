"""What a key is called begins with what is seen on it: people who speak to a phone say that."""

from playwright.sync_api import expect

from tests.browser.pad_page import pad
from tests.tables import NAMES

# Keys and notes with a name of their own: [what is seen first, the name].
NAMED = """keys => keys.map(key => [key.firstChild.textContent.trim(), key.ariaLabel])"""


def named(page):
    """What every key that can be seen is called, by what is seen on it."""
    keys = page.locator("dialog[open] button[aria-label]:visible, .note[aria-label]:visible")
    names_of_keys = keys.evaluate_all(NAMED)
    for seen, called in names_of_keys:
        # An arrow is not read aloud.
        assert called.startswith(seen) or not seen[0].isalnum(), (seen, called)
    return dict(names_of_keys)


def test_the_keys_of_a_hand_of_cards(sheet, pad_page):
    pad_page.out(0)
    assert named(sheet)["9"] == "9, two red nines"
    nine = pad(sheet).locator('[data-nine="1"]')
    expect(nine).to_have_attribute("aria-label", "9, red")
    pad_page.tap(pad(sheet).locator("[data-by-cards]"))
    pad_page.cards("K 9r")
    keys = pad(sheet).locator("[data-cards]")
    expect(keys.locator('[data-card="K"]')).to_have_attribute("aria-label", "K, 3 left")
    expect(keys.locator('[data-card="9r"]')).to_have_attribute("aria-label", "9, red nine, 1 left")
    held = pad(sheet).locator("[data-strip] [data-held]")
    expect(held.nth(1)).to_have_attribute("aria-label", "9, red nine: remove")
    named(sheet)


def test_the_keys_of_a_hand_that_costs_by_the_card(phone, seat, pad_page):
    table = seat(*NAMES[:8], variant="red-nines-1881")
    phone.goto(f"/games/{table.id}")
    pad_page.ask()
    names = phone.get_by_role("list", name="Who swept the red aces?").get_by_role("button")
    expect(names).to_have_text(list(NAMES[:8]))
    pad_page.tap("[data-asked] summary")
    expect(names.first).to_be_hidden()
    pad_page.out(0)
    for nines, label in enumerate(("1 card", "1 card, with a red nine")):
        key = pad(phone).locator(f'[data-count="1"][data-nines="{nines}"]')
        expect(key).to_have_attribute("aria-label", label)
    assert named(phone)["3"].startswith("3 cards")
