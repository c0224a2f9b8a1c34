"""Games that a phone has started without signal: its outbox sends the start when there is one."""

from typing import Any

import pytest

from scorer.services.games.read import read_game
from scorer.services.people.forget import anonymise
from scorer.services.people.merge import merge_people
from scorer.storage.database import Database
from tests.tables import Table, Wall, all_games, begin, new_id
from tests.web.conftest import NewPhone
from tests.web.phones import Phone


@pytest.fixture
def over(table: Table) -> Table:
    """A game that is over: Ann dealt it."""
    table.write("end", {"why": "late"})
    return table


def again(phone: Phone, game: str, new: str, **fields: Any) -> Any:
    """What the outbox hears of its Same again."""
    answer = phone.send_late(f"/games/{game}/again", game=new, **fields)
    assert answer.status_code == 200, answer.text
    return answer.json


def test_a_same_again_that_arrives_late_starts_the_game_its_phone_has_named(
    phone: Phone, database: Database, club: str, over: Table
) -> None:
    new = new_id()
    for _ in range(2):
        told = again(phone, over.id, new)
        assert told == {"game": new, "address": f"/games/{new}"}
    assert read_game(database, club, new).follows == over.id
    assert len(all_games(database, club)) == 2


def test_two_that_had_not_seen_each_other_both_stand(
    phone: Phone, joined: NewPhone, database: Database, club: str, over: Table
) -> None:
    anns, bens = new_id(), new_id()
    assert again(phone, over.id, anns)["game"] == anns
    assert again(joined("score"), over.id, bens)["game"] == bens
    assert {game.id for game in all_games(database, club)} == {over.id, anns, bens}


def test_a_phone_that_knew_the_other_is_led_there(
    phone: Phone, joined: NewPhone, over: Table
) -> None:
    anns = new_id()
    again(phone, over.id, anns)
    assert again(joined("score"), over.id, new_id(), known=anns)["game"] == anns


def test_a_page_that_waits_for_the_answer_is_led_there_too(
    phone: Phone, joined: NewPhone, over: Table
) -> None:
    anns, ben = new_id(), joined("score")
    ben.get(f"/games/{over.id}")
    again(phone, over.id, anns)
    ben.send(f"/games/{over.id}/again")
    assert ben.answer.headers["Location"] == f"/games/{anns}"


def test_how_long_ago_it_was_says_no_more_than_which_night_it_was(
    phone: Phone, database: Database, club: str, wall: Wall, over: Table
) -> None:
    wall.later(hours=12)
    long_ago, at_once = new_id(), new_id()
    again(phone, over.id, long_ago, ago=str(12 * 3600))
    assert read_game(database, club, long_ago).night == over.read().night
    assert read_game(database, club, long_ago).started_at > over.read().started_at
    again(phone, over.id, at_once, ago="-1 year")
    assert read_game(database, club, at_once).night


def test_a_name_that_is_taken_is_told_in_words(
    phone: Phone, over: Table, database: Database
) -> None:
    other = begin(database, over.club)
    answer = phone.send_late(f"/games/{over.id}/again", game=other.id)
    assert (answer.status_code, answer.json["error"]["code"]) == (409, "name_taken")
    assert answer.json["error"]["message"].endswith(".")


def chosen(people: Any, **more: str) -> dict[str, Any]:
    """The form of a new game with known people."""
    return {
        "variant": "red-nines",
        "player": [one.name for one in people],
        "player_id": [one.player for one in people],
        "first_dealer": "1",
        **more,
    }


def test_a_new_game_with_known_players_is_started_once(
    phone: Phone, database: Database, club: str, table: Table
) -> None:
    people, new = table.read().sheet.sitters, new_id()
    for _ in range(2):
        answer = phone.send_late("/games/new", game=new, **chosen(people))
        assert (answer.status_code, answer.json["game"]) == (200, new)
    read = read_game(database, club, new)
    assert (read.sheet.sitters, read.start.first_dealer) == (people, 1)
    assert len(all_games(database, club)) == 2


def test_whoever_was_merged_meanwhile_sits_down_as_who_he_is_now(
    phone: Phone, database: Database, club: str, table: Table
) -> None:
    people = table.read().sheet.sitters
    eve = begin(database, club, "Eve", "Fay", "Gus", "Hal").read().sheet.sitters[0]
    merge_people(database, club, people[0].player, eve.player)
    new = new_id()
    phone.send_late("/games/new", game=new, **chosen(people))
    assert read_game(database, club, new).sheet.sitters[0].player == eve.player


def test_two_who_are_one_by_now_are_refused_in_words(
    phone: Phone, database: Database, club: str, table: Table
) -> None:
    people = list(table.read().sheet.sitters)
    eve = begin(database, club, "Eve", "Fay", "Gus", "Hal").read().sheet.sitters[0]
    merge_people(database, club, people[0].player, eve.player)
    answer = phone.send_late("/games/new", game=new_id(), **chosen([*people[:3], eve]))
    assert answer.status_code == 422
    assert "two seats" in answer.json["error"]["message"]


def test_whoever_was_forgotten_meanwhile_sits_down_without_a_name(
    phone: Phone, manager: Phone, database: Database, club: str, table: Table
) -> None:
    people = table.read().sheet.sitters
    anonymise(database, club, people[0].player)
    new = new_id()
    answer = phone.send_late("/games/new", game=new, **chosen(people))
    assert answer.status_code == 200
    read = read_game(database, club, new)
    assert "Ann" not in read.names.values()


def test_what_cannot_begin_is_told_in_one_sentence(phone: Phone, table: Table) -> None:
    people = table.read().sheet.sitters
    answer = phone.send_late("/games/new", game=new_id(), **chosen(people[:2]))
    assert (answer.status_code, answer.json["error"]["code"]) == (422, "not_started")
    assert "names are here" in answer.json["error"]["message"]
