"""Charts and the tables beside them, as they lie on a phone."""

from playwright.sync_api import Page

from tests.tables import Table

# Where each cell of a row ends, for every row of the table.
ENDS = """table => [...table.rows].map(row =>
    [...row.cells].map(cell => Math.round(cell.getBoundingClientRect().right)))"""


def test_every_number_stands_under_the_name_it_belongs_to(phone: Page, table: Table) -> None:
    for out in range(4):
        table.deal(out)
    for page in (f"/games/{table.id}/chart", f"/nights/{table.read().night}"):
        phone.goto(page)
        head, *rows = phone.locator("table.figures").evaluate(ENDS)
        assert len(head) == 5
        assert len(rows) == 5
        assert all(row == head for row in rows)
