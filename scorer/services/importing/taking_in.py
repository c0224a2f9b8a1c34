"""Games that come in, as the tables keep them."""

from __future__ import annotations

from collections.abc import Collection, Container, Iterable, Iterator, Mapping
from typing import Any

from sqlalchemy import Connection, select

from scorer.services.importing.arriving import Arriving
from scorer.storage.bringing import bring_game
from scorer.storage.canonical import to_text
from scorer.storage.models import payments
from scorer.storage.whole import BATCH


def take_in(connection: Connection, club: str, game: Arriving, night: str) -> None:
    """Add a game to a night."""
    start = game.start
    row = {
        "club": club,
        "id": game.id,
        "night": night,
        "variant": start.variant,
        "edition": game.edition,
        "house_rules": game.house_rules,
        "first_dealer": start.first_dealer,
        "carried": None if start.carried is None else to_text(start.carried),
        "follows": game.follows,
        "started_at": game.started_at,
    }
    sat = [
        {"seat": seat, "player": one.player, "name": one.name}
        for seat, one in enumerate(start.sitters)
    ]
    bring_game(connection, row, sat, rows_of(game), game.rows)


def rows_of(game: Arriving) -> list[dict[str, Any]]:
    """The book as the table keeps it, but for the game it belongs to."""
    return [{"number": number, **vars(one)} for number, one in enumerate(game.book, start=1)]


def in_batches(arriving: Iterator[Arriving]) -> Iterator[list[Arriving]]:
    """The same games, as many at a time as are compared at once."""
    some: list[Arriving] = []
    for game in arriving:
        some.append(game)
        if len(some) == BATCH:
            yield some
            some = []
    if some:
        yield some


def new_payments(
    connection: Connection,
    club: str,
    told: Iterable[Mapping[str, Any]],
    there: Container[str],
    people: Collection[str],
) -> list[Mapping[str, Any]]:
    """The payments that are new here: of nights that are there, among people of ours."""
    here = set(connection.scalars(select(payments.c.id).where(payments.c.club == club)))
    return [
        {**one, "club": club}
        for one in told
        if one["id"] not in here
        and one["night"] in there
        and one["payer"] in people
        and one["payee"] in people
    ]
