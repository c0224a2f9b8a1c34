"""Which entries count, and which would be taken back or restored next."""

from __future__ import annotations

from collections.abc import Sequence

from scorer.rules.entries import Entry, Withdraw


def withdrawn(entries: Sequence[Entry]) -> frozenset[str]:
    """The names of all entries that do not count, withdrawals of withdrawals included."""
    gone: set[str] = set()
    for entry in reversed(entries):
        if isinstance(entry.said, Withdraw) and entry.name not in gone:
            gone.add(entry.said.entry)
    return frozenset(gone)


def to_undo(entries: Sequence[Entry]) -> Entry | None:
    """The newest entry that counts and can be taken back."""
    gone = withdrawn(entries)
    for entry in reversed(entries):
        if not isinstance(entry.said, Withdraw) and entry.name not in gone:
            return entry
    return None


def to_redo(entries: Sequence[Entry]) -> Entry | None:
    """The newest withdrawal that counts, if nothing else has been written since."""
    gone = withdrawn(entries)
    # A withdrawal of a withdrawal is itself a redo, and taking it back is what Undo does.
    withdrawals = {entry.name for entry in entries if isinstance(entry.said, Withdraw)}
    for entry in reversed(entries):
        if not isinstance(entry.said, Withdraw):
            return None
        if entry.name not in gone and entry.said.entry not in withdrawals:
            return entry
    return None
