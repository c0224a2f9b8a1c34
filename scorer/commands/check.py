"""`check` and `rebuild`: whether all that is copied from the books agrees with them."""

from __future__ import annotations

import sys

from scorer.commands.progress import Progress
from scorer.services.projections import check, rebuild
from scorer.storage.database import Database


def check_projections(database: Database) -> int:
    """Print where what is copied from the books differs from them; 1 where it does."""
    with Progress().shown():
        differences = check(database)
    for difference in differences:
        game = difference.game
        what = f"game {game}" if game else "search"
        print(f"{what}: {difference.problem}")
    if differences:
        print("`rebuild` makes them again from the books.", file=sys.stderr)
        return 1
    print("Results, statistics, ratings, highlights and the search agree with the books.")
    return 0


def rebuild_projections(database: Database) -> int:
    """Make results, statistics, ratings and the search anew from the books."""
    with Progress().shown():
        games = rebuild(database)
    print(
        f"Rebuilt from the books: {games} game with results, statistics and search."
        if games == 1
        else f"Rebuilt from the books: {games} games with results, statistics and search."
    )
    return 0
