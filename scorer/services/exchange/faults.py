"""What is wrong with a file to import, and where in it."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple

from scorer.rules.errors import Refused


class Fault(NamedTuple):
    """One thing that is wrong at a place of the file, or with all of it."""

    where: str
    says: str


class BadFile(Exception):
    """A file that is not imported, for these Faults; nothing was changed."""

    @property
    def faults(self) -> Sequence[Fault]:
        """Its faults, in their order."""
        return [Fault(where or "The file", says) for where, says in self.args]


def bad_file(says: str) -> BadFile:
    """A file with one thing wrong, at the place that is `located` around it."""
    return BadFile(Fault("", says))


@contextmanager
def located(
    where: str = "", names: Sequence[str] = (), *, noted: list[Fault] | None = None
) -> Iterator[None]:
    """Put the place before that of each fault, also of what the rules refuse in a deal.

    Where faults are `noted`, nothing is raised, so that what comes next is read as well.
    """
    try:
        yield
    except BadFile as bad:
        found = [Fault(_join(where, at), says) for at, says in bad.args]
    except Refused as refused:
        deal = "" if refused.deal is None else f"deal {refused.deal}"
        seat = len(names) if refused.seat is None else refused.seat
        place = _join(where, deal, *names[seat : seat + 1])
        found = [Fault(place, f"{refused.message}.")]
    else:
        return
    if noted is None:
        raise BadFile(*found)
    noted += found


def _join(*places: str) -> str:
    return ", ".join(filter(None, places))
