"""Where the app is being served: a note in the instance folder, held while the server runs."""

import fcntl
import json
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
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
    descriptor = _write_and_lock(file, served)
    try:
        yield
    finally:
        if descriptor is not None:
            with suppress(OSError):
                file.unlink()
            os.close(descriptor)


def _write_and_lock(file: Path, served: Served) -> int | None:
    """Write a note and lock it; the descriptor that has the lock, None where that cannot be."""
    try:
        descriptor = os.open(file, os.O_CREAT | os.O_RDWR, 0o600)
    except OSError:
        return None
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        os.ftruncate(descriptor, 0)
        os.write(descriptor, json.dumps(served._asdict()).encode())
    except OSError:
        os.close(descriptor)
        return None
    return descriptor


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
