"""What was taken along is brought in again: the same, longer or different, or not at all."""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, select, update

from scorer.services import clock
from scorer.services.club import clubs
from scorer.services.errors import Conflict, NotFound
from scorer.services.exchange import apply, zips
from scorer.services.exchange import preview as preview_module
from scorer.services.exchange.export import export_game, export_night
from scorer.services.exchange.import_file import ImportedGame
from scorer.services.exchange.preview import (
    BEHIND,
    DIFFERENT,
    IN_BIN,
    LONGER,
    NEW,
    SAME,
    preview_again,
)
from scorer.services.games.read import read_book, read_game
from scorer.services.money.ledger import read_ledger
from scorer.services.nights.night_list import read_night
from scorer.services.people.forget import anonymise
from scorer.services.people.players import known_players
from scorer.services.projections import check
from scorer.storage import locks
from scorer.storage.database import Database, open_database
from scorer.storage.migrate import prepare
from scorer.storage.schema import games as game_rows
from scorer.storage.schema import nights, seats
from scorer.storage.unavailable import Unavailable
from tests.played_club import play_club
from tests.services.imports import (
    emptied,
    everything,
    export,
    import_file,
    preview,
    repacked,
    second_club,
)
from tests.tables import Table, Wall, all_games, begin


def test_out_and_in_and_out_again_gives_the_same_bytes(
    database: Database, club: str, wall: Wall
) -> None:
    played = play_club(database, club, wall)
    sheets = [table.read().sheet for table in played]
    books = [[one.device_name for one in read_book(database, club, t.id)] for t in played]
    data = export(database, club)
    fresh = emptied(database)
    plan = import_file(database, fresh, data)
    assert plan.games == {NEW: 5}
    assert (plan.nights, plan.payments, plan.known, plan.by_name) == (2, 1, [], [])
    assert export(database, fresh) == data
    assert check(database) == []
    for table, sheet, names in zip(played, sheets, books, strict=True):
        assert read_game(database, fresh, table.id).sheet == sheet
        book = read_book(database, fresh, table.id)
        assert [one.device_name for one in book] == names
    assert clubs.get_club(database, fresh).currency == "EUR"


@pytest.mark.every_database
def test_a_club_moves_to_another_database_and_back(
    database: Database, club: str, wall: Wall, tmp_path: Path
) -> None:
    play_club(database, club, wall)
    data = export(database, club)
    other = open_database(f"sqlite:///{tmp_path / 'other.sqlite'}")
    prepare(other)
    there = clubs.first_club(other)
    import_file(other, there, data)
    assert export(other, there) == data
    back = emptied(database)
    import_file(database, back, export(other, there))
    assert export(database, back) == data
    other.close()


def test_the_same_ids_can_be_in_two_clubs_of_one_server(
    database: Database, club: str, wall: Wall
) -> None:
    play_club(database, club, wall)
    data, other = export(database, club), second_club(database)
    import_file(database, other, data)
    assert export(database, other) == data
    assert export(database, club) == data
    assert check(database) == []


def test_bringing_in_the_same_twice_changes_nothing(
    database: Database, club: str, wall: Wall
) -> None:
    play_club(database, club, wall)
    data, before = export(database, club), everything(database)
    plan = import_file(database, club, data)
    assert plan.games == {SAME: 5}
    assert not plan.changes
    assert everything(database) == before


def test_looking_writes_nothing(database: Database, club: str, wall: Wall) -> None:
    play_club(database, club, wall)
    data, other = export(database, club), second_club(database)
    before = everything(database)
    plan, _ = preview(database, other, data)
    assert plan.games == {NEW: 5}
    assert plan.changes
    assert everything(database) == before


def test_a_night_taken_along_comes_in_as_that_night(
    database: Database, club: str, wall: Wall
) -> None:
    played = play_club(database, club, wall)
    night = played[0].read().night
    data, other = export_night(database, club, night).whole(), second_club(database)
    assert import_file(database, other, data).games == {NEW: 2}
    read = read_night(database, other, night)
    assert (read.place, len(read.games)) == ("Brno", 2)
    # Payments belong to no night.
    there, here = (read_ledger(database, one) for one in (other, club))
    assert len(here.payments) == 1
    assert there.payments == []
    assert export_night(database, other, night).whole() == data


