"""Invitations and devices: who gets in, with which right, and how guessing ends."""

import re

import pytest
from sqlalchemy import func, select

from scorer.services.club import clubs, devices, invitations
from scorer.services.club.codes import MAX_IN_ALL, MAX_OF_ADDRESS, count_guess, neighbourhood
from scorer.services.club.invitations import join_club
from scorer.services.errors import NotAllowed, NotFound, TooManyGuesses
from scorer.services.games.news import find_phone
from scorer.storage import schema
from scorer.storage.unavailable import Unavailable
from tests.tables import make_club, new_id

SECRET = "a secret"


def invite(database, club, **said):
    return invitations.make_invitation(database, SECRET, club, **said)


def join(database, code, name=""):
    made = invitations.find_typed(database, SECRET, code, "192.0.2.7")
    return join_club(database, made, name)


@pytest.mark.every_database
def test_the_first_club_is_made_once(database):
    club = clubs.first_club(database)
    assert clubs.first_club(database) == club
    assert clubs.get_club(database, club).name == "Our table"
    clubs.set_currency(database, make_club(database, "Smith"), "EUR")
    assert clubs.get_club(database, club).currency == ""
    for call in (clubs.get_club, lambda *this: clubs.set_currency(*this, "EUR")):
        with pytest.raises(NotFound):
            call(database, new_id())


def test_both_codes_find_the_invitation_however_they_are_typed(database, club):
    made = invite(database, club)
    assert re.fullmatch(r"[A-Z0-9]{4}-[A-Z0-9]{4}", made.short_code)
    assert not set(made.short_code) & set("0O1IL5S2Z8B6GQUV")
    assert re.fullmatch(r"[a-z2-7]{52}", made.link_code)
    short = made.short_code
    for code in (
        short,
        short.lower(),
        short.replace("-", ""),
        f" {short.replace('-', ' ')} ",
        made.link_code,
        made.link_code.upper(),
    ):
        assert invitations.find_typed(database, SECRET, code, "here") == made


def test_codes_are_stored_nowhere_and_can_be_shown_again(database, club):
    made = invite(database, club)
    assert invitations.list_invitations(database, SECRET, club) == [made]
    with database.reading() as connection:
        (row,) = connection.execute(select(schema.invitations))
    stored = " ".join(map(str, row))
    assert made.link_code not in stored
    assert made.short_code not in stored
    other = invitations.list_invitations(database, "another secret", club)[0]
    assert other.link_code != made.link_code
    with pytest.raises(NotFound):
        invitations.find_invitation(database, SECRET, other.link_code)


def test_the_standing_invitation_is_the_same_until_it_expires(database, club, fake_clock):
    first = invitations.standing_invitation(database, SECRET, club)
    fake_clock.advance(hours=23)
    assert invitations.standing_invitation(database, SECRET, club) == first
    fake_clock.advance(hours=2)
    second = invitations.standing_invitation(database, SECRET, club)
    assert second.id != first.id
    with pytest.raises(NotFound) as fault:
        join(database, first.link_code)
    assert fault.value.code == "invitation_over"
    with pytest.raises(NotFound):
        join(database, first.short_code)


def test_the_first_phone_manages_and_later_ones_keep_score(database, club):
    code = invitations.standing_invitation(database, SECRET, club).link_code
    joined = [join(database, code, name)[0] for name in ("Ann's phone", "", "")]
    assert [(one.name, one.right) for one in joined] == [
        ("Ann's phone", "manage"),
        ("Phone", "score"),
        ("Phone (3)", "score"),
    ]


def test_only_managers_and_the_terminal_invite_managers(database, club):
    code = invitations.standing_invitation(database, SECRET, club).link_code
    (manager, _), (scorer, _) = join(database, code), join(database, code)
    assert join(database, invite(database, club, right="manage").link_code)[0].right == "manage"
    assert invite(database, club, right="manage", made_by=manager.id).right == "manage"
    assert invite(database, club, right="watch", made_by=scorer.id).right == "watch"
    for made_by, fault in ((scorer.id, NotAllowed), (new_id(), NotFound)):
        with pytest.raises(fault):
            invite(database, club, right="manage", made_by=made_by)


def test_a_token_is_long_and_kept_as_a_hash(database, club):
    code = invitations.standing_invitation(database, SECRET, club).link_code
    device, token = join(database, code)
    assert len(token) == 22
    assert find_phone(database, token) == (device, clubs.get_club(database, club), None)
    assert find_phone(database, f"{token}x") is None
    assert find_phone(database, "\ud800") is None
    with database.reading() as connection:
        (row,) = connection.execute(select(schema.devices))
    assert token not in " ".join(map(str, row))


