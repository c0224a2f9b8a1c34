"""News of a game: whether an open page of it is old."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Integer, bindparam, func, literal, select

from scorer.rules.entries import MAX_SEATS
from scorer.services import clock
from scorer.services.club.clubs import Club
from scorer.services.club.devices import OF_TOKEN, Device, hash_of, joined_of
from scorer.services.games.seats_held import SILENT
from scorer.storage.database import Database
from scorer.storage.schema import ID, AnySelect, UtcDateTime, devices, games, seats_held


@dataclass(frozen=True)
class GameState:
    """The state of a game by which a page is old; `held` and `silent` have a bit for each seat."""

    night: str
    game: str
    version: int
    answers_version: int
    last_at: datetime
    over: bool
    deleted: bool
    held: int
    silent: int


def seats_in(mask: int) -> tuple[int, ...]:
    """The seats whose bits are set."""
    return tuple(seat for seat in range(MAX_SEATS) if mask >> seat & 1)


_held = seats_held.alias("held")
_OF_GAME = (_held.c.club == games.c.club, _held.c.game == games.c.id)
_bit = literal(1, Integer).bitwise_lshift(_held.c.seat)
_HELD = select(func.coalesce(func.sum(_bit), 0)).where(*_OF_GAME)
_SILENT = _HELD.where(_held.c.seen_at <= bindparam("away", type_=UtcDateTime()))
_STATE = (
    games.c.night,
    games.c.id,
    games.c.version,
    games.c.answers_version,
    games.c.last_at,
    games.c.over,
    games.c.deleted_at.is_not(None),
    *(mask.correlate(games).scalar_subquery() for mask in (_HELD, _SILENT)),
)
# All that an answer of "nothing new" needs, in one question.
OF_TOKEN_AND_GAME: AnySelect = OF_TOKEN.add_columns(*_STATE).outerjoin(
    games, (games.c.club == devices.c.club) & (games.c.id == bindparam("of_game", type_=ID))
)


def find_device_and_state(
    database: Database, token: str, game: str
) -> tuple[Device, Club, GameState | None] | None:
    """The device of a token in the night of a game, its club and the game's state; None if out."""
    now = clock.now()
    parameters = {
        "token_hash": hash_of(token),
        "of_game": game,
        "away": now - SILENT,
    }
    row = database.first(OF_TOKEN_AND_GAME, parameters)
    if row is None:
        return None
    device, club = joined_of(row)
    state = row[-len(_STATE) :]
    if device.is_out:
        return None
    if state[0] is None:
        return device, club, None
    known = GameState(*state)
    return device.in_night(known.night), club, known
