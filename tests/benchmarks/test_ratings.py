"""The model of the ratings foretells winners in clubs that exist on paper only."""

import math
import random

import pytest

from scorer.services import ratings as model
from scorer.services.ratings import SIGMA, Finish, Rating, chances, rate_game

SPREADS = {"all alike": 0.0, "a little better": 0.12, "better": 0.3}
LUCK = (0.5, 2, 4, 6, 8, 12)
FIRST_GAMES = 5
AT_HAND = 30.0
RED_NINE_CAUGHT = 0.25
OUT_ON_RED_NINE = 0.08


def play_game(strengths, dice):
    """The place of everybody at Red Nines: a deal a player, others caught with something.

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
    return {a: 1 + sum(totals[b] < totals[a] for b in people) for a in people}


def play_club(seed, spread, games):
    """The games of a club of four to nine who differ by so much, four to seven of whom sit down."""
    dice = random.Random(seed)
    members = dice.randint(4, 9)
    strength = {one: dice.gauss(0, spread) for one in range(members)}
    keen = [dice.uniform(0.3, 1.0) for _ in range(members)]
    for _ in range(games):
        size = dice.randint(4, min(members, 7))
        order = sorted(strength, key=lambda one: dice.random() ** (1 / keen[one]), reverse=True)
        yield play_game({one: strength[one] for one in sorted(order[:size])}, dice)


def foretold(club):
    """How much better than "everybody the same" the winners were foretold, and how often."""
    known = {}
    gained, games = 0.0, 0
    for at, places in enumerate(club):
        before = [known.get(one, Rating()) for one in places]
        if at >= FIRST_GAMES:
            would = chances(before)
            winners = [seat for seat, place in enumerate(places.values()) if place == 1]
            said = sum(math.log(would[seat]) for seat in winners) / len(winners)
            gained += said + math.log(len(before))
            games += 1
        after = rate_game(before, [Finish(at, seat) for seat, at in enumerate(places.values())])
        known.update(zip(places, after, strict=True))
    return gained, games


def gain(spread, clubs, games):
    """What the chances are worth for people who differ by so much, in thousandths of a nat."""
    told = [foretold(play_club(1000 + seed, spread, games)) for seed in range(clubs)]
    return 1000 * sum(one for one, _ in told) / sum(many for _, many in told)


@pytest.mark.benchmark
def test_chances_foretell_winners_and_do_not_believe_in_mere_luck(soaking, measured, monkeypatch):
    clubs, games = (24, 120) if soaking else (6, 80)
    monkeypatch.setattr(model, "STEPS", 40)
    found = {}
    for luck in LUCK if soaking else (0.5, 8):
        monkeypatch.setattr(model, "BETA", luck * SIGMA)
        model._model.cache_clear()
        found[luck] = {kind: gain(spread, clubs, games) for kind, spread in SPREADS.items()}
    model._model.cache_clear()
    for luck, gains in found.items():
        told = ", ".join(f"{kind} {value:+.0f}" for kind, value in gains.items())
        measured(f"What chances foretell with luck {luck} of what people differ", "mnat", told)
    ours, openskills = found[8], found[0.5]
    assert ours["better"] > 50
    assert ours["all alike"] > -25
    assert all(ours[kind] > openskills[kind] for kind in SPREADS)
