"""What bringing a file in does, told before it is done."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from datetime import date, datetime

# What becomes of a game. One that is behind has fewer entries in the file than here.
NEW, SAME, LONGER, BEHIND = "new", "same", "longer", "behind"
DIFFERENT, IN_BIN = "different", "in the bin"


@dataclass(frozen=True)
class Different:
    """A game here that says something else than in the file, with the day of its night.

    Of a game of which only the totals were noted nobody knows the hour.
    """

    id: str
    variant: str
    day: date
    started_at: datetime | None


@dataclass
class Plan:
    """What bringing a file in does.

    `games` counts them by what becomes of them, `different` names those that are left as they
    are. `second` names games here of the same day and people as one in the file with other
    totals, which is told differently too or may be a second game. `here` are people of the file
    who are known already, under the names they have here; `by_name` are people who are taken to
    be somebody here because of their name. `mark` stands for all of it: the same mark means that
    the same will be done.
    """

    games: Counter[str] = field(default_factory=Counter)
    different: list[Different] = field(default_factory=list)
    second: list[Different] = field(default_factory=list)
    known: int = 0
    here: list[str] = field(default_factory=list)
    by_name: list[str] = field(default_factory=list)
    new: list[str] = field(default_factory=list)
    nights: int = 0
    payments: int = 0
    club: str = ""
    mark: str = ""

    @property
    def changes(self) -> bool:
        """Whether anything at all would be different afterwards."""
        there = self.games[NEW] + self.games[LONGER] + self.payments + len(self.new)
        return bool(there + len(self.by_name)) or bool(self.club)

    @property
    def agrees(self) -> bool:
        """Whether every game of the file is here just as the file tells it."""
        return self.games.total() == self.games[SAME]
