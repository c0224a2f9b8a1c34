"""Settling several nights together: the plan, and its payments."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from flask import Blueprint, redirect, render_template, url_for
from flask.typing import ResponseReturnValue

from scorer.rules.numbers import parse_sent_number
from scorer.services.errors import Conflict
from scorer.services.money.settle_up import MONEY
from scorer.services.money.together import Together, read_together, settle
from scorer.web.access import club_here, database, device_here
from scorer.web.errors import sentence_of
from scorer.web.forms import PaymentForm, sent_name
from scorer.web.names import tell_apart
from scorer.web.nights.bin import just_done
from scorer.web.settle_up import MOST_PAID, PaymentView, payment_view, written_gain

together = Blueprint("together", __name__)


@dataclass(frozen=True)
class PartView:
    """A night of the plan: what everybody has to pay or to get in it, those who won first."""

    id: str
    day: date
    called: str
    people: tuple[tuple[str, str], ...]
    paid: bool


@dataclass(frozen=True)
class TogetherView:
    """How several nights settle in money, or in counters."""

    unit: str
    title: str
    people: tuple[tuple[str, str], ...]
    plan: tuple[PaymentView, ...]
    nights: tuple[PartView, ...]
    settled: bool


@together.get("/nights/settle")
def show() -> str:
    """Who pays whom over all unpaid nights."""
    return _page()


@together.post("/nights/settle")
def pay() -> ResponseReturnValue:
    """Note that a payment of the plan was made; sent twice it is noted once."""
    device, form = device_here("score"), PaymentForm()
    form.validate()
    amount = parse_sent_number(form.amount.data or "", MOST_PAID) or 0
    try:
        change = settle(
            database(),
            device.club,
            device=device.id,
            name=sent_name("payment"),
            unit=form.unit.data or "",
            payer=form.payer.data or "",
            payee=form.payee.data or "",
            amount=amount,
        )
    except Conflict as fault:
        return _page(error=sentence_of(fault)), 409
    # A payment has its Undo in the plan; where nobody pays there is none.
    return redirect(url_for("together.show", done=None if amount else change), 303)


def _page(*, error: str = "") -> str:
    read = read_together(database(), device_here().club)
    names = dict(zip(read.names, tell_apart(read.names.values()), strict=True))
    currency = club_here().currency
    units = [_unit(unit, names, currency) for unit in read.units]
    return render_template("nights/together.html", units=units, done=just_done(), error=error)


def _unit(unit: Together, names: dict[str, str], currency: str) -> TogetherView:
    def people(balances: dict[str, int]) -> tuple[tuple[str, str], ...]:
        return tuple(
            (names.get(player, "somebody"), written_gain(unit.unit, balance, currency))
            for player, balance in sorted(balances.items(), key=lambda item: -item[1])
        )

    return TogetherView(
        unit=unit.unit,
        title="Money" if unit.unit == MONEY else "Counters",
        people=people(dict(unit.balances)),
        plan=tuple(
            payment_view(unit.unit, planned, names, currency, paid=planned.paid)
            for planned in unit.plan
        ),
        nights=tuple(
            PartView(
                id=night.head.id,
                day=night.head.day,
                called=night.head.name or night.head.place,
                people=people(dict(night.balances)),
                paid=night.paid,
            )
            for night in unit.nights
        ),
        settled=unit.settled,
    )
