"""Paying up at the end of a night: the plan, payments made, and what a correction does to it."""

from typing import Any

import pytest

from scorer.services.errors import Conflict, InTheBin, NotFound
from scorer.services.money import settle_up
from scorer.services.money.settle_up import PayingUp, read_paying, record_payment, undo_payment
from scorer.services.nights import bin, undo_changes
from scorer.services.projections import check, rebuild
from scorer.storage.database import Database
from tests.tables import Statements, Table, begin, new_id

PENNY = {"counters": 2, "pays": 1}


def counted(out: int, *cards: int) -> dict[str, Any]:
    """A deal told by the number of cards: who went out, then what the others held."""
    hands: list[Any] = [{"cards": held, "red_nines": 0} for held in cards]
    hands.insert(out, [])
    return {"out": out, "hands": hands}


def play_on(table: Table, *deals: dict[str, Any]) -> None:
    for told in deals:
        after = table.deals[-1] if table.deals else None
        table.write("deal", {"after": after, "facts": told})


def pink(database: Database, club: str, *, players: Any = None, **rules: Any) -> Table:
    """A game of Pink Nines in which Ann wins all four pools of four counters."""
    said: dict[str, Any] = {"variant": "pink-nines", "house_rules": rules}
    if players:
        said["players"] = players
    table = begin(database, club, **said)
    play_on(table, *({"out": 0} for _ in range(4)))
    return table


def night_of(table: Table) -> str:
    return table.read().night


def only_unit(table: Table) -> PayingUp:
    (unit,) = read_paying(table.database, table.club, night_of(table)).units
    return unit


def people_of(table: Table) -> list[dict[str, Any]]:
    return [{"id": one.player, "name": one.name} for one in table.read().sheet.sitters]


def pay(table: Table, at: int = 0, **other: Any) -> str:
    unit = only_unit(table)
    one = unit.plan[at]
    said = {
        "device": None,
        "payment": new_id(),
        "unit": unit.unit,
        "payer": one.payer,
        "payee": one.payee,
        "amount": one.amount,
        **other,
    }
    record_payment(table.database, table.club, night_of(table), **said)
    return str(said["payment"])


def amounts(unit: PayingUp) -> list[int]:
    return [one.amount for one in unit.plan]


def test_a_night_settles_in_counters_where_they_are_worth_nothing(
    database: Database, club: str
) -> None:
    unit = only_unit(pink(database, club))
    assert unit.unit == settle_up.COUNTERS
    assert sorted(unit.balances.values()) == [-4, -4, -4, 12]
    assert amounts(unit) == [4, 4, 4]
    assert not unit.settled


def test_a_night_settles_in_money_across_all_its_games(database: Database, club: str) -> None:
    first = pink(database, club, counter_value=PENNY)
    pink(database, club, players=people_of(first), counter_value=PENNY)
    unit = only_unit(first)
    assert unit.unit == settle_up.MONEY
    assert sorted(unit.balances.values()) == [-4, -4, -4, 12]
    assert sorted(unit.saucer.values()) == [16, 16, 16, 32]


def test_a_saucer_of_odd_coins_holds_what_is_taken_out_of_it(database: Database, club: str) -> None:
    first = pink(database, club, counter_value={"counters": 7, "pays": 3})
    pink(database, club, players=people_of(first), counter_value={"counters": 3, "pays": 2}, ante=2)
    read = read_paying(database, club, night_of(first))
    (unit,) = read.units
    assert read.rounded and read.stakes_rounded
    # Two kinds of counters make no sum.
    assert read.put_in == read.counters == {}
    # Twenty counters are 8 4/7 and 13 1/3 coins: nine and fourteen are laid down.
    assert set(unit.stakes.values()) == {23}
    assert sum(unit.saucer.values()) == sum(unit.stakes.values())
    assert sum(unit.balances.values()) == 0


def test_the_saucer_counts_what_was_paid_beside_it(database: Database, club: str) -> None:
    table = pink(database, club, counter_value=PENNY)
    before = only_unit(table)
    one = before.plan[0]
    pay(table)
    after = only_unit(table)
    assert after.saucer[one.payer] == before.saucer[one.payer] + one.amount
    assert after.saucer[one.payee] == before.saucer[one.payee] - one.amount
    table.write("correct_deal", {"deal": table.deals[0], "facts": {"out": 1}})
    corrected = only_unit(table)
    assert sum(corrected.saucer.values()) == sum(before.saucer.values())


def test_games_with_and_without_a_rate_are_settled_apart(database: Database, club: str) -> None:
    first = pink(database, club, counter_value=PENNY)
    pink(database, club, players=people_of(first))
    units = read_paying(database, club, night_of(first)).units
    assert [unit.unit for unit in units] == [settle_up.MONEY, settle_up.COUNTERS]


def test_an_unfinished_game_counts_only_once_it_is_over(database: Database, club: str) -> None:
    table = begin(database, club, variant="pink-nines")
    play_on(table, {"out": 0})
    read = read_paying(database, club, night_of(table))
    assert (read.units, read.open_games) == ((), 1)


def test_penalties_are_never_paid(database: Database, club: str, table: Table) -> None:
    for _ in range(4):
        table.deal()
    assert read_paying(database, club, night_of(table)).units == ()


