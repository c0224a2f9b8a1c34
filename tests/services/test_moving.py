"""A night is split, two become one, and either can be undone."""

from datetime import date, timedelta
from typing import Any

import pytest
from sqlalchemy import select

from scorer.rules.errors import BadRecord
from scorer.services import clock
from scorer.services.errors import Conflict, InTheBin, NotFound
from scorer.services.money.settle_up import read_paying, record_payment
from scorer.services.nights import bin, undo_changes
from scorer.services.nights.edit import (
    Description,
    edit_night,
    merge_nights,
    places,
    read_description,
    split_night,
)
from scorer.services.nights.night_list import list_nights, read_night
from scorer.storage.database import Database
from scorer.storage.schema import nights, payments
from scorer.storage.search import stale_documents
from tests.services.test_paying import people_of, pink
from tests.tables import Table, Wall, begin, new_id


def split(table: Table, *others: Table, of: Table | None = None) -> str:
    """Give these games a night of their own."""
    chosen = {one.id for one in (table, *others)}
    night = night_of(of or table)
    return split_night(table.database, table.club, night, chosen, device=None)


def merge(table: Table, other: Table) -> str:
    """Bring the night of the other game into that of the first."""
    said: dict[str, Any] = {"device": None}
    return merge_nights(table.database, table.club, night_of(table), night_of(other), **said)


def undo(table: Table, deed: str) -> None:
    undo_changes.undo_change(table.database, table.club, deed)


def night_of(table: Table) -> str:
    return table.read().night


def describe(table: Table, **texts: str) -> None:
    night = read_night(table.database, table.club, night_of(table))
    told = {"name": night.name, "place": night.place, "note": night.note, **texts}
    said = Description(night.day, **told)
    edit_night(table.database, table.club, night.id, said)


def pay_first(table: Table) -> str:
    """Note the first payment of the plan of a game's night."""
    (unit,) = read_paying(table.database, table.club, night_of(table)).units
    one, payment = unit.plan[0], new_id()
    record_payment(
        table.database,
        table.club,
        night_of(table),
        device=None,
        payment=payment,
        unit=unit.unit,
        payer=one.payer,
        payee=one.payee,
        amount=one.amount,
    )
    return payment


def night_of_payment(table: Table, payment: str) -> str:
    with table.database.reading() as connection:
        wanted = select(payments.c.night).where(payments.c.id == payment)
        return str(connection.scalar(wanted))


def test_games_get_a_night_of_their_own_and_come_back(database: Database, club: str) -> None:
    one, two, three = (begin(database, club) for _ in range(3))
    describe(one, place="At Ben's", note="Rain")
    old = night_of(one)
    deed = split(two, three)
    assert night_of(one) == old
    new = night_of(two)
    assert new == night_of(three) != old
    read = read_night(database, club, new)
    assert (read.place, read.note) == ("At Ben's", "")
    assert [line.id for line in read_night(database, club, old).games] == [one.id]
    assert stale_documents(database) == []
    undo(one, deed)
    assert {night_of(table) for table in (one, two, three)} == {old}
    assert len(list_nights(database, club).nights) == 1
    with pytest.raises(NotFound):
        read_night(database, club, new)
    undo(one, deed)
    assert stale_documents(database) == []


def test_a_night_of_its_own_keeps_as_many_days_after_as_it_was_begun(
    database: Database, club: str, wall: Wall
) -> None:
    first = begin(database, club)
    for _ in range(4):
        wall.later(hours=5)
        last = begin(database, club)
    night = read_night(database, club, night_of(first))
    said = Description(date(2024, 1, 1), "", "", "")
    edit_night(database, club, night.id, said)
    split(last)
    assert read_night(database, club, night_of(last)).day == date(2024, 1, 2)


def test_splitting_everything_or_nothing_is_refused(database: Database, club: str) -> None:
    one, two = begin(database, club), begin(database, club)
    with pytest.raises(BadRecord, match="Leave at least one"):
        split(one, two)
    with pytest.raises(BadRecord, match="Tick the games"):
        split_night(database, club, night_of(one), set(), device=None)
    other = begin(database, club, night="new")
    with pytest.raises(Conflict):
        split(two, other, of=one)
    assert night_of(one) == night_of(two)


@pytest.mark.every_database
def test_two_nights_become_one_and_two_again(database: Database, club: str, wall: Wall) -> None:
    one = begin(database, club)
    two, three = begin(database, club, night="new"), None
    describe(one, note="Rain")
    describe(two, name="Jubilee", place="At Ben's", note="Snow")
    old, other = night_of(one), night_of(two)
    three = begin(database, club, night=other)
    deed = merge(one, two)
    read = read_night(database, club, old)
    assert [line.id for line in read.games] == [one.id, two.id, three.id]
    assert (read.name, read.place, read.note) == ("Jubilee", "At Ben's", "Rain\nSnow")
    assert [one.id for one in list_nights(database, club, words="snow").nights] == [old]
    assert len(list_nights(database, club).nights) == 1
    describe(one, name="Silver jubilee")
    undo(one, deed)
    assert (night_of(two), night_of(three)) == (other, other)
    read = read_night(database, club, old)
    assert (read.name, read.place, read.note) == ("Silver jubilee", "", "Rain")
    back = read_night(database, club, other)
    assert (back.name, back.note) == ("Jubilee", "Snow")
    assert stale_documents(database) == []


