"""Charts: pictures of the totals, each with a table beside it."""

from __future__ import annotations

from flask import Blueprint, Response, render_template, request
from werkzeug.exceptions import NotFound

from scorer.services import games as kept
from scorer.services.night_sheets import read_sheets
from scorer.services.statistics import form_of
from scorer.web.access import database, device_here, game_here
from scorer.web.charts_view import chart_of_form, chart_of_game, charts_of_night, drawn_of
from scorer.web.drawing import Chart, draw_lines
from scorer.web.images import svg_answer
from scorer.web.shown import shown

charts = Blueprint("charts", __name__)


@charts.get("/games/<id:game>/chart")
def of_game(game: str) -> str:
    """The totals deal by deal: the picture, and the same numbers as a table."""
    read = game_here(game)
    return render_template("games/chart.html", chart=chart_of_game(read), **shown(read))


@charts.get("/games/<id:game>/chart.svg")
def picture_of_game(game: str) -> Response:
    """The picture of the totals deal by deal."""
    return drawn(chart_of_game(game_here(game)))


@charts.get("/nights/<id:night>/chart.svg")
def picture_of_night(night: str) -> Response:
    """The picture of one kind of game of a night, `?of=red-nines`: running sums deal by deal."""
    read = kept.read_night(database(), device_here().club, night)
    games = drawn_of(read.games, request.args.get("of", ""))
    sheets = read_sheets(database(), device_here().club, [game.id for game in games])
    for one in charts_of_night(games, sheets):
        return drawn(one.chart)
    raise NotFound


@charts.get("/players/<id:player>/form.svg")
def picture_of_form(player: str) -> Response:
    """The picture of somebody's form: how many of the others were left behind."""
    return drawn(chart_of_form(form_of(database(), device_here().club, player)))


def drawn(chart: Chart) -> Response:
    """A chart as an answer; `?wide=1` for screens that are."""
    if not chart.is_drawn:
        raise NotFound
    return svg_answer(draw_lines(chart, wide=bool(request.args.get("wide"))))
