"""A game on a phone without JavaScript: seats, the start and the end, by links and plain forms."""

from datetime import timedelta

import pytest
from sqlalchemy import update

from scorer.services.games.read import read_game
from scorer.storage.schema import games as kept
from tests.tables import execute, facts


def test_a_forgotten_deal_is_put_in_between(phone, table):
    table.deal(0, 7, 8, 10)
    table.deal(1, 2, 3, 4)
    game = f"/games/{table.id}"
    phone.get(f"{game}/deals/{table.deals[1]}")
    assert f"{game}/deals/new?before={table.deals[1]}" in phone.page.links
    phone.get(f"{game}/deals/new?before={table.deals[1]}")
    assert "right before what is deal 2 now" in phone.page.text
    phone.send(f"{game}/deals/new", out="2", hands__0="5", hands__1="6", hands__3="7")
    assert phone.answer.status_code == 303, phone.page.text
    assert [one.facts.answers["out"] for one in table.read().sheet.deals] == [0, 2, 1]


def test_somebody_takes_over_a_seat(phone, table):
    table.deal(0, 7, 8, 10)
    game = f"/games/{table.id}"
    phone.get(game)
    assert f"{game}/seats/2" in phone.page.links
    phone.fill(f"{game}/seats/2", player="Eve")
    assert "Eve sat down for Cat, after deal 1." in phone.read_next()
    assert "for Cat" in phone.page.text
    table.seen = 2
    table.deal(1, 2, 3, 4)
    assert "Eve sits down for Cat" in phone.read(game)
    assert table.read().sheet.totals == (2, 7, 11, 14)
    phone.get(f"{game}/seats/2")
    first = table.deals[0]
    assert phone.send(f"{game}/seats/2", player="Fay", before=first).status_code == 303
    assert phone.fill(f"{game}/seats/2", player="Fay", before=first).status_code == 422
    assert phone.send(f"{game}/seats/2", player="Cat").status_code == 303


def test_no_story_says_of_a_winner_what_others_did_in_that_seat(phone, table):
    table.deal(3, 7, 8, 10)
    table.take_seat(3, "Eve")
    table.play_out(3, 7, 8, 10)
    assert "Dan played deal 1, Eve deals 2–4." in phone.read(f"/games/{table.id}")
    assert "led from the first deal" not in phone.page.text


def test_a_seat_is_taken_by_nobody_who_sits_there(phone, table):
    address = f"/games/{table.id}/seats/2"
    assert phone.fill(address, player="  ").status_code == 422
    assert "Say who sits down." in phone.page.text
    assert phone.send(address, player="cat").status_code == 422
    assert "Cat already sits there." in phone.page.text
    assert phone.send(address, player="ben").status_code == 422
    assert "Ben already sits on Ann’s left." in phone.page.text
    assert phone.send(address, player="x" * 50).status_code == 422
    assert phone.page.form(address)["player"] == ["x" * 50]
    assert phone.get(f"/games/{table.id}/seats/4").status_code == 404
    assert table.read().version == 0


def test_the_start_is_corrected_by_moving_rows(phone, table):
    table.deal(0, 7, 8, 10)
    address = f"/games/{table.id}/start"
    phone.fill(address, move="down-0")
    form = phone.page.form(address)
    assert form["player"] == ["Ben", "Ann", "Cat", "Dan"]
    assert (form["seat"], form["first_dealer"]) == (["1", "0", "2", "3"], ["0"])
    phone.send(address, player=["Ben", "Ann", "Cat", "Zoe"])
    assert phone.answer.status_code == 303, phone.page.text
    sheet = table.read().sheet
    assert sheet.start.order == (1, 0, 2, 3)
    assert sheet.start.first_dealer == 0
    assert [one.name for one in sheet.sitters] == ["Ann", "Ben", "Cat", "Zoe"]
    assert "Changed the setup: clockwise Ben, Ann, Cat and Zoe." in phone.read_next().replace(
        "Saved: c", "C"
    )


def test_a_game_is_stopped_and_gone_on_with_by_others(phone, table, database, club):
    table.deal(0, 7, 8, 10)
    game = f"/games/{table.id}"
    assert (
        "1 of 4 deals played. Ann would win. After so few deals it counts as no win in the"
        " statistics. To go on after all, tap Undo on the result." in phone.read(f"{game}/end")
    )
    phone.send(f"{game}/end", why="the cat sat on the cards")
    phone.follow()
    assert "Ann won Red Nines Stopped after 1 of 4 deals today" in phone.page.text
    # Two of nine, of one deal of four; the bar above the page has a nine of its own.
    sheet = phone.page.html[phone.page.html.index('id="sheet"') :]
    assert sheet.count("pip pip-on") == 2
    assert "Stopped the game: the cat sat on the cards." in phone.page.text
    phone.get(f"/games/new?follows={table.id}")
    form = phone.page.form("/games/new")
    assert form["player"][:4] == ["Ann", "Ben", "Cat", "Dan"]
    phone.send(
        "/games/new",
        player=["Ann", "Ben", "Cat", "Dan", "Eve", *[""] * 7],
        first_dealer="4",
    )
    assert phone.answer.status_code == 303, phone.page.text
    assert "Deal 1 of 5" in phone.read_next()
    assert "Eve deals" in phone.page.text
    new = phone.answer.request.path.split("/")[-1]
    read = read_game(database, club, new)
    assert read.follows == table.id
    assert read.sheet.start.sitters[0].player == table.read().sheet.sitters[0].player


@pytest.mark.parametrize(("hours", "lately"), [(5, True), (7, False)])
def test_a_game_of_the_past_is_not_reopened_by_a_tap(phone, table, hours, lately):
    table.play_out(0, 7, 28, 32)
    then = table.read().last_at - timedelta(hours=hours)
    execute(table.database, update(kept).where(kept.c.id == table.id).values(last_at=then))
    phone.get(f"/games/{table.id}")
    undo = f"/games/{table.id}/undo"
    assert ("Saved: deal 4" in phone.page.text) == lately
    assert (undo in [form["action"] for form in phone.page.forms]) == lately
    # Whoever corrects it hears that it was saved, and can take that back.
    content = {"deal": table.deals[1], "set": facts(0, 7, 23, 32)}
    saved = phone.write(table.id, "correct", content, 4).json
    assert "Saved: corrected deal 2" in saved["html"]
    assert f'action="{undo}"' in saved["html"]
    phone.fill(undo, on=f"/games/{table.id}/book")
    assert table.read().sheet.totals == (0, 28, 112, 128)
