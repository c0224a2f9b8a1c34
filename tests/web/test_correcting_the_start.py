"""Correcting the start by the plain form: who sat there, and what other rules would make of it."""

import pytest

from tests.tables import begin


def points(database, club, *scored, **rules):
    """A game of points, and the scores of its deals."""
    table = begin(database, club, variant="points", house_rules={"title": "Golf", **rules})
    table.score(*({"points": numbers} for numbers in scored))
    return table


@pytest.mark.parametrize("typed", ["Ben", " BEN "])
def test_who_sits_there_already_cannot_sit_in_another_seat(phone, table, typed):
    address = f"/games/{table.id}/start"
    assert phone.fill(address, player=[typed, "Ben", "Cat", "Dan"]).status_code == 422
    assert f"{typed.strip()} already sits here." in phone.page.text
    invalid = [said["value"] for _, said in phone.page.tags if said.get("aria-invalid")]
    assert invalid == [typed.strip()]
    assert table.read().version == 0


def moved(phone, address, *moves):
    """Move rows of the form, and save it."""
    phone.get(address)
    for move in moves:
        assert phone.send(address, move=move).status_code == 200
    phone.send(address)


def test_before_a_deal_is_played_partners_sit_down_anew(phone, database, club):
    table = begin(database, club, variant="nine-five", first_dealer=1)
    address = f"/games/{table.id}/start"
    assert "Ann and Cat · Ben and Dan" in phone.read(address)
    phone.send(address, move="down-1")
    assert "Ann and Ben · Cat and Dan" in phone.page.text
    moved(phone, address, "down-1")
    assert phone.answer.status_code == 303, phone.page.text
    sheet = table.read().sheet
    assert [sheet.sitters[seat].name for seat in sheet.start.order] == ["Ann", "Cat", "Ben", "Dan"]
    assert sheet.start.sides == (0, 1, 0, 1)
    assert sheet.sitters[sheet.start.first_dealer].name == "Ben"


@pytest.mark.parametrize("kind", ["deal", "answers"])
def test_after_a_deal_or_a_note_partners_stay_partners(phone, database, club, kind):
    table = begin(database, club, variant="nine-five")
    if kind == "deal":
        table.score({"passed": True})
    else:
        table.answer(("bidder", -1, 1), ("bid", -1, 9))
    address = f"/games/{table.id}/start"
    moved(phone, address, "down-0")
    assert phone.answer.status_code == 422
    assert "Partners sit opposite each other" in phone.page.text
    assert "swap their names" in phone.page.text
    assert "Ann and Cat · Ben and Dan" in phone.read(address)
    phone.send(address, player=["Ben", "Ann", "Cat", "Dan"])
    assert phone.answer.status_code == 303, phone.page.text
    assert table.read().sheet.sitters[0].name == "Ben"


@pytest.mark.parametrize(
    ("rules", "scored", "told"),
    [
        ({"sides": "two"}, [4, 9], {"rule__sides": "each"}),
        ({"wins": "highest"}, [4, 9, 20, 1], {"rule__winner": "takes_all"}),
    ],
)
def test_deals_that_other_rules_cannot_read_are_named(phone, database, club, rules, scored, told):
    table = points(database, club, scored, **rules)
    address = f"/games/{table.id}/start"
    phone.get(address)
    for look in ("", "1"):
        assert phone.send(address, look=look, **told).status_code == 422
        assert "These rules do not fit the deals played so far" in phone.page.text
        assert "start a new game." in phone.page.text
        assert "this is missing" not in phone.page.text


def test_sides_can_be_parted_as_long_as_nothing_was_played(phone, database, club):
    table = points(database, club, sides="two")
    address = f"/games/{table.id}/start"
    assert phone.fill(address, look="1", rule__sides="each").status_code == 200
    assert "What it changes" in phone.page.text
    assert phone.send(address, rule__sides="each").status_code == 303
    assert table.read().sheet.start.sides == (0, 1, 2, 3)
