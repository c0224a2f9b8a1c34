"""Makes everything anew from the books, and is killed on the way: see test_counting_meanwhile."""

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import Connection

from scorer.commands.copies import rebuild_copies
from scorer.storage.database import Database, open_database


def main(url: str, transactions: str) -> None:
    """Rebuild; kill -9 in the place of the transaction that comes after so many."""
    left, writing = int(transactions), Database.writing

    @contextmanager
    def counted(self: Database) -> Iterator[Connection]:
        nonlocal left
        if not left:
            os.kill(os.getpid(), signal.SIGKILL)
        left -= 1
        with writing(self) as connection:
            yield connection

    Database.writing = counted  # type: ignore[method-assign]
    database = open_database(url)
    rebuild_copies(database)
    database.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
