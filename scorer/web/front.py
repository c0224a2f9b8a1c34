"""The front page: go on, same again, a new game, tonight, and what was played before."""

from __future__ import annotations

from flask import Blueprint, Response, make_response, render_template

from scorer.rules.variants import newest_variants
from scorer.rules.words import WORDS
from scorer.services.games.read import read_game
from scorer.services.nights.front import read_front
from scorer.web.access import database, device_here
from scorer.web.games.sheet_view import game_context
from scorer.web.nights.bin import done_here
from scorer.web.nights.lines import game_lines, night_lines
from scorer.web.settle_up import paying_view

front = Blueprint("front", __name__)
MOST_OWING = 3


@front.get("/")
def home() -> Response:
    """What a phone shows first."""
    device = device_here()
    found = read_front(database(), device.club)
    going = game_lines(found.in_progress)
    current = None
    if going:
        current = game_context(read_game(database(), device.club, going[0].id))
    last = found.last_finished
    # Of totals alone nobody knows who sat where, nor the rules.
    if last is not None and last.only_totals:
        last = None
    # Whoever has just finished a game plays it again, whatever else was left lying about.
    newer = last is not None and all(last.last_at > line.last_at for line in found.in_progress)
    paying = [paying_view(night) for night in found.paying]
    page = render_template(
        "front/home.html",
        to_pay=[night for night in paying if night.to_pay],
        owing=found.owing[:MOST_OWING],
        more_owing=len(found.owing) > MOST_OWING,
        every={key: WORDS["variants"][key] for key in newest_variants()},
        current=current,
        others=going[1:],
        again=last if newer else None,
        wins=found.wins,
        tonight=found.tonight.id if found.tonight else None,
        nights=night_lines(found.nights if found.wins else found.all_nights),
        done=done_here(),
    )
    response = make_response(page)
    # Back must show how things stand now, not how they stood before the last deals.
    response.headers["Cache-Control"] = "private, no-store"
    return response
