"""Ids: keys of PostgreSQL's own type, and text in small letters wherever Python sees them."""

import uuid

import pytest
from sqlalchemy import String, select, text

from scorer.services.club import devices, invitations
from scorer.services.club.share_links import share
from scorer.services.errors import NotFound
from scorer.services.exchange.export import export_game, export_zip
from scorer.services.exchange.imports import apply_import
from scorer.services.games.read import read_book, read_game
from scorer.services.games.start import same_again
from scorer.services.money import ledger
from scorer.services.nights import bin, night_list
from scorer.services.nights.edit import move_game
from scorer.services.people import merge
from scorer.services.people.anonymise import anonymise
from scorer.services.people.players import rename_player
from scorer.services.statistics import person
from scorer.storage.book import find_game
from scorer.storage.schema import ID, entries, games, metadata, results
from scorer.storage.unavailable import NoSuchId
from tests.tables import Table, begin, new_id

postgres_only = pytest.mark.parametrize(
    "database", [pytest.param("postgresql", marks=pytest.mark.postgres)], indirect=True
)


@postgres_only
def test_every_key_is_a_uuid_on_postgresql(database):
    wanted = text(
        "SELECT table_name, column_name FROM information_schema.columns WHERE udt_name = 'uuid'"
    )
    with database.reading() as connection:
        found = {tuple(row) for row in connection.execute(wanted)}
    ids = {
        (table.name, column.name)
        for table in metadata.sorted_tables
        for column in table.c
        if column.type is ID
    }
    assert found == ids
    assert {("games", "club"), ("games", "id"), ("entries", "id"), ("results", "person")} < ids
    # No id was forgotten: nothing else is as long as one.
    assert not [
        column
        for table in metadata.sorted_tables
        for column in table.c
        if isinstance(column.type, String) and column.type.length == 36 and column.type is not ID
    ]


def test_ids_are_read_as_they_were_written(table):
    table.deal()
    columns = [games.c.id, games.c.night, entries.c.id, results.c.player]
    with table.database.reading() as connection:
        for column in columns:
            for value in connection.scalars(select(column)):
                assert value == str(uuid.UUID(value))
    assert table.read().id == table.id


NO_ID = "no-id'"
MISSING = [
    lambda database, club: read_game(database, club, NO_ID),
    lambda database, club: read_book(database, club, NO_ID),
    lambda database, club: same_again(database, club, NO_ID, device=None, game_id=new_id()),
    lambda database, club: begin(database, club, follows=NO_ID),
    lambda database, club: begin(database, club, night=NO_ID),
    lambda database, club: Table(database, club, NO_ID).deal(),
    lambda database, club: bin.delete(database, club, "game", NO_ID, device=None),
    lambda database, club: bin.delete(database, club, "night", NO_ID, device=None),
    lambda database, club: move_game(database, club, NO_ID, new_id()),
    lambda database, club: bin.restore(database, club, "game", NO_ID),
    lambda database, club: bin.restore(database, club, "night", NO_ID),
    lambda database, club: night_list.read_night(database, club, NO_ID),
    lambda database, club: night_list.list_nights(database, club, before=f"1~{NO_ID}"),
    lambda database, club: ledger.undo_payment(database, club, NO_ID),
    lambda database, club: merge.read_person(database, club, NO_ID),
    lambda database, club: merge.merge_people(database, club, NO_ID, NO_ID),
    lambda database, club: merge.undo_merge(database, club, NO_ID),
    lambda database, club: anonymise(database, club, NO_ID),
    lambda database, club: rename_player(database, club, NO_ID, "Zoe"),
    lambda database, club: person.read_person(database, club, NO_ID),
    lambda database, club: devices.revoke_device(database, club, NO_ID),
    lambda database, club: devices.edit_device(database, club, NO_ID, "Zoe"),
    lambda database, club: invitations.withdraw_invitation(database, club, NO_ID),
    lambda database, club: share(database, "secret", club, "game", NO_ID, device=None),
    lambda database, club: share(database, "secret", club, "night", NO_ID, device=None),
    lambda database, club: export_game(database, club, NO_ID),
    lambda database, club: export_zip(database, club, NO_ID),
    lambda database, club: apply_import(database, club, NO_ID),
]


def test_nothing_is_found_by_what_is_no_id(database, club):
    for find in MISSING:
        with pytest.raises(NotFound):
            find(database, club)


@postgres_only
def test_what_is_no_id_is_not_found_unseen_either(database, club):
    with pytest.raises(NoSuchId), database.reading() as connection:
        find_game(connection, club, NO_ID)
