"""What sums up a whole past takes no longer than three full counts of the same rows."""

import time

import pytest
from sqlalchemy import delete, func, select

from scorer.services import clock
from scorer.services.games.read import read_game
from scorer.services.statistics.club import read_club
from scorer.services.statistics.person import read_person
from scorer.storage import schema
from tests.benchmarks.measuring import median, side_by_side
from tests.benchmarks.past import Past

NIGHTS, SHORT = 10_000, 100
BUDGET = 3
FAR_TOO_MUCH = 30
# What a full count goes through: a number of every row.
COUNTED = {
    schema.results: schema.results.c.total,
    schema.deal_results: schema.deal_results.c.score,
    schema.pair_results: schema.pair_results.c.deals,
    schema.feats: schema.feats.c.number,
}


def timed(what):
    def seconds():
        before = time.perf_counter()
        what()
        return time.perf_counter() - before

    return seconds


@pytest.mark.benchmark
@pytest.mark.timeout(3600)
def test_a_whole_past_is_summed_up_in_three_full_counts(database, club, soaking, measured):
    nights = NIGHTS if soaking else SHORT
    past = Past(database, club)
    past.grow(nights)
    ann = str(read_game(database, club, past.games[0]).sheet.sitters[0].player)
    year = clock.now().year

    def count():
        with database.reading() as connection:
            return [
                connection.execute(
                    select(func.count(), func.sum(number)).where(table.c.club == club)
                ).one()
                for table, number in COUNTED.items()
            ]

    assert read_person(database, club, ann).whole.games == nights
    deeds = {
        "person": timed(lambda: read_person(database, club, ann)),
        "club": timed(lambda: read_club(database, club, year)),
        "count": timed(count),
    }
    taken = side_by_side(deeds, times=7 if soaking else 3, warm=2 if soaking else 1)
    person, whole, full = (median(taken[name]) for name in deeds)
    on = "SQLite" if database.is_sqlite else "PostgreSQL"
    rows = sum(found[0] for found in count())
    measured(
        f"Statistics of {nights:,} games of four against a full count, {on}",
        f"a person {person / full:.2f}×, the club {whole / full:.2f}×",
        f"{person:.0f} ms and {whole:.0f} ms against {full:.0f} ms for {rows:,} rows",
    )
    assert max(person, whole) / full < (BUDGET if soaking else FAR_TOO_MUCH)
    with database.writing() as connection:
        connection.execute(delete(schema.ratings))
    unrated = median([deeds["club"]()])
    measured(
        f"The club, rating {nights:,} games from the first, against a full count, {on}",
        f"{unrated / full:.1f}×",
        f"{unrated:.0f} ms",
    )
