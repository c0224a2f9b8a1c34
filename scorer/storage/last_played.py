"""When people have last played: a copy of what the results say, so that lists can go by it."""

from __future__ import annotations

from collections.abc import Collection

from sqlalchemy import Connection, bindparam, select, update

from scorer.storage.database import Database
from scorer.storage.models import clubs, games, players, results

AT_ONCE = 500
# The newest game a person sits in, found by one look into the index; the bin does not count. The
# row of somebody who is the same person as another one says nothing.
NEWEST = (
    select(results.c.started_at)
    .join(games, (games.c.club == results.c.club) & (games.c.id == results.c.game))
    .where(
        results.c.club == players.c.club,
        results.c.person == players.c.id,
        games.c.deleted_at.is_(None),
    )
    .order_by(results.c.started_at.desc(), results.c.game.desc())
    .limit(1)
    .correlate(players)
    .scalar_subquery()
)
KEEP = update(players).values(last_played_at=NEWEST)
PERSONS = select(players.c.person).where(
    players.c.club == bindparam("of_club"), players.c.id.in_(bindparam("ids", expanding=True))
)


def keep_last_played(connection: Connection, club: str, some: Collection[str]) -> None:
    """Work out anew when the persons whom these players are have last played.

    To be called wherever a game comes or goes, or other people turn out to have sat in it. Their
    rows are held in the order of their ids; whoever holds the results or a night already must
    hold these rows too, or do this in a transaction of its own.
    """
    asked = {"of_club": club, "ids": sorted(some)}
    _keep(connection, club, {*some, *connection.scalars(PERSONS, asked)})


def rebuild_last_played(database: Database) -> None:
    """Work out anew when everybody has last played, club by club."""
    with database.reading() as connection:
        every = connection.scalars(select(clubs.c.id).order_by(clubs.c.id)).all()
    for club in every:
        with database.writing() as connection:
            wanted = select(players.c.id).where(players.c.club == club)
            _keep(connection, club, set(connection.scalars(wanted)))


def _keep(connection: Connection, club: str, people: set[str]) -> None:
    ids = sorted(people)
    for at in range(0, len(ids), AT_ONCE):
        mine = (players.c.club == club, players.c.id.in_(ids[at : at + AT_ONCE]))
        hold = select(players.c.id).where(*mine).order_by(players.c.id)
        connection.execute(hold.with_for_update(key_share=True)).all()
        connection.execute(KEEP.where(*mine))
