"""The sheets of many games at once: what a night's chart is drawn from."""

from __future__ import annotations

from collections.abc import Sequence

from scorer.rules.sheet import Sheet
from scorer.storage.database import Database
from scorer.storage.sheets import SOME_GAMES, read_sheets


def sheets_by_game(database: Database, club: str, ids: Sequence[str]) -> dict[str, Sheet]:
    """The sheets of these games of a club, in as many queries for ten as for one.

    A game whose book cannot be read is left out.
    """
    with database.reading() as connection:
        rows = connection.execute(SOME_GAMES, {"of_club": club, "ids": list(ids)}).all()
        read = read_sheets(connection, club, rows)
    return {one.row.id: one.sheet for one in read if one.sheet is not None}
