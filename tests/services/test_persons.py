"""People who are one person under two names, people who want to be forgotten."""

from collections.abc import Callable
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from sqlalchemy import MetaData, inspect, select, update

from scorer.rules.errors import BadEntry, BadRecord
from scorer.services import games, statistics
from scorer.services.catching_up import catch_up
from scorer.services.errors import Conflict, NotFound
from scorer.services.forgetting import anonymise
from scorer.services.paying import read_paying, record_payment
from scorer.services.people import known_players, rename_player
from scorer.services.persons import merge_people, merges_of, read_person, undo_merge
from scorer.services.uploads import look_again
from scorer.storage.database import Database
from scorer.storage.models import games as games_table
from scorer.storage.models import players, results, uploads
from scorer.storage.recount import check_statistics
from tests.services.bringing import look, second_club
from tests.tables import Statements, Table, Wall, all_games, begin, new_id, people


def ids(database: Database, club: str) -> dict[str, str]:
    """Everybody's player id, by name."""
    with database.reading() as connection:
        wanted = select(players.c.name, players.c.id).where(players.c.club == club)
        return {row.name: row.id for row in connection.execute(wanted)}


def finish(table: Table, *deals: int) -> Table:
    """Play a game to its end; these seats go out."""
    for out in deals or (0, 0, 0, 0):
        table.deal(out)
    return table


def standing(database: Database, club: str) -> Any:
    """Who is whom, and whose results are whose."""
    with database.reading() as connection:
        who = select(players.c.id, players.c.person).where(players.c.club == club)
        whose = select(results.c.game, results.c.seat, results.c.player, results.c.person)
        return sorted(map(tuple, connection.execute(who))), sorted(
            map(tuple, connection.execute(whose.where(results.c.club == club)))
        )


def merged(database: Database, club: str, gone: str, stays: str) -> str:
    who = ids(database, club)
    return merge_people(database, club, who[gone], who[stays], device=None)


def test_the_name_that_stays_is_shown_everywhere(database: Database, club: str) -> None:
    first = finish(begin(database, club))
    second = finish(begin(database, club, "Annie", "Ben", "Cat", "Dan"))
    merged(database, club, "Annie", "Ann")
    assert list(second.read().names.values()) == ["Ann", "Ben", "Cat", "Dan"]
    assert [one.name for one in known_players(database, club)] == ["Ann", "Ben", "Cat", "Dan"]
    lines = all_games(database, club)
    assert [line.seats[0].name for line in lines] == ["Ann", "Ann"]
    assert len({line.seats[0].person for line in lines}) == 1
    night = games.read_night(database, club, second.read().night)
    assert {one.name: one.games for one in night.wins}["Ann"] == len(night.games)
    assert first.read().sheet.sitters[0].name == "Ann"


def test_undoing_a_merge_puts_everything_back(database: Database, club: str) -> None:
    finish(begin(database, club))
    finish(begin(database, club, "Annie", "Ben", "Cat", "Dan"))
    before = standing(database, club)
    deed = merged(database, club, "Annie", "Ann")
    ann = read_person(database, club, ids(database, club)["Annie"])
    assert (ann.name, ann.other_names) == ("Ann", ("Annie",))
    assert [(one.deed, one.name) for one in merges_of(database, club, ann.id)] == [(deed, "Annie")]
    assert standing(database, club) != before
    gone = undo_merge(database, club, deed)
    assert gone == ids(database, club)["Annie"]
    assert standing(database, club) == before
    assert undo_merge(database, club, deed) == gone
    assert merges_of(database, club, ids(database, club)["Ann"]) == ()


def test_merges_are_undone_the_last_one_first(database: Database, club: str) -> None:
    begin(database, club, "Ann", "Ben", "Cat", "Dan")
    begin(database, club, "Annie", "Ben", "Cat", "Dan")
    begin(database, club, "Anna", "Ben", "Cat", "Dan")
    before = standing(database, club)
    first = merged(database, club, "Annie", "Ann")
    between = standing(database, club)
    second = merged(database, club, "Ann", "Anna")
    assert len({person for _, person in standing(database, club)[0]}) == 4
    with pytest.raises(Conflict, match="merged_again"):
        undo_merge(database, club, first)
    undo_merge(database, club, second)
    assert standing(database, club) == between
    undo_merge(database, club, first)
    assert standing(database, club) == before


