"""News told in front of the app: word for word what the app itself would tell."""

import re
from dataclasses import replace
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import delete, update

from scorer.services import clock
from scorer.services.nights.bin import delete_game
from scorer.storage.database import Database
from scorer.storage.schema import devices, games, seats_held
from scorer.storage.unavailable import Unavailable
from scorer.web.games import quick_news
from scorer.web.games.quick_news import Quick, QuickNews
from tests.tables import Table, Wall, begin, new_id
from tests.web.conftest import NewPhone, Seated
from tests.web.phones import Phone
from tests.web.test_news import ask


class Told:
    """Asks for news as it is, and once more with nothing in front of the app; both are alike."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.monkeypatch = monkeypatch
        self.quick: list[Quick | None] = []
        self.answer = QuickNews._answer

        def note(quick: QuickNews, *asked: Any) -> Quick | None:
            self.quick.append(self.answer(quick, *asked))
            return self.quick[-1]

        monkeypatch.setattr(QuickNews, "_answer", note)

    def __call__(self, phone: Phone, table: Table, tag: str | None, **more: Any) -> str:
        """The status, and whether it was told in front of the app."""
        head = {"Accept": "application/json", "Accept-Encoding": "gzip", **more.pop("head", {})}
        if tag is not None:
            head["If-None-Match"] = tag
        path = more.pop("path", f"/games/{table.id}/news")
        method = more.pop("method", "GET")
        self.quick.clear()
        first = phone.client.open(path, method=method, headers=head, **more)
        was_quick = any(self.quick)
        with self.monkeypatch.context() as alone:
            alone.setattr(QuickNews, "_answer", lambda *_: None)
            second = phone.client.open(path, method=method, headers=head, **more)
        assert first.status == second.status
        assert sorted(first.headers) == sorted(second.headers)
        assert first.data == second.data
        first.close()  # what is done after an answer is done
        second.close()
        return f"{first.status_code}{' quick' if was_quick else ''}"


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> Told:
    return Told(monkeypatch)


def tag_of(phone: Phone, table: Table) -> str:
    return ask(phone, table).headers["ETag"]


def test_nothing_new_and_a_sheet_that_was_painted_are_told_in_front_of_the_app(
    told: Told, joined: NewPhone, phone: Phone, watcher: Phone, table: Table, seated: Seated
) -> None:
    for one in (phone, watcher, seated(None), seated(2)):
        tag = tag_of(one, table)
        assert told(one, table, tag) == "304 quick"
        assert told(one, table, 'W/"of-another-moment"') == "200 quick"


@pytest.mark.parametrize("tag", ['"{0}"', 'W/"1", W/"{0}"', "*", "", "W/", None])
def test_other_ways_to_say_what_is_known_are_left_to_the_app(
    told: Told, phone: Phone, table: Table, tag: str | None
) -> None:
    bare = re.findall('"(.*)"', tag_of(phone, table))[0]
    status = "304" if (tag and bare in tag.format(bare)) or tag == "*" else "200"
    assert told(phone, table, tag and tag.format(bare)) == status


def test_the_tag_of_another_game_seat_or_right_is_never_taken_for_that_of_this_one(
    told: Told, seated: Seated, joined: NewPhone, table: Table, database: Database
) -> None:
    # Both games were begun at one moment, and nothing tells them apart but their names.
    night = table.read().night
    first, second = (begin(database, table.club, night=night) for _ in range(2))
    with database.writing() as connection:
        connection.execute(update(games).values(last_at=table.read().last_at))
    ben, cat, dan, host = seated(), seated(), seated(), joined("score")
    for game in (first, second):
        for seat, guest in ((1, ben), (2, cat)):
            assert guest.post(f"/games/{game.id}/seats/{seat}/hold").status_code == 303
    phones = {"1": ben, "2": cat, "": dan}
    # All sheets that could be taken for one another are kept by now.
    tags = {
        (game.id, seat): tag_of(phone, game)
        for game in (first, second)
        for seat, phone in phones.items()
    }
    of_host = {game.id: tag_of(host, game) for game in (first, second)}
    assert len({*tags.values(), *of_host.values()}) == 8
    for game in (first, second):
        for seat, phone in phones.items():
            mine = tags[game.id, seat]
            assert told(phone, game, mine) == "304 quick"
            for other in {*tags.values(), *of_host.values()} - {mine}:
                assert told(phone, game, other) == "200 quick"
                answer = ask(phone, game, other)
                assert (answer.headers["Seat"], answer.headers["ETag"]) == (seat, mine)
                told_of = set(re.findall(r"/games/([-\w]{36})/", answer.json["html"]))
                assert told_of == {game.id}
                assert answer.json["data"]["game"] == game.id
                # Nothing of what only whoever keeps the score may do.
                assert "data-undo" not in answer.text
                assert answer.json["data"]["right"] == "play"


def test_a_kept_sheet_holds_no_seats_own_value(told: Told, seated: Seated, table: Table) -> None:
    ben, cat = seated(1), seated(2)
    table.write("answers", {"after": None, "facts": {"out": 0}})
    content = {"after": None, "key": "hands", "seat": 1}
    value = {"points": 98765, "red_nines": 0}
    assert ben.write(table.id, "answer", {**content, "value": value}, 1).status_code == 200
    of_ben, of_cat = tag_of(ben, table), tag_of(cat, table)
    assert told(cat, table, of_ben) == "200 quick"
    for phone in (ben, cat):
        assert "98765" not in ask(phone, table).text
    assert told(cat, table, of_cat) == "304 quick"
    head = {"Accept": "application/json"}
    own = f"/games/{table.id}/own"
    assert "98765" in ben.client.get(own, headers=head).text
    # Neither a seat that is named nor a tag that is known leads to another's hand.
    for path in (own, f"{own}?seat=1"):
        answer = cat.client.get(path, headers={**head, "If-None-Match": of_ben})
        assert (answer.status_code, answer.json) == (200, {})


def test_other_requests_are_left_to_the_app(told: Told, phone: Phone, table: Table) -> None:
    tag = tag_of(phone, table)
    assert told(phone, table, tag, method="HEAD") == "304"
    assert told(phone, table, tag, method="POST") == "405"
    assert told(phone, table, tag, path=f"/games/{table.id}/news/") == "404"
    assert told(phone, table, tag, path=f"/games/{table.id.upper()}/news") == "404"
    assert told(phone, table, tag, path=f"/games/{new_id()}/news") == "404"
    assert told(phone, table, 'W/"old"', head={"Accept-Encoding": "identity"}) == "200"
    assert told(phone, table, 'W/"old"', head={"Accept-Encoding": "gzip;q=0, identity"}) == "200"
    assert told(phone, table, tag, head={"Host": "a b"}) == "400"


def test_a_host_that_is_not_ours_is_told_nothing(
    told: Told, app: Flask, phone: Phone, table: Table
) -> None:
    tag, kept = tag_of(phone, table), app.extensions["scorer"]
    kept["settings"] = replace(kept["settings"], trusted_hosts=("cards.example",))
    assert told(phone, table, tag) == "400"
    cookie = phone.client.get_cookie("scorer")
    assert cookie
    phone.client.set_cookie("scorer", cookie.value, domain="cards.example")
    assert told(phone, table, tag, base_url="http://cards.example") == "304 quick"


def test_whoever_may_not_see_a_game_is_told_nothing(
    told: Told, stranger: Phone, watcher: Phone, table: Table, seated: Seated, database: Database
) -> None:
    tag, guest = tag_of(watcher, table), seated(1)
    own = tag_of(guest, table)
    assert told(stranger, table, tag) == "401"
    cookie = watcher.client.get_cookie("scorer")
    assert cookie
    signed, _, signature = cookie.value.rpartition(".")
    # Its first letter: some bits of the last one say nothing, so another may stand for the same.
    other_signature = ("B" if signature[0] == "A" else "A") + signature[1:]
    stranger.client.set_cookie("scorer", f"{signed}.{other_signature}")
    assert told(stranger, table, tag) == "401"
    other = begin(database, table.club, "Fay", "Gus", "Hal", "Ida")
    with database.writing() as connection:
        connection.execute(update(devices).where(devices.c.night.is_not(None)).values(night=None))
    assert told(guest, other, own) == told(guest, table, own) == "401"
    with database.writing() as connection:
        connection.execute(update(devices).values(revoked_at=clock.now()))
    assert told(watcher, table, tag) == "401"


def test_a_guest_of_another_night_and_a_game_in_the_bin_are_left_to_the_app(
    wall: Wall, told: Told, phone: Phone, table: Table, seated: Seated, database: Database
) -> None:
    guest = seated(1)
    wall.later(hours=30)
    later = begin(database, table.club, "Fay", "Gus", "Hal", "Ida")
    with database.writing() as connection:
        that_night = update(devices).where(devices.c.night.is_not(None))
        connection.execute(that_night.values(night=later.read().night))
    assert told(guest, table, 'W/"any"') == "404"
    assert told(guest, table, 'W/"any"') == "404"
    assert told(guest, later, 'W/"any"') == "200"
    assert told(guest, later, 'W/"any"') == "200 quick"
    tag = tag_of(phone, table)
    delete_game(database, table.club, table.id, device=None)
    assert told(phone, table, tag) == "409"


def test_a_phone_whose_cookie_or_visit_is_to_be_noted_is_left_to_the_app(
    wall: Wall, told: Told, phone: Phone, table: Table, seated: Seated, database: Database
) -> None:
    guest = seated(1)
    assert told(guest, table, tag_of(guest, table)) == "304 quick"
    wall.later(seconds=31)
    tag = tag_of(phone, table)
    assert told(phone, table, tag) == "304 quick"
    with database.reading() as connection:
        before = connection.scalar(seats_held.select().with_only_columns(seats_held.c.seen_at))
    own = tag_of(guest, table)
    ask(guest, table, own).close()
    with database.reading() as connection:
        after = connection.scalar(seats_held.select().with_only_columns(seats_held.c.seen_at))
    assert after > before
    assert told(guest, table, own) == "304 quick"
    with phone.client.session_transaction() as session:
        session["kept"] -= 8 * 24 * 3600
    assert ask(phone, table, tag).headers["Set-Cookie"]
    assert told(phone, table, tag) == "304 quick"


def test_a_database_that_cannot_be_asked_is_told_by_the_app(
    told: Told, phone: Phone, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    tag = tag_of(phone, table)

    def gone(*_: object) -> None:
        raise Unavailable("gone")

    monkeypatch.setattr(quick_news, "find_device_and_state", gone)
    assert told(phone, table, tag) == "304"


def test_a_seat_that_was_lost_is_told_at_once(
    told: Told, table: Table, seated: Seated, database: Database
) -> None:
    guest = seated(1)
    tag = tag_of(guest, table)
    with database.writing() as connection:
        connection.execute(delete(seats_held))
    assert told(guest, table, tag).startswith("200")
