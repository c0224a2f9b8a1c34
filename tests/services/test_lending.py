"""Lending: what a lender has not got is not lent."""

import pytest

from scorer.rules.errors import BadEntry
from tests.web.counters import begin_counters, cards


@pytest.fixture
def circuit(database, club):
    """Four people at Red Nines 1881, ten counters each; Ann has dealt and put down 9."""
    return begin_counters(database, club, counters=10)


def lend(table, seat, lender, counters, **more):
    """One seat is lent counters by another after the newest deal."""
    content = {"seat": seat, "lender": lender, "counters": counters, **more}
    table.write("lend", content)


def test_nobody_lends_while_owing(circuit):
    circuit.score(cards(1, 4, 1, 1))
    with pytest.raises(BadEntry, match="Ann owes 3") as fault:
        lend(circuit, 3, 0, 1)
    assert fault.value.code == "lends_while_owing"


def test_whoever_is_called_otherwise_by_now_is_named_so(circuit):
    circuit.write("take_seat", {"seat": 2, "player": {"id": None, "name": "Fay"}})
    with pytest.raises(BadEntry, match="Fay has only 10"):
        lend(circuit, 3, 2, 11)
    lend(circuit, 3, 2, 10)
    with pytest.raises(BadEntry, match="Fay has only 0"):
        lend(circuit, 3, 2, 1)


def test_a_forgotten_purchase_can_be_told_after_the_end(circuit):
    circuit.score(cards(1, 1, 1, 1), cards(2, 1, 1, 1))
    circuit.write("end", {"why": "late"})
    circuit.write("buy", {"seat": 1, "counters": 5, "before": circuit.deals[1]})
    assert circuit.read().sheet.carry.bought[1] == 5
