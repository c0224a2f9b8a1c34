"""What counting games calls for each of them, done here without the counting."""

from sqlalchemy import select

from scorer.services.games.reading import game_in
from scorer.services.statistics.highlights import highlight_keeper
from scorer.services.statistics.ratings import catch_up_ratings, rating_keeper
from scorer.storage.database import Database
from scorer.storage.models import nights
from scorer.storage.starts import find_game


def notice(database: Database, club: str, *changed: str) -> None:
    """Tell the keepers that these games have changed."""
    with database.writing() as connection:
        for game in changed:
            row = find_game(connection, club, game)
            assert row is not None
            day = connection.scalar(select(nights.c.day).where(nights.c.id == row.night))
            gone = row.deleted_at is not None
            sheet = None if gone else game_in(connection, club, game).sheet
            rating_keeper(connection, club, row, day, sheet)
            highlight_keeper(connection, club, row, day, sheet)


def keep_up(database: Database, club: str, *changed: str, most: int = 100) -> None:
    """Tell the keepers, and rate what is to be rated."""
    notice(database, club, *changed)
    with database.writing() as connection:
        while catch_up_ratings(connection, club, most):
            pass
