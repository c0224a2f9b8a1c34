"""Connections to a file are lent and given back."""

import sqlite3
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import Engine, text
from sqlalchemy.engine import make_url

from scorer.storage.connections import ReadyConnections
from scorer.storage.sqlite import sqlite_engine

KEPT = 3


@pytest.fixture
def engine(tmp_path: Path) -> Iterator[Engine]:
    engine = sqlite_engine(make_url(f"sqlite:///{tmp_path}/scorer.sqlite"), connections=KEPT)
    yield engine
    engine.dispose()


def driver(connection: object) -> object:
    return connection.connection.dbapi_connection


def is_open(connection: sqlite3.Connection) -> bool:
    try:
        connection.execute("SELECT 1")
    except sqlite3.ProgrammingError:
        return False
    return True


def test_the_one_used_last_is_lent_again(engine: Engine) -> None:
    with engine.connect() as first, engine.connect() as second:
        used = driver(first), driver(second)
    assert used[0] is not used[1]
    with engine.connect() as third:
        assert driver(third) is used[0]  # which was given back last
    assert engine.pool.checkedin() == 2


def test_as_many_as_are_asked_for_are_lent_and_some_are_kept(engine: Engine) -> None:
    lent = [engine.connect() for _ in range(3 * KEPT)]
    used = [driver(connection) for connection in lent]
    assert len({id(one) for one in used}) == 3 * KEPT
    for connection in lent:
        connection.close()
    assert [is_open(one) for one in used] == [True] * KEPT + [False] * 2 * KEPT
    assert isinstance(engine.pool, ReadyConnections)
    engine.dispose()
    assert not any(is_open(one) for one in used)


def test_after_being_given_up_it_lends_anew(engine: Engine) -> None:
    with engine.connect() as before:
        used = driver(before)
    engine.dispose(close=False)  # as a forked worker does with those of its parent
    with engine.connect() as after:
        assert driver(after) is not used
        assert after.execute(text("PRAGMA foreign_keys")).scalar() == 1
    assert is_open(used)
    used.close()


def test_no_two_threads_are_lent_the_same(engine: Engine) -> None:
    lent: set[int] = set()
    faults: list[str] = []
    lock, start = threading.Lock(), threading.Barrier(8)

    def borrow() -> None:
        start.wait()
        for _ in range(200):
            with engine.connect() as connection:
                mine = id(driver(connection))
                with lock:
                    if mine in lent:
                        faults.append("lent twice")
                    lent.add(mine)
                connection.execute(text("SELECT 1"))
                with lock:
                    lent.remove(mine)

    threads = [threading.Thread(target=borrow) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not faults
    assert not lent
