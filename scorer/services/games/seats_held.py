"""Seats held by phones: hold and free a seat, last-seen times, and the seats of a new game."""

from collections.abc import Collection, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Connection, bindparam, delete, insert, select, update

from scorer.services import clock
from scorer.services.club.devices import (
    Device,
    call_after,
    change_device,
    end_over_night,
    load_in_night,
)
from scorer.services.errors import NotAllowed, NotFound
from scorer.services.games.read import GameRead, load_game
from scorer.services.rows import load_game_row
from scorer.storage.database import Database
from scorer.storage.locks import lock_club, lock_games
from scorer.storage.schema import (
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

# A phone that is there is noted at most so often, and one that was not seen for so long is away.
SEEN_INTERVAL = timedelta(seconds=45)
SILENT = timedelta(seconds=60)

HELD: AnySelect = (
    select(
        seats_held.c.seat,
        seats_held.c.device,
        devices.c.name,
        seats_held.c.seen_at,
        seats_held.c.taken_from,
    )
    .join(devices, refers(seats_held.c.device, devices))
    .where(of_club(seats_held), seats_held.c.game == bindparam("of_game"))
    .order_by(seats_held.c.seat)
)
# The phones of these persons, the one seen last first; a guest only in its own night.
OF_PERSONS: AnySelect = (
    select(devices.c.id, devices.c.right, devices.c.night, players.c.person)
    .join(players, refers(devices.c.person, players))
    .where(
        of_club(devices),
        devices.c.revoked_at.is_(None),
        players.c.person.in_(bindparam("persons", expanding=True)),
    )
    .order_by(devices.c.seen_at.desc(), devices.c.id)
)


@dataclass(frozen=True)
class HeldSeat:
    """A seat that a phone answers for; `taken_from` is the phone that it was taken from."""

    seat: int
    device: str
    name: str
    seen_at: datetime
    taken_from: str | None

    @property
    def is_away(self) -> bool:
        """Whether its phone was not heard of for a minute."""
        return clock.now() - self.seen_at >= SILENT


def list_held(database: Database, club: str, game: str) -> dict[int, HeldSeat]:
    """The seats of a game that phones hold, by seat."""
    with database.reading() as connection:
        return load_held(connection, club, game)


def load_held(connection: Connection, club: str, game: str) -> dict[int, HeldSeat]:
    """The same as this transaction sees them."""
    rows = connection.execute(HELD, {"of_club": club, "of_game": game})
    return {row.seat: HeldSeat(*row) for row in rows}


def hold_seat(
    database: Database, device: Device, game: str, seat: int, *, instead_of: str | None = None
) -> bool:
    """Let a phone answer for a seat; False where another phone holds it.

    Unless that is `instead_of`: then it loses the seat and is shown so. The phone leaves the seat
    that it held, and is from now on that of who sits here. Raises NotFound, InTheBin, and
    NotAllowed for a phone that may only watch in this night.
    """
    with database.writing() as connection:
        held = _lock(connection, device.club, game)
        read = load_game(connection, device.club, game)
        taking = load_in_night(connection, device.club, device.id, read.night, "play")
        if not 0 <= seat < len(read.sheet.sitters):
            raise NotFound
        holder = held.get(seat)
        if holder is not None and holder.device not in (device.id, instead_of):
            return False
        _assign_seat(connection, taking, read, seat, holder)
    return True


def free_seat(database: Database, device: Device, game: str, seat: int) -> None:
    """Leave a seat to whoever keeps the score; raises NotAllowed, NotFound."""
    with database.writing() as connection:
        held = _lock(connection, device.club, game).get(seat)
        night = load_game_row(connection, device.club, game).night
        mine = load_in_night(connection, device.club, device.id, night, "play")
        is_own = held is not None and held.device == device.id
        if not is_own and not mine.keeps_score:
            raise NotAllowed
        this = (seats_held.c.club == device.club, seats_held.c.game == game)
        connection.execute(delete(seats_held).where(*this, seats_held.c.seat == seat))


def note_seen(database: Database, device: Device, game: str) -> None:
    """Note that the phone of a seat is there; skipped where the database is busy."""
    with suppress(Unavailable), database.writing(wait=0) as connection:
        here = (seats_held.c.club == device.club, seats_held.c.game == game)
        seen = update(seats_held).where(*here, seats_held.c.device == device.id)
        connection.execute(seen.values(seen_at=clock.now()))


def needs_seen_update(device: Device) -> bool:
    """Whether it should be noted that the phone of a seat is there."""
    seen_at = device.seat_seen_at
    return seen_at is not None and clock.now() - seen_at >= SEEN_INTERVAL


def assign_seats(
    connection: Connection,
    club: str,
    game: str,
    night: str,
    persons: Collection[str],
    kept: Mapping[int, str],
) -> None:
    """Give the seats of a new game to phones: `kept` from the one before, else the persons'."""
    now, rows, seated = clock.now(), [], set()
    # Nobody is silent in a game that has only begun: phones show the one before, or the front page.
    ids = {"club": club, "game": game, "seen_at": now}
    of_person: dict[str, list[str]] = {}
    parameters = {"of_club": club, "persons": sorted(persons)}
    for row in connection.execute(OF_PERSONS, parameters):
        if row.right != "play" or row.night == night:
            of_person.setdefault(row.person, []).append(row.id)
    for seat, person in enumerate(persons):
        known = [kept.get(seat), *of_person.get(person, ())]
        device = next((id for id in known if id and id not in seated), None)
        if device is not None:
            seated.add(device)
            rows.append({**ids, "seat": seat, "device": device})
    if rows:
        connection.execute(insert(seats_held), rows)


def move_device_to_night(connection: Connection, club: str, night: str, device: str | None) -> None:
    """Let the phone that starts a game go along to its night, out of one that is not over."""
    mine = (devices.c.club == club, devices.c.id == device)
    end_over_night(connection, club, connection.scalar(select(devices.c.night).where(*mine)))
    connection.execute(_to_night(club, night).where(devices.c.id == device))


def move_devices_with_game(
    connection: Connection, club: str, game: str, left: str, night: str, *, everybody: bool
) -> None:
    """Let the phones of a game that was moved from a night to another one go along.

    A phone stays where it holds a seat of another game of its night. With `everybody`, no game is
    left there: all go along, and so does the code of the table.
    """
    moved = _to_night(club, night)
    seats = select(seats_held.c.device).where(seats_held.c.club == club)
    here = seats.where(seats_held.c.game == game)
    stays = (
        seats.join(games, refers(seats_held.c.game, games))
        .where(games.c.night == devices.c.night, seats_held.c.device == devices.c.id)
        .correlate(devices)
    )
    connection.execute(moved.where(devices.c.id.in_(here), ~stays.exists()))
    if everybody:
        connection.execute(moved.where(devices.c.night == left))
        code = (invitations.c.club == club, invitations.c.night == left)
        connection.execute(update(invitations).where(*code).values(night=night))


def _to_night(club: str, night: str) -> Any:
    mine = (devices.c.club == club, devices.c.night.is_not(None), devices.c.night != night)
    return update(devices).where(*mine).values(night=night)


def _lock(connection: Connection, club: str, game: str) -> dict[int, HeldSeat]:
    """The seats of a game that are held, none of which changes until this is done."""
    lock_club(connection, club)
    lock_games(connection, club, [game])
    return load_held(connection, club, game)


def _assign_seat(
    connection: Connection, device: Device, read: GameRead, seat: int, holder: HeldSeat | None
) -> None:
    here = (seats_held.c.club == device.club, seats_held.c.game == read.id)
    left = (seats_held.c.device == device.id) | (seats_held.c.seat == seat)
    connection.execute(delete(seats_held).where(*here, left))
    missed = seats_held.c.taken_from == device.id
    connection.execute(update(seats_held).where(*here, missed).values(taken_from=None))
    now, sitter = clock.now(), read.sheet.sitters[seat]
    row = {"club": device.club, "game": read.id, "seat": seat, "device": device.id}
    row |= {} if holder is None or holder.device == device.id else {"taken_from": holder.device}
    connection.execute(insert(seats_held), {**row, "seen_at": now})
    change_device(connection, device, person=sitter.player)
    call_after(connection, device, read.names.get(sitter.player, sitter.name))
