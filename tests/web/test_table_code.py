"""Joining a table by its code: who takes which seat, phones removed, and what guests may."""

import re
from dataclasses import replace
from urllib.parse import urljoin

import pytest

from scorer.services.club import devices, invitations
from scorer.services.games.seats_held import list_held
from scorer.services.nights.edit import move_game
from scorer.web.club.club import qr_svg
from tests.tables import NAMES, begin
from tests.web.conftest import SECRET
from tests.web.payments import pink_nines_played
from tests.web.test_door import CLOSED_TO_GUESTS

LAN = "http://192.0.2.7:9009"


def held(table):
    return list(list_held(table.database, table.club, table.id))


def code_of(phone, table):
    """The link of the code that a phone shows, as far as this server goes."""
    address = f"/games/{table.id}/code"
    phone.get(address, base_url=LAN)
    phone.post(address)
    [made] = invitations.list_invitations(table.database, SECRET, table.club, table.night)
    return f"/join/{made.link_code}"


@pytest.fixture
def at_home(app):
    """The app is told by which address phones reach it."""
    kept = app.extensions["scorer"]
    kept["settings"] = replace(kept["settings"], public_url=LAN)


def test_whoever_is_asked_about_seats_sees_their_marks(phone, stranger, database, club, at_home):
    table = begin(database, club, variant="red-nines-1881")
    hands = [[], *({"cards": number, "red_nines": 0} for number in (2, 3, 4))]
    table.score({"out": 0, "hands": hands})

    def marks(asking, path):
        asking.get(path)
        return re.findall(r'class="look".*?d="([^"]+)"', asking.page.html)

    shown = marks(phone, f"/games/{table.id}")
    assert len(set(shown)) == 4
    for page in ("phones", "people", "end"):
        assert marks(phone, f"/games/{table.id}/{page}") == shown, page
    assert marks(stranger, code_of(phone, table)) == shown


def test_the_code_is_made_only_when_it_is_asked_for(phone, table, database, at_home):
    address = f"/games/{table.id}/code"
    phone.get(address)
    assert 'class="qr"' not in phone.page.html
    assert invitations.list_invitations(database, SECRET, table.club, table.night) == []
    phone.send(address)
    phone.follow()
    assert 'class="qr"' in phone.page.html
    assert f"{LAN}/join" in phone.page.text
    [shown] = invitations.list_invitations(database, SECRET, table.club, table.night)
    assert shown.short_code in phone.page.text
    # What is scanned is not counted among the guesses.
    assert qr_svg(f"{LAN}/join/{shown.link_code}") in phone.page.html


def test_the_code_never_names_localhost(phone, table):
    address = f"/games/{table.id}/code"
    assert "Other phones cannot reach this address" in phone.read(address)
    assert [form for form in phone.page.forms if form["action"] == address] == []
    phone.post(address)
    phone.get(address)
    assert 'class="qr"' not in phone.page.html


def test_opening_the_code_joins_nothing_before_a_tap(phone, stranger, table, database, at_home):
    code = code_of(phone, table)
    before = len(devices.list_devices(database, table.club))
    assert stranger.get(code).status_code == 200
    assert stranger.client.head(code).status_code == 200
    for name in ("Ann", "Ben", "Cat", "Dan", "Red Nines, deal 1"):
        assert name in stranger.page.text
    assert len(devices.list_devices(database, table.club)) == before
    assert held(table) == []
    stranger.fill(code, seat="1")
    assert stranger.answer.headers["Location"] == f"/games/{table.id}"
    assert stranger.follow().status_code == 200
    assert held(table) == [1]
    assert stranger.get("/").headers["Location"] == f"/games/{table.id}"


def test_a_lost_phone_is_removed_by_a_manager_alone(phone, manager, joined, table):
    page, sheet, lost = f"/games/{table.id}/phones", f"/games/{table.id}", joined("score")
    lost.fill(f"{sheet}/seats/1/hold", on=page)
    mine = list_held(table.database, table.club, table.id)[1]
    remove = f"{sheet}/phones/{mine.id}/revoke"
    phone.get(page)
    assert remove not in [form["action"] for form in phone.page.forms]
    assert "Phones of the club are removed by one that manages it." in phone.page.text
    assert phone.post(remove).status_code == 403
    assert lost.get(sheet).status_code == 200
    manager.fill(remove, on=page)
    assert lost.get(sheet).status_code == 401
    assert held(table) == []
    # It plays again tonight once the host says so.
    assert "the host of our table can let it in again" in lost.read("/").lower()
    phone.fill(f"{sheet}/phones/{mine.id}/right", on=page)
    assert lost.get(sheet).status_code == 200
    assert lost.get("/club/").status_code == 403


