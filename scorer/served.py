"""Where the app is being served: a note in the instance folder, held while the server runs."""

import fcntl
import json
import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

NOTES = "serving-*.json"


class Served(NamedTuple):
    """The address that a server listens on, as its own words or its socket say."""

    host: str
    port: int


@contextmanager
def noted(instance: Path, served: Served) -> Iterator[None]:
    """Let other commands know where the app is served, as long as it is.

    The lock on the note goes with the process, however that ends; a note without a lock is
    old. A server that cannot write its note, for want of room, serves all the same.
    """
    file = instance / NOTES.replace("*", str(served.port))
    with ExitStack() as stack:
        with suppress(OSError):
            # Unbuffered, so that closing it has nothing left to write.
            note = stack.enter_context(file.open("ab", buffering=0))
            fcntl.flock(note, fcntl.LOCK_EX | fcntl.LOCK_NB)
            stack.callback(_remove, file)
            note.truncate(0)
            note.write(json.dumps(served._asdict()).encode())
        yield


def _remove(file: Path) -> None:
    with suppress(OSError):
        file.unlink()


def lock_instance(instance: Path, *, alone: bool = False) -> int:
    """Lock the instance folder, with the other servers or alone; the descriptor that has the lock.

    Raises BlockingIOError. It is the folder itself that is locked: that works on a full disk, too.
    """
    descriptor = os.open(instance, os.O_RDONLY)
    try:
        fcntl.flock(descriptor, (fcntl.LOCK_EX if alone else fcntl.LOCK_SH) | fcntl.LOCK_NB)
    except OSError:
        os.close(descriptor)
        raise
    return descriptor


def find_served(instance: Path) -> Served | None:
    """Where the app is served from this instance folder at the moment; None where it is not."""
    for file in sorted(instance.glob(NOTES)):
        with suppress(OSError, ValueError, TypeError), file.open("rb") as note:
            try:
                fcntl.flock(note, fcntl.LOCK_SH | fcntl.LOCK_NB)
            except BlockingIOError:
                return Served(**json.load(note))
    return None
