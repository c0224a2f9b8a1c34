"""News of a game: the sheet for phones that show an old one."""

import os
from datetime import timedelta

from flask import Blueprint, Response, request

from scorer.services import clock
from scorer.services.games.news import GameState
from scorer.web.access import club_here, game_here, state_here
from scorer.web.games.sheet_cache import find_sheet, seat_here, tag_of, tag_of_phone
from scorer.web.games.sheet_page import paint_sheet, sheet_response

news = Blueprint("news", __name__)
POLL_SECONDS = 2
# Where nothing is new, while more wants to run than the machine has cores for.
BUSY_POLL_SECONDS = 4
# Once nobody has played a game that is over for so long.
LATER_POLL_SECONDS = 30
LATER = timedelta(hours=1)


@news.get("/games/<id:game>/news")
def show(game: str) -> Response:
    """The sheet and its data, unless the phone has them; then 304, and no book was read."""
    state = state_here()
    tag = tag_of(state)
    if request.if_none_match.contains_weak(tag_of_phone(tag)) and not state.deleted:
        return _answer(Response(status=304), tag, state)
    body = find_sheet(club_here().id, game, tag)
    if body is None:
        tag, body = paint_sheet(game_here(game))
    return _answer(sheet_response(body), tag, state)


def _answer(response: Response, tag: str, state: GameState) -> Response:
    seconds = POLL_SECONDS
    if state.over and clock.now() - state.last_at > LATER:
        seconds = LATER_POLL_SECONDS
    elif response.status_code != 200 and is_busy():
        seconds = BUSY_POLL_SECONDS
    response.headers["ETag"] = f'W/"{tag_of_phone(tag)}"'
    response.headers["Ask-Again"] = str(seconds)
    response.headers["Seat"] = seat_here()
    return response


def is_busy() -> bool:
    """Whether more programs wanted to run in the last minute than there are cores."""
    return os.getloadavg()[0] > (os.cpu_count() or 1)
