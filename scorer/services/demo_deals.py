"""Deals that could have happened, with those who play well at an advantage.

Hands are dealt from the pack of a game, bids are made or missed, and what a table would note of it
is noted. A game that is not known here is answered by the kinds of what it asks.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import Any

from scorer.rules.asks import Ask, Choice, Flag, Hands, Number, Seat, Side
from scorer.rules.cards import RED_NINE, Pack
from scorer.rules.errors import Refused
from scorer.rules.score_deal import score_deal
from scorer.rules.sheet import Opening, Sheet
from scorer.rules.table import Table

# How often the last card laid is a red nine, where one is free to be.
ON_RED_NINE = 0.12
ACES_SWEPT = 0.25
TIRED_OF_CARDS = 0.5
# How often a flag is up, or an answer that may be left out is given, where nothing is known of it.
RARELY, OFTEN = 0.1, 0.5
# Numbers that have no limits to speak of are seldom larger.
LARGEST = 30
# So often a deal is made up anew that its game refuses.
TRIES = 400
# How many cards a bid is told by, and how often it is told so; what one who failed bid is often
# not shown.
CARDS_OF_BID, TOLD_BY_CARDS, NOT_SHOWN = 3, 0.1, 0.5
# How likely each bid is, from nought on; and how much likelier somebody misses a bid once missed.
BIDS = (2, 5, 8, 8, 5, 3, 2, 1, 0.5, 0.2)
ALREADY_OFF = 6
PREMIUM_SAID, REVEALED = 0.15, 0.2
TRUMP_NOTED = 0.95
ALL_PASSED, RENEGED, RENEGED_LATE = 0.05, 0.02, 0.03
# How likely each of the six is out, and falls to those who bid.
FALLS = {
    "high": (1, 0.8),
    "low": (1, 0.6),
    "jack": (0.4, 0.65),
    "game": (0.95, 0.65),
    "nine": (0.9, 0.9),
    "five": (0.65, 0.75),
}
HIGHER_BIDS = (9, 9, 9, 9, 10, 10, 11, 12, 14, 15)
TO_A_TARGET = 9
STEP = 5


def deal(sheet: Sheet, strengths: Sequence[float], dice: random.Random) -> dict[str, Any] | None:
    """The facts of the next deal of this sheet; `strengths` has one number a seat.

    None where none was found that the game takes.
    """
    opening = sheet.opening
    if opening is None:
        raise ValueError("the game is over")
    recipe = RECIPES.get(sheet.start.variant.key, _deal_of_any_game)
    for _ in range(TRIES):
        facts = recipe(sheet, opening, strengths, dice)
        try:
            score_deal(sheet.start, facts, opening.table, sheet.carry)
        except Refused:
            continue
        return facts
    return None


def _deal_of_any_game(
    sheet: Sheet, opening: Opening, strengths: Sequence[float], dice: random.Random
) -> dict[str, Any]:
    return _answers(sheet.start.asks, opening.table, dice)


def _answers(asks: Sequence[Ask[Any]], table: Table, dice: random.Random) -> dict[str, Any]:
    """An answer to each of these asks, as a record keeps it; what excludes others comes first."""
    facts: dict[str, Any] = {}
    given: dict[str, Any] = {}
    excluding = {key for ask in asks for key in ask.unless}
    for ask in sorted(asks, key=lambda ask: ask.key not in excluding):
        if not ask.asked or any(_excludes(given.get(key)) for key in ask.unless):
            continue
        answer = given[ask.key] = _answer(ask, table, given, dice)
        if ask.group:
            facts.setdefault(ask.group, {})[ask.key] = answer
        else:
            facts[ask.key] = answer
    return facts


def _excludes(answer: Any) -> bool:
    """Whether an answer is one; the seat 0 is."""
    return answer is not None and answer is not False and answer != []


def _answer(ask: Ask[Any], table: Table, given: Mapping[str, Any], dice: random.Random) -> Any:
    """An answer of the deal, or of each who gives one."""
    if ask.many:
        return [_one_answer(ask, table, dice) for _ in range(dice.randrange(3))]
    if ask.of == "deal":
        return _one_or_none(ask, table, dice)
    answering = [
        at
        for at in range(ask.number_of_answers(table))
        if at != given.get(ask.but or "")
        and (ask.of == "side" or at >= table.players or at in table.plays)
    ]
    answers = [[] if isinstance(ask, Hands) else ask.nothing] * ask.number_of_answers(table)
    for at in answering:
        answers[at] = _one_or_none(ask, table, dice)
    if isinstance(ask, Number) and ask.sum is not None and answering:
        for at, number in zip(answering, _parts_of(ask.sum, len(answering), dice), strict=True):
            answers[at] = number
    return answers


def _one_or_none(ask: Ask[Any], table: Table, dice: random.Random) -> Any:
    if isinstance(ask, Flag):
        return dice.random() < RARELY
    if not ask.required and dice.random() > OFTEN:
        return None
    return _one_answer(ask, table, dice)


def _one_answer(ask: Ask[Any], table: Table, dice: random.Random) -> Any:
    match ask:
        case Seat():
            return dice.choice(table.plays)
        case Side():
            return dice.randrange(table.number_of_sides)
        case Choice():
            return dice.choice(ask.values)
        case Number():
            return dice.randint(max(ask.least, 0), min(ask.most, LARGEST))
        case Hands():
            return sorted(dice.choices(sorted(table.cards.copies), k=dice.randint(1, 5)))
    return True


def _parts_of(whole: int, parts: int, dice: random.Random) -> list[int]:
    """So many numbers that come to this one, from nought on where it is not below it."""
    sign = -1 if whole < 0 else 1
    cuts = [0, *sorted(dice.randint(0, abs(whole)) for _ in range(parts - 1)), abs(whole)]
    return [sign * (end - start) for start, end in pairwise(cuts)]


def _deal_gone_out(
    sheet: Sheet, opening: Opening, strengths: Sequence[float], dice: random.Random
) -> dict[str, Any]:
    """A deal that somebody went out of, with the hands of all others."""
    order = opening.table.order
    # Who plays well goes out more often, and it helps to lead; but mostly it is luck.
    chances = [strengths[seat] * (1.15 if seat == opening.table.eldest else 1.0) for seat in order]
    facts: dict[str, Any] = {"out": dice.choices(order, chances)[0]}
    asked = {ask.key: ask for ask in sheet.start.asks if ask.asked}
    if "on_red_nine" in asked and dice.random() < ON_RED_NINE:
        facts["on_red_nine"] = True
    if "aces_swept_by" in asked and dice.random() < ACES_SWEPT:
        facts["aces_swept_by"] = dice.choice(order)
    hands = _hands(opening.table.cards, facts, strengths, dice)
    ask = asked.get("hands")
    if not isinstance(ask, Hands):
        return facts
    noted = dice.random() < TIRED_OF_CARDS or ask.counted == "points"
    facts["hands"] = [
        hand if noted or not hand else {"cards": len(hand), "red_nines": hand.count(RED_NINE)}
        for hand in hands
    ]
    return facts


def _hands(
    pack: Pack, facts: dict[str, Any], strengths: Sequence[float], dice: random.Random
) -> list[list[str]]:
    """What everybody holds when one goes out, drawn from what the pack has left."""
    swept = facts.get("aces_swept_by")
    left = [card for card, copies in pack.copies.items() for _ in range(copies)]
    if facts.get("on_red_nine"):
        left.remove(RED_NINE)
    if swept is not None:
        left.remove("A")
        left.remove("A")
    dice.shuffle(left)
    hands: list[list[str]] = []
    for seat, strength in enumerate(strengths):
        most = pack.hand - 2 if seat == swept else pack.hand
        held = 0
        if seat != facts["out"]:
            # A few cards mostly, fewer for who plays well.
            drawn = dice.triangular(1, most + 1, 1 + (most / 4) / strength)
            held = max(1, min(most, int(drawn)))
        hands.append([left.pop() for _ in range(held)])
    return hands


def _bids_and_tricks(
    sheet: Sheet, strengths: Sequence[float], dice: random.Random
) -> tuple[list[int], list[int]]:
    """What everybody bid and took: who plays badly is off first, and who is off is off by more."""
    asked = {ask.key: ask for ask in sheet.start.asks}
    taken = asked["tricks"]
    if not isinstance(taken, Number) or taken.sum is None:
        raise ValueError("tricks come to a number")
    # A dummy plays no better than chance.
    playing = [*strengths, *[0.5] * taken.stand_ins]
    bids = dice.choices(range(len(BIDS)), BIDS, k=len(playing))
    tricks = list(bids)
    while sum(tricks) != taken.sum:
        step = 1 if sum(tricks) < taken.sum else -1
        chances = [
            (1 / strength**3) * (ALREADY_OFF if trick != bid else 1) if trick + step >= 0 else 0
            for strength, bid, trick in zip(playing, bids, tricks, strict=True)
        ]
        tricks[dice.choices(range(len(tricks)), chances)[0]] += step
    return bids, tricks


def _bid_as_told(bid: int, made: bool, of_suit: Mapping[str, int], dice: random.Random) -> Any:
    """A bid as a number, by its cards, or not at all where it failed."""
    if not made and dice.random() < NOT_SHOWN:
        return None
    if dice.random() < TOLD_BY_CARDS:
        while True:
            cards = dice.choices(sorted(of_suit), k=CARDS_OF_BID)
            if sum(of_suit[card] for card in cards) == bid:
                return cards
    return bid


def _deal_of_bids(
    sheet: Sheet, opening: Opening, strengths: Sequence[float], dice: random.Random
) -> dict[str, Any]:
    """A deal in which everybody bids with three cards."""
    asked = {ask.key: ask for ask in sheet.start.asks}
    bids, tricks = _bids_and_tricks(sheet, strengths, dice)
    of_suit = {"C": 3, "H": 2, "S": 1, "D": 0}
    seats = range(len(strengths))
    told: list[Any] = [
        bid if at not in seats else _bid_as_told(bid, bid == tricks[at], of_suit, dice)
        for at, bid in enumerate(bids)
    ]
    facts: dict[str, Any] = {"bids": told, "tricks": tricks}
    if "premiums" in asked and dice.random() < PREMIUM_SAID:
        reveals = len(strengths) > asked["tricks"].stand_ins + 1 and dice.random() < REVEALED
        by = dice.choices(seats, strengths)[0]
        said = "revealed" if reveals else "declared"
        facts["premiums"] = [said if seat == by else None for seat in seats]
    turn_up, trump = asked.get("turn_up"), asked.get("trump")
    if isinstance(turn_up, Choice):
        facts["turn_up"] = dice.choice([card for card in turn_up.values if card[0] != "x"])
    if isinstance(trump, Choice) and dice.random() < TRUMP_NOTED:
        facts["trump"] = dice.choice(trump.values)
    return facts


def _deal_bid_for(
    sheet: Sheet, opening: Opening, strengths: Sequence[float], dice: random.Random
) -> dict[str, Any]:
    """A deal that one seat bids for, with its partners, and takes most of."""
    if dice.random() < ALL_PASSED:
        return {"passed": True}
    sides = sheet.start.sides
    bidder = dice.choices(range(len(strengths)), strengths)[0]
    others = [side for side in sorted(set(sides)) if side != sides[bidder]]
    if dice.random() < RENEGED:
        return {"major_renege": dice.choice([sides[bidder], *others])}
    bid = dice.choice(HIGHER_BIDS)
    taken: dict[str, int | None] = {}
    for key, (out, by_bidder) in FALLS.items():
        side = sides[bidder] if dice.random() < by_bidder * strengths[bidder] else None
        taken[key] = dice.choice(others) if side is None else side
        if dice.random() >= out:
            taken[key] = None
    facts = {"bidder": bidder, "bid": bid, "taken": taken}
    if dice.random() < RENEGED_LATE:
        facts["minor_renege"] = sides[bidder]
    if dice.random() < TRUMP_NOTED:
        facts["trump"] = dice.choice("CDHS")
    return facts


def _deal_counted_by_the_table(
    sheet: Sheet, opening: Opening, strengths: Sequence[float], dice: random.Random
) -> dict[str, Any]:
    """A deal of a game that the table counts itself: by a sum, by who takes all, or freely."""
    rules, table = sheet.start.rules, opening.table
    each = [
        sum(strength for seat, strength in enumerate(strengths) if table.sides[seat] == side)
        for side in range(table.number_of_sides)
    ]
    if rules.adds_to:
        # As hearts and their queen fall: thirteen singles, and one that counts for half.
        falls = [1] * (rules.adds_to // 2) + [rules.adds_to - rules.adds_to // 2]
        points = [0] * len(each)
        for one in falls:
            points[dice.choices(range(len(each)), [1 / strength**2 for strength in each])[0]] += one
        return {"points": points}
    winner = dice.choices(range(len(each)), each)[0]
    if rules.winner == "takes_all":
        return {
            "winner": winner,
            "points": [
                None if side == winner else dice.randint(2, LARGEST) for side in range(len(each))
            ],
        }
    most = rules.target // TO_A_TARGET if rules.length == "target" else LARGEST
    return {
        "points": [
            STEP * round(dice.triangular(-most / 5, most, most * strength / 2) / STEP)
            for strength in each
        ]
    }


# How a deal of a game is made up that is known here.
RECIPES: Mapping[
    str, Callable[[Sheet, Opening, Sequence[float], random.Random], dict[str, Any]]
] = {
    "red-nines": _deal_gone_out,
    "red-nines-1881": _deal_gone_out,
    "pink-nines": _deal_gone_out,
    "ninety-nine": _deal_of_bids,
    "oxford-whist": _deal_of_bids,
    "nine-five": _deal_bid_for,
    "points": _deal_counted_by_the_table,
}
