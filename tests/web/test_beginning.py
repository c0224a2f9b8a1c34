"""A stranger begins a club, finds the way back to it, and deletes it."""

import re

import pytest

from scorer.services.club import clubs, devices
from scorer.services.club.invitations import show_table
from scorer.services.limits import RATES
from tests.joined import cookies_of
from tests.services.imports import everything
from tests.tables import Table, all_games, new_id
from tests.web.phones import Phone

NEW, BACK = "/games/new", "/club/way-back"
LETTERS = re.compile(r"\b(?:[A-Z0-9]{4} ){4}[A-Z0-9]{4}\b")


@pytest.fixture
def open_app(make):
    """A server where anybody may begin a club."""
    return make(new_clubs="anybody", public_url="http://localhost", contact="ann@example.org")


@pytest.fixture
def database(open_app):
    return open_app.extensions["scorer"]["database"]


@pytest.fixture
def stranger(open_app):
    return Phone(open_app)


def start(phone, **changed):
    """Start a first game of four; its id."""
    if NEW not in [form["action"] for form in phone.page.forms]:
        phone.get(NEW)
    names = ["Ann", "Ben", "Cat", "Dan", *[""] * (len(phone.page.form(NEW)["player"]) - 4)]
    phone.send(NEW, **{"player": names, "zone": "Pacific/Auckland", "first_dealer": "0", **changed})
    return phone.answer.headers.get("Location", "")[-36:]


def begin(phone):
    phone.get(NEW)
    return start(phone)


def begin_another(phone):
    phone.get(f"{NEW}?begin=1")
    return start(phone)


def way_back_of(phone):
    """The letters that a manager's phone is shown and keeps."""
    [letters] = LETTERS.findall(phone.read(BACK))
    assert phone.send(BACK).status_code == 303
    return letters


def test_a_strangers_front_page_has_the_code_first(stranger):
    text = stranger.read("/")
    assert stranger.answer.status_code == 401
    assert text.index("Code") < text.index("Start a table")
    assert "mailto:ann@example.org" in stranger.page.links
    assert NEW in stranger.page.links


def test_a_club_begins_with_start_and_leaves_nothing_before(stranger, database):
    stranger.get("/")
    assert stranger.get(NEW).status_code == 200
    assert stranger.send(NEW).status_code == 422
    assert not any(everything(database, aside=("counted_by",)).values())
    game = begin(stranger)
    assert stranger.follow().status_code == 200
    [club] = clubs.list_clubs(database)
    assert (club.name, club.time_zone) == ("Ann, Ben, Cat, Dan", "Pacific/Auckland")
    [phone] = devices.list_devices(database, club.id)
    assert phone.right == "manage"
    assert stranger.get(f"/games/{game}").status_code == 200


def test_an_answer_that_was_lost_begins_no_second_club(stranger, open_app, database):
    stranger.get(NEW)
    page, twin = stranger._html, Phone(open_app)
    cookie = stranger.client.get_cookie("scorer").value
    game = start(stranger)
    for changed in ({}, {"first_dealer": "2"}):
        twin.client.set_cookie("scorer", cookie)
        twin._html, twin._page = page, None
        again = start(twin, **changed)
        assert again == (game if not changed else "")
        assert twin.get(f"/games/{game}").status_code == 200
    assert len(clubs.list_clubs(database)) == 1


def test_a_network_begins_so_many_clubs_a_day(open_app, stranger, database):
    most = RATES["new_clubs"][0]
    for _ in range(most):
        assert begin(Phone(open_app))
    assert not begin(stranger)
    assert stranger.answer.status_code == 422
    assert f"{most} tables were begun from this network today" in stranger.page.text
    assert stranger.page.form(NEW)["player"][0] == "Ann"
    assert len(clubs.list_clubs(database)) == most


def test_who_is_invited_begins_no_club(app):
    phone = Phone(app)
    assert "Start a table" not in phone.read("/")
    assert phone.get(NEW).status_code == 401


def test_a_phone_of_a_club_begins_another(stranger, database):
    first = begin(stranger)
    stranger.get("/join")
    [address] = [link for link in stranger.page.links if link.startswith(NEW)]
    stranger.get(address)
    assert any("variant=hearts" in link and "begin=1" in link for link in stranger.page.links)
    assert "Ann" not in stranger.page.text
    second = start(stranger)
    assert stranger.get(f"/games/{second}").status_code == 200
    one, other = clubs.list_clubs(database)
    games = {it.id: all_games(database, it.id)[0].id for it in (one, other)}
    assert sorted(games.values()) == sorted([first, second])


def test_two_strangers_see_nothing_of_each_other(stranger, open_app, database):
    other = Phone(open_app)
    mine, theirs = begin(stranger), begin(other)
    assert stranger.get(f"/games/{theirs}").status_code == 404
    assert other.get(f"/games/{mine}").status_code == 404
    assert len(clubs.list_clubs(database)) == 2
    assert "Ann" not in Phone(open_app).read("/")


def test_the_letters_lead_back_and_remove_the_others(stranger, open_app, database):
    game = begin(stranger)
    letters, found = way_back_of(stranger), Phone(open_app)
    found.get("/join")
    found.send("/join", code=letters.lower())
    assert "Remove all other phones" in found.read_next()
    assert stranger.get(f"/games/{game}").status_code == 200
    assert "make new ones" in found.page.text
    assert "They can no longer read" in found.page.text
    assert found.send("/club/devices/revoke-others").status_code == 303
    assert "The other phones were removed" in found.read_next()
    assert stranger.get(f"/games/{game}").status_code == 401
    assert found.get(f"/games/{game}").status_code == 200


