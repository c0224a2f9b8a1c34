"""Bringing games in: who the people in the file are here."""

from sqlalchemy import select, update

from scorer.services import clock
from scorer.services.plan import SAME
from scorer.storage.database import Database
from scorer.storage.models import players
from scorer.storage.results import check
from tests.played import play_club
from tests.services.bringing import bring, look, second_club
from tests.services.taking_along import export
from tests.tables import Wall, begin, new_id


def test_people_are_known_by_id_then_by_name_then_new(database: Database, club: str) -> None:
    begin(database, club, "Ann", "Ben", "Cat", "Dan")
    other, data = second_club(database), export(database, club)
    here = begin(database, other, "ANN", "Ben", "Fay", "Gus").read()
    plan = bring(database, other, data)
    assert (plan.known, plan.by_name, plan.new) == (0, ["Ann", "Ben"], ["Cat", "Dan"])
    with database.reading() as connection:
        rows = connection.execute(select(players).where(players.c.club == other)).all()
    persons = {row.name: row.person for row in rows if row.person != row.id}
    sitting = here.sheet.sitters
    assert persons == {"Ann": sitting[0].player, "Ben": sitting[1].player}
    assert bring(database, other, data).known == 4
    assert check(database) == []


def test_people_of_one_name_can_be_kept_apart(database: Database, club: str) -> None:
    begin(database, club, "Ann", "Ben", "Cat", "Dan")
    other, data = second_club(database), export(database, club)
    begin(database, other, "Ann", "Ben", "Fay", "Gus")
    plan = bring(database, other, data, by_name=False)
    assert (plan.by_name, len(plan.new)) == ([], 4)


def test_a_name_that_two_people_have_is_nobodys(database: Database, club: str) -> None:
    begin(database, club, "Ann", "Ben", "Cat", "Dan")
    other, data = second_club(database), export(database, club)
    begin(database, other, "Ann", "Ben", "Fay", "Gus")
    twins = [{"id": new_id(), "name": name} for name in ("Ann", "Hal", "Ivy", "Joe")]
    begin(database, other, players=twins)
    assert look(database, other, data)[0].by_name == ["Ben"]


def test_people_who_are_one_stay_one(database: Database, club: str) -> None:
    sitting = begin(database, club).read().sheet.sitters
    with database.writing() as connection:
        merge = update(players).where(players.c.id == sitting[1].player)
        connection.execute(merge.values(person=sitting[0].player))
    other, data = second_club(database), export(database, club)
    bring(database, other, data)
    assert export(database, other) == data


def test_whoever_became_anonymous_makes_no_book_different(
    database: Database, club: str, wall: Wall
) -> None:
    table = play_club(database, club, wall)[0]
    data = export(database, club)
    with database.writing() as connection:
        nameless = {"name": "Somebody", "anonymous_at": clock.now()}
        eve = table.read().sheet.sitters[3].player
        connection.execute(update(players).where(players.c.id == eve).values(**nameless))
    assert bring(database, club, data).games == {SAME: 5}
    other = second_club(database)
    bring(database, other, export(database, club))
    assert look(database, other, data)[0].games == {SAME: 5}
