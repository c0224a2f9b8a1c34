"""Long books: what a page of them costs goes by what it shows."""

import re

from tests.tables import facts


def test_the_book_has_pages(phone, table):
    table.deal()
    for turn in range(39):
        content = {"deal": table.deals[0], "set": facts(0, turn % 5 + 2, 23, 32)}
        table.write("correct", content)
    book, seen = f"/games/{table.id}/book", []
    phone.get(book)
    for shown in ((40, 11), (10, 1)):
        numbers = [int(one) for one in re.findall(r'id="entry-(\d+)"', phone.page.html)]
        assert (numbers[0], numbers[-1]) == shown
        assert f'reversed start="{shown[0]}"' in phone.page.html
        seen += numbers
        older = [link for link in phone.page.links if "before=" in link]
        assert (book in phone.page.links) == (shown[0] != 40)
        if older:
            phone.get(older[0])
    assert seen == list(range(40, 0, -1))
    assert not older
