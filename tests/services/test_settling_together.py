"""Settling several nights together: one plan, paid in the nights' own books, and taken back."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorer.services import clock
from scorer.services.errors import Conflict, NotFound
from scorer.services.money import together
from scorer.services.money.plan import (
    PlannedPayment,
    StoredPayment,
    after_paying,
    balances_as_text,
    plan_for,
    plan_of,
)
from scorer.services.money.settle_up import COUNTERS, MONEY, read_paying, undo_payment
from scorer.services.money.together import (
    Together,
    UnpaidNight,
    parts_of,
    read_together,
    settle,
    unpaid_nights,
)
from scorer.services.nights import bin, undo_changes
from scorer.services.nights.move import move_game
from scorer.services.nights.night_list import read_night
from scorer.services.people.merge import merge_people
from scorer.storage.database import Database
from tests.services.test_paying import PENNY, night_of, only_unit, pay, people_of
from tests.tables import Statements, Table, begin, new_id


def played(
    database: Database, club: str, people: Any, *winners: int, **rules: Any
) -> tuple[Table, str]:
    """Pink Nines on a night of its own, told by who took the pools; its table and its night."""
    said = {"variant": "pink-nines", "house_rules": rules, "night": "new"}
    table = begin(database, club, players=people, **said)
    for out in winners:
        after = table.deals[-1] if table.deals else None
        table.write("deal", {"after": after, "facts": {"out": out}})
    return table, night_of(table)


@dataclass
class Season:
    """Three nights of Ann, Ben and Cat that are not paid."""

    database: Database
    club: str
    tables: list[Table]
    people: list[dict[str, Any]]

    @property
    def nights(self) -> list[str]:
        return [night_of(table) for table in self.tables]

    def settled(self) -> list[bool]:
        return [
            all(unit.settled for unit in read_paying(self.database, self.club, night).units)
            for night in self.nights
        ]


@pytest.fixture
def season(database: Database, club: str) -> Season:
    """Ann won 6, Ben lost 3 and Cat 3; Ben won as much; Ann won 3 of Cat's counters."""
    first, _ = played(
        database, club, [{"id": None, "name": n} for n in ("Ann", "Ben", "Cat")], 0, 0, 0
    )
    people = people_of(first)
    second, _ = played(database, club, people, 1, 1, 1)
    third, _ = played(database, club, people, 0, 0, 1)
    return Season(database, club, [first, second, third], people)


def only_plan(season: Season) -> Together:
    (unit,) = read_together(season.database, season.club).units
    return unit


def settle_one(season: Season, at: int = 0, **other: Any) -> str:
    """Pay one of the open payments of the plan; the change."""
    plan = only_plan(season)
    due = plan.open[at] if plan.open else PlannedPayment("", "", 0)
    said = {"payer": due.payer, "payee": due.payee, "amount": due.amount, "unit": plan.unit}
    said |= {"device": None, "name": new_id(), **other}
    return settle(season.database, season.club, **said)


def told(plan: Together) -> list[tuple[str, str, int]]:
    return [(due.payer, due.payee, due.amount) for due in plan.plan]


@pytest.mark.every_database
def test_all_unpaid_nights_settle_in_one_plan_and_each_of_them_is_settled(season: Season) -> None:
    ann, ben, cat = (one["id"] for one in season.people)
    plan = only_plan(season)
    # 6 − 3 + 3, −3 + 6 + 0 and −3 − 3 − 3.
    assert plan.balances == {ann: 6, ben: 3, cat: -9}
    assert sorted(told(plan)) == sorted([(cat, ann, 6), (cat, ben, 3)])
    assert [night.head.id for night in plan.nights] == season.nights[::-1]
    assert season.settled() == [False, False, False]
    first = settle_one(season)
    half = only_plan(season)
    assert told(half) == told(plan) and half.nights[0].balances == plan.nights[0].balances
    assert [due.paid for due in half.plan] == [first, None]
    second = settle_one(season)
    whole = only_plan(season)
    assert [due.paid for due in whole.plan] == [first, second]
    assert whole.settled and season.settled() == [True, True, True]
    assert unpaid_nights(season.database, season.club) == {}
    for change in (first, second, second):
        undo_changes.undo_change(season.database, season.club, change)
    assert only_plan(season) == plan


