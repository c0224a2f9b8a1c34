"""A phone that was taken off the list does not come back by what it knows; one that left may."""

import pytest

from scorer.services.club import clubs, devices, invitations
from scorer.services.club.join import join_club
from scorer.services.errors import NotFound

SECRET = "a secret"


def invite(database, club, **said):
    return invitations.make_invitation(database, SECRET, club, **said)


def join(database, made, **said):
    return join_club(database, made, "", **said)[0]


def standing(database, club):
    return {one.id for one in invitations.list_invitations(database, SECRET, club)}


@pytest.fixture
def manager(database, club):
    return join(database, invite(database, club, right="manage"))


@pytest.mark.every_database
def test_revoking_withdraws_what_the_phone_made_and_what_it_came_by(database, club, manager):
    came_by = invite(database, club, right="manage")
    phone, friend = join(database, came_by), join(database, came_by)
    made = [invite(database, club, right=right, made_by=phone.id) for right in ("score", "watch")]
    others = [invite(database, club), invite(database, club, made_by=friend.id)]
    other_club = invite(database, clubs.make_club(database, "Smith"))
    devices.revoke_device(database, club, phone.id)
    for gone in (came_by, *made):
        for code in (gone.link_code, gone.short_code):
            with pytest.raises(NotFound, match="invitation_over"):
                invitations.find_typed(database, SECRET, code, "192.0.2.7")
    assert standing(database, club) >= {one.id for one in others}
    assert standing(database, other_club.club) == {other_club.id}
    listed = {one.id: one for one in devices.list_devices(database, club)}
    revoked = listed[phone.id]
    assert revoked.revoked_at is not None
    assert {one.id for one in listed.values() if not one.revoked} == {manager.id, friend.id}


def test_a_phone_that_got_another_right_does_not_come_back_by_its_first_link(
    database, club, manager
):
    first, second = invite(database, club), invite(database, club, right="manage")
    before = join(database, first)
    phone = join(database, second, was=before)
    devices.revoke_device(database, club, phone.id)
    assert not standing(database, club) & {first.id, second.id}


def test_an_invitation_that_is_withdrawn_while_somebody_joins_lets_nobody_in(
    database, club, manager
):
    made = invite(database, club)
    invitations.withdraw_invitation(database, club, made.id)
    with pytest.raises(NotFound, match="invitation_over"):
        join(database, made)
    assert len(devices.list_devices(database, club)) == 1
