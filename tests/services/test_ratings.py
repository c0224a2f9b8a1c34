"""Ratings: kept from game to game, and the same however the games came to be what they are."""

import math
from datetime import timedelta

import pytest
from openskill.models import ThurstoneMostellerFull

from scorer.services import clock
from scorer.services import ratings as model
from scorer.services.nights import bin
from scorer.services.projections import check
from scorer.services.ratings import Finish, Rating, chances, mark_due, rate_due, rate_game
from scorer.services.statistics.club import read_club
from scorer.storage.unavailable import Unavailable
from tests.faults import failing
from tests.services.finished_games import win
from tests.services.plain_recount import kept_ratings, recounted
from tests.tables import begin, facts


def play(table, *outs):
    for out in outs or (0, 0, 1, 2):
        table.deal(out)
    return table


PEOPLE = [Rating(27.0, 6.0), Rating(24.0, 8.0), Rating(31.0, 2.0), Rating(25.0, 7.5)]
WON, LOST = Finish(1, 0), Finish(2, 1)


def test_where_everybody_plays_alone_the_model_rates_each():
    """As it does without us, which adds to every game what people may change."""
    places = [2, 1, 4, 2]
    after = rate_game(PEOPLE, [Finish(at, seat) for seat, at in enumerate(places)])
    of_its_own = ThurstoneMostellerFull(
        mu=model.MU, sigma=model.SIGMA, beta=model.BETA, tau=model.TAU
    )
    teams = [[of_its_own.create_rating([one.mu, one.sigma])] for one in PEOPLE]
    wanted = of_its_own.rate(teams, ranks=[float(place) for place in places])
    for rating, (alone,) in zip(after, wanted, strict=True):
        assert rating.mu == pytest.approx(alone.mu, abs=1e-12)
        assert rating.sigma == pytest.approx(alone.sigma, abs=1e-12)


def test_partners_who_are_alike_move_alike_and_both_win():
    ann, ben, cat, dan = rate_game([Rating()] * 4, [WON, LOST, WON, LOST])
    assert (ann, ben) == (cat, dan)
    assert ann.mu > model.MU > ben.mu
    assert ann.mu - model.MU == pytest.approx(model.MU - ben.mu)
    assert ann.sigma == pytest.approx(ben.sigma)
    assert ann.sigma < math.hypot(model.SIGMA, model.TAU)


def skat(database, club, title, *points):
    """A game of points of one deal, of which the highest wins."""
    rules = {"title": title, "wins": "highest", "length": "deals", "deals": 1}
    table = begin(database, club, variant="points", house_rules=rules)
    table.score({"points": list(points)})
    return table


def test_each_kind_of_game_has_ratings_of_its_own(database, club):
    played = [play(begin(database, club), 0, 0, 0, 0)]
    played += [skat(database, club, title, 1, 2, 3, 9) for title in ("Skat", "SKAT ", "Tarot")]
    found = kept_ratings(database, club)
    ann, *_, dan = (one.player for one in played[0].read().sheet.sitters)
    assert found.keys() == {"red-nines", "points/points/skat", "points/points/tarot"}
    assert found["red-nines"][ann].mu > model.MU > found["red-nines"][dan].mu
    assert found["points/points/tarot"][dan].mu > model.MU > found["points/points/tarot"][ann].mu
    assert found == recounted(database, club)
    assert check(database) == []


def test_a_game_that_was_not_finished_or_not_played_is_not_rated(database, club):
    open_one, stopped = begin(database, club), begin(database, club)
    open_one.deal()
    stopped.write("end", {"why": "late", "leftover": None})
    assert kept_ratings(database, club) == {}


@pytest.mark.every_database
def test_ratings_begin_again_at_the_first_game_that_has_changed(database, club, monkeypatch):
    counted = []

    def rate_and_count(*game):
        counted.append(game)
        return rate_game(*game)

    def rated_by(deed):
        counted.clear()
        deed()
        assert kept_ratings(database, club) == recounted(database, club)
        return len(counted)

    first, second, third = (win(database, club, seat) for seat in (0, 1, 1))
    rate_due(database, club)
    monkeypatch.setattr(model, "rate_game", rate_and_count)
    assert rated_by(lambda: win(database, club, 2)) == 1
    assert rated_by(third.undo) == 1
    assert rated_by(third.redo) == 2
    assert rated_by(lambda: bin.delete(database, club, "game", second.id, device=None)) == 2
    assert rated_by(lambda: bin.restore(database, club, "game", second.id)) == 3
    assert rated_by(lambda: first.correct(first.deals[0], facts(1, 5, 6, 7))) == 4
    # A look at the statistics works nothing out.
    assert rated_by(lambda: read_club(database, club, 2025)) == 0
    # What is too much for one transaction is done in several.
    monkeypatch.setattr(model, "UNTIL", model.UNTIL.offset(0))
    assert rated_by(lambda: bin.delete(database, club, "game", second.id, device=None)) == 2


def test_ratings_that_cannot_be_written_are_worked_out_with_the_next_game(database, club):
    win(database, club, 0)
    before = kept_ratings(database, club)
    with database.writing() as connection:
        mark_due(connection, club, clock.now() - timedelta(days=1))
    with failing(database, Unavailable("disk_full")):
        rate_due(database, club)
    assert kept_ratings(database, club) == before
    win(database, club, 1)
    assert kept_ratings(database, club) == recounted(database, club)


def test_chances_are_of_winning_one_game_and_sum_to_a_hundred():
    even = chances([Rating()] * 5)
    assert even == pytest.approx([0.2] * 5)
    better, worse, unknown = chances([Rating(40, 2), Rating(10, 2), Rating(25, 8)])
    assert better > unknown > worse
    assert chances([Rating(40, 2)]) == (1.0,)


def test_two_players_by_themselves_have_the_chances_of_the_normal_distribution():
    from statistics import NormalDist

    one, other = Rating(30, 3), Rating(25, 5)
    apart = NormalDist(5, (9 + 25 + 2 * model.BETA**2) ** 0.5)
    assert chances([one, other])[0] == pytest.approx(1 - apart.cdf(0), abs=1e-4)
