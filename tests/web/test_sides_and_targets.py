"""Sheets by sides, to a target, and of matches; deals behind the end of a game."""

import re

import pytest

from scorer.web.games.deals_table import deals_table
from scorer.web.games.phone_data import game_data
from scorer.web.games.sheet_view import SheetView
from tests.tables import begin

EUCHRE = {"title": "Euchre", "wins": "highest", "length": "target", "target": 500, "sides": "two"}
TO_FIFTY = {"length": "target", "target": 50}


def begin_points(database, club, *names, **rules):
    """A game of points that has just begun."""
    return begin(database, club, *names, variant="points", house_rules=rules)


@pytest.fixture
def euchre(database, club):
    """Ann and Cat against Ben and Dan, after two deals."""
    table = begin_points(database, club, **EUCHRE)
    table.score({"points": [120, -40]}, {"points": [90, 210]})
    return table


def view(table):
    """The sheet of a game."""
    return SheetView(table.read())


def test_a_row_is_a_side_and_each_name_a_button(phone, euchre):
    rows = view(euchre).rows
    assert [row["name"] for row in rows] == ["Ann and Cat", "Ben and Dan"]
    members = [[member["name"] for member in row["members"]] for row in rows]
    assert members == [["Ann", "Cat"], ["Ben", "Dan"]]
    assert [row["total"] for row in rows] == [210, 170]
    assert [row["words"] for row in rows] == [["needs 290"], ["needs 330"]]
    phone.get(f"/games/{euchre.id}")
    buttons = [tag for name, tag in phone.page.tags if name == "a" and "data-out" in tag]
    assert [tag.get("data-seat") for tag in buttons] == ["0", "2", "1", "3", None]
    assert "Tap a name to score." in phone.page.text
    assert "Ann and Cat are 40 ahead." in phone.page.text
    assert "−40" in phone.page.text


def test_nobody_knows_how_many_deals_a_target_takes(phone, euchre):
    phone.get(f"/games/{euchre.id}")
    assert "<h1>Deal 3</h1>" in phone.page.html
    assert view(euchre).pips == 2
    assert "Euchre Continue: deal 3" in phone.read("/")
    assert "deal 3 of" not in phone.page.text
    euchre.score({"points": [300, 100]})
    phone.get(f"/games/{euchre.id}")
    assert "Ann and Cat led from the first deal to the last." in phone.page.text
    assert "Euchre 3 deals " in phone.page.text
    assert "3 deals" in phone.read(f"/games/{euchre.id}/paper")


@pytest.fixture
def ended_sooner(database, club):
    """A game of three deals that a correction of the second one has ended before the third."""
    table = begin_points(database, club, **TO_FIFTY)
    table.score({"points": [12, -4, 20, 0]}, {"points": [9, 21, 3, 1]}, {"points": [9, 9, 3, 1]})
    corrected = {"points": [40, 3, 2, 1]}
    table.write("correct", {"deal": table.deals[1], "set": corrected})
    return table


def test_deals_behind_the_end_stand_under_the_others(phone, ended_sooner):
    shown = view(ended_sooner)
    assert [deal.number for deal in shown.sheet.deals] == [1, 2]
    assert [line["deal"].number for line in deals_table(shown)["behind"]] == [3]
    assert [shown.sheet.totals[row["side"]] for row in shown.rows] == [52, -1, 22, 1]
    phone.get(f"/games/{ended_sooner.id}")
    assert phone.page.text.index("Deal 2") < phone.page.text.index("Deal 3after the end")
    assert "After the end: these deals do not count." in phone.page.text
    assert "Undo deal 3" in phone.page.html
    assert re.findall("<del>(.*?)</del>", phone.page.html) == ["9", "21", "3"]
    assert f"/games/{ended_sooner.id}/deals/{ended_sooner.deals[2]}/correct" in phone.page.links
    assert game_data(shown, "score", None)["behind_the_end"][0]["id"] == ended_sooner.deals[2]
    assert "3 after the end" in phone.read(f"/games/{ended_sooner.id}/paper")


