"""A penalty: the total of a side is changed between two deals."""

from flask import Blueprint, render_template, request
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import NotFound

from scorer.rules.entries import Adjust
from scorer.rules.errors import Refused
from scorer.web.access import game_here
from scorer.web.forms import PenaltyForm, sent_id, sent_seen
from scorer.web.games.entries import back_to, write_sent
from scorer.web.games.sheet_view import game_context

penalty = Blueprint("penalty", __name__)


@penalty.route("/games/<id:game>/penalty", methods=["GET", "POST"])
def add(game: str) -> ResponseReturnValue:
    """Add a penalty."""
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
    page = render_template(
        "games/penalty.html",
        form=form,
        id=sent_id(),
        seen=sent_seen() if form.is_submitted() else read.version,
        **game_context(read),
    )
    return page, form.status
