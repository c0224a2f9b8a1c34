"""Sheets by sides, to a target, and of matches; deals behind the end of a game."""

from dataclasses import replace
from typing import Any

import pytest

from scorer.rules.variant import Next, Over, Part, Shown
from scorer.rules.words import WORDS
from scorer.storage.database import Database
from scorer.web.games.game_page import data_of_deals
from scorer.web.games.sheet_view import SheetView
from scorer.web.games.summary import headline, summary
from tests.tables import NAMES, Table, begin
from tests.web.phones import Phone

SPADES = {
    "title": "Spades",
    "wins": "highest",
    "length": "target",
    "target": 500,
    "sides": "two",
}
TO_FIFTY = {"length": "target", "target": 50}


def begin_points(database: Database, club: str, *names: str, **rules: Any) -> Table:
    """A game of points that has just begun."""
    return begin(database, club, *names, variant="points", house_rules=rules)


def score(table: Table, *deals: dict[str, Any]) -> None:
    """Score these deals, one after the other."""
    for facts in deals:
        after = table.deals[-1] if table.deals else None
        table.write("deal", {"after": after, "facts": facts})


@pytest.fixture
def spades(database: Database, club: str) -> Table:
    """Ann and Cat against Ben and Dan, after two deals."""
    table = begin_points(database, club, **SPADES)
    score(table, {"points": [120, -40]}, {"points": [90, 210]})
    return table


def view(table: Table) -> SheetView:
    """The sheet of a game."""
    return SheetView(table.read())


def test_a_row_is_a_side_and_each_name_a_button(phone: Phone, spades: Table) -> None:
    rows = view(spades).rows
    assert [row.name for row in rows] == ["Ann and Cat", "Ben and Dan"]
    assert [[member.name for member in row.members] for row in rows] == [
        ["Ann", "Cat"],
        ["Ben", "Dan"],
    ]
    assert [row.total for row in rows] == [210, 170]
    assert [row.shows for row in rows] == [("needs 290",), ("needs 330",)]
    phone.get(f"/games/{spades.id}")
    buttons = [tag for name, tag in phone.page.tags if name == "a" and "data-out" in tag]
    assert [tag["data-seat"] for tag in buttons] == ["0", "2", "1", "3"]
    assert "Tap a name to score the deal." in phone.page.text
    assert "Ann and Cat are 40 ahead." in phone.page.text
    assert "−40" in phone.page.text


def test_nobody_knows_how_many_deals_a_target_takes(phone: Phone, spades: Table) -> None:
    phone.get(f"/games/{spades.id}")
    assert "<h1>Deal 3</h1>" in phone.page.html
    assert view(spades).pips == 2
    phone.get("/")
    assert "Spades Continue: deal 3" in phone.page.text
    assert "deal 3 of" not in phone.page.text
    score(spades, {"points": [300, 100]})
    phone.get(f"/games/{spades.id}")
    assert "Ann and Cat won by 240: 510 points against 270 for Ben and Dan." in phone.page.text
    assert "Spades · 3 deals ·" in phone.page.text
    phone.get(f"/games/{spades.id}/paper")
    assert "3 deals" in phone.page.text


def test_whose_totals_are_highest_is_said_where_others_have_won(spades: Table) -> None:
    score(spades, {"points": [300, 310]})
    sheet = replace(spades.read().sheet, winners=(1,))
    names = ("Ann and Cat", "Ben and Dan")
    assert headline(sheet, names) == "Ben and Dan won"
    assert summary(sheet, names) == ("Ben and Dan won: 480 points against 510 for Ann and Cat.")


def test_three_sides_are_told_apart_in_a_sentence(database: Database, club: str) -> None:
    table = begin_points(database, club, *"ABCDEF", sides="three", wins="highest")
    score(table, {"points": [7, 7, 3]})
    assert view(table).summary == "A and D, and B and E are level in front."


def test_minus_one_is_written_with_a_minus(database: Database, club: str) -> None:
    table = begin_points(database, club, **TO_FIFTY)
    score(table, {"points": [60, -1, 3, 4]})
    assert view(table).summary == "Ben won by 4: −1 point against 3 for Cat."


@pytest.fixture
def ended_sooner(database: Database, club: str) -> Table:
    """A game of three deals that a correction of the second one has ended before the third."""
    table = begin_points(database, club, **TO_FIFTY)
    score(table, {"points": [12, -4, 20, 0]}, {"points": [9, 21, 3, 1]}, {"points": [9, 9, 3, 1]})
    corrected = {"points": [40, 3, 2, 1]}
    table.write("correct_deal", {"deal": table.deals[1], "facts": corrected})
    return table


def test_deals_behind_the_end_stand_under_the_others(phone: Phone, ended_sooner: Table) -> None:
    shown = view(ended_sooner)
    assert [deal.number for deal in shown.deals] == [1, 2]
    assert [deal.number for deal in shown.behind_the_end] == [3]
    assert [row.after for row in shown.rows] == [52, -1, 22, 1]
    phone.get(f"/games/{ended_sooner.id}")
    assert phone.page.text.index("Deal 2") < phone.page.text.index("Deal 3after the end")
    assert f"/games/{ended_sooner.id}/deals/{ended_sooner.deals[2]}/correct" in phone.page.links
    assert data_of_deals(shown)["behind_the_end"][0]["id"] == ended_sooner.deals[2]
    phone.get(f"/games/{ended_sooner.id}/paper")
    assert "3 after the end" in phone.page.text


