"""Writes deal after deal and says so; killed in the middle by test_killed_server.py."""

import random
import sys

from scorer.services.games import score
from scorer.services.games.read import read_game
from scorer.storage.database import open_database
from scorer.storage.migrate import prepare
from tests.tables import new_id, random_facts


def main(url: str, club: str, game: str) -> None:
    """Correct the first deal again and again, telling each answer on standard output."""
    database = open_database(url)
    prepare(database)
    dice = random.Random()
    first = read_game(database, club, game).sheet.deals[0].id
    print("ready", flush=True)
    while True:
        name = new_id()
        content = {"deal": first, "facts": random_facts(4, dice)}
        saved = score.write(
            database,
            club,
            game,
            device=None,
            name=name,
            seen=1_000_000,
            kind="correct_deal",
            content=content,
        )
        print(saved.number, name, flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
