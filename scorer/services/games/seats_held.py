"""Seats held by phones: who answers for which, and newcomers who would like one.

A phone says the name of somebody who would like to play, and who keeps score lets them in.
"""

from collections.abc import Mapping
from dataclasses import replace

from sqlalchemy import Connection, delete, insert, select, update

from scorer.rules.entries import MAX_NAME_LENGTH, NOBODY, Sitter
from scorer.rules.errors import BadRecord
from scorer.rules.kinds import comparison_key
from scorer.services import clock
from scorer.services.club.devices import (
    HOLDERS,
    NEWCOMERS,
    OF_CLUB,
    Device,
    change_device,
    device_of,
    list_devices,
    load_in_night,
)
from scorer.services.errors import NotAllowed, NotFound
from scorer.services.games.read import load_game
from scorer.services.people.players import parse_name
from scorer.services.rows import load_game_row
from scorer.storage.database import Database
from scorer.storage.locks import lock_club, lock_games
from scorer.storage.schema import (
    AnySelect,
    devices,
    games,
    in_ids,
    invitations,
    players,
    refers,
    seats_held,
)

# Stands between the name of a person and what a phone is.
OWNS = "’s "

HELD: AnySelect = OF_CLUB.where(devices.c.id.in_(HOLDERS)).order_by(seats_held.c.seat)
HELD_BY: AnySelect = HOLDERS.add_columns(seats_held.c.seat).order_by(seats_held.c.seat)
# The phones of who these players are: first what holds a seat in the game, then what was seen last.
_sitting = players.alias("sitting")
OF_PLAYERS: AnySelect = (
    OF_CLUB.add_columns(_sitting.c.id.label("whose"))
    .join(players, refers(devices.c.person, players))
    .join(_sitting, (_sitting.c.club == players.c.club) & (_sitting.c.person == players.c.person))
    .where(devices.c.revoked_at.is_(None), in_ids(_sitting.c.id))
    .order_by(seats_held.c.seat.is_(None), devices.c.seen_at.desc(), devices.c.id)
)


def list_held(where: Database | Connection, club: str, game: str) -> dict[int, Device]:
    """The phones that hold the seats of a game, by seat."""
    phones = list_devices(where, club, HELD, game=game)
    return {phone.seat: phone for phone in phones if phone.seat is not None}


def held_by(database: Database, club: str, game: str) -> dict[int, str]:
    """The ids alone of the phones that hold the seats of a game, by seat."""
    rows = database.rows(HELD_BY, {"of_club": club, "of_game": game})
    return {seat: device for device, seat in rows}


def hold_seat(
    database: Database, device: Device, game: str, seat: int, *, instead_of: str | None = None
) -> bool:
    """Let a phone answer for a seat; False where another phone holds it.

    Unless that is `instead_of`: then it loses the seat and is shown so. The phone leaves the seat
    that it held, and is from now on that of who sits here. Raises NotFound, InTheBin, and
    NotAllowed for a phone that may only watch in this night.
    """
    club = device.club
    with database.writing() as connection:
        lock_club(connection, club)
        lock_games(connection, club, [game])
        read = load_game(connection, club, game)
        taking = load_in_night(connection, device, read.night, "play")
        if seat not in read.sheet.table.order:
            raise NotFound
        holder = list_held(connection, club, game).get(seat)
        if holder is not None and holder.id not in (device.id, instead_of):
            return False
        taken_from = None if holder is None or holder.id == device.id else holder.id
        sitter = read.sheet.sitters[seat]
        now = replace(sitter, name=read.name_of(sitter))
        seat_device(connection, taking, game, seat, now, taken_from=taken_from)
    return True


def seat_device(
    connection: Connection,
    device: Device,
    game: str,
    seat: int,
    sitter: Sitter,
    *,
    taken_from: str | None = None,
) -> None:
    """Let a phone of this club, which is locked, answer for the seat where its person sits."""
    here = (seats_held.c.club == device.club, seats_held.c.game == game)
    left = (seats_held.c.device == device.id) | (seats_held.c.seat == seat)
    connection.execute(delete(seats_held).where(*here, left))
    missed = seats_held.c.taken_from == device.id
    connection.execute(update(seats_held).where(*here, missed).values(taken_from=None))
    row = {"club": device.club, "game": game, "seat": seat, "device": device.id}
    row |= {"seen_at": clock.now(), "taken_from": taken_from}
    connection.execute(insert(seats_held), row)
    is_renamed = device.guest and device.person != sitter.player
    name = name_after(device.name, sitter.name) if is_renamed else device.name
    change_device(connection, device, person=sitter.player, name=name, newcomer=None)


