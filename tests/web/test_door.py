"""The door: who may read and write what."""

import re

import pytest
from sqlalchemy import insert

from scorer.services import clock
from scorer.services.club import devices
from scorer.services.nights import bin
from scorer.storage.schema import clubs
from scorer.web.access import OPEN
from tests.services.imports import everything
from tests.tables import begin, execute, new_id


def every_address(app, table):
    """Each method and address of the app, filled with ids of this table."""
    night = table.night
    values = {
        "game": table.id,
        "deal": table.deals[0],
        "seat": 1,
        "night": night,
        "variant": "red-nines",
        "invitation": new_id(),
        "device": new_id(),
        "payment": new_id(),
        "upload": new_id(),
        "player": table.read().sheet.sitters[0].player,
    }
    found = []
    adapter = app.url_map.bind("localhost")
    for rule in app.url_map.iter_rules():
        if rule.endpoint not in OPEN:
            address = adapter.build(rule.endpoint, {name: values[name] for name in rule.arguments})
            found += [(method, address) for method in (rule.methods or set()) & {"GET", "POST"}]
    return found


@pytest.fixture
def addresses(app, table):
    table.deal()
    return every_address(app, table)


def test_nothing_opens_to_a_phone_that_has_not_joined(stranger, addresses):
    assert len(addresses) > 25
    for method, address in addresses:
        if method == "GET":
            assert stranger.get(address).status_code == 401, address
        else:
            assert stranger.post(address).status_code == 401, address


def test_private_pages_are_kept_by_nobody_on_the_way(manager, stranger, addresses):
    for phone in (manager, stranger):
        for _, address in addresses:
            answer = phone.get(address)
            cached = answer.headers["Cache-Control"]
            assert cached in ("private, no-cache", "private, no-store"), address
            answer.close()


def test_a_watcher_reads_every_page_but_writes_nothing(watcher, addresses, table):
    before = table.read().version
    read = []
    for method, address in addresses:
        if method == "POST":
            assert watcher.post(address).status_code == 403, address
        elif watcher.get(address).status_code == 200:
            read.append(address)
    assert f"/games/{table.id}" in read
    assert f"/games/{table.id}/book" in read
    assert "/club/" in read
    assert not any(address.endswith(("/new", "/start", "/end", "/correct")) for address in read)
    assert table.read().version == before


def test_a_watchers_pages_offer_nothing_to_write_with(watcher, table):
    table.deal()
    for page in ("", "/table"):
        watcher.get(f"/games/{table.id}{page}")
        assert watcher.page.forms == []
        assert not any(word in link for link in watcher.page.links for word in ("new", "correct"))


# What no guest may do, whatever else it may.
CLOSED_TO_GUESTS = ("/delete", "/restore", "/night", "/edit")
# What a guest may write: for its own seat, and whose that is.
MAY_WRITE = ("/hold", "/ask-no-more", "/free", "/newcomer", "/answers", "/entries")


# What a guest gets of its own night where it is not a page: "/" leads to the game; some is only for
# whoever keeps score, and some is not there for a guest, or not in this game.
LEADS_ON = ("/", "/score")
ONLY_FOR_SCORERS = (
    "/people",
    *("/deals/new", "/correct", "/end", "/entries", "/tables"),
    *("/code", "/seats/1", "/start"),
)
ID = re.compile("[0-9a-f-]{36}")
NOT_THERE = (*CLOSED_TO_GUESTS, "/picture.svg")


def inside_answer(table, address):
    """With which status a guest at this table is answered who asks for a page."""
    # Nobody is asked about the seat that this guest holds.
    if address in LEADS_ON or address.endswith("/seats/1/hold"):
        return 303
    if f"/games/{table.id}/" in address and address.endswith(ONLY_FOR_SCORERS):
        return 403
    # A night of one game has no chart of its own.
    is_missing = address.endswith(NOT_THERE) or re.match("/nights/.*/chart.svg", address)
    return 404 if is_missing else 200


def test_a_guest_sees_its_night_and_writes_for_its_seat(manager, seated, addresses, table, app):
    guest, night = seated(1), table.night
    before, seen = table.read().version, []
    for method, address in addresses:
        inside = address in LEADS_ON or any(
            part in address for part in (table.id, night, "/rules/")
        )
        if method == "POST":
            if inside and address.endswith(MAY_WRITE):
                continue
            status = guest.post(address, right="score", entry=table.deals[0]).status_code
            hidden = ID.search(address) and (not inside or address.endswith(CLOSED_TO_GUESTS))
            assert status == (404 if hidden else 403), (address, status)
        else:
            status = guest.get(address).status_code
            outside = 404 if ID.search(address) else 403
            expected = inside_answer(table, address) if inside else outside
            assert status == expected, (address, status)
            seen += [address] if status == 200 else []
    assert f"/games/{table.id}" in seen
    assert f"/games/{table.id}/phones" in seen
    assert f"/games/{table.id}/code" not in seen
    assert not any(address.endswith(("/new", "/start", "/end", "/correct")) for address in seen)
    assert table.read().version == before


