"""How far something long has come, for whoever watches; nobody does on a phone."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TypeAlias, TypeVar

# Is called with what is done, how many of them are done, of how many, and what they are.
Show: TypeAlias = Callable[[str, int, int, str], None]
Item = TypeVar("Item")
_show: ContextVar[Show | None] = ContextVar("show", default=None)


@contextmanager
def watching(show: Show) -> Iterator[None]:
    """Be shown how far everything comes that is done meanwhile."""
    token = _show.set(show)
    try:
        yield
    finally:
        _show.reset(token)


def counting(name: str, of: int, items: str) -> Callable[[int], None]:
    """A function to call with how many more are done; `name` and `items` are for people."""
    show, done = _show.get(), 0

    def add(more: int) -> None:
        nonlocal done
        done += more
        if show is not None:
            show(name, min(done, of), of, items)

    return add


def watched(name: str, sequence: Sequence[Item], items: str) -> Iterable[Item]:
    """The items of a sequence, one after the other, shown to whoever watches."""
    add = counting(name, len(sequence), items)
    for item in sequence:
        yield item
        add(1)
