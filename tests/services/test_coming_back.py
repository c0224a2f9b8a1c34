"""A phone that was taken off the list does not come back by what it knows; one that left may."""

import pytest

from scorer.services.club import clubs, devices, invitations
from scorer.services.club.invitations import join_club
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
def test_revoking_withdraws_all_invitations_of_the_club(database, club, manager):
    came_by = invite(database, club, right="manage")
    phone, friend = join(database, came_by), join(database, came_by)
    made = [invite(database, club, made_by=phone.id), invite(database, club, made_by=friend.id)]
    other_club = invite(database, clubs.make_club(database, "Smith"))
    devices.revoke_device(database, club, phone.id)
    for gone in (came_by, *made):
        for code in (gone.link_code, gone.short_code):
            with pytest.raises(NotFound, match="invitation_over"):
                invitations.find_typed(database, SECRET, code, "192.0.2.7")
    assert standing(database, club) == set()
    assert standing(database, other_club.club) == {other_club.id}
    listed = {one.id: one for one in devices.list_devices(database, club)}
    assert {one.id for one in listed.values() if not one.revoked} == {manager.id, friend.id}


def test_an_invitation_withdrawn_meanwhile_lets_nobody_in(database, club, manager):
    made = invite(database, club)
    invitations.withdraw_invitation(database, club, made.id)
    with pytest.raises(NotFound, match="invitation_over"):
        join(database, made)
    assert len(devices.list_devices(database, club)) == 1
