"""Red is a red nine: drawn on the face of a card, and never told in the letters of a record."""

from playwright.sync_api import expect

from tests.browser.fingers import Fingers, pad
from tests.browser.pages import in_dark
from tests.tables import NAMES
from tests.web.counters import begin_counters

# On the face of a card, in light or in dark, it stands out by five to one and more.
RED, CARDS = "rgb(179, 21, 28)", ("rgb(255, 253, 246)", "rgb(243, 232, 208)")
# Everything that is drawn or written in the red of a red nine, and what it stands on.
IN_RED = """() => {
    const at = document.createElement("i");
    const colours = Object.fromEntries(["--red", "--card"].map((name) => {
        at.style.color = `var(${name})`;
        document.body.append(at);
        return [name, getComputedStyle(at).color];
    }));
    at.remove();
    const { "--red": red, "--card": card } = colours;
    const clear = /^rgba\\(.*, 0\\)$|^transparent$/;
    // The face of a card may lie beside its sign, so that it keeps its width in a fan.
    const face = (one) => getComputedStyle(one, "::before").backgroundColor;
    const under = (one) => {
        if (!clear.test(face(one))) return face(one);
        while (one && clear.test(getComputedStyle(one).backgroundColor)) one = one.parentElement;
        return one && getComputedStyle(one).backgroundColor;
    };
    const written = (one) => [...one.childNodes].some((node) => node.nodeType === 3
        && node.textContent.trim());
    const wrong = [];
    for (const one of document.querySelectorAll("body *")) {
        const style = getComputedStyle(one), { fill, color, backgroundColor } = style;
        if (!one.checkVisibility()) continue;
        const named = `${one.tagName} ${one.className}: ${one.textContent}`;
        const svg = one.closest("svg");
        if (svg) {
            if (fill === red && !svg.querySelector(".emblem-card")) wrong.push(named);
        } else if (written(one) && color === red && under(one) !== card) wrong.push(named);
        else if (backgroundColor === red && color !== card) wrong.push(named);
    }
    return [red, card, wrong];
}"""


def red_off_a_card(page):
    """What is red on a page and not on the face of a card, or not as deep as ever there."""
    red, card, wrong = page.evaluate(IN_RED)
    found = [f"red beside a card: {one}" for one in wrong]
    if red != RED or card not in CARDS:
        found.append(f"{red} on {card}")
    return found


def test_red_stands_on_the_face_of_a_card_on_the_pad_of_a_counter_game(phone, server, club):
    """Every other page is looked at in test_accessibility.py."""
    counters = begin_counters(server.database, club, *NAMES[:4])
    phone.goto(f"/games/{counters.id}")
    Fingers(phone).out(0)
    assert red_off_a_card(phone) == []
    with in_dark(phone):
        assert red_off_a_card(phone) == []


def test_a_red_nine_is_the_face_of_a_card_on_the_keys_of_the_pad(join, seat):
    page = join(color_scheme="dark")
    page.goto(f"/games/{seat(*NAMES[:4]).id}")
    fingers = Fingers(page)
    fingers.out(0)
    key = pad(page).locator("[data-nine]").first
    expect(key).to_have_css("background-color", CARDS[1])
    fingers.type(12)
    fingers.nine(1)
    expect(key).to_have_css("background-color", RED)
    expect(key).to_have_css("color", CARDS[1])


def drawn(hand):
    """The cards of a hand as they are seen."""
    return hand.locator(".card").all_inner_texts()


def test_a_hand_is_drawn_in_cards_where_its_deal_is_told(phone, seat):
    table = seat(*NAMES[:4])
    hands = [[], ["K", "9r", "4"], {"points": 7, "red_nines": 0}, ["9", "9r"]]
    facts = {"out": 0, "on_red_nine": False, "hands": hands}
    table.write("deal", {"after": None, "facts": facts})
    phone.goto(f"/games/{table.id}/deals/{table.deals[0]}")
    hand = phone.locator("#seat-1 .cards")
    assert drawn(hand) == ["K", "9", "4"]
    expect(hand.locator(".nine")).to_have_count(1)
    assert hand.inner_text().split() == ["K", "red", "9", "4"]
    for page in ("", f"/deals/{table.deals[0]}", "/book", f"/deals/{table.deals[0]}/correct"):
        phone.goto(f"/games/{table.id}{page}")
        assert "9r" not in phone.locator("main").inner_text()
        for field in phone.locator("input[type='text'], input:not([type])").all():
            assert "9r" not in field.input_value()
