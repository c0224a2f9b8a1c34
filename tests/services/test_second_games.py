"""A paper book brought in again, longer or otherwise: the same games, others, or second ones."""

import random
import uuid
from datetime import date

import pytest
from sqlalchemy import select, update

from scorer.services import clock
from scorer.services.club import clubs
from scorer.services.errors import Conflict
from scorer.services.exchange import apply
from scorer.services.exchange.export import export_club
from scorer.services.exchange.preview import BEHIND, DIFFERENT, IN_BIN, NEW, SAME
from scorer.services.people.forget import anonymise
from scorer.services.people.players import rename_player
from scorer.services.projections import check
from scorer.storage.database import Database
from scorer.storage.schema import games as game_rows
from scorer.storage.schema import players
from tests.services.imports import everything, import_file, preview, second_club
from tests.tables import all_games, begin

FIRST = """2024-05-03,Red Nines,Ann,40
2024-05-03,Red Nines,Ben,12
2024-05-03,Red Nines,Cat,71
2024-05-03,Red Nines,Dan,9
"""
SECOND = FIRST.replace("40", "4").replace("71", "17")
OTHERS = FIRST.replace("Ann", "Eve").replace("Ben", "Fay")


def who(database: Database, club: str, name: str) -> str:
    with database.reading() as connection:
        mine = select(players.c.id).where(players.c.club == club, players.c.name == name)
        return str(connection.scalar(mine))


def totals(database: Database, club: str) -> list[list[int]]:
    return sorted(sorted(seat.total for seat in one.seats) for one in all_games(database, club))


def test_the_order_of_rows_says_nothing(database: Database, club: str) -> None:
    import_file(database, club, FIRST.encode())
    before = everything(database)
    lines = FIRST.splitlines()
    random.Random(7).shuffle(lines)
    assert import_file(database, club, "\n".join(lines).encode()).games == {SAME: 1}
    assert everything(database) == before


@pytest.mark.every_database
def test_another_game_of_that_evening_comes_in(database: Database, club: str) -> None:
    import_file(database, club, FIRST.encode())
    assert import_file(database, club, OTHERS.encode()).games == {NEW: 1}
    assert import_file(database, club, f"{OTHERS}\n{FIRST}".encode()).games == {SAME: 2}
    # With the first one beside it, the next one of the same people is no correction of it.
    assert import_file(database, club, (SECOND + FIRST).encode()).games == {SAME: 1, NEW: 1}
    assert import_file(database, club, f"{FIRST}{SECOND}\n{OTHERS}".encode()).games == {SAME: 3}
    assert len({line.night for line in all_games(database, club)}) == 1
    assert check(database) == []


def test_two_equal_games_stay_two(database: Database, club: str) -> None:
    assert import_file(database, club, (FIRST + "\n" + FIRST).encode()).games == {NEW: 2}
    assert import_file(database, club, (FIRST + "\n" + FIRST).encode()).games == {SAME: 2}
    assert import_file(database, club, FIRST.encode()).games == {SAME: 1}
    assert import_file(database, club, "\n".join([FIRST] * 3).encode()).games == {SAME: 2, NEW: 1}


@pytest.mark.parametrize("by_name", [True, False])
def test_other_totals_of_the_same_people_are_asked_about(
    database: Database, club: str, by_name: bool
) -> None:
    import_file(database, club, FIRST.encode())
    night = all_games(database, club)[0].night
    plan, upload = preview(database, club, SECOND.encode(), by_name=by_name)
    assert plan.games == {DIFFERENT: 1}
    assert [one.id for one in plan.second] == [all_games(database, club)[0].id]
    assert (plan.different, plan.new, plan.changes) == ([], [], False)
    before = everything(database)
    said = {"by_name": by_name, "mark": plan.mark}
    with pytest.raises(Conflict):
        apply.apply_import(database, club, upload, **said)  # type: ignore[arg-type]
    assert everything(database) == before
    done = apply.apply_import(database, club, upload, too=True, **said)  # type: ignore[arg-type]
    assert (done.games, done.new) == ({NEW: 1}, [])
    assert totals(database, club) == [[4, 9, 12, 17], [9, 12, 40, 71]]
    assert {one.night for one in all_games(database, club)} == {night}
    assert {seat.person for one in all_games(database, club) for seat in one.seats} == {
        who(database, club, name) for name in ("Ann", "Ben", "Cat", "Dan")
    }
    assert preview(database, club, SECOND.encode())[0].games == {SAME: 1}
    assert check(database) == []


def test_a_game_played_here_is_known_in_the_paper_book(database: Database, club: str) -> None:
    table = begin(database, club)
    table.deal(0, 5, 6, 7)
    table.write("end", {"why": "late", "leftover": None})
    line = all_games(database, club)[0]
    day = line.started_at.date().isoformat()
    told = "".join(f"{day},Red Nines,{seat.name},{seat.total}\n" for seat in line.seats)
    assert preview(database, club, told.encode())[0].games == {BEHIND: 1}


