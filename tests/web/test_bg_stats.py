"""The link that hands a game to BG Stats."""

import json
from urllib.parse import unquote

from scorer.web.exchange.bg_stats import ADDRESS
from tests.tables import begin


def bg_stats_links(phone, table):
    phone.get(f"/games/{table.id}/export")
    return [link for link in phone.page.links if link.startswith(ADDRESS)]


def test_a_finished_game_is_told_as_bg_stats_wants_it(phone, database, club, fake_clock):
    table = begin(database, club)
    assert phone.fill(f"/nights/{table.night}/edit", place="Brno").status_code == 303
    for _ in range(4):
        assert bg_stats_links(phone, table) == []
        fake_clock.advance(minutes=10)
        table.deal(1, 5, 6, 7)
    [link] = bg_stats_links(phone, table)
    play = json.loads(unquote(link.removeprefix(ADDRESS)))
    assert play["sourcePlayId"] == table.id
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
