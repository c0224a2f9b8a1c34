"""A book has so many entries at most."""

import pytest
from sqlalchemy import insert, update

from scorer.rules.errors import Refused
from scorer.storage.schema import entries
from scorer.storage.schema import games as rows
from tests.tables import new_id


def test_a_full_book_says_so_and_answers_what_it_has(database, table):
    table.deal()
    fill(database, table, 5000)
    with pytest.raises(Refused, match="at most 5000 entries"):
        table.write("end", {"why": "late"})
    assert table.deal(id=table.deals.pop()).repeated
    assert table.read().version == 5000


def fill(database, table, many):
    """Let a book have so many entries."""
    read = table.read()
    told = {"kind": "correct_start", "content": '{"first_dealer":1}'}
    new = [
        {"club": table.club, "game": table.id, "number": number, "id": new_id(), **told}
        | {"written_at": read.last_at}
        for number in range(read.version + 1, many + 1)
    ]
    with database.writing() as connection:
        connection.execute(insert(entries), new)
        connection.execute(update(rows).where(rows.c.id == table.id).values(version=many))
    table.seen = many
