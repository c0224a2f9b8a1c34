"""How far a command has come, on standard error."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TextIO

from scorer.storage.progress import watching

# A line that changes may do so often. In a log each of them stays, so there are few.
SECONDS_ON_A_TERMINAL = 0.1
SECONDS_IN_A_LOG = 10.0
ERASE = "\r\x1b[K"


class Progress:
    """One line that changes on a terminal, a line now and then elsewhere."""

    def __init__(
        self, stream: TextIO | None = None, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.stream = stream or sys.stderr
        self.clock = clock
        self.on_terminal = self.stream.isatty()
        self.is_shown = False
        self.last = clock()

    @contextmanager
    def shown(self, stop: Callable[[], None] = lambda: None) -> Iterator[None]:
        """Show how far what is done meanwhile has come: "Results: 1,200 of 4,000 games".

        `stop` is called after each of them.
        """

        def show(name: str, done: int, of: int, items: str) -> None:
            self.show(f"{name}: {done:,} of {of:,} {items}")
            stop()

        try:
            with watching(show):
                yield
        finally:
            self.erase()

    def show(self, text: str) -> None:
        """Show this, unless something was shown a moment ago."""
        now = self.clock()
        if now - self.last < (SECONDS_ON_A_TERMINAL if self.on_terminal else SECONDS_IN_A_LOG):
            return
        self.last = now
        if self.on_terminal:
            self.is_shown = True
            print(f"{ERASE}{text}", end="", file=self.stream, flush=True)
        else:
            print(text, file=self.stream, flush=True)

    def erase(self) -> None:
        """Leave the line to whatever is printed next."""
        if self.is_shown:
            print(ERASE, end="", file=self.stream, flush=True)
            self.is_shown = False