def test_marking_a_payment_reshuffles_nothing(database: Database, club: str) -> None:
    table = pink(database, club)
    before = only_unit(table)
    paid = pay(table, at=1)
    after = only_unit(table)
    assert amounts(after) == amounts(before)
    assert [one.paid for one in after.plan] == [None, paid, None]
    undo_payment(database, club, night_of(table), payment=paid)
    assert only_unit(table) == before


@pytest.mark.parametrize("other", [{"payer": "payee", "payee": "payer"}, {"amount": 3}])
def test_another_payment_under_a_known_name_is_not_taken_for_it(
    database: Database, club: str, other: dict[str, Any]
) -> None:
    table = pink(database, club)
    paid = pay(table)
    one = only_unit(table).plan[0]
    other = {key: getattr(one, said) if said in vars(one) else said for key, said in other.items()}
    with pytest.raises(Conflict) as fault:
        pay(table, payment=paid, **other)
    assert fault.value.code == "payment_taken"
    assert [one.paid for one in only_unit(table).plan] == [paid, None, None]


def test_nothing_is_noted_or_taken_back_in_a_night_that_lies_in_the_bin(
    database: Database, club: str
) -> None:
    table = pink(database, club)
    paid, night, plan = pay(table), night_of(table), only_unit(table).plan
    deed = bin.delete_night(database, club, night, device=None)
    with pytest.raises(InTheBin):
        undo_payment(database, club, night, payment=paid)
    for payment in (paid, new_id()):
        with pytest.raises(InTheBin):
            record_payment(
                database,
                club,
                night,
                device=None,
                payment=payment,
                unit=settle_up.COUNTERS,
                payer=plan[1].payer,
                payee=plan[1].payee,
                amount=plan[1].amount,
            )
    with pytest.raises(NotFound):
        read_paying(database, club, night)
    undo_changes.undo_change(database, club, deed)
    assert only_unit(table).plan == plan


def test_a_payment_sent_twice_is_one_payment(database: Database, club: str) -> None:
    table = pink(database, club)
    name, one = new_id(), only_unit(table).plan[0]
    for _ in range(2):
        pay(table, payment=name, payer=one.payer, payee=one.payee, amount=one.amount)
    assert [one.paid for one in only_unit(table).plan] == [name, None, None]


def test_two_phones_cannot_mark_the_same_payment(database: Database, club: str) -> None:
    table = pink(database, club)
    one = only_unit(table).plan[0]
    pay(table)
    with pytest.raises(Conflict) as fault:
        pay(table, payer=one.payer, payee=one.payee, amount=one.amount)
    assert fault.value.code == "plan_changed"


def test_all_paid_is_settled(database: Database, club: str) -> None:
    table = pink(database, club)
    for at in range(3):
        pay(table, at=at)
    assert only_unit(table).settled


def test_a_corrected_deal_makes_a_new_plan_that_counts_what_was_paid(
    database: Database, club: str
) -> None:
    table = pink(database, club)
    paid = pay(table)
    payer = only_unit(table).plan[0].payer
    table.write("correct_deal", {"deal": table.deals[0], "facts": {"out": 1}})
    after = only_unit(table)
    assert [one.id for one in after.earlier] == [paid]
    assert all(one.paid is None for one in after.plan)
    assert sorted(after.balances.values()) == [-4, -4, 0, 8]
    settled = dict(after.balances)
    for one in (*after.earlier, *after.plan):
        settled[one.payer] += one.amount
        settled[one.payee] -= one.amount
    assert not any(settled.values())
    assert payer in settled
    table.undo()
    assert [one.paid for one in only_unit(table).plan] == [paid, None, None]


def test_nothing_else_than_the_plan_can_be_paid(database: Database, club: str) -> None:
    table = pink(database, club)
    for other in ({"amount": 5}, {"amount": -4}, {"unit": "money"}, {"payer": new_id()}):
        with pytest.raises(Conflict):
            pay(table, **other)


@pytest.mark.every_database
def test_another_clubs_night_is_not_found(database: Database, club: str) -> None:
    table = pink(database, club)
    with pytest.raises(NotFound):
        read_paying(database, new_id(), night_of(table))
    with pytest.raises(NotFound):
        undo_payment(database, club, night_of(table), payment=new_id())


def test_whoever_took_over_a_seat_takes_over_what_it_owes(database: Database, club: str) -> None:
    table = begin(database, club, variant="pink-nines")
    play_on(table, {"out": 0})
    eve = {"id": new_id(), "name": "Eve"}
    table.write("take_seat", {"after": table.deals[-1], "seat": 3, "player": eve})
    play_on(table, *({"out": 0} for _ in range(3)))
    assert only_unit(table).balances[eve["id"]] == -4


def test_the_copies_of_counter_games_agree_with_their_books(database: Database, club: str) -> None:
    table = begin(database, club, variant="red-nines-1881")
    play_on(table, *(counted(0, 3, 2, 1) for _ in range(4)))
    assert check(database) == []
    before = only_unit(table)
    rebuild(database)
    assert check(database) == []
    assert only_unit(table) == before
    assert sum(before.balances.values()) == 0


def test_a_night_of_many_games_takes_no_more_statements(database: Database, club: str) -> None:
    table = pink(database, club)
    with Statements(database) as one:
        read_paying(database, club, night_of(table))
    for _ in range(5):
        pink(database, club, players=people_of(table))
    with Statements(database) as six:
        read_paying(database, club, night_of(table))
    assert one.count == six.count
