"""Everybody's phone asks for news: how soon a deal is on all phones of many tables."""

import json
import random
import statistics
import subprocess
import sys
import threading

import pytest
from flask import session
from flask_wtf.csrf import generate_csrf
from sqlalchemy import insert

from scorer import create_app
from scorer.services import clock
from scorer.services.club import invitations
from scorer.services.club.devices import TABLE_SEEN_INTERVAL
from scorer.services.club.invitations import join_club
from scorer.services.games.read import read_game
from scorer.storage.schema import seats_held
from tests.benchmarks.bare_app import bare_poll
from tests.benchmarks.measuring import SECRET, Asker, Polling, median, side_by_side
from tests.joined import as_header, cookies_of
from tests.machines import Machines
from tests.serving import ROOT
from tests.tables import NAMES, begin, make_club

PHONES = 5
# Seconds from deal to deal.
DEAL_EVERY = 30
# How many tables are held by how many machines, of which the first of two is killed meanwhile.
CROWDS = {"sqlite": ((100, 1),), "postgresql": ((100, 1), (200, 1), (400, 1), (200, 2))}
# In seconds: what 95 of 100 news of so many tables take at most.
AIMS = {100: 2, 200: 3, 400: 5}


class Hall:
    """Tables of five phones, each table a club of its own: a host, and guests by the table's code.

    Each phone holds a seat.
    """

    def __init__(self, database, folder):
        url = database.url.render_as_string(hide_password=False)
        app = create_app(instance=folder, database_url=url, secret_key=SECRET)
        app.extensions["scorer"]["database"].close()
        self.database = database
        signer = app.session_interface.get_signing_serializer(app)
        with app.test_request_context():
            self.signed = generate_csrf()
            self.session = signer.dumps({**session, "_permanent": True})

    def seat(self, how_many):
        """So many more tables."""
        return [self._seat() for _ in range(how_many)]

    def _seat(self):
        club = make_club(self.database, "Table")
        rules = {"circuits": 3}
        game = begin(self.database, club, *NAMES[:PHONES], house_rules=rules).id
        night = read_game(self.database, club, game).night
        invited = invitations.make_invitation(self.database, SECRET, club, "score")
        join_club(self.database, invited, "")  # the first one manages the club
        joined = [join_club(self.database, invited, "")]
        code = invitations.show_table(self.database, SECRET, joined[0][0], night)
        joined += [join_club(self.database, code, "") for _ in range(PHONES - 1)]
        phones, now = [], clock.now()
        with self.database.writing() as connection:
            for number, (device, token) in enumerate(joined):
                row = {"club": club, "game": game, "seat": number, "device": device.id}
                # Not all came at the same moment.
                seen_at = now - TABLE_SEEN_INTERVAL * random.random()
                row |= {"seen_at": seen_at}
                connection.execute(insert(seats_held), row)
                cookies = {**cookies_of(club, token), "scorer": self.session}
                phones.append((as_header(cookies), self.signed))
        return {"game": game, "phones": phones}


def machines(database, folder, how_many):
    """So many servers on this database."""
    settings = {
        "DATABASE_URL": database.url.render_as_string(hide_password=False),
        "SCORER_SECRET_KEY": SECRET,
    }
    return Machines.over(folder, how_many, **settings)


def crowd(port, tables, seconds, every):
    """Let the crowd play; what came of it."""
    what = {"port": port, "seconds": seconds, "deal_every": every, "tables": tables}
    playing = subprocess.run(
        [sys.executable, "-m", "tests.benchmarks.crowd"],
        cwd=ROOT,
        input=json.dumps(what),
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    return json.loads(playing.stdout)


@pytest.mark.benchmark
@pytest.mark.timeout(0)
def test_tables_of_five_see_each_others_hands_in_time(database, club, tmp_path, soaking, measured):
    on = "SQLite" if database.is_sqlite else "PostgreSQL"
    hall = Hall(database, tmp_path / "hall")
    bare = Polling(Asker(bare_poll(database, club)), begin(database, club).id)
    crowds = CROWDS["sqlite" if database.is_sqlite else "postgresql"] if soaking else ((3, 1),)
    seconds, every = (60, DEAL_EVERY) if soaking else (22, 6)
    for size, how_many in crowds:
        tables = hall.seat(size)
        one_poll = side_by_side({"bare": bare}, 200)["bare"]
        with machines(database, tmp_path, how_many) as servers:
            # Of a single machine its proxy is no part.
            port = servers.port if how_many > 1 else servers.servers[0].port
            killing = threading.Timer(seconds / 2, servers.servers[0].kill)
            if how_many > 1:
                killing.start()
            came = crowd(port, tables, seconds, every)
            killing.cancel()
        delays, aim = sorted(came["delays"]), AIMS.get(size, 2)
        polls = ", ".join(f"{count:,} × {status}" for status, count in came["polls"].items())
        soon = sum(delay <= aim for delay in delays) / len(delays)
        news, writes = (median(came[name]) / one_poll for name in ("took", "writes"))
        measured(
            f"From a write being answered until another phone shows it, {size} tables of {PHONES} "
            f"phones, {on}{', two machines, of which one is killed' if how_many > 1 else ''}",
            f"{soon:.1%} within {aim} seconds",
            f"median {statistics.median(delays):.2f} s of {len(delays):,}, "
            f"longest {delays[-1]:.2f} s; {len(came['failed'])} requests failed, "
            f"{came['unseen']} entries not shown; {came['deals']} deals; news {polls}, "
            f"{news:.1f}× the bare poll; {len(came['writes']):,} writes, {writes:.1f}×",
        )
        assert came["failed"] == []
        assert came["unseen"] == 0
        assert came["deals"]
