"""Taking turns: the writers of one process, one at a time, and none of them waits for ever."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

from scorer.storage.unavailable import Unavailable

# So many may wait as long as they like. Whoever comes after them waits only as long as a crowd
# of phones takes: each holds a thread of the server, and readers need some too.
MOST_WAITING = 4
SECONDS_IN_A_CROWD = 2.0
# Whoever finds these waiting is told at once: the server has 32 threads.
LARGEST_CROWD = 20


class Turn:
    """Whose turn it is to write; SQLite itself waits by napping, and passes people over."""

    def __init__(self) -> None:
        self._mine = threading.Lock()
        self._counting = threading.Lock()
        self._waiting = 0

    @contextmanager
    def taken(self, seconds: float) -> Iterator[float]:
        """Have the turn, after so many seconds at most; how many of them are left.

        Raises Unavailable.
        """
        until = time.monotonic() + seconds
        with self._counting:
            if self._waiting >= LARGEST_CROWD:
                raise Unavailable("busy")
            self._waiting += 1
            if self._waiting > MOST_WAITING:
                seconds = min(seconds, SECONDS_IN_A_CROWD)
        try:
            mine = self._mine.acquire(timeout=seconds)
        finally:
            with self._counting:
                self._waiting -= 1
        if not mine:
            raise Unavailable("busy")
        try:
            yield max(0.0, until - time.monotonic())
        finally:
            self._mine.release()
