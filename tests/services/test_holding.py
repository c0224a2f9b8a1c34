"""Two deeds at once that concern a whole club: one waits for the other, or leaves it to him."""

import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from sqlalchemy import Connection, select
from sqlalchemy import Table as Rows

from scorer.services.people.forgetting import anonymise
from scorer.services.statistics import honours
from scorer.services.statistics.catching_up import catch_up
from scorer.services.statistics.highlights import highlight_keeper
from scorer.storage.database import Database
from scorer.storage.honours import highlights
from scorer.storage.models import games
from scorer.storage.recount import check_statistics, rebuild_statistics
from scorer.storage.results import check
from scorer.storage.uncounted import count_waiting, mark_uncounted
from tests.tables import Table

A_MOMENT = 0.5


def test_somebody_is_forgotten_while_the_statistics_are_made_anew(
    database: Database, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The two are led to where each would hold what the other waits for."""
    table.deal()
    counting, forgetting = threading.Event(), threading.Event()
    alone = Database.alone

    def led(self: Database, connection: Connection, rows: Rows) -> None:
        if threading.current_thread().name.startswith("counting"):
            counting.set()
            forgetting.wait(A_MOMENT)
            alone(self, connection, rows)
        else:
            counting.wait(A_MOMENT)
            alone(self, connection, rows)
            if rows is games:
                forgetting.set()

    monkeypatch.setattr(Database, "alone", led)
    who = table.read().sheet.sitters[0].player
    with (
        ThreadPoolExecutor(1, thread_name_prefix="counting") as one,
        ThreadPoolExecutor(1, thread_name_prefix="forgetting") as other,
    ):
        forgot = other.submit(anonymise, database, table.club, who)
        counted = one.submit(rebuild_statistics, database)
        assert forgot.result() == "Anon A"
        assert counted.result() == 1
    assert table.read().names[who] == "Anon A"
    assert (check(database), check_statistics(database)) == ([], [])


def test_highlights_are_kept_anew_while_somebody_catches_up(
    database: Database, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    table.deal(0, 7, 23, 90)
    table.write("end", {"why": "late"})
    catch_up(database, table.club)
    before = kept(database)
    assert before
    with database.writing() as connection:
        mark_uncounted(connection, table.club, these=[table.id])
    with ThreadPoolExecutor(1) as other:
        caught: list[Any] = []

        def keep_while_another_counts(*words: Any) -> None:
            highlight_keeper(*words)
            caught.append(other.submit(catch_up, database, table.club))
            threading.Event().wait(A_MOMENT)

        monkeypatch.setattr(honours, "highlight_keeper", keep_while_another_counts)
        honours.rebuild_honours(database)
        assert [one.result() for one in caught] in ([0], [1])
    catch_up(database, table.club)
    with database.reading() as connection:
        assert count_waiting(connection, table.club) == 0
    assert kept(database) == before


def kept(database: Database) -> list[Any]:
    with database.reading() as connection:
        return sorted(map(tuple, connection.execute(select(highlights))))
