"""People who may be one and the same, and games they have finished."""

from sqlalchemy import select

from scorer.services.people.merge import merge_people
from scorer.storage.database import Database
from scorer.storage.schema import players
from tests.tables import Table


def ids(database: Database, club: str) -> dict[str, str]:
    """Everybody's player id, by name."""
    with database.reading() as connection:
        wanted = select(players.c.name, players.c.id).where(players.c.club == club)
        return {row.name: row.id for row in connection.execute(wanted)}


def finish(table: Table, *deals: int) -> Table:
    """Play a game to its end; these seats go out."""
    for out in deals or (0, 0, 0, 0):
        table.deal(out)
    return table


def merged(database: Database, club: str, gone: str, stays: str) -> str:
    """Say of two people, by name, that they are one; the deed's id."""
    who = ids(database, club)
    return merge_people(database, club, who[gone], who[stays], device=None)