@pytest.mark.parametrize("score", [False, True])
def test_another_night_does_not_exist_for_a_guest(manager, seated, app, table, database, score):
    guest = seated(1)
    if score:
        mine = next(one for one in devices.list_devices(database, table.club) if one.guest)
        manager.post(f"/games/{table.id}/phones/{mine.id}/right", right="score")
        assert guest.get(f"/games/{table.id}/end").status_code == 200
    other = begin(database, table.club, "Eve", "Fay", "Gus", "Hal", night="new")
    other.deal()
    theirs = (other.id, other.night, other.read().sheet.sitters[0].player)
    asked = 0
    for method, address in every_address(app, other):
        if any(one in address for one in theirs):
            asked += 1
            status = (guest.get if method == "GET" else guest.post)(address).status_code
            assert status == 404, (address, status)
    assert asked > 40
    assert guest.write(other.id, "end", {"why": "x"}, 1).status_code == 404
    # Where the address names no game, a form does.
    for game, status in ((other, 404 if score else 403), (table, 200 if score else 403)):
        assert guest.get(f"/games/new?follows={game.id}").status_code == status
    for path in ("/nights/", "/players/", "/club/", "/settle-up"):
        assert guest.get(path).status_code == 403, path
        assert "Ask the host." in guest.page.text
    assert other.read().version == 1
    bin.delete(database, table.club, "game", other.id, device=None)
    for path in (f"/games/{other.id}", f"/nights/{table.night}?deleted={other.id}"):
        assert "Eve" not in guest.read(path)


def test_a_guest_answers_for_its_own_seat_only(manager, seated, table):
    guest, idle = seated(1), seated(None)
    assert guest.write(table.id, "end", {"why": "late"}, 0).status_code == 403
    hand = {"points": 7, "red_nines": 0}
    assert guest.answers(table.id, ["hands", 2, hand]).status_code == 403
    refused = idle.answers(table.id, ["hands", 1, hand])
    assert refused.status_code == 403
    assert refused.json["error"]["message"] == "This phone has no seat: take one under Phones."
    assert not table.read().answers
    assert guest.answers(table.id, ["hands", 1, hand]).status_code == 200


def test_a_scorer_cannot_look_after_the_phones(phone):
    assert phone.post("/club/invitations", right="manage").status_code == 403
    assert phone.post(f"/club/devices/{new_id()}/revoke").status_code == 403
    assert phone.post(f"/club/devices/{new_id()}", name="X").status_code == 403
    assert phone.post("/club/time-zone", zone="UTC").status_code == 403


def test_a_phone_that_may_not_is_told_who_can_let_it(watcher, seated, table):
    assert watcher.get("/games/new").status_code == 403
    assert re.search("This phone may watch. To change that, ask .+[.]", watcher.page.text)
    guest = seated(1)
    assert guest.get(f"/games/{table.id}/start").status_code == 403
    assert "This phone may play tonight. Ask the host." in guest.page.text


@pytest.fixture
def elsewhere(database):
    """A game of another club on the same server."""
    row = {"id": new_id(), "name": "Others", "time_zone": "UTC", "currency": ""}
    execute(database, insert(clubs).values({**row, "made_at": clock.now()}))
    table = begin(database, row["id"])
    table.deal()
    return table


def test_another_clubs_games_do_not_exist(manager, elsewhere, app):
    read = elsewhere.read()
    theirs = (elsewhere.id, elsewhere.deals[0], read.night, read.sheet.sitters[0].player, "/deeds/")
    for method, address in every_address(app, elsewhere):
        if not any(one in address for one in theirs):
            continue
        if method == "GET":
            assert manager.get(address).status_code == 404, address
        elif not address.endswith(("/entries", "/restore")):
            status = manager.post(address, entry=elsewhere.deals[0]).status_code
            assert status == 404, address
    answer = manager.write(elsewhere.id, "end", {"why": "no reason"}, 1)
    assert answer.status_code == 404
    assert elsewhere.read().version == 1
    assert manager.get(f"/games/new?follows={elsewhere.id}").status_code == 404


# What is written behind the answers: when a phone was seen, and the ratings that were due.
SEEN_AND_RATED = ("devices", "uploads", "ratings", "ratings_due")


@pytest.mark.parametrize("what", ["game", "night"])
def test_what_lies_in_the_bin_is_neither_read_nor_written(manager, app, database, club, what):
    table, other = begin(database, club), begin(database, club)
    table.deal()
    other.deal()
    night = table.night
    addresses = every_address(app, table)
    if what == "game":
        bin.delete(database, club, "game", table.id, device=None)
        gone = (table.id,)
    else:
        bin.delete(database, club, "night", night, device=None)
        gone = (table.id, night)
    before, asked = everything(database, SEEN_AND_RATED), 0
    for method, address in addresses:
        if not any(one in address for one in gone) or address.endswith(("/entries", "/restore")):
            continue
        asked += 1
        if method == "GET":
            assert manager.get(address).status_code == 404, address
        elif address.endswith("/delete"):
            # What is there already is not put there again, and nobody is told off for it.
            assert manager.post(address).status_code == 303, address
        else:
            status = manager.post(address, payment=new_id(), entry=table.deals[0]).status_code
            assert status == 409, (address, status)
    assert asked > (20 if what == "game" else 30)
    answer = manager.write(table.id, "end", {"why": "no reason"}, 1)
    assert answer.status_code == 409
    assert everything(database, SEEN_AND_RATED) == before


def test_what_is_not_there_is_not_found(manager):
    zero = "00000000-0000-0000-0000-000000000000"
    for path in (
        *("games/1", "games/nothing", "games/../../etc/passwd", f"games/{zero[:-1]}G"),
        *(f"{what}/{zero}" for what in ("games", "nights", "club/invitations")),
        *("rules/whist", "nights/?before=yesterday"),
    ):
        assert manager.get(f"/{path}").status_code == 404, path
        assert "Not here" in manager.page.text


def test_a_deal_of_another_game_is_not_found_in_this_one(phone, table, database, club):
    other = begin(database, club)
    other.deal()
    for page in ("", "/correct"):
        assert phone.get(f"/games/{table.id}/deals/{other.deals[0]}{page}").status_code == 404
