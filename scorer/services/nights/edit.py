"""Editing nights: what they are called, where and when they were."""

from dataclasses import asdict, dataclass
from datetime import date, timedelta

from sqlalchemy import Connection, select, update

from scorer.rules.errors import BadRecord
from scorer.services.clean_text import MAX_NOTE_LENGTH, read_line, read_note
from scorer.services.club.devices import end_over_night
from scorer.services.games.find_night import OWN, open_night
from scorer.services.games.seats_held import move_devices_with_game
from scorer.services.rows import load_game_row, load_night_row
from scorer.storage.database import Database
from scorer.storage.games import move_counts
from scorer.storage.locks import lock_club, lock_games
from scorer.storage.schema import AnyRow, games, nights, of_club
from scorer.storage.search import night_words

# The game was first written down in 1881.
OLDEST = date(1881, 1, 1)
MAX_SEARCHED, MAX_OFFERED = 300, 20

_NEWEST = (
    select(nights.c.place)
    .where(of_club(nights), nights.c.deleted_at.is_(None))
    .order_by(nights.c.day.desc(), nights.c.opened_at.desc(), nights.c.id.desc())
    .limit(MAX_SEARCHED)
)


@dataclass(frozen=True)
class Description:
    """The texts and the day of a night."""

    day: date
    name: str
    place: str
    note: str


def read_description(*, day: str, name: str, place: str, note: str, today: date) -> Description:
    """The description as typed, made fit to keep; raises BadRecord with the name of the field."""
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
        row = load_night_row(connection, club, night)
        of_night = (games.c.club == club, games.c.night == night, games.c.deleted_at.is_(None))
        played = connection.scalars(select(games.c.id).where(*of_night)).all()
        move_counts(connection, club, played, row.day.year, description.day.year)
        write_description(connection, club, night, description)


def write_description(
    connection: Connection, club: str, night: str, description: Description
) -> None:
    """Store what people say of a night, with the words by which it is found."""
    values = asdict(description)
    this = (nights.c.club == club, nights.c.id == night)
    words = night_words(**values)
    connection.execute(update(nights).where(*this).values(**values, words=words))


def places(database: Database, club: str) -> list[str]:
    """The places of the newest nights, the newest first."""
    newest = (row.place for row in database.rows(_NEWEST, {"of_club": club}))
    return list(filter(None, dict.fromkeys(newest)))[:MAX_OFFERED]


def read_day(typed: str, today: date) -> date:
    """A day on which somebody can have played, "2025-05-03"; raises BadRecord."""
    try:
        day = date.fromisoformat(typed.strip())
    except ValueError:
        raise BadRecord("night_day", field="day", day=today.isoformat()) from None
    if day > today + timedelta(days=1):
        raise BadRecord("night_day_to_come", field="day")
    if day < OLDEST:
        raise BadRecord("night_day_too_old", field="day", year=OLDEST.year)
    return day


def move_game(database: Database, club: str, game: str, target: str) -> None:
    """Move a game to the night `target`, or to one of its own where that is OWN.

    What the last game leaves behind goes along: guests, the table's code, and what the night was
    called. Raises NotFound, InTheBin.
    """
    with database.writing() as connection:
        lock_club(connection, club)
        row = load_game_row(connection, club, game)
        old = load_night_row(connection, club, row.night)
        of_night = (games.c.club == club, games.c.night == old.id, games.c.deleted_at.is_(None))
        others = select(games.c.id).where(*of_night, games.c.id != game)
        is_last = connection.execute(others.limit(1)).first() is None
        if target == OWN:
            if is_last:
                return
            target = open_night(connection, club, row.started_at, old.place)
        new = load_night_row(connection, club, target)
        if new.id == old.id:
            return
        lock_games(connection, club, [game])
        move_counts(connection, club, [game], old.day.year, new.day.year)
        for night in (old.id, new.id):
            end_over_night(connection, club, night)
        mine = (games.c.club == club, games.c.id == game)
        connection.execute(update(games).where(*mine).values(night=new.id))
        move_devices_with_game(connection, club, game, old.id, new.id, everybody=is_last)
        if is_last:
            _move_texts(connection, old, new)


def _move_texts(connection: Connection, old: AnyRow, new: AnyRow) -> None:
    texts = {key: getattr(new, key) or getattr(old, key) for key in ("name", "place", "note")}
    notes = "\n".join(filter(None, dict.fromkeys((new.note, old.note))))
    if len(notes) <= MAX_NOTE_LENGTH:
        texts["note"] = notes
    write_description(connection, new.club, new.id, Description(day=new.day, **texts))
