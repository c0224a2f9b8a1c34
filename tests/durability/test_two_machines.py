"""One of two machines over one database is killed, and the phones go on with the other."""

import random
import threading
import time
from contextlib import closing
from http.client import HTTPException

import pytest

from scorer.storage.database import open_database
from scorer.storage.migrate import prepare
from tests.durability.house import House
from tests.durability.test_killed_server import PHONES, Writer
from tests.machines import Machines
from tests.serving import PATIENCE
from tests.tables import begin

SECRET = "the key that both machines have"


class SteadyWriter(Writer):
    """A phone that sends what was not answered again, until there is enough."""

    def __init__(self, *words):
        super().__init__(*words)
        self.enough, self.cut_off = threading.Event(), 0

    def send(self, entry):
        until = time.monotonic() + PATIENCE
        while True:
            try:
                return super().send(entry)
            except (OSError, HTTPException):
                if self.refused or time.monotonic() > until:
                    raise
                self.cut_off += 1

    def run(self):
        with closing(self.phone):
            while not self.enough.is_set():
                self.send(self.next_entry())


def have_written(writers, more):
    """Wait until each of the phones has written so many more entries."""
    wanted = [len(writer.answered) + more for writer in writers]
    until = time.monotonic() + PATIENCE
    while any(len(it.answered) < number for it, number in zip(writers, wanted, strict=True)):
        assert time.monotonic() < until
        time.sleep(0.01)


@pytest.mark.timeout(0)
def test_phones_go_on_while_one_of_two_machines_is_killed(
    postgres_database, tmp_path, soaking, measured
):
    settings = {"DATABASE_URL": postgres_database, "SCORER_SECRET_KEY": SECRET}
    dice, all_writers = random.Random(7), []
    with closing(open_database(postgres_database)) as kept:
        prepare(kept)
        with Machines.over(tmp_path, 2, **settings) as machines:
            house = House(machines, kept)
            for turn in range(20 if soaking else 1):
                games = [begin(kept, house.club).id for _ in range(PHONES)]
                writers = [SteadyWriter(house, game, at) for at, game in enumerate(games)]
                for writer in writers:
                    writer.start()
                have_written(writers, 1)
                time.sleep(dice.uniform(0, 0.3))
                if turn:
                    machines.servers[turn % 2 - 1].start()
                killed = machines.servers[turn % 2]
                killed.kill()
                have_written(writers, 3)
                for writer in writers:
                    writer.enough.set()
                    writer.join(timeout=PATIENCE)
                    assert not writer.is_alive()
                    assert not writer.refused
                    book = house.check_numbers(writer.game)
                    there = {id: (one.number, one.kind, one.content) for id, one in book.items()}
                    assert there == {
                        id: (number, entry["kind"], entry["content"])
                        for id, (number, entry) in writer.answered.items()
                    }
                all_writers += writers
            house.phone.close()
            house.check_results()
    answered = sum(len(it.answered) for it in all_writers)
    cut_off = sum(it.cut_off for it in all_writers)
    measured(
        f"Entries answered and then lost in {turn + 1} kills of one of two machines, PostgreSQL",
        "0",
        f"{answered} answered; {cut_off} were cut off and sent again, and none is there twice",
    )
    assert cut_off
