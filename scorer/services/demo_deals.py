"""Made-up deals that could have happened, with those who play well at an advantage."""

import random
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import Any

from scorer.rules.asks import Ask, Choice, Flag, Hands, Number, Seat, Side
from scorer.rules.cards import RED_NINE
from scorer.rules.errors import Refused
from scorer.rules.fold import score_deal
from scorer.rules.sheet import Sheet
from scorer.rules.table import Table

Facts = dict[str, Any]
# How often a flag is up, and an optional answer is earlier.
RARELY, SOMETIMES = 0.05, 0.25
# Numbers that have no limits to speak of are seldom larger.
LARGEST = 30
# So often a deal is made up anew that its game refuses.
TRIES = 400
# How likely each bid is, from nought on; and how much likelier somebody misses a bid once missed.
BIDS = (2, 5, 8, 8, 5, 3, 2, 1, 0.5, 0.2)
ALREADY_OFF = 6
SUIT_OF_BID = {"C": 3, "H": 2, "S": 1, "D": 0}
# How likely each of the six is out, and falls to those who bid.
FALLS = {
    "high": (1, 0.8),
    "low": (1, 0.6),
    "jack": (0.4, 0.65),
    "game": (0.95, 0.65),
    "nine": (0.9, 0.9),
    "five": (0.65, 0.75),
}


def deal(sheet: Sheet, strengths: Sequence[float], dice: random.Random) -> Facts | None:
    """The facts of the next deal of this sheet, by a strength for each seat; None for none."""
    if sheet.opening is None:
        raise ValueError("the game is over")
    table = sheet.opening.table
    decide = DECIDED.get(sheet.start.variant.key)
    for _ in range(TRIES):
        facts = _answers(sheet.start.asks, table, dice)
        if decide is not None:
            decide(facts, sheet, table, strengths, dice)
        try:
            score_deal(sheet.start, facts, table, sheet.carry)
        except Refused:
            continue
        return facts
    return None


def _answers(asks: Sequence[Ask[Any]], table: Table, dice: random.Random) -> Facts:
    """An answer to each of these asks, as a record keeps it; what excludes others comes first."""
    facts: Facts = {}
    earlier: Facts = {}
    excluding = {key for ask in asks for key in ask.unless}
    for ask in sorted(asks, key=lambda ask: ask.key not in excluding):
        if not ask.asked or any(earlier.get(key) not in (None, False, []) for key in ask.unless):
            continue
        answer = earlier[ask.key] = _answer(ask, table, earlier, dice)
        if ask.group:
            facts.setdefault(ask.group, {})[ask.key] = answer
        else:
            facts[ask.key] = answer
    return facts


def _answer(ask: Ask[Any], table: Table, earlier: Mapping[str, Any], dice: random.Random) -> Any:
    """An answer of the deal, or of each who gives one."""
    if ask.of == "deal":
        return _one_or_none(ask, table, dice)
    number = ask.number_of_answers(table)
    answering = [at for at in range(number) if at != earlier.get(ask.but or "")]
    answers = [[] if isinstance(ask, Hands) else ask.nothing] * number
    for at in answering:
        answers[at] = _one_or_none(ask, table, dice)
    if isinstance(ask, Number) and ask.sum is not None and answering:
        sign = -1 if ask.sum < 0 else 1
        cuts = sorted(dice.randint(0, abs(ask.sum)) for _ in answering[1:])
        for at, (start, end) in zip(answering, pairwise([0, *cuts, abs(ask.sum)]), strict=True):
            answers[at] = sign * (end - start)
    return answers


def _one_or_none(ask: Ask[Any], table: Table, dice: random.Random) -> Any:
    if isinstance(ask, Flag):
        return dice.random() < RARELY
    if not ask.required and dice.random() > SOMETIMES:
        return None
    return _one_answer(ask, table, dice)


def _one_answer(ask: Ask[Any], table: Table, dice: random.Random) -> Any:
    match ask:
        case Seat():
            return dice.choice(table.order)
        case Side():
            return dice.randrange(table.number_of_sides)
        case Choice():
            return dice.choice(ask.values)
        case Number():
            return dice.randint(max(ask.least, 0), min(ask.most, LARGEST))
        case Hands():
            return sorted(dice.choices(sorted(table.cards.copies), k=dice.randint(1, 5)))
    return True


