"""Writing and reading a little, and why that did not work."""

import pytest
from sqlalchemy import insert, select

from scorer.services import clock
from scorer.storage.schema import clubs
from scorer.storage.unavailable import Unavailable
from tests.tables import new_id


def add_club(database, wait=6):
    row = {"id": new_id(), "name": "X" * 80, "time_zone": "UTC", "currency": ""}
    with database.writing(wait=wait) as connection:
        connection.execute(insert(clubs), {**row, "made_at": clock.now()})


def read(database):
    with database.reading() as connection:
        return len(connection.execute(select(clubs.c.id)).all())


def why(database, wait=6):
    with pytest.raises(Unavailable) as fault:
        add_club(database, wait)
    return fault.value.code
