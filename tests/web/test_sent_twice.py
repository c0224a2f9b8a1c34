"""Every form that is sent a second time, because no answer came, changes nothing any more."""

import pytest

from scorer.services.club.devices import list_devices
from scorer.services.club.invitations import keep_way_back, make_invitation, offer_way_back
from scorer.services.people.merge import merge_people
from tests.played_club import counters
from tests.services.finished_games import finish, player
from tests.services.imports import everything
from tests.tables import add_phone, begin
from tests.web.conftest import SECRET
from tests.web.counters import begin_counters
from tests.web.import_form import PAPER, bring, choose
from tests.web.night_links import night_of

# Whom a phone belongs to and when it was seen has nothing to do with what was sent.
ASIDE = {"devices", "guesses", "uploads"}
# When it was withdrawn or forgotten may be written again; that it was, stays. A change counted too
# often costs each phone one sheet.
MAY_DIFFER = {"withdrawn_at", "revoked_at", "changes"}


def send_twice(database, phone, page, action, **fields):
    """Send a form of a page twice, just as it stands; it says the second time what it may."""
    assert phone.get(page).status_code == 200
    form = phone.page
    assert phone.send(action, **fields).status_code == 303
    once = everything(database, ASIDE, MAY_DIFFER)
    phone.page = form
    answer = phone.send(action, **fields)
    assert answer.status_code in (303, 404, 409, 422)
    assert everything(database, ASIDE, MAY_DIFFER) == once
    return answer


@pytest.fixture
def old(database, club):
    """A game for counters in which Cat borrowed some from Ben."""
    table = begin_counters(database, club)
    table.score(counters(0))
    table.write("lend", {"seat": 2, "lender": 1, "counters": 5})
    return table


@pytest.mark.parametrize(
    ("page", "action", "fields"),
    [
        ("", "/deals/new", {}),
        ("", "/undo", {}),
        ("/end", "/end", {}),
        ("/seats/1", "/seats/1", {"player": "Zoe"}),
        ("/start", "/start", {"player": ["Ann", "Ben", "Cat", "Zoe"]}),
        ("/deals/new", "/deals/new", {"out": "0", **{f"hands-{n}": "3" for n in (1, 2, 3)}}),
        ("/export", "/delete", {}),
        ("/deals/{deal}/correct", "/deals/{deal}/correct", {"on_red_nine": "1"}),
        ("/night", "/night", {"night": "new"}),
    ],
)
def test_what_is_written_in_a_book(manager, database, old, page, action, fields):
    begin(database, old.club, night=old.night)
    page, action = (f"/games/{old.id}{one}".format(deal=old.deals[0]) for one in (page, action))
    send_twice(database, manager, page, action, **fields)


def test_a_redo(phone, database, old):
    old.undo()
    game = f"/games/{old.id}"
    send_twice(database, phone, game, f"{game}/redo")


def test_what_is_done_to_a_night(manager, database, table):
    night = night_of(table)
    send_twice(database, manager, f"{night}/edit", f"{night}/edit", place="Brno")
    send_twice(database, manager, night, f"{night}/delete")
    manager.get("/bin")
    send_twice(database, manager, "/bin", manager.page.forms[0]["action"])


@pytest.mark.parametrize("action", ["rename", "merge", "anonymise", "unmerge"])
def test_what_is_said_of_a_person(manager, database, club, action):
    finish(database, club, "Ann", "Ben", "Cat", "Dan")
    finish(database, club, "Eve", "Ben", "Cat", "Dan")
    ann, eve = player(database, "Ann"), player(database, "Eve")
    page = action = f"/players/{ann}/{action}"
    if page.endswith("unmerge"):
        merge_people(database, club, ann, eve)
        page = f"/players/{eve}"
    fields = {"rename": {"name": "Anna"}, "merge": {"other": eve}}
    send_twice(database, manager, page, action, **fields.get(page.split("/")[-1], {}))


@pytest.mark.parametrize(
    ("action", "fields"), [("currency", {"currency": "EUR"}), ("time-zone", {"zone": "Asia/Tokyo"})]
)
def test_what_is_said_of_the_club(manager, database, action, fields):
    send_twice(database, manager, "/club/", f"/club/{action}", **fields)


def test_a_file_that_is_brought_in(manager, database, club):
    begin(database, club).write("end", {"why": "late"})
    choose(manager, PAPER, "paper.csv")
    looked = manager.page
    bring(manager)
    assert manager.answer.status_code == 303
    once = everything(database, ASIDE, MAY_DIFFER)
    manager.page = looked
    bring(manager)
    assert manager.answer.status_code in (303, 409)
    assert everything(database, ASIDE, MAY_DIFFER) == once


def test_an_invitation(manager, database):
    answer = send_twice(database, manager, "/club/", "/club/invitations")
    assert answer.status_code == 303


@pytest.mark.parametrize("by", ["link", "letters"])
def test_joining(stranger, database, club, by):
    host = add_phone(database, club, "Host", "manage")
    letters = offer_way_back(database, SECRET, host)
    keep_way_back(database, SECRET, host, letters)
    made = make_invitation(database, SECRET, club)
    page = f"/join/{made.link_code}" if by == "link" else "/join"
    fields = {} if by == "link" else {"code": letters}
    assert stranger.get(page).status_code == 200
    form = stranger.page
    assert stranger.send(page, **fields).status_code == 303
    stranger.client.delete_cookie(f"scorer-{club}")  # the answer with the cookie did not arrive
    again = {**form.form(page), **fields, "csrf_token": stranger.open_form(page)["csrf_token"]}
    assert stranger.client.post(page, data=again).status_code == 303
    assert len(list_devices(database, club)) == 2
    assert stranger.get("/").status_code == 200
