"""Editing nights: their name and day, splitting and merging them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any

from sqlalchemy import Connection, bindparam, insert, select, update

from scorer.rules.errors import BadRecord
from scorer.rules.kinds import parse_kind
from scorer.services import clock
from scorer.services.changes import Change, record_change
from scorer.services.clean_text import LONGEST_NOTE, parse_day, read_line, read_note
from scorer.services.errors import Conflict, InTheBin, NotFound
from scorer.services.games.find_night import ZONE
from scorer.services.games.seats_held import take_along, take_back
from scorer.services.ids import new_id
from scorer.services.rows import load_night_row
from scorer.storage.database import Database
from scorer.storage.locks import lock_club, lock_games
from scorer.storage.schema import AnyRow, games, nights, payments, players, results
from scorer.storage.search import write_document

# The game was first written down in 1881.
OLDEST = date(1881, 1, 1)
LOOKED_AT, OFFERED = 300, 20

_NEWEST = (
    select(nights.c.place)
    .where(nights.c.club == bindparam("of_club"), nights.c.deleted_at.is_(None))
    .order_by(nights.c.day.desc(), nights.c.opened_at.desc(), nights.c.id.desc())
    .limit(LOOKED_AT)
)


@dataclass(frozen=True)
class Description:
    """What people say of a night."""

    day: date
    name: str
    place: str
    note: str


def read_description(*, day: str, name: str, place: str, note: str, today: date) -> Description:
    """What was typed, made fit to keep; raises BadRecord, whose numbers name the field."""
    return Description(
        name=read_line(name, "name"),
        place=read_line(place, "place"),
        note=read_note(note, "note"),
        day=read_day(day, today),
    )


def edit_night(database: Database, club: str, night: str, description: Description) -> None:
    """Say what a night is called, where and when it was; raises NotFound, InTheBin."""
    with database.writing() as connection:
        lock_club(connection, club)
        load_night_row(connection, club, night, lock=True)
        mine = (nights.c.club == club, nights.c.id == night)
        values = {
            "day": description.day,
            "name": description.name,
            "place": description.place,
            "note": description.note,
        }
        connection.execute(update(nights).where(*mine).values(values))
        write_document(connection, club, night)


def places(database: Database, club: str) -> list[str]:
    """The places of the newest nights, the newest first."""
    with database.reading() as connection:
        newest_places = connection.scalars(_NEWEST, {"of_club": club})
        return list(dict.fromkeys(place for place in newest_places if place))[:OFFERED]


def read_day(typed: str, today: date) -> date:
    """A day on which somebody can have played, "2025-05-03"; raises BadRecord."""
    day = parse_day(typed.strip())
    if day is None:
        raise BadRecord("night_day", field="day", day=today.isoformat())
    if day > today + timedelta(days=1):
        raise BadRecord("night_day_to_come", field="day")
    if day < OLDEST:
        raise BadRecord("night_day_too_old", field="day", year=OLDEST.year)
    return day


SPLIT = "split"
MERGE = "merge"
TEXTS = ("name", "place", "note")

GAMES = select(games.c.id).where(
    games.c.club == bindparam("of_club"),
    games.c.night.in_(bindparam("nights", expanding=True)),
)
PAYMENTS = select(payments).where(
    payments.c.club == bindparam("of_club"), payments.c.night == bindparam("of_night")
)
SAT = select(results.c.person).where(
    results.c.club == bindparam("of_club"), results.c.game.in_(bindparam("ids", expanding=True))
)
PERSONS = select(players.c.id, players.c.person).where(
    players.c.club == bindparam("of_club"), players.c.id.in_(bindparam("ids", expanding=True))
)
MOVE_GAMES = (
    update(games)
    .where(games.c.club == bindparam("of_club"), games.c.id == bindparam("of_id"))
    .values(night=bindparam("to_night"))
)
MOVE_PAYMENTS = (
    update(payments)
    .where(payments.c.club == bindparam("of_club"), payments.c.id == bindparam("of_id"))
    .values(night=bindparam("to_night"))
)


def split_night(
    database: Database, club: str, night: str, chosen: Collection[str], *, device: str | None
) -> str:
    """Give some games of a night a night of their own; the id of the change.

    Raises BadRecord where nothing would move, or nothing stay; Conflict where a game is not
    in this night any more; NotFound and InTheBin.
    """
    now = clock.now()
    with database.writing() as connection:
        lock_club(connection, club)
        (row,), played = lock_night_games(connection, club, [night])
        seen = [game for game in played if game.deleted_at is None]
        moving = [game for game in seen if game.id in chosen]
        if len(moving) < len(set(chosen)):
            raise Conflict("changed_meanwhile")
        if not moving:
            raise BadRecord("split_nothing")
        if len(moving) == len(seen):
            raise BadRecord("split_all")
        staying = [game for game in seen if game.id not in chosen]
        own = _own_night(connection, row, moving)
        paid = _payments_to_move(connection, club, night, moving, staying)
        ids = [game.id for game in moving]
        phones = _move(connection, club, ids, paid, night, own)
        for changed in sorted((night, own)):
            write_document(connection, club, changed)
        content = {"from": night, "to": own, "games": ids, "payments": paid, "phones": phones}
        return record_change(connection, club, SPLIT, night, content, device=device, now=now)


def merge_nights(
    database: Database, club: str, night: str, source: str, *, device: str | None
) -> str:
    """Bring all games of another night (`source`) into this one; the id of the change.

    What the source was called goes along where this one says nothing, and its note is
    added. Raises BadRecord, NotFound and InTheBin.
    """
    if night == source:
        raise BadRecord("merge_itself")
    now = clock.now()
    with database.writing() as connection:
        lock_club(connection, club)
        rows, played = lock_night_games(connection, club, [night, source])
        if {night, source} - {game.night for game in played if game.deleted_at is None}:
            raise NotFound
        ours, theirs = rows
        ids = [game.id for game in played if game.night == source]
        paid = [row.id for row in connection.execute(PAYMENTS, _at(club, source))]
        phones = _move(connection, club, ids, paid, source, night)
        texts = _merge_texts(ours, theirs)
        _write_texts(connection, club, night, {key: after for key, (_, after) in texts.items()})
        for changed in sorted((night, source)):
            write_document(connection, club, changed)
        moved = {"games": ids, "payments": paid, "phones": phones}
        content = {"from": source, "to": night, **moved, "texts": texts}
        return record_change(connection, club, MERGE, night, content, device=device, now=now)


def undo_move(connection: Connection, club: str, change: Change) -> None:
    """Put back all that a change moved; raises Conflict where something stands in the way."""
    source, target = change.content["from"], change.content["to"]
    ids = set(change.content["games"])
    try:
        (_, target_row), played = lock_night_games(connection, club, [source, target])
    except InTheBin:
        raise Conflict("night_in_the_bin") from None
    if ids != {game.id for game in played if game.id in ids and game.night == target}:
        raise Conflict("moved_again")
    paid = [row.id for row in connection.execute(PAYMENTS, _at(club, target))]
    paid = [payment for payment in paid if payment in change.content["payments"]]
    _move(connection, club, sorted(ids), paid, target, source)
    take_back(connection, club, change.content.get("phones", ()), target, source)
    # Whoever wrote something else there since meant it.
    texts = change.content.get("texts", {})
    before = {key: old for key, (old, new) in texts.items() if getattr(target_row, key) == new}
    _write_texts(connection, club, target, before)
    for changed in sorted((source, target)):
        write_document(connection, club, changed)


def lock_night_games(
    connection: Connection, club: str, ids: Sequence[str]
) -> tuple[list[AnyRow], Sequence[AnyRow]]:
    """Lock these nights and all their games; the rows. Raises NotFound, InTheBin."""
    rows = {night: load_night_row(connection, club, night, lock=True) for night in sorted(ids)}
    return [rows[night] for night in ids], lock_games_of(connection, club, ids)


def lock_games_of(connection: Connection, club: str, ids: Sequence[str]) -> Sequence[AnyRow]:
    """Lock all games of these nights; their rows, by id. The caller holds the club."""
    played = connection.scalars(GAMES, {"of_club": club, "nights": list(ids)}).all()
    return list(lock_games(connection, club, played).values())


def _at(club: str, night: str) -> dict[str, str]:
    return {"of_club": club, "of_night": night}


def _own_night(connection: Connection, old: AnyRow, moving: Sequence[AnyRow]) -> str:
    """A night for these games, as many days after the old one's day as they were begun after it."""
    opened = min(game.started_at for game in moving)
    zone = clock.zone_of(connection.scalar(ZONE, {"of_club": old.club}))

    def on(when: datetime) -> timedelta:
        return timedelta(days=when.astimezone(zone).date().toordinal())

    row = {
        "club": old.club,
        "id": new_id(),
        "opened_at": opened,
        "day": old.day + max(on(opened) - on(old.opened_at), timedelta()),
        "place": old.place,
    }
    connection.execute(insert(nights), row)
    return str(row["id"])


