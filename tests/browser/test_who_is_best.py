"""Who is best, on a phone: seen at once, and people put together with two taps."""

from playwright.sync_api import expect

from tests.browser.test_accessibility import violations


def play(server, club, seat, *names, games=5):
    for _ in range(games):
        table = seat(*names)
        for out in range(4):
            table.deal(out % 2, 7, 23, 32)


def test_who_won_most_comes_first_and_ratings_lead_to_each_person(join, seat, server, club):
    play(server, club, seat)
    play(server, club, seat, "Eve", "Fay", "Gus", "M" * 40)
    page = join(viewport={"width": 360, "height": 640})
    page.goto("/")
    page.get_by_role("link", name="Players").tap()
    best = page.locator(".best a")
    expect(best).to_have_count(8)
    expect(page.locator(".people tbody tr").first).to_be_in_viewport(ratio=1)
    expect(page.locator(".people tbody tr").first).to_contain_text("100 %")
    assert all((one.bounding_box() or {"height": 0})["height"] >= 44 for one in best.all())
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    chances = [int(told.split()[0]) for told in page.locator(".best-chance").all_text_contents()]
    assert sum(chances) == 100
    assert violations(page) == []
    best.first.tap()
    expect(page.get_by_role("heading", level=1)).to_be_visible()
