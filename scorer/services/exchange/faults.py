"""What is wrong with a file that somebody wants to import, and where."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from scorer.rules.errors import Refused

MOST_SHOWN = 20


@dataclass(frozen=True)
class Fault:
    """One thing that is wrong: `where` names the file in a zip, the line or the game."""

    where: str
    says: str


class BadFile(Exception):
    """A file that is not imported; nothing was changed."""

    def __init__(self, *faults: Fault) -> None:
        self.faults = faults[:MOST_SHOWN]
        super().__init__("; ".join(f"{fault.where}: {fault.says}" for fault in self.faults))


class Faults:
    """Collects faults, up to as many as are shown."""

    def __init__(self) -> None:
        self.noted: list[Fault] = []

    def add(self, *faults: Fault) -> None:
        """Note faults; raises BadFile once there are enough of them."""
        self.noted.extend(faults)
        if len(self.noted) >= MOST_SHOWN:
            self.stop()

    def stop(self) -> None:
        """Raise BadFile if anything was found."""
        if self.noted:
            raise BadFile(*self.noted)

    @contextmanager
    def collected(self) -> Iterator[None]:
        """Note what is wrong with one item, so that the next ones are read as well."""
        try:
            yield
        except BadFile as bad:
            self.add(*bad.faults)


def bad_file(where: str, says: str) -> BadFile:
    """A file with one thing wrong."""
    return BadFile(Fault(where, says))


@contextmanager
def located(where: str, names: Sequence[str] = ()) -> Iterator[None]:
    """Turn what the rules refuse into a fault with its place: file, deal and player."""
    try:
        yield
    except Refused as refused:
        parts = [where]
        if refused.deal is not None:
            parts.append(f"deal {refused.deal}")
        if refused.seat is not None and refused.seat < len(names):
            parts.append(names[refused.seat])
        raise bad_file(", ".join(parts), f"{refused.message}.") from None
