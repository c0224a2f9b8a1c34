"""A club with a long past: games copied over and over, written to the tables directly."""

from datetime import timedelta

from sqlalchemy import insert, select, text, update

from scorer.services import clock
from scorer.storage.schema import (
    deal_results,
    entries,
    feats,
    games,
    nights,
    pair_results,
    results,
    seats,
)
from scorer.storage.search import night_words
from tests.benchmarks.measuring import PENALTIES, played
from tests.tables import new_id

AT_ONCE = 1000
# The copies that say when their game began.
DATED = (results, feats)
# However many nights there are, they lie in the same ten years, as a page may have a line for each
# year. The newest lie closer together, so that even of ten nights five are of the last year.
TEN_YEARS = timedelta(days=3650)
CLOSER = 4


class Past:
    """Finished games of four, one a night, over ten years, the newest a week ago."""

    def __init__(self, database, club, variant=PENALTIES):
        self.database, self.club = database, club
        self.games = []
        self.first_night = ""
        self.end = clock.now() - timedelta(days=7)
        model = played(database, club, 4, variant=variant)
        with database.reading() as connection:
            self.rows = {
                table: [
                    dict(row)
                    for row in connection.execute(
                        select(table).where(
                            (table.c.id if table is games else table.c.game) == model
                        )
                    ).mappings()
                ]
                for table in (games, seats, entries, *DATED, deal_results, pair_results)
            }
        # The model itself lies in the past as well, and is the first of them.
        with database.writing() as connection:
            self._move(connection, model)
        self.games.append(model)

    def _move(self, connection, model):
        long_ago = self.end - timedelta(days=20_000)
        connection.execute(
            update(games)
            .where(games.c.club == self.club, games.c.id == model)
            .values(started_at=long_ago, last_at=long_ago)
        )
        for table in DATED:
            mine = table.c.club == self.club, table.c.game == model
            connection.execute(update(table).where(*mine).values(started_at=long_ago))

    def grow(self, to):
        """Let there be so many games, no fewer than there are."""
        self.to = to
        while len(self.games) < to:
            self._add(min(AT_ONCE, to - len(self.games)))
        if not self.database.is_sqlite:
            # A real server does this by itself after a while.
            with self.database.writing() as connection:
                connection.execute(text("ANALYZE"))

    def _add(self, how_many):
        rows = {table: [] for table in (nights, *self.rows)}
        for _ in range(how_many):
            at = len(self.games)
            when = self._when(at)
            night = {"club": self.club, "id": new_id(), "opened_at": when, "day": when.date()}
            night["words"] = night_words(when.date())
            self.first_night = self.first_night or night["id"]
            rows[nights].append(night)
            self._copy(rows, night["id"], when)
        with self.database.writing() as connection:
            for table, new in rows.items():
                connection.execute(insert(table), new)

    def _copy(self, rows, night, when):
        game = new_id()
        for row in self.rows[games]:
            moved = {"id": game, "night": night, "started_at": when, "last_at": when}
            rows[games].append({**row, **moved})
        for table in (seats, entries, deal_results, pair_results):
            rows[table].extend({**row, "game": game} for row in self.rows[table])
        for table in DATED:
            moved = {"game": game, "started_at": when}
            rows[table].extend({**row, **moved} for row in self.rows[table])
        self.games.append(game)

    def _when(self, at):
        """Older and older, from the end to ten years before it."""
        return self.end - TEN_YEARS * (at / self.to) ** CLOSER