def test_two_who_sat_in_one_deal_are_two_people(database: Database, club: str) -> None:
    begin(database, club)
    with pytest.raises(Conflict) as refused:
        merged(database, club, "Ann", "Ben")
    assert "sat in the same deal together" in refused.value.message


def test_two_are_two_people_though_one_of_them_left_meanwhile(
    database: Database, club: str
) -> None:
    table = begin(database, club)
    table.deal()
    seat = {"after": table.deals[0], "seat": 0, "player": {"id": None, "name": "Eve"}}
    table.write("take_seat", seat)
    with pytest.raises(Conflict):
        merged(database, club, "Ann", "Ben")


def test_who_takes_over_from_himself_was_one_person_all_the_time(
    database: Database, club: str
) -> None:
    table = begin(database, club)
    table.deal()
    seat = {"after": table.deals[0], "seat": 0, "player": {"id": None, "name": "Annie"}}
    table.write("take_seat", seat)
    table.deal()
    merged(database, club, "Annie", "Ann")
    assert set(table.read().names.values()) == {"Ann", "Ben", "Cat", "Dan"}


def test_nobody_is_merged_with_himself_or_with_a_stranger(database: Database, club: str) -> None:
    begin(database, club)
    with pytest.raises(Conflict, match="same_person_already"):
        merged(database, club, "Ann", "Ann")
    ann = ids(database, club)["Ann"]
    for here, one, other in ((club, ann, new_id()), (new_id(), ann, ann), (club, "x", ann)):
        with pytest.raises(NotFound):
            merge_people(database, here, one, other, device=None)
    with pytest.raises(NotFound):
        undo_merge(database, club, new_id())


def test_who_was_merged_sits_down_as_the_one_who_stays(database: Database, club: str) -> None:
    begin(database, club)
    begin(database, club, "Annie", "Ben", "Cat", "Dan")
    who = ids(database, club)
    merged(database, club, "Annie", "Ann")
    told = [{"id": who["Annie"], "name": "Annie"}, *people("Ben", "Cat", "Dan")]
    said: dict[str, Any] = {"device": None, "game_id": new_id(), "variant": "red-nines"}
    said |= {"players": told, "first_dealer": 0}
    game = games.start_game(database, club, **said)
    assert games.start_game(database, club, **said) == game
    assert games.read_game(database, club, game).sheet.sitters[0].player == who["Ann"]
    with pytest.raises(BadRecord):
        told[1] = {"id": who["Ann"], "name": "Ann"}
        games.start_game(database, club, **{**said, "game_id": new_id(), "players": told})


def test_a_game_begun_by_two_phones_at_once_is_one_game_after_a_merge(
    database: Database, club: str
) -> None:
    begin(database, club)
    old = finish(begin(database, club, "Annie", "Ben", "Cat", "Dan"))
    merged(database, club, "Annie", "Ann")
    first, second = (
        games.same_again(database, club, old.id, device=None, game_id=new_id()) for _ in range(2)
    )
    assert first == second


def test_one_person_cannot_sit_in_two_seats_under_two_names(database: Database, club: str) -> None:
    begin(database, club)
    table = begin(database, club, "Annie", "Ben", "Cat", "Dan")
    who = ids(database, club)
    merged(database, club, "Annie", "Ann")
    with pytest.raises(BadEntry, match="two seats"):
        seat = {"after": None, "seat": 1, "player": {"id": who["Ann"], "name": "Ann"}}
        table.write("take_seat", seat)
    # By name alone somebody else is meant: that Ann sits here already.
    seat = {"after": None, "seat": 1, "player": {"id": None, "name": "Ann"}}
    name = new_id()
    table.write("take_seat", seat, name=name)
    assert table.write("take_seat", seat, name=name).repeated
    assert len({table.read().persons[one.player] for one in table.read().sheet.sitters}) == 4


