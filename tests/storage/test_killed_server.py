"""kill -9 in the middle of writes: every answered entry is there, and the book still reads."""

import random
import subprocess
import sys
import time

from scorer.services.projections import check
from scorer.storage.database import Database
from tests.tables import Table


def test_every_answered_entry_survives_kill_9(
    database: Database, table: Table, soaking: bool
) -> None:
    table.deal()
    url, dice = database.url.render_as_string(hide_password=False), random.Random(9)
    answered: dict[str, int] = {}
    for _ in range(50 if soaking else 3):
        words = [url, table.club, table.id]
        with subprocess.Popen(
            [sys.executable, "-m", "tests.storage.writer", *words],
            stdout=subprocess.PIPE,
            text=True,
        ) as writer:
            assert writer.stdout
            assert writer.stdout.readline() == "ready\n"
            told = "".join(writer.stdout.readline() for _ in range(dice.randint(1, 8)))
            # Some moment later: the kill comes wherever the writer happens to be.
            time.sleep(dice.random() * 0.02)
            writer.kill()
            told += writer.stdout.read()
        lines = told.splitlines()
        if not told.endswith("\n"):  # half a line is no answer
            lines = lines[:-1]
        assert lines
        for line in lines:
            number, name = line.split()
            answered[name] = int(number)
        read = table.read()
        kept = {entry.name: entry.number for entry in read.entries}
        assert answered.items() <= kept.items()
        assert sorted(kept.values()) == list(range(1, read.version + 1))
        assert len(read.sheet.deals) == 1
        assert check(database) == []
