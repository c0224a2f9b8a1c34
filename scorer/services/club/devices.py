"""Devices: which phone of a club may do what, in which night, and until when.

Whatever writes for a phone asks `load_in_night`, in its own transaction.
"""

from __future__ import annotations

import hashlib
import logging
import secrets
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Connection, bindparam, delete, func, insert, select, true, update

from scorer.services import clock
from scorer.services.club import Right, includes
from scorer.services.errors import Conflict, NotAllowed, NotFound
from scorer.services.ids import is_id
from scorer.services.people.players import clean_name
from scorer.storage.book import STILL_PLAYING
from scorer.storage.database import Database
from scorer.storage.games import CALLED
from scorer.storage.locks import lock_club
from scorer.storage.schema import (
    ID,
    AnySelect,
    devices,
    games,
    invitations,
    of_club,
    players,
    refers,
    seats_held,
)
from scorer.storage.unavailable import Unavailable

log = logging.getLogger(__name__)
# It is noted so often that a phone was seen; at a table, where others wait for it, before it would
# pass for away.
SEEN_INTERVAL, TABLE_SEEN_INTERVAL = timedelta(minutes=10), timedelta(seconds=45)
# A phone that was not seen for so long is away.
SILENT = timedelta(seconds=60)
# One that was not seen for so long has lost its cookie.
KEPT_FOR = timedelta(days=400)


@dataclass(frozen=True)
class Device:
    """A phone that joined a club: its `lasting` right, and another one `tonight` in its `night`.

    Read with a game it has the `seat` for which it answers there, and the phone that this was
    `taken_from`.
    """

    club: str
    id: str
    name: str
    lasting: Right
    seen_at: datetime
    night: str | None
    tonight: Right | None
    person: str | None
    newcomer: str | None
    revoked: bool
    seat: int | None
    seat_seen_at: datetime | None
    taken_from: str | None

    @property
    def right(self) -> Right:
        """What it may do now, and here."""
        return self.tonight or self.lasting

    @property
    def guest(self) -> bool:
        """Whether it came by the code of a table, so that it sees that night and no other."""
        return self.lasting == "play"

    @property
    def keeps_score(self) -> bool:
        """Whether it may write everything."""
        return includes(self.right, "score")

    @property
    def is_away(self) -> bool:
        """Whether it was not heard of in its seat for a minute."""
        return self.seat_seen_at is not None and clock.now() - self.seat_seen_at >= SILENT

    @property
    def is_unnoted(self) -> bool:
        """Whether it is time to note again that it was seen, in its seat if it has one."""
        at_table = self.keeps_score or self.guest or self.seat is not None
        interval = TABLE_SEEN_INTERVAL if at_table else SEEN_INTERVAL
        return clock.now() - (self.seat_seen_at or self.seen_at) >= interval

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
        return self if self.night in (night, None) else replace(self, night=None, tonight=None)


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
# What a `Device` is made of, behind when its night was played last; its seat is that in a game.
DEVICES: AnySelect = select(
    _last_played(devices.c.club, devices.c.night).correlate(devices).scalar_subquery(),
    *(
        devices.c[name]
        for name in "club id name right seen_at night tonight person newcomer".split()
    ),
    devices.c.revoked_at.is_not(None),
    seats_held.c.seat,
    seats_held.c.seen_at,
    seats_held.c.taken_from,
).outerjoin(
    seats_held,
    refers(seats_held.c.device, devices)
    & (seats_held.c.game == bindparam("of_game", None, type_=ID)),
)
OF_CLUB = DEVICES.where(of_club(devices))
OF_ID = OF_CLUB.where(devices.c.id == bindparam("of_id"))
LISTED = OF_CLUB.order_by(devices.c.revoked_at.is_not(None), devices.c.seen_at.desc(), devices.c.id)
HOLDERS = select(seats_held.c.device).where(
    of_club(seats_held), seats_held.c.game == bindparam("of_game")
)
AT_TABLE = OF_CLUB.where(
    (devices.c.night == bindparam("of_night")) | devices.c.id.in_(HOLDERS)
).order_by(devices.c.name, devices.c.id)
KEEPERS = OF_CLUB.where(
    devices.c.revoked_at.is_(None),
    devices.c.right.in_(("score", "manage")) | (devices.c.tonight == "score"),
)
MANAGERS = LISTED.where(devices.c.revoked_at.is_(None), devices.c.right == "manage")
NEWCOMERS = OF_CLUB.where(
    devices.c.night == bindparam("of_night"),
    devices.c.newcomer.is_not(None),
    devices.c.revoked_at.is_(None),
).order_by(devices.c.newcomer, devices.c.id)
NAMES = (
    select(devices.c.id, CALLED)
    .outerjoin(players, refers(devices.c.person, players))
    .where(of_club(devices))
)


def device_of(row: Sequence[Any]) -> Device:
    """The device that a row of `DEVICES` begins with, as it stands now in its night."""
    played_at, *values = row[: len(DEVICES.selected_columns)]
    device = Device(*values)
    return device.in_night(device.night if _is_recent(played_at) else None)


