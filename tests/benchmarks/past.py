"""A club with a long past: nights over ten years, a finished game on each."""

from datetime import timedelta

from sqlalchemy import insert, text

from scorer.services import clock
from scorer.services.ratings import mark_due, rate_due
from scorer.storage.book import entry_row
from scorer.storage.games import NewGameRows, insert_games
from scorer.storage.results import rows_of
from scorer.storage.schema import nights
from scorer.storage.search import night_words
from tests.tables import new_id

AT_ONCE = 500
# However many nights there are, they lie in the same ten years: a page may have a line for each.
# The newest lie closer together, so that even of thirty nights some are of the last year.
TEN_YEARS = timedelta(days=3650)
CLOSER = 4


def add_past(database, club, model, how_many):
    """Let this finished game have been played on so many nights; the ids of night and game."""
    end, rows = clock.now() - timedelta(days=7), rows_of(model.sheet, model.day.year)
    opened, games = [], []
    for at in range(how_many):
        when = end - TEN_YEARS * (at / (how_many - 1)) ** CLOSER
        night = {"club": club, "id": new_id(), "opened_at": when, "day": when.date()}
        opened.append({**night, "words": night_words(when.date())})
        book = [entry_row(entry, when) for entry in model.entries]
        row = {"club": club, "id": new_id(), "night": night["id"], "started_at": when}
        row |= {"follows": None, "device": None}
        games.append(NewGameRows(model.book.start, row, book, rows))
    with database.writing() as connection:
        connection.execute(insert(nights), opened)
        for at in range(0, len(games), AT_ONCE):
            insert_games(connection, games[at : at + AT_ONCE])
        mark_due(connection, club, min(game.row["started_at"] for game in games))
    rate_due(database, club)
    if not database.is_sqlite:  # a real server does this by itself after a while
        with database.writing() as connection:
            connection.execute(text("ANALYZE"))
    return [(game.row["night"], game.row["id"]) for game in games]
