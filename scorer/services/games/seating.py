"""Seating: the people whom an entry names, made known to the club before it is written."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from sqlalchemy import Connection

from scorer.rules.entries import MOST_SEATS, CorrectStart, End, TakeSeat, Withdraw
from scorer.rules.errors import BadEntry, GameIsOver, Refused
from scorer.rules.reading import read_sheet
from scorer.services.games.reading import GameRead
from scorer.services.games.sitting import same_people, seat_people
from scorer.services.people.players import persons_of
from scorer.storage.book import OpenBook
from scorer.storage.canonical import from_text
from scorer.storage.entries import StoredEntry
from scorer.storage.starts import seats_of, start_of


def seat_content(
    connection: Connection,
    book: OpenBook,
    kind: str,
    content: Mapping[str, Any],
    *,
    known: StoredEntry | None,
    because: str,
    now: datetime,
) -> Mapping[str, Any]:
    """The content with everybody in it under his id and today's name; raises Refused.

    `known` is the entry of this name, if the book has one: then nobody new is looked for.
    """
    if not isinstance(content, Mapping):
        raise BadEntry("entry_shape", what="content")
    if kind == "take_seat" and "player" in content:
        key, told = "player", [content["player"]]
    elif kind == "correct_start" and isinstance(content.get("players"), list):
        key, told = "players", content["players"]
    else:
        return content
    if len(told) > MOST_SEATS:
        raise BadEntry("entry_shape", what=key)
    if known is not None:
        written = from_text(known.content).get(key)
        people = _as_written(connection, book.game.club, told, written)
    else:
        elsewhere = _sitting(connection, book) if kind == "take_seat" else ()
        sitters = seat_people(
            connection,
            book.game.club,
            told,
            because=because,
            now=now,
            begun=book.game.started_at,
            elsewhere=elsewhere,
        )
        people = [{"id": one.player, "name": one.name} for one in sitters]
    return {**content, key: people if key == "players" else people[0]}


def _as_written(connection: Connection, club: str, told: list[Any], written: Any) -> list[Any]:
    """The people as they were written, where somebody tells them again; else as they are told."""
    kept = written if isinstance(written, list) else [written]
    if len(kept) != len(told) or not all(isinstance(one, Mapping) for one in kept):
        return told
    try:
        again = same_people(connection, club, told, kept)
    except Refused:
        return told
    return kept if again else told


def _sitting(connection: Connection, book: OpenBook) -> set[str]:
    """The persons who sit at the table now."""
    start = start_of(book.game, seats_of(connection, book.game))
    sheet = read_sheet(start, [one.entry for one in book.stored])
    players = {one.player for one in sheet.sitters}
    return set(persons_of(connection, book.game.club, players).values())


def check_seats(read: GameRead) -> None:
    """Refuse what the last entry makes of the seats: nobody sits twice, and no end comes late."""
    said, sheet = read.entries[-1].said, read.sheet
    if isinstance(said, TakeSeat | CorrectStart | Withdraw):
        for sitters in (sheet.sitters, *(deal.sitters for deal in sheet.deals)):
            if len({read.persons[one.player] for one in sitters}) < len(sitters):
                raise BadEntry("same_player_twice")
    if isinstance(said, End) and sheet.played == sheet.to_play:
        raise GameIsOver(deals=sheet.played)
