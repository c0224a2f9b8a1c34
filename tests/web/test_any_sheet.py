"""The sheet of a game that nobody would recognise: sides of unequal size, pools."""

import pytest

from scorer.web.games.sheet_view import SheetView
from tests.made_up_game import KEY
from tests.tables import begin

DEAL = {"vex": [7, 7, 7], "plu": [2, 2, 3], "quim": {"ith": 1, "orm": None}, "bra": [0, 0]}
IN_SIDES = {"plid": "sets", "stoom": 400}
PAGES = ("", "/paper", "/chart", "/what-if", "/start", "/end", "/book", "/export")

pytestmark = pytest.mark.usefixtures("made_up_game")


def made_up(database, club, **rules):
    """A game of three after two deals, of which the second was nothing but a mux, if it goes on."""
    by_sides = rules.get("plid") != "each"
    facts = DEAL if by_sides else {**DEAL, "bra": [0, 0, 0]}
    rules = {**IN_SIDES, **rules}
    table = begin(database, club, "Ann", "Ben", "Cat", variant=KEY, house_rules=rules)
    table.score(facts)
    if not table.read().sheet.over:
        table.score({"mux": True})
    return table


@pytest.mark.parametrize(
    ("gleb", "plid"),
    [("points", "sets"), ("penalties", "sets"), ("counters", "each"), ("counters", "sets")],
)
def test_every_page_of_it_opens_in_every_unit(phone, database, club, gleb, plid):
    table = made_up(database, club, gleb=gleb, plid=plid)
    for page in PAGES:
        assert phone.get(f"/games/{table.id}{page}").status_code == 200, page
    phone.get(f"/games/{table.id}")
    tapped = "name" if plid == "sets" else "row"
    assert f"Whose ith was it? Tap a {tapped}." in phone.page.text
    for pool in ("Urm", "Ilk", "Oon"):
        assert pool in phone.page.text
    taps = [link for link in phone.page.links if "deals/new?ith=" in link]
    sides = ["0", "0", "1"] if plid == "sets" else ["0", "1", "2"]
    assert [tap.rpartition("=")[2] for tap in taps] == sides
    table.write("end", {"why": "it got late", "leftover": None})
    for page in ("", "/paper", "/chart", "/picture.svg", "/share"):
        assert phone.get(f"/games/{table.id}{page}").status_code == 200, page
    assert phone.get(f"/nights/{table.night}").status_code == 200
    assert phone.get("/").status_code == 200


def test_sides_of_unequal_size_are_rows(database, club):
    rows = SheetView(made_up(database, club).read()).rows
    assert [[member["name"] for member in row["members"]] for row in rows] == [
        ["Ann", "Cat"],
        ["Ben"],
    ]


def test_what_a_side_won_is_told_of_the_side(phone, database, club):
    worth = {"zolt": {"counters": 3, "pays": 10}}
    table = made_up(database, club, gleb="counters", spod=0, pelf=1, **worth)
    assert table.read().sheet.settled == (48, 52)
    assert "lost 2 counters, −7 coins; holds 48 −2" in phone.read(f"/games/{table.id}")
    assert "won 2 counters, +7 coins; holds 52 +2" in phone.page.text
    assert "Ben won by 4" in phone.read(f"/nights/{table.night}")


def test_what_stands_alone_is_one_tap(phone, database, club):
    table = made_up(database, club)
    phone.get(f"/games/{table.id}")
    assert [tag["data-alone"] for _, tag in phone.page.tags if "data-alone" in tag] == ["mux"]
    assert "a mux" in phone.page.text
    sent = {"after": table.deals[-1], "seen": "2", "mux": "1"}
    assert phone.post(f"/games/{table.id}/deals/new", **sent).status_code == 303
    assert len(table.read().sheet.deals) == 3


def test_it_is_set_up_and_explained_like_any_other(phone):
    phone.get(f"/games/new?variant={KEY}")
    assert phone.answer.status_code == 200
    assert "Qovi Brumt" in phone.page.text
    assert phone.get(f"/rules/{KEY}").status_code == 200
