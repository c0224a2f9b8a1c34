"""Payments of a night: noting that one was made, and taking that back."""

from __future__ import annotations

from flask import Blueprint, redirect, url_for
from flask.typing import ResponseReturnValue

from scorer.rules.numbers import parse_sent_number
from scorer.services.errors import Conflict
from scorer.services.ids import is_id
from scorer.services.money import settle_up
from scorer.web.access import database, device_here, night_here
from scorer.web.errors import sentence_of
from scorer.web.forms import PayingForm, PaymentForm, sent_name
from scorer.web.nights.nights import night_page
from scorer.web.settle_up import MOST_PAID

payments = Blueprint("payments", __name__)


@payments.post("/nights/<id:night>/payments")
def pay(night: str) -> ResponseReturnValue:
    """Note that a payment of the plan was made; sent twice it is noted once."""
    device, form = device_here("score"), PaymentForm()
    night_here(night)
    form.validate()
    try:
        settle_up.record_payment(
            database(),
            device.club,
            night,
            device=device.id,
            payment=sent_name("payment"),
            unit=form.unit.data or "",
            payer=form.payer.data or "",
            payee=form.payee.data or "",
            amount=parse_sent_number(form.amount.data or "", MOST_PAID) or 0,
        )
    except Conflict as fault:
        return night_page(night, error=sentence_of(fault)), 409
    return _back(night, form)


@payments.post("/nights/<id:night>/payments/<id:payment>/undo")
def undo(night: str, payment: str) -> ResponseReturnValue:
    """Take back that a payment was made."""
    device = device_here("score")
    settle_up.undo_payment(database(), device.club, night, payment=payment)
    return _back(night, PayingForm())


def _back(night: str, form: PayingForm) -> ResponseReturnValue:
    """To the page the button stood on: a game's, or else the night's."""
    game = form.game.data
    if is_id(game):
        return redirect(url_for("games.show", game=game, _anchor="paying"), 303)
    return redirect(url_for("nights.show", night=night, _anchor="paying"), 303)