def name_after(phone: str, person: str) -> str:
    """The name of a phone by its person and what it is, such as "Ben’s iPhone"."""
    # The number that tells phones of one name apart goes.
    kind = phone.rpartition(OWNS)[2].partition(" (")[0]
    kind = "phone" if kind == "Phone" else kind
    return f"{person}{OWNS}{kind}"[:MAX_NAME_LENGTH]


def free_seat(database: Database, device: Device, game: str, seat: int) -> None:
    """Leave a seat to whoever keeps the score; raises NotAllowed, NotFound."""
    with database.writing() as connection:
        lock_club(connection, device.club)
        night = load_game_row(connection, device.club, game, lock=True).night
        mine = load_in_night(connection, device, night, "play", game)
        if mine.seat != seat and not mine.keeps_score:
            raise NotAllowed
        free(connection, device.club, game, seat)


def free(connection: Connection, club: str, game: str, seat: int) -> None:
    """Let no phone hold a seat of a game of this club, which is locked."""
    this = (seats_held.c.club == club, seats_held.c.game == game, seats_held.c.seat == seat)
    connection.execute(delete(seats_held).where(*this))


def seat_phones(
    connection: Connection,
    club: str,
    game: str,
    night: str,
    sitters: Mapping[int, Sitter],
    follows: str | None = None,
) -> None:
    """Let the phones of those who sit in these seats now answer for them.

    Those of newcomers go by their names, all others by whose they are, if they hold no seat yet:
    first what held one in the game that this one `follows`.
    """
    left = dict(sitters)
    by_name = {comparison_key(sitter.name): seat for seat, sitter in left.items()}
    for phone in list_devices(connection, club, NEWCOMERS, night):
        seat = by_name.get(comparison_key(phone.newcomer or ""))
        if seat in left:
            seat_device(connection, phone, game, seat, left.pop(seat))
    seats = {sitter.player: seat for seat, sitter in left.items() if sitter != NOBODY}
    parameters = {"of_club": club, "ids": sorted(seats), "of_game": follows or game}
    for row in connection.execute(OF_PLAYERS, parameters).all():
        phone = device_of(row)
        if row.whose in seats and (row.night == night or not phone.guest):
            seat = seats.pop(row.whose)
            # A phone that asks for a newcomer is no longer its last person's.
            if phone.newcomer is None and (follows or phone.seat is None):
                seat_device(connection, phone, game, seat, left[seat])


def say_newcomer(database: Database, device: Device, game: str, name: str) -> None:
    """Note who holds this phone and would like to play tonight; nobody, where the name is empty.

    Raises BadRecord, also for the name of somebody who sits there, NotFound, InTheBin, and
    NotAllowed for a phone that does not belong to the night.
    """
    newcomer = parse_name(name) if name.strip() else None
    with database.writing() as connection:
        lock_club(connection, device.club)
        read = load_game(connection, device.club, game)
        mine = load_in_night(connection, device, read.night, "play")
        if mine.night is None:
            raise NotAllowed
        sitters = [read.sheet.sitters[seat] for seat in read.sheet.table.order]
        for sitter in sitters if newcomer else ():
            if comparison_key(read.name_of(sitter)) == comparison_key(newcomer or ""):
                raise BadRecord("sits_there", name=read.name_of(sitter))
        change_device(connection, mine, newcomer=newcomer)


def unseat_newcomers(
    connection: Connection, club: str, game: str, night: str, sitters: Mapping[int, Sitter]
) -> None:
    """Let the phones of these seats, which an undo took away, ask again to play."""
    for seat, device in list_held(connection, club, game).items():
        if seat in sitters:
            free(connection, club, game, seat)
            if device.night == night:
                change_device(connection, device, newcomer=sitters[seat].name)


def move_devices_with_game(
    connection: Connection, club: str, game: str, left: str, night: str, *, everybody: bool
) -> None:
    """Let the phones of a game that was moved from a night to another one go along.

    A phone stays where it holds a seat of another game of its night. With `everybody`, no game is
    left there: all go along, and so does the code of the table.
    """
    moved = update(devices).where(devices.c.club == club, devices.c.night == left)
    if everybody:
        code = (invitations.c.club == club, invitations.c.night == left)
        connection.execute(update(invitations).where(*code).values(night=night))
    else:
        held = select(seats_held.c.device).where(seats_held.c.club == club)
        here = held.where(seats_held.c.game == game)
        there = held.join(games, refers(seats_held.c.game, games)).where(games.c.night == left)
        moved = moved.where(devices.c.id.in_(here), devices.c.id.not_in(there))
    connection.execute(moved.values(night=night))
