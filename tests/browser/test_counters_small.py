"""The sheet and the keys of the counter games on small phones."""

import pytest
from playwright.sync_api import expect

from tests.browser.fingers import PAD, Fingers, expect_totals, forms_are_heard, pad
from tests.browser.test_small_screen import all_on_screen, is_scrollable, too_small
from tests.tables import NAMES
from tests.web.counters import cards

EIGHT = ("Ann", "Benjamin", "Cat", "Dan", "Evangelina", "Fay", "Gus", "Hal")
SIZES = "them => them.map(one => one.getBoundingClientRect()).map(at => [at.width, at.height])"
LONG = "Bartholomew Featherstonehaugh-Montgomery"


def played(seat, *names, **other):
    """A game with two deals in it."""
    table = seat(*names, **other)
    table.score(*(cards(out, *[2] * (len(names) - 1)) for out in (1, 2)))
    return table


def overlaps(page):
    """The parts of a seat's row that lie over each other."""
    return page.locator("[data-seats] > li").evaluate_all(
        """rows => rows.flatMap(row => {
            const parts = [...row.querySelectorAll(
                '.row-name, .row-mark, .row-last, .row-total, .crown, .note')];
            const boxes = parts.map(part => [part, part.getBoundingClientRect()]);
            return boxes.flatMap(([one, a], at) => boxes.slice(at + 1)
                .filter(([other, b]) => !one.contains(other)
                    && a.left < b.right - 1 && b.left < a.right - 1
                    && a.top < b.bottom - 4 && b.top < a.bottom - 4)
                .map(([other]) => `${one.outerHTML} ${other.outerHTML}`));
        })"""
    )


def test_all_seats_and_the_pools_are_on_one_small_screen_and_lie_over_nothing(small, seat):
    for variant in ("red-nines-1881", "pink-nines"):
        small.goto(f"/games/{played(seat, *EIGHT, variant=variant).id}")
        all_on_screen(small.locator(".head, .pool, .pools-says, .ask, .asked, [data-seats] > li"))
        all_on_screen(small.locator("[data-notice], [data-undo] button"))
        targets = small.locator("[data-sheet] :is(a:not(p a), button, summary):visible")
        assert too_small(targets) == []
        assert overlaps(small) == []
    small.goto(f"/games/{played(seat, *NAMES[:10], variant='red-nines-1881').id}")
    all_on_screen(small.locator(".head, .pool, [data-seats] > li"))
    assert overlaps(small) == []
    # Clockwise down the first column, and then the second.
    small.goto(f"/games/{played(seat, *EIGHT[:7], variant='red-nines-1881').id}")
    places = small.locator("[data-seats] > li").evaluate_all(
        "them => them.map(one => one.getBoundingClientRect()).map(({ x, y }) => [x, y])"
    )
    assert places == sorted(places)
    assert len({x for x, _ in places}) == 2
    # Long names are read whole.
    names = (LONG, "Ben", "Wilhelmina Alexandra von Hohenzollern-Si", *NAMES[3:8])
    small.goto(f"/games/{played(seat, *names, variant='red-nines-1881').id}")
    assert overlaps(small) == []
    assert small.evaluate("document.documentElement.scrollWidth") <= 360
    cut = "them => them.filter(one => one.scrollHeight > one.clientHeight + 2).length"
    assert small.locator("[data-seats] .row-name").evaluate_all(cut) == 0


def test_numbers_of_three_digits_lie_over_nothing(join, seat):
    page = join("manage", viewport=(360, 640))
    rules = {"counters": 1, "red_nine_pool": 48, "red_ace_pool": 48, "circuits": 3}
    table = seat(*EIGHT, variant="red-nines-1881", house_rules=rules)
    table.score(*(cards(deal % 8, *[3] * 7) for deal in range(16)))
    page.goto(f"/games/{table.id}")
    expect_totals(page, -287, *[-191] * 7)
    assert page.locator(".crown").count() == 7
    # As wide as a score can be that still has two digits.
    wide = "them => them.forEach((one) => (one.textContent = '−99'))"
    page.locator(".row-last > span").evaluate_all(wide)
    assert overlaps(page) == []
    inside = """them => them.filter(one => {
        const [row, part] = [one.closest('.row-in'), one].map(it => it.getBoundingClientRect());
        return part.left < row.left || part.right > row.right;
    }).length"""
    assert page.locator(".row-total, .row-last span, .crown").evaluate_all(inside) == 0


