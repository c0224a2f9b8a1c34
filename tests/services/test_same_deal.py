"""Two phones score the same deal: equal facts are one deal, others stand beside it."""

from typing import Any

import pytest

from scorer.rules.errors import BadEntry, GameIsOver, ImpossibleDeal
from scorer.rules.sheet import SheetDeal
from scorer.services.errors import Conflict, WrittenSince
from scorer.services.projections import check
from scorer.storage.database import Database
from tests.tables import Table, facts
from tests.web.counters import PINK_NINES, begin_counters, cards

pytestmark = pytest.mark.every_database


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


def test_each_answer_does_what_it_says_and_is_undone_by_one_tap(table: Table) -> None:
    score(table, facts(0, 7, 23, 12))
    score(table, facts(0, 7, 23, 28))
    first, second = table.deals
    for content, dans in (
        ({"entry": first}, [12]),
        ({"entry": second}, [28]),
        ({"entry": second, "apart": True}, [12, 28]),
    ):
        table.write("decide", content)
        read = table.read().sheet
        assert ([deal.scores[3] for deal in read.deals], read.undecided) == (dans, ())
        assert check(table.database) == []
        table.undo()
        assert open_deal(table).id == first
        assert check(table.database) == []


def test_two_who_decide_at_once_are_told(table: Table) -> None:
    score(table, facts(0, 7, 23, 12))
    score(table, facts(0, 7, 23, 28))
    first, second = table.deals
    table.write("decide", {"entry": second})
    assert table.write("decide", {"entry": second}, seen=2).same is not None
    with pytest.raises(WrittenSince) as fault:
        table.write("decide", {"entry": first}, seen=2)
    assert fault.value.since == (3,)
    with pytest.raises(Conflict) as refused:
        table.write("decide", {"entry": first})
    assert refused.value.code == "nothing_to_decide"
    with pytest.raises(BadEntry):
        table.write("decide", {"entry": "nowhere"})
    assert table.read().version == 3


def test_what_nobody_asks_is_not_decided(table: Table) -> None:
    table.deal()
    for content in ({"entry": table.deals[0]}, {"entry": table.deals[0], "apart": True}):
        with pytest.raises(Conflict, match="nothing_to_decide"):
            table.write("decide", content)


def test_the_last_deal_cannot_be_two(table: Table) -> None:
    for _ in range(4):
        table.deal()
    score(table, facts(0, 7, 23, 28), 3, table.deals[2])
    assert not table.read().sheet.over
    with pytest.raises(GameIsOver):
        table.write("decide", {"entry": table.deals[4], "apart": True})
    table.write("decide", {"entry": table.deals[4]})
    assert table.read().sheet.over
    assert table.read().sheet.totals == (0, 28, 92, 124)
    assert check(table.database) == []


def test_a_deal_that_comes_late_without_signal_asks_though_the_game_was_stopped(
    table: Table,
) -> None:
    table.deal()
    table.write("end", {"why": "late"})
    score(table, facts(0, 7, 23, 28))
    assert not table.read().sheet.over
    table.write("decide", {"entry": table.deals[0]})
    assert table.read().sheet.over
    assert check(table.database) == []


def test_two_phones_without_signal_come_back_in_either_order(table: Table) -> None:
    score(table, facts(0, 7, 23, 12))
    score(table, facts(1, 5, 6, 8), 0, table.deals[0])
    score(table, facts(0, 7, 23, 28))
    # What follows a deal that stands open is the same place as what follows the other.
    assert score(table, facts(1, 5, 6, 8), 0, table.deals[2]).same
    score(table, facts(2, 5, 6, 8), 0, table.deals[2])
    assert [(d.id, d.number) for d in table.read().sheet.undecided] == [
        (table.deals[0], 1),
        (table.deals[1], 2),
    ]


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


def test_the_same_correction_is_one_with_it_and_another_stands_beside(table: Table) -> None:
    table.deal()
    table.deal()
    deal = table.deals[0]
    theirs, mine = held(2, "2 3", "A"), held("2", 5, 20)
    table.write("correct_deal", {"deal": deal, "facts": theirs})
    for number in (4, 5):
        saved = table.write("correct_deal", {"deal": deal, "facts": mine}, seen=2)
        assert (saved.number, saved.same_number, saved.repeated) == (number, 3, False)
    table.write("correct_deal", {"deal": deal, "facts": held(3, 5, 20)}, seen=2)
    first = open_deal(table)
    assert [rival.scores for rival in first.rivals] == [(0, 3, 5, 20)]
    with pytest.raises(Conflict, match="nothing_to_decide"):
        table.write("decide", {"entry": first.rivals[0].id, "apart": True})
    table.write("decide", {"entry": first.rivals[0].id})
    assert table.read().sheet.deals[0].scores == (0, 3, 5, 20)
    table.undo()
    table.write("decide", {"entry": first.id})
    assert table.read().sheet.deals[0].scores == (0, 2, 5, 20)
    assert check(table.database) == []


def test_the_last_deal_is_the_same_though_the_game_is_over(table: Table) -> None:
    for _ in range(4):
        table.deal()
    assert score(table, facts(0, 7, 23, 32), 3, table.deals[2]).game_read.sheet.over
    assert table.read().sheet.played == 4


def test_a_deal_that_cannot_be_is_refused_and_not_compared(table: Table) -> None:
    table.deal()
    with pytest.raises(ImpossibleDeal) as fault:
        score(table, facts(0, 1, 23, 32))
    assert (fault.value.deal, fault.value.seat) == (1, 1)
    assert table.read().version == 1
