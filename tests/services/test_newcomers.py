"""Newcomers: a phone says a name, and has the seat of that name in the game that goes on."""

import pytest

from scorer.rules.errors import BadRecord
from scorer.services.club import devices, invitations
from scorer.services.errors import NotAllowed
from scorer.services.games.seats_held import hold_seat, say_newcomer
from scorer.services.games.start import NewGame, start_game, undo_start
from tests.services.test_seats_held import Here, come, held, host, send_away
from tests.tables import NAMES, Table, begin, new_id, people

__all__ = ["host"]


def waiting(table):
    asking = devices.list_devices(table.database, table.club, devices.NEWCOMERS, table.night)
    return [it.newcomer for it in asking]


def go_on(table, *names):
    """The next game, with these people."""
    new_game = {"device": None, "variant": "red-nines", "players": people(*names)}
    begun = start_game(
        table.database, table.club, NewGame(id=new_id(), follows=table.id, **new_game)
    )
    return Table(table.database, table.club, begun)


@pytest.mark.every_database
def test_who_takes_over_a_seat_answers_on_the_phone_that_has_asked(database, club, host):
    table = begin(database, club)
    dan, eve = come(table, host), come(table, host)
    hold_seat(database, dan.device, table.id, 3)
    say_newcomer(database, eve.device, table.id, "Eve")
    table.take_seat(2, "Fay")
    assert (held(table), waiting(table)) == ({3: dan.id}, ["Eve"])
    table.take_seat(3, "Eve")
    assert (held(table), waiting(table)) == ({3: eve.id}, [])


@pytest.mark.every_database
def test_who_is_let_in_has_the_seat_on_the_phone_that_has_asked(database, club, host):
    table = begin(database, club)
    first, second = come(table, host, kind="iPhone"), come(table, host)
    hold_seat(database, first.device, table.id, 1)
    say_newcomer(database, second.device, table.id, "  Eva ")
    say_newcomer(database, second.device, table.id, "Eve")
    assert waiting(table) == ["Eve"]
    again = go_on(table, "Ann", "Ben", "Cat", "Dan", "eve")
    assert held(again) == {1: first.id, 4: second.id}
    assert second.device.person == again.read().sheet.sitters[4].player
    assert second.device.name == "eve’s phone"
    assert waiting(table) == []
    # Who has asked comes before an older phone of that person.
    third = come(again, host)
    say_newcomer(database, third.device, table.id, "Fay")
    fay = go_on(again, "Ann", "Ben", "Cat", "Fay")
    assert held(fay) == {1: first.id, 3: third.id}
    fourth = come(fay, host)
    say_newcomer(database, fourth.device, table.id, "Eve")
    assert held(go_on(fay, "Ann", "Ben", "Eve", "Fay"))[2] == fourth.id


@pytest.mark.every_database
def test_who_was_let_in_asks_again_once_that_is_undone(database, club, host):
    table = begin(database, club)
    eve = come(table, host)
    say_newcomer(database, eve.device, table.id, "Eve")
    joins = [{"seat": 4, "player": people("Eve")[0], "total": 0}]
    change = {"seats": [0, 1, 2, 3, 4], "joins": joins, "after": None}
    joined = table.write("change_table", change).game_read.entries[-1].id
    undone = table.write("withdraw", {"entry": joined}).game_read.entries[-1].id
    assert (held(table), waiting(table)) == ({}, ["Eve"])
    table.write("withdraw", {"entry": undone})
    assert (held(table), waiting(table)) == ({4: eve.id}, [])
    hold_seat(database, eve.device, table.id, 1)
    table.write("withdraw", {"entry": joined})
    assert (held(table), waiting(table)) == ({1: eve.id}, [])


@pytest.mark.every_database
def test_who_comes_back_has_the_seat_on_the_phone_that_has_asked(database, club, host):
    table = begin(database, club, *NAMES[:5])
    eve, second = come(table, host), come(table, host)
    hold_seat(database, eve.device, table.id, 4)
    table.change([0, 1, 2, 3])
    say_newcomer(database, second.device, table.id, "Eve")
    table.change([0, 1, 2, 3, 4])
    assert (held(table), waiting(table)) == ({4: second.id}, [])


@pytest.mark.every_database
def test_who_was_let_in_by_a_next_game_asks_again_once_its_start_is_undone(database, club, host):
    table = begin(database, club)
    ben, eve = come(table, host), come(table, host)
    hold_seat(database, ben.device, table.id, 1)
    say_newcomer(database, eve.device, table.id, "Eve")
    again = go_on(table, "Ann", "Ben", "Cat", "Dan", "Eve")
    assert (held(again), waiting(table)) == ({1: ben.id, 4: eve.id}, [])
    assert undo_start(database, club, again.id, device=None) == table.id
    assert waiting(table) == ["Eve"]
    assert (held(table), held(go_on(table, "Ann", "Ben", "Cat", "Eve"))[3]) == ({1: ben.id}, eve.id)


@pytest.mark.every_database
def test_who_is_brought_in_answers_on_the_phone_of_tonight(database, club, host):
    table = begin(database, club, "Ann", "Ben", "Eve", "Fay")
    phones = [come(table, host) for _ in range(3)]
    for seat, phone in enumerate(phones, 1):
        hold_seat(database, phone.device, table.id, seat)
    ben, eve, fay = (phone.id for phone in phones)
    again = go_on(table, "Ann", "Ben", "Cat", "Dan")
    assert held(again) == {1: ben}
    # Somebody else has Fay's phone now.
    say_newcomer(database, phones[2].device, again.id, "Gus")
    again.change([0, 1, 2, 3, 4, 5], (4, "Eve", 0), (5, "Fay", 0))
    assert held(again) == {1: ben, 4: eve}
    assert waiting(again) == ["Gus"]
    again.take_seat(3, "Gus")
    assert held(again) == {1: ben, 3: fay, 4: eve}


def test_a_name_is_said_until_its_phone_sits_down_or_goes(database, club, host, fake_clock):
    table, other = begin(database, club), begin(database, club, night="new")
    guest = come(table, host)
    for taken in ("", "Eve", ""):
        say_newcomer(database, guest.device, table.id, taken)
        assert waiting(table) == [taken] * bool(taken)
    for leave in (
        lambda: hold_seat(database, guest.device, table.id, 0),
        lambda: send_away(database, host.device, guest.id, table.night),
    ):
        say_newcomer(database, guest.device, table.id, "Eve")
        leave()
        assert waiting(table) == []
    late = come(table, host)
    say_newcomer(database, late.device, table.id, "Eve")
    assert (waiting(table), waiting(other)) == (["Eve"], [])
    fake_clock.advance(hours=7)
    table.deal()
    assert waiting(table) == []


def test_no_other_phone_and_no_other_name_is_noted(database, club, host):
    table = begin(database, club)
    guest = come(table, host)
    watcher = Here(
        database, invitations.make_invitation(database, "a secret", club, "watch").link_code
    )
    for phone in (host, watcher):
        with pytest.raises(NotAllowed):
            say_newcomer(database, phone.device, table.id, "Eve")
    for name in ("bEN", "‮", "x" * 41, "Anon 1"):
        with pytest.raises(BadRecord):
            say_newcomer(database, guest.device, table.id, name)
    assert waiting(table) == []
