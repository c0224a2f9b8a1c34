"""Two phones score the same deal: equal facts are one deal, other facts wait for a choice."""

from typing import Any

import pytest

from scorer.rules.errors import ImpossibleDeal
from scorer.services.errors import DealConflict, NotFound, WrittenSince
from scorer.services.games.resolve_conflict import Answer, resolve_conflict, two_deals
from scorer.services.games.score import Saved
from scorer.services.projections import check
from scorer.storage.database import Database
from tests.tables import Table, begin, facts, new_id
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
    for told in (mine, mine):
        saved = score(table, told)
        assert (saved.number, saved.version, saved.repeated) == (1, 1, True)
        assert saved.same is not None
        assert saved.game_read == table.read()
    assert check(table.database) == []


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
def test_what_says_something_else_waits_for_a_choice(
    table: Table, theirs: dict[str, Any], mine: dict[str, Any]
) -> None:
    score(table, theirs)
    with pytest.raises(DealConflict) as fault:
        score(table, mine)
    assert (fault.value.theirs, fault.value.numbers) == (table.deals[0], {"deal": 1})
    assert table.read().version == 1


def test_counters_are_the_same_by_their_number_and_by_their_cards(
    database: Database, club: str
) -> None:
    circuit = begin_counters(database, club)
    score(circuit, cards(0, 3, 4, 5, aces_swept_by=2))
    hands = [[], ["x", "K", "4"], {"cards": 4, "red_nines": 0}, ["4", "5", "6", "7", "8"]]
    assert score(circuit, {"out": 0, "hands": hands, "aces_swept_by": 2}).same
    for told in (cards(0, 3, 4, 5), cards(0, 3, 4, 5, aces_swept_by=1), cards(0, 3, 4, 6)):
        with pytest.raises(DealConflict):
            score(circuit, told)
    pink = begin_counters(database, club, variant=PINK_NINES)
    score(pink, {"out": 1})
    assert score(pink, {"out": 1}).same
    with pytest.raises(DealConflict):
        score(pink, {"out": 2})


def test_what_counts_is_the_deal_as_it_was_corrected(table: Table) -> None:
    table.deal()
    table.write("correct_deal", {"deal": table.deals[0], "facts": facts(0, 9, 9, 9)})
    assert score(table, facts(0, 9, 9, 9)).number == 2
    with pytest.raises(DealConflict):
        score(table, facts(0, 7, 23, 32))


def test_the_same_correction_is_written_once(table: Table) -> None:
    table.deal()
    table.deal()
    deal = table.deals[0]
    theirs, mine = held(2, "2 3", "A"), held("2", 5, 20)
    table.write("correct_deal", {"deal": deal, "facts": theirs})
    for _ in range(2):
        saved = table.write("correct_deal", {"deal": deal, "facts": mine}, seen=2)
        assert (saved.number, saved.version, saved.repeated) == (3, 3, True)
        assert saved.same is not None
    with pytest.raises(WrittenSince):
        table.write("correct_deal", {"deal": deal, "facts": held(3, 5, 20)}, seen=2)
    table.undo()
    assert not table.write("correct_deal", {"deal": deal, "facts": mine}, seen=4).repeated
    assert check(table.database) == []


def test_the_same_correction_chosen_of_two_deals_is_written_once(table: Table) -> None:
    table.deal()
    mine = facts(0, 7, 23, 28)
    table.write("correct_deal", {"deal": table.deals[0], "facts": mine})
    chosen = choose(table, "mine", mine)
    assert chosen.same is not None
    assert table.read().version == 2


def test_the_last_deal_is_the_same_though_the_game_is_over(table: Table) -> None:
    for _ in range(4):
        table.deal()
    assert score(table, facts(0, 7, 23, 32), 3, table.deals[2]).game_read.sheet.over
    assert table.read().version == 4


