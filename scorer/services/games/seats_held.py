"""Seats held by phones: hold and free a seat, last-seen times, and the seats of a new game."""

from collections.abc import Collection, Mapping
from dataclasses import replace

from sqlalchemy import ColumnElement, Connection, bindparam, delete, insert, select, update

from scorer.rules.entries import MAX_NAME_LENGTH, NOBODY, Sitter
from scorer.services import clock
from scorer.services.club.devices import (
    HOLDERS,
    OF_CLUB,
    Device,
    change_device,
    device_of,
    load_device,
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
    players,
    refers,
    seats_held,
)

# Stands between the name of a person and what a phone is.
OWNS = "’s "

HELD: AnySelect = OF_CLUB.where(devices.c.id.in_(HOLDERS)).order_by(seats_held.c.seat)
# The phones of these persons: first those that hold a seat in the game, then the one seen last.
OF_PERSONS: AnySelect = (
    OF_CLUB.add_columns(players.c.person.label("whose"))
    .join(players, refers(devices.c.person, players))
    .where(
        devices.c.revoked_at.is_(None),
        players.c.person.in_(bindparam("persons", expanding=True)),
    )
    .order_by(seats_held.c.seat.is_(None), devices.c.seen_at.desc(), devices.c.id)
)


def list_held(database: Database, club: str, game: str) -> dict[int, Device]:
    """The phones that hold the seats of a game, by seat."""
    with database.reading() as connection:
        return load_held(connection, club, game)


def load_held(connection: Connection, club: str, game: str) -> dict[int, Device]:
    """The same as this transaction sees them."""
    rows = connection.execute(HELD, {"of_club": club, "of_game": game})
    return {row.seat: device_of(row) for row in rows}


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
        holder = load_held(connection, club, game).get(seat)
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
    here = _of_game(device.club, game)
    left = (seats_held.c.device == device.id) | (seats_held.c.seat == seat)
    connection.execute(delete(seats_held).where(*here, left))
    missed = seats_held.c.taken_from == device.id
    connection.execute(update(seats_held).where(*here, missed).values(taken_from=None))
    row = {"club": device.club, "game": game, "seat": seat, "device": device.id}
    row |= {"seen_at": clock.now(), "taken_from": taken_from}
    connection.execute(insert(seats_held), row)
    name = name_after(device.name, sitter.name) if device.guest else device.name
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
    this = (*_of_game(club, game), seats_held.c.seat == seat)
    connection.execute(delete(seats_held).where(*this))


def assign_seats(
    connection: Connection,
    club: str,
    game: str,
    night: str,
    persons: Collection[str],
    follows: str | None,
) -> None:
    """Give the seats of a new game to the phones of those who sit there."""
    # Nobody is silent in a game that has only begun: phones show the one before, or the front page.
    ids = {"club": club, "game": game, "seen_at": clock.now()}
    phones = _load_phones(connection, club, night, persons, follows)
    rows = [
        {**ids, "seat": seat, "device": phones[person].id}
        for seat, person in enumerate(persons)
        if person in phones
    ]
    if rows:
        connection.execute(insert(seats_held), rows)


def seat_persons(connection: Connection, read: GameRead, sitters: Mapping[int, Sitter]) -> None:
    """Let the phones of those who sit in these seats now answer for them, if they hold none."""
    seats = {read.persons[it.player]: seat for seat, it in sitters.items() if it != NOBODY}
    phones = _load_phones(connection, read.club, read.night, seats, read.id)
    for person, phone in phones.items():
        if phone.seat is None and phone.newcomer is None:
            seat = seats[person]
            seat_device(connection, phone, read.id, seat, sitters[seat])


def _load_phones(
    connection: Connection, club: str, night: str, persons: Collection[str], game: str | None
) -> dict[str, Device]:
    """The phone of each of these persons in a night, which may hold a seat of the game."""
    phones = dict[str, Device]()
    parameters = {"of_club": club, "persons": sorted(persons), "of_game": game}
    for row in connection.execute(OF_PERSONS, parameters):
        if row.right != "play" or row.night == night:
            phones.setdefault(row.whose, device_of(row))
    return phones


def move_device_to_night(connection: Connection, club: str, night: str, device: str) -> None:
    """Let the phone that starts a game go along to its night, out of one that is not over."""
    known = load_device(connection, club, device)
    if known.night is not None:
        change_device(connection, known, night=night)


def move_devices_with_game(
    connection: Connection, club: str, game: str, left: str, night: str, *, everybody: bool
) -> None:
    """Let the phones of a game that was moved from a night to another one go along.

    A phone stays where it holds a seat of another game of its night. With `everybody`, no game is
    left there: all go along, and so does the code of the table.
    """
    mine = (devices.c.club == club, devices.c.night.is_not(None), devices.c.night != night)
    moved = update(devices).where(*mine).values(night=night)
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


def _of_game(club: str, game: str) -> tuple[ColumnElement[bool], ...]:
    return seats_held.c.club == club, seats_held.c.game == game
