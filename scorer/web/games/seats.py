"""A seat of a game: somebody else sits down there."""

from __future__ import annotations

from flask import Blueprint, render_template
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import NotFound

from scorer.rules.errors import Refused
from scorer.services.errors import Conflict
from scorer.services.people import players as people
from scorer.web.access import database, device_here, game_here
from scorer.web.forms import SeatForm, sent_name, write_sent
from scorer.web.games.conflict_view import conflict_sentence
from scorer.web.games.games import back_to
from scorer.web.games.sheet_view import game_context

seats = Blueprint("seats", __name__)


@seats.route("/games/<id:game>/seats/<seat:seat>", methods=["GET", "POST"])
def take(game: str, seat: int) -> ResponseReturnValue:
    """Somebody takes over a seat; the total stays with the seat."""
    device, read = device_here("score"), game_here(game, "score")
    if seat >= len(read.sheet.sitters):
        raise NotFound
    known = people.known_players(database(), device.club)
    form = SeatForm(after=read.sheet.last_deal or "")
    if form.validate_on_submit():
        name = people.clean_name(form.player.data)
        player = people.match_by_name(name, known, ())
        try:
            content = {
                "after": form.after.data or None,
                "seat": seat,
                "player": {"id": player.id if player else None, "name": name},
            }
            write_sent(game, "take_seat", content)
            return back_to(game)
        except Refused as fault:
            form.refuse("player", fault)
        except Conflict as fault:
            form.refuse("player", conflict_sentence(game_here(game, "score"), fault))
    page = render_template(
        "games/seat.html",
        seat=seat,
        taking=form,
        known=known,
        name=sent_name(),
        seen=read.version,
        **game_context(read),
    )
    return page, form.status
