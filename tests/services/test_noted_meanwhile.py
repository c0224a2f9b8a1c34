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


def test_a_void_deal_gives_back_what_was_noted_whoever_has_seen_it(circuit: Table) -> None:
    note(circuit, 2)
    circuit.write("deal", {"after": None, "facts": {"void": True}}, seen=0)
    assert [line.side for line in circuit.read().sheet.deals[0].lines][-1] == 2


def test_an_unseen_note_of_the_deal_before_is_no_business_of_this_one(circuit: Table) -> None:
    note(circuit, 2)
    score(circuit, aces_swept_by=2)
    seen = circuit.seen
    note(circuit, 1, circuit.deals[0])
    facts = cards(1, 3, 4, 5, aces_swept_by=1)
    circuit.write("deal", {"after": circuit.deals[0], "facts": facts}, seen=seen)


def test_a_note_is_not_written_over_an_unseen_one(circuit: Table) -> None:
    note(circuit, 2)
    with pytest.raises(WrittenSince) as fault:
        note(circuit, 3, seen=0)
    assert fault.value.since == (1,)
    note(circuit, 3, seen=1)
    assert circuit.read().sheet.opening.noted == {"aces_swept_by": 3}


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


def test_the_last_entry_about_what_was_noted_is_the_one_to_be_seen(circuit: Table) -> None:
    note(circuit, 2)
    circuit.undo()
    circuit.redo()
    for seen, since in ((0, 3), (2, 3)):
        with pytest.raises(WrittenSince) as fault:
            note(circuit, 3, seen=seen)
        assert fault.value.since == (since,)
    circuit.undo()
    with pytest.raises(WrittenSince) as fault:
        note(circuit, 3, seen=1)
    assert fault.value.since == (4,)


def test_whoever_sits_there_by_now_is_named(circuit: Table) -> None:
    player = {"id": None, "name": "Zoe"}
    circuit.write("take_seat", {"after": None, "seat": 2, "player": player})
    note(circuit, 2)
    with pytest.raises(Conflict, match="noted_meanwhile") as fault:
        score(circuit, seen=1)
    assert "Zoe swept the red aces" in fault.value.message
