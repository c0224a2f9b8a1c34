"""What is deleted is nowhere to be seen, and comes back as it was."""

import pytest

from scorer.services.club import invitations
from scorer.services.club.join import join_club
from scorer.services.errors import Conflict, InTheBin, NotFound
from scorer.services.games.read import read_book
from scorer.services.games.start import same_again
from scorer.services.nights import bin, undo_changes
from scorer.services.nights.front import read_front
from scorer.services.nights.night_list import list_nights, read_night
from scorer.services.projections import check
from scorer.storage.database import Database
from scorer.storage.search import stale_documents
from tests.tables import Table, all_games, begin, new_id


def lying(database: Database, club: str) -> list[str]:
    found = undo_changes.list_bin(database, club)
    return [one.change.about for one in found]


@pytest.mark.every_database
def test_a_deleted_game_is_in_no_list_and_nothing_is_written_to_it(
    database: Database, club: str
) -> None:
    table, other = begin(database, club), begin(database, club)
    table.deal()
    night = table.read().night
    deed = bin.delete_game(database, club, table.id, device=None)
    assert [line.id for line in all_games(database, club)] == [other.id]
    assert [line.id for line in read_front(database, club).in_progress] == [other.id]
    assert [line.id for line in read_night(database, club, night).games] == [other.id]
    name = new_id()
    for write in (
        table.read,
        lambda: read_book(database, club, table.id),
        lambda: table.deal(name=name),
        lambda: same_again(database, club, table.id, device=None, game_id=new_id()),
    ):
        with pytest.raises(InTheBin):
            write()
    assert lying(database, club) == [table.id]
    undo_changes.undo_change(database, club, deed)
    assert lying(database, club) == []
    table.deals.pop()
    table.deal(name=name)
    assert table.read().version == 2
    assert (check(database), stale_documents(database)) == ([], [])


def test_deleting_twice_is_one_deed(database: Database, table: Table) -> None:
    deeds = {bin.delete_game(database, table.club, table.id, device=None) for _ in range(2)}
    assert len(deeds) == 1
    (deed,) = deeds
    for _ in range(2):
        undo_changes.undo_change(database, table.club, deed)
    assert table.read().version == 0
    again = bin.delete_game(database, table.club, table.id, device=None)
    assert again != deed
    undo_changes.undo_change(database, table.club, deed)
    with pytest.raises(InTheBin):
        table.read()


@pytest.mark.every_database
def test_a_night_brings_back_the_games_that_were_deleted_with_it(
    database: Database, club: str
) -> None:
    one, two, three = (begin(database, club) for _ in range(3))
    night = one.read().night
    first = bin.delete_game(database, club, two.id, device=None)
    deed = bin.delete_night(database, club, night, device=None)
    assert bin.delete_night(database, club, night, device=None) == deed
    assert list_nights(database, club).nights == ()
    assert list_nights(database, club, words="ann").nights == ()
    assert lying(database, club) == [night, two.id]
    assert bin.find_deletion(database, club, "game", one.id).id == deed
    assert bin.find_deletion(database, club, "game", two.id).id == first
    with pytest.raises(Conflict, match="night_in_the_bin"):
        undo_changes.undo_change(database, club, first)
    undo_changes.undo_change(database, club, deed)
    assert [line.id for line in read_night(database, club, night).games] == [one.id, three.id]
    undo_changes.undo_change(database, club, first)
    assert len(read_night(database, club, night).games) == 3
    assert stale_documents(database) == []


def test_the_last_game_of_a_night_takes_the_night_along(database: Database, table: Table) -> None:
    night = table.read().night
    deed = bin.delete_game(database, table.club, table.id, device=None)
    assert list_nights(database, table.club).nights == ()
    with pytest.raises(NotFound):
        read_night(database, table.club, night)
    undo_changes.undo_change(database, table.club, deed)
    assert read_night(database, table.club, night).games[0].id == table.id


def test_the_bin_says_which_phone_it_was(database: Database, table: Table) -> None:
    invitation = invitations.standing_invitation(database, "secret", table.club)
    device, _ = join_club(database, invitation, "Ann's phone")
    bin.delete_game(database, table.club, table.id, device=device.id)
    (line,) = undo_changes.list_bin(database, table.club)
    assert (line.change.device_name, line.change.undone_at) == ("Ann's phone", None)
    assert line.game and [seat.name for seat in line.game.seats] == ["Ann", "Ben", "Cat", "Dan"]


def test_another_clubs_things_cannot_be_deleted(database: Database, table: Table) -> None:
    night = table.read().night
    deed = bin.delete_game(database, table.club, table.id, device=None)
    for club in (new_id(), night):
        for act in (
            lambda club=club: bin.delete_game(database, club, table.id, device=None),
            lambda club=club: bin.delete_night(database, club, night, device=None),
            lambda club=club: undo_changes.undo_change(database, club, deed),
            lambda club=club: undo_changes.read_change(database, club, deed),
        ):
            with pytest.raises(NotFound):
                act()
    for wrong in ("", "x", "\0", new_id()):
        with pytest.raises(NotFound):
            bin.delete_game(database, table.club, wrong, device=None)
        with pytest.raises(NotFound):
            undo_changes.undo_change(database, table.club, wrong)


def test_a_game_that_was_gone_on_with_is_free_again_once_its_follower_is_deleted(
    database: Database, table: Table
) -> None:
    for _ in range(4):
        table.deal()
    said = {"device": None, "game_id": new_id()}
    after = same_again(database, table.club, table.id, **said)
    assert table.read().followed_by == after
    bin.delete_game(database, table.club, after, device=None)
    assert table.read().followed_by is None
    other = same_again(database, table.club, table.id, device=None, game_id=new_id())
    assert other != after
