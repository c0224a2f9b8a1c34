"""Games that people of a club have finished, and who these people are."""

from sqlalchemy import select

from scorer.services.people.merge import merge_people
from scorer.storage.schema import players
from tests.tables import begin


def ids(database, club):
    """Everybody's player id, by name."""
    with database.reading() as connection:
        wanted = select(players.c.name, players.c.id).where(players.c.club == club)
        return {row.name: row.id for row in connection.execute(wanted)}


def finish(database, club, *names, games=1):
    """Games in which the first of these people always goes out."""
    return [begin(database, club, *names).play_out() for _ in range(games)]


def merged(database, club, gone, stays):
    """Say of two people, by name, that they are one; the id of the one who goes."""
    who = ids(database, club)
    merge_people(database, club, who[gone], who[stays])
    return who[gone]


def win(database, club, out, *names):
    """A game of four deals that the seat `out` has won."""
    return begin(database, club, *names).play_out(out, 5, 6, 7)


def player(database, name):
    """The id of whoever has this name."""
    with database.reading() as connection:
        return str(connection.scalar(select(players.c.id).where(players.c.name == name)))
