"""What kinds of games are called where several stand beside each other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from scorer.rules.kinds import Kind, compared
from scorer.rules.words import WORDS


def titles_of(kinds: Iterable[Kind]) -> dict[str, str]:
    """The title of each kind by its key; those of the same title say how they are won."""
    every = {kind.key: kind for kind in kinds}
    same = Counter(compared(kind.title) for kind in every.values())
    return {
        key: f"{kind.title} ({WORDS['units'][kind.unit]['won_by']})"
        if same[compared(kind.title)] > 1
        else kind.title
        for key, kind in every.items()
    }
