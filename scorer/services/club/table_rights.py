"""The phones at a table: who may keep score tonight, who is sent away and let in again."""

from scorer.services.club import Right
from scorer.services.club.devices import (
    Device,
    change_device,
    goes_on,
    load_device,
    load_in_night,
    revoke,
)
from scorer.services.errors import Conflict, NotAllowed, NotFound
from scorer.storage.database import Database
from scorer.storage.locks import lock_club


def may_lower(host: Device, device: Device) -> bool:
    """Whether a phone that keeps score may lower the right of this one, or send it away."""
    return device.guest or (host.right == "manage" and device.right != "manage")


def set_right(database: Database, host: Device, device: str, right: Right, night: str) -> None:
    """Let a phone at the table play or keep score, as long as this night lasts.

    One that was sent away tonight is let in again, to play. Raises NotFound, Conflict where the
    night is over or the phone plays in another one, and NotAllowed for a host that keeps no score
    or may not change the right of this phone.
    """
    with database.writing() as connection:
        lock_club(connection, host.club)
        mine = load_in_night(connection, host.club, host.id, night, "score")
        if not goes_on(connection, host.club, night):
            raise Conflict("night_over")
        known = load_device(connection, host.club, device)
        if known.revoked and known.night == night:
            change_device(connection, known, right="play", revoked_at=None, tonight=None)
            return
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


def send_away(database: Database, host: Device, device: str, night: str) -> None:
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
            revoke(connection, known)
            change_device(connection, known, night=known.night or night)
