"""Two who sat in one deal are two people, whatever is said of them afterwards."""

from collections.abc import Callable
from itertools import cycle
from threading import Thread

import pytest
from sqlalchemy import select, update

from scorer.rules.errors import BadEntry
from scorer.services.errors import Conflict
from scorer.services.people.merge import merge_people, undo_merge
from scorer.services.people.players import name_player
from scorer.storage.database import Database
from scorer.storage.schema import games as games_table
from scorer.storage.schema import players, results
from tests.services.finished_games import finish, ids, merged
from tests.tables import begin, new_id


def test_two_who_sat_in_one_deal_are_two_people(database: Database, club: str) -> None:
    begin(database, club)
    with pytest.raises(Conflict) as refused:
        merged(database, club, "Ann", "Ben")
    assert "played in the same deal" in refused.value.message


def test_two_are_two_people_though_one_of_them_left_meanwhile(
    database: Database, club: str
) -> None:
    table = begin(database, club)
    table.deal()
    seat = {"after": table.deals[0], "seat": 0, "player": {"id": None, "name": "Eve"}}
    table.write("take_seat", seat)
    with pytest.raises(Conflict):
        merged(database, club, "Ann", "Ben")


def test_who_takes_over_from_himself_was_one_person_all_the_time(
    database: Database, club: str
) -> None:
    table = begin(database, club)
    table.deal()
    seat = {"after": table.deals[0], "seat": 0, "player": {"id": None, "name": "Annie"}}
    table.write("take_seat", seat)
    table.deal()
    merged(database, club, "Annie", "Ann")
    assert set(table.read().names.values()) == {"Ann", "Ben", "Cat", "Dan"}


def test_one_person_cannot_sit_in_two_seats_under_two_names(database: Database, club: str) -> None:
    begin(database, club)
    table = begin(database, club, "Annie", "Ben", "Cat", "Dan")
    who = ids(database, club)
    merged(database, club, "Annie", "Ann")
    with pytest.raises(BadEntry, match="already sits on"):
        seat = {"after": None, "seat": 1, "player": {"id": who["Ann"], "name": "Ann"}}
        table.write("take_seat", seat)
    # By name alone somebody else is meant: that Ann already sits here.
    seat = {"after": None, "seat": 1, "player": {"id": None, "name": "Ann"}}
    name = new_id()
    table.write("take_seat", seat, name=name)
    assert table.write("take_seat", seat, name=name).repeated
    assert len({table.read().persons[one.player] for one in table.read().sheet.sitters}) == 4


@pytest.mark.every_database
def test_people_are_merged_while_others_take_seats(database: Database, club: str) -> None:
    """Neither waits for the other for ever, and every result is the person's in the end."""
    begin(database, club, "Ann", "Ben", "Cat", "Dan")
    table = begin(database, club, "Annie", "Ben", "Cat", "Dan")
    who = ids(database, club)
    faults: list[BaseException] = []

    def trying(deed: Callable[[], object]) -> Callable[[], None]:
        def run() -> None:
            try:
                for _ in range(8):
                    deed()
            except BaseException as fault:
                faults.append(fault)

        return run

    def merge_and_undo() -> None:
        deed = merge_people(database, club, who["Annie"], who["Ann"], device=None)
        undo_merge(database, club, deed)

    eve = name_player(database, club, "Eve")
    turns = cycle([{"id": eve.id, "name": "Eve"}, {"id": who["Annie"], "name": "Annie"}])

    def sit_down() -> None:
        table.write("take_seat", {"after": None, "seat": 0, "player": next(turns)})

    threads = [Thread(target=trying(deed)) for deed in (merge_and_undo, sit_down)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert faults == []
    with database.reading() as connection:
        wrong = select(results.c.game).join(
            players, (players.c.club == results.c.club) & (players.c.id == results.c.player)
        )
        assert connection.execute(wrong.where(results.c.person != players.c.person)).all() == []


@pytest.mark.every_database
def test_a_deal_that_lies_in_the_bin_was_played_together_all_the_same(
    database: Database, club: str
) -> None:
    table = finish(begin(database, club))
    with database.writing() as connection:
        gone = update(games_table).where(games_table.c.id == table.id)
        connection.execute(gone.values(deleted_at=games_table.c.started_at))
    with pytest.raises(Conflict, match="sat_together"):
        merged(database, club, "Ann", "Ben")
