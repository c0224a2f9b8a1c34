"""What was exported is imported again: the same, different, or not at all."""

import json
from concurrent.futures import ThreadPoolExecutor

import pytest
from sqlalchemy import event, select, update

from scorer.services import clock
from scorer.services.club import clubs
from scorer.services.errors import NotFound
from scorer.services.exchange.export import export_game
from scorer.services.exchange.imports import Imported, apply_import, count_imported
from scorer.services.exchange.plan import DIFFERENT, HERE, IN_BIN, NEW
from scorer.services.games.read import read_book, read_game
from scorer.services.money.ledger import read_ledger
from scorer.services.nights.night_list import read_night
from scorer.services.people.anonymise import anonymise
from scorer.services.projections import check
from scorer.storage.database import open_database
from scorer.storage.migrate import prepare
from scorer.storage.schema import entries, nights, players, seats
from scorer.storage.schema import games as game_rows
from tests.played_club import play_club
from tests.services.finished_games import ids
from tests.services.imports import (
    emptied,
    everything,
    export,
    import_file,
    plan_of,
    preview,
    repacked,
    second_club,
)
from tests.tables import Statements, Table, all_games, begin

DEAL = {"out": 0, "hands": [[], ["K"], ["A"], {"points": 25, "red_nines": 0}]}


def record(*names, **more):
    plain = {"format": "scorer-game/1", "variant": "red-nines", "players": list(names)}
    return json.dumps({**plain, "deals": [DEAL], **more}).encode()


@pytest.mark.every_database
def test_out_in_and_out_again_gives_the_same_bytes_anywhere(database, club, fake_clock, tmp_path):
    played = play_club(database, club, fake_clock)
    before = [table.read() for table in played]
    books = [read_book(database, club, table.id) for table in played]
    data = export(database, club)
    fake_clock.advance(days=800)
    assert export(database, club) == data
    other = open_database(f"sqlite:///{tmp_path / 'other.sqlite'}")
    prepare(other)
    for place, own in ((other, clubs.first_club(other)), (database, emptied(database))):
        plan = import_file(place, own, data)
        assert plan.games == {NEW: 5}
        assert (len(plan.nights), len(plan.payments), plan.known, plan.by_name) == (2, 1, [], [])
        assert export(place, own) == data
        assert check(place) == []
        for game, book in zip(before, books, strict=True):
            assert read_game(place, own, game.id).sheet == game.sheet
            phones = [entry.device_name for entry in read_book(place, own, game.id)]
            assert phones == [entry.device_name for entry in book]
        assert clubs.get_club(place, own).currency == "EUR"
    other.close()


@pytest.mark.every_database
def test_a_preview_takes_as_few_statements_for_many_nights(database, club, other, fake_clock):
    def numbers():
        data = export(database, club)
        for where in (other, club):
            with Statements(database) as sent:
                plan_of(database, where, data)
            yield sent.count

    few = list(numbers())
    for _ in range(4):
        fake_clock.advance(days=1)
        begin(database, club).deal()
    assert list(numbers()) == few


@pytest.mark.every_database
def test_of_two_presses_at_once_the_second_waits_for_the_first(database, club):
    upload, _ = preview(database, club, record("Ann", "Ben", "Cat", "Dan"))

    def press(_):
        try:
            return len(apply_import(database, club, upload).coming)
        except Imported:
            return f"{count_imported(database, club, upload)} by the other"

    with ThreadPoolExecutor(2) as presses:
        assert sorted(map(str, presses.map(press, range(2)))) == ["1", "1 by the other"]
    assert len(all_games(database, club)) == 1


def test_a_night_comes_in_as_that_night(database, club, fake_clock):
    night = play_club(database, club, fake_clock)[0].read().night
    data, other = export(database, club, night), second_club(database)
    assert import_file(database, other, data).games == {NEW: 2}
    read = read_night(database, other, night)
    assert (read.place, len(read.games)) == ("Brno", 2)
    # Payments belong to no night.
    there, here = (read_ledger(database, one) for one in (other, club))
    assert len(here.payments) == 1
    assert there.payments == []
    assert export(database, other, night) == data


def test_what_is_here_stays_as_it_is(database, club, fake_clock):
    played = play_club(database, club, fake_clock)
    data, other = export(database, club), second_club(database)
    before = everything(database)
    assert plan_of(database, other, data).games == {NEW: 5}
    assert everything(database) == before
    import_file(database, other, data)
    played[3].deal()
    in_bin = {"club": other, "deleted_at": clock.now()}
    with database.writing() as connection:
        for table, id in ((nights, played[0].night), (game_rows, played[2].id)):
            this = (table.c.club == other, table.c.id == id)
            connection.execute(update(table).where(*this).values(in_bin))
    before = everything(database)
    gone_on = export(database, club)
    for file, games in ((data, {HERE: 2}), (gone_on, {HERE: 1, DIFFERENT: 1})):
        plan = import_file(database, other, file)
        assert (plan.games, plan.changes) == ({IN_BIN: 3, **games}, False)
    assert everything(database) == before


def test_a_file_is_kept_for_an_hour_and_for_its_club_alone(database, club, fake_clock):
    begin(database, club)
    other, data = second_club(database), export(database, club)
    upload, _ = preview(database, other, data)
    with pytest.raises(NotFound):
        apply_import(database, club, upload)
    fake_clock.advance(hours=2)
    preview(database, other, data)
    with pytest.raises(NotFound):
        apply_import(database, other, upload)


