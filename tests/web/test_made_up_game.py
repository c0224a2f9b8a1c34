"""A game that nobody would recognise: its form, its sheet, and every page of it."""

import pytest

from tests.made_up_game import KEY, OF_BIDS
from tests.tables import begin

DEAL = {"vex": [7, 7, 7], "plu": [2, 2, 3], "quim": {"ith": 1, "orm": None}, "bra": [0, 0]}
IN_SIDES = {"plid": "sets", "stoom": 400}
PAGES = ("", "/paper", "/chart", "/what-if", "/start", "/end", "/book", "/export")

pytestmark = pytest.mark.usefixtures("made_up_game")


@pytest.fixture
def game(database, club):
    """Ann and Cat against Ben and Dan at a game that asks something of every kind."""
    rules = {**IN_SIDES, "ghasp": True, "spod": 0}
    return begin(database, club, variant=KEY, house_rules=rules)


def new(phone, table, **more):
    """Type a deal that has an answer to everything."""
    typed = {
        **{f"plu__{seat}": tricks for seat, tricks in enumerate("12211")},
        "vex__0": "3",
        "vex__1": "F M",
        "vex__3": "0",
        "vex__4": "2",
        "tov": "de",
        "hob": "ZK",
        "dro": "2",
        "ith": "1",
        "orm": "none",
        "yar": "0",
        "bra__1": "-7",
        "fle__1": "1",
        "miv__1": "lo",
        "miv__3": "hi",
        **more,
    }
    return phone.fill(f"/games/{table.id}/deals/new", **typed).status_code


def wrong(phone):
    """The fields that the page calls wrong, and what it says beside each."""
    faults = {}
    for _, attributes in phone.page.tags:
        if attributes.get("aria-invalid") == "true":
            name, fault = str(attributes["name"]), attributes["aria-describedby"]
            text = phone.page.html.split(f'id="{fault}"')[1].split("</p>")[0]
            faults[name] = text.split("</span>")[1].strip()
    return faults


def test_a_number_is_told_by_digits_of_any_script_or_by_cards(phone, game):
    cards = {"F M": ["F", "M"], "fm": ["F", "M"], "w, o": ["W", "O"]}
    for typed, told in (cards | {"٣": 3, "2 + 3 − 1": 4}).items():
        assert new(phone, game, vex__0=typed) == 303, phone.page.text
        assert game.read().sheet.deals[-1].record["vex"][0] == told


def test_all_that_is_wrong_is_said_at_once_beside_its_field(phone, game):
    typed = {"vex__0": "F", "vex__1": "Q", "vex__3": "1.5", "plu__0": "-1", "bra__1": "²"}
    missing = dict.fromkeys(("vex__4", "plu__2", "plu__4"), "")
    assert new(phone, game, **typed, **missing, ith="") == 422
    assert wrong(phone) == {
        "vex-0": "The vexes: this takes two cards, not one.",
        "vex-1": "There is no card &#34;Q&#34;.",
        "vex-3": "There is no card &#34;1.5&#34;.",
        "plu-0": "The plu: type a number from 0 to 7.",
        "bra-1": "Write a whole number, or a sum such as 10 + 5.",
    }
    form = phone.page.form(f"/games/{game.id}/deals/new")
    for name, value in {**typed, **missing, "hob": "ZK", "miv__3": "hi"}.items():
        assert form[name.replace("__", "-")] == [value]
    assert game.read().version == 0


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


def test_what_a_side_won_is_told_of_the_side(phone, database, club):
    worth = {"zolt": {"counters": 3, "pays": 10}}
    table = made_up(database, club, gleb="counters", spod=0, pelf=1, **worth)
    assert table.read().sheet.settled == (48, 52)
    assert "−7 coins · holds 48 −2" in phone.read(f"/games/{table.id}")
    assert "7 coins · holds 52 +2" in phone.page.text
    assert "Ben won by 4" in phone.read(f"/nights/{table.night}")


def test_what_stands_alone_is_one_tap(phone, database, club):
    table = made_up(database, club)
    phone.get(f"/games/{table.id}")
    assert [tag["data-alone"] for _, tag in phone.page.tags if "data-alone" in tag] == ["mux"]
    assert "a mux" in phone.page.text
    sent = {"after": table.deals[-1], "seen": "2", "mux": "1"}
    assert phone.post(f"/games/{table.id}/deals/new", **sent).status_code == 303
    assert len(table.read().sheet.deals) == 3


def test_what_depends_on_an_answer_is_asked_once_that_is_sent(phone, database, club):
    table = begin(database, club, *"Ann Ben Cat".split(), variant=OF_BIDS)
    table.score({"bids": [0, 1, 1], "tricks": [0, 1, 0]})
    address = f"/games/{table.id}/deals/new"
    assert "rags-0" not in phone.open_form(address)
    bids = {f"bids-{seat}": bid for seat, bid in enumerate("021")}
    answer = phone.fill(address, **bids, **{"tricks-0": "3", "tricks-1": "0", "pot": "5"})
    assert answer.status_code == 422
    assert "type a number from 0 to 2" in phone.page.text
    assert "rags-0" in phone.page.html and "rags-1" not in phone.page.html
    # The bids come to more than there are cards, so nobody is asked whether that is so.
    typed = {**bids, "tricks-0": "2", "tricks-1": "0", "rags-0": "2", "pot": "5"}
    assert phone.send(address, **typed).status_code == 303
    assert table.read().sheet.deals[1].record["rags"] == [2, None, None]
