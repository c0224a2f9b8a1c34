"""Counters between deals: bought, lent, owed, and levelled when a game stops early."""

import pytest

from tests.web.counters import begin_counters, cards


def test_a_seat_buys_counters_and_is_lent_some(phone, circuit):
    circuit.score(cards(0, 1, 2, 3))
    game = f"/games/{circuit.id}"
    phone.get(game)
    assert f"{game}/counters?seat=1" in phone.page.links
    phone.get(f"{game}/counters?seat=1")
    assert phone.page.form(f"{game}/counters")["seat"] == ["1"]
    phone.send(f"{game}/counters", seat="1", counters="20")
    assert "Saved: Ben bought 20 counters." in phone.read_next()
    assert "bought 20" in phone.page.text
    assert "164 counters ✓ all there" in phone.page.text
    phone.get(f"{game}/counters")
    phone.send(f"{game}/counters", seat="1", counters="5", source="2")
    assert "Saved: Cat lent Ben 5." in phone.read_next()
    assert circuit.read().sheet.totals == (33, 60, 29, 33)
    phone.send(f"{game}/undo", entry=circuit.read().entries[-1].id)
    assert "Undone: Cat lent Ben 5." in phone.read_next()
    assert "Ben bought 20 counters" in phone.read(f"{game}/book")


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"seat": "", "counters": "5"}, "Say who gets the counters."),
        ({"seat": "7", "counters": "5"}, "Say who gets the counters."),
        ({"seat": "1", "counters": "0"}, "Write a whole number from 1 to 10,000."),
        ({"seat": "1", "counters": "2.5"}, "Write a whole number"),
        ({"seat": "1", "counters": "99999999999999999999"}, "Write a whole number"),
        ({"seat": "1", "counters": "5", "source": "1"}, "Nobody can borrow from themselves."),
        ({"seat": "1", "counters": "5", "source": "x"}, "Say where they come from."),
    ],
)
def test_counters_that_cannot_be_had_are_refused_in_place(phone, circuit, fields, says):
    address = f"/games/{circuit.id}/counters"
    phone.get(address)
    assert phone.send(address, **fields).status_code == 422
    assert says in phone.page.text
    assert phone.page.form(address)["counters"] == [fields["counters"]]
    assert circuit.read().version == 0


def test_penalty_games_have_no_counters(phone, table):
    assert phone.get(f"/games/{table.id}/counters").status_code == 404
    assert "Buy or lend" not in phone.read(f"/games/{table.id}")


def test_owing_is_said_in_words(phone, database, club):
    table = begin_counters(database, club, counters=10)
    table.score(cards(1, 10, 3, 3))
    assert "owes 9" in phone.read(f"/games/{table.id}")
    assert "40 counters ✓ all there" in phone.page.text


def test_stopping_early_offers_to_level_the_dealing(phone, circuit):
    circuit.score(cards(0, 1, 2, 3))
    address = f"/games/{circuit.id}/end"
    assert "first pay a full dress for each deal they missed." in phone.read(address)
    # Ann 36 - 9 + 6 = 33, the pools hold 9: three, two, two and two from Ben's seat on.
    assert "Ann 35 42" in phone.page.text
    phone.send(address, leftover="level_the_dealing")
    assert "Game stopped: it got late, the dealing evened out." in phone.read_next()
    told = "Ben: Dealt less often than others, and paid a full dress for each deal missed: 9 −9"
    assert told in phone.page.text
    assert sum(circuit.read().sheet.settled or ()) == 144