def test_a_night_is_paid_between_persons(database: Database, club: str) -> None:
    rules = {"variant": "pink-nines", "house_rules": {"ante": 10}}
    for names in (("Ann", "Ben", "Cat"), ("Annie", "Ben", "Cat")):
        table = begin(database, club, *names, **rules)
        for out in (0, 0, 0):
            after = table.deals[-1] if table.deals else None
            table.write("deal", {"after": after, "facts": {"out": out}})
    night = table.read().night
    (unit,) = read_paying(database, club, night).units
    first = unit.plan[0]
    record_payment(
        database,
        club,
        night,
        device=None,
        payment=new_id(),
        unit="counters",
        payer=first.payer,
        payee=first.payee,
        amount=first.amount,
    )
    deed = merged(database, club, "Annie", "Ann")
    who = ids(database, club)
    (unit,) = read_paying(database, club, night).units
    assert unit.balances == {who["Ann"]: 120, who["Ben"]: -60, who["Cat"]: -60}
    paid = sum(one.amount for one in (*unit.earlier, *(one for one in unit.plan if one.paid)))
    assert paid == first.amount
    assert sum(one.amount for one in unit.plan if not one.paid) == 120 - first.amount
    undo_merge(database, club, deed)
    (unit,) = read_paying(database, club, night).units
    assert [one.paid is not None for one in unit.plan].count(True) == 1
    assert unit.earlier == ()


def test_a_rename_is_the_persons_whichever_id_is_told(database: Database, club: str) -> None:
    begin(database, club)
    table = begin(database, club, "Annie", "Ben", "Cat", "Dan")
    who = ids(database, club)
    merged(database, club, "Annie", "Ann")
    rename_player(database, club, who["Annie"], "Anna")
    assert table.read().names[who["Annie"]] == "Anna"


def every_text(database: Database) -> str:
    """All that stands in any column of text, in any table there is."""
    tables, told = MetaData(), []
    with database.reading() as connection:
        tables.reflect(connection)
        for table in tables.sorted_tables:
            told += [str(tuple(row)) for row in connection.execute(select(table))]
        assert len(inspect(connection).get_table_names()) == len(tables.sorted_tables)
    return "\n".join(told)


def test_a_name_that_is_forgotten_stands_nowhere_any_more(
    database: Database, club: str, wall: Wall
) -> None:
    table = begin(database, club, "Xanthippe", "Ben", "Cat", "Dan")
    who = ids(database, club)
    table.deal()
    eve = {"id": None, "name": "Eve"}
    table.write("take_seat", {"after": table.deals[0], "seat": 0, "player": eve})
    xanthippe = {"id": who["Xanthippe"], "name": "Xanthippe"}
    table.write("take_seat", {"after": table.deals[0], "seat": 2, "player": xanthippe})
    told = [{"id": new_id(), "name": "Xanthi"}, *people("Ben", "Cat", "Dan")]
    other = begin(database, club)
    other.write("correct_start", {"players": told})
    before, second = table.read(), other.read()
    merged(database, club, "Xanthi", "Xanthippe")
    assert "Xanthippe" in every_text(database)
    assert anonymise(database, club, who["Xanthippe"]) == "Somebody 1"
    assert anonymise(database, club, who["Xanthippe"]) == "Somebody 1"
    assert "Xanthi" not in every_text(database)
    after = table.read()
    assert (after.sheet.totals, after.version) == (before.sheet.totals, before.version)
    assert after.names[who["Xanthippe"]] == after.sheet.sitters[2].name == "Somebody 1"
    assert other.read().sheet.sitters[0].name == "Somebody 1"
    assert other.read().sheet.totals == second.sheet.totals


def test_a_name_that_is_forgotten_stands_in_no_file_on_its_way_in(
    database: Database, club: str
) -> None:
    begin(database, club, "Xanthippe", "Ben", "Cat", "Dan")
    paper = b"date,game,player,total\n2024-05-03,Pink Nines,Xanthippe,-3\n"
    data = paper + b"2024-05-03,Pink Nines,Ben,3\n"
    _, upload = look(database, club, data)
    _, other = look(database, second_club(database), data)
    anonymise(database, club, ids(database, club)["Xanthippe"])
    with database.reading() as connection:
        assert list(connection.scalars(select(uploads.c.id))) == [other]
    with pytest.raises(NotFound):
        look_again(database, club, upload, by_name=True)


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_a_name_that_is_forgotten_is_not_left_in_the_file_of_the_database(
    database: Database, club: str
) -> None:
    for _ in range(30):
        begin(database, club, "Xanthippe", "Ben", "Cat", "Dan")
    paper = b"date,game,player,total\n2024-05-03,Pink Nines,Xanthippe,-3\n"
    look(database, club, paper + b"2024-05-03,Pink Nines,Ben,3\n")
    file = Path(str(database.url.database))

    def traces() -> int:
        both = (file, file.with_name(f"{file.name}-wal"))
        return sum(one.read_bytes().count(b"Xanthippe") for one in both)

    assert traces() > 60
    anonymise(database, club, ids(database, club)["Xanthippe"])
    assert traces() == 0


