"""Taking games along by the links on the pages: files, and the link to BG Stats."""

import json
from urllib.parse import unquote

from scorer.web.exchange.bg_stats import ADDRESS
from tests.played_club import play_club
from tests.tables import begin


def test_every_export_is_a_file_with_a_name(watcher, database, club, fake_clock):
    table = play_club(database, club, fake_clock)[0]
    night = table.night
    for path, kind in {
        f"/games/{table.id}/record.json": "application/json",
        f"/games/{table.id}/table.csv": "text/csv",
        f"/nights/{night}/records.zip": "application/zip",
        f"/nights/{night}/table.csv": "text/csv",
        "/club/records.zip": "application/zip",
        "/club/table.csv": "text/csv",
    }.items():
        answer = watcher.get(path)
        assert (answer.status_code, answer.mimetype) == (200, kind)
        assert "attachment; filename=" in answer.headers["Content-Disposition"]
        assert answer.headers["Cache-Control"].startswith(("private", "no-cache"))
        assert answer.headers["Content-Type"].count("charset") == (kind == "text/csv")
        assert len(answer.data) > 100
        if path == f"/games/{table.id}/table.csv":
            assert "=red-nines-2025-05-03.csv" in answer.headers["Content-Disposition"]
        answer.close()


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
