"""The cookies of a phone: how long they last, what hides them, and one for each of its clubs."""

import time

import pytest
from flask_wtf.csrf import generate_csrf
from sqlalchemy import update

from scorer.services import clock
from scorer.services.club import devices, invitations
from scorer.storage import schema
from scorer.web.cookies import MAX_CLUBS
from tests.joined import join
from tests.tables import begin, execute, make_club
from tests.web.conftest import SECRET
from tests.web.phones import Phone

SAFE = "https://localhost"


@pytest.fixture
def smith(database):
    """Another club, which has a manager."""
    return make_club(database, "Smith")


def link_to(database, club, right="score"):
    return f"/join/{invitations.make_invitation(database, SECRET, club, right).link_code}"


def sent(answer):
    """The cookies that an answer sends, each with its attributes."""
    every = (header.split("; ") for header in answer.headers.getlist("Set-Cookie"))
    return {first.partition("=")[0]: set(rest) for first, *rest in every}


def kept(phone, base_url="http://localhost"):
    """The cookies that a browser would send, by name."""
    environ = phone.client.application.test_request_context(base_url=base_url).request.environ
    phone.client._add_cookies_to_wsgi(environ)
    pairs = filter(None, environ.get("HTTP_COOKIE", "").split("; "))
    return dict(pair.split("=", 1) for pair in pairs)


def clubs_of(phone, base_url="http://localhost"):
    return {name[-36:] for name in kept(phone, base_url) if len(name) > 40}


def test_cookies_are_hidden_from_scripts_and_secure_by_https(stranger, database, club):
    link = link_to(database, club)
    stranger.fill(link)
    by_http = sent(stranger.answer)
    assert by_http.keys() == {f"scorer-{club}", "scorer-shown", "scorer"}
    for attributes in by_http.values():
        assert attributes >= {"HttpOnly", "SameSite=Lax", "Path=/"}
        assert "Secure" not in attributes
    safe = Phone(stranger.client.application)
    safe.get(link, base_url=SAFE)
    data = safe.page.form(link)
    answer = safe.client.post(link, data=data, base_url=SAFE, headers={"Referer": f"{SAFE}{link}"})
    by_https = sent(answer)
    assert by_https.keys() == {f"__Host-{name}" for name in by_http}
    for attributes in by_https.values():
        assert attributes >= {"HttpOnly", "SameSite=Lax", "Path=/", "Secure"}
        assert not any(attribute.startswith("Domain") for attribute in attributes)


def test_a_joined_phone_is_remembered_for_a_year(stranger, database, club):
    stranger.fill(link_to(database, club))
    for name in (f"scorer-{club}", "scorer-shown", "scorer"):
        cookie = stranger.client.get_cookie(name)
        assert cookie is not None
        assert cookie.expires is not None
        assert cookie.expires.timestamp() - time.time() > 390 * 24 * 3600


def test_a_phone_in_use_gets_its_cookies_again(phone, smith, monkeypatch):
    phone.keep({**join(phone.client.application, smith, "score", "Phone"), **phone.cookies})
    assert "Set-Cookie" not in phone.client.get("/club/").headers
    real = time.time
    monkeypatch.setattr(time, "time", lambda: real() + 8 * 24 * 3600)
    assert sent(phone.client.get("/club/")).keys() >= phone.cookies.keys()
    assert "Set-Cookie" not in phone.client.get("/club/").headers


@pytest.mark.parametrize("base_url", ["http://localhost", SAFE])
def test_a_phone_of_release_0_5_stays_in_by_its_new_cookie(app, database, club, stranger, base_url):
    invited = invitations.make_invitation(database, SECRET, club, "score")
    _, token = invitations.join_club(database, invited, "Phone")
    with app.test_request_context():
        signer = app.session_interface.get_signing_serializer(app)
        of_page, raw = generate_csrf(), {"token": token, "kept": 1, "_permanent": True}
        from flask import session

        stranger.client.set_cookie("scorer", signer.dumps({**raw, **session}))
    answer = stranger.get("/club/", base_url=base_url)
    assert answer.status_code == 200
    prefix = "__Host-" if base_url == SAFE else ""
    cookies = kept(stranger, base_url)
    assert cookies[f"{prefix}scorer-{club}"] == token
    assert ("scorer" in cookies) == (not prefix)
    assert "token" not in signer.loads(cookies[f"{prefix}scorer"])
    # What it had on the screen can still be sent.
    headers = {"Referer": f"{base_url}/club/"}
    data = {"csrf_token": of_page, "zone": "Europe/London"}
    sent_late = stranger.client.post(
        "/club/time-zone", data=data, base_url=base_url, headers=headers
    )
    assert sent_late.status_code == 303


