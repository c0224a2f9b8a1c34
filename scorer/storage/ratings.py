"""From where on ratings have to be worked out again."""

from __future__ import annotations

from datetime import datetime
from uuid import uuid4

from sqlalchemy import Connection, insert

from scorer.storage.models import rating_marks

ADD = insert(rating_marks)


def rate_from(connection: Connection, club: str, started_at: datetime, game: str) -> None:
    """Have the ratings of a club worked out again from this game on.

    A row is added and nobody is waited for. To be called by the transaction that changes a
    finished game or whose it is; whoever rates does so after it has committed.
    """
    row = {"club": club, "id": str(uuid4()), "started_at": started_at, "game": game}
    connection.execute(ADD, row)
