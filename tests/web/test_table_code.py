"""Joining a table by its code: the seats, the questions about them, and the host."""

from dataclasses import replace

import pytest
from flask import Flask

from scorer.addresses import lan_address
from scorer.served import Served, noted
from scorer.services.club import devices, invitations
from scorer.services.games.seats_held import list_held
from scorer.storage.database import Database
from tests.tables import Table, Wall, begin
from tests.web.conftest import SECRET, Seated
from tests.web.phones import Phone

LAN = "http://192.0.2.7:9009"


def held(table: Table) -> list[int]:
    return list(list_held(table.database, table.club, table.id))


def code_of(phone: Phone, table: Table) -> str:
    """The link of the code that a phone shows, as far as this server goes."""
    address = f"/games/{table.id}/code"
    phone.get(address, base_url=LAN)
    phone.post(address)
    made = invitations.table_invitation(table.database, SECRET, table.club, table.read().night)
    assert made is not None
    return f"/join/{made.link_code}"


@pytest.fixture
def at_home(app: Flask) -> None:
    """The app is told by which address phones reach it."""
    kept = app.extensions["scorer"]
    kept["settings"] = replace(kept["settings"], public_url=LAN)


def test_the_code_is_made_only_when_it_is_asked_for(
    phone: Phone, table: Table, database: Database, at_home: None
) -> None:
    address = f"/games/{table.id}/code"
    phone.get(address)
    assert 'class="qr"' not in phone.page.html
    assert invitations.table_invitation(database, SECRET, table.club, table.read().night) is None
    phone.send(address)
    phone.follow()
    assert '<svg class="qr"' in phone.page.html
    assert f"{LAN}/join" in phone.page.text
    shown = invitations.table_invitation(database, SECRET, table.club, table.read().night)
    assert shown is not None and shown.short_code in phone.page.text


def test_the_code_never_names_localhost(phone: Phone, table: Table) -> None:
    address = f"/games/{table.id}/code"
    phone.get(address)
    assert "Other phones cannot reach this address" in phone.page.text
    assert [form for form in phone.page.forms if form["action"] == address] == []
    phone.post(address)
    phone.get(address)
    assert 'class="qr"' not in phone.page.html


