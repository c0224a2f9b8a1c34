"""The book: numbered without gaps, added to once, never changed."""

from datetime import UTC, datetime
from typing import Any

import pytest
from sqlalchemy import select

from scorer.rules.entries import Deal
from scorer.rules.errors import BadEntry, ImpossibleDeal
from scorer.services.projections import check
from scorer.storage import book
from scorer.storage.book import NameTaken, NoSuchGame, Repeated
from scorer.storage.database import Database
from scorer.storage.schema import entries
from tests.tables import Table, begin, facts, new_id

NOW = datetime(2025, 5, 3, 20, 0, tzinfo=UTC)


def add(database: Database, table: Table, **other: Any) -> book.Written:
    said: dict[str, Any] = {
        "name": new_id(),
        "kind": "deal",
        "content": {"after": None, "facts": facts(0, 7, 23, 32)},
        "seen": 0,
        "device": None,
        "now": NOW,
        **other,
    }
    with database.writing() as connection:
        opened = book.open_book(
            connection, table.club, table.id, said["now"], kind=str(said["kind"])
        )
        return book.add_entry(connection, opened, **said)


def version(table: Table) -> int:
    return table.read().version


def test_an_entry_gets_the_next_number_and_can_be_read(database: Database, table: Table) -> None:
    name = new_id()
    written = add(database, table, name=name)
    assert written.number == 1
    with database.reading() as connection:
        (entry,) = book.read_entries(connection, table.club, table.id)
    assert (entry.number, entry.name) == (1, name)
    assert entry.body == Deal(None, facts(0, 7, 23, 32))
    assert written.entries == (entry,)


def test_the_same_entry_again_is_answered_with_its_number(database: Database, table: Table) -> None:
    name = new_id()
    add(database, table, name=name)
    with pytest.raises(Repeated) as again:
        add(database, table, name=name)
    assert again.value.number == 1
    assert version(table) == 1


def test_the_order_of_keys_makes_no_other_content(database: Database, table: Table) -> None:
    name, told = new_id(), facts(0, 7, 23, 32)
    add(database, table, name=name, content={"after": None, "facts": told})
    turned = {"facts": dict(reversed(told.items())), "after": None}
    with pytest.raises(Repeated):
        add(database, table, name=name, content=turned)


@pytest.mark.parametrize(
    "other",
    [
        {"content": {"after": None, "facts": facts(0, 8, 23, 32)}},
        {"kind": "withdraw", "content": {"entry": "x"}},
    ],
)
def test_a_name_for_something_else_is_taken_and_both_stay(
    database: Database, table: Table, other: dict[str, Any]
) -> None:
    name = new_id()
    add(database, table, name=name)
    with pytest.raises(NameTaken):
        add(database, table, name=name, **other)
    assert version(table) == 1
    assert table.read().sheet.totals == (0, 7, 23, 32)


def test_two_games_may_use_one_name(database: Database, club: str, table: Table) -> None:
    name, other = new_id(), begin(database, club)
    assert add(database, table, name=name).number == 1
    assert add(database, other, name=name).number == 1


def test_nobody_writes_in_a_game_that_is_not_there(database: Database, table: Table) -> None:
    elsewhere = Table(database, table.club, new_id())
    with pytest.raises(NoSuchGame):
        add(database, elsewhere)
    with database.reading() as connection, pytest.raises(NoSuchGame):
        book.read_start(connection, table.club, elsewhere.id)


@pytest.mark.parametrize(
    ("kind", "content"),
    [
        ("deal", {"after": None}),
        ("deal", {"after": None, "facts": {}, "more": 1}),
        ("deal", {"after": None, "facts": {"points": float("nan")}}),
        ("deal", {"after": None, "facts": {"hands": "x" * 30_000}}),
        ("deal", {"after": None, "facts": {"hands": {1, 2}}}),
        ("deal", ["after"]),
        ("gossip", {}),
        (None, {}),
        (["deal"], {}),
    ],
)
def test_what_is_not_written_as_an_entry_is_refused(
    database: Database, table: Table, kind: Any, content: Any
) -> None:
    with pytest.raises(BadEntry):
        add(database, table, kind=kind, content=content)
    assert version(table) == 0


def test_nobody_has_seen_what_was_not_written_yet(database: Database, table: Table) -> None:
    add(database, table, seen=1000)
    with database.reading() as connection:
        assert connection.scalar(select(entries.c.seen)) == 0


def test_a_refused_deal_rolls_everything_back(database: Database, table: Table) -> None:
    table.deal()
    before = table.read()
    with pytest.raises(ImpossibleDeal) as fault:
        table.deal(0, 1, 23, 32)
    assert (fault.value.deal, fault.value.seat) == (2, 1)
    assert table.read() == before
    assert check(database) == []


def test_what_is_written_survives_opening_the_database_anew(
    database: Database, table: Table
) -> None:
    table.deal()
    table.deal(1, 5, 6, 8)
    table.undo()
    before = table.read()
    from scorer.storage.database import open_database

    again = open_database(database.url.render_as_string(hide_password=False))
    table.database = again
    try:
        assert table.read() == before
        assert table.redo().game_read.sheet.totals == (5, 7, 29, 40)
        table.undo()
        assert table.undo().game_read.sheet.deals == ()
        table.redo()
        assert table.redo().game_read.sheet.totals == (5, 7, 29, 40)
    finally:
        again.close()


def test_the_book_says_who_wrote_what_and_when(database: Database, table: Table) -> None:
    add(database, table)
    with database.reading() as connection:
        (line,) = book.read_book(connection, table.club, table.id)
    assert (line.kind, line.device, line.device_name) == ("deal", None, None)
    assert line.written_at == NOW
    assert line.written_at.tzinfo is UTC
