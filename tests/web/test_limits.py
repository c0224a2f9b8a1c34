"""Floods of one phone or network are held back, and nobody else notices."""

from datetime import UTC, datetime, timedelta

import pytest

from scorer.services import clock
from scorer.services.club import invitations
from scorer.services.club.devices import list_devices
from scorer.services.limits import MAX_GUESSES, RATES, count, one_at_a_time
from tests.joined import join
from tests.tables import begin, make_club, new_id
from tests.web.conftest import SECRET
from tests.web.import_form import PAPER, choose
from tests.web.phones import Phone

EVENING = datetime(2025, 5, 3, 20, 0, tzinfo=UTC)
WRITES, POLLS, JOINS = (RATES[what][0] for what in ("writes", "polls", "joins"))


def poll(phone, table):
    """Ask for news as the page does; the answer."""
    headers = {"Accept": "application/json", "If-None-Match": 'W/"old"'}
    return phone.client.get(f"/games/{table.id}/news", headers=headers)


def write(phone, table, kind, content, id, seen=0):
    """Write an entry as an outbox does that has more to send; the answer."""
    entry = {"id": id, "seen": seen, "kind": kind, "content": content}
    return phone.post_json(f"/games/{table.id}/entries", entry, Prefer="return=minimal")


def penalty(phone, table, seen=0):
    """Write something small."""
    content = {"side": 0, "points": 1, "why": "late"}
    return write(phone, table, "adjust", content, new_id(), seen)


def spend(database, club, left):
    """Let the phone that keeps score have saved so often that few times are left."""
    [phone] = [it.id for it in list_devices(database, club) if it.right == "score"]
    for _ in range(WRITES - left):
        count("writes", club, phone)


@pytest.fixture
def others(app, database):
    """A table of another club, and its phone, which is answered whatever happens here."""
    club = make_club(database, "Smith")
    phone, table = Phone(app), begin(database, club)
    phone.keep(join(app, club, "manage", "Phone"))
    yield phone, table
    assert poll(phone, table).status_code == 200
    assert penalty(phone, table).status_code == 200


@pytest.fixture
def minute():
    """One minute that does not pass."""
    with clock.set_to(EVENING):
        yield


@pytest.mark.usefixtures("minute")
def test_a_phone_that_floods_writes_waits_and_others_do_not(phone, watcher, table, others):
    spend(table.database, table.club, 2)
    for _ in range(2):
        assert penalty(phone, table).status_code == 200
    answer = penalty(phone, table)
    assert (answer.status_code, answer.json["error"]["code"]) == (429, "too_many")
    assert answer.json["error"]["message"].startswith("This phone has saved 120 times within")
    assert table.read().version == 2
    # It goes on reading, and so do the others of its club.
    assert poll(phone, table).status_code == poll(watcher, table).status_code == 200


@pytest.mark.usefixtures("minute")
def test_what_a_plain_form_sent_too_often_is_kept(phone, table):
    spend(table.database, table.club, 0)
    phone.get(f"/games/{table.id}/end")
    assert phone.send(f"/games/{table.id}/end", why="It is late").status_code == 429
    assert "wait a minute" in phone.page.text
    with clock.set_to(EVENING + timedelta(minutes=1)):
        assert phone.send(f"/games/{table.id}/end").status_code == 303
    assert table.read().sheet.over


@pytest.mark.usefixtures("minute")
def test_a_phone_that_floods_polls_is_told_to_ask_less(phone, table, others):
    page = {"If-None-Match": 'W/"old"'}
    for _ in range(POLLS // 2):
        assert poll(phone, table).status_code == 200
        assert phone.get("/", headers=page).status_code == 200
    assert poll(phone, table).status_code == 429
    assert phone.get("/", headers=page).status_code == 429
    # A page that somebody opens is no poll.
    assert phone.get(f"/games/{table.id}").status_code == 200


@pytest.mark.usefixtures("minute")
def test_five_phones_of_a_table_poll_and_save_behind_one_network(seated, phone, table):
    phones = [phone, *(seated(seat) for seat in range(3)), seated()]
    for _ in range(30):  # every two seconds
        assert {poll(it, table).status_code for it in phones} == {200}
    for at in range(20):
        assert penalty(phone, table, at).status_code == 200


def test_a_whole_evening_sent_at_once_from_an_outbox_lands(phone, database, club):
    table, deals = begin(database, club, variant="points"), [new_id() for _ in range(40)]
    after, minute = None, EVENING
    with clock.set_to(minute):
        spend(database, club, 25)
    for deal in deals:
        content = {"after": after, "facts": {"points": [1, 2, 3, 4]}}
        with clock.set_to(minute):
            answer = write(phone, table, "deal", content, deal)
        if answer.status_code == 429:
            assert minute == EVENING
            minute += timedelta(minutes=1)
            with clock.set_to(minute):
                answer = write(phone, table, "deal", content, deal)
        assert answer.status_code == 200
        after = deal
    assert [deal.id for deal in table.read().sheet.deals] == deals


def test_a_flood_of_codes_closes_typing_and_nothing_else(stranger, phone, club, table, others):
    database = table.database
    made = invitations.make_invitation(database, SECRET, club)
    for _ in range(2 * MAX_GUESSES):
        stranger.fill("/join", code="ACDE-FHJK")
    assert stranger.answer.status_code == 429
    assert "Links, QR codes and the letters of a way back still work" in stranger.page.text
    assert poll(phone, table).status_code == 200
    assert stranger.fill(f"/join/{made.link_code}").status_code == 303


@pytest.mark.usefixtures("minute")
def test_a_flood_of_phones_that_join_from_a_network_ends(stranger, app, database, club, others):
    link = f"/join/{invitations.make_invitation(database, SECRET, club, 'watch').link_code}"
    for _ in range(JOINS - 1):
        count("joins", "127.0.0.1")
    assert stranger.fill(link).status_code == 303
    late = Phone(app)
    assert late.fill(link).status_code == 429
    assert "from this network" in late.page.text


def test_a_club_imports_one_file_at_a_time(manager, club, others):
    phone, _ = others
    with one_at_a_time("import", club):
        assert choose(manager, PAPER).answer.status_code == 429
        assert "A file is being imported" in manager.page.text
        assert choose(phone, PAPER).answer.status_code == 200
    choose(manager, PAPER)
    [action] = {it["action"] for it in manager.page.forms} - {"/club/import"}
    with one_at_a_time("import", club):
        assert manager.send(action, **{"import": "yes"}).status_code == 429
    assert manager.send(action, **{"import": "yes"}).status_code == 303
