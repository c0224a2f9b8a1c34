"""Ordinary forms: every fault stands beside its field, and nothing that was typed is lost."""

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


def test_every_wrong_field_of_a_night_is_named(phone, table):
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


def test_a_name_that_is_taken_points_to_its_fault(phone, database, club, table):
    address = f"/players/{player(database, 'Ann')}/rename"
    phone.get(address)
    assert field(phone, "name")["aria-describedby"] == "name-hint"
    assert phone.send(address, name="Ben").status_code == 409
    assert field(phone, "name")["value"] == "Ben"
    assert field(phone, "name")["aria-describedby"] == "name-hint name-fault"
    assert with_focus(phone) == ["name"]
    assert address.replace("rename", "merge") in phone.page.links
    assert phone.send(address, name="Ben", allow_duplicate="yes").status_code == 303


def test_a_group_of_choices_says_what_is_missing(phone, database, club, fake_clock, table):
    fake_clock.advance(days=2)
    begin(database, club)
    address = f"/games/{table.id}/night"
    assert phone.fill(address).status_code == 422
    group = next(attributes for tag, attributes in phone.page.tags if tag == "fieldset")
    assert "autofocus" in group
    assert group["tabindex"] == "-1"
    assert f'id="{group["aria-describedby"]}"' in phone.page.html


def test_the_last_number_fills_itself_in(phone, database, club):
    for rules, typed, made in (
        ({"adds_to": 26}, ["", "20", "1"], [5, 20, 1]),
        ({"adds_to": 0}, ["-7", "", "5"], [-7, 2, 5]),
        ({"adds_to": 26}, ["26", "26", ""], None),
        ({"adds_to": 26}, ["26", "", ""], None),
        ({"adds_to": 26}, ["x", "5", ""], None),
        ({}, ["1", "2", ""], None),
        (None, ["9", "", ""], [9, 0, 0]),
        # More than the target is asked about: what filled itself in stands there.
        ({"adds_to": 26, "length": "target", "target": 10}, ["4", "", "2"], [4, 20, 2]),
    ):
        variant, key = ("ninety-nine", "tricks") if rules is None else ("points", "points")
        game = begin(database, club, "Ann", "Ben", "Cat", variant=variant, house_rules=rules or {})
        address = f"/games/{game.id}/deals/new"
        answer = phone.fill(address, **{f"{key}__{at}": text for at, text in enumerate(typed)})
        if rules and "target" in rules:
            answer = phone.send(address, sure="1")
        assert answer.status_code == (303 if made else 422), typed
        assert [it.record[key] for it in game.read().sheet.deals] == ([made] if made else [])


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
        assert manager.post_json(address, {"name": 5}).status_code < 500
    assert state() == before


def test_a_name_on_the_club_page_that_cannot_be_stands_there_with_its_fault(manager, phone):
    phone.get("/club/")
    (its_own,) = [form["action"] for form in phone.page.forms if "/devices/" in form["action"]]
    for address, name, says in (
        (its_own, "   ", "Every phone needs a name."),
        (its_own, "x" * 4_000, "A name can have 40 letters at most."),
        ("/club/name", "x" * 81, "80 letters at most: this has 81."),
    ):
        manager.get("/club/")
        assert manager.send(address, name=name).status_code == 422
        assert says in manager.page.text
        assert manager.page.form(address)["name"] == [name]
        assert with_focus(manager) == ["name"]
        assert manager.page.html.count("aria-invalid") == 1
