"""Ratings: kept from game to game, and the same however the games came to be what they are."""

import json
import math

import pytest
from openskill.models import ThurstoneMostellerFull
from sqlalchemy import select, update

from scorer.services import ratings as model
from scorer.services.nights import bin
from scorer.services.projections import check
from scorer.services.ratings import Finish, Rating, chances, rate_game, read_ratings
from scorer.storage.schema import ratings
from tests.faults import failing, sqlite_fault
from tests.services.finished_games import win
from tests.services.plain_recount import recounted
from tests.tables import begin


def kept(database, club):
    """How many games the kept ratings rest on, and what they are."""
    with database.reading() as connection:
        row = connection.execute(select(ratings).where(ratings.c.club == club)).first()
        return row and (row.games, row.state)


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
    found = read_ratings(database, club)
    ann, *_, dan = (one.player for one in played[0].read().sheet.sitters)
    assert found.keys() == {"red-nines", "points/points/skat", "points/points/tarot"}
    assert found["red-nines"][ann].mu > model.MU > found["red-nines"][dan].mu
    assert found["points/points/tarot"][dan].mu > model.MU > found["points/points/tarot"][ann].mu
    assert found == recounted(database, club)
    assert check(database) == []


def test_a_game_that_was_not_finished_is_not_rated(database, club):
    open_one, stopped = begin(database, club), begin(database, club)
    open_one.deal()
    stopped.write("end", {"why": "late", "leftover": None})
    assert read_ratings(database, club) == {}


@pytest.mark.every_database
def test_a_new_game_is_added_to_the_ratings_that_are_kept(database, club):
    first, second = (win(database, club, seat) for seat in (0, 1))
    right = read_ratings(database, club)
    assert kept(database, club) == (2, model.dump_json(right))
    shift(database, 1)
    win(database, club, 2)
    assert read_ratings(database, club) != recounted(database, club)
    assert kept(database, club)[0] == 3
    first.undo()
    assert read_ratings(database, club) == recounted(database, club)
    assert kept(database, club)[0] == 2
    shift(database, 1)
    bin.delete(database, club, "game", second.id, device=None)
    assert read_ratings(database, club) == recounted(database, club)
    shift(database, 1)
    bin.restore(database, club, "game", second.id)
    assert read_ratings(database, club) == recounted(database, club)
    assert kept(database, club)[0] == 2


def shift(database, by):
    """Change the strength of everybody in the ratings that are kept."""
    with database.writing() as connection:
        for row in connection.execute(select(ratings)).all():
            shifted = {
                kind: {one: (mu + by, sigma) for one, (mu, sigma) in of_kind.items()}
                for kind, of_kind in json.loads(row.state).items()
            }
            connection.execute(update(ratings).values(state=json.dumps(shifted)))


def test_ratings_that_cannot_be_kept_are_worked_out_again(database, club):
    win(database, club, 0)
    with failing(database, sqlite_fault("SQLITE_FULL")):
        assert read_ratings(database, club) == recounted(database, club)
    assert kept(database, club) is None


def test_chances_are_of_winning_one_game_and_sum_to_a_hundred():
    even = chances([Rating()] * 5)
    assert even == pytest.approx([0.2] * 5)
    better, worse, unknown = chances([Rating(40, 2), Rating(10, 2), Rating(25, 8)])
    assert better > unknown > worse
    assert chances([Rating(40, 2)]) == (1.0,)


def test_two_players_have_the_chances_of_the_normal_curve():
    from statistics import NormalDist

    one, other = Rating(30, 3), Rating(25, 5)
    apart = NormalDist(5, (9 + 25 + 2 * model.BETA**2) ** 0.5)
    assert chances([one, other])[0] == pytest.approx(1 - apart.cdf(0), abs=1e-4)
