"""How a game stands, or who won it and why, in one sentence."""

from __future__ import annotations

from collections.abc import Sequence

from scorer.rules.sheet import Sheet
from scorer.rules.standing import standing_of
from scorer.rules.words import WORDS
from scorer.web.formats import in_words
from scorer.web.names import in_a_sentence, listed

# More people than this are counted, not named.
MOST_NAMED = 3


def headline(sheet: Sheet, names: Sequence[str]) -> str:
    """Who won a finished game: "Dan won"."""
    if not sheet.winners:
        return "Nobody won"
    if len(sheet.winners) == len(names):
        return "Everybody shares the win"
    if len(sheet.winners) > 1:
        return f"{_listed(sheet.winners, names)} share the win"
    return f"{in_a_sentence(names[sheet.winners[0]])} won"


def summary(sheet: Sheet, names: Sequence[str]) -> str:
    """How the game stands, or who won it and why."""
    return _result(sheet, names) if sheet.over else _standing(sheet, names)


def leaders_of(sheet: Sheet) -> tuple[int, ...]:
    """The seats at the best total once a deal was scored."""
    return sheet.standing.leaders if sheet.played else ()


def _standing(sheet: Sheet, names: Sequence[str]) -> str:
    left = sheet.to_play - sheet.played
    deals_left = "one deal left" if left == 1 else f"{in_words(left)} deals left"
    variant, leaders = sheet.start.variant, leaders_of(sheet)
    if not sheet.played:
        goal = "Lowest total wins" if variant.lowest_wins else "Most counters win"
        usual = variant.start(len(names), sheet.start.rules).totals
        carried = ", totals carried along" if sheet.start.carry.totals != usual else ""
        lead = f"{goal}, {deals_left}{carried}"
    elif len(leaders) == len(names):
        lead = f"All level, {deals_left}"
    elif len(leaders) > 1:
        lead = f"{_listed(leaders, names)} are level in front, {deals_left}"
    else:
        last = sheet.deals[-1]
        before = standing_of(variant, sheet.start.order, last.before, last.loans)
        new = sheet.played > 1 and leaders[0] not in before.leaders
        verb = " takes the lead," if new else " is"
        lead = f"{in_a_sentence(names[leaders[0]])}{verb} {sheet.standing.lead} ahead, {deals_left}"
    return f"{lead}."


def _result(sheet: Sheet, names: Sequence[str]) -> str:
    if not sheet.winners:
        return "Stopped before a deal was scored."
    early, words = "", WORDS["variants"][sheet.start.variant.key]
    if sheet.only_totals:
        early = "Only the totals were noted. "
    elif sheet.played < sheet.to_play:
        early = f"Stopped after {sheet.played} of {sheet.to_play} deals. "
    totals, won = sheet.standing.totals, f"{early}{headline(sheet, names)}"
    best = totals[sheet.winners[0]]
    level = [names[seat] for seat in sheet.standing.leaders if seat not in sheet.winners]
    if level:
        decided = words["house_rules"]["ties"]["options"][str(sheet.start.rules.ties)]
        return f"{won}: level with {listed(level)} at {best}, and {decided}."
    unit = words["unit"].removesuffix("s") if best == 1 else words["unit"]
    if len(sheet.winners) > 1:
        return f"{won} with {best} {unit}."
    runners_up = [names[seat] for seat, at in enumerate(sheet.standing.places) if at == 2]
    next_best = totals[sheet.standing.seats[1]]
    many = len(runners_up) > MOST_NAMED
    whose = f"{in_words(len(runners_up))} others" if many else listed(runners_up)
    return f"{won} by {sheet.standing.lead}: {best} {unit} against {next_best} for {whose}."


def _listed(seats: Sequence[int], names: Sequence[str]) -> str:
    if len(seats) > MOST_NAMED:
        return f"{in_words(len(seats)).capitalize()} players"
    return listed([names[seat] for seat in seats])
