"""`check` and `rebuild`: whether all that is copied from the books agrees with them."""

from __future__ import annotations

import sys

from scorer.commands.progress import Progress
from scorer.services.statistics.catching_up import mark_counted, waiting_games
from scorer.services.statistics.honours import rebuild_honours
from scorer.services.statistics.honours_check import check_honours
from scorer.storage.database import Database
from scorer.storage.last_played import rebuild_last_played
from scorer.storage.recount import check_statistics, rebuild_statistics
from scorer.storage.results import check, rebuild
from scorer.storage.searching import rebuild_documents, stale_documents


def check_copies(database: Database) -> int:
    """Print where what is copied from the books differs from them; 1 where it does."""
    progress = Progress()
    with progress.of("Results", "games"):
        differences = check(database)
    with progress.of("Statistics", "games"):
        differences += check_statistics(database)
    with progress.of("Highlights and ratings", "games"):
        differences += check_honours(database)
    with progress.of("Search", "nights"):
        stale = stale_documents(database)
    for one in differences:
        print(f"{f'game {one.game}' if one.game else 'statistics'}: {one.problem}")
    for _, night in stale:
        print(f"night {night}: the search does not find it by what is said of it now")
    if differences or stale:
        print("`rebuild` makes all of them anew from the books.", file=sys.stderr)
        return 1
    print("Results, statistics, ratings, highlights and the search agree with the books.")
    return 0


def rebuild_copies(database: Database) -> int:
    """Make results, statistics, the search, ratings and highlights anew from the books.

    Every game is marked as still to be counted first and as counted last, so that whatever is
    missing after this was killed is counted when somebody looks.
    """
    progress = Progress()
    with progress.of("Results", "games"):
        games = rebuild(database)
    waiting = waiting_games(database)
    rebuild_last_played(database)
    with progress.of("Statistics", "games"):
        rebuild_statistics(database)
    with progress.of("Search", "nights"):
        rebuild_documents(database)
    with progress.of("Highlights and ratings", "games"):
        rebuild_honours(database)
    mark_counted(database, waiting)
    some = f"{games} game{'' if games == 1 else 's'}"
    print(f"Made anew from the books: the results of {some}, and all that rests on them.")
    return 0
