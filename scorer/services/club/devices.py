"""Devices: the phones that joined a club, each with a name and a right."""

from __future__ import annotations

import hashlib
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Connection, bindparam, delete, func, select, true, update

from scorer.rules.entries import MAX_NAME_LENGTH
from scorer.services import clock
from scorer.services.club import RIGHTS, Right
from scorer.services.errors import Conflict, NotAllowed, NotFound
from scorer.services.ids import is_id
from scorer.services.people.players import clean_name
from scorer.storage.book import STILL_PLAYING
from scorer.storage.database import Database
from scorer.storage.locks import lock_club
from scorer.storage.schema import (
    ID,
    AnyRow,
    AnySelect,
    clubs,
    devices,
    games,
    invitations,
    of_club,
    players,
    refers,
    seats_held,
)
from scorer.storage.unavailable import Unavailable

SEEN_INTERVAL = timedelta(minutes=10)
# Stands between the name of a person and what a phone is.
OWNS = "’s "


@dataclass(frozen=True)
class Device:
    """A phone that joined a club; `right` is for now, `lasting` for when its `night` is over."""

    club: str
    id: str
    name: str
    right: Right
    seen_at: datetime
    revoked: bool = False
    lasting: Right = "watch"
    night: str | None = None
    person: str | None = None
    seat: int | None = None
    seat_seen_at: datetime | None = None

    @property
    def guest(self) -> bool:
        """Whether it came by the code of a table, so that it sees that night and no other."""
        return self.lasting == "play"

    def may(self, right: Right) -> bool:
        """Whether it has at least this right."""
        return RIGHTS.index(self.right) >= RIGHTS.index(right)

    @property
    def keeps_score(self) -> bool:
        """Whether it may write everything."""
        return self.may("score")

    @property
    def heard_at(self) -> datetime:
        """When it was last heard of, in its seat or elsewhere."""
        return max(self.seen_at, self.seat_seen_at or self.seen_at)

    @property
    def seen_interval(self) -> timedelta:
        """How often it is noted that it was seen: while who keeps score is away others may more."""
        return SEEN_INTERVAL / 20 if self.keeps_score and self.seat is None else SEEN_INTERVAL

    @property
    def is_over(self) -> bool:
        """Whether it was a guest of a night that is over."""
        return self.guest and self.night is None

    @property
    def is_out(self) -> bool:
        """Whether it may do nothing here any more."""
        return self.revoked or self.is_over

    def in_night(self, night: str | None) -> Device:
        """The phone as it stands in a night: in another one than its own it may do what lasts."""
        return self if night == self.night else replace(self, right=self.lasting, night=None)


def hash_of(token: str) -> str:
    """The hash of a token: it has 128 bits, so a plain hash cannot be turned back."""
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()


def _last_played(club: Any, night: Any) -> AnySelect:
    # Not of the bare column: databases would go through all games of a club, by when they were
    # played, in search of one of this night.
    return select(func.max(func.coalesce(games.c.last_at, games.c.started_at))).where(
        games.c.club == club, games.c.night == night, games.c.deleted_at.is_(None)
    )


OF_NIGHT = _last_played(bindparam("of_club"), bindparam("of_night"))
# A device, with when anything was last played in its night, and its seat in a game, if any.
DEVICES: AnySelect = select(
    devices,
    _last_played(devices.c.club, devices.c.night)
    .correlate(devices)
    .scalar_subquery()
    .label("played_at"),
    seats_held.c.seat,
    seats_held.c.seen_at.label("seat_seen_at"),
).outerjoin(
    seats_held,
    refers(seats_held.c.device, devices)
    & (seats_held.c.game == bindparam("of_game", None, type_=ID)),
)
OF_TOKEN = (
    DEVICES.add_columns(
        clubs.c.name.label("club_name"), clubs.c.time_zone, clubs.c.currency, clubs.c.changes
    )
    .join(clubs, clubs.c.id == devices.c.club)
    .where(devices.c.token_hash == bindparam("token_hash"))
)
OF_ID = DEVICES.where(of_club(devices), devices.c.id == bindparam("of_id"))


def goes_on(connection: Connection, club: str, night: str) -> bool:
    """Whether a night is not over, so that phones may play in it."""
    return _goes_on(connection.scalar(OF_NIGHT, {"of_club": club, "of_night": night}))


def _goes_on(played_at: datetime | None) -> bool:
    return played_at is not None and clock.now() - played_at <= STILL_PLAYING


def end_over_night(
    connection: Connection, club: str, night: str | None, played_at: datetime | None = None
) -> None:
    """Part phones from a night that is over, so that it stays so for them when it is played on."""
    if not (night is None or _goes_on(played_at) or goes_on(connection, club, night)):
        of_night = (devices.c.club == club, devices.c.night == night)
        guests = select(devices.c.id).where(*of_night, devices.c.right == "play")
        held = (seats_held.c.club == club, seats_held.c.device.in_(guests))
        connection.execute(delete(seats_held).where(*held))
        connection.execute(update(devices).where(*of_night).values(night=None, tonight=None))


