"""Honours made anew: the ratings, and the best there ever was of each kind."""

from __future__ import annotations

from sqlalchemy import delete, select

from scorer.services.statistics.highlights import highlight_keeper
from scorer.services.statistics.ratings import catch_up_ratings, rate_anew
from scorer.storage.database import Database
from scorer.storage.holding import hold_club
from scorer.storage.honours import rated, ratings
from scorer.storage.models import clubs, games
from scorer.storage.progress import counting, in_batches
from scorer.storage.sheets import GAMES, read_sheets

AT_ONCE = 200


def rebuild_honours(database: Database) -> None:
    """Keep all highlights anew and rate all games from the first one on, some at a time."""
    with database.reading() as connection:
        every = connection.scalars(select(clubs.c.id).order_by(clubs.c.id)).all()
    for club in every:
        rate = counting(_highlights(database, club))
        with database.writing() as connection:
            # Whoever rates holds the club, so that there is one at a time.
            hold_club(connection, club)
            for table in (rated, ratings):
                connection.execute(delete(table).where(table.c.club == club))
            rate_anew(connection, club)
            while catch_up_ratings(connection, club, AT_ONCE):
                rate(AT_ONCE)


def _highlights(database: Database, club: str) -> int:
    """Keep the highlights of a club's games anew; how many games."""
    with database.reading() as connection:
        ids = connection.scalars(select(games.c.id).where(games.c.club == club)).all()
    for batch in in_batches(ids, AT_ONCE):
        wanted = GAMES.where(games.c.id.in_(batch))
        with database.writing() as connection:
            # Whoever catches up keeps highlights too, and holds the club meanwhile.
            hold_club(connection, club)
            rows = connection.execute(wanted, {"of_club": club}).all()
            for one in read_sheets(connection, club, rows):
                if not one.broken:
                    highlight_keeper(connection, club, one.row, one.day, one.sheet)
    return len(ids)
