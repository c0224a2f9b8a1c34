"""Bringing games in: who the people in the file are here."""

import pytest
from sqlalchemy import select, update

from scorer.services import clock
from scorer.services.club import clubs
from scorer.services.exchange.preview import SAME
from scorer.services.people.merge import merge_people
from scorer.services.projections import check
from scorer.storage.database import Database
from scorer.storage.schema import nights, players
from tests.played_club import play_club
from tests.services.imports import emptied, export, import_file, preview, repacked, second_club
from tests.tables import Wall, begin, new_id


def test_people_are_known_by_id_then_by_name_then_new(database: Database, club: str) -> None:
    begin(database, club, "Ann", "Ben", "Cat", "Dan")
    other, data = second_club(database), export(database, club)
    here = begin(database, other, "ANN", "Ben", "Fay", "Gus").read()
    plan = import_file(database, other, data)
    assert (plan.known, plan.by_name, plan.new) == ([], ["Ann", "Ben"], ["Cat", "Dan"])
    with database.reading() as connection:
        rows = connection.execute(select(players).where(players.c.club == other)).all()
    persons = {row.name: row.person for row in rows if row.person != row.id}
    sitting = here.sheet.sitters
    assert persons == {"Ann": sitting[0].player, "Ben": sitting[1].player}
    assert len(import_file(database, other, data).known) == 4
    assert check(database) == []


def test_people_of_one_name_can_be_kept_apart(database: Database, club: str) -> None:
    begin(database, club, "Ann", "Ben", "Cat", "Dan")
    other, data = second_club(database), export(database, club)
    begin(database, other, "Ann", "Ben", "Fay", "Gus")
    plan = import_file(database, other, data, by_name=False)
    assert (plan.by_name, len(plan.new)) == ([], 4)


def test_a_name_that_two_people_have_is_nobodys(database: Database, club: str) -> None:
    begin(database, club, "Ann", "Ben", "Cat", "Dan")
    other, data = second_club(database), export(database, club)
    begin(database, other, "Ann", "Ben", "Fay", "Gus")
    twins = [{"id": new_id(), "name": name} for name in ("Ann", "Hal", "Ivy", "Joe")]
    begin(database, other, players=twins)
    assert preview(database, other, data)[0].by_name == ["Ben"]


def test_people_who_are_one_stay_one(database: Database, club: str) -> None:
    one = begin(database, club).read().sheet.sitters[0].player
    two = begin(database, club, "Eve", "Fay", "Gus", "Hal").read().sheet.sitters[0].player
    merge_people(database, club, two, one, device=None)
    other, data = second_club(database), export(database, club)
    import_file(database, other, data)
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
    assert import_file(database, club, data).games == {SAME: 5}
    other = second_club(database)
    import_file(database, other, export(database, club))
    assert preview(database, other, data)[0].games == {SAME: 5}


@pytest.mark.every_database
def test_texts_of_a_file_are_made_fit_as_typed_ones_are_and_go_out_again_unchanged(
    database: Database, club: str
) -> None:
    begin(database, club)
    family = "\N{WOMAN}\u200d\N{WOMAN}\u200d\N{GIRL}"
    odd = {"name": "\u202eevil\u200b", "place": f"{family} \u2066here\u2069"}
    odd["note"] = f"one \u202etwo\n\n\n\n{family}e\u200b\u0301"
    told = repacked(
        export(database, club),
        nights=lambda nights: [{**nights[0], **odd}],
        club=lambda head: {**head, "name": "\u202eThe \u200bothers"},
    )
    fresh = emptied(database)
    import_file(database, fresh, told)
    assert clubs.get_club(database, fresh).name == "The others"
    with database.reading() as connection:
        row = connection.execute(select(nights)).one()
    assert (row.name, row.place) == ("evil", f"{family} here")
    assert row.note == f"one two\n\n{family}\xe9"
    data = export(database, fresh)
    fresh = emptied(database)
    import_file(database, fresh, data)
    assert export(database, fresh) == data


def test_a_name_in_other_letters_that_look_alike_is_the_same_name(
    database: Database, club: str
) -> None:
    begin(database, club, "Ann", "Ben", "Cat", "Dan")
    other, data = second_club(database), export(database, club)
    begin(database, other, "\uff21\uff4e\uff4e", "BEN", "Fay", "Gus")
    assert preview(database, other, data)[0].by_name == ["Ann", "Ben"]
