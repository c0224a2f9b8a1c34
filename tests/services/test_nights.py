"""Which night a game belongs to, and how nights are listed and stand."""

import pytest

from scorer.services.club import clubs
from scorer.services.errors import NotFound
from scorer.services.games.find_night import find_going_on, night_goes_on
from scorer.services.nights import bin
from scorer.services.nights.night_list import list_nights, nights_near, read_night
from tests.services.test_ledger import people_of, pink
from tests.tables import NAMES, begin, new_id

STRANGERS = NAMES[4:8]


def pages(database, club, limit, **search):
    """The ids of the nights of a list, page by page."""
    nights, more = list_nights(database, club, limit=limit, **search)
    yield [night.id for night in nights]
    while more is not None:
        nights, more = list_nights(database, club, before=more, limit=limit, **search)
        yield [night.id for night in nights]


def test_a_game_of_strangers_joins_the_night_that_is_going_on(database, club, fake_clock):
    first, game = begin(database, club), begin(database, club, *STRANGERS)
    assert game.night == first.night
    other = begin(database, club, variant="pink-nines", night="new")
    kinds, nights = ("red-nines", "pink-nines"), (None, first.night)
    found = [find_going_on(database, club, kind, night) for kind in kinds for night in nights]
    assert found == [None, game.id, other.id, None]
    assert night_goes_on(database, club, first.night)
    fake_clock.advance(hours=7)
    assert not night_goes_on(database, club, first.night)
    assert begin(database, club, *STRANGERS).night != first.night


def test_a_game_belongs_where_most_of_its_people_play(database, club):
    four = begin(database, club)
    two = begin(database, club, "Kim", "Leo", *NAMES[:2], night="new")
    assert two.night != four.night
    assert begin(database, club, *NAMES[1:4], "Zoe").night == four.night
    assert begin(database, club, "Kim", "Leo", *NAMES[:2]).night == two.night
    # Whoever took a seat plays tonight.
    for seat, name in enumerate(("Eve", "Fay")):
        two.take_seat(seat, name)
    assert begin(database, club, "Eve", "Fay", "Gus", "Hal").night == two.night
    # Where several nights match it is the newest.
    newest = begin(database, club, night="new")
    assert begin(database, club).night == newest.night


def test_a_game_joins_the_night_of_the_game_it_goes_on_from(database, club, fake_clock):
    table = begin(database, club)
    begin(database, club, night="new")
    goes_on = {"follows": table.id}
    assert begin(database, club, *STRANGERS, **goes_on).night == table.night
    fake_clock.advance(hours=7)
    assert begin(database, club, *STRANGERS, **goes_on).night != table.night


def test_a_night_in_the_bin_is_not_going_on(database, club):
    table = begin(database, club)
    old = table.night
    bin.delete(database, club, "night", old, device=None)
    for options in ({}, {"follows": table.id}):
        assert begin(database, club, **options).night != old
    for wrong in (old, new_id(), "x", ""):
        with pytest.raises(NotFound):
            begin(database, club, night=wrong)


def test_a_night_has_a_table_for_each_kind_of_game(database, club):
    first = pink(database, club)
    pink(database, club, players=people_of(first))
    table = begin(database, club, players=people_of(first))
    table.play_out(1, 5, 6, 8)
    begin(database, club, players=people_of(first)).deal()
    counters, penalties = read_night(database, club, first.night).standings
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


def test_nights_are_listed_the_newest_first_page_by_page(database, club, fake_clock):
    made = []
    for _ in range(7):
        made.append(begin(database, club, night="new").night)
        fake_clock.advance(days=1)
    assert [*pages(database, club, 3)] == [made[:3:-1], made[3:0:-1], made[:1]]


def test_nights_of_one_moment_are_all_listed_once(database, club, fake_clock):
    at, made = fake_clock.at, set()
    for _ in range(5):
        fake_clock.at = at
        made.add(begin(database, club, night="new").night)
    seen = [night for page in pages(database, club, 2) for night in page]
    assert (len(seen), set(seen)) == (5, made)


@pytest.mark.every_database
def test_nights_near_are_those_before_and_after(database, club, fake_clock):
    made = []
    for _ in range(7):
        made.append(begin(database, club, night="new").night)
        fake_clock.advance(days=1)
    near = nights_near(database, club, made[3], 2)
    assert [one.id for one in near] == [made[5], made[4], made[2], made[1]]


def test_a_new_clock_moves_no_night_that_is_kept(database, club, fake_clock):
    clubs.set_time_zone(database, club, "UTC")
    before = begin(database, club)
    clubs.set_time_zone(database, club, "Asia/Tokyo")
    after = begin(database, club, night="new")
    assert f"{before.read().day} {after.read().day}" == "2025-05-03 2025-05-04"
