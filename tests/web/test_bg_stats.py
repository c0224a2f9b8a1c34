"""The link that hands a game to BG Stats."""

import json
from datetime import UTC
from urllib.parse import unquote
from zoneinfo import ZoneInfo

from scorer.services.games.read import read_game
from scorer.web.exchange.bg_stats import ADDRESS, LONGEST, bg_stats_link
from tests.services.imports import import_file
from tests.tables import all_games, begin

PRAGUE = ZoneInfo("Europe/Prague")


def told(link):
    assert link is not None
    assert link.startswith(ADDRESS)
    assert len(link) < LONGEST
    return json.loads(unquote(link.removeprefix(ADDRESS)))


def finished(table, fake_clock):
    for _ in range(4):
        fake_clock.advance(minutes=10)
        table.deal(1, 5, 6, 7)
    return table.read()


def test_a_finished_game_is_told_as_bg_stats_wants_it(database, club, fake_clock):
    game = finished(begin(database, club), fake_clock)
    play = told(bg_stats_link(game, PRAGUE, "Brno"))
    assert play["sourcePlayId"] == game.id
    assert play["playDate"] == f"{game.last_at:%Y-%m-%d %H:%M:%S}"
    assert play["playDate"].startswith("2025-05-03 20:40:")
    assert (play["durationMin"], play["location"]) == (40, "Brno")
    assert play["game"] == {
        "name": "Red Nines",
        "sourceGameId": "red-nines",
        "highestWins": False,
        "noPoints": False,
    }
    assert [(one["name"], one["score"], one["rank"], one["winner"]) for one in play["players"]] == [
        ("Ann", 20, 2, False),
        ("Ben", 0, 1, True),
        ("Cat", 24, 3, False),
        ("Dan", 28, 4, False),
    ]
    assert [one["startPlayer"] for one in play["players"]] == [False, True, False, False]
    assert "bggId" not in json.dumps(play)


def test_a_game_that_nobody_has_won_has_no_link(table):
    table.deal()
    assert bg_stats_link(table.read(), UTC) is None


def test_a_person_has_one_id_also_in_games_that_were_brought_in(database, club, fake_clock):
    begun = finished(begin(database, club), fake_clock)
    table = b"date,game,player,total\n2024-05-03,Red Nines,Ann,4\n2024-05-03,Red Nines,Ben,9\n"
    table += b"2024-05-03,Red Nines,Cat,30\n2024-05-03,Red Nines,Dan,31\n"
    import_file(database, club, table)
    brought = next(line for line in all_games(database, club) if line.id != begun.id)
    ids = [
        {one["name"]: one["sourcePlayerId"] for one in told(bg_stats_link(game, UTC))["players"]}
        for game in (begun, read_game(database, club, brought.id))
    ]
    assert ids[1] == {name: ids[0][name] for name in ("Ann", "Ben", "Cat", "Dan")}
