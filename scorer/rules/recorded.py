"""A deal as the book has it, before it is scored."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scorer.rules.entries import Entry
from scorer.rules.rivals import Telling
from scorer.rules.score_deal import DealScored


@dataclass(frozen=True)
class Recorded:
    """A deal as the book has it: in an entry of its own, or answered one by one.

    `name` is what it goes by, `versions` what it was recorded as, as (entry number, facts), the
    newest last, and `given` what was answered of it. `written` is the number of the entry that made
    it a deal, whichever counts by now, and `stored` tells that it was one before. `answers` names
    the entries of its answers where it has none of its own, and `scored` is what follows from them,
    where that was looked at. `rivals` are what else was told of it, unseen. `whole` tells that an
    entry of its own stands at its place; `beside` are the answers that its writer had not seen, nor
    theirs it, compared with it `one_by_one` unless they make a deal, and `seen` is how much was
    seen by whoever said what counts, behind what was `unseen`. `earlier` tells that what was
    answered is the deal that follows.
    """

    name: str
    place: int
    versions: Sequence[tuple[int, Mapping[str, Any]]]
    written: int
    stored: bool
    given: Sequence[Entry] = ()
    answers: tuple[str, ...] = ()
    rivals: tuple[Telling, ...] = ()
    whole: bool = True
    scored: DealScored | None = None
    beside: Sequence[Entry] = ()
    one_by_one: bool = True
    seen: int = 0
    unseen: int = 0
    earlier: bool = False
