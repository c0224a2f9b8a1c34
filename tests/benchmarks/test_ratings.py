"""The model of the ratings foretells winners in clubs that exist on paper only."""

import math

import pytest

from scorer.services import ratings as model
from scorer.services.ratings import SIGMA, Finish, Rating, chances, rate_game
from tests.benchmarks.luck import play_club

SPREADS = {"all alike": 0.0, "a little better": 0.12, "better": 0.3}
LUCK = (0.5, 2, 4, 6, 8, 12)
FIRST_GAMES = 5


def foretold(club):
    """How much better than "everybody the same" the winners were foretold, and how often."""
    known = {}
    gained, games = 0.0, 0
    for at, game in enumerate(club):
        before = [known.get(one, Rating()) for one in game.people]
        if at >= FIRST_GAMES:
            would = chances(before)
            winners = [seat for seat, place in enumerate(game.places) if place == 1]
            said = sum(math.log(would[seat]) for seat in winners) / len(winners)
            gained += said + math.log(len(before))
            games += 1
        after = rate_game(before, [Finish(place, seat) for seat, place in enumerate(game.places)])
        known.update(zip(game.people, after, strict=True))
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


def test_the_same_club_plays_the_same_games():
    assert play_club(7, 0.2, 5) == play_club(7, 0.2, 5) != play_club(8, 0.2, 5)
