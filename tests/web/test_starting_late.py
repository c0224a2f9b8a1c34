"""Games that are started late: what an outbox sends of Same again, and a form of long ago."""

import re

import pytest

from scorer.services.games.read import read_game
from scorer.services.people.anonymise import anonymise
from scorer.services.people.merge import merge_people
from tests.tables import Table, all_games, begin, new_id, people
from tests.web.phones import Page

JSON = {"Accept": "application/json"}


@pytest.fixture
def over(table):
    """A game that is over: Ann dealt it."""
    table.write("end", {"why": "late"})
    return table


def again(phone, game, new, **fields):
    """The game to whose sheet the outbox is led by its Same again."""
    answer = phone.send_late(f"/games/{game}/again", game=new, **fields)
    assert answer.status_code == 303, answer.text
    return answer.location.split("/")[2]


def test_a_late_same_again_starts_the_game_its_phone_named(phone, database, club, over):
    new = new_id()
    for _ in range(2):
        assert again(phone, over.id, new) == new
    assert read_game(database, club, new).follows == over.id
    assert len(all_games(database, club)) == 2


def test_how_long_ago_it_was_says_which_night_it_was(phone, database, club, fake_clock, over):
    fake_clock.advance(hours=12)
    long_ago, at_once = new_id(), new_id()
    other = begin(database, club, "Eve", "Fay", "Gus", "Hal")
    other.write("end", {"why": "late"})
    again(phone, over.id, long_ago, ago=str(12 * 3600))
    assert read_game(database, club, long_ago).night == over.night
    assert read_game(database, club, long_ago).started_at > over.read().started_at
    again(phone, other.id, at_once, ago="-1 year")
    assert read_game(database, club, at_once).night


def begin_from_home(phone, names):
    """The game that the form of a new game begins, sent twice, with these people."""
    new = new_id()
    phone.get("/games/new?variant=red-nines")
    for _ in range(2):
        blank = [""] * (12 - len(names))
        sent = {"game": new, "player": [*names, *blank], "player_id": [""] * 12}
        phone.client.post("/games/new", data={**phone.page.form("/games/new"), **sent})
    return new


def test_a_new_game_of_those_who_have_just_played_follows_their_last_one(
    phone, joined, database, club, fake_clock, over
):
    def followed(*names):
        fake_clock.advance(minutes=1)
        return read_game(database, club, begin_from_home(phone, names)).follows

    assert followed("Eve", "Fay", "Gus", "Hal") is None
    new = begin_from_home(phone, ["Dan", "Cat", "Ben", "Ann"])
    assert read_game(database, club, new).follows == over.id
    # The phones at the result are led there.
    goes_on = joined("watch").client.get(f"/games/{over.id}/news").json["data"]["goes_on"]
    assert (goes_on["game"], goes_on["all"]) == (new, True)
    # Not after one that goes on, nor with others, nor long after.
    assert followed("Ann", "Ben", "Cat", "Dan") is None
    fake_clock.advance(minutes=1)
    Table(database, club, new).write("end", {"why": "late"})
    assert followed("Ann", "Ben", "Cat", "Dan", "Eve") is None
    fake_clock.advance(hours=7)
    assert followed("Ann", "Ben", "Cat", "Dan") is None


def undo_start(phone, game):
    """What undoing the start of a game is answered, as the phone's modules ask for it."""
    return phone.send_late(f"/games/{game}/undo-start")


def test_a_phone_undoes_its_own_start_while_it_is_empty(phone, joined, over):
    new, ben = new_id(), joined("score")
    again(phone, over.id, new)
    undo = {"entry": new, "kind": "start"}
    assert phone.client.get(f"/games/{new}/news").json["data"]["undo"] == undo
    # The sheet is kept for other phones, which did not begin it.
    assert ben.client.get(f"/games/{new}/news").json["data"]["undo"] is None
    assert f"/games/{new}/undo-start" in phone.get(f"/games/{new}").text
    assert f"/games/{new}/undo-start" not in ben.get(f"/games/{new}").text
    refused = undo_start(ben, new)
    error = refused.json["error"]
    assert (refused.status_code, error["code"]) == (409, "not_yours")
    assert error["message"] == "Phone (2) has begun this game."
    assert re.findall('data-choice="([^"]+)', error["html"]) == ["drop"]
    assert undo_start(joined("watch"), new).status_code == 403
    # Asked again, because no answer came, it is answered as before.
    for _ in range(2):
        answer = undo_start(phone, new)
        assert (answer.status_code, answer.location) == (303, f"/games/{over.id}/news")
    assert over.read().followed_by is None
    # Phones that came along are led back.
    ben.get(f"/games/{new}")
    assert (ben.answer.status_code, ben.answer.location) == (303, f"/games/{over.id}")
    assert ben.send_late(f"/games/{new}/again").status_code in (404, 409)
    assert ben.client.get(f"/games/{new}/news", headers=JSON).status_code == 409


@pytest.mark.parametrize("way", ["deal", "answer", "withdrawn"])
def test_a_game_in_which_something_was_written_stays(phone, database, club, over, way):
    new = new_id()
    again(phone, over.id, new)
    table = Table(database, club, new)
    if way == "answer":
        table.answer(("out", -1, 0))
        table.answer(clear=[("out", -1)])
    else:
        table.deal()
        if way == "withdrawn":
            table.undo()
    error = undo_start(phone, new).json["error"]
    assert (error["code"], error["message"]) == ("has_begun", "It has begun: deal 1.")
    assert read_game(database, club, over.id).followed_by == new
    assert f"/games/{new}/undo-start" not in phone.get(f"/games/{new}").text
    # Deleted, it is in the bin as ever.
    phone.post(f"/games/{new}/delete")
    assert "was deleted" in phone.read(f"/games/{new}")
    assert undo_start(phone, new).json["error"]["code"] == "in_the_bin"


