"""Which night a game belongs to, and how nights are listed and stand."""

from typing import Any

import pytest

from scorer.services.errors import NotFound, WhichNight
from scorer.services.nights import bin
from scorer.services.nights.night_list import list_nights, nights_near, read_night
from scorer.storage.database import Database
from tests.services.test_paying import people_of, pink
from tests.tables import NAMES, Table, Wall, all_games, begin, new_id

STRANGERS = NAMES[4:8]


def night_of(table: Table) -> str:
    return table.read().night


def test_a_game_of_strangers_asks_which_evening_it_is(
    database: Database, club: str, wall: Wall
) -> None:
    table = begin(database, club)
    game = new_id()
    with pytest.raises(WhichNight) as asked:
        begin(database, club, *STRANGERS, game_id=game, night="ask")
    assert asked.value.nights == {night_of(table): NAMES[:4]}
    assert [line.id for line in all_games(database, club)] == [table.id]
    same = begin(database, club, *STRANGERS, game_id=game, night=night_of(table))
    assert night_of(same) == night_of(table)
    again = begin(database, club, *STRANGERS, game_id=game, night="ask")
    assert again.id == game


def test_a_game_of_strangers_can_be_a_night_of_its_own(database: Database, club: str) -> None:
    table = begin(database, club)
    own = begin(database, club, *STRANGERS, night="new")
    assert night_of(own) != night_of(table)
    assert night_of(begin(database, club, *STRANGERS[:2], "Kim", "Leo", night="ask")) == night_of(
        own
    )
    assert night_of(begin(database, club, "Kim", "Leo", "Ida", "Joe")) == night_of(own)


def test_nobody_is_asked_where_two_played_tonight_or_nothing_is_going_on(
    database: Database, club: str, wall: Wall
) -> None:
    first = begin(database, club, night="ask")
    second = begin(database, club, "Ann", "Ben", *STRANGERS[:2], night="ask")
    assert night_of(first) == night_of(second)
    wall.later(hours=7)
    third = begin(database, club, *STRANGERS, night="ask")
    assert night_of(third) != night_of(first)


def test_one_shared_player_is_asked_about(database: Database, club: str) -> None:
    begin(database, club)
    with pytest.raises(WhichNight):
        begin(database, club, "Ann", *STRANGERS[:3], night="ask")


def test_where_several_nights_match_the_newest_is_it(
    database: Database, club: str, wall: Wall
) -> None:
    begin(database, club, night="new")
    newest = begin(database, club, night="new")
    assert night_of(begin(database, club)) == night_of(newest)


def test_whoever_took_a_seat_plays_tonight(database: Database, club: str) -> None:
    table = begin(database, club)
    for seat, name in enumerate(("Eve", "Fay")):
        told = {"after": None, "seat": seat, "player": {"id": None, "name": name}}
        table.write("take_seat", told)
    assert night_of(begin(database, club, "Eve", "Fay", "Gus", "Hal", night="ask")) == night_of(
        table
    )


def test_a_game_joins_the_night_of_the_game_it_goes_on_from(
    database: Database, club: str, wall: Wall
) -> None:
    table = begin(database, club)
    begin(database, club, night="new")
    goes_on: dict[str, Any] = {"follows": table.id, "night": "ask"}
    assert night_of(begin(database, club, *STRANGERS, **goes_on)) == night_of(table)
    wall.later(hours=7)
    assert night_of(begin(database, club, *STRANGERS, **goes_on)) != night_of(table)


def test_a_night_in_the_bin_is_not_going_on(database: Database, club: str) -> None:
    table = begin(database, club)
    old = night_of(table)
    bin.delete_night(database, club, old, device=None)
    assert night_of(begin(database, club, night="ask")) != old
    for wrong in (old, new_id(), "x", ""):
        with pytest.raises(NotFound):
            begin(database, club, night=wrong)


def test_a_night_has_a_table_for_each_kind_of_game(database: Database, club: str) -> None:
    first = pink(database, club)
    pink(database, club, players=people_of(first))
    table = begin(database, club, players=people_of(first))
    for _ in range(4):
        table.deal(1, 5, 6, 8)
    begin(database, club, players=people_of(first)).deal()
    counters, penalties = read_night(database, club, night_of(first)).standings
    assert (counters.kind.key, counters.games, counters.kind.unit) == ("pink-nines", 2, "counters")
    best = counters.rows[0]
    assert (best.name, best.wins, best.games, best.sum, best.best) == ("Ann", 2, 2, 24, 12)
    assert (penalties.kind.key, penalties.games) == ("red-nines", 1)
    assert [(one.name, one.wins, one.sum, one.best) for one in penalties.rows] == [
        ("Ben", 1, 0, 0),
        ("Ann", 0, 20, 20),
        ("Cat", 0, 24, 24),
        ("Dan", 0, 32, 32),
    ]


def test_nights_are_listed_the_newest_first_page_by_page(
    database: Database, club: str, wall: Wall
) -> None:
    made = []
    for _ in range(7):
        made.append(night_of(begin(database, club, night="new")))
        wall.later(days=1)
    seen: list[list[str]] = []
    before = None
    while True:
        page = list_nights(database, club, before=before, limit=3)
        seen.append([one.id for one in page.nights])
        before = page.more
        if before is None:
            break
    assert seen == [made[:3:-1], made[3:0:-1], made[:1]]


def test_nights_of_one_moment_are_all_listed_once(
    database: Database, club: str, wall: Wall
) -> None:
    at, made = wall.at, set()
    for _ in range(5):
        wall.at = at
        made.add(night_of(begin(database, club, night="new")))
    seen: list[str] = []
    before = None
    while True:
        page = list_nights(database, club, before=before, limit=2)
        seen += [one.id for one in page.nights]
        before = page.more
        if before is None:
            break
    assert (len(seen), set(seen)) == (5, made)


@pytest.mark.every_database
def test_nights_near_are_those_before_and_after(database: Database, club: str, wall: Wall) -> None:
    made = []
    for _ in range(7):
        made.append(night_of(begin(database, club, night="new")))
        wall.later(days=1)
    near = nights_near(database, club, made[3], 2)
    assert [one.id for one in near] == [made[5], made[4], made[2], made[1]]
