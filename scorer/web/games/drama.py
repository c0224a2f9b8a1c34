"""One sentence of drama: what a glance at the sheet should tell."""

from __future__ import annotations

from collections.abc import Sequence

from scorer.rules.loans import gained
from scorer.rules.sheet import Sheet
from scorer.rules.words import WORDS
from scorer.web.games.counters_view import now_of
from scorer.web.names import in_a_sentence, listed
from scorer.web.recipe import counted

# More people than this are counted, not named.
MOST_NAMED = 3


def drama(sheet: Sheet, names: Sequence[str]) -> str:
    """How the game stands, or who won it and why."""
    return _result(sheet, names) if sheet.over else _standing(sheet, names)


def headline(sheet: Sheet, names: Sequence[str]) -> str:
    """Who won a finished game: "Dan won"."""
    if not sheet.winners:
        return "Nobody won"
    if len(sheet.winners) == len(names):
        return "Everybody shares the win"
    if len(sheet.winners) > 1:
        return f"{_named(sheet.winners, names)} share the win"
    return f"{in_a_sentence(names[sheet.winners[0]])} won"


def standing_of(sheet: Sheet) -> tuple[int, ...]:
    """What decides, one number a seat, the next deal's dress being down already."""
    return gained(now_of(sheet), () if sheet.over else sheet.loans)


def places_of(sheet: Sheet) -> tuple[int, ...]:
    """The place of each seat by what is shown, 1 for the best; level seats share one."""
    stands = standing_of(sheet)
    sign = 1 if sheet.start.variant.lowest_wins else -1
    return tuple(1 + sum(sign * other < sign * one for other in stands) for one in stands)


def in_front(sheet: Sheet) -> tuple[int, ...]:
    """The seats at the best total once a deal was scored."""
    if not sheet.played:
        return ()
    return tuple(seat for seat, place in enumerate(places_of(sheet)) if place == 1)


def gap_of(sheet: Sheet) -> int:
    """How far the best is ahead of the next; 0 where two are level at the top."""
    stands = sorted(standing_of(sheet), reverse=not sheet.start.variant.lowest_wins)
    return abs(stands[1] - stands[0])


def _standing(sheet: Sheet, names: Sequence[str]) -> str:
    left = _left(sheet)
    if not sheet.played:
        goal = "Lowest total wins" if sheet.start.variant.lowest_wins else "Most counters win"
        usual = sheet.start.variant.start(len(names), sheet.start.rules).totals
        carried = ", totals carried along" if sheet.start.carry.totals != usual else ""
        return f"{goal}, {left}{carried}."
    leaders = in_front(sheet)
    if len(leaders) == len(names):
        return f"All level, {left}."
    if len(leaders) > 1:
        return f"{_named(leaders, names)} are level in front, {left}."
    took = " takes the lead," if _was_behind(sheet, leaders[0]) else " is"
    return f"{in_a_sentence(names[leaders[0]])}{took} {gap_of(sheet)} ahead, {left}."


def _left(sheet: Sheet) -> str:
    left = sheet.to_play - sheet.played
    return "one deal left" if left == 1 else f"{counted(left)} deals left"


def _was_behind(sheet: Sheet, leader: int) -> bool:
    """Whether the newest deal put this seat in front."""
    if sheet.played < 2:
        return False
    last = sheet.deals[-1]
    stood = gained(last.before, last.loans)
    best = min(stood) if sheet.start.variant.lowest_wins else max(stood)
    return stood[leader] != best


def _result(sheet: Sheet, names: Sequence[str]) -> str:
    if not sheet.winners:
        return "Stopped before a deal was scored."
    early = ""
    if sheet.only_totals:
        early = "Only the totals were noted. "
    elif sheet.played < sheet.to_play:
        early = f"Stopped after {sheet.played} of {sheet.to_play} deals. "
    stands = standing_of(sheet)
    best = stands[sheet.winners[0]]
    unit = str(WORDS["variants"][sheet.start.variant.key]["unit"])
    unit = unit.removesuffix("s") if best == 1 else unit
    told = f"{early}{headline(sheet, names)}"
    level = tuple(seat for seat, one in enumerate(stands) if one == best)
    if len(level) > len(sheet.winners):
        others = [names[seat] for seat in level if seat not in sheet.winners]
        return f"{told}: level with {listed(others)} at {best}, and {_decided_by(sheet)}."
    if len(sheet.winners) > 1:
        return f"{told} with {best} {unit}."
    runner_up = _next_best(sheet, best)
    after = [names[seat] for seat, one in enumerate(stands) if one == runner_up]
    return f"{told} by {gap_of(sheet)}: {best} {unit} against {runner_up} for {_or_so_many(after)}."


def _decided_by(sheet: Sheet) -> str:
    """The house rule that broke the tie, as the words file puts it."""
    ties = WORDS["variants"][sheet.start.variant.key]["house_rules"]["ties"]["options"]
    return str(ties[str(sheet.start.rules.ties)])


def _next_best(sheet: Sheet, best: int) -> int:
    others = [one for one in standing_of(sheet) if one != best]
    return min(others) if sheet.start.variant.lowest_wins else max(others)


def _or_so_many(names: Sequence[str]) -> str:
    return listed(names) if len(names) <= MOST_NAMED else f"{counted(len(names))} others"


def _named(seats: Sequence[int], names: Sequence[str]) -> str:
    if len(seats) > MOST_NAMED:
        return f"{counted(len(seats)).capitalize()} players"
    return listed([names[seat] for seat in seats])
