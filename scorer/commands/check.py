"""`check` and `rebuild`: whether all that is copied from the books agrees with them."""

from __future__ import annotations

import sys

from scorer.commands.progress import Progress
from scorer.services.projections import check, rebuild
from scorer.storage.database import Database
from scorer.translation import gettext, ngettext


def check_projections(database: Database) -> int:
    """Print where what is copied from the books differs from them; 1 where it does."""
    with Progress().shown():
        differences = check(database)
    for difference in differences:
        game = difference.game
        what = gettext("game %(id)s", id=game) if game else gettext("search")
        print(f"{what}: {difference.problem}")
    if differences:
        print(gettext("`rebuild` makes them again from the books."), file=sys.stderr)
        return 1
    print(gettext("Results, statistics, ratings, highlights and the search agree with the books."))
    return 0


def rebuild_projections(database: Database) -> int:
    """Make results, statistics, ratings and the search anew from the books."""
    with Progress().shown():
        games = rebuild(database)
    print(
        ngettext(
            "Rebuilt from the books: %(num)s game with results, statistics and search.",
            "Rebuilt from the books: %(num)s games with results, statistics and search.",
            games,
        )
    )
    return 0
