"""`clubs`: list and find the clubs of this server; add, export and delete one; tidy."""

import os
from argparse import Namespace
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from scorer.commands.backup import UNCHANGED, confirmed, refuse
from scorer.commands.database import command_database
from scorer.commands.invite import print_from_terminal, which_club
from scorer.commands.sheet_text import printable
from scorer.rules.kinds import comparison_key
from scorer.rules.words import counted
from scorer.services.clean_text import is_visible
from scorer.services.club.club_list import ClubLine, describe_clubs, idle_clubs
from scorer.services.club.clubs import add_club, list_clubs, read_club_name
from scorer.services.club.invitations import make_invitation
from scorer.services.club.removal import close_club, close_idle, empty_closed
from scorer.services.exchange.export import export_zip
from scorer.settings import Settings
from scorer.storage.database import Database

LINE = "{:36}  {:>6}  {:>6}  {:>6}  {:10}  {}"
HEAD = LINE.format("id", "people", "phones", "games", "seen", "name")


def clubs(arguments: Namespace) -> int:
    """List the clubs, or do what else is asked; 0, or 1 where that is not done."""
    deeds = {"add": _add, "export": _export, "delete": _delete, "tidy": _tidy, None: _list}
    with command_database() as (settings, database):
        status = deeds[arguments.deed](settings, database, arguments)
        empty_closed(database)
    return status


def _list(settings: Settings, database: Database, arguments: Namespace) -> int:
    found = describe_clubs(database, arguments.find)
    _print(found)
    print(f"{counted(len(found), 'club', str(len(found) or 'No'))}.")
    return 0


def _print(found: Sequence[ClubLine]) -> None:
    if found:
        print(HEAD)
    for it in found:
        seen = f"{it.seen_at:%Y-%m-%d}" if it.seen_at else "never"
        print(printable(LINE.format(it.id, it.people, it.phones, it.games, seen, it.name)))


def _add(settings: Settings, database: Database, arguments: Namespace) -> int:
    if not is_visible(arguments.name):
        return refuse("A club needs a name.")
    name = read_club_name(arguments.name)
    if comparison_key(name) in {comparison_key(it.name) for it in list_clubs(database)}:
        return refuse(f"There is a club called {printable(name)}: give this one another name.")
    with database.writing() as connection:
        club = add_club(connection, name)
    invitation = make_invitation(
        database, settings.secret_key, club, "manage", letters=settings.code_letters
    )
    heading = f"To manage {printable(name)}:"
    print_from_terminal(invitation, settings, arguments.port, heading)
    return 0


def _export(settings: Settings, database: Database, arguments: Namespace) -> int:
    club, place = which_club(database, arguments.club), Path(arguments.file)
    if club is None:
        return 1
    try:
        # Only its owner is to read it.
        with open(place, "xb", opener=partial(os.open, mode=0o600)) as file:
            file.writelines(export_zip(database, club.id).pieces)
    except FileExistsError:
        return refuse(f"{place}: this file already exists and was left as it is.")
    except BaseException:
        place.unlink(missing_ok=True)
        raise
    print(f"Written to {place}.")
    return 0


def _delete(settings: Settings, database: Database, arguments: Namespace) -> int:
    club = which_club(database, arguments.club)
    if club is None:
        return 1
    _print([it for it in describe_clubs(database) if it.id == club.id])
    if not (arguments.yes or confirmed("Delete this club with all its games?")):
        return refuse(UNCHANGED)
    close_club(database, club.id)
    print("Deleted.")
    return 0


def _tidy(settings: Settings, database: Database, arguments: Namespace) -> int:
    idle = idle_clubs(database)
    _print(idle)
    if not idle:
        print("No club that a stranger began was left without a deal for 90 days.")
        return 0
    if not (arguments.yes or confirmed("Delete these clubs?")):
        return refuse(UNCHANGED)
    deleted = sum(close_idle(database, club.id) for club in idle)
    print(f"Deleted: {counted(deleted, 'club')}.")
    return 0
