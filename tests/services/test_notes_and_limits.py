"""What a book does not take: notes that cannot be, notes after the end, and without end."""

from typing import Any

import pytest
from scorer.services.games.score import write
from sqlalchemy import insert, update

from scorer.rules.errors import Refused
from scorer.storage.database import Database
from scorer.storage.schema import entries
from scorer.storage.schema import games as rows
from tests.made_up_game import KEY, added
from tests.tables import NAMES, Table, begin, new_id

VOID = {"after": None, "facts": {"void": True}}


@pytest.mark.parametrize(
    ("noted", "ghasp"),
    [
        ({"vex": [3, None, None]}, False),
        ({"miv": ["lo", None, None], "vex": [3, 2, None]}, False),
        ({"miv": [None, "lo", None], "vex": [3, None, None]}, False),
        # Nobody opens what stands beside the seats.
        ({"miv": ["lo", None, None], "vex": [3, None, None, 4]}, True),
    ],
)
def test_a_note_tells_nothing_that_is_hidden_but_what_it_opens(
    database: Database, club: str, noted: dict[str, Any], ghasp: bool
) -> None:
    with added():
        rules = {"stoom": 400, "ghasp": ghasp}
        table = begin(database, club, *NAMES[:3], variant=KEY, house_rules=rules)
        with pytest.raises(Refused) as fault:
            table.write("answers", {"after": None, "facts": noted})
        assert fault.value.code == "not_open_yet"
        assert table.read().version == 0
        opened = {"miv": ["lo"] * 3, "vex": [3, 2, None, None][: 3 + ghasp]}
        table.write("answers", {"after": None, "facts": opened})
        assert table.read().sheet.opening.noted["vex"][:3] == (3, 2, None)


def test_a_full_book_says_so_and_answers_what_it_has(database: Database, table: Table) -> None:
    name = new_id()
    table.write("deal", VOID, id=name)
    fill(database, table, 5000)
    with pytest.raises(Refused, match="at most 5000 entries"):
        table.write("end", {"why": "late"})
    assert write(
        database, table.club, table.id, device=None, name=name, seen=0, kind="deal", content=VOID
    ).repeated
    assert table.read().version == 5000


def fill(database: Database, table: Table, many: int) -> None:
    """Let a book have so many entries."""
    read = table.read()
    told = {"kind": "correct_start", "content": '{"first_dealer":1}', "seen": 0}
    new = [
        {"club": table.club, "game": table.id, "number": number, "name": new_id(), **told}
        | {"written_at": read.last_at}
        for number in range(read.version + 1, many + 1)
    ]
    with database.writing() as connection:
        connection.execute(insert(entries), new)
        connection.execute(update(rows).where(rows.c.id == table.id).values(version=many))
    table.seen = many
