"""News of a game: the sheet for whoever shows an old one, and word that somebody types."""

from __future__ import annotations

from datetime import timedelta

from flask import Blueprint, Response, render_template, request
from werkzeug.exceptions import Forbidden

from scorer.services import clock
from scorer.services.club.devices import Device
from scorer.services.errors import InTheBin
from scorer.services.games.news import GameState, note_typing, seats_in
from scorer.web.access import club_here, database, device_here, may, state_here
from scorer.web.compression import takes_gzip, unpacked
from scorer.web.games.game_page import game_page, seat_of, tag_of, tag_of_phone
from scorer.web.games.kept_news import keep_news, kept_news
from scorer.web.games.kept_reads import read_once, reading_game
from scorer.web.games.which_night import night_choice
from scorer.web.security import leave_tokens_out

news = Blueprint("news", __name__)
# In how many seconds a phone is to ask again: while somebody types, while a game is played, and
# when nobody has played it for a while.
WHILE_TYPING, USUALLY, LATER = 1, 2, 30
A_WHILE = timedelta(hours=1)


@news.get("/games/<id:game>/news")
def show(game: str) -> Response:
    """The sheet and its data, unless the phone has them; then 304, and no book was read."""
    state = state_here()
    tag = tag_of(state)
    if request.if_none_match.contains_weak(tag_of_phone(tag)) and not state.deleted:
        return _answer(Response(status=304), tag, state)
    kept, key = kept_news(), (club_here().id, game, tag)
    body = kept.find(key)
    if body is None:
        with kept.painting, reading_game(game):
            # Another phone of the table may have asked for it meanwhile.
            body = kept.find(key)
            if body is None:
                tag, body = _paint(game)
    response = Response(body if takes_gzip() else unpacked(body), mimetype="application/json")
    if takes_gzip():
        response.headers["Content-Encoding"] = "gzip"
    return _answer(response, tag, state)


def _paint(game: str) -> tuple[str, bytes]:
    """The tag and the body of the sheet as it is now."""
    leave_tokens_out()
    shown = read_once(game)
    page = game_page(shown)
    html = render_template("games/_sheet.html", night_choice=night_choice(shown.read), **page)
    return page["data"]["tag"], keep_news(shown.read, html, page["data"])


def _answer(response: Response, tag: str, state: GameState) -> Response:
    response.headers.update(heads_of_news(tag, device_here(), state))
    return response


def heads_of_news(tag: str, device: Device, state: GameState) -> dict[str, str]:
    """What the head of an answer tells: its tag, for which seat it is, and when to ask again.

    And at which seats somebody types: for that no sheet is painted anew.
    """
    return {
        "ETag": f'W/"{tag_of_phone(tag, device)}"',
        "Seat": seat_of(device),
        "Typing": " ".join(map(str, seats_in(state.typing & state.held))),
        "Ask-Again": str(_seconds(state)),
    }


def _seconds(state: GameState) -> int:
    if state.typing:
        return WHILE_TYPING
    if state.over and clock.now() - state.last_at > A_WHILE:
        return LATER
    return USUALLY


@news.post("/games/<id:game>/typing")
def typing(game: str) -> Response:
    """A deal of this game is being typed: all phones that show it ask for news more often."""
    device = device_here("play")
    if device.seat is None and not may("score"):
        raise Forbidden
    if state_here().deleted:
        raise InTheBin("game", game)
    note_typing(database(), device, game)
    return Response(status=204)
