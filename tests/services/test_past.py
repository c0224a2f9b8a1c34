"""Games in lists, and the front page."""

import pytest

from scorer.services.nights.front import leave_open, read_front
from scorer.services.nights.night_list import list_nights, read_night
from scorer.services.people.players import rename_player
from tests.tables import begin


def test_a_line_says_how_it_stands_under_todays_names(database, club):
    table = begin(database, club).play_out(2, 5, 6, 8)
    ann = table.read().sheet.sitters[0].player
    rename_player(database, club, ann, "Anna")
    ((line,),) = (one.games for one in list_nights(database, club)[0])
    assert (line.over, line.deals, line.kind.variant) == (True, 4, "red-nines")
    assert [(one.name, one.total, one.place, one.won) for one in line.seats] == [
        ("Anna", 20, 2, False),
        ("Ben", 24, 3, False),
        ("Cat", 0, 1, True),
        ("Dan", 32, 4, False),
    ]


@pytest.mark.every_database
def test_what_lies_open_is_asked_about_until_it_is_left_for_another_evening(
    database, club, fake_clock
):
    def lying(**later):
        fake_clock.advance(**later)
        front = read_front(database, club)
        return [[line.id for line in lines] for lines in (front.lie_open, front.in_progress)]

    begun, played = begin(database, club), begin(database, club)
    played.deal()
    assert lying(minutes=59) == [[], [played.id, begun.id]]
    assert lying(minutes=2) == [[played.id], [played.id, begun.id]]
    leave_open(database, club)
    assert lying() == [[], [played.id, begun.id]]
    assert lying(weeks=9) == [[], [played.id]]
    played.deal()
    assert lying(days=1) == [[played.id], [played.id]]
    assert lying(days=3) == [[], []]


def test_the_front_page_counts_tonights_wins(database, club, fake_clock):
    first = begin(database, club).play_out(0, 5, 6, 8).read().night
    fake_clock.advance(days=1)
    for out in (0, 3, 3):
        begin(database, club).play_out(out, 5, 6, 8)
    begin(database, club)
    front = read_front(database, club)
    assert front.tonight
    assert [(one.name, one.games) for one in front.tonight.wins] == [("Dan", 2), ("Ann", 1)]
    night = read_night(database, club, front.tonight.id)
    assert [line.over for line in night.games] == [True, True, True, False]
    assert night.wins == front.tonight.wins
    assert [one.id for one in front.nights] == [first]
    fake_clock.advance(hours=7)
    assert read_front(database, club).tonight is None
    assert [one.id for one in read_front(database, club).nights] == [night.id, first]
