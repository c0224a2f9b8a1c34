"""Files exported, changed, and imported in one go: previewed, then applied as it was promised."""

import io
import json
from zipfile import ZIP_DEFLATED, ZipFile

import pytest
from sqlalchemy import insert, select

from scorer.services import clock
from scorer.services.club.clubs import first_club
from scorer.services.exchange.export import export_zip
from scorer.services.exchange.faults import BadFile
from scorer.services.exchange.imports import apply_import, preview_import
from scorer.storage.schema import clubs, metadata
from tests.tables import clear, execute, new_id


def emptied(database):
    """The same database with nothing in it but a new club."""
    clear(database)
    return first_club(database)


def whole(export):
    """All of a file that was exported."""
    return b"".join(export.pieces)


def export(database, club, night=None):
    """All games of a club, or of a night, as one file."""
    return whole(export_zip(database, club, night))


def preview(database, club, data):
    """A file that is kept, and its effect; raises BadFile for all its faults."""
    return preview_import(database, club, io.BytesIO(data))


def plan_of(database, club, data):
    return preview(database, club, data)[1]


def refused(database, club, data):
    """The faults of a file that has to be refused; nothing has changed."""
    before = everything(database)
    with pytest.raises(BadFile) as fault:
        preview(database, club, data)
    assert everything(database) == before
    assert all(one.where and one.says.endswith((".", "”")) for one in fault.value.faults)
    return list(fault.value.faults)


def import_file(database, club, data):
    """Import a file; what was done is what its preview has promised."""
    upload, plan = preview(database, club, data)
    done = apply_import(database, club, upload)
    assert (done.games, done.new, done.by_name) == (plan.games, plan.new, plan.by_name)
    return done


def second_club(database):
    club = new_id()
    row = {"id": club, "name": "The others", "time_zone": "UTC", "currency": ""}
    execute(database, insert(clubs).values({**row, "made_at": clock.now()}))
    return club


def everything(database, aside=("uploads",), but=("changes",)):
    """All rows of all tables but those of files on their way in, and others `aside`.

    How often pages were told that something changed is left out: once too often costs one sheet.
    """
    with database.reading() as connection:
        return {
            table.name: sorted(map(tuple, connection.execute(select(*columns))), key=repr)
            for table in metadata.sorted_tables
            if table.name not in aside
            if (columns := [column for column in table.c if column.name not in but])
        }


def files_of(data):
    """The files of a zip."""
    with ZipFile(io.BytesIO(data)) as packed:
        return {name: packed.read(name) for name in packed.namelist()}


def zipped(files, packing=ZIP_DEFLATED):
    """A zip of these files, in their order."""
    made = io.BytesIO()
    with ZipFile(made, "w", packing) as packed:
        for name, content in files.items():
            packed.writestr(name, content)
    return made.getvalue()


def repacked(data, **changed):
    """A zip with some files changed: by a function of their JSON, by bytes, or gone (None)."""
    files = files_of(data)
    for key, change in changed.items():
        name = next((name for name in files if key in name), key)
        if callable(change):
            files[name] = json.dumps(change(json.loads(files[name]))).encode()
        elif change is None:
            del files[name]
        else:
            files[name] = change
    return zipped(files)
