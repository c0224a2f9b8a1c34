"""Counters besides the deals: buying some, being lent some."""

from __future__ import annotations

from flask import Blueprint, render_template, request
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import NotFound

from scorer.rules.errors import Refused
from scorer.services.errors import Conflict
from scorer.services.games.read import GameRead
from scorer.services.ids import new_id
from scorer.web.access import game_here
from scorer.web.forms import BANK, CountersForm, sent_name, sent_seen, write_sent
from scorer.web.games.games import back_to
from scorer.web.games.sheet_view import game_context
from scorer.web.games.summary import usual_totals

counters = Blueprint("counters", __name__)


@counters.route("/games/<id:game>/counters", methods=["GET", "POST"])
def show(game: str) -> ResponseReturnValue:
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
        except Conflict as fault:
            form.refuse("seat", fault)
    return _page(read, form)


def _suggested(read: GameRead) -> dict[str, str]:
    """What the form says at first: the seat asked for, or the shortest, buys a full start."""
    totals = read.sheet.now.totals
    shortest = str(totals.index(min(totals))) if min(totals) < 0 else ""
    return {
        "seat": request.args.get("seat", shortest)[:2],
        "source": BANK,
        # As many as everybody brought.
        "counters": str(usual_totals(read.sheet)[0] or ""),
        "after": read.sheet.last_deal or "",
    }


def _page(read: GameRead, form: CountersForm) -> ResponseReturnValue:
    sent_again = form.is_submitted() and form.status != 409
    page = render_template(
        "games/counters.html",
        buying=form,
        bank=BANK,
        name=sent_name() if sent_again else new_id(),
        seen=sent_seen() if sent_again else read.version,
        **game_context(read),
    )
    return page, form.status
