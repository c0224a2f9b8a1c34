"""Clubs that exist on paper only: people of known strength, and games with a lot of luck."""

import math
import random
from dataclasses import dataclass

AT_HAND = 30.0
RED_NINE_CAUGHT = 0.25
OUT_ON_RED_NINE = 0.08


@dataclass(frozen=True)
class PlayedGame:
    """Who sat in a game, and the place each of them came in at."""

    people: tuple[int, ...]
    places: tuple[int, ...]


def play_game(strengths, dice):
    """Red Nines as it goes: a deal a player, somebody out, the others caught with something.

    Strength makes going out likelier and hands that are caught cheaper; the rest is the cards.
    """
    people = tuple(strengths)
    totals = dict.fromkeys(people, 0)
    for _ in people:
        (out,) = dice.choices(people, [math.exp(strengths[one]) for one in people])
        doubled = 2 if dice.random() < OUT_ON_RED_NINE else 1
        for one in people:
            if one == out:
                continue
            held = 2 + dice.gammavariate(1.6, AT_HAND * math.exp(-0.5 * strengths[one]) / 1.6)
            caught = 2 if dice.random() < RED_NINE_CAUGHT else 1
            totals[one] += int(held) * caught * doubled
    return PlayedGame(people, tuple(1 + sum(totals[b] < totals[a] for b in people) for a in people))


def play_club(seed, spread, games, drift=0.0):
    """The games of a club of four to nine, three to seven of whom (at least four) sit down.

    `spread` is how much people differ in strength; `drift` how much that changes a game.
    """
    dice = random.Random(seed)
    members = dice.randint(4, 9)
    strength = {one: dice.gauss(0, spread) for one in range(members)}
    keen = [dice.uniform(0.3, 1.0) for _ in range(members)]
    played = []
    for _ in range(games):
        size = dice.randint(4, min(members, 7))
        order = sorted(strength, key=lambda one: dice.random() ** (1 / keen[one]), reverse=True)
        sitting = {one: strength[one] for one in sorted(order[:size])}
        played.append(play_game(sitting, dice))
        for one in strength:
            strength[one] += dice.gauss(0, drift)
    return played
