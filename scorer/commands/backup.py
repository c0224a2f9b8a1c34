"""`backup FILE` and `restore FILE`, which may be done while the app is being served."""

from __future__ import annotations

import sys
from pathlib import Path

from scorer.commands.progress import Progress
from scorer.services.prepare import prepared_database
from scorer.settings import read_settings
from scorer.storage.backup import write_backup
from scorer.storage.restore import BadBackup, restore_backup


def backup(file: str) -> int:
    """Write a backup; 0, or 1 where that cannot be done."""
    settings = read_settings()
    with prepared_database(settings.database_url, settings.instance) as database:
        try:
            with Progress().shown():
                rows = write_backup(database, Path(file))
        except FileExistsError:
            says = f"{file}: this file already exists and was left as it is."
            print(says, file=sys.stderr)
            says = "Give the backup another name, or move that file away."
            print(says, file=sys.stderr)
            return 1
        except OSError as fault:
            says = f"{file}: this cannot be written: {fault.strerror}"
            print(says, file=sys.stderr)
            return 1
    print(f"Written to {file}: {rows} row." if rows == 1 else f"Written to {file}: {rows} rows.")
    print("The secret key is not in it: without that, phones have to join again.")
    return 0


def restore(file: str) -> int:
    """Restore a backup; 0, or 1 where that cannot be done."""
    settings = read_settings()
    with prepared_database(settings.database_url, settings.instance) as database:
        try:
            with Progress().shown():
                rows = restore_backup(database, Path(file))
        except BadBackup as fault:
            says = f"{file}: {fault}. Nothing was changed."
            print(says, file=sys.stderr)
            return 1
    print(
        f"Restored from {file}: {rows} row." if rows == 1 else f"Restored from {file}: {rows} rows."
    )
    return 0
