"""Nights edited: described anew, split, merged."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any

from sqlalchemy import Connection, bindparam, insert, select, update

from scorer.rules.errors import BadRecord
from scorer.services import clock
from scorer.services.changes import Change, record_change
from scorer.services.errors import Conflict, InTheBin, NotFound
from scorer.services.ids import new_id
from scorer.services.load import load_night_row
from scorer.services.money.settle_up import COUNTER_GAMES
from scorer.services.nights.night_for import ZONE
from scorer.services.texts import LONGEST_NOTE, read_line, read_note
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
        day=_read_day(day.strip(), today),
    )


def describe_night(database: Database, club: str, night: str, said: Description) -> None:
    """Say what a night is called, where and when it was; raises NotFound, InTheBin."""
    with database.writing() as connection:
        lock_club(connection, club)
        load_night_row(connection, club, night, lock=True)
        mine = (nights.c.club == club, nights.c.id == night)
        values = {"day": said.day, "name": said.name, "place": said.place, "note": said.note}
        connection.execute(update(nights).where(*mine).values(values))
        write_document(connection, club, night)


def places(database: Database, club: str) -> list[str]:
    """The places where was played lately, the newest first."""
    with database.reading() as connection:
        found = connection.scalars(_NEWEST, {"of_club": club})
        return list(dict.fromkeys(place for place in found if place))[:OFFERED]


def today_at(database: Database, club: str) -> date:
    """The day that the club's calendar shows now."""
    with database.reading() as connection:
        zone = clock.zone_of(connection.scalar(ZONE, {"of_club": club}))
    return clock.now().astimezone(zone).date()


def _read_day(typed: str, today: date) -> date:
    try:
        day = date.fromisoformat(typed)
    except ValueError:
        raise BadRecord("night_day", field="day", day=today.isoformat()) from None
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
    """Give some games of a night a night of their own; the id of the deed.

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
        paid = _going_along(connection, club, night, moving, staying)
        ids = [game.id for game in moving]
        _move(connection, club, ids, paid, own)
        for one in sorted((night, own)):
            write_document(connection, club, one)
        content = {"from": night, "to": own, "games": ids, "payments": paid}
        return record_change(connection, club, SPLIT, night, content, device=device, now=now)


def merge_nights(
    database: Database, club: str, night: str, other: str, *, device: str | None
) -> str:
    """Bring all games of another night into this one; the id of the deed.

    What the other night was called goes along where this one says nothing, and its note is
    added. Raises BadRecord, NotFound and InTheBin.
    """
    if night == other:
        raise BadRecord("merge_itself")
    now = clock.now()
    with database.writing() as connection:
        lock_club(connection, club)
        rows, played = lock_night_games(connection, club, [night, other])
        if not all(any(_is_seen(game, one.id) for game in played) for one in rows):
            raise NotFound
        ours, theirs = rows
        ids = [game.id for game in played if game.night == other]
        paid = [row.id for row in connection.execute(PAYMENTS, _at(club, other))]
        _move(connection, club, ids, paid, night)
        texts = _joined(ours, theirs)
        _say(connection, club, night, {key: after for key, (_, after) in texts.items()})
        for one in sorted((night, other)):
            write_document(connection, club, one)
        content = {"from": other, "to": night, "games": ids, "payments": paid, "texts": texts}
        return record_change(connection, club, MERGE, night, content, device=device, now=now)


def move_back(connection: Connection, club: str, deed: Change) -> None:
    """Put everything back that a deed moved; raises Conflict where something stands in the way."""
    source, target = deed.content["from"], deed.content["to"]
    ids = set(deed.content["games"])
    try:
        (_, there), played = lock_night_games(connection, club, [source, target])
    except InTheBin:
        raise Conflict("night_in_the_bin") from None
    if ids != {game.id for game in played if game.id in ids and game.night == target}:
        raise Conflict("moved_again")
    paid = [row.id for row in connection.execute(PAYMENTS, _at(club, target))]
    paid = [one for one in paid if one in deed.content["payments"]]
    _move(connection, club, sorted(ids), paid, source)
    # Whoever wrote something else there since meant it.
    texts = deed.content.get("texts", {})
    before = {key: old for key, (old, new) in texts.items() if getattr(there, key) == new}
    _say(connection, club, target, before)
    for one in sorted((source, target)):
        write_document(connection, club, one)


def lock_night_games(
    connection: Connection, club: str, ids: Sequence[str]
) -> tuple[list[AnyRow], Sequence[AnyRow]]:
    """Lock these nights and all their games; the rows. Raises NotFound, InTheBin."""
    found = {one: load_night_row(connection, club, one, lock=True) for one in sorted(ids)}
    return [found[one] for one in ids], lock_games_of(connection, club, ids)


def lock_games_of(connection: Connection, club: str, ids: Sequence[str]) -> Sequence[AnyRow]:
    """Lock all games of these nights; their rows, by id. The caller holds the club."""
    played = connection.scalars(GAMES, {"of_club": club, "nights": list(ids)}).all()
    return list(lock_games(connection, club, played).values())


def _is_seen(game: AnyRow, night: str) -> bool:
    return bool(game.night == night and game.deleted_at is None)


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


def _going_along(
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
    there, here = (_played(connection, club, some) for some in (moving, staying))
    ids = {one for row in made for one in (row.payer, row.payee)}
    found = connection.execute(PERSONS, {"of_club": club, "ids": sorted(ids)})
    person = {row.id: row.person for row in found}
    pairs = {row.id: {person[row.payer], person[row.payee]} for row in made}
    return sorted(one for one, both in pairs.items() if both <= there and not both <= here)


def _played(connection: Connection, club: str, some: Iterable[AnyRow]) -> set[str]:
    """Who played for counters in these games."""
    ids = [game.id for game in some if game.variant in COUNTER_GAMES]
    return set(connection.scalars(SAT, {"of_club": club, "ids": ids}))


def _move(
    connection: Connection, club: str, ids: Iterable[str], paid: Iterable[str], night: str
) -> None:
    for statement, things in ((MOVE_GAMES, ids), (MOVE_PAYMENTS, paid)):
        rows: list[dict[str, Any]] = [
            {"of_club": club, "of_id": one, "to_night": night} for one in things
        ]
        if rows:
            connection.execute(statement, rows)


def _joined(ours: AnyRow, theirs: AnyRow) -> dict[str, tuple[str, str]]:
    """What the texts of a night become with those of another one: before and after."""
    after = {key: getattr(ours, key) or getattr(theirs, key) for key in TEXTS}
    notes = [note for note in dict.fromkeys((ours.note, theirs.note)) if note]
    if len("\n".join(notes)) <= LONGEST_NOTE:
        after["note"] = "\n".join(notes)
    return {
        key: (getattr(ours, key), text) for key, text in after.items() if text != getattr(ours, key)
    }


def _say(connection: Connection, club: str, night: str, texts: dict[str, str]) -> None:
    if texts:
        mine = (nights.c.club == club, nights.c.id == night)
        connection.execute(update(nights).where(*mine).values(texts))
