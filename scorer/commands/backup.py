"""`backup FILE` and `restore FILE`, for SQLite; PostgreSQL has programs of its own for both."""

import os
import shlex
import sys
from argparse import Namespace
from contextlib import closing
from pathlib import Path

from scorer.commands.database import print_database
from scorer.commands.exit_status import unstoppable
from scorer.rules.words import counted
from scorer.served import lock_instance
from scorer.settings import read_settings
from scorer.storage.backup import open_file, write_backup
from scorer.storage.database import display_url
from scorer.storage.migrate import SchemaError
from scorer.storage.restore import copied_backup, count_newer, read_versions, replace_database
from scorer.storage.unavailable import Unavailable

UNCHANGED = "Nothing was changed. `--yes` goes on without asking."


def backup(arguments: Namespace) -> int:
    """Write a backup; 0, or 1 where that cannot be done."""
    file: str = arguments.file
    url = print_database(read_settings())
    if url.get_backend_name() != "sqlite":
        address = f"--dbname={display_url(url)}"
        return _refer_to("pg_dump", "--format=custom", f"--file={file}", address)
    place = Path(url.database or "")
    games = read_versions(place) if place.exists() else None
    if games is None:
        return refuse("There is no database yet, so there is nothing to back up.")
    try:
        with closing(open_file(place)) as database:
            write_backup(database, Path(file))
    except FileExistsError:
        return refuse(f"{file}: this file already exists and was left as it is.")
    print(f"Written to {file}: {_count(len(games))}.")
    print("The secret key is not in it: without that, phones have to join again.")
    return 0


def restore(arguments: Namespace) -> int:
    """Put a backup in the place of the database, if somebody says yes; 0, or 1 where it is not."""
    file: str = arguments.file
    settings = read_settings()
    url = print_database(settings)
    if url.get_backend_name() != "sqlite":
        options = "--clean --if-exists --no-owner --single-transaction".split()
        return _refer_to("pg_restore", *options, f"--dbname={display_url(url)}", file)
    try:
        lock = lock_instance(settings.instance, alone=True)
    except BlockingIOError:
        return refuse("The app is running: stop it first. Nothing was changed.")
    place = Path(url.database or "")
    try:
        with copied_backup(Path(file), place) as copy:
            return _replace(place, copy, file, yes=arguments.yes)
    finally:
        os.close(lock)


def _replace(place: Path, copy: Path, file: str, *, yes: bool) -> int:
    try:
        games = read_versions(copy, check=True)
    except SchemaError as fault:
        return refuse(f"{file}: {fault} Nothing was changed.")
    except Unavailable:
        games = None
    if games is None:
        return refuse(f"{file}: this is no backup, or it is damaged. Nothing was changed.")
    if place.exists():
        try:
            newer = count_newer(read_versions(place) or {}, games)
            print(f"Newer than the backup, and lost by this: {_count(newer)}.")
        except SchemaError as fault:
            return refuse(f"{fault} To restore all the same, move {place} away first.")
        except Unavailable as fault:
            print(f"What is there now cannot be read: {fault}.")
        if not yes and not confirmed("Go on?"):
            return refuse(UNCHANGED)
    with unstoppable():
        kept = replace_database(place, copy)
        print(f"Restored from {file}: {_count(len(games))}.")
        if kept:
            print(f"What was there before is kept in {kept}.", flush=True)
    return 0


def confirmed(question: str) -> bool:
    """Ask at the terminal; whether the answer is yes."""
    try:
        return input(f"{question} [y/N] ").strip().lower() in ("y", "yes")
    except EOFError:
        return False


def _refer_to(*words: str) -> int:
    print("PostgreSQL has a program of its own for this:", file=sys.stderr)
    print(f"    {shlex.join(words)}", file=sys.stderr)
    return 1


def refuse(sentence: str) -> int:
    """Print why something is not done; the exit status."""
    print(sentence, file=sys.stderr)
    return 1


def _count(games: int) -> str:
    return counted(games, "game", str(games or "no"))
