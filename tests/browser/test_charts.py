"""Charts and the tables beside them, as they lie on a phone."""

from tests.tables import NAMES

# Where each cell of a row ends, for every row of the table.
ENDS = """table => [...table.rows].map(row =>
    [...row.cells].map(cell => Math.round(cell.getBoundingClientRect().right)))"""


def test_every_number_stands_under_the_name_it_belongs_to(phone, table):
    for out in range(4):
        table.deal(out)
    for page in (f"/games/{table.id}/chart", f"/nights/{table.read().night}"):
        phone.goto(page)
        phone.get_by_text("In numbers").first.tap()
        head, *rows = phone.locator("table.figures").evaluate(ENDS)
        assert len(head) == 5
        assert len(rows) == 5
        assert all(row == head for row in rows)


# A strip of the right edge, below the names, is painted of one colour or of several.
EDGE = 8


def edge_of(page, picture):
    """What the right edge of a table looks like where no number stands, as PNG."""
    box = page.locator(picture).bounding_box()
    assert box
    clip = {"x": box["x"] + box["width"] - EDGE, "width": EDGE, "height": 3}
    return page.screenshot(clip={**clip, "y": box["y"] + box["height"] - 6})


def test_a_shadow_at_the_edge_says_that_more_players_follow(join, seat):
    six, four = seat(*NAMES[:6]), seat()
    six.deal(0, 2, 3, 4, 5, 6)
    four.deal()
    page = join(viewport=(360, 900))
    page.goto(f"/games/{four.id}/chart")
    page.get_by_text("In numbers").tap()
    plain = edge_of(page, ".scroller")
    page.goto(f"/games/{six.id}/chart")
    page.get_by_text("In numbers").tap()
    page.locator(".scroller table").evaluate("one => (one.style.width = '40rem')")
    assert edge_of(page, ".scroller") != plain
    page.locator(".scroller").evaluate("one => one.scrollTo(5000, 0)")
    assert edge_of(page, ".scroller") == plain


def test_the_lines_of_a_scrolled_table_meet(join, seat):
    table = seat(*NAMES[:12])
    table.deal(0, *range(2, 13))
    page = join(viewport=(360, 640))
    page.goto(f"/games/{table.id}/chart")
    page.get_by_text("In numbers").tap()
    figures = page.locator("table.figures")
    # A line that belongs to two cells stays behind when one of them keeps its place.
    assert figures.evaluate("one => getComputedStyle(one).borderCollapse") == "separate"
    fixed = figures.locator("tbody th").first
    page.locator(".scroller").evaluate("one => one.scrollTo(60, 0)")
    edge = fixed.evaluate("one => parseFloat(getComputedStyle(one).borderInlineEndWidth)")
    assert edge >= 1
