"""Deeds killed between any two statements: what is shown is never half of anything."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from sqlalchemy import event, select

from scorer.services.exchange import apply
from scorer.services.exchange.preview import SAME
from scorer.services.nights.night_list import list_nights
from scorer.services.people.forget import anonymise
from scorer.services.people.merge import merge_people, undo_merge
from scorer.services.projections import check
from scorer.services.ratings import read_ratings
from scorer.services.statistics.person import read_person
from scorer.storage import locks
from scorer.storage.database import Database
from scorer.storage.schema import games, players
from tests.played_club import play_club
from tests.services.finished_games import ids, win
from tests.services.imports import emptied, export, preview
from tests.tables import Wall, all_games

pytestmark = pytest.mark.every_database


class Killed(BaseException):
    """The process ended here: what was not committed is gone."""


@contextmanager
def killed_after(database: Database, many: int) -> Iterator[list[str]]:
    """Only so many statements get through; the list has the one at which it ended, if it did."""
    left, killed_at = [many], []

    def send(connection: Any, cursor: Any, statement: str, *rest: Any) -> None:
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


def shown(database: Database, club: str) -> Any:
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


def merge(database: Database, club: str) -> Callable[[], object]:
    who = ids(database, club)
    return lambda: merge_people(database, club, who["Annie"], who["Ann"], device=None)


def undo(database: Database, club: str) -> Callable[[], object]:
    change = str(merge(database, club)())
    return lambda: undo_merge(database, club, change)


def forget(database: Database, club: str) -> Callable[[], object]:
    who = ids(database, club)
    return lambda: anonymise(database, club, who["Annie"])


@pytest.mark.parametrize("prepared", [merge, undo, forget])
def test_two_are_one_person_and_somebody_is_forgotten_at_once_or_not_at_all(
    database: Database,
    club: str,
    prepared: Callable[[Database, str], Callable[[], object]],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(locks, "PIECE", 2)
    for seat in range(3):
        win(database, club, seat, "Annie", "Ben", "Cat", "Dan")
        table = win(database, club, seat, "Ann", "Ben", "Cat", "Dan")
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


def table_people(database: Database, club: str) -> list[dict[str, Any]]:
    who = ids(database, club)
    return [{"id": who[name], "name": name} for name in ("Ben", "Cat", "Dan")]


def test_an_import_that_is_killed_leaves_whole_nights_paid_as_they_were(
    database: Database, club: str, wall: Wall, monkeypatch: pytest.MonkeyPatch
) -> None:
    play_club(database, club, wall)
    whole = of_nights(database, club)
    data = export(database, club)
    fresh = emptied(database)
    monkeypatch.setattr(locks, "PIECE", 3)
    seen: set[int] = set()
    many = 0
    while True:
        plan, upload = preview(database, fresh, data)
        with killed_after(database, many) as killed_at:
            apply.apply_import(database, fresh, upload, by_name=True, mark=plan.mark)
        assert check(database) == []
        here = of_nights(database, fresh)
        assert here.items() <= whole.items()
        seen.add(len(here))
        if not killed_at:
            break
        many += 1
    assert seen == {0, 1, 2}
    assert preview(database, fresh, data)[0].games == {SAME: 5}
    assert export(database, fresh) == data


def of_nights(database: Database, club: str) -> dict[str, Any]:
    """The games of each night that is listed."""
    played = {game.id: game for game in all_games(database, club)}
    return {
        night.id: sorted(game.id for game in night.games if game.id in played)
        for night in list_nights(database, club).nights
    }
