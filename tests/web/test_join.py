"""Joining a club by link or by short code, and looking after its phones."""

from dataclasses import replace

import pytest

from scorer.served import Served, noted
from scorer.services.club import clubs, devices, invitations
from scorer.services.games.seats_held import hold_seat, list_held
from scorer.web.club.join import device_name
from tests.tables import add_phone, make_club
from tests.web.conftest import SECRET
from tests.web.phones import Phone
from tests.web.test_door import every_address


def invite(database, club, right="score"):
    return invitations.make_invitation(database, SECRET, club, right)


def test_only_pressing_the_button_of_a_link_joins(stranger, database, club):
    link = f"/join/{invite(database, club).link_code}"
    assert stranger.get(link).status_code == 200
    assert stranger.client.head(link).status_code == 200
    assert devices.list_devices(database, club) == []
    assert stranger.get("/").status_code == 401
    assert stranger.fill(link).headers["Location"] == "/"
    assert stranger.get("/").status_code == 200


def test_a_club_takes_the_time_zone_of_its_first_phone(app, database, club):
    link = f"/join/{invite(database, club, 'manage').link_code}"
    for zone in ("Pacific/Auckland", "Asia/Tokyo", "Mars/Olympus"):
        phone = Phone(app)
        phone.fill(link, zone=zone)
        assert clubs.get_club(database, club).time_zone == "Pacific/Auckland"


@pytest.mark.parametrize(
    ("agent", "name"),
    [
        ("Mozilla/5.0 (Linux; Android 15; Pixel 9) Chrome/130 Mobile", "Android phone"),
        ("Mozilla/5.0 (Linux; Android 15; SM-X710) Chrome/130 Safari/537.36", "Android tablet"),
        ("Mozilla/5.0 (X11; Linux x86_64) Firefox/132.0", "Linux laptop"),
        ("Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/130 Safari/537.36", "Windows laptop"),
        ("curl/8", "Phone"),
        ("", "Phone"),
    ],
)
def test_the_make_is_told_from_what_the_browser_says(agent, name):
    assert device_name(agent) == name


def test_a_wrong_code_is_answered_beside_the_field_and_kept(stranger, club):
    assert stranger.fill("/join", code="ACDE-FHJK").status_code == 422
    assert "This code is wrong" in stranger.page.text
    assert stranger.page.form("/join")["code"] == ["ACDE-FHJK"]
    assert stranger.send("/join", code="").status_code == 422


def test_who_joins_and_what_is_refused_is_logged_without_secrets(stranger, database, club, caplog):
    invitation, manager = invite(database, club), add_phone(database, club, "Host", "manage")
    link = f"/join/{invitation.link_code}"
    stranger.fill("/join", code="ACDE-FHJK")
    stranger.fill(link)
    (phone,) = [it.id for it in devices.list_devices(database, club) if it.id != manager.id]
    devices.edit_device(database, club, phone, "Ann’s phone", "watch")
    devices.edit_device(database, club, phone, "Ben’s phone")
    devices.revoke_device(database, club, phone)
    stranger.get(link)
    assert caplog.messages == [
        "A code from '127.0.0.1' was refused: no_such_invitation",
        f"Phone {phone} joined club {club}: right=score",
        f"Phone {phone} of club {club}: right=watch tonight=None",
        f"Phone {phone} of club {club}: removed",
        "A code from '127.0.0.1' was refused: invitation_over",
    ]
    for secret in (invitation.link_code, invitation.short_code, "ACDE-FHJK", "’s phone"):
        assert secret not in caplog.text


def test_guessing_gets_nowhere(stranger, club):
    tries = [stranger.fill("/join", code=f"ACDE-FHJ{one}").status_code for one in "ACDEFHJKMNPR"]
    assert tries == [422] * 10 + [429] * 2
    assert "ten minutes" in stranger.page.text


def test_a_code_that_stands_in_an_address_is_sent_by_a_button(stranger, database, club):
    made = invite(database, club)
    assert stranger.fill("/join", on=f"/join/{made.short_code}").status_code == 303
    assert "Your name" in stranger.read_next()
    stranger.send(f"/join/{made.link_code}", owner="Zoe")
    assert stranger.get("/").status_code == 200
    assert "Zoe’s phone" in {it.name for it in devices.list_devices(database, club)}


def test_a_withdrawn_or_outlived_invitation_lets_nobody_in(stranger, database, club, fake_clock):
    gone, old = invite(database, club), invite(database, club)
    invitations.withdraw_invitation(database, club, gone.id)
    assert stranger.get(f"/join/{gone.link_code}").status_code == 404
    fake_clock.advance(hours=25)
    assert stranger.get(f"/join/{old.link_code}").status_code == 404
    assert "This invitation has ended" in stranger.page.text
    assert stranger.post(f"/join/{old.link_code}").status_code == 404


