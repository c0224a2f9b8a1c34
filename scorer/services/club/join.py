"""Joining: a phone becomes a device of the club that invites it, and of no other one."""

from __future__ import annotations

from sqlalchemy import Connection, select

from scorer.services import clock
from scorer.services.club import Right
from scorer.services.club.devices import (
    Device,
    add_device,
    check_others_manage,
    come_to_table,
    count_managers,
    pass_seats_on,
    take_off,
)
from scorer.services.club.invitations import Invitation, still_live
from scorer.services.errors import NotFound
from scorer.services.ids import id_from, new_id
from scorer.services.people.players import clean_name
from scorer.storage.database import Database
from scorer.storage.locks import lock_club
from scorer.storage.schema import invitations


def join_club(
    database: Database,
    invitation: Invitation,
    device_name: str,
    *,
    name: str | None = None,
    was: Device | None = None,
    leave: bool = False,
) -> tuple[Device, str]:
    """Make a phone a device of the club that invites it, and give it its token.

    The first one to join a club that nobody can manage may manage it. A phone that has joined
    before says what it `was`, and is that no more. The same request sent again under its `name`, a
    UUID that nobody else knows, is the same phone. One that comes to a table of its own club stays
    the device that it was. Raises NotFound where the invitation has ended meanwhile, BadRecord for
    a name that cannot be shown, and Conflict where nobody could manage the club it leaves, unless
    it is to `leave` all the same.
    """
    device_name = clean_name(device_name) if device_name.strip() else ""
    # The id is shown to the club, and must not tell the name of the request.
    identity = id_from("join", invitation.id, name) if name else new_id()
    with database.writing() as connection:
        # The club it leaves may be another one.
        for club in sorted({invitation.club, invitation.club if was is None else was.club}):
            lock_club(connection, club)
        if not _still_stands(connection, invitation):
            raise NotFound("invitation_over")
        if was is not None and was.club != invitation.club and not leave:
            check_others_manage(connection, was)
        if invitation.night is not None and was is not None and was.club == invitation.club:
            return come_to_table(connection, was, invitation.night)
        right: Right = invitation.right
        if right in ("score", "manage") and count_managers(connection, invitation.club) == 0:
            right = "manage"
        device, token = add_device(
            connection,
            invitation.club,
            device_name,
            right,
            identity=identity,
            invitation=invitation.id,
            before=None if was is None else was.id,
            night=invitation.night,
            person=was.person if was is not None and was.club == invitation.club else None,
        )
        if was is not None:
            if was.club == invitation.club:
                pass_seats_on(connection, was, device)
            take_off(connection, was, device.made_at)
    return device, token


def _still_stands(connection: Connection, invitation: Invitation) -> bool:
    """Whether it was not withdrawn meanwhile; nobody withdraws it until this is done."""
    query = (
        select(invitations.c.id)
        .where(
            invitations.c.club == invitation.club,
            invitations.c.id == invitation.id,
            *still_live(clock.now()),
        )
        .with_for_update(read=True)
    )
    return connection.execute(query).first() is not None
