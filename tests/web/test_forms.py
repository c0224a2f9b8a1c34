"""Ordinary forms: every fault stands beside its field, and nothing that was typed is lost."""

import pytest

from scorer.services.club import clubs
from scorer.services.nights.night_list import read_night
from tests.services.finished_games import player
from tests.tables import begin
from tests.web.night_links import night_of


def field(phone, name):
    """The attributes of a field on the page that is open."""
    return next(
        attributes
        for tag, attributes in phone.page.tags
        if tag in ("input", "select", "textarea") and attributes.get("name") == name
    )


def with_focus(phone):
    """The names of all fields that ask for the focus."""
    return [
        attributes.get("name") for _, attributes in phone.page.tags if "autofocus" in attributes
    ]


def test_every_wrong_field_of_a_night_is_named_and_the_first_has_the_focus(phone, table):
    address = f"{night_of(table)}/edit"
    phone.get(address)
    assert with_focus(phone) == []
    typed = {"day": "soon", "name": "x" * 81, "place": "At Ben’s", "note": "two\nlines" * 400}
    assert phone.send(address, **typed).status_code == 422
    assert "Write the day like this" in phone.page.text
    assert "80 letters at most: this has 81." in phone.page.text
    assert "2000 letters at most: this has" in phone.page.text
    for name in ("day", "name", "note"):
        assert field(phone, name)["aria-invalid"] == "true"
        assert field(phone, name)["aria-describedby"] == f"{name}-fault"
        assert f'id="{name}-fault"' in phone.page.html
    assert "aria-invalid" not in field(phone, "place")
    assert with_focus(phone) == ["day"]
    sent_again = phone.page.form(address)
    assert {name: sent_again[name] for name in typed} == {
        name: [said] for name, said in typed.items()
    }


def test_a_name_that_is_taken_is_kept_and_points_to_its_fault_and_its_hint(
    phone, database, club, table
):
    address = f"/players/{player(database, 'Ann')}/rename"
    phone.get(address)
    assert field(phone, "name")["aria-describedby"] == "name-hint"
    assert phone.send(address, name="Ben").status_code == 409
    assert field(phone, "name")["value"] == "Ben"
    assert field(phone, "name")["aria-describedby"] == "name-hint name-fault"
    assert with_focus(phone) == ["name"]
    assert phone.send(address, name="Ben", allow_duplicate="yes").status_code == 303


def test_a_group_of_choices_says_what_is_missing_and_has_the_focus(
    phone, database, club, fake_clock, table
):
    fake_clock.advance(days=2)
    begin(database, club)
    address = f"/games/{table.id}/night"
    assert phone.fill(address).status_code == 422
    group = next(attributes for tag, attributes in phone.page.tags if tag == "fieldset")
    assert "autofocus" in group
    assert group["tabindex"] == "-1"
    assert f'id="{group["aria-describedby"]}"' in phone.page.html


@pytest.mark.parametrize(
    ("variant", "rules", "typed", "made"),
    [
        ("ninety-nine", {}, ["3", "4", ""], [3, 4, 2]),
        ("ninety-nine", {}, ["9", "", ""], [9, 0, 0]),
        ("ninety-nine", {}, ["3", "", ""], None),
        ("ninety-nine", {}, ["5", "6", ""], None),
        ("points", {"adds_to": 26}, ["", "20", "1"], [5, 20, 1]),
        ("points", {"adds_to": 0}, ["-7", "", "5"], [-7, 2, 5]),
        ("points", {"adds_to": 26}, ["26", "26", ""], None),
        ("points", {"adds_to": 26}, ["26", "", ""], None),
        ("points", {}, ["1", "2", ""], None),
    ],
)
def test_the_last_number_fills_itself_in(phone, database, club, variant, rules, typed, made):
    game = begin(database, club, "Ann", "Ben", "Cat", variant=variant, house_rules=rules)
    address = f"/games/{game.id}/deals/new"
    key = "points" if variant == "points" else "tricks"
    sent = {f"{key}__{seat}": text for seat, text in enumerate(typed)}
    assert phone.fill(address, **sent).status_code == (422 if made is None else 303)
    deals = game.read().sheet.deals
    assert [deal.record[key] for deal in deals] == [made for made in [made] if made]


def test_what_filled_itself_in_is_shown_where_the_form_asks(phone, database, club):
    rules = {"adds_to": 26, "length": "target", "target": 10}
    game = begin(database, club, "Ann", "Ben", "Cat", variant="points", house_rules=rules)
    address = f"/games/{game.id}/deals/new"
    assert phone.fill(address, points__0="4", points__2="2").status_code == 422
    assert phone.page.form(address)["points-1"] == ["20"]
    assert phone.send(address, sure="1").status_code == 303
    correct = f"/games/{game.id}/deals/{game.read().sheet.last_deal}/correct"
    assert phone.fill(correct, points__0="9", points__1="").status_code == 422
    assert phone.page.form(correct)["points-1"] == ["15"]


def test_a_form_of_which_nothing_arrived_changes_nothing(manager, database, table):
    night = night_of(table)

    def state():
        described = read_night(database, table.club, night.rsplit("/", 1)[1])
        club = clubs.get_club(database, table.club)
        return described, club.currency, club.time_zone, table.read().names

    before = state()
    for address in (
        f"{night}/edit",
        f"/players/{player(database, 'Ann')}/rename",
        "/club/currency",
        "/club/time-zone",
    ):
        assert manager.post(address).status_code < 500
        manager.get("/join")
        token = {"X-CSRFToken": manager.page.token}
        sent = manager.client.post(address, json={"name": 5}, headers=token)
        assert sent.status_code < 500
    assert state() == before