def test_an_invitation_can_be_scanned_read_out_and_sent(manager, app):
    kept = app.extensions["scorer"]
    kept["settings"] = replace(kept["settings"], public_url="http://192.0.2.7:9009")
    manager.fill("/club/invitations", on="/club/", right="watch")
    manager.follow()
    html = manager.page.html
    assert 'class="qr"' in html
    assert "style=" not in html
    assert 'value="http://192.0.2.7:9009/join/' in html
    assert "may watch" in html
    manager.get("/club/")
    withdrawals = [form for form in manager.page.forms if form["action"].endswith("/withdraw")]
    manager.send(withdrawals[0]["action"])
    manager.follow()
    left = [form for form in manager.page.forms if form["action"].endswith("/withdraw")]
    assert len(left) < len(withdrawals)


def test_an_invitation_never_names_localhost(manager, app, monkeypatch):
    monkeypatch.setattr("scorer.addresses.lan_address", lambda: "192.0.2.9")
    page = manager.fill("/club/invitations", on="/club/", right="watch").headers["Location"]
    for host in ("127.0.0.1", "0.0.0.0"):
        with noted(app.extensions["scorer"]["settings"].instance, Served(host, 9009)):
            manager.get(page)
        is_reached = host == "0.0.0.0"
        assert ("Other phones cannot reach this address" in manager.page.text) != is_reached
        assert ('class="qr"' in manager.page.html) == is_reached
        assert ('value="http://192.0.2.9:9009/join/' in manager.page.html) == is_reached
        assert "localhost/join" not in manager.page.html


def test_whoever_manages_gives_any_phone_a_name_and_a_right(joined, database, club):
    manager, watcher = joined("manage"), joined("watch")
    theirs = next(one for one in devices.list_devices(database, club) if one.right == "watch")
    assert watcher.get("/games/new").status_code == 403
    change = f"/club/devices/{theirs.id}"
    manager.fill(change, on="/club/", name="Grandma’s phone", right="score")
    manager.follow()
    assert "Grandma’s phone · may keep score · seen" in manager.page.text
    assert watcher.get("/games/new").status_code == 200
    assert manager.post(change, name="Grandma’s phone", right="play").status_code == 400
    assert watcher.post(change, name="Grandma’s phone", right="manage").status_code == 403


def test_who_joins_may_say_whose_phone_it_is(app, database, club):
    link = f"/join/{invite(database, club).link_code}"
    for owner in ("Ann", "", "x" * 60):
        assert Phone(app).fill(link, owner=owner).status_code == 303
    names = {one.name for one in devices.list_devices(database, club)}
    assert names == {"Ann’s phone", "Phone", "x" * 40}


def test_a_phone_is_called_by_who_sits_with_it(joined, database, club, table):
    manager, watcher = joined("manage"), joined("watch")
    mine = next(one for one in devices.list_devices(database, club) if one.right == "manage")
    assert hold_seat(database, mine, table.id, 1)
    devices.edit_device(database, club, mine.id, "Kitchen")
    assert "Ben · Kitchen · this phone, may manage the club" in manager.read("/club/")
    watcher.get("/games/new")
    assert "To change that, ask Ben" in watcher.page.text


def test_phones_that_were_not_seen_for_a_month_are_folded_away(joined, fake_clock):
    manager, _ = joined("manage"), joined("watch")
    assert "Not seen for a month" not in manager.read("/club/")
    fake_clock.advance(days=31)
    manager.get("/")
    lately, silent = manager.read("/club/").split("Not seen for a month 1 ")
    assert "may watch · seen" in silent and "may watch · seen" not in lately


def test_an_invitation_says_whose_table_it_is_only_while_it_can_be_used(
    stranger, database, club, watcher
):
    host = next(one for one in devices.list_devices(database, club) if one.right == "manage")
    made = invitations.make_invitation(database, SECRET, club, "watch", made_by=host)
    link = f"/join/{made.link_code}"
    devices.edit_device(database, club, host.id, "iPhone (2)")
    assert "Our table invites you" in stranger.read(link)
    devices.edit_device(database, club, host.id, "Ann’s phone")
    assert "Ann’s phone invites you to see the scores on this phone." in stranger.read(link)
    assert "Our table invites you" in stranger.read(f"/join/{invite(database, club).link_code}")
    invitations.withdraw_invitation(database, club, made.id)
    assert "Ann" not in stranger.read(link)
    assert "Ann" not in stranger.read(f"/join/{made.short_code}")


def test_whose_table_it_is_is_said_to_who_is_invited_alone(stranger, database, club):
    ours, smith = (invite(database, it) for it in (club, make_club(database, "<Smith>")))
    for page in ("/", "/join", "/join/ACDE-FHJK"):
        assert "Join a table" in stranger.read(page)
        assert "Smith" not in stranger.page.text and "Our" not in stranger.page.text
        # The bar is there, and leads nowhere that is closed.
        assert stranger.page.links[1:4] == ["/", "/", "/rules/"]
    assert stranger.get("/rules/red-nines").status_code == 200
    assert "Join Our table" in stranger.read(f"/join/{ours.link_code}")
    assert "Join <Smith>" in stranger.read(f"/join/{smith.link_code}")


