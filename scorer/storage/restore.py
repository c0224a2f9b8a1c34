"""Restoring: a backup takes the place of a SQLite database, which is kept."""

import os
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import TypeAlias
from zipfile import ZipFile, is_zipfile

from sqlalchemy import select

from scorer.progress import progress
from scorer.storage.backup import check_integrity, open_file
from scorer.storage.database import make_file
from scorer.storage.migrate import read_revision, too_old
from scorer.storage.schema import games

# The version of each game, by its club and id.
Versions: TypeAlias = dict[tuple[str, str], int]
PIECE = 1024 * 1024


@contextmanager
def copied_backup(backup: Path, place: Path) -> Iterator[Path]:
    """A copy of a backup ready next to the place where it is to go; removed in the end."""
    copy = place.with_name(f"{place.name}.new")
    copy.unlink(missing_ok=True)  # of a process that was killed
    try:
        make_file(copy)
        with backup.open("rb") as source, copy.open("wb") as target:
            size = os.fstat(source.fileno()).st_size // PIECE
            pieces = iter(partial(source.read, PIECE), b"")
            for piece in progress(pieces, "Copying the backup, in MB", size):
                target.write(piece)
            target.flush()
            os.fsync(target.fileno())
        yield copy
    finally:
        copy.unlink(missing_ok=True)


def read_versions(file: Path, *, check: bool = False) -> Versions | None:
    """The games with their versions, None for no tables; raises SchemaError, Unavailable."""
    if is_zipfile(file) and "backup.json" in ZipFile(file).namelist():
        raise too_old(open_file(file).url)
    with closing(open_file(file)) as database:
        if check:
            check_integrity(database)
        with database.reading() as connection:
            if read_revision(connection) is None:
                return None
            rows = connection.execute(select(games.c.club, games.c.id, games.c.version))
            return {(row.club, row.id): row.version for row in rows}


def count_newer(there: Versions, backup: Versions) -> int:
    """How many games have more in their book than the backup has, or are not in it."""
    return sum(version > backup.get(game, -1) for game, version in there.items())


def replace_database(file: Path, copy: Path) -> Path | None:
    """Put a copy in the place of a database that nobody has open; where that one is now."""
    if not file.exists():
        copy.replace(file)
        return None
    kept = file.with_name(f"{file.stem}-{datetime.now():%Y%m%d-%H%M%S}{file.suffix}")
    log = file.with_name(f"{file.name}-wal")
    if log.exists():  # it stays only where the file could not be opened, and belongs to it
        log.rename(kept.with_name(f"{kept.name}-wal"))
    file.with_name(f"{file.name}-shm").unlink(missing_ok=True)
    file.rename(kept)
    copy.replace(file)
    return kept