def test_cookies_of_plain_http_are_turned_over_by_https(phone, club, smith):
    phone.keep({**join(phone.client.application, smith, "score", "Phone"), **phone.cookies})
    before = phone.cookies
    assert phone.get("/", base_url=SAFE).status_code == 200
    after = kept(phone, SAFE)
    assert {name: value for name, value in after.items() if name[-36:] in (club, smith)} == {
        f"__Host-{name}": value for name, value in before.items() if name[-36:] in (club, smith)
    }
    assert "scorer-shown" not in after and "__Host-scorer-shown" in after
    assert phone.get("/", base_url=SAFE).status_code == 200


def test_a_plain_cookie_takes_no_club_that_came_by_https(app, club, database, phone, watcher):
    phone.keep({f"__Host-{name}": value for name, value in phone.cookies.items()})
    phone.client.set_cookie(f"scorer-{club}", watcher.cookies[f"scorer-{club}"])
    phone.get("/", base_url=SAFE)
    assert kept(phone, SAFE)[f"__Host-scorer-{club}"] == phone.cookies[f"__Host-scorer-{club}"]
    assert phone.get("/games/new", base_url=SAFE).status_code == 200


def test_joining_another_club_keeps_the_first(stranger, database, club, smith):
    stranger.fill(link_to(database, club))
    stranger.fill(link_to(database, smith))
    assert clubs_of(stranger) == {club, smith}
    for joined in (club, smith):
        assert [one.revoked for one in devices.list_devices(database, joined)] == [False]
    table, other = begin(database, club), begin(database, smith)
    assert other.id in stranger.get("/").text and table.id not in stranger.answer.text


def test_two_clubs_that_are_joined_at_once_are_both_kept(phone, database, smith):
    jones = make_club(database, "Jones")
    answers = []
    for club in (smith, jones):
        twin = Phone(phone.client.application)
        twin.keep(phone.cookies)
        twin.fill(link_to(database, club))
        answers.append(twin.answer)
    for answer in answers:
        for header in answer.headers.getlist("Set-Cookie"):
            name, _, value = header.split(";")[0].partition("=")
            phone.client.set_cookie(name, value)
    phone.get("/")
    assert clubs_of(phone) >= {smith, jones}
    assert len(clubs_of(phone)) == 3


def test_the_night_of_a_friend_is_over_and_home_is_ones_own(
    phone, manager, club, database, smith, fake_clock
):
    friend = Phone(phone.client.application)
    friend.fill(link_to(database, smith))
    theirs = begin(database, smith)
    (host,) = devices.list_devices(database, smith)
    code = invitations.show_table(database, SECRET, host, theirs.night)
    phone.fill(f"/join/{code.link_code}")
    assert phone.get("/").headers["Location"] == f"/games/{theirs.id}"
    fake_clock.advance(days=1)
    own = begin(database, club)
    assert own.id in phone.get("/").text
    assert kept(phone)["scorer-shown"].startswith(club)


def test_a_club_whose_token_ended_is_none_of_a_phone(phone, database, club, smith):
    phone.fill(link_to(database, smith))
    gone = update(schema.devices).where(schema.devices.c.club == smith)
    execute(database, gone.values(seen_at=clock.now() - devices.KEPT_FOR, right="score"))
    own = begin(database, club)
    assert own.id in phone.get("/").text
    mine = next(it for it in devices.list_devices(database, club) if it.right == "score")
    devices.revoke_device(database, club, mine.id)
    assert phone.get("/").status_code == 401


def test_of_thirteen_clubs_nights_that_are_over_go_first(
    stranger, database, fake_clock, club, smith
):
    stranger.fill(link_to(database, smith))
    theirs = begin(database, smith)
    (host,) = devices.list_devices(database, smith)
    guest = Phone(stranger.client.application)
    joined = []
    for number in range(MAX_CLUBS - 1):
        joined.append(make_club(database, f"Club {number}"))
        guest.fill(link_to(database, joined[-1]))
        fake_clock.advance(minutes=1)
    code = invitations.show_table(database, SECRET, host, theirs.night)
    guest.fill(f"/join/{code.link_code}")
    assert clubs_of(guest) == {*joined, smith}
    fake_clock.advance(days=1)
    guest.fill(link_to(database, club))
    assert clubs_of(guest) == {*joined, club}
    # Then the one seen longest ago.
    fake_clock.advance(minutes=1)
    joined.append(make_club(database, "The last"))
    guest.fill(link_to(database, joined[-1]))
    assert clubs_of(guest) == {*joined[1:], club}
