"""Highlights as they are kept: of some games, and the best there ever were."""

from collections.abc import Sequence

import pytest
from sqlalchemy import Connection, select

from scorer.services.games.game_list import sheets_by_game
from scorer.services.nights.bin import delete_game
from scorer.services.people.merge import merge_people
from scorer.services.statistics import highlights
from scorer.services.statistics.highlights import (
    ENOUGH_FOR_RECORDS,
    HighlightRead,
    read_best_ever,
    read_highlights,
)
from scorer.storage import games
from scorer.storage.database import Database
from scorer.storage.games import GameSheet
from scorer.storage.schema import AnyRow, players
from tests.tables import Table, begin


def play(database: Database, club: str, *dear: int) -> Table:
    """A game of which the dearest hands are told."""
    table = begin(database, club)
    for points in dear or (32,):
        table.deal(0, 7, 23, points)
    return table


def records(database: Database, club: str) -> list[HighlightRead]:
    with database.reading() as connection:
        return list(read_best_ever(connection, club, enough=0))


@pytest.mark.every_database
def test_the_best_of_a_few_games_is_no_record(database: Database, club: str) -> None:
    played = [play(database, club, 40) for _ in range(ENOUGH_FOR_RECORDS)]
    begin(database, club, variant="pink-nines")
    for table in played:
        with database.reading() as connection:
            # Games that were merely begun do not count.
            assert read_best_ever(connection, club) == ()
        table.write("end", {"why": "late", "leftover": None})
    with database.reading() as connection:
        assert {one.game for one in read_best_ever(connection, club)} == {played[0].id}
    delete_game(database, club, played[1].id, device=None)
    with database.reading() as connection:
        assert read_best_ever(connection, club) == ()


def test_the_best_ever_is_kept_and_the_earlier_one_of_two_that_are_equal(
    database: Database, club: str
) -> None:
    _, second, third = (play(database, club, points) for points in (40, 60, 60))
    (found,) = records(database, club)
    assert (found.feat, found.game, found.name) == ("caught", second.id, "Dan")
    assert found.number == 60
    assert found.day is not None
    third.write("correct_deal", {"deal": third.deals[0], "facts": _deal(70)})
    assert [one.game for one in records(database, club)] == [third.id]
    delete_game(database, club, third.id, device=None)
    assert [one.game for one in records(database, club)] == [second.id]


def _deal(points: int) -> dict[str, object]:
    hands = [[], *({"points": one, "red_nines": 0} for one in (7, 23, points))]
    return {"out": 0, "hands": hands}


@pytest.mark.every_database
def test_a_night_tells_the_best_of_each_kind(database: Database, club: str) -> None:
    first, second = play(database, club, 40), play(database, club, 60, 20)
    told = read_highlights(database, club, sheets_by_game(database, club, [first.id, second.id]))
    assert [(one.feat, one.game, one.deal) for one in told] == [("caught", second.id, 1)]
    assert read_highlights(database, club, {}) == ()


@pytest.mark.every_database
def test_a_highlight_is_told_of_the_person(database: Database, club: str) -> None:
    table = play(database, club, 40)
    begin(database, club, "Daniel", "Eve", "Fay", "Gus")
    with database.reading() as connection:
        wanted = select(players.c.name, players.c.id)
        who = {row.name: row.id for row in connection.execute(wanted)}
    merge_people(database, club, who["Dan"], who["Daniel"], device=None)
    (told,) = read_highlights(database, club, {table.id: table.read().sheet})
    assert (told.person, told.name) == (who["Daniel"], "Daniel")
    assert [one.name for one in records(database, club)] == ["Daniel"]


def test_records_read_only_the_books_whose_cards_are_told_of(
    database: Database, club: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[str] = []

    def read_sheets(connection: Connection, club: str, rows: Sequence[AnyRow]) -> list[GameSheet]:
        read.extend(row.id for row in rows)
        return games.read_sheets(connection, club, rows)

    monkeypatch.setattr(highlights, "read_sheets", read_sheets)
    dearest = play(database, club, 70)
    close = begin(database, club)
    for out in (0, 1, 2, 3):
        close.deal(out, 7, 7, 8)
    found = {record.feat: record for record in records(database, club)}
    assert found["caught"].game == dearest.id
    assert found["closest_finish"].game == close.id
    sheet = close.read().sheet
    winners = tuple((sheet.sitters[seat].name,) for seat in sheet.winners)
    assert (found["closest_finish"].number, found["closest_finish"].winners) == (0, winners)
    assert read == [dearest.id]
