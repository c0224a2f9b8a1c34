"""The book: numbered without gaps, added to once, never changed."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy.exc import IntegrityError

from scorer.rules.entries import Deal, Entry, Withdraw
from scorer.rules.errors import BadEntry, ImpossibleDeal
from scorer.rules.in_play import Answer
from scorer.services.projections import check
from scorer.storage import book
from scorer.storage.locks import lock_games
from tests.tables import begin, facts, new_id

NOW = datetime(2025, 5, 3, 20, 0, tzinfo=UTC)


def add(database, table, *entries):
    with database.writing() as connection:
        for entry in entries:
            row = lock_games(connection, table.club, [table.id])[table.id]
            assert row is not None
            book.add_entries(connection, row, [book.entry_row(entry, NOW)])


def deal(number=1, id=""):
    return Entry(number, id or new_id(), Deal(facts(0, 7, 23, 32)))


def test_an_entry_is_written_and_read_again(database, table):
    entries = deal(1), Entry(2, new_id(), Withdraw(new_id()), table.phone.id)
    add(database, table, *entries)
    with database.reading() as connection:
        assert book.read_entries(connection, table.club, table.id) == entries
        row = book.find_game(connection, table.club, table.id)
        line, other = book.read_book(connection, table.club, table.id)
    assert row is not None and (row.version, row.last_at) == (2, NOW)
    assert (line.entry.body.kind, line.device, line.device_name) == ("deal", None, None)
    assert (line.written_at, line.written_at.tzinfo) == (NOW, UTC)
    assert (other.device, other.device_name) == (table.phone.id, "Host")


def test_no_number_and_no_id_stands_twice_in_one_book(database, table):
    add(database, table, deal(1, id := new_id()))
    for again in (deal(1), deal(2, id)):
        with pytest.raises(IntegrityError):
            add(database, table, again)
    assert table.read().version == 1


def test_two_games_may_use_one_id(database, club, table):
    id, other = new_id(), begin(database, club)
    add(database, table, deal(1, id))
    add(database, other, deal(1, id))
    assert other.read().sheet.last_deal == table.read().sheet.last_deal == id


def test_a_game_that_is_not_there_is_not_locked(database, table):
    with database.writing() as connection:
        assert not lock_games(connection, table.club, [new_id()])


def test_what_is_not_written_as_an_entry_is_refused(table):
    for kind, content in (
        ("deal", {"after": None}),
        ("deal", {"facts": {}}),
        ("deal", {"after": None, "facts": {}, "more": 1}),
        ("deal", {"after": None, "facts": {"points": float("nan")}}),
        ("deal", {"after": None, "facts": {"hands": "x" * 30_000}}),
        ("deal", {"after": None, "facts": {"hands": {1, 2}}}),
        ("gossip", {}),
        (None, {}),
        (["deal"], {}),
    ):
        with pytest.raises((BadEntry, ImpossibleDeal)):
            table.write(kind, content)
    assert table.read().version == 0


def test_a_refused_deal_rolls_everything_back(database, table):
    table.deal()
    before = table.read()
    with pytest.raises(ImpossibleDeal) as fault:
        table.deal(0, 1, 23, 32)
    assert (fault.value.deal, fault.value.seat) == (2, 1)
    assert table.read() == before
    assert check(database) == []


def test_answers_are_rows_that_are_replaced_and_opened(database, table):
    phone, other = table.phone.id, table.seat_phone(1).id
    out = Answer("out", -1, 0, phone, turn=2**63 - 1, written_at=NOW)
    later = NOW + timedelta(microseconds=1)
    hand = Answer("hands", 1, {"points": 7}, other, was=(None,), written_at=later)
    cleared = Answer(
        "hands", 1, None, phone, cleared=True, was=(7,), written_at=later + timedelta(1)
    )

    def read(deal):
        with database.reading() as connection:
            return list(book.read_answers(connection, row).get(deal, ()))

    with database.writing() as connection:
        row = lock_games(connection, table.club, [table.id])[table.id]
        assert row is not None
        book.put_answers(connection, row, 1, [cleared, hand, out])
        book.put_answers(connection, row, 1, [replace(out, value=2)])
        book.put_answers(connection, row, 2, [out])
    assert (read(1), read(2)) == ([replace(out, value=2), hand, cleared], [out])
    with database.writing() as connection:
        book.settle_answers(connection, row, 2, opened=True)
        book.move_answers(connection, row, 2, 3)
    assert (read(1), read(2), read(3)) == ([], [], [replace(out, opened=True)])
