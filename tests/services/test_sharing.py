"""Shares: links that show one game or one night until they are withdrawn."""

import pytest
from sqlalchemy import func, select, update

from scorer.services import clock, games
from scorer.services.club import sharing
from scorer.services.club.codes import link_code
from scorer.services.club.invitations import make_invitation
from scorer.services.errors import NotFound, TooManyGuesses
from scorer.storage.database import Database
from scorer.storage.models import games as games_table
from scorer.storage.models import guesses, nights
from scorer.storage.shares import shares
from tests.tables import Table, new_id

SECRET = "a secret that only the tests know"
HERE = "192.0.2.1"


def count(database: Database, table: object) -> int:
    with database.reading() as connection:
        return connection.scalar(select(func.count()).select_from(table)) or 0  # type: ignore[arg-type]


def test_a_link_finds_what_it_was_made_for(database: Database, club: str, table: Table) -> None:
    made = sharing.share(database, SECRET, club, "game", table.id, device=None)
    found = sharing.find_share(database, SECRET, made.code, HERE)
    assert (found.club, found.kind, found.target) == (club, "game", table.id)
    assert made.code not in (table.id, made.id)
    assert count(database, guesses) == 0


def test_sharing_the_same_game_again_gives_the_same_link(
    database: Database, club: str, table: Table
) -> None:
    first = sharing.share(database, SECRET, club, "game", table.id, device=None)
    assert sharing.share(database, SECRET, club, "game", table.id, device=None) == first
    assert sharing.shared_as(database, SECRET, club, "game", table.id) == first
    assert count(database, shares) == 1


def test_a_withdrawn_link_finds_nothing_and_is_never_given_out_again(
    database: Database, club: str, table: Table
) -> None:
    night = table.read().night
    first = sharing.share(database, SECRET, club, "night", night, device=None)
    sharing.withdraw_share(database, club, "night", night)
    with pytest.raises(NotFound):
        sharing.find_share(database, SECRET, first.code, HERE)
    assert sharing.shared_as(database, SECRET, club, "night", night) is None
    second = sharing.share(database, SECRET, club, "night", night, device=None)
    assert second.code != first.code
    with pytest.raises(NotFound):
        sharing.find_share(database, SECRET, first.code, HERE)
    assert count(database, guesses) == 0


def test_only_what_the_club_has_can_be_shared(database: Database, club: str, table: Table) -> None:
    for kind, target in (("game", new_id()), ("night", table.id), ("game", "nonsense")):
        with pytest.raises(NotFound):
            sharing.share(database, SECRET, club, kind, target, device=None)  # type: ignore[arg-type]
    assert count(database, shares) == 0


@pytest.mark.parametrize("bin_of", ["game", "night"])
def test_a_link_shows_nothing_that_lies_in_the_bin(
    database: Database, club: str, table: Table, bin_of: str
) -> None:
    made = sharing.share(database, SECRET, club, "game", table.id, device=None)
    row = games_table if bin_of == "game" else nights
    with database.writing() as connection:
        connection.execute(update(row).values(deleted_at=clock.now()))
    with pytest.raises(NotFound):
        sharing.find_share(database, SECRET, made.code, HERE)
    assert sharing.is_deleted(database, club, table.id)
    with database.writing() as connection:
        connection.execute(update(row).values(deleted_at=None))
    assert sharing.find_share(database, SECRET, made.code, HERE).target == table.id


def test_a_code_for_one_purpose_is_no_good_for_another(
    database: Database, club: str, table: Table
) -> None:
    made = sharing.share(database, SECRET, club, "game", table.id, device=None)
    invited = make_invitation(database, SECRET, club)
    for wrong in (invited.link_code, link_code(SECRET, club, made.id), "", "x" * 300):
        with pytest.raises(NotFound):
            sharing.find_share(database, SECRET, wrong, HERE)


def test_a_link_made_with_another_key_is_a_guess_and_guesses_run_out(
    database: Database, club: str, table: Table
) -> None:
    made = sharing.share(database, "another key, also secret", club, "game", table.id, device=None)
    for _ in range(10):
        with pytest.raises(NotFound):
            sharing.find_share(database, SECRET, made.code, HERE)
    with pytest.raises(TooManyGuesses):
        sharing.find_share(database, SECRET, made.code, HERE)
    true = sharing.share(database, SECRET, club, "game", table.id, device=None)
    assert sharing.find_share(database, SECRET, true.code, HERE).target == table.id
    assert games.read_game(database, club, table.id).version == 0
