"""Counters bought and lent, on the sheet, in the book, and when the game ends."""

import pytest

from scorer.rules.errors import BadEntry
from tests.web.counters import begin_counters, cards


@pytest.fixture
def circuit(database, club):
    """Four people at Red Nines 1881, two of whom have dealt; Cat deals."""
    table = begin_counters(database, club)
    table.score(cards(0, 1, 2, 3), cards(1, 1, 2, 3))
    return table


def lend(table, seat, lender, counters, **before):
    """One seat is lent counters by another, after the newest deal unless one is named."""
    table.write("lend", {"seat": seat, "lender": lender, "counters": counters, **before})


def buy(table, seat, counters, **before):
    """A seat buys counters; the id of the entry."""
    table.write("buy", {"seat": seat, "counters": counters, **before})
    return table.read().entries[-1].id


def test_what_a_lender_has_not_got_is_not_lent(database, club):
    table = begin_counters(database, club, counters=10)
    table.take_seat(2, "Fay")
    with pytest.raises(BadEntry, match="Fay has only 10"):
        lend(table, 3, 2, 11)
    lend(table, 3, 2, 10)
    with pytest.raises(BadEntry, match="Fay has only 0"):
        lend(table, 3, 2, 1)
    table.score(cards(1, 4, 1, 1))
    with pytest.raises(BadEntry, match="Ann owes 3") as fault:
        lend(table, 3, 0, 1)
    assert fault.value.code == "lends_while_owing"


def test_open_loans_are_listed_until_they_are_given_back(phone, circuit):
    lend(circuit, 3, 1, 10)
    address = f"/games/{circuit.id}"
    assert "Dan owes Ben 10" in phone.read(address)
    assert "borrowed 10" in phone.page.text
    assert "lent 10" in phone.page.text
    assert "Dan gives back 10 to Ben" in phone.page.html
    lend(circuit, 1, 3, 10)
    assert "Saved: Dan gave back 10 to Ben." in phone.read(address)
    assert "Dan owes" not in phone.page.text
    assert "borrowed" not in phone.page.text
    assert circuit.read().sheet.loans == ()


def test_who_is_ahead_says_what_is_not_counted(phone, circuit):
    circuit.score(cards(0, 1, 2, 3))
    assert " ahead, 1 deal left." in phone.read(f"/games/{circuit.id}")
    buy(circuit, 3, 20)
    text = phone.read(f"/games/{circuit.id}")
    assert " ahead, not counting what was bought or lent, 1 deal left." in text
    assert ", 18 own" in text  # of 36, nine were paid for cards, and nine put in


def test_whoever_holds_too_little_is_not_offered_to_give_back(phone, database, club):
    table = begin_counters(database, club, counters=12)
    table.write("lend", {"seat": 3, "lender": 2, "counters": 10})
    table.score(cards(1, 1, 1, 10), cards(1, 1, 1, 10))
    says = "Dan owes Cat 10 has too few to give back"
    assert says in phone.read(f"/games/{table.id}")
    assert "gives back" not in phone.page.text


def test_the_finished_sheet_tells_what_became_of_loans(phone, circuit):
    lend(circuit, 3, 1, 10)
    address = f"/games/{circuit.id}"
    assert "Loans are given back first: Ben gets 10 from Dan." in phone.read(f"{address}/end")
    phone.send(f"{address}/end", leftover="as_it_stands")
    text = phone.read_next()
    assert "Loans given back, and what was left in the pools" in text
    assert "Dan: Gave back 10 to Ben −10" in text
    assert "Ben: Got back 10 from Dan +10" in text
    assert "owes Ben" not in text
    # Dan brought 36, and paid 3 for his cards twice; Ben won the second deal with 6.
    settled = circuit.read().sheet.settled
    assert settled is not None
    assert sum(settled) == 144
