"""Invitations to a club, the way back to it, and joining; the codes are HMACs, stored nowhere."""

import logging
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Connection, bindparam, exists, func, insert, select, update

from scorer.rules.entries import MAX_NAME_LENGTH
from scorer.services import clock
from scorer.services.club import Right, codes, includes
from scorer.services.club.devices import (
    Device,
    add_device,
    change_device,
    count_phones,
    goes_on,
    hash_of,
    load_device,
    load_in_night,
    renew_token,
)
from scorer.services.errors import Conflict, NotAllowed, NotFound, TooMany
from scorer.services.ids import id_from, is_id, new_id
from scorer.services.limits import MAX_PHONES
from scorer.services.people.players import clean_name
from scorer.storage.database import Database
from scorer.storage.locks import lock_club
from scorer.storage.schema import AnyRow, AnySelect, clubs, devices, games, invitations

log = logging.getLogger(__name__)
VALID = timedelta(days=1)
# How long the code of a table can be scanned or typed, and what is left of that when it is shown.
TABLE_VALID = timedelta(minutes=15)
MIN_VALID = timedelta(minutes=10)
# For so long a short code is reported as ended, not as wrong.
ENDED_KNOWN = timedelta(days=1)
# A wrong code waits so many seconds for others to write until it is counted.
GUESS_WAIT_SECONDS = 1
HELD: AnySelect = select(clubs.c.way_back_hash).where(clubs.c.id == bindparam("of_club"))
# To the club of a stranger nobody else can invite a phone again.
OFFERED: AnySelect = select(clubs.c.id).where(
    clubs.c.id == bindparam("of_club"),
    clubs.c.by_stranger,
    clubs.c.way_back_hash.is_(None),
    select(func.count()).where(games.c.club == clubs.c.id).scalar_subquery() == 1,
)


@dataclass(frozen=True)
class Invitation:
    """An invitation to a club for good, or to play in a `night`, with both of its codes.

    The way back to a club has its id, and no end.
    """

    club: str
    id: str
    right: Right
    expires_at: datetime | None
    night: str | None
    made_by: str | None
    link_code: str
    short_code: str


def _read(secret: str, row: AnyRow) -> Invitation:
    this = (secret, row.club, row.id)
    both = codes.link_code(*this), codes.short_code(*this, row.letters)
    return Invitation(row.club, row.id, row.right, row.expires_at, row.night, row.made_by, *both)


def make_invitation(
    database: Database,
    secret: str,
    club: str,
    right: Right = "score",
    made_by: Device | None = None,
    identity: str | None = None,
    letters: int = codes.SHORT,
    night: str | None = None,
) -> Invitation:
    """Invite others to a club with a right that `made_by` has for good, or to play in a night.

    None is the terminal, which may do anything. Asked again for the same `identity`, or for a night
    whose code is good for ten more minutes, it is the same one. Raises NotAllowed, Conflict.
    """
    with database.writing() as connection:
        lock_club(connection, club)
        if made_by is not None:
            load_in_night(connection, made_by, night, "score" if night else right)
        if night is not None and not goes_on(connection, club, night):
            raise Conflict("night_over")
        now, maker = clock.now(), made_by.id if made_by else None
        ends = now + (TABLE_VALID if night else VALID)
        same = [invitations.c.id == identity, invitations.c.made_by == maker]
        if night is not None:
            same = [invitations.c.night == night, *still_live(now + MIN_VALID)]
        for known in _find(connection, secret, club, *same):
            return known
        id = identity or new_id()
        row: dict[str, Any] = {"club": club, "id": id, "right": right, "night": night}
        row |= {"letters": letters, "made_by": maker, "made_at": now, "expires_at": ends}
        row["code_hash"] = codes.hash_of_code(secret, codes.short_code(secret, club, id, letters))
        made = connection.execute(insert(invitations).returning(invitations), row).one()
        return _read(secret, made)


def show_table(
    database: Database, secret: str, host: Device, night: str, letters: int = codes.SHORT
) -> Invitation:
    """The code that joins a table tonight, for 15 minutes; raises NotAllowed, Conflict."""
    return make_invitation(database, secret, host.club, "play", host, None, letters, night)


def list_invitations(
    database: Database, secret: str, club: str, night: str | None = None
) -> list[Invitation]:
    """The invitations to a club, or to a night of it, that can be used now, the newest first."""
    with database.reading() as connection:
        this = (invitations.c.night == night, *still_live(clock.now()))
        return _find(connection, secret, club, *this)


def _find(connection: Connection, secret: str, club: str, *which: Any) -> list[Invitation]:
    found = select(invitations).where(invitations.c.club == club, *which)
    newest = found.order_by(invitations.c.made_at.desc(), invitations.c.id)
    return [_read(secret, row) for row in connection.execute(newest)]


def still_live(now: datetime) -> tuple[Any, ...]:
    """The conditions under which an invitation can be used."""
    return invitations.c.withdrawn_at.is_(None), invitations.c.expires_at > now


def withdraw_invitation(database: Database, club: str, invitation: str) -> None:
    """Let nobody else join by this invitation; raises NotFound."""
    if not is_id(invitation):
        raise NotFound
    this = (invitations.c.club == club, invitations.c.id == invitation)
    with database.writing() as connection:
        lock_club(connection, club)  # who joins holds it too
        withdrawn = update(invitations).where(*this).values(withdrawn_at=clock.now())
        if connection.execute(withdrawn).rowcount == 0:
            raise NotFound


def find_invitation(database: Database, secret: str, code: str) -> Invitation:
    """The invitation of this link code or way back, which can be used; raises NotFound."""
    with database.reading() as connection:
        if len(codes.plain_code(code)) == codes.WAY_BACK:
            return _find_way_back(connection, codes.plain_code(code).lower())
        row = codes.find_by_link(connection, secret, invitations, code)
        return _read(secret, _check_usable(connection, row))


