"""Pages of games that their tables have named, and of feats that no game had until now."""

from scorer.rules.kinds import Kind, parse_kind
from scorer.services.statistics.club import ENOUGH_GAMES
from scorer.web.names import titles_of
from tests.services.test_kinds import HEARTS, WHIST, play


def test_titles_that_are_the_same_say_how_each_is_won():
    lowest = Kind("points/penalties/hearts", "points", "penalties", "Hearts")
    highest = Kind("points/points/hearts", "points", "points", "HEARTS")
    red = parse_kind("red-nines")
    assert titles_of((lowest, highest, red, red)) == {
        lowest.key: "Hearts (lowest wins)",
        highest.key: "HEARTS (highest wins)",
        "red-nines": "Red Nines",
    }


def test_a_night_and_the_records_name_each_kind(watcher, database, club):
    table = play(database, club, HEARTS, [5, 6, 7, 8], [0, 0, 0, 0])
    play(database, club, {**HEARTS, "wins": "highest"}, [5, 6, 7, 8], [0, 0, 0, 0])
    play(database, club, WHIST, [10, 8], [5, 6])
    play(database, club, HEARTS, [5, 6, 7, 8], [0, 0, 0, 0])
    play(database, club, WHIST, [10, 8], [5, 6])
    assert "Hearts (lowest wins): 2 games" in watcher.read(f"/nights/{table.night}")
    assert "Hearts (highest wins): " not in watcher.page.text
    assert "Whist: 2 games" in watcher.page.text
    assert "Closest finish: Ann won by 1 point · Hearts" in watcher.page.text
    assert watcher.page.text.count("Closest finish") == 1
    for _ in range(ENOUGH_GAMES):
        play(database, club, WHIST, [10, 8], [5, 0])
    assert "Closest finish: Ann and Cat won by 1 point" in watcher.read("/players/")
    assert "Does leading help?" not in watcher.page.text
    assert "Ann and Cat" not in watcher.read("/nights/")
    assert "Whist" in watcher.page.text
