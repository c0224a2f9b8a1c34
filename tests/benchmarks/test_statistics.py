"""What sums up a whole past takes no longer than three full counts of the same rows."""

import random
import time
from datetime import timedelta

import pytest
from sqlalchemy import Column, MetaData, Table, delete, func, insert, select, text

from scorer.services import clock
from scorer.services.statistics.club import read_club
from scorer.services.statistics.person import read_person
from scorer.storage import schema
from scorer.storage.schema import UtcDateTime, id_column
from tests.benchmarks.measuring import median, side_by_side
from tests.tables import NAMES, begin, new_id, random_facts

NIGHTS, GAMES, PEOPLE = 10_000, 4, 5
SHORT = 100
BUDGET = 3
FAR_TOO_MUCH = 30
# What a full count goes through: a number of every row.
COUNTED = {
    schema.results: schema.results.c.total,
    schema.deal_results: schema.deal_results.c.score,
    schema.pair_results: schema.pair_results.c.deals,
    schema.feats: schema.feats.c.number,
}
COPIED = (schema.games, schema.seats, schema.entries, *COUNTED)


def grow(database, club, nights):
    """So many nights of four games among the same five people, copied from a few; one of them."""
    dice = random.Random(9)
    tables = [begin(database, club, *NAMES[:PEOPLE]) for _ in range(7)]
    for table in tables:
        table.score(*(random_facts(PEOPLE, dice) for _ in range(PEOPLE)))
    now = clock.now()
    copies = Table(
        "copies",
        MetaData(),
        id_column("model"),
        id_column("copy", primary_key=True),
        id_column("new_night"),
        Column("at", UtcDateTime),
        prefixes=["TEMPORARY"],
    )
    evenings, games = [], []
    for night in range(nights):
        when = now - timedelta(days=3600) * (night + 1) / nights
        evenings.append({"club": club, "id": new_id(), "opened_at": when, "day": when.date()})
        for number in range(GAMES):
            model = tables[(GAMES * night + number) % len(tables)].id
            at = when + timedelta(minutes=number)
            game = {"model": model, "copy": new_id(), "new_night": evenings[-1]["id"], "at": at}
            games.append(game)
    with database.writing() as connection:
        copies.create(connection)
        connection.execute(insert(schema.nights), evenings)
        connection.execute(insert(copies), games)
        for table in COPIED:
            moved = {"game": copies.c.copy, "started_at": copies.c.at, "last_at": copies.c.at}
            game = table.c.id if table is schema.games else table.c.game
            if table is schema.games:
                moved |= {"id": copies.c.copy, "night": copies.c.new_night}
            columns = [moved.get(column.name, column) for column in table.c]
            rows = select(*columns).join(copies, copies.c.model == game)
            # In the order of its key, as the same rows would be laid on the disk in time.
            key = [moved.get(column.name, column) for column in table.primary_key]
            names = [column.name for column in table.c]
            connection.execute(insert(table).from_select(names, rows.order_by(*key)))
        copies.drop(connection)
    with database.writing() as connection:
        connection.execute(text("ANALYZE"))
    return str(tables[0].read().sheet.sitters[0].player)


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
    ann = grow(database, club, nights)
    year = clock.now().year

    def count():
        with database.reading() as connection:
            return [
                connection.execute(
                    select(func.count(), func.sum(number)).where(table.c.club == club)
                ).one()
                for table, number in COUNTED.items()
            ]

    assert read_person(database, club, ann).whole.games == GAMES * nights + 7
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
        f"Statistics of {nights:,} nights of four games of five against a full count, {on}",
        f"a person {person / full:.2f}×, the club {whole / full:.2f}×",
        f"{person:.0f} ms and {whole:.0f} ms against {full:.0f} ms for {rows:,} rows",
    )
    assert max(person, whole) / full < (BUDGET if soaking else FAR_TOO_MUCH)
    with database.writing() as connection:
        connection.execute(delete(schema.ratings))
    unrated = median([deeds["club"]()])
    measured(
        f"The club, rating {GAMES * nights:,} games from the first, against a full count, {on}",
        f"{unrated / full:.1f}×",
        f"{unrated:.0f} ms",
    )
