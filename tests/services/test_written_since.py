"""Nothing is taken back, put back or corrected over what its phone has not seen."""

from typing import Any

import pytest

from scorer.rules.entries import Withdraw
from scorer.services.errors import Conflict, WrittenSince
from scorer.storage.database import Database
from tests.services.test_interleaved import phones
from tests.tables import Table, facts, new_id, people
from tests.web.counters import PINK_NINES, begin_counters, cards, play


@pytest.fixture
def circuit(database: Database, club: str) -> Table:
    """Four people at Red Nines 1881 after two deals."""
    table = begin_counters(database, club)
    play(table, cards(0, 3, 4, 5), cards(1, 3, 4, 5))
    return table


def refused(table: Table, kind: str, content: dict[str, Any], seen: int) -> tuple[int, ...]:
    """The entries that stand in the way; told of them, the same phone may write it."""
    before = table.read()
    with pytest.raises(WrittenSince) as fault:
        table.write(kind, content, seen=seen)
    assert table.read() == before
    table.write(kind, content, seen=fault.value.version)
    return fault.value.since


def withdrawal(entry: str) -> tuple[str, dict[str, str]]:
    return "withdraw", {"entry": entry}


def correction(deal: str, points: int = 9) -> tuple[str, dict[str, Any]]:
    return "correct_deal", {"deal": deal, "facts": facts(0, points, 23, 32)}


def written(table: Table, kind: str, **content: Any) -> str:
    """Another phone writes this; the name of its entry."""
    name = new_id()
    table.write(kind, content, name=name)
    return name


def taken(table: Table, seat: int, name: str, after: str | None = None) -> str:
    return written(table, "take_seat", after=after, seat=seat, player=people(name)[0])


def test_a_withdrawal_or_correction_of_a_deal_waits_for_a_later_deal(table: Table) -> None:
    for write in (withdrawal, correction):
        table.deal()
        seen = table.seen
        table.deal()
        assert refused(table, *write(table.deals[-2]), seen) == (seen + 1,)


def test_a_withdrawal_waits_for_a_correction_of_the_same_deal(table: Table) -> None:
    table.deal()
    deal = table.deals[0]
    corrected = written(table, *correction(deal)[:1], **correction(deal)[1])
    assert refused(table, *withdrawal(deal), 1) == (2,)
    table.redo()
    table.write(*withdrawal(corrected))
    assert refused(table, *withdrawal(deal), 4) == (5,)


def test_a_correction_waits_for_the_withdrawal_of_its_deal_and_then_is_impossible(
    table: Table,
) -> None:
    table.deal()
    table.undo()
    with pytest.raises(WrittenSince) as fault:
        table.write(*correction(table.deals[0]), seen=1)
    assert fault.value.since == (2,)


def test_it_waits_for_the_start(table: Table) -> None:
    table.deal()
    written(table, "correct_start", first_dealer=1)
    assert refused(table, *correction(table.deals[0]), 1) == (2,)
    assert refused(table, *withdrawal(table.deals[0]), 1) == (2, 3)


@pytest.mark.parametrize("write", [withdrawal, correction])
@pytest.mark.parametrize("at", [None, 0, 1])
def test_a_deal_waits_for_who_sits_there(table: Table, write: Any, at: int | None) -> None:
    for _ in range(2):
        table.deal()
    taken(table, 2, "Zoe", None if at is None else table.deals[at])
    assert refused(table, *write(table.deals[1]), 2) == (3,)


@pytest.mark.parametrize("write", [withdrawal, correction])
def test_a_deal_waits_for_counters_bought_or_lent(
    database: Database, club: str, write: Any
) -> None:
    table = begin_counters(database, club, variant=PINK_NINES)
    table.write("deal", {"after": None, "facts": {"out": 1}})
    deal = table.deals[0]
    kind, content = write(deal)
    if kind == "correct_deal":
        content["facts"] = {"out": 2}
    written(table, "buy", after=deal, seat=3, counters=10)
    written(table, "lend", after=deal, seat=2, lender=1, counters=1)
    assert refused(table, kind, content, 1) == (2, 3)


def test_a_new_deal_waits_for_the_withdrawal_of_the_deal_it_follows(table: Table) -> None:
    for _ in range(2):
        table.deal()
    table.undo()
    content = {"after": table.deals[1], "facts": facts(2, 9, 9, 9)}
    with pytest.raises(WrittenSince) as fault:
        table.write("deal", content, seen=2)
    assert (fault.value.since, fault.value.version, fault.value.deal) == ((3,), 3, 2)
    assert table.read().version == 3
    table.write("deal", content, seen=3)
    assert [deal.scores[0] for deal in table.read().sheet.deals] == [0, 9]


def test_what_was_written_and_taken_back_since_is_nothing_to_wait_for(table: Table) -> None:
    table.deal()
    table.deal()
    table.undo()
    table.write(*withdrawal(table.deals[0]), seen=1)
    assert table.read().sheet.deals == ()


