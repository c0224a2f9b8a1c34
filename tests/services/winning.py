"""Games that somebody has won, and the people who did."""

from sqlalchemy import select

from scorer.storage.database import Database
from scorer.storage.schema import players
from tests.tables import Table, begin


def win(database: Database, club: str, out: int, *names: str) -> Table:
    """A game of four deals that the seat `out` has won."""
    table = begin(database, club, *names)
    for _ in range(4):
        table.deal(out, 5, 6, 7)
    return table


def player(database: Database, name: str) -> str:
    """The id of whoever has this name."""
    with database.reading() as connection:
        return str(connection.scalar(select(players.c.id).where(players.c.name == name)))