def test_a_longer_book_is_continued_and_a_shorter_one_left(
    database: Database, club: str, wall: Wall
) -> None:
    table, other = begin(database, club), second_club(database)
    table.deal()
    early = export(database, club)
    import_file(database, other, early)
    for _ in range(2):
        table.deal()
    table.undo()
    table.deal()
    table.deal()
    late = export(database, club)
    plan = import_file(database, other, late)
    assert plan.games == {LONGER: 1}
    assert read_game(database, other, table.id).sheet == table.read().sheet
    assert export(database, other) == late
    assert check(database) == []
    before = everything(database)
    plan = import_file(database, other, early)
    assert plan.games == {BEHIND: 1}
    assert not plan.changes
    assert everything(database) == before


def test_a_book_that_says_something_else_is_told_and_left(
    database: Database, club: str, wall: Wall
) -> None:
    table, fine, other = begin(database, club), begin(database, club), second_club(database)
    table.deal()
    import_file(database, other, export(database, club))
    there = Table(database, other, table.id, seen=1, deals=list(table.deals))
    there.deal(1, 1 + 7, 8, 9)
    table.deal(2, 20, 21, 22)
    fine.deal()
    plan = import_file(database, other, export(database, club))
    assert plan.games == {DIFFERENT: 1, LONGER: 1}
    assert [one.id for one in plan.different] == [table.id]
    assert there.read().sheet.totals != table.read().sheet.totals
    assert read_game(database, other, fine.id).sheet == fine.read().sheet
    assert check(database) == []


def test_a_game_that_began_otherwise_is_different(database: Database, club: str) -> None:
    begin(database, club)
    other, data = second_club(database), export(database, club)
    import_file(database, other, data)
    changed = repacked(data, records=lambda told: {**told, "first_dealer": 2})
    assert preview(database, other, changed)[0].games == {DIFFERENT: 1}


def test_what_is_here_in_the_bin_stays_there(database: Database, club: str, wall: Wall) -> None:
    played = play_club(database, club, wall)
    data = export(database, club)
    with database.writing() as connection:
        gone = {"deleted_at": clock.now()}
        connection.execute(update(game_rows).where(game_rows.c.id == played[0].id).values(**gone))
        night = played[2].read().night
        connection.execute(update(nights).where(nights.c.id == night).values(**gone))
    before = everything(database)
    plan = import_file(database, club, data)
    assert plan.games == {IN_BIN: 4, SAME: 1}
    assert everything(database) == before


def test_what_changed_between_looking_and_doing_is_noticed(database: Database, club: str) -> None:
    table, other = begin(database, club), second_club(database)
    data = export(database, club)
    plan, upload = preview(database, other, data)
    import_file(database, other, data)
    before = everything(database)
    with pytest.raises(Conflict):
        apply.apply_import(database, other, upload, by_name=True, mark=plan.mark)
    assert everything(database) == before
    again = preview_again(database, other, upload, by_name=True)
    assert again.games == {SAME: 1}
    assert table.id


def test_a_file_is_kept_for_an_hour_and_for_its_club_alone(
    database: Database, club: str, wall: Wall
) -> None:
    begin(database, club)
    other, data = second_club(database), export(database, club)
    plan, upload = preview(database, other, data)
    with pytest.raises(NotFound):
        apply.apply_import(database, club, upload, by_name=True, mark=plan.mark)
    wall.later(hours=2)
    preview(database, other, data)
    with pytest.raises(NotFound):
        preview_again(database, other, upload, by_name=True)


def test_a_single_record_makes_a_night_of_its_own(database: Database, club: str) -> None:
    table, other = begin(database, club), second_club(database)
    table.deal()
    data = export_game(database, club, table.id)
    plan = import_file(database, other, data)
    assert (plan.games, plan.nights) == ({NEW: 1}, 1)
    assert read_game(database, other, table.id).sheet == table.read().sheet
    assert export_game(database, other, table.id) == data