def list_devices(
    where: Database | Connection,
    club: str,
    which: AnySelect = LISTED,
    night: str | None = None,
    game: str | None = None,
) -> list[Device]:
    """The devices of a query, or all of a club: revoked ones last, the one seen last first.

    With a `night` they are as they stand there, and with a `game` they have their seats in it.
    """
    of = {"of_club": club, "of_night": night, "of_game": game}
    rows = where.rows(which, of) if isinstance(where, Database) else where.execute(which, of)
    found = list(map(device_of, rows))
    return found if night is None else [device.in_night(night) for device in found]


def list_at_table(database: Database, club: str, night: str, game: str) -> list[Device]:
    """The phones of a night and those that hold a seat in a game of it, by name, as they stand.

    Those that were removed tonight are among them.
    """
    found = list_devices(database, club, AT_TABLE, night, game)
    return [device for device in found if not device.is_over]


def names_of(database: Database, club: str) -> dict[str, str]:
    """The names of those who sat last with the phones of a club, or of the phones, by device."""
    return {row.id: row.device_name for row in database.rows(NAMES, {"of_club": club})}


def load_device(connection: Connection, club: str, device: str, game: str | None = None) -> Device:
    """A device as this transaction sees it, with its seat in a game; raises NotFound."""
    parameters = {"of_club": club, "of_id": device, "of_game": game}
    row = connection.execute(OF_ID, parameters).first() if is_id(device) else None
    if row is None:
        raise NotFound
    return device_of(row)


def load_in_night(
    connection: Connection, device: Device, night: str | None, right: Right, game: str | None = None
) -> Device:
    """A phone as it stands now in a night; raises NotAllowed where it has not this right there."""
    now = load_device(connection, device.club, device.id, game).in_night(night)
    if now.is_out or not includes(now.right, right):
        raise NotAllowed
    return now


def load_keepers(connection: Connection, club: str, night: str) -> list[Device]:
    """The phones that keep the score in a night."""
    phones = list_devices(connection, club, KEEPERS, night)
    return [phone for phone in phones if phone.keeps_score]


def goes_on(connection: Connection, club: str, night: str) -> bool:
    """Whether a night is not over, so that phones may play in it."""
    return _is_recent(connection.scalar(OF_NIGHT, {"of_club": club, "of_night": night}))


def _is_recent(played_at: datetime | None) -> bool:
    return played_at is not None and clock.now() - played_at <= STILL_PLAYING


def end_over_night(
    connection: Connection, club: str, night: str | None, played_at: datetime | None = None
) -> None:
    """Part phones from a night that is over, so that it stays so for them when it is played on."""
    if night is None or _is_recent(played_at) or goes_on(connection, club, night):
        return
    of_night = (devices.c.club == club, devices.c.night == night)
    guests = select(devices.c.id).where(*of_night, devices.c.right == "play")
    held = (seats_held.c.club == club, seats_held.c.device.in_(guests))
    connection.execute(delete(seats_held).where(*held))
    parted = {"night": None, "tonight": None, "newcomer": None}
    connection.execute(update(devices).where(*of_night).values(parted))


def note_seen(
    database: Database, device: Device, game: str | None = None, night: str | None = None
) -> None:
    """Note that a phone is there, in its seat of a game too; skipped where the database is busy.

    At the result of a game it is there for all games of the `night`.
    """
    with suppress(Unavailable), database.writing(wait=0) as connection:
        now = clock.now()
        change_device(connection, device, seen_at=now)
        held = (seats_held.c.club == device.club, seats_held.c.device == device.id)
        of_night = select(games.c.id).where(games.c.club == device.club, games.c.night == night)
        here = seats_held.c.game == game if night is None else seats_held.c.game.in_(of_night)
        connection.execute(update(seats_held).where(*held, here).values(seen_at=now))


def edit_device(
    database: Database, club: str, device: str, name: str, right: Right | None = None
) -> None:
    """Give a device another name, and another right for good if one is named.

    Raises NotFound, BadRecord, and Conflict for the last manager.
    """
    changes: dict[str, Any] = {"name": clean_name(name, "phone_name")}
    with database.writing() as connection:
        lock_club(connection, club)  # open pages show its name
        known = load_device(connection, club, device)
        if right is not None and right != known.lasting:
            _check_last_manager(connection, known)
            changes |= {"right": right, "night": None, "tonight": None}
        change_device(connection, known, **changes)


def revoke_device(
    database: Database,
    club: str,
    device: str,
    host: Device | None = None,
    night: str | None = None,
    *,
    leaves: bool = False,
) -> None:
    """Take a device off the list; raises NotFound, and Conflict for the last manager.

    A `host` at a table removes only what it `may_lower`, else NotAllowed is raised; the device is
    listed in this `night`, to be let in again. One that leaves by itself ends no invitations.
    """
    with database.writing() as connection:
        lock_club(connection, club)
        known = load_device(connection, club, device)
        if host is not None:
            mine = load_in_night(connection, host, known.night, "score")
            if known.id == mine.id or not may_lower(mine, known):
                raise NotAllowed
        if not known.revoked:
            _check_last_manager(connection, known)
            revoke(connection, known, night, leaves=leaves)


