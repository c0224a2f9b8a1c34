"""Nights on the screen: found and described; games moved between them."""

from itertools import product

import pytest
from sqlalchemy import update

from scorer.storage.schema import entries
from tests.tables import NAMES, begin, new_id
from tests.web.night_links import night_of, nights_listed

STRANGERS = NAMES[4:8]


def test_a_night_is_found_by_words(phone, table):
    begin(table.database, table.club, *STRANGERS, night="new")
    phone.get("/nights/?q=ann+red")
    assert nights_listed(phone) == [night_of(table)]
    assert phone.page.form("/nights/")["q"] == ["ann red"]
    phone.get("/nights/?q=ann+eve")
    assert nights_listed(phone) == []
    assert "Nothing for ann eve." in phone.page.text


def test_what_was_looked_for_is_only_text(phone, table):
    for typed in ("<script>alert(1)</script>", '"><b>', "%00", "a" * 10_000):
        assert phone.get("/nights/", query_string={"q": typed}).status_code == 200
        assert "<script>alert" not in phone.page.html
        assert '"><b>' not in phone.page.html


def test_a_page_that_does_not_exist_is_not_found(phone, table):
    for words, mark in product(("", "ann"), ("x", "2025-05-03_x_y", "1" * 500, "\0")):
        asked = {"q": words, "before": mark}
        assert phone.get("/nights/", query_string=asked).status_code == 404


@pytest.mark.parametrize("content", ["{", "{}"])
def test_a_game_that_cannot_be_read_does_not_hide_its_night(phone, database, club, content):
    """Whether what is damaged is no JSON any more, or only nothing that a book holds."""
    good, broken, open_too = (begin(database, club) for _ in range(3))
    for table in (good, broken):
        table.deal(0, 7, 23, 32)
        table.write("end", {"why": "late"})
    open_too.deal()
    night = night_of(good)
    with database.writing() as connection:
        of_those = (entries.c.game.in_([broken.id, open_too.id]), entries.c.number == 1)
        connection.execute(update(entries).where(*of_those).values(content=content))
    assert phone.get(night).status_code == 200
    assert "These games cannot be read" in phone.page.text
    assert phone.page.text.count("Red Nines, begun at") == 2
    assert f"/games/{good.id}" in phone.page.links
    assert phone.get(f"{night}/chart.svg?of=red-nines").status_code == 200
    for path in ("records.zip", "table.csv"):
        answer = phone.get(f"{night}/{path}")
        assert answer.status_code == 200
        answer.close()
    for page in ("", "/book", "/record.json"):
        assert phone.get(f"/games/{broken.id}{page}").status_code == 422
    if content == "{":
        assert "This game is damaged and cannot be read." in phone.page.text


def test_a_game_is_moved_to_a_night_of_its_own_and_back(phone, pair):
    game, night = pair[1], night_of(pair[0])
    game.deal()
    phone.get(f"/games/{game.id}/export")
    address = f"/games/{game.id}/night"
    assert address in phone.page.links
    assert phone.fill(address).status_code == 422
    assert "Choose a night first." in phone.page.text
    assert phone.send(address, night=new_id()).status_code == 409
    assert "That night is gone." in phone.page.text
    assert phone.send(address, night="new").status_code == 303
    assert night_of(game) != night
    assert "A night of its own" not in phone.read(address)
    assert phone.send(address, night=pair[0].night).status_code == 303
    assert night_of(game) == night
    assert "was moved to this night." in phone.follow().text