def test_a_record_without_a_book_can_be_corrected_once_it_is_here(
    database: Database, club: str
) -> None:
    deal = {"out": 0, "hands": [[], ["K"], ["A"], {"points": 25, "red_nines": 0}]}
    record = {
        "format": "scorer-game/1",
        "variant": "red-nines",
        "players": ["Ann", "Ben", "Cat", "Dan"],
        "order": [0, 2, 1, 3],
        "deals": [deal, {**deal, "dealer": 3}],
        "seats_taken": [{"before_deal": 2, "seat": 1, "player": "Eve"}],
        "ended": {"why": "bedtime"},
    }
    data = json.dumps(record).encode()
    import_file(database, club, data)
    game = all_games(database, club)[0]
    read = read_game(database, club, game.id)
    assert read.sheet.start.order == (0, 2, 1, 3)
    assert [deal.table.dealer for deal in read.sheet.deals] == [0, 3]
    assert [one.name for one in read.sheet.sitters] == ["Ann", "Eve", "Cat", "Dan"]
    table = Table(database, club, game.id, seen=read.version)
    table.undo()
    table.write("correct_deal", {"deal": read.sheet.deals[0].id, "facts": {**deal, "out": 0}})
    assert not table.read().sheet.over
    assert preview(database, club, data)[0].games == {BEHIND: 1}
    assert check(database) == []


@pytest.mark.every_database
def test_nobody_waits_while_the_games_of_a_file_are_read_and_judged(
    database: Database, club: str, wall: Wall, monkeypatch: pytest.MonkeyPatch
) -> None:
    play_club(database, club, wall)
    data, other = export(database, club), second_club(database)
    plan, upload = preview(database, other, data)
    judging, writing, open_now = zips.parse_game, Database.writing, [0]
    judged: list[bool] = []

    @contextmanager
    def watched(self: Database, **more: Any) -> Iterator[Connection]:
        with writing(self, **more) as connection:
            open_now[0] += 1
            try:
                yield connection
            finally:
                open_now[0] -= 1

    def noted(*what: Any, **more: Any) -> ImportedGame:
        judged.append(open_now[0] == 0)
        return judging(*what, **more)

    monkeypatch.setattr(Database, "writing", watched)
    monkeypatch.setattr(zips, "parse_game", noted)
    apply.apply_import(database, other, upload, by_name=True, mark=plan.mark)
    assert judged == [True] * 5
    assert export(database, other) == data


@pytest.mark.every_database
@pytest.mark.parametrize("when", ["compare", "append_entries"])
def test_a_deal_scored_while_the_rest_of_a_book_comes_in_is_not_lost(
    database: Database, club: str, monkeypatch: pytest.MonkeyPatch, when: str
) -> None:
    """The game is free while it is compared, and locked once the rest is written."""
    table, other = begin(database, club), second_club(database)
    import_file(database, other, export(database, club))
    table.deal()
    there = Table(database, other, table.id)
    answers: list[str] = []

    def score() -> None:
        try:
            there.deal(1, 7, 8, 9)
            answers.append("saved")
        except Conflict as fault:
            answers.append(fault.code)

    phone = threading.Thread(target=score)
    module = preview_module if when == "compare" else apply
    interrupted = getattr(module, when)

    def interrupting(*words: Any) -> Any:
        if not phone.ident:
            phone.start()
            phone.join(
                0.3 if when == "append_entries" else None
            )  # it waits, or it would have written
        return interrupted(*words)

    plan, upload = preview(database, other, export(database, club))
    monkeypatch.setattr(module, when, interrupting)
    if when == "compare":
        with pytest.raises(Conflict):
            apply.apply_import(database, other, upload, by_name=True, mark=plan.mark)
        assert (answers, there.read().sheet.totals) == (["saved"], (7, 0, 8, 9))
    else:
        apply.apply_import(database, other, upload, by_name=True, mark=plan.mark)
        phone.join()
        assert answers == ["saved"]
        (deal,) = there.read().sheet.deals
        assert replace(deal, rivals=()) == table.read().sheet.deals[0]
        assert [rival.scores for rival in deal.rivals] == [(7, 0, 8, 9)]
    assert check(database) == []


