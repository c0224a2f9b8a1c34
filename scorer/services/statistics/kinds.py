"""The kinds of games that a club has played, and what it calls them."""

from typing import Any

from sqlalchemy import Connection, func, select

from scorer.rules.kinds import Kind, parse_kind
from scorer.storage.schema import games, of_club


def title_of(kind: Any) -> Any:
    """The title of a kind, that of its newest game, as part of a query; null where all are gone.

    Not of a query that groups: SQLite would go through the games of the kind for each group.
    """
    named = games.alias("named")
    return (
        select(named.c.title)
        .where(of_club(named), named.c.kind == kind, named.c.deleted_at.is_(None))
        .order_by(named.c.started_at.desc())
        .limit(1)
        .correlate(kind.table)
        .scalar_subquery()
    )


# Found by one look into the index for each, instead of going through all games.
_least = select(func.min(games.c.kind).label("kind")).where(of_club(games))
_every = _least.cte("every_kind", recursive=True)
_following = _least.where(games.c.kind > _every.c.kind).scalar_subquery()
_every = _every.union_all(select(_following).where(_every.c.kind.is_not(None)))
# Each with its `title`.
KINDS: Any = (
    select(_every.c.kind, title_of(_every.c.kind).label("title"))
    .where(_every.c.kind.is_not(None))
    .cte("kinds")
)


def read_kinds(connection: Connection, club: str) -> dict[str, Kind]:
    """Every kind of game that a club has played, as it is called, by key."""
    rows = connection.execute(select(KINDS), {"of_club": club})
    return {row.kind: parse_kind(row.kind, row.title or "") for row in rows}
