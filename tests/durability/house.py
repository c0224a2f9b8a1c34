"""What the durability tests look at: a server, its database, and what the books say."""

import json
import time
from dataclasses import dataclass
from typing import Any

from sqlalchemy import select, text

from scorer.services import projections
from scorer.services.club import clubs
from scorer.storage.schema import entries
from scorer.storage.schema import games as kept_games
from tests.serving import PATIENCE, Phone

BUSY = text(
    "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
    " AND pid <> pg_backend_pid() AND state <> 'idle'"
)


def send(phone, game, entry):
    """Send an entry, and again where the machine was too busy to write it in time."""
    until = time.monotonic() + PATIENCE
    while (answer := phone.write(game, entry)).status == 503:
        assert time.monotonic() < until, answer.text
    return answer


@dataclass(frozen=True)
class Written:
    """An entry as it stands in the database."""

    number: int
    kind: str
    content: Any


class House:
    """A running server and its club."""

    def __init__(self, server, database):
        self.server, self.database = server, database
        self.club = clubs.first_club(database)
        self.phone = Phone(server.address).join(server.invitation())

    def book(self, game):
        """Every entry of a game by its id, looked up in the table itself."""
        wanted = select(entries).where(entries.c.game == game).order_by(entries.c.number)
        with self.database.reading() as connection:
            rows = connection.execute(wanted).all()
        assert len({row.id for row in rows}) == len(rows), "the same entry is there twice"
        return {row.id: Written(row.number, row.kind, json.loads(row.content)) for row in rows}

    def wait_for_the_last_words(self):
        """Wait until PostgreSQL has done, or given up, what a killed server had asked it for."""
        until = time.monotonic() + PATIENCE
        while not self.database.is_sqlite:
            with self.database.reading() as connection:
                if not connection.scalar(BUSY):
                    return
            assert time.monotonic() < until
            time.sleep(0.02)

    def check_numbers(self, game):
        """The book of a game, its numbers without gaps and its version the newest of them."""
        book = self.book(game)
        assert [one.number for one in book.values()] == list(range(1, len(book) + 1))
        version = select(kept_games.c.version).where(kept_games.c.id == game)
        with self.database.reading() as connection:
            assert connection.scalar(version) == len(book)
        return book

    def check_pages(self, game):
        """The sheet and the book of a game can be read."""
        for path in (f"/games/{game}", f"/games/{game}/book"):
            assert self.phone.get(path).status == 200, path

    def check_results(self):
        """Results, statistics and highlights agree with the books."""
        assert projections.check(self.database) == []
