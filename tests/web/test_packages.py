"""A game as a package: from the instance folder onto the phones, and what stays once it is gone."""

from shutil import copytree

import pytest

from scorer import create_app
from scorer.rules.packages import remove_package
from scorer.rules.variants import newest_variants
from scorer.services.projections import check, rebuild
from tests.made_up_game import FOLDERS, OF_BIDS, added
from tests.tables import begin

PAGES = ("/", "/nights/", "/players/", "/games/new", "/rules/", "/club/table.csv")


def test_a_game_in_the_instance_folder_is_played_and_its_twin_is_served(tmp_path, caplog):
    copytree(FOLDERS[-1], tmp_path / "games" / "ours")
    (tmp_path / "games" / "broken").mkdir()
    create = {"instance": tmp_path, "database_url": f"sqlite:///{tmp_path / 'a.sqlite'}"}
    plain = create_app(**{**create, "instance": tmp_path / "other"})
    app = create_app(**create)
    try:
        assert (
            "broken: a game has one file of rules, 0 are here. The game is left out." in caplog.text
        )
        assert OF_BIDS in newest_variants()
        page = app.test_client().get(f"/rules/{OF_BIDS}")
        assert "Drib Quell" in page.text and page.status_code == 200
        # Phones ask for its twin by a release of its own, and keep it as they keep all others.
        release = app.extensions["release"]
        assert release != plain.extensions["release"]
        twin = app.test_client().get(f"/static/{release}/js/rules/{OF_BIDS}.js")
        assert twin.mimetype == "text/javascript" and b"handsOf" in twin.data
        assert "immutable" in twin.headers["Cache-Control"]
        assert "script-src 'self'" in page.headers["Content-Security-Policy"]
        for other in ("drib_quell.py", f"{OF_BIDS}.json"):
            assert app.test_client().get(f"/static/{release}/js/rules/{other}").status_code == 404
    finally:
        remove_package(OF_BIDS)
        for each in (plain, app):
            each.extensions["scorer"]["database"].close()


@pytest.fixture
def missing(database, club):
    """A game that is over and one that goes on, of a game that is here no more."""
    with added():
        rules = {"course": "down", "largest": 2}
        over = begin(database, club, *"Ann Ben Cat".split(), variant=OF_BIDS, house_rules=rules)
        over.score(
            {"bids": [0, 1, 1], "tricks": [0, 1, 1]}, {"bids": [0, 1, 1], "tricks": [0, 1, 0]}
        )
        open_ = begin(database, club, *"Ann Ben Cat".split(), variant=OF_BIDS)
        open_.score({"bids": [0, 1, 1], "tricks": [0, 1, 0]})
    return over, open_


def test_books_of_a_game_that_is_gone_stay_listed_with_what_is_missing(manager, missing):
    over, open_ = missing
    for page in PAGES:
        assert manager.get(page, follow_redirects=True).status_code == 200, page
    manager.get("/")
    assert f"{OF_BIDS} (its rules are missing)" in manager.page.text
    assert "Same again" not in manager.page.text
    for table in missing:
        assert manager.get(f"/games/{table.id}").status_code == 422
        assert f"The rules of “{OF_BIDS}” are missing here." in manager.page.text
    for page in ("", "/share"):
        assert manager.get(f"/nights/{over.night}{page}").status_code == 200
    # What it counted is left alone until it is back.
    assert all("cannot be read" in line for line in check(over.database))
    assert rebuild(over.database) == 0
    with added():
        assert check(over.database) == []
        assert manager.get(f"/games/{over.id}").status_code == 200
        assert manager.get(f"/games/{open_.id}").status_code == 200