def test_on_the_machine_itself_the_code_names_its_address_in_the_network(
    phone: Phone, table: Table, app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scorer.web.reachable.lan_address", lambda: "192.0.2.9")
    instance = app.extensions["scorer"]["settings"].instance
    with noted(instance, Served("127.0.0.1", 9009)):
        phone.get(f"/games/{table.id}/code")
        assert "cannot reach" in phone.page.text
    with noted(instance, Served("0.0.0.0", 9009)):
        phone.get(f"/games/{table.id}/code")
        phone.send(f"/games/{table.id}/code")
        phone.follow()
    assert "http://192.0.2.9:9009/join" in phone.page.text
    assert lan_address() != "127.0.0.1"


def test_opening_the_code_joins_nothing_and_one_tap_takes_a_seat(
    phone: Phone, stranger: Phone, table: Table, database: Database, at_home: None
) -> None:
    code = code_of(phone, table)
    before = len(devices.list_devices(database, table.club))
    assert stranger.get(code).status_code == 200
    assert stranger.client.head(code).status_code == 200
    for name in ("Ann", "Ben", "Cat", "Dan", "Red Nines, deal 1"):
        assert name in stranger.page.text
    assert len(devices.list_devices(database, table.club)) == before
    assert held(table) == []
    stranger.get(code)
    stranger.send(code, seat="1")
    assert stranger.answer.headers["Location"] == f"/games/{table.id}"
    assert stranger.follow().status_code == 200
    assert held(table) == [1]
    assert stranger.get("/").headers["Location"] == f"/games/{table.id}"


def test_the_short_code_leads_to_the_seats(
    phone: Phone, stranger: Phone, table: Table, database: Database, at_home: None
) -> None:
    code_of(phone, table)
    made = invitations.table_invitation(database, SECRET, table.club, table.read().night)
    assert made is not None
    stranger.get("/join")
    stranger.send("/join", code=made.short_code.lower())
    stranger.follow()
    assert "Which seat is yours?" in stranger.page.text
    assert stranger.get("/").status_code == 401


def test_wrong_codes_are_counted_as_ever(stranger: Phone, club: str) -> None:
    tries = [stranger.get(f"/join/ACDEFHJ{one}").status_code for one in "ACDEFHJKMNPR"]
    assert tries == [404] * 10 + [429] * 2


def test_no_token_no_seat(app: Flask, seated: Seated, table: Table) -> None:
    guest = seated(None)
    assert guest.client.post(f"/games/{table.id}/seats/1/hold").status_code == 400
    assert held(table) == []


def test_a_held_seat_is_asked_for_on_the_phone_that_holds_it(
    phone: Phone, seated: Seated, table: Table, database: Database
) -> None:
    first, second = seated(1), seated(None)
    holder = list_held(database, table.club, table.id)[1].device
    second.get(f"/games/{table.id}/phones")
    second.send(f"/games/{table.id}/seats/1/hold")
    second.follow()
    assert "Asked for Ben’s seat" in second.page.text
    first.get(f"/games/{table.id}")
    assert "asks for Ben’s seat" in first.page.text
    phone.get(f"/games/{table.id}")
    assert "asks for Ben’s seat" in phone.page.text
    first.send(f"/games/{table.id}/seats/1/answer", give="yes")
    assert list_held(database, table.club, table.id)[1].device != holder
    first.get(f"/games/{table.id}")
    assert "asks for" not in first.page.text


def test_a_removed_guest_is_shut_out_at_once_and_let_in_with_one_tap(
    phone: Phone, seated: Seated, table: Table, database: Database, at_home: None
) -> None:
    guest = seated(1)
    mine = list_held(database, table.club, table.id)[1].device
    phone.get(f"/games/{table.id}/phones")
    phone.send(f"/games/{table.id}/phones/{mine}/revoke")
    assert guest.get(f"/games/{table.id}", headers={"If-None-Match": "*"}).status_code == 401
    assert guest.write(table.id, "answer", {"seat": 1}, 0).status_code == 401
    code = code_of(phone, table)
    guest.get(code)
    assert "This phone was removed" in guest.page.text
    guest.send(code)
    guest.follow()
    assert "Waiting for the host" in guest.page.text
    assert guest.get("/").status_code == 401
    phone.get(f"/games/{table.id}")
    assert "asks to come back" in phone.page.text
    phone.send(f"/games/{table.id}/phones/{mine}/let-in")
    assert guest.get("/waiting").status_code == 303
    assert guest.get(f"/games/{table.id}").status_code == 200


def test_a_guest_of_last_night_is_offered_its_seat(
    wall: Wall, phone: Phone, seated: Seated, table: Table, database: Database, at_home: None
) -> None:
    guest = seated(1)
    wall.later(hours=30)
    assert guest.get("/").status_code == 401
    later = begin(database, table.club, "Dan", "Ben", "Ann", "Eve")
    code = code_of(phone, later)
    guest.get(code)
    assert "your seat" in guest.page.text
    guest.send(code, seat="1")
    assert guest.follow().status_code == 200
    assert held(later) == [1]
    assert guest.get(f"/games/{table.id}").status_code == 404


def test_the_mark_of_the_phones_changes_with_what_is_seen_there(
    phone: Phone, seated: Seated, table: Table
) -> None:
    guest, at = seated(1), f"/games/{table.id}/phones/mark"
    first = phone.get(at).json["mark"]  # type: ignore[index]
    assert phone.get(at).json["mark"] == first  # type: ignore[index]
    guest.post(f"/games/{table.id}/seats/1/free")
    assert phone.get(at).json["mark"] != first  # type: ignore[index]


def test_a_guests_pages_lead_nowhere_it_may_not_go(seated: Seated, table: Table) -> None:
    guest = seated(1)
    table.deal()
    for page in ("", "/more", "/book", "/phones"):
        guest.get(f"/games/{table.id}{page}")
        links = [link.split("#")[0] for link in guest.page.links if link.startswith("/")]
        for link in links:
            assert guest.get(link).status_code in (200, 303), (page, link)
