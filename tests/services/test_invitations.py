"""Invitations and devices: who gets in, with which right, and how guessing ends."""

import re
from dataclasses import replace

import pytest
from sqlalchemy import func, insert, select

from scorer.services.club import clubs, devices, invitations
from scorer.services.club.codes import count_guess, neighbourhood
from scorer.services.club.invitations import join_club
from scorer.services.errors import NotAllowed, NotFound, TooMany
from scorer.services.limits import MAX_GUESSES, MAX_GUESSES_IN_ALL
from scorer.storage import schema
from scorer.storage.locks import lock_club
from scorer.storage.unavailable import Unavailable
from tests.benchmarks.effort import Effort
from tests.joined import find_phone
from tests.tables import make_club, new_id

SECRET = "a secret"
MANY_LIVE_CODES = 2_000


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


def test_an_invitation_that_ended_is_said_to_have_ended_for_a_day(database, club, fake_clock):
    made = invite(database, club)
    for hours, fault in ((25, "invitation_over"), (24, "no_such_invitation")):
        fake_clock.advance(hours=hours)
        with pytest.raises(NotFound, match=fault):
            join(database, made.short_code)
    with pytest.raises(NotFound, match="invitation_over"):
        join(database, made.link_code)


def test_the_first_phone_manages_and_later_ones_keep_score(database, club):
    code = invite(database, club).link_code
    joined = [join(database, code, name)[0] for name in ("Ann's phone", "", "")]
    assert [(one.name, one.right) for one in joined] == [
        ("Ann's phone", "manage"),
        ("Phone", "score"),
        ("Phone (3)", "score"),
    ]


def test_only_managers_and_the_terminal_invite_managers(database, club):
    code = invite(database, club).link_code
    (manager, _), (scorer, _) = join(database, code), join(database, code)
    assert join(database, invite(database, club, right="manage").link_code)[0].right == "manage"
    assert invite(database, club, right="manage", made_by=manager).right == "manage"
    assert invite(database, club, right="watch", made_by=scorer).right == "watch"
    for made_by, fault in ((scorer, NotAllowed), (replace(scorer, id=new_id()), NotFound)):
        with pytest.raises(fault):
            invite(database, club, right="manage", made_by=made_by)


def test_a_token_is_long_and_kept_as_a_hash(database, club):
    code = invite(database, club).link_code
    device, token = join(database, code)
    assert len(token) == 22
    assert find_phone(database, token) == (device, clubs.get_club(database, club), None)
    assert find_phone(database, f"{token}x") is None
    assert find_phone(database, "\ud800") is None
    with database.reading() as connection:
        (row,) = connection.execute(select(schema.devices))
    assert token not in " ".join(map(str, row))


def test_a_phone_others_wait_for_is_noted_more_often(database, club, fake_clock):
    code = invite(database, club).link_code
    join(database, code)
    for right, minutes in (("score", 1), ("watch", 10)):
        joined = join(database, invite(database, club, right=right).link_code)[1]
        for wait, expected in ((minutes * 0.7, False), (minutes * 0.4, True)):
            fake_clock.advance(minutes=wait)
            device = find_phone(database, joined)[0]
            assert device.is_unnoted == expected
        devices.note_seen(database, device)
        assert not find_phone(database, joined)[0].is_unnoted


def test_where_strangers_begin_clubs_codes_have_ten_letters(database, club):
    before, made = invite(database, club), invite(database, club, letters=10)
    assert re.fullmatch(r"([A-Z0-9]{4}-){2}[A-Z0-9]{2}", made.short_code)
    for one in (before, made):
        assert invitations.find_typed(database, SECRET, one.short_code, "here") == one
    with pytest.raises(NotFound):
        invitations.find_typed(database, SECRET, made.short_code[:9], "here")


@pytest.mark.every_database
def test_who_types_the_code_waits_for_nobody_who_writes(database, club):
    made = invite(database, club)
    with database.writing() as connection:
        lock_club(connection, club)
        assert invitations.find_typed(database, SECRET, made.short_code, "here") == made


