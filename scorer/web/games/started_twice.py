"""Saying of two games, of which neither phone had seen the other's, that they are one or both."""

from __future__ import annotations

from flask import Blueprint, request
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import BadRequest

from scorer.services.games.join_games import join_games
from scorer.services.games.started_twice import keep_both
from scorer.services.ids import is_id
from scorer.web.access import database, device_here, game_here
from scorer.web.games.games import back_to

started_twice = Blueprint("started_twice", __name__)


@started_twice.post("/games/<id:game>/join")
def join(game: str) -> ResponseReturnValue:
    """Say that it is one game."""
    device, club = device_here("score"), game_here(game, "score").club
    return back_to(join_games(database(), club, game, _other(), device=device.id))


@started_twice.post("/games/<id:game>/both")
def both(game: str) -> ResponseReturnValue:
    """Say that both were played."""
    device, club = device_here("score"), game_here(game, "score").club
    keep_both(database(), club, game, _other(), device=device.id)
    return back_to(game)


def _other() -> str:
    """The other game, which a guest has to see as well."""
    other = request.form.get("other", "")
    if not is_id(other):
        raise BadRequest
    return game_here(other, "score").id
