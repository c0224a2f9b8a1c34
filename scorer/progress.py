"""How far long work is, on a terminal."""

import sys
from collections.abc import Iterable, Iterator
from time import monotonic
from typing import TypeVar

T = TypeVar("T")
# Short work shows nothing.
SECONDS_BEFORE = 1.0
SECONDS_BETWEEN = 0.2


def progress(items: Iterable[T], what: str, total: int = 0) -> Iterator[T]:
    """The same items; a line on standard error counts them, where that is a terminal."""
    of, due, shown = f" of {total:,}" if total else "", monotonic() + SECONDS_BEFORE, False
    try:
        for done, item in enumerate(items):
            if monotonic() >= due and sys.stderr.isatty():
                print(f"\r{what}: {done:,}{of}", end="", file=sys.stderr, flush=True)
                due, shown = monotonic() + SECONDS_BETWEEN, True
            yield item
    finally:
        if shown:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)
