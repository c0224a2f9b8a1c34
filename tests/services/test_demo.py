"""A past that was made up is a past like any other."""

from collections import Counter
from datetime import timedelta

import pytest
from sqlalchemy import func, select

from scorer.rules.variants import newest_variants
from scorer.services import clock, demo
from scorer.services.club.clubs import first_club
from scorer.services.demo import PEOPLE, make_demo
from scorer.services.exchange.plan import NEW
from scorer.services.games.read import read_game
from scorer.services.projections import check
from scorer.storage import book
from scorer.storage.schema import entries, games, nights
from tests.services.imports import emptied, export, import_file
from tests.tables import all_games

NIGHTS = 10


def test_a_made_up_past_has_every_game_and_goes_out_and_in(database):
    club = first_club(database)
    made, many = make_demo(database, NIGHTS)
    # It is that of a club of its own, up to now.
    assert made != club == first_club(database)
    assert all_games(database, club) == []
    newest = all_games(database, made)[0]
    assert clock.now() - timedelta(days=2) < newest.last_at < clock.now()
    with database.reading() as connection:
        variants = set(connection.scalars(select(games.c.variant)))
        kinds = set(connection.scalars(select(entries.c.kind)))
        assert connection.scalar(select(func.count()).select_from(nights)) == NIGHTS
        assert connection.scalar(select(func.count()).select_from(games)) == many
    assert variants == set(newest_variants())
    assert {"deal", "correct", "withdraw", "change_table"} <= kinds
    assert check(database) == []
    by_game = {it.id: read_game(database, made, it.id).sheet for it in all_games(database, made)}
    sheets = [*by_game.values()]
    played = [(sheet, deal) for sheet in sheets for deal in sheet.deals_that_count]
    counts = Counter(feat.key for sheet, deal in played for feat in sheet.feats_of(deal))
    # Some bids are made and some missed, and some are told by their cards or never shown.
    assert 0 < counts["made_a_bid"] < counts["won_the_bidding"]
    bids = [bid for _, deal in played for bid in deal.record.get("bids", ())]
    assert {int, list, type(None)} == {type(bid) for bid in bids}
    assert len(bids) / 5 < counts["made_the_bid"] < len(bids)
    # Some win together, and nobody always.
    assert any(len(sheet.sitters) > len(set(sheet.start.sides)) for sheet in sheets)
    best = Counter(sheet.sitters[seat].name for sheet in sheets for seat in sheet.winning_seats)
    assert len(best) > len(PEOPLE) / 2
    assert sum(sheet.ended is None for sheet in sheets) > len(sheets) / 2
    # As a file it goes out, and comes in as it was.
    data, own = export(database, made), emptied(database)
    assert import_file(database, own, data).games == {NEW: many}
    assert export(database, own) == data
    assert check(database) == []
    assert {game: read_game(database, own, game).sheet for game in by_game} == by_game


@pytest.mark.every_database
def test_any_made_up_past_is_as_its_books_say(database, monkeypatch):
    """Also where a game took longer than a table goes on playing, and was stopped."""
    monkeypatch.setattr(book, "STILL_PLAYING", timedelta(minutes=30))
    monkeypatch.setattr(demo, "STOPPED", 0.2)
    for seed in (1, 2, 3):
        make_demo(database, seed, seed)
    assert check(database) == []


def test_the_same_dice_make_the_same_past(database):
    def totals(club):
        return [[seat.total for seat in game.seats] for game in all_games(database, club)]

    once, again, other = (make_demo(database, 1, seed)[0] for seed in (1, 1, 2))
    assert totals(once) == totals(again) != totals(other)
