"""Balances: what the games made for each player, less what was paid, in the smallest coin.

Each stands in the row of its player, and is changed by whatever changes a result or a payment, in
the same transaction: to add up a whole past takes longer with every night. It is the last thing
that such a transaction locks.
"""

from collections import Counter
from collections.abc import Collection, Mapping
from typing import Any

from sqlalchemy import BigInteger, Connection, bindparam, cast, func, select, union_all, update

from scorer.storage.results import SheetRows
from scorer.storage.schema import (
    AnyRow,
    AnySelect,
    games,
    in_ids,
    of_club,
    payments,
    players,
    refers,
    results,
)

OF_GAMES: AnySelect = select(results.c.player, results.c.money).where(
    of_club(results), in_ids(results.c.game), results.c.money.is_not(None)
)
ADD = (
    update(players)
    .where(of_club(players), players.c.id == bindparam("of_player"))
    .values(balance=players.c.balance + bindparam("amount"))
)
LOCK = select(players.c.id).order_by(players.c.club, players.c.id).with_for_update(key_share=True)
_STANDS = payments.c.withdrawn_at.is_(None)
_amounts = union_all(
    select(results.c.club, results.c.player, results.c.money.label("amount"))
    .join(games, refers(results.c.game, games))
    .where(results.c.money.is_not(None), games.c.deleted_at.is_(None)),
    select(payments.c.club, payments.c.payer, payments.c.amount).where(_STANDS),
    select(payments.c.club, payments.c.payee, -payments.c.amount).where(_STANDS),
    select(players.c.club, players.c.id, -players.c.balance),
).subquery()
# PostgreSQL makes decimals of sums.
_MISSING = cast(func.sum(_amounts.c.amount), BigInteger)
WRONG: Any = (
    select(
        _amounts.c.club.label("of_club"),
        _amounts.c.player.label("of_player"),
        _MISSING.label("amount"),
    )
    .group_by(_amounts.c.club, _amounts.c.player)
    .having(_MISSING != 0)
    .order_by(_amounts.c.club, _amounts.c.player)
)


def money_of(connection: Connection, club: str, ids: Collection[str]) -> Counter[str]:
    """What these games, which are locked, made for their players."""
    money = Counter[str]()
    for row in connection.execute(OF_GAMES, {"of_club": club, "ids": ids}):
        money[row.player] += row.money
    return money


def money_in(rows: SheetRows) -> Counter[str]:
    """What a game makes for its players by the copies of its sheet."""
    money = Counter[str]()
    for row in rows.tables[results]:
        money[row["player"]] += row["money"] or 0
    return money


def add_to_balances(connection: Connection, club: str, money: Mapping[str, int]) -> None:
    """Add these amounts to the balances of their players."""
    # By their ids, so that no two transactions wait for one another.
    changed = [
        {"of_club": club, "of_player": player, "amount": amount}
        for player, amount in sorted(money.items())
        if amount
    ]
    if changed:
        connection.execute(ADD, changed)


def wrong_balances(connection: Connection) -> list[AnyRow]:
    """The players whose balance is wrong, and the `amount` that is missing from it."""
    return list(connection.execute(WRONG))


def mend_balances(connection: Connection) -> None:
    """Make all balances again from the results and payments."""
    connection.execute(LOCK)
    if wrong := [row._asdict() for row in wrong_balances(connection)]:
        connection.execute(ADD, wrong)
