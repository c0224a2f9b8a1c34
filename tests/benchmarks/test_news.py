"""Everybody's phone asks for news: what that costs, and how soon a deal is on all phones."""

import json
import os
import random
import statistics
import subprocess
import sys
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
from flask import session
from flask_wtf.csrf import generate_csrf
from sqlalchemy import insert

from scorer import create_app
from scorer.services import clock
from scorer.services.club import clubs, invitations
from scorer.services.club.join import join_club
from scorer.services.games.read import read_game
from scorer.services.games.seats_held import SEEN_INTERVAL
from scorer.storage.schema import seats_held
from tests.benchmarks.measuring import SECRET, median, new_game, share_of
from tests.serving import ROOT, Server
from tests.tooling.test_behind_a_proxy import told_in_readme

PHONES = 5
# Seconds from deal to deal.
DEAL_EVERY = 30
TICKS = os.sysconf("SC_CLK_TCK")
# How many tables two cores are to hold: with one process on SQLite, with two workers on PostgreSQL.
TABLES = {"sqlite": 40, "postgresql": 200}


@dataclass(frozen=True)
class Used:
    """What some processes have used, and the whole machine: seconds of the cores, and bytes."""

    cpu: float
    memory: int
    machine: float


def used_by(parents):
    """What these processes and their children have used so far."""
    cpu, memory = 0.0, 0
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            words = (folder / "stat").read_text().rpartition(")")[2].split()
            if parents.isdisjoint((int(folder.name), int(words[1]))):
                continue
            cpu += sum(map(int, words[11:13])) / TICKS
            pss = (folder / "smaps_rollup").read_text().split("Pss:")[1].split()[0]
            memory += int(pss) * 1024
        except (OSError, IndexError):
            continue
    user, nice, system, _, _, irq, softirq, *_ = map(
        int, Path("/proc/stat").read_text().split("\n", 1)[0].split()[1:]
    )
    return Used(cpu, memory, (user + nice + system + irq + softirq) / TICKS)


class Hall:
    """Tables of five phones, each table a club of its own: a host, and guests by the table's code.

    Each phone holds a seat.
    """

    def __init__(self, database, folder):
        url = database.url.render_as_string(hide_password=False)
        app = create_app(instance=folder, database_url=url, secret_key=SECRET)
        app.extensions["scorer"]["database"].close()
        self.database = database
        self.signer = app.session_interface.get_signing_serializer(app)
        with app.test_request_context():
            self.signed = generate_csrf()
            self.raw = session["csrf_token"]

    def seat(self, how_many):
        """So many more tables."""
        return [self._seat() for _ in range(how_many)]

    def _seat(self):
        club = clubs.make_club(self.database, "Table")
        game = new_game(self.database, club, PHONES, circuits=3)
        night = read_game(self.database, club, game).night
        invited = invitations.make_invitation(self.database, SECRET, club, "score")
        join_club(self.database, invited, "")  # the first one manages the club
        joined = [join_club(self.database, invited, "")]
        code = invitations.show_table(self.database, SECRET, club, night, joined[0][0].id)
        joined += [join_club(self.database, code, "") for _ in range(PHONES - 1)]
        phones, now = [], clock.now()
        with self.database.writing() as connection:
            for number, (device, token) in enumerate(joined):
                row = {"club": club, "game": game, "seat": number, "device": device.id}
                # Not all came at the same moment.
                seen_at = now - SEEN_INTERVAL * random.random()
                row |= {"seen_at": seen_at}
                connection.execute(insert(seats_held), row)
                cookie = {"token": token, "kept": 2**31, "csrf_token": self.raw}
                phones.append((self.signer.dumps({**cookie, "_permanent": True}), self.signed))
        return {"game": game, "phones": phones}


@contextmanager
def serving(database, folder):
    """The server as HOSTING.md says to start it with this database."""
    settings = {
        "DATABASE_URL": database.url.render_as_string(hide_password=False),
        "SCORER_SECRET_KEY": SECRET,
    }
    start = None if database.is_sqlite else told_in_readme()
    with Server(folder / "serving", start=start, **settings) as server:
        yield server


def crowd(server, tables, seconds, every, parents):
    """Let the crowd play; what came of it, and what the servers had used before and after."""
    what = {"port": server.port, "seconds": seconds, "deal_every": every, "tables": tables}
    with subprocess.Popen(
        [sys.executable, "-m", "tests.benchmarks.crowd"],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as playing:
        assert playing.stdin
        assert playing.stdout
        json.dump(what, playing.stdin)
        playing.stdin.close()
        assert playing.stdout.readline() == "arrived\n"
        before = used_by(parents)
        came = json.loads(playing.stdout.read())
    return came, before, used_by(parents)


@pytest.mark.benchmark
@pytest.mark.timeout(0)
def test_tables_of_five_see_each_others_hands_in_time(
    request, database, tmp_path, soaking, measured
):
    on = "SQLite and waitress" if database.is_sqlite else "PostgreSQL and gunicorn, 2 workers"
    size = TABLES["sqlite" if database.is_sqlite else "postgresql"] if soaking else 3
    tables = Hall(database, tmp_path / "hall").seat(size)
    with serving(database, tmp_path) as server:
        assert server.process
        parents = {server.process.pid}
        if not database.is_sqlite:
            cluster = request.getfixturevalue("postgres_cluster")
            assert cluster.server
            parents.add(cluster.server.pid)
        playing = (60, DEAL_EVERY) if soaking else (12, 6)
        came, before, after = crowd(server, tables, *playing, parents)
    tell(measured, came, before, after, f"{size} tables of {PHONES} phones, {on}", size)
    assert came["failed"] == []
    assert came["unseen"] == 0
    assert came["deals"]


def tell(measured, came, before, after, where, size):
    """Note what came of it."""
    delays, seconds = sorted(came["delays"]), came["seconds"]
    asked = sum(came["polls"].values()) + len(came["writes"])
    measured(
        f"From a write being answered until another phone shows it, {where}",
        f"{statistics.median(delays):.2f} s",
        f"median of {len(delays):,}; p99 {share_of(delays, 0.99):.2f} s, longest "
        f"{delays[-1]:.2f} s, {sum(delay <= 2 for delay in delays) / len(delays):.1%} within two "
        f"seconds; {came['deals']:,} deals; {len(came['failed'])} of {asked:,} requests failed, "
        f"{came['unseen']} entries not shown",
    )
    cores, load = (after.cpu - before.cpu) / seconds, came["cpu"] / seconds
    others = (after.machine - before.machine) / seconds - cores - load
    phones = size * PHONES
    polls = ", ".join(f"{count:,} × {status}" for status, count in sorted(came["polls"].items()))
    measured(
        f"Part of a core that the server and its database take, {where}",
        f"{cores:.2f}",
        f"{cores / phones * 1000:.2f} ms of it a second for each phone; memory "
        f"{after.memory / 2**20:.0f} MB, {(after.memory - before.memory) / phones / 2**10:.0f} KB "
        f"more for each phone; the load itself took {load:.2f} of a core and other programs "
        f"{max(0, others):.2f} of {os.cpu_count()}, load average {os.getloadavg()[0]:.1f}; "
        f"news {polls}, median {median(came['took']):.1f} ms, p99 "
        f"{share_of(came['took'], 0.99) * 1000:.0f} ms; {len(came['writes']):,} entries, median "
        f"{median(came['writes']):.1f} ms, p99 {share_of(came['writes'], 0.99) * 1000:.0f} ms",
    )
