"""The book of a game, and the answers to the deal in play: reading them, and writing."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import ColumnElement, Connection, bindparam, delete, func, insert, select, update

from scorer.rules.entries import MAX_ENTRIES, Entry, Sitter, parse_body
from scorer.rules.errors import BadEntry
from scorer.rules.in_play import Answer
from scorer.rules.start import Start
from scorer.storage.results import upsert
from scorer.storage.schema import (
    AnyRow,
    answers,
    devices,
    dump_json,
    entries,
    games,
    nights,
    of_club,
    players,
    refers,
    seats,
)

# What one entry may weigh: a deal of twelve full hands by their cards has about 1,000 letters.
MAX_CONTENT_LENGTH = 20_000
# Who writes in a game within this time of its last entry is still playing; whoever scores a
# deal is playing anyhow. A correction weeks later does not make an old game tonight's.
STILL_PLAYING = timedelta(hours=6)
PLAYING = frozenset({"deal", "take_seat", "change_table"})

READ_GAME = select(games).where(of_club(games), games.c.id == bindparam("of_game"))
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
        _person.c.number,
        select(_next.c.id)
        .where(
            of_club(_next), _next.c.follows == bindparam("of_game"), _next.c.deleted_at.is_(None)
        )
        .order_by(_next.c.started_at.desc(), _next.c.id)
        .limit(1)
        .scalar_subquery()
        .label("followed_by"),
        select(nights.c.day)
        .join(games, refers(games.c.night, nights))
        .where(of_club(games), games.c.id == bindparam("of_game"))
        .scalar_subquery()
        .label("day"),
    )
    .join(players, refers(seats.c.player, players))
    .join(_person, refers(players.c.person, _person))
    .where(of_club(seats), seats.c.game == bindparam("of_game"))
    .order_by(seats.c.seat)
)


def find_game(connection: Connection, club: str, game: str) -> AnyRow | None:
    """The row of a game, if the club has it."""
    return connection.execute(READ_GAME, {"of_club": club, "of_game": game}).first()


def seats_of(connection: Connection, game: AnyRow) -> Sequence[AnyRow]:
    """Who sat down in a game at the start."""
    return connection.execute(READ_SEATS, {"of_club": game.club, "of_game": game.id}).all()


def start_of(game: AnyRow, sitting: Sequence[AnyRow]) -> Start:
    """How a game began, from its row and those of its seats."""
    return Start(
        variant=game.variant,
        sitters=tuple(Sitter(seat.player, seat.name) for seat in sitting),
        first_dealer=game.first_dealer,
        house_rules=json.loads(game.house_rules),
        edition=game.edition,
        carried=None if game.carried is None else tuple(json.loads(game.carried)),
    )


def start_row(start: Start) -> dict[str, Any]:
    """The columns of a game that keep how it began, apart from who sat down."""
    return {
        "variant": start.variant,
        "edition": start.edition,
        "house_rules": dump_json(start.house_rules),
        "first_dealer": start.first_dealer,
        "carried": None if start.carried is None else dump_json(start.carried),
    }


def parse_entry(row: AnyRow) -> Entry:
    """The entry in a row of `entries`; raises ValueError where it is damaged."""
    return Entry(row.number, row.id, parse_body(row.kind, json.loads(row.content)), row.device)


@dataclass(frozen=True)
class BookEntry:
    """An entry as people read it: who wrote it, and when."""

    entry: Entry
    device: str | None
    device_name: str | None
    written_at: datetime


_OF_GAME = (of_club(entries), entries.c.game == bindparam("of_game"))
READ_ENTRIES = (
    select(entries.c.number, entries.c.id, entries.c.kind, entries.c.content, entries.c.device)
    .where(*_OF_GAME)
    .order_by(entries.c.number)
)
READ_BOOK = (
    READ_ENTRIES.add_columns(
        entries.c.written_at, func.coalesce(devices.c.name, entries.c.phone).label("device_name")
    )
    .select_from(entries.outerjoin(devices, refers(entries.c.device, devices)))
    .where(entries.c.number.between(bindparam("first"), bindparam("last")))
)


def read_entries(connection: Connection, club: str, game: str) -> tuple[Entry, ...]:
    """All entries of a game, in order."""
    rows = connection.execute(READ_ENTRIES, {"of_club": club, "of_game": game})
    return tuple(map(parse_entry, rows))


def read_book(
    connection: Connection, club: str, game: str, first: int = 1, last: int = MAX_ENTRIES
) -> tuple[BookEntry, ...]:
    """The entries of the book with these numbers, in order, each with its device and time."""
    parameters = {"of_club": club, "of_game": game, "first": first, "last": last}
    return tuple(
        BookEntry(parse_entry(row), row.device, row.device_name, row.written_at)
        for row in connection.execute(READ_BOOK, parameters)
    )


ADD = insert(entries)
SET_VERSION = (
    update(games)
    .where(of_club(games), games.c.id == bindparam("of_game"))
    .values(version=bindparam("now_version"), last_at=bindparam("now_last_at"), left_at=None)
)


def last_played(since: datetime, book: Iterable[Mapping[str, Any]]) -> datetime:
    """When a game was last played, by the rows of its book since it began or was last played."""
    for row in book:
        if row["kind"] in PLAYING or since >= row["written_at"] - STILL_PLAYING:
            since = row["written_at"]
    return since


def add_entries(connection: Connection, game: AnyRow, rows: Sequence[dict[str, Any]]) -> datetime:
    """Add rows to the book of a game that is locked; when the game was last played."""
    connection.execute(ADD, [{"club": game.club, "game": game.id, **row} for row in rows])
    last_at = last_played(game.last_at, rows)
    version = {"now_version": rows[-1]["number"], "now_last_at": last_at}
    connection.execute(SET_VERSION, {"of_club": game.club, "of_game": game.id, **version})
    return last_at


def entry_row(entry: Entry, written_at: datetime) -> dict[str, Any]:
    """The row of an entry, without its game; raises BadEntry where it is too long."""
    return {
        "number": entry.number,
        "id": entry.id,
        "kind": entry.body.kind,
        "content": _as_text(entry.body.content(), MAX_CONTENT_LENGTH),
        "device": entry.device,
        "written_at": written_at,
    }


def _as_text(content: Any, longest: int) -> str:
    try:
        text = dump_json(content)
    except ValueError:
        raise BadEntry("entry_shape", what="content") from None
    if len(text) > longest:
        raise BadEntry("entry_shape", what="content")
    return text


# What one answer may weigh: a full hand by its cards has about 100 letters.
MAX_ANSWER_LENGTH = 1_000
KEPT_AS_THEY_ARE = ("ask", "place", "device", "turn", "opened", "written_at")


def _answers_of(game: AnyRow) -> tuple[ColumnElement[bool], ...]:
    return answers.c.club == game.club, answers.c.game == game.id


READ_ANSWERS = (
    select(answers)
    .where(of_club(answers), answers.c.game == bindparam("of_game"))
    .order_by(answers.c.written_at, answers.c.device)
)


def read_answers(connection: Connection, game: AnyRow) -> dict[int, tuple[Answer, ...]]:
    """The rows of answers by the number of their deal, in the order in which they were written."""
    found: dict[int, tuple[Answer, ...]] = {}
    for row in connection.execute(READ_ANSWERS, {"of_club": game.club, "of_game": game.id}):
        answer = Answer(
            **{name: getattr(row, name) for name in KEPT_AS_THEY_ARE},
            value=None if row.value is None else json.loads(row.value),
            cleared=row.value is None,
            was=() if row.was is None else (json.loads(row.was),),
        )
        found[row.deal] = (*found.get(row.deal, ()), answer)
    return found


def put_answers(connection: Connection, game: AnyRow, deal: int, put: Iterable[Answer]) -> None:
    """Write rows of answers to a deal of a game that is locked, over those of their devices."""
    key = {"club": game.club, "game": game.id, "deal": deal}
    rows = [
        {
            **key,
            **{name: getattr(answer, name) for name in KEPT_AS_THEY_ARE},
            "value": None if answer.cleared else _as_text(answer.value, MAX_ANSWER_LENGTH),
            "was": _as_text(answer.was[0], MAX_ANSWER_LENGTH) if answer.was else None,
        }
        for answer in put
    ]
    upsert(connection, answers, rows)


BUMP_ANSWERS_VERSION = (
    update(games)
    .where(of_club(games), games.c.id == bindparam("of_game"))
    .values(answers_version=games.c.answers_version + 1)
)


def bump_answers_version(connection: Connection, game: AnyRow) -> None:
    """Raise the counter by which pages know that answers were written."""
    connection.execute(BUMP_ANSWERS_VERSION, {"of_club": game.club, "of_game": game.id})


def settle_answers(connection: Connection, game: AnyRow, deal: int, *, opened: bool) -> None:
    """Mark what all see of a deal that is in the book now, and forget what was answered before."""
    connection.execute(delete(answers).where(*_answers_of(game), answers.c.deal < deal))
    if opened:
        of_deal = (*_answers_of(game), answers.c.deal == deal)
        connection.execute(update(answers).where(*of_deal).values(opened=True))


def clear_answers(connection: Connection, game: AnyRow, deal: int) -> None:
    """Take away all answers to a deal in play; their rows stay, as those of any that is cleared."""
    cleared = update(answers).where(*_answers_of(game), answers.c.deal == deal)
    connection.execute(cleared.values(value=None, was=None, opened=False))


def move_answers(connection: Connection, game: AnyRow, deal: int, to: int) -> None:
    """Let the answers to the deal in play follow it to its new number."""
    connection.execute(delete(answers).where(*_answers_of(game), answers.c.deal != deal))
    connection.execute(update(answers).where(*_answers_of(game)).values(deal=to))
