"""Paying up as the screen shows it: what everybody won or lost, and who pays whom."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from scorer.services.games.read import GameRead
from scorer.services.money import settle_up
from scorer.services.money.plan import PayingUp, PlannedPayment, StoredPayment
from scorer.services.money.settle_up import MONEY, NightPaying
from scorer.services.money.together import unpaid_nights
from scorer.services.nights.night_list import Night
from scorer.web.access import club_here, database
from scorer.web.formats import in_units, money, signed, signed_money
from scorer.web.names import tell_apart

MOST_PAID = 9_999_999_999


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
    """One payment: `amount` as people write it, `whole` as it is kept; `paid` names it.

    `together` is the change that undoes it, where it was paid together with other nights.
    """

    payer: str
    payee: str
    payer_id: str
    payee_id: str
    amount: str
    whole: int
    paid: str = ""
    together: str = ""


@dataclass(frozen=True)
class UnitView:
    """How a night settles in money, or in counters that are worth nothing: just for fun."""

    unit: str
    title: str
    people: tuple[BalanceView, ...]
    plan: tuple[PaymentView, ...]
    earlier: tuple[PaymentView, ...]
    settled: bool
    changed: bool

    @property
    def some_paid(self) -> bool:
        """Whether anything was paid already, under this plan or an earlier one."""
        return bool(self.earlier) or any(payment.paid for payment in self.plan)


@dataclass(frozen=True)
class SettleUpView:
    """What is to be paid in a night; `game` is the page it stands on, where that is a game's.

    `others` counts the unpaid nights that it can be settled together with.
    """

    night: str
    players: tuple[str, ...]
    units: tuple[UnitView, ...]
    open_games: int
    no_currency: bool
    rounded: bool
    stakes_rounded: bool
    game: str = ""
    error: str = ""
    others: int = 0

    @property
    def to_pay(self) -> list[PaymentView]:
        """Every payment that was not made yet."""
        return [payment for unit in self.units for payment in unit.plan if not payment.paid]


def paying_of_game(game: GameRead) -> SettleUpView:
    """What the night of a game comes to, for the page of that game."""
    return paying_view(settle_up.read_paying(database(), game.club, game.night), game=game.id)


def paying_of_night(club: str, night: Night, *, error: str = "") -> SettleUpView:
    """What a night comes to whose games are read already."""
    read = settle_up.read_paying_of(database(), club, night.id, night.games)
    view = paying_view(read, error=error)
    if not view.to_pay:
        return view
    unpaid = unpaid_nights(database(), club)
    here = unpaid.pop(night.id, set())
    return replace(view, others=sum(not here.isdisjoint(units) for units in unpaid.values()))


def paying_view(read: NightPaying, *, game: str = "", error: str = "") -> SettleUpView:
    """What is to be paid in a night, in the money of the club."""
    currency = club_here().currency
    names = dict(zip(read.names, tell_apart(read.names.values()), strict=True))
    return SettleUpView(
        night=read.night,
        players=tuple(names.values()),
        units=tuple(_unit(read, unit, names, currency) for unit in read.units),
        open_games=read.open_games,
        no_currency=not currency and any(unit.unit == MONEY for unit in read.units),
        rounded=read.rounded,
        stakes_rounded=read.stakes_rounded,
        game=game,
        error=error,
    )


def _unit(read: NightPaying, unit: PayingUp, names: Mapping[str, str], currency: str) -> UnitView:
    in_money = unit.unit == MONEY

    def written(amount: int) -> str:
        return written_amount(unit.unit, amount, currency)

    def stake(player: str) -> str:
        stakes = written(unit.stakes[player])
        shown = in_money and player in read.put_in
        return f"{in_units(read.put_in[player], 'counters')} = {stakes}" if shown else stakes

    return UnitView(
        unit=unit.unit,
        title="Money" if in_money else "Counters",
        people=tuple(
            BalanceView(
                name=names[player],
                balance=balance,
                amount=written_gain(unit.unit, balance, currency),
                counters=read.counters.get(player) if in_money else None,
                put_in=stake(player),
                takes=written(abs(unit.saucer[player])),
                puts_in=unit.saucer[player] < 0,
            )
            for player, balance in sorted(unit.balances.items(), key=lambda item: -item[1])
        ),
        plan=tuple(
            payment_view(unit.unit, due, names, currency, paid=due.paid) for due in unit.plan
        ),
        earlier=tuple(
            payment_view(unit.unit, made, names, currency, paid=made.id) for made in unit.earlier
        ),
        settled=unit.settled,
        changed=unit.changed,
    )


def payment_view(
    unit: str,
    payment: PlannedPayment | StoredPayment,
    names: Mapping[str, str],
    currency: str,
    *,
    paid: str | None,
) -> PaymentView:
    """A payment, with the names of who pays whom."""
    return PaymentView(
        payer=names.get(payment.payer, "somebody"),
        payee=names.get(payment.payee, "somebody"),
        payer_id=payment.payer,
        payee_id=payment.payee,
        amount=written_amount(unit, payment.amount, currency),
        whole=payment.amount,
        paid=paid or "",
        together=payment.together or "",
    )


def written_amount(unit: str, amount: int, currency: str) -> str:
    """So much money, or so many counters."""
    return money(amount, currency) if unit == MONEY else in_units(amount, "counters")


def written_gain(unit: str, balance: int, currency: str) -> str:
    """What somebody won or lost."""
    return signed_money(balance, currency) if unit == MONEY else signed(balance)
