"""Removing a club: closed at once, emptied in steps, and never one that anybody used."""

import pytest

from scorer.services.club import clubs, removal
from scorer.services.club.club_list import describe_clubs, idle_clubs
from scorer.services.club.invitations import find_invitation, join_club, make_invitation
from scorer.services.club.share_links import find_share, share
from scorer.services.errors import NotFound
from scorer.services.games.begin import begin_club
from scorer.services.games.start import NewGame
from scorer.services.projections import check
from tests.joined import find_phone
from tests.services.imports import everything, export, import_file, second_club
from tests.tables import Table, begin, make_club, new_id, people

SECRET = "a secret"


def begun_by_stranger(database):
    four = people("Ann", "Ben", "Cat", "Dan")
    game = NewGame(id=new_id(), device=None, variant="red-nines", players=four)
    return begin_club(database, new_id(), "Phone", "Europe/Paris", game)[0], game.id


def rows_of(database, club):
    tables = everything(database).items()
    return {name: mine for name, rows in tables if (mine := [row for row in rows if club in row])}


def test_a_closed_club_is_there_for_nobody(database, club, table):
    table.deal()
    invitation = make_invitation(database, SECRET, club)
    _, token = join_club(database, invitation, "Phone")
    shared = share(database, SECRET, club, "game", table.id, device=None)
    removal.close_club(database, club)
    assert find_phone(database, token) is None
    assert clubs.list_clubs(database) == describe_clubs(database) == []
    for call in (
        lambda: clubs.get_club(database, club),
        lambda: find_invitation(database, SECRET, invitation.link_code),
        lambda: join_club(database, invitation, "Phone"),
        lambda: find_share(database, SECRET, shared.code),
        lambda: removal.close_club(database, club),
    ):
        with pytest.raises(NotFound):
            call()


@pytest.mark.every_database
def test_a_club_is_emptied_in_steps_that_may_be_broken_off(database, club, table, monkeypatch):
    table.deal()
    other = second_club(database)
    import_file(database, other, export(database, club))
    removal.close_club(database, club)
    theirs = rows_of(database, other)
    monkeypatch.setattr(removal, "STEP", 2)
    for _ in range(5):
        assert removal.remove_step(database, club)
    left = rows_of(database, club)
    assert left
    assert check(database) == []
    removal.empty_closed(database)
    assert rows_of(database, club) == {}
    assert rows_of(database, other) == theirs
    assert [it.id for it in clubs.list_clubs(database)] == [other]


def test_only_what_a_stranger_began_and_left_is_idle(database, club, fake_clock):
    begin(database, club)
    left, _ = begun_by_stranger(database)
    played, game = begun_by_stranger(database)
    Table(database, played.club, game).deal()
    fake_clock.advance(days=89)
    seen, _ = begun_by_stranger(database)
    assert idle_clubs(database) == []
    fake_clock.advance(days=2)
    assert [it.id for it in idle_clubs(database)] == [left.club]
    assert seen.club in [it.id for it in describe_clubs(database)]


def test_a_club_that_is_used_again_is_not_tidied(database, fake_clock):
    phone, game = begun_by_stranger(database)
    fake_clock.advance(days=91)
    assert [it.id for it in idle_clubs(database)] == [phone.club]
    Table(database, phone.club, game).deal()
    assert not removal.close_idle(database, phone.club)
    assert clubs.get_club(database, phone.club).name == "Ann, Ben, Cat, Dan"


def test_clubs_are_found_by_their_name_or_a_person(database, club):
    begin(database, club)
    smith = make_club(database, "The Smiths")
    assert [it.id for it in describe_clubs(database, " ANN")] == [club]
    assert [it.id for it in describe_clubs(database, "smith")] == [smith]
    [line] = describe_clubs(database, "ann")
    assert (line.people, line.phones, line.games) == (4, 0, 1)
