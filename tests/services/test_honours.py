"""Ratings and highlights are copies too: `check` names what was spoilt, and they are made anew."""

from typing import Any

import pytest
from sqlalchemy import insert, select, update

from scorer.commands.copies import check_copies, rebuild_copies
from scorer.services.people.merging import merge_people
from scorer.services.statistics.catching_up import catch_up
from scorer.services.statistics.honours_check import check_honours
from scorer.services.statistics.ratings import catch_up_ratings
from scorer.storage.database import Database
from scorer.storage.honours import highlights, rated, ratings
from scorer.storage.models import games, players
from tests.tables import Table, begin


def play(database: Database, club: str, *outs: int) -> Table:
    """A game of four deals with a dear hand, won by whoever went out most often."""
    table = begin(database, club)
    for out in outs or (0, 0, 1, 0):
        table.deal(out, 7, 23, 60)
    return table


def rate(database: Database, club: str) -> None:
    with database.writing() as connection:
        while catch_up_ratings(connection, club):
            pass


def counted(database: Database, club: str) -> list[Table]:
    """Three games, all of them counted and rated."""
    played = [play(database, club, *outs) for outs in ((0, 0, 1, 0), (1, 1, 2, 1), (0, 3, 3, 3))]
    assert catch_up(database, club) == 0
    rate(database, club)
    return played


def kept(database: Database) -> list[Any]:
    with database.reading() as connection:
        tables = (rated, ratings, highlights)
        return [sorted(map(tuple, connection.execute(select(one)))) for one in tables]


def id_of(database: Database, name: str) -> str:
    with database.reading() as connection:
        return str(connection.scalar(select(players.c.id).where(players.c.name == name)))


@pytest.mark.parametrize(
    "spoilt",
    [
        "UPDATE rated SET mu = mu + 0.001 WHERE {here}",
        "UPDATE rated SET place = 4 - place WHERE {here}",
        "UPDATE rated SET wins = wins + 1 WHERE {here}",
        "DELETE FROM rated WHERE {here}",
        "UPDATE highlights SET standing = standing + 1 WHERE game = '{game}'",
        "UPDATE highlights SET numbers = '{{}}' WHERE game = '{game}'",
        "DELETE FROM highlights WHERE game = '{game}'",
    ],
)
def test_the_game_whose_rating_or_highlight_was_spoilt_is_named(
    database: Database, club: str, spoilt: str, capsys: pytest.CaptureFixture[str]
) -> None:
    _, second, _ = counted(database, club)
    before = kept(database)
    assert check_copies(database) == 0
    assert check_honours(database) == []
    here = f"game = '{second.id}' AND person = '{id_of(database, 'Ben')}'"
    with database.writing() as connection:
        connection.exec_driver_sql(spoilt.format(game=second.id, here=here))
    assert [(one.club, one.game) for one in check_honours(database)] == [(club, second.id)]
    capsys.readouterr()
    assert check_copies(database) == 1
    assert second.id in capsys.readouterr().out
    rebuild_copies(database)
    assert check_copies(database) == 0
    assert kept(database) == before


@pytest.mark.parametrize(
    "spoilt",
    ["UPDATE ratings SET sigma = 1", "UPDATE ratings SET games = 7", "DELETE FROM ratings"],
)
def test_the_person_whose_rating_was_spoilt_is_named(
    database: Database, club: str, spoilt: str, capsys: pytest.CaptureFixture[str]
) -> None:
    counted(database, club)
    ben = id_of(database, "Ben")
    with database.writing() as connection:
        connection.exec_driver_sql(f"{spoilt} WHERE person = '{ben}'")
    capsys.readouterr()
    assert check_copies(database) == 1
    assert capsys.readouterr().out == (
        f"statistics: the rating of Ben ({ben}) is not what their newest game made of it\n"
    )
    rebuild_copies(database)
    assert check_copies(database) == 0


def test_a_rating_or_highlight_of_a_game_that_has_none_is_found(
    database: Database, club: str
) -> None:
    first, *_ = counted(database, club)
    unfinished = begin(database, club)
    assert catch_up(database, club) == 0
    with database.writing() as connection:
        for table in (rated, highlights):
            row = connection.execute(select(table).where(table.c.game == first.id)).first()
            assert row is not None
            connection.execute(insert(table), {**row._mapping, "game": unfinished.id})
    problems = [(one.game, one.problem.split()[1]) for one in check_honours(database)]
    assert problems == [(unfinished.id, "highlights"), (unfinished.id, "it")]


def test_noise_in_the_last_digits_is_no_difference(database: Database, club: str) -> None:
    counted(database, club)
    with database.writing() as connection:
        for table in (rated, ratings):
            connection.execute(update(table).values(mu=table.c.mu + 1e-12))
    assert check_honours(database) == []


def test_what_is_still_to_be_counted_or_rated_is_no_difference(
    database: Database, club: str
) -> None:
    first, second, _ = counted(database, club)
    second.undo()
    assert check_honours(database) == []
    assert catch_up(database, club) == 0
    assert check_honours(database) == []
    rate(database, club)
    assert check_honours(database) == []
    with database.writing() as connection:
        spoilt = update(rated).where(rated.c.game == first.id)
        connection.execute(spoilt.values(mu=rated.c.mu + 1))
    assert [one.game for one in check_honours(database)] == [first.id]


def test_more_games_than_are_read_at_once_are_compared(
    database: Database, club: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    counted(database, club)
    last = play(database, club)
    assert catch_up(database, club) == 0
    rate(database, club)
    for at_once in (1, 2, 3, 4):
        monkeypatch.setattr("scorer.services.statistics.honours_check.AT_ONCE", at_once)
        assert check_honours(database) == []
    with database.writing() as connection:
        connection.execute(update(rated).where(rated.c.game == last.id).values(sigma=1))
        connection.execute(update(ratings).values(sigma=1))
    monkeypatch.setattr("scorer.services.statistics.honours_check.AT_ONCE", 2)
    assert [one.game for one in check_honours(database)] == [last.id]


def test_people_put_together_and_games_in_the_bin_are_no_difference(
    database: Database, club: str
) -> None:
    first, *_ = counted(database, club)
    other = begin(database, club, "Eve", "Ben", "Cat", "Dan")
    for _ in range(4):
        other.deal(0, 7, 23, 32)
    catch_up(database, club)
    rate(database, club)
    merge_people(database, club, id_of(database, "Eve"), id_of(database, "Ann"), device=None)
    assert check_honours(database) == []
    rate(database, club)
    assert check_honours(database) == []
    with database.writing() as connection:
        gone = update(games).where(games.c.id == first.id)
        binned = connection.scalar(select(games.c.started_at).where(games.c.id == first.id))
        connection.execute(gone.values(deleted_at=binned, tallied=-1))
    assert check_honours(database) == []
    assert catch_up(database, club) == 0
    rate(database, club)
    assert check_honours(database) == []