@pytest.mark.every_database
def test_an_import_that_was_stopped_half_way_goes_on_where_it_was(
    database: Database, club: str, wall: Wall, monkeypatch: pytest.MonkeyPatch
) -> None:
    play_club(database, club, wall)
    data = export(database, club)
    fresh = emptied(database)
    monkeypatch.setattr(locks, "PIECE", 2)
    plan, upload = preview(database, fresh, data)
    writing, calls = Database.writing, [0]

    @contextmanager
    def stopped(self: Database, **more: Any) -> Iterator[Connection]:
        calls[0] += 1
        if calls[0] == 4:  # old uploads, people, a piece of games, and no more
            raise Unavailable("disk_full")
        with writing(self, **more) as connection:
            yield connection

    with monkeypatch.context() as patch:
        patch.setattr(Database, "writing", stopped)
        with pytest.raises(Unavailable):
            apply.apply_import(database, fresh, upload, by_name=True, mark=plan.mark)
    assert check(database) == []
    assert len(all_games(database, fresh)) == 2
    with pytest.raises(Conflict):  # what it promised then is not what is left
        apply.apply_import(database, fresh, upload, by_name=True, mark=plan.mark)
    again = preview_again(database, fresh, upload, by_name=True)
    assert (again.games, again.payments) == ({SAME: 2, NEW: 3}, 1)
    apply.apply_import(database, fresh, upload, by_name=True, mark=again.mark)
    assert export(database, fresh) == data
    assert check(database) == []


@pytest.mark.parametrize("by_name", [False, True])
def test_people_without_ids_are_not_doubled_by_an_import_that_was_stopped(
    database: Database, club: str, monkeypatch: pytest.MonkeyPatch, by_name: bool
) -> None:
    deal = {"out": 0, "hands": [[], ["K"], ["A"], {"points": 25, "red_nines": 0}]}
    record = {
        "format": "scorer-game/1",
        "variant": "red-nines",
        "players": ["Ann", "Ben", "Cat", "Dan"],
        "deals": [deal],
    }
    data = json.dumps(record).encode()
    plan, upload = preview(database, club, data, by_name=by_name)

    def stop(*words: Any) -> None:
        raise Unavailable("disk_full")

    with monkeypatch.context() as patch:
        patch.setattr(apply, "insert_game_rows", stop)
        with pytest.raises(Unavailable):
            apply.apply_import(database, club, upload, by_name=by_name, mark=plan.mark)
    plan = preview_again(database, club, upload, by_name=by_name)
    assert (plan.known, plan.new) == (["Ann", "Ben", "Cat", "Dan"], [])
    apply.apply_import(database, club, upload, by_name=by_name, mark=plan.mark)
    assert [player.name for player in known_players(database, club)] == ["Ann", "Ben", "Cat", "Dan"]


@pytest.mark.every_database
def test_a_name_that_is_forgotten_while_games_come_in_does_not_come_back(
    database: Database, club: str, wall: Wall, monkeypatch: pytest.MonkeyPatch
) -> None:
    play_club(database, club, wall)
    data = export(database, club)
    fresh = emptied(database)
    monkeypatch.setattr(locks, "PIECE", 2)
    plan, upload = preview(database, fresh, data)
    add_games = apply._add_games

    def and_forget(connection: Connection, comparison: Any, piece: Any) -> None:
        add_games(connection, comparison, piece)
        forgotten.append(piece)

    forgotten: list[Any] = []
    writing = Database.writing

    @contextmanager
    def forgetting(self: Database, **more: Any) -> Iterator[Connection]:
        with writing(self, **more) as connection:
            yield connection
        if len(forgotten) == 1:
            forgotten.append("Ann")
            ann = next(one.id for one in known_players(database, fresh) if one.name == "Ann")
            anonymise(database, fresh, ann)

    with monkeypatch.context() as patch:
        patch.setattr(apply, "_add_games", and_forget)
        patch.setattr(Database, "writing", forgetting)
        with pytest.raises(Conflict):
            apply.apply_import(database, fresh, upload, by_name=True, mark=plan.mark)
    assert len(all_games(database, fresh)) == 2
    sat = select(seats.c.name).where(seats.c.club == fresh)
    with database.reading() as connection:
        assert "Ann" not in set(connection.scalars(sat))
    assert check(database) == []
