"""The phones that ask, by their tokens, and the state of a game by which an open page is old."""

from collections.abc import Collection
from dataclasses import fields
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import Integer, bindparam, exists, func, literal, select

from scorer.rules.entries import MAX_SEATS_EVER
from scorer.services import clock
from scorer.services.club.clubs import COLUMNS, Club
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
    in_ids,
    ratings_due,
    seats_held,
)


class GameState(NamedTuple):
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


class Phone(NamedTuple):
    """A phone in a club, which it may be out of, and the state of the game that it asks about."""

    device: Device
    club: Club
    state: GameState | None


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
PHONES: AnySelect = (
    DEVICES.add_columns(*COLUMNS, exists().where(ratings_due.c.club == devices.c.club))
    .add_columns(*_STATE)
    .join(clubs, clubs.c.id == devices.c.club)
    .outerjoin(
        games, (games.c.club == devices.c.club) & (games.c.id == bindparam("of_game", type_=ID))
    )
    .where(clubs.c.closed_at.is_(None))
)
_CLUB_AT = len(DEVICES.selected_columns)
_STATE_AT = _CLUB_AT + len(fields(Club))
# A phone of a single club asks most often, and an equation takes a sixth less than a list.
OF_TOKEN = PHONES.where(devices.c.token_hash == bindparam("token_hash"))
OF_TOKENS = PHONES.where(in_ids(devices.c.token_hash)).order_by(devices.c.seen_at.desc())


def find_phones(
    database: Database, tokens: Collection[str], game: str | None = None
) -> dict[str, Phone]:
    """The phone of these tokens by club: those where it was seen last first, but out of it last.

    A token ends with the cookie it is kept in, but not that of the last manager.
    """
    if not tokens:
        return {}
    inside, out = dict[str, Phone](), dict[str, Phone]()
    now, hashes = clock.now(), list(map(hash_of, tokens))
    parameters = {"token_hash": hashes[0], "ids": hashes, "of_game": game, "away": now - SILENT}
    for row in database.rows(OF_TOKEN if len(hashes) == 1 else OF_TOKENS, parameters):
        device, club, state = device_of(row), row[_CLUB_AT:_STATE_AT], row[_STATE_AT:]
        if now - device.seen_at < KEPT_FOR or is_last_manager(database, device):
            game_state = None if state[0] is None else GameState(*state)
            known = out if device.is_out else inside
            known[device.club] = Phone(device, Club(*club), game_state)
    return inside | out
