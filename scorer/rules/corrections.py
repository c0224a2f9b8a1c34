"""Corrections of one deal by writers who had not seen each other's.

Each holds the whole deal but changes only part of it. Two that change different seats both count.
Where two change the same seat in different ways, somebody has to decide.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from scorer.rules.asks import Ask
from scorer.rules.beside import Place, put_in
from scorer.rules.rivals import Telling
from scorer.rules.table import Table

Record = Mapping[str, Any]
# What a deal was recorded as, by the number of the entry that says so.
Version = tuple[int, Record]


def changed_seats(asks: Sequence[Ask[Any]], base: Record, told: Record) -> dict[Place, Any] | None:
    """What is told of seats and sides otherwise than before; None where more is otherwise."""
    keys = {ask.key for ask in asks if ask.of != "deal" and not ask.many and not ask.group}
    changed: dict[Place, Any] = {}
    for key in base.keys() | told.keys():
        before, now = base.get(key), told.get(key)
        if before == now:
            continue
        if key not in keys or before is None or now is None:
            return None
        pairs = enumerate(zip(before, now, strict=True))
        changed |= {(key, at): new for at, (old, new) in pairs if old != new}
    return changed


class Corrections:
    """The versions of a deal, into which corrections are put that had not seen the newest one.

    `read` gives what was recorded as a record keeps it, None where that is impossible by now, and
    `is_possible` tells whether what comes of several can have happened.
    """

    def __init__(
        self,
        asks: Sequence[Ask[Any]],
        table: Table,
        read: Callable[[Record], Record | None],
        is_possible: Callable[[Record], bool],
    ) -> None:
        self.asks, self.table, self.read, self.is_possible = asks, table, read, is_possible
        self.versions: list[Version] = []
        self._changed_by_rivals: set[Place] = set()

    def add(self, number: int, facts: Record, seen: int) -> None:
        """Put in a version that counts, whatever it had seen: it keeps what it does not change."""
        changes = self._changes(facts, seen)
        if self.versions and changes and self.versions[-1][0] > seen:
            now = self.read(self.versions[-1][1])
            merged = None if now is None else put_in(self.asks, now, changes, self.table)
            if merged is not None and self.is_possible(merged):
                facts = merged
        self.versions.append((number, facts))

    def merge(self, rivals: Iterable[Telling]) -> list[Telling]:
        """Put in those that change nothing that another one changes; the others are given back."""
        left = []
        for telling in rivals:
            is_merged = telling.corrects and self._merge(telling)
            if not is_merged and not telling.settled:
                left.append(telling)
                self._changed_by_rivals |= set(self._changes(telling.facts, telling.seen) or ())
        return left

    def _merge(self, telling: Telling) -> bool:
        base, changes = self._base(telling.seen), self._changes(telling.facts, telling.seen)
        now = self.read(self.versions[-1][1])
        if base is None or now is None or not changes:
            return False
        meanwhile = changed_seats(self.asks, base, now)
        if meanwhile is None or self._changed_by_rivals & changes.keys():
            return False
        if any(meanwhile.get(at, value) != value for at, value in changes.items()):
            return False
        merged = put_in(self.asks, now, changes, self.table)
        # What is the same already is told twice.
        if merged == now or not self.is_possible(merged):
            return False
        self.versions.append((telling.number, merged))
        return True

    def _base(self, seen: int) -> Record | None:
        """What a writer who had seen so many entries has corrected."""
        known = [facts for number, facts in self.versions if number <= seen]
        return self.read(known[-1]) if known else None

    def _changes(self, facts: Record, seen: int) -> dict[Place, Any] | None:
        base, told = self._base(seen), self.read(facts)
        if base is None or told is None:
            return None
        return changed_seats(self.asks, base, told)
