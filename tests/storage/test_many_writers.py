"""Sixteen threads write and send again: no gaps, nothing twice, nothing lost."""

import random
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from sqlalchemy import select

from scorer.services.games import score
from scorer.services.games.read import read_game
from scorer.services.projections import check
from scorer.storage.database import Database, open_database
from scorer.storage.schema import entries
from tests.tables import Table, all_games, begin, new_id, people, random_facts

THREADS = 16


def all_at_once(deeds: list[Callable[[], Any]]) -> list[Any]:
    """Let as many threads as there are deeds begin at the same moment."""
    ready = threading.Barrier(len(deeds))

    def do(deed: Callable[[], Any]) -> Any:
        ready.wait()
        return deed()

    with ThreadPoolExecutor(len(deeds)) as threads:
        return [done.result() for done in [threads.submit(do, deed) for deed in deeds]]


def stored(database: Database, table: Table) -> list[tuple[int, str]]:
    wanted = select(entries.c.number, entries.c.name).where(entries.c.game == table.id)
    with database.reading() as connection:
        return [tuple(row) for row in connection.execute(wanted.order_by(entries.c.number))]


def test_sixteen_threads_write_and_resend_the_same_entries(
    database: Database, club: str, soaking: bool
) -> None:
    """Half of the threads share a connection pool with the other half's rivals."""
    dice = random.Random(9)
    entries_each, games = (50, 3) if soaking else (5, 2)
    other = open_database(database.url.render_as_string(hide_password=False))
    tables = [begin(database, club, "Ann", "Ben", "Cat", "Dan") for _ in range(games)]
    # Corrections of the first deal can be written in any order, and any number of them.
    for table in tables:
        table.deal()
    said = [
        (table, new_id(), {"deal": table.deals[0], "facts": random_facts(4, dice)})
        for table in tables
        for _ in range(entries_each)
    ]
    answers: dict[str, list[tuple[int, bool]]] = {name: [] for _, name, _ in said}
    lock = threading.Lock()

    def writer(number: int) -> Callable[[], None]:
        mine = said * 2  # each thread sends everything, and everything again
        random.Random(number).shuffle(mine)

        def write() -> None:
            for table, name, content in mine:
                saved = score.write(
                    database if number % 2 else other,
                    club,
                    table.id,
                    device=None,
                    name=name,
                    seen=1_000_000,
                    kind="correct_deal",
                    content=content,
                )
                with lock:
                    answers[name].append((saved.number, saved.repeated))

        return write

    try:
        all_at_once([writer(number) for number in range(THREADS)])
    finally:
        other.close()
    for table in tables:
        names = {name for mine, name, _ in said if mine is table}
        book = stored(database, table)
        assert [number for number, _ in book] == list(range(1, entries_each + 2))
        assert {name for _, name in book[1:]} == names
        assert table.read().version == entries_each + 1
        for number, name in book[1:]:
            assert {told for told, _ in answers[name]} == {number}
            assert len(answers[name]) == 2 * THREADS
            assert sum(not repeated for _, repeated in answers[name]) == 1
    assert check(database) == []


def test_what_sixteen_phones_say_of_the_next_deal_is_all_in_the_book(
    database: Database, table: Table
) -> None:
    dice = random.Random(2)

    def phone() -> str:
        content = {"after": None, "facts": random_facts(4, dice)}
        name = new_id()
        score.write(
            database,
            table.club,
            table.id,
            device=None,
            name=name,
            seen=0,
            kind="deal",
            content=content,
        )
        return name

    written = all_at_once([phone] * THREADS)
    assert {name for _, name in stored(database, table)} == set(written)
    (deal,) = read_game(database, table.club, table.id).sheet.deals
    assert {deal.id, *(rival.id for rival in deal.rivals)} == set(written)
    assert check(database) == []


def test_a_game_started_by_sixteen_threads_with_one_id_is_started_once(
    database: Database, club: str
) -> None:
    from scorer.services.games.start import start_game
    from scorer.services.nights.front import read_front

    game = new_id()
    said: dict[str, Any] = {"variant": "red-nines", "players": people("Ann", "Ben", "Cat", "Dan")}
    deed = lambda: start_game(database, club, device=None, game_id=game, **said)  # noqa: E731
    assert set(all_at_once([deed] * THREADS)) == {game}
    (line,) = all_games(database, club)
    assert [seat.name for seat in line.seats] == ["Ann", "Ben", "Cat", "Dan"]
    assert len(read_front(database, club).in_progress) == 1


def test_of_sixteen_that_want_the_same_again_all_get_one_game(
    database: Database, table: Table
) -> None:
    from scorer.services.games.start import same_again

    for _ in range(4):
        table.deal()
    deed = lambda: same_again(  # noqa: E731
        database, table.club, table.id, device=None, game_id=new_id()
    )
    (game,) = set(all_at_once([deed] * THREADS))
    assert table.read().followed_by == game