def device_of(row: AnyRow) -> Device:
    """The device in a row of `DEVICES`, with the right that it has at this moment."""
    night, tonight = (row.night, row.tonight) if _goes_on(row.played_at) else (None, None)
    return Device(
        club=row.club,
        id=row.id,
        name=row.name,
        right=tonight or row.right,
        seen_at=row.seen_at,
        revoked=row.revoked_at is not None,
        lasting=row.right,
        night=night,
        person=row.person,
        seat=row.seat,
        seat_seen_at=row.seat_seen_at,
    )


def note_seen(database: Database, device: Device) -> None:
    """Note that a device was seen; skipped where the database is busy."""
    with suppress(Unavailable), database.writing(wait=0) as connection:
        change_device(connection, device, seen_at=clock.now())


def list_devices(database: Database, club: str) -> list[Device]:
    """The devices of a club, revoked ones last, the one seen last first."""
    query = DEVICES.where(devices.c.club == club).order_by(
        devices.c.revoked_at.is_not(None), devices.c.seen_at.desc(), devices.c.id
    )
    return list(map(device_of, database.rows(query, {})))


def persons_of(database: Database, club: str) -> dict[str, str]:
    """Whose the phones of a club are, by device: the names of those who sat there last."""
    whose = refers(devices.c.person, players)
    query = select(devices.c.id, players.c.name).join(players, whose).where(devices.c.club == club)
    return {row.id: row.name for row in database.rows(query, {})}


def rename_device(database: Database, club: str, device: str, name: str) -> None:
    """Call a device by another name; raises NotFound, BadRecord."""
    name = clean_name(name)
    with database.writing() as connection:
        lock_club(connection, club)  # open pages show its name
        change_device(connection, load_device(connection, club, device), name=name)


def call_after(connection: Connection, device: Device, person: str) -> None:
    """Call a guest's phone after its person and what it is, such as "Ben’s iPhone"."""
    if device.guest:
        # The number that tells phones of one name apart goes.
        kind = device.name.rpartition(OWNS)[2].partition(" (")[0]
        kind = "phone" if kind == "Phone" else kind
        change_device(connection, device, name=f"{person}{OWNS}{kind}"[:MAX_NAME_LENGTH])


def revoke_device(database: Database, club: str, device: str) -> None:
    """Take a device off the list; raises NotFound, and Conflict for the last manager."""
    with database.writing() as connection:
        lock_club(connection, club)
        known = load_device(connection, club, device)
        if not known.revoked:
            if known.right == "manage" and count_managers(connection, club) == 1:
                raise Conflict("last_manager")
            revoke(connection, known, clock.now())


def revoke(connection: Connection, device: Device, now: datetime) -> None:
    """Take a device off the list, and withdraw all invitations whose codes it may know."""
    take_off(connection, device, now)
    live = (invitations.c.withdrawn_at.is_(None), invitations.c.expires_at > now)
    # A guest knows the code of its table and no other.
    known = invitations.c.night == device.night if device.guest else true()
    withdraw = update(invitations).where(invitations.c.club == device.club, *live, known)
    connection.execute(withdraw.values(withdrawn_at=now))


def take_off(connection: Connection, device: Device, now: datetime) -> None:
    """Take a device off the list and out of its seats, and nothing more."""
    change_device(connection, device, revoked_at=now, tonight=None)
    held = (seats_held.c.club == device.club, seats_held.c.device == device.id)
    connection.execute(delete(seats_held).where(*held))


def count_managers(connection: Connection, club: str) -> int:
    """How many devices of a club may manage and were not revoked."""
    query = select(func.count()).where(
        devices.c.club == club, devices.c.right == "manage", devices.c.revoked_at.is_(None)
    )
    return int(connection.scalar(query) or 0)


def load_device(connection: Connection, club: str, device: str, game: str | None = None) -> Device:
    """A device as this transaction sees it, with its seat in a game; raises NotFound."""
    parameters = {"of_club": club, "of_id": device, "of_game": game}
    row = connection.execute(OF_ID, parameters).first() if is_id(device) else None
    if row is None:
        raise NotFound
    return device_of(row)


def load_keepers(connection: Connection, club: str, night: str, game: str) -> list[Device]:
    """The phones that keep the score in a night, with their seats in a game."""
    there = DEVICES.where(of_club(devices), devices.c.revoked_at.is_(None))
    rows = connection.execute(there, {"of_club": club, "of_game": game})
    phones = (device_of(row).in_night(night) for row in rows)
    return [phone for phone in phones if phone.keeps_score]


def load_in_night(
    connection: Connection,
    club: str,
    device: str,
    night: str | None,
    right: Right,
    game: str | None = None,
) -> Device:
    """A phone as it stands now in a night; raises NotAllowed where it has not this right there."""
    now = load_device(connection, club, device, game).in_night(night)
    if now.is_out or not now.may(right):
        raise NotAllowed
    return now


def change_device(connection: Connection, device: Device, **values: Any) -> None:
    """Change columns of a device."""
    this = (devices.c.club == device.club, devices.c.id == device.id)
    connection.execute(update(devices).where(*this).values(values))
