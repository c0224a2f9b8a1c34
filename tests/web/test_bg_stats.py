"""The link that hands a game to BG Stats."""

import json
from datetime import UTC
from urllib.parse import unquote
from zoneinfo import ZoneInfo

from scorer.web.exchange.bg_stats import ADDRESS, bg_stats_link
from tests.tables import begin

PRAGUE = ZoneInfo("Europe/Prague")


def test_a_finished_game_is_told_as_bg_stats_wants_it(database, club, fake_clock):
    table = begin(database, club)
    for _ in range(4):
        fake_clock.advance(minutes=10)
        table.deal(1, 5, 6, 7)
    game = table.read()
    link = bg_stats_link(game, PRAGUE, "Brno")
    assert link.startswith(ADDRESS)
    play = json.loads(unquote(link.removeprefix(ADDRESS)))
    assert play["sourcePlayId"] == game.id
    assert play["playDate"] == f"{game.last_at:%Y-%m-%d %H:%M:%S}"
    assert play["playDate"].startswith("2025-05-03 20:40:")
    assert (play["durationMin"], play["location"]) == (40, "Brno")
    about = {"name": "Red Nines", "sourceGameId": "red-nines"}
    assert play["game"] == {**about, "highestWins": False, "noPoints": False}
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
