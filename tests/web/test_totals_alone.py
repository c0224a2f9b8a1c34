"""The pages of games of which only the totals were noted."""

from tests.tables import all_games
from tests.web.import_form import PAPER, bring, choose


def test_pages_of_totals_alone_show_no_deals_and_claim_no_rules(manager, database, club):
    choose(manager, PAPER, "paper.csv")
    bring(manager)
    line = all_games(database, club)[0]
    page = f"/games/{line.id}"
    assert 'class="recipe"' not in manager.get(page).text
    assert f"{page}/paper" in manager.page.links
    assert not {f"{page}/chart", f"{page}/what-if"} & set(manager.page.links)
    assert manager.get(f"{page}/what-if").status_code == 404
    assert manager.get(f"{page}/chart.svg").status_code == 404
    assert "Only totals were noted, so there is no chart." in manager.read(f"{page}/chart")
    assert "· Only totals were noted" in manager.read(f"{page}/paper")
    assert "of 2 deals" not in manager.page.text
    for path in (page, f"{page}/paper"):
        assert "usual rules" not in manager.read(path)
        assert "House rules" not in manager.page.text
    manager.get(page)
    assert f"{page}/start" not in manager.page.links
    assert f"/games/new?follows={page.rpartition('/')[2]}" not in manager.page.links
    assert f"{page}/export" in manager.page.links
    for path in (page, "/"):
        manager.get(path)
        assert f"{page}/again" not in [form["action"] for form in manager.page.forms]
