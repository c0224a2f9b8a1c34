"""How far something long has come, for whoever watches; nobody does on a phone."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TypeAlias, TypeVar

# Is called with how many are done, and of how many.
Show: TypeAlias = Callable[[int, int], None]
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


def counting(of: int) -> Callable[[int], None]:
    """A function to call with how many more are done."""
    show, done = _show.get(), 0

    def add(more: int) -> None:
        nonlocal done
        done += more
        if show is not None:
            show(min(done, of), of)

    return add


def watched(items: Sequence[Item]) -> Iterable[Item]:
    """These items, one after the other, shown to whoever watches."""
    add = counting(len(items))
    for item in items:
        yield item
        add(1)
