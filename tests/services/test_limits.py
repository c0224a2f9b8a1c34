"""The limits of what one phone, network and club may do."""

from concurrent.futures import ThreadPoolExecutor, wait
from datetime import UTC, datetime, timedelta
from io import BytesIO

import pytest
from sqlalchemy import insert, update

from scorer.rules.errors import BadRecord
from scorer.services import clock, limits
from scorer.services.club.devices import KEPT_FOR
from scorer.services.club.invitations import (
    find_invitation,
    join_club,
    keep_way_back,
    make_invitation,
    offer_way_back,
)
from scorer.services.errors import TooMany
from scorer.services.exchange.faults import BadFile
from scorer.services.exchange.imports import preview_import
from scorer.services.people.merge import merge_people
from scorer.storage.schema import devices, games, players
from tests.joined import find_phone
from tests.tables import begin, execute, make_club, new_id

EVENING = datetime(2025, 5, 3, 20, 0, tzinfo=UTC)
SECRET = "a secret"


def allowed(what, *who):
    """How often it may be done now."""
    many = 0
    try:
        while True:
            limits.count(what, *who)
            many += 1
    except TooMany:
        return many


@pytest.mark.parametrize(("what", "many", "seconds"), [("writes", 120, 60), ("polls", 90, 60)])
def test_each_phone_has_so_many_a_minute_of_its_own(what, many, seconds):
    with clock.set_to(EVENING):
        assert allowed(what, "club", "Ann") == many
        assert allowed(what, "club", "Ann") == 0
        assert allowed(what, "other club", "Ann") == many
    with clock.set_to(EVENING + timedelta(seconds=seconds)):
        assert allowed(what, "club", "Ann") == many


def test_a_network_begins_five_clubs_a_day_and_all_five_hundred():
    with clock.set_to(EVENING):
        for number in range(100):
            for _ in range(5):
                limits.check_new_club(f"192.0.2.{number}")
            if number < 99:
                with pytest.raises(TooMany, match="too_many_new_clubs"):
                    limits.check_new_club(f"192.0.2.{number}")
        with pytest.raises(TooMany, match="too_many_all_new_clubs"):
            limits.check_new_club("198.51.100.1")
    with clock.set_to(EVENING + timedelta(days=1)):
        limits.check_new_club("192.0.2.1")


def test_the_same_waits_for_what_is_under_way():
    done = []

    def press(number):
        with limits.one_at_a_time("import", "Smith", of="a file"):
            done.append(number)

    with ThreadPoolExecutor(2) as presses:
        with limits.one_at_a_time("import", "Smith", of="a file"):
            waiting = [presses.submit(press, number) for number in range(2)]
            with pytest.raises(TooMany), limits.one_at_a_time("import", "Smith", of="another"):
                pass
            assert done == []
        wait(waiting)
    assert sorted(done) == [0, 1]


def test_a_night_has_a_hundred_games_and_the_next_one_begins_anew(database, fake_clock, table):
    row = {"club": table.club, "night": table.night, "variant": "x", "kind": "x", "title": ""}
    row |= {"edition": 1, "house_rules": "{}", "first_dealer": 0, "version": 0, "over": True}
    row |= {"started_at": fake_clock.at, "last_at": fake_clock.at}
    rows = [{**row, "id": new_id()} for _ in range(limits.MAX_GAMES - 2)]
    with database.writing() as connection:
        connection.execute(insert(games), rows)
    begin(database, table.club)
    with pytest.raises(BadRecord, match="100 games"):
        begin(database, table.club)
    fake_clock.advance(days=1)
    begin(database, table.club)


@pytest.fixture
def crowded(database, table):
    """A club of which four people play, and with as many others as there may be."""
    last = {"club": table.club, "made_at": clock.now()}
    others = [(number, new_id()) for number in range(4, limits.MAX_PEOPLE)]
    rows = [{**last, "id": it, "person": it, "name": f"P{at}", "number": at} for at, it in others]
    with database.writing() as connection:
        connection.execute(insert(players), rows)
    return table, [it for _, it in others]


def test_a_club_has_five_hundred_people_until_two_are_the_same(database, crowded):
    table, others = crowded
    with pytest.raises(BadRecord, match="500 people"):
        table.take_seat(0, "Eve")
    totals = BytesIO(b"date,game,Ann,Eve\n2024-05-03,Pink Nines,-3,3\n")
    with pytest.raises(BadFile, match="500 people"):
        preview_import(database, table.club, totals)
    # Who is known plays on.
    table.deal()
    begin(database, table.club)
    merge_people(database, table.club, *others[:2])
    table.take_seat(0, "Eve")


def joined(database, club, right="score", **more):
    invitation = make_invitation(database, SECRET, club, right)
    return join_club(database, invitation, "", **more)


def test_a_club_has_two_hundred_phones_without_those_that_ended(database, club):
    device, _ = joined(database, club)
    row = {"club": club, "name": "Phone", "right": "score", "made_at": clock.now()}
    row |= {"seen_at": clock.now()}
    rows = [{**row, "id": new_id(), "token_hash": str(at)} for at in range(limits.MAX_PHONES - 1)]
    with database.writing() as connection:
        connection.execute(insert(devices), rows)
    with pytest.raises(TooMany, match="too_many_phones"):
        joined(database, club)
    # Its way back goes on.
    letters = offer_way_back(database, SECRET, device)
    keep_way_back(database, SECRET, device, letters)
    join_club(database, find_invitation(database, SECRET, letters), "")
    # A phone of the club may be invited to more, and another club has room.
    joined(database, club, "manage", was=device)
    joined(database, make_club(database, "Smith"))
    gone = update(devices).where(devices.c.token_hash.in_(("0", "1")))
    execute(database, gone.values(seen_at=clock.now() - KEPT_FOR))
    joined(database, club)


@pytest.mark.every_database
def test_a_phone_ends_unseen_as_its_cookie_does_the_last_manager_never(database, club, fake_clock):
    tokens = [joined(database, club, right)[1] for right in ("manage", "manage", "score")]
    execute(database, update(devices).where(devices.c.name == "Phone").values(seen_at=EVENING))
    fake_clock.advance(days=399)
    assert all(find_phone(database, token) for token in tokens)
    fake_clock.advance(days=1)
    assert [bool(find_phone(database, token)) for token in tokens] == [False, True, False]