def test_who_is_let_in_again_sits_where_no_other_phone_does(manager, seated, joined, table):
    page, sheet = f"/games/{table.id}/phones", f"/games/{table.id}"
    seated(1)
    mine = list_held(table.database, table.club, table.id)[1]
    for other, holds in ((None, [mine.id]), (joined("score"), [])):
        manager.fill(f"{sheet}/phones/{mine.id}/revoke", on=page)
        assert held(table) == []
        if other is not None:
            other.fill(f"{sheet}/seats/1/hold", on=page)
        manager.fill(f"{sheet}/phones/{mine.id}/right", on=page)
        held_now = list_held(table.database, table.club, table.id)
        assert [it.id for it in held_now.values() if it.id == mine.id] == holds
        assert list(held_now) == [1]


def test_who_only_watches_leaves_the_seat_that_was_kept(phone, seated, table, at_home):
    guest = seated(1)
    code = code_of(phone, table)
    guest.fill(code)
    assert held(table) == []


def test_after_the_night_the_code_says_so(fake_clock, phone, stranger, table, at_home):
    fake_clock.advance(hours=5, minutes=55)
    code = code_of(phone, table)
    fake_clock.advance(minutes=10)
    assert stranger.get(code).status_code == 404
    assert "This night is over" in stranger.page.text
    assert "This night is over" in phone.read(f"/games/{table.id}/code")
    assert "/games/new" in phone.page.links
    assert phone.post(f"/games/{table.id}/code").status_code == 409


def test_a_guest_leaves(seated, table, database):
    guest = seated(1)
    assert "/club/" not in guest.read("/phone")
    assert "Our table" in guest.page.text.partition("Leave this table")[2]
    [form] = [form["action"] for form in guest.page.forms]
    assert guest.send(form).status_code == 303
    assert "Join a table" in guest.read_next()
    assert list_held(database, table.club, table.id) == {}


@pytest.mark.parametrize("right", ["play", "score"])
def test_no_page_leads_a_guest_to_what_it_may_not_see(manager, seated, table, database, right):
    unpaid = pink_nines_played(database, table.club)
    move_game(database, table.club, unpaid.id, "new")
    table.deal()
    table.write("end", {"why": "it got late", "leftover": None})
    mine = pink_nines_played(database, table.club)
    assert mine.night == table.night
    guest = seated(1)
    me = next(one for one in devices.list_devices(database, table.club) if one.guest)
    if right == "score":
        manager.post(f"/games/{table.id}/phones/{me.id}/right", right="score")
    night = table.night
    own = (f"/games/{table.id}", f"/games/{mine.id}", f"/nights/{night}")
    waiting, seen = ["/"], {"/"}
    while waiting:
        at = waiting.pop()
        answer = guest.get(at)
        assert answer.status_code in (200, 303), at
        if answer.status_code == 303:
            links = [answer.headers["Location"]]
        elif answer.mimetype != "text/html":
            continue
        else:
            links = [urljoin(f"http://localhost{at}", link) for link in guest.page.links]
            for form in guest.page.forms:
                # What is sent from here is about this night, the next game, or leaves.
                action = form["action"] or at
                assert not action.endswith(CLOSED_TO_GUESTS), (at, action)
                leaves = f"/club/devices/{me.id}/revoke"
                assert action.startswith(("/games/new", leaves, *own)), (at, action)
        for link in links:
            path = link.removeprefix("http://localhost").split("#")[0]
            if path.startswith("/") and path not in seen:
                seen.add(path)
                waiting.append(path)
    assert {f"/nights/{night}", f"/games/{mine.id}"} <= seen
    assert len(seen) > 30


def test_what_holds_tonight_holds_in_that_night_only(watcher, seated, table, database, club):
    other = begin(database, club, "Eve", "Fay", "Gus", "Hal", night="new")
    seated(None)
    [made] = invitations.list_invitations(database, SECRET, club, table.night)
    code = f"/join/{made.link_code}"
    watcher.get(code)
    # The form names a game of another night: it is joined, and no seat is taken there.
    assert watcher.send(code, game=other.id, seat="1").status_code == 403
    assert watcher.post(f"/games/{table.id}/seats/2/hold").status_code == 303
    device = list_held(database, club, table.id)[2].id
    for raised in (False, True):
        if raised:
            raise_tonight(database, table, device)
        assert watcher.get(f"/games/{other.id}").status_code == 200
        assert watcher.get(f"/games/{other.id}/own").status_code == 403
        assert watcher.post(f"/games/{other.id}/seats/1/hold").status_code == 403
        assert watcher.answers(other.id, ["out", -1, 0]).status_code == 403
        assert watcher.get(f"/nights/{other.night}/edit").status_code == 403
    assert watcher.write(table.id, "end", {"why": "late"}, 0).status_code == 200
    assert not list_held(database, club, other.id)


