"""The players: who is best, records, everybody, and what can be said of a person."""

import re

from scorer.rules.kinds import Kind, parse_kind
from scorer.services.statistics.club import ENOUGH_GAMES
from scorer.web.names import titles_of
from tests.services.finished_games import finish
from tests.services.test_kinds import GOLF, WHIST, play
from tests.tables import begin


def ratings(phone):
    """What the page of the players says of the ratings."""
    return re.split(" Trophy of the year | Records ", phone.page.text.split(" Ratings ")[1])[0]


def test_who_is_best_is_told_as_chances_that_sum_to_a_hundred(phone, database, club):
    assert "Nobody has played yet." in phone.read("/players/")
    finish(database, club, games=4)
    assert "Ratings start when" in phone.read("/players/")
    finish(database, club)
    phone.get("/")  # behind whose answer the games are rated
    text = phone.read("/players/")
    assert "Each player’s chance of winning if these four played Red Nines." in text
    assert "All with five finished games in the last year, and how many they" in text
    assert "The line in the middle is an even chance, 25 %." in text
    # The sign never begins a line.
    assert " %" not in phone.page.html
    text = ratings(phone)
    # To the right of the even chance, and to the left.
    bars = re.findall(r'<rect x="(-?\d+)" width="(\d+)" height="8"/>', phone.page.html)
    assert bars[0][0] == "0" and bars[-1] == ("-" + bars[-1][1], bars[-1][1])
    percents = [int(percent) for percent in re.findall(r"(\d+) % 5 ", text)]
    assert len(percents) == 4
    assert percents == sorted(percents, reverse=True)
    assert abs(sum(percents) - 100) <= 2
    assert text.index("Ann") < text.index("Ben")
    assert "Fewer than 25 games are mostly luck." in text
    assert "Ann 5 5 100 % " in phone.page.text
    assert "Ben 5 0 0 % " in phone.page.text


def test_records_say_who_what_and_when_and_lead_to_the_game(phone, database, club):
    (table,) = finish(database, club)
    assert "Worst hand" not in phone.read("/players/"), "the best of one game is no record"
    finish(database, club, games=ENOUGH_GAMES)
    assert "Worst hand: Dan, 32 points (cards not noted)" in phone.read("/players/")
    assert "Closest finish: Ann won by 28 points" in phone.page.text
    assert "so far Ann 6 of 6 games" in phone.page.text
    outside, folded = phone.page.text.split(" Records ")[1].split(" More of Red Nines ")
    assert outside.startswith("Red Nines Worst hand: Dan")
    assert "Closest finish" in folded
    assert f"/games/{table.id}" in phone.page.links
    # Of several games the night says which; they are all of one kind.
    night = phone.read(f"/nights/{table.night}")
    assert "Worst hand: Dan, 32 points (cards not noted) · Game 1" in night


def test_a_shared_win_is_never_told_as_a_win(phone, database, club):
    table = begin(database, club)
    for out, points in ((0, (50, 60, 70)), (0, (50, 12, 12)), (1, (50, 80, 80)), (1, (50, 80, 80))):
        table.deal(out, *points)
    assert "Worst hand: Cat and Dan, 80 points" in phone.read(f"/nights/{table.night}")
    assert "not noted" not in phone.page.text
    finish(database, club, games=ENOUGH_GAMES)
    for path in (f"/nights/{table.night}", "/players/"):
        assert "Closest finish: Ann and Ben shared the win" in phone.read(path)
        assert "Best comeback: Ben shared the win from 100 points behind" in phone.page.text


def test_titles_that_are_the_same_say_how_each_is_won():
    lowest = Kind("points/penalties/golf", "points", "penalties", "Golf")
    highest = Kind("points/points/golf", "points", "points", "GOLF")
    red = parse_kind("red-nines")
    assert titles_of((lowest, highest, red, red)) == {
        lowest.key: "Golf (lowest wins)",
        highest.key: "GOLF (highest wins)",
        "red-nines": "Red Nines",
    }


def test_a_night_and_the_records_name_each_kind(watcher, database, club):
    table = play(database, club, GOLF, [5, 6, 7, 8], [0, 0, 0, 0])
    play(database, club, {**GOLF, "wins": "highest"}, [5, 6, 7, 8], [0, 0, 0, 0])
    play(database, club, WHIST, [10, 8], [5, 6])
    play(database, club, GOLF, [5, 6, 7, 8], [0, 0, 0, 0])
    play(database, club, WHIST, [10, 8], [5, 6])
    assert "Golf (lowest wins): 2 games" in watcher.read(f"/nights/{table.night}")
    assert "Golf (highest wins): " not in watcher.page.text
    assert "Whist: 2 games" in watcher.page.text
    assert "Closest finish: Ann won by 1 point · Golf · Game 1" in watcher.page.text
    assert watcher.page.text.count("Closest finish") == 1
