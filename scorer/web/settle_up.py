"""Settling up: who owes what in a club, the payments that clear it, and those made so far."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from flask import Blueprint, Response, redirect, request, url_for
from flask.typing import ResponseReturnValue

from scorer.rules.numbers import parse_sent_number
from scorer.services.errors import Conflict
from scorer.services.games.game_list import GameLine, SeatLine
from scorer.services.ids import is_id
from scorer.services.money.ledger import Balance, read_ledger, record_payment, undo_payment
from scorer.services.nights.state import state_lately
from scorer.web.access import club_here, database, device_here
from scorer.web.errors import sentence_of
from scorer.web.formats import money, signed, signed_money
from scorer.web.forms import PaymentForm, sent_name
from scorer.web.fresh import USUALLY, Fresh
from scorer.web.names import tell_apart

settle_up = Blueprint("settle_up", __name__)
A_PAGE = 30
MOST_PAID = 2**31 - 1


@settle_up.get("/settle-up")
def show() -> Response:
    """Who pays whom, how everybody stands, and the payments so far."""
    return _page()


@settle_up.post("/settle-up")
def pay() -> ResponseReturnValue:
    """Note that a payment was made; sent twice it is noted once."""
    device, form = device_here("score"), PaymentForm()
    form.validate()
    try:
        record_payment(
            database(),
            device.club,
            device=device.id,
            payment=sent_name("payment"),
            payer=form.payer.data or "",
            payee=form.payee.data or "",
            amount=parse_sent_number(form.amount.data or "", MOST_PAID) or 0,
        )
    except Conflict as fault:
        return _page(error=sentence_of(fault)), 409
    return redirect(url_for("settle_up.show"), 303)


@settle_up.post("/settle-up/<id:payment>/undo")
def undo(payment: str) -> ResponseReturnValue:
    """Take back that a payment was made."""
    undo_payment(database(), device_here("score").club, payment)
    return redirect(url_for("settle_up.show"), 303)


def _page(*, error: str = "") -> Response:
    club = device_here().club
    kept = Fresh(USUALLY, club_here().changes, state_lately(database(), club))
    if kept.is_shown and not error:
        return kept.nothing_new()
    before = request.args.get("before")
    before = before if is_id(before) else None
    ledger = read_ledger(database(), club, before=before, limit=A_PAGE)
    currency = club_here().currency
    # What was sent by a form stands under an address that cannot be asked again.
    not_here = {"fresh": None} if error else {}
    return kept.page(
        "settle-up/index.html",
        **not_here,
        ledger=ledger,
        names=dict(zip(ledger.names, tell_apart(ledger.names.values()), strict=True)),
        before=before,
        more=ledger.payments[-1].id if len(ledger.payments) == A_PAGE else None,
        currency=currency,
        money=partial(money, currency=currency),
        signed_money=partial(signed_money, currency=currency),
        error=error,
    )


@dataclass(frozen=True)
class Debt:
    """A person who owes something, for the front page."""

    name: str
    amount: str


def debts_of(balances: Sequence[Balance]) -> list[Debt]:
    """Those who owe, the largest debt first."""
    people = sorted(balances, key=lambda balance: balance.person)
    names = tell_apart(balance.name for balance in people)
    debts = [
        (balance.amount, name)
        for name, balance in zip(names, people, strict=True)
        if balance.amount < 0
    ]
    return [Debt(name, money(-amount, club_here().currency)) for amount, name in sorted(debts)]


@dataclass(frozen=True)
class Change:
    """What a night changed for one person, in coins or counters.

    Where all stakes lie in a saucer, `put_in` is what was laid down there and `takes` what comes
    out again, or with `puts_in` has to be added.
    """

    name: str
    amount: str
    put_in: str = ""
    takes: str = ""
    puts_in: bool = False


@dataclass(frozen=True)
class NightChanges:
    """What the finished games of a night changed for everybody.

    In `money`, and in `counters` of games in which they were worth none; `open_games` are not over.
    """

    money: Sequence[Change]
    counters: Sequence[Change]
    open_games: int


def changes_of_night(lines: Sequence[GameLine]) -> NightChanges:
    """What these games changed; of totals alone nothing is paid."""
    currency = club_here().currency
    seats = [seat for line in lines for seat in line.seats if seat.counters is not None]
    names = {seat.person: seat.name for seat in seats}
    names = dict(zip(names, tell_apart(names.values()), strict=True))
    in_money = [seat for seat in seats if seat.money is not None]
    won, stakes = _sums(in_money, "money"), _sums(in_money, "stake_money")
    in_counters = _sums([seat for seat in seats if seat.money is None], "counters")
    return NightChanges(
        money=[
            Change(
                names[person],
                signed_money(amount, currency),
                money(stakes[person], currency),
                money(abs(stakes[person] + amount), currency),
                stakes[person] + amount < 0,
            )
            for person, amount in won.items()
        ],
        counters=[Change(names[person], signed(amount)) for person, amount in in_counters.items()],
        open_games=sum(
            not line.over and line.version > 0 and line.kind.unit == "counters" for line in lines
        ),
    )


def _sums(seats: Sequence[SeatLine], column: str) -> dict[str, int]:
    """One column, added up for each person, the highest first."""
    sums: dict[str, int] = {}
    for seat in seats:
        sums[seat.person] = sums.get(seat.person, 0) + getattr(seat, column)
    return dict(sorted(sums.items(), key=lambda item: -item[1]))