@pytest.mark.every_database
def test_a_payment_sent_twice_is_one_and_two_phones_cannot_mark_the_same(season: Season) -> None:
    name, due = new_id(), only_plan(season).plan[0]
    same = {"payer": due.payer, "payee": due.payee, "amount": due.amount}
    for _ in range(2):
        assert settle_one(season, name=name, **same) == name
    with pytest.raises(Conflict) as fault:
        settle_one(season, **same)
    assert fault.value.code == "plan_changed"
    with pytest.raises(Conflict) as fault:
        settle_one(season, name=name, **same | {"amount": 1})
    assert fault.value.code == "payment_taken"
    assert [due.paid for due in only_plan(season).plan] == [name, None]
    # And sent a third time after it was taken back it stays taken back.
    undo_changes.undo_change(season.database, season.club, name)
    settle_one(season, name=name, **same)
    assert len(only_plan(season).open) == 2


def test_nothing_else_than_the_plan_can_be_paid(season: Season) -> None:
    plan = only_plan(season)
    others: list[dict[str, Any]] = [
        {"amount": 5},
        {"amount": -6},
        {"unit": MONEY},
        {"payer": new_id()},
        {"payer": "", "payee": "", "amount": 0},
    ]
    for other in others:
        with pytest.raises(Conflict):
            settle_one(season, **other)
    with pytest.raises(NotFound):
        settle_one(season, name="mine")
    assert only_plan(season) == plan


def test_where_everybody_is_even_the_nights_are_settled_by_one_tap(
    database: Database, club: str
) -> None:
    first, _ = played(database, club, [{"id": None, "name": n} for n in ("Ann", "Ben")], 0, 0)
    second, _ = played(database, club, people_of(first), 1, 1)
    season = Season(database, club, [first, second], people_of(first))
    plan = only_plan(season)
    assert (plan.plan, plan.balances, plan.settled) == ((), {}, False)
    change = settle_one(season)
    assert only_plan(season).settled and season.settled() == [True, True]
    undo_changes.undo_change(database, club, change)
    assert only_plan(season) == plan


def test_a_correction_makes_a_new_plan_that_counts_what_was_paid(season: Season) -> None:
    ann, ben = (one["id"] for one in season.people[:2])
    settle_one(season)
    settle_one(season)
    table = season.tables[0]
    table.write("correct_deal", {"deal": table.deals[0], "facts": {"out": 1}})
    # A pool of three counters went from Ann to Ben.
    assert told(only_plan(season)) == [(ann, ben, 3)]
    (unit,) = read_paying(season.database, season.club, season.nights[0]).units
    assert unit.changed and not unit.settled
    table.undo()
    assert only_plan(season).settled and all(season.settled())


def test_a_night_that_is_paid_by_itself_leaves_the_plan(season: Season) -> None:
    pay(season.tables[0])
    pay(season.tables[0], at=1)
    plan = only_plan(season)
    assert [night.head.id for night in plan.nights] == season.nights[:0:-1]
    # Ann won in one of them what she lost in the other.
    ben, cat = (one["id"] for one in season.people[1:])
    assert told(plan) == [(cat, ben, 6)]
    settle_one(season)
    assert all(season.settled())


def test_what_was_paid_together_is_not_taken_back_by_halves(season: Season) -> None:
    change = settle_one(season)
    for table in season.tables:
        (unit,) = read_paying(season.database, season.club, night_of(table)).units
        parts = [one for one in (*unit.plan, *unit.earlier) if one.together]
        assert {one.together for one in parts} <= {change}
        assert not unit.changed
        for one in parts:
            made = one.paid if isinstance(one, PlannedPayment) else one.id
            with pytest.raises(NotFound):
                undo_payment(season.database, season.club, night_of(table), payment=str(made))
    assert len(only_plan(season).open) == 1


@pytest.mark.every_database
def test_moved_games_and_nights_in_the_bin_are_undone_with_the_rest(season: Season) -> None:
    before = only_plan(season)
    changes = [settle_one(season), settle_one(season)]
    first, second, third = season.nights
    for line in read_night(season.database, season.club, second).games:
        move_game(season.database, season.club, line.id, first)
    assert only_plan(season).settled
    deleted = bin.delete_night(season.database, season.club, third, device=None)
    for change in changes:
        undo_changes.undo_change(season.database, season.club, change)
    undo_changes.undo_change(season.database, season.club, deleted)
    after = only_plan(season)
    assert told(after) == told(before)
    assert not any(due.paid for due in after.plan) and len(after.nights) == 2


def test_two_who_are_one_person_stay_settled(season: Season) -> None:
    settle_one(season)
    settle_one(season)
    ann = season.people[0]["id"]
    eve, _ = played(
        season.database, season.club, [{"id": None, "name": n} for n in ("Eve", "Fay")], 0, 0
    )
    merge_people(season.database, season.club, people_of(eve)[0]["id"], ann, device=None)
    plan = only_plan(season)
    assert told(plan) == [(people_of(eve)[1]["id"], ann, 2)]


