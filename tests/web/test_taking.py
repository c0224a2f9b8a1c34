"""Taking games along by the links on the pages."""

from tests.played_club import play_club


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
        answer.close()


def test_the_table_of_a_game_is_called_by_the_game_and_its_day(watcher, database, club, fake_clock):
    answer = watcher.get(f"/games/{play_club(database, club, fake_clock)[0].id}/table.csv")
    assert "filename=red-nines-2025-05-03.csv" in answer.headers["Content-Disposition"]
    answer.close()