def test_who_manages_may_always_remove_the_others(joined):
    host, other = joined("manage"), joined("score")
    assert "Remove all other phones" not in other.read("/club/")
    assert host.read("/club/").count("Remove all other phones") == 1
    assert host.send("/club/devices/revoke-others").status_code == 303
    assert "Remove all other phones" not in host.read_next()
    assert other.get("/").status_code == 401


def test_the_link_back_joins_once_its_button_is_pressed(stranger, open_app, database):
    begin(stranger)
    letters, found = way_back_of(stranger), Phone(open_app)
    address = f"/join/{letters.replace(' ', '').lower()}"
    assert "this phone will manage it" in found.read(address)
    [club] = clubs.list_clubs(database)
    assert len(devices.list_devices(database, club.id)) == 1
    found.send(address)
    assert found.follow().status_code == 200
    assert found.get(BACK).status_code == 200


def test_the_old_letters_are_good_until_the_new_are_kept(stranger, open_app):
    begin(stranger)
    old = way_back_of(stranger)
    [new] = LETTERS.findall(stranger.read(BACK))
    assert "Until then the old ones are." in stranger.page.text
    for letters, status in ((new, 404), (old, 200)):
        assert Phone(open_app).get(f"/join/{letters.replace(' ', '')}").status_code == status
    stranger.send(BACK)
    for letters, status in ((new, 200), (old, 404)):
        assert Phone(open_app).get(f"/join/{letters.replace(' ', '')}").status_code == status


def test_the_letters_stay_when_the_page_or_its_answer_is_lost(stranger, open_app):
    begin(stranger)
    [letters] = LETTERS.findall(stranger.read(BACK))
    assert LETTERS.findall(stranger.read(BACK)) == [letters]
    for _ in range(2):
        assert stranger.send(BACK).status_code == 303
    assert Phone(open_app).get(f"/join/{letters.replace(' ', '')}").status_code == 200
    assert LETTERS.findall(stranger.read(BACK)) != [letters]


def test_the_way_back_is_offered_after_the_first_game_only(stranger, database):
    game = begin(stranger)
    [club] = clubs.list_clubs(database)
    Table(database, club.id, game).play_out()
    stranger.get(f"/games/{game}")
    assert BACK in stranger.page.links
    way_back_of(stranger)
    stranger.get(f"/games/{game}")
    assert BACK not in stranger.page.links


def test_only_who_manages_sees_the_way_back_or_deletes(app, joined, club):
    for path in (BACK, "/club/delete"):
        assert joined("score").get(path).status_code == 403
        assert joined("manage").get(path).status_code == 200


def test_a_club_is_called_otherwise(joined, database, club):
    phone = joined("manage")
    phone.fill("/club/name", on="/club/", name="The  Smiths")
    assert "The Smiths" in phone.read_next()


def test_a_club_is_deleted_whole(stranger, database):
    game = begin(stranger)
    assert "This cannot be undone." in stranger.read("/club/delete")
    assert stranger.send("/club/delete").status_code == 422
    assert "Tick this first." in stranger.page.text
    stranger.send("/club/delete", yes="1").close()
    assert stranger.get(f"/games/{game}").status_code == 401
    assert not any(everything(database, aside=("counted_by",)).values())


def test_every_phone_of_a_deleted_club_reads_that_it_is(stranger, open_app, database):
    begin(stranger)
    [club], letters, other = clubs.list_clubs(database), way_back_of(stranger), Phone(open_app)
    other.fill("/join", code=letters)
    own = begin_another(stranger)
    stranger.fill(f"/club/delete?club={club.id}", yes="1").close()
    assert "This club was deleted" in stranger.read_next()
    assert "To the other table of this phone" in stranger.page.text
    assert stranger.answer.headers["Out-Of"] == club.id
    assert stranger.get(f"/games/{own}").status_code == 200
    for page in ("/", "/", "/club/", "/code"):
        assert "This club was deleted" in other.read(page)
    late = other.send_late("/club/name", name="X")
    assert (late.status_code, late.json["error"]["message"]) == (410, "This club was deleted.")
    assert "deleted" not in Phone(open_app).read(f"/?club={club.id}")


def test_a_made_up_phone_learns_of_no_club_whether_it_is(stranger, open_app, database):
    begin(stranger)
    [club] = clubs.list_clubs(database)
    answers = []
    for id_ in (club.id, new_id()):
        forged = Phone(open_app)
        forged.keep(cookies_of(id_, "x" * 22))
        assert forged.get("/").status_code == 401
        answers.append(forged.page.text)
    assert answers[0] == answers[1]


def test_a_guest_begins_a_club_of_its_own(stranger, open_app, database):
    game = begin(stranger)
    [club] = clubs.list_clubs(database)
    [host], night = devices.list_devices(database, club.id), Table(database, club.id, game).night
    code = show_table(database, str(open_app.secret_key), host, night).link_code
    guest = Phone(open_app)
    guest.fill(f"/join/{code}")
    assert guest.get("/").headers["Location"].endswith(game)
    own = begin_another(guest)
    assert guest.get(f"/games/{own}").status_code == 200
    assert len(clubs.list_clubs(database)) == 2


def test_the_form_of_who_was_removed_begins_no_club(stranger, database):
    begin(stranger)
    stranger.get(NEW)
    [club] = clubs.list_clubs(database)
    with database.writing() as connection:
        devices.revoke(connection, devices.list_devices(database, club.id)[0])
    start(stranger)
    assert stranger.answer.status_code == 401
    assert clubs.list_clubs(database) == [club]