def test_a_deal_behind_the_end_can_be_taken_back(phone: Phone, ended_sooner: Table) -> None:
    phone.get(f"/games/{ended_sooner.id}")
    address = f"/games/{ended_sooner.id}/undo"
    assert phone.post(address, entry=ended_sooner.deals[2], seen="4").status_code == 303
    assert view(ended_sooner).behind_the_end == ()
    assert view(ended_sooner).over


def test_the_name_of_the_next_deal_is_large_and_who_takes_all_is_marked(
    phone: Phone, database: Database, club: str
) -> None:
    rules = {"deal_names": ["Two sets", "A set and a run"], "winner": "takes_all"}
    table = begin_points(database, club, "Ann", "Ben", "Cat", **rules)
    score(table, {"winner": 1, "points": [12, None, 20]})
    shown = view(table)
    assert [one.says for one in shown.shows] == ["A set and a run"]
    assert [cell.mark for cell in shown.deals[0].cells] == ["", "won the deal", ""]
    phone.get(f"/games/{table.id}")
    assert "Who won the deal? Tap a row." in phone.page.text
    assert f"/games/{table.id}/deals/new?winner=2" in phone.page.links


def test_what_a_deal_answered_stands_in_its_row_where_the_words_say_so(
    monkeypatch: pytest.MonkeyPatch, phone: Phone, database: Database, club: str
) -> None:
    table = begin_points(database, club, "Ann", "Ben", "Cat", winner="takes_all")
    score(table, {"winner": 1, "points": [12, None, 20]})
    monkeypatch.setitem(WORDS["asks"]["winner"], "in_row", "{winner|names} took it")
    monkeypatch.setitem(WORDS["reasons"]["takes_all"], "in_row", "all {points}")
    monkeypatch.setitem(WORDS["variants"]["points"], "running_totals", True)
    deal = view(table).deals[0]
    assert deal.says == "Ben took it"
    assert [cell.word for cell in deal.cells] == ["", "all 32", ""]
    phone.get(f"/games/{table.id}")
    assert "all 32" in phone.page.text
    assert phone.page.html.count('class="deals-running"') == 3


def test_a_match_shows_its_games_and_what_each_counts(
    monkeypatch: pytest.MonkeyPatch, phone: Phone, database: Database, club: str
) -> None:
    monkeypatch.setitem(
        WORDS["shows"], "test_bonuses", {"says": "{games} game bonuses", "pips": "games"}
    )
    monkeypatch.setitem(WORDS["shows"], "test_why", {"says": "{made} made it", "small": True})
    table = begin_points(database, club, "Ann", "Ben", wins="highest")
    score(table, {"points": [110, 30]}, {"points": [20, 5]})
    game = table.read()
    first = replace(game.sheet.deals[0], follows=Next(1, part=Part(2, (0, 0))))
    shows = (Shown("test_bonuses", 0, {"games": 1}), Shown("test_why", None, {"made": 2}))
    follows = Next(0, trump="hearts", part=Part(2, (20, 5)), shows=shows)
    second = replace(game.sheet.deals[1], follows=follows)
    assert game.sheet.opening is not None
    opening = replace(game.sheet.opening, shows=shows)
    sheet = replace(game.sheet, deals=(first, second), follows=follows, opening=opening)
    shown = SheetView(replace(game, sheet=sheet))
    assert shown.part == 2
    assert [(row.in_part, row.total) for row in shown.rows] == [(20, 130), (5, 35)]
    assert [pips.count for pips in shown.rows[0].pips] == [1]
    assert [(one.says, one.mark, one.why) for one in shown.shows] == [
        ("Hearts are trumps", "♡", "2 made it")
    ]
    part = shown.deals[0].part
    assert part is not None
    assert (part.number, part.totals) == (1, (110, 30))
    assert shown.deals[1].part is None
    ended = replace(second, follows=Over(part=Part(2, (20, 5))))
    over = replace(sheet, deals=(first, ended), follows=ended.follows, opening=None, winners=(0,))
    last = SheetView(replace(game, sheet=over)).deals[1].part
    assert last is not None
    assert (last.number, last.totals) == (2, (20, 5))


def test_who_bid_stands_above_those_who_are_level_at_the_target(
    database: Database, club: str
) -> None:
    """Ann bids and comes to 9, in the second deal Ben does; then all have 18."""
    table = begin(database, club, *NAMES[:4], variant="nine-five", house_rules={"target": 18})
    mine = {"high": 0, "low": 1, "jack": 1, "game": 1, "nine": 0, "five": 1}
    theirs = {"high": 1, "low": 0, "jack": 0, "game": 0, "nine": 1, "five": 0}
    score(table, {"bidder": 0, "bid": 9, "taken": mine}, {"bidder": 1, "bid": 9, "taken": theirs})
    result = view(table).result
    assert [(row.name, row.total, row.won) for row in result] == [
        ("Ben and Dan", 18, True),
        ("Ann and Cat", 18, False),
    ]
    assert result[1].place == "2nd"
