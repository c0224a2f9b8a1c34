"""Deals that could have happened: dealt from the pack of each game, won by whoever plays well."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from scorer.rules.asks import HandsAsk
from scorer.rules.cards import RED_NINE, Pack
from scorer.rules.sheet import Opening, Sheet

# How often the last card laid is a red nine, where one is free to be.
ON_RED_NINE = 0.12
ACES_SWEPT = 0.25
TIRED_OF_CARDS = 0.5


def deal(sheet: Sheet, strengths: Sequence[float], dice: random.Random) -> dict[str, Any]:
    """The facts of the next deal of this sheet; `strengths` has one number a seat."""
    opening, variant = sheet.opening, sheet.start.variant
    if opening is None:
        raise ValueError("the game is over")
    order = opening.table.order
    out = dice.choices(order, [_chance(seat, opening, strengths) for seat in order])[0]
    facts: dict[str, Any] = {"out": out}
    asked = {ask.key: ask for ask in variant.asked(sheet.start.rules)}
    if "on_red_nine" in asked and dice.random() < ON_RED_NINE:
        facts["on_red_nine"] = True
    if "aces_swept_by" in asked and dice.random() < ACES_SWEPT:
        facts["aces_swept_by"] = dice.choice(order)
    hands = _hands(opening.table.pack, facts, strengths, dice)
    ask = asked.get("hands")
    if not isinstance(ask, HandsAsk):
        return facts
    noted = dice.random() < TIRED_OF_CARDS or ask.by == "points"
    facts["hands"] = [hand if noted else _counted(hand) for hand in hands]
    return facts


def _chance(seat: int, opening: Opening, strengths: Sequence[float]) -> float:
    """Who plays well goes out more often, and it helps to lead; but mostly it is luck."""
    return strengths[seat] * (1.15 if seat == opening.table.eldest else 1.0)


def _hands(
    pack: Pack, facts: dict[str, Any], strengths: Sequence[float], dice: random.Random
) -> list[list[str]]:
    """What everybody holds when one goes out, drawn from what the pack has left."""
    swept = facts.get("aces_swept_by")
    left = _cards(pack)
    if facts.get("on_red_nine"):
        left.remove(RED_NINE)
    if swept is not None:
        left.remove("A")
        left.remove("A")
    dice.shuffle(left)
    hands: list[list[str]] = []
    for seat, strength in enumerate(strengths):
        most = pack.hand - 2 if seat == swept else pack.hand
        held = 0 if seat == facts["out"] else _held(most, strength, dice)
        hands.append([left.pop() for _ in range(held)])
    return hands


def _held(most: int, strength: float, dice: random.Random) -> int:
    """How many cards somebody is caught with: a few mostly, fewer for who plays well."""
    drawn = dice.triangular(1, most + 1, 1 + (most / 4) / strength)
    return max(1, min(most, int(drawn)))


def _cards(pack: Pack) -> list[str]:
    return [card for card, copies in pack.copies.items() for _ in range(copies)]


def _counted(hand: Sequence[str]) -> dict[str, int] | list[str]:
    return {"cards": len(hand), "red_nines": list(hand).count(RED_NINE)} if hand else []
