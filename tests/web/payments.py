"""A game with something to pay, and the button that says it was paid."""

from scorer.storage.database import Database
from tests.tables import Table
from tests.web.counters import PINK_NINES, begin_counters, play
from tests.web.phones import Phone

PENNY = {"counter_value": {"counters": 2, "pays": 1}}


def pink_nines_played(database: Database, club: str) -> Table:
    """Pink Nines with 10 to the pool, played to the end: Cat won 30 and Ben lost 30."""
    table = begin_counters(
        database, club, "Ann", "Ben", "Cat", variant=PINK_NINES, ante=10, **PENNY
    )
    play(table, {"out": 0}, {"out": 2}, {"out": 2})
    return table


def pay(phone: Phone) -> int:
    """Press the first “Mark paid” on the page."""
    return phone.send("/settle-up").status_code
