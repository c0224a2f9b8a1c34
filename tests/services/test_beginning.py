"""A stranger begins a club with a game, and finds the way back to it."""

from dataclasses import replace

import pytest

from scorer.rules.errors import Refused
from scorer.services.club import clubs, devices, invitations
from scorer.services.club.codes import plain_code
from scorer.services.club.invitations import find_invitation, find_typed, join_club
from scorer.services.errors import Conflict, NotAllowed, NotFound
from scorer.services.games.begin import begin_club
from scorer.services.games.read import read_game
from scorer.services.games.start import NewGame
from scorer.services.limits import MAX_GUESSES
from tests.joined import find_phone
from tests.tables import add_phone, begin, new_id, people

SECRET = "a secret"


@pytest.fixture
def request_name():
    """What a form sends that a stranger's phone was shown."""
    return new_id()


@pytest.fixture
def game():
    """A first game as a form sends it."""
    four = people("Ann", "Ben", "Cat", "Dan")
    return NewGame(id=new_id(), device=None, variant="red-nines", players=four)


def start(database, name, game, zone="Pacific/Auckland"):
    return begin_club(database, name, "iPhone", zone, game)


@pytest.mark.every_database
def test_a_request_begins_one_club_with_its_first_game(database, request_name, game):
    phone, token = start(database, request_name, game)
    assert (phone.right, phone.name) == ("manage", "iPhone")
    found, club, _ = find_phone(database, token)
    assert found == phone
    assert (club.name, club.time_zone) == ("Ann, Ben, Cat, Dan", "Pacific/Auckland")
    assert read_game(database, phone.club, game.id).id == game.id
    assert game.id not in phone.club
    assert request_name not in (phone.club, phone.id)
    # The same request begins no second one.
    first, lost = phone, token
    again, token = start(database, request_name, replace(game, first_dealer=2))
    assert (again.club, again.id) == (first.club, first.id)
    assert find_phone(database, lost) is None
    assert find_phone(database, token)
    assert len(clubs.list_clubs(database)) == 1
    devices.edit_device(
        database, first.club, add_phone(database, first.club, "B").id, "B", "manage"
    )
    devices.revoke_device(database, first.club, first.id)
    with pytest.raises(NotFound):
        start(database, request_name, game)


def test_a_game_that_cannot_begin_leaves_nothing(database, request_name, game):
    with pytest.raises(Refused):
        start(database, request_name, replace(game, players=people("Ann", "Ann")))
    assert clubs.list_clubs(database) == []
    assert start(database, request_name, game, zone="Nowhere/Else")


def test_the_way_back_manages_a_club_again(database, club):
    letters = keep(database, club)
    assert len(letters.split("-")) == 5
    begin(database, club).deal()
    for typed in (letters, letters.lower().replace("-", " ")):
        back, _ = join_club(database, find_typed(database, SECRET, typed, "here"), "Phone")
        assert (back.club, back.right) == (club, "manage")
    link = plain_code(letters).lower()
    known = add_phone(database, club, "Ann")
    back, token = join_club(database, find_invitation(database, SECRET, link), "", was=known)
    assert (back.id, back.right, token) == (known.id, "manage", None)


def offer(database, phone):
    return invitations.offer_way_back(database, SECRET, phone)


def keep(database, club):
    host = add_phone(database, club, "Host", "manage")
    letters = offer(database, host)
    invitations.keep_way_back(database, SECRET, host, letters)
    assert clubs.get_club(database, club).has_way_back
    return letters


@pytest.mark.every_database
def test_the_letters_of_a_phone_stay_until_they_are_kept(database, club):
    host, other = (add_phone(database, club, name, "manage") for name in ("Host", "Other"))
    letters, theirs = offer(database, host), offer(database, other)
    assert offer(database, host) == letters != theirs
    for phone in (host, host, other):
        invitations.keep_way_back(database, SECRET, phone, letters)
    assert find_invitation(database, SECRET, letters).club == club
    assert len({letters, theirs, offer(database, host), offer(database, other)}) == 4


def test_letters_that_others_came_before_are_not_kept(database, club):
    host, other = (add_phone(database, club, name, "manage") for name in ("Host", "Other"))
    letters, theirs = offer(database, host), offer(database, other)
    invitations.keep_way_back(database, SECRET, host, letters)
    for stale in (theirs, offer(database, host), "", new_id()):
        with pytest.raises(Conflict):
            invitations.keep_way_back(database, SECRET, other, stale)
    assert find_invitation(database, SECRET, letters).club == club


def test_a_phone_that_was_removed_keeps_no_letters(database, club):
    _, other = (add_phone(database, club, name, "manage") for name in ("Host", "Other"))
    letters = offer(database, other)
    devices.revoke_device(database, club, other.id)
    with pytest.raises(NotAllowed):
        invitations.keep_way_back(database, SECRET, other, letters)


def test_a_new_way_back_ends_the_old(database, club):
    old = keep(database, club)
    opened = find_invitation(database, SECRET, old)
    new = keep(database, club)
    with pytest.raises(NotFound):
        find_invitation(database, SECRET, old)
    with pytest.raises(NotFound):
        join_club(database, opened, "Phone")
    assert find_invitation(database, SECRET, new).club == club


def test_letters_that_lead_nowhere_are_no_guesses(database, club):
    letters = offer(database, add_phone(database, club, "Ann", "manage"))
    for _ in range(MAX_GUESSES + 1):
        with pytest.raises(NotFound):
            find_typed(database, SECRET, letters, "192.0.2.7")
    made = invitations.make_invitation(database, SECRET, club)
    assert find_typed(database, SECRET, made.short_code, "192.0.2.7") == made


def test_the_way_back_is_due_after_a_strangers_first_game(database, club, request_name, game):
    begin(database, club)
    assert not invitations.is_way_back_due(database, club)
    phone, _ = start(database, request_name, game)
    assert invitations.is_way_back_due(database, phone.club)
    keep(database, phone.club)
    assert not invitations.is_way_back_due(database, phone.club)


def test_a_club_that_lost_its_managers_is_not_for_who_joins_next(database, club):
    host, _ = join_club(database, invitations.make_invitation(database, SECRET, club), "Host")
    assert host.right == "manage"
    with database.writing() as connection:
        devices.revoke(connection, host)
    made = invitations.make_invitation(database, SECRET, club)
    assert join_club(database, made, "Guest")[0].right == "score"