def _payments_to_move(
    connection: Connection,
    club: str,
    night: str,
    moving: Iterable[AnyRow],
    staying: Iterable[AnyRow],
) -> list[str]:
    """The payments between people who played for counters in what moves, and not in what stays."""
    made = connection.execute(PAYMENTS, _at(club, night)).all()
    if not made:
        return []
    moving_people, staying_people = (
        _counter_players(connection, club, rows) for rows in (moving, staying)
    )
    ids = {player for row in made for player in (row.payer, row.payee)}
    people = connection.execute(PERSONS, {"of_club": club, "ids": sorted(ids)})
    person = {row.id: row.person for row in people}
    pairs = {row.id: {person[row.payer], person[row.payee]} for row in made}
    return sorted(
        payment
        for payment, both in pairs.items()
        if both <= moving_people and not both <= staying_people
    )


def _counter_players(connection: Connection, club: str, rows: Iterable[AnyRow]) -> set[str]:
    """Who played for counters in these games."""
    ids = [game.id for game in rows if parse_kind(game.kind).unit == "counters"]
    return set(connection.scalars(SAT, {"of_club": club, "ids": ids}))


def _move(
    connection: Connection,
    club: str,
    game_ids: Collection[str],
    payment_ids: Iterable[str],
    left: str,
    night: str,
) -> list[str]:
    """Move games and payments from a night to another one; the phones that go along."""
    for statement, ids in ((MOVE_GAMES, game_ids), (MOVE_PAYMENTS, payment_ids)):
        rows: list[dict[str, Any]] = [
            {"of_club": club, "of_id": identity, "to_night": night} for identity in ids
        ]
        if rows:
            connection.execute(statement, rows)
    return take_along(connection, club, game_ids, left, night)


def _merge_texts(ours: AnyRow, theirs: AnyRow) -> dict[str, tuple[str, str]]:
    """What the texts of a night become with those of another one: before and after."""
    after = {key: getattr(ours, key) or getattr(theirs, key) for key in TEXTS}
    notes = [note for note in dict.fromkeys((ours.note, theirs.note)) if note]
    if len("\n".join(notes)) <= LONGEST_NOTE:
        after["note"] = "\n".join(notes)
    return {
        key: (getattr(ours, key), text) for key, text in after.items() if text != getattr(ours, key)
    }


def _write_texts(connection: Connection, club: str, night: str, texts: dict[str, str]) -> None:
    if texts:
        mine = (nights.c.club == club, nights.c.id == night)
        connection.execute(update(nights).where(*mine).values(texts))
