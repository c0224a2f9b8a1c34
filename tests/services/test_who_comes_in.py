"""Who comes in with a file: nobody twice in one game, nobody without one, and all undoable."""

import json
from typing import Any

import pytest
from sqlalchemy import select

from scorer.services.exchange.export import export_club
from scorer.services.exchange.faults import BadFile
from scorer.services.exchange.preview import DIFFERENT, LONGER, NEW, SAME
from scorer.services.games.read import read_game
from scorer.services.people.forget import anonymise
from scorer.services.people.merge import merge_people, merges_of, undo_merge
from scorer.services.people.players import rename_player
from scorer.services.projections import check
from scorer.storage.database import Database
from scorer.storage.schema import changes, players, results
from tests.services.imports import everything, import_file, preview, repacked, second_club
from tests.tables import Table, all_games, begin, new_id

TWICE = """2024-05-03,Red Nines,Ben,1
2024-05-03,Red Nines,ben,2
2024-05-03,Red Nines,BEN ,4
2024-05-03,Red Nines,D,4
"""


def persons(database: Database, club: str) -> dict[str, list[str]]:
    """The persons of each seat, by game."""
    wanted = select(results.c.game, results.c.person).where(results.c.club == club)
    found: dict[str, list[str]] = {}
    with database.reading() as connection:
        for row in connection.execute(wanted):
            found.setdefault(row.game, []).append(row.person)
    return found


def nobody_twice(database: Database, club: str) -> bool:
    return all(len(set(one)) == len(one) for one in persons(database, club).values())


def rows(database: Database, club: str) -> dict[str, Any]:
    with database.reading() as connection:
        found = connection.execute(select(players).where(players.c.club == club)).all()
    return {row.name: row for row in found}


def record(*names: str, **more: Any) -> bytes:
    deal = {"out": 0, "hands": [[], *([{"points": 25, "red_nines": 0}] * (len(names) - 1))]}
    told = {"format": "scorer-game/1", "variant": "red-nines", "players": list(names)}
    return json.dumps({**told, "deals": [deal], **more}).encode()


def export(database: Database, club: str) -> bytes:
    return export_club(database, club).whole()


@pytest.mark.parametrize("by_name", [True, False])
def test_a_table_with_two_alike_in_one_game_asks_whether_they_are_two(
    database: Database, club: str, by_name: bool
) -> None:
    before = everything(database)
    with pytest.raises(BadFile) as fault:
        preview(database, club, TWICE.encode(), by_name=by_name)
    assert [(one.where, one.says) for one in fault.value.faults] == [
        (
            f"Line {line}",
            f"Ben and {name} in the same game: are they two people? Write their names differently.",
        )
        for line, name in ((2, "ben"), (3, "BEN"))
    ]
    assert everything(database) == before


@pytest.mark.every_database
@pytest.mark.parametrize("here", [(), ("Ann", "Ben", "Cat", "Dan"), ("Eve", "ann", "Fay", "Gus")])
def test_those_called_alike_in_one_record_are_as_many_people(
    database: Database, club: str, here: tuple[str, ...]
) -> None:
    if here:
        begin(database, club, *here)
    data = record("Ann", "ann", "ANN", "Dan")
    plan = import_file(database, club, data)
    assert plan.games == {NEW: 1}
    assert sorted([*plan.by_name, *plan.new]) == ["ANN", "Ann", "Dan", "ann"]
    assert plan.by_name == (["Dan"] if "Dan" in here else [])
    assert nobody_twice(database, club)
    assert import_file(database, club, data).games == {SAME: 1}
    assert check(database) == []


def test_two_of_a_zip_called_alike_are_not_both_the_one_here(database: Database, club: str) -> None:
    twins = [{"id": new_id(), "name": name} for name in ("Ann", "ann", "Cat", "Dan")]
    table = begin(database, club, players=twins)
    table.deal()
    other = second_club(database)
    begin(database, other, "Ann", "Cat", "Fay", "Gus")
    plan = import_file(database, other, export(database, club))
    assert (plan.by_name, plan.new) == (["Cat"], ["Ann", "Dan", "ann"])
    assert nobody_twice(database, other)


def test_a_zip_cannot_say_that_two_of_one_deal_are_one(database: Database, club: str) -> None:
    table, other = begin(database, club), second_club(database)
    table.deal()

    def one_person(told: list[dict[str, Any]]) -> list[dict[str, Any]]:
        return [{**one, "person": told[0]["id"]} for one in told]

    plan = import_file(database, other, repacked(export(database, club), players=one_person))
    assert len(plan.new) == 4
    assert nobody_twice(database, other)


def test_two_who_are_one_here_cannot_come_in_side_by_side(database: Database, club: str) -> None:
    one = [{"id": new_id(), "name": name} for name in ("Ann", "Ben", "Cat", "Dan")]
    two = [{"id": new_id(), "name": name} for name in ("Anna", "Eve", "Fay", "Gus")]
    other = second_club(database)
    for sitting in (one, two):
        begin(database, other, players=sitting)
    merge_people(database, other, two[0]["id"], one[0]["id"], device=None)
    begin(database, club, players=[one[0], two[0], *one[2:]])
    before = everything(database)
    with pytest.raises(BadFile) as fault:
        preview(database, other, export(database, club))
    assert "played in one deal, but here they are merged" in fault.value.faults[0].says
    assert everything(database) == before


