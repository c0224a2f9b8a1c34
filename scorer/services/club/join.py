"""Joining: a phone becomes a device of the club that invites it, and of no other one."""

import secrets
from dataclasses import replace
from typing import Any

from sqlalchemy import func, insert, select, update

from scorer.rules.entries import MAX_NAME_LENGTH
from scorer.services import clock
from scorer.services.club import includes
from scorer.services.club.devices import (
    OF_ID,
    Device,
    change_device,
    count_managers,
    device_of,
    hash_of,
    load_device,
    take_off,
)
from scorer.services.club.invitations import Invitation, still_live
from scorer.services.errors import NotAllowed, NotFound
from scorer.services.ids import id_from, new_id
from scorer.services.people.players import clean_name
from scorer.storage.database import Database
from scorer.storage.locks import lock_club
from scorer.storage.schema import clubs, devices, invitations


def gains(device: Device, invitation: Invitation) -> dict[str, Any]:
    """What changes of a phone of the club by an invitation; nothing where it may as much already.

    Nobody loses by one: what lasts stays, and what holds tonight stays for tonight.
    """
    night = invitation.night
    if night is None:
        is_less = device.guest or not includes(device.lasting, invitation.right)
        return {"right": invitation.right, "night": None, "tonight": None} if is_less else {}
    if device.night != night and not device.in_night(night).keeps_score:
        return {"night": night, "tonight": None if device.guest else "play"}
    return {}


def join_club(
    database: Database,
    invitation: Invitation,
    device_name: str,
    *,
    name: str | None = None,
    was: Device | None = None,
    zone: str = "",
) -> tuple[Device, str | None]:
    """Make a phone a device of the club that invites it; its new token, if it needs one.

    The first one to join a club that nobody can manage may manage it, and the very first sets the
    time `zone` of the club (IANA). A phone of the club keeps its token and gets the right it is
    invited to; one of another club leaves that. The same request sent again under its `name`, a
    UUID, is the same phone. Raises NotFound, BadRecord, NotAllowed for a revoked phone.
    """
    device_name = clean_name(device_name) if device_name.strip() else "Phone"
    club, now = invitation.club, clock.now()
    with database.writing() as connection:
        # The club it leaves may be another one.
        for locked in sorted({club, club if was is None else was.club}):
            lock_club(connection, locked)
        this = (invitations.c.club == club, invitations.c.id == invitation.id)
        if connection.execute(select(invitations).where(*this, *still_live(now))).first() is None:
            raise NotFound("invitation_over")
        if includes(invitation.right, "score") and count_managers(connection, club) == 0:
            invitation = replace(invitation, right="manage")
        if was is not None and was.club == club:
            known = load_device(connection, club, was.id)
            if known.revoked:
                raise NotAllowed
            if changes := gains(known, invitation):
                change_device(connection, known, **changes)
            return load_device(connection, club, was.id), None
        if was is not None:
            take_off(connection, was)
        # The id is shown to the club, and must not tell the name of the request.
        identity, token = new_id(), secrets.token_urlsafe(16)
        if name is not None:
            identity = id_from("join", invitation.id, name)
            known_row = connection.execute(OF_ID, {"of_club": club, "of_id": identity}).first()
            listed = None if known_row is None else device_of(known_row)
            if listed is not None and not listed.revoked:
                # It did not hear that it had joined.
                change_device(connection, listed, token_hash=hash_of(token))
                return listed, token
            if listed is not None:
                identity = new_id()  # it was taken off since, and this is another joining
        joined = connection.scalar(select(func.count()).where(devices.c.club == club)) or 0
        if not joined and zone in clock.zones():
            connection.execute(update(clubs).where(clubs.c.id == club).values(time_zone=zone))
        called_so = (devices.c.club == club, devices.c.name == device_name)
        if connection.execute(select(devices.c.id).where(*called_so)).first() is not None:
            device_name = f"{device_name[: MAX_NAME_LENGTH - 6]} ({joined + 1})"
        row = {
            "club": club,
            "id": identity,
            "name": device_name,
            "right": invitation.right,
            "token_hash": hash_of(token),
            "made_at": now,
            "seen_at": now,
            "night": invitation.night,
        }
        connection.execute(insert(devices), row)
        return load_device(connection, club, identity), token
