"""News of a game: the sheet for whoever shows an old one."""

from __future__ import annotations

from datetime import timedelta

from flask import Blueprint, Response, render_template, request

from scorer.services import clock
from scorer.services.club.devices import Device
from scorer.services.games.news import GameState
from scorer.web.access import club_here, device_here, state_here
from scorer.web.compression import takes_gzip, unpacked
from scorer.web.games.game_page import game_page, seat_of, tag_of, tag_of_phone
from scorer.web.games.kept_news import keep_news, kept_news
from scorer.web.games.kept_reads import read_once, reading_game
from scorer.web.games.which_night import night_choice
from scorer.web.security import leave_tokens_out

news = Blueprint("news", __name__)
# In how many seconds a phone is to ask again: while a game is played, and when nobody has played
# it for a while.
USUALLY, LATER = 2, 30
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
    """What the head of an answer tells: its tag, for which seat it is, and when to ask again."""
    return {
        "ETag": f'W/"{tag_of_phone(tag, device)}"',
        "Seat": seat_of(device),
        "Ask-Again": str(_seconds(state)),
    }


def _seconds(state: GameState) -> int:
    if state.over and clock.now() - state.last_at > A_WHILE:
        return LATER
    return USUALLY
