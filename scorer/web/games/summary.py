"""How a game stands, or who won it and why, in one sentence."""

from collections.abc import Sequence

from scorer.rules.house_rules import rule_in_words
from scorer.rules.sheet import Sheet, standing_of
from scorer.rules.start import ResolvedStart
from scorer.rules.words import WORDS, counted, fill, list_names
from scorer.web.formats import in_units, in_words, points

# More people than this are counted, not named.
MAX_NAMED = 3
GOALS = {
    "penalties": "lowest total wins",
    "points": "highest total wins",
    "counters": "most counters win",
}


def goal_of(start: ResolvedStart) -> str:
    """Who wins such a game: "lowest total wins"; some games have a goal of their own."""
    own = WORDS["variants"][start.variant.key].get("goal")
    return fill(own, vars(start.rules)) if own else GOALS[start.unit]


def headline(sheet: Sheet, names: Sequence[str]) -> str:
    """Who won a finished game: "Dan won"; `names` go by side, ready for a sentence."""
    if not sheet.winners:
        return "Nobody won"
    if len(sheet.winners) == len(names):
        return "Everybody shares the win"
    if len(sheet.winners) > 1:
        return f"{_listed(sheet.winners, names, sheet)} share the win"
    return f"{names[sheet.winners[0]]} won"


def summary(sheet: Sheet, names: Sequence[str]) -> str:
    """How the game stands, or who won it and why."""
    return _result(sheet, names) if sheet.over else _standing(sheet, names)


def leaders_of(sheet: Sheet) -> tuple[int, ...]:
    """The sides at the best total once a deal was scored."""
    return sheet.standing.leaders if sheet.played else ()


def _standing(sheet: Sheet, names: Sequence[str]) -> str:
    left, leaders = sheet.left, leaders_of(sheet)
    deals_left = "" if left is None else f"{counted(left, 'deal')} left"
    if not sheet.played:
        usual = usual_totals(sheet)
        lead, carries = goal_of(sheet.start).capitalize(), sheet.start.carry.totals != usual
        carried = "totals carried over" if carries else ""
        return f"{', '.join(filter(None, (lead, deals_left, carried)))}."
    if len(leaders) == len(names):
        lead = "Level"
    elif len(leaders) > 1:
        lead = f"{_listed(leaders, names, sheet)} are level in front"
    else:
        last = sheet.deals[-1]
        before = standing_of(sheet.start, last.laid, last.loans)
        new = sheet.played > 1 and leaders[0] not in before.leaders
        many = len(sheet.table.seats_of(leaders[0])) > 1
        verb = f"take{'' if many else 's'} the lead," if new else "are" if many else "is"
        lead = f"{names[leaders[0]]} {verb} {sheet.standing.lead} ahead"
        if any(sheet.now.bought) or sheet.loans:
            lead += ", not counting what was bought or lent"
    return f"{', '.join(filter(None, (lead, deals_left)))}."


def _result(sheet: Sheet, names: Sequence[str]) -> str:
    if not sheet.winners:
        return "Stopped before a deal was scored."
    early = ""
    if sheet.only_totals:
        early = "Only totals were noted."
    elif sheet.left:
        of_all = counted(sheet.played + sheet.left, "deal", str(sheet.to_play))
        early = f"Stopped after {sheet.played} of {of_all}."
    elif sheet.left is None:
        early = f"Stopped after {counted(sheet.played, 'deal')}."
    return " ".join(filter(None, (early, _won(sheet, names))))


def _won(sheet: Sheet, names: Sequence[str]) -> str:
    totals, won = sheet.standing.totals, headline(sheet, names)
    best = totals[sheet.winners[0]]
    best_total = in_units(best, sheet.start.unit)
    if sheet.standing.against_total:
        others = [side for side in sheet.standing.sides if side not in sheet.winners]
        most = totals[others[0]]
        ahead = _listed([side for side in others if totals[side] == most], names, sheet)
        return f"{won}: {best_total} against {points(most)} for {ahead}."
    level = [
        side for side, total in enumerate(totals) if total == best and side not in sheet.winners
    ]
    if level:
        level_with = f"{won}: level with {_all_of(level, names, sheet)} at {points(best)}"
        rule = WORDS["variants"][sheet.start.variant.key].get("tie_rule")
        if rule is None:
            return f"{level_with}."
        value = getattr(sheet.start.rules, rule)
        decided = rule_in_words(sheet.start.variant.key, rule, value)
        return f"{level_with}, and {decided}."
    if len(sheet.winners) > 1:
        return f"{won} with {best_total}."
    runners_up = [side for side, place in enumerate(sheet.standing.places) if place == 2]
    next_best = totals[sheet.standing.sides[1]]
    if len(runners_up) > MAX_NAMED:
        whose = f"{in_words(len(runners_up))} others"
    else:
        whose = _all_of(runners_up, names, sheet)
    own = ", not counting what was bought" if any(sheet.now.bought) else ""
    against = f"{best_total} against {points(next_best)} for {whose}{own}"
    return f"{won} by {sheet.standing.lead}: {against}."


def usual_totals(sheet: Sheet) -> tuple[int, ...]:
    """The totals at the start, if nothing were carried along."""
    start = sheet.start
    usual = start.variant.start(len(start.order), start.rules).totals
    return usual or (0,) * start.number_of_sides


def _listed(sides: Sequence[int], names: Sequence[str], sheet: Sheet) -> str:
    if len(sides) > MAX_NAMED:
        return f"{in_words(len(sides)).capitalize()} players"
    return _all_of(sides, names, sheet)


def _all_of(sides: Sequence[int], names: Sequence[str], sheet: Sheet) -> str:
    """These sides, all named: "Ann and Ben", or "Ann and Cat, and Ben and Dan" of partners."""
    if not sheet.table.by_sides:
        return list_names([names[side] for side in sides])
    if len(sides) == 1:
        return names[sides[0]]
    *first, last = (names[side] for side in sides)
    return f"{', '.join(first)}, and {last}"
