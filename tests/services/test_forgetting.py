"""A name that is forgotten: it stands nowhere any more, and does not come back."""

from pathlib import Path

import pytest
from sqlalchemy import MetaData, inspect, select, update

from scorer.rules.errors import BadEntry, BadRecord
from scorer.services.errors import Conflict, NotFound
from scorer.services.exchange.imports import apply_import
from scorer.services.people.anonymise import anonymise
from scorer.services.people.merge import merge_people, undo_merge
from scorer.services.people.players import known_players, rename_player
from scorer.storage.schema import players, uploads
from tests.services.finished_games import finish, ids, merged
from tests.services.imports import export, files_of, preview, second_club
from tests.tables import begin, name_player, new_id, people


def every_text(database):
    """All that stands in any column of text, in any table there is."""
    tables, texts = MetaData(), []
    with database.reading() as connection:
        tables.reflect(connection)
        for table in tables.sorted_tables:
            texts += [str(tuple(row)) for row in connection.execute(select(table))]
        assert len(inspect(connection).get_table_names()) == len(tables.sorted_tables)
    return "\n".join(texts)


@pytest.mark.every_database
def test_a_name_that_is_forgotten_stands_nowhere_any_more(database, club, fake_clock):
    table = begin(database, club, "Xanthippe", "Ben", "Cat", "Dan")
    who = ids(database, club)
    table.deal()
    table.take_seat(0, "Eve")
    xanthippe = {"id": who["Xanthippe"], "name": "Xanthippe"}
    table.write("take_seat", {"seat": 2, "player": xanthippe})
    players = [{"id": new_id(), "name": "Xanthi"}, *people("Ben", "Cat", "Dan")]
    other = begin(database, club)
    other.write("correct_start", {"players": players})
    third = begin(database, club, "Gus", "Hal", "Ida", "Jon")
    joins = [{"seat": 4, "player": xanthippe, "total": 7}]
    third.write("change_table", {"seats": [0, 1, 4, 2, 3], "joins": joins, "after": None})
    before, second = table.read(), other.read()
    merged(database, club, "Xanthi", "Xanthippe")
    assert "Xanthippe" in every_text(database)
    assert anonymise(database, club, who["Xanthippe"]) == "Anon 1"
    assert anonymise(database, club, who["Xanthippe"]) == "Anon 1"
    assert "Xanthi" not in every_text(database)
    assert b'"anonymous":true' in files_of(export(database, club))["players.json"]
    after = table.read()
    assert (after.sheet.totals, after.version) == (before.sheet.totals, before.version)
    assert after.names[who["Xanthippe"]] == after.sheet.sitters[2].name == "Anon 1"
    assert other.read().sheet.sitters[0].name == "Anon 1"
    assert other.read().sheet.totals == second.sheet.totals


def test_a_forgotten_name_stands_in_no_file_on_its_way_in(database, club):
    begin(database, club, "Xanthippe", "Ben", "Cat", "Dan")
    data = b"date,game,Xanthippe,Ben\n2024-05-03,Pink Nines,-3,3\n"
    upload, _ = preview(database, club, data)
    other, _ = preview(database, second_club(database), data)
    anonymise(database, club, ids(database, club)["Xanthippe"])
    with database.reading() as connection:
        assert list(connection.scalars(select(uploads.c.id))) == [other]
    with pytest.raises(NotFound):
        apply_import(database, club, upload)


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_a_forgotten_name_is_not_left_in_the_database_file(database, club):
    for _ in range(30):
        begin(database, club, "Xanthippe", "Ben", "Cat", "Dan")
    preview(database, club, b"date,game,Xanthippe,Ben\n2024-05-03,Pink Nines,-3,3\n")
    file = Path(str(database.url.database))

    def traces():
        both = (file, file.with_name(f"{file.name}-wal"))
        return sum(one.read_bytes().count(b"Xanthippe") for one in both)

    assert traces() > 60
    anonymise(database, club, ids(database, club)["Xanthippe"])
    assert traces() == 0


def test_who_was_made_anonymous_stays_so(database, club):
    finish(database, club)
    begin(database, club, "Annie", "Ben", "Cat", "Dan")
    who = ids(database, club)
    deed = merged(database, club, "Annie", "Ann")
    anonymise(database, club, who["Annie"])
    for undone in (
        lambda: rename_player(database, club, who["Ann"], "Ann"),
        lambda: undo_merge(database, club, deed),
        lambda: merge_people(database, club, who["Ann"], who["Ben"]),
        lambda: merge_people(database, club, who["Ben"], who["Ann"]),
    ):
        with pytest.raises(Conflict, match="anonymous_stays"):
            undone()
    assert [one.name for one in known_players(database, club)] == ["Ben", "Cat", "Dan"]
    assert ids(database, club)["Anon 1"] in (who["Ann"], who["Annie"])
    assert anonymise(database, club, who["Ben"]) == "Anon 2"
    with pytest.raises(NotFound):
        anonymise(database, club, new_id())


def test_nobody_alive_is_called_like_somebody_who_was_forgotten(database, club):
    table = begin(database, club)
    who = ids(database, club)
    for typed in ("Anon 1", "anon\u00a02", "ＡＮＯＮ 77"):
        for deed in (
            lambda name=typed: begin(database, club, name, "Eve", "Fay", "Gus"),
            lambda name=typed: rename_player(database, club, who["Ben"], name),
            lambda name=typed: name_player(database, club, name),
            lambda name=typed: table.take_seat(0, name),
        ):
            with pytest.raises((BadRecord, BadEntry), match="forgotten"):
                deed()
    # Before there was this rule, or in the file of another club, somebody may have been.
    with database.writing() as connection:
        mine = update(players).where(players.c.id == who["Cat"])
        connection.execute(mine.values(name="aNon 1"))
    assert anonymise(database, club, who["Ben"]) == "Anon 2"
    again = begin(database, club, "Ann", "Eve", "Fay", "Gus")
    told = [{"id": who["Ben"], "name": "Anon 2"}, *people("Eve", "Fay", "Gus")]
    again.write("correct_start", {"players": told})
    assert again.read().sheet.sitters[0].name == "Anon 2"
