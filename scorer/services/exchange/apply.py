"""An import applied, as its preview has promised."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Connection, insert, select, update

from scorer.services.errors import Conflict
from scorer.services.exchange.import_file import ImportedGame
from scorer.services.exchange.match_people import PeopleMatch
from scorer.services.exchange.preview import Comparison, Plan, read_players
from scorer.services.exchange.uploads import kept_file, parsed_file
from scorer.services.people.players import add_players
from scorer.storage.database import Database
from scorer.storage.games import append_entries, find_night, insert_game_rows, update_last_played
from scorer.storage.locks import lock_club, lock_games, pieces
from scorer.storage.schema import AnyRow, changes, clubs, nights, payments, players
from scorer.storage.search import write_document
from scorer.storage.uploads import forget_upload


def apply_import(
    database: Database,
    club: str,
    upload: str,
    *,
    by_name: bool,
    mark: str,
    leave: bool = False,
    too: bool = False,
) -> Plan:
    """Import a file that is kept, as a preview with this mark has promised.

    With `too`, second games of a day come in as well. People come first, then some nights at a
    time with their games, then payments; stopped half-way, the nights that are here are whole, but
    for one of more games than a piece has, and the file is imported again for the rest. Raises
    NotFound, BadFile, and Conflict where something has changed since, or where games that are told
    differently here would have to be left as they are and nobody has said so (`leave`).
    """
    # Nobody's deal waits while a file is read and compared.
    with (
        kept_file(database, club, upload) as data,
        parsed_file(database, club, data) as file,
    ):
        with database.reading() as connection:
            comparison = Comparison(connection, club, file, by_name=by_name, upload=upload, too=too)
        plan = comparison.plan
        open_question = plan.different or (plan.second and not too)
        if plan.mark != mark or (open_question and not leave):
            raise Conflict("changed_meanwhile")
        with database.writing() as connection:
            lock_club(connection, club)
            people = _add_people(connection, comparison)
            forgotten = _forgotten(connection, club)
        for piece in pieces(comparison.new_games(people), key=lambda game: game.night):
            with database.writing() as connection:
                lock_club(connection, club)
                # The file would bring a forgotten name back.
                if _forgotten(connection, club) != forgotten:
                    raise Conflict("changed_meanwhile")
                _add_games(connection, comparison, piece)
        with database.writing() as connection:
            lock_club(connection, club)
            known = read_players(connection, club)
            if new := comparison.new_payments(connection, known.keys()):
                connection.execute(insert(payments), new)
    with database.writing() as connection:
        forget_upload(connection, club, upload)
    return plan


def _add_people(connection: Connection, comparison: Comparison) -> PeopleMatch:
    """Add who is new; raises Conflict where the club knows others than it did."""
    people, club = comparison.match_people(connection), comparison.club
    if people.decisions != comparison.people.decisions:
        raise Conflict("changed_meanwhile")
    if comparison.club_values:
        connection.execute(update(clubs).where(clubs.c.id == club).values(comparison.club_values))
    if people.rows:
        add_players(connection, club, people.rows)
    if people.changes:
        connection.execute(insert(changes), people.changes)
    return people


def _add_games(
    connection: Connection, comparison: Comparison, piece: Sequence[ImportedGame]
) -> None:
    """Add these games, or the rest of their books.

    Raises Conflict where somebody else has added or written one of them meanwhile, or put its
    night into the bin.
    """
    club = comparison.club
    locked = lock_games(connection, club, [game.id for game in piece])
    changed: set[str] = set()
    for game in piece:
        row, before = locked.get(game.id), comparison.coming[game.id]
        night = before.night if before else game.night
        if _state(row) != _state(before) or not _open_night(connection, comparison, night):
            raise Conflict("changed_meanwhile")
        if row is None:
            sitting = [
                {"seat": seat, "player": sitter.player, "name": sitter.name}
                for seat, sitter in enumerate(game.start.sitters)
            ]
            values = {"club": club, "id": game.id, "night": night, **game.row}
            insert_game_rows(connection, values, sitting, game.book, game.results)
        else:
            append_entries(connection, row, game.book[row.version :], game.results)
        changed.add(night)
    update_last_played(connection, club, {player for game in piece for player in game.people})
    for night in sorted(changed):
        write_document(connection, club, night)


def _open_night(connection: Connection, comparison: Comparison, night: str) -> bool:
    """Make a night that is not there yet; False where it lies in the bin."""
    row = find_night(connection, comparison.club, night)
    if row is None:
        values = {"club": comparison.club, **comparison.file.nights[night]}
        connection.execute(insert(nights), values)
    return row is None or row.deleted_at is None


def _forgotten(connection: Connection, club: str) -> set[str]:
    """The players whose names were forgotten."""
    gone = players.c.club == club, players.c.anonymous_at.is_not(None)
    return set(connection.scalars(select(players.c.id).where(*gone)))


def _state(row: AnyRow | None) -> tuple[object, ...]:
    """What must not change of a game between comparing it and writing in it."""
    return () if row is None else (row.version, row.night, row.deleted_at)