@pytest.mark.parametrize("played", [True, False])
def test_of_the_game_beside_it_is_said_whether_its_hour_is_known(
    database: Database, club: str, played: bool
) -> None:
    day = "2024-05-03"
    if played:
        table = begin(database, club, "Ann", "Ben", "Cat", "Dan")
        table.deal(0, 5, 6, 7)
        table.write("end", {"why": "late", "leftover": None})
        day = all_games(database, club)[0].started_at.date().isoformat()
    else:
        import_file(database, club, FIRST.encode())
    told = SECOND.replace("2024-05-03", day)
    (beside,) = preview(database, club, told.encode())[0].second
    assert beside.only_totals is not played


@pytest.mark.parametrize("zone", ["Pacific/Auckland", "Pacific/Honolulu"])
def test_the_game_beside_it_is_told_by_the_day_of_its_night_whatever_the_clock(
    database: Database, club: str, zone: str
) -> None:
    import_file(database, club, FIRST.encode())
    clubs.set_time_zone(database, club, zone)
    (beside,) = preview(database, club, SECOND.encode())[0].second
    assert beside.day == date(2024, 5, 3)


def test_those_found_by_name_have_last_played_the_game_that_came_in(
    database: Database, club: str
) -> None:
    import_file(database, club, FIRST.encode())
    import_file(database, club, OTHERS.replace("05-03", "05-04").encode())
    with database.reading() as connection:
        rows = connection.execute(select(players).where(players.c.club == club)).all()
    last = {row.name: row.last_played_at for row in rows if row.person == row.id}
    first, second = sorted(one.started_at for one in all_games(database, club))
    assert {name: at == second for name, at in last.items()} == {
        **dict.fromkeys(("Ann", "Ben"), False),
        **dict.fromkeys(("Cat", "Dan", "Eve", "Fay"), True),
    }
    assert {last["Ann"], last["Ben"]} == {first}


def test_a_game_in_the_bin_stays_there(database: Database, club: str) -> None:
    import_file(database, club, FIRST.encode())
    with database.writing() as connection:
        connection.execute(update(game_rows).values(deleted_at=clock.now()))
    assert import_file(database, club, FIRST.encode()).games == {IN_BIN: 1}
    assert preview(database, club, SECOND.encode())[0].games == {NEW: 1}


@pytest.mark.every_database
def test_whoever_is_called_otherwise_today_is_known_in_the_same_file(
    database: Database, club: str
) -> None:
    import_file(database, club, FIRST.encode())
    ann = who(database, club, "Ann")
    rename_player(database, club, ann, "Anna")
    for told in (FIRST, FIRST.replace("Ann", "Anna")):
        plan = import_file(database, club, told.encode())
        assert (plan.games, plan.new, len(plan.known)) == ({SAME: 1}, [], 4)
    plan = import_file(database, club, (FIRST + SECOND).encode(), by_name=False)
    assert (plan.games, plan.new) == ({SAME: 1, NEW: 1}, [])
    assert {one.person for line in all_games(database, club) for one in line.seats} >= {ann}
    assert len(everything(database)["players"]) == 4


def test_whoever_was_forgotten_gets_no_further_games(database: Database, club: str) -> None:
    import_file(database, club, FIRST.encode())
    ann = who(database, club, "Ann")
    anonymise(database, club, ann)
    before = everything(database)
    plan = import_file(database, club, FIRST.encode())
    assert (plan.games, plan.new) == ({SAME: 1}, [])
    assert everything(database) == before
    plan = import_file(database, club, (FIRST + SECOND).encode())
    assert (plan.games, plan.new) == ({SAME: 1, NEW: 1}, ["Ann"])
    played = [one for line in all_games(database, club) for one in line.seats if one.person == ann]
    assert len(played) == 1
    assert import_file(database, club, (FIRST + SECOND).encode()).games == {SAME: 2}


def test_no_id_follows_from_a_name(database: Database, club: str) -> None:
    import_file(database, club, FIRST.encode())
    other = second_club(database)
    import_file(database, other, FIRST.encode())
    record = b'{"format":"scorer-game/1","variant":"pink-nines","totals":[17,23],'
    record += b'"players":["Ann","Ben"]}'
    import_file(database, second_club(database), record)
    import_file(database, third := second_club(database), record.replace(b"Ann", b"Eve"))
    ids = [row[1] for row in everything(database)["players"]]
    assert len(set(ids)) == len(ids) == 12
    assert all(uuid.UUID(one).version == 4 for one in ids)
    # Games may follow from what was played, but not from who played it.
    names = [line.id for one in (club, other) for line in all_games(database, one)]
    assert len(set(names)) == 1
    import_file(database, fourth := second_club(database), FIRST.replace("Ann", "Zoe").encode())
    assert all_games(database, fourth)[0].id == names[0]
    assert import_file(database, third, record.replace(b"Ann", b"Eve")).games == {SAME: 1}


def test_what_came_out_of_a_paper_book_travels_on(database: Database, club: str) -> None:
    import_file(database, club, (FIRST + SECOND).encode())
    data, other = export_club(database, club).whole(), second_club(database)
    assert import_file(database, other, data).games == {NEW: 2}
    assert export_club(database, other).whole() == data
    assert import_file(database, other, (SECOND + FIRST).encode()).games == {SAME: 2}