def test_a_deal_that_cannot_be_is_refused_and_not_compared(table: Table) -> None:
    table.deal()
    with pytest.raises(ImpossibleDeal) as fault:
        score(table, facts(0, 1, 23, 32))
    assert (fault.value.deal, fault.value.seat) == (1, 1)


def choose(
    table: Table, answer: Answer, told: dict[str, Any], seen: int = 1, **other: Any
) -> Saved:
    said = {"theirs": table.deals[0], "name": new_id(), **other}
    return resolve_conflict(
        table.database,
        table.club,
        table.id,
        device=None,
        answer=answer,
        facts=told,
        seen=seen,
        **said,
    )


def test_each_answer_does_what_it_says(table: Table) -> None:
    table.deal()
    mine, deal = facts(0, 7, 23, 28), table.deals[0]
    kept = choose(table, "theirs", mine)
    assert (kept.number, kept.after, kept.game_read) == (1, None, table.read())
    other = choose(table, "another", mine)
    assert (other.after, table.read().version) == (deal, 1)
    name = new_id()
    for _ in range(2):
        assert choose(table, "mine", mine, name=name).number == 2
    assert table.read().sheet.totals == (0, 7, 23, 28)
    assert len(table.read().sheet.deals) == 1
    score(table, mine, 0, deal)
    assert len(table.read().sheet.deals) == 2
    assert check(table.database) == []


@pytest.mark.parametrize("answer", ["theirs", "mine", "another"])
def test_no_answer_is_about_a_deal_that_changed_since(table: Table, answer: Answer) -> None:
    table.deal()
    mine, deal = facts(0, 7, 23, 28), table.deals[0]
    table.write("correct_deal", {"deal": deal, "facts": facts(0, 9, 9, 9)})
    with pytest.raises(WrittenSince) as fault:
        choose(table, answer, mine)
    assert (fault.value.since, fault.value.version) == ((2,), 2)
    table.write("withdraw", {"entry": deal})
    with pytest.raises(WrittenSince) as fault:
        choose(table, answer, mine, 2)
    assert fault.value.since == (3,)
    assert table.read().version == 3


@pytest.mark.every_database
def test_both_are_read_at_their_place_with_whoever_wrote_theirs(table: Table) -> None:
    for _ in range(2):
        table.deal()
    both = two_deals(table.database, table.read(), table.deals[0], held("K 9r 4", 5, 20, dealer=2))
    assert (both.theirs.scores, both.mine.scores) == ((0, 7, 23, 32), (0, 52, 5, 20))
    assert (both.theirs.table.dealer, both.mine.table.dealer) == (0, 2)
    assert both.by.entry.number == 1
    with pytest.raises(NotFound):
        two_deals(table.database, table.read(), new_id(), facts(0, 7, 23, 28))


def test_a_deal_of_another_club_is_not_found(database: Database, table: Table) -> None:
    table.deal()
    with pytest.raises(NotFound):
        resolve_conflict(
            database,
            new_id(),
            table.id,
            device=None,
            name=new_id(),
            answer="theirs",
            theirs=table.deals[0],
            facts={},
            seen=1,
        )


def test_three_phones_are_compared_one_after_the_other(database: Database, club: str) -> None:
    table = begin(database, club)
    first, second, third = facts(0, 7, 8, 9), facts(0, 7, 8, 10), facts(0, 7, 8, 11)
    score(table, first)
    score(table, second, 0, table.deals[0])
    for told in (second, third):
        with pytest.raises(DealConflict) as fault:
            score(table, told)
        assert fault.value.theirs == table.deals[0]
    assert score(table, second, 0, table.deals[0]).number == 2
    with pytest.raises(DealConflict) as fault:
        score(table, third, 0, table.deals[0])
    assert fault.value.theirs == table.deals[1]
    score(table, third, 0, table.deals[1])
    assert [deal.scores[3] for deal in table.read().sheet.deals] == [9, 10, 11]
