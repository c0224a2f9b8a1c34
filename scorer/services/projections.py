"""The projections: all that follows from the books, by name, and how each is rebuilt."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from scorer.services.rebuilding import rebuild_results
from scorer.services.statistics.ratings import rate_everything
from scorer.storage.database import Database
from scorer.storage.last_played import rebuild_last_played
from scorer.storage.searching import rebuild_documents
from scorer.storage.stale import read_stale, strike_off

# Each rests on some of those before it.
PROJECTIONS: Mapping[str, Callable[[Database], object]] = {
    "results": rebuild_results,
    "last_played": rebuild_last_played,
    "search": rebuild_documents,
    "ratings": rate_everything,
}


def rebuild_stale(database: Database) -> None:
    """Rebuild what a migration has left stale; to be called by one at a time."""
    stale = read_stale(database)
    for name, rebuild_it in PROJECTIONS.items():
        if name in stale:
            rebuild_it(database)
            strike_off(database, name)