def revoke_others(database: Database, host: Device) -> None:
    """Take all phones of a club but this manager's off the list; raises NotAllowed."""
    with database.writing() as connection:
        lock_club(connection, host.club)
        load_in_night(connection, host, None, "manage")
        for device in list_devices(connection, host.club):
            if device.id != host.id and not device.revoked:
                revoke(connection, device)


def _check_last_manager(connection: Connection, device: Device) -> None:
    if is_last_manager(connection, device):
        raise Conflict("last_manager")


def may_lower(host: Device, device: Device) -> bool:
    """Whether a phone that keeps score may lower the right of this one, or send it away."""
    return device.guest or (host.right == "manage" and device.right != "manage")


def set_right(database: Database, host: Device, device: str, right: Right, night: str) -> Device:
    """Let a phone at the table play or keep score, as long as this night lasts; gives what it was.

    One that was sent away tonight is let in again, to play. Raises NotFound, Conflict where the
    night is over or the phone plays in another one, and NotAllowed for a host that keeps no score
    or may not change the right of this phone.
    """
    with database.writing() as connection:
        lock_club(connection, host.club)
        mine = load_in_night(connection, host, night, "score")
        if not goes_on(connection, host.club, night):
            raise Conflict("night_over")
        known = load_device(connection, host.club, device)
        if known.revoked and known.night == night:
            change_device(connection, known, right="play", revoked_at=None, tonight=None)
            return known
        if known.is_out:
            raise NotFound
        if known.night not in (None, night):
            raise Conflict("plays_elsewhere")
        if known.right == "manage" or (right == "play" and not may_lower(mine, known)):
            raise NotAllowed
        tonight = None if right == known.lasting else right
        # A guest belongs to its night, anybody else only as long as something differs there.
        belongs = night if known.guest or tonight is not None else None
        change_device(connection, known, tonight=tonight, night=belongs)
        return known


def revoke(
    connection: Connection, device: Device, night: str | None = None, *, leaves: bool = False
) -> None:
    """Take a device off the list, and withdraw all invitations whose codes it may know."""
    now = clock.now()
    changes = {"revoked_at": now, "tonight": None, "newcomer": None}
    change_device(connection, device, **changes, night=device.night or night)
    held = (seats_held.c.club == device.club, seats_held.c.device == device.id)
    connection.execute(delete(seats_held).where(*held))
    if leaves:
        return
    live = (invitations.c.withdrawn_at.is_(None), invitations.c.expires_at > now)
    # A guest knows the code of its table and no other.
    known = invitations.c.night == device.night if device.guest else true()
    withdraw = update(invitations).where(invitations.c.club == device.club, *live, known)
    connection.execute(withdraw.values(withdrawn_at=now))


def add_device(
    connection: Connection, club: str, identity: str, **values: Any
) -> tuple[Device, str]:
    """Add a phone with its name, right and night to a club; its token."""
    token, now = secrets.token_urlsafe(16), clock.now()
    row = {"club": club, "id": identity, "token_hash": hash_of(token), "made_at": now}
    connection.execute(insert(devices), {**row, "seen_at": now, **values})
    log.info("Phone %s joined club %s: right=%s", identity, club, values["right"])
    return load_device(connection, club, identity), token


def renew_token(connection: Connection, device: Device) -> str:
    """The new token of a phone that did not hear of the one it got."""
    token = secrets.token_urlsafe(16)
    change_device(connection, device, token_hash=hash_of(token))
    return token


def count_phones(connection: Connection, club: str, night: str | None) -> int:
    """How many devices of a club there are for good and in a night."""
    query = select(func.count()).where(
        devices.c.club == club,
        devices.c.revoked_at.is_(None),
        devices.c.seen_at > clock.now() - KEPT_FOR,
        (devices.c.right != "play") | (devices.c.night == night),
    )
    return int(connection.scalar(query) or 0)


def is_last_manager(where: Database | Connection, device: Device) -> bool:
    """Whether a device manages its club, and no other one that does was seen since or lately."""
    since = min(device.seen_at, clock.now() - KEPT_FOR)
    return device.lasting == "manage" and not any(
        other.id != device.id and other.seen_at > since
        for other in list_devices(where, device.club, MANAGERS)
    )


def change_device(connection: Connection, device: Device, **values: Any) -> None:
    """Change columns of a device; rights and removals are logged."""
    this = (devices.c.club == device.club, devices.c.id == device.id)
    connection.execute(update(devices).where(*this).values(values))
    rights = " ".join(f"{it}={values[it]}" for it in ("right", "tonight") if it in values)
    if rights:
        is_out = values.get("revoked_at") is not None
        log.info("Phone %s of club %s: %s", device.id, device.club, "removed" if is_out else rights)
