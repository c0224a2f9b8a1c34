"""How a finished game was won, in one sentence, whatever was played.

The stories stand under `stories` in the words; its numbers are counted in deals that were scored.
A game whose winner has not the best total says so in its own words, and has no story.
"""

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import Any, TypeAlias

from scorer.rules.entries import Sitter
from scorer.rules.feats import COMEBACK
from scorer.rules.sheet import Sheet, Standing, standing_of
from scorer.rules.words import WORDS, say

# A lead that went to and fro so often is a story of its own.
MANY_CHANGES = 4
# In fewer deals nobody led all along.
FEWEST_LED = 3

# The key of a story in the words, and its numbers.
Story: TypeAlias = tuple[str, dict[str, Any]]


def story_of(sheet: Sheet, side_names: Sequence[str]) -> str:
    """How the game was won, by the names of its sides; "" where nobody did or deals are unknown."""
    if not sheet.over or not sheet.winners or not sheet.played or sheet.standing.against_total:
        return ""
    # As the table saw it, with what was put in for the deal that followed.
    stands = [
        standing_of(deal.table, sheet.start.unit, deal.laid, deal.loans)
        for deal in sheet.deals_that_count[1:]
    ]
    stands.append(sheet.standing)
    find = _story_of_one if len(sheet.winners) == 1 else _story_of_many
    story = find(sheet, stands)
    return say(WORDS["stories"][story[0]], story[1], side_names) if story else ""


def _story_of_one(sheet: Sheet, stands: Sequence[Standing]) -> Story | None:
    [side] = sheet.winners
    if len(stands) == 1:
        return "one_deal", {}
    there = stands[-1].sides
    # The furthest that the winner was behind, the last time.
    behind, at = max((_behind(stand, side, there), at) for at, stand in enumerate(stands[:-1]))
    if behind >= _least_comeback(sheet):
        return "came_back", {"side": side, "behind": behind, "deals": len(stands) - 1 - at}
    since = len(stands) - 1
    # To draw level is not to lead.
    while since and stands[since - 1].leaders == (side,):
        since -= 1
    deal, stand = sheet.deals_that_count[since], stands[since]
    better = 1 if sheet.start.unit == "penalties" else -1
    left = set(deal.table.sides_in_order) - set(stand.sides)
    # Who leads because others have left has not taken the lead.
    if any(better * stand.totals[it] <= better * stand.totals[side] for it in left):
        return None
    if since == len(stands) - 1:
        return "took_it_last", {"side": side}
    if len(stands) >= FEWEST_LED and not since:
        return "led_all_along", {"side": side}
    # How often another side came to lead alone.
    led = [stand.leaders[0] for stand in stands if len(stand.leaders) == 1]
    times = sum(now != then for then, now in pairwise(led))
    if times >= MANY_CHANGES:
        return "changed_hands", {"side": side, "times": times}
    return "kept_the_lead", {"side": side, "deal": deal.number}


def _story_of_many(sheet: Sheet, stands: Sequence[Standing]) -> Story | None:
    there = stands[-1].sides
    each = ((_behind(stand, side, there), -side) for side in sheet.winners for stand in stands)
    behind, side = max(each)
    if behind >= _least_comeback(sheet):
        return "shared_from_behind", {"side": -side, "behind": behind}
    return ("shared", {"deals": len(stands)}) if len(stands) > 1 else None


def _behind(stand: Standing, side: int, there: Sequence[int]) -> int:
    """How far a side is behind the best of those who are there at the end."""
    if side not in stand.sides:
        return 0
    best = next(other for other in stand.sides if other in there)
    return abs(stand.totals[best] - stand.totals[side])


def _least_comeback(sheet: Sheet) -> int:
    limits: Mapping[str, int] = WORDS["feats"][COMEBACK]["highlight"]["limit"]
    return limits[sheet.start.unit]


def who_sat_there(
    sheet: Sheet,
    same_person: Callable[[Sitter, Sitter], bool],
    name_of: Callable[[Sitter], str],
) -> list[str]:
    """A sentence who played which deals, for each seat of a winner that changed hands."""
    sentences = []
    for seat in sheet.winning_seats:
        sat: list[tuple[Sitter, list[int]]] = []
        for deal in sheet.deals_that_count:
            if seat not in deal.table.order:
                continue
            sitter = deal.sitters[seat]
            if not sat or not same_person(sat[-1][0], sitter):
                sat.append((sitter, []))
            sat[-1][1].append(deal.number)
        parts: list[str] = []
        for sitter, deals in sat:
            words = WORDS["stories"]["sat_next" if parts else "sat"]
            numbers = {"first": deals[0], "last": deals[-1], "deals": deals[-1] - deals[0] + 1}
            parts.append(say(words, {"name": name_of(sitter), **numbers}))
        if len(parts) > 1:
            sentences.append(f"{', '.join(parts)}.")
    return sentences
