"""A club with a long past: games copied over and over, written to the tables directly."""

from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import insert, select, text, update

from scorer.services import clock
from scorer.storage.database import Database
from scorer.storage.models import entries, games, nights, results, seats
from scorer.storage.searching import rebuild_documents
from tests.benchmarks.measuring import PENALTIES, played
from tests.tables import new_id

A_NIGHT = 1
AT_ONCE = 1000


class Past:
    """Finished games of four, one a night, a day between the nights, the newest a week ago."""

    def __init__(self, database: Database, club: str, variant: str = PENALTIES) -> None:
        self.database, self.club = database, club
        self.games: list[str] = []
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
                for table in (games, seats, entries, results)
            }
        # The model itself lies in the past as well, and is the first of them.
        with database.writing() as connection:
            self._move(connection, model)
        self.games.append(model)

    def _move(self, connection: Any, model: str) -> None:
        long_ago = self.end - timedelta(days=20_000)
        connection.execute(
            update(games)
            .where(games.c.club == self.club, games.c.id == model)
            .values(started_at=long_ago, last_at=long_ago)
        )
        connection.execute(
            update(results)
            .where(results.c.club == self.club, results.c.game == model)
            .values(started_at=long_ago)
        )

    def grow(self, to: int) -> None:
        """Let there be so many games."""
        while len(self.games) < to:
            self._add(min(AT_ONCE, to - len(self.games)))
        rebuild_documents(self.database)
        if not self.database.is_sqlite:
            # A real server does this by itself after a while.
            with self.database.writing() as connection:
                connection.execute(text("ANALYZE"))

    def _add(self, how_many: int) -> None:
        rows: dict[Any, list[dict[str, Any]]] = {table: [] for table in (nights, *self.rows)}
        for _ in range(how_many):
            at = len(self.games)
            if (at - 1) % A_NIGHT == 0:
                self.night = new_id()
                self.first_night = self.first_night or self.night
                when = self._when(at)
                opened = {"club": self.club, "id": self.night, "opened_at": when}
                opened["day"] = when.date()
                rows[nights].append(opened)
            self._copy(rows, self._when(at))
        with self.database.writing() as connection:
            for table, new in rows.items():
                connection.execute(insert(table), new)

    def _copy(self, rows: dict[Any, list[dict[str, Any]]], when: datetime) -> None:
        game = new_id()
        for row in self.rows[games]:
            moved = {"id": game, "night": self.night, "started_at": when, "last_at": when}
            rows[games].append({**row, **moved})
        for table in (seats, entries):
            rows[table].extend({**row, "game": game} for row in self.rows[table])
        rows[results].extend(
            {**row, "game": game, "started_at": when} for row in self.rows[results]
        )
        self.games.append(game)

    def _when(self, at: int) -> datetime:
        """Older and older: each night a day before the one made before it."""
        return self.end - timedelta(days=at // A_NIGHT, minutes=at % A_NIGHT)
