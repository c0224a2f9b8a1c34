"""Settling several nights together: one plan over all that is unpaid.

A payment of this plan is written down as payments in the nights themselves, so that each of them
is settled too, and as one change that takes all of those back. Money and counters are apart.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TypeAlias

from sqlalchemy import Connection, bindparam, func, insert, select, update

from scorer.rules.kinds import parse_kind
from scorer.services import clock
from scorer.services.changes import Change, find_change, record_change
from scorer.services.errors import Conflict, NotFound
from scorer.services.games.game_list import GameLine
from scorer.services.ids import is_id, new_id
from scorer.services.money.plan import (
    PlannedPayment,
    StoredPayment,
    after_paying,
    balances_as_text,
    plan_for,
    plan_of,
)
from scorer.services.money.settle_up import (
    COUNTERS,
    MONEY,
    SETTLE,
    read_payments,
    settling_changes,
    with_changes,
)
from scorer.services.nights.night_list import SEEN, NightHead, heads_of
from scorer.services.people.players import find_players
from scorer.storage.database import Database
from scorer.storage.locks import lock_club, lock_nights
from scorer.storage.schema import AnySelect, games, nights, payments, results

# What everybody won (+) or lost (-), by night and unit.
Balances: TypeAlias = dict[tuple[str, str], dict[str, int]]

# As many as the front page looks through. What is older is settled night by night.
MOST_TOGETHER = 20

_NEWEST = select(SEEN.with_only_columns(nights.c.id).subquery()).subquery()
# Outer joins are made in the order in which they stand (see NIGHTS_AND_GAMES of the front page).
NIGHTS_AND_GAMES: AnySelect = (
    select(
        nights.c.id.label("night"),
        nights.c.day,
        nights.c.opened_at,
        nights.c.name,
        nights.c.place,
        nights.c.note,
        games.c.id,
        games.c.kind,
        games.c.over,
    )
    .select_from(_NEWEST)
    .outerjoin(nights, (nights.c.club == bindparam("of_club")) & (nights.c.id == _NEWEST.c.id))
    .outerjoin(
        games,
        (games.c.club == nights.c.club)
        & (games.c.night == nights.c.id)
        & games.c.deleted_at.is_(None),
    )
)
_IN_COUNTERS = results.c.money.is_(None)
# The games are named one by one: SQLite would begin a join with all results of the club.
BALANCES: AnySelect = (
    select(
        games.c.night,
        results.c.person,
        _IN_COUNTERS.label("in_counters"),
        func.sum(func.coalesce(results.c.money, results.c.counters)).label("balance"),
    )
    .join(games, (games.c.club == results.c.club) & (games.c.id == results.c.game))
    .where(
        results.c.club == bindparam("of_club"),
        results.c.game.in_(bindparam("ids", expanding=True)),
        results.c.stake.is_not(None),
    )
    .group_by(games.c.night, results.c.person, _IN_COUNTERS)
)
OF_IDS = (payments.c.club == bindparam("of_club")) & payments.c.id.in_(
    bindparam("ids", expanding=True)
)


@dataclass(frozen=True)
class UnpaidNight:
    """What everybody won (+) or lost (-) in a night in one unit, and what was paid of it."""

    night: str
    unit: str
    won: Mapping[str, int]
    payments: tuple[StoredPayment, ...]

    @cached_property
    def left(self) -> dict[str, int]:
        """What is still to be paid (-) or to be got (+), without those who are even."""
        return _not_even(after_paying(self.won, self.payments))

    def before(self, changes: Collection[str]) -> dict[str, int]:
        """The same before these changes settled some of it."""
        others = [made for made in self.payments if made.together not in changes]
        return _not_even(after_paying(self.won, others))


@dataclass(frozen=True)
class NightPart:
    """What a night adds to a plan, by player id: to pay (-) or to be got (+)."""

    head: NightHead
    balances: Mapping[str, int]
    paid: bool


@dataclass(frozen=True)
class Together:
    """How all unpaid nights settle in one unit; the newest of them first.

    `paid` of a payment of the plan is the change that undoes it. Where everybody is even over all
    nights there is no plan, though not every night is `settled`.
    """

    unit: str
    balances: Mapping[str, int]
    plan: tuple[PlannedPayment, ...]
    nights: tuple[NightPart, ...]

    @property
    def open(self) -> tuple[PlannedPayment, ...]:
        """The payments that were not made yet."""
        return tuple(planned for planned in self.plan if not planned.paid)

    @property
    def settled(self) -> bool:
        """Whether nothing is left to pay in any of these nights."""
        return all(night.paid for night in self.nights)


@dataclass(frozen=True)
class TogetherRead:
    """How all unpaid nights settle, in each unit, and what people are called."""

    units: tuple[Together, ...]
    names: Mapping[str, str]


def read_together(database: Database, club: str) -> TogetherRead:
    """The plan over all unpaid nights among the newest MOST_TOGETHER.

    As long as nothing else changes, it stays when some of it is paid.
    """
    with database.reading() as connection:
        return _load_together(connection, club)[0]


def unpaid_nights(database: Database, club: str) -> dict[str, set[str]]:
    """In which units each of the newest MOST_TOGETHER is unpaid, where it is."""
    with database.reading() as connection:
        return _units_left(_load(connection, club)[1])


def unpaid_among(database: Database, club: str, lines: Iterable[GameLine]) -> dict[str, set[str]]:
    """The same of nights whose games are read already."""
    won: Balances = {}
    for line in lines:
        for seat in line.seats:
            if line.over and seat.stake is not None:
                in_money = seat.money is not None
                of_night = won.setdefault((line.night, MONEY if in_money else COUNTERS), {})
                amount = seat.money if in_money else seat.counters
                of_night[seat.person] = of_night.get(seat.person, 0) + (amount or 0)
    if not won:
        return {}
    nights = list(dict.fromkeys(night for night, _ in won))
    with database.reading() as connection:
        return _units_left(_unpaid(nights, won, read_payments(connection, club, nights)))


def _units_left(unpaid: Iterable[UnpaidNight]) -> dict[str, set[str]]:
    units: dict[str, set[str]] = {}
    for night in unpaid:
        if night.left:
            units.setdefault(night.night, set()).add(night.unit)
    return units


def balances_of(connection: Connection, club: str, ids: Iterable[str]) -> Balances:
    """What everybody won (+) or lost (-) in these finished games, by night and unit."""
    balances: Balances = {}
    for row in connection.execute(BALANCES, {"of_club": club, "ids": list(ids)}):
        unit = COUNTERS if row.in_counters else MONEY
        balances.setdefault((row.night, unit), {})[row.person] = row.balance
    return balances


def settle(
    database: Database,
    club: str,
    *,
    device: str | None,
    name: str,
    unit: str,
    payer: str,
    payee: str,
    amount: int,
) -> str:
    """Note that a payment of the plan over all unpaid nights was made; the id of the change.

    That is `name`: sent twice it is one payment. Where everybody is even, the nights are settled
    by a payment of 0 from nobody ("") to nobody. Raises NotFound, and Conflict where the plan has
    no such payment open (any more), or where something else was noted under this name.
    """
    if not is_id(name):
        raise NotFound
    values = {"unit": unit, "payer": payer, "payee": payee, "amount": amount}
    now = clock.now()
    with database.writing() as connection:
        lock_club(connection, club)
        known = find_change(connection, club, name)
        if known is not None:
            if known.kind != SETTLE or any(known.content[key] != values[key] for key in values):
                raise Conflict("payment_taken")
            return name
        locked = lock_nights(
            connection, club, {night.night for night in _load(connection, club)[1] if night.left}
        )
        read, unpaid = _load_together(connection, club)
        plan = next((plan for plan in read.units if plan.unit == unit), None)
        due = PlannedPayment(payer, payee, amount) if payer or payee or amount else None
        unpaid = [night for night in unpaid if night.unit == unit and night.left]
        if plan is None or not unpaid or {night.night for night in unpaid} - locked.keys():
            raise Conflict("plan_changed")
        if plan.open if due is None else due not in plan.open:
            raise Conflict("plan_changed")
        is_last = due is None or plan.open == (due,)
        rows = [
            {
                "club": club,
                "id": new_id(),
                "night": night.night,
                "unit": unit,
                "payer": part.payer,
                "payee": part.payee,
                "amount": part.amount,
                # With all whom a payment names, as the plan of the night counts them.
                "balances": balances_as_text(_own_balances(night)),
                "made_at": now,
                "device": device,
            }
            for night, part in parts_of(None if is_last else due, unpaid)
        ]
        connection.execute(insert(payments), rows)
        content = {
            **values,
            "nights": len(plan.nights),
            "payments": [row["id"] for row in rows],
            "balances": plan.balances,
        }
        about = next(night.night for night in unpaid if night.night in {r["night"] for r in rows})
        return record_change(
            connection, club, SETTLE, about, content, device=device, now=now, name=name
        )


def undo_settling(connection: Connection, club: str, change: Change) -> None:
    """Take back a payment for several nights, in all of them; also in those in the bin."""
    ids = {"of_club": club, "ids": change.content["payments"]}
    lock_nights(
        connection, club, set(connection.scalars(select(payments.c.night).where(OF_IDS), ids))
    )
    mine = update(payments).where(OF_IDS, payments.c.withdrawn_at.is_(None))
    connection.execute(mine.values(withdrawn_at=clock.now()), ids)


def parts_of(
    due: PlannedPayment | None, unpaid: Sequence[UnpaidNight]
) -> list[tuple[UnpaidNight, PlannedPayment]]:
    """What a payment of the plan pays in each night; None pays all that is left in all of them.

    It goes along the plans of the nights: what Ann owes Ben in one night and Ben owes Cat in
    another is paid by Ann to Cat. Where there is no such way to the payee, who pays pays him in
    the nights where they owe something; the last payment then makes up for that.
    """
    edges = [
        (night, planned)
        for night in unpaid
        for planned in plan_for(night.unit, night.won, _nothing(night.won), night.payments).open
    ]
    if due is None:
        return edges
    parts: dict[tuple[int, str, str], int] = {}
    left, rest = [planned.amount for _, planned in edges], due.amount

    def pay(at: int, payee: str, amount: int) -> None:
        night, planned = edges[at]
        key = (unpaid.index(night), planned.payer, payee)
        parts[key] = parts.get(key, 0) + amount
        left[at] -= amount

    while rest and (way := _shortest_way(due, edges, left)):
        amount = min(rest, *(left[at] for at in way))
        for at in way:
            pay(at, edges[at][1].payee, amount)
        rest -= amount
    for at, (_, planned) in enumerate(edges):
        if planned.payer == due.payer and (amount := min(rest, left[at])):
            pay(at, due.payee, amount)
            rest -= amount
    return [
        (unpaid[night], PlannedPayment(payer, payee, amount))
        for (night, payer, payee), amount in parts.items()
    ]


def _shortest_way(
    due: PlannedPayment, edges: Sequence[tuple[UnpaidNight, PlannedPayment]], left: Sequence[int]
) -> list[int]:
    """The fewest payments of the nights that lead from payer to payee, by their places."""
    ways: dict[str, list[int]] = {due.payer: []}
    waiting = deque(ways)
    while waiting:
        person = waiting.popleft()
        if person == due.payee:
            return ways[person]
        for at, (_, planned) in enumerate(edges):
            if left[at] and planned.payer == person and planned.payee not in ways:
                ways[planned.payee] = [*ways[person], at]
                waiting.append(planned.payee)
    return []


def _load_together(connection: Connection, club: str) -> tuple[TogetherRead, list[UnpaidNight]]:
    heads, unpaid = _load(connection, club)
    changes = settling_changes(
        connection, club, [made.made_at for night in unpaid for made in night.payments]
    )
    unpaid = [
        replace(night, payments=tuple(with_changes(night.payments, changes))) for night in unpaid
    ]
    ids = {person for night in unpaid for person in night.won}
    ids |= {
        person for night in unpaid for made in night.payments for person in (made.payer, made.payee)
    }
    for change in changes:
        ids |= {*change.content["balances"], change.content["payer"], change.content["payee"]}
    known = find_players(connection, club, ids - {""})
    persons = {player: known[player].id if player in known else player for player in ids}
    units = []
    for unit in (MONEY, COUNTERS):
        of_unit = [night for night in unpaid if night.unit == unit]
        made = [change for change in changes if change.content["unit"] == unit]
        together = _settle_together(unit, heads, of_unit, made, persons)
        if together.nights:
            units.append(together)
    return TogetherRead(tuple(units), {who.id: who.name for who in known.values()}), unpaid


def _settle_together(
    unit: str,
    heads: Mapping[str, NightHead],
    unpaid: Sequence[UnpaidNight],
    changes: Sequence[Change],
    persons: Mapping[str, str],
) -> Together:
    """The plan under the balances of the newest payment, if they still stand; else a new one."""
    newest = changes[0].content if changes else {"balances": {}}
    # The same plan; what was paid by nobody to nobody is one by itself.
    paid = {
        change.id: PlannedPayment(
            persons[change.content["payer"]],
            persons[change.content["payee"]],
            change.content["amount"],
        )
        for change in changes
        if change is changes[0]
        or (change.content["amount"] and change.content["balances"] == newest["balances"])
    }
    under = _sum({persons[player]: balance} for player, balance in newest["balances"].items())
    balances = _sum(night.before(paid) for night in unpaid)
    plan = plan_of(balances)
    by_payment = {due: change for change, due in paid.items() if due.amount}
    if balances != under or by_payment.keys() - set(plan):
        paid, by_payment = {}, {}
        balances = _sum(night.left for night in unpaid)
        plan = plan_of(balances)
    parts = [
        NightPart(heads[night.night], before, not night.left)
        for night in unpaid
        if (before := night.before(paid))
    ]
    marked = [replace(due, paid=by_payment.get(due), together=by_payment.get(due)) for due in plan]
    return Together(unit, balances, tuple(marked), tuple(parts))


def _load(connection: Connection, club: str) -> tuple[dict[str, NightHead], list[UnpaidNight]]:
    """The newest nights, and what was won and paid in them, by night and unit."""
    parameters = {"of_club": club, "most": MOST_TOGETHER}
    rows = [row for row in connection.execute(NIGHTS_AND_GAMES, parameters) if row.id is not None]
    heads = heads_of(rows)
    counted = [row for row in rows if row.over and parse_kind(row.kind).unit == "counters"]
    if not counted:
        return heads, []
    balances = balances_of(connection, club, [row.id for row in counted])
    return heads, _unpaid(heads, balances, read_payments(connection, club, list(heads)))


def _unpaid(
    nights: Iterable[str], won: Balances, made: Iterable[StoredPayment]
) -> list[UnpaidNight]:
    """What was won and paid in these nights, in their order."""
    paid: dict[tuple[str, str], list[StoredPayment]] = {key: [] for key in won}
    for payment in made:
        paid.setdefault((payment.night, payment.unit), []).append(payment)
    return [
        UnpaidNight(night, unit, won.get((night, unit), {}), tuple(paid[night, unit]))
        for night in nights
        for unit in (MONEY, COUNTERS)
        if (night, unit) in paid
    ]


def _own_balances(night: UnpaidNight) -> Mapping[str, int]:
    """The balances of a night as its own plan has them."""
    return plan_for(night.unit, night.won, _nothing(night.won), night.payments).balances


def _nothing(won: Mapping[str, int]) -> dict[str, int]:
    return dict.fromkeys(won, 0)


def _sum(balances: Iterable[Mapping[str, int]]) -> dict[str, int]:
    summed: dict[str, int] = {}
    for some in balances:
        for player, balance in some.items():
            summed[player] = summed.get(player, 0) + balance
    return _not_even(summed)


def _not_even(balances: Mapping[str, int]) -> dict[str, int]:
    return {player: balance for player, balance in balances.items() if balance}