def test_of_two_names_of_one_person_side_by_side_only_the_one_of_today_is_found(
    database: Database, club: str
) -> None:
    names = ("Ann", "Annie", "Anna", "Anne")
    ids = []
    for at, name in enumerate(names):
        others = (f"Ben {at}", f"Cat {at}", f"Dan {at}")
        ids.append(begin(database, club, name, *others).read().sheet.sitters[0].player)
    for one in ids[1:]:
        merge_people(database, club, one, ids[0], device=None)
    plan = import_file(database, club, record(*reversed(names)))
    assert (plan.by_name, plan.new) == (["Ann"], ["Anna", "Anne", "Annie"])
    assert nobody_twice(database, club)


def test_a_seat_taken_later_counts_as_well(database: Database, club: str) -> None:
    table = begin(database, club)
    table.deal()
    other = second_club(database)
    import_file(database, other, export(database, club))
    ann = table.read().sheet.sitters[0]
    eve = {"id": new_id(), "name": "Ann"}
    deal = table.deals[-1]
    table.write("take_seat", {"after": deal, "seat": 1, "player": eve})
    table.deal()
    plan = import_file(database, other, export(database, club))
    assert (plan.games, plan.by_name, plan.new) == ({LONGER: 1}, [], ["Ann"])
    assert nobody_twice(database, other)
    sat = [seat.person for line in all_games(database, other) for seat in line.seats]
    assert sat[:2] == [ann.player, eve["id"]]


def test_whoever_was_found_by_name_can_be_another_again(database: Database, club: str) -> None:
    ann = begin(database, club, "Ann", "Ben", "Cat", "Dan").read().sheet.sitters[0].player
    import_file(database, club, record("ann", "Eve", "Fay", "Gus"))
    found = merges_of(database, club, ann)
    assert [one.name for one in found] == ["ann"]
    assert len({one for game in persons(database, club).values() for one in game}) == 7
    gone = undo_merge(database, club, found[0].change)
    assert len({one for game in persons(database, club).values() for one in game}) == 8
    assert rows(database, club)["ann"].person == gone != ann
    assert merges_of(database, club, ann) == ()
    assert check(database) == []


def test_two_players_of_one_person_found_by_name_part_together(
    database: Database, club: str
) -> None:
    ann = begin(database, club, "Ann", "Ben", "Cat", "Dan").read().sheet.sitters[0].player
    annie = begin(database, club, "Annie", "Eve", "Fay", "Gus").read().sheet.sitters[0].player
    merge_people(database, club, annie, ann, device=None)
    data, other = export(database, club), second_club(database)
    here = begin(database, other, "Ann", "Hal", "Ida", "Joe").read().sheet.sitters[0].player
    import_file(database, other, data)
    (found,) = merges_of(database, other, here)
    assert undo_merge(database, other, found.change) == ann
    assert {rows(database, other)[name].person for name in ("Annie",)} == {ann}
    assert nobody_twice(database, other)


def test_a_name_without_an_id_is_found_by_one_deed_however_many_files(
    database: Database, club: str
) -> None:
    ann = begin(database, club, "Ann", "Ben", "Cat", "Dan").read().sheet.sitters[0].player
    for name in ("Eve", "Fay", "Gus"):
        import_file(database, club, record("Ann", name, f"{name}a", f"{name}o"))
    assert len(merges_of(database, club, ann)) == 1
    with database.reading() as connection:
        assert len(connection.execute(select(changes)).all()) == 1


def test_only_those_who_sit_in_a_game_that_comes_in_come_in(database: Database, club: str) -> None:
    table, other = begin(database, club), second_club(database)
    table.deal()
    import_file(database, other, export(database, club))
    there = Table(database, other, table.id, seen=1, deals=list(table.deals))
    there.deal(1, 1 + 7, 8, 9)
    newbie = {"id": new_id(), "name": "Newbie"}
    table.write("take_seat", {"after": table.deals[-1], "seat": 1, "player": newbie})
    table.deal()
    told = export(database, club)

    def more(known: list[dict[str, Any]]) -> list[dict[str, Any]]:
        return [*known, {"id": new_id(), "name": "Nobody"}]

    before = everything(database)
    plan = import_file(database, other, repacked(told, players=more))
    assert (plan.games, plan.new, plan.by_name) == ({DIFFERENT: 1}, [], [])
    assert not plan.changes
    assert everything(database) == before


def test_a_person_missing_from_the_list_of_players_comes_in_with_the_game(
    database: Database, club: str
) -> None:
    table, other = begin(database, club), second_club(database)
    table.deal()
    data = repacked(export(database, club), players=lambda told: told[1:])
    assert len(import_file(database, other, data).new) == 4
    assert read_game(database, other, table.id).sheet == table.read().sheet
    assert len(all_games(database, other)) == 1


def test_a_record_without_ids_is_known_whatever_its_people_are_called_now(
    database: Database, club: str
) -> None:
    taken = [{"before_deal": 2, "seat": 1, "player": "Eve"}]
    data = record("Ann", "Ben", "Cat", "Dan", seats_taken=taken)
    import_file(database, club, data)
    here = rows(database, club)
    rename_player(database, club, here["Ann"].id, "Anna")
    anonymise(database, club, here["Eve"].id)
    anonymise(database, club, here["Ben"].id)
    before = everything(database)
    plan = import_file(database, club, data)
    assert (plan.games, plan.new, plan.by_name) == ({SAME: 1}, [], [])
    assert everything(database) == before
    plan = import_file(database, club, record("Eve", "Ben", "Cat", "Dan", first_dealer=1))
    assert (plan.new, plan.by_name) == (["Ben", "Eve"], ["Cat", "Dan"])
    assert preview(database, club, record("Ann", "Ben", "Fay", "Dan", seats_taken=taken))[
        0
    ].games == {DIFFERENT: 1}
    assert check(database) == []
