"""Phones at a table: by its code, in their seats, and what they may do tonight."""

from threading import Thread

import pytest

from scorer.services.club import devices, invitations
from scorer.services.club.invitations import join_club
from scorer.services.errors import NotAllowed, NotFound, ServiceError
from scorer.services.games.seats_held import free_seat, hold_seat, list_held
from scorer.services.games.start import NewGame, same_again, start_game
from scorer.services.nights.edit import move_game
from scorer.storage.locks import lock_club
from tests.joined import find_phone
from tests.tables import Table, begin, new_id

SECRET = "a secret"


class Here:
    """A phone with its token."""

    def __init__(self, database, code, was=None, kind="Phone"):
        self.database = database
        made = invitations.find_typed(database, SECRET, code, "here")
        known = was and find_phone(database, was.token)
        device, token = join_club(database, made, kind, was=known and known[0])
        self.id, self.token = device.id, token or was.token

    def now(self, game=None):
        found = find_phone(self.database, self.token, game)
        return None if found is None or found[0].is_out else found[0]

    @property
    def device(self):
        device = self.now()
        assert device is not None
        return device


@pytest.fixture
def host(database, club, fake_clock):
    """A phone that keeps score; somebody else manages the club."""
    Here(database, invitations.make_invitation(database, SECRET, club).link_code)
    return Here(database, invitations.make_invitation(database, SECRET, club).link_code)


def come(table, host, was=None, kind="Phone"):
    """A phone that scans the code of the table."""
    made = invitations.show_table(table.database, SECRET, host.device, table.night)
    return Here(table.database, made.link_code, was, kind)


def send_away(database, host, device, night):
    devices.revoke_device(database, host.club, device, host, night)


def held(table):
    seats = list_held(table.database, table.club, table.id)
    return {seat: phone.id for seat, phone in seats.items()}


def test_the_code_of_a_table_is_good_for_one_night(database, club, host, fake_clock):
    table = begin(database, club)
    guest = come(table, host)
    assert (guest.device.right, guest.device.night) == ("play", table.night)
    fake_clock.advance(hours=5)
    table.deal()
    fake_clock.advance(hours=5)
    assert guest.now() is not None
    fake_clock.advance(hours=2)
    assert guest.now() is None
    assert host.now() is not None


def test_the_code_lives_a_quarter_of_an_hour(database, club, host, fake_clock):
    table = begin(database, club)
    night = table.night
    first = invitations.show_table(database, SECRET, host.device, night)
    fake_clock.advance(minutes=3)
    assert invitations.show_table(database, SECRET, host.device, night) == first
    fake_clock.advance(minutes=4)
    assert invitations.show_table(database, SECRET, host.device, night) != first
    fake_clock.advance(minutes=9)
    for code in (first.link_code, first.short_code):
        # However often it is scanned then, that is no guess.
        for _ in range(12):
            with pytest.raises(NotFound, match="table_code_over"):
                invitations.find_typed(database, SECRET, code, "here")
    fake_clock.advance(days=2)
    with pytest.raises(NotFound, match="no_such_invitation"):
        invitations.find_typed(database, SECRET, first.short_code, "here")
    assert all(one.right == "score" for one in invitations.list_invitations(database, SECRET, club))


def test_a_free_seat_is_taken_and_a_phone_holds_one_at_a_time(database, club, host):
    table = begin(database, club)
    guest = come(table, host)
    assert hold_seat(database, guest.device, table.id, 1)
    assert hold_seat(database, guest.device, table.id, 1)
    assert held(table) == {1: guest.id}
    assert list_held(database, club, table.id)[1].taken_from is None
    assert hold_seat(database, guest.device, table.id, 2)
    assert held(table) == {2: guest.id}
    assert guest.now(table.id).seat == 2
    for seat in (4, -1):
        with pytest.raises(NotFound):
            hold_seat(database, guest.device, table.id, seat)
    free_seat(database, guest.device, table.id, 2)
    assert held(table) == {}


def test_a_held_seat_is_taken_from_the_phone_that_was_named(database, club, host, fake_clock):
    table = begin(database, club)
    first, second, third = (come(table, host) for _ in range(3))
    hold_seat(database, first.device, table.id, 1)
    for taker in (second, host):
        fake_clock.advance(seconds=61)
        assert not hold_seat(database, taker.device, table.id, 1)
    assert held(table) == {1: first.id}
    assert hold_seat(database, second.device, table.id, 1, instead_of=first.id)
    assert held(table) == {1: second.id}
    assert list_held(database, club, table.id)[1].taken_from == first.id
    # The question was about the phone that has lost the seat meanwhile.
    assert not hold_seat(database, third.device, table.id, 1, instead_of=first.id)
    assert hold_seat(database, first.device, table.id, 1, instead_of=second.id)
    assert list_held(database, club, table.id)[1].taken_from == second.id
    # Once a phone has a seat again it misses none.
    assert hold_seat(database, second.device, table.id, 2)
    assert list_held(database, club, table.id)[1].taken_from is None