def test_rows_keep_their_places_while_it_is_asked_who_swept_the_aces(join, seat):
    page = join("manage", viewport=(360, 640))
    places = "them => them.map(one => one.getBoundingClientRect()).map(({ x, y }) => [x, y])"
    for names in (EIGHT, EIGHT[:4]):
        table = played(seat, *names, variant="red-nines-1881")
        page.goto(f"/games/{table.id}")
        rows = page.locator("[data-seats] > li")
        before = rows.evaluate_all(places)
        Fingers(page).ask()
        expect(page.locator("[data-asked] ul")).to_be_visible()
        assert rows.evaluate_all(places) == before
        Fingers(page).sweep(0)
        expect(page.locator("[data-unnote]")).to_be_visible()
        assert rows.evaluate_all(places)[0] == before[0]


@pytest.mark.parametrize(
    ("variant", "players", "hand"),
    [
        ("red-nines-1881", 5, 8),
        ("pink-nines", 5, 9),
    ],
)
def test_the_keys_of_large_hands_can_be_hit_by_a_finger(small, seat, variant, players, hand):
    rules = {"per_card": 1, "red_nine_counts_two": True} if variant == "pink-nines" else {}
    small.goto(f"/games/{seat(*EIGHT[:players], variant=variant, house_rules=rules).id}")
    fingers = Fingers(small)
    fingers.out(0)
    for at in range(players - 1):
        keys, others = "[data-count]:visible", "button:visible:not([data-row], [data-count])"
        assert too_small(pad(small).locator(others)) == []
        sizes = pad(small).locator(keys).evaluate_all(SIZES)
        assert sizes and min(width for width, _ in sizes) >= (40 if hand == 9 else 44)
        assert min(height for _, height in sizes) >= (48 if hand == 9 else 44)
        all_on_screen(pad(small).locator("[data-row], button:visible, select:visible"))
        for part in (PAD, f"{PAD} [data-pad-rows]"):
            assert not is_scrollable(small, part), part
        fingers.count(1 + at)
    fingers.save()


def test_nothing_scrolls_while_a_dealer_takes_both_pools(small, seat):
    small.goto(f"/games/{played(seat, *EIGHT, variant='red-nines-1881').id}")
    fingers = Fingers(small)
    fingers.out(2)
    fingers.tap(pad(small).locator("[data-ask='on_red_nine']"))
    pad(small).locator("[data-ask='aces_swept_by']").select_option("2")
    for _ in range(7):
        fingers.count(3)
    working = pad(small).locator(".pad-gain-working")
    expect(working).to_have_text("Put in 9 · swept 9 · pool 18 · receives 42")
    all_on_screen(pad(small).locator("[data-row], .pad-gain, .pad-news"))
    assert not is_scrollable(small, f"{PAD} [data-pad-rows]")


def test_counters_are_two_taps_away_for_every_seat(small, seat):
    table = played(seat, *EIGHT, variant="red-nines-1881", house_rules={"counters": 10})
    small.goto(f"/games/{table.id}")
    fingers, dialog = Fingers(small), small.get_by_role("dialog")
    forms_are_heard(small)
    fingers.tap_button("Lend or buy counters")
    fingers.tap(dialog.get_by_role("radio", name="Dan has"))
    assert fingers.taps == 2
    expect(dialog.get_by_label("How many?")).to_have_value("10")
    dialog.get_by_role("button", name="Save").tap()
    expect(small.locator("[data-notice]")).to_contain_text("Dan bought 10 counters")
    # Whoever owes is one tap from them.
    short = small.get_by_role("button", name="get counters")
    small.goto(f"/games/{played(seat, *EIGHT, variant='red-nines-1881').id}")
    expect(short).to_have_count(0)
    small.goto(f"/games/{table.id}")
    forms_are_heard(small)
    small.get_by_role("button", name="Ann owes 3: get counters").tap()
    expect(dialog.get_by_role("radio", name="Ann has −3")).to_be_checked()
    dialog.get_by_role("button", name="Cancel").tap()
    expect(dialog).to_have_count(0)