def _decide_hands(
    facts: Facts, sheet: Sheet, table: Table, strengths: Sequence[float], dice: random.Random
) -> None:
    """Who went out, with the hands of all others, drawn from what the pack has left."""
    facts["out"] = dice.choices(table.order, [strengths[seat] for seat in table.order])[0]
    ask = next(ask for ask in sheet.start.asks if isinstance(ask, Hands))
    if "hands" not in facts:
        return
    swept = facts.get("aces_swept_by")
    left = [card for card, copies in table.cards.copies.items() for _ in range(copies)]
    for card in [RED_NINE] * facts.get("on_red_nine", False) + ["A", "A"] * (swept is not None):
        left.remove(card)
    dice.shuffle(left)
    noted = dice.random() < SOMETIMES or ask.counted == "points"
    for seat, strength in enumerate(strengths):
        # A few cards mostly, fewer for who plays well.
        most = table.cards.hand - 2 * (seat == swept)
        held = max(1, min(most, int(dice.triangular(1, most + 1, 1 + most / 4 / strength))))
        hand = [] if seat == facts["out"] else [left.pop() for _ in range(held)]
        facts["hands"][seat] = (
            hand if noted or not hand else {"cards": held, "red_nines": hand.count(RED_NINE)}
        )


def _decide_bids(
    facts: Facts, sheet: Sheet, table: Table, strengths: Sequence[float], dice: random.Random
) -> None:
    """Make up bids and tricks: who plays badly is off first, and who is off is off by more."""
    taken = next(ask for ask in sheet.start.asks if isinstance(ask, Number) and ask.sum)
    # A dummy plays no better than chance.
    playing = [*strengths, *[0.5] * taken.stand_ins]
    bids = dice.choices(range(len(BIDS)), BIDS, k=len(playing))
    tricks = list(bids)
    while sum(tricks) != taken.sum:
        step = 1 if sum(tricks) < (taken.sum or 0) else -1
        chances = [
            (1 / strength**3) * (ALREADY_OFF if trick != bid else 1) if trick + step >= 0 else 0
            for strength, bid, trick in zip(playing, bids, tricks, strict=True)
        ]
        tricks[dice.choices(range(len(tricks)), chances)[0]] += step
    facts["tricks"], facts["bids"] = tricks, list(bids)
    for seat in range(len(strengths)):
        # A bid that failed is not always shown, and some are noted by their cards.
        cards = dice.choices(sorted(SUIT_OF_BID), k=3)
        if bids[seat] != tricks[seat] and dice.random() < SOMETIMES:
            facts["bids"][seat] = None
        elif sum(SUIT_OF_BID[card] for card in cards) == bids[seat]:
            facts["bids"][seat] = cards
    if "premiums" in facts:
        facts["premiums"] = [None for _ in strengths]
        if dice.random() < SOMETIMES:
            facts["premiums"][dice.randrange(len(strengths))] = "declared"


def _decide_bidder(
    facts: Facts, sheet: Sheet, table: Table, strengths: Sequence[float], dice: random.Random
) -> None:
    """A seat that bids, and takes most with its partners."""
    facts.clear()
    if dice.random() < RARELY:
        facts["passed"] = True
        return
    if dice.random() < RARELY:
        facts["major_renege"] = dice.randrange(table.number_of_sides)
        return
    bidder = dice.choices(range(table.players), strengths)[0]
    side = table.sides[bidder]
    others = [other for other in range(table.number_of_sides) if other != side]
    facts |= {"bidder": bidder, "bid": 9 + int(dice.expovariate(1)), "taken": {}}
    for key, (out, by_bidder) in FALLS.items():
        to = side if dice.random() < by_bidder * strengths[bidder] else dice.choice(others)
        facts["taken"][key] = to if dice.random() < out else None
    facts["trump"] = dice.choice("CDHS")


def _decide_points(
    facts: Facts, sheet: Sheet, table: Table, strengths: Sequence[float], dice: random.Random
) -> None:
    """Make up the points of each side, where the table counts by itself."""
    rules = sheet.start.rules
    each = [
        sum(strength for seat, strength in enumerate(strengths) if table.sides[seat] == side)
        for side in range(table.number_of_sides)
    ]
    sides = range(len(each))
    if rules.adds_to:
        # As hearts and their queen fall: thirteen singles, and one that counts for half.
        half = rules.adds_to // 2
        points = [0] * len(each)
        for fall in [1] * half + [rules.adds_to - half]:
            points[dice.choices(sides, [1 / strength**2 for strength in each])[0]] += fall
        facts["points"] = points
    elif rules.winner == "takes_all":
        winner = facts["winner"] = dice.choices(sides, each)[0]
        facts["points"] = [None if at == winner else dice.randint(2, LARGEST) for at in sides]
    else:
        most = rules.target // 9 if rules.length == "target" else LARGEST
        facts["points"] = [
            5 * round(dice.triangular(-most / 5, most, most * strength / 2) / 5)
            for strength in each
        ]


# What decides a deal of a game that is known here.
DECIDED: Mapping[str, Callable[[Facts, Sheet, Table, Sequence[float], random.Random], None]] = {
    "red-nines": _decide_hands,
    "red-nines-1881": _decide_hands,
    "pink-nines": _decide_hands,
    "ninety-nine": _decide_bids,
    "oxford-whist": _decide_bids,
    "nine-five": _decide_bidder,
    "points": _decide_points,
}
