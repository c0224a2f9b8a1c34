"""Two games that two phones have started without signal, on the sheets of both."""

import json
from typing import Any

import pytest

from scorer.services.games.start import same_again
from scorer.services.projections import check
from scorer.storage.database import Database
from tests.tables import Table, facts, new_id
from tests.web.conftest import NewPhone, Seated
from tests.web.phones import Phone

THREE = [facts(0, 7, 23, 12), facts(1, 4, 20, 9), facts(2, 15, 3, 30)]


@pytest.fixture
def ben(joined: NewPhone) -> Phone:
    return joined("score")


def again(old: Table, phone: Phone) -> Table:
    """The next game, as this phone's outbox starts it."""
    new = new_id()
    assert phone.send_late(f"/games/{old.id}/again", game=new).json["game"] == new
    return Table(old.database, old.club, new)


@pytest.fixture
def both(table: Table, phone: Phone, ben: Phone) -> tuple[Table, Table]:
    """Ann's game, in which nothing was scored, and Ben's with two deals."""
    table.write("end", {"why": "late"})
    anns, bens = again(table, phone), again(table, ben)
    for told in THREE[:2]:
        bens.write("deal", {"after": bens.read().sheet.last_deal, "facts": told})
    return anns, bens


def test_both_sheets_show_both_games(
    phone: Phone, ben: Phone, both: tuple[Table, Table], watcher: Phone
) -> None:
    for who, game in ((phone, both[0]), (ben, both[1])):
        who.get(f"/games/{game.id}")
        assert "each started the next game." in who.page.text
        assert "2 deals · Ann in front" in who.page.text
        assert "No deal yet" in who.page.text
        assert who.page.form(f"/games/{game.id}/join")
    watcher.get(f"/games/{both[0].id}")
    assert "each started the next game." in watcher.page.text
    with pytest.raises(AssertionError, match="no form"):
        watcher.page.form(f"/games/{both[0].id}/join")


def test_a_sheet_that_is_open_hears_of_the_other_game(
    table: Table, phone: Phone, ben: Phone
) -> None:
    table.write("end", {"why": "late"})
    anns = again(table, phone)
    news = f"/games/{anns.id}/news"
    tag = phone.get(news).headers["ETag"]
    again(table, ben)
    answer = phone.get(news, headers={"If-None-Match": tag})
    assert (answer.status_code, "each started" in answer.json["html"]) == (200, True)


def test_it_is_one_game_by_one_tap_on_either_sheet(
    phone: Phone, ben: Phone, both: tuple[Table, Table]
) -> None:
    anns, bens = both
    ben.get(f"/games/{bens.id}")
    ben.send(f"/games/{bens.id}/join")
    assert ben.answer.headers["Location"] == f"/games/{anns.id}"
    ben.follow()
    assert "each started" not in ben.page.text
    assert anns.read().sheet.played == 2
    assert check(anns.database) == []
    # Whoever still looks at the second comes to the first.
    assert phone.get(f"/games/{bens.id}").headers["Location"] == f"/games/{anns.id}"
    told = phone.get(f"/games/{bens.id}/news", headers={"Accept": "application/json"})
    assert (told.status_code, told.json["error"]["game"]) == (409, anns.id)
    phone.get("/bin")
    assert "was one game with another" in phone.page.text
    assert not [one for one in phone.page.forms if one["action"].endswith("/undo")]


def test_both_were_played_by_one_tap(phone: Phone, ben: Phone, both: tuple[Table, Table]) -> None:
    anns, bens = both
    phone.get(f"/games/{anns.id}")
    phone.send(f"/games/{anns.id}/both")
    for who, game in ((phone, anns), (ben, bens)):
        who.get(f"/games/{game.id}")
        assert "each started" not in who.page.text


def test_what_an_outbox_sends_to_the_second_is_taken_into_the_first(
    phone: Phone, ben: Phone, both: tuple[Table, Table]
) -> None:
    anns, bens = both
    last = bens.read().sheet.last_deal
    phone.get(f"/games/{anns.id}")
    phone.send(f"/games/{anns.id}/join")
    ben.get("/join")
    name = new_id()
    entry = {"name": name, "seen": 2, "kind": "deal", "content": {"after": last, "facts": THREE[2]}}

    def send() -> Any:
        return ben.client.post(
            f"/games/{bens.id}/entries",
            data=json.dumps(entry),
            content_type="application/json",
            headers={"Accept": "application/json", "X-CSRFToken": ben.page.token},
            follow_redirects=True,
        )

    for repeated in (False, True):
        answer = send()
        assert answer.status_code == 200, answer.text
        assert (answer.json["number"], answer.json["repeated"]) == (3, repeated)
        assert f"/games/{anns.id}/" in answer.json["html"]
    assert [entry.name for entry in anns.read().entries][-1] == name


def test_an_address_cannot_say_that_a_game_is_part_of_another(
    phone: Phone, both: tuple[Table, Table]
) -> None:
    anns, bens = both
    phone.get("/join")
    answer = phone.client.post(
        f"/games/{anns.id}/entries?of={bens.id}",
        data=json.dumps({"name": new_id(), "seen": 0, "kind": "end", "content": {"why": "late"}}),
        content_type="application/json",
        headers={"Accept": "application/json", "X-CSRFToken": phone.page.token},
    )
    assert (answer.status_code, anns.read().version) == (404, 0)


def test_a_form_that_was_still_open_is_told_where_the_game_is(
    phone: Phone, ben: Phone, both: tuple[Table, Table]
) -> None:
    anns, bens = both
    ben.get(f"/games/{bens.id}/end")
    phone.get(f"/games/{anns.id}")
    phone.send(f"/games/{anns.id}/join")
    answer = ben.send(f"/games/{bens.id}/end", why="late")
    assert answer.status_code == 409
    assert "one game with another" in answer.text


def test_what_cannot_be_one_game_says_why(phone: Phone, both: tuple[Table, Table]) -> None:
    anns, bens = both
    phone.get(f"/games/{anns.id}")
    bens.write("correct_start", {"house_rules": {"circuits": 2}})
    answer = phone.send(f"/games/{anns.id}/join")
    assert answer.status_code == 409
    assert "the people, the seats or the rules differ" in answer.text


def test_a_phone_goes_on_with_its_seat(
    table: Table, phone: Phone, ben: Phone, seated: Seated, database: Database
) -> None:
    cat = seated(2)
    table.write("end", {"why": "late"})
    anns = Table(
        database,
        table.club,
        same_again(database, table.club, table.id, device=None, game_id=new_id(), known=()),
    )
    bens = again(table, ben)
    dan = seated(None)
    dan.get(f"/games/{bens.id}/phones")
    phone.get(f"/games/{anns.id}")
    phone.send(f"/games/{anns.id}/join")
    cat.get(f"/games/{anns.id}")
    assert 'data-my-seat="2"' in cat.answer.text


def test_only_who_keeps_the_score_decides(both: tuple[Table, Table], watcher: Phone) -> None:
    for deed in ("join", "both"):
        assert watcher.post(f"/games/{both[0].id}/{deed}", other=both[1].id).status_code == 403
