"""The kinds of games that a club has played, and what it mostly calls them."""

from typing import Any

from sqlalchemy import Connection, case, func, select

from scorer.rules.kinds import Kind, parse_kind
from scorer.storage.schema import games, of_club

# So many games of a kind, the newest, say what it is called.
MAX_ASKED = 20


def _kinds() -> Any:
    # Found by one look into the index for each, instead of going through all games.
    here = of_club(games)
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
    """The title of a kind, the usual, then the latest, as part of a query; null where all are gone.

    Games of which nothing has been written yet do not count. Not of a query that groups: SQLite
    would go through the games of the kind for each group.
    """
    named = games.alias("named")
    lately = (
        select(named.c.title, named.c.started_at, named.c.version)
        .where(of_club(named), named.c.kind == kind, named.c.deleted_at.is_(None))
        .order_by(named.c.started_at.desc())
        .limit(MAX_ASKED)
        .correlate(kind.table)
        .subquery()
    )
    times = func.sum(case((lately.c.version > 0, 1), else_=0))
    return (
        select(lately.c.title)
        .group_by(lately.c.title)
        .order_by(times.desc(), func.max(lately.c.started_at).desc())
        .limit(1)
        .scalar_subquery()
    )


# Each with the `title` that it mostly has.
KINDS: Any = _kinds()


def read_kinds(connection: Connection, club: str) -> dict[str, Kind]:
    """Every kind of game that a club has played, as it is mostly called, by key."""
    rows = connection.execute(select(KINDS), {"of_club": club})
    return {row.kind: parse_kind(row.kind, row.title or "") for row in rows}
