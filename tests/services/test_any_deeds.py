"""After any deeds done to nights, in any order, everything is somewhere and is found there."""

import random

import pytest
from sqlalchemy import select

from scorer.rules.errors import Refused
from scorer.services.changes import Change
from scorer.services.errors import Conflict, InTheBin, NotFound
from scorer.services.nights import bin, undo_changes
from scorer.services.nights.edit import Description, edit_night, merge_nights, split_night
from scorer.services.nights.night_list import list_nights
from scorer.services.projections import check
from scorer.storage.database import Database
from scorer.storage.schema import games as all_games
from scorer.storage.schema import nights, payments
from scorer.storage.search import stale_documents
from tests.examples import examples
from tests.services.test_moving import pay_first
from tests.services.test_paying import people_of, pink
from tests.tables import Table, begin

STATE = (
    select(all_games.c.id, all_games.c.night, all_games.c.deleted_at),
    select(payments.c.id, payments.c.night),
    select(nights.c.id, nights.c.name, nights.c.place, nights.c.note, nights.c.deleted_at),
)


def state(database: Database) -> list[set[tuple[object, ...]]]:
    with database.reading() as connection:
        return [{tuple(row) for row in connection.execute(wanted)} for wanted in STATE]


def do(database: Database, club: str, tables: list[Table], dice: random.Random) -> str:
    """One deed of some kind; its id."""
    listed = list_nights(database, club).nights
    night = dice.choice(listed)
    match dice.choice("ssmmgn"):
        case "s":
            chosen = {line.id for line in night.games if dice.random() < 0.4}
            return split_night(database, club, night.id, chosen, device=None)
        case "m":
            other = dice.choice(listed)
            return merge_nights(database, club, night.id, other.id, device=None)
        case "g":
            return bin.delete_game(database, club, dice.choice(tables).id, device=None)
    return bin.delete_night(database, club, night.id, device=None)


@pytest.fixture
def evening(database: Database, club: str) -> list[Table]:
    """Eight games in three nights, for points and for counters, with payments."""
    first = pink(database, club)
    tables = [first, pink(database, club, players=people_of(first))]
    pay_first(first)
    tables += [begin(database, club, players=people_of(first)) for _ in range(2)]
    tables += [begin(database, club, "Eve", "Fay", "Gus", "Hal", night="new")]
    tables += [begin(database, club, "Eve", "Fay", "Ida", "Joe") for _ in range(2)]
    tables += [begin(database, club, "Kim", "Leo", "Ann", "Ben", night="new")]
    for at, night in enumerate(list_nights(database, club).nights):
        said = Description(night.day, f"Night {at}", "", f"Note {at}")
        edit_night(database, club, night.id, said)
    return tables


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(examples(3)))
def test_any_deeds_undone_from_the_last_to_the_first_leave_everything_as_it_was(
    database: Database, club: str, evening: list[Table], seed: int
) -> None:
    dice, before = random.Random(seed), state(database)
    names = {row[0] for row in before[2]}
    done: list[tuple[str, list[set[tuple[object, ...]]]]] = []
    for _ in range(12):
        if not list_nights(database, club).nights:
            break
        was = state(database)
        try:
            deed = do(database, club, evening, dice)
        except (Refused, Conflict):
            assert state(database) == was
            continue
        if deed not in {one for one, _ in done}:
            done.append((deed, was))
        assert stale_documents(database) == []
    assert len(done) >= 3
    for deed, was in reversed(done):
        undo_changes.undo_change(database, club, deed)
        # Nights that were made meanwhile stay behind, empty and unseen.
        assert state(database)[:2] == was[:2]
        assert stale_documents(database) == []
    after = state(database)
    assert {row for row in after[2] if row[0] in names} == before[2]
    assert check(database) == []


@pytest.mark.every_database
@pytest.mark.soak
@pytest.mark.parametrize("seed", range(examples(3)))
def test_deeds_undone_in_any_order_lose_nothing(
    database: Database, club: str, evening: list[Table], seed: int
) -> None:
    dice, done = random.Random(seed), set()
    for _ in range(30):
        try:
            if done and dice.random() < 0.5:
                undone: Change = undo_changes.undo_change(database, club, dice.choice(sorted(done)))
                done.discard(undone.id)
            elif list_nights(database, club).nights:
                done.add(do(database, club, evening, dice))
        except (Refused, Conflict):
            continue
        assert stale_documents(database) == []
    for _ in range(len(done)):
        for deed in sorted(done):
            try:
                undo_changes.undo_change(database, club, deed)
                done.discard(deed)
            except Conflict:
                continue
    shown = {line.id for night in list_nights(database, club).nights for line in night.games}
    lying = set()
    for table in evening:
        try:
            table.read()
        except (InTheBin, NotFound):
            lying.add(table.id)
    assert shown | lying == {table.id for table in evening}
    assert shown.isdisjoint(lying)
    assert lying == set() or done
