"""Deeds killed between any two statements: what is shown is never half of anything."""

from contextlib import contextmanager

import pytest
from sqlalchemy import event, select

from scorer.services.people.anonymise import anonymise
from scorer.services.people.merge import merge_people, undo_merge
from scorer.services.projections import check
from scorer.services.ratings import read_ratings
from scorer.services.statistics.person import read_person
from scorer.storage.schema import games, players
from tests.services.finished_games import ids, win


class Killed(BaseException):
    """The process ended here: what was not committed is gone."""


@contextmanager
def killed_after(database, many):
    """Only so many statements get through; the list has the one at which it ended, if it did."""
    left, killed_at = [many], []

    def send(connection, cursor, statement, *rest):
        if not left[0]:
            killed_at.append(statement)
            raise Killed
        left[0] -= 1

    event.listen(database.engine, "before_cursor_execute", send)
    try:
        yield killed_at
    except Killed:
        pass
    finally:
        event.remove(database.engine, "before_cursor_execute", send)


def shown(database, club):
    """What pages say of everybody: names, sheets, statistics and ratings."""
    people = sorted(ids(database, club).values())
    ratings = read_ratings(database, club)
    with database.reading() as connection:
        every = list(connection.scalars(select(games.c.id).where(games.c.club == club)))
        names = connection.execute(select(players.c.id, players.c.name, players.c.person)).all()
    from scorer.services.games.read import read_game

    sheets = [read_game(database, club, game) for game in sorted(every)]
    return (
        sorted(map(tuple, names)),
        [(read.names, read.sheet.sitters) for read in sheets],
        [read_person(database, club, who).whole for who in people],
        {
            (kind, who): round(rating.mu, 9)
            for kind, of_kind in ratings.items()
            for who, rating in of_kind.items()
        },
    )


def merge(database, club):
    who = ids(database, club)
    return lambda: merge_people(database, club, who["Annie"], who["Ann"])


def undo(database, club):
    merge(database, club)()
    annie = ids(database, club)["Annie"]
    return lambda: undo_merge(database, club, annie)


def forget(database, club):
    who = ids(database, club)
    return lambda: anonymise(database, club, who["Annie"])


@pytest.mark.parametrize("prepared", [merge, undo, forget])
def test_two_are_one_person_and_somebody_is_forgotten_at_once_or_not_at_all(
    database, club, prepared
):
    win(database, club, 0, "Annie", "Ben", "Cat", "Dan")
    table = win(database, club, 1, "Ann", "Ben", "Cat", "Dan")
    annie = {"id": ids(database, club)["Annie"], "name": "Annie"}
    table.write("correct_start", {"players": [annie, *table_people(database, club)]})
    deed = prepared(database, club)
    before, many = shown(database, club), 0
    while (now := shown(database, club)) == before:
        with killed_after(database, many) as killed_at:
            deed()
        many += 1
        assert check(database) == []
        if not killed_at:
            break
    assert many > 3
    now = shown(database, club)
    assert now != before
    assert check(database) == []


def table_people(database, club):
    who = ids(database, club)
    return [{"id": who[name], "name": name} for name in ("Ben", "Cat", "Dan")]
