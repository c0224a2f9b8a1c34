"""Counters between deals: bought, lent, owed, and levelled when a game stops early."""

from tests.web.counters import begin_counters, cards


def test_a_seat_buys_counters_and_is_lent_some(phone, circuit):
    circuit.score(cards(0, 1, 2, 3))
    game = f"/games/{circuit.id}"
    circuit.write("buy", {"seat": 1, "counters": 20})
    assert "Saved: Ben bought 20 counters." in phone.read(game)
    assert "bought 20" in phone.page.text
    assert "164 counters ✓ all there" in phone.page.text
    circuit.write("lend", {"seat": 1, "lender": 2, "counters": 5})
    assert "Saved: Cat lent Ben 5." in phone.read(game)
    assert circuit.read().sheet.totals == (33, 60, 29, 33)
    phone.send(f"{game}/undo", entry=circuit.read().entries[-1].id)
    assert "Undone: Cat lent Ben 5." in phone.read_next()
    assert "Ben bought 20 counters" in phone.read(f"{game}/book")


def test_penalty_games_have_no_counters(phone, table):
    phone.get(f"/games/{table.id}")
    assert "Buy or lend" not in phone.page.html


def test_owing_is_said_in_words(phone, database, club):
    table = begin_counters(database, club, counters=10)
    table.score(cards(1, 10, 3, 3))
    assert "owes 9" in phone.read(f"/games/{table.id}")
    assert "40 counters ✓ all there" in phone.page.text


def test_stopping_early_offers_to_level_the_dealing(phone, circuit):
    circuit.score(cards(0, 1, 2, 3))
    address = f"/games/{circuit.id}/end"
    assert "first puts in for each deal missed." in phone.read(address)
    # Ann 36 - 9 + 6 = 33, the pools hold 9: three, two, two and two from Ben's seat on.
    assert "Ann 35 42" in phone.page.text
    phone.send(address, leftover="level_the_dealing")
    assert "Stopped: it got late, the dealing evened out." in phone.read_next()
    told = "Ben: Dealt less often than others, and paid a full dress for each deal missed: 9 −9"
    assert told in phone.page.text
    assert sum(circuit.read().sheet.settled or ()) == 144
