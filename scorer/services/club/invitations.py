"""Invitations to join a club; both codes are HMACs of the id and stored nowhere."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from hmac import compare_digest
from typing import Any

from sqlalchemy import Connection, func, insert, select, update

from scorer.services import clock
from scorer.services.club import RIGHTS, Right
from scorer.services.club.codes import (
    SHORT,
    check_guesses,
    count_guess,
    find_by_link,
    link_code,
    plain_code,
    short_code,
)
from scorer.services.club.devices import goes_on, load_device, load_in_night
from scorer.services.errors import Conflict, NotAllowed, NotFound
from scorer.services.ids import is_id, new_id
from scorer.storage.database import Database
from scorer.storage.locks import lock_club, lock_name
from scorer.storage.schema import AnyRow, AnySelect, invitations

VALID = timedelta(days=1)
# How long the code of a table can be scanned or typed, and what is left of that when it is shown.
TABLE_VALID = timedelta(minutes=15)
MIN_VALID = timedelta(minutes=10)
# For so long a short code is reported as ended, not as wrong.
ENDED_KNOWN = timedelta(days=1)


@dataclass(frozen=True)
class Invitation:
    """An invitation to join a club, with both of its codes."""

    club: str
    id: str
    right: Right
    expires_at: datetime
    link_code: str
    short_code: str
    night: str | None = None


def _read(secret: str, row: AnyRow) -> Invitation:
    return Invitation(
        club=row.club,
        id=row.id,
        right=row.right,
        expires_at=row.expires_at,
        link_code=link_code(secret, row.club, row.id),
        short_code=short_code(secret, row.club, row.id),
        night=row.night,
    )


def make_invitation(
    database: Database,
    secret: str,
    club: str,
    right: Right = "score",
    made_by: str | None = None,
    identity: str | None = None,
) -> Invitation:
    """Invite others to a club, with a right of at most `score` unless a manager says otherwise.

    `made_by` is the id of the device that invites, None for the terminal, which may do
    anything. Asked again for the same `identity`, it is the same invitation. Raises NotAllowed.
    """
    with database.writing() as connection:
        lock_club(connection, club)
        if made_by is not None:
            maker = load_device(connection, club, made_by)
            if maker.is_out or maker.guest or RIGHTS.index(right) > RIGHTS.index(maker.lasting):
                raise NotAllowed
        this = (invitations.c.id == identity, invitations.c.made_by == made_by)
        row = connection.execute(_of_club(club, *this)).first()
        if row is not None:
            return _read(secret, row)
        values = {"club": club, "right": right, "made_by": made_by}
        return _make(connection, secret, VALID, **values, id=identity or new_id())


def _make(connection: Connection, secret: str, lasts: timedelta, **values: Any) -> Invitation:
    now = clock.now()
    row = {"id": new_id(), "made_at": now, "expires_at": now + lasts, **values}
    made = connection.execute(insert(invitations).returning(invitations), row).one()
    return _read(secret, made)


def _of_club(club: str, *which: Any) -> AnySelect:
    newest = (invitations.c.made_at.desc(), invitations.c.id)
    return select(invitations).where(invitations.c.club == club, *which).order_by(*newest)


def standing_invitation(database: Database, secret: str, club: str) -> Invitation:
    """The invitation that the terminal shows at each start: a new one once it is not valid."""
    of_terminal = (invitations.c.right == "score", invitations.c.made_by.is_(None))
    row = database.first(_of_club(club, *of_terminal, *still_live(clock.now())), {})
    if row is not None:
        return _read(secret, row)
    with database.writing() as connection:
        lock_club(connection, club)
        return _make(connection, secret, VALID, club=club, right="score")


def table_invitation(database: Database, secret: str, club: str, night: str) -> Invitation | None:
    """The code of a table that can be scanned now, if anybody asked for one lately."""
    with database.reading() as connection:
        return _of_table(connection, secret, club, night)


def _of_table(connection: Connection, secret: str, club: str, night: str) -> Invitation | None:
    live = _of_club(club, invitations.c.night == night, *still_live(clock.now()))
    row = connection.execute(live).first()
    return None if row is None else _read(secret, row)


def show_table(database: Database, secret: str, club: str, night: str, made_by: str) -> Invitation:
    """The code that joins a table tonight, for 15 minutes; raises NotAllowed, Conflict."""
    with database.writing() as connection:
        lock_club(connection, club)
        if not goes_on(connection, club, night):
            raise Conflict("night_over")
        known = _of_table(connection, secret, club, night)
        if known is not None and known.expires_at - clock.now() >= MIN_VALID:
            return known
        load_in_night(connection, club, made_by, night, "score")
        values = {"club": club, "right": "play", "made_by": made_by, "night": night}
        return _make(connection, secret, TABLE_VALID, **values)


def is_over(database: Database, club: str, night: str) -> bool:
    """Whether a night is over, so that nobody can join its table any more."""
    with database.reading() as connection:
        return not goes_on(connection, club, night)


def list_invitations(database: Database, secret: str, club: str) -> list[Invitation]:
    """The invitations to a club that can still be used, newest first; not those to a table."""
    live = _of_club(club, invitations.c.night.is_(None), *still_live(clock.now()))
    return [_read(secret, row) for row in database.rows(live, {})]


def withdraw_invitation(database: Database, club: str, invitation: str) -> None:
    """Let nobody else join by this invitation; raises NotFound."""
    if not is_id(invitation):
        raise NotFound
    this = (invitations.c.club == club, invitations.c.id == invitation)
    withdrawn_at = func.coalesce(invitations.c.withdrawn_at, clock.now())
    with database.writing() as connection:
        lock_club(connection, club)  # who joins holds it too
        withdrawn = update(invitations).where(*this).values(withdrawn_at=withdrawn_at)
        if connection.execute(withdrawn).rowcount == 0:
            raise NotFound


def still_live(now: datetime) -> tuple[Any, ...]:
    """The conditions under which an invitation can be used."""
    return invitations.c.withdrawn_at.is_(None), invitations.c.expires_at > now


def find_invitation(database: Database, secret: str, code: str) -> Invitation:
    """The invitation of this link code, which can be used; raises NotFound."""
    with database.reading() as connection:
        row = find_by_link(connection, secret, invitations, code)
        return _check_usable(connection, secret, row)


def find_typed(database: Database, secret: str, code: str, address: str) -> Invitation:
    """The invitation of a code that was typed, which can be used.

    Raises NotFound, which counts as a guess of this address where there never was such a short
    code, TooManyGuesses, and Unavailable ("busy") where a guess could not be counted now: then no
    code is looked up, not even a right one, so that nobody learns more than is counted.
    """
    plain = plain_code(code)
    if len(plain) > SHORT:
        return find_invitation(database, secret, code)
    # Whoever has guessed too often takes no lock, so that nobody who saves waits for that.
    with database.reading() as connection:
        check_guesses(connection, address, clock.now())
    # One at a time from the check to the count, and without waiting for anybody who saves.
    with database.writing(wait=0) as connection:
        lock_name(connection, "guesses")
        now = clock.now()  # behind the lock: guesses later than `now` are not counted
        check_guesses(connection, address, now)
        row = _find_short(connection, secret, plain, now)
        if row is not None:
            return _check_usable(connection, secret, row)
        count_guess(connection, address, now)
    raise NotFound("no_such_invitation")


def _check_usable(connection: Connection, secret: str, row: AnyRow | None) -> Invitation:
    if row is None:
        raise NotFound("no_such_invitation")
    if row.withdrawn_at is not None or row.expires_at <= clock.now():
        raise NotFound("invitation_over" if row.night is None else "table_code_over")
    if row.night is not None and not goes_on(connection, row.club, row.night):
        raise NotFound("night_over")
    return _read(secret, row)


def _find_short(connection: Connection, secret: str, plain: str, now: datetime) -> AnyRow | None:
    match = None
    lately = select(invitations).where(invitations.c.expires_at > now - ENDED_KNOWN)
    for row in connection.execute(lately):
        if compare_digest(short_code(secret, row.club, row.id).replace("-", ""), plain):
            match = row
    return match
