"""Two phones score the same deal: equal facts are one deal, others stand beside it."""

from typing import Any

import pytest

from scorer.rules.errors import BadEntry
from scorer.rules.sheet import SheetDeal
from scorer.services.projections import check
from scorer.storage.database import Database
from tests.tables import Table, facts
from tests.web.counters import PINK_NINES, begin_counters, cards


def held(*hands: Any, out: int = 0, **more: Any) -> dict[str, Any]:
    """A deal told by its hands; a text is cards, a number a sum without red nines."""
    told: list[Any] = [
        hand.split() if isinstance(hand, str) else {"points": hand, "red_nines": 0}
        for hand in hands
    ]
    told.insert(out, [])
    return {"out": out, "hands": told, **more}


def score(table: Table, told: dict[str, Any], seen: int = 0, after: str | None = None) -> Any:
    """A phone that has seen no more than this saves a deal."""
    return table.write("deal", {"after": after, "facts": told}, seen=seen)


@pytest.mark.parametrize(
    ("theirs", "mine"),
    [
        (held(7, 23, 32), held(7, 23, 32)),
        (held("K 9r 4", "2 3", "A"), held("4 K 9r", "3 2", "A")),
        (held("K 9r 4", "2 3", "A"), held("K 9r 4", 5, 20)),
        (held(7, 23, 32), {**held(7, 23, 32), "on_red_nine": False}),
        (held(7, 23, 32), held(7, 23, 32, dealer=0)),
        ({"void": True}, {"void": True}),
    ],
    ids=["sums", "order", "cards and sums", "defaults", "the dealer by turn", "void"],
)
def test_what_says_the_same_is_one_deal(
    table: Table, theirs: dict[str, Any], mine: dict[str, Any]
) -> None:
    score(table, theirs)
    for number in (2, 3):
        saved = score(table, mine)
        assert (saved.number, saved.version, saved.repeated) == (number, number, False)
        assert saved.same is not None
        assert saved.same.entry.number == 1
        assert saved.game_read == table.read()
    (deal,) = table.read().sheet.deals
    assert (deal.repeats, deal.is_open) == (tuple(table.deals[1:]), False)
    assert check(table.database) == []


def test_what_was_told_twice_is_taken_back_by_one_tap(table: Table) -> None:
    for _ in range(2):
        score(table, facts(0, 7, 23, 12))
    table.undo()
    assert table.read().sheet.deals == ()
    table.redo()
    assert len(table.read().sheet.deals) == 1
    table.write("correct_deal", {"deal": table.deals[0], "facts": facts(0, 7, 23, 13)})
    table.write("withdraw", {"entry": table.deals[0]})
    assert table.read().sheet.deals == ()
    assert check(table.database) == []


def open_deal(table: Table) -> SheetDeal:
    """The one deal that waits for somebody to decide."""
    (deal,) = table.read().sheet.undecided
    return deal


@pytest.mark.parametrize(
    ("theirs", "mine"),
    [
        (held(7, 23, 32), held(7, 23, 28)),
        (held(7, 23, 32), held(7, 23, 32, out=1)),
        (held(7, 23, 32), held(7, 23, 32, dealer=1)),
        (held("K 9r 4", "2 3", "A"), held(26, "2 3", "A")),
        (held("7", "10 K", "A"), held("7", "J Q", "A")),
        (held("2 2 2", "10 K", "A"), held("2 4", "10 K", "A")),
        (held(7, 23, 32), {"void": True}),
        ({"void": True}, held(7, 23, 32)),
    ],
    ids=["sum", "out", "dealer", "red nine", "cards", "as many points", "void", "not void"],
)
def test_what_says_something_else_is_written_and_stands_beside(
    table: Table, theirs: dict[str, Any], mine: dict[str, Any]
) -> None:
    score(table, theirs)
    before = table.read().sheet.totals
    assert score(table, mine).number == 2
    deal = open_deal(table)
    assert (deal.id, [rival.id for rival in deal.rivals]) == (table.deals[0], [table.deals[1]])
    assert table.read().sheet.totals == before
    with pytest.raises(BadEntry, match="choose first"):
        table.write("end", {"why": "late"})
    assert check(table.database) == []


def test_counters_are_the_same_by_their_number_and_by_their_cards(
    database: Database, club: str
) -> None:
    circuit = begin_counters(database, club)
    score(circuit, cards(0, 3, 4, 5, aces_swept_by=2))
    hands = [[], ["x", "K", "4"], {"cards": 4, "red_nines": 0}, ["4", "5", "6", "7", "8"]]
    assert score(circuit, {"out": 0, "hands": hands, "aces_swept_by": 2}).same
    told = (cards(0, 3, 4, 5), cards(0, 3, 4, 5, aces_swept_by=1), cards(0, 3, 4, 6))
    for said in told:
        score(circuit, said)
    assert len(open_deal(circuit).rivals) == 3
    # A fourth who says the same as one of those is none.
    assert score(circuit, told[1]).same
    pink = begin_counters(database, club, variant=PINK_NINES)
    score(pink, {"out": 1})
    assert score(pink, {"out": 1}).same
    score(pink, {"out": 2})
    assert open_deal(pink).rivals


def test_what_counts_is_the_deal_as_it_was_corrected(table: Table) -> None:
    table.deal()
    table.write("correct_deal", {"deal": table.deals[0], "facts": facts(0, 9, 9, 9)})
    assert score(table, facts(0, 9, 9, 9)).same_number == 2
    score(table, facts(0, 7, 23, 32))
    assert open_deal(table).scores == (0, 9, 9, 9)


def test_the_last_deal_is_the_same_though_the_game_is_over(table: Table) -> None:
    for _ in range(4):
        table.deal()
    assert score(table, facts(0, 7, 23, 32), 3, table.deals[2]).game_read.sheet.over
    assert table.read().sheet.played == 4
