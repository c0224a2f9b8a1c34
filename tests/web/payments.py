"""A game with something to pay, and the button that says it was paid."""

from tests.web.counters import PINK_NINES, begin_counters

PENNY = {"counter_value": {"counters": 2, "pays": 1}}


def pink_nines_played(database, club):
    """Pink Nines with 10 to the pool, played to the end: Cat won 30 and Ben lost 30."""
    table = begin_counters(
        database, club, "Ann", "Ben", "Cat", variant=PINK_NINES, ante=10, **PENNY
    )
    table.score({"out": 0}, {"out": 2}, {"out": 2})
    return table


def pay(phone):
    """Press the first “Mark paid” on the page."""
    return phone.send("/settle-up").status_code
