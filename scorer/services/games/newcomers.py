"""Newcomers: a phone says the name of somebody who would like to play, and one lets them in."""

from collections.abc import Mapping

from sqlalchemy import Connection, bindparam

from scorer.rules.entries import Sitter
from scorer.rules.errors import BadRecord
from scorer.rules.kinds import comparison_key
from scorer.services.club.devices import OF_CLUB, Device, change_device, device_of, load_in_night
from scorer.services.errors import NotAllowed
from scorer.services.games.read import load_game
from scorer.services.games.seats_held import free, load_held, seat_device
from scorer.services.people.players import parse_name
from scorer.storage.database import Database
from scorer.storage.locks import lock_club
from scorer.storage.schema import AnySelect, devices

OF_NIGHT: AnySelect = OF_CLUB.where(
    devices.c.night == bindparam("of_night"),
    devices.c.newcomer.is_not(None),
    devices.c.revoked_at.is_(None),
).order_by(devices.c.newcomer, devices.c.id)


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


def list_newcomers(database: Database, club: str, night: str) -> list[Device]:
    """The phones of those who would like to play in a night, by their names."""
    rows = database.rows(OF_NIGHT, {"of_club": club, "of_night": night})
    return list(map(device_of, rows))


def seat_newcomers(
    connection: Connection, club: str, game: str, night: str, sitters: Mapping[int, Sitter]
) -> None:
    """Let the phones of newcomers answer for the seats in which they sit now, by their names."""
    seats = {comparison_key(sitter.name): (seat, sitter) for seat, sitter in sitters.items()}
    for row in connection.execute(OF_NIGHT, {"of_club": club, "of_night": night}).all():
        if found := seats.pop(comparison_key(row.newcomer), None):
            seat_device(connection, device_of(row), game, *found)


def unseat_newcomers(
    connection: Connection, club: str, game: str, night: str, sitters: Mapping[int, Sitter]
) -> None:
    """Let the phones of these seats, which an undo took away, ask again to play."""
    for seat, device in load_held(connection, club, game).items():
        if seat in sitters:
            free(connection, club, game, seat)
            if device.night == night:
                change_device(connection, device, newcomer=sitters[seat].name)
