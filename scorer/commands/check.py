"""`check` and `rebuild`: whether all that is copied from the books agrees with them."""

import sys

from scorer.rules.words import counted
from scorer.services.projections import check, rebuild
from scorer.storage.database import Database


def check_projections(database: Database) -> int:
    """Print where what is copied from the books differs from them; 1 where it does."""
    differences = check(database)
    for difference in differences:
        game = f"game {difference.game}: " if difference.game else ""
        print(f"{game}{difference.problem}")
    if differences:
        print("`rebuild` makes them again from the books.", file=sys.stderr)
        return 1
    print("Results, statistics, ratings and highlights agree with the books.")
    return 0


def rebuild_projections(database: Database) -> int:
    """Make results, statistics and ratings anew from the books."""
    games = rebuild(database)
    print(f"Rebuilt from the books: {counted(games, 'game')} with results, statistics and ratings.")
    return 0
