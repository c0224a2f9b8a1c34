"""The pages of games of which only the totals were noted."""

import re

from scorer.services.club import share_links
from tests.tables import all_games
from tests.web.conftest import SECRET
from tests.web.import_form import PAPER, bring, choose


def test_pages_of_totals_alone_show_nothing_of_deals(manager, database, club):
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


def test_where_only_totals_were_noted_only_the_day_is_said(manager, database, club):
    choose(manager, PAPER + PAPER.split(b"\n", 1)[1], "paper.csv")
    bring(manager)
    line = all_games(database, club)[0]
    page, night = f"/games/{line.id}", f"/nights/{line.night}"
    pages = ["/", page, f"{page}/book", f"{page}/export", f"{page}/paper", f"{page}/share"]
    pages += ["/nights/", night, f"{night}/share"]
    for kind, target in (("game", line.id), ("night", line.night)):
        link = share_links.share(database, SECRET, club, kind, target, device=None)
        pages.append(f"/shared/{link.code}")
    for path in pages:
        assert manager.get(path).status_code == 200, path
        assert not re.search(r"\d:\d\d|begun|ended", manager.page.text), path
        assert "T20:" not in manager.page.html, path


def test_totals_alone_claim_no_rules_and_offer_nothing_that_needs_them(manager, database, club):
    choose(manager, PAPER, "paper.csv")
    bring(manager)
    page = f"/games/{all_games(database, club)[0].id}"
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
