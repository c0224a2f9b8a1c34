"""The kinds of games that a club has played, and what it called them last."""

from __future__ import annotations

from typing import Any

from sqlalchemy import bindparam, func, select

from scorer.storage.schema import games


def _kinds() -> Any:
    # Found by one look into the index for each, instead of going through all games.
    here = games.c.club == bindparam("of_club")
    first = select(func.min(games.c.kind).label("kind")).where(here)
    every = first.cte("every_kind", recursive=True)
    following = (
        select(func.min(games.c.kind)).where(here, games.c.kind > every.c.kind).scalar_subquery()
    )
    every = every.union_all(select(following).where(every.c.kind.is_not(None)))
    return (
        select(every.c.kind, title_of(every.c.kind).label("title"))
        .where(every.c.kind.is_not(None))
        .cte("kinds")
    )


def title_of(kind: Any) -> Any:
    """What the table called its newest game of a kind, as part of a query; null where all are gone.

    Not of a query that groups: SQLite would go through all games of the kind for each group.
    """
    named = games.alias("named")
    return (
        select(named.c.title)
        .where(
            named.c.club == bindparam("of_club"),
            named.c.kind == kind,
            named.c.deleted_at.is_(None),
        )
        .order_by(named.c.started_at.desc())
        .limit(1)
        .scalar_subquery()
    )


# Each with the `title` of its newest game.
KINDS: Any = _kinds()
