"""Two deeds at once that concern a whole club: one waits for the other, or leaves it to him."""

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from sqlalchemy import select

from scorer.services import projections
from scorer.services.people.forget import anonymise
from scorer.services.projections import check, rebuild
from scorer.services.ratings import rate
from scorer.services.ratings.rate import rate_club
from scorer.storage.database import Database
from scorer.storage.locks import lock_club
from scorer.storage.schema import rated, rating_marks
from scorer.storage.unavailable import Unavailable
from tests.services.finished_games import win
from tests.tables import Table, begin

A_MOMENT = 0.5


@pytest.mark.every_database
def test_somebody_is_forgotten_while_all_copies_are_made_anew(
    database: Database, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The name goes between the reading of the books and the writing of the rows."""
    table.deal()
    who = table.read().sheet.sitters[0].player
    replace_rows = projections._replace_rows
    with ThreadPoolExecutor(1) as other:
        forgot = []

        def replace_while_another_forgets(*words: object) -> int:
            forgot.append(other.submit(anonymise, database, table.club, who))
            threading.Event().wait(A_MOMENT)
            return replace_rows(*words)  # type: ignore[arg-type]

        monkeypatch.setattr(projections, "_replace_rows", replace_while_another_forgets)
        assert rebuild(database) == 1
        assert forgot[0].result() == "Anon A"
    assert table.read().names[who] == "Anon A"
    assert check(database) == []


@pytest.mark.parametrize(
    "database", [pytest.param("postgresql", marks=pytest.mark.postgres)], indirect=True
)
def test_whoever_finishes_a_game_does_not_wait_for_who_rates(database: Database, club: str) -> None:
    table = begin(database, club)
    with database.writing() as connection:
        assert lock_club(connection, club)
        for _ in range(4):
            table.deal(0, 5, 6, 7)
        assert table.read().sheet.over
        assert rate_club(database, club)
        assert kept(database) == (1, 0)
    assert not rate_club(database, club)
    assert kept(database) == (0, 4)


@pytest.mark.every_database
def test_a_game_is_saved_where_its_ratings_cannot_be_written(
    database: Database, club: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*words: object) -> int:
        raise Unavailable("the disk is full")

    with monkeypatch.context() as patch:
        patch.setattr(rate, "rate_piece", fail)
        table = win(database, club, 0)
    assert table.read().sheet.over
    assert kept(database) == (1, 0)
    assert not rate_club(database, club)
    assert kept(database) == (0, 4)


@pytest.mark.every_database
def test_a_change_while_games_are_rated_is_rated_afterwards(
    database: Database, club: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The game is corrected by another thread after its result was read, before that is kept."""
    table = win(database, club, 0)
    with database.writing() as connection:
        rate.rate_from(connection, club, table.read().started_at, table.id)
    reading = rate.finishes_of
    hands = [{"points": points, "red_nines": 0} for points in (90, 9, 9, 9)]
    facts = {"out": 1, "hands": [hands[0], [], *hands[2:]]}
    content = {"deal": table.deals[0], "facts": facts}

    with ThreadPoolExecutor(1) as other:
        late = []

        def read_then_correct(*words: object) -> object:
            found = reading(*words)  # type: ignore[arg-type]
            monkeypatch.setattr(rate, "finishes_of", reading)
            late.append(other.submit(table.write, "correct_deal", content))
            threading.Event().wait(A_MOMENT)
            return found

        monkeypatch.setattr(rate, "finishes_of", read_then_correct)
        rate_club(database, club)
        assert late[0].result().version == 5
    assert not rate_club(database, club)
    assert check(database) == []


def kept(database: Database) -> tuple[int, int]:
    """How many marks there are, and how many rows of ratings."""
    with database.reading() as connection:
        return tuple(len(connection.execute(select(one)).all()) for one in (rating_marks, rated))  # type: ignore[return-value]
