"""The clubs of a phone, by its tokens."""

import pytest

from scorer.services.club.clubs import BY_ID, clubs_having
from scorer.services.club.devices import revoke_device
from scorer.services.club.invitations import join_club, make_invitation
from scorer.services.games.news import find_phones
from tests.tables import begin, make_club, new_id

pytestmark = pytest.mark.every_database


@pytest.fixture
def tokens(database, club):
    """The tokens of a phone that manages two clubs, the second joined last."""
    made = {}
    for one in (club, make_club(database, "Smith")):
        for _ in range(2):
            invited = make_invitation(database, "secret", one, "manage")
            _, made[one] = join_club(database, invited, "Phone")
    return made


def test_clubs_are_listed_with_those_it_is_out_of_last(database, tokens, club):
    table = begin(database, club)
    found = find_phones(database, tokens.values(), table.id)
    assert list(found) == list(reversed(tokens))
    assert [it.state and it.state.game for it in found.values()] == [None, table.id]
    first = next(iter(found.values())).device
    revoke_device(database, first.club, first.id)
    left = find_phones(database, tokens.values())
    assert {one: it.device.is_out for one, it in left.items()} == {club: False, first.club: True}
    assert list(left) == list(tokens)
    assert find_phones(database, ["nothing"]) == {}
    assert find_phones(database, []) == {}


def test_an_id_is_found_in_the_clubs_of_a_phone_alone(database, tokens, club):
    table = begin(database, club)
    strange = begin(database, make_club(database, "Jones"))
    night, player = table.read().night, table.read().sheet.sitters[0].player
    for name, id in (("game", table.id), ("night", night), ("player", player)):
        assert clubs_having(database, tokens, {name: id}) == [club]
    device = find_phones(database, tokens.values())[club].device
    assert clubs_having(database, tokens, {"device": device.id}) == [club]
    # What belongs to a game is found by that.
    assert clubs_having(database, tokens, {"device": new_id(), "game": table.id}) == [club]
    assert clubs_having(database, tokens, {"game": strange.id}) == []
    for name in BY_ID:
        assert clubs_having(database, tokens, {name: new_id()}) == []
    assert clubs_having(database, tokens, {"variant": "skat"}) == []
