"""The front page: the game that was touched last, and what is asked at the end of an evening."""

import pytest

from tests.tables import begin


@pytest.fixture
def both(fake_clock, database, club):
    """Two games, the second begun while the first was played."""
    first = begin(database, club)
    fake_clock.advance(minutes=10)
    return first, begin(database, club, "Eve", "Fay", "Gus", "Hal")


def games_on(phone):
    """The games that the front page leads to, in its order."""
    phone.get("/")
    links = [link.removeprefix("/games/") for link in phone.page.links]
    return list(dict.fromkeys(link for link in links if len(link) == 36))


def thrown_away(phone):
    return [form["action"] for form in phone.page.forms if form["action"].endswith("/delete")]


def test_the_large_card_is_the_game_that_was_touched_last(phone, both):
    first, second = both
    first.deal()
    assert games_on(phone) == [first.id, second.id]
    assert "Continue: deal 2 of 4" in phone.page.text
    assert thrown_away(phone) == [f"/games/{second.id}/delete"]
    third = begin(first.database, first.club, "Ida", "Joe", "Kim", "Leo")
    # What was just begun is played now; begun before and never played, it is below the others.
    assert games_on(phone) == [third.id, first.id, second.id]
    assert len(thrown_away(phone)) == 2
    second.deal()
    assert games_on(phone) == [second.id, first.id, third.id]
    # One tap deletes it, and one brings it back.
    assert phone.send(thrown_away(phone)[0]).headers["Location"].startswith("/?deleted=")
    assert "was deleted" in phone.read_next()
    assert f"/games/{third.id}" not in phone.page.links
    phone.send(next(form["action"] for form in phone.page.forms if "/restore" in form["action"]))
    assert games_on(phone) == [second.id, first.id, third.id]


def test_at_the_end_of_an_evening_one_card_asks_about_what_lies_open(phone, both, fake_clock):
    for table in both:
        table.deal()
    fake_clock.advance(minutes=50)
    assert "are open" not in phone.read("/")
    fake_clock.advance(minutes=20)
    assert "Two games are open" in phone.read("/")
    assert "Continue:" not in phone.page.text and "Also unfinished" not in phone.page.text
    assert {f"/games/{table.id}/end" for table in both} <= set(phone.page.links)
    assert phone.send("/leave-open").headers["Location"] == "/"
    assert "open" not in phone.read_next()
    assert "Continue: deal 2 of 4" in phone.page.text and "Also unfinished" in phone.page.text
    both[0].deal()
    fake_clock.advance(hours=2)
    assert "One game is open" in phone.read("/")


def test_who_may_not_stop_a_game_is_not_asked(watcher, table, fake_clock):
    table.deal()
    fake_clock.advance(days=1)
    assert "open" not in watcher.read("/") and "Continue: deal 2" in watcher.page.text
    assert watcher.post("/leave-open").status_code == 403
