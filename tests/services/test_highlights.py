"""Highlights of some games, and the records of a club."""

from typing import get_args

import pytest
from sqlalchemy import select

from scorer.rules.feats import feat_definitions
from scorer.rules.types import Unit
from scorer.rules.words import WORDS
from scorer.services.nights import bin
from scorer.services.nights.night_list import read_night
from scorer.services.people.merge import merge_people
from scorer.services.statistics.club import ENOUGH_GAMES, read_club
from scorer.services.statistics.highlights import read_best_ever, read_highlights
from scorer.services.statistics.kinds import read_kinds
from scorer.storage.schema import players
from tests.tables import begin, facts


def play(database, club, *dear, **how):
    """A game of which the dearest hands are told."""
    table = begin(database, club, **how)
    for points in dear or (32,):
        table.deal(0, 7, 23, points)
    return table


def records(database, club):
    with database.reading() as connection:
        return list(read_best_ever(connection, club, read_kinds(connection, club)))


def of_night(database, table):
    """The highlights of the night of a game."""
    night = read_night(database, table.club, table.night)
    return read_highlights(database, table.club, night.games)


@pytest.mark.every_database
def test_the_best_of_a_few_games_is_no_record(database, club):
    def told():
        return {one.game for one in read_club(database, club, 2025).records}

    # As many deals as people, so that they count though they are stopped.
    rules = {"house_rules": {"circuits": 2}}
    played = [play(database, club, 40, 32, 32, 32, **rules) for _ in range(ENOUGH_GAMES)]
    begin(database, club, variant="pink-nines")
    for table in played:
        # Games that were merely begun do not count.
        assert told() == set()
        table.write("end", {"why": "late", "leftover": None})
    assert told() == {played[0].id}
    bin.delete(database, club, "game", played[1].id, device=None)
    assert told() == set()


def test_the_best_ever_is_the_earlier_of_two_equals(database, club):
    _, second, third = (play(database, club, points) for points in (40, 60, 60))
    (found,) = records(database, club)
    assert (found.feat, found.game, found.names[found.player]) == ("caught", second.id, "Dan")
    assert found.number == 60
    assert found.day is not None
    third.correct(third.deals[0], facts(0, 7, 23, 70))
    assert [one.game for one in records(database, club)] == [third.id]
    bin.delete(database, club, "game", third.id, device=None)
    assert [one.game for one in records(database, club)] == [second.id]


def test_a_highlight_is_told_of_the_person(database, club):
    table = play(database, club, 40)
    begin(database, club, "Daniel", "Eve", "Fay", "Gus")
    with database.reading() as connection:
        wanted = select(players.c.name, players.c.id)
        who = {row.name: row.id for row in connection.execute(wanted)}
    merge_people(database, club, who["Dan"], who["Daniel"])
    (told,) = of_night(database, table)
    assert (told.player, told.names[told.player]) == (who["Daniel"], "Daniel")
    assert [one.names[one.player] for one in records(database, club)] == ["Daniel"]


def test_a_night_has_one_highlight_of_each_feat(database, club):
    table = play(database, club, 60)
    counters = begin(database, club, variant="red-nines-1881")
    hands = [[], *({"cards": cards, "red_nines": 0} for cards in (1, 4, 2))]
    counters.score({"out": 0, "hands": hands})
    told = of_night(database, table)
    assert [(one.feat, one.number, one.game) for one in told] == [("caught", 60, table.id)]


def test_of_the_best_deals_of_different_games_a_night_has_one(database, club):
    rummy = begin(database, club, variant="points")
    rummy.score({"points": [20, 0, 5, 10]})
    oxford = begin(database, club, "Ann", "Ben", "Cat", variant="oxford-whist")
    oxford.score({"bids": [3, 2, None], "tricks": [3, 2, 4]})
    assert (rummy.night, len(of_night(database, rummy))) == (oxford.night, 1)


def test_what_the_words_say_of_feats_fits_together():
    meanings = {meaning.key: meaning for meaning in feat_definitions()}
    for meaning in meanings.values():
        assert meaning.summed in ("count", "sum", "largest", "smallest")
        assert meaning.of is None or meaning.of in meanings
        if meaning.person:
            assert len(meaning.person.keys() & {"says", "part", "each"}) == 1, meaning.key
        if meaning.highlight is not None and meaning.highlight.limit:
            assert set(meaning.highlight.limit) == set(get_args(Unit))
    for words in WORDS["variants"].values():
        assert set(words.get("shared_feats", ())) <= meanings.keys()
