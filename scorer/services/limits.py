"""The limits that keep one server for many: all numbers, and what is counted in this process.

Such counts begin anew with the minute, hour or day of the clock, and are lost with the process.
"""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from threading import Lock

from scorer.services import clock
from scorer.services.errors import TooMany

# So many in so many seconds: of a phone, of a network, and in all.
RATES = {
    "writes": (120, 60),
    "polls": (90, 60),
    "joins": (200, 3600),
    "new_clubs": (5, 24 * 3600),
    "all_new_clubs": (500, 24 * 3600),
}
# So many wrong codes in so long close a network, and so many in all those that had any.
MAX_GUESSES, GUESSES_WAIT = 10, timedelta(minutes=10)
MAX_GUESSES_IN_ALL, GUESSES_KEPT_FOR = 5_000, timedelta(days=1)
# Of a night, and of a club.
MAX_GAMES, MAX_PEOPLE, MAX_PHONES = 100, 500, 200
# Bytes.
MAX_IMPORT = 16 * 1024 * 1024

counted: dict[str, tuple[int, Counter[tuple[str, ...]]]] = {}
_under_way: dict[tuple[str, str], tuple[str, Lock]] = {}


def count(what: str, *who: str) -> None:
    """Count a deed of a phone or network; raises TooMany, and counts nothing, beyond its rate."""
    most, seconds = RATES[what]
    period = int(clock.now().timestamp()) // seconds
    known = counted.get(what)
    if known is None or known[0] != period:
        known = counted[what] = period, Counter()
    if known[1][who] >= most:
        raise TooMany(f"too_many_{what}", most=most)
    known[1][who] += 1


def check_new_club(network: str) -> None:
    """Count a club that a stranger begins; raises TooMany."""
    count("new_clubs", network)
    count("all_new_clubs")


@contextmanager
def one_at_a_time(what: str, club: str, of: str = "") -> Iterator[None]:
    """Do something for a club unless that is under way; raises TooMany, or waits for the same."""
    this, mine = (what, club), (of, Lock())
    while (other := _under_way.setdefault(this, mine)) is not mine:
        if not of or other[0] != of:
            raise TooMany(f"{what}_under_way")
        with other[1]:
            pass  # it has ended
    with mine[1]:
        try:
            yield
        finally:
            del _under_way[this]
