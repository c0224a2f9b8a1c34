"""Files exported, changed, and imported in one go: previewed, then applied as it was promised."""

import io
import json
from typing import Any
from zipfile import ZipFile

from sqlalchemy import select

from scorer.services.club import clubs
from scorer.services.exchange import apply
from scorer.services.exchange.export import export_club
from scorer.services.exchange.preview import Plan, preview_import
from scorer.storage.database import Database
from scorer.storage.schema import metadata
from scorer.storage.schema import uploads as kept_files
from tests.tables import new_id


def emptied(database: Database) -> str:
    """The same database with nothing in it but a new club."""
    with database.writing() as connection:
        for table in reversed(metadata.sorted_tables):
            connection.execute(table.delete())
    return clubs.first_club(database)


def export(database: Database, club: str) -> bytes:
    """All games of a club, as one file."""
    return export_club(database, club).whole()


def preview(
    database: Database, club: str, data: bytes, *, by_name: bool = True
) -> tuple[Plan, str]:
    return preview_import(database, club, io.BytesIO(data), by_name=by_name)


def import_file(database: Database, club: str, data: bytes, *, by_name: bool = True) -> Plan:
    plan, upload = preview(database, club, data, by_name=by_name)
    before = plan.games
    done = apply.apply_import(database, club, upload, by_name=by_name, mark=plan.mark, leave=True)
    assert done.games == before
    return done


def second_club(database: Database) -> str:
    from sqlalchemy import insert

    from scorer.services import clock
    from scorer.storage.schema import clubs

    club = new_id()
    row = {"id": club, "name": "The others", "time_zone": "UTC", "currency": ""}
    with database.writing() as connection:
        connection.execute(insert(clubs), {**row, "made_at": clock.now()})
    return club


def everything(database: Database) -> dict[str, list[Any]]:
    """All rows of all tables but those of files on their way in.

    How often pages were told that something changed is left out: once too often costs one sheet.
    """
    with database.reading() as connection:
        return {
            table.name: sorted(map(tuple, connection.execute(select(*told))), key=repr)
            for table in metadata.sorted_tables
            if table is not kept_files
            if (told := [column for column in table.c if column.name != "changes"])
        }


def repacked(data: bytes, **changed: Any) -> bytes:
    """A zip with some files changed: by a function of their JSON, by bytes, or gone (None)."""
    with ZipFile(io.BytesIO(data)) as packed:
        files = {name: packed.read(name) for name in packed.namelist()}
    for key, say in changed.items():
        name = next((one for one in files if key in one), key)
        if callable(say):
            files[name] = json.dumps(say(json.loads(files[name]))).encode()
        elif say is None:
            del files[name]
        else:
            files[name] = say
    made = io.BytesIO()
    with ZipFile(made, "w") as packed:
        for name, content in files.items():
            packed.writestr(name, content)
    return made.getvalue()