def test_a_night_is_not_merged_with_itself_or_with_none(database: Database, club: str) -> None:
    one = begin(database, club)
    with pytest.raises(BadRecord, match="same night"):
        merge(one, one)
    for wrong in ("", "x", new_id()):
        with pytest.raises(NotFound):
            merge_nights(database, club, night_of(one), wrong, device=None)


@pytest.mark.every_database
def test_payments_go_with_the_games_their_people_played_for_counters(
    database: Database, club: str
) -> None:
    first = pink(database, club)
    here = pay_first(first)
    begin(database, club, players=people_of(first))
    penalties = begin(database, club, players=people_of(first))
    deed = split(penalties)
    assert night_of_payment(first, here) == night_of(first)
    undo(first, deed)
    old = night_of(first)
    second = pink(database, club, players=people_of(first))
    deed = split(second)
    # They played for counters in what stays as well.
    assert night_of_payment(first, here) == old
    undo(first, deed)
    deed = split(first, second, of=first)
    assert night_of_payment(first, here) == night_of(first) != old
    undo(first, deed)
    assert night_of_payment(first, here) == night_of(first) == old


def test_all_payments_go_where_the_whole_night_goes_and_keep_their_marks(
    database: Database, club: str
) -> None:
    first = pink(database, club)
    payment = pay_first(first)
    before = read_paying(database, club, night_of(first)).units
    other = begin(database, club, "Kim", "Leo", "Ida", "Joe", night="new")
    deed = merge(other, first)
    assert night_of_payment(first, payment) == night_of(other)
    assert read_paying(database, club, night_of(other)).units == before
    undo(first, deed)
    assert night_of_payment(first, payment) == night_of(first) != night_of(other)
    assert read_paying(database, club, night_of(first)).units == before


def test_what_was_moved_on_since_has_to_be_undone_first(database: Database, club: str) -> None:
    one, two, three = (begin(database, club) for _ in range(3))
    first = split(two, three)
    second = split(three)
    with pytest.raises(Conflict, match="moved_again"):
        undo(one, first)
    assert night_of(two) != night_of(one)
    undo(one, second)
    undo(one, first)
    assert night_of(one) == night_of(two) == night_of(three)


def test_nothing_is_put_back_into_a_night_in_the_bin(database: Database, club: str) -> None:
    one, two = begin(database, club), begin(database, club)
    old = night_of(one)
    deed = split(two)
    lying = bin.delete_night(database, club, old, device=None)
    with pytest.raises(Conflict, match="night_in_the_bin"):
        undo(two, deed)
    undo(two, lying)
    undo(two, deed)
    assert night_of(two) == old


def test_games_in_the_bin_move_with_the_whole_night(database: Database, club: str) -> None:
    one = begin(database, club)
    two = begin(database, club, night="new")
    three = begin(database, club, night=night_of(two))
    lying = bin.delete_game(database, club, three.id, device=None)
    merge(one, two)
    undo(one, lying)
    assert night_of(three) == night_of(one)


@pytest.mark.every_database
def test_a_night_is_described(database: Database, club: str, wall: Wall) -> None:
    table = begin(database, club)
    today = clock.now().date()
    said = read_description(
        day=str(today + timedelta(days=1)),
        name="  A\tjubilee \u202e",
        place="At Ben's",
        note="One\r\n\r\n\r\n two \0\n",
        today=today,
    )
    edit_night(database, club, night_of(table), said)
    read = read_night(database, club, night_of(table))
    assert (read.name, read.place, read.note) == ("A jubilee", "At Ben's", "One\n\ntwo")
    assert read.day == today + timedelta(days=1)
    assert places(database, club) == ["At Ben's"]
    assert stale_documents(database) == []


@pytest.mark.parametrize(
    ("field", "typed", "says"),
    [
        ("day", "", "Write the day like this"),
        ("day", "3 May", "Write the day like this"),
        ("day", "2025-02-30", "Write the day like this"),
        ("day", "2024-W18-5", "Write the day like this"),
        ("day", "20240503", "Write the day like this"),
        ("day", "\uff12\uff10\uff12\uff14-05-03", "Write the day like this"),
        ("day", "99999-01-01", "Write the day like this"),
        ("day", "2025-05-05", "in the future"),
        ("day", "0025-05-03", "too early"),
        ("name", "x" * 81, "80 letters"),
        ("place", "x" * 9000, "80 letters"),
        ("note", "x\n" * 1001, "2000 letters"),
    ],
)
def test_what_cannot_be_said_of_a_night_is_told_beside_its_field(
    field: str, typed: str, says: str
) -> None:
    told = {"day": "2025-05-03", "name": "", "place": "", "note": "", field: typed}
    with pytest.raises(BadRecord, match=says) as fault:
        read_description(**told, today=date(2025, 5, 3))
    assert fault.value.numbers["field"] == field


@pytest.mark.every_database
def test_a_night_in_the_bin_cannot_be_changed(database: Database, club: str) -> None:
    one, two = begin(database, club), begin(database, club, night="new")
    old, other = night_of(one), night_of(two)
    bin.delete_night(database, club, old, device=None)
    said = Description(date(2024, 1, 1), "", "", "")
    for deed in (
        lambda: edit_night(database, club, old, said),
        lambda: split_night(database, club, old, {one.id}, device=None),
        lambda: merge_nights(database, club, other, old, device=None),
        lambda: read_night(database, club, old),
    ):
        with pytest.raises(InTheBin):
            deed()
    with database.reading() as connection:
        kept = connection.execute(select(nights).where(nights.c.id == old)).one()
    assert kept.day != date(2024, 1, 1)
