"""Joining: a phone becomes a device of the club that invites it, and of no other one."""

import secrets
from typing import Any

from sqlalchemy import func, insert, select, update

from scorer.services import clock
from scorer.services.club import Right
from scorer.services.club.devices import (
    OF_ID,
    Device,
    change_device,
    check_others_manage,
    count_managers,
    device_of,
    hash_of,
    load_device,
    take_off,
    unlike_others,
)
from scorer.services.club.invitations import Invitation, still_live
from scorer.services.errors import NotAllowed, NotFound
from scorer.services.ids import id_from, new_id
from scorer.services.people.players import clean_name
from scorer.storage.database import Database
from scorer.storage.locks import lock_club
from scorer.storage.schema import clubs, devices, invitations, seats_held


def join_club(
    database: Database,
    invitation: Invitation,
    device_name: str,
    *,
    name: str | None = None,
    was: Device | None = None,
    leave: bool = False,
    zone: str = "",
) -> tuple[Device, str]:
    """Make a phone a device of the club that invites it, and give it its token.

    The first one to join a club that nobody can manage may manage it, and the very first sets the
    time `zone` of the club (IANA). A phone that has joined before is no more what it `was`, but at
    a table of its own club it stays that. The same request sent again under its `name`, a UUID, is
    the same phone. Raises NotFound where the invitation has ended, BadRecord for the name,
    NotAllowed for a revoked phone, and, unless it is to `leave` all the same, Conflict where nobody
    could manage the club that it leaves.
    """
    device_name = clean_name(device_name) if device_name.strip() else ""
    # The id is shown to the club, and must not tell the name of the request.
    identity = id_from("join", invitation.id, name) if name else new_id()
    club, night = invitation.club, invitation.night
    token, now = secrets.token_urlsafe(16), clock.now()
    with database.writing() as connection:
        # The club it leaves may be another one.
        for locked in sorted({club, club if was is None else was.club}):
            lock_club(connection, locked)
        this = (invitations.c.club == club, invitations.c.id == invitation.id)
        if connection.execute(select(invitations).where(*this, *still_live(now))).first() is None:
            raise NotFound("invitation_over")
        comes_back = was is not None and was.club == club
        if was is not None and not comes_back and not leave:
            check_others_manage(connection, was)
        if was is not None and comes_back and night is not None:
            known = load_device(connection, club, was.id)
            if known.revoked:
                raise NotAllowed
            values: dict[str, Any] = {"token_hash": hash_of(token)}
            if known.night != night and known.in_night(night).right in ("watch", "play"):
                values |= {"night": night, "tonight": None if known.guest else "play"}
            change_device(connection, known, **values)
            return load_device(connection, club, was.id), token
        listed = connection.execute(OF_ID, {"of_club": club, "of_id": identity}).first()
        if listed is not None and listed.revoked_at is None:
            # It did not hear that it had joined.
            device = device_of(listed)
            change_device(connection, device, token_hash=hash_of(token))
        else:
            right: Right = invitation.right
            if right in ("score", "manage") and count_managers(connection, club) == 0:
                right = "manage"
            joined = connection.scalar(select(func.count()).where(devices.c.club == club)) or 0
            if not device_name:
                device_name = f"Phone {joined + 1}"
            if not joined and zone in clock.zones():
                connection.execute(update(clubs).where(clubs.c.id == club).values(time_zone=zone))
            row = {
                "club": club,
                # Where it was taken off since, this is another joining.
                "id": identity if listed is None else new_id(),
                "name": unlike_others(connection, club, device_name),
                "right": right,
                "token_hash": hash_of(token),
                "made_at": now,
                "seen_at": now,
                "invitation": invitation.id,
                "before": None if was is None else was.id,
                "night": night,
                "person": was.person if was is not None and comes_back else None,
            }
            connection.execute(insert(devices), row)
            device = load_device(connection, club, str(row["id"]))
        if was is not None:
            if comes_back:
                held = (seats_held.c.club == club, seats_held.c.device == was.id)
                connection.execute(update(seats_held).where(*held).values(device=device.id))
            take_off(connection, was, now)
    return device, token