def test_a_deal_behind_the_end_can_be_taken_back(phone, ended_sooner):
    phone.get(f"/games/{ended_sooner.id}")
    address = f"/games/{ended_sooner.id}/undo"
    assert phone.post(address, entry=ended_sooner.deals[2], seen="4").status_code == 303
    assert deals_table(view(ended_sooner))["behind"] == []
    assert view(ended_sooner).over


def test_the_next_deals_name_is_large_and_who_takes_all_marked(phone, database, club):
    rules = {"deal_names": ["Two sets", "A set and a run"], "winner": "takes_all"}
    table = begin_points(database, club, "Ann", "Ben", "Cat", **rules)
    table.score({"winner": 1, "points": [12, None, 20]})
    shown = view(table)
    assert [it["text"] for it in shown.sentences] == ["A set and a run"]
    [line, *_] = deals_table(shown)["by_deal"][0]
    assert [cell["mark"] for cell in line["cells"].values()] == ["", "won the deal", ""]
    assert "Who won the deal? Tap a row." in phone.read(f"/games/{table.id}")
    assert f"/games/{table.id}/deals/new?winner=2" in phone.page.links


def test_who_is_out_is_not_asked_and_buys_in_again(phone, database, club):
    rules = {"length": "target", "target": 101, "out": "buy_in_above"}
    table = begin_points(database, club, "Ann", "Ben", "Cat", **rules)
    table.score({"points": [20, 105, 30]})
    assert [row["words"] for row in view(table).rows] == [[], ["out at 101"], []]
    address = f"/games/{table.id}"
    form = phone.fill(f"{address}/deals/new", points__0="1", points__2="2")
    assert form.status_code == 303
    assert table.read().sheet.deals[1].record == {"points": [1, None, 2]}
    [line, *_] = deals_table(view(table))["by_deal"][1]
    assert line["cells"][1]["word"] == "out"
    assert "Buy in at 33" in phone.read(address)
    assert "Saved: deal 2, Ann 1, Cat 2." in phone.page.text
    assert phone.send(f"{address}/entries").status_code == 303
    assert "Ben bought in again at 33" in phone.read(f"{address}/book")
    assert table.read().sheet.totals == (21, 33, 32)
    assert "Buy in" not in phone.read(address)
    assert phone.send(f"{address}/undo").status_code == 303
    assert table.read().sheet.totals == (21, 105, 32)


def test_who_need_not_have_bought_in_has_not(phone, database, club):
    rules = {"length": "target", "target": 101, "out": "buy_in_above"}
    table = begin_points(database, club, "Ann", "Ben", "Cat", **rules)
    table.score({"points": [20, 105, 30]})
    bought = table.write("buy", {"seat": 1}).game_read.entries[-1]
    table.score({"points": [1, 4, 2]})
    table.write("correct", {"deal": table.deals[0], "set": {"points": [20, 95, 30]}})
    assert table.read().sheet.totals == (21, 99, 32)
    says = "Entry 2 of the book counts for nothing: Ben is not out, or cannot come back."
    assert says in phone.read(address := f"/games/{table.id}")
    assert 'data-take-back=""' in phone.page.html
    table.write("withdraw", {"entry": bought.id})
    assert says not in phone.read(address)


def test_a_moment_is_noted_beside_the_points(phone, database, club):
    table = begin_points(database, club, "Ann", "Ben", wins="highest", events=["gin", "undercut"])
    address = f"/games/{table.id}"
    typed = {"points__0": "35", "points__1": "0", "events__0": "gin"}
    assert phone.fill(f"{address}/deals/new", **typed).status_code == 303
    assert table.read().sheet.deals[0].record == {"points": [35, 0], "events": ["gin", None]}
    assert "Saved: deal 1, Ann 35 (gin), Ben 0." in phone.read(address)
    assert "Ann gin: 35; Ben 0" in phone.read(f"{address}/book")
