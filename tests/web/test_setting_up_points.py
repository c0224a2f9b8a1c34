"""Setting up games of points: titles, texts, sides, and what this club plays."""

import json
import re

import pytest

from scorer.rules.house_rules import read_house_rules
from scorer.rules.variants import newest_variants
from scorer.rules.words import WORDS
from scorer.web.phone_words import words_of_game
from tests.tables import begin

POINTS = "/games/new?variant=points"


def setup_data(phone):
    """What the script of the page is given."""
    found = re.search(r'id="setup-data">(.*?)</script>', phone.page.html, re.DOTALL)
    assert found is not None
    return json.loads(found[1])


def test_every_preset_has_rules_that_its_game_takes():
    presets = 0
    for key, variant in newest_variants().items():
        for preset in WORDS["variants"][key].get("presets", ()):
            presets += 1
            rules = read_house_rules(variant.rules, preset["house_rules"])
            assert any(variant.fits(players, rules) is None for players in variant.players)
    assert presets >= 8


def test_a_known_game_is_chosen_by_its_title(phone):
    phone.get(POINTS)
    assert f"{POINTS}&like=Crazy+Eights" in phone.page.links
    phone.get(f"{POINTS}&like=Crazy+Eights")
    form = phone.page.form("/games/new")
    assert form["rule-title"] == ["Crazy Eights"]
    assert form["rule-length"] == ["target"]
    assert form["rule-winner"] == ["takes_all"]
    assert re.findall(r'aria-current="true"><bdi>(.*?)<', phone.page.html) == ["Crazy Eights"]
    rules_text = "Highest wins. Ends at 100. If level at the top, play goes on."
    assert f"{rules_text} The winner of a deal scores what the others hold." in phone.page.text


def test_a_known_name_brings_its_house_rules(phone):
    phone.get(POINTS)
    people = ["Ann", "Ben", "Cat", *[""] * 9]
    # Where an empty seat deals the form is shown again.
    typed = {"player": people, "first_dealer": "9", "rule__title": "rummikub"}
    assert phone.send("/games/new", **typed).status_code == 422
    form = phone.page.form("/games/new")
    assert (form["rule-title"], form["rule-wins"]) == (["Rummikub"], ["highest"])
    assert form["rule-ties"] == ["shared"]
    assert phone.fill("/games/new", on=POINTS, **typed, rule__length="deals").status_code == 422
    form = phone.page.form("/games/new")
    assert (form["rule-title"], form["rule-wins"]) == (["rummikub"], ["lowest"])


def test_what_this_club_plays_is_offered_first(phone, database, club, table):
    rules = {"title": "Skat", "wins": "highest", "length": "deals", "deals": 12}
    for _ in range(2):
        begin(database, club, "Ann", "Ben", "Cat", variant="points", house_rules=rules)
    phone.get("/games/new")
    offered = [link for link in phone.page.links if link.startswith("/games/new?variant=")]
    assert offered[0] == "/games/new?variant=points&like=points/points/skat"
    assert offered[1] == "/games/new?variant=red-nines"
    assert phone.page.form("/games/new")["variant"] == ["points"]
    phone.get(offered[0])
    form = phone.page.form("/games/new")
    assert (form["rule-title"], form["rule-deals"]) == (["Skat"], ["12"])
    assert "like=Skat" not in phone.page.html


@pytest.mark.parametrize("title", ["Red Nines", "rednines", "  NINETY-NINE "])
def test_a_title_that_a_game_here_has_points_to_that_game(phone, database, club, title):
    says = "has its own rules here. Choose it when you start a new game"
    phone.get(POINTS)
    people = ["Ann", "Ben", "Cat", *[""] * 9]
    assert phone.send("/games/new", player=people, rule__title=title).status_code == 422
    assert says in phone.page.text
    table = begin(database, club, variant="points", house_rules={"title": "Golf"})
    assert phone.fill(f"/games/{table.id}/start", rule__title=title).status_code == 422
    assert says in phone.page.text


def test_who_sat_here_last_can_sit_here_again(phone, table):
    table.deal()
    phone.get(POINTS)
    last = setup_data(phone)["last"]
    assert [player["name"] for player in last["players"]] == ["Ann", "Ben", "Cat", "Dan"]
    assert last["dealer"] == 1
    phone.get("/games/new?variant=red-nines-1881")
    assert setup_data(phone)["last"] is not None


def test_all_that_is_wrong_is_told_at_once_each_at_its_place(phone):
    phone.get(POINTS)
    people = ["Ann", "Ben", "x" * 41, *[""] * 9]
    wrong = {"rule__sides": "two", "rule__deals": "none", "rule__winner": "takes_all"}
    assert phone.send("/games/new", player=people, **wrong).status_code == 422
    html = phone.page.html
    above = html[: html.index("House rules<")]
    assert "letters" in above
    for field, says in (
        ("deals", "write a whole number"),
        ("sides", "Two sides need 4, 6, 8, 10 or 12 people."),
        ("winner", "the winner of each deal would lose the game"),
    ):
        link = above[above.index(f'<a href="#rule-{field}">') :]
        assert says.lower() in link[: link.index("</a>")].lower()
        fault = html.index(f'id="rule-{field}-fault"')
        assert says.lower() in html[fault : fault + 300].lower()
        assert f'aria-describedby="rule-{field}-fault"' in html


def test_the_title_stands_in_the_head_of_the_sheet(phone, database, club):
    rules = {"title": "Gin at <i>Grandma’s</i>"}
    table = begin(database, club, "Ann", "Ben", variant="points", house_rules=rules)
    assert "Deal 1 Gin at <i>Grandma’s</i> D Ann deals" in phone.read(f"/games/{table.id}")
    assert "<i>" not in phone.page.html


def test_who_takes_all_scores_what_is_left_in_other_hands(phone, database, club):
    eights = next(p for p in WORDS["variants"]["points"]["presets"] if p["title"] == "Crazy Eights")
    rules = eights["house_rules"]
    table = begin(database, club, "Ann", "Ben", variant="points", house_rules=rules)
    start = table.read().sheet.start
    assert words_of_game(start, with_pad=True)["asks"]["points"]["what"] == "what is left in hand"
    assert "What is left in hand" in phone.read(f"/games/{table.id}/deals/new?winner=0")
    plain = begin(database, club, "Ann", "Ben", variant="points")
    assert "The points" in phone.read(f"/games/{plain.id}/deals/new")


def test_a_correction_of_what_was_left_in_hand_says_so(phone, database, club):
    table = begin(database, club, variant="points", house_rules={"winner": "takes_all"})
    table.score({"winner": 0, "points": [None, 25, 5, 10]})
    table.correct(table.deals[0], {"winner": 0, "points": [None, 28, 5, 10]})
    says = phone.read(f"/games/{table.id}")
    assert "Ben: left in hand 25 → 28" in says.replace("\N{NO-BREAK SPACE}", " ")
