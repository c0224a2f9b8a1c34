"""The projections: all that follows from the books, by name, and how each is rebuilt."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from scorer.services.statistics.honours import rebuild_honours
from scorer.storage.database import Database
from scorer.storage.last_played import rebuild_last_played
from scorer.storage.recount import rebuild_statistics
from scorer.storage.results import rebuild
from scorer.storage.searching import rebuild_documents
from scorer.storage.stale import read_stale, strike_off

# Each rests on some of those before it.
PROJECTIONS: Mapping[str, Callable[[Database], object]] = {
    "results": rebuild,
    "last_played": rebuild_last_played,
    "statistics": rebuild_statistics,
    "search": rebuild_documents,
    "honours": rebuild_honours,
}


def rebuild_stale(database: Database) -> None:
    """Rebuild what a migration has left stale; to be called by one at a time."""
    stale = read_stale(database)
    for name, rebuild_it in PROJECTIONS.items():
        if name in stale:
            rebuild_it(database)
            strike_off(database, name)
