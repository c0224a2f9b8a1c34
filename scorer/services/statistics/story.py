"""How a finished game was won, in one sentence, whatever was played.

The stories stand under `stories` in the words; its numbers are counted in deals that were scored.
A game whose winner has not the best total says so in its own words, and has no story.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from scorer.rules.entries import Sitter
from scorer.rules.sheet import Sheet, Standing, standing_of
from scorer.rules.words import WORDS, say
from scorer.storage.sheet_results import COMEBACK

# A lead that went to and fro so often is a story of its own.
MANY_CHANGES = 4
# Further back than this, a comeback is dated by where it began.
LAST_FEW = 3
# In fewer deals nobody led all along.
FEWEST_LED = 3


@dataclass(frozen=True)
class Story:
    """The story of a game that was won, by its key in the words."""

    key: str
    numbers: Mapping[str, Any] = field(default_factory=dict)

    def say(self, side_names: Sequence[str]) -> str:
        """The story as a sentence; the names are ready for one, and go by side."""
        return say(WORDS["stories"][self.key], self.numbers, side_names)


@dataclass(frozen=True)
class Sat:
    """Who played these deals in a seat; they are counted as the sheet numbers them."""

    sitter: Sitter
    first: int
    last: int

    def say(self, name: str, *, begins: bool) -> str:
        """Which deals somebody played; whoever does not begin the sentence goes on with it."""
        words = WORDS["stories"]["sat" if begins else "sat_next"]
        deals = self.last - self.first + 1
        numbers = {"first": self.first, "last": self.last, "deals": deals}
        return say(words, {"name": name, **numbers})


def story_of(sheet: Sheet) -> Story | None:
    """How the game was won; None where nobody did, or only its totals are known."""
    if not sheet.over or not sheet.winners or not sheet.played or sheet.standing.against_total:
        return None
    stands = [
        standing_of(sheet.start, deal.carry, deal.loans) for deal in sheet.deals_that_count[:-1]
    ]
    stands.append(sheet.standing)
    numbers = [deal.number for deal in sheet.deals_that_count]
    if len(sheet.winners) > 1:
        return _of_many(sheet, stands)
    if len(stands) == 1:
        return Story("one_deal")
    [side] = sheet.winners
    if comeback := _comeback(sheet, side, stands, numbers):
        return comeback
    if len(stands) >= FEWEST_LED and all(stand.leaders == (side,) for stand in stands):
        return Story("led_all_along", {"side": side})
    # How often another side came to lead alone.
    led = [stand.leaders[0] for stand in stands if len(stand.leaders) == 1]
    times = sum(now != then for then, now in pairwise(led))
    if times >= MANY_CHANGES:
        return Story("changed_hands", {"side": side, "times": times})
    since = len(stands) - 1
    # To draw level is not to lead.
    while since and stands[since - 1].leaders == (side,):
        since -= 1
    return Story("kept_the_lead", {"side": side, "deal": numbers[since]})


def _of_many(sheet: Sheet, stands: Sequence[Standing]) -> Story | None:
    """The story where several share the win; none where all do."""
    behind, side = max((_behind(stand, side), -side) for side in sheet.winners for stand in stands)
    if behind >= _least_comeback(sheet):
        return Story("shared_from_behind", {"side": -side, "behind": behind})
    return Story("shared", {"deals": len(stands)}) if len(stands) > 1 else None


def _behind(stand: Standing, side: int) -> int:
    """How far a side was behind the best."""
    return abs(stand.totals[stand.sides[0]] - stand.totals[side])


def _least_comeback(sheet: Sheet) -> int:
    """How far behind somebody has to have been, for it to be a story."""
    limits: Mapping[str, int] = WORDS["feats"][COMEBACK]["highlight"]["limit"]
    return limits[sheet.start.unit]


def _comeback(
    sheet: Sheet, side: int, stands: Sequence[Standing], numbers: Sequence[int]
) -> Story | None:
    """The furthest that the winner was behind, the last time; or the last deal as the turn."""
    behind, at = max((_behind(stand, side), at) for at, stand in enumerate(stands[:-1]))
    if behind >= _least_comeback(sheet):
        left = len(stands) - 1 - at
        if left > LAST_FEW:
            return Story("came_back_since", {"side": side, "behind": behind, "deal": numbers[at]})
        return Story("came_back", {"side": side, "behind": behind, "deals": left})
    if stands[-2].leaders != (side,):
        return Story("took_it_last", {"side": side})
    return None


def who_sat_there(
    sheet: Sheet, same_person: Callable[[Sitter, Sitter], bool]
) -> tuple[tuple[Sat, ...], ...]:
    """Who played which deals in each seat of a winner that changed hands."""
    seats = []
    for seat in sheet.winning_seats:
        sat: list[Sat] = []
        for deal in sheet.deals_that_count:
            sitter = deal.sitters[seat]
            first = deal.number
            if sat and same_person(sat[-1].sitter, sitter):
                first = sat.pop().first
            sat.append(Sat(sitter, first, deal.number))
        if len(sat) > 1:
            seats.append(tuple(sat))
    return tuple(seats)
