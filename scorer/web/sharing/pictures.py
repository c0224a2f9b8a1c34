"""Pictures to share: the podium of a game or of a night, as PNG."""

from __future__ import annotations

from flask import Blueprint, Response, render_template
from werkzeug.exceptions import NotFound

from scorer.services.games import GameRead, NightRead
from scorer.services.nights.heads import read_head
from scorer.web.access import club_here, database, game_here, night_here
from scorer.web.drawing.fonts import can_draw
from scorer.web.drawing.images import png_answer
from scorer.web.drawing.raster import draw_png
from scorer.web.sharing.pictures_view import Picture, picture_of_game, picture_of_night
from scorer.web.times import whole_day

pictures = Blueprint("pictures", __name__)


@pictures.get("/games/<id:game>/picture.png")
def of_game(game: str) -> Response:
    """The picture of a finished game."""
    return game_picture(game_here(game))


@pictures.get("/nights/<id:night>/picture.png")
def of_night(night: str) -> Response:
    """The picture of a night in which a game was finished."""
    return night_picture(night_here(night))


def game_picture(game: GameRead) -> Response:
    """A finished game as a picture; one that is still going on has none."""
    if not game.sheet.over:
        raise NotFound
    return _answer(about_game(game))


def night_picture(night: NightRead) -> Response:
    """A night as a picture; one without a finished game has none."""
    picture = about_night(night)
    if not picture.standings:
        raise NotFound
    return _answer(picture)


def about_game(game: GameRead) -> Picture:
    """What is to be told of a game."""
    head = read_head(database(), game.club, game.night)
    return picture_of_game(game, whole_day(head.day), head.place, club_here().currency)


def about_night(night: NightRead) -> Picture:
    """What is to be told of a night."""
    return picture_of_night(night, whole_day(night.day))


def _answer(picture: Picture) -> Response:
    if not can_draw():
        raise NotFound
    svg = render_template("pictures/podium.svg", picture=picture)
    return png_answer(svg, lambda: draw_png(svg))
