"""After any deeds done to nights, in any order, everything is somewhere and is found there."""

import random

import pytest

from scorer.services.errors import Conflict, InTheBin, NotFound
from scorer.services.games.find_night import OWN
from scorer.services.money.ledger import read_ledger
from scorer.services.nights import bin
from scorer.services.nights.edit import Description, edit_night
from scorer.services.nights.move import move_game
from scorer.services.nights.night_list import list_nights
from scorer.services.projections import check
from tests.examples import examples
from tests.services.test_ledger import pay, people_of, pink
from tests.tables import begin


def do(database, club, tables, dice):
    """One deed of some kind; what was deleted by it."""
    listed = list_nights(database, club).nights
    night, table = dice.choice(listed), dice.choice(tables)
    match dice.choice("mmmmgn"):
        case "m":
            move_game(database, club, table.id, dice.choice((night.id, OWN)))
            return None
        case "g":
            bin.delete(database, club, "game", table.id, device=None)
            return "game", table.id
    bin.delete(database, club, "night", night.id, device=None)
    return "night", night.id


@pytest.fixture
def evening(database, club):
    """Eight games in three nights, for points and for counters, with payments."""
    first = pink(database, club)
    tables = [first, pink(database, club, players=people_of(first))]
    pay(first)
    tables += [begin(database, club, players=people_of(first)) for _ in range(2)]
    tables += [begin(database, club, "Eve", "Fay", "Gus", "Hal", night="new")]
    tables += [begin(database, club, "Eve", "Fay", "Ida", "Joe") for _ in range(2)]
    tables += [begin(database, club, "Kim", "Leo", "Ann", "Ben", night="new")]
    for at, night in enumerate(list_nights(database, club).nights):
        said = Description(night.day, f"Night {at}", "", f"Note {at}")
        edit_night(database, club, night.id, said)
    return tables


@pytest.mark.every_database
@pytest.mark.soak
@pytest.mark.parametrize("seed", range(examples(1)))
def test_deeds_undone_in_any_order_lose_nothing(database, club, evening, seed):
    dice = random.Random(seed)
    done = set()
    for _ in range(30):
        try:
            if done and dice.random() < 0.5:
                deed = dice.choice(sorted(done))
                bin.restore(database, club, *deed)
                done.discard(deed)
            elif list_nights(database, club).nights and (deed := do(database, club, evening, dice)):
                done.add(deed)
        except (Conflict, InTheBin):
            continue
    for _ in range(len(done)):
        for deed in sorted(done):
            try:
                bin.restore(database, club, *deed)
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
    assert len(read_ledger(database, club).payments) == 1
    assert check(database) == []