def test_a_typed_code_is_found_by_an_index_among_all_clubs(database, club):
    made = invite(database, club)
    with database.writing() as connection:
        [row] = connection.execute(select(schema.invitations)).mappings()
        others = [
            {**row, "id": new_id(), "code_hash": str(number)} for number in range(MANY_LIVE_CODES)
        ]
        connection.execute(insert(schema.invitations), others)
    effort = Effort(database)
    with effort.counting():
        assert invitations.find_typed(database, SECRET, made.short_code, "here") == made
    assert effort.count < MANY_LIVE_CODES


def guess(database, address, code="AAAA-AAAA"):
    try:
        invitations.find_typed(database, SECRET, code, address)
    except (NotFound, TooMany, Unavailable) as fault:
        return getattr(fault, "code", type(fault))
    return "found"


WRONG, CLOSED = "no_such_invitation", "too_many_guesses"


@pytest.mark.every_database
def test_guesses_are_limited_by_address(database, club, fake_clock):
    made = invite(database, club)
    for letter in "ACDEFHJKMÀ":
        assert guess(database, "192.0.2.1", f"{letter}AAA-AAAA") == WRONG
    assert guess(database, "192.0.2.1") == CLOSED
    # Not even the right short code, or guessing would go on; a true link is no guess.
    assert guess(database, "192.0.2.1", made.short_code) == CLOSED
    assert guess(database, "192.0.2.1", made.link_code) == "found"
    assert guess(database, "192.0.2.2", made.short_code) == "found"
    fake_clock.advance(minutes=11)
    assert guess(database, "192.0.2.1", made.short_code) == "found"


def test_many_guesses_in_all_close_networks_that_guessed_wrong(database, club, fake_clock):
    made = invite(database, club)
    networks = (neighbourhood(f"2001:db8:{it:x}::1") for it in range(MAX_GUESSES_IN_ALL))
    rows = [{"address": network, "made_at": fake_clock.at} for network in networks]
    with database.writing() as connection:
        connection.execute(insert(schema.guesses), rows)
    fake_clock.advance(minutes=11)
    assert guess(database, "2001:db8:1::2", made.short_code) == "typing_closed"
    assert guess(database, "2001:db8:1::2", made.link_code) == "found"
    # Who comes only now may type, until the first wrong code.
    assert guess(database, "198.51.100.1", made.short_code) == "found"
    assert guess(database, "198.51.100.1") == WRONG
    assert guess(database, "198.51.100.1", made.short_code) == "typing_closed"
    fake_clock.advance(days=1)
    tomorrow = invite(database, club)
    assert guess(database, "2001:db8:1::2", tomorrow.short_code) == "found"
    assert guess(database, "198.51.100.1") == WRONG
    with database.reading() as connection:
        assert connection.scalar(select(func.count()).select_from(schema.guesses)) == 1


def test_a_closed_network_writes_nothing_and_waits_for_nobody(database, club):
    for _ in range(MAX_GUESSES):
        guess(database, "here")
    with database.writing() as connection:
        lock_club(connection, club)
        assert guess(database, "here") == CLOSED


def test_after_the_clock_was_set_back_nobody_waits_for_guesses(database, club, fake_clock):
    made = invite(database, club)
    with database.writing() as connection:
        for _ in range(MAX_GUESSES):
            count_guess(connection, "here", fake_clock.at)
    assert guess(database, "here") == CLOSED
    fake_clock.advance(days=-7)
    assert guess(database, "here", made.short_code) == "found"


def test_what_was_found_or_is_over_is_no_guess(database, club, fake_clock):
    made = invite(database, club)
    for _ in range(MAX_GUESSES + 1):
        assert guess(database, "here", made.short_code) == "found"
    fake_clock.advance(hours=25)
    for _ in range(MAX_GUESSES + 1):
        assert guess(database, "here", made.link_code) == "invitation_over"
    assert guess(database, "here", invite(database, club).short_code) == "found"


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
    made = [invite(database, club, made_by=phone), invite(database, club, made_by=friend)]
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