def test_same_again_keeps_the_seats_that_are_held(database, club, host, fake_clock):
    table = begin(database, club)
    guest = come(table, host)
    hold_seat(database, guest.device, table.id, 1)
    hold_seat(database, host.device, table.id, 3)
    again = Table(
        database, club, same_again(database, club, table.id, device=host.id, game_id=new_id())
    )
    assert held(again) == {1: guest.id, 3: host.id}
    fake_clock.advance(hours=30)
    ids = [{"id": table.read().sheet.sitters[seat].player, "name": "x"} for seat in (3, 1, 0, 2)]
    new_game = {"device": host.id, "variant": "red-nines", "players": ids, "first_dealer": 0}
    later = Table(database, club, start_game(database, club, NewGame(id=new_id(), **new_game)))
    assert held(later) == {0: host.id}
    assert guest.now() is None
    device, *_ = find_phone(database, guest.token) or (None,) * 3
    assert device is not None and device.person == ids[1]["id"]
    back = come(later, host, was=guest)
    assert back.id == guest.id
    assert hold_seat(database, back.device, later.id, 1)


@pytest.mark.every_database
def test_nobody_is_silent_who_is_still_at_the_last_result(database, club, host, fake_clock):
    table, other = begin(database, club), begin(database, club, night="new")
    for game in (table, other):
        hold_seat(database, host.device, game.id, 1)
    again = same_again(database, club, table.id, device=host.id, game_id=new_id())
    fake_clock.advance(seconds=61)
    devices.note_seen(database, host.device, table.id, night=table.night)
    heard = [list_held(database, club, game)[1].is_away for game in (again, other.id)]
    assert heard == [False, True]
    fake_clock.advance(seconds=61)
    devices.note_seen(database, host.device, table.id)
    assert list_held(database, club, again)[1].is_away


def test_a_seat_is_left_by_its_own_phone_or_the_host(database, club, host, fake_clock):
    table, other = begin(database, club), begin(database, club)
    phones = [come(table, host) for _ in range(2)]
    for game in (table, other):
        for seat, phone in enumerate(phones):
            hold_seat(database, phone.device, game.id, seat)
    with pytest.raises(NotAllowed):
        free_seat(database, phones[0].device, table.id, 1)
    fake_clock.advance(seconds=61)
    devices.note_seen(database, phones[0].device, table.id)
    seats = [list_held(database, club, game.id)[seat] for game in (table, other) for seat in (0, 1)]
    assert [seat.is_away for seat in seats] == [False, True, True, True]
    free_seat(database, host.device, table.id, 1)
    both = {0: phones[0].id, 1: phones[1].id}
    assert (held(table), held(other)) == ({0: phones[0].id}, both)
    assert held(begin(database, club)) == both
    # With a guest that is removed go its seats and the code of its table.
    there = begin(database, club, night="new")
    kept = invitations.make_invitation(database, SECRET, club)
    assert come(there, host, was=phones[1]).device.night == there.night
    send_away(database, host.device, phones[0].id, table.night)
    assert (held(table), held(other)) == ({}, {1: phones[1].id})
    for game, ends in ((table, True), (there, False)):
        live = invitations.list_invitations(database, SECRET, club, game.night)
        assert (live == []) == ends
    assert kept in invitations.list_invitations(database, SECRET, club)


def go_on(table, host, way):
    """Play on in a night that was over, or in what was moved from there, or into it."""
    here, other = (table.database, table.club), begin(table.database, table.club, night="new")
    if way == "follow":
        same_again(*here, table.id, device=host.id, game_id=new_id(), night=table.night)
    elif way != "play":
        moved, to = (table, other) if way == "away" else (other, table)
        move_game(*here, moved.id, to.night)
    table.deal()


@pytest.mark.parametrize("way", ["play", "follow", "away", "there"])
def test_only_a_new_code_brings_a_guest_back(database, club, host, fake_clock, way):
    table = begin(database, club)
    guest = come(table, host)
    hold_seat(database, guest.device, table.id, 1)
    fake_clock.advance(hours=7)
    go_on(table, host, way)
    assert guest.now() is None and held(table) == {}
    assert come(table, host, was=guest).device.right == "play"


