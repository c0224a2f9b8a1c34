"""Starts: a game's own row, and who sat down."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Connection, bindparam, select

from scorer.rules.entries import Sitter
from scorer.rules.start import Start
from scorer.storage.canonical import from_text
from scorer.storage.columns import AnyRow
from scorer.storage.models import games, nights, players, seats


class NoSuchGame(LookupError):
    """The club has no game of this id."""


READ_GAME = select(games).where(
    games.c.club == bindparam("of_club"), games.c.id == bindparam("of_game")
)
# Who sat down at the start, the persons they are with today's names, the game that this one was
# gone on with, and the day of its night.
_next = games.alias("next")
_person = players.alias("person")
READ_SEATS = (
    select(
        seats.c.player,
        seats.c.name,
        players.c.person,
        _person.c.name.label("name_now"),
        select(_next.c.id)
        .where(
            _next.c.club == bindparam("of_club"),
            _next.c.follows == bindparam("of_game"),
            _next.c.deleted_at.is_(None),
        )
        .order_by(_next.c.started_at.desc(), _next.c.id)
        .limit(1)
        .scalar_subquery()
        .label("followed_by"),
        select(nights.c.day)
        .join(games, (games.c.club == nights.c.club) & (games.c.night == nights.c.id))
        .where(games.c.club == bindparam("of_club"), games.c.id == bindparam("of_game"))
        .scalar_subquery()
        .label("day"),
    )
    .join(players, (players.c.club == seats.c.club) & (players.c.id == seats.c.player))
    .join(_person, (_person.c.club == players.c.club) & (_person.c.id == players.c.person))
    .where(seats.c.club == bindparam("of_club"), seats.c.game == bindparam("of_game"))
    .order_by(seats.c.seat)
)


def find_game(connection: Connection, club: str, game: str) -> AnyRow | None:
    """The row of a game, if the club has it."""
    return connection.execute(READ_GAME, {"of_club": club, "of_game": game}).first()


def seats_of(connection: Connection, game: AnyRow) -> Sequence[AnyRow]:
    """Who sat down in a game at the start."""
    return connection.execute(READ_SEATS, {"of_club": game.club, "of_game": game.id}).all()


def read_start(connection: Connection, club: str, game: str) -> Start:
    """How a game began; raises NoSuchGame."""
    row = find_game(connection, club, game)
    if row is None:
        raise NoSuchGame(game)
    return start_of(row, seats_of(connection, row))


def start_of(game: AnyRow, sitting: Sequence[AnyRow]) -> Start:
    """How a game began, from its row and those of its seats."""
    return Start(
        variant=game.variant,
        sitters=tuple(Sitter(seat.player, seat.name) for seat in sitting),
        first_dealer=game.first_dealer,
        house_rules=from_text(game.house_rules),
        edition=game.edition,
        carried=None if game.carried is None else tuple(from_text(game.carried)),
    )