def test_a_phone_others_wait_for_is_noted_more_often(database, club, fake_clock):
    code = invitations.standing_invitation(database, SECRET, club).link_code
    join(database, code)
    for right, minutes in (("score", 1), ("watch", 10)):
        joined = join(database, invite(database, club, right=right).link_code)[1]
        for wait, expected in ((minutes * 0.7, False), (minutes * 0.4, True)):
            fake_clock.advance(minutes=wait)
            device = find_phone(database, joined)[0]
            assert device.is_unnoted == expected
        devices.note_seen(database, device)
        assert not find_phone(database, joined)[0].is_unnoted


def guess(database, address, code="AAAA-AAAA"):
    try:
        invitations.find_typed(database, SECRET, code, address)
    except (NotFound, TooManyGuesses, Unavailable) as fault:
        return type(fault)
    return type(None)


def test_guesses_are_limited_by_address(database, club, fake_clock):
    made = invite(database, club)
    for letter in "ACDEFHJKMÀ":
        assert guess(database, "192.0.2.1", f"{letter}AAA-AAAA") is NotFound
    assert guess(database, "192.0.2.1") is TooManyGuesses
    # Not even the right short code, or guessing would go on; a true link is no guess.
    assert guess(database, "192.0.2.1", made.short_code) is TooManyGuesses
    assert guess(database, "192.0.2.1", made.link_code) is type(None)
    assert guess(database, "192.0.2.2", made.short_code) is type(None)
    fake_clock.advance(minutes=11)
    assert guess(database, "192.0.2.1", made.short_code) is type(None)


def test_guesses_are_limited_in_all(database, club, fake_clock):
    made = invite(database, club)
    with database.writing() as connection:
        for number in range(MAX_IN_ALL):
            count_guess(connection, f"192.0.2.{number}", fake_clock.at)
    assert guess(database, "198.51.100.1", made.short_code) is TooManyGuesses
    fake_clock.advance(minutes=11)
    assert guess(database, "198.51.100.1", made.short_code) is type(None)
    assert guess(database, "198.51.100.1") is NotFound
    with database.reading() as connection:
        assert connection.scalar(select(func.count()).select_from(schema.guesses)) == 1


def test_after_the_clock_was_set_back_nobody_waits_for_guesses(database, club, fake_clock):
    made = invite(database, club)
    with database.writing() as connection:
        for _ in range(MAX_OF_ADDRESS):
            count_guess(connection, "here", fake_clock.at)
    assert guess(database, "here") is TooManyGuesses
    fake_clock.advance(days=-7)
    assert guess(database, "here", made.short_code) is type(None)


def test_what_was_found_or_is_over_is_no_guess(database, club, fake_clock):
    made = invite(database, club)
    for _ in range(MAX_OF_ADDRESS + 1):
        assert guess(database, "here", made.short_code) is type(None)
    fake_clock.advance(hours=25)
    for _ in range(MAX_OF_ADDRESS + 1):
        assert guess(database, "here", made.link_code) is NotFound
    assert guess(database, "here", invite(database, club).short_code) is type(None)


@pytest.mark.parametrize(
    ("address", "counted"),
    [
        ("192.0.2.1", "192.0.2.1"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1::/48"),
        ("2001:db8:1:ffff::6", "2001:db8:1::/48"),
        ("2001:db8:2::6", "2001:db8:2::/48"),
        ("::ffff:192.0.2.1", "192.0.2.1"),
        ("::ffff:c000:201", "192.0.2.1"),
        ("fe80::1%eth0", "fe80::/48"),
        ("192.0.2.1:x", "192.0.2.1:x"),
        ("[]:1", "[]:1"),
        (":1", ":1"),
        ("a\0b", "ab"),
        ("x" * 100, "x" * 64),
    ],
)
def test_addresses_of_one_network_count_as_one(address, counted):
    assert neighbourhood(address) == counted


def listed(database, club):
    return {one.id for one in devices.list_devices(database, club) if not one.revoked}


def standing(database, club):
    return {one.id for one in invitations.list_invitations(database, SECRET, club)}


@pytest.mark.every_database
def test_revoking_withdraws_all_invitations_of_the_club(database, club):
    manager, _ = join(database, invite(database, club, right="manage").link_code)
    came_by = invite(database, club, right="manage")
    (phone, _), (friend, _) = (join_club(database, came_by, "") for _ in range(2))
    made = [invite(database, club, made_by=phone.id), invite(database, club, made_by=friend.id)]
    other_club = invite(database, make_club(database, "Smith"))
    devices.revoke_device(database, club, phone.id)
    for gone in (came_by, *made):
        for code in (gone.link_code, gone.short_code):
            with pytest.raises(NotFound, match="invitation_over"):
                invitations.find_typed(database, SECRET, code, "192.0.2.7")
    assert standing(database, club) == set()
    assert standing(database, other_club.club) == {other_club.id}
    assert listed(database, club) == {manager.id, friend.id}


def test_an_invitation_withdrawn_meanwhile_lets_nobody_in(database, club):
    made = invite(database, club)
    invitations.withdraw_invitation(database, club, made.id)
    with pytest.raises(NotFound, match="invitation_over"):
        join_club(database, made, "")
    assert listed(database, club) == set()