def test_a_guest_goes_along_where_its_game_goes(database, club, host):
    table = begin(database, club)
    guest = come(table, host)
    hold_seat(database, guest.device, table.id, 1)
    move_game(database, club, table.id, "new")
    assert guest.device.night == table.night
    table.deal()
    for seat, name in ((1, "Eve"), (2, "Ben")):
        table.take_seat(seat, name)
    again = same_again(database, club, table.id, device=host.id, game_id=new_id())
    # Ben sits elsewhere now.
    assert held(Table(database, club, again)) == {2: guest.id}
    other = come(table, host)
    hold_seat(database, other.device, table.id, 2)
    move_game(database, club, table.id, "new")
    assert guest.device.night == Table(database, club, again).read().night
    assert other.device.night == table.night


def test_a_guests_phone_is_called_after_the_person(database, club, host):
    table = begin(database, club, "Ann", "Ben", "Cat", "x" * 40)
    guest, second = come(table, host), come(table, host, kind="iPhone")
    before = host.device.name
    hold_seat(database, host.device, table.id, 0)
    assert host.device.name == before
    hold_seat(database, guest.device, table.id, 1)
    assert guest.device.name == "Ben’s phone"
    hold_seat(database, guest.device, table.id, 2)
    assert guest.device.name == "Cat’s phone"
    hold_seat(database, guest.device, table.id, 2)
    assert guest.device.name == "Cat’s phone"
    free_seat(database, guest.device, table.id, 2)
    hold_seat(database, second.device, table.id, 2)
    assert second.device.name == "Cat’s iPhone"
    hold_seat(database, second.device, table.id, 3)
    assert second.device.name == "x" * 40


def test_rights_are_raised_and_lowered_for_one_night(database, club, host, fake_clock):
    table = begin(database, club)
    night, guest = table.night, come(table, host)
    devices.set_right(database, host.device, guest.id, "score", night)
    assert guest.device.right == "score"
    devices.set_right(database, host.device, guest.id, "play", night)
    assert guest.device.right == "play"
    # A guest that keeps score changes another guest's right as every host does.
    devices.set_right(database, host.device, guest.id, "score", night)
    other = come(table, host)
    for right in ("score", "play"):
        devices.set_right(database, guest.device, other.id, right, night)
        assert other.device.right == right
    fake_clock.advance(hours=7)
    assert guest.now() is None
    assert host.device.right == "score"


@pytest.mark.every_database
def test_a_phone_that_is_being_removed_takes_no_seat(database, club, host, fake_clock):
    table = begin(database, club)
    guest = come(table, host).device
    refused = []

    def take():
        try:
            hold_seat(database, guest, table.id, 1)
        except NotAllowed as fault:
            refused.append(fault)

    with database.writing() as connection:
        lock_club(connection, club)
        devices.revoke(connection, guest)
        taking = Thread(target=take)
        taking.start()
        # Long enough for it to come to the lock of the club.
        taking.join(0.5)
    taking.join()
    assert len(refused) == 1
    assert held(table) == {}


def test_at_a_table_only_its_own_phones_are_changed(database, club, host, fake_clock):
    table, other = begin(database, club), begin(database, club, night="new")
    night, guest, there = table.night, come(table, host), come(other, host)
    code = invitations.make_invitation(database, SECRET, club, "manage").link_code
    chief, boss = (Here(database, code) for _ in range(2))
    devices.set_right(database, host.device, guest.id, "score", night)
    for deed, by, device, *right, code in (
        (devices.set_right, boss, chief.id, "play", "not_allowed"),
        (send_away, boss, chief.id, "not_allowed"),
        (devices.set_right, host, there.id, "score", "plays_elsewhere"),
        (devices.set_right, guest, host.id, "play", "not_allowed"),
        (send_away, guest, host.id, "not_allowed"),
        (send_away, guest, there.id, "not_allowed"),
        (send_away, guest, guest.id, "not_allowed"),
        (devices.set_right, host, there.id, "play", "plays_elsewhere"),
    ):
        with pytest.raises(ServiceError, match=code):
            deed(database, by.device, device, *right, night)
    with pytest.raises(NotAllowed):
        invitations.make_invitation(database, SECRET, club, "watch", made_by=guest.device)
    assert (guest.device.right, there.device.right) == ("score", "play")


def test_a_watcher_who_scans_plays_tonight_alone(database, club, host, fake_clock):
    table = begin(database, club)
    link = invitations.make_invitation(database, SECRET, club, "watch").link_code
    watcher = Here(database, link)
    with pytest.raises(NotAllowed):
        hold_seat(database, watcher.device, table.id, 0)
    again = come(table, host, was=watcher)
    assert again.id == watcher.id and again.device.right == "play" and not again.device.guest
    assert come(table, host, was=host).device.right == "score"
    fake_clock.advance(hours=7)
    assert again.device.right == "watch"