def test_a_start_of_nobody_known_is_not_undone(phone, database, over):
    assert undo_start(phone, over.id).status_code == 404
    follower = begin(database, over.club, follows=over.id)
    error = undo_start(phone, follower.id).json["error"]
    assert error["message"] == "Another phone has begun this game."


def test_a_same_again_that_is_another_game_asks(phone, joined, database, club, over):
    ben, theirs, mine = joined("score"), new_id(), new_id()
    ben.get(f"/games/new?follows={over.id}")
    ben.send("/games/new", game=theirs, player=["Ann", "Ben", "Cat", "Eve"], player_id=[""] * 4)
    asked = phone.send_late(f"/games/{over.id}/again", game=mine)
    error = asked.json["error"]
    assert (asked.status_code, error["code"]) == (409, "other_game")
    says = "Phone (4) has begun Red Nines with Ann, Ben, Cat and Eve."
    assert error["message"] == says
    choices = [(it["data-choice"], it["data-deal"]) for it in choices_of(error["html"])]
    assert choices == [("theirs", theirs), ("apart", "")]
    # A page has the same buttons.
    phone.get(f"/games/{over.id}")
    phone.post(f"/games/{over.id}/again", game=mine)
    assert phone.answer.status_code == 409 and says in phone.page.text
    assert f"/games/{theirs}" in phone.page.links
    phone.send(f"/games/{over.id}/again")
    assert phone.answer.location == f"/games/{mine}"
    read = read_game(database, club, mine)
    assert (read.follows, read.night) == (None, over.night)
    assert [sitter.name for sitter in read.sheet.sitters] == ["Ann", "Ben", "Cat", "Dan"]
    # It is begun once, and is nobody else's.
    assert again(phone, over.id, mine, apart="1") == mine
    other = joined("score").send_late(f"/games/{over.id}/again", game=mine, apart="1")
    assert (other.status_code, other.json["error"]["code"]) == (409, "id_taken")
    assert len(all_games(database, club)) == 3


def choices_of(html):
    """The attributes of the buttons under a question."""
    return [attributes for _, attributes in Page(html).tags if "data-choice" in attributes]


@pytest.mark.parametrize(
    "other",
    [
        {"house_rules": {"circuits": 2}},
        {"variant": "points"},
        {"players": people("Ben", "Ann", "Cat", "Dan")},
    ],
)
def test_other_rules_or_seats_make_another_game(phone, database, club, over, other):
    begin(database, club, follows=over.id, **other)
    assert phone.send_late(f"/games/{over.id}/again", game=new_id()).status_code == 409
    # Whose deal it is is no matter.
    same = begin(database, club, follows=over.id, first_dealer=3)
    assert again(phone, over.id, new_id()) == same.id


def test_a_new_game_that_changed_since_it_was_sent_asks(phone, joined, database, club):
    first, more = ["Ann", "Ben", "Cat", "Dan"], ["Ann", "Ben", "Cat", "Dan", "Eve"]
    id = phone.open_form("/games/new")["game"]
    phone.send("/games/new", game=id, player=first)
    phone.fill("/games/new", game=id, player=more, **{"rule-circuits": "2"})
    assert phone.answer.status_code == 409
    assert "The game with Ann, Ben, Cat and Dan has begun." in phone.page.text
    assert f"/games/{id[0]}" in phone.page.links
    # What was typed is there, and begins as another game.
    phone.send("/games/new")
    another = phone.answer.location.removeprefix("/games/")
    assert another != id[0] and len(all_games(database, club)) == 2
    read = read_game(database, club, another)
    assert [sitter.name for sitter in read.sheet.sitters] == more
    assert read.book.start.house_rules == {"circuits": 2}
    # An id of another phone is none of ours.
    eve = joined("score")
    assert eve.fill("/games/new", game=id, player=more).status_code == 409
    assert "has begun" not in eve.page.text


def start(phone, new, people):
    """Send the form of a new game with known people; the status of the answer."""
    names, ids = ([getattr(one, key) for one in people] for key in ("name", "player"))
    chosen = {"variant": "red-nines", "player": names, "player_id": ids, "first_dealer": "1"}
    return phone.post("/games/new", game=new, **chosen).status_code


def test_who_was_merged_meanwhile_sits_as_who_he_is_now(phone, manager, database, club, table):
    people = table.read().sheet.sitters
    eve = begin(database, club, "Eve", "Fay", "Gus", "Hal").read().sheet.sitters[0]
    merge_people(database, club, people[0].player, eve.player)
    anonymise(database, club, people[1].player)
    new = new_id()
    assert start(phone, new, people) == 303
    read = read_game(database, club, new)
    assert read.sheet.sitters[0].player == eve.player
    assert "Ben" not in read.names.values()
    assert start(phone, new_id(), [*people[:3], eve]) == 422


def test_a_game_that_the_night_has_begun_since_comes_before_same_again(phone, table, over):
    def buttons():
        # Behind them are the pieces for what is typed without signal.
        html = phone.get(f"/games/{over.id}").text.partition("<template id=")[0]
        return re.findall(r'class="(button[^"]*)"[^>]*>(Same again|Next game)<', html)

    assert buttons() == [("button button-first", "Same again")]
    begin(table.database, table.club, "Ann", "Ben", "Eve", "Fay", night=over.night)
    assert buttons() == [("button", "Same again"), ("button button-first", "Next game")]
