"""The sheets of many games at once: what a night's chart is drawn from."""

from __future__ import annotations

from collections.abc import Sequence

from scorer.rules.reading import read_sheet
from scorer.rules.sheet import Sheet
from scorer.storage.database import Database
from scorer.storage.whole import whole_games


def read_sheets(database: Database, club: str, ids: Sequence[str]) -> dict[str, Sheet]:
    """The sheets of these games of a club, in as many queries for ten as for one."""
    with database.reading() as connection:
        return {
            whole.row.id: read_sheet(whole.start, whole.entries)
            for whole in whole_games(connection, club, ids)
        }
