"""What is wrong with a file that somebody wants to bring in, and where."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scorer.rules.errors import Refused

MOST_SHOWN = 20


@dataclass(frozen=True)
class Fault:
    """One thing that is wrong: `where` names the file in a zip, the line or the game."""

    where: str
    says: str


class BadFile(Exception):
    """A file that is not brought in; nothing was changed."""

    def __init__(self, *faults: Fault) -> None:
        self.faults: tuple[Fault, ...] = faults
        super().__init__("; ".join(f"{one.where}: {one.says}" for one in faults))


class Faults:
    """Collects what is wrong, up to as many as anybody would read."""

    def __init__(self) -> None:
        self.found: list[Fault] = []

    def add(self, *faults: Fault) -> None:
        """Note something; raises BadFile once there is enough of it."""
        self.found.extend(faults)
        if len(self.found) >= MOST_SHOWN:
            self.stop()

    def stop(self) -> None:
        """Raise BadFile if anything was found."""
        if self.found:
            raise BadFile(*self.found[:MOST_SHOWN])


def bad(where: str, says: str) -> BadFile:
    """A file with one thing wrong."""
    return BadFile(Fault(where, says))


def told(where: str, fault: Refused, names: Sequence[str] = ()) -> Fault:
    """What the rules refuse, with the deal and the player it concerns."""
    parts = [where] if where else []
    if fault.deal is not None:
        parts.append(f"deal {fault.deal}")
    if fault.seat is not None and fault.seat < len(names):
        parts.append(names[fault.seat])
    return Fault(", ".join(parts), f"{fault.message}.")
