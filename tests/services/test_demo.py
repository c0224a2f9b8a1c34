"""A past that was made up is a past like any other."""

from datetime import timedelta

import pytest
from sqlalchemy import func, select

from scorer.rules.variants import newest_variants
from scorer.services import clock
from scorer.services.club.clubs import first_club
from scorer.services.demo import make_demo
from scorer.services.games.read import read_game
from scorer.services.nights.night_list import read_night
from scorer.services.projections import check
from scorer.storage.database import Database
from scorer.storage.schema import entries, games, nights
from tests.tables import all_games

NIGHTS = 15


@pytest.mark.every_database
def test_a_made_up_past_has_nights_of_every_game_and_its_results_agree(
    database: Database,
) -> None:
    made = make_demo(database, NIGHTS)
    with database.reading() as connection:
        variants = set(connection.scalars(select(games.c.variant)))
        kinds = set(connection.scalars(select(entries.c.kind)))
        assert connection.scalar(select(func.count()).select_from(nights)) == NIGHTS
        assert connection.scalar(select(func.count()).select_from(games)) == made.games
    assert variants == set(newest_variants())
    assert {"deal", "correct_deal", "withdraw"} <= kinds
    assert check(database) == []


def test_a_made_up_past_lies_in_a_club_of_its_own_and_ended_before_now(
    database: Database,
) -> None:
    club = first_club(database)
    made = make_demo(database, 2)
    assert made.club != club == first_club(database)
    assert all_games(database, club) == []
    newest = all_games(database, made.club)[0]
    assert clock.now() - timedelta(days=2) < newest.last_at < clock.now()
    assert read_night(database, made.club, newest.night).games
    assert read_game(database, made.club, newest.id).sheet.over


def test_the_same_dice_make_the_same_past(database: Database) -> None:
    def totals(club: str) -> list[list[int]]:
        return [[seat.total for seat in game.seats] for game in all_games(database, club)]

    once, again, other = (make_demo(database, 3, seed) for seed in (1, 1, 2))
    assert totals(once.club) == totals(again.club) != totals(other.club)
