"""Sitting down: the people a phone tells, found among those the club knows or made known to it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, bindparam, update

from scorer.rules.entries import MOST_SEATS, CorrectStart, End, Sitter, TakeSeat, Withdraw
from scorer.rules.errors import BadEntry, BadRecord, GameIsOver, Refused
from scorer.rules.fold import read_sheet
from scorer.services.games.read import GameRead
from scorer.services.ids import id_from, is_id
from scorer.services.people.players import (
    ADD,
    LATEST,
    Player,
    alike,
    called_now,
    clean_name,
    meant_by,
    persons_of,
    typed_name,
)
from scorer.storage.book import OpenBook, StoredEntry, seats_of, start_of
from scorer.storage.schema import players
from scorer.storage.stored_json import load_json

PLAYED = (
    update(players)
    .where(
        players.c.club == bindparam("of_club"),
        players.c.id == bindparam("of_id"),
        players.c.last_played_at.is_(None) | (players.c.last_played_at < bindparam("at")),
    )
    .values(last_played_at=bindparam("at"))
)


def find_or_add_players(
    connection: Connection,
    club: str,
    told: Sequence[object],
    *,
    because: str,
    now: datetime,
    begun: datetime,
    elsewhere: Collection[str] = (),
) -> tuple[Sitter, ...]:
    """The people named, made known to the club where they are new.

    Each is told as {"id", "name"}; whoever was found to be another person sits down as that
    one. An id the club does not know is somebody new whom a phone has named. Without an id,
    whoever goes by that name is meant, unless he sits here already (`elsewhere`, persons);
    then, or where nobody does, somebody new. New ids follow from `because`, so that the same
    deed names the same people however often it is sent. They have played when the game was
    `begun`, however late somebody says so. Raises BadRecord.
    """
    read = [_read(one) for one in told]
    ids = [identity for identity, _ in read if identity is not None]
    called = called_now(connection, club, ids) if ids else {}
    named = [(called[one].person if one in called else one, name) for one, name in read]
    ids = [identity for identity, _ in named if identity is not None]
    known = {one.person: one.name for one in called.values()}
    everybody: list[Player] = []
    if len(ids) < len(named):
        everybody = [Player(*row) for row in connection.execute(LATEST, {"of_club": club})]
    taken, made, sitters = {*ids, *elsewhere}, [], []
    for seat, (identity, name) in enumerate(named):
        if identity is None:
            meant = meant_by(name or "", everybody, taken)
            identity = meant.id if meant else id_from(club, because, seat)
            known.update({meant.id: meant.name} if meant else {})
        taken.add(identity)
        if identity not in known:
            known[identity] = typed_name(name)
            made.append(
                {
                    "club": club,
                    "id": identity,
                    "name": known[identity],
                    "made_at": now,
                    "last_played_at": begun,
                }
            )
        sitters.append(Sitter(identity, known[identity]))
    if made:
        connection.execute(ADD, made)
    older = {one.player for one in sitters} - {row["id"] for row in made}
    if older:
        played = [{"of_club": club, "of_id": one, "at": begun} for one in sorted(older)]
        connection.execute(PLAYED, played)
    return tuple(sitters)


def _read(told: object) -> tuple[str | None, str | None]:
    """The id and the name of somebody; the name may be missing where the id is known."""
    if not isinstance(told, Mapping) or set(told) - {"id", "name"}:
        raise BadRecord("bad_record_value", what="players")
    identity, name = told.get("id"), told.get("name")
    if identity is not None and not is_id(identity):
        raise BadRecord("bad_record_value", what="players")
    if identity is not None and name is None:
        return identity, None
    return identity, clean_name(name)


def same_people(
    connection: Connection, club: str, told: Sequence[object], written: Sequence[Mapping[str, Any]]
) -> bool:
    """Whether these people, told by id or by name alone, are those who were written down."""
    if len(told) != len(written):
        return False
    pairs = [(_read(one), two) for one, two in zip(told, written, strict=True)]
    ids = {one for (identity, _), two in pairs for one in (identity, two.get("id"))}
    persons = persons_of(connection, club, {one for one in ids if isinstance(one, str)})
    return all(
        alike(name or "") == alike(str(two.get("name")))
        if identity is None
        else persons.get(identity) == persons.get(two.get("id") or "")
        for (identity, name), two in pairs
    )


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
        written = load_json(known.content).get(key)
        people = _as_written(connection, book.game.club, told, written)
    else:
        elsewhere = _sitting(connection, book) if kind == "take_seat" else ()
        sitters = find_or_add_players(
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
    said, sheet = read.entries[-1].body, read.sheet
    if isinstance(said, TakeSeat | CorrectStart | Withdraw):
        for sitters in (sheet.sitters, *(deal.sitters for deal in sheet.deals)):
            if len({read.persons[one.player] for one in sitters}) < len(sitters):
                raise BadEntry("same_player_twice")
    if isinstance(said, End) and sheet.played == sheet.to_play:
        raise GameIsOver(deals=sheet.played)