def test_everybody_may_rename_their_own_phone(watcher, database, club):
    mine = next(one for one in devices.list_devices(database, club) if one.right == "watch")
    watcher.get("/club/")
    assert watcher.send(f"/club/devices/{mine.id}", name=" Dan's ").status_code == 303
    assert watcher.follow().status_code == 200
    assert watcher.send(f"/club/devices/{mine.id}", name="x" * 41).status_code == 422
    assert "40 letters at most" in watcher.page.text


def test_the_last_manager_stays(stranger, database, club):
    link = f"/join/{invite(database, club).link_code}"
    stranger.fill(link)
    me = devices.list_devices(database, club)[0]
    stranger.get("/club/")
    assert stranger.post(f"/club/devices/{me.id}/revoke").status_code == 409
    assert stranger.post(f"/club/devices/{me.id}", name="Me", right="watch").status_code == 409
    assert "Only this phone can manage" in stranger.page.text
    assert "invite another before" in stranger.read("/phone")
    assert "Leave it" not in stranger.page.text and "/club/delete" in stranger.page.links
    add_phone(database, club, "Other", "manage")
    assert "invite another before" not in stranger.read("/phone")
    assert "Leave it" in stranger.page.text


def test_a_phone_leaves_its_club(phone, database, club):
    before, code = len(devices.list_devices(database, club)), invite(database, club).link_code
    assert "Leave this club" in phone.read("/club/")
    assert "/phone#leave" in phone.page.links
    assert "Our table" in phone.read("/phone").partition("Leave this club")[2]
    [form] = [form["action"] for form in phone.page.forms]
    assert phone.send(form).status_code == 303
    assert "Join a table" in phone.read_next()
    assert "Leave this club" not in phone.read("/phone")
    left = [one for one in devices.list_devices(database, club) if not one.revoked]
    assert len(left) == before - 1
    assert phone.get(f"/join/{code}").status_code == 200


def test_a_phone_that_opens_the_link_again_stays_who_it_is(phone, database, club):
    before = devices.list_devices(database, club)
    code = invite(database, club).link_code
    assert "already joined, as Phone" in phone.read(f"/join/{code}")
    assert phone.post(f"/join/{code}").status_code == 303
    assert {one.id for one in devices.list_devices(database, club)} == {one.id for one in before}


def test_a_watcher_who_is_invited_to_score_is_listed_once(watcher, database, club):
    code = invite(database, club, "score").link_code
    watcher.fill(f"/join/{code}")
    assert watcher.get("/games/new").status_code == 200
    listed = devices.list_devices(database, club)
    assert [one.right for one in listed if not one.revoked].count("watch") == 0
    assert [one.right for one in listed if not one.revoked].count("score") == 1


def test_what_was_withdrawn_with_a_phone_is_said(joined, database, club):
    manager = joined("manage")
    known = {one.id for one in devices.list_devices(database, club)}
    other = joined("manage")
    (theirs,) = (one for one in devices.list_devices(database, club) if one.id not in known)
    other.fill("/club/invitations", on="/club/", right="watch")
    manager.fill(f"/club/devices/{theirs.id}/revoke", on="/club/")
    assert f"{theirs.name} was removed." in manager.read_next()
    assert "all open invitations were withdrawn" in manager.page.text
    assert other.get("/").status_code == 401


def test_what_ends_with_a_guests_phone_is_said(manager, seated, table):
    guest, says = seated(1), "others join by a new one"
    (theirs,) = list_held(table.database, table.club, table.id).values()
    assert says in manager.read(f"/games/{table.id}/phones")
    assert "The code of its table ends" in manager.read("/club/")
    manager.fill(f"/club/devices/{theirs.id}/revoke", on="/club/")
    assert f"the code of its table has ended: {says}." in manager.read_next()
    assert "invitations were withdrawn" not in manager.page.text
    assert guest.get("/").status_code == 401


def test_a_phone_taken_off_is_refused_whatever_it_has_kept(manager, phone, table, database, club):
    table.deal()
    kept = {}
    for method, address in every_address(phone.client.application, table):
        if method == "GET":
            answer = phone.get(address)
            kept[address] = {
                "If-None-Match": answer.headers.get("ETag", "*"),
                "If-Modified-Since": "Fri, 01 Jan 2100 00:00:00 GMT",
            }
            answer.close()
    scoring = [one for one in devices.list_devices(database, club) if one.right == "score"]
    mine = next(one for one in scoring if one.name != "Host")
    devices.revoke_device(database, club, mine.id)
    for address, headers in kept.items():
        assert phone.client.get(address, headers=headers).status_code == 401, address
