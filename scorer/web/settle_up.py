"""Paying up as the screen shows it: what everybody won or lost, and who pays whom."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from scorer.services.games.read import GameRead
from scorer.services.money import settle_up
from scorer.services.money.payments import PayingUp
from scorer.services.money.settle_up import MONEY, NightPaying
from scorer.services.nights.night_list import Night
from scorer.web.access import club_here, database
from scorer.web.names import tell_apart
from scorer.web.numbers import money, signed, signed_money


@dataclass(frozen=True)
class BalanceView:
    """What one person won or lost, and what it means for a saucer that holds all stakes.

    `put_in` is what was laid down there, as people write it; `takes` what comes out again.
    """

    name: str
    balance: int
    amount: str
    counters: int | None
    put_in: str
    takes: str
    puts_in: bool


@dataclass(frozen=True)
class PaymentView:
    """One payment: `amount` as people write it, `whole` as it is kept; `paid` names it."""

    payer: str
    payee: str
    payer_id: str
    payee_id: str
    amount: str
    whole: int
    paid: str = ""


@dataclass(frozen=True)
class UnitView:
    """How a night settles in money, or in counters that are worth nothing but honour."""

    unit: str
    title: str
    people: tuple[BalanceView, ...]
    plan: tuple[PaymentView, ...]
    earlier: tuple[PaymentView, ...]
    exact: bool
    settled: bool

    @property
    def some_paid(self) -> bool:
        """Whether anything was paid already, under this plan or an earlier one."""
        return bool(self.earlier) or any(one.paid for one in self.plan)


@dataclass(frozen=True)
class SettleUpView:
    """What is to be paid in a night; `game` is the page it stands on, where that is a game's."""

    night: str
    players: tuple[str, ...]
    units: tuple[UnitView, ...]
    open_games: int
    no_currency: bool
    rounded: bool
    stakes_rounded: bool
    game: str = ""
    error: str = ""

    @property
    def to_pay(self) -> list[PaymentView]:
        """Every payment that was not made yet."""
        return [one for unit in self.units for one in unit.plan if not one.paid]


def paying_of_game(game: GameRead) -> SettleUpView:
    """What the night of a game comes to, for the page of that game."""
    return paying_view(settle_up.read_paying(database(), game.club, game.night), game=game.id)


def paying_of_night(club: str, night: Night, *, error: str = "") -> SettleUpView:
    """What a night comes to whose games are read already."""
    read = settle_up.read_paying_of(database(), club, night.id, night.games)
    return paying_view(read, error=error)


def paying_view(read: NightPaying, *, game: str = "", error: str = "") -> SettleUpView:
    """What is to be paid in a night, in the money of the club."""
    currency = club_here().currency
    names = dict(zip(read.names, tell_apart(read.names.values()), strict=True))
    return SettleUpView(
        night=read.night,
        players=tuple(names.values()),
        units=tuple(_unit(read, one, names, currency) for one in read.units),
        open_games=read.open_games,
        no_currency=not currency and any(one.unit == MONEY for one in read.units),
        rounded=read.rounded,
        stakes_rounded=read.stakes_rounded,
        game=game,
        error=error,
    )


def _unit(read: NightPaying, one: PayingUp, names: Mapping[str, str], currency: str) -> UnitView:
    in_money = one.unit == MONEY

    def written(amount: int) -> str:
        if in_money:
            return money(amount, currency)
        return _counters(amount)

    def gained(amount: int) -> str:
        if in_money:
            return signed_money(amount, currency)
        return signed(amount)

    best_first = sorted(one.balances, key=lambda player: -one.balances[player])
    return UnitView(
        unit=one.unit,
        title="Money" if in_money else "Counters",
        people=tuple(
            BalanceView(
                name=names[player],
                balance=one.balances[player],
                amount=gained(one.balances[player]),
                counters=read.counters.get(player) if in_money else None,
                put_in=f"{_counters(read.put_in[player])} = {written(one.stakes[player])}"
                if player in read.put_in and in_money
                else written(one.stakes[player]),
                takes=written(abs(one.saucer[player])),
                puts_in=one.saucer[player] < 0,
            )
            for player in best_first
        ),
        plan=tuple(
            PaymentView(
                names[pay.payer],
                names[pay.payee],
                pay.payer,
                pay.payee,
                written(pay.amount),
                pay.amount,
                pay.paid or "",
            )
            for pay in one.plan
        ),
        earlier=tuple(
            PaymentView(
                names.get(made.payer, "somebody"),
                names.get(made.payee, "somebody"),
                made.payer,
                made.payee,
                written(made.amount),
                made.amount,
                made.id,
            )
            for made in one.earlier
        ),
        exact=one.exact,
        settled=one.settled,
    )


def _counters(amount: int) -> str:
    return f"{amount} counter{'' if abs(amount) == 1 else 's'}".replace("-", "−")