def test_a_single_record_makes_a_night_of_its_own(database, club):
    table, other = begin(database, club), second_club(database)
    table.deal()
    data = export_game(database, club, table.id)
    plan = import_file(database, other, data)
    assert (plan.games, len(plan.nights)) == ({NEW: 1}, 1)
    assert read_game(database, other, table.id).sheet == table.read().sheet
    assert export_game(database, other, table.id) == data


def test_a_record_without_a_book_can_be_corrected(database, club):
    data = record(
        *("Ann", "Ben", "Cat", "Dan"),
        order=[0, 2, 1, 3],
        deals=[DEAL, {**DEAL, "dealer": 3}],
        seats_taken=[{"before_deal": 2, "seat": 1, "player": "Eve"}],
        ended={"why": "bedtime"},
    )
    import_file(database, club, data)
    game = all_games(database, club)[0]
    read = read_game(database, club, game.id)
    assert read.sheet.start.order == (0, 2, 1, 3)
    assert [deal.table.dealer for deal in read.sheet.deals] == [0, 3]
    assert [one.name for one in read.sheet.sitters] == ["Ann", "Eve", "Cat", "Dan"]
    table = Table(database, club, game.id, seen=read.version)
    table.undo()
    table.correct(read.sheet.deals[0].id, {**DEAL, "out": 0})
    assert not table.read().sheet.over
    assert plan_of(database, club, data).games == {HERE: 1}
    assert check(database) == []


class Killed(BaseException):
    """The process ended here."""


def test_a_killed_import_brings_all_or_nothing(database, club, data):
    fresh = emptied(database)
    upload, _ = preview(database, fresh, data)
    before, left = everything(database), [0]

    def send(*what):
        left[0] -= 1
        if not left[0]:
            raise Killed

    event.listen(database.engine, "before_cursor_execute", send)
    try:
        for statements in range(3, 200, 7):
            left[0] = statements
            try:
                apply_import(database, fresh, upload)
                break
            except Killed:
                left[0] = 0
                if everything(database) != before:  # the ratings follow the rest
                    break
    finally:
        event.remove(database.engine, "before_cursor_execute", send)
    assert statements > 30
    assert export(database, fresh) == data
    assert check(database) == []


def test_people_are_known_by_id_then_by_name_then_new(database, club):
    begin(database, club, "Ann", "Ben", "Cat", "Dan")
    other, data = second_club(database), export(database, club)
    ann, ben = begin(database, other, "A NN", "Ｂen", "Fay", "Gus").read().sheet.sitters[:2]
    plan = import_file(database, other, data)
    assert (plan.known, plan.by_name, plan.new) == ([], ["Ann", "Ben"], ["Cat", "Dan"])
    with database.reading() as connection:
        rows = connection.execute(select(players).where(players.c.club == other)).all()
    persons = {row.name: row.person for row in rows if row.person != row.id}
    assert persons == {"Ann": ann.player, "Ben": ben.player}
    assert len(import_file(database, other, data).known) == 4
    assert check(database) == []


def test_a_record_names_people_by_their_names_alone(database, club):
    ann = begin(database, club, "Ann", "Ben", "Cat", "Dan").read().sheet.sitters[0].player
    data = record("ann", "Eve", "Fay", "Gus")
    plan = import_file(database, club, data)
    assert (plan.games, plan.known, plan.new) == ({NEW: 1}, ["Ann"], ["Eve", "Fay", "Gus"])
    seats_of = {seat.person for seat in all_games(database, club)[0].seats}
    assert ann in seats_of
    assert import_file(database, club, data).games == {HERE: 1}
    assert len(ids(database, club)) == 7
    assert check(database) == []


def test_a_forgotten_name_does_not_come_back(database, club):
    table, other = begin(database, club, "Ann", "Ben", "Cat", "Dan"), second_club(database)
    table.deal()
    import_file(database, other, export(database, club))
    anonymise(database, other, table.read().sheet.sitters[0].player)
    assert import_file(database, other, export(database, club)).games == {HERE: 1}
    sitters = [{"id": one.player, "name": one.name} for one in table.read().sheet.sitters]
    again = begin(database, club, players=sitters)
    again.write("correct_start", {"players": [*sitters[1:], sitters[0]]})
    again.deal()
    assert import_file(database, other, export(database, club)).games == {HERE: 1, NEW: 1}
    with database.reading() as connection:
        names = connection.scalars(select(seats.c.name).where(seats.c.club == other))
        assert "Ann" not in set(names)
        contents = connection.scalars(select(entries.c.content).where(entries.c.club == other))
        assert not any("Ann" in content for content in contents)
    assert plan_of(database, other, export(database, club)).games == {HERE: 2}
    assert check(database) == []


def test_texts_of_a_file_are_made_fit_as_typed_ones_are(database, club):
    begin(database, club)
    family = "\N{WOMAN}\u200d\N{WOMAN}\u200d\N{GIRL}"
    odd = {"name": "\u202eevil\u200b", "place": f"{family} \u2066here\u2069"}
    odd["note"] = f"one \u202etwo\n\n\n\n{family}e\u200b\u0301"
    changed = repacked(
        export(database, club),
        nights=lambda raw: [{**raw[0], **odd}],
        club=lambda head: {**head, "name": "\u202eThe \u200bothers"},
    )
    fresh = emptied(database)
    import_file(database, fresh, changed)
    assert clubs.get_club(database, fresh).name == "The others"
    with database.reading() as connection:
        row = connection.execute(select(nights)).one()
    assert (row.name, row.place) == ("evil", f"{family} here")
    assert row.note == f"one two\n\n{family}\xe9"
    data = export(database, fresh)
    fresh = emptied(database)
    import_file(database, fresh, data)
    assert export(database, fresh) == data
