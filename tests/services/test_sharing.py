"""Shares: links that show one game or one night until they are withdrawn."""

import pytest

from scorer.services.club import share_links
from scorer.services.club.codes import link_code
from scorer.services.club.invitations import make_invitation
from scorer.services.errors import NotFound
from tests.tables import Statements, new_id

SECRET = "a secret that only the tests know"


def test_a_code_for_one_purpose_is_no_good_for_another(database, club, table):
    made = share_links.share(database, SECRET, club, "game", table.id, device=None)
    invited = make_invitation(database, SECRET, club)
    for wrong in (invited.link_code, link_code(SECRET, club, made.id), "", "x" * 300):
        with pytest.raises(NotFound):
            share_links.find_share(database, SECRET, wrong)


def test_dead_links_ask_the_database_once_at_most(database, club):
    with Statements(database) as sent:
        for code in (link_code(SECRET, club, new_id(), "share"), "", "A" * 8, "x" * 52, "1" * 100):
            with pytest.raises(NotFound):
                share_links.find_share(database, SECRET, code)
    # "x" 52 times has the shape of a code.
    assert [one.split()[0] for one in sent.texts] == ["SELECT"] * 2
