"""The phones at a table: who may keep score tonight, who is sent away and let in again."""

from sqlalchemy import Connection, bindparam, or_, select

from scorer.services import clock
from scorer.services.club import Right
from scorer.services.club.devices import (
    DEVICES,
    Device,
    change_device,
    device_of,
    goes_on,
    load_device,
    load_in_night,
    revoke,
)
from scorer.services.errors import Conflict, NotAllowed, NotFound
from scorer.storage.database import Database
from scorer.storage.locks import lock_club
from scorer.storage.schema import AnySelect, devices, of_club, seats_held

_HOLDERS = select(seats_held.c.device).where(
    of_club(seats_held), seats_held.c.game == bindparam("of_game")
)
AT_TABLE: AnySelect = DEVICES.where(
    of_club(devices),
    devices.c.revoked_at.is_(None),
    or_(devices.c.night == bindparam("of_night"), devices.c.id.in_(_HOLDERS)),
).order_by(devices.c.name, devices.c.id)
REMOVED: AnySelect = DEVICES.where(
    of_club(devices),
    devices.c.night == bindparam("of_night"),
    devices.c.revoked_at.is_not(None),
).order_by(devices.c.name, devices.c.id)


def list_at_table(database: Database, club: str, night: str, game: str) -> tuple[Device, ...]:
    """The phones of a night and those that hold a seat in a game of it, by name, as they stand."""
    rows = database.rows(AT_TABLE, {"of_club": club, "of_night": night, "of_game": game})
    found = [device_of(row).in_night(night) for row in rows]
    return tuple(device for device in found if not device.is_out)


def list_removed(database: Database, club: str, night: str) -> tuple[Device, ...]:
    """The phones that were removed from a table tonight, by name."""
    rows = database.rows(REMOVED, {"of_club": club, "of_night": night})
    return tuple(map(device_of, rows))


def set_right(database: Database, host: Device, device: str, right: Right, night: str) -> None:
    """Let a phone at the table play or keep score, as long as this night lasts.

    Raises NotFound, Conflict where the night is over or the phone plays in another one, and
    NotAllowed for a host that keeps no score or may not change the right of this phone.
    """
    with database.writing() as connection:
        lock_club(connection, host.club)
        mine = load_in_night(connection, host.club, host.id, night, "score")
        _check_goes_on(connection, host.club, night)
        known = load_device(connection, host.club, device)
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


def may_lower(host: Device, device: Device) -> bool:
    """Whether a phone that keeps score may lower the right of this one, or revoke it."""
    return device.guest or (host.right == "manage" and device.right != "manage")


def revoke_from_table(database: Database, host: Device, device: str, night: str) -> None:
    """Revoke a guest, or as a manager any other phone; raises NotAllowed, NotFound.

    It is listed in this night, to be let in again.
    """
    with database.writing() as connection:
        lock_club(connection, host.club)
        known = load_device(connection, host.club, device)
        mine = load_in_night(connection, host.club, host.id, known.night, "score")
        if known.id == mine.id or not may_lower(mine, known):
            raise NotAllowed
        if not known.revoked:
            revoke(connection, known, clock.now())
            change_device(connection, known, night=known.night or night)


def readmit(database: Database, host: Device, device: str, night: str) -> None:
    """Let a phone that was removed play again tonight; raises NotAllowed, NotFound, Conflict."""
    with database.writing() as connection:
        lock_club(connection, host.club)
        load_in_night(connection, host.club, host.id, night, "score")
        _check_goes_on(connection, host.club, night)
        known = load_device(connection, host.club, device)
        if known.night != night:
            raise NotFound
        if known.revoked:
            change_device(connection, known, right="play", revoked_at=None, tonight=None)


def _check_goes_on(connection: Connection, club: str, night: str) -> None:
    if not goes_on(connection, club, night):
        raise Conflict("night_over")
