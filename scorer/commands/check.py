"""`check` and `rebuild`: whether all that is copied from the books agrees with them."""

import sys
from argparse import Namespace

from scorer.commands.database import command_database
from scorer.rules.words import counted
from scorer.services import projections


def check(arguments: Namespace) -> int:
    """Print where what is copied from the books differs from them; 1 where it does."""
    with command_database(must_exist=True) as (_, database):
        if not projections.is_counted(database):
            print("This version has not counted yet: start the app, or `rebuild`.", file=sys.stderr)
            return 1
        differences = projections.check(database)
    for difference in differences:
        print(difference)
    if differences:
        print("`rebuild` makes them again from the books.", file=sys.stderr)
        return 1
    print("Results, statistics and highlights agree with the books.")
    return 0


def rebuild(arguments: Namespace) -> int:
    """Make results, statistics and ratings anew from the books."""
    with command_database(must_exist=True) as (_, database):
        games = counted(projections.rebuild(database), "game")
    print(f"Rebuilt from the books: {games} with results, statistics and ratings.")
    return 0
