"""Entries between two deals: counters that a seat buys or is lent, and penalties."""

from __future__ import annotations

from flask import Blueprint, render_template, request
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import NotFound

from scorer.rules.entries import Adjust
from scorer.rules.errors import Refused
from scorer.services.games.read import GameRead
from scorer.web.access import game_here
from scorer.web.forms import BANK, CountersForm, Form, PenaltyForm, sent_id, sent_seen
from scorer.web.games.entries import back_to, write_sent
from scorer.web.games.sheet_view import game_context
from scorer.web.games.summary import usual_totals

between_deals = Blueprint("between_deals", __name__)


@between_deals.route("/games/<id:game>/counters", methods=["GET", "POST"])
def counters(game: str) -> ResponseReturnValue:
    """A seat buys counters, or is lent some by another."""
    read = game_here(game, "score")
    if read.sheet.start.unit != "counters":
        raise NotFound
    if read.sheet.over and request.method == "GET":
        return back_to(game)
    form = CountersForm(read.sheet.start.order, **_suggested(read))
    if form.is_submitted() and read.sheet.over:
        form.refuse("seat", "The game is over, so nobody needs counters.", 422)
    elif form.validate_on_submit():
        try:
            write_sent(game, *form.content())
            return back_to(game)
        except Refused as fault:
            form.refuse("counters", fault)
    return _page("games/counters.html", read, form)


def _suggested(read: GameRead) -> dict[str, str]:
    """The form at first: the seat asked for, or the shortest, buys as much as it has brought."""
    totals = read.sheet.now.totals
    shortest = str(totals.index(min(totals))) if min(totals) < 0 else ""
    return {
        "seat": request.args.get("seat", shortest)[:2],
        "source": BANK,
        "counters": str(usual_totals(read.sheet)[0] or ""),
    }


@between_deals.route("/games/<id:game>/penalty", methods=["GET", "POST"])
def penalty(game: str) -> ResponseReturnValue:
    """The total of a side is changed between two deals."""
    read = game_here(game, "score")
    if read.sheet.start.unit == "counters":
        raise NotFound
    if read.sheet.over and request.method == "GET":
        return back_to(game)
    form = PenaltyForm(read.sheet.start.sides_in_order)
    if form.validate_on_submit():
        try:
            write_sent(game, Adjust.kind, form.content())
            return back_to(game)
        except Refused as fault:
            form.refuse("points", fault)
    return _page("games/penalty.html", read, form)


def _page(template: str, read: GameRead, form: Form) -> ResponseReturnValue:
    page = render_template(
        template,
        form=form,
        bank=BANK,
        id=sent_id(),
        seen=sent_seen() if form.is_submitted() else read.version,
        **game_context(read),
    )
    return page, form.status
