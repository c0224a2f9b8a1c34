"""News of a game: whether an open page of it is old."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Integer, bindparam, exists, func, literal, select

from scorer.rules.entries import MAX_SEATS_EVER
from scorer.services import clock
from scorer.services.club.clubs import Club
from scorer.services.club.devices import (
    DEVICES,
    KEPT_FOR,
    SILENT,
    Device,
    device_of,
    hash_of,
    is_last_manager,
)
from scorer.storage.database import Database
from scorer.storage.schema import (
    ID,
    AnySelect,
    UtcDateTime,
    clubs,
    devices,
    games,
    ratings_due,
    seats_held,
)


@dataclass(frozen=True)
class GameState:
    """The state of a game by which a page is old; `held` and `silent` have a bit for each seat.

    `newcomers` says how many would like to play, and `device` which phone has begun the game.
    """

    night: str
    game: str
    device: str | None
    version: int
    answers_version: int
    last_at: datetime
    over: bool
    deleted: bool
    held: int
    silent: int
    newcomers: int


def seats_in(mask: int) -> tuple[int, ...]:
    """The seats whose bits are set."""
    return tuple(seat for seat in range(MAX_SEATS_EVER) if mask >> seat & 1)


_held = seats_held.alias("held")
_OF_GAME = (_held.c.club == games.c.club, _held.c.game == games.c.id)
_bit = literal(1, Integer).bitwise_lshift(_held.c.seat)
_HELD = select(func.coalesce(func.sum(_bit), 0)).where(*_OF_GAME)
_SILENT = _HELD.where(_held.c.seen_at <= bindparam("away", type_=UtcDateTime()))
_waiting = devices.alias("waiting")
_NEWCOMERS = select(func.count(_waiting.c.newcomer)).where(
    _waiting.c.club == games.c.club,
    _waiting.c.night == games.c.night,
    _waiting.c.revoked_at.is_(None),
)
_STATE = (
    games.c.night,
    games.c.id,
    games.c.device,
    games.c.version,
    games.c.answers_version,
    games.c.last_at,
    games.c.over,
    games.c.deleted_at.is_not(None),
    *(mask.correlate(games).scalar_subquery() for mask in (_HELD, _SILENT, _NEWCOMERS)),
)
# A phone, its club and the state of a game: all that an answer of "nothing new" needs.
OF_TOKEN: AnySelect = (
    DEVICES.add_columns(
        clubs.c.name.label("club_name"), clubs.c.time_zone, clubs.c.currency, clubs.c.changes
    )
    .add_columns(exists().where(ratings_due.c.club == devices.c.club).label("ratings_due"))
    .add_columns(*_STATE)
    .join(clubs, clubs.c.id == devices.c.club)
    .outerjoin(
        games, (games.c.club == devices.c.club) & (games.c.id == bindparam("of_game", type_=ID))
    )
    .where(devices.c.token_hash == bindparam("token_hash"), clubs.c.closed_at.is_(None))
)


def find_phone(
    database: Database, token: str, game: str | None = None
) -> tuple[Device, Club, GameState | None] | None:
    """The device of a token, though it may be out, its club, and the state of a game.

    A token ends with the cookie it is kept in, but not that of the last manager.
    """
    now = clock.now()
    parameters = {"token_hash": hash_of(token), "of_game": game, "away": now - SILENT}
    row = database.first(OF_TOKEN, parameters)
    if row is None:
        return None
    device = device_of(row)
    if now - device.seen_at >= KEPT_FOR and not is_last_manager(database, device):
        return None
    club = Club(row.club, row.club_name, row.time_zone, row.currency, row.changes, row.ratings_due)
    state = row[-len(_STATE) :]
    return device, club, None if state[0] is None else GameState(*state)