def test_who_was_made_anonymous_stays_so(database: Database, club: str) -> None:
    finish(begin(database, club))
    begin(database, club, "Annie", "Ben", "Cat", "Dan")
    who = ids(database, club)
    deed = merged(database, club, "Annie", "Ann")
    anonymise(database, club, who["Annie"])
    for undone in (
        lambda: rename_player(database, club, who["Ann"], "Ann"),
        lambda: undo_merge(database, club, deed),
        lambda: merge_people(database, club, who["Ann"], who["Ben"], device=None),
        lambda: merge_people(database, club, who["Ben"], who["Ann"], device=None),
    ):
        with pytest.raises(Conflict, match="anonymous_stays"):
            undone()
    assert [one.name for one in known_players(database, club)] == ["Ben", "Cat", "Dan"]
    begin(database, club, "Somebody 1", "Eve", "Fay", "Gus")
    assert anonymise(database, club, who["Ben"]) == "Somebody 2"
    with pytest.raises(NotFound):
        anonymise(database, club, new_id())


def test_a_person_is_read_with_as_many_queries_however_often_merged(
    database: Database, club: str
) -> None:
    begin(database, club)
    who = ids(database, club)["Ann"]

    def asked() -> int:
        with Statements(database) as sent:
            read_person(database, club, who)
            merges_of(database, club, who)
        return sent.count

    before = asked()
    for name in ("Annie", "Anna", "Anne"):
        begin(database, club, name, "Ben", "Cat", "Dan")
        merged(database, club, name, "Ann")
    assert asked() == before


def test_people_are_merged_while_others_take_seats(database: Database, club: str) -> None:
    """Neither waits for the other for ever, and every result is the person's in the end."""
    begin(database, club, "Ann", "Ben", "Cat", "Dan")
    table = begin(database, club, "Annie", "Ben", "Cat", "Dan")
    who = ids(database, club)
    faults: list[BaseException] = []

    def trying(deed: Callable[[], object]) -> Callable[[], None]:
        def run() -> None:
            try:
                for _ in range(8):
                    deed()
            except BaseException as fault:
                faults.append(fault)

        return run

    def merge_and_undo() -> None:
        deed = merge_people(database, club, who["Annie"], who["Ann"], device=None)
        undo_merge(database, club, deed)

    def sit_down() -> None:
        seat = {"after": None, "seat": 0, "player": {"id": who["Annie"], "name": "Annie"}}
        table.write("take_seat", seat)

    threads = [Thread(target=trying(deed)) for deed in (merge_and_undo, sit_down)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert faults == []
    with database.reading() as connection:
        wrong = select(results.c.game).join(
            players, (players.c.club == results.c.club) & (players.c.id == results.c.player)
        )
        assert connection.execute(wrong.where(results.c.person != players.c.person)).all() == []


def test_a_deal_that_lies_in_the_bin_was_played_together_all_the_same(
    database: Database, club: str
) -> None:
    table = finish(begin(database, club))
    with database.writing() as connection:
        gone = update(games_table).where(games_table.c.id == table.id)
        connection.execute(gone.values(deleted_at=games_table.c.started_at))
    with pytest.raises(Conflict, match="sat_together"):
        merged(database, club, "Ann", "Ben")


def test_streaks_are_each_persons_own_before_and_after(database: Database, club: str) -> None:
    for name in ("Ann", "Annie", "Annie", "Ann"):
        finish(begin(database, club, name, "Ben", "Cat", "Dan"))
    catch_up(database, club)
    who = ids(database, club)

    def longest(name: str) -> int:
        return statistics.read_person(database, club, who[name]).longest

    assert (longest("Ann"), longest("Annie")) == (2, 2)
    deed = merged(database, club, "Annie", "Ann")
    assert longest("Ann") == 4
    undo_merge(database, club, deed)
    assert (longest("Ann"), longest("Annie")) == (2, 2)
    assert check_statistics(database) == []
