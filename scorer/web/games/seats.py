"""A seat of a game: somebody else sits down there."""

from flask import Blueprint, render_template, request
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import NotFound

from scorer.rules.errors import Refused
from scorer.services.people import players as people
from scorer.web.access import database, device_here, game_here, players_to_seat
from scorer.web.forms import SeatForm, sent_id
from scorer.web.games.entries import back_to, write_sent
from scorer.web.games.sheet_view import game_context
from scorer.web.names import tell_apart

seats = Blueprint("seats", __name__)
# Who plays most stands first; all others are behind a tap.
MOST_AT_ONCE = 12


@seats.route("/games/<id:game>/seats/<seat:seat>", methods=["GET", "POST"])
def take(game: str, seat: int) -> ResponseReturnValue:
    """Take over a seat; the total stays with the seat."""
    device, read = device_here("score"), game_here(game, "score")
    if seat >= len(read.sheet.sitters):
        raise NotFound
    known = people.known_players(database(), device.club)
    sitting = {read.persons.get(one.player, one.player) for one in read.sheet.sitters}
    others = [player for player in players_to_seat() if player.id not in sitting]
    form = SeatForm()
    tapped = next((one for one in others if one.id == request.form.get("known")), None)
    if tapped is not None:
        form.player.data = tapped.name
    if form.validate_on_submit():
        name = people.clean_name(form.player.data)
        player = tapped or people.match_by_name(name, known, ())
        try:
            content = {
                "seat": seat,
                "player": {"id": player.id if player else None, "name": name},
                "before": form.before.data or None,
            }
            write_sent(game, "take_seat", content)
            return back_to(game)
        except Refused as fault:
            form.refuse("player", fault)
    names = tell_apart(player.name for player in others)
    page = render_template(
        "games/seat.html",
        seat=seat,
        taking=form,
        most_at_once=MOST_AT_ONCE,
        others=list(zip((player.id for player in others), names, strict=True)),
        id=sent_id(),
        seen=read.version,
        **game_context(read),
    )
    return page, form.status