def find_typed(database: Database, secret: str, code: str, address: str) -> Invitation:
    """The invitation of a code that was typed, which can be used.

    Raises NotFound, which counts as a guess of this address where there never was such a short
    code, TooMany, and Unavailable where a guess could not be counted.
    """
    now, plain = clock.now(), codes.plain_code(code)
    if len(plain) > codes.MAX_SHORT:
        return find_invitation(database, secret, code)
    lately = invitations.c.expires_at > now - ENDED_KNOWN
    this = select(invitations).where(
        invitations.c.code_hash == codes.hash_of_code(secret, code), lately
    )
    # Who types a right code, or too many wrong ones, takes no lock: nobody who saves waits for it.
    with database.reading() as connection:
        codes.check_guesses(connection, address, now)
        row = connection.execute(this).first()
        if row is not None:
            return _read(secret, _check_usable(connection, row))
    with database.writing(wait=GUESS_WAIT_SECONDS) as connection:
        codes.count_guess(connection, address, now)
    raise NotFound("no_such_invitation")


def _find_way_back(connection: Connection, letters: str) -> Invitation:
    this = (clubs.c.way_back_hash == hash_of(letters.upper()), clubs.c.closed_at.is_(None))
    club = connection.scalar(select(clubs.c.id).where(*this))
    if club is None:
        raise NotFound("no_such_invitation")
    return Invitation(club, club, "manage", None, None, None, letters, letters)


def _check_usable(connection: Connection, row: AnyRow | None) -> AnyRow:
    if row is None:
        raise NotFound("no_such_invitation")
    if row.withdrawn_at is not None or row.expires_at <= clock.now():
        raise NotFound("invitation_over" if row.night is None else "table_code_over")
    if row.night is not None and not goes_on(connection, row.club, row.night):
        raise NotFound("night_over")
    return row


def _check_stands(connection: Connection, invitation: Invitation) -> None:
    if invitation.expires_at is None:
        _find_way_back(connection, invitation.link_code)
    else:
        this = (invitations.c.club == invitation.club, invitations.c.id == invitation.id)
        _check_usable(connection, connection.execute(select(invitations).where(*this)).first())


def offer_way_back(database: Database, secret: str, device: Device) -> str:
    """The letters that a phone can let lead back to its club, the same until others do."""
    with database.reading() as connection:
        held = connection.scalar(HELD, {"of_club": device.club})
    return codes.way_back_code(secret, device.club, device.id, held)


def keep_way_back(database: Database, secret: str, device: Device, letters: str) -> None:
    """Let the letters that a phone was offered lead back to its club, and no others.

    Those that do already stay. Raises NotFound, NotAllowed, and Conflict where others came between.
    """
    kept = hash_of(codes.plain_code(letters))
    with database.writing() as connection:
        if lock_club(connection, device.club) is None:  # a result may offer it
            raise NotFound
        load_in_night(connection, device, None, "manage")
        held = connection.scalar(HELD, {"of_club": device.club})
        if held == kept:
            return
        offered = codes.way_back_code(secret, device.club, device.id, held)
        if hash_of(codes.plain_code(offered)) != kept:
            raise Conflict("changed_meanwhile")
        this = update(clubs).where(clubs.c.id == device.club)
        connection.execute(this.values(way_back_hash=kept))
    log.info("Club %s has a new way back", device.club)


def is_way_back_due(database: Database, club: str) -> bool:
    """Whether a stranger has begun this club, with one game so far and no way back."""
    return database.first(OFFERED, {"of_club": club}) is not None


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

    The first one to join a club that nobody ever managed may manage it, and the very first sets the
    time `zone` of the club (IANA). A phone that `was` of the club keeps its token and gets the
    right it is invited to. The same request sent again under its `name`, a UUID, is the same phone.
    Raises NotFound, BadRecord, TooMany, NotAllowed for a revoked phone.
    """
    device_name = clean_name(device_name) if device_name.strip() else "Phone"
    club = invitation.club
    # The way back is open to who finds the club full.
    if was is None and invitation.expires_at is not None:
        with database.reading() as connection:
            if count_phones(connection, club, invitation.night) >= MAX_PHONES:
                raise TooMany("too_many_phones", most=MAX_PHONES)
    with database.writing() as connection:
        lock_club(connection, club)
        _check_stands(connection, invitation)
        managed = exists().where(devices.c.club == club, devices.c.right == "manage")
        if includes(invitation.right, "score") and not connection.scalar(select(managed)):
            invitation = replace(invitation, right="manage")
        if was is not None:
            known = load_device(connection, club, was.id)
            if known.revoked:
                raise NotAllowed
            if changes := gains(known, invitation):
                change_device(connection, known, **changes)
            return load_device(connection, club, was.id), None
        # The id is shown to the club, and must not tell the name of the request.
        identity = id_from("join", invitation.id, name or new_id())
        with suppress(NotFound):
            listed = load_device(connection, club, identity)
            if not listed.revoked:  # it did not hear that it had joined
                return listed, renew_token(connection, listed)
            identity = new_id()  # it was taken off since, and this is another joining
        joined = connection.scalar(select(func.count()).where(devices.c.club == club)) or 0
        if not joined and zone in clock.zones():
            connection.execute(update(clubs).where(clubs.c.id == club).values(time_zone=zone))
        called_so = (devices.c.club == club, devices.c.name == device_name)
        if connection.execute(select(devices.c.id).where(*called_so)).first() is not None:
            device_name = f"{device_name[: MAX_NAME_LENGTH - 6]} ({joined + 1})"
        values = {"name": device_name, "right": invitation.right, "night": invitation.night}
        return add_device(connection, club, identity, **values)