def test_redo_waits_for_the_deal_that_was_scored_instead(table: Table) -> None:
    table.deal()
    table.deal()
    table.undo()
    undone = table.read().entries[-1].name
    table.write("deal", {"after": table.deals[0], "facts": facts(2, 9, 9, 9)})
    assert refused(table, *withdrawal(undone), 3) == (4,)
    assert len(table.read().sheet.deals) == 3


def test_a_seat_waits_for_its_own_entries_and_for_later_deals(table: Table) -> None:
    table.deal()
    eve = taken(table, 1, "Eve", table.deals[0])
    taken(table, 2, "Fay", table.deals[0])
    table.write(*withdrawal(eve), seen=2)
    table.redo()
    gus = taken(table, 1, "Gus", table.deals[0])
    assert refused(table, *withdrawal(eve), 5) == (6,)
    seen = table.seen
    table.deal()
    assert refused(table, *withdrawal(gus), seen) == (seen + 1,)


def test_a_correction_of_the_start_waits_for_any_deal_and_any_seat(table: Table) -> None:
    start = ("correct_start", {"first_dealer": 1})
    table.deal()
    assert refused(table, *start, 0) == (1,)
    taken(table, 1, "Eve")
    table.write("correct_start", {"first_dealer": 2}, seen=2)
    sitters = [{"id": one.player, "name": one.name} for one in table.read().start.sitters]
    told = {"players": [*sitters[:3], people("Fay")[0]]}
    assert refused(table, "correct_start", told, 2) == (3, 4)
    started = table.read().entries[-1].name
    seen = table.seen
    table.deal()
    assert refused(table, *withdrawal(started), seen) == (seen + 1,)


def test_the_end_is_put_back_only_by_who_has_seen_the_deals_since(table: Table) -> None:
    table.deal()
    end = written(table, "end", why="it got late")
    table.undo()
    undone = table.read().entries[-1].name
    seen = table.seen
    table.deal()
    with pytest.raises(WrittenSince) as fault:
        table.write(*withdrawal(undone), seen=seen)
    assert fault.value.since == (seen + 1,)
    assert isinstance(table.read().entries[2].body, Withdraw)
    with pytest.raises(Conflict, match="already_withdrawn"):
        table.write(*withdrawal(end), seen=1)


def test_a_note_waits_for_its_deal_and_for_other_notes(circuit: Table) -> None:
    note = {"after": circuit.deals[1], "facts": {"aces_swept_by": 2}}
    first = written(circuit, "answers", **note)
    written(circuit, "answers", after=circuit.deals[1], facts={"aces_swept_by": 3})
    assert refused(circuit, *withdrawal(first), 3) == (4,)
    second = circuit.read().entries[3].name
    seen = circuit.seen
    play(circuit, cards(2, 3, 4, 5, aces_swept_by=3))
    assert refused(circuit, *withdrawal(second), seen) == (seen + 1,)


def test_counters_wait_for_other_counters_of_the_same_people_and_for_later_deals(
    circuit: Table,
) -> None:
    after = circuit.deals[1]
    bought = written(circuit, "buy", after=after, seat=3, counters=36)
    written(circuit, "buy", after=after, seat=2, counters=36)
    lent = written(circuit, "lend", after=after, seat=1, lender=3, counters=5)
    assert refused(circuit, *withdrawal(bought), 3) == (5,)
    seen = circuit.seen
    play(circuit, cards(2, 3, 4, 5))
    assert refused(circuit, *withdrawal(lent), seen) == (seen + 1,)
    circuit.write("buy", {"after": circuit.deals[-1], "seat": 0, "counters": 1}, seen=0)


def test_what_is_sent_again_is_answered_as_it_was(table: Table) -> None:
    table.deal()
    name = new_id()
    table.write(*withdrawal(table.deals[0]), name=name)
    table.write("deal", {"after": None, "facts": facts(1, 5, 6, 8)})
    assert table.write(*withdrawal(table.deals[0]), name=name, seen=1).repeated


def test_a_phone_that_names_what_is_on_its_way_has_seen_it(table: Table) -> None:
    name, undone = new_id(), new_id()
    table.deal(name=name, seen=0)
    table.write(*correction(name), seen=0)
    table.undo()
    table.write(*withdrawal(name), name=undone, seen=3)
    table.write(*withdrawal(undone), seen=3)
    assert len(table.read().sheet.deals) == 1


def test_a_phone_has_seen_all_that_it_has_written_itself(
    database: Database, club: str, table: Table
) -> None:
    mine, other = (Table(database, club, table.id, device=one) for one in phones(database, club))
    mine.deal()
    mine.write("deal", {"after": mine.deals[0], "facts": facts(2, 9, 9, 9)}, seen=1)
    # As an outbox says it, that was at this version when all of it was typed.
    mine.write(*correction(mine.deals[0]), seen=1)
    other.write("deal", {"after": mine.deals[1], "facts": facts(1, 9, 9, 9)}, seen=3)
    with pytest.raises(WrittenSince):
        mine.write(*withdrawal(mine.deals[0]), seen=1)
