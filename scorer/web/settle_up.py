"""Settling up: who owes what in a club, the payments that clear it, and those made so far."""

from collections import Counter
from collections.abc import Sequence
from functools import partial
from typing import Any

from flask import Blueprint, Response, redirect, request, url_for
from flask.typing import ResponseReturnValue

from scorer.rules.numbers import parse_sent_number
from scorer.services.errors import Conflict
from scorer.services.games.game_list import GameLine
from scorer.services.ids import is_id
from scorer.services.money.ledger import (
    Balance,
    read_balances,
    read_ledger,
    record_payment,
    undo_payment,
)
from scorer.services.nights.night_list import list_nights
from scorer.services.nights.state import state_of_games
from scorer.web.access import club_here, database, device_here
from scorer.web.drawing.looks import look_of
from scorer.web.errors import sentence_of
from scorer.web.formats import money, signed, signed_money
from scorer.web.forms import sent_id
from scorer.web.fresh import POLL_SECONDS, Fresh
from scorer.web.names import name_of

settle_up = Blueprint("settle_up", __name__)
PAGE_SIZE = 30
# So many nights are looked through for a game of counters where nobody owes anything.
NIGHTS_BACK = 3
MAX_PAID = 2**31 - 1


@settle_up.get("/settle-up")
def show(error: str = "") -> Response:
    """Who pays whom, how everybody stands, and the payments so far."""
    club = device_here().club
    kept = Fresh(POLL_SECONDS, club_here().changes, state_of_games(database(), club))
    before = request.args.get("before")
    before = before if is_id(before) else None
    ledger = read_ledger(database(), club, before=before, limit=PAGE_SIZE)
    currency = club_here().currency
    # What was sent by a form stands under an address that cannot be asked again.
    not_here = {"fresh": None} if error else {}
    return kept.page(
        "settle-up/index.html",
        **not_here,
        ledger=ledger,
        names={person: name_of(person, it.name) for person, it in ledger.people.items()},
        looks={person: look_of(it.number) for person, it in ledger.people.items()},
        before=before,
        game=_game_before(),
        more=ledger.payments[-1].id if len(ledger.payments) == PAGE_SIZE else None,
        currency=currency,
        money=partial(money, currency=currency),
        signed_money=partial(signed_money, currency=currency),
        error=error,
        last_for_counters=None if ledger.balances else _last_for_counters(club),
    )


@settle_up.post("/settle-up")
def pay() -> ResponseReturnValue:
    """Note that a payment was made; sent twice it is noted once."""
    device, form, payment = device_here("score"), request.form, sent_id("payment")
    try:
        record_payment(
            database(),
            device.club,
            device=device.id,
            payment=payment,
            payer=form.get("payer", ""),
            payee=form.get("payee", ""),
            amount=parse_sent_number(form.get("amount", ""), MAX_PAID) or 0,
        )
    except Conflict as fault:
        return show(sentence_of(fault)), 409
    return redirect(url_for("settle_up.show", game=_game_before(), paid=payment), 303)


@settle_up.post("/settle-up/<id:payment>/undo")
def undo(payment: str) -> ResponseReturnValue:
    """Take back that a payment was made."""
    undo_payment(database(), device_here("score").club, payment)
    return redirect(url_for("settle_up.show", game=_game_before()), 303)


def _last_for_counters(club: str) -> GameLine | None:
    """The last game for counters, which tells why nobody owes anything."""
    nights, _ = list_nights(database(), club, limit=NIGHTS_BACK)
    lines = (line for night in nights for line in reversed(night.games))
    return next((it for it in lines if it.kind.unit == "counters" and it.deals), None)


def debts_by_person() -> dict[str, tuple[str, str]]:
    """Whether each person "owes" or "gets" money still, and how much; of none who is even."""
    device = device_here()
    balances = [] if device.guest else read_balances(database(), device.club)
    currency = club_here().currency
    return {
        it.person: ("owes" if it.amount < 0 else "gets", money(abs(it.amount), currency))
        for it in balances
    }


def _game_before() -> str | None:
    game = request.args.get("game")
    return game if is_id(game) else None


def debts_of(balances: Sequence[Balance]) -> list[tuple[str, str]]:
    """The names of those who owe and what, the largest debt first, for the front page."""
    debts = sorted((it.amount, name_of(it.person, it.name)) for it in balances)
    currency = club_here().currency
    return [(name, money(-amount, currency)) for amount, name in debts if amount < 0]


def won_and_lost_in_night(lines: Sequence[GameLine]) -> dict[str, Any]:
    """What everybody won and lost by the finished games of a night; totals alone are not paid.

    In `counters` are those that were worth none. Where all stakes lie in a saucer, `put_in` is what
    a player laid down there and `takes` what comes out again, or with `puts_in` has to be added.
    With `paid` none of them owes or gets anything any more.
    """
    currency = club_here().currency
    seats = [seat for line in lines for seat in line.seats if seat.counters is not None]
    names = {seat.person: name_of(seat.person, seat.name) for seat in seats}
    numbers = {seat.person: seat.number for seat in seats}
    won, stakes, counters = Counter[str](), Counter[str](), Counter[str]()
    for seat in seats:
        if seat.money is None:
            counters[seat.person] += seat.counters or 0
        else:
            won[seat.person] += seat.money
            stakes[seat.person] += seat.stake_money or 0
    owing = {it.person for it in read_balances(database(), device_here().club)} if won else set()
    return {
        "paid": not won.keys() & owing,
        "money": [
            {
                "name": names[who],
                "number": numbers[who],
                "amount": signed_money(won[who], currency),
                "put_in": money(stakes[who], currency),
                "takes": money(abs(stakes[who] + won[who]), currency),
                "puts_in": stakes[who] + won[who] < 0,
            }
            for who in sorted(won, key=lambda who: -won[who])
        ],
        "counters": [
            {
                "name": names[who],
                "number": numbers[who],
                "amount": signed(counters[who]),
            }
            for who in sorted(counters, key=lambda who: -counters[who])
        ],
        "open_games": sum(
            not line.over and line.version > 0 and line.kind.unit == "counters" for line in lines
        ),
    }