def test_money_and_counters_are_settled_apart(season: Season) -> None:
    for _ in range(2):
        played(season.database, season.club, season.people, 0, 0, 0, counter_value=PENNY)
    money, counters = read_together(season.database, season.club).units
    assert (money.unit, counters.unit) == (MONEY, COUNTERS)
    assert (len(money.nights), len(counters.nights)) == (2, 3)


def test_another_club_has_nothing_to_pay(season: Season) -> None:
    assert read_together(season.database, new_id()).units == ()


def test_a_plan_over_more_nights_takes_no_more_statements(season: Season) -> None:
    def asked() -> int:
        with Statements(season.database) as statements:
            read_together(season.database, season.club)
        return statements.count

    before = asked()
    for _ in range(4):
        played(season.database, season.club, season.people, 0, 1, 0)
    assert asked() == before


def test_older_nights_are_left_to_themselves(
    season: Season, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(together, "MOST_TOGETHER", 2)
    assert [night.head.id for night in only_plan(season).nights] == season.nights[:0:-1]
    settle_one(season)
    assert season.settled() == [False, True, True]


def test_the_night_page_sees_the_same_night_as_the_plan(season: Season) -> None:
    (unit,) = read_paying(season.database, season.club, season.nights[2]).units
    part = only_plan(season).nights[0].balances
    assert part == {person: won for person, won in unit.balances.items() if won}
    assert only_unit(season.tables[2]) == unit


PEOPLE = "ABCDEFG"


@st.composite
def evenings(draw: st.DrawFn) -> list[dict[str, int]]:
    """What some of seven people won and lost in some nights; each sums to zero."""
    nights = []
    for _ in range(draw(st.integers(1, 5))):
        sat = draw(st.lists(st.sampled_from(PEOPLE), min_size=2, max_size=6, unique=True))
        won = [draw(st.integers(-9, 9)) for _ in sat[1:]]
        nights.append(dict(zip(sat, [*won, -sum(won)], strict=True)))
    return nights


def paid_parts(
    nights: list[UnpaidNight], parts: list[tuple[UnpaidNight, PlannedPayment]]
) -> list[UnpaidNight]:
    """The nights after these payments were written into them."""
    written: dict[str, list[StoredPayment]] = {night.night: [] for night in nights}
    for night, part in parts:
        own = plan_for(COUNTERS, night.won, dict.fromkeys(night.won, 0), night.payments)
        written[night.night].append(
            StoredPayment(
                new_id(), night.night, COUNTERS, part.payer, part.payee, part.amount,
                balances_as_text(own.balances), {}, clock.now(), "together",
            )
        )  # fmt: skip
    return [replace(night, payments=(*night.payments, *written[night.night])) for night in nights]


def got(night: UnpaidNight) -> Mapping[str, int]:
    return after_paying({}, night.payments)


@given(evenings(), st.randoms(use_true_random=False))
def test_after_all_payments_every_night_is_settled_and_nobody_paid_more_or_less_than_they_owe(
    won: list[dict[str, int]], dice: Any
) -> None:
    nights = [UnpaidNight(str(at), COUNTERS, of_night, ()) for at, of_night in enumerate(won)]
    owed: dict[str, int] = {}
    for of_night in won:
        for person, balance in of_night.items():
            owed[person] = owed.get(person, 0) + balance
    plan = plan_of(owed)
    dice.shuffle(plan)
    handed = dict.fromkeys(owed, 0)
    for left in range(len(plan), 0, -1):
        due = plan.pop()
        before: dict[str, int] = {}
        parts = parts_of(due if left > 1 else None, [night for night in nights if night.left])
        assert all(part.amount > 0 for _, part in parts)
        nights = paid_parts(nights, parts)
        for _, part in parts:
            before[part.payer] = before.get(part.payer, 0) - part.amount
            before[part.payee] = before.get(part.payee, 0) + part.amount
        # In the nights' books just this changes hands, by whatever way.
        assert {who: change for who, change in before.items() if change} == {
            due.payer: -due.amount,
            due.payee: due.amount,
        }
        handed[due.payer] -= due.amount
        handed[due.payee] += due.amount
    if not any(owed.values()):
        nights = paid_parts(nights, parts_of(None, [night for night in nights if night.left]))
    assert handed == owed
    for night in nights:
        assert night.left == {}
        assert plan_for(COUNTERS, night.won, dict.fromkeys(night.won, 0), night.payments).settled
