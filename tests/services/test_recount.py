"""Statistics agree with a plain recount, whatever was done to games, nights and people."""

import random
from datetime import UTC, datetime
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as some
from sqlalchemy import insert, select, update

from scorer.rules.errors import Refused
from scorer.services.errors import Conflict, InTheBin
from scorer.services.statistics.catching_up import catch_up
from scorer.storage.database import Database
from scorer.storage.models import clubs, games, nights, players, results
from scorer.storage.recount import rebuild_statistics
from scorer.storage.streaks import recount_streaks
from scorer.storage.tallies import contributions, leads, pairs, tallies
from scorer.storage.uncounted import mark_uncounted
from tests.examples import examples
from tests.services.plain_recount import agree, kept
from tests.tables import NoButton, Table, begin, new_id, people, random_facts
from tests.web.counters import cards


class Evening:
    """A club in which all kinds of things happen."""

    def __init__(self, database: Database, club: str, seed: int) -> None:
        self.database, self.club, self.dice = database, club, random.Random(seed)
        self.tables: list[Table] = []

    def do(self, deed: str) -> None:
        if not self.tables or deed == "g":
            self._begin()
        table = self.dice.choice(self.tables)
        try:
            getattr(self, f"_{deed}")(table)
        except (Refused, Conflict, InTheBin, NoButton):
            return

    def _begin(self) -> None:
        old = self.dice.random() < 0.4
        names = self.dice.sample(("Ann", "Ben", "Cat", "Dan", "Eve"), 3 if old else 4)
        variant = "red-nines-1881" if old else "red-nines"
        self.tables.append(begin(self.database, self.club, *names, variant=variant))

    def _facts(self, table: Table) -> dict[str, Any]:
        if table.read().variant == "red-nines":
            return {**random_facts(4, self.dice), "on_red_nine": self.dice.random() < 0.2}
        if self.dice.random() < 0.2:
            return {"void": True}
        held = [self.dice.randint(1, 5) for _ in range(2)]
        return cards(self.dice.randrange(3), *held, on_red_nine=self.dice.random() < 0.2)

    def _g(self, table: Table) -> None:
        """A game has begun."""

    def _d(self, table: Table) -> None:
        after = table.read().sheet.last_deal
        table.write("deal", {"after": after, "facts": self._facts(table)})

    def _D(self, table: Table) -> None:  # noqa: N802
        for _ in range(4):
            self._d(table)

    def _c(self, table: Table) -> None:
        deal = self.dice.choice(table.read().sheet.deals or [None])  # type: ignore[list-item]
        if deal is not None:
            table.write("correct_deal", {"deal": deal.id, "facts": self._facts(table)})

    def _u(self, table: Table) -> None:
        table.undo()

    def _r(self, table: Table) -> None:
        table.redo()

    def _e(self, table: Table) -> None:
        table.write("end", {"why": "late", "leftover": None})

    def _b(self, table: Table) -> None:
        after = table.read().sheet.last_deal
        table.write("buy", {"after": after, "seat": 0, "counters": 7})

    def _t(self, table: Table) -> None:
        deals = table.read().sheet.deals
        after = self.dice.choice(deals).id if deals else None
        (sitter,) = people(self.dice.choice(("Ann", "Eve", "Fay")))
        table.write("take_seat", {"after": after, "seat": 1, "player": sitter})

    def _x(self, table: Table) -> None:
        self._change(table, games, games.c.id == table.id)

    def _n(self, table: Table) -> None:
        self._change(table, nights, nights.c.id == self._night(table))

    def _night(self, table: Table) -> str:
        with self.database.reading() as connection:
            return str(connection.scalar(select(games.c.night).where(games.c.id == table.id)))

    def _change(self, table: Table, of: Any, which: Any) -> None:
        """Throw a game or a night into the bin, or bring it back."""
        night = self._night(table)
        with self.database.writing() as connection:
            gone = connection.scalar(select(of.c.deleted_at).where(which))
            binned = None if gone else datetime(2025, 1, 1, tzinfo=UTC)
            connection.execute(update(of).where(which).values(deleted_at=binned))
            chosen = {"these": [table.id]} if of is games else {"night": night}
            mark_uncounted(connection, self.club, **chosen)  # type: ignore[arg-type]

    def _y(self, table: Table) -> None:
        """Say that a night was in another year."""
        night = self._night(table)
        with self.database.writing() as connection:
            day = datetime(self.dice.choice((2019, 2020)), 5, 3, tzinfo=UTC).date()
            connection.execute(update(nights).where(nights.c.id == night).values(day=day))
            mark_uncounted(connection, self.club, night=night)

    def _m(self, table: Table) -> None:
        """Say that Fay is the same person as Eve, or that she is not."""
        with self.database.writing() as connection:
            named = select(players.c.name, players.c.id).where(players.c.club == self.club)
            known = dict(tuple(row) for row in connection.execute(named))
            if {"Eve", "Fay"} <= known.keys():
                fay = players.c.id == known["Fay"]
                now = connection.scalar(select(players.c.person).where(fay))
                person = known["Eve" if now == known["Fay"] else "Fay"]
                connection.execute(update(players).where(fay).values(person=person))
                hers = results.c.player == known["Fay"]
                connection.execute(update(results).where(hers).values(person=person))
                recount_streaks(connection, self.club, [known["Eve"], known["Fay"]])

    def _k(self, table: Table) -> None:
        """Somebody looks at the statistics."""
        most = self.dice.randint(1, 4)
        catch_up(self.database, self.club, most, first=self.dice.choice([(), [table.id]]))


@settings(
    max_examples=examples(25),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(
    deeds=some.lists(some.sampled_from("gDDDDdcureebttxxnymkk"), max_size=40),
    seed=some.integers(0, 999),
)
def test_statistics_are_a_plain_recount_whatever_was_done(
    database: Database, deeds: list[str], seed: int
) -> None:
    club = new_id()
    row = {"id": club, "name": "Ours", "time_zone": "UTC", "currency": ""}
    with database.writing() as connection:
        connection.execute(insert(clubs), {**row, "made_at": datetime(2025, 1, 1, tzinfo=UTC)})
    evening = Evening(database, club, seed)
    for deed in deeds:
        evening.do(deed)
    agree(database, club)
    before = kept(database, club)
    with database.writing() as connection:
        for table in (tallies, pairs, leads, contributions):
            connection.execute(table.delete().where(table.c.club == club))
        mine = results.c.club == club
        connection.execute(update(results).where(mine).values(streak=7))
    rebuild_statistics(database)
    assert kept(database, club) == before
    assert catch_up(database, club) == 0
