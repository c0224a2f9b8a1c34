"""Choosing what counts where two phones saved the same deal in different ways."""

from __future__ import annotations

from flask import Blueprint, request
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import BadRequest

from scorer.services.ids import is_id
from scorer.web.access import device_here
from scorer.web.forms import write_sent
from scorer.web.games.games import back_to

decisions = Blueprint("decisions", __name__)


@decisions.post("/games/<id:game>/decide")
def decide(game: str) -> ResponseReturnValue:
    """Let one of them count, or both: then the one that is named is a deal of its own."""
    device_here("play")
    apart = request.form.get("apart", "")
    entry = apart or request.form.get("entry", "")
    if not is_id(entry):
        raise BadRequest
    saved = write_sent(
        game, "decide", {"entry": entry, "apart": True} if apart else {"entry": entry}
    )
    return back_to(game, same=saved.same_number)
