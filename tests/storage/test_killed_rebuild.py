"""kill -9 in the middle of a rebuild: what pages say is never half, and the next one goes on."""

import random
import subprocess
import sys
import time

from sqlalchemy import select, update

from scorer.services.nights.bin import delete_game
from scorer.services.projections import check, rebuild
from scorer.services.ratings.rate import rate_club
from scorer.services.statistics.person import read_person
from scorer.storage.database import Database
from scorer.storage.schema import results
from tests.services.finished_games import player, win


def test_a_killed_rebuild_leaves_nothing_half(database: Database, club: str, soaking: bool) -> None:
    tables = [win(database, club, out) for out in (0, 1, 0, 2, 0, 0)]
    delete_game(database, club, tables[0].id, device=None)
    ann = player(database, "Ann")
    true = read_person(database, club, ann)
    url, dice = database.url.render_as_string(hide_password=False), random.Random(9)
    for _ in range(30 if soaking else 3):
        with database.writing() as connection:
            connection.execute(update(results).values(total=99, won=False))
        spoilt = read_person(database, club, ann)
        with subprocess.Popen(
            [sys.executable, "-m", "tests.storage.rebuilder", url],
            stdout=subprocess.PIPE,
            text=True,
        ) as rebuilder:
            assert rebuilder.stdout
            assert rebuilder.stdout.readline() == "rebuilding\n"
            time.sleep(dice.random() * 0.2)
            rebuilder.kill()
        assert read_person(database, club, ann) in (spoilt, true)
        with database.reading() as connection:
            totals = connection.scalars(select(results.c.total)).all()
        # Either all rows were swapped or none.
        assert totals.count(99) in (0, len(totals))
    while rate_club(database, club):
        pass
    rebuild(database)
    assert check(database) == []
    assert read_person(database, club, ann) == true