def test_a_guest_joins_for_good_by_an_invitation(seated, table, database, club):
    guest = seated(1)
    raise_tonight(database, table, list_held(database, club, table.id)[1].id)
    code = f"/join/{invitations.make_invitation(database, SECRET, club, 'score').link_code}"
    assert "already" not in guest.get(code).text
    assert guest.send(code).status_code == 303
    now = list_held(database, club, table.id)[1].id
    joined = next(one for one in devices.list_devices(database, club) if one.id == now)
    assert (joined.lasting, joined.guest) == ("score", False)
    assert "already" in guest.get(code).text


def raise_tonight(database, table, device):
    """Let a phone keep score as long as the night of a table lasts."""
    chief = next(one for one in devices.list_devices(database, table.club) if one.right == "manage")
    devices.set_right(database, chief, device, "score", table.night)


def test_who_has_left_tonight_taps_a_name_and_is_let_in(phone, stranger, database, club, at_home):
    five = begin(database, club, "Ann", "Ben", "Cat", "Dan", "<i>Eve")
    code, sheet = code_of(phone, five), f"/games/{five.id}"
    stranger.fill(code, seat="4")
    five.change([0, 1, 2, 3])
    assert "Back again? I am <i>Eve I am new" in stranger.read(f"{sheet}/phones")
    # The next game is begun without her.
    four = begin(database, club, *NAMES[:4], follows=five.id)
    sheet = f"/games/{four.id}"
    assert "Back again? I am <i>Eve I am new" in stranger.read(f"{sheet}/phones")
    assert "Back again? I am <i>Eve I am new" in stranger.read(code)
    stranger.get(f"{sheet}/phones")
    stranger.send(f"{sheet}/newcomer", newcomer="<i>Eve")
    assert "<i>Eve would like to play" in stranger.read_next()
    phone.get(sheet)
    [way] = [link for link in phone.page.links if "?player=" in link]
    phone.get(way)
    phone.send(f"{sheet}/people")
    assert [it.name for it in list_held(database, club, four.id).values()] == ["<i>Eve’s phone"]
    assert "Back again?" not in stranger.read(f"{sheet}/phones")


def test_who_is_new_says_a_name_and_is_let_in(phone, stranger, table, at_home):
    code, sheet = code_of(phone, table), f"/games/{table.id}"
    assert "I am new" not in phone.read(code)
    # What cannot be a name is said beside it, with what was typed, and nobody has joined.
    for name, fault in (("", "Every player needs a name"), ("x" * 41, "at most")):
        assert stranger.fill(code, newcomer=name).status_code == 422
        assert fault in stranger.page.text and f'value="{name}"' in stranger.page.html
    assert stranger.get(sheet).status_code == 401
    # By then the phone has joined.
    assert stranger.fill(code, newcomer="BEN").status_code == 422
    assert "Ben already sits there" in stranger.page.text
    stranger.fill(code, newcomer=" <i>Eve ")
    assert "<i>Eve would like to play" in stranger.read_next()
    assert "Let <i>Eve in" in phone.read(sheet)
    assert "Let <i>Eve in" not in stranger.read(sheet)
    # The phone that shows the code says so too.
    assert "<i>Eve would like to play. Let them in on the sheet" in phone.read(f"{sheet}/code")
    assert "more phone" not in phone.page.text
    # Another name, or none any more.
    page, say = f"{sheet}/phones", f"{sheet}/newcomer"
    stranger.fill(say, on=page)
    assert "Eve in" not in phone.read(sheet)
    assert stranger.fill(say, on=page, newcomer="cat").status_code == 422
    assert "Cat already sits there" in stranger.page.text
    stranger.send(say, newcomer="Eve")
    # She joins the game that goes on, or the next one is set up with her behind the others.
    phone.get(sheet)
    [way] = [link for link in phone.page.links if link.endswith("/people?player=Eve")]
    phone.get(way)
    names = ["Ann", "Ben", "Cat", "Dan", "Eve"]
    assert phone.page.form(f"{sheet}/people")["name"] == names
    table.deal()
    table.write("end", {"why": "late"})
    phone.get(sheet)
    [way] = [link for link in phone.page.links if "newcomer=" in link]
    phone.get(way)
    seated = phone.page.form("/games/new")["player"]
    assert [name for name in seated if name] == names
