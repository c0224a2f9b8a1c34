"""The head of a night: what is written above its games, wherever they are shown."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime

from scorer.services.there import night_there
from scorer.storage.database import Database


@dataclass(frozen=True)
class NightHead:
    """When and where a night was; `name` is empty where nobody gave it one."""

    day: date
    opened_at: datetime
    name: str
    place: str


def read_head(database: Database, club: str, night: str) -> NightHead:
    """The head of a night; raises NotFound, InTheBin."""
    with database.reading() as connection:
        row = night_there(connection, club, night)
    return NightHead(row.day, row.opened_at, row.name, row.place)
