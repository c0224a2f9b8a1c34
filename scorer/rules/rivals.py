"""What was told twice: entries about one deal whose writers had not seen each other's.

Two deals that follow the same one are told of one place; so are two corrections of one deal. Of
those that say otherwise the first in the book counts, and the question is open until somebody who
has seen both decides: by saying which one counts, by a correction, or by taking one back. What one
phone has told itself is never told twice: the later takes the place of the earlier.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from scorer.rules.entries import Answer, CorrectDeal, Deal, Decide, Entry

# The names of all entries that some entries, the first of a book, take back.
Withdrawn = Callable[[Sequence[Entry]], Set[str]]


class Telling(NamedTuple):
    """What else was told of a deal, by the name of the entry that would have to be chosen.

    One that `corrects` the deal had `seen` so many entries, and is `settled` once somebody has
    decided for another one: what it says of other seats still counts.
    """

    name: str
    number: int
    facts: Mapping[str, Any]
    stored: bool
    seen: int = 0
    corrects: bool = False
    settled: bool = False


def first_told(entries: Sequence[Entry], withdrawn: Withdrawn) -> dict[str | None, str | None]:
    """For each deal and answer the deal that was told first of the same place, or itself."""
    first: dict[str | None, str | None] = {None: None}
    places = _Places(first)
    for at, entry in enumerate(entries):
        if isinstance(entry.body, Deal | Answer):
            first[entry.name] = entry.name
            places.after[entry.name] = first[entry.body.after]
            if isinstance(entry.body, Deal):
                first[entry.name] = places.told_unseen(entries[: at + 1], withdrawn) or entry.name
            places.told.setdefault(first[entry.name], []).append(entry)
    return first


@dataclass
class _Places:
    """The places told of so far: what each follows, and the entries that tell of it."""

    first: dict[str | None, str | None]
    after: dict[str | None, str | None] = field(default_factory=dict)
    told: dict[str | None, list[Entry]] = field(default_factory=dict)

    def told_unseen(self, entries: Sequence[Entry], withdrawn: Withdrawn) -> str | None:
        """The place that others have filled unseen, where the last entry would stand.

        Whoever puts in a forgotten deal has seen the one that stands there; and the deal that is
        named as the one before was seen, though it may have been on its way to the book then.
        """
        *before, entry = entries
        own = self.after[entry.name]
        unseen = [
            other
            for other in (*before[: entry.unseen], *before[entry.seen :])
            if isinstance(other.body, Deal) and self.first[other.name] != own
        ]
        if not unseen:
            return None
        gone = withdrawn(before)

        def counts(place: str | None) -> bool:
            return any(other.name not in gone for other in self.told.get(place, ()))

        def follows(place: str | None) -> str | None:
            before_it = self.after[place]
            while before_it is not None and not counts(before_it):
                before_it = self.after[before_it]
            return before_it

        for place in (self.first[other.name] for other in unseen if other.name not in gone):
            known = [one for one in self.told[place] if one.name not in gone]
            is_unseen = not any(entry.saw(one.number) for one in known)
            if is_unseen and follows(place) == follows(entry.name):
                return place
        return None


@dataclass
class _Question:
    """What is told of one deal: the entry that counts, and those that say otherwise, unseen."""

    entry: Entry | None = None
    rivals: list[Entry] = field(default_factory=list)
    settled: list[Entry] = field(default_factory=list)

    def settle(self, saw: Callable[[int], bool], chosen: Entry | None = None) -> None:
        """Decide for one entry, or for the one that counts, against all that was seen."""
        known = [entry for entry in (self.entry, *self.rivals) if entry is not None]
        gone = [one for one in self.rivals if one is not chosen and saw(one.number)]
        self.entry = chosen or self.entry
        self.rivals = [one for one in known if one is not self.entry and not saw(one.number)]
        self.settled = [*(one for one in self.settled if one is not chosen), *gone]


class Tellings:
    """The entries about deals that count, put in one after the other in the order of the book."""

    def __init__(self, entries: Sequence[Entry], withdrawn: Withdrawn) -> None:
        self.entries, self._withdrawn = entries, withdrawn
        # Of each deal, what it was recorded as, the newest last.
        self.versions: dict[str, list[Entry]] = {}
        self._corrections: dict[str, _Question] = {}
        # Of each deal, how much the newest of those had seen who have corrected it.
        self.settled: dict[str, int] = {}
        self.decisions: dict[str, Entry] = {}

    def add(self, entry: Entry) -> None:
        """Put in a deal, a correction or a decision."""
        match entry.body:
            case Deal():
                self.versions[entry.name] = [entry]
            case CorrectDeal(deal=deal):
                self._correct(deal, entry)
            case Decide(entry=name):
                self.decisions[name] = entry
                self._decide(name, entry)

    def _correct(self, deal: str, entry: Entry) -> None:
        told = self._corrections.setdefault(deal, _Question())
        unseen = [one for one in (told.entry, *told.rivals) if one and not entry.had_seen(one)]
        if not unseen or not self._counted_then(unseen, entry):
            told.entry, told.rivals, told.settled = entry, [], []
        else:
            self._tell(told, entry)
            if told.entry is not entry:
                return
        self.versions.setdefault(deal, []).append(entry)
        self.settled[deal] = max(entry.seen, self.settled.get(deal, 0))

    def _counted_then(self, unseen: Sequence[Entry], entry: Entry) -> bool:
        """Whether what was not seen of a deal stood in the book when an entry was written."""
        gone = self._withdrawn(self.entries[: entry.number - 1])
        return any(one.name not in gone for one in unseen)

    def _tell(self, told: _Question, entry: Entry) -> None:
        """Put in what tells otherwise; it takes the place of what its own phone had told.

        Not of what somebody else has corrected since, which that phone had not seen.
        """

        def is_known(one: Entry) -> bool:
            versions = self.versions.get(one.name, [one])
            return all(version.number in entry.known for version in versions)

        left = [one for one in told.rivals if not is_known(one)]
        if told.entry is not None and is_known(told.entry):
            told.entry, told.rivals = entry, left
        else:
            told.rivals = [*left, entry]

    def _decide(self, name: str, decision: Entry) -> None:
        for deal, told in self._corrections.items():
            chosen = next(
                (one for one in (told.entry, *told.rivals) if one and one.name == name), None
            )
            if deal != name and chosen is None:
                continue
            changes = chosen is not None and chosen is not told.entry
            told.settle(decision.saw, chosen)
            if changes and chosen is not None:
                self.versions.setdefault(deal, []).append(chosen)
            self.settled[deal] = max(decision.seen, self.settled.get(deal, 0))

    def of_place(self, told: Sequence[Entry]) -> tuple[Entry, list[Entry]]:
        """Of the deals told of one place, the one that counts and those that are open beside it.

        A correction of the one that counts decides for it.
        """
        question = _Question(told[0], list(told[1:]))
        by_name = {entry.name: entry for entry in told}
        decided = [self.decisions[name] for name in by_name if name in self.decisions]
        for decision in sorted(decided, key=lambda entry: entry.number):
            if isinstance(decision.body, Decide) and not decision.body.apart:
                question.settle(decision.saw, by_name[decision.body.entry])
        rivals, question.rivals = question.rivals, []
        for rival in rivals:
            self._tell(question, rival)
        counting = question.entry or told[0]
        settled = self.settled.get(counting.name, 0)
        question.settle(lambda number: number <= settled)
        return counting, question.rivals

    def rivals_of(self, deal: str, told: Sequence[Entry] = ()) -> tuple[Telling, ...]:
        """What else was told of a deal: other deals, and corrections beside the one in force."""
        corrections = self._corrections.get(deal, _Question())
        found = [(entry.name, self.versions[entry.name][-1]) for entry in told]
        return (
            *(Telling(name, entry.number, facts_of(entry), entry.stored) for name, entry in found),
            *(_correcting(entry, settled=True) for entry in corrections.settled),
            *(_correcting(entry, settled=False) for entry in corrections.rivals),
        )


def _correcting(entry: Entry, *, settled: bool) -> Telling:
    facts = facts_of(entry)
    return Telling(entry.name, entry.number, facts, entry.stored, entry.seen, True, settled)


def facts_of(entry: Entry) -> Mapping[str, Any]:
    """What the entry of a deal or of a correction says of it."""
    return entry.body.facts if isinstance(entry.body, Deal | CorrectDeal) else {}
