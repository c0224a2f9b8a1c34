"""Phones that are taken off the list, and phones that leave for another club."""

import pytest

from scorer.services.club import clubs, devices, invitations
from tests.web.conftest import SECRET
from tests.web.test_door import every_address


@pytest.fixture
def smith(database):
    """An invitation to another club, which has a manager."""
    club = clubs.make_club(database, "<Smith>")
    return invitations.make_invitation(database, SECRET, club, "score")


def test_what_was_withdrawn_with_a_phone_is_said(joined, database, club):
    manager = joined("manage")
    known = {one.id for one in devices.list_devices(database, club)}
    other = joined("manage")
    (theirs,) = (one for one in devices.list_devices(database, club) if one.id not in known)
    other.get("/club/")
    other.send("/club/invitations", right="watch")
    manager.get("/club/")
    manager.send(f"/club/devices/{theirs.id}/revoke")
    assert f"{theirs.name} was removed." in manager.read_next()
    assert "all open invitations were withdrawn" in manager.page.text
    assert other.get("/").status_code == 401


def test_a_phone_taken_off_is_refused_whatever_it_has_kept(manager, phone, table, database, club):
    table.deal()
    kept = {}
    for method, address in every_address(phone.client.application, table):
        if method == "GET":
            answer = phone.get(address)
            kept[address] = {
                "If-None-Match": answer.headers.get("ETag", "*"),
                "If-Modified-Since": "Fri, 01 Jan 2100 00:00:00 GMT",
            }
            answer.close()
    scoring = [one for one in devices.list_devices(database, club) if one.right == "score"]
    mine = next(one for one in scoring if one.name != "Host")
    devices.revoke_device(database, club, mine.id)
    for address, headers in kept.items():
        assert phone.client.get(address, headers=headers).status_code == 401, address


def test_joining_another_club_says_that_the_own_is_left(stranger, database, club, smith):
    own = invitations.make_invitation(database, SECRET, club, "score")
    stranger.fill(f"/join/{own.link_code}")
    assert "It will leave Our table" in stranger.read(f"/join/{smith.link_code}")
    assert devices.list_devices(database, smith.club) == []
    assert stranger.send(f"/join/{smith.link_code}").headers["Location"] == "/"
    assert [one.revoked for one in devices.list_devices(database, club)] == [True]
    assert [one.right for one in devices.list_devices(database, smith.club)] == ["manage"]
