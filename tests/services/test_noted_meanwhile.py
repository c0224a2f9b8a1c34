"""What was noted in play is not lost to a phone that had not heard of it."""

from typing import Any

import pytest

from scorer.rules.errors import BadEntry
from scorer.services.errors import Conflict, WrittenSince
from scorer.storage.database import Database
from tests.tables import Table
from tests.web.counters import begin_counters, cards


@pytest.fixture
def circuit(database: Database, club: str) -> Table:
    """Four people at Red Nines 1881; Ann has dealt."""
    return begin_counters(database, club)


def note(table: Table, seat: int | None, after: str | None = None, **more: Any) -> None:
    """A phone notes who swept the aces; it has seen everything unless it is said otherwise."""
    table.write("answers", {"after": after, "facts": {"aces_swept_by": seat}}, **more)


def score(table: Table, **said: Any) -> None:
    """A phone that has seen nothing saves deal 1."""
    seen = said.pop("seen", 0)
    table.write("deal", {"after": None, "facts": cards(0, 3, 4, 5, **said)}, seen=seen)


def test_a_deal_that_says_otherwise_than_an_unseen_note_is_a_conflict(circuit: Table) -> None:
    note(circuit, 2)
    for said in ({}, {"aces_swept_by": 1}):
        with pytest.raises(Conflict) as fault:
            score(circuit, **said)
        assert fault.value.code == "noted_meanwhile"
        assert "that Cat swept the red aces" in fault.value.message
    assert circuit.read().version == 1


def test_a_deal_that_says_the_same_or_was_written_with_open_eyes_is_saved(circuit: Table) -> None:
    note(circuit, 2)
    score(circuit, aces_swept_by=2)
    circuit.undo()
    score(circuit, seen=circuit.seen)
    assert circuit.read().sheet.deals[0].carry.pools["red_ace"] == 3


def test_a_note_that_was_taken_back_unseen_is_a_conflict_too(circuit: Table) -> None:
    note(circuit, 2)
    circuit.undo()
    score(circuit)
    circuit.undo()
    with pytest.raises(Conflict) as fault:
        score(circuit, aces_swept_by=2, seen=1)
    assert fault.value.code == "taken_back_meanwhile"


def test_an_empty_note_is_refused_and_takes_no_number(circuit: Table) -> None:
    with pytest.raises(BadEntry, match="empty"):
        circuit.write("answers", {"after": None, "facts": {}})
    assert circuit.read().version == 0


def test_a_note_about_a_deal_that_was_scored_unseen_is_a_conflict(circuit: Table) -> None:
    score(circuit)
    with pytest.raises(WrittenSince) as fault:
        note(circuit, 2, seen=0)
    assert fault.value.code == "changed_meanwhile"
    assert fault.value.since == (1,)
